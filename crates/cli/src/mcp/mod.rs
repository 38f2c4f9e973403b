//! `domtool mcp`: the operations as tools of the Model Context Protocol. This process is one more client of the daemon, so sessions
//! outlive a host that is restarted, and a person can look on from a shell.
//!
//! It promises that standard output carries nothing but the protocol, and that a tool does what the operation of its name does: here
//! is no logic of its own, only the words for it.
//!
//! In the order of a call: `caps` (what the person who starts it allows), `schema`, `steps`, `tools` (what a model is offered),
//! `picture`, `request` (from arguments to a call), `call` (to the daemon and back), `answer` (what a model reads), `resources` (what
//! a person may hand to it), `server`, `http`; `once` is one call without the protocol. `conformance` is in no build that is shipped.

mod answer;
mod call;
mod caps;
#[cfg(feature = "conformance")]
mod conformance;
mod http;
pub(crate) mod once;
mod picture;
mod request;
mod resources;
mod schema;
mod server;
mod steps;
mod tools;

use std::{path::PathBuf, process::ExitCode, time::Duration};

use clap::{ArgMatches, Args, Command, FromArgMatches as _};
use rmcp::{ServiceExt as _, service::ServerInitializeError, transport::stdio_pipes};
use tokio_util::sync::CancellationToken;

pub(crate) use caps::{Cap, Caps};
pub(crate) use http::{HEALTH, PATH, Protocol};
use server::Server;
use tools::Tool;

use crate::{
    daemon::Daemon,
    failure::{Failure, Result},
    globals::Globals,
    local, print,
    wire::Seconds,
};

/// Its own flags.
#[derive(Debug, Args)]
struct Flags {
    /// What the model may do besides using pages.
    #[arg(long, value_enum, value_delimiter = ',', value_name = "CAP,...")]
    caps: Vec<Cap>,
    /// How long one call may take, in seconds: less than the host waits for one.
    #[arg(long, value_name = "SECONDS", default_value = "50")]
    call_limit: Seconds,
    #[command(flatten)]
    http: http::HttpFlags,
    /// Also serve what the protocol's conformance suite calls.
    #[cfg(feature = "conformance")]
    #[arg(long, hide = true)]
    conformance: bool,
}

/// Where calls are done.
enum Calls {
    /// In the daemon, by way of its socket.
    Daemon,
    /// In this process, which is the daemon, for clients of its server.
    Here(Daemon),
}

impl Calls {
    /// Whether they are of clients that may be on other machines.
    fn are_of_clients(&self) -> bool {
        matches!(self, Self::Here(_))
    }
}

/// What holds for every call of this process.
struct Host {
    calls: Calls,
    globals: Globals,
    caps: Caps,
    /// Against which relative paths are taken.
    folder: PathBuf,
    /// How long a call may take.
    limit: Duration,
    /// Whose calls they are: each process has news and changes of its own, and of one that serves several each client.
    caller: String,
    /// Whether the protocol's conformance suite is served, too.
    #[cfg(feature = "conformance")]
    conformance: bool,
}

/// The protocol for the clients of a server within the daemon's process, with the capabilities that touch no file of its machine.
///
/// # Errors
/// Those of the flags about the browser.
pub(crate) fn within(
    daemon: Daemon,
    globals: &Globals,
    limit: Seconds,
    ended: CancellationToken,
) -> Result<Protocol> {
    let eval = globals.allow_eval.then_some(Cap::Eval);
    let caps = Caps::new([Cap::Network, Cap::Emulate].into_iter().chain(eval));
    let host = Host::new(caps, limit, globals, "mcp".to_owned())?;
    Ok(Protocol::new(Server::new(Host { calls: Calls::Here(daemon), ..host }), ended))
}

/// Its part of the command line.
pub(crate) fn command() -> Command {
    let about = "Serve the operations as tools of the Model Context Protocol: on standard input and output, or over HTTP";
    Flags::augment_args(Command::new("mcp")).about(about).after_help(
        "Examples:\n  domtool mcp                             what a host of agents is to start\n  \
         domtool mcp --session work --headed     a session and a window of its own\n  \
         domtool mcp --caps eval,files           with tools that can do more than a page's user\n  \
         domtool mcp --http 8931                 for several clients, at http://127.0.0.1:8931/mcp",
    )
}

/// The tools that a host lists, as it lists them.
pub(crate) fn tools(caps: &Caps, session: &str) -> Vec<rmcp::model::Tool> {
    Tool::all(caps).map(|tool| tool.listed(caps, session)).collect()
}

/// Serves until standard input ends; over HTTP, until the process is told to end.
///
/// # Errors
/// `INVALID_INPUT` for flags that make no sense; `INTERNAL` when the pipes break, or nothing can listen at an address.
pub(crate) fn run(matches: &ArgMatches, globals: &Globals) -> Result<ExitCode> {
    let flags = Flags::from_arg_matches(matches).map_err(|error| Failure::invalid(error.to_string()))?;
    let server = Server::new(host(&flags, globals)?);
    let runtime = local::runtime()?;
    let served = match flags.http.http {
        Some(address) => runtime.block_on(http::serve(server, flags.http, address)),
        None => runtime.block_on(serve(server)),
    };
    // A read of standard input that never ends, or a call that nobody waits for, is no reason to stay.
    runtime.shutdown_background();
    served.map(|()| ExitCode::SUCCESS)
}

fn host(flags: &Flags, globals: &Globals) -> Result<Host> {
    let caller = match globals.call.caller.as_str() {
        "" => format!("mcp-{}", std::process::id()),
        named => named.to_owned(),
    };
    let host = Host::new(Caps::new(flags.caps.iter().copied()), flags.call_limit, globals, caller)?;
    #[cfg(feature = "conformance")]
    let host = Host { conformance: flags.conformance, ..host };
    Ok(host)
}

impl Host {
    /// As the flags say it, in the current folder.
    ///
    /// # Errors
    /// `INVALID_INPUT` for flags that make no sense.
    fn new(caps: Caps, limit: Seconds, globals: &Globals, caller: String) -> Result<Self> {
        let folder = std::env::current_dir().map_err(|error| Failure::io("the current folder", &error))?;
        let mut globals = globals.clone();
        globals.launch = globals
            .launch
            .absolute(&folder)
            .with_http_auth_read(&folder)?
            .with_endpoint_read(&folder)?
            .with_proxy_of_environment();
        globals.configured = globals.configured(&folder)?;
        if let Some(warning) = globals.to_start().read_on_the_way() {
            print::aside(&warning);
        }
        Ok(Self {
            calls: Calls::Daemon,
            globals,
            caps,
            folder,
            limit: limit.duration(),
            caller,
            #[cfg(feature = "conformance")]
            conformance: false,
        })
    }
}

async fn serve(server: Server) -> Result<()> {
    let broken = |error: &dyn std::fmt::Display| Failure::internal(format!("the protocol: {error}"));
    match server.serve(stdio_pipes()).await {
        Ok(running) => running.waiting().await.map(drop).map_err(|error| broken(&error)),
        // Nobody asked for anything.
        Err(ServerInitializeError::ConnectionClosed(_)) => Ok(()),
        Err(error) => Err(broken(&error)),
    }
}
