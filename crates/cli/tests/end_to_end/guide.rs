//! The guide for agents (`domtool skill`): every command line in it is run, in its order, on a real page; and the stub that leads there.

use std::{fs, path::Path};

use crate::home::Home;

/// Each text of the guide, and the page that stands for `https://shop.example` in it.
const TEXTS: &[(&str, &str)] = &[
    ("core", "shop"),
    ("forms", "guide-forms.html"),
    ("frames-and-tabs", "guide-frames.html"),
    ("reading", "guide-reading.html"),
    ("waiting", "guide-waiting.html#thanks"),
    ("scripts", "shop"),
    ("troubleshooting", "all"),
    ("library", "all"),
];

/// The command lines of a text: indented lines that begin with `domtool`, each with those below that go on with it.
fn commands(text: &str) -> Vec<String> {
    let mut commands: Vec<String> = Vec::new();
    let mut inside = false;
    for line in text.lines() {
        let Some(line) = line.strip_prefix("    ") else {
            inside = false;
            continue;
        };
        if line.starts_with("domtool ") {
            commands.push(line.to_owned());
            inside = true;
        } else if let Some(last) = commands.last_mut().filter(|_| inside) {
            last.push('\n');
            last.push_str(line);
        }
    }
    commands
}

/// The line with the ids that the page has now: a comment after it names the elements, in the order of the ids in it.
fn with_ids(home: &Home, line: &str) -> String {
    let Some((command, comment)) = line.rsplit_once(" # ").filter(|(_, comment)| comment.starts_with('"'))
    else {
        return line.to_owned();
    };
    let mut command = command.to_owned();
    let mut from = 0;
    for name in comment.split('"').skip(1).step_by(2) {
        let at = next_id(&command, from).unwrap_or_else(|| panic!("no id for {name}: {line}"));
        let end = at + 1 + command[at + 1..].bytes().take_while(u8::is_ascii_digit).count();
        let id = home.id(name);
        command.replace_range(at..end, &id);
        from = at + id.len();
    }
    command
}

/// Where the next id begins, as a word of its own.
fn next_id(text: &str, from: usize) -> Option<usize> {
    let is_id = |word: &str| {
        word.strip_prefix('e')
            .is_some_and(|rest| !rest.is_empty() && rest.bytes().all(|b| b.is_ascii_digit()))
    };
    let mut at = from;
    for word in text[from..].split([' ', '\n', '\'', '"']) {
        if is_id(word) {
            return Some(at);
        }
        at += word.len() + 1;
    }
    None
}

/// Runs a command line by a shell, as a reader would.
fn shell(home: &Home, line: &str) -> crate::home::Ran {
    let folder = Path::new(env!("CARGO_BIN_EXE_domtool")).parent().unwrap();
    let script = format!("PATH='{}':\"$PATH\"\n{line}\n", folder.display());
    home.run_another(Path::new("/bin/sh"), &["-c", &script])
}

fn runs(name: &str, page: &str) {
    let home = Home::new();
    fs::write(home.path("photo.txt"), "a photo").unwrap();
    let text = home.run(&["skill", "get", name]).good().out;
    let commands = commands(&text);
    assert!(!commands.is_empty(), "{name} has no commands:\n{text}");
    for line in commands {
        let here = line.replace("https://shop.example", &home.server.url(page));
        let here = with_ids(&home, &here);
        let ran = shell(&home, &here);
        assert_eq!(ran.code, Some(0), "{name}: {line}\n{here}\n{}{}", ran.out, ran.err);
    }
}

#[test]
fn every_command_line_of_the_guide_works() {
    for (name, page) in TEXTS {
        runs(name, page);
    }
    let home = Home::new();
    let listed = home.json(&["skill", "list"]);
    let names: Vec<_> = listed["texts"].as_array().unwrap().iter().map(|text| &text["name"]).collect();
    assert_eq!(names, TEXTS.iter().map(|(name, _)| name).collect::<Vec<_>>(), "each text has its page");
}

#[test]
fn the_stub_is_written_updated_and_never_over_what_is_not_ours() {
    let home = Home::new();
    let stub = home.path(".claude/skills/domtool/SKILL.md");
    let first = home.run(&["skill", "install"]).good();
    assert!(first.out.contains("written") && first.out.contains("AGENTS.md"), "{first:?}");
    let text = fs::read_to_string(&stub).unwrap();
    assert!(text.starts_with("---\nname: domtool\n") && text.contains("Use when"), "{text}");
    assert_eq!(fs::read_to_string(home.path(".agents/skills/domtool/SKILL.md")).unwrap(), text);
    assert!(home.run(&["skill", "install", "--claude"]).good().out.contains("current"));

    fs::write(&stub, format!("{text}\nolder\n")).unwrap();
    let stale = home.run(&["skill", "install", "--claude"]).good();
    assert!(stale.out.contains("stale"), "{stale:?}");
    assert_eq!(fs::read_to_string(&stub).unwrap(), text);

    fs::write(&stub, "mine").unwrap();
    let replaced = home.json(&["skill", "install", "--claude"]);
    assert_eq!(replaced["files"][0]["outcome"], "replaced", "{replaced}");
    let copy = replaced["files"][0]["copy"].as_str().unwrap();
    assert_eq!(fs::read_to_string(copy).unwrap(), "mine");
    assert_eq!(fs::read_to_string(&stub).unwrap(), text);

    let home = Home::new();
    let other = home.path("h");
    let home = home.with("HOME", other.to_str().unwrap());
    home.run(&["skill", "install", "--user", "--agents"]).good();
    assert!(other.join(".agents/skills/domtool/SKILL.md").exists());
    assert!(!other.join(".claude").exists() && !home.path(".agents").exists());
}
