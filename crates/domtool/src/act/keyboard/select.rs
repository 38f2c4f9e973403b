//! `select_text`: a phrase, a range of characters or all, of an element or of the page.

use std::collections::HashMap;

use domtool_cdp::protocol::{BackendNodeId, FrameId};
use domtool_page::view::quoted;
use domtool_page::{
    identity::ElementId,
    snapshot::{NodeIndex, NodeKind, NodeRef, Snapshot},
};

use super::{keys::Stroke, send, table};
use crate::{
    act::{
        ActionContext, ActionOutcome,
        action::{Modifiers, TextPart},
        fields,
        hit::Point,
        pointer,
        refused::unless_left,
        resolve::{self, ResolvedElement},
        verify::Proof,
    },
    error::{Dispatched, Error, ErrorKind, Result},
    observe::{self, Enrich},
    world::{
        Handle, calls,
        data::{TextSelected, TextWanted},
    },
};

impl<'a> TextWanted<'a> {
    fn of(part: &'a TextPart, tree: bool) -> Self {
        let (phrase, nth, range) = match part {
            TextPart::All => (None, None, None),
            TextPart::Phrase { text, nth } => (Some(text.as_str()), Some(*nth), None),
            TextPart::Range { from, to } => (None, None, Some((*from, *to))),
        };
        Self { phrase, nth, range, tree }
    }
}

/// Selects text of an element, or of the page.
pub(crate) async fn select_text(
    ctx: &mut ActionContext<'_>,
    target: Option<ElementId>,
    part: &TextPart,
) -> Result<ActionOutcome> {
    match part {
        TextPart::Phrase { text, .. } if text.trim().is_empty() => {
            return Err(Error::invalid_input("the phrase is empty"));
        }
        TextPart::Phrase { nth: 0, .. } => return Err(Error::invalid_input("the first is number 1")),
        TextPart::Range { from, to } if from >= to => {
            return Err(Error::invalid_input(format!("from {from} to {to} is no range")));
        }
        _ => {}
    }
    let Some(target) = target else { return in_page(ctx, part).await };
    let subject = resolve::resolve(ctx, target).await?;
    subject.check_operable()?;
    let selected = of_element(ctx, &subject, part).await?;
    let words = subject.words();
    let done = told(part, &selected, &format!("the text of {words}"), subject.state.secret)?;
    let kept = let_page_hear(ctx, &subject.handle).await?;
    Ok(ActionOutcome { feedback: format!("{done} of {words}{kept}"), target: Some(subject.target) })
}

/// Selects all of an element's text.
pub(super) async fn all_of(ctx: &mut ActionContext<'_>, subject: &ResolvedElement) -> Result<()> {
    let selected = of_element(ctx, subject, &TextPart::All).await?;
    let text = format!("the text of {}", subject.words());
    told(&TextPart::All, &selected, &text, subject.state.secret).map(drop)
}

async fn of_element(
    ctx: &mut ActionContext<'_>,
    subject: &ResolvedElement,
    part: &TextPart,
) -> Result<TextSelected> {
    if subject.state.kind.is_empty() {
        subject.staleness.confirm(ctx).await?;
    } else {
        fields::focus(ctx, subject).await?;
    }
    select(ctx, &subject.handle, part, false).await
}

async fn select(
    ctx: &mut ActionContext<'_>,
    node: &Handle,
    part: &TextPart,
    tree: bool,
) -> Result<TextSelected> {
    let selected: TextSelected = node.call(calls::SELECT_TEXT, &(TextWanted::of(part, tree),)).await?;
    if selected.selected.is_some() {
        ctx.note_dispatched(Dispatched::Yes);
    }
    Ok(selected)
}

/// Selects what is selected once more as a person does, by the mouse or else with a key, as editors and menus look at the selection
/// when they hear of these. What is to be said of it besides.
async fn let_page_hear(ctx: &mut ActionContext<'_>, node: &Handle) -> Result<&'static str> {
    let touch = ctx.tab.state().touch;
    let ends = match touch {
        true => None,
        false => node.call(calls::BEGIN_SELECTING, &()).await?,
    };
    let mut selected = false;
    if let Some([from, to]) = ends {
        let point = |(x, y)| Point { x, y };
        pointer::select_between(ctx, &node.channel, (point(from), point(to))).await?;
        selected = ctx.tab.gate().is_err() || node.call(calls::IS_SELECTED, &(true,)).await?;
    }
    // The mouse may have taken a character less, or cannot be where the text is: the page hears of a key that does nothing.
    if !selected && let Some(shift) = table::named("Shift") {
        send::press(ctx, &node.channel, &[Stroke::once(Modifiers::NONE, shift)]).await?;
    }
    if ctx.tab.gate().is_err() {
        return Ok("");
    }
    node.call(calls::TWO_FRAMES, &()).await?;
    let stays = node.call(calls::IS_SELECTED, &(false,)).await?;
    if stays {
        ctx.selected = Some(node.clone());
    }
    Ok(if stays { "" } else { ANOTHER })
}

/// Said of a text that is selected no more.
const ANOTHER: &str = "; the page has another selection by now";

/// Says so where what was selected is so no more, now that what that caused has come to rest.
pub(crate) async fn still_selected(
    ctx: &mut ActionContext<'_>,
    done: ActionOutcome,
) -> Result<ActionOutcome> {
    let Some(node) = ctx.selected.take() else { return Ok(done) };
    if ctx.tab.gate().is_err() {
        return Ok(done);
    }
    let stays = unless_left(ctx, node.call(calls::IS_SELECTED, &(false,)).await).await?;
    if stays != Some(false) {
        return Ok(done);
    }
    ctx.proof = Some(Proof::Arrived);
    Ok(ActionOutcome { feedback: format!("{}{ANOTHER}", done.feedback), ..done })
}

/// The first document or shadow root, in the order of the page, in which the phrase is; of a range or all, the page's own.
async fn in_page(ctx: &mut ActionContext<'_>, part: &TextPart) -> Result<ActionOutcome> {
    let snapshot = observe::look(ctx.tab, &ctx.session, Enrich::None).await?;
    let mut nth = match part {
        TextPart::Phrase { nth, .. } => *nth,
        _ => 1,
    };
    let phrase = match part {
        TextPart::Phrase { text, .. } => Some(text.as_str()),
        _ => None,
    };
    let mut times = 0;
    for (frame, backend) in trees(&snapshot, phrase) {
        let Some(world) = ctx.tab.world_of(&frame) else { continue };
        let node = match world.node(backend).await {
            Ok(node) => node,
            // It went away since the look.
            Err(error) if error.is_protocol() => continue,
            Err(error) => return Err(ctx.tab.explain(error)),
        };
        let part = match part {
            TextPart::Phrase { text, .. } => TextPart::Phrase { text: text.clone(), nth },
            other => other.clone(),
        };
        let selected = select(ctx, &node, &part, true).await?;
        if selected.selected.is_some() || phrase.is_none() {
            let done = told(&part, &selected, "the page's text", false)?;
            let kept = let_page_hear(ctx, &node).await?;
            return Ok(ActionOutcome { feedback: format!("{done}{kept}"), target: None });
        }
        times += selected.times;
        nth = nth.saturating_sub(selected.times);
    }
    Err(not_there(part, times, "the page's text"))
}

/// A text of each document and shadow root in which a phrase may be, in the order of the page; of the page's own document
/// where there is no phrase.
fn trees(snapshot: &Snapshot, phrase: Option<&str>) -> Vec<(FrameId, BackendNodeId)> {
    let squeezed = |text: &str| -> String {
        text.chars().filter(|c| !c.is_whitespace()).flat_map(char::to_lowercase).collect()
    };
    let is_tree = |kind: NodeKind| matches!(kind, NodeKind::Document | NodeKind::ShadowRoot(_));
    let mut texts: HashMap<NodeIndex, (NodeRef<'_>, String)> = HashMap::new();
    let mut order = Vec::new();
    for node in snapshot.nodes().filter(|node| node.kind() == NodeKind::Text) {
        let Some(tree) = node.ancestors().find(|above| is_tree(above.kind())) else { continue };
        let (_, text) = texts.entry(tree.index()).or_insert_with(|| {
            order.push(tree);
            (node, String::new())
        });
        text.push_str(&squeezed(node.text()));
    }
    let wanted = phrase.map(squeezed);
    order
        .into_iter()
        .filter_map(|tree| {
            let (first, text) = texts.get(&tree.index())?;
            let may = match &wanted {
                Some(wanted) => text.contains(wanted.as_str()),
                None => tree.parent().is_none(),
            };
            let frame = snapshot.frames.get(first.frame().0 as usize).filter(|_| may)?;
            Some((frame.id.clone(), first.backend()))
        })
        .collect()
}

/// What was selected, in words, where it is what was meant.
fn told(part: &TextPart, selected: &TextSelected, of: &str, secret: bool) -> Result<String> {
    if selected.unsupported {
        return Err(Error::new(
            ErrorKind::WrongKind,
            format!("of {of} only all can be selected, by its kind"),
        ));
    }
    let Some(text) = &selected.selected else {
        return Err(match part {
            TextPart::Phrase { .. } => not_there(part, selected.times, of),
            _ => Error::new(ErrorKind::NotFound, format!("{of} has {} characters", selected.length))
                .with_hint("name characters that are there"),
        });
    };
    if selected.meant.as_ref().is_some_and(|meant| meant != text) {
        return Err(Error::new(ErrorKind::NotActionable, format!("the page does not let {of} be selected")));
    }
    let characters = text.chars().count();
    Ok(match part {
        TextPart::Phrase { text, nth } if selected.times > 1 => {
            format!("selected {text}, number {nth} of {}", selected.times, text = quoted(&text))
        }
        TextPart::Phrase { text, .. } => format!("selected {text}", text = quoted(&text)),
        _ if secret => "selected it".to_owned(),
        _ => format!("selected {characters} characters"),
    })
}

fn not_there(part: &TextPart, times: u32, of: &str) -> Error {
    let TextPart::Phrase { text, nth } = part else {
        return Error::new(ErrorKind::NotFound, format!("{of} has none"));
    };
    let message = match times {
        0 => format!("{text} is not in {of}", text = quoted(&text)),
        times => {
            format!("{text} is in {of} {times} times, and number {nth} was asked for", text = quoted(&text))
        }
    };
    Error::new(ErrorKind::NotFound, message).with_hint("observe to read the text as it is")
}
