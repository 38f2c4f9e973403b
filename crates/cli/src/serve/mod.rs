//! `domtool serve --http`: the daemon as a server of many clients, who may be on other machines. They make the same calls as over its
//! socket, as JSON or as tools of the Model Context Protocol; beside them are what a cluster looks at: health, readiness, figures.
//!
//! It promises that a client reaches its own sessions alone, and nothing of the machine but what its flags say; and to end in an order in
//! which nobody's work is cut short within the time that it was given.
//!
//! In the order of a request: `call` (from a body to a call), `ready`, `metrics`, `process` (figures of this process), `endpoint` (what
//! is served where). Here is what is between the start and the end.

mod call;
mod endpoint;
mod metrics;
mod process;
mod ready;

use std::{net::SocketAddr, path::PathBuf, process::ExitCode, sync::Arc, time::Duration};

use clap::{ArgMatches, Args, Command, FromArgMatches as _};
use tokio::{
    net::TcpListener,
    task::JoinSet,
    time::{Instant, sleep_until, timeout},
};
use tokio_util::sync::CancellationToken;
use tracing::{debug, info};

use crate::{
    daemon::{self, Daemon},
    failure::{Failure, Result},
    globals::Globals,
    http::{Address, Door, Names, Tokens, accept, all_gone},
    mcp, print, settings,
    signals::Signals,
    token::Token,
    wire::Seconds,
};
use call::Calls;
use endpoint::Endpoint;
use ready::Readiness;

/// How long the calls that still run may take to end, once no more are waited for.
const CALLS_END: Duration = Duration::from_secs(10);
/// How long their answers may take to be sent.
const ANSWERS_SENT: Duration = Duration::from_millis(500);
/// Others go on sending new clients for so long to a server of a network that has said that it ends.
const NEWS_TRAVELS: Duration = Duration::from_secs(5);

/// Its own flags.
#[derive(Debug, Clone, Args)]
struct Flags {
    /// Listen here: a port of this machine's own, or HOST:PORT.
    #[arg(long, value_name = "ADDR")]
    http: Address,
    /// Let in whoever has a token of this file: a line for each client, NAME TOKEN or NAME TOKEN SESSIONS, the last the most that it may
    /// have at once. Without a file the token is that of DOMTOOL_SERVE_TOKEN; else one is made and printed.
    #[arg(long, value_name = "FILE")]
    tokens: Option<PathBuf>,
    /// Let every program of this machine in. Not where other machines can reach the server.
    #[arg(long, conflicts_with = "tokens")]
    no_token: bool,
    /// Also answer to this name of the server, such as browser.example or browser.example:8931; may be repeated.
    #[arg(long, value_name = "HOST")]
    http_host: Vec<String>,
    /// Also answer pages of this origin, such as `https://app.example:443`; may be repeated.
    #[arg(long, value_name = "ORIGIN")]
    http_origin: Vec<String>,
    /// How long one call may take, in seconds: less than proxies on the way wait for an answer.
    #[arg(long, value_name = "SECONDS", default_value = "50")]
    call_limit: Seconds,
    /// How long open sessions may go on once the server is told to end (SIGTERM), in seconds.
    #[arg(long, value_name = "SECONDS", default_value_t = 20)]
    drain: u32,
}

/// Its part of the command line.
pub(crate) fn command() -> Command {
    let about = "Serve sessions to many clients over HTTP: calls as JSON, the Model Context Protocol, health and figures";
    Flags::augment_args(Command::new("serve")).about(about).after_help(
        "POST /call   {\"op\": \"observe\", \"args\": {\"url\": \"https://example.com\"}, \"call\": {\"session\": \"work\"}}: operations and arguments as in\n             \
         domtool schema; call also takes caller, timeout, quiet, expect, within, json, typed. The answer is {\"done\": TEXT},\n             \
         {\"undone\": TEXT} or {\"failed\": ERROR}; a client that hangs up cancels what only looks\n\
         /mcp         the tools of domtool mcp, over streamable HTTP\n\
         GET /healthz whether it lives; /readyz whether it takes new sessions; /metrics figures for Prometheus (with a token)\n\n\
         A client of a file of tokens sees its own sessions alone; all who hold the one token share theirs. Flags about the browser hold for all.\n\
         Files of this machine are not for clients. Nothing is encrypted: let only a proxy with TLS or a closed network reach it.\n\n\
         Examples:\n  domtool serve --http 8931                             on this machine, with a token that it prints\n  \
         domtool serve --http 0.0.0.0:8931 --tokens tokens     for a network; see deploy/ for Kubernetes\n  \
         curl -H \"Authorization: Bearer $TOKEN\" -H 'Content-Type: application/json' \\\n    \
         -d '{\"op\": \"observe\", \"args\": {\"url\": \"https://example.com\"}}' http://127.0.0.1:8931/call",
    )
}

/// Serves until the process is told to end.
///
/// # Errors
/// `INVALID_INPUT` for flags that would leave browsers to the network, or when a daemon runs already; `INTERNAL` when it cannot listen.
pub(crate) fn run(matches: &ArgMatches, globals: &Globals) -> Result<ExitCode> {
    let flags = Flags::from_arg_matches(matches).map_err(|error| Failure::invalid(error.to_string()))?;
    let asked = flags.http.socket();
    if flags.no_token && !asked.ip().is_loopback() {
        return Err(Failure {
            hint: "leave --no-token out, or listen on 127.0.0.1".into(),
            ..Failure::invalid(format!("{asked} can be reached from other machines: a token is needed"))
        });
    }
    if globals.to_start().profile.is_some() {
        return Err(Failure::invalid("--profile is for one person: its logins would be every client's"));
    }
    if globals.to_start().cdp.as_ref().is_some_and(|cdp| cdp.starts_with("auto")) {
        return Err(Failure::invalid(
            "--cdp auto is one person's browser; give the address of one that is there for clients",
        ));
    }
    let (tokens, made) = tokens(&flags)?;
    let globals = globals.clone();
    daemon::run_beside(move |daemon| {
        Box::pin(async move { listen(daemon, flags, globals, tokens, made).await })
    })?;
    Ok(ExitCode::SUCCESS)
}

/// Who is let in, and the token that was made for that.
fn tokens(flags: &Flags) -> Result<(Tokens, Option<Token>)> {
    if flags.no_token {
        return Ok((Tokens::NotNeeded, None));
    }
    if let Some(file) = &flags.tokens {
        return Ok((Tokens::read(file)?, None));
    }
    let variable = settings::SERVE_TOKEN.variable;
    match std::env::var(variable) {
        Ok(text) if !text.is_empty() => {
            let token = text.parse().map_err(|why| Failure::invalid(format!("{variable}: {why}")))?;
            Ok((Tokens::one(token), None))
        }
        Err(std::env::VarError::NotUnicode(_)) => Err(Failure::invalid(format!("{variable} is no text"))),
        _ => {
            let made = Token::random()?;
            Ok((Tokens::one(made.clone()), Some(made)))
        }
    }
}

async fn listen(
    daemon: Daemon,
    flags: Flags,
    globals: Globals,
    tokens: Tokens,
    made: Option<Token>,
) -> Result<()> {
    let mut signals = Signals::new()?;
    let asked = flags.http.socket();
    let listener = TcpListener::bind(asked).await.map_err(|error| Failure::io(asked, &error))?;
    let bound = listener.local_addr().map_err(|error| Failure::io(asked, &error))?;
    let names = Names::new(bound, &flags.http_host, &flags.http_origin).map_err(Failure::invalid)?;
    let streams_end = CancellationToken::new();
    let calls = Calls::new(daemon.clone(), &globals, flags.call_limit)?;
    let endpoint = Arc::new(Endpoint::new(
        Door { names, tokens },
        Readiness::new(daemon.clone(), calls.launch().clone()),
        mcp::within(daemon.clone(), &globals, flags.call_limit, streams_end.clone())?,
        calls,
    ));
    print::aside(&greeting(bound, made.as_ref()));

    let closing = CancellationToken::new();
    let mut serving = JoinSet::new();
    tokio::select! {
        () = accept(&listener, &endpoint, &closing, &mut serving) => {}
        name = signals.next() => info!("{name}"),
    }
    daemon.drain();
    let begun = Instant::now();
    let limit = begun + Duration::from_secs(flags.drain.into());
    let least = if bound.ip().is_loopback() { begun } else { limit.min(begun + NEWS_TRAVELS) };
    let drained = async {
        sleep_until(least).await;
        daemon.vacated().await;
    };
    tokio::select! {
        () = accept(&listener, &endpoint, &closing, &mut serving) => {}
        () = drained => info!("no session is open any more"),
        () = sleep_until(limit) => info!("sessions are still open at the end"),
        name = signals.next() => {
            info!("{name} again");
            return Ok(());
        }
    }
    drop(listener);
    tokio::select! {
        () = end(&daemon, &closing, &streams_end, &mut serving) => {}
        name = signals.next() => info!("{name} again"),
    }
    Ok(())
}

/// What a person needs to have a client come here.
fn greeting(bound: SocketAddr, made: Option<&Token>) -> String {
    let mut text = format!("domtool serve listens on http://{bound}\n");
    if let Some(token) = made {
        text.push_str(&format!("  clients send: Authorization: Bearer {}\n", token.as_str()));
    }
    if !bound.ip().is_loopback() {
        text.push_str("  nothing is encrypted: let only a proxy with TLS or a closed network reach it\n");
    }
    text
}

/// Lets the calls that run end and their answers go out; then everything else ends. The sessions are closed by the daemon.
async fn end(
    daemon: &Daemon,
    closing: &CancellationToken,
    streams_end: &CancellationToken,
    serving: &mut JoinSet<()>,
) {
    // Connections that are kept alive take no call after the one that runs.
    closing.cancel();
    if timeout(CALLS_END, daemon.calls_end()).await.is_err() {
        info!("calls were still running at the end");
    }
    if all_gone(serving, ANSWERS_SENT).await {
        return;
    }
    // What is left are streams on which a client listens for what never comes.
    streams_end.cancel();
    if !all_gone(serving, ANSWERS_SENT).await {
        debug!("a client did not read to the end");
    }
}
