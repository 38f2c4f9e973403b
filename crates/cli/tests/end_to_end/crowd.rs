//! Separate clients of every kind at once, each on a page of its own: none sees, or acts on, what is another's.

use std::thread;

use serde_json::{Value, json};

use crate::{
    home::Home,
    http_client::{Client, HttpServer},
    mcp::{Host, id_of},
};

/// How long an action may take where twenty browser processes start at once on two cores, seconds.
const PATIENCE: u32 = 45;
/// How often each signs.
const ROUNDS: usize = 3;

/// A client of domtool that was started on its own.
enum Guest<'a> {
    CommandLine { home: &'a Home, caller: String },
    Stdio(Host),
    Http(Client<'a>),
}

impl<'a> Guest<'a> {
    /// The nth. Each fifth comes to the session of the one before, as another caller.
    fn new(nth: usize, home: &'a Home, server: &'a HttpServer) -> Self {
        match nth % 5 {
            0 => Self::Http(Client::initialize(server)),
            1 => Self::Stdio(Host::new(home, &[])),
            2 => Self::Http(Client::discover(server)),
            _ => Self::CommandLine { home, caller: format!("caller{nth}") },
        }
    }

    /// Has an operation done, and gives what a model reads.
    fn ask(&mut self, tool: &str, session: &str, arguments: &Value) -> String {
        let mut with_session = arguments.clone();
        with_session["session"] = session.into();
        if tool != "observe" {
            with_session["timeout"] = PATIENCE.into();
        }
        match self {
            Self::Stdio(host) => host.text(tool, &with_session),
            Self::Http(client) => client.text(tool, &with_session),
            Self::CommandLine { home, caller } => {
                let first = match tool {
                    "open" => arguments["url"].as_str().unwrap().to_owned(),
                    "act" => arguments["actions"].to_string(),
                    _ => String::new(),
                };
                let patience = PATIENCE.to_string();
                let mut words = vec![tool, "--session", session, "--caller", caller, "--timeout", &patience];
                words.extend((!first.is_empty()).then_some(first.as_str()));
                home.run(&words).good().out
            }
        }
    }

    fn leave(self) {
        if let Self::Stdio(host) = self {
            host.end();
        }
    }
}

/// Signs several times on the page of a place; all that it reads must be of this place.
fn visit(mut guest: Guest<'_>, name: &str, session: &str) {
    let home_of = format!("Guests of {session}");
    let check = |text: &str| {
        let others = text.matches("Guests of ").count() - text.matches(&home_of).count();
        assert_eq!(others, 0, "{name} in {session} reads of others:\n{text}");
        for word in
            text.split(|c: char| !c.is_ascii_alphanumeric() && c != '-').filter(|word| word.contains("-of-"))
        {
            assert!(word.ends_with(&format!("-of-{session}")), "{name} in {session} reads {word}:\n{text}");
        }
    };
    let seen = guest.ask("observe", session, &json!({}));
    assert!(seen.contains(&home_of), "{name}: {seen}");
    check(&seen);
    let (field, button) = (id_of(&seen, "textbox \"Name\""), id_of(&seen, "button \"Sign\""));
    for round in 0..ROUNDS {
        let signature = format!("{name}-{round}-of-{session}");
        let steps =
            json!([{ "op": "fill", "id": field, "text": signature }, { "op": "click", "id": button }]);
        let report = guest.ask("act", session, &json!({ "actions": steps }));
        assert!(report.contains(&signature), "{name} reads nothing of its own:\n{report}");
        check(&report);
    }
    check(&guest.ask("observe", session, &json!({})));
    guest.leave();
}

fn at_once(clients: usize) {
    let home = Home::new();
    let (home, server) = (&home, &HttpServer::new(&home, &[]));
    let session_of = |nth: usize| format!("s{:02}", if nth % 5 == 4 { nth - 1 } else { nth });
    let open = |nth: usize| {
        let session = session_of(nth);
        let url = home.server.url(&format!("guestbook?place={session}"));
        let mut guest = Guest::new(nth, home, server);
        guest.ask("open", &session, &json!({ "url": url }));
        guest.leave();
    };
    // Processes for all pages at once would be a test of the machine.
    for first in (0..clients).step_by(5) {
        thread::scope(|scope| {
            for nth in first..first + 4 {
                scope.spawn(move || open(nth));
            }
        });
    }
    thread::scope(|scope| {
        for nth in 0..clients {
            let session = session_of(nth);
            scope.spawn(move || visit(Guest::new(nth, home, server), &format!("guest{nth}"), &session));
        }
    });
    // The pages themselves say who signed, and in which order.
    for nth in (0..clients).filter(|nth| nth % 5 != 4) {
        let session = session_of(nth);
        let script = "[...document.querySelectorAll('li')].map(item => item.textContent)";
        let signed = home.json(&["eval", "--allow-eval", script, "--session", &session])["value"].clone();
        let signed: Vec<&str> =
            signed.as_array().unwrap().iter().map(|name| name.as_str().unwrap()).collect();
        let guests: Vec<_> = (0..clients).filter(|other| session_of(*other) == session).collect();
        assert_eq!(signed.len(), guests.len() * ROUNDS, "{session}: {signed:?}");
        for guest in guests {
            let own = signed.iter().filter(|name| name.starts_with(&format!("guest{guest}-")));
            let wanted: Vec<_> =
                (0..ROUNDS).map(|round| format!("guest{guest}-{round}-of-{session}")).collect();
            assert_eq!(own.copied().collect::<Vec<_>>(), wanted, "{session}: {signed:?}");
        }
    }
}

#[test]
fn five_clients_do_not_see_each_other() {
    at_once(5);
}

#[test]
fn twenty_clients_do_not_see_each_other() {
    at_once(20);
}
