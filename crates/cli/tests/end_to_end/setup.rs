//! `domtool setup`: what is written for each host, what is kept of its file, and what a check finds. Each test has a home of its own.

use std::{fs, path::PathBuf};

use crate::home::Home;

/// A home that no file of this machine's user can be reached from.
fn isolated() -> (Home, PathBuf) {
    let home = Home::new();
    let folder = home.path("home");
    fs::create_dir(&folder).unwrap();
    let text = folder.to_str().unwrap().to_owned();
    let config = folder.join(".config").to_str().unwrap().to_owned();
    // An empty one counts as none.
    let home = home.with("HOME", &text).with("XDG_CONFIG_HOME", &config);
    (home.with("CODEX_HOME", "").with("CLAUDE_CONFIG_DIR", ""), folder)
}

/// Hosts, and where each has its file on Linux.
const HOSTS: &[(&str, &str)] = &[
    ("claude", ".claude.json"),
    ("codex", ".codex/config.toml"),
    ("cursor", ".cursor/mcp.json"),
    ("vscode", ".config/Code/User/mcp.json"),
    ("gemini", ".gemini/settings.json"),
    ("opencode", ".config/opencode/opencode.json"),
    ("zed", ".config/zed/settings.json"),
    ("windsurf", ".codeium/windsurf/mcp_config.json"),
    ("goose", ".config/goose/config.yaml"),
];

#[cfg(target_os = "linux")]
#[test]
fn each_host_is_set_up_and_its_server_answers() {
    let (home, folder) = isolated();
    for (host, file) in HOSTS {
        home.run(&["setup", host, "--check", "--json"]).failed(1, "NOT_FOUND");
        let shown = home.run(&["setup", host]).good();
        assert!(shown.out.contains("mcp") && shown.err.contains(file), "{host}: {shown:?}");
        assert!(!folder.join(file).exists(), "{host}: showing writes nothing");
        let written = home.json(&["setup", host, "--write"]);
        assert_eq!(written["written"], true, "{host}: {written}");
        assert_eq!(fs::read_to_string(folder.join(file)).unwrap().trim(), shown.out.trim(), "{host}");
        let checked = home.json(&["setup", host, "--check"]);
        assert_eq!(checked["tools"], 8, "{host}: {checked}");
    }
}

#[test]
fn what_a_person_has_to_allow_in_the_host_is_said() {
    let (home, _) = isolated();
    let allowed = |words: &[&str]| {
        let said = home.run(&[&["setup", "--write"], words].concat()).good().out;
        said.lines().last().is_some_and(|line| line.contains("trust") || line.contains("asks once"))
    };
    for (words, asks) in [
        (&["gemini"][..], true),
        (&["gemini", "--project"], true),
        (&["codex", "--project"], true),
        (&["claude", "--project"], true),
        (&["codex"], false),
        (&["claude"], false),
        (&["opencode", "--project"], false),
    ] {
        assert_eq!(allowed(words), asks, "{words:?}");
    }
}

#[test]
fn what_else_is_in_a_file_stays_and_a_copy_is_kept() {
    let (home, folder) = isolated();
    for (host, file, before, kept) in [
        (
            "cursor",
            ".cursor/mcp.json",
            "{\n \"mcpServers\": { \"x\": {\"a\": 1.50} }\n}",
            "\"x\": {\"a\": 1.50} }",
        ),
        ("codex", ".codex/config.toml", "# mine\nmodel = \"m\" # yes\n", "# mine\nmodel = \"m\" # yes\n"),
    ] {
        let path = folder.join(file);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, before).unwrap();
        let written = home.json(&["setup", host, "--write"]);
        assert_eq!(fs::read_to_string(written["copy"].as_str().unwrap()).unwrap(), before, "{written}");
        let after = fs::read_to_string(&path).unwrap();
        assert!(after.contains(kept) && after.contains("domtool"), "{after}");
        home.json(&["setup", host, "--check"]);
        let again = home.json(&["setup", host, "--write"]);
        assert!(again["written"] == false && again.get("copy").is_none(), "{again}");
    }
}

#[test]
fn a_file_with_comments_is_left_alone_and_the_entry_is_printed() {
    let (home, folder) = isolated();
    for (host, file, text) in [
        ("zed", ".config/zed/settings.json", "// mine\n{ \"theme\": \"One\" }\n"),
        ("goose", ".config/goose/config.yaml", "# mine\nGOOSE_MODEL: m\n"),
        ("gemini", ".gemini/settings.json", "{ \"mcpServers\": [] }"),
    ] {
        let path = folder.join(file);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, text).unwrap();
        let ran = home.run(&["setup", host, "--write", "--json"]);
        ran.failed(2, "INVALID_INPUT");
        assert!(ran.err.contains("domtool") && ran.err.contains("mcp"), "{ran:?}");
        assert_eq!(fs::read_to_string(&path).unwrap(), text, "{host}");
        assert_eq!(
            fs::read_dir(path.parent().unwrap()).unwrap().count(),
            1,
            "{host}: no copy of what was kept"
        );
    }
}

#[test]
fn a_check_finds_what_is_wrong() {
    let (home, _) = isolated();
    let file = home.path(".mcp.json");
    let check = &["setup", "claude", "--project", "--check", "--json"];
    home.run(check).failed(1, "NOT_FOUND");
    for (text, exit, code) in [
        ("{}", 1, "NOT_FOUND"),
        ("{\"mcpServers\": {\"domtool\": {\"command\": \"/nowhere/domtool\"}}}", 1, "NOT_FOUND"),
        ("{ // mine\n}", 2, "INVALID_INPUT"),
    ] {
        fs::write(&file, text).unwrap();
        home.run(check).failed(exit, code);
    }
    // The right program with arguments that make it no server.
    let program = env!("CARGO_BIN_EXE_domtool");
    let entry = format!(
        "{{\"mcpServers\": {{\"domtool\": {{\"command\": \"{program}\", \"args\": [\"schema\"]}}}}}}"
    );
    fs::write(&file, entry).unwrap();
    home.run(check).failed(1, "INTERNAL");
    home.run(&["setup", "claude", "--project", "--write"]).good();
    home.run(check).good();
    home.run(&["setup", "windsurf", "--project", "--json"]).failed(2, "INVALID_INPUT");
}
