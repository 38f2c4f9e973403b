//! What the demo's shopper wants: a list of moves. Elements are found by the words that a reader of the observation
//! sees, never by selectors.

use domtool::{Action, ElementId, ErrorKind, FindOptions, Observation, Tab};

use super::server::{Address, Order};

/// One thing that the shopper does.
pub(super) struct Move {
    /// Why, in the shopper's words.
    pub(super) why: &'static str,
    /// What to look for.
    pub(super) what: Find,
    /// What to do with it.
    pub(super) act: fn(ElementId) -> Action,
    /// What must come of it.
    pub(super) then: Then,
}

/// How to find an element in an observation.
#[derive(Clone, Copy)]
pub(super) enum Find {
    /// By its name.
    Named(&'static str),
    /// By its name behind a dialog, where only a search finds it.
    Behind(&'static str),
    /// By its name, after another one: there are several of that name.
    NamedAfter(&'static str, &'static str),
}

impl Find {
    /// Its id.
    ///
    /// # Errors
    /// Those of a search.
    pub(super) async fn on(self, tab: &Tab, seen: &Observation) -> domtool::Result<Option<ElementId>> {
        let Find::Behind(name) = self else { return Ok(self.within(seen)) };
        Ok(tab.find(&FindOptions::new(name)).await?.matches.first().map(|found| found.id))
    }

    fn within(self, seen: &Observation) -> Option<ElementId> {
        match self {
            Find::Named(name) | Find::Behind(name) => seen.find(name).map(|found| found.id),
            Find::NamedAfter(name, before) => {
                let mut rest = seen.elements.iter().skip_while(|element| !element.name.contains(before));
                rest.find(|element| element.name.contains(name)).map(|found| found.id)
            }
        }
    }

    /// In words.
    pub(super) fn words(self) -> String {
        match self {
            Find::Named(name) | Find::Behind(name) => format!("{name:?}"),
            Find::NamedAfter(name, before) => format!("{name:?} after {before:?}"),
        }
    }
}

/// What must come of a move.
#[derive(Clone, Copy)]
pub(super) enum Then {
    /// It is refused for this, and nothing is sent to the page.
    Refused(ErrorKind),
    /// The report's messages have this text, even when it is gone by now.
    Says(&'static str),
    /// The next observation has this text.
    Shows(&'static str),
    /// The next observation has no such text any more.
    Gone(&'static str),
    /// The engine itself verified it: a value, an option, a tick.
    Verified,
}

/// The whole visit.
pub(super) const MOVES: &[Move] = &[
    Move {
        why: "Some Sencha, please. But a cookie dialog covers the page: the click must be refused, not swallowed.",
        what: Find::Behind("Add Sencha"),
        act: Action::click,
        then: Then::Refused(ErrorKind::Covered),
    },
    Move {
        why: "Answer the cookie dialog that the error named.",
        what: Find::Named("Accept cookies"),
        act: Action::click,
        then: Then::Gone("A cookie with your tea?"),
    },
    Move {
        why: "Now the Sencha.",
        what: Find::Named("Add Sencha"),
        act: Action::click,
        then: Then::Shows("Basket: Sencha"),
    },
    Move {
        why: "And the Oolong.",
        what: Find::Named("Add Oolong"),
        act: Action::click,
        then: Then::Shows("Basket: Sencha, Oolong"),
    },
    Move {
        why: "The Assam goes on the wish list: a plain div with a listener. Its toast vanishes after a second.",
        what: Find::NamedAfter("Wish list", "Add Assam"),
        act: Action::click,
        then: Then::Says("Assam is on your wish list"),
    },
    Move {
        why: "Two tins of each. The stepper lives in a closed shadow root.",
        what: Find::Named("One tin more"),
        act: Action::click,
        then: Then::Verified,
    },
    Move {
        why: "The name, in a frame of the same origin.",
        what: Find::Named("Full name"),
        act: |target| Action::fill(target, "Ada Lovelace"),
        then: Then::Verified,
    },
    Move {
        why: "The country.",
        what: Find::Named("Country"),
        act: |target| Action::select(target, ["Netherlands"]),
        then: Then::Verified,
    },
    Move {
        why: "It is a present.",
        what: Find::Named("Wrap it as a gift"),
        act: Action::check,
        then: Then::Verified,
    },
    Move {
        why: "The card, in a frame of another origin that runs in a process of its own.",
        what: Find::Named("Card number"),
        act: |target| Action::fill(target, "4000 1234 5678 9010"),
        then: Then::Verified,
    },
    Move {
        why: "Order it.",
        what: Find::Named("Place order"),
        act: Action::click,
        then: Then::Shows("Order 1001 received. Thank you, Ada Lovelace!"),
    },
];

/// What the shop must have received in the end.
pub(super) fn expected() -> Order {
    Order {
        items: vec!["Sencha".to_owned(), "Oolong".to_owned()],
        wishes: vec!["Assam".to_owned()],
        quantity: 2,
        address: Some(Address {
            name: "Ada Lovelace".to_owned(),
            country: "Netherlands".to_owned(),
            gift: true,
        }),
        card: Some("9010".to_owned()),
    }
}
