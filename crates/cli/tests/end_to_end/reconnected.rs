//! A browser that somebody else started, and a connection to it that breaks: the next call makes it again and goes on in the same
//! tab; where it cannot, it says so soon, and what to do.

use std::{
    io,
    net::{Shutdown, SocketAddr, TcpListener, TcpStream},
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

use crate::{
    home::{Home, until},
    sessions::User,
};

/// A way to the user's browser that can be cut, and closed for a while.
pub(crate) struct Cable {
    pub(crate) here: SocketAddr,
    there: Arc<Mutex<String>>,
    carried: Arc<Mutex<Vec<TcpStream>>>,
    closed: Arc<AtomicBool>,
}

impl Cable {
    pub(crate) fn to(address: &str) -> Self {
        let there = Arc::new(Mutex::new(address.to_owned()));
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let here = listener.local_addr().unwrap();
        let (carried, closed) = (Arc::<Mutex<Vec<TcpStream>>>::default(), Arc::<AtomicBool>::default());
        let (lines, shut, end) = (Arc::clone(&carried), Arc::clone(&closed), Arc::clone(&there));
        std::thread::spawn(move || {
            for near in listener.incoming().flatten() {
                if shut.load(Ordering::SeqCst) {
                    continue;
                }
                let end = end.lock().unwrap().clone();
                let Ok(far) = TcpStream::connect(end) else { continue };
                let mut lines = lines.lock().unwrap();
                for (from, to) in [(&near, &far), (&far, &near)] {
                    lines.push(from.try_clone().unwrap());
                    let (mut from, mut to) = (from.try_clone().unwrap(), to.try_clone().unwrap());
                    std::thread::spawn(move || {
                        // One that is cut is at its end.
                        let _ = io::copy(&mut from, &mut to);
                        let _ = to.shutdown(Shutdown::Both);
                    });
                }
            }
        });
        Self { here, there, carried, closed }
    }

    pub(crate) fn cut(&self) {
        for line in self.carried.lock().unwrap().drain(..) {
            // One that has ended already cannot be ended.
            let _ = line.shutdown(Shutdown::Both);
        }
    }

    /// Leads to another browser from now on.
    fn lead_to(&self, address: &str) {
        address.clone_into(&mut self.there.lock().unwrap());
        self.cut();
    }

    /// Nobody answers while it is closed.
    fn close(&self, closed: bool) {
        self.closed.store(closed, Ordering::SeqCst);
        self.cut();
    }
}

#[test]
fn the_next_call_connects_again_and_goes_on_in_the_same_tab() {
    let home = Home::new();
    let page = home.server.url("all");
    let user = User::start(&home, "about:blank");
    let cable = Cable::to(&user.address);
    let endpoint = format!("http://{}", cable.here);
    let pages =
        || user.targets().as_array().unwrap().iter().filter(|target| target["url"] == page.as_str()).count();
    let broken = || home.json(&["sessions"])["sessions"][0]["broken"] == true;
    home.json(&["open", &page, "--cdp", &endpoint]);
    let save = home.id("Save");
    cable.cut();
    until("the break is noticed", broken);
    let clicked = home.json(&["click", &save]);
    assert!(clicked.to_string().contains("broke and was made again"), "{clicked}");
    assert_eq!(home.eval("document.title"), "clicked true");
    assert_eq!(home.id("Save"), save, "the id is the element's still");
    assert_eq!(pages(), 1, "no other tab was opened");

    // In the middle of a call: that call fails, the next goes on.
    let mut waiting = home.start(&["wait", "--text", "never there", "--timeout", "60", "--json"]);
    until("it is cut off", || {
        cable.cut();
        waiting.try_wait().unwrap().is_some()
    });
    crate::home::finish(waiting).failed(1, "BROWSER_GONE");
    home.json(&["click", &save]);

    // Nobody answers any more: a bounded time, then soon; and the session goes on when it is there again.
    cable.close(true);
    until("the break is noticed", broken);
    let error = home.run(&["click", &save, "--json"]).failed(1, "BROWSER_GONE");
    let message = error["message"].as_str().unwrap();
    assert!(message.contains("tried ") && message.contains(" s: "), "{error}");
    assert_eq!(error["dispatched"], "no");
    let begun = Instant::now();
    home.run(&["observe", "--json"]).failed(1, "BROWSER_GONE");
    home.run(&["open", &page, "--json"]).failed(1, "BROWSER_GONE");
    assert!(begun.elapsed() < Duration::from_secs(60));
    cable.close(false);
    home.json(&["click", &save]);
    assert_eq!(pages(), 1);
    home.json(&["close"]);
    assert_eq!(pages(), 0, "its tab is closed, and the browser runs on");
}

#[test]
fn a_browser_that_was_started_anew_has_nothing_of_the_session() {
    let home = Home::new();
    let page = home.server.url("all");
    let first = User::start(&home, "about:blank");
    let cable = Cable::to(&first.address);
    let endpoint = format!("http://{}", cable.here);
    home.json(&["open", &page, "--cdp", &endpoint]);
    let save = home.id("Save");
    drop(first);
    let second = User::start(&home, "about:blank");
    cable.lead_to(&second.address);
    until("the break is noticed", || home.json(&["sessions"])["sessions"][0]["broken"] == true);
    let error = home.run(&["click", &save, "--json"]).failed(1, "BROWSER_GONE");
    let message = error["message"].as_str().unwrap();
    assert!(message.contains("none of its tabs") && message.contains(&page), "{error}");
    assert_eq!(error["dispatched"], "no");
    home.json(&["open", &page]);
    home.run(&["click", &save, "--json"]).failed(1, "STALE");
    home.json(&["click", &home.id("Save")]);
    assert_eq!(home.eval("document.title"), "clicked true");
    home.json(&["close"]);
}
