//! Every bound of this crate: how much is remembered, asked, done and told, and how long a page or browser may take. What is said when
//! one is reached stands where it is used; thresholds of a rule stand beside their rule.

use std::time::Duration;

// What is remembered, so that no page and no caller fills the memory: of each tab, where nothing else is said.

/// Entries of the journal that are not about requests or single frames.
pub(crate) const EVENTS: usize = 2_000;
/// Entries about requests and frames, besides those of the action that runs.
pub(crate) const TRAFFIC: usize = 4_000;
/// Entries about requests and frames of the action that runs; more are a gap, which is told.
pub(crate) const TRAFFIC_OF_ACTION: usize = 40_000;
/// Requests besides those that run and those of the action that runs.
pub(crate) const REQUESTS: usize = 500;
/// Requests in all.
pub(crate) const REQUESTS_OF_ALL: usize = 10_000;
/// Different texts of the console.
pub(crate) const CONSOLE_TEXTS: usize = 200;
/// The same, of what was written between two marks; others are counted.
pub(crate) const CONSOLE_TEXTS_AT_ONCE: usize = 20;
/// Characters of such a text.
pub(crate) const CONSOLE_CHARACTERS: usize = 300;
/// So many requests of an action that run on are remembered.
pub(crate) const AWAITED_REQUESTS: usize = 100;
/// At most so many messages wait for a caller that makes no calls.
pub(crate) const WAITING_MESSAGES: usize = 20;
/// Downloads; the oldest are forgotten.
pub(crate) const DOWNLOADS: usize = 200;
/// At most so many prompts for a login are put away at once.
pub(crate) const PROMPTS: usize = 4;
/// Open streams; more are not counted.
pub(crate) const STREAMS: usize = 200;
/// No more lines of untold news than this are kept: the newest.
pub(crate) const UNTOLD_LINES: usize = 200;
/// Documents that are remembered as observed.
pub(crate) const OBSERVED_DOCUMENTS: usize = 16;
/// Documents whose rows are remembered as read.
pub(crate) const READ_ADDRESSES: usize = 8;
/// More remembered nodes than this are forgotten, and led to again.
pub(crate) const REMEMBERED_NODES: usize = 10_000;
/// Rows that are remembered while a list is scrolled through.
pub(crate) const REMEMBERED_ROWS: usize = 2_000;
/// So many requests that a login was given with are remembered: the server's next word on each comes at once.
pub(crate) const GIVEN_LOGINS: usize = 64;
/// So many refusals are remembered; a hostile server makes up realms.
pub(crate) const REFUSED_LOGINS: usize = 64;
/// So many origins that a tab showed are known; what fields of older ones held is no longer looked for in what is told of it.
pub(crate) const LEFT_ORIGINS: usize = 8;
/// Secret fields of a session. They are forgotten together beyond this: they are those of documents that were left.
pub(crate) const SECRET_FIELDS: usize = 5_000;
/// Callers of a session whose last tabs are remembered.
pub(crate) const CALLERS_TABS: usize = 8;

// What is read or asked of a page in one look, so that no page makes it slow.

/// A longer style sheet is not read, bytes.
pub(crate) const STYLE_SHEET_BYTES: usize = 4 << 20;
/// How many nodes Chrome is asked to name in one look.
pub(crate) const NODES_NAMED_BY_CHROME: usize = 300;
/// Closed shadow roots of a frame that are heard of.
pub(crate) const CLOSED_ROOTS: usize = 300;
/// How often an action looks for closed shadow roots that it fills.
pub(crate) const PEEKS: u32 = 3;
/// At most so many shadow roots of a frame are asked.
pub(crate) const ASKED_ROOTS: usize = 300;
/// How many nodes a frame's world is led to in one look at the page.
pub(crate) const ENTERED_NODES: usize = 300;
/// More frames than this are not watched for changes; their requests and navigations are.
pub(crate) const WATCHED_FRAMES: usize = 24;
/// A page that is higher than this is cut, CSS pixels: Chromium cannot take a picture of it in one piece.
pub(crate) const PICTURE_HEIGHT: f64 = 16_000.0;
/// Kilobytes of a recording: far more than an action's handlers fill; what comes after it is not recorded.
pub(crate) const RECORDING_KB: f64 = 8_192.0;

// What one action may do.

/// The most that the times between the keys of a text add up to.
pub(crate) const TYPING_TAKES: Duration = Duration::from_secs(60);
/// The most times that one key is pressed in a row.
pub(crate) const TIMES_OF_KEY: u32 = 500;
/// The most key presses of one action.
pub(crate) const KEY_PRESSES: u32 = 2_000;
/// More way points than any hand draws in one stroke.
pub(crate) const DRAG_POINTS: usize = 100;
/// At most so many presses of an arrow key; a person would not press more.
pub(crate) const DIAL_PRESSES: u32 = 100;
/// Steps that are tried for a value in words.
pub(crate) const DIAL_WORDS: u32 = 60;
/// Elements of one name of which it is asked since when they are called so. Of more nothing follows.
pub(crate) const NAMESAKES: usize = 100;
/// How often a list is scrolled on for an option.
pub(crate) const LIST_SCROLLS: u32 = 200;
/// How long that may take.
pub(crate) const LIST_SEARCH_TAKES: Duration = Duration::from_secs(20);
/// So many dialogs of a page that is left are dismissed; then the tab goes on in a new target.
pub(crate) const DISMISSED_DIALOGS: u32 = 2;
/// So many dialogs in a row, with no answer of the page in between, count as endless.
pub(crate) const DIALOGS_IN_A_ROW: u32 = 5;
/// Bytes that a file's name may have; most file systems end at 255.
pub(crate) const FILE_NAME_BYTES: usize = 180;
/// How many files of one name there may be.
pub(crate) const FILES_OF_A_NAME: u32 = 10_000;

// What a report may tell, so that it costs a reader little.

/// Tokens that a report's diff may take.
pub(crate) const DIFF_TOKENS: u32 = 1_200;
/// Effects of one kind that are listed; the rest is counted.
pub(crate) const LISTED_EFFECTS: usize = 20;
/// Messages that are.
pub(crate) const LISTED_MESSAGES: usize = 8;
/// At most so many errors are listed; the sentence says how many there are.
pub(crate) const LISTED_ERRORS: usize = 20;
/// How many options an error lists.
pub(crate) const LISTED_OPTIONS: usize = 100;
/// Characters of a value that are told.
pub(crate) const VALUE_CHARACTERS: usize = 100;
/// The text of a row is cut after so many characters.
pub(crate) const ROW_CHARACTERS: usize = 200;

// Times that a page or browser may take.

/// How long a command about a page may take before the page counts as hung.
pub(crate) const PAGE_ANSWERS: Duration = Duration::from_secs(10);
/// How long a look may take that has no timeout of its own; a page that does not answer ends it sooner.
pub(crate) const LOOK_TAKES: Duration = Duration::from_secs(60);
/// An out-of-process frame that takes longer than this is left out, which the observation says.
pub(crate) const FRAME_ANSWERS: Duration = Duration::from_secs(5);
/// The same, for a frame that was left out before.
pub(crate) const SILENT_FRAME_ANSWERS: Duration = Duration::from_millis(500);
/// How long it may take to load a PDF and give its text.
pub(crate) const PDF_LOADS: Duration = Duration::from_secs(5);
/// How long a frame with a process of its own may take for what others are asked as well.
pub(crate) const FRAME_TELLS: Duration = Duration::from_secs(1);
/// A browser that takes longer to begin a recording is too busy for one.
pub(crate) const RECORDING_BEGINS: Duration = Duration::from_secs(1);
/// So long the end of a recording is waited for before the next one: it cannot begin any sooner.
pub(crate) const RECORDING_ENDS: Duration = Duration::from_secs(10);
/// The longest time that a caller may wait for nothing in particular.
pub(crate) const WAIT_TAKES: Duration = Duration::from_secs(60);
/// A page that does not answer within this time is made to let go: its script is terminated.
pub(crate) const LEFT_PAGE_ANSWERS: Duration = Duration::from_secs(1);
/// The same, for a page that did not answer an earlier call either.
pub(crate) const HUNG_PAGE_ANSWERS: Duration = Duration::from_millis(300);
/// How long a page that is being left may stay silent after its script was terminated; then its renderer is given up.
pub(crate) const TERMINATED_PAGE_ANSWERS: Duration = Duration::from_secs(4);
/// How long a button may take to open its chooser. Pages that load what they need for it first take a moment.
pub(crate) const CHOOSER_OPENS: Duration = Duration::from_millis(1_500);
/// How long the input may take to tell the page of its files; those of a folder are counted first.
pub(crate) const FILES_ARE_TOLD: Duration = Duration::from_secs(5);
/// How long a new tab may take to show something before it is reported without that.
pub(crate) const NEW_TAB_SHOWS: Duration = Duration::from_secs(1);
/// How long a page may take to answer when its tab is taken.
pub(crate) const TAKEN_TAB_ANSWERS: Duration = Duration::from_secs(10);
/// How long the browser may take to close tabs.
pub(crate) const TABS_CLOSE: Duration = Duration::from_secs(10);
/// How long the browser may take to open a tab, also on a machine that starts many at once.
pub(crate) const TAB_OPENS: Duration = Duration::from_secs(30);
/// How long a page may take to say what it keeps.
pub(crate) const STORAGE_IS_TOLD: Duration = Duration::from_secs(3);
/// How long the tabs of a session may take to be set up again.
pub(crate) const TABS_ARE_SET_UP: Duration = Duration::from_secs(10);
