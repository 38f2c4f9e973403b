//! The table of calls into the isolated world: the name of each, what it is called with, and what it answers.
//!
//! Every call goes through an entry of this table, so no caller can ask for another type. `cargo xtask js --write` makes
//! `isolated/calls.d.ts` from this file and from `data.rs`, and the parts are checked against that; `cargo xtask check` fails
//! where the two differ.

use std::marker::PhantomData;

use super::data::{
    ActiveBox, Beliefs, BoxRow, Caret, Change, Choice, ClipHeard, Clipping, Dial, DragState, DropHeard,
    FieldManner, FileInput, FilesTaken, FormHeard, HeldFile, KeysHeard, ListRoles, LookFacts, Marked,
    NodeState, ReadinessCounts, Receives, Relation, RootPlace, ScrollAmount, ScrollPosition, Scrolled,
    SelectorMatches, TextSelected, TextWanted, Tick, Timeline, Unseen, Wheeled, Written,
};

/// What a call is made of, kept as types alone: the function is never there.
type Types<On, Arguments, Answer> = PhantomData<fn() -> (On, Arguments, Answer)>;

/// A function of the isolated world: what it is called on, its arguments (a tuple), and its answer.
pub(crate) struct Call<On, Arguments, Answer> {
    pub(super) name: &'static str,
    types: Types<On, Arguments, Answer>,
}

impl<On, Arguments, Answer> Clone for Call<On, Arguments, Answer> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<On, Arguments, Answer> Copy for Call<On, Arguments, Answer> {}

impl<On, Arguments, Answer> Call<On, Arguments, Answer> {
    const fn new(name: &'static str) -> Self {
        Self { name, types: PhantomData }
    }
}

/// Called without a node.
pub(crate) enum OnWorld {}
/// Called with an element, or any node, first.
pub(crate) enum OnNode {}
/// Called either way: it does not look at the node.
pub(crate) enum OnAny {}
/// Called with an element first and other nodes last.
pub(crate) enum OnNodeWithOthers {}
/// Called with any number of nodes and nothing else.
pub(crate) enum OnNodes {}

/// What a world without a node can be asked.
pub(crate) trait WorldCall {}
impl WorldCall for OnWorld {}
impl WorldCall for OnAny {}

/// What a node can be asked.
pub(crate) trait NodeCall {}
impl NodeCall for OnNode {}
impl NodeCall for OnAny {}

/// An element as an answer: it comes as a handle, never by value.
pub(crate) enum Element {}

/// A look into a frame as an answer: facts as JSON text, and then elements; nothing where there is nothing to tell.
pub(crate) struct Looked<Facts>(PhantomData<Facts>);

impl<On, Argument, Facts> Call<On, (Argument,), Looked<Facts>> {
    /// The function that calls it with its node and what else it is told.
    pub(crate) fn function_of_node(self) -> String {
        format!("function (args) {{ return domtool.{}(this, ...args) }}", self.name)
    }
}

impl<On, Facts> Call<On, (), Looked<Facts>> {
    /// The function that calls it with any nodes.
    pub(crate) fn function(self) -> String {
        format!("function (...nodes) {{ return domtool.{}(...nodes) }}", self.name)
    }
}

macro_rules! on {
    (world) => {
        OnWorld
    };
    (element) => {
        OnNode
    };
    (node) => {
        OnNode
    };
    (any) => {
        OnAny
    };
    (element_with_others) => {
        OnNodeWithOthers
    };
    (nodes) => {
        OnNodes
    };
}

macro_rules! calls {
    ($($constant:ident = $on:ident.$name:ident($($argument:ident: $type:ty),*) -> $answer:ty;)*) => {
        $(pub(crate) const $constant: Call<on!($on), ($($type,)*), $answer> = Call::new(stringify!($name));)*
    };
}

calls! {
    // base.js
    CLOCK = world.clock() -> f64;
    FRAME = any.frame() -> ();
    TWO_FRAMES = any.twoFrames() -> ();
    HANDLED = world.handled() -> ();
    PAINTED = world.painted(ms: u64) -> ();

    // staleness.js
    CAME_TO_BE = element_with_others.cameToBe(since: f64) -> bool;
    CHANGED = element_with_others.changed(since: f64) -> Change;

    // login.js
    ASKS_FOR_LOGIN = world.asksForLogin(urls: Vec<String>) -> bool;

    // ready.js
    READINESS = world.readiness() -> ReadinessCounts;
    READINESS_LATER = world.readinessLater() -> ReadinessCounts;

    // spots.js
    SPOTS = element.spots() -> Vec<(f64, f64)>;

    // element.js
    STATE = element.state() -> NodeState;

    // hovers.js
    READ_SHEETS = world.readSheets(texts: Vec<(String, Option<String>)>) -> ();
    SHOWN_BY = element.shownBy() -> Option<Element>;

    // reach.js
    LIST_OVER = element.listOver() -> bool;
    BRING = element.bring(block: &str) -> ();
    KEYS_PART = element.keysPart() -> Option<Element>;
    RELATION = element_with_others.relation() -> Relation;
    STAND_IN_OF = element.standInOf() -> Option<Element>;

    // motion.js
    DRIFTING = element.drifting() -> bool;
    MOTION = element.motion() -> Option<[f64; 6]>;
    STEADY = element.steady(ms: u64, moving: bool) -> bool;

    // passing.js
    MAY_GO = node.mayGo() -> bool;
    PASSING = node.passing() -> bool;
    PINNED = node.pinned() -> bool;

    // proof.js
    ARRIVED_INSTEAD = element.arrivedInstead(event: &str) -> bool;
    CLICK_EVENT = element.clickEvent() -> bool;
    FORGET_POINTER = world.forgetPointer() -> ();
    HEARS_POINTER = world.hearsPointer() -> bool;
    UNSEEN_SINCE = world.unseenSince(ms: u64) -> Unseen;
    HAS_POINTER = element.hasPointer() -> bool;
    HOVERED = element.hovered() -> bool;
    PRESS_TARGET = world.pressTarget() -> Option<Element>;
    PROVE = element.prove() -> ();
    PROVEN = any.proven() -> Vec<String>;
    TAPPED = element.tapped(count: u32) -> bool;

    // clipboard.js
    BEGIN_TAKING = world.beginTaking() -> ();
    CLIP_HEARD = world.clipHeard() -> ClipHeard;
    LISTEN_FOR_CLIP = world.listenForClip() -> ();
    PUT_CLIP = world.putClip(text: &str, html: &str) -> bool;
    TAKEN = world.taken() -> Option<Clipping>;

    // keys.js
    KEYS_HEARD = any.keysHeard() -> KeysHeard;
    LISTEN_FOR_ANY_KEYS = world.listenForAnyKeys() -> ();
    LISTEN_FOR_KEYS = element.listenForKeys() -> ();

    // drag.js
    DRAGGED_AT = any.draggedAt() -> DragState;
    DROPPED = any.dropped() -> DragState;
    FORGET_DRAG = world.forgetDrag() -> ();
    WATCH_DROP = world.watchDrop() -> ();
    DROPPED_HERE = world.droppedHere() -> bool;
    IS_BACK = element.isBack() -> bool;
    LEFT_PLACE = element.leftPlace() -> bool;
    REMEMBER_PLACE = element.rememberPlace() -> ();
    WATCH_DRAG = element.watchDrag(role: &str) -> ();

    // select.js
    BEGIN_SELECTING = node.beginSelecting() -> Option<[(f64, f64); 2]>;
    IS_SELECTED = node.isSelected(mend: bool) -> bool;
    SELECT_TEXT = node.selectText(what: TextWanted<'static>) -> TextSelected;

    // files.js
    DROP_HEARD = any.dropHeard() -> DropHeard;
    FILE_INPUT = element.fileInput() -> FileInput;
    FILES_TAKEN = element.filesTaken(ms: u64) -> FilesTaken;
    HELD_FILES = element.heldFiles() -> Vec<HeldFile>;
    LISTEN_FOR_DROP = element.listenForDrop() -> ();
    LISTEN_FOR_FILES = element.listenForFiles() -> ();

    // emulation.js
    BELIEFS = world.beliefs(locale: &str, zone: &str) -> Beliefs;

    // fields.js
    ACTIVE = element.active() -> bool;
    ACTIVE_BOX = element.activeBox(select: bool) -> ActiveBox;
    BOXES_HOLD = any.boxesHold() -> Option<Vec<String>>;
    BOX_ROW = element.boxRow(count: usize) -> BoxRow;
    CARET = element.caret() -> Caret;
    CARET_AT_END = element.caretAtEnd() -> ();
    CARET_AT_START = element.caretAtStart() -> ();
    DEEP_ACTIVE = world.deepActive() -> Option<Element>;
    DIAL = element.dial() -> Dial;
    TRACK_POINT = element.trackPoint(wanted: f64) -> Option<[f64; 2]>;
    HEAR_INPUT = element.hearInput() -> Option<String>;
    HEARD_INPUT = element.heardInput() -> Option<String>;
    HOLDS_COMPOSED = element.holdsComposed(text: &str) -> bool;
    KEEPS_KEYS = any.keepsKeys() -> bool;
    LAST_FULL_BOX = element.lastFullBox() -> Option<Element>;
    MANNER = element.manner() -> FieldManner;
    NORMAL = element.normal(text: &str) -> String;
    RECEIVES = element.receives() -> Receives;
    SECURITY_ORIGIN = world.securityOrigin() -> String;
    SELECT_ALL = element.selectAll() -> ();
    SET_VALUE = element.setValue(text: &str) -> ();
    SPREAD_OVER = element.spreadOver() -> Vec<String>;
    STAND_BESIDE = element.standBeside(texts: Vec<String>) -> bool;
    TAKEN_OVER = element.takenOver() -> bool;
    UNSELECTED = element.unselected() -> bool;
    WRITTEN = element.written(text: &str) -> Written;

    // options.js
    APPROACH = element.approach(index: usize) -> Option<String>;
    CHOOSE = element.choose(indices: &[usize]) -> ();
    OPTION_AT = element.optionAt(index: usize) -> Option<Element>;
    OPTIONS = element.options() -> Vec<Choice>;
    OPENS_PICKER = element.opensPicker() -> bool;

    // forms.js
    DEFAULT_BUTTON = element.defaultButton() -> Option<Element>;
    ENTER_FIELD = element.enterField() -> Option<Element>;
    FORM_OF = element.formOf() -> Option<Element>;
    SEND_FORM = element.sendForm() -> ();
    WATCH_FORM = element.watchForm() -> ();
    WATCHED_FORM = any.watchedForm() -> FormHeard;

    // scroll.js
    CENTRE = element.centre() -> ();
    LIES_OVER = element.liesOver() -> Option<Element>;
    MAIN_FRAME = world.mainFrame() -> Option<Element>;
    OFFSET = world.offset() -> [f64; 4];
    SCROLL_FROM = element.scrollFrom(by: ScrollAmount) -> Scrolled;
    SCROLL_PAGE = world.scrollPage(by: ScrollAmount) -> Scrolled;
    SCROLLED_TO = world.scrolledTo() -> Option<ScrollPosition>;
    SHARE_IN_VIEW = element.shareInView() -> Option<f64>;

    // wheel.js
    WATCH_WHEEL = world.watchWheel() -> ();
    WATCH_WHEEL_AT = element.watchWheelAt() -> ();
    WHEELED = any.wheeled() -> Wheeled;

    // caused.js
    CHANGE = world.change(ms: u64) -> bool;
    MARK = world.mark() -> Marked;
    TICK = world.tick() -> Tick;
    UNMARK = world.unmark() -> ();

    // roots.js
    HEAR_ROOTS = nodes.hearRoots() -> ();

    // ticks.js
    LIVES_IN_SIGHT = world.livesInSight() -> bool;
    TICKING = node.ticking() -> bool;
    TICKS = node.ticks(within: bool) -> bool;
    TITLE_TICKS = world.titleTicks() -> bool;

    // heard.js
    FLUSH = world.flush() -> f64;
    REST = world.rest() -> ();
    START = world.start() -> ();

    // lists.js
    BRING_LISTED = element.bringListed(index: usize, label: &str) -> i64;
    CHOSEN_STILL = element.chosenStill() -> Option<bool>;
    CURRENT_OPTION = element.currentOption() -> Option<String>;
    ESCAPE_DOES_MORE = element.escapeDoesMore() -> bool;
    FOCUS_WITHIN = element.focusWithin() -> bool;
    LISTED = element.listed() -> Vec<Choice>;
    LISTED_AT = element.listedAt(index: usize, label: &str) -> Option<Element>;
    LIST_ON = element.listOn() -> bool;
    LIST_TO_TOP = element.listToTop() -> ();
    NOTE_SHOWN = any.noteShown() -> ();
    OPENED_LIST = element.openedList() -> Option<Element>;
    FLOATS_AT_WRITING = element.floatsAtWriting() -> bool;
    OPEN_LIST = element.openList() -> Option<Element>;
    ROLES_IN = element.rolesIn() -> ListRoles;
    SEARCHES = element.searches() -> bool;
    SHOWS = element.shows() -> String;
    SHOWS_CHOSEN = element.showsChosen(label: &str) -> bool;
    WRITING = world.writing() -> bool;

    // editors.js
    EDITOR_ROOT = element.editorRoot() -> Option<Element>;
    EDITOR_TAKER = element.editorTaker() -> Option<Element>;
    IN_EDITOR = element.inEditor() -> bool;
    TAKES_FOR_EDITOR = element.takesForEditor() -> bool;

    // selectors.js
    MATCHING = node.matching(selector: &str) -> Looked<SelectorMatches>;

    // locators.js
    MATCHING_PATH = node.matchingPath(path: &str) -> Looked<SelectorMatches>;
    PLACES_IN_FRAME = element.placesInFrame() -> Vec<RootPlace>;

    // timeline.js
    TIMELINE = world.timeline() -> Timeline;

    // look.js
    ENTER_AND_LOOK = nodes.enterAndLook() -> Looked<LookFacts>;
    LOOK = world.look() -> Looked<LookFacts>;
}
