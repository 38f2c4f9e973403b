//! A person at a browser that they started, with tabs and a login, for tests of what becomes of these. What the tabs are like is asked
//! by a client that knows nothing of domtool.

use std::{cell::RefCell, path::Path};

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
pub(crate) struct Person {
    pub(crate) user: User,
    pub(crate) client: RefCell<CdpClient>,
    pub(crate) fields: String,
    pub(crate) popups: String,
}

impl Person {
    pub(crate) fn new(home: &Home) -> Self {
        Self::in_profile(home, &home.path("user"))
    }

    /// With the browser's profile in this folder.
    pub(crate) fn in_profile(home: &Home, profile: &Path) -> Self {
        let url = |page: &str| home.server.url(page);
        let user = User::start_in(profile, &url("login"));
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
    pub(crate) fn goes_to(&self, tab: &str) {
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

    /// Clicks in the upper left corner of a tab that is in front.
    pub(crate) fn clicks(&self, tab: &str, modifiers: u32) {
        let mut client = self.client.borrow_mut();
        let session = client.attach(tab);
        for kind in ["mousePressed", "mouseReleased"] {
            let input = json!({
                "type": kind, "x": 9, "y": 9, "button": "left", "clickCount": 1, "modifiers": modifiers
            });
            client.call("Input.dispatchMouseEvent", &input, Some(&session));
        }
        client.call("Target.detachFromTarget", &json!({ "sessionId": session }), None);
    }

    pub(crate) fn eval(&self, tab: &str, expression: &str) -> Value {
        let mut client = self.client.borrow_mut();
        let session = client.attach(tab);
        let value = client.eval(&session, expression);
        client.call("Target.detachFromTarget", &json!({ "sessionId": session }), None);
        value
    }

    /// The tabs, as the browser lists them and as their pages are, and the cookies: what two looks in a row see alike.
    pub(crate) fn look(&self) -> Value {
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
    pub(crate) fn is_as(&self, before: &Value) {
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
    pub(crate) fn is_left(&self) {
        until("the tabs are left", || {
            self.client.borrow_mut().pages().iter().all(|(.., attached)| !attached)
        });
    }
}

/// Takes the tab with the fields and works in it, as an agent does.
pub(crate) fn work(home: &Home, person: &Person, cdp: &str) {
    let listed = home.json(&["tab", "list", "--all", "--cdp", cdp]);
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
    let picture = home.json(&["screenshot", "tab.png"]);
    assert_eq!(seen("innerWidth"), picture["width"], "{picture}");
    // Where it is asked for, it is set, and ends all the same.
    home.json(&["emulate", "--viewport", "500x400", "--colors", "dark", "--user-agent", "Other/1.0"]);
    assert_eq!(seen("[innerWidth, document.hasFocus()].join()"), "500,true");
}

/// A process that is stopped while this lives.
pub(crate) struct Stopped(u32);

impl Stopped {
    pub(crate) fn new(pid: u32) -> Self {
        signal(pid, Signal::STOP);
        Self(pid)
    }
}

impl Drop for Stopped {
    fn drop(&mut self) {
        signal(self.0, Signal::CONT);
    }
}
