//! What an operation gave back, as one JSON object or as lines for a person and a model. Each shape of it is a type of its own
//! that is a [`Shape`]; a new one touches nothing else here.

mod acted;
mod cookie_list;
mod handed_over;
mod json_value;
mod kept_state;
mod located;
mod looks;
mod report_text;
mod request_lines;
mod saved_file;
mod session_list;

use std::fmt::Debug;

use serde::Serialize;

pub(crate) use acted::Acted;
pub(crate) use cookie_list::{CookieInfo, CookieList, ItemInfo, ItemList};
pub(crate) use handed_over::HandedOver;
pub(crate) use json_value::JsonValue;
pub(crate) use kept_state::{KeptState, SavedState, gap_sentence};
pub(crate) use located::Located;
pub(crate) use looks::{Observed, Picture, painted_over};
pub(crate) use report_text::{effect_lines, report_text};
pub(crate) use saved_file::SavedFile;
pub(crate) use session_list::{ClosedSessions, SessionInfo, SessionList, TabList};

use crate::{failure::Failure, paint::Paint, wire::Answer};

/// One shape of what an operation can give back.
pub(crate) trait Shape: Debug + Send {
    /// As one object, in which `ok` comes first.
    ///
    /// # Errors
    /// When it holds JSON that is none.
    fn json(&self) -> serde_json::Result<String>;

    /// As one object of the type that its schema describes; where it differs, [`Shape::json`] is what a page's own format is.
    ///
    /// # Errors
    /// As [`Shape::json`].
    fn typed(&self) -> serde_json::Result<String> {
        self.json()
    }

    /// As lines.
    fn text(&self, paint: Paint) -> String;

    /// As few lines as there can be: one a thing that was done.
    fn brief(&self, paint: Paint) -> String {
        self.text(paint)
    }

    /// Forgets the diffs that are in it.
    fn leave_out_diff(&mut self) {}

    /// Whether it shows all of what it is about.
    fn is_whole(&self) -> bool {
        false
    }

    /// Whether not all was done that was asked for, though there is something to tell of.
    fn fell_short(&self) -> bool {
        false
    }
}

/// What an operation gave back.
#[derive(Debug)]
pub(crate) struct Output(Box<dyn Shape>);

impl<T: Shape + 'static> From<T> for Output {
    fn from(shape: T) -> Self {
        Self(Box::new(shape))
    }
}

impl Output {
    /// As the caller wants it.
    pub(crate) fn render(mut self, answer: Answer) -> String {
        if answer.quiet {
            self.0.leave_out_diff();
        }
        let paint = Paint::new(answer.colour);
        match (answer.json, answer.quiet) {
            (true, _) => written(if answer.typed { self.0.typed() } else { self.0.json() }),
            (false, true) => self.0.brief(paint),
            (false, false) => self.0.text(paint),
        }
    }

    /// Whether not all was done that was asked for, though there is something to tell of.
    pub(crate) fn fell_short(&self) -> bool {
        self.0.fell_short()
    }
}

/// JSON, or the error that there is none, as JSON.
fn written(json: serde_json::Result<String>) -> String {
    json.unwrap_or_else(|error| Failure::internal(error.to_string()).to_json())
}

/// Writes an object with `"ok": true` in front.
pub(crate) fn done(body: &impl Serialize) -> String {
    #[derive(Serialize)]
    struct Done<'a, T: Serialize> {
        ok: bool,
        #[serde(flatten)]
        body: &'a T,
    }
    domtool::text::safe_json(&Done { ok: true, body })
}

#[cfg(test)]
mod build;
#[cfg(test)]
mod forgery;

#[cfg(test)]
mod tests {
    use domtool::{Message, MessageKind, Opened, Report, RequestInfo, RequestLog, StateChange, Target};

    use super::{build::build, *};

    fn report() -> Report {
        build(|report: &mut Report| {
            report.ok = true;
            report.effects.requests.push(build(|request: &mut RequestInfo| {
                request.method = "POST".to_owned();
                request.kind = "fetch".to_owned();
                request.url = "/save".to_owned();
                request.status = Some(200);
            }));
            report.effects.messages.push(build(|message: &mut Message| {
                message.text = "Saved".to_owned();
                message.kind = MessageKind::Success;
                message.gone = true;
                message.ms = 12;
            }));
            report.effects.changed = 1;
            report.verification.passed = true;
            report.verification.feedback = "clicked e3; the page says: Saved".to_owned();
            report.verification.note = "the focus moved".to_owned();
            report.diff = "+ e9 text \"Saved\"".to_owned();
            report.ms = 61;
        })
    }

    #[test]
    fn a_report_is_a_few_lines() {
        let text = Output::from(report()).render(Answer::default());
        assert_eq!(
            text,
            "ok click: the focus moved\n  POST /save 200\n  success message \"Saved\" (gone)\n+ e9 text \"Saved\"\n"
        );
    }

    #[test]
    fn what_the_diff_shows_is_not_said_again() {
        let mut shown = report();
        shown.target = Some(Target::new(domtool::ElementId(3), "button", "Save"));
        shown.target_in_diff = true;
        shown.verification.note.clear();
        let effects = &mut shown.effects;
        effects.focus = Some(domtool::ElementId(3));
        effects.messages[0].in_diff = true;
        effects.state.push(build(|state: &mut StateChange| state.in_diff = true));
        effects.opened.push(build(|opened: &mut Opened| opened.in_diff = true));
        effects.messages.push(build(|message: &mut Message| {
            message.kind = MessageKind::Error;
            message.in_diff = true;
        }));
        let text = Output::from(shown.clone()).render(Answer::default());
        assert_eq!(text, "ok click e3\n  POST /save 200\n  error message: see below\n+ e9 text \"Saved\"\n");
        // Where the diff is left out it shows nothing.
        let quiet = Output::from(shown).render(Answer { quiet: true, ..Answer::default() });
        assert!(quiet.starts_with("ok click e3 button \"Save\"; ") && quiet.lines().count() == 1, "{quiet}");
        assert!(quiet.contains("success message \"Saved\"") && quiet.contains("; opened "), "{quiet}");
    }

    #[test]
    fn quiet_leaves_the_diff_out() {
        let text = Output::from(report()).render(Answer { quiet: true, ..Answer::default() });
        assert_eq!(text, "ok click: the focus moved; POST /save 200; success message \"Saved\" (gone)\n");
        let json = Output::from(report()).render(Answer { json: true, quiet: true, ..Answer::default() });
        assert!(
            json.starts_with(r#"{"ok":true,"action":"click""#) && json.contains(r#""diff":"""#),
            "{json}"
        );
    }

    #[test]
    fn every_json_is_one_object_with_ok() {
        let outputs = [
            Output::from(TabList { tabs: Vec::new(), available: None }),
            Output::from(TabList { tabs: Vec::new(), available: Some(Vec::new()) }),
            Output::from(RequestLog::default()),
            Output::from(SavedFile { file: "page.pdf".into(), bytes: 5 }),
            Output::from(SessionList { sessions: Vec::new() }),
            Output::from(JsonValue("[1,2]".to_owned())),
            Output::from(ClosedSessions { closed: vec!["default".to_owned()] }),
        ];
        for output in outputs {
            let json = output.render(Answer { json: true, ..Answer::default() });
            assert!(json.starts_with(r#"{"ok":true,"#), "{json}");
        }
    }
}
