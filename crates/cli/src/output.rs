//! What an operation gave back, as one JSON object or as lines for a person and a model.

use std::{borrow::Cow, fmt::Write as _, path::PathBuf};

use domtool::{
    Batch, Effects, Found, Kind, Message, Observation, Opened, Report, RequestInfo, Stats, TabInfo, one_line,
    quoted,
};
use serde::Serialize;
use serde_json::value::RawValue;

use crate::{daemon::SessionInfo, failure::Failure, paint::Paint, wire::Answer};

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
    Found(Box<Found>),
    /// What an action did.
    Report(Box<Report>),
    /// What several actions did.
    Batch(Box<Batch>),
    /// An action was written down, to be done later with others.
    Planned,
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
        struct Planned {
            planned: bool,
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
            Output::Found(found) => done(found),
            Output::Report(report) => Ok(domtool::safe_json(report)),
            Output::Batch(batch) => Ok(domtool::safe_json(batch)),
            Output::Planned => done(Planned { planned: true }),
            Output::Tabs(tabs) => done(Tabs { tabs }),
            Output::Sessions(sessions) => done(Sessions { sessions }),
            Output::Picture(picture) => done(picture),
            Output::Value(json) => RawValue::from_string(json.clone())
                .and_then(|value| serde_json::to_string(&Value { ok: true, value: &value })),
            Output::Closed(closed) => done(Closed { closed }),
        };
        json.unwrap_or_else(|error| crate::failure::Failure::internal(error.to_string()).to_json())
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
            Output::Found(found) => found.text.clone(),
            Output::Report(report) => report_text(report, paint),
            Output::Batch(batch) => batch_text(batch, paint),
            Output::Planned => "planned\n".to_owned(),
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

/// A report in a few lines: what was done, what it caused, what changed.
pub(crate) fn report_text(report: &Report, paint: Paint) -> String {
    let mut text = format!("{} {}", paint.good("ok"), paint.strong(&one_line(&report.action)));
    if let Some(target) = &report.target {
        let _ = write!(text, " {} {} {}", target.id, one_line(&target.role), quoted(&target.name));
    }
    let _ = writeln!(text, " {}", paint.faint(&format!("{} ms", report.ms)));
    for line in &report.news {
        let _ = writeln!(text, "  {}", paint.faint(&one_line(&format!("before: {line}"))));
    }
    for line in effect_lines(report) {
        let _ = writeln!(text, "  {line}");
    }
    if !report.verification.passed {
        let _ = writeln!(text, "  {}", paint.warm("not verified"));
    }
    for error in report.verification.errors.iter().skip(1) {
        let _ = writeln!(text, "  {} {}", paint.bad("error"), one_line(error));
    }
    if !report.verification.feedback.is_empty() {
        let _ = writeln!(text, "  {}", one_line(&report.verification.feedback));
    }
    text.push_str(&paint.diff(&report.diff));
    text
}

/// Report after report, and why it ended.
fn batch_text(batch: &Batch, paint: Paint) -> String {
    let mut text: String = batch.done.iter().map(|report| report_text(report, paint)).collect();
    let Some(stopped) = &batch.stopped else { return text };
    let _ = match &stopped.error {
        Some(error) => {
            let failure = Failure::from(error.clone());
            write!(text, "{} action {}: {}", paint.bad("failed"), stopped.at, failure.to_text(paint))
        }
        None => writeln!(
            text,
            "{} before action {}: {}",
            paint.warm("stopped"),
            stopped.at,
            one_line(&stopped.why)
        ),
    };
    let _ = writeln!(text, "  not done: {}", batch.not_done);
    text
}

/// One line for each effect: what the page says in it breaks none.
pub(crate) fn effect_lines(report: &Report) -> Vec<String> {
    // Every field by its name: one that is added must be told, or be left out by its name. What was added, removed and changed
    // is in the diff.
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
        added: _,
        removed: _,
        changed: _,
    } = &report.effects;
    let mut lines: Vec<String> = Vec::new();
    match url {
        Some(url) if *navigated => lines.push(format!("new page {url}")),
        Some(url) => lines.push(format!("address {url}")),
        None if *navigated => lines.push("new page at the same address".to_owned()),
        None => {}
    }
    lines.extend(title.iter().map(|title| format!("title {}", quoted(title))));
    for tab in tabs {
        lines.push(format!("tab {} opened {}", tab.number, tab.url));
    }
    lines.extend(closed_tabs.iter().map(|number| format!("tab {number} closed")));
    for dialog in dialogs {
        let state = if dialog.open { " waits: domtool dialog accept|dismiss" } else { "" };
        lines.push(format!("{} {}{state}", dialog.kind, quoted(&dialog.message)));
    }
    for chooser in choosers {
        let takes = if chooser.multiple { "several files" } else { "one file" };
        lines.push(format!("file chooser opened for {takes}: domtool upload ID FILE"));
    }
    lines.extend(request_lines(requests));
    lines.extend(downloads.iter().map(|info| format!("download {}", info.words())));
    lines.extend(messages.iter().map(message_line));
    lines.extend(opened.iter().map(opened_line));
    // What was filled in is in the sentence on it.
    let told = state.iter().filter(|change| {
        !(change.name == "value" && matches!(report.action.as_str(), "fill" | "type" | "clear" | "select"))
    });
    lines.extend(told.map(|change| {
        let (was, now) = (plain_or_quoted(&change.was), plain_or_quoted(&change.now));
        match (change.was.as_str(), change.now.as_str()) {
            ("", _) => format!("state {}: {now}", change.name),
            (_, "") => format!("state {}: none (was {was})", change.name),
            _ => format!("state {}: {now} (was {was})", change.name),
        }
    }));
    lines.extend(console_errors.iter().map(|error| format!("console error {error}", error = quoted(error))));
    if let Some(focus) = focus {
        lines.push(format!("focus {focus}"));
    }
    if !report.loading.is_empty() {
        lines.push(format!("still loading: {}", report.loading.join(", ")));
    }
    if !report.still.is_empty() {
        lines.push(format!("still running: {}", report.still.join(", ")));
    }
    lines.into_iter().map(|line| one_line(&line).into_owned()).collect()
}

/// A state: words of ARIA's and ours (`true`, `mixed`, `(filled)`) stand as they are, what a page says stands in quotes.
fn plain_or_quoted(text: &str) -> Cow<'_, str> {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-.()".contains(c);
    if text.len() <= LONGEST_STATE && text.chars().all(plain) { text.into() } else { quoted(text).into() }
}

/// What the page asked for; pictures and the like are counted.
fn request_lines(requests: &[RequestInfo]) -> Vec<String> {
    let is_content = |request: &&RequestInfo| {
        let failed = request.failure.is_some() || request.status.is_some_and(|status| status >= 400);
        failed || matches!(request.kind.as_str(), "document" | "xhr" | "fetch" | "websocket" | "eventsource")
    };
    let (content, others): (Vec<_>, Vec<_>) = requests.iter().partition(is_content);
    let mut lines: Vec<String> = content
        .iter()
        .map(|request| {
            let outcome = match (&request.failure, request.status) {
                (Some(failure), _) => failure.clone(),
                (None, Some(status)) => status.to_string(),
                (None, None) if request.aborted => "given up".to_owned(),
                (None, None) => "still running".to_owned(),
            };
            format!("{} {} {outcome}", request.method, request.url)
        })
        .collect();
    if !others.is_empty() {
        let mut kinds: Vec<(&str, usize)> = Vec::new();
        for request in others {
            match kinds.iter_mut().find(|(kind, _)| *kind == request.kind) {
                Some((_, count)) => *count += 1,
                None => kinds.push((&request.kind, 1)),
            }
        }
        let kinds: Vec<_> = kinds.iter().map(|(kind, count)| format!("{count} {kind}")).collect();
        lines.push(format!("requests: {}", kinds.join(", ")));
    }
    lines
}

fn message_line(message: &Message) -> String {
    let kind = match message.kind {
        Kind::Error => "error message",
        Kind::Success => "success message",
        Kind::Plain => "message",
    };
    let gone = if message.gone { " (gone)" } else { "" };
    format!("{kind} {}{gone}", quoted(&message.text))
}

/// Longer states are quoted, whatever they say.
const LONGEST_STATE: usize = 24;

/// Options told by name; the rest is in the diff.
const MOST_OPTIONS: usize = 8;

fn opened_line(opened: &Opened) -> String {
    let mut line = format!("opened {}", opened.kind);
    if let Some(id) = opened.id {
        let _ = write!(line, " {id}");
    }
    if !opened.name.is_empty() {
        let _ = write!(line, " {}", quoted(&opened.name));
    }
    let options: Vec<_> = opened
        .options
        .iter()
        .take(MOST_OPTIONS)
        .map(|option| format!("{} {}", option.id, quoted(&option.name)))
        .collect();
    if !options.is_empty() {
        let _ = write!(line, ": {}", options.join(", "));
    }
    let more = opened.options.len().saturating_sub(MOST_OPTIONS) + opened.more;
    if more > 0 {
        let _ = write!(line, " and {more} more");
    }
    line
}

fn tabs_text(tabs: &[TabInfo], paint: Paint) -> String {
    if tabs.is_empty() {
        return "no tabs\n".to_owned();
    }
    let mut text = String::new();
    for tab in tabs {
        let mark = if tab.active { paint.good("*") } else { " ".to_owned() };
        let _ = writeln!(text, "{mark} {} {} {}", tab.number, quoted(&tab.title), one_line(&tab.url));
    }
    text
}

fn sessions_text(sessions: &[SessionInfo], paint: Paint) -> String {
    if sessions.is_empty() {
        return "no sessions\n".to_owned();
    }
    let mut text = String::new();
    for session in sessions {
        match &session.lost {
            Some(why) => {
                let _ = writeln!(
                    text,
                    "{} {}: {}",
                    paint.strong(&session.name),
                    paint.bad("lost"),
                    one_line(why)
                );
            }
            None => {
                let _ = writeln!(text, "{} {}", paint.strong(&session.name), paint.faint(&session.browser));
                if session.broken {
                    text.push_str("  the connection to its browser broke; the next call makes it again\n");
                }
            }
        }
        for line in tabs_text(&session.tabs, paint).lines() {
            let _ = writeln!(text, "  {line}");
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use domtool::Verification;

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
                messages: vec![Message { text: "Saved".to_owned(), kind: Kind::Success, gone: true, ms: 12 }],
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
    fn every_effect_has_its_words_in_the_text() {
        use domtool::{ChooserInfo, DialogInfo, DownloadInfo, DownloadState, StateChange};
        let one = |effects: Effects| effect_lines(&Report { effects, ..Report::default() }).join("|");
        assert_eq!(one(Effects::default()), "");
        for (effects, words) in [
            (
                Effects { url: Some("https://a.example/".into()), ..Effects::default() },
                "address https://a.example/",
            ),
            (Effects { title: Some("Inbox (1)".into()), ..Effects::default() }, "title \"Inbox (1)\""),
            (Effects { navigated: true, ..Effects::default() }, "new page"),
            (
                Effects {
                    tabs: vec![TabInfo {
                        number: 2,
                        title: String::new(),
                        url: "about:blank".into(),
                        active: false,
                    }],
                    ..Effects::default()
                },
                "tab 2 opened",
            ),
            (Effects { closed_tabs: vec![3], ..Effects::default() }, "tab 3 closed"),
            (
                Effects { choosers: vec![ChooserInfo { multiple: true }], ..Effects::default() },
                "file chooser opened for several files",
            ),
            (
                Effects { choosers: vec![ChooserInfo { multiple: false }], ..Effects::default() },
                "file chooser opened for one file",
            ),
            (
                Effects { console_errors: vec!["x is not".into()], ..Effects::default() },
                "console error \"x is not\"",
            ),
            (
                Effects {
                    state: vec![StateChange {
                        name: "checked".into(),
                        was: "false".into(),
                        now: "true".into(),
                    }],
                    ..Effects::default()
                },
                "state checked: true (was false)",
            ),
            (
                Effects {
                    opened: vec![Opened {
                        kind: "menu".into(),
                        id: None,
                        name: "File".into(),
                        options: Vec::new(),
                        more: 0,
                    }],
                    ..Effects::default()
                },
                "opened menu \"File\"",
            ),
            (
                Effects {
                    dialogs: vec![DialogInfo { kind: "confirm".into(), message: "Sure?".into(), open: true }],
                    ..Effects::default()
                },
                "confirm \"Sure?\" waits",
            ),
            (
                Effects {
                    downloads: vec![DownloadInfo {
                        name: "a.pdf".into(),
                        url: "https://a.example/a".into(),
                        path: None,
                        bytes: 1,
                        total: None,
                        state: DownloadState::InProgress,
                    }],
                    ..Effects::default()
                },
                "a.pdf",
            ),
        ] {
            let told = one(effects);
            assert!(told.contains(words), "{told}");
        }
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
