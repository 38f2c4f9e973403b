//! The data of the calls into the isolated world, and what the looks and the binding tell beside them: arguments and answers.
//!
//! The parts write these fields; `isolated/calls.d.ts` is made from them (see `calls.rs`). A field that a part may leave out is
//! marked `#[serde(default)]`; any other is always there, an `Option` as `null` or a value.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// What the isolated world reads of an element.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct NodeState {
    pub(crate) connected: bool,
    /// It shows a page of its own: an `iframe`, `frame` or `object`.
    pub(crate) frames: bool,
    /// `text`, `date`..., `textarea`, `select`, `editable`, or empty for what is no field.
    pub(crate) kind: String,
    pub(crate) boxed: bool,
    /// It has no box of its own: an image map's area, `display: contents`.
    pub(crate) boxless: bool,
    pub(crate) visible: bool,
    pub(crate) disabled: bool,
    pub(crate) inert: bool,
    /// It lets the pointer through; what is in it may not.
    pub(crate) pointerless: bool,
    pub(crate) read_only: bool,
    /// `true`, `false`, `mixed`, or [`UNSAID`].
    pub(crate) checked: Option<String>,
    /// It is a custom element: its page may say of it by internals what nobody else reads.
    pub(crate) custom: bool,
    pub(crate) multiple: bool,
    /// What of it an action may change, by name: `expanded`, `checked`, `value`...
    pub(crate) states: BTreeMap<String, String>,
    pub(crate) value: Option<String>,
    pub(crate) field: FieldFacts,
    /// Whether what it holds is nobody's to read, by the session's rules.
    #[serde(skip)]
    pub(crate) secret: bool,
    pub(crate) text: String,
}

/// The state of a box by its role, where the page tells none.
pub(crate) const UNSAID: &str = "unsaid";

impl NodeState {
    /// Whether it is on, or off, as it should be; `None` for what is neither. What tells its state no more is off.
    pub(crate) fn is_checked(&self, on: bool) -> Option<bool> {
        match self.checked.as_deref()? {
            "true" => Some(on),
            "false" | UNSAID => Some(!on),
            _ => Some(false),
        }
    }
}

/// What privacy rules look at.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct FieldFacts {
    pub(crate) kind: String,
    pub(crate) autocomplete: String,
    pub(crate) name: String,
    pub(crate) id: String,
    pub(crate) labels: Vec<String>,
    pub(crate) obscured: bool,
    pub(crate) was_secret: bool,
}

/// What a hit node is to the element that is meant, as the isolated world tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Relation {
    Itself,
    /// In it, and nothing operable of its own.
    Inside,
    /// An operable element in it, or in such a one.
    Child,
    /// Its label.
    Label,
    /// What it is in.
    Around,
    Other,
}

/// What changed since the ids were last brought up to date, as the isolated world tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Change {
    /// Nothing in its document.
    Nothing,
    /// Something, but not in it nor in what it stands in.
    Elsewhere,
    /// It may be another now.
    Near,
}

#[derive(Clone, Copy, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum ScrollAmount {
    Pages(f64),
    Pixels(f64, f64),
    Percent(f64),
    /// To a share of the way from the left end to the right one.
    Across(f64),
}

/// How far something is scrolled, and how far it can be.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
pub(crate) struct ScrollPosition {
    pub(crate) left: f64,
    pub(crate) top: f64,
    pub(crate) most_left: f64,
    pub(crate) most_top: f64,
}

#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Scrolled {
    pub(crate) before: ScrollPosition,
    /// Where it was right after it was scrolled.
    pub(crate) sent: ScrollPosition,
    /// Where it is two frames later.
    pub(crate) after: ScrollPosition,
    /// Whether it is the document itself.
    pub(crate) page: bool,
    /// Whether it is the element that was named.
    pub(crate) itself: bool,
    /// Its style has it come to rest only at certain places (CSS Scroll Snap).
    pub(crate) snaps: bool,
    /// What one screen less the overlap is, CSS pixels.
    pub(crate) step: f64,
}

/// What came of input that no line of the page shows.
#[derive(Deserialize)]
pub(crate) struct Unseen {
    /// How far down the document scrolled, CSS pixels; negative is up.
    pub(crate) scrolled: i64,
    /// A box in it scrolled.
    pub(crate) box_scrolled: bool,
    /// Something came to the clipboard.
    pub(crate) copied: bool,
    /// Text of it came to be selected.
    pub(crate) text_selected: bool,
    /// A part of it fills the screen now, where that changed.
    pub(crate) full_screen: Option<bool>,
    /// The names of pictures in view that were replaced.
    pub(crate) pictures: Vec<String>,
}

/// What one frame has of a turn.
#[derive(Deserialize)]
pub(crate) struct Wheeled {
    /// It came to this frame.
    pub(crate) came: bool,
    /// It came to the element that was meant.
    pub(crate) reached: bool,
    /// The page kept its default, the scrolling, from happening.
    pub(crate) kept: bool,
    pub(crate) scrolled: Vec<ScrolledBox>,
}

/// Something that scrolled.
#[derive(Deserialize)]
pub(crate) struct ScrolledBox {
    /// It is the frame's document.
    pub(crate) page: bool,
    #[serde(flatten)]
    pub(crate) position: ScrollPosition,
}

/// What a frame has of a drag.
#[derive(Clone, Debug, Default, Deserialize)]
pub(crate) struct DragState {
    /// The press reached the source.
    pub(crate) pressed: bool,
    /// The page's `dragstart` came and was let happen.
    pub(crate) began: bool,
    /// `dragend` came.
    pub(crate) ended: bool,
    /// What came of it, as `dragend` says: `none`, `copy`, `move`, `link`.
    pub(crate) effect: Option<String>,
    /// The target was entered.
    pub(crate) entered: bool,
    /// On what it was dropped.
    pub(crate) dropped: Option<DroppedOn>,
    /// The button came up.
    pub(crate) released: bool,
}

/// On what a drop came down.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum DroppedOn {
    Target,
    /// The page had moved it under the mouse.
    Source,
    /// Something that the target is in.
    Around,
    Other,
}

/// What the isolated world is asked to select.
#[derive(Debug, Serialize)]
pub(crate) struct TextWanted<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) phrase: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) nth: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) range: Option<(u32, u32)>,
    /// Whether the node that is asked only stands for the document or shadow root that it is in.
    pub(crate) tree: bool,
}

/// What came of it.
#[derive(Debug, Deserialize)]
pub(crate) struct TextSelected {
    /// How often the phrase is there.
    pub(crate) times: u32,
    /// What is selected now; nothing where the part is not there.
    pub(crate) selected: Option<String>,
    /// What should be, where the page may forbid it.
    pub(crate) meant: Option<String>,
    /// The field's kind knows no selection but all.
    #[serde(default)]
    pub(crate) unsupported: bool,
    /// Characters of the whole text.
    #[serde(default)]
    pub(crate) length: u32,
}

/// What the isolated world of a frame heard of the keys.
#[derive(Clone, Copy, Debug, Deserialize)]
pub(crate) struct KeysHeard {
    /// Trusted `keydown` events.
    pub(crate) keys: u32,
    /// Whether the first of them reached the element.
    pub(crate) reached: bool,
    /// Whether the last of them went to what is written into and offers nothing.
    pub(crate) plain: bool,
    /// Its listener comes before any of the page: what it did not hear, the document did not get.
    pub(crate) first: bool,
}

/// What the page heard of a copy, cut or paste.
#[derive(Debug, Deserialize)]
pub(crate) struct ClipHeard {
    pub(crate) kind: Option<String>,
    /// Whether the page took it upon itself (it cancelled the event).
    pub(crate) own: bool,
}

/// What a clipboard holds.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
pub(crate) struct Clipping {
    pub(crate) text: String,
    /// The same with its formatting, where it has any.
    pub(crate) html: String,
}

/// A file as the page has it.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub(crate) struct HeldFile {
    pub(crate) name: String,
    pub(crate) size: u64,
}

/// What an input takes, as the isolated world reads it.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct FileInput {
    pub(crate) multiple: bool,
    /// A whole folder (`webkitdirectory`).
    pub(crate) folder: bool,
    /// `accept`, empty for anything.
    pub(crate) accept: String,
}

/// What an input holds once it was given files.
#[derive(Debug, Deserialize)]
pub(crate) struct FilesTaken {
    /// The last of `input`, `change` and `cancel` that came, trusted; none in time.
    pub(crate) event: Option<String>,
    pub(crate) files: Vec<HeldFile>,
}

/// How a field stands after a part of a text was written.
#[derive(Debug, Deserialize)]
pub(crate) struct Written {
    pub(crate) value: Option<String>,
    /// It told of input since it is listened to.
    pub(crate) heard: bool,
    /// What is written next comes after what was just written.
    pub(crate) goes_on: bool,
    /// It is there still, and has the focus.
    pub(crate) kept: bool,
    /// The page took what was written for itself, to put it there when it likes.
    pub(crate) taken_over: bool,
}

/// Who gets the keys that are meant for a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Receives {
    Itself,
    /// Another field, or something else that may make its own of keys.
    Elsewhere,
    /// Nothing that takes text has the focus.
    Nobody,
}

/// The row of boxes that a field begins.
#[derive(Clone, Copy, Debug, Deserialize)]
pub(crate) struct BoxRow {
    /// How many of those that a text needs; 0 where the field is none.
    pub(crate) boxes: usize,
    /// They are narrow, or take one character each.
    pub(crate) certain: bool,
}

/// Where the focus is in a row of boxes.
#[derive(Clone, Copy, Debug, Deserialize)]
pub(crate) struct ActiveBox {
    /// Which box has it, from 0; -1 for none.
    pub(crate) at: i64,
    /// It takes no more than one character.
    pub(crate) full: bool,
}

/// What typing finds in a field.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
pub(crate) struct Caret {
    /// Something is selected, which what is typed replaces.
    pub(crate) selected: bool,
    /// How many elements in it are lists, headings and the like.
    pub(crate) formatted: usize,
}

/// What the isolated world heard of the drag.
#[derive(Debug, Deserialize)]
pub(crate) struct DropHeard {
    /// Whether the page let the files be dropped there (`dragover` was cancelled).
    pub(crate) taken: bool,
    /// The files at the trusted `drop`; none when it did not come to the place.
    pub(crate) files: Option<Vec<HeldFile>>,
}

/// What the isolated world heard of a form.
#[derive(Clone, Debug, Default, Deserialize)]
pub(crate) struct FormHeard {
    pub(crate) submitted: bool,
    /// The page kept the browser from sending it.
    pub(crate) prevented: bool,
    pub(crate) invalid: Vec<FormFlaw>,
}

/// A field that validation stopped at.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct FormFlaw {
    pub(crate) label: String,
    pub(crate) message: String,
    pub(crate) field: FieldFacts,
}

/// What a slider or spinbutton shows.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Dial {
    pub(crate) now: Option<f64>,
    pub(crate) min: Option<f64>,
    pub(crate) max: Option<f64>,
    /// What an arrow key adds, where that is known.
    pub(crate) step: Option<f64>,
    pub(crate) text: Option<String>,
}

/// What else a field tells of itself.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct FieldManner {
    /// The first word of its `role`.
    pub(crate) role: String,
    /// Its role is one of a list of options.
    pub(crate) list: bool,
    /// It says that it opens a list, a menu or the like.
    pub(crate) opens: bool,
    /// It looks like something that opens options.
    pub(crate) choosable: bool,
    /// It has a `<datalist>`.
    pub(crate) suggests: bool,
    /// What validation says of it.
    pub(crate) invalid: Option<String>,
}

/// An option.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
pub(crate) struct Choice {
    pub(crate) label: String,
    pub(crate) value: String,
    /// The label of its group; empty for none.
    #[serde(default)]
    pub(crate) group: String,
    /// Its lines, where it is read in several.
    #[serde(default)]
    pub(crate) lines: String,
    pub(crate) disabled: bool,
    /// Whether it is chosen; `None` where nothing tells.
    pub(crate) selected: Option<bool>,
    /// An option of a `<select>` that lists its options in the page.
    #[serde(default)]
    pub(crate) listed: bool,
}

/// What kind of list it is.
#[derive(Clone, Copy, Debug, Deserialize)]
pub(crate) struct ListRoles {
    /// Its options are commands.
    pub(crate) menu: bool,
    /// It takes several.
    pub(crate) several: bool,
    /// Its options tell whether they are chosen.
    pub(crate) told: bool,
}

/// What the page says of itself.
#[derive(Debug, Deserialize)]
pub(crate) struct Beliefs {
    pub(crate) locale: String,
    pub(crate) locale_meant: String,
    pub(crate) zone: String,
    pub(crate) zone_meant: String,
    pub(crate) dark: bool,
    pub(crate) reduced: bool,
    pub(crate) fingers: i32,
    pub(crate) agent: String,
    pub(crate) online: bool,
}

#[derive(Deserialize)]
pub(crate) struct Marked {
    /// When the page changed for the last time, but for what ticks.
    pub(crate) changed: f64,
    /// How long ago something of ours ran while no action did, milliseconds.
    pub(crate) ours: Option<f64>,
}

#[derive(Deserialize)]
pub(crate) struct Tick {
    /// Whether the input did something by itself since the action began.
    pub(crate) itself: bool,
    /// Whether elements came that may show what is in a closed shadow root.
    pub(crate) hosts: bool,
    pub(crate) mutations: u32,
    pub(crate) animations: u32,
}

/// What `readiness` of the isolated world answers.
#[derive(Deserialize)]
pub(crate) struct ReadinessCounts {
    pub(crate) elements: u32,
    pub(crate) height: u32,
    pub(crate) text: u32,
    pub(crate) drawn: bool,
    pub(crate) busy: bool,
    pub(crate) scripted: bool,
    pub(crate) operable: bool,
}

/// What the browser's timeline has of a document: milliseconds, moments from its beginning.
#[derive(Deserialize)]
pub(crate) struct Timeline {
    /// Now.
    pub(crate) age: f64,
    pub(crate) first_paint: Option<f64>,
    pub(crate) first_contentful_paint: Option<f64>,
    pub(crate) largest_contentful_paint: Option<f64>,
    pub(crate) dom_content_loaded: Option<f64>,
    pub(crate) loaded: Option<f64>,
    pub(crate) long_tasks: LongTaskTimes,
    pub(crate) long_frames: LongFrameTimes,
}

/// Tasks that took long.
#[derive(Deserialize)]
pub(crate) struct LongTaskTimes {
    pub(crate) count: u32,
    pub(crate) total: f64,
    pub(crate) longest: f64,
}

/// Frames that took long to be made.
#[derive(Deserialize)]
pub(crate) struct LongFrameTimes {
    pub(crate) count: u32,
    pub(crate) scripts: f64,
    /// Styles and layout within the scripts.
    pub(crate) forced: f64,
    pub(crate) rendering: f64,
}

/// What a selector matches, beside the elements.
#[derive(Deserialize)]
pub(crate) struct SelectorMatches {
    /// How many elements.
    pub(crate) total: usize,
    /// It is no selector.
    pub(crate) wrong: bool,
}

/// How an element is found in its document or shadow root.
#[derive(Deserialize)]
pub(crate) struct RootPlace {
    /// A CSS selector that matches it alone there.
    pub(crate) css: Option<String>,
    /// An XPath that matches it alone; none in a shadow root.
    pub(crate) xpath: Option<String>,
    /// The selector also matches nothing else where Playwright looks: in the open shadow roots below, too.
    pub(crate) pierced: bool,
    /// That shadow root is closed.
    pub(crate) closed: bool,
}

/// What `look.js` says beside the nodes.
#[derive(Deserialize)]
pub(crate) struct LookFacts {
    /// A shadow root went away; it may come back elsewhere.
    pub(crate) lost: bool,
    /// See `FrameProbe::plain_root`.
    pub(crate) plain: bool,
    pub(crate) facts: Vec<FieldFact>,
    /// See `FrameProbe::origin`.
    #[serde(default)]
    pub(crate) origin: Option<String>,
    /// Which of the elements has the focus.
    pub(crate) focus: Option<usize>,
    /// Elements that a rule with `:hover` shows, each with the one that is hovered then.
    #[serde(default)]
    pub(crate) shown: Vec<(usize, usize)>,
    /// Elements that a rule makes transparent, and no rule with `:hover` visible.
    #[serde(default)]
    pub(crate) faded: Vec<usize>,
    /// Elements whose background is another while they are hovered.
    #[serde(default)]
    pub(crate) lit: Vec<usize>,
    /// Elements over which the pointer becomes a hand.
    #[serde(default)]
    pub(crate) pointed: Vec<usize>,
    /// See `FrameProbe::nested_hosts`.
    #[serde(default)]
    pub(crate) nested: Vec<usize>,
    /// See `FrameProbe::inked`.
    #[serde(default)]
    pub(crate) inked: bool,
    /// Addresses of style sheets of other origins whose rules it could not read.
    #[serde(default)]
    pub(crate) wanted: Vec<String>,
}

#[derive(Deserialize)]
pub(crate) struct FieldFact {
    #[serde(default)]
    pub(crate) mixed: bool,
    #[serde(default)]
    pub(crate) invalid: Option<String>,
    #[serde(default)]
    pub(crate) text: Option<String>,
    #[serde(default)]
    pub(crate) files: Vec<String>,
    #[serde(default)]
    pub(crate) was_secret: bool,
}

/// What the script says beside the nodes.
#[derive(Deserialize)]
pub(crate) struct DelegatesFound {
    /// What the window hears; nothing where that could not be told.
    pub(crate) windows: Option<Vec<String>>,
    pub(crate) events: Vec<Vec<String>>,
}

/// One thing that a world tells through its binding.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
pub(crate) enum AnnouncementEvent {
    Gone(TextGone),
    Said(TextSaid),
}

/// What a place said is not to be seen any more.
#[derive(Debug, Deserialize)]
pub(crate) struct TextGone {
    /// The number that it was told with.
    pub(crate) gone: u32,
}

/// A text that came.
#[derive(Debug, Deserialize)]
pub(crate) struct TextSaid {
    /// Its number in its document.
    pub(crate) said: u32,
    pub(crate) text: String,
    #[serde(default)]
    pub(crate) passing: bool,
    #[serde(default)]
    pub(crate) start: bool,
    #[serde(default)]
    pub(crate) content: bool,
    /// Milliseconds since it appeared.
    #[serde(default)]
    pub(crate) age: f64,
    pub(crate) role: String,
    pub(crate) classes: Vec<String>,
    pub(crate) colours: Vec<String>,
    pub(crate) invalid: bool,
    #[serde(default)]
    pub(crate) assertive: bool,
    #[serde(default)]
    pub(crate) status_bar: bool,
}
