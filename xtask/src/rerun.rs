//! The tests, and once more those few that failed. A shared machine stands still for seconds at times, which fails a test that
//! tells of time; a bug fails again. What passes only the second time is listed as flaky: it is a bug until shown otherwise.

use std::{
    env,
    io::{self, BufRead as _, BufReader, IsTerminal as _, Write as _},
    process::Stdio,
};

use crate::{cargo, load};

/// The variable by which the test runner is told how many tests run at once.
const THREADS: &str = "RUST_TEST_THREADS";

/// More failures than these are no matter of luck.
const FEW: usize = 3;

/// Runs the tests that `words` and `filters` name; the few that fail run once more, alone.
pub(crate) fn test(words: &[&str], filters: &[&str]) -> Result<(), String> {
    let Err(failed) = run(words, filters) else { return Ok(()) };
    let Failed { names, message } = failed;
    if names.is_empty() || names.len() > FEW {
        return Err(message);
    }
    eprintln!("xtask: failed, and run once more: {}", names.join(", "));
    let mut again = vec!["--exact", "--test-threads", "1"];
    again.extend(names.iter().map(String::as_str));
    run(words, &again).map_err(|failed| failed.message)?;
    eprintln!("xtask: flaky, passed the second time only: {}", names.join(", "));
    Ok(())
}

/// What a run of the tests leaves when it fails.
struct Failed {
    /// The tests that failed; none where a binary did not build or died.
    names: Vec<String>,
    message: String,
}

fn run(words: &[&str], filters: &[&str]) -> Result<(), Failed> {
    let mut command = cargo::command();
    command.args(words).arg("--").args(filters).stdout(Stdio::piped());
    if env::var_os(THREADS).is_none()
        && let Some(tests) = load::tests()
    {
        command.env(THREADS, tests.to_string());
    }
    if io::stdout().is_terminal() {
        // Its output goes through a pipe, which is no terminal.
        command.args(["--color", "always"]);
    }
    let mut names = Vec::new();
    // A binary that dies says nothing of the tests it did not run.
    let (mut began, mut done) = (0, 0);
    let name = format!("cargo {}", words.join(" "));
    let ended = cargo::run_reading(command, &name, |child| {
        let Some(out) = child.stdout.take() else { return };
        let mut stdout = io::stdout().lock();
        for line in BufReader::new(out).lines().map_while(Result::ok) {
            names.extend(failed_test(&line).map(str::to_owned));
            began += u32::from(line.starts_with("running "));
            done += u32::from(line.starts_with("test result: "));
            // Nobody reads it any more: the tests go on.
            let _unread = writeln!(stdout, "{line}");
        }
    });
    names.sort_unstable();
    names.dedup();
    if began != done {
        names.clear();
    }
    ended.map_err(|message| Failed { names, message })
}

/// The name of the test that a line of the test runner says has failed.
fn failed_test(line: &str) -> Option<&str> {
    let (name, outcome) = line.strip_prefix("test ")?.rsplit_once(" ... ")?;
    // Between colours on a terminal.
    outcome.contains("FAILED").then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn failed_tests_are_found_in_the_runner_s_lines() {
        assert_eq!(failed_test("test tabs::a_new_tab ... FAILED"), Some("tabs::a_new_tab"));
        assert_eq!(
            failed_test("test tabs::a_new_tab ... \u{1b}[31mFAILED\u{1b}[0m"),
            Some("tabs::a_new_tab")
        );
        assert_eq!(failed_test("test tabs::a_new_tab ... ok"), None);
        assert_eq!(failed_test("test result: FAILED. 1 passed; 1 failed"), None);
        assert_eq!(failed_test("a page says: test x ... FAILED"), None);
    }
}
