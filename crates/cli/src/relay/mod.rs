//! `domtool relay`: makes the tabs that a person ticked in domtool's extension look like a browser with a debugging port, at an address
//! for `--cdp`. The browser needs no such port: the extension carries the protocol's messages by `chrome.debugger`.
//!
//! It listens on the loopback interface alone. `doors` says who is let in and `pairing` keeps what they show, `hub` is the state
//! machine between the two sides, `allowed` says what passes, `messages` has the forms of what is said there. `extension` is the other end.

mod allowed;
mod doors;
mod extension;
mod hub;
mod messages;
mod outbox;
mod pairing;

use std::{
    collections::HashMap,
    net::Ipv4Addr,
    path::{Path, PathBuf},
    process::ExitCode,
    sync::{Arc, atomic::Ordering},
};

use clap::{ArgMatches, Args, Command, FromArgMatches as _};
use futures_util::{SinkExt as _, StreamExt as _};
use serde::Serialize;
use tokio::{
    net::{TcpListener, TcpStream},
    sync::{Semaphore, mpsc},
    time::timeout,
};
use tokio_tungstenite::{
    accept_hdr_async_with_config,
    tungstenite::{
        Message,
        protocol::{CloseFrame, WebSocketConfig, frame::coding::CloseCode},
    },
};
use tracing::{debug, info, warn};

use self::{
    doors::{Doors, Side},
    hub::{Hub, Post},
    outbox::Outbox,
};
use crate::{
    failure::{Failure, Result},
    globals::Globals,
    limits::{GOODBYE_WITHIN, HANDSHAKE_WITHIN, RELAY_CONNECTIONS, RELAY_MESSAGE_BYTES},
    local, print,
    signals::Signals,
};

const HELP: &str = "\
For a browser that runs without a debugging port, with the tabs and logins that its person has:
  1. domtool relay --extension DIR writes the extension into a folder: load that at chrome://extensions (developer mode, \"Load unpacked\").
  2. Start domtool relay, click domtool's button in the browser, and paste the pairing code that it printed.
     The code holds until \"Unpair\" there, or domtool relay --unpair.
  3. Tick the tabs that domtool may operate. It sees no others.
  4. domtool tab list --all --cdp ws://...     the ticked tabs
     domtool tab attach 1                       take one; then observe, click, fill as ever
A tab that is operated has a red badge. A click on it, unticking, or the browser's own \"Cancel\" takes the tab back at once: the call that
runs fails with TAB_TAKEN_BACK, and no key or button stays pressed.

What chrome.debugger cannot do: contexts with cookies of their own, downloads to a folder, state save, permissions, ending the script of a
page that hangs. Cookies and storage of other sites, other tabs and files are refused, so upload gives no file to a page.
What a page of an operated tab opens counts as ticked.";

/// Its part of the command line.
pub(crate) fn command() -> Command {
    Flags::augment_args(Command::new("relay"))
        .about("Operate tabs of a person's own browser that they tick in domtool's extension, without a debugging port")
        .after_help(HELP)
}

#[derive(Debug, Args)]
struct Flags {
    /// Listen on this port of this machine; 0 takes a free one.
    #[arg(long, value_name = "PORT", default_value_t = 8930)]
    port: u16,
    /// Write the extension into this folder, to be loaded into the browser, and end.
    #[arg(long, value_name = "DIR", conflicts_with_all = ["port", "unpair"])]
    extension: Option<PathBuf>,
    /// Forget the pairing, and end: the next start prints another code.
    #[arg(long, conflicts_with = "port")]
    unpair: bool,
}

/// What is printed for programs.
#[derive(Serialize)]
struct Listening {
    ok: bool,
    /// What the person pastes into the extension's popup.
    pairing: String,
    /// What `--cdp` takes.
    cdp: String,
}

/// Serves until the process is told to end.
///
/// # Errors
/// `INTERNAL` when it cannot listen.
pub(crate) fn run(matches: &ArgMatches, globals: &Globals) -> Result<ExitCode> {
    let flags = Flags::from_arg_matches(matches).map_err(|error| Failure::invalid(error.to_string()))?;
    if let Some(folder) = &flags.extension {
        extension::write(folder)?;
        let folder = std::path::absolute(folder).map_err(|error| Failure::io(folder.display(), &error))?;
        said(globals.json, &Wrote { ok: true, extension: &folder }, || {
            format!(
                "load this folder at chrome://extensions (developer mode, \"Load unpacked\"):  {}",
                folder.display()
            )
        })?;
    } else if flags.unpair {
        let was_paired = pairing::forget()?;
        said(globals.json, &Unpaired { ok: true, was_paired }, || {
            let what = if was_paired {
                "forgotten; a relay that runs has it until it ends"
            } else {
                "there was none"
            };
            format!("the pairing: {what}")
        })?;
    } else {
        local::runtime()?.block_on(serve(flags.port, globals.json))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// What is printed when the extension was written.
#[derive(Serialize)]
struct Wrote<'a> {
    ok: bool,
    extension: &'a Path,
}

/// What is printed when the pairing was forgotten.
#[derive(Serialize)]
struct Unpaired {
    ok: bool,
    was_paired: bool,
}

fn said(json: bool, answer: &impl Serialize, words: impl FnOnce() -> String) -> Result<()> {
    if json {
        return print::json(answer);
    }
    print::text(&words());
    Ok(())
}

async fn serve(port: u16, json: bool) -> Result<()> {
    let mut signals = Signals::new()?;
    let failed = |error: std::io::Error| Failure::io(format!("port {port}"), &error);
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port)).await.map_err(failed)?;
    let port = listener.local_addr().map_err(failed)?.port();
    let [token, address] = pairing::tokens()?;
    let doors = Doors { port, token, address };
    greet(&doors, json)?;
    // Nobody would know where it is.
    print::unwritten()?;
    // Whoever says more than the hub takes in waits.
    let (visits, came) = mpsc::channel(1);
    tokio::select! {
        () = accept(listener, Arc::new(doors), visits) => {}
        () = relay(came) => {}
        name = signals.next() => info!("{name}"),
    }
    Ok(())
}

fn greet(doors: &Doors, json: bool) -> Result<()> {
    let (pairing, cdp) = (doors.pairing_code(), doors.endpoint());
    if json {
        return print::json(&Listening { ok: true, pairing, cdp });
    }
    print::text(&format!(
        "paste into the extension's popup:  {pairing}\nthen tick tabs there, and call:    domtool tab list --all --cdp {cdp}"
    ));
    Ok(())
}

/// What happens at the doors.
enum Visit {
    /// Somebody was let in; what is for them goes here, and `None` ends it.
    Came(Side, Outbox),
    Said(Side, String),
    Gone(Side),
}

/// Takes connections, for ever.
async fn accept(listener: TcpListener, doors: Arc<Doors>, visits: mpsc::Sender<(u64, Visit)>) {
    let room = Arc::new(Semaphore::new(RELAY_CONNECTIONS));
    let mut number = 0;
    loop {
        // Whoever does not find room waits in the system's queue.
        let Ok(seat) = Arc::clone(&room).acquire_owned().await else { return };
        match listener.accept().await {
            Ok((stream, _)) => {
                number += 1;
                let (doors, visits) = (Arc::clone(&doors), visits.clone());
                tokio::spawn(async move {
                    visit(stream, &doors, number, &visits).await;
                    drop(seat);
                });
            }
            Err(error) => {
                warn!(%error, "a connection could not be taken");
                tokio::task::yield_now().await;
            }
        }
    }
}

/// One connection, until either side has enough.
async fn visit(stream: TcpStream, doors: &Doors, number: u64, visits: &mpsc::Sender<(u64, Visit)>) {
    if let Err(error) = stream.set_nodelay(true) {
        debug!(%error, "answers may be slow");
    }
    let mut side = None;
    let config = WebSocketConfig::default()
        .max_message_size(Some(RELAY_MESSAGE_BYTES))
        .max_frame_size(Some(RELAY_MESSAGE_BYTES));
    #[expect(clippy::result_large_err, reason = "the library's own form of a refusal")]
    let open = |request: &_, mut answer: _| {
        side = Some(doors.open(request, &mut answer)?);
        Ok(answer)
    };
    let shaken = timeout(HANDSHAKE_WITHIN, accept_hdr_async_with_config(stream, open, Some(config))).await;
    let (Ok(Ok(socket)), Some(side)) = (shaken, side) else {
        debug!("a visitor was not let in");
        return;
    };
    let (mut sink, mut stream) = socket.split();
    let (outbox, mut to_send) = Outbox::new();
    let (waiting, over) = (outbox.waiting(), outbox.over());
    let tell = |visit| visits.send((number, visit));
    if tell(Visit::Came(side, outbox)).await.is_err() {
        return;
    }
    let sending = async {
        while let Some(message) = to_send.recv().await {
            let size = message.len();
            if let Err(error) = sink.send(Message::text(message)).await {
                debug!(%error, "a visitor hung up");
                return;
            }
            waiting.fetch_sub(size, Ordering::Relaxed);
        }
        if let Err(error) = sink.close().await {
            debug!(%error, "a visitor hung up first");
        }
    };
    let hearing = async {
        while let Some(Ok(message)) = stream.next().await {
            if let Message::Text(text) = message
                && tell(Visit::Said(side, text.as_str().to_owned())).await.is_err()
            {
                return;
            }
        }
    };
    tokio::select! {
        () = sending => {}
        () = hearing => {}
        () = over.cancelled() => {}
    }
    drop(to_send);
    if over.is_cancelled() {
        let reason = "it reads more slowly than it is sent to".into();
        let goodbye = sink.send(Message::Close(Some(CloseFrame { code: CloseCode::Again, reason })));
        // One that does not read at all does not hear it.
        let _ = timeout(GOODBYE_WITHIN, goodbye).await;
    }
    if tell(Visit::Gone(side)).await.is_err() {
        debug!("the relay ended first");
    }
}

/// Hands everything to the hub and sends what comes of it, in order, until nobody can come any more.
async fn relay(mut visits: mpsc::Receiver<(u64, Visit)>) {
    let mut hub = Hub::default();
    let mut clients: HashMap<u64, Outbox> = HashMap::new();
    let mut extension: Option<(u64, Outbox)> = None;
    while let Some((number, visit)) = visits.recv().await {
        let is_current = extension.as_ref().is_some_and(|(current, _)| *current == number);
        match visit {
            Visit::Came(Side::Client, outbox) => {
                clients.insert(number, outbox);
                hub.client_came(number);
            }
            Visit::Came(Side::Extension, outbox) => {
                info!("the extension is paired");
                // Its worker began anew.
                if extension.replace((number, outbox)).is_some() {
                    hub.extension_gone();
                }
            }
            Visit::Said(Side::Client, text) => {
                if let Err(error) = hub.client_said(number, &text) {
                    warn!(%error, "a client sent what is no command");
                    clients.remove(&number);
                }
            }
            Visit::Said(Side::Extension, text) if is_current => {
                if let Err(error) = hub.extension_said(&text) {
                    warn!(%error, "the extension sent what is not understood");
                }
            }
            Visit::Gone(Side::Client) => {
                clients.remove(&number);
                hub.client_gone(number);
            }
            Visit::Gone(Side::Extension) if is_current => {
                info!("the extension is gone");
                extension = None;
                hub.extension_gone();
            }
            Visit::Said(..) | Visit::Gone(..) => {}
        }
        for post in hub.take() {
            let (to, text) = match post {
                Post::Client(client, text) => (clients.get(&client), text),
                Post::Extension(text) => (extension.as_ref().map(|(_, outbox)| outbox), text),
                Post::CloseClient(client) => {
                    clients.remove(&client);
                    continue;
                }
            };
            // Whoever hung up meanwhile wants nothing any more, and is said to be gone in a moment.
            if let Some(to) = to {
                to.send(text);
            }
        }
    }
}
