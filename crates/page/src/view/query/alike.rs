//! Words of requests and of pages that mean the same in an interface, words that say little, and words that say what
//! kind of element is meant. A table, not a model: it holds what people call the things that most pages have.

use crate::snapshot::{NodeRef, Role, Why};

/// Each line: words that stand for each other.
const ALIKE: &[&str] = &[
    "login logon signin sign log authenticate",
    "logout logoff signout sign log leave",
    "register signup join enroll registration sign",
    "buy purchase order checkout bought",
    "pay payment checkout billing paid",
    "cart basket bag trolley",
    "delete remove erase trash discard drop bin clear",
    "edit change modify update rename pencil alter",
    "add new create plus insert",
    "search find lookup filter seek magnifier",
    "settings preferences options configuration config setup gear cog",
    "save store keep apply",
    "send submit post dispatch sent",
    "write compose draft written new",
    "find found",
    "spam junk",
    "next forward continue proceed following",
    "previous back prior earlier prev",
    "close dismiss hide exit cancel x",
    "help support faq assistance documentation docs manual guide",
    "picture image photo avatar icon",
    "mail email message inbox letter",
    "phone telephone mobile tel cell",
    "password passcode pin passphrase",
    "username user account profile member",
    "price cost amount fee total",
    "zip postal postcode",
    "city town",
    "download export",
    "upload attach import attachment",
    "share invite",
    "like favorite favourite wish wishlist heart star bookmark",
    "show display view details reveal open",
    "expand more unfold",
    "collapse less fold",
    "agree accept consent confirm allow ok yes approve",
    "decline reject deny refuse",
    "start begin run play launch",
    "stop pause end halt abort",
    "refresh reload",
    "copy duplicate clone",
    "language locale",
    "theme appearance",
    "notification alert bell",
    "home start main",
    "quantity amount number count qty",
    "delivery shipping ship",
    "review rating comment feedback",
    "newsletter subscribe subscription",
    "job career vacancy",
    "menu navigation nav",
    "answer reply respond",
    "movie film video",
    "car vehicle automobile",
    "company organisation organization business",
    "cheap inexpensive low budget",
    "sort arrange",
    "contact reach",
    "error problem issue bug fault failure",
    "mistake typo",
    "introduction intro overview",
    "example sample",
    "fun function func",
    "argument parameter param",
];

/// Words that say nothing of what is wanted.
const STOP: &str = "a an the this that these those to of in on at by for from with into onto and or is are be it its i \
                    my me we our you your please can could would should will want need like do does did as so then there \
                    here where what which how who when s t some any all up out";

/// Words that a request may be made of and a page may use: they count, but less than others.
const FAINT: &str = "click press tap push choose pick select open go visit type enter fill write show get see look use make \
                     put set navigate switch toggle turn check tick mark scroll read find page button link field box \
                     element tab menu item icon entry list option first last one new give tell bring take let";

/// What a word says of the kind of element that is meant.
const KINDS: &[(&str, Kind)] = &[
    ("fill enter type write input field textbox", Kind::Text),
    ("choose select pick dropdown combobox option", Kind::Choice),
    ("check uncheck tick untick toggle enable disable turn switch checkbox radio", Kind::Switch),
    ("click press tap push button", Kind::Button),
    ("link visit", Kind::Link),
    ("slider slide drag", Kind::Slider),
    ("upload attach", Kind::File),
];

/// A kind of element, as a request may name it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Text,
    Choice,
    Switch,
    Button,
    Link,
    Slider,
    File,
}

impl Kind {
    /// Whether a node is of the kind.
    pub(super) fn is(self, node: NodeRef<'_>) -> bool {
        let role = node.role();
        match self {
            Kind::Text => {
                matches!(role, Role::TextBox | Role::SearchBox | Role::SpinButton | Role::ComboBox)
                    || node.why().has(Why::EDITABLE)
            }
            Kind::Choice => {
                matches!(role, Role::ComboBox | Role::ListBox | Role::Option | Role::Radio)
                    || node.tag() == "select"
            }
            Kind::Switch => matches!(role, Role::Checkbox | Role::Radio | Role::Switch),
            Kind::Button => matches!(role, Role::Button | Role::Link | Role::MenuItem | Role::Tab),
            Kind::Link => role == Role::Link,
            Kind::Slider => role == Role::Slider || node.why().has(Why::DRAGGABLE),
            Kind::File => node.attribute("type") == Some("file"),
        }
    }
}

/// What a request may call a node, beside its own name.
pub(super) fn called(node: NodeRef<'_>) -> &'static str {
    match node.role() {
        Role::TextBox => "text field box input",
        Role::SearchBox => "search field box input",
        Role::SpinButton => "number field input",
        Role::ComboBox | Role::ListBox => "dropdown combo list select",
        Role::Checkbox => "check box",
        Role::Radio => "radio option",
        Role::Navigation => "navigation menu",
        Role::ContentInfo => "footer",
        Role::Banner => "header",
        Role::Complementary => "sidebar aside",
        Role::Dialog | Role::AlertDialog => "dialog popup window",
        Role::Image => "picture",
        _ => "",
    }
}

/// The words that stand for one, itself not among them.
pub(super) fn alike(word: &str) -> impl Iterator<Item = &'static str> {
    let lines = ALIKE.iter().filter(move |line| line.split(' ').any(|other| other == word));
    let word = word.to_owned();
    lines.flat_map(|line| line.split(' ')).filter(move |other| *other != word)
}

/// Whether a word says nothing.
pub(super) fn is_stop(word: &str) -> bool {
    STOP.split_ascii_whitespace().any(|other| other == word)
}

/// Whether a word says little.
pub(super) fn is_faint(word: &str) -> bool {
    FAINT.split_ascii_whitespace().any(|other| other == word)
}

/// The kinds of element that a word speaks of.
pub(super) fn kinds_of(word: &str) -> impl Iterator<Item = Kind> {
    let lines = KINDS.iter().filter(move |(words, _)| words.split(' ').any(|other| other == word));
    lines.map(|(_, kind)| *kind)
}
