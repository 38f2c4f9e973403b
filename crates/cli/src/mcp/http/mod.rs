//! `domtool mcp --http`: the same tools over streamable HTTP, to several clients at once. Those of 2025 say `initialize` and keep a
//! session; those of 2026 say who they are with each request. One address serves both.
//!
//! Whoever can reach it drives a browser, so it promises to answer nobody but those who have the token, no page by way of a foreign
//! host or origin, and to stay of use to them while others send what never ends.
//!
//! Names, tokens and connections are left to `http`, which `serve` shares.

mod endpoint;
mod holdings;

use std::{net::SocketAddr, sync::Arc, time::Duration};

use clap::Args;
use tokio::{net::TcpListener, task::JoinSet, time::timeout};
use tokio_util::sync::CancellationToken;
use tracing::{debug, info};

use endpoint::Endpoint;
pub(crate) use endpoint::{HEALTH, PATH, Protocol};

use super::server::Server;
use crate::{
    failure::{Failure, Result},
    http::{Address, Door, Names, Tokens, accept, all_gone},
    print, settings,
    signals::Signals,
    token::Token,
};

/// How long the calls that run may take to end, once the server is told to.
const CALLS_END: Duration = Duration::from_secs(10);
/// How long their answers may take to be sent.
const ANSWERS_SENT: Duration = Duration::from_millis(500);

/// The flags about it.
#[derive(Debug, Args)]
#[command(next_help_heading = "Over HTTP")]
pub(super) struct HttpFlags {
    /// Serve clients over HTTP here, rather than one on standard input and output: a port of this machine's own, or HOST:PORT.
    #[arg(long, value_name = "ADDR")]
    pub(super) http: Option<Address>,
    /// What clients must send as "Authorization: Bearer TOKEN"; one is made and printed if none is given.
    #[arg(long, value_name = "TOKEN", env = settings::MCP_TOKEN.variable, hide_env_values = true)]
    token: Option<Token>,
    /// Let every program of this machine in. Not where other machines can reach the server.
    #[arg(long, requires = "http")]
    no_token: bool,
    /// Also answer to this name of the server, such as browser.example or browser.example:8931; may be repeated.
    #[arg(long, requires = "http", value_name = "HOST")]
    http_host: Vec<String>,
    /// Also answer pages of this origin, such as `https://app.example:443`; may be repeated.
    #[arg(long, requires = "http", value_name = "ORIGIN")]
    http_origin: Vec<String>,
}

/// Serves until the process is told to end.
///
/// # Errors
/// `INVALID_INPUT` for flags that would leave the browser to the network; `INTERNAL` when it cannot listen.
pub(super) async fn serve(server: Server, flags: HttpFlags, address: Address) -> Result<()> {
    let asked = address.socket();
    if flags.no_token && !asked.ip().is_loopback() {
        return Err(Failure {
            hint: "leave --no-token out, or listen on 127.0.0.1".into(),
            ..Failure::invalid(format!("{asked} can be reached from other machines: a token is needed"))
        });
    }
    let mut signals = Signals::new()?;
    let listener = TcpListener::bind(asked).await.map_err(|error| Failure::io(asked, &error))?;
    let bound = listener.local_addr().map_err(|error| Failure::io(asked, &error))?;
    let made = flags.token.is_none() && !flags.no_token;
    let token = match flags.token {
        _ if flags.no_token => None,
        Some(token) => Some(token),
        None => Some(Token::random()?),
    };
    let names = Names::new(bound, &flags.http_host, &flags.http_origin).map_err(Failure::invalid)?;
    print::aside(&greeting(bound, token.as_ref().filter(|_| made)));

    let ended = CancellationToken::new();
    let tokens = token.map_or(Tokens::NotNeeded, Tokens::one);
    let endpoint = Arc::new(Endpoint {
        door: Door { names, tokens },
        protocol: Protocol::new(server.clone(), ended.clone()),
    });
    let closing = CancellationToken::new();
    let mut serving = JoinSet::new();
    tokio::select! {
        () = accept(&listener, &endpoint, &closing, &mut serving) => {}
        name = signals.next() => info!("{name}"),
    }
    drop(listener);
    tokio::select! {
        () = end(&server, &closing, &ended, &mut serving) => {}
        name = signals.next() => info!("{name} again"),
    }
    Ok(())
}

/// What a person needs to have a host come here.
fn greeting(bound: SocketAddr, made: Option<&Token>) -> String {
    let mut text = format!("domtool mcp listens on http://{bound}{PATH}\n");
    if let Some(token) = made {
        text.push_str(&format!("  clients send: Authorization: Bearer {}\n", token.as_str()));
    }
    if !bound.ip().is_loopback() {
        text.push_str("  nothing is encrypted: let only a tunnel or a proxy with TLS reach it\n");
    }
    text
}

/// Lets the calls that run end and their answers go out; then everything else ends.
async fn end(
    server: &Server,
    closing: &CancellationToken,
    ended: &CancellationToken,
    serving: &mut JoinSet<()>,
) {
    if timeout(CALLS_END, server.calls_end()).await.is_err() {
        info!("calls were still running at the end");
    }
    closing.cancel();
    if all_gone(serving, ANSWERS_SENT).await {
        return;
    }
    // What is left are streams on which a client listens for what never comes.
    ended.cancel();
    if !all_gone(serving, ANSWERS_SENT).await {
        debug!("a client did not read to the end");
    }
}
