//! The hosts that `domtool setup` knows: where each keeps its servers of the Model Context Protocol, and what an entry looks like.
//! From their documentation of 2026; a host that moves its file is one line here.

use std::path::{Path, PathBuf};

use clap::ValueEnum;
use serde_json::{Value, json};

use crate::{failure::Result, keep};

/// A program that runs agents.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Host {
    /// Claude Code.
    Claude,
    /// Codex.
    Codex,
    /// Cursor.
    Cursor,
    /// Visual Studio Code.
    #[value(name = "vscode")]
    VsCode,
    /// Gemini CLI.
    Gemini,
    /// OpenCode.
    #[value(name = "opencode")]
    OpenCode,
    /// Zed.
    Zed,
    /// Windsurf.
    Windsurf,
    /// Goose.
    Goose,
}

/// How a configuration file is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Syntax {
    /// JSON, which some hosts allow comments in.
    Json,
    /// TOML.
    Toml,
    /// YAML, which is never rewritten: nothing here keeps its comments.
    Yaml,
}

impl Host {
    /// As people call it.
    pub(crate) fn title(self) -> &'static str {
        match self {
            Self::Claude => "Claude Code",
            Self::Codex => "Codex",
            Self::Cursor => "Cursor",
            Self::VsCode => "Visual Studio Code",
            Self::Gemini => "Gemini CLI",
            Self::OpenCode => "OpenCode",
            Self::Zed => "Zed",
            Self::Windsurf => "Windsurf",
            Self::Goose => "Goose",
        }
    }

    /// The syntax of its file.
    pub(crate) fn syntax(self) -> Syntax {
        match self {
            Self::Codex => Syntax::Toml,
            Self::Goose => Syntax::Yaml,
            _ => Syntax::Json,
        }
    }

    /// The keys under which its servers stand, by their names.
    pub(crate) fn keys(self) -> &'static [&'static str] {
        match self {
            Self::Claude | Self::Cursor | Self::Gemini | Self::Windsurf => &["mcpServers"],
            Self::Codex => &["mcp_servers"],
            Self::VsCode => &["servers"],
            Self::OpenCode => &["mcp"],
            Self::Zed => &["context_servers"],
            Self::Goose => &["extensions"],
        }
    }

    /// The file for every project of this user.
    ///
    /// # Errors
    /// `INVALID_INPUT` when there is no home folder.
    pub(crate) fn user_file(self) -> Result<PathBuf> {
        let home = keep::home()?;
        let config = variable("XDG_CONFIG_HOME").unwrap_or_else(|| home.join(".config"));
        let roaming = variable("APPDATA").unwrap_or_else(|| home.join("AppData/Roaming"));
        Ok(match self {
            Self::Claude => match variable("CLAUDE_CONFIG_DIR") {
                Some(folder) => folder.join(".claude.json"),
                None => home.join(".claude.json"),
            },
            Self::Codex => variable("CODEX_HOME").unwrap_or_else(|| home.join(".codex")).join("config.toml"),
            Self::Cursor => home.join(".cursor/mcp.json"),
            Self::VsCode if cfg!(windows) => roaming.join("Code/User/mcp.json"),
            Self::VsCode if cfg!(target_os = "macos") => {
                home.join("Library/Application Support/Code/User/mcp.json")
            }
            Self::VsCode => config.join("Code/User/mcp.json"),
            Self::Gemini => home.join(".gemini/settings.json"),
            Self::OpenCode => json_or_jsonc(&config.join("opencode"), "opencode"),
            Self::Zed if cfg!(windows) => roaming.join("Zed/settings.json"),
            // On macOS, too.
            Self::Zed if cfg!(target_os = "macos") => home.join(".config/zed/settings.json"),
            Self::Zed => config.join("zed/settings.json"),
            Self::Windsurf => home.join(".codeium/windsurf/mcp_config.json"),
            Self::Goose if cfg!(windows) => roaming.join("Block/goose/config/config.yaml"),
            Self::Goose => home.join(".config/goose/config.yaml"),
        })
    }

    /// The file for the project in a folder, where the host reads one.
    pub(crate) fn project_file(self, folder: &Path) -> Option<PathBuf> {
        Some(match self {
            Self::Claude => folder.join(".mcp.json"),
            Self::Codex => folder.join(".codex/config.toml"),
            Self::Cursor => folder.join(".cursor/mcp.json"),
            Self::VsCode => folder.join(".vscode/mcp.json"),
            Self::Gemini => folder.join(".gemini/settings.json"),
            Self::OpenCode => json_or_jsonc(folder, "opencode"),
            Self::Zed => folder.join(".zed/settings.json"),
            Self::Windsurf | Self::Goose => return None,
        })
    }

    /// The entry of domtool, for a binary; in the shape of JSON, whatever the file's syntax is.
    pub(crate) fn entry(self, binary: &str) -> Value {
        match self {
            Self::Claude | Self::VsCode => json!({ "type": "stdio", "command": binary, "args": ["mcp"] }),
            Self::OpenCode => json!({ "type": "local", "command": [binary, "mcp"], "enabled": true }),
            Self::Goose => json!({
                "type": "stdio", "name": "domtool", "enabled": true, "cmd": binary, "args": ["mcp"], "timeout": 300,
            }),
            _ => json!({ "command": binary, "args": ["mcp"] }),
        }
    }

    /// What a person still has to allow, in the host itself, before it starts a server from its file of a project or of a user. Seen
    /// with Claude Code 2.1, Codex 0.169 and Gemini CLI 0.61.
    pub(crate) fn asks_for(self, project: bool) -> Option<&'static str> {
        match (self, project) {
            (Self::Claude, true) => Some("Claude Code asks once whether this project may start it"),
            (Self::Codex, true) => {
                Some("Codex reads it once you trust this folder, which it asks for when it starts here")
            }
            (Self::Gemini, _) => Some(
                "Gemini CLI starts it only in folders that you trust, which it asks for when it starts there",
            ),
            _ => None,
        }
    }

    /// The command line of an entry, as [`Host::entry`] has it.
    pub(crate) fn command_line(self, entry: &Value) -> Option<Vec<String>> {
        let words = |value: &Value| -> Option<Vec<String>> {
            value.as_array()?.iter().map(|word| word.as_str().map(str::to_owned)).collect()
        };
        if self == Self::OpenCode {
            return words(entry.get("command")?);
        }
        let name = if self == Self::Goose { "cmd" } else { "command" };
        let mut line = vec![entry.get(name)?.as_str()?.to_owned()];
        if let Some(args) = entry.get("args") {
            line.extend(words(args)?);
        }
        Some(line)
    }
}

fn variable(name: &str) -> Option<PathBuf> {
    std::env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute())
}

/// The file that is there of the two that OpenCode reads.
fn json_or_jsonc(folder: &Path, stem: &str) -> PathBuf {
    let with_comments = folder.join(format!("{stem}.jsonc"));
    if with_comments.exists() { with_comments } else { folder.join(format!("{stem}.json")) }
}
