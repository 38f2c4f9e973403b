//! Reads the table of tasks. `# APPLICATION PATH` begins the tasks of an application, `= GOAL` a task, `done EXPRESSION` what is true in
//! its page once it was done, `> TOOL` the way of a tool, whose lines are its commands.

use std::fs;

use super::tools::Tool;

const TABLE: &str = "xtask/rivals/tasks.txt";

/// One thing to get done in an application.
pub(super) struct Task {
    pub(super) app: String,
    /// The path of its page.
    pub(super) path: String,
    /// What a person would ask for, in words.
    pub(super) goal: String,
    /// JavaScript that is true in the page once it was done.
    pub(super) done: String,
    /// The commands of each tool.
    pub(super) ways: Vec<(Tool, Vec<String>)>,
}

impl Task {
    pub(super) fn way(&self, tool: Tool) -> &[String] {
        self.ways.iter().find(|(of, _)| *of == tool).map_or(&[], |(_, steps)| steps)
    }
}

/// The tasks of the applications named, of all where none is.
pub(super) fn read(apps: &[String]) -> Result<Vec<Task>, String> {
    let text = fs::read_to_string(TABLE).map_err(|error| format!("{TABLE}: {error}"))?;
    let mut tasks = parse(&text)?;
    if let Some(unknown) = apps.iter().find(|name| tasks.iter().all(|task| task.app != **name)) {
        return Err(format!("there are no tasks of {unknown}"));
    }
    tasks.retain(|task| apps.is_empty() || apps.contains(&task.app));
    Ok(tasks)
}

fn parse(text: &str) -> Result<Vec<Task>, String> {
    let (mut app, mut path) = ("", "");
    let mut tasks: Vec<Task> = Vec::new();
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with("//")) {
        let (first, rest) = line.split_once(' ').unwrap_or((line, ""));
        if first == "#" {
            (app, path) = rest.split_once(' ').unwrap_or((rest, ""));
            continue;
        }
        if first == "=" {
            let (app, path, goal) = (app.to_owned(), path.to_owned(), rest.to_owned());
            tasks.push(Task { app, path, goal, done: String::new(), ways: Vec::new() });
            continue;
        }
        let task = tasks.last_mut().ok_or_else(|| format!("no task is open for: {line}"))?;
        match (first, task.ways.last_mut()) {
            (">", _) => task.ways.push((Tool::of(rest)?, Vec::new())),
            ("done", _) => rest.clone_into(&mut task.done),
            (_, Some((_, steps))) => steps.push(line.to_owned()),
            (_, None) => return Err(format!("{}: no tool has begun before: {line}", task.goal)),
        }
    }
    match tasks
        .iter()
        .find(|task| task.done.is_empty() || Tool::ALL.iter().any(|tool| task.way(*tool).is_empty()))
    {
        Some(task) => {
            Err(format!("{}: {}: lacks a tool, or says not what is true in the end", task.app, task.goal))
        }
        None => Ok(tasks),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_task_has_its_page_its_end_and_a_way_for_each_tool() {
        let ways = "> domtool\nobserve {url}\nsee \"On\"\n> agent-browser\nopen {url}\n> playwright-cli\nopen {url}\n";
        let tasks = parse(&format!("# app a/b.html\n// why\n= Go on\ndone page == 2\n{ways}")).unwrap();
        assert_eq!((tasks[0].app.as_str(), tasks[0].path.as_str()), ("app", "a/b.html"));
        assert_eq!(tasks[0].done, "page == 2");
        assert_eq!(tasks[0].way(Tool::Domtool), ["observe {url}", "see \"On\""]);
    }

    #[test]
    fn a_task_that_a_tool_has_no_way_for_is_refused() {
        assert!(parse("# app a\n= Go on\ndone true\n> domtool\nobserve {url}\n").is_err());
        assert!(parse("# app a\n= Go on\nobserve {url}\n").is_err());
    }
}
