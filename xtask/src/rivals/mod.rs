//! Tasks in real applications, each done by domtool and by two other command lines for agents: `cargo xtask rivals [APP...]`.
//!
//! The applications and the other tools come from npm and PyPI by lists in `xtask/rivals`; they are installed below `target`. A task of
//! `xtask/rivals/tasks.txt` has the shortest way for each tool that its own guide teaches: look, act by ids from what was printed, look
//! again where the tool does not say what came of it. The page itself says whether the task was done. All that a model would
//! read is counted with `o200k_base`, pictures by their size.

mod apps;
mod count;
mod steps;
mod tasks;
mod tools;

use crate::{browser, cargo::cargo};
use apps::Running;
use steps::Outcome;
use tasks::Task;
use tools::{Caller, Tool};

/// Runs the tasks of all applications, or of those named, with all tools or one (`--of TOOL`). Fails where domtool does not do a task,
/// or needs as many tokens as another tool that did it.
pub(crate) fn run(arguments: &[String]) -> Result<(), String> {
    let (mut show, mut tools, mut apps) = (false, Tool::ALL.to_vec(), Vec::new());
    let mut rest = arguments.iter();
    while let Some(argument) = rest.next() {
        match argument.as_str() {
            "--show" => show = true,
            "--of" => tools = vec![Tool::of(rest.next().map_or("", String::as_str))?],
            app => apps.push(app.to_owned()),
        }
    }
    let tasks = tasks::read(&apps)?;
    browser::ensure()?;
    cargo(&["build", "--quiet", "--package", "domtool-cli"], &[])?;
    apps::install()?;
    let caller = Caller::new()?;
    let mut rows = Vec::new();
    for task in &tasks {
        let outcomes: Result<Vec<_>, String> =
            tools.iter().map(|tool| Ok((*tool, with_tool(&caller, task, *tool, show)?))).collect();
        rows.push((task, outcomes?));
    }
    print(&tools, &rows);
    let lost = rows.iter().filter(|(_, outcomes)| !is_lowest(outcomes)).count();
    if lost == 0 { Ok(()) } else { Err(format!("domtool is not the lowest in {lost} of {}", rows.len())) }
}

fn with_tool(caller: &Caller, task: &Task, tool: Tool, show: bool) -> Result<Outcome, String> {
    let app = Running::start(&task.app)?;
    let outcome = steps::run(caller, task, tool, app.url(&task.path), show);
    caller.close(tool)?;
    outcome
}

/// Whether domtool did the task, with fewer tokens than each other tool that did it.
fn is_lowest(outcomes: &[(Tool, Outcome)]) -> bool {
    let done = |tool: Tool| {
        outcomes
            .iter()
            .find(|(of, outcome)| *of == tool && outcome.failure.is_none())
            .map(|(_, outcome)| outcome.tokens)
    };
    let Some(ours) = done(Tool::Domtool) else {
        return outcomes.iter().all(|(tool, _)| *tool != Tool::Domtool);
    };
    Tool::ALL.into_iter().filter(|tool| *tool != Tool::Domtool).filter_map(done).all(|theirs| ours < theirs)
}

/// A table of tokens and commands, and why what failed did.
fn print(tools: &[Tool], rows: &[(&Task, Vec<(Tool, Outcome)>)]) {
    let names: Vec<&str> = tools.iter().map(|tool| tool.name()).collect();
    println!("| application | task | {} |\n| --- | --- |{}", names.join(" | "), " --- |".repeat(names.len()));
    for (task, outcomes) in rows {
        let cells: Vec<String> = outcomes
            .iter()
            .map(|(_, Outcome { commands, tokens, failure })| {
                let end = failure.as_ref().map_or(String::new(), |why| format!(", not done: {why}"));
                format!("{tokens} tokens, {commands} commands{end}")
            })
            .collect();
        println!("| {} | {} | {} |", task.app, task.goal, cells.join(" | "));
    }
    for tool in tools {
        let of = || rows.iter().flat_map(|(_, outcomes)| outcomes).filter(|(other, _)| other == tool);
        let (tokens, commands) = of().fold((0, 0), |(tokens, commands), (_, outcome)| {
            (tokens + outcome.tokens, commands + outcome.commands)
        });
        let done = of().filter(|(_, outcome)| outcome.failure.is_none()).count();
        println!("{}: {done} of {} done, {tokens} tokens, {commands} commands", tool.name(), rows.len());
    }
}
