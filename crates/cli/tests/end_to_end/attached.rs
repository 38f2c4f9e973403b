//! A person's own tabs: one is taken, operated and given back, and all are as they were; nothing of theirs ever waits for domtool.
//! What the tabs are like is asked by a client that knows nothing of domtool.

use std::cell::RefCell;

use rustix::process::Signal;
use serde_json::{Value, json};

use crate::{
    cdp_client::CdpClient,
    home::{Home, signal, until},
    sessions::User,
};

/// What a person, or the page, would notice of a tab.
const LOOK: &str = "({
    sizes: [innerWidth, innerHeight, outerWidth, outerHeight, devicePixelRatio, screen.width],
    focus: [document.hasFocus(), document.visibilityState],
    who: [navigator.userAgent, navigator.language, navigator.maxTouchPoints, navigator.onLine],
    zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    dark: matchMedia('(prefers-color-scheme: dark)').matches,
    globals: Object.getOwnPropertyNames(window).length,
})";

/// A browser that a person started, with three tabs and a login. The second tab has fields; the third is in front.
struct Person {
    user: User,
    client: RefCell<CdpClient>,
    fields: String,
    popups: String,
}

impl Person {
    fn new(home: &Home) -> Self {
        let url = |page: &str| home.server.url(page);
        let user = User::start(home, &url("login"));
        let mut client = CdpClient::new(&user.address);
        client.loaded(&url("login"));
        let tabs = ["fields.html", "popup.html"].map(|page| {
            client.open(&url(page));
            client.loaded(&url(page))
        });
        let [fields, popups] = tabs;
        let person = Self { user, client: RefCell::new(client), fields, popups };
        // Chromium tells a tab that was never in front other sizes than one that was.
        person.goes_to(&person.fields);
        person.goes_to(&person.popups);
        person
    }

    /// Brings a tab to the front, as a click on its title does.
    fn goes_to(&self, tab: &str) {
        self.client.borrow_mut().call("Target.activateTarget", &json!({ "targetId": tab }), None);
        let pages = self.client.borrow_mut().pages();
        until("the tab is in front of the others", || {
            pages.iter().all(|(page, ..)| {
                let wanted = if page == tab { "visible" } else { "hidden" };
                self.eval(page, "document.visibilityState") == wanted
            })
        });
        until("it has the focus", || self.eval(tab, "document.hasFocus()") == true);
    }

    fn eval(&self, tab: &str, expression: &str) -> Value {
        let mut client = self.client.borrow_mut();
        let session = client.attach(tab);
        let value = client.eval(&session, expression);
        client.call("Target.detachFromTarget", &json!({ "sessionId": session }), None);
        value
    }

    /// The tabs, as the browser lists them and as their pages are, and the cookies: what two looks in a row see alike.
    fn look(&self) -> Value {
        let look = || {
            let pages = self.client.borrow_mut().pages();
            let looks: Vec<_> = pages.iter().map(|(tab, ..)| self.eval(tab, LOOK)).collect();
            let cookies = self.client.borrow_mut().call("Storage.getCookies", &json!({}), None);
            json!([pages, looks, cookies])
        };
        let mut seen = look();
        until("the tabs have come to rest", || {
            let before = std::mem::replace(&mut seen, look());
            before == seen
        });
        seen
    }

    /// The tabs are as they were, at the latest after so many looks: sizes change a moment after a tab came to the front or left it.
    fn is_as(&self, before: &Value) {
        let mut now = self.look();
        for _ in 0..100 {
            if now == *before {
                break;
            }
            now = self.look();
        }
        assert_eq!(&now, before);
    }

    /// Waits until no program is attached to a tab any more.
    fn is_left(&self) {
        until("the tabs are left", || {
            self.client.borrow_mut().pages().iter().all(|(.., attached)| !attached)
        });
    }
}

/// Takes the tab with the fields and works in it, as an agent does.
fn work(home: &Home, person: &Person) {
    let endpoint = &person.user.endpoint;
    let listed = home.json(&["tab", "list", "--all", "--cdp", endpoint]);
    assert_eq!(listed["available"].as_array().unwrap().len(), 3, "{listed}");
    assert_eq!(listed["tabs"], json!([]), "none is the session's: {listed}");
    let taken = home.json(&["tab", "attach", "*/fields.html"]);
    assert_eq!(taken["tabs"][0]["attached"], true, "{taken}");
    home.json(&["fill", &home.id("Full name"), "Ada"]);
    home.json(&["click", &home.id("Not a field")]);
    let seen = |expression: &str| person.eval(&person.fields, expression);
    assert_eq!(seen("document.getElementById('name').value"), "Ada");
    assert_eq!(seen("document.activeElement.id"), "button");
    assert_eq!(
        seen("innerWidth").as_u64(),
        person.eval(&person.popups, "innerWidth").as_u64(),
        "no viewport is set"
    );
    // Where it is asked for, it is set, and ends all the same.
    home.json(&["emulate", "--viewport", "500x400", "--colors", "dark", "--user-agent", "Other/1.0"]);
    assert_eq!(seen("[innerWidth, document.hasFocus()].join()"), "500,true");
}

#[test]
fn a_tab_behind_others_is_as_it_was_when_the_session_is_closed() {
    let home = Home::new();
    let person = Person::new(&home);
    let before = person.look();
    work(&home, &person);
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
    work(&home, &person);
    signal(home.daemon(), Signal::KILL);
    person.is_left();
    until("the size is the window's again", || person.eval(&person.fields, "innerWidth") != 500);
    person.is_as(&before);
}

/// A process that is stopped while this lives.
struct Stopped(u32);

impl Stopped {
    fn new(pid: u32) -> Self {
        signal(pid, Signal::STOP);
        Self(pid)
    }
}

impl Drop for Stopped {
    fn drop(&mut self) {
        signal(self.0, Signal::CONT);
    }
}

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
        // Nor what the taken tab has within: a worker, and a frame with a process of its own.
        let frame = page("frame").replace("127.0.0.1", "localhost");
        person.eval(
            &person.fields,
            &format!(
                "window.came = [];
                new Worker(URL.createObjectURL(new Blob(['postMessage(1)']))).onmessage = () => came.push('worker');
                const frame = document.body.appendChild(document.createElement('iframe'));
                frame.onload = () => came.push('frame'), frame.src = {frame:?}; 0"
            ),
        );
        until("the worker and the frame came", || person.eval(&person.fields, "came.length") == 2);
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
    wanted.extend(["typed", "theirs", "taken"].map(page));
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
