//! `domtool skill`: the guide for agents, and the file by which an agent's host finds it.
//!
//! The guide is in the binary, so its text is always of the version that is installed; what is written into a project is a stub that
//! names the command to read it. Every command line of the texts is run on a real page by `tests/end_to_end/guide.rs`.

mod install;

use std::process::ExitCode;

use clap::{Arg, ArgAction, ArgMatches, Command};
use serde::Serialize;

use crate::{
    failure::{Failure, Result},
    globals::Globals,
    print,
};

/// A text of the guide.
struct Text {
    name: &'static str,
    about: &'static str,
    text: &'static str,
}

const CORE: Text =
    Text { name: "core", about: "the loop, and the commands for most tasks", text: include_str!("core.md") };

/// What the guide leaves to those who need it.
const REFERENCES: &[Text] = &[
    Text { name: "forms", about: "fields, lists, dates, files", text: include_str!("forms.md") },
    Text {
        name: "frames-and-tabs",
        about: "frames, tabs, dialogs",
        text: include_str!("frames-and-tabs.md"),
    },
    Text { name: "reading", about: "large pages, text, pictures", text: include_str!("reading.md") },
    Text { name: "waiting", about: "what comes late, expectations, loops", text: include_str!("waiting.md") },
    Text {
        name: "scripts",
        about: "loops and tables, in Python or JavaScript",
        text: include_str!("scripts.md"),
    },
    Text { name: "troubleshooting", about: "every error code", text: include_str!("troubleshooting.md") },
    Text { name: "library", about: "Rust, and other languages", text: include_str!("library.md") },
];

impl Text {
    fn all() -> impl Iterator<Item = &'static Text> {
        std::iter::once(&CORE).chain(REFERENCES)
    }

    fn filled(&self) -> String {
        let names: Vec<_> = REFERENCES.iter().map(|text| format!("`{}`", text.name)).collect();
        self.text.replace("{{REFERENCES}}", &names.join(", "))
    }
}

/// Its part of the command line.
pub(super) fn command() -> Command {
    let flag = |name: &'static str, help: &'static str| {
        Arg::new(name).long(name).action(ArgAction::SetTrue).help(help)
    };
    Command::new("skill")
        .about("Print the guide for agents, or install the stub by which their hosts find it")
        .after_help("Alone it prints the guide.\n\nExamples:\n  domtool skill\n  domtool skill get forms\n  domtool skill install --claude")
        .subcommand(Command::new("list").about("List the texts of the guide"))
        .subcommand(
            Command::new("get").about("Print one text of the guide").arg(
                Arg::new("name")
                    .default_value(CORE.name)
                    .value_parser(Text::all().map(|text| text.name).collect::<Vec<_>>())
                    .help("Which one"),
            ),
        )
        .subcommand(
            Command::new("install")
                .about(
                    "Write SKILL.md, which leads agents to the guide, into this folder's .claude and .agents",
                )
                .arg(flag("claude", "Only into .claude/skills/domtool"))
                .arg(flag("agents", "Only into .agents/skills/domtool"))
                .arg(flag("user", "Into your home folder, for every project")),
        )
}

/// Runs it.
///
/// # Errors
/// `INTERNAL` when a file cannot be read or written.
pub(super) fn run(matches: &ArgMatches, globals: &Globals) -> Result<ExitCode> {
    match matches.subcommand() {
        Some(("get", matches)) => {
            let name = matches.get_one::<String>("name").map_or(CORE.name, String::as_str);
            let text = Text::all()
                .find(|text| text.name == name)
                .ok_or_else(|| Failure::invalid("domtool skill list has the names"))?;
            get(text, globals)
        }
        Some(("install", matches)) => install::run(matches, globals),
        Some(("list", _)) => list(globals),
        _ => get(&CORE, globals),
    }
}

fn get(text: &Text, globals: &Globals) -> Result<ExitCode> {
    #[derive(Serialize)]
    struct Got<'a> {
        ok: bool,
        name: &'a str,
        text: String,
    }
    if globals.json {
        print::json(&Got { ok: true, name: text.name, text: text.filled() })?;
    } else {
        print::text(&text.filled());
    }
    Ok(ExitCode::SUCCESS)
}

fn list(globals: &Globals) -> Result<ExitCode> {
    #[derive(Serialize)]
    struct Row {
        name: &'static str,
        about: &'static str,
    }
    #[derive(Serialize)]
    struct List {
        ok: bool,
        texts: Vec<Row>,
    }
    let texts: Vec<_> = Text::all().map(|text| Row { name: text.name, about: text.about }).collect();
    if globals.json {
        print::json(&List { ok: true, texts })?;
    } else {
        let lines: Vec<_> = texts.iter().map(|row| format!("{:<16} {}", row.name, row.about)).collect();
        print::text(&lines.join("\n"));
    }
    Ok(ExitCode::SUCCESS)
}

#[cfg(test)]
mod tests {
    use std::{fs, path::Path};

    use super::*;

    fn tokens(text: &str) -> usize {
        tiktoken_rs::o200k_base_singleton().encode_ordinary(text).len()
    }

    #[test]
    fn the_guide_is_short() {
        for text in Text::all() {
            let count = tokens(&text.filled());
            println!("{}: {count} tokens", text.name);
            assert!(count < 1_500, "{} has {count} tokens", text.name);
        }
    }

    #[test]
    fn the_guide_names_every_reference_and_no_unknown_command() {
        let guide = CORE.filled();
        for text in REFERENCES {
            assert!(guide.contains(&format!("`{}`", text.name)), "{}", text.name);
        }
        let commands = crate::ops::ALL.iter().map(|entry| entry.name);
        let local = ["doctor", "browser", "schema", "skill", "mcp", "COMMAND"];
        let known: Vec<_> = commands.chain(local).collect();
        for text in Text::all() {
            let filled = text.filled();
            for (at, _) in filled.match_indices("`domtool ") {
                let rest = &filled[at + "`domtool ".len()..];
                let word = rest.split([' ', '`']).next().unwrap();
                assert!(word.starts_with('-') || known.contains(&word), "{}: domtool {word}", text.name);
            }
        }
    }

    /// `llms.txt` for those who read the repository; `DOMTOOL_UPDATE=1` writes it anew.
    #[test]
    fn llms_txt_has_the_guide() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../llms.txt");
        let mut text = CORE.filled().replacen(
            '\n',
            "\n\n> The layer between a language-model agent and a real Chromium browser: a command line, tools for hosts of the Model Context \
             Protocol, and a Rust library. Below is what `domtool skill get core` prints.\n",
            1,
        );
        text.push_str("\n## References\n");
        for reference in REFERENCES {
            let Text { name, about, .. } = reference;
            text.push_str(&format!("- [{name}](crates/cli/src/local/skill/{name}.md): {about}\n"));
        }
        text.push_str(
            "- [README](README.md): what it does\n- [ARCHITECTURE](ARCHITECTURE.md): how it is built\n",
        );
        if std::env::var_os("DOMTOOL_UPDATE").is_some() {
            fs::write(&path, &text).unwrap();
        }
        assert_eq!(fs::read_to_string(&path).unwrap(), text, "DOMTOOL_UPDATE=1 writes llms.txt anew");
    }
}
