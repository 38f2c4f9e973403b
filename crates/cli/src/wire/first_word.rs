//! What a daemon says to the client that starts it: one line on its standard output, from which that client knows whether it
//! can connect. All that follows goes over the socket.

use std::fmt;

use crate::failure::Failure;

/// The hidden command that makes this program the daemon.
pub(crate) const DAEMON_COMMAND: &str = "daemon";

/// What stands before a failure, which follows as JSON in the same line.
const FAILED: &str = "failed ";
const READY: &str = "ready";
const TAKEN: &str = "taken";

/// What became of a daemon that was started.
#[derive(Debug)]
pub(crate) enum FirstWord {
    /// It listens.
    Ready,
    /// Another daemon runs already.
    Taken,
    /// It cannot listen.
    Failed(Failure),
}

impl fmt::Display for FirstWord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Ready => f.write_str(READY),
            Self::Taken => f.write_str(TAKEN),
            Self::Failed(failure) => {
                let json = serde_json::to_string(failure).map_err(|_| fmt::Error)?;
                write!(f, "{FAILED}{json}")
            }
        }
    }
}

impl FirstWord {
    /// Reads the line; `None` for anything that no daemon of this build says.
    pub(crate) fn parse(line: &str) -> Option<Self> {
        match line {
            READY => Some(Self::Ready),
            TAKEN => Some(Self::Taken),
            _ => serde_json::from_str(line.strip_prefix(FAILED)?).ok().map(Self::Failed),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_is_one_line_and_is_understood() {
        for word in [FirstWord::Ready, FirstWord::Taken, FirstWord::Failed(Failure::internal("no\nsocket"))] {
            let line = word.to_string();
            assert!(!line.contains('\n'), "{line}");
            assert_eq!(FirstWord::parse(&line).map(|word| word.to_string()), Some(line));
        }
        assert!(FirstWord::parse("").is_none() && FirstWord::parse("failed for no reason").is_none());
    }
}
