//! Colour for terminals: five words of style, and a diff's lines in them. Off, every text goes through unchanged.

/// Whether to colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Paint(bool);

impl Paint {
    /// No colour.
    #[cfg(test)]
    pub(crate) const fn plain() -> Self {
        Self(false)
    }

    /// Colour or not.
    pub(crate) const fn new(on: bool) -> Self {
        Self(on)
    }

    /// Whether colour is on.
    pub(crate) const fn is_on(self) -> bool {
        self.0
    }

    fn with(self, code: &str, text: &str) -> String {
        if self.0 { format!("\x1b[{code}m{text}\x1b[0m") } else { text.to_owned() }
    }

    /// Something that worked, or was added.
    pub(crate) fn good(self, text: &str) -> String {
        self.with("32", text)
    }

    /// Something that failed, or was removed.
    pub(crate) fn bad(self, text: &str) -> String {
        self.with("31", text)
    }

    /// Something that changed, or needs a look.
    pub(crate) fn warm(self, text: &str) -> String {
        self.with("33", text)
    }

    /// A heading.
    pub(crate) fn strong(self, text: &str) -> String {
        self.with("1", text)
    }

    /// An aside.
    pub(crate) fn faint(self, text: &str) -> String {
        self.with("2", text)
    }

    /// Colours each line of a diff for what it tells: added, removed, changed or as it was. Every line ends with a line end.
    pub(crate) fn diff(self, diff: &str) -> String {
        let mut text = String::with_capacity(diff.len() + 1);
        for line in diff.lines() {
            let coloured = match line.trim_start().chars().next() {
                Some('+') => self.good(line),
                Some('-') => self.bad(line),
                Some('~') => self.warm(line),
                _ => line.to_owned(),
            };
            text.push_str(&coloured);
            text.push('\n');
        }
        text
    }
}
