//! `--proxy`: each session's own, with its login, by what the proxies noted.

use crate::{
    home::Home,
    witness::{Said, Seen, Witness, html},
};

/// `ada:zqsproxy` in base 64.
const LOGIN: &str = "Basic YWRhOnpxc3Byb3h5";
const LOOPBACK: &[&str] = &["--proxy-bypass", "<-loopback>"];

/// Lets in who has the login, and answers in the place of the server.
fn proxy(seen: &Seen) -> Said {
    match seen.header("proxy-authorization") {
        Some(LOGIN) => html(&format!("<title>through</title><h1>Through to {}</h1>", seen.target)),
        _ => (
            "407 No\nproxy-authenticate: Basic realm=\"gate\"\ncontent-type: text/html".to_owned(),
            "<h1>Stop</h1>".to_owned(),
        ),
    }
}

#[test]
fn each_session_has_its_own_with_its_login() {
    let home = Home::new().with("DOMTOOL_LOG", "trace").with("DOMTOOL_PROXY_AUTH", "ada:zqsproxy");
    let (gate, socks) = (Witness::start(proxy), Witness::socks(|_| html("<h1>By socks</h1>")));
    let url = home.server.url("next");
    let address = format!("http://{}", gate.place());
    let opened = home.run(&[&["open", &url, "--proxy", &address, "--debug"], LOOPBACK].concat()).good();
    let seen = home.run(&["observe"]).good();
    assert!(seen.out.contains("Through to http://127.0.0.1"), "{seen:?}");
    assert_eq!(gate.asked(&url).last().unwrap().header("proxy-authorization"), Some(LOGIN));
    let sessions = home.run(&["sessions", "--json"]).good();
    assert!(sessions.out.contains(&gate.place()), "{}", sessions.out);

    // A login that stands in the address, and another session without a proxy, in the same browser.
    let plain = Home::new();
    let address = format!("http://ada:zqsproxy@{}", gate.place());
    let other = plain.run(&[&["open", &url, "--proxy", &address], LOOPBACK].concat()).good();
    let direct = plain.run(&["observe", &url, "--session", "direct"]).good();
    assert!(direct.out.contains("Another page"), "{direct:?}");
    let socks_address = format!("socks5://{}", socks.place());
    plain.run(&[&["open", &url, "--session", "socks", "--proxy", &socks_address], LOOPBACK].concat()).good();
    let by_socks = plain.run(&["observe", "--session", "socks"]).good();
    assert!(by_socks.out.contains("By socks"), "{by_socks:?}");
    assert_eq!(plain.browsers().is_empty(), !cfg!(target_os = "linux"));

    let ledger = std::fs::read_to_string(plain.path("s.sessions")).unwrap_or_default();
    for text in [opened.err, opened.out, seen.out, sessions.out, home.log(), other.out, plain.log(), ledger] {
        assert!(!text.contains("zqsproxy") && !text.contains("YWRhOnpxc3"), "{text}");
    }
}

#[test]
fn this_machine_is_reached_without_it_unless_that_is_said() {
    let home = Home::new();
    let gate = Witness::start(proxy);
    let address = format!("http://{}", gate.place());
    let seen = home.run(&["observe", &home.server.url("next"), "--proxy", &address]).good();
    assert!(seen.out.contains("Another page"), "{seen:?}");
    assert!(gate.seen().is_empty(), "{:?}", gate.seen());
}

#[test]
fn a_proxy_that_does_not_let_in_is_told() {
    let home = Home::new();
    let gate = Witness::start(proxy);
    let url = home.server.url("next");
    let address = format!("http://{}", gate.place());
    let open = |session: &str, more: &[&str]| {
        let words = ["open", &url, "--json", "--session", session, "--proxy", &address];
        home.run(&[&words[..], LOOPBACK, more].concat())
    };
    let wrong = ["--proxy-auth", "ada:zqswrong"];
    for _ in 0..2 {
        let error = open("wrong", &wrong).failed(1, "SECURITY_BLOCKED");
        let message = error["message"].as_str().unwrap();
        assert!(message.contains("refused the name and the password") && !message.contains("zqs"), "{error}");
    }
    let tries = gate.seen().iter().filter(|seen| seen.header("proxy-authorization").is_some()).count();
    assert_eq!(tries, 1, "a wrong login is given once: {:?}", gate.seen());
    let error = open("none", &[]).failed(1, "SECURITY_BLOCKED");
    assert!(error["message"].as_str().unwrap().contains("asks for a name and a password"), "{error}");
    let nobody = ["open", &url, "--json", "--session", "nobody", "--proxy", "http://127.0.0.1:1"];
    let error = home.run(&[&nobody[..], LOOPBACK].concat()).failed(1, "NOT_FOUND");
    assert!(error["hint"].as_str().unwrap().contains("proxy"), "{error}");
    for words in [
        &["--proxy", "ftp://proxy"][..],
        &["--proxy", "socks5://ada:zqsproxy@proxy"],
        &["--proxy-auth", "ada:zqsproxy"],
        &["--proxy", "http://proxy", "--cdp", "ws://127.0.0.1:1"],
    ] {
        let ran = home.run(&[&["open", &url, "--json", "--session", "x"], words].concat());
        assert_eq!(ran.code, Some(2), "{words:?}: {ran:?}");
        assert!(!format!("{ran:?}").contains("zqs"), "{ran:?}");
    }
}

#[test]
fn a_profile_s_browser_has_it() {
    let home = Home::new();
    let gate = Witness::start(proxy);
    let profile = home.path("profile");
    let address = format!("http://ada:zqsproxy@{}", gate.place());
    let words =
        ["observe", &home.server.url("next"), "--profile", profile.to_str().unwrap(), "--proxy", &address];
    let seen = home.run(&[&words[..], LOOPBACK].concat()).good();
    assert!(seen.out.contains("Through to http://127.0.0.1"), "{seen:?}");
}
