//! The three command lines: how each is called with a browser of its own, how it evaluates an expression in the page, and how it
//! writes ids.

use std::{
    env, fs,
    path::{Path, PathBuf},
    process::Command,
    time::Duration,
};

use super::apps::INSTALLED;
use crate::{bounded, browser, private_folder};

/// How long one call may take; each tool ends by itself before.
const CALL: Duration = Duration::from_secs(60);
/// The name of the session that each tool works in.
const SESSION: &str = "rivals";

/// A command line for agents.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Tool {
    Domtool,
    AgentBrowser,
    PlaywrightCli,
}

impl Tool {
    pub(super) const ALL: [Self; 3] = [Self::Domtool, Self::AgentBrowser, Self::PlaywrightCli];

    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Domtool => "domtool",
            Self::AgentBrowser => "agent-browser",
            Self::PlaywrightCli => "playwright-cli",
        }
    }

    pub(super) fn of(name: &str) -> Result<Self, String> {
        Self::ALL
            .into_iter()
            .find(|tool| tool.name() == name)
            .ok_or_else(|| format!("there is no tool {name}"))
    }

    /// What was printed with each id before what it is of, as domtool writes it; the others have `[ref=e4]` behind it.
    pub(super) fn with_ids_first(self, text: &str) -> String {
        if self == Self::Domtool {
            return text.to_owned();
        }
        let mut lines = String::new();
        for line in text.lines() {
            let said = line.trim_start_matches([' ', '-']);
            let id = said.split_once("ref=").map(|(_, rest)| rest.split([']', ',']).next().unwrap_or(rest));
            lines += &id.map_or(String::new(), |id| format!("{id} "));
            lines += said;
            lines.push('\n');
        }
        lines
    }

    /// An id as this tool takes it.
    pub(super) fn id(self, id: String) -> String {
        if self == Self::AgentBrowser { format!("@{id}") } else { id }
    }
}

/// The tools, with the folder that holds their sockets.
pub(super) struct Caller {
    runtime: PathBuf,
    chromium: Option<PathBuf>,
}

impl Caller {
    pub(super) fn new() -> Result<Self, String> {
        // A socket's path has to be short, so that it is not below `target`.
        let runtime = env::temp_dir().join(format!("domtool-rivals-{}", std::process::id()));
        private_folder::make(&runtime)?;
        fs::create_dir_all(work()).map_err(|error| format!("{}: {error}", work().display()))?;
        Ok(Self { runtime, chromium: browser::executable() })
    }

    /// Whether a call succeeded, and what it printed.
    pub(super) fn call(&self, tool: Tool, arguments: &[String]) -> Result<(bool, String), String> {
        let mut command = self.command(tool);
        bounded::output(command.args(arguments).current_dir(work()), CALL, tool.name())
    }

    /// Whether an expression is true in the page.
    pub(super) fn holds(&self, tool: Tool, expression: &str) -> Result<bool, String> {
        let arguments = match tool {
            Tool::Domtool => {
                vec!["--allow-eval".to_owned(), "eval".to_owned(), format!("String(!!({expression}))")]
            }
            Tool::AgentBrowser => vec!["eval".to_owned(), format!("String(!!({expression}))")],
            Tool::PlaywrightCli => {
                vec!["--raw".to_owned(), "eval".to_owned(), format!("() => String(!!({expression}))")]
            }
        };
        let (_, text) = self.call(tool, &arguments)?;
        match text.trim().trim_matches('"') {
            "true" => Ok(true),
            "false" => Ok(false),
            other => Err(format!("the page cannot be asked: {}", other.lines().next().unwrap_or_default())),
        }
    }

    /// Ends the tool's browser, so that the next task begins with none.
    pub(super) fn close(&self, tool: Tool) -> Result<(), String> {
        self.call(tool, &["close".to_owned()]).map(|_| ())
    }

    fn command(&self, tool: Tool) -> Command {
        let script = |path: &str| {
            let mut command = Command::new("node");
            command.arg(absolute(Path::new(INSTALLED)).join("node_modules").join(path));
            command
        };
        match tool {
            Tool::Domtool => {
                let program = format!("target/debug/domtool{}", env::consts::EXE_SUFFIX);
                let mut command = Command::new(absolute(Path::new(&program)));
                command.env("DOMTOOL_SESSION", SESSION).env("XDG_RUNTIME_DIR", &self.runtime);
                command.env_remove("DOMTOOL_SOCKET");
                command
            }
            // Neither starts as root, as containers have it, without being told to do without the sandbox; pages are on loopback.
            Tool::AgentBrowser => {
                let mut command = script("agent-browser/bin/agent-browser.js");
                command.env("AGENT_BROWSER_SESSION", SESSION).env("AGENT_BROWSER_SOCKET_DIR", &self.runtime);
                command.env("AGENT_BROWSER_ARGS", "--no-sandbox");
                command.envs(self.chromium.iter().map(|path| ("AGENT_BROWSER_EXECUTABLE_PATH", path)));
                command
            }
            Tool::PlaywrightCli => {
                let mut command = script("@playwright/cli/playwright-cli.js");
                command.env("PLAYWRIGHT_CLI_SESSION", SESSION).env("PLAYWRIGHT_MCP_SANDBOX", "false");
                command.env("PLAYWRIGHT_MCP_BROWSER", "chromium");
                command.envs(self.chromium.iter().map(|path| ("PLAYWRIGHT_MCP_EXECUTABLE_PATH", path)));
                command
            }
        }
    }
}

impl Drop for Caller {
    fn drop(&mut self) {
        for tool in Tool::ALL {
            let _ended = self.close(tool);
        }
        let _gone = fs::remove_dir_all(&self.runtime);
    }
}

/// The folder that the tools are called in, where they leave their files.
pub(super) fn work() -> PathBuf {
    absolute(Path::new(INSTALLED)).join("work")
}

pub(super) fn absolute(path: &Path) -> PathBuf {
    env::current_dir().unwrap_or_default().join(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_of_the_others_are_put_first() {
        let printed = "- list [ref=e1]:\n  - button \"Go on\" [disabled, ref=e12]\n  - text: so\n";
        let text = Tool::AgentBrowser.with_ids_first(printed);
        assert_eq!(text, "e1 list [ref=e1]:\ne12 button \"Go on\" [disabled, ref=e12]\ntext: so\n");
        assert_eq!(Tool::AgentBrowser.id("e12".to_owned()), "@e12");
    }
}
