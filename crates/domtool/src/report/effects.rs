//! What an action caused: the data, and the one list of its effects.
//!
//! [`Effects`] is what users read and what becomes JSON. [`Effects::iter`] lists it as [`Effect`]s: whether there are any,
//! their words in a verification and their lines on a terminal come from that list. Each reader here matches without a wildcard, so
//! the compiler finds what a new kind of effect lacks.

use domtool_page::{identity::ElementId, view::quoted};
use serde::Serialize;

use super::{
    ChooserInfo, DialogInfo, DownloadInfo, Message, Opened, RequestInfo, StateChange, TabInfo, Target,
};

/// What an action caused.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Effects {
    /// The new address, when it changed.
    pub url: Option<String>,
    /// The new title, when it changed.
    pub title: Option<String>,
    /// Whether the page has a new document.
    pub navigated: bool,
    /// Tabs that opened.
    pub tabs: Vec<TabInfo>,
    /// Dialogs that opened, with their text. An open one blocks the page until it is answered.
    pub dialogs: Vec<DialogInfo>,
    /// Requests begun after the input.
    pub requests: Vec<RequestInfo>,
    /// Downloads that began, with how far each is.
    pub downloads: Vec<DownloadInfo>,
    /// File choosers that opened and that no action answered yet: [`crate::Action::Upload`] gives them files.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub choosers: Vec<ChooserInfo>,
    /// Tabs that closed, by their numbers.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub closed_tabs: Vec<u32>,
    /// What it opened: menus, lists, dialogs, boxes of suggestions.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub opened: Vec<Opened>,
    /// Texts that appeared in places meant for messages (live regions, alerts, toasts, the error of an invalid field), and texts
    /// that came and went elsewhere. Those that are gone by now are included.
    pub messages: Vec<Message>,
    /// Errors written to the console and exceptions that nobody caught.
    pub console_errors: Vec<String>,
    /// The element that has the focus now, when that changed.
    pub focus: Option<ElementId>,
    /// The same, where no line has told of it: a cell of a grid.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub focused: Option<Target>,
    /// What the element with the focus says is current in it, when that changed: an option of a list (`aria-activedescendant`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub current: Option<Target>,
    /// States of the target that changed, such as `expanded` or `checked`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub state: Vec<StateChange>,
    /// How far down the document that the input went to is scrolled since, in CSS pixels; negative is up. Told where nothing else came of the
    /// input.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scrolled: Option<i64>,
    /// Whether a box in that document scrolled, such as a list or a row of pictures. Told where nothing else came of the input.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub box_scrolled: bool,
    /// Whether something came to the clipboard. Told where nothing else came of the input.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub copied: bool,
    /// Whether text of the page came to be selected. Told where nothing else came of the input.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub text_selected: bool,
    /// Whether a part of the page fills the screen now, where that changed. Told where nothing else came of the input.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub full_screen: Option<bool>,
    /// The names of pictures in view that were replaced by others; empty of one that has no name. Told where nothing else came of the input.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub pictures: Vec<String>,
    /// How many lines came into the view.
    pub added: usize,
    /// How many lines went out of it.
    pub removed: usize,
    /// How many lines have another text.
    pub changed: usize,
    /// What the lists above were too long to hold.
    #[serde(skip_serializing_if = "EffectsLeftOut::is_nothing")]
    pub left_out: EffectsLeftOut,
}

/// How much more there was than [`Effects`] lists. Requests that failed or sent something, and messages that are errors, are left out
/// last; all of it was judged.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct EffectsLeftOut {
    /// Requests.
    #[serde(skip_serializing_if = "is_zero")]
    pub requests: usize,
    /// Messages.
    #[serde(skip_serializing_if = "is_zero")]
    pub messages: usize,
    /// Errors of the console; one that was written several times is listed once.
    #[serde(skip_serializing_if = "is_zero")]
    pub console_errors: usize,
    /// More happened than domtool keeps, and a part of it is not known.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub unknown: bool,
}

impl EffectsLeftOut {
    /// Whether nothing was left out.
    #[must_use]
    pub fn is_nothing(&self) -> bool {
        *self == EffectsLeftOut::default()
    }

    /// Says it in words: `and 9 more requests`.
    #[must_use]
    pub fn words(self) -> Vec<String> {
        let EffectsLeftOut { requests, messages, console_errors, unknown } = self;
        let counts = [(requests, "requests"), (messages, "messages"), (console_errors, "console errors")];
        let counted = counts.into_iter().filter(|(count, _)| *count > 0);
        let mut words: Vec<String> =
            counted.map(|(count, what)| format!("and {count} more {what}")).collect();
        if unknown {
            words.push("more happened than is kept: a part of it is not known".to_owned());
        }
        words
    }
}

fn is_zero(count: &usize) -> bool {
    *count == 0
}

/// An effect of one kind: a part of [`Effects`] that is not empty.
///
/// Code that shows effects in its own way falls back on [`Effect::words`] for kinds that come later.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Effect<'a> {
    /// The page has a new address, a new document or both.
    #[non_exhaustive]
    Page {
        /// The new address, when it changed.
        url: Option<&'a str>,
        /// Whether the page has a new document.
        navigated: bool,
    },
    /// The page has this title now.
    Title(&'a str),
    /// Tabs opened.
    TabsOpened(&'a [TabInfo]),
    /// Tabs closed: their numbers.
    TabsClosed(&'a [u32]),
    /// Dialogs opened.
    Dialogs(&'a [DialogInfo]),
    /// File choosers opened.
    Choosers(&'a [ChooserInfo]),
    /// Requests began.
    Requests(&'a [RequestInfo]),
    /// Downloads began.
    Downloads(&'a [DownloadInfo]),
    /// Messages appeared.
    Messages(&'a [Message]),
    /// Menus, lists or dialogs of the page opened.
    Opened(&'a [Opened]),
    /// The target's own state changed.
    State(&'a [StateChange]),
    /// Errors were written to the console.
    ConsoleErrors(&'a [String]),
    /// This element has the focus now.
    Focus(ElementId),
    /// This is current in what has the focus.
    Current(&'a Target),
    /// The document is scrolled by so many CSS pixels; negative is up.
    Scrolled(i64),
    /// A box in the document scrolled.
    BoxScrolled,
    /// Something came to the clipboard.
    Copied,
    /// Text of the page came to be selected.
    TextSelected,
    /// A part of the page fills the screen now, or does so no more.
    FullScreen(bool),
    /// Pictures in view were replaced by others: their names.
    Pictures(&'a [String]),
    /// Lines of the view changed.
    #[non_exhaustive]
    Lines {
        /// How many came into it.
        added: usize,
        /// How many went out of it.
        removed: usize,
        /// How many say something else.
        changed: usize,
    },
    /// There was more than the lists hold.
    LeftOut(EffectsLeftOut),
}

impl Effects {
    /// Lists the effects, one a kind, in the order in which a person reads them.
    ///
    /// ```
    /// use domtool::{Effect, Effects};
    ///
    /// let mut effects = Effects::default();
    /// effects.title = Some("Inbox".to_owned());
    /// effects.closed_tabs = vec![3];
    /// let listed: Vec<_> = effects.iter().collect();
    /// assert_eq!(listed, [Effect::Title("Inbox"), Effect::TabsClosed(&[3])]);
    /// ```
    pub fn iter(&self) -> impl Iterator<Item = Effect<'_>> {
        // Names every field, so that a new one does not compile until it is listed.
        let Effects {
            url,
            title,
            navigated,
            tabs,
            dialogs,
            requests,
            downloads,
            choosers,
            closed_tabs,
            opened,
            messages,
            console_errors,
            focus,
            focused: _,
            current,
            state,
            scrolled,
            box_scrolled,
            copied,
            text_selected,
            full_screen,
            pictures,
            added,
            removed,
            changed,
            left_out,
        } = self;
        let (navigated, added, removed, changed) = (*navigated, *added, *removed, *changed);
        let has_page = navigated || url.is_some();
        let has_lines = [added, removed, changed] != [0; 3];
        let listed = [
            has_page.then_some(Effect::Page { url: url.as_deref(), navigated }),
            title.as_deref().map(Effect::Title),
            some(tabs).map(Effect::TabsOpened),
            some(closed_tabs).map(Effect::TabsClosed),
            some(dialogs).map(Effect::Dialogs),
            some(choosers).map(Effect::Choosers),
            some(requests).map(Effect::Requests),
            some(downloads).map(Effect::Downloads),
            some(messages).map(Effect::Messages),
            some(opened).map(Effect::Opened),
            some(state).map(Effect::State),
            some(console_errors).map(Effect::ConsoleErrors),
            focus.map(Effect::Focus),
            current.as_ref().map(Effect::Current),
            scrolled.map(Effect::Scrolled),
            box_scrolled.then_some(Effect::BoxScrolled),
            copied.then_some(Effect::Copied),
            text_selected.then_some(Effect::TextSelected),
            full_screen.map(Effect::FullScreen),
            some(pictures).map(Effect::Pictures),
            has_lines.then_some(Effect::Lines { added, removed, changed }),
            (!left_out.is_nothing()).then_some(Effect::LeftOut(*left_out)),
        ];
        listed.into_iter().flatten()
    }

    /// Whether the action caused nothing that can be seen.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.iter().next().is_none()
    }

    /// Whether a press that became no click had an effect all the same, as menus open on the press. `acted`: the page is known to have
    /// changed during the press, and not by what follows from it, as a field that is left tells its errors.
    pub(crate) fn comes_of_a_press(&self, acted: bool) -> bool {
        self.iter().any(|effect| effect.comes_of_a_press(acted))
    }

    /// Whether something of the page changed, or it asked for something: more than where the focus is. Title, lines and
    /// what opened differ from what the caller saw last, maybe long ago: they count where the page is known to have `changed` since
    /// the input.
    pub(crate) fn show_a_change(&self, changed: bool) -> bool {
        self.iter().any(|effect| match effect {
            Effect::Title(_) | Effect::Opened(_) | Effect::Lines { .. } => changed,
            Effect::Focus(_) | Effect::Current(_) | Effect::ConsoleErrors(_) | Effect::LeftOut(_) => false,
            _ => true,
        })
    }

    /// The same of a drag whose drop nothing took, `dropped` milliseconds after the action began: what pages show on the way there (a
    /// place to drop it) and ask for when it begins is no answer to the drop. `asked`: requests began since.
    pub(crate) fn outlast_a_drag(&self, changed: bool, asked: bool, dropped: u64) -> bool {
        self.iter().any(|effect| match effect {
            Effect::Messages(messages) => {
                messages.iter().any(|message| !message.gone || message.ms >= dropped)
            }
            Effect::Requests(_) => asked,
            Effect::Title(_) | Effect::Opened(_) | Effect::Lines { .. } => changed,
            Effect::Focus(_) | Effect::Current(_) | Effect::ConsoleErrors(_) | Effect::LeftOut(_) => false,
            _ => true,
        })
    }

    /// Says in words what the action caused. That its target has the focus now is no news, nor are errors of the page's
    /// scripts.
    pub(crate) fn account(&self, target: Option<ElementId>) -> Vec<String> {
        // A state that the view shows is a line that changed.
        let shows_state = self.iter().any(|effect| matches!(effect, Effect::Lines { .. }));
        let is_shown = |effect: &Effect<'_>| shows_state && matches!(effect, Effect::State(_));
        let is_own_focus = |effect: &Effect<'_>| target.map(Effect::Focus) == Some(*effect);
        let news = self.iter().filter(|effect| !is_shown(effect) && !is_own_focus(effect));
        let mut effects: Vec<_> = news.collect();
        effects.sort_by_key(|effect| effect.place());
        effects.into_iter().flat_map(Effect::words).collect()
    }
}

impl Effect<'_> {
    /// Tells whether a press alone does this.
    fn comes_of_a_press(self, acted: bool) -> bool {
        match self {
            Effect::Page { .. } | Effect::TabsOpened(_) | Effect::Dialogs(_) | Effect::Opened(_) => true,
            Effect::State(changes) => changes.iter().any(|change| {
                matches!(
                    change.name.as_str(),
                    "checked" | "expanded" | "open" | "pressed" | "selected" | "value" | "valuenow"
                )
            }),
            // Only what is sent: fields that are left ask for whether they are right.
            Effect::Requests(requests) => {
                requests.iter().any(|info| !matches!(info.method.as_str(), "GET" | "HEAD"))
            }
            Effect::TabsClosed(_) | Effect::Choosers(_) | Effect::Downloads(_) => true,
            Effect::Title(_) | Effect::Messages(_) | Effect::Lines { .. } => acted,
            Effect::ConsoleErrors(_)
            | Effect::Focus(_)
            | Effect::Current(_)
            | Effect::Scrolled(_)
            | Effect::BoxScrolled
            | Effect::Copied
            | Effect::TextSelected
            | Effect::FullScreen(_)
            | Effect::Pictures(_)
            | Effect::LeftOut(_) => false,
        }
    }

    /// Gives the effect's place in the account, which is not that of the list: users know both orders. Effects of one
    /// place stand as they are listed.
    fn place(self) -> u8 {
        match self {
            Effect::Page { .. }
            | Effect::TabsOpened(_)
            | Effect::Dialogs(_)
            | Effect::Requests(_)
            | Effect::Downloads(_)
            | Effect::Messages(_) => 0,
            Effect::TabsClosed(_) | Effect::Choosers(_) => 1,
            Effect::Title(_) => 2,
            Effect::Opened(_) | Effect::State(_) | Effect::ConsoleErrors(_) | Effect::Lines { .. } => 3,
            Effect::Focus(_)
            | Effect::Current(_)
            | Effect::Scrolled(_)
            | Effect::BoxScrolled
            | Effect::Copied
            | Effect::TextSelected
            | Effect::FullScreen(_)
            | Effect::Pictures(_)
            | Effect::LeftOut(_) => 4,
        }
    }

    /// Says in words what happened, one each: those of [`Verification::feedback`](super::Verification::feedback). There are none for
    /// what is shown by the lines that changed, and for errors of the page's scripts.
    #[must_use]
    pub fn words(self) -> Vec<String> {
        fn each<T>(items: &[T], words: impl Fn(&T) -> String) -> Vec<String> {
            items.iter().map(words).collect()
        }
        match self {
            Effect::Page { url: Some(url), navigated: true } => vec![format!("a new page {url}")],
            Effect::Page { url: Some(url), navigated: false } => vec![format!("the address {url}")],
            Effect::Page { url: None, navigated: _ } => vec!["a new page at the same address".to_owned()],
            Effect::Title(title) => vec![format!("the title {}", quoted(title))],
            Effect::TabsOpened(tabs) => each(tabs, |tab| format!("tab {} opened", tab.number)),
            Effect::TabsClosed(numbers) => each(numbers, |number| format!("tab {number} closed")),
            Effect::Dialogs(dialogs) => {
                each(dialogs, |dialog| format!("{} {}", dialog.kind, quoted(&dialog.message)))
            }
            Effect::Choosers(choosers) => each(choosers, |_| "a file chooser opened".to_owned()),
            Effect::Requests(requests) => {
                each(requests, |request| format!("{} {}", request.method, request.url))
            }
            Effect::Downloads(downloads) => each(downloads, |info| format!("download {}", info.words())),
            Effect::Messages(messages) => {
                each(messages, |message| format!("message {}", quoted(&message.text)))
            }
            Effect::State(changes) => {
                each(changes, |change| format!("{} is {} now", change.name, quoted(&change.now)))
            }
            Effect::Focus(focus) => vec![format!("the focus on {focus}")],
            Effect::Current(current) => vec![format!("{} is current", current.id)],
            Effect::Scrolled(by) => {
                let way = if by < 0 { "up" } else { "down" };
                vec![format!("the page scrolled {} px {way}", by.unsigned_abs())]
            }
            Effect::BoxScrolled => vec!["a box scrolled".to_owned()],
            Effect::Copied => vec!["the clipboard has something new".to_owned()],
            Effect::TextSelected => vec!["text of the page is selected".to_owned()],
            Effect::FullScreen(true) => vec!["a part of the page fills the screen".to_owned()],
            Effect::FullScreen(false) => vec!["nothing fills the screen any more".to_owned()],
            Effect::Pictures(pictures) => each(pictures, |name| match name.as_str() {
                "" => "a picture changed".to_owned(),
                name => format!("picture {} changed", quoted(name)),
            }),
            Effect::Lines { added, removed, changed } => match added + removed + changed {
                1 => vec!["1 line changed".to_owned()],
                lines => vec![format!("{lines} lines changed")],
            },
            Effect::LeftOut(left_out) => left_out.words(),
            // The lines that changed show what opened.
            Effect::Opened(_) | Effect::ConsoleErrors(_) => Vec::new(),
        }
    }
}

/// Gives the items if there are any.
fn some<T>(items: &[T]) -> Option<&[T]> {
    (!items.is_empty()).then_some(items)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::{DialogKind, DownloadState, MessageKind};

    /// One effect of each kind.
    fn all() -> Effects {
        let text = str::to_owned;
        let opened = Opened {
            kind: text("menu"),
            id: None,
            name: String::new(),
            options: Vec::new(),
            more: 0,
            in_diff: false,
        };
        Effects {
            url: Some(text("/b")),
            title: Some(text("Inbox")),
            navigated: true,
            tabs: vec![TabInfo {
                number: 2,
                title: text("B"),
                url: text("/tab"),
                active: false,
                attached: false,
            }],
            dialogs: vec![DialogInfo { kind: DialogKind::Confirm, message: text("Sure?"), open: true }],
            requests: vec![RequestInfo {
                method: text("POST"),
                kind: text("fetch"),
                url: text("/save"),
                ..RequestInfo::default()
            }],
            downloads: vec![DownloadInfo {
                name: text("a.pdf"),
                url: text("/a"),
                path: None,
                bytes: 1,
                total: None,
                state: DownloadState::Canceled,
            }],
            choosers: vec![ChooserInfo { multiple: true }],
            closed_tabs: vec![3],
            opened: vec![opened],
            messages: vec![Message {
                text: text("Saved"),
                kind: MessageKind::Plain,
                gone: false,
                ms: 1,
                in_diff: false,
            }],
            console_errors: vec![text("x is not")],
            focus: Some(ElementId(7)),
            focused: None,
            current: None,
            state: vec![StateChange {
                name: text("checked"),
                was: text("false"),
                now: text("true"),
                in_diff: false,
            }],
            scrolled: Some(-40),
            box_scrolled: true,
            copied: true,
            text_selected: true,
            full_screen: Some(true),
            pictures: vec![text("Front view")],
            added: 1,
            removed: 2,
            changed: 3,
            left_out: EffectsLeftOut { requests: 9, ..EffectsLeftOut::default() },
        }
    }

    #[test]
    fn every_kind_is_listed_once() {
        assert!(Effects::default().is_empty());
        assert_eq!(all().iter().count(), 21);
    }

    #[test]
    fn the_json_keeps_its_shape() {
        let json = |effects: &Effects| serde_json::to_string(effects).unwrap();
        let empty = "{'url':null,'title':null,'navigated':false,'tabs':[],'dialogs':[],'requests':[],\
            'downloads':[],'messages':[],'console_errors':[],'focus':null,'added':0,'removed':0,'changed':0}";
        assert_eq!(json(&Effects::default()), empty.replace('\'', "\""));
        let more = Effects {
            choosers: vec![ChooserInfo { multiple: true }],
            closed_tabs: vec![3],
            ..Effects::default()
        };
        let between = r#""downloads":[],"choosers":[{"multiple":true}],"closed_tabs":[3],"messages":[]"#;
        assert!(json(&more).contains(between), "{}", json(&more));
    }

    #[test]
    fn the_account_keeps_its_order() {
        let said = [
            "a new page /b",
            "tab 2 opened",
            "confirm \"Sure?\"",
            "POST /save",
            "download a.pdf canceled, 1 bytes",
            "message \"Saved\"",
            "tab 3 closed",
            "a file chooser opened",
            "the title \"Inbox\"",
            "6 lines changed",
            "the focus on e7",
            "the page scrolled 40 px up",
            "a box scrolled",
            "the clipboard has something new",
            "text of the page is selected",
            "a part of the page fills the screen",
            "picture \"Front view\" changed",
            "and 9 more requests",
        ];
        assert_eq!(all().account(None), said);
        assert_eq!(all().account(Some(ElementId(7)))[10], said[11]);
        let still = Effects { added: 0, removed: 0, changed: 0, ..all() };
        assert_eq!(still.account(None)[9], "checked is \"true\" now");
    }

    #[test]
    fn a_press_that_opens_or_leads_did_something() {
        let state = |name: &str| {
            let change = StateChange {
                name: name.to_owned(),
                was: String::new(),
                now: "true".to_owned(),
                in_diff: false,
            };
            Effects { state: vec![change], ..Effects::default() }
        };
        assert!(all().comes_of_a_press(false) && state("expanded").comes_of_a_press(false));
        assert!(Effects { url: Some("/b".to_owned()), ..Effects::default() }.comes_of_a_press(false));
        let idle = Effects { focus: Some(ElementId(7)), changed: 1, ..Effects::default() };
        assert!(!idle.comes_of_a_press(false) && !state("busy").comes_of_a_press(false));
        // Lines alone may be what follows from a field that was left.
        assert!(idle.comes_of_a_press(true));
    }
}
