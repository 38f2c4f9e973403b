//! Every bound of this crate: how much is remembered, how far is looked, how much is told of one thing. What no page, however large or
//! hostile, can make more of; thresholds of a rule stand beside their rule.

// What is remembered of a page that goes on for days.

/// At most so many different requests are counted; then the counts begin anew.
pub(crate) const COUNTED_REQUESTS: usize = 500;
/// At most so many messages wait to be reported; the oldest go first, and errors last.
pub(crate) const UNTOLD_MESSAGES: usize = 100;
/// At most so many different texts are counted; then the counts begin anew.
pub(crate) const COUNTED_TEXTS: usize = 500;
/// Cells that span several rows or columns are told in at most so many places more than they are written in. A table with more is told as
/// it is written.
pub(crate) const SPANNED_PLACES: usize = 20_000;
/// So many secret values are known; the oldest go first.
pub(crate) const SECRET_VALUES: usize = 64;
/// So many origins are known of which a field held a secret; those not looked at for the longest go first.
pub(crate) const SECRET_ORIGINS: usize = 64;
/// So many timers of an action are followed; more are not remembered.
pub(crate) const TIMERS: usize = 200;
/// So many stale ids can still say what they were.
pub(crate) const STALE_IDS: usize = 2_000;
/// At most so many edits are remembered; the oldest go first.
pub(crate) const REMEMBERED_EDITS: usize = 32;

/// So many lines of a page are compared with the reader's next page; more are told again.
pub(crate) const READ_LINES: usize = 5_000;

// How far is looked, so that the time of a pass grows with the page and not faster.

/// So many nodes are looked at for a name.
pub(crate) const NODES_OF_NAME: usize = 1_000;
/// A name gathered from content stops here, in bytes.
pub(crate) const NAME_BYTES: usize = 4_000;
/// A label is read so far, in bytes. What a field is stands in its first words; one around a long list has the whole list in it.
pub(crate) const LABEL_BYTES: usize = 2_000;
/// What describes fields of more secret values than this is hidden whole, as it is not searched for each of them.
pub(crate) const ECHOED_VALUES: usize = 64;
/// No more empty lines are made of a gap between two lines.
pub(crate) const EMPTY_LINES: usize = 200;
/// So many texts are measured; the places of others are inferred.
pub(crate) const MEASURED_TEXTS: usize = 200;
/// So many numbers of a path are read: who draws more than that draws no connector.
pub(crate) const PATH_NUMBERS: usize = 4000;
/// The texts of a row are read up to so many bytes.
pub(crate) const ROW_TEXT_BYTES: usize = 300;
/// At most so many nodes of a row are looked at.
pub(crate) const ROW_NODES: u32 = 600;
/// At most so many shadow roots of a row are noted; a row with more is never taken as unchanged.
pub(crate) const ROW_SHADOWS: usize = 32;
/// At most so many nodes of a list are searched for the name that an element of it had.
pub(crate) const SEARCHED_NODES: usize = 5_000;
/// Among more candidates than this, an id is only found by an equal fingerprint.
pub(crate) const COMPARED_CANDIDATES: usize = 32;
/// Of more lines that can be operated nobody finds out what they join: each takes a search.
pub(crate) const JOINED_LINES: usize = 60;
/// A longer name is not searched from its start again.
pub(crate) const SEARCHED_NAME_BYTES: usize = 4096;
/// No more text of one line is read, bytes.
pub(crate) const LINE_BYTES: usize = 1 << 16;
/// No more groups than this are kept.
pub(crate) const KEPT_GROUPS: usize = 200;
/// More words than this a request is not judged by.
pub(crate) const REQUEST_WORDS: usize = 16;
/// A compiled expression has no more bytes than this.
pub(crate) const EXPRESSION_BYTES: usize = 1 << 20;

// How much is told of one thing, so that no page fills an answer with it.

/// Text longer than this is cut, and its length said.
pub(crate) const TEXT_CHARACTERS: usize = 500;
/// Names longer than this are cut, and their length said.
pub(crate) const NAME_CHARACTERS: usize = 120;
/// A message is cut after so many characters.
pub(crate) const MESSAGE_CHARACTERS: usize = 300;
/// An error's text is cut here, in characters.
pub(crate) const ERROR_CHARACTERS: usize = 300;
/// A piece of news is cut after so many characters.
pub(crate) const NEWS_CHARACTERS: usize = 300;
/// An attribute's value is cut after so many characters.
pub(crate) const ATTRIBUTE_CHARACTERS: usize = 120;
/// So many boxes that scroll are listed by themselves.
pub(crate) const LISTED_SCROLLERS: usize = 10;
/// So many frames are listed by themselves.
pub(crate) const LISTED_FRAMES: usize = 20;
/// Longer names of options are cut.
pub(crate) const OPTION_CHARACTERS: usize = 40;
/// More shapes and texts than this in one drawing are counted by kind and colour.
pub(crate) const LISTED_SHAPES: usize = 40;
/// Texts and names of shapes are cut after so many characters.
pub(crate) const SHAPE_CHARACTERS: usize = 80;
/// What an action opened is told whole up to so many lines. Fixture: economy.html, "Actions".
pub(crate) const OPENED_LINES: usize = 40;
