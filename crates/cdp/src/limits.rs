//! Every bound of this crate: how much may wait, how large a message may be, how long something may take. Each says why it is there.
//! What a reader or caller is told when one is reached stands where it is used.

use std::time::Duration;

// What waits in memory.

/// Events that may wait for a reader. One that is so far behind is stuck, or a page floods it.
pub(crate) const WAITING_EVENTS: usize = 4_096;
/// Bytes of events that may wait for a reader: a page may write 5 MB to its console a thousand times in a loop.
pub(crate) const WAITING_EVENT_BYTES: usize = 64 << 20;
/// So many times as much may wait of events that somebody may act upon, before the oldest of them are lost too.
pub(crate) const FAR_BOUND: usize = 4;
/// So many bytes of commands may wait to be sent. A browser that takes no more than that is stuck, and what waits is in memory.
pub(crate) const WAITING_COMMAND_BYTES: usize = 64 << 20;

// Sizes, in bytes where nothing else is said.

/// A message over a WebSocket is no larger. The library's own limit of 16 MiB is less than the snapshot of a long page.
pub(crate) const LARGEST_MESSAGE: usize = 1 << 30;
/// So much is reserved at most because a message's header says so; what really comes grows from there.
#[cfg(unix)]
pub(crate) const RESERVED_FOR_MESSAGE: usize = 64 << 20;
/// What a browser says of itself is no larger: more than its description of the whole protocol.
pub(crate) const LARGEST_DESCRIPTION: usize = 64 << 20;
/// What a proxy says before a connection stands is less.
pub(crate) const LONGEST_PROXY_HEAD: u64 = 16 << 10;
/// Characters that are shown of what a WebDriver server says: a Grid's sentences end in its versions.
pub(crate) const WEBDRIVER_WORDS: usize = 300;
/// No id of a WebDriver session is longer.
pub(crate) const WEBDRIVER_ID: usize = 200;
/// Values of an answer within values: more than any page makes. Bounds the stack, where they are read and where they are dropped.
pub(crate) const NESTED_LEVELS: usize = 3_000;
/// So many of the last lines that a browser wrote are kept, to say why it failed.
pub(crate) const STDERR_LINES: usize = 40;

// Times, each long enough for a machine under heavy load.

/// How long a command may take where nothing else is said.
pub(crate) const COMMAND_ANSWERS: Duration = Duration::from_secs(30);
/// How long the orderly end of a browser may take before the rest is killed.
pub(crate) const BROWSER_ENDS: Duration = Duration::from_secs(5);
/// How long a browser that failed may take to say why.
pub(crate) const BROWSER_SAYS_WHY: Duration = Duration::from_millis(500);
/// How long the processes of a killed group may take to be gone.
pub(crate) const PROCESSES_DIE: Duration = Duration::from_secs(3);
/// The same in a `drop`, which blocks its thread meanwhile.
pub(crate) const PROCESSES_DIE_IN_DROP: Duration = Duration::from_millis(500);
/// How long the writer may take to flush what was posted before the last handle was dropped.
pub(crate) const WRITER_FLUSHES: Duration = Duration::from_secs(1);
/// How long the reader may take to come to the end of a connection that cannot be written to any more.
pub(crate) const READER_ENDS: Duration = Duration::from_millis(200);
/// A port of this machine answers at once; Windows tries a closed one again for two seconds.
pub(crate) const PORT_ANSWERS: Duration = Duration::from_secs(1);
/// How long a command may take that only concerns a WebDriver server.
pub(crate) const WEBDRIVER_ANSWERS: Duration = Duration::from_secs(10);
/// How long a WebDriver server may take beyond a deadline to make a session that is then ended. chromedriver gives a browser up that takes a minute.
pub(crate) const WEBDRIVER_IS_LATE: Duration = Duration::from_secs(60);
/// How long connecting to a browser that was just made may take.
pub(crate) const MADE_BROWSER_CONNECTS: Duration = Duration::from_secs(20);
/// How long a browser may take to say that it is there, when its WebDriver server does not know.
pub(crate) const BROWSER_SHOWS_LIFE: Duration = Duration::from_secs(10);
