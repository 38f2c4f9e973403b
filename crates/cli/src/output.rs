//! What an operation gave back, as one JSON object or as lines for a person and a model.

mod report_text;
mod session_list;

use std::path::PathBuf;

use domtool::{Batch, FindResult, Observation, Report, Stats, TabInfo};
use serde::Serialize;
use serde_json::value::RawValue;

pub(crate) use report_text::{effect_lines, report_text};
pub(crate) use session_list::SessionInfo;

use report_text::batch_text;
use session_list::{sessions_text, tabs_text};

use crate::{failure::Failure, paint::Paint, wire::Answer};

/// What an operation gave back.
#[derive(Debug)]
pub(crate) enum Output {
    /// What was seen; `is_json` when its text is JSON already.
    Observation {
        /// It.
        seen: Box<Observation>,
        /// Whether the caller asked for JSON.
        is_json: bool,
        /// Whether the caller asked for its statistics.
        stats: bool,
        /// The picture that came with it.
        picture: Option<Picture>,
    },
    /// Where a text stands.
    FindResult(Box<FindResult>),
    /// What an action did.
    Report(Box<Report>),
    /// What several actions did.
    Batch(Box<Batch>),
    /// The session's tabs.
    Tabs(Vec<TabInfo>),
    /// All sessions.
    Sessions(Vec<SessionInfo>),
    /// A picture that was written.
    Picture(Picture),
    /// A value as JSON text.
    Value(String),
    /// The sessions that were closed.
    Closed(Vec<String>),
}

/// A picture that was written.
#[derive(Debug, Serialize)]
pub(crate) struct Picture {
    /// Where it is.
    pub(crate) file: PathBuf,
    /// Its width in pixels.
    pub(crate) width: u32,
    /// Its height in pixels.
    pub(crate) height: u32,
    /// How many ids are drawn on it.
    pub(crate) marks: usize,
}

impl Output {
    /// As the caller wants it.
    pub(crate) fn render(mut self, answer: Answer) -> String {
        if answer.quiet {
            self.leave_out_diff();
        }
        if answer.json { self.to_json() } else { self.to_text(Paint::new(answer.colour)) }
    }

    /// Whether not all was done that was asked for, though there is something to tell of.
    pub(crate) fn fell_short(&self) -> bool {
        matches!(self, Output::Batch(batch) if !batch.ok)
    }

    fn leave_out_diff(&mut self) {
        match self {
            Output::Report(report) => report.diff.clear(),
            Output::Batch(batch) => batch.done.iter_mut().for_each(|report| report.diff.clear()),
            _ => {}
        }
    }

    fn to_json(&self) -> String {
        /// Adds `"ok": true` in front.
        #[derive(Serialize)]
        struct Done<T: Serialize> {
            ok: bool,
            #[serde(flatten)]
            body: T,
        }
        #[derive(Serialize)]
        struct Tabs<'a> {
            tabs: &'a [TabInfo],
        }
        #[derive(Serialize)]
        struct Observed<'a> {
            #[serde(flatten)]
            seen: &'a Observation,
            #[serde(skip_serializing_if = "Option::is_none")]
            stats: Option<&'a Stats>,
            #[serde(skip_serializing_if = "Option::is_none")]
            picture: Option<&'a Picture>,
        }
        #[derive(Serialize)]
        struct Sessions<'a> {
            sessions: &'a [SessionInfo],
        }
        #[derive(Serialize)]
        struct Closed<'a> {
            closed: &'a [String],
        }
        #[derive(Serialize)]
        struct Value<'a> {
            ok: bool,
            value: &'a RawValue,
        }
        fn done<T: Serialize>(body: T) -> serde_json::Result<String> {
            Ok(domtool::safe_json(&Done { ok: true, body }))
        }
        let json = match self {
            // It is an object already.
            Output::Observation { seen, is_json: true, picture, .. } => {
                Ok(with_picture(&seen.text, picture.as_ref()))
            }
            Output::Observation { seen, stats, picture, .. } => {
                let stats = stats.then_some(&seen.stats);
                done(Observed { seen, stats, picture: picture.as_ref() })
            }
            Output::FindResult(found) => done(found),
            Output::Report(report) => Ok(domtool::safe_json(report)),
            Output::Batch(batch) => Ok(domtool::safe_json(batch)),
            Output::Tabs(tabs) => done(Tabs { tabs }),
            Output::Sessions(sessions) => done(Sessions { sessions }),
            Output::Picture(picture) => done(picture),
            Output::Value(json) => RawValue::from_string(json.clone())
                .and_then(|value| serde_json::to_string(&Value { ok: true, value: &value })),
            Output::Closed(closed) => done(Closed { closed }),
        };
        json.unwrap_or_else(|error| Failure::internal(error.to_string()).to_json())
    }

    fn to_text(&self, paint: Paint) -> String {
        match self {
            Output::Observation { seen, is_json: true, picture, .. } => {
                with_picture(&seen.text, picture.as_ref())
            }
            Output::Observation { seen, picture, .. } => {
                let drawn = picture.as_ref().map(|Picture { file, width, height, marks }| {
                    format!("picture: {} {width}x{height}, {marks} ids drawn\n", file.display())
                });
                seen.text.clone() + &drawn.unwrap_or_default()
            }
            Output::FindResult(found) => found.text.clone(),
            Output::Report(report) => report_text(report, paint),
            Output::Batch(batch) => batch_text(batch, paint),
            Output::Tabs(tabs) => tabs_text(tabs, paint),
            Output::Sessions(sessions) => sessions_text(sessions, paint),
            Output::Picture(Picture { file, width, height, marks }) => {
                let marked = if *marks > 0 { format!(", {marks} ids drawn") } else { String::new() };
                format!("{} {} {width}x{height}{marked}\n", paint.good("ok"), file.display())
            }
            Output::Value(json) => json.clone(),
            Output::Closed(closed) if closed.is_empty() => format!("{} nothing was open\n", paint.good("ok")),
            Output::Closed(closed) => format!("{} closed {}\n", paint.good("ok"), closed.join(", ")),
        }
    }
}

/// An object that is JSON already, with where its picture is.
fn with_picture(json: &str, picture: Option<&Picture>) -> String {
    let drawn = picture.and_then(|picture| serde_json::to_string(picture).ok());
    match (drawn, json.trim_end().strip_suffix('}')) {
        (Some(drawn), Some(object)) => format!("{object},\n\"picture\":{drawn}}}\n"),
        _ => json.to_owned(),
    }
}

#[cfg(test)]
mod forgery;

#[cfg(test)]
mod tests {
    use domtool::{Effects, Message, MessageKind, RequestInfo, Verification};

    use super::*;

    fn report() -> Report {
        Report {
            ok: true,
            action: "click".to_owned(),
            effects: Effects {
                requests: vec![RequestInfo {
                    method: "POST".to_owned(),
                    kind: "fetch".to_owned(),
                    url: "/save".to_owned(),
                    status: Some(200),
                    failure: None,
                    aborted: false,
                }],
                messages: vec![Message {
                    text: "Saved".to_owned(),
                    kind: MessageKind::Success,
                    gone: true,
                    ms: 12,
                }],
                changed: 1,
                ..Effects::default()
            },
            verification: Verification {
                passed: true,
                feedback: "1 line changed".to_owned(),
                ..Verification::default()
            },
            diff: "+ e9 text \"Saved\"".to_owned(),
            ms: 61,
            ..Report::default()
        }
    }

    #[test]
    fn a_report_is_a_few_lines() {
        let text = Output::Report(Box::new(report())).render(Answer::default());
        assert_eq!(
            text,
            "ok click 61 ms\n  POST /save 200\n  success message \"Saved\" (gone)\n  1 line changed\n+ e9 text \"Saved\"\n"
        );
    }

    #[test]
    fn quiet_leaves_the_diff_out() {
        let text = Output::Report(Box::new(report())).render(Answer { quiet: true, ..Answer::default() });
        assert!(!text.contains("e9"), "{text}");
        let json =
            Output::Report(Box::new(report())).render(Answer { json: true, quiet: true, colour: false });
        assert!(
            json.starts_with(r#"{"ok":true,"action":"click""#) && json.contains(r#""diff":"""#),
            "{json}"
        );
    }

    #[test]
    fn every_json_is_one_object_with_ok() {
        let outputs = [
            Output::Tabs(Vec::new()),
            Output::Sessions(Vec::new()),
            Output::Value("[1,2]".to_owned()),
            Output::Closed(vec!["default".to_owned()]),
        ];
        for output in outputs {
            let json = output.to_json();
            assert!(json.starts_with(r#"{"ok":true,"#), "{json}");
        }
    }
}
