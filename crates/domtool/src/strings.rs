//! Lists the strings of every answer: all text of a page leaves the library through here.
//!
//! Reports, errors and observations list their strings by taking themselves apart field by field, so a type with a new field does
//! not compile until it says what that field is. [`TabInner::write_out`] makes each string safe.
//!
//! [`TabInner::write_out`]: crate::tab::TabInner

use crate::{
    error::{Error, Obstacle},
    report::{
        AvailableTab, ChooserInfo, DialogInfo, DownloadInfo, Effects, Message, Opened, Report, RequestInfo,
        StateChange, TabInfo, Target, Verification,
    },
};

/// Where a string comes from, which decides how secrets are masked in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    /// Lines of a view, written by the page crate, where each is safe already.
    View,
    /// A line of a snapshot, whose strings hold no secret.
    Seen,
    /// A line that the page itself wrote: an address, a title, a message.
    Heard,
    /// A sentence of ours; what a page says stands in quotes in it, or is an address.
    Said,
}

/// What is done to each string.
pub(crate) type Write<'w> = dyn FnMut(Part, &mut String) + 'w;

/// What holds text that may come from a page.
pub(crate) trait Strings {
    /// Hands each of its strings to `write`, which may change it.
    fn each(&mut self, write: &mut Write<'_>);
}

impl<T: Strings> Strings for Vec<T> {
    fn each(&mut self, write: &mut Write<'_>) {
        self.iter_mut().for_each(|item| item.each(write));
    }
}

impl<T: Strings> Strings for Option<T> {
    fn each(&mut self, write: &mut Write<'_>) {
        self.iter_mut().for_each(|item| item.each(write));
    }
}

impl<T: Strings> Strings for Box<T> {
    fn each(&mut self, write: &mut Write<'_>) {
        (**self).each(write);
    }
}

impl<T: Strings, E: Strings> Strings for Result<T, E> {
    fn each(&mut self, write: &mut Write<'_>) {
        match self {
            Ok(value) => value.each(write),
            Err(error) => error.each(write),
        }
    }
}

/// A sentence of ours.
impl Strings for String {
    fn each(&mut self, write: &mut Write<'_>) {
        write(Part::Said, self);
    }
}

/// Strings that all come from the same.
fn all<'s>(part: Part, texts: impl IntoIterator<Item = &'s mut String>, write: &mut Write<'_>) {
    texts.into_iter().for_each(|text| write(part, text));
}

impl Strings for Report {
    fn each(&mut self, write: &mut Write<'_>) {
        let Report {
            ok: _,
            action: _,
            target,
            effects,
            verification,
            news,
            still,
            loading,
            diff,
            ms: _,
            target_in_diff: _,
        } = self;
        target.each(write);
        effects.each(write);
        verification.each(write);
        news.each(write);
        still.each(write);
        loading.each(write);
        write(Part::View, diff);
    }
}

impl Strings for Target {
    fn each(&mut self, write: &mut Write<'_>) {
        let Target { id: _, role, name } = self;
        all(Part::Seen, [role, name], write);
    }
}

impl Strings for Effects {
    fn each(&mut self, write: &mut Write<'_>) {
        // `Effects::iter` lists what cannot be written to: this takes the fields themselves, and all of them.
        let Effects {
            url,
            title,
            navigated: _,
            tabs,
            dialogs,
            requests,
            downloads,
            choosers,
            closed_tabs: _,
            opened,
            messages,
            console_errors,
            focus: _,
            focused,
            current,
            state,
            scrolled: _,
            box_scrolled: _,
            copied: _,
            text_selected: _,
            full_screen: _,
            pictures,
            added: _,
            removed: _,
            changed: _,
            left_out: _,
        } = self;
        all(Part::Heard, url.iter_mut().chain(title), write);
        tabs.each(write);
        dialogs.each(write);
        requests.each(write);
        downloads.each(write);
        for ChooserInfo { multiple: _ } in choosers {}
        opened.each(write);
        focused.each(write);
        current.each(write);
        messages.each(write);
        all(Part::Heard, console_errors.iter_mut().chain(pictures), write);
        state.each(write);
    }
}

impl Strings for Verification {
    fn each(&mut self, write: &mut Write<'_>) {
        let Verification {
            passed: _,
            expected,
            met,
            errors,
            successes,
            evidence: _,
            feedback,
            note,
            errors_in_effects: _,
        } = self;
        all(Part::Heard, errors.iter_mut().chain(successes), write);
        all(Part::Said, expected.iter_mut().chain(met).chain([note, feedback]), write);
    }
}

impl Strings for Message {
    fn each(&mut self, write: &mut Write<'_>) {
        let Message { text, kind: _, gone: _, ms: _, in_diff: _ } = self;
        write(Part::Heard, text);
    }
}

impl Strings for Opened {
    fn each(&mut self, write: &mut Write<'_>) {
        let Opened { kind, id: _, name, options, more: _, in_diff: _ } = self;
        all(Part::Seen, [kind, name], write);
        options.each(write);
    }
}

impl Strings for StateChange {
    fn each(&mut self, write: &mut Write<'_>) {
        let StateChange { name, was, now, in_diff: _ } = self;
        all(Part::Heard, [name, was, now], write);
    }
}

impl Strings for DialogInfo {
    fn each(&mut self, write: &mut Write<'_>) {
        let DialogInfo { kind: _, message, open: _ } = self;
        write(Part::Heard, message);
    }
}

impl Strings for DownloadInfo {
    fn each(&mut self, write: &mut Write<'_>) {
        // Where the file is was made by us, of a name that was made harmless; it has to be as it is on the disk.
        let DownloadInfo { name, url, path: _, bytes: _, total: _, state: _ } = self;
        all(Part::Heard, [name, url], write);
    }
}

impl Strings for RequestInfo {
    fn each(&mut self, write: &mut Write<'_>) {
        let RequestInfo {
            method,
            kind,
            url,
            status: _,
            failure,
            aborted: _,
            same_origin: _,
            follows_write: _,
        } = self;
        all(Part::Heard, [method, url].into_iter().chain(failure), write);
        write(Part::Said, kind);
    }
}

impl Strings for TabInfo {
    fn each(&mut self, write: &mut Write<'_>) {
        let TabInfo { number: _, title, url, active: _, attached: _ } = self;
        all(Part::Heard, [title, url], write);
    }
}

impl Strings for AvailableTab {
    fn each(&mut self, write: &mut Write<'_>) {
        // A session's name is the caller's own.
        let AvailableTab { number: _, title, url, tab: _, session: _ } = self;
        all(Part::Heard, [title, url], write);
    }
}

impl Strings for Obstacle {
    fn each(&mut self, write: &mut Write<'_>) {
        match self {
            Obstacle::Coverer { id: _, what } => what.each(write),
            Obstacle::Options(texts) | Obstacle::Invalid(texts) => all(Part::Heard, texts, write),
            Obstacle::Holds(text) | Obstacle::Dialog(text) => write(Part::Heard, text),
            Obstacle::Now(text) => text.each(write),
            Obstacle::Instead(report) => report.each(write),
        }
    }
}

impl Strings for Error {
    fn each(&mut self, write: &mut Write<'_>) {
        let (message, hint, obstacle, report) = self.parts_mut();
        message.each(write);
        if let Some(hint) = hint {
            hint.each(write);
        }
        obstacle.each(write);
        if let Some(report) = report {
            report.each(write);
        }
    }
}
