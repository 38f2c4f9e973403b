//! Configuration files: which layer a value comes from, what a project's file cannot do, and that a session is started as they say.

use std::fs;

use serde_json::Value;

use crate::home::Home;

/// A home with files for the user and for the project in its folder, either of which may be empty.
fn with_files(user: &str, project: &str) -> Home {
    let home = Home::new();
    let folder = home.path("config/domtool");
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("domtool.toml"), user).unwrap();
    if !project.is_empty() {
        fs::write(home.path("domtool.toml"), project).unwrap();
    }
    let config = home.path("config").to_str().unwrap().to_owned();
    // An empty variable counts as none.
    home.with("DOMTOOL_CONFIG", "").with("XDG_CONFIG_HOME", &config)
}

fn setting(table: &Value, key: &str) -> Value {
    let rows = table["settings"].as_array().unwrap();
    rows.iter().find(|row| row["key"] == key).unwrap_or_else(|| panic!("{key}: {table}")).clone()
}

#[test]
fn each_value_comes_from_the_nearest_layer() {
    let user = "session = 'mine'\nwindow = '800x600'\nheaded = true\ntimeout = 20\nprofile = 'work'\nmask = ['a*']\n";
    let home = with_files(user, "window = '900x700'\ntimeout = 9\nmask = ['b*']\n")
        .with("DOMTOOL_TIMEOUT", "8")
        .with("DOMTOOL_MCP_TOKEN", "hunter2");
    let table = home.json(&["config", "--caller", "ada"]);
    let profile = home.path("config/domtool/work").to_str().unwrap().to_owned();
    for (key, value, from) in [
        ("session", "mine".into(), "file"),
        ("caller", "ada".into(), "flag"),
        ("window", "900x700".into(), "file"),
        ("headed", true.into(), "file"),
        ("timeout", 8.0.into(), "environment"),
        ("profile", profile.into(), "file"),
        ("mask", vec!["a*", "b*"].into(), "file"),
        ("quiet", false.into(), "default"),
        ("cdp", Value::Null, "default"),
        ("mcp-token", "(hidden)".into(), "environment"),
    ] {
        let row = setting(&table, key);
        assert_eq!((&row["value"], &row["from"]), (&value, &from.into()), "{row}");
    }
    assert!(setting(&table, "window")["files"][0].as_str().unwrap().ends_with("domtool.toml:1"), "{table}");
    let below = home.json(&["config", "--headed=false", "--mask", "c*"]);
    assert_eq!(setting(&below, "headed")["value"], false);
    assert_eq!(
        setting(&below, "mask")["value"],
        serde_json::json!(["a*", "b*", "c*"]),
        "what is hidden stays so"
    );
    // What contradicts a flag gives way to it, and nothing else does.
    let other = home.json(&["config", "--cdp", "ws://127.0.0.1:9/"]);
    assert_eq!(setting(&other, "profile")["value"], Value::Null);
    assert_eq!(setting(&other, "window")["value"], "900x700");
    let home = home.with("DOMTOOL_CHROME", "/usr/bin/true").with("DOMTOOL_HEADED", "1");
    let other = home.json(&["config", "--cdp", "ws://127.0.0.1:9/"]);
    assert_eq!(setting(&other, "executable")["value"], Value::Null, "a flag goes before the environment");
    assert_eq!(setting(&other, "headed")["value"], false);
    let home = home.with("DOMTOOL_CDP", "ws://127.0.0.1:9/");
    assert_eq!(setting(&home.json(&["config"]), "executable")["value"], Value::Null, "which goes before how");
    let other = home.json(&["config", "--executable", "/usr/bin/false"]);
    assert_eq!(setting(&other, "cdp")["value"], Value::Null);
    let text = home.run(&["config", "--executable", "/usr/bin/false"]).good().out;
    assert!(!text.contains("hunter2") && text.contains("DOMTOOL_TIMEOUT"), "{text}");
}

#[test]
fn which_browser_goes_before_how_one_is_started() {
    let home = with_files("cdp = 'ws://127.0.0.1:9'\n", "").with("DOMTOOL_HEADED", "1");
    let row = setting(&home.json(&["config"]), "cdp");
    assert_eq!((&row["value"], &row["from"]), (&"ws://127.0.0.1:9".into(), &"file".into()), "{row}");
    let typed = setting(&home.json(&["config", "--headed"]), "cdp");
    assert_eq!(typed["value"], Value::Null, "a flag goes before a file");
}

#[test]
fn a_strangers_project_runs_nothing_opens_nothing_and_reaches_nothing() {
    for line in [
        "executable = './evil'",
        "chrome-arg = ['--renderer-cmd-prefix=./evil']",
        "cdp = 'ws://evil.example/'",
        "profile = '~/.config/chromium'",
        "downloads = '.git/hooks'",
        "allow-eval = true",
        "http-auth = 'a:b'",
        "session = 'bank'",
        "wire = 'websocket'",
    ] {
        let home = with_files("", line);
        let error = home.run(&["open", "about:blank", "--json"]).failed(2, "INVALID_INPUT");
        assert!(
            error["message"].as_str().unwrap().contains("a project's file cannot set"),
            "{line}: {error}"
        );
        assert!(!home.path("s.lock").exists(), "{line}: nothing was started");
    }
    let home = with_files("", "heded = true");
    let error = home.run(&["observe", "--json"]).failed(2, "INVALID_INPUT");
    assert_eq!(error["hint"], "did you mean headed?");
    // What runs can still be seen and ended from that folder.
    home.json(&["sessions"]);
    home.json(&["close", "--all"]);
    home.with("DOMTOOL_CONFIG", "off").run(&["observe", "--json"]).failed(1, "NOT_FOUND");
}

#[test]
fn a_session_starts_as_files_say_and_no_file_contradicts_one_that_runs() {
    let home = with_files("allow-eval = true\nmask = ['full*']\n", "window = '700x500'\n");
    home.json(&["open", &home.server.url("guide-forms.html")]);
    let width = |words: &[&str]| home.json(&[&["eval", "innerWidth"], words].concat())["value"].clone();
    assert_eq!(width(&[]), 700);
    let id = home.json(&["find", "Full name"])["matches"][0]["id"].as_str().map(str::to_owned);
    home.json(&["fill", &id.unwrap(), "hunter2"]);
    assert!(!home.run(&["observe"]).good().out.contains("hunter2"), "a field that the user's file masks");
    fs::write(home.path("domtool.toml"), "window = '600x400'\n").unwrap();
    assert_eq!(width(&[]), 700, "the session that runs stays as it is");
    let error = home.run(&["eval", "1", "--window", "600x400", "--json"]).failed(2, "INVALID_INPUT");
    assert!(error["message"].as_str().unwrap().contains("--window"), "{error}");
    home.json(&["open", &home.server.url("next"), "--session", "other"]);
    assert_eq!(width(&["--session", "other"]), 600);
}

#[test]
fn the_doctor_names_a_broken_file_and_goes_on() {
    let home = with_files("headed = \n", "");
    let ran = home.run(&["doctor", "--json"]);
    assert_eq!(ran.code, Some(1), "{ran:?}");
    let table = ran.json();
    let checks = table["checks"].as_array().unwrap();
    let state =
        |what: &str| checks.iter().find(|check| check["what"] == what).map(|check| check["state"].clone());
    assert_eq!(state("configuration"), Some("bad".into()), "{table}");
    for what in ["start", "page", "sandbox", "cache", "fonts", "hosts"] {
        assert!(state(what).is_some_and(|state| state != "bad"), "{what}: {table}");
    }
}

#[test]
fn a_setting_is_written_as_its_flag_takes_it_and_to_a_projects_file_no_more_than_that_may_hold() {
    let home = with_files("# mine\nheaded = true # on my desk\n", "");
    let user = home.path("config/domtool/domtool.toml");
    let project = home.path("domtool.toml");
    let text = |file| fs::read_to_string(file).unwrap_or_default();
    let done = home.json(&["config", "set", "window", "800x600"]);
    assert_eq!(
        (&done["changed"], text(&user).as_str()),
        (&true.into(), "# mine\nheaded = true # on my desk\nwindow = \"800x600\"\n")
    );
    assert_eq!(home.json(&["config", "set", "window", "800x600"])["changed"], false);
    home.json(&["config", "set", "--project", "mask", "iban*", "tax-*"]);
    assert_eq!(text(&project), "mask = [\"iban*\", \"tax-*\"]\n");
    let table = home.json(&["config"]);
    assert_eq!(setting(&table, "window")["value"], "800x600");
    assert_eq!(setting(&table, "mask")["value"], serde_json::json!(["iban*", "tax-*"]));
    let (mine, shared) = (text(&user), text(&project));
    for (words, says) in [
        (&["set", "window", "large"][..], "--window"),
        (&["set", "hedaed", "true"], "no setting"),
        (&["set", "socket", "/x"], "no setting"),
        (&["set", "http-auth", "ada:hunter2"], "secret"),
        (&["set", "--project", "profile", "work"], "a project's file cannot set"),
        (&["set", "--project", "allow-eval", "true"], "a project's file cannot set"),
    ] {
        let words = [&["config"], words, &["--json"]].concat();
        let error = home.run(&words).failed(2, "INVALID_INPUT");
        let message = error["message"].as_str().unwrap();
        assert!(message.contains(says) && !message.contains("hunter2"), "{words:?}: {error}");
    }
    assert_eq!((text(&user), text(&project)), (mine, shared), "what is refused is not written");
    assert_eq!(home.json(&["config", "unset", "window"])["changed"], true);
    assert_eq!(text(&user), "# mine\nheaded = true # on my desk\n");
    assert_eq!(home.json(&["config", "unset", "window"])["changed"], false);
    let off = home.with("DOMTOOL_CONFIG", "off");
    let error = off.run(&["config", "set", "window", "800x600", "--json"]).failed(2, "INVALID_INPUT");
    assert!(error["message"].as_str().unwrap().contains("DOMTOOL_CONFIG"), "{error}");
}
