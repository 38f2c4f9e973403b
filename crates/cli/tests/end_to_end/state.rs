//! `state save` and `state load`: a login lasts over browsers, in a file of Playwright's shape that nobody else can read.

use std::{fs, os::unix::fs::PermissionsExt as _};

use serde_json::{Value, json};

use crate::home::Home;

/// The cookie that the server lets in, and the token that its page keeps.
const SECRETS: [&str; 2] = ["zqsid7731", "zqtoken4402"];

#[test]
fn a_login_lasts_over_browsers() {
    let home = Home::new().with("DOMTOOL_LOG", "trace");
    let file = home.path("login.json");
    // One that others may read is no place for a secret.
    fs::write(&file, "{}").unwrap();
    fs::set_permissions(&file, fs::Permissions::from_mode(0o644)).unwrap();
    home.json(&["open", &home.server.url("login")]);
    home.json(&["open", &home.server.url("account")]);
    assert_eq!(home.eval("document.title"), "account of ada zqtoken4402");
    // The tab has left the origin: its history knows it.
    home.json(&["open", "about:blank"]);
    let mut said = vec![home.run(&["state", "save", "login.json", "--debug"]).good()];
    said.push(home.run(&["state", "save", "login.json", "--json"]).good());
    assert_eq!(said[1].json()["cookies"], 1);
    assert_eq!(home.json(&["tab"])["tabs"].as_array().unwrap().len(), 1, "the hidden tab is in no list");

    assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);
    let saved: Value = serde_json::from_str(&fs::read_to_string(&file).unwrap()).unwrap();
    let origin = home.server.url("").trim_end_matches('/').to_owned();
    let cookie = json!({ "name": "sid", "value": SECRETS[0], "domain": "127.0.0.1", "path": "/", "expires": -1.0,
        "httpOnly": true, "secure": false, "sameSite": "Lax" });
    let kept = json!([{ "origin": origin, "localStorage": [{ "name": "token", "value": SECRETS[1] }] }]);
    assert_eq!(saved, json!({ "cookies": [cookie], "origins": kept }));

    home.json(&["close"]);
    assert!(home.browsers().is_empty());
    home.json(&["open", &home.server.url("account")]);
    assert_eq!(home.eval("document.title"), "nobody null");
    home.json(&["close"]);
    // A session that does not run yet is started.
    said.push(home.run(&["state", "load", "login.json", "--debug"]).good());
    let opened = home.run(&["open", &home.server.url("account"), "--json"]).good();
    assert_eq!(opened.json()["effects"]["tabs_closed"], Value::Null, "{opened:?}");
    assert_eq!(home.eval("document.title"), "account of ada zqtoken4402");
    assert_eq!(home.json(&["tab"])["tabs"][0]["number"], 1, "the hidden tab took no number");

    // The storage is read and set at the origin's `/`, of which no server heard.
    let requests = home.server.requests();
    assert!(requests.iter().any(|line| line.starts_with("GET /account ")), "{requests:?}");
    assert!(!requests.iter().any(|line| line.starts_with("GET / ")), "{requests:?}");

    let log = home.log();
    let texts = said.iter().flat_map(|ran| [&ran.out, &ran.err]).chain([&log]);
    for text in texts {
        // What the page itself shows in its title is no secret to it.
        for line in text.lines().filter(|line| !line.contains("account of ada")) {
            assert!(SECRETS.iter().all(|secret| !line.contains(secret)), "{line}");
        }
    }
}

#[test]
fn what_is_no_state_is_refused_and_nothing_is_set() {
    let home = Home::new();
    home.run(&["state", "load", "nowhere.json", "--json"]).failed(2, "INVALID_INPUT");
    for wrong in [
        r#"{"cookies": "zqsid7731"}"#,
        r#"{"origins": [{"origin": "file:///etc", "localStorage": [{"name": "a", "value": "zqsid7731"}]}]}"#,
    ] {
        fs::write(home.path("wrong.json"), wrong).unwrap();
        let ran = home.run(&["state", "load", "wrong.json", "--json"]);
        ran.failed(2, "INVALID_INPUT");
        assert!(!ran.out.contains("zqsid7731"), "{ran:?}");
    }
}
