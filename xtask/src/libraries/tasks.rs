//! Reads the table of tasks. `# LIBRARY` begins the tasks of a page, `= GOAL` a task; its lines are commands of domtool,
//! the last one `result KEY VALUE`: what the page must have noted by then.

use std::fs;

const TABLE: &str = "xtask/libraries/tasks.txt";

/// One thing to get done on a page.
pub(super) struct Task {
    /// The library, which is also the name of the page.
    pub(super) library: String,
    /// What a person would ask for, in words.
    pub(super) goal: String,
    /// Commands, with what they are about in braces: `click {button "Next"}`.
    pub(super) steps: Vec<String>,
    /// The key of the page's `result`, and the value that it must have in the end.
    pub(super) result: (String, String),
}

/// The tasks of the libraries named, of all where none is.
pub(super) fn read(names: &[&String]) -> Result<Vec<Task>, String> {
    let text = fs::read_to_string(TABLE).map_err(|error| format!("{TABLE}: {error}"))?;
    let mut tasks: Vec<Task> = parse(&text)?;
    if let Some(unknown) = names.iter().find(|name| tasks.iter().all(|task| task.library != name.as_str())) {
        return Err(format!("there are no tasks of {unknown}"));
    }
    tasks.retain(|task| names.is_empty() || names.iter().any(|name| **name == task.library));
    Ok(tasks)
}

fn parse(text: &str) -> Result<Vec<Task>, String> {
    let mut library = "";
    let mut tasks: Vec<Task> = Vec::new();
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with("//")) {
        if let Some(name) = line.strip_prefix("# ") {
            library = name;
        } else if let Some(goal) = line.strip_prefix("= ") {
            let (library, goal) = (library.to_owned(), goal.to_owned());
            tasks.push(Task { library, goal, steps: Vec::new(), result: Default::default() });
        } else {
            let task = tasks.last_mut().ok_or_else(|| format!("no task is open for: {line}"))?;
            // An empty result is a key alone.
            match line.strip_prefix("result ").map(|rest| rest.split_once(' ').unwrap_or((rest, ""))) {
                Some((key, value)) => task.result = (key.to_owned(), value.to_owned()),
                None => task.steps.push(line.to_owned()),
            }
        }
    }
    match tasks.iter().find(|task| task.result.0.is_empty()) {
        Some(task) => Err(format!("{}: {}: says no result", task.library, task.goal)),
        None => Ok(tasks),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_task_has_its_library_steps_and_result() {
        let tasks = parse("# lib\n// why\n= Go on\nclick {button \"Next\"}\nresult page 2 of 3\n").unwrap();
        assert_eq!((tasks[0].library.as_str(), tasks[0].goal.as_str()), ("lib", "Go on"));
        assert_eq!(tasks[0].steps, ["click {button \"Next\"}"]);
        assert_eq!(tasks[0].result, ("page".to_owned(), "2 of 3".to_owned()));
    }

    #[test]
    fn a_task_that_nothing_can_decide_is_refused() {
        assert!(parse("# lib\n= Go on\nclick {button}\n").is_err());
    }
}
