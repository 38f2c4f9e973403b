//! Reports as lines: what an action did, what it caused, what changed; and several of them, as far as they went.
//! Each fact stands there once: effects that the diff shows are left to it. No text of a page breaks a line here.

use std::{borrow::Cow, fmt::Write as _};

use domtool::{
    ActionKind, Batch, Effect, ElementId, Message, MessageKind, Opened, Report, RequestInfo, StateChange,
    Target,
    text::{one_line, quoted},
};

use super::Shape;
use crate::{failure::Failure, paint::Paint};

/// Longer states are quoted, whatever they say.
const LONGEST_STATE: usize = 24;
/// So many requests that only read something are told one by one.
const MOST_READ: usize = 3;
/// Options told by name; the rest is in the diff.
const MOST_OPTIONS: usize = 8;

impl Shape for Report {
    fn json(&self) -> serde_json::Result<String> {
        Ok(domtool::text::safe_json(self))
    }

    fn text(&self, paint: Paint) -> String {
        report_text(self, paint)
    }

    fn brief(&self, paint: Paint) -> String {
        report_line(self, paint)
    }

    fn leave_out_diff(&mut self) {
        self.diff.clear();
        self.target_in_diff = false;
        let effects = &mut self.effects;
        effects.messages.iter_mut().for_each(|message| message.in_diff = false);
        effects.opened.iter_mut().for_each(|opened| opened.in_diff = false);
        effects.state.iter_mut().for_each(|change| change.in_diff = false);
    }
}

impl Shape for Batch {
    fn json(&self) -> serde_json::Result<String> {
        Ok(domtool::text::safe_json(self))
    }

    fn text(&self, paint: Paint) -> String {
        batch_text(self, report_text, paint)
    }

    fn brief(&self, paint: Paint) -> String {
        batch_text(self, report_line, paint)
    }

    fn leave_out_diff(&mut self) {
        self.done.iter_mut().for_each(Shape::leave_out_diff);
    }

    fn fell_short(&self) -> bool {
        !self.ok
    }
}

/// A shorter time is not told.
const LONG_MS: u64 = 1_000;

/// Writes a report in a few lines: what was done, what it caused, what changed.
pub(crate) fn report_text(report: &Report, paint: Paint) -> String {
    let mut text = head(report, paint) + "\n";
    for line in lines_beside(report, paint) {
        let _ = writeln!(text, "  {line}");
    }
    text.push_str(&paint.diff(report.lines_changed()));
    text
}

/// Writes a report in one line, without the diff.
fn report_line(report: &Report, paint: Paint) -> String {
    let mut parts = vec![head(report, paint)];
    parts.extend(lines_beside(report, paint));
    parts.join("; ") + "\n"
}

/// `ok click e7 button "Save": nothing happened`: what was done. The diff says what the element is where it shows it.
fn head(report: &Report, paint: Paint) -> String {
    // As it is called, so that who reads it can do it again.
    let action = report.action.name().replace('_', "-");
    let mut text = format!("{} {}", paint.good("ok"), paint.strong(&action));
    let note = &report.verification.note;
    if let Some(target) = &report.target {
        let _ = write!(text, " {}", target.id);
        let noted = note.contains(&format!("{} {}", target.id, target.role));
        if !report.target_in_diff && !noted {
            let _ = write!(text, " {} {}", one_line(&target.role), quoted(&target.name));
        }
    }
    if report.ms >= LONG_MS {
        let _ = write!(text, " {}", paint.faint(&format!("{} ms", report.ms)));
    }
    if !note.is_empty() {
        let _ = write!(text, ": {}", one_line(note));
    }
    text
}

/// What there is to tell beside what was done and what changed.
fn lines_beside(report: &Report, paint: Paint) -> Vec<String> {
    let before = report.news.iter().map(|line| paint.faint(&one_line(&format!("before: {line}"))));
    let mut lines: Vec<String> = before.chain(lines(report, Told::Once)).collect();
    if !report.verification.passed {
        lines.push(paint.warm("not verified"));
    }
    let told = report.verification.errors_in_effects.max(1);
    for error in report.verification.errors.iter().skip(told) {
        lines.push(format!("{} {}", paint.bad("error"), one_line(error)));
    }
    lines
}

/// Writes report after report, and why a batch ended.
fn batch_text(batch: &Batch, write: fn(&Report, Paint) -> String, paint: Paint) -> String {
    let mut text: String = batch.done.iter().map(|report| write(report, paint)).collect();
    if let Some(rounds) = &batch.rounds {
        let count = if rounds.done == 1 { "1 round".to_owned() } else { format!("{} rounds", rounds.done) };
        let _ = match &rounds.met {
            Some(met) if rounds.done == 0 => writeln!(text, "{count}: {} is so already", one_line(met)),
            Some(met) => writeln!(text, "{count}, until {}", one_line(met)),
            None => writeln!(text, "{count}"),
        };
    }
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

/// Which effects are told.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Told {
    All,
    /// Those that the diff does not show.
    Once,
}

/// One line for each effect: what the page says in it breaks none.
pub(crate) fn effect_lines(report: &Report) -> Vec<String> {
    lines(report, Told::All)
}

fn lines(report: &Report, told: Told) -> Vec<String> {
    let effects = report.effects.iter();
    let mut lines: Vec<String> = effects.flat_map(|effect| lines_of(effect, report, told)).collect();
    if !report.loading.is_empty() {
        lines.push(format!("still loading: {}", report.loading.join(", ")));
    }
    // A request that is listed says so itself.
    let listed = |still: &&String| {
        let pending = report.effects.requests.iter().filter(|info| told == Told::Once && is_running(info));
        !pending.into_iter().any(|info| {
            still.strip_prefix("request ").is_some_and(|rest| rest == format!("{} {}", info.method, info.url))
        })
    };
    let still: Vec<&str> = report.still.iter().filter(listed).map(String::as_str).collect();
    if !still.is_empty() {
        lines.push(format!("still running: {}", still.join(", ")));
    }
    lines.into_iter().map(|line| one_line(&line).into_owned()).collect()
}

/// Writes the lines of one kind of effect of an action.
fn lines_of(effect: Effect<'_>, report: &Report, told: Told) -> Vec<String> {
    fn each<T>(items: &[T], line: impl Fn(&T) -> String) -> Vec<String> {
        items.iter().map(line).collect()
    }
    match effect {
        Effect::Page { url: Some(_), navigated: true, .. } if told == Told::Once && report.shows_page() => {
            vec!["new page".to_owned()]
        }
        Effect::Page { url: Some(url), navigated: true, .. } => {
            let title = report.effects.title.as_ref().filter(|_| told == Told::Once);
            let title = title.map(|title| format!(" {}", quoted(title))).unwrap_or_default();
            vec![format!("new page {url}{title}")]
        }
        Effect::Page { url: Some(url), navigated: false, .. } => vec![format!("address {url}")],
        Effect::Page { url: None, .. } => vec!["new page at the same address".to_owned()],
        // The line for the new page has it.
        Effect::Title(_)
            if told == Told::Once
                && (report.shows_page() || report.effects.navigated && report.effects.url.is_some()) =>
        {
            Vec::new()
        }
        Effect::Title(title) => vec![format!("title {}", quoted(title))],
        Effect::TabsOpened(tabs) => each(tabs, |tab| format!("tab {} opened {}", tab.number, tab.url)),
        Effect::TabsClosed(numbers) => each(numbers, |number| format!("tab {number} closed")),
        Effect::Dialogs(dialogs) => each(dialogs, |dialog| {
            let state = if dialog.open { " waits: dialog accept|dismiss" } else { "" };
            format!("{} {}{state}", dialog.kind, quoted(&dialog.message))
        }),
        Effect::Choosers(choosers) => each(choosers, |chooser| {
            let takes = if chooser.multiple { "several files" } else { "one file" };
            format!("file chooser opened for {takes}: upload ID FILE")
        }),
        Effect::Requests(requests) => request_lines(requests),
        Effect::Downloads(downloads) => each(downloads, |info| format!("download {}", info.words())),
        Effect::Messages(messages) => {
            messages.iter().filter_map(|message| message_line(message, told)).collect()
        }
        Effect::Opened(opened) => {
            opened.iter().filter(|opened| told == Told::All || !opened.in_diff).map(opened_line).collect()
        }
        Effect::State(changes) => {
            // What was filled in is what was asked for, or in the sentence on it.
            let fills = matches!(
                report.action,
                ActionKind::Fill | ActionKind::Type | ActionKind::Clear | ActionKind::Select
            );
            let shown = |change: &&StateChange| {
                !(fills && change.name == "value") && (told == Told::All || !change.in_diff)
            };
            changes.iter().filter(shown).map(state_line).collect()
        }
        Effect::ConsoleErrors(errors) => each(errors, |error| format!("console error {}", quoted(error))),
        // That what was acted on has the focus goes without saying.
        Effect::Focus(focus) if report.target.as_ref().is_some_and(|target| target.id == focus) => Vec::new(),
        Effect::Focus(focus) => vec![match &report.effects.focused {
            Some(focused) => format!("focus {focus} {} {}", focused.role, quoted(&focused.name)),
            None => format!("focus {focus}"),
        }],
        Effect::Current(Target { id, .. }) if has_opened(report, *id) => vec![format!("current {id}")],
        Effect::Current(current) => {
            vec![format!("current {} {} {}", current.id, current.role, quoted(&current.name))]
        }
        // They are in the diff.
        Effect::Lines { .. } => Vec::new(),
        // A kind that has no line of its own yet.
        later => later.words(),
    }
}

fn state_line(change: &StateChange) -> String {
    let (was, now) = (plain_or_quoted(&change.was), plain_or_quoted(&change.now));
    match (change.was.as_str(), change.now.as_str()) {
        ("", _) => format!("state {}: {now}", change.name),
        (_, "") => format!("state {}: none (was {was})", change.name),
        _ => format!("state {}: {now} (was {was})", change.name),
    }
}

/// A state: words of ARIA's and ours (`true`, `mixed`, `(filled)`) stand as they are, what a page says stands in quotes.
fn plain_or_quoted(text: &str) -> Cow<'_, str> {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-.()".contains(c);
    if text.len() <= LONGEST_STATE && text.chars().all(plain) { text.into() } else { quoted(text).into() }
}

/// Whether what opened, which is told by name, has it.
fn has_opened(report: &Report, id: ElementId) -> bool {
    report.effects.opened.iter().any(|opened| opened.options.iter().any(|option| option.id == id))
}

/// What the page asked for; pictures and the like are counted, and what it only read, where that is much (JupyterLab, which asks
/// for a dozen settings when a file is opened).
fn request_lines(requests: &[RequestInfo]) -> Vec<String> {
    let is_content = |request: &RequestInfo| {
        matches!(request.kind.as_str(), "document" | "xhr" | "fetch" | "websocket" | "eventsource")
    };
    let is_read = |request: &RequestInfo| {
        request.method == "GET" && matches!(request.kind.as_str(), "xhr" | "fetch") && !request.is_failure()
    };
    let much_is_read = requests.iter().filter(|request| is_read(request)).count() > MOST_READ;
    let (content, others): (Vec<_>, Vec<_>) = requests.iter().partition(|request| {
        request.is_failure() || is_content(request) && !(much_is_read && is_read(request))
    });
    let mut lines = Vec::new();
    for request in &content {
        let times = content.iter().filter(|other| is_same(request, other)).count();
        let alike = content.iter().filter(|other| fails_alike(request, other)).count();
        let line = match times {
            _ if alike > 1 => {
                format!("{alike} {} requests{}: {}", request.kind, host(request), outcome(request))
            }
            1 => format!("{} {} {}", request.method, request.short_url(), outcome(request)),
            times => format!("{} {} {}, {times} times", request.method, path(request), outcome(request)),
        };
        if !lines.contains(&line) {
            lines.push(line);
        }
    }
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

/// A request and its outcome.
pub(super) fn request_line(request: &RequestInfo) -> String {
    format!("{} {} {}", request.method, request.url, outcome(request))
}

/// What came of a request.
fn outcome(request: &RequestInfo) -> Cow<'_, str> {
    match (&request.failure, request.status) {
        (Some(failure), _) => failure.into(),
        (None, Some(status)) => status.to_string().into(),
        (None, None) if request.aborted => "given up".into(),
        (None, None) => "still running".into(),
    }
}

/// Whether two requests are the same but for their queries: often a number that keeps answers from being stored.
fn is_same(one: &RequestInfo, other: &RequestInfo) -> bool {
    one.method == other.method && path(one) == path(other) && outcome(one) == outcome(other)
}

/// Whether two requests for what only dresses a page failed alike. Of scripts and style sheets it matters which did.
fn fails_alike(one: &RequestInfo, other: &RequestInfo) -> bool {
    let dresses = matches!(one.kind.as_str(), "image" | "font" | "media");
    dresses && one.kind == other.kind && host(one) == host(other) && outcome(one) == outcome(other)
}

/// Where a request went, if not to the page's own origin.
fn host(request: &RequestInfo) -> String {
    let after = request.url.split_once("://").filter(|_| !request.same_origin);
    after.map_or_else(String::new, |(_, rest)| {
        format!(" to {}", rest.split(['/', '?', '#']).next().unwrap_or_default())
    })
}

fn path(request: &RequestInfo) -> &str {
    request.short_url().split('?').next().unwrap_or_default()
}

fn is_running(request: &RequestInfo) -> bool {
    request.failure.is_none() && request.status.is_none() && !request.aborted
}

/// The diff shows what a message says, but not that it is an error.
fn message_line(message: &Message, told: Told) -> Option<String> {
    let shown = told == Told::Once && message.in_diff;
    let kind = match message.kind {
        MessageKind::Error => "error message",
        _ if shown => return None,
        MessageKind::Success => "success message",
        MessageKind::Plain => "message",
    };
    if shown {
        return Some(format!("{kind}: see below"));
    }
    let gone = if message.gone { " (gone)" } else { "" };
    Some(format!("{kind} {}{gone}", quoted(&message.text)))
}

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

#[cfg(test)]
mod tests {
    use domtool::{ChooserInfo, DialogInfo, DialogKind, DownloadInfo, Effects, TabInfo};

    use super::*;
    use crate::output::build::build;

    fn lines(effects: impl FnOnce(&mut Effects)) -> Vec<String> {
        effect_lines(&build(|report: &mut Report| effects(&mut report.effects)))
    }

    /// What makes an effect be there.
    type Cause = fn(&mut Effects);

    fn chooser(multiple: bool) -> ChooserInfo {
        build(|chooser: &mut ChooserInfo| chooser.multiple = multiple)
    }

    fn dialog(kind: DialogKind, message: &str, open: bool) -> DialogInfo {
        build(|dialog: &mut DialogInfo| {
            dialog.kind = kind;
            dialog.message = message.to_owned();
            dialog.open = open;
        })
    }

    fn state(name: &str, was: &str, now: &str) -> StateChange {
        build(|state: &mut StateChange| {
            state.name = name.to_owned();
            state.was = was.to_owned();
            state.now = now.to_owned();
        })
    }

    #[test]
    fn every_effect_has_its_words_in_the_text() {
        let rows: &[(Cause, &str)] = &[
            (|effects| effects.url = Some("https://a.example/".into()), "address https://a.example/"),
            (|effects| effects.title = Some("Inbox (1)".into()), "title \"Inbox (1)\""),
            (|effects| effects.navigated = true, "new page"),
            (
                |effects| {
                    effects.tabs.push(build(|tab: &mut TabInfo| {
                        tab.number = 2;
                        tab.url = "about:blank".into();
                    }));
                },
                "tab 2 opened",
            ),
            (|effects| effects.closed_tabs.push(3), "tab 3 closed"),
            (|effects| effects.choosers.push(chooser(true)), "file chooser opened for several files"),
            (|effects| effects.choosers.push(chooser(false)), "file chooser opened for one file"),
            (|effects| effects.console_errors.push("x is not".into()), "console error \"x is not\""),
            (
                |effects| effects.state.push(state("checked", "false", "true")),
                "state checked: true (was false)",
            ),
            (
                |effects| {
                    effects.opened.push(build(|opened: &mut Opened| {
                        opened.kind = "menu".into();
                        opened.name = "File".into();
                    }));
                },
                "opened menu \"File\"",
            ),
            (
                |effects| effects.dialogs.push(dialog(DialogKind::Confirm, "Sure?", true)),
                "confirm \"Sure?\" waits",
            ),
            (
                |effects| {
                    effects.downloads.push(build(|download: &mut DownloadInfo| {
                        download.name = "a.pdf".into();
                        download.url = "https://a.example/a".into();
                        download.bytes = 1;
                    }));
                },
                "a.pdf",
            ),
        ];
        assert!(lines(|_| ()).is_empty());
        for (effects, words) in rows {
            let told = lines(effects).join("|");
            assert!(told.contains(words), "{told}");
        }
    }

    #[test]
    fn pictures_that_fail_alike_are_counted() {
        let failed = |kind: &str, url: &str| {
            build(|request: &mut RequestInfo| {
                request.method = "GET".into();
                request.kind = kind.into();
                request.url = url.into();
                request.failure = Some("net::ERR_NAME_NOT_RESOLVED".into());
            })
        };
        let told = lines(|effects| {
            effects.requests =
                (0..18).map(|n| failed("image", &format!("http://a.example/{n}.png"))).collect();
            effects.requests.push(failed("image", "http://b.example/a.png"));
            effects.requests.extend([1, 2].map(|n| failed("fetch", &format!("http://a.example/{n}"))));
            effects.requests.extend([3, 4].map(|n| failed("script", &format!("http://a.example/{n}"))));
        });
        let why = "net::ERR_NAME_NOT_RESOLVED";
        assert_eq!(
            told,
            [
                format!("18 image requests to a.example: {why}"),
                format!("GET http://b.example/a.png {why}"),
                format!("GET http://a.example/1 {why}"),
                format!("GET http://a.example/2 {why}"),
                format!("GET http://a.example/3 {why}"),
                format!("GET http://a.example/4 {why}"),
            ]
        );
    }

    #[test]
    fn effects_stand_in_one_order() {
        let report = build(|report: &mut Report| {
            report.action = ActionKind::Fill;
            report.still.push("image".into());
            let effects = &mut report.effects;
            effects.url = Some("/b".into());
            effects.title = Some("B".into());
            effects.closed_tabs.push(3);
            effects.dialogs.push(dialog(DialogKind::Alert, "Hi", false));
            effects.choosers.push(chooser(false));
            effects.messages.push(build(|message: &mut Message| message.text = "Saved".into()));
            effects.console_errors.push("x".into());
            effects.focus = Some(domtool::ElementId(7));
            effects.state.push(state("value", "", "a"));
            effects.state.push(state("checked", "true", ""));
            effects.changed = 2;
        });
        let lines = effect_lines(&report);
        let expected = [
            "address /b",
            "title \"B\"",
            "tab 3 closed",
            "alert \"Hi\"",
            "file chooser opened for one file: upload ID FILE",
            "message \"Saved\"",
            "state checked: none (was true)",
            "console error \"x\"",
            "focus e7",
            "still running: image",
        ];
        assert_eq!(lines, expected);
    }
}
