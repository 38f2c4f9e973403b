//! What the relay's pairing and ticks survive: the relay started anew, the extension's worker ended by the browser; and what goes with a
//! tab that was ticked: the tabs that its page opens, and nothing for that page itself.

use std::{fs, os::unix::fs::PermissionsExt as _};

use crate::{
    home::{Home, finish, until},
    relay::{EXTENSION, Relay, taken},
};

#[test]
fn a_pairing_survives_relay_and_worker_until_it_is_unpaired() {
    let home = Home::new();
    let (relay, person) = taken(&home, &["held.html"]);
    let sees = || home.run(&["observe", "--json"]).code == Some(0);

    // The relay is started anew: the code is the same, the tick stands, and the session goes on.
    let (pairing, cdp) = (relay.pairing.clone(), relay.cdp.clone());
    let port = relay.address().rsplit(':').next().unwrap().to_owned();
    drop(relay);
    let file = home.path("s.relay");
    assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);
    let relay = Relay::start_at(&home, &port);
    assert_eq!((&relay.pairing, &relay.cdp), (&pairing, &cdp));
    until("the session goes on", sees);

    // The browser ends the worker while a button is down: it comes up, and the session goes on.
    let slow = home.id("Slow");
    let clicking = home.start(&["click", &slow, "--json"]);
    until("it is down", || home.server.requests().iter().any(|line| line.contains("/pressed")));
    person.end_worker();
    let error = finish(clicking).json()["error"].clone();
    assert!(["BROWSER_GONE", "TAB_TAKEN_BACK"].contains(&error["code"].as_str().unwrap()), "{error}");
    assert_ne!(error["dispatched"], "no", "{error}");
    until("the session goes on", sees);
    until("the button is up", || person.eval("/held", "ups") == 1);
    assert_eq!(person.eval("/held", "[...held].join()"), "");
    home.json(&["fill", &home.id("Notes"), "on it goes"]);

    // Unpaired, it is nobody's.
    person.in_popup("document.getElementById('unpair').click()");
    until("it is unpaired", || {
        person.in_popup("document.getElementById('state').textContent.startsWith('Run ')") == true
    });
    let gone = home.run(&["observe", "--timeout", "3", "--json"]);
    assert_eq!(gone.json()["ok"], false, "{gone:?}");
    drop(relay);
    assert_eq!(home.json(&["relay", "--unpair"])["was_paired"], true);
    assert_eq!(home.json(&["relay", "--unpair"])["was_paired"], false);
    assert_ne!(Relay::start_at(&home, &port).pairing, pairing);
}

#[test]
fn pairing_anew_lets_go_of_what_the_other_relay_drives() {
    let home = Home::new();
    let (_first, person) = taken(&home, &["held.html"]);
    let slow = home.id("Slow");
    let clicking = home.start(&["click", &slow, "--json"]);
    until("it is down", || home.server.requests().iter().any(|line| line.contains("/pressed")));
    let second = Relay::start_at(&home, "0");
    person.pair(&second);
    let ended = finish(clicking).json();
    assert_eq!(ended["ok"], false, "{ended}");
    until("the button is up", || person.eval("/held", "ups") == 1);
    assert_eq!(person.eval("/held", "[...held].join()"), "");
    home.json(&["close"]);
    home.json(&["tab", "attach", "--cdp", &second.cdp]);
    let seen = home.run(&["observe"]).good().out;
    assert!(seen.contains("button \"Slow\""), "{seen}");
}

#[test]
fn a_page_that_hangs_is_taken_back_also_when_the_worker_began_anew() {
    let home = Home::new();
    let (_relay, person) = taken(&home, &["held.html"]);
    let hang = "const button = document.querySelector('button'), slow = button.onmousedown;
        button.onmousedown = () => { slow(); for (;;); }, 0";
    person.eval("/held", hang);
    let slow = home.id("Slow");
    let clicking = home.start(&["click", &slow, "--json"]);
    until("it hangs", || home.server.requests().iter().any(|line| line.contains("/pressed")));
    person.end_worker();
    person.ticks("/held", false);
    // The box is the person's own; what the worker made of it is in its storage.
    until("it is taken back", || {
        person.in_popup(
            "chrome.storage.session.get('ticked').then(({ ticked }) => { window.kept = ticked; }), 0",
        );
        person.in_popup("window.kept?.length") == 0
    });
    let ended = finish(clicking).json();
    assert_eq!(ended["ok"], false, "{ended}");
}

#[test]
fn what_a_ticked_page_opens_is_driven_with_it_and_the_page_has_no_way_in() {
    let home = Home::new();
    let (relay, person) = taken(&home, &["popup.html", "next"]);
    for (name, tabs) in [("Open window", 2), ("Severed tab", 3)] {
        home.json(&["tab", "switch", "1"]);
        home.json(&["click", &home.id(name)]);
        until("the new tab is the session's", || {
            home.json(&["tab"])["tabs"].as_array().unwrap().len() == tabs
        });
        home.json(&["tab", "switch", &tabs.to_string()]);
        let seen = home.json(&["observe"]);
        assert!(seen.to_string().contains("navigation-two.html"), "{seen}");
    }
    // What the person opens is not.
    let own = home.server.url("covered");
    person.client.borrow_mut().open(&own);
    person.client.borrow_mut().loaded(&own);
    let listed = home.json(&["tab", "list", "--all"])["available"].to_string();
    assert!(!listed.contains("/covered") && !listed.contains("/next"), "{listed}");

    // Nor can the tab become the extension's own page, where ticks are set.
    let refused = home.run(&["open", &format!("{EXTENSION}/popup.html"), "--json"]);
    assert_eq!(refused.json()["ok"], false, "{refused:?}");

    // The page knows both addresses, and is let in by neither.
    let token = relay.pairing.split('/').nth(1).unwrap();
    let page = home.server.url("popup.html");
    person.eval(
        &page,
        &format!(
            "window.ends = [];
            const knock = (...of) => {{
                const socket = new WebSocket(...of);
                socket.onopen = () => ends.push('open'), socket.onclose = () => ends.push('closed');
            }};
            knock({:?}), knock('ws://{}/extension', ['domtool-relay-1', 'token.{token}']), 0",
            relay.cdp,
            relay.address(),
        ),
    );
    until("it was answered", || person.eval(&page, "ends.length") == 2);
    assert_eq!(person.eval(&page, "ends.join()"), "closed,closed");

    // The extension is in the program.
    let folder = home.path("extension");
    home.json(&["relay", "--extension", folder.to_str().unwrap()]);
    assert!(folder.join("manifest.json").exists());
    home.json(&["close"]);
    let open = person.client.borrow_mut().pages();
    let popups = open.iter().filter(|(_, url, attached)| url.contains("/navigation-two") && !attached);
    assert_eq!(popups.count(), 2, "{open:?}");
}
