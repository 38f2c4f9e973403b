//! A person's own tabs: one is taken, operated and given back, and all are as they were; nothing of theirs ever waits for domtool.
//! What the tabs are like is asked by a client that knows nothing of domtool.

use rustix::process::Signal;

use crate::{
    home::{Home, signal, until},
    person::{Person, Stopped, work},
    running,
};

#[test]
fn a_tab_behind_others_is_as_it_was_when_the_session_is_closed() {
    let (home, profile) = running::chromium();
    let person = Person::in_profile(&home, &profile);
    let before = person.look();
    work(&home, &person, "auto");
    home.json(&["close"]);
    person.is_left();
    // Input makes Chromium count a tab that is behind others among those with the focus, until the person goes to it and away.
    let focused = person.eval(&person.fields, "[document.hasFocus(), document.visibilityState].join()");
    assert!(["true,hidden", "false,hidden"].contains(&focused.as_str().unwrap()), "{focused}");
    person.goes_to(&person.fields);
    person.goes_to(&person.popups);
    person.is_as(&before);
    assert_eq!(person.eval(&person.fields, "document.getElementById('name').value"), "Ada", "its work stays");
    // A new document has nothing of domtool's either.
    person.eval(&person.fields, "window.old = true, location.reload()");
    until("the new document is there", || {
        person.eval(&person.fields, "!window.old && document.readyState") == "complete"
    });
    person.goes_to(&person.fields);
    person.goes_to(&person.popups);
    person.is_as(&before);
}

#[test]
fn a_tab_in_front_is_as_it_was_when_domtool_is_killed() {
    let home = Home::new();
    let person = Person::new(&home);
    person.goes_to(&person.fields);
    let before = person.look();
    work(&home, &person, &person.user.endpoint);
    signal(home.daemon(), Signal::KILL);
    person.is_left();
    until("the size is the window's again", || person.eval(&person.fields, "innerWidth") != 500);
    person.is_as(&before);
}

/// The modifier of a click that opens a link behind the page.
const CTRL: u32 = 2;

/// Has a page run workers of each kind, and a frame of another site.
const WITHIN: &str = "window.came = [];
    const blob = (text) => URL.createObjectURL(new Blob([text]));
    new Worker(blob('postMessage(1)')).onmessage = () => came.push('worker');
    new SharedWorker('data:text/javascript,onconnect = e => e.ports[0].postMessage(1)')
        .port.onmessage = () => came.push('shared');
    navigator.serviceWorker.register('/worker.js');
    navigator.serviceWorker.ready.then(() => came.push('service'));
    const frame = document.body.appendChild(document.createElement('iframe'));
    frame.onload = () => came.push('frame'), frame.src = 'FRAME'; 0";

#[test]
fn nothing_of_a_person_waits_for_a_domtool_that_is_stopped() {
    let home = Home::new();
    let person = Person::new(&home);
    let page = |name: &str| home.server.url(&format!("navigation-two.html?{name}"));
    home.json(&["tab", "attach", "*/fields.html", "--cdp", &person.user.endpoint]);
    // It has a tab of its own, too, and still looks at none of the person's.
    home.json(&["tab", "new", &page("own")]);
    {
        let _stopped = Stopped::new(home.daemon());
        person.client.borrow_mut().open(&page("typed"));
        for (tab, name) in [(&person.popups, "theirs"), (&person.fields, "taken")] {
            let opened = person.eval(tab, &format!("!!window.open('/navigation-two.html?{name}')"));
            assert_eq!(opened, true, "{name}");
        }
        for name in ["typed", "theirs", "taken"] {
            person.client.borrow_mut().loaded(&page(name));
        }
        // A link that is clicked with Ctrl opens behind, and has no opener.
        person.eval(
            &person.popups,
            "const a = document.body.appendChild(document.createElement('a'));
            a.href = '/navigation-two.html?behind', a.style = 'position: fixed; inset: 0', a.textContent = 'a', 0",
        );
        person.clicks(&person.popups, CTRL);
        person.client.borrow_mut().loaded(&page("behind"));
        // Nor what the tabs have within: workers, which both share, and frames with a process of their own.
        let frame = page("frame").replace("127.0.0.1", "localhost");
        for tab in [&person.fields, &person.popups] {
            person.eval(tab, &WITHIN.replace("FRAME", &frame));
            until("workers and the frame came", || person.eval(tab, "came.length") == 4);
        }
    }
    // What it opened meanwhile is known when domtool runs again, and is the person's as well.
    until("the tab is known", || {
        let tabs = home.json(&["tab"])["tabs"].clone();
        let taken = tabs.as_array().unwrap().iter().find(|tab| tab["url"] == page("taken"));
        taken.is_some_and(|tab| tab["attached"] == true)
    });
    home.json(&["close"]);
    let mut open: Vec<_> = person.client.borrow_mut().pages().into_iter().map(|(_, url, _)| url).collect();
    open.sort_unstable();
    let mut wanted =
        vec![home.server.url("login"), home.server.url("fields.html"), home.server.url("popup.html")];
    wanted.extend(["typed", "theirs", "taken", "behind"].map(page));
    wanted.sort_unstable();
    assert_eq!(open, wanted, "but domtool's own tab all are there");
}

#[test]
fn a_tab_has_one_owner_whatever_way_the_browser_was_reached() {
    let home = Home::new();
    let person = Person::new(&home);
    let endpoint = &person.user.endpoint;
    let auto = format!("auto:{}", person.user.profile.display());
    let address = format!("ws://{}/devtools/page/{}", person.user.address, person.fields);
    home.json(&["tab", "attach", "/fields", "--cdp", endpoint, "--session", "first"]);
    for (session, cdp) in [("second", endpoint), ("third", &auto)] {
        let words = ["tab", "attach", "/fields", "--cdp", cdp, "--session", session, "--json"];
        let error = home.run(&words).failed(1, "TAB_TAKEN");
        assert!(error["message"].as_str().unwrap().contains("\"first\""), "{error}");
        let listed = home.json(&["tab", "list", "--all", "--session", session]);
        let holders: Vec<_> = listed["available"]
            .as_array()
            .unwrap()
            .iter()
            .filter_map(|tab| tab["session"].as_str())
            .collect();
        assert_eq!(holders, ["first"], "{listed}");
        let error = home.run(&["tab", "attach", "--session", session, "--json"]).failed(2, "INVALID_INPUT");
        assert!(error["message"].as_str().unwrap().starts_with("2 tabs"), "{error}");
    }
    // Given back, it is free, also by the address of the page itself.
    let before = person.client.borrow_mut().pages();
    home.json(&["tab", "close", "--session", "first"]);
    let taken = home.json(&["tab", "attach", "--cdp", &address, "--session", "fourth"]);
    assert_eq!(taken["tabs"].as_array().unwrap().len(), 1, "{taken}");
    assert_eq!(taken["tabs"][0]["url"], home.server.url("fields.html"), "{taken}");
    home.run(&["tab", "attach", "/fields", "--session", "first", "--json"]).failed(1, "TAB_TAKEN");
    home.json(&["close", "--all"]);
    assert!(
        person
            .client
            .borrow_mut()
            .pages()
            .iter()
            .zip(&before)
            .all(|(now, then)| (&now.0, &now.1) == (&then.0, &then.1))
    );
    // A session with cookies of its own shares no tab.
    home.json(&["open", &home.server.url("all")]);
    home.run(&["tab", "list", "--all", "--json"]).failed(2, "INVALID_INPUT");
}
