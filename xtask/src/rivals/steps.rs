//! Does one task with one tool, as an agent would: a command a step, ids from what was printed before.
//!
//! Four words are no commands of a tool. `{url}` is the address of the application's page. `see TEXT` fails unless the newest answer says
//! this text: an agent that has not read it cannot know that it is done. `read` reads the snapshot that Playwright's command line
//! wrote to a file and only named, and `picture FILE` looks at a picture.

use std::{
    fs, thread,
    time::{Duration, Instant},
};

use super::{
    count,
    tasks::Task,
    tools::{Caller, Tool, work},
};
use crate::libraries::arguments;

/// How long the page may take to be as the task wants it, after the last command, and how often it is asked.
const SETTLED: Duration = Duration::from_secs(5);
const ASKED_EVERY: Duration = Duration::from_millis(200);

/// What came of a task with one tool.
pub(super) struct Outcome {
    pub(super) commands: usize,
    /// What a model reads, pictures included.
    pub(super) tokens: usize,
    /// Why it failed, nothing where it was done.
    pub(super) failure: Option<String>,
}

/// Does a task in an application that has just been started, whose page is at `url`.
pub(super) fn run(
    caller: &Caller,
    task: &Task,
    tool: Tool,
    url: String,
    show: bool,
) -> Result<Outcome, String> {
    let mut way = Way { caller, tool, url, show, commands: 0, printed: Vec::new(), pictures: 0 };
    let failed = task.way(tool).iter().find_map(|step| {
        let why = way.step(step).err()?;
        Some(format!("{step}: {why}").replace('|', "/"))
    });
    let failure = match failed {
        Some(why) => Some(why),
        None if way.ends_with(&task.done)? => None,
        None => Some("the page is not as it should be".to_owned()),
    };
    let tokens = count::tokens(&way.printed.concat())? + way.pictures;
    Ok(Outcome { commands: way.commands, tokens, failure })
}

/// The way of one tool through a task, as far as it has come.
struct Way<'a> {
    caller: &'a Caller,
    tool: Tool,
    url: String,
    show: bool,
    commands: usize,
    /// All answers.
    printed: Vec<String>,
    /// The tokens of the pictures that were looked at.
    pictures: usize,
}

impl Way<'_> {
    fn step(&mut self, step: &str) -> Result<(), String> {
        let newest = self.printed.last().map_or("", String::as_str);
        match step.split_once(' ').unwrap_or((step, "")) {
            ("see", text) if newest.contains(text) => Ok(()),
            ("see", _) => Err("the last answer does not say it".to_owned()),
            ("read", _) => {
                let name = snapshot_file(newest).ok_or("no snapshot was named")?;
                let text =
                    fs::read_to_string(work().join(name)).map_err(|error| format!("{name}: {error}"))?;
                self.answer(step, text)
            }
            ("picture", file) => {
                let bytes = fs::read(work().join(file)).map_err(|error| format!("{file}: {error}"))?;
                self.pictures += count::picture(&bytes).ok_or("it is no PNG")?;
                Ok(())
            }
            _ => {
                let (done, text) = self.caller.call(self.tool, &self.words(step)?)?;
                let first = text.lines().next().unwrap_or_default().to_owned();
                self.answer(step, text)?;
                if done { Ok(()) } else { Err(first) }
            }
        }
    }

    fn answer(&mut self, step: &str, text: String) -> Result<(), String> {
        if self.show {
            println!("$ {} {step}   ({} tokens)\n{text}", self.tool.name(), count::tokens(&text)?);
        }
        self.commands += 1;
        self.printed.push(text);
        Ok(())
    }

    /// The words of a step, with the address and ids in their places.
    fn words(&self, step: &str) -> Result<Vec<String>, String> {
        let step = step.replace("{url}", &self.url);
        let printed: Vec<String> = self.printed.iter().map(|text| self.tool.with_ids_first(text)).collect();
        arguments(&step, &printed, |id| self.tool.id(id))
    }

    /// Whether the page comes to be as it should.
    fn ends_with(&self, expression: &str) -> Result<bool, String> {
        let since = Instant::now();
        loop {
            if self.caller.holds(self.tool, expression)? {
                return Ok(true);
            }
            if since.elapsed() > SETTLED {
                return Ok(false);
            }
            thread::sleep(ASKED_EVERY);
        }
    }
}

/// The file that an answer of Playwright's command line says its snapshot is in: `[Snapshot](FILE)`.
fn snapshot_file(answer: &str) -> Option<&str> {
    answer.split_once("[Snapshot](")?.1.split_once(')').map(|(file, _)| file)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_file_of_a_snapshot_is_named_in_an_answer() {
        let answer = "### Snapshot\n- [Snapshot](.playwright-cli/page-1.yml)\n";
        assert_eq!(snapshot_file(answer), Some(".playwright-cli/page-1.yml"));
        assert_eq!(snapshot_file("### Page"), None);
    }
}
