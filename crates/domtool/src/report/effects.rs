//! What an action caused: the data, and the one list of its effects.
//!
//! [`Effects`] is what users read and what becomes JSON. [`Effects::iter`] lists it as [`Effect`]s: whether there are any
//! comes from that list. Whoever reads it matches without a wildcard, so the
//! compiler finds what a new kind of effect lacks.

use domtool_page::identity::ElementId;
use serde::Serialize;

use super::{ChooserInfo, DialogInfo, DownloadInfo, Message, Opened, RequestInfo, StateChange, TabInfo};

/// What an action caused.
#[derive(Clone, Debug, Default, Serialize)]
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
    /// Downloads begun, as far as they are.
    pub downloads: Vec<DownloadInfo>,
    /// File choosers that opened and that nobody answered: `upload` gives them files.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub choosers: Vec<ChooserInfo>,
    /// Tabs that closed, by their numbers.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub closed_tabs: Vec<u32>,
    /// What it opened: menus, lists, dialogs, boxes of suggestions.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub opened: Vec<Opened>,
    /// Texts that appeared in places meant for messages (live regions, alerts, toasts, words on a field that is invalid),
    /// and texts that came and went; also those already gone.
    pub messages: Vec<Message>,
    /// Errors written to the console and exceptions that nobody caught.
    pub console_errors: Vec<String>,
    /// What has the focus now, when that changed.
    pub focus: Option<ElementId>,
    /// What of the target's own state is another now, such as `expanded` or `checked`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub state: Vec<StateChange>,
    /// How many lines came into the view.
    pub added: usize,
    /// How many went out of it.
    pub removed: usize,
    /// How many say something else.
    pub changed: usize,
}

/// An effect of one kind: a part of [`Effects`] that is not empty.
///
/// The enum is exhaustive on purpose: whoever shows effects has to decide what becomes of a new kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect<'a> {
    /// The page has a new address, a new document or both.
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
    /// Lines of the view changed.
    Lines {
        /// How many came into it.
        added: usize,
        /// How many went out of it.
        removed: usize,
        /// How many say something else.
        changed: usize,
    },
}

impl Effects {
    /// Lists the effects, one a kind, in the order in which a person is told of them.
    ///
    /// ```
    /// use domtool::{Effect, Effects};
    ///
    /// let effects = Effects { title: Some("Inbox".to_owned()), closed_tabs: vec![3], ..Effects::default() };
    /// let listed: Vec<_> = effects.iter().collect();
    /// assert_eq!(listed, [Effect::Title("Inbox"), Effect::TabsClosed(&[3])]);
    /// ```
    pub fn iter(&self) -> impl Iterator<Item = Effect<'_>> {
        // Every field by its name: a new one does not compile until it is listed.
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
            state,
            added,
            removed,
            changed,
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
            has_lines.then_some(Effect::Lines { added, removed, changed }),
        ];
        listed.into_iter().flatten()
    }

    /// Whether the action caused nothing that can be seen.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.iter().next().is_none()
    }

    /// Whether a press that became no click did something all the same: menus open on the press.
    pub(crate) fn comes_of_a_press(&self) -> bool {
        self.iter().any(Effect::comes_of_a_press)
    }
}

impl Effect<'_> {
    fn comes_of_a_press(self) -> bool {
        match self {
            Effect::Page { .. } | Effect::TabsOpened(_) | Effect::Dialogs(_) | Effect::Opened(_) => true,
            Effect::State(changes) => changes.iter().any(|change| {
                matches!(
                    change.name.as_str(),
                    "checked" | "expanded" | "open" | "pressed" | "selected" | "value" | "valuenow"
                )
            }),
            Effect::Title(_)
            | Effect::TabsClosed(_)
            | Effect::Choosers(_)
            | Effect::Requests(_)
            | Effect::Downloads(_)
            | Effect::Messages(_)
            | Effect::ConsoleErrors(_)
            | Effect::Focus(_)
            | Effect::Lines { .. } => false,
        }
    }
}

fn some<T>(items: &[T]) -> Option<&[T]> {
    (!items.is_empty()).then_some(items)
}
