//! Tests as tables: one [`Row`] is an element, what is done to it, and what the page tells (or the error that comes).

use domtool::{Action, Click, ElementId, ErrorKind, Obstacle};

use super::page::{Page, quoted};

/// What is done.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Do {
    Click,
    DoubleClick,
    Hover,
    Fill(&'static str),
    Type(&'static str),
    Clear,
    Press(&'static str),
    Select(&'static [&'static str]),
    Check,
    Uncheck,
    Submit,
}

impl Do {
    /// The action on an element.
    pub(crate) fn action(self, target: ElementId) -> Action {
        match self {
            Do::Click => Action::click(target),
            Do::DoubleClick => Action::Click(Click::new(target).with_count(2)),
            Do::Hover => Action::hover(target),
            Do::Fill(text) => Action::fill(target, text),
            Do::Type(text) => Action::type_text(Some(target.into()), text),
            Do::Clear => Action::clear(target),
            Do::Press(keys) => Action::press(Some(target.into()), keys.parse().unwrap()),
            Do::Select(options) => Action::select(target, options.iter().copied()),
            Do::Check => Action::check(target),
            Do::Uncheck => Action::uncheck(target),
            Do::Submit => Action::submit(target),
        }
    }
}

/// What must come of it.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Then {
    /// The page noted this.
    Notes(&'static str),
    /// The element with this id in the top document holds this, and the page noted a trusted event at it.
    Holds(&'static str, &'static str),
    /// This expression of the page is true.
    Is(&'static str),
    /// It is refused so, and the page noted nothing.
    Fails(ErrorKind),
    /// It is refused so, and the error carries this text: what the field holds, who covers, what there is.
    Says(ErrorKind, &'static str),
}

/// One line of a table.
pub(crate) struct Row(pub(crate) &'static str, pub(crate) Do, pub(crate) Then);

impl Page {
    /// Goes through a table, each row on the page as the rows before have left it; fails with all that was wrong.
    pub(crate) async fn table(&self, rows: &[Row]) {
        let mut wrong = Vec::new();
        for Row(name, act, then) in rows {
            if let Err(why) = self.row(name, *act, *then).await {
                wrong.push(format!("{name:?} {act:?}: {why}"));
            }
        }
        assert!(wrong.is_empty(), "{} of {} rows are wrong:\n{}", wrong.len(), rows.len(), wrong.join("\n"));
    }

    async fn row(&self, name: &str, act: Do, then: Then) -> Result<(), String> {
        let seen = self.see().await;
        let target = super::page::id_in(&seen, name)?;
        self.forget().await;
        let action = act.action(target);
        let result = self.act(action).await;
        match (then, result) {
            (Then::Fails(kind), Err(error)) if error.kind() == kind => match self.notes().await.as_str() {
                "" => Ok(()),
                notes => Err(format!("refused with {error}, but the page noted {notes}")),
            },
            (Then::Says(kind, text), Err(error)) if error.kind() == kind => {
                let said = format!("{error} {}", error.obstacle().map_or(String::new(), obstacle_text));
                if said.contains(text) { Ok(()) } else { Err(format!("{said} does not say {text:?}")) }
            }
            (Then::Fails(kind) | Then::Says(kind, _), Ok(report)) => {
                Err(format!("worked ({}), {} was expected", report.verification.feedback, kind.code()))
            }
            (_, Err(error)) => {
                Err(format!("{error} [dispatched {:?}, {:?}]", error.dispatched(), error.obstacle()))
            }
            (Then::Notes(note), Ok(_)) if self.noted(note).await => Ok(()),
            (Then::Is(expression), Ok(_)) if self.becomes(expression).await => Ok(()),
            (Then::Holds(id, value), Ok(_)) => {
                let (id, value) = (quoted(id), quoted(value));
                let held = format!(
                    "(e => (e.isContentEditable ? e.innerText : e.value) === {value})(document.getElementById({id}))"
                );
                let trusted = format!("log.some(line => line.includes(' ' + {id} + ' trusted'))");
                match (self.becomes(&held).await, self.becomes(&trusted).await) {
                    (true, true) => Ok(()),
                    (true, false) => Err(format!("holds it, but no trusted event: {}", self.notes().await)),
                    (false, _) => Err(format!("holds {} instead", self.js(&format!("(e => e.isContentEditable ? e.innerText : e.value)(document.getElementById({id}))")).await)),
                }
            }
            (then, Ok(report)) => Err(format!(
                "{then:?} did not come; noted: {}; reported: {}",
                self.notes().await,
                report.verification.feedback
            )),
        }
    }
}

/// An obstacle as one text.
pub(crate) fn obstacle_text(obstacle: &Obstacle) -> String {
    format!("{obstacle:?}")
}
