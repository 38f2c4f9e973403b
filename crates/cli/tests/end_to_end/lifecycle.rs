//! What is left when something is killed: nothing, and the next call says what was lost.

use std::os::unix::{fs::PermissionsExt, net::UnixListener};

use rustix::process::Signal;

use crate::home::{Home, is_alive, signal, until};

#[test]
fn a_killed_daemon_leaves_nothing_and_the_next_call_says_what_was_lost() {
    let home = Home::new();
    let page = home.server.url("all");
    home.json(&["open", &page]);
    let save = home.id("Save");
    assert!(!home.browsers().is_empty() && !home.profiles().is_empty());
    signal(home.daemon(), Signal::KILL);
    until("the browser ends with its owner", || home.browsers().is_empty());
    until("its profile is gone", || home.profiles().is_empty());

    let error = home.run(&["click", &save, "--json"]).failed(1, "BROWSER_GONE");
    let message = error["message"].as_str().unwrap();
    assert!(message.contains("killed") && message.contains(&page), "{error}");
    assert!(error["hint"].as_str().unwrap().contains(&page), "{error}");
    let listed = home.json(&["sessions"]);
    assert!(listed["sessions"][0]["lost"].is_string(), "{listed}");

    home.json(&["open", &page]);
    assert_eq!(home.eval("document.title"), "all");
}

#[test]
fn ids_go_on_counting_after_a_loss_and_after_a_close() {
    let home = Home::new();
    let page = home.server.url("all");
    let numbers = || -> Vec<u32> {
        let seen = home.json(&["observe"]);
        let ids = seen["elements"].as_array().unwrap().iter().map(|e| e["id"].as_str().unwrap().to_owned());
        ids.map(|id| id[1..].parse().unwrap()).collect()
    };
    let losses: [&dyn Fn(); 3] =
        [&|| signal(home.daemon(), Signal::KILL), &|| signal(home.browsers()[0], Signal::KILL), &|| {
            drop(home.json(&["close"]));
        }];
    home.json(&["open", &page]);
    let mut before = numbers();
    for lose in losses {
        lose();
        until("no browser is left", || home.browsers().is_empty());
        home.json(&["open", &page]);
        let old = format!("e{}", before[before.len() - 1]);
        home.run(&["click", &old, "--json"]).failed(1, "STALE");
        let after = numbers();
        assert!(after.iter().min() > before.iter().max(), "{before:?} {after:?}");
        before = after;
    }
    home.run(&["click", "e4711", "--json"]).failed(1, "NOT_FOUND");
}

#[test]
fn a_killed_browser_is_told_of_and_replaced() {
    let home = Home::new();
    let page = home.server.url("all");
    home.json(&["open", &page]);
    let save = home.id("Save");
    signal(home.browsers()[0], Signal::KILL);
    let error = home.run(&["click", &save, "--json"]).failed(1, "BROWSER_GONE");
    assert!(error["message"].as_str().unwrap().contains(&page), "{error}");
    home.run(&["observe", "--json"]).failed(1, "BROWSER_GONE");
    let seen = home.json(&["observe", &page]);
    assert!(seen["text"].as_str().unwrap().contains("Save"), "{seen}");
}

#[test]
fn a_browser_killed_in_the_middle_of_an_action_ends_it_at_once() {
    let home = Home::new();
    home.json(&["open", &home.server.url("all")]);
    let waiting = home.start(&["wait", "--text", "never there", "--timeout", "100", "--json"]);
    signal(home.browsers()[0], Signal::KILL);
    crate::home::finish(waiting).failed(1, "BROWSER_GONE");
}

#[test]
fn a_session_that_is_made_for_nobody_is_ended_and_so_is_its_browser() {
    let home = Home::new();
    let page = home.server.url("all");
    home.json(&["open", &page]);
    let browser = home.browsers()[0];
    signal(browser, Signal::STOP);
    let late = home.run(&["open", &page, "--session", "late", "--timeout", "1", "--json"]);
    late.failed(1, "TIMEOUT");
    signal(browser, Signal::CONT);
    home.json(&["close"]);
    until("its browser ended", || home.browsers().is_empty());
}

#[test]
fn a_daemon_that_is_told_to_end_closes_its_browsers() {
    let home = Home::new();
    home.json(&["open", &home.server.url("all")]);
    let daemon = home.daemon();
    signal(daemon, Signal::TERM);
    until("the daemon ends", || !is_alive(daemon));
    assert!(home.browsers().is_empty() && home.profiles().is_empty());
    assert!(!home.path("s").exists() && !home.path("s.sessions").exists());
    home.run(&["click", "e1", "--json"]).failed(1, "NOT_FOUND");
}

#[test]
fn a_daemon_that_nobody_calls_ends_itself() {
    let home = Home::new().with("DOMTOOL_IDLE_SECONDS", "1");
    home.json(&["open", &home.server.url("all")]);
    home.wait_for_daemons_end();
    until("the browser ends", || home.browsers().is_empty());
    assert!(home.log().contains("nobody called"), "{}", home.log());
}

#[test]
fn the_socket_is_the_users_alone_and_a_dead_one_is_replaced() {
    let home = Home::new();
    drop(UnixListener::bind(home.path("s")).unwrap());
    assert!(home.path("s").exists(), "as a killed daemon leaves it");
    home.json(&["open", &home.server.url("all")]);
    let mode = std::fs::metadata(home.path("s")).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
}

#[test]
fn an_idle_daemon_makes_way_for_another_build_and_a_busy_one_serves_it() {
    let home = Home::new();
    let page = home.server.url("all");
    let other = home.path("domtool-of-yesterday");
    std::fs::copy(env!("CARGO_BIN_EXE_domtool"), &other).unwrap();
    home.run_another(&other, &["open", &page]).good();
    assert_eq!(home.eval("document.title"), "all", "the session is not lost by a new build");
    home.json(&["close"]);
    home.json(&["open", &page]);
    assert_eq!(home.log().matches("makes way for another build").count(), 1, "{}", home.log());
}
