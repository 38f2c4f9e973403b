//! Every bound of the program: what one client may use, how large what is read may be, how long others may take. What is said when one
//! is reached stands where it is used.

use std::time::Duration;

// What clients of a server may use, each of them.

/// Connections over HTTP that have shown no token yet; the one that came first gives way to the next.
pub(crate) const STRANGERS: usize = 64;
/// Connections over HTTP that have shown a token. One that is not at work gives way to the next; where there are several clients, each has half at most.
pub(crate) const CONNECTIONS: usize = 256;
/// Sessions of the Model Context Protocol that one client may hold. One that rests gives way to the next.
pub(crate) const SESSIONS_OF_CLIENT: usize = 256;
/// A session that was used this lately gives way to none: a model thinks between two calls.
pub(crate) const SESSION_IN_USE: Duration = Duration::from_secs(2 * 60);
/// A session ends when nothing was asked in it for so long: a person may have been away for lunch.
pub(crate) const SESSION_IDLE: Duration = Duration::from_secs(4 * 60 * 60);
/// Connections to the relay at once.
pub(crate) const RELAY_CONNECTIONS: usize = 64;
/// More rounds than anybody needs in one call.
pub(crate) const ROUNDS: u32 = 100;
/// More actions in one call than anybody can foresee of a page.
pub(crate) const ACTIONS: usize = 100;
/// When so many names of sessions are known, those of closed sessions are forgotten.
pub(crate) const SESSION_SLOTS: usize = 1024;

// Sizes, in bytes where nothing else is said.

/// A request's head over HTTP is no larger. Tokens and cookies of proxies are a few thousand bytes.
pub(crate) const HEAD_BYTES: usize = 32 * 1024;
/// A client's name is no longer: it stands before the names of its sessions.
pub(crate) const CLIENT_NAME: usize = 32;
/// A request larger than this is nobody's.
pub(crate) const REQUEST_BYTES: u64 = 16 << 20;
/// A caller's name has no more bytes.
pub(crate) const CALLER_BYTES: usize = 100;
/// No session store is larger.
pub(crate) const SESSION_STORE_BYTES: u64 = 16 << 20;
/// More is no list of actions.
pub(crate) const PLAN_BYTES: u64 = 1 << 20;
/// More arguments than this are no call of a model's.
pub(crate) const ARGUMENT_BYTES: u64 = 1 << 20;
/// Hosts cut the texts of errors at some 11,000 characters.
pub(crate) const ERROR_CHARACTERS: usize = 10_000;
/// Hosts refuse or shrink pictures of some megabytes.
pub(crate) const PICTURE_BYTES: usize = 1_500_000;
/// No configuration is longer.
pub(crate) const CONFIGURATION_BYTES: u64 = 64 * 1024;
/// No saved state is larger.
pub(crate) const STATE_BYTES: u64 = 256 << 20;
/// No answer of a keyring's tool that matters is longer.
pub(crate) const KEYRING_BYTES: u64 = 4096;
/// A log longer than this begins anew.
pub(crate) const LOG_BYTES: u64 = 1 << 20;
/// More copies of one file than anybody keeps.
pub(crate) const COPIES_OF_FILE: u32 = 1000;
/// The snapshot of a long page is larger than the library's own limit of 16 MiB.
pub(crate) const RELAY_MESSAGE_BYTES: usize = 1 << 30;
/// So many bytes may wait for one visitor of the relay, or one message that is larger.
pub(crate) const RELAY_WAITING_BYTES: usize = 256 << 20;
/// No file that pairs an extension is longer.
pub(crate) const PAIRING_BYTES: u64 = 1024;
/// No order in the demo's shop is longer.
pub(crate) const ORDER_BYTES: usize = 64 << 10;
/// A list of versions is some hundred kilobytes.
#[cfg(feature = "fetch")]
pub(crate) const VERSION_LIST_BYTES: u64 = 20_000_000;
/// More than a browser unpacks to (some 400 MB, in some hundred files; on macOS in two thousand).
#[cfg(feature = "fetch")]
pub(crate) const UNPACKED_BYTES: u64 = 2_000_000_000;
/// The files of such a browser.
#[cfg(feature = "fetch")]
pub(crate) const UNPACKED_FILES: usize = 50_000;
/// Longer than the target of any link in a browser's archive.
#[cfg(feature = "fetch")]
pub(crate) const LINK_TARGET_BYTES: u64 = 1024;
/// Folders that a search for fonts looks at before it gives up.
pub(crate) const FONT_FOLDERS: usize = 200;

// Times that others may take.

/// A request's head is there within this time, and a connection that asks for nothing stays as long.
pub(crate) const HEAD_WITHIN: Duration = Duration::from_secs(10);
/// A request's body is there within this time.
pub(crate) const BODY_WITHIN: Duration = Duration::from_secs(30);
/// A visitor of the relay says within this time what it wants.
pub(crate) const HANDSHAKE_WITHIN: Duration = Duration::from_secs(10);
/// A visitor of the relay that is sent away has so long to hear it.
pub(crate) const GOODBYE_WITHIN: Duration = Duration::from_secs(1);
/// A daemon that is alive takes a call at once; this is for a machine under heavy load.
pub(crate) const CALL_TAKEN_WITHIN: Duration = Duration::from_secs(30);
/// How long a daemon that another client started may take until it listens or ends; for a machine under heavy load.
pub(crate) const DAEMON_SETTLES_WITHIN: Duration = Duration::from_secs(30);
/// How long a call waits for capacity, where it does not say how long it may take.
pub(crate) const CAPACITY_WITHIN: Duration = Duration::from_secs(30);
/// How long a WebDriver server may take to make a browser, where the call does not say how long it may take.
pub(crate) const BROWSER_MADE_WITHIN: Duration = Duration::from_secs(60);
/// How long the end of the daemon waits for browsers that are being made or ended elsewhere, twice.
pub(crate) const BROWSERS_SETTLE_WITHIN: Duration = Duration::from_secs(10);
/// How long the calls that still run may take to see that everything was closed.
pub(crate) const CALLS_SEE_THE_END: Duration = Duration::from_secs(10);
/// How long a person may take to unlock the keyring.
pub(crate) const KEYRING_ANSWERS: Duration = Duration::from_secs(60);
/// A connection for a download is given up that brought nothing for so long.
#[cfg(feature = "fetch")]
pub(crate) const DOWNLOAD_SILENCE: Duration = Duration::from_secs(30);
/// And one that does not come about within this time.
#[cfg(feature = "fetch")]
pub(crate) const DOWNLOAD_CONNECTS: Duration = Duration::from_secs(20);
/// A browser that was fetched starts within this time: longer than the first start from a slow disk takes.
#[cfg(feature = "fetch")]
pub(crate) const FETCHED_BROWSER_STARTS: Duration = Duration::from_secs(30);
/// A start that takes longer is a fault of its own.
pub(crate) const BROWSER_STARTS: Duration = Duration::from_secs(30);
/// A server that takes longer to list its tools is too slow for most hosts.
pub(crate) const SERVER_LISTS_TOOLS: Duration = Duration::from_secs(20);
