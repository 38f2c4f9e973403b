//! How large things are that grow unseen: the goldens, which are read in every review, and the binary, which users download.

use std::{
    env, fs,
    path::{Path, PathBuf},
};

use crate::sources::Source;

/// Where the goldens are: what an observation of each page looks like.
const GOLDENS: &str = "crates/page/tests/snapshots/";
/// More than this nobody reads when it changes.
const MOST_GOLDENS: u64 = 700_000;
/// What a release build may be, with the protocol for hosts and its server.
const MOST_BINARY: u64 = 20_000_000;

/// A size, and what it may be.
#[derive(Debug)]
pub(crate) struct Size {
    what: String,
    bytes: u64,
    most: u64,
}

impl Size {
    /// A line for people.
    pub(crate) fn line(&self) -> String {
        format!("{}: {} bytes of {} at most", self.what, grouped(self.bytes), grouped(self.most))
    }

    /// Why it is too much, when it is.
    pub(crate) fn breach(&self) -> Option<String> {
        (self.bytes > self.most).then(|| format!("over the bar: {}", self.line()))
    }
}

/// The goldens, by what is checked in.
pub(crate) fn goldens(sources: &[Source]) -> Size {
    let goldens = sources.iter().filter(|source| source.path.starts_with(GOLDENS));
    let (files, bytes) = goldens.fold((0, 0), |(files, bytes), golden| (files + 1, bytes + golden.bytes()));
    Size { what: format!("{files} goldens ({GOLDENS})"), bytes, most: MOST_GOLDENS }
}

/// The binary of the last release build; nothing where there was none. It may be older than the sources, so it is told and
/// not held to its bar here.
pub(crate) fn binary() -> Option<Size> {
    let target = env::var_os("CARGO_TARGET_DIR").map_or_else(|| "target".into(), PathBuf::from);
    let path = target.join("release").join(format!("domtool{}", env::consts::EXE_SUFFIX));
    release(&path)
}

/// A binary that was built to be released; nothing where there is none.
pub(crate) fn release(path: &Path) -> Option<Size> {
    let bytes = fs::metadata(path).ok()?.len();
    Some(Size { what: "binary of the last release build".to_owned(), bytes, most: MOST_BINARY })
}

/// A number in groups of three digits.
pub(crate) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn goldens_are_counted_and_held_to_their_bar() {
        let golden = |bytes: usize| {
            let sources = [
                Source::new("crates/page/tests/snapshots/a.snap", &"x".repeat(bytes)),
                Source::new("crates/page/tests/snapshots/b.snap", "é"),
                Source::new("crates/page/tests/view.rs", "not one"),
            ];
            goldens(&sources)
        };
        let size = golden(1_000);
        let expected = "2 goldens (crates/page/tests/snapshots/): 1,002 bytes of 700,000 at most";
        assert_eq!((size.line().as_str(), size.breach()), (expected, None));
        assert!(golden(699_998).breach().is_none());
        assert!(golden(699_999).breach().is_some_and(|why| why.contains("over the bar")));
    }

    #[test]
    fn digits_stand_in_groups() {
        for (number, expected) in
            [(0, "0"), (999, "999"), (1_000, "1,000"), (12_345, "12,345"), (1_234_567, "1,234,567")]
        {
            assert_eq!(grouped(number), expected);
        }
    }
}
