//! Codes that are asked for in a row of boxes, one character each. A person types on, and the page moves the focus from box to
//! box; where it does not, the Tab key does.

use domtool_page::view::quoted;

use super::value_check::{self, READS};
use crate::{
    act::{
        ActionContext, ActionOutcome, confirm::ToConfirm, keyboard, refused::unless_left,
        resolve::ResolvedElement,
    },
    error::{Error, ErrorKind, Result},
    observe::Wanted,
    world::calls,
};

/// A text for a row of boxes.
pub(super) struct Row {
    code: Vec<char>,
}

impl Row {
    /// The row that a field begins, where a text has more characters than the field's one.
    pub(super) async fn of(subject: &ResolvedElement, text: &str) -> Result<Option<Row>> {
        // What parts a code for a reader has no box.
        let code: Vec<char> = text.chars().filter(|c| !c.is_whitespace() && *c != '-').collect();
        if code.len() < 2 || code.iter().any(|c| c.is_control()) {
            return Ok(None);
        }
        let boxes: usize = subject.handle.call(calls::BOX_ROW, &(code.len(),)).await?;
        if (1..code.len()).contains(&boxes) {
            let message = format!(
                "{} and the boxes after it take {boxes} characters, and the text has {}",
                subject.words(),
                code.len()
            );
            return Err(Error::new(ErrorKind::ValueRejected, message));
        }
        Ok((boxes > 0).then_some(Row { code }))
    }

    /// Writes the code, beginning in the field, which has the focus.
    pub(super) async fn write(
        self,
        ctx: &mut ActionContext<'_>,
        subject: ResolvedElement,
    ) -> Result<ActionOutcome> {
        let channel = subject.handle.channel.clone();
        let code: String = self.code.iter().collect();
        for (at, character) in self.code.iter().enumerate() {
            let asked = subject.handle.call(calls::ACTIVE_BOX, &()).await;
            // The last box may send the form.
            let Some(active) = unless_left(ctx, asked).await? else { break };
            if active.full && usize::try_from(active.at).is_ok_and(|active| active < at) {
                keyboard::press(ctx, &channel, &keyboard::keys::parse("Tab")?).await?;
                subject.handle.call(calls::ACTIVE_BOX, &()).await?;
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
        let secret = subject.state.secret;
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
            Some(_) if secret => format!("{words} and the boxes after it are filled"),
            Some(_) => format!("{words} and the boxes after it hold {code}", code = quoted(&code)),
        };
        let target = Some(subject.target.clone());
        ctx.to_confirm = Some(ToConfirm { subject, wanted: Wanted::Boxes(code) });
        Ok(ActionOutcome { feedback, target })
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
