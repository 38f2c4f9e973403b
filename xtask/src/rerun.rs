//! The tests, and once more those few that failed. A shared machine stands still for seconds at times, which fails a test that
//! tells of time; a bug fails again. What passes only the second time is listed as flaky: it is a bug until shown otherwise.

use std::{
    env,
    io::{self, BufRead as _, BufReader, IsTerminal as _, PipeReader, Write as _},
    panic::resume_unwind,
    process::Command,
    thread,
};

use crate::{cargo, load};

/// The variable by which the test runner is told how many tests run at once.
const THREADS: &str = "RUST_TEST_THREADS";

/// More failures than these, one test in a hundred, are no matter of luck.
const FEW: usize = 10;

/// Runs the tests that `words` name and one of `parts`, a set of filters each; the few that fail run once more, alone. Several parts run at
/// the same time, as a test waits for its browser half of the time; what the others print comes after what the first prints.
pub(crate) fn test(words: &[&str], parts: &[Vec<&str>]) -> Result<(), String> {
    let threads = if parts.len() > 1 {
        // Cargo builds for one at a time.
        cargo::cargo(&[words, &["--no-run"]].concat(), &[])?;
        None
    } else {
        load::tests()
    };
    let runs = thread::scope(|scope| {
        let run = |at: usize| {
            let out = if at == 0 { Out::Passed } else { Out::Kept(Vec::new()) };
            Run::new(words, &parts[at], threads, out)
        };
        let others: Vec<_> = (1..parts.len()).map(|at| scope.spawn(move || run(at))).collect();
        let mut runs = vec![run(0)];
        runs.extend(others.into_iter().map(|run| run.join().unwrap_or_else(|panic| resume_unwind(panic))));
        runs
    });
    let mut failed = Vec::new();
    let mut why = None;
    for run in runs {
        run.print();
        if let Err(message) = run.ended {
            if run.failed.is_empty() {
                return Err(message);
            }
            failed.extend(run.failed);
            why = Some(message);
        }
    }
    let Some(why) = why else { return Ok(()) };
    if failed.len() > FEW {
        return Err(why);
    }
    eprintln!("xtask: failed, and run once more: {}", failed.join(", "));
    let mut again = vec!["--exact", "--test-threads", "1"];
    again.extend(failed.iter().map(String::as_str));
    Run::new(words, &again, None, Out::Passed).ended?;
    eprintln!("xtask: flaky, passed the second time only: {}", failed.join(", "));
    Ok(())
}

/// What becomes of what the tests print.
enum Out {
    /// It is printed at once.
    Passed,
    /// It is kept for later, with what goes to standard error.
    Kept(Vec<String>),
}

/// A run of tests that has ended.
struct Run {
    out: Out,
    ended: Result<(), String>,
    /// The tests that failed; none where a binary did not build or died.
    failed: Vec<String>,
}

impl Run {
    fn new(words: &[&str], filters: &[&str], threads: Option<usize>, mut out: Out) -> Self {
        let mut command = cargo::command();
        command.args(words).arg("--").args(filters);
        if let Some(threads) = threads.filter(|_| env::var_os(THREADS).is_none()) {
            command.env(THREADS, threads.to_string());
        }
        if io::stdout().is_terminal() {
            // Its output goes through a pipe, which is no terminal.
            command.args(["--color", "always"]);
        }
        let mut failed = Vec::new();
        // A binary that dies says nothing of the tests it did not run.
        let (mut began, mut done) = (0, 0);
        let lines = match piped(&mut command, &out) {
            Ok(lines) => lines,
            Err(error) => {
                return Self { out, ended: Err(format!("there is no pipe for the tests: {error}")), failed };
            }
        };
        let ended = cargo::run_reading(command, &format!("cargo {}", words.join(" ")), |_| {
            for line in lines.lines().map_while(Result::ok) {
                failed.extend(failed_test(&line).map(str::to_owned));
                began += u32::from(line.starts_with("running "));
                done += u32::from(line.starts_with("test result: "));
                out.take(line);
            }
        });
        failed.sort_unstable();
        failed.dedup();
        if began != done {
            failed.clear();
        }
        Self { out, ended, failed }
    }

    fn print(&self) {
        if let Out::Kept(lines) = &self.out {
            let mut stdout = io::stdout().lock();
            for line in lines {
                // Nobody reads it any more: what failed is said by the end.
                let _unread = writeln!(stdout, "{line}");
            }
        }
    }
}

impl Out {
    fn take(&mut self, line: String) {
        match self {
            // Nobody reads it any more: the tests go on.
            Self::Passed => drop(writeln!(io::stdout(), "{line}")),
            Self::Kept(lines) => lines.push(line),
        }
    }
}

/// Where the command's output comes out; it ends when the command and all that it started have.
fn piped(command: &mut Command, out: &Out) -> io::Result<BufReader<PipeReader>> {
    let (reader, writer) = io::pipe()?;
    if matches!(out, Out::Kept(_)) {
        command.stderr(writer.try_clone()?);
    }
    command.stdout(writer);
    Ok(BufReader::new(reader))
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
