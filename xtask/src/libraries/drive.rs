//! Does one task as an agent would: one call of the command line a step, ids from what was printed before.

use std::{env, fs, net::SocketAddr, path::PathBuf, process::Command, time::Duration};

use super::{printed, tasks::Task};
use crate::{bounded, private_folder};

/// How long one call may take; domtool itself ends within `--timeout`.
const CALL: Duration = Duration::from_secs(40);
const TIMEOUT: &str = "20";

/// What came of a task.
pub(super) struct Outcome {
    pub(super) commands: usize,
    /// About what a model reads of it all: four characters a token.
    pub(super) tokens: usize,
    /// Why it failed, nothing where it passed.
    pub(super) failure: Option<String>,
}

/// Calls the built command line, with a daemon of its own that ends with it.
pub(super) struct Driver {
    server: SocketAddr,
    runtime: PathBuf,
    show: bool,
}

impl Driver {
    pub(super) fn new(server: SocketAddr, show: bool) -> Result<Self, String> {
        // A socket's path has to be short, so that it is not below `target`.
        let runtime = env::temp_dir().join(format!("domtool-libraries-{}", std::process::id()));
        private_folder::make(&runtime)?;
        Ok(Self { server, runtime, show })
    }

    /// Runs the steps until one fails, then asks the page what it noted.
    pub(super) fn run(&self, task: &Task) -> Outcome {
        let mut outcome = Outcome { commands: 1, tokens: 0, failure: None };
        let page = format!("http://{}/{}.html", self.server, task.library);
        let mut texts = Vec::new();
        let mut failure = self.step(&["observe".to_owned(), page], &mut texts).err();
        for step in &task.steps {
            if failure.is_some() {
                break;
            }
            outcome.commands += 1;
            failure = arguments(step, &texts, |id| id)
                .and_then(|arguments| self.step(&arguments, &mut texts))
                .err();
        }
        outcome.tokens = texts.iter().map(|text| text.chars().count().div_ceil(4)).sum();
        outcome.failure = failure.or_else(|| self.differs(&task.result));
        outcome
    }

    fn step(&self, arguments: &[String], texts: &mut Vec<String>) -> Result<(), String> {
        let (done, text) = self.call(arguments)?;
        if self.show {
            println!("$ domtool {}\n{text}", arguments.join(" "));
        }
        let first = text.lines().next().unwrap_or_default().replace('|', "/");
        texts.push(text);
        if done { Ok(()) } else { Err(format!("{}: {first}", arguments.join(" "))) }
    }

    /// What the page noted, where that is not what was wanted.
    fn differs(&self, (key, wanted): &(String, String)) -> Option<String> {
        let expression = format!("String(window.result?.[{key:?}])");
        let asked = ["eval".to_owned(), expression];
        match self.call(&asked) {
            Ok((true, text)) if text.trim().trim_matches('"') == wanted => None,
            Ok((_, text)) => Some(format!("{key} is {}, not {wanted}", text.trim().replace('|', "/"))),
            Err(why) => Some(why),
        }
    }

    /// What a call prints, and whether it succeeded.
    fn call(&self, arguments: &[String]) -> Result<(bool, String), String> {
        let program = format!("target/debug/domtool{}", env::consts::EXE_SUFFIX);
        let mut command = Command::new(program);
        command
            .args(["--allow-eval", "--session", "libraries", "--timeout", TIMEOUT])
            .args(arguments)
            .env("XDG_RUNTIME_DIR", &self.runtime)
            .env_remove("DOMTOOL_SOCKET");
        bounded::output(&mut command, CALL, "domtool")
    }
}

impl Drop for Driver {
    fn drop(&mut self) {
        let _ended = self.call(&["close".to_owned(), "--all".to_owned()]);
        let _gone = fs::remove_dir_all(&self.runtime);
    }
}

/// The words of a step, with ids, made words by `as_word`, in the place of what stands in braces. Quotes keep a word's spaces.
pub(crate) fn arguments(
    step: &str,
    texts: &[String],
    as_word: impl Fn(String) -> String,
) -> Result<Vec<String>, String> {
    let mut words = Vec::new();
    let mut rest = step;
    while let Some(first) = rest.chars().next() {
        let (word, after) = match first {
            '{' => {
                let (wanted, after) = rest[1..].split_once('}').ok_or("a brace is not closed")?;
                let id = printed::find(texts, wanted);
                (as_word(id.ok_or_else(|| format!("nothing printed says {wanted}"))?), after)
            }
            '\'' => {
                let (word, after) = rest[1..].split_once('\'').ok_or("a quote is not closed")?;
                (word.to_owned(), after)
            }
            _ => {
                let (word, after) = rest.split_once(' ').unwrap_or((rest, ""));
                (word.to_owned(), after)
            }
        };
        words.push(word);
        rest = after.trim_start();
    }
    Ok(words)
}
