//! Codes that are asked for in a row of boxes, one character each. A person types on, and the page moves the focus from box to
//! box; where it does not, the Tab key does.

use domtool_cdp::protocol::dom;
use domtool_page::view::quoted;

use super::{
    focus::focus,
    value_check::{self, READS},
};
use crate::{
    act::{
        ActionContext, ActionOutcome, confirm::ToConfirm, keyboard, refused::unless_left,
        resolve::ResolvedElement,
    },
    error::{Error, ErrorKind, Result},
    observe::Wanted,
    world::{
        calls,
        data::{ActiveBox, BoxRow},
    },
};

/// How often it is asked, two frames apart, whether the page has moved the focus to the next box.
const MOVES: u32 = 2;

/// A text for a row of boxes.
pub(in crate::act) struct Row {
    code: Vec<char>,
    /// The fields are narrow or take one character; others are boxes where the first character moves the focus to the next one.
    certain: bool,
}

impl Row {
    /// The row that a field begins, where a text has more characters than the field's one.
    pub(in crate::act) async fn of(subject: &ResolvedElement, text: &str) -> Result<Option<Row>> {
        // What parts a code for a reader has no box.
        let code: Vec<char> = text.chars().filter(|c| !c.is_whitespace() && *c != '-').collect();
        if code.len() < 2 || code.iter().any(|c| c.is_control()) {
            return Ok(None);
        }
        let BoxRow { boxes, certain } = subject.handle.call(calls::BOX_ROW, &(code.len(),)).await?;
        if (1..code.len()).contains(&boxes) {
            let message = format!(
                "{} and the boxes after it take {boxes} characters, and the text has {}",
                subject.words(),
                code.len()
            );
            return Err(Error::new(ErrorKind::ValueRejected, message));
        }
        // What parts a code is for no field of another kind to lose.
        let whole = certain || text.chars().all(char::is_alphanumeric);
        Ok((boxes > 0 && whole).then_some(Row { code, certain }))
    }

    /// Writes the first character where only that shows whether the fields are boxes. False where the focus stays: they are none.
    pub(super) async fn begins(
        &self,
        ctx: &mut ActionContext<'_>,
        subject: &ResolvedElement,
    ) -> Result<bool> {
        if self.certain {
            return Ok(true);
        }
        let first = self.code.iter().take(1).collect::<String>();
        keyboard::write(ctx, &subject.handle.channel.clone(), &first).await?;
        let moved = active(ctx, subject, 1, false).await?;
        Ok(moved.is_none_or(|active| active.at != 0))
    }

    /// Empties boxes that are for a code alone, the last first, as a person does: a page may send a full row at each change of it.
    pub(super) async fn empty(&self, ctx: &mut ActionContext<'_>, subject: &ResolvedElement) -> Result<()> {
        let channel = subject.handle.channel.clone();
        let backspace = keyboard::keys::parse("Backspace")?;
        for emptied in 0..=self.code.len() {
            let last = subject.handle.element(calls::LAST_FULL_BOX).await;
            let last = unless_left(ctx, last.map_err(Error::from)).await?.flatten();
            let Some((filled, backend)) = last.filter(|_| emptied < self.code.len()) else {
                return if emptied > 0 { focus(ctx, subject).await } else { Ok(()) };
            };
            channel.call(&dom::Focus { backend_node_id: Some(backend) }).await?;
            filled.call(calls::SELECT_ALL, &()).await?;
            keyboard::press(ctx, &channel, &backspace).await?;
            if ctx.tab.gate().is_err() {
                break;
            }
        }
        Ok(())
    }

    /// What the boxes hold after a code was pasted, which the page spread over them. `None` where they hold something else.
    pub(in crate::act) async fn pasted(
        self,
        ctx: &mut ActionContext<'_>,
        subject: &ResolvedElement,
    ) -> Result<Option<String>> {
        let code: String = self.code.iter().collect();
        let holds = read(ctx, subject, &code).await?.unwrap_or_default();
        let spread = holds.first().is_some_and(|first| *first != code) && same(&holds, &code);
        Ok(spread.then(|| {
            let feedback = format!("; it and the boxes after it {}", hold(subject, &code));
            ctx.to_confirm = Some(ToConfirm { subject: subject.clone(), wanted: Wanted::Boxes(code) });
            feedback
        }))
    }

    /// Writes the code, or the rest of one that was begun, beginning in the field, which has the focus.
    pub(super) async fn write(
        self,
        ctx: &mut ActionContext<'_>,
        subject: ResolvedElement,
    ) -> Result<ActionOutcome> {
        let channel = subject.handle.channel.clone();
        let code: String = self.code.iter().collect();
        for (at, character) in self.code.iter().enumerate().skip(usize::from(!self.certain)) {
            // The last box may send the form.
            let Some(active) = active(ctx, &subject, at, true).await? else { break };
            if active.full && usize::try_from(active.at).is_ok_and(|active| active < at) {
                keyboard::press(ctx, &channel, &keyboard::keys::parse("Tab")?).await?;
                subject.handle.call(calls::ACTIVE_BOX, &(true,)).await?;
            } else if active.at < 0 {
                break; // the focus is elsewhere: nothing more is for these boxes
            }
            keyboard::write(ctx, &channel, &character.to_string()).await?;
            if ctx.tab.gate().is_err() {
                break;
            }
        }
        let holds = read(ctx, &subject, &code).await?;
        let words = subject.words();
        let feedback = match &holds {
            Some(holds) if !same(holds, &code) && !holds.concat().is_empty() => {
                let what = "and the boxes after it did not take the code";
                return Err(value_check::rejected(&subject, &holds.concat(), what));
            }
            None => {
                format!("{words} and the boxes after it were filled, and went away with what that caused")
            }
            Some(holds) if holds.concat().is_empty() => {
                format!("{words} and the boxes after it took the code, and the page emptied them at once")
            }
            Some(_) => format!("{words} and the boxes after it {}", hold(&subject, &code)),
        };
        let target = Some(subject.target.clone());
        ctx.to_confirm = Some(ToConfirm { subject, wanted: Wanted::Boxes(code) });
        Ok(ActionOutcome { feedback, target })
    }
}

fn hold(subject: &ResolvedElement, code: &str) -> String {
    if subject.state.secret { "are filled".to_owned() } else { format!("hold {}", quoted(&code)) }
}

/// The box that has the focus, once that is the one at a place: pages move the focus in a frame of their own. `None` where the
/// page is left.
async fn active(
    ctx: &ActionContext<'_>,
    subject: &ResolvedElement,
    at: usize,
    select: bool,
) -> Result<Option<ActiveBox>> {
    let mut left = MOVES;
    loop {
        if ctx.tab.gate().is_err() {
            return Ok(None);
        }
        let asked = subject.handle.call(calls::ACTIVE_BOX, &(select,)).await;
        let Some(active) = unless_left(ctx, asked).await? else { return Ok(None) };
        if left == 0 || usize::try_from(active.at).is_ok_and(|active| active >= at) {
            return Ok(Some(active));
        }
        left -= 1;
        subject.handle.call(calls::TWO_FRAMES, &()).await?;
    }
}

/// What the boxes hold together, over some frames until it is the code; `None` where they are gone, or a dialog keeps them from
/// being asked.
async fn read(ctx: &ActionContext<'_>, subject: &ResolvedElement, code: &str) -> Result<Option<Vec<String>>> {
    let mut left = READS;
    loop {
        if ctx.tab.gate().is_err() {
            return Ok(None);
        }
        let asked = subject.handle.call(calls::BOXES_HOLD, &()).await;
        let Some(Some(holds)) = unless_left(ctx, asked).await? else { return Ok(None) };
        if left == 0 || same(&holds, code) {
            return Ok(Some(holds));
        }
        left -= 1;
        subject.handle.call(calls::TWO_FRAMES, &()).await?;
    }
}

/// Whether the boxes hold a code together, or the first alone, which was a narrow field then. Pages write its letters as capitals.
pub(in crate::act) fn same(holds: &[String], code: &str) -> bool {
    let first = holds.first().is_some_and(|first| first == code);
    first || holds.concat().eq_ignore_ascii_case(code)
}
