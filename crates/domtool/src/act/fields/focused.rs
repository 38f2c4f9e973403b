//! What has the focus, and whether it takes text: asked before text is typed or pasted without a field being named.

use domtool_page::{
    listener_kinds::ListenerKinds,
    snapshot::{NodeIndex, NodeRef, Snapshot},
};

use super::kind::{self, Kind};
use crate::{
    act::{
        ActionContext,
        resolve::{self, ResolvedElement},
    },
    error::{Error, ErrorKind, Result},
    observe::{self, Enrich},
};

/// Who gets what is typed.
pub(in crate::act) enum Receiver {
    /// A field, which can be read back.
    Field(Box<ResolvedElement>),
    /// Something else that makes its own of keys, in words: an editor, a grid, a page that listens to them.
    Keys(String),
}

/// Roles of what is worked by keys (ARIA Authoring Practices), and whose keys a page may hear wherever it listens.
const KEYED: &[&str] = &[
    "application",
    "combobox",
    "grid",
    "gridcell",
    "listbox",
    "menu",
    "menubar",
    "radiogroup",
    "searchbox",
    "slider",
    "spinbutton",
    "tablist",
    "textbox",
    "toolbar",
    "tree",
    "treegrid",
];

/// Who gets text now.
///
/// # Errors
/// `NOT_ACTIONABLE`, `WRONG_KIND` or `READ_ONLY` where nothing would take it.
pub(in crate::act) async fn receiver(ctx: &ActionContext<'_>) -> Result<Receiver> {
    let snapshot = observe::look(ctx.tab, &ctx.session, Enrich::Auto).await?;
    let nobody = |message: String, kind| {
        Err(Error::new(kind, message).with_hint(
            "name the field that is to get the text; press sends keys to what has the focus, whatever it is",
        ))
    };
    let focus = Focus::of(&snapshot);
    let Some(index) = focus.node else {
        return match focus.listens {
            true => Ok(Receiver::Keys("the page".to_owned())),
            false => nobody("no field has the focus to take the text".to_owned(), ErrorKind::NotActionable),
        };
    };
    let id = ctx.session.registry().assign(&ctx.tab.target(), &snapshot, index);
    let subject = resolve::resolve(ctx, id).await?;
    let words = subject.words();
    // A frame that cannot be looked into has a focus of its own.
    if subject.state.frames {
        return Ok(Receiver::Keys(words));
    }
    let read_only = subject.state.read_only || subject.state.disabled;
    match kind::of(&subject).await {
        Ok(Kind::Text) if !read_only => Ok(Receiver::Field(Box::new(subject))),
        Ok(Kind::Text) if !focus.listens => {
            nobody(format!("{words} has the focus, and is read-only"), ErrorKind::ReadOnly)
        }
        Ok(_) => Ok(Receiver::Keys(words)),
        Err(_) if focus.listens => Ok(Receiver::Keys(words)),
        Err(_) => nobody(format!("{words} has the focus, and takes no text"), ErrorKind::WrongKind),
    }
}

/// What a snapshot tells of the focus.
struct Focus {
    /// The element that has it; `None` where a page has it that is no editor.
    node: Option<NodeIndex>,
    /// It makes something of keys by itself.
    listens: bool,
}

impl Focus {
    fn of(snapshot: &Snapshot) -> Self {
        let focused = snapshot.focus.map(|index| snapshot.node(index));
        // Where a frame has it, nothing in the frame's page does.
        let page = match focused {
            Some(frame) if matches!(frame.tag(), "iframe" | "frame" | "object") => {
                frame.descendants().find(|node| node.tag() == "body" && node.frame() != frame.frame())
            }
            Some(_) => None,
            None => snapshot.nodes().find(|node| node.tag() == "body"),
        };
        let keyed = |node: NodeRef<'_>| {
            let role = node.attribute("role").unwrap_or_default().trim().to_ascii_lowercase();
            role.split_whitespace().next().is_some_and(|role| KEYED.contains(&role))
        };
        let listens = |node: NodeRef<'_>| {
            node.listener_kinds().any(ListenerKinds::KEY) || keyed(node) || node.ancestors().any(keyed)
        };
        match (page, focused) {
            (Some(page), _) => Self { node: None, listens: listens(page) },
            (None, focused) => {
                Self { node: focused.map(NodeRef::index), listens: focused.is_some_and(listens) }
            }
        }
    }
}
