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

/// How many lines a string has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    /// One line.
    Line,
    /// Several lines, written by the page crate, where each is safe already.
    Lines,
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

/// A line.
impl Strings for String {
    fn each(&mut self, write: &mut Write<'_>) {
        write(Part::Line, self);
    }
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
        write(Part::Lines, diff);
    }
}

impl Strings for Target {
    fn each(&mut self, write: &mut Write<'_>) {
        let Target { id: _, role, name } = self;
        role.each(write);
        name.each(write);
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
            state,
            added: _,
            removed: _,
            changed: _,
            left_out: _,
        } = self;
        url.each(write);
        title.each(write);
        tabs.each(write);
        dialogs.each(write);
        requests.each(write);
        downloads.each(write);
        for ChooserInfo { multiple: _ } in choosers {}
        opened.each(write);
        messages.each(write);
        console_errors.each(write);
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
        note.each(write);
        expected.each(write);
        met.each(write);
        errors.each(write);
        successes.each(write);
        feedback.each(write);
    }
}

impl Strings for Message {
    fn each(&mut self, write: &mut Write<'_>) {
        let Message { text, kind: _, gone: _, ms: _, in_diff: _ } = self;
        text.each(write);
    }
}

impl Strings for Opened {
    fn each(&mut self, write: &mut Write<'_>) {
        let Opened { kind, id: _, name, options, more: _, in_diff: _ } = self;
        kind.each(write);
        name.each(write);
        options.each(write);
    }
}

impl Strings for StateChange {
    fn each(&mut self, write: &mut Write<'_>) {
        let StateChange { name, was, now, in_diff: _ } = self;
        name.each(write);
        was.each(write);
        now.each(write);
    }
}

impl Strings for DialogInfo {
    fn each(&mut self, write: &mut Write<'_>) {
        let DialogInfo { kind: _, message, open: _ } = self;
        message.each(write);
    }
}

impl Strings for DownloadInfo {
    fn each(&mut self, write: &mut Write<'_>) {
        // Where the file is was made by us, of a name that was made harmless; it has to be as it is on the disk.
        let DownloadInfo { name, url, path: _, bytes: _, total: _, state: _ } = self;
        name.each(write);
        url.each(write);
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
        method.each(write);
        kind.each(write);
        url.each(write);
        failure.each(write);
    }
}

impl Strings for TabInfo {
    fn each(&mut self, write: &mut Write<'_>) {
        let TabInfo { number: _, title, url, active: _, attached: _ } = self;
        title.each(write);
        url.each(write);
    }
}

impl Strings for AvailableTab {
    fn each(&mut self, write: &mut Write<'_>) {
        // A session's name is the caller's own.
        let AvailableTab { number: _, title, url, tab: _, session: _ } = self;
        title.each(write);
        url.each(write);
    }
}

impl Strings for Obstacle {
    fn each(&mut self, write: &mut Write<'_>) {
        match self {
            Obstacle::Coverer { id: _, what } => what.each(write),
            Obstacle::Options(texts) | Obstacle::Invalid(texts) => texts.each(write),
            Obstacle::Holds(text) | Obstacle::Now(text) | Obstacle::Dialog(text) => text.each(write),
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
