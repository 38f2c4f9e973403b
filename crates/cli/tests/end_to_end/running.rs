//! `--cdp auto`: a browser that somebody else started is found by the file in its profile folder, used, and left running.

use std::{
    fs,
    io::{BufRead as _, BufReader, Read as _, Write as _},
    net::TcpListener,
    path::{Path, PathBuf},
    sync::mpsc,
    thread,
    time::Duration,
};

use crate::{
    home::{Home, until},
    person::Person,
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

/// The same, with the folder where Chromium keeps its profile.
pub(crate) fn chromium() -> (Home, PathBuf) {
    let (home, profiles) = person();
    (home, profiles.join(CHROMIUM))
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

#[test]
fn a_program_that_has_the_port_of_a_browser_that_ended_is_sent_nothing_that_lets_in() {
    let (home, profile) = chromium();
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    fs::create_dir_all(&profile).unwrap();
    fs::write(profile.join("DevToolsActivePort"), format!("{port}\n/devtools/browser/stale")).unwrap();
    // It says what it is before it is asked, or answers as a server of something else.
    let answers = ["SSH-2.0-Other\r\n", "HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\n\r\n"];
    let other = thread::spawn(move || {
        let mut sent = Vec::new();
        for answer in answers {
            // The first visit looks whether the port is open.
            listener.accept().unwrap();
            let (mut stream, _) = listener.accept().unwrap();
            stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
            stream.write_all(answer.as_bytes()).unwrap();
            let mut buffer = [0; 4096];
            let read = stream.read(&mut buffer).unwrap();
            sent.push(String::from_utf8_lossy(&buffer[..read]).into_owned());
        }
        sent
    });
    let list = ["tab", "list", "--all", "--cdp", "auto", "--json"];
    let with_key = [&list[..], &["--cdp-header", "X-Key: zqs3cret"]].concat();
    let refused = home.run(&with_key).failed(2, "INVALID_INPUT");
    assert!(refused["message"].as_str().unwrap().contains("`auto`"), "{refused}");
    for why in ["does not speak WebSocket", "404"] {
        let error = home.run(&list).failed(3, "NO_BROWSER");
        let message = error["message"].as_str().unwrap();
        assert!(message.contains("DevToolsActivePort") && message.contains(why), "{message}");
        assert!(!message.contains("/devtools/"), "{message}");
    }
    let sent = other.join().unwrap();
    assert!(!sent.concat().contains("zqs3cret"), "{sent:?}");
}

/// As Chrome 144 and newer do: no answer until the person at the window says what it is.
#[test]
fn that_a_person_is_asked_is_said_at_once_and_that_they_refused_as_the_reason() {
    let home = Home::new();
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("ws://{}/devtools/browser/1", listener.local_addr().unwrap());
    let (refuse, refused) = mpsc::channel::<()>();
    let window = thread::spawn(move || {
        let (mut stream, _) = listener.accept().unwrap();
        refused.recv_timeout(Duration::from_secs(20)).unwrap();
        stream.write_all(b"HTTP/1.1 403 Forbidden\r\ncontent-length: 0\r\n\r\n").unwrap();
    });
    let mut call = home.start(&["tab", "list", "--all", "--cdp", &address]);
    let mut lines = BufReader::new(call.stderr.take().unwrap()).lines();
    let notice = lines.next().unwrap().unwrap();
    assert!(notice.contains("press Allow"), "{notice}");
    refuse.send(()).unwrap();
    let error: Vec<String> = lines.map(Result::unwrap).collect();
    assert!(
        error.concat().contains("NO_BROWSER") && error.concat().contains("did not allow it"),
        "{error:?}"
    );
    assert_eq!(call.wait().unwrap().code(), Some(3));
    window.join().unwrap();
}

#[test]
fn first_commands_work_or_name_the_next() {
    let (home, profile) = chromium();
    let person = Person::in_profile(&home, &profile);
    let hint = |words: &[&str], exit, code: &str| {
        let error = home.run(&[words, &["--json"]].concat()).failed(exit, code);
        (error["message"].as_str().unwrap().to_owned(), error["hint"].as_str().unwrap().to_owned())
    };
    for words in [["observe"], ["tab"], ["screenshot"]] {
        let (_, next) = hint(&[&words[..], &["--cdp", "auto"]].concat(), 1, "NOT_FOUND");
        assert!(next.contains("domtool tab list --all"), "{words:?}: {next}");
    }
    // A number that nobody was told could be any tab; from then on it is told.
    let (there, _) = hint(&["tab", "attach", "2", "--cdp", "auto"], 1, "NOT_FOUND");
    assert!(there.contains("/fields.html") && there.contains("/login"), "{there}");
    let (_, next) = hint(&["observe"], 1, "TAB_CLOSED");
    assert!(next.contains("attach"), "{next}");
    home.json(&["tab", "attach", "2"]);
    home.json(&["close"]);
    let (fit, next) = hint(&["tab", "attach", "--cdp", &person.user.address], 2, "INVALID_INPUT");
    assert!(fit.starts_with("3 tabs") && fit.contains("/popup.html"), "{fit}");
    assert!(next.contains("domtool tab attach NUMBER"), "{next}");
    home.json(&["close"]);
    // A page's own address is all that is needed, whatever is called first; so is a port.
    let page = format!("ws://{}/devtools/page/{}", person.user.address, person.fields);
    for words in [&["observe"][..], &["find", "Full name"], &["screenshot", "tab.png"], &["tab"]] {
        let session = format!("with-{}", words[0]);
        let seen = home.json(&[words, &["--cdp", &page, "--session", &session]].concat());
        let is_of_page =
            ["fields.html", "Full name", "tab.png"].iter().any(|part| seen.to_string().contains(part));
        assert!(is_of_page, "{seen}");
        home.json(&["close", "--session", &session]);
    }
    let port = person.user.address.rsplit(':').next().unwrap();
    let listed = home.json(&["tab", "list", "--all", "--cdp", port]);
    assert_eq!(listed["available"].as_array().unwrap().len(), 3, "{listed}");
}
