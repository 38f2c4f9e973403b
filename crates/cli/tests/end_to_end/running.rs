//! `--cdp auto`: a browser that somebody else started is found by the file in its profile folder, used, and left running.

use std::{
    fs,
    net::TcpListener,
    path::{Path, PathBuf},
};

use crate::{
    home::{Home, until},
    sessions::User,
};

const CHROMIUM: &str = if cfg!(target_os = "macos") { "Chromium" } else { "chromium" };
const CHROME: &str = if cfg!(target_os = "macos") { "Google/Chrome" } else { "google-chrome" };

/// A home folder of the test's own, for domtool alone, and the folder in it where browsers keep their profiles.
fn person() -> (Home, PathBuf) {
    let home = Home::new();
    let person = home.path("person");
    let profiles =
        person.join(if cfg!(target_os = "macos") { "Library/Application Support" } else { "settings" });
    let settings = person.join("settings");
    // An empty name is none: Chromium's own variable comes before the one of the desktops.
    let home = home
        .with("HOME", person.to_str().unwrap())
        .with("XDG_CONFIG_HOME", settings.to_str().unwrap())
        .with("CHROME_CONFIG_HOME", "");
    (home, profiles)
}

/// Leaves what a browser that was killed leaves: the name of a port that nobody has.
fn leave_stale(profile: &Path) {
    let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    fs::create_dir_all(profile).unwrap();
    fs::write(profile.join("DevToolsActivePort"), format!("{port}\n/devtools/browser/stale")).unwrap();
}

#[test]
fn the_one_that_runs_is_found_used_and_left_running() {
    let (home, profiles) = person();
    let page = home.server.url("all");
    leave_stale(&profiles.join("BraveSoftware/Brave-Browser"));
    let error = home.run(&["open", &page, "--cdp", "auto", "--json"]).failed(3, "NO_BROWSER");
    let message = error["message"].as_str().unwrap();
    assert!(message.contains("chrome://inspect/#remote-debugging"), "{message}");

    let own = home.server.url("next");
    let user = User::start_in(&profiles.join(CHROMIUM), &own);
    let pages = || -> Vec<(String, String)> {
        let listed = user.targets();
        let pages = listed.as_array().unwrap().iter().filter(|target| target["type"] == "page");
        pages
            .map(|tab| (tab["id"].as_str().unwrap().to_owned(), tab["url"].as_str().unwrap().to_owned()))
            .collect()
    };
    until("the person's page is open", || pages().iter().any(|(_, url)| *url == own));
    let before = pages();
    home.json(&["open", &page, "--cdp", "auto"]);
    assert_eq!(home.eval("document.title"), "all");
    assert_eq!(pages().len(), before.len() + 1);
    home.json(&["close"]);
    assert_eq!(pages(), before, "the browser runs on, with the person's tabs");

    // A file of another browser that cannot be read is in nobody's way.
    fs::create_dir_all(profiles.join("BraveSoftware/Brave-Browser-Beta/DevToolsActivePort")).unwrap();
    home.json(&["open", &page, "--cdp", "auto"]);
    home.json(&["close"]);

    // A second one makes the choice the person's, who names its folder.
    let other = User::start_in(&profiles.join(CHROME), &own);
    let error = home.run(&["open", &page, "--cdp", "auto", "--json"]).failed(3, "NO_BROWSER");
    let message = error["message"].as_str().unwrap();
    assert!(message.contains("2 browsers") && !message.contains("/devtools/"), "{message}");
    assert!(message.contains(&format!("auto:{}", user.profile.display())), "{message}");
    home.json(&["open", &page, "--cdp", &format!("auto:{}", other.profile.display())]);
    until("the tab is in the one named", || other.targets().to_string().contains(&page));
    home.json(&["close"]);
}
