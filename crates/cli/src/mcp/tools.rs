//! The tools: which there are, whose arguments of the table of operations each takes, and what a host may know of them.

use std::sync::Arc;

use rmcp::model::{Tool as Listed, ToolAnnotations};
use serde_json::{Map, Value, json};

use super::{
    caps::{Cap, Caps},
    schema::{Arguments, strict},
    steps,
};
use crate::ops::{self, Traits};

/// One tool.
pub(super) struct Tool {
    /// What it is called.
    pub(super) name: &'static str,
    /// What a model reads of it.
    about: &'static str,
    /// The operation whose arguments it takes.
    pub(super) op: &'static str,
    /// Which of them, in this order of importance.
    takes: &'static [&'static str],
    /// Those that it takes only with a capability.
    more: &'static [(Cap, &'static [&'static str])],
    /// What a host may know of it.
    traits: Traits,
    /// The capability that it is behind, if it is.
    behind: Option<Cap>,
}

/// What closes something that cannot be had back.
const CLOSE: Traits = Traits { destructive: true, ..Traits::GO };

/// Every tool, in the order of use.
const TOOLS: &[Tool] = &[
    Tool {
        name: "open",
        about: "Open an address in the current tab; starts the browser and the session if need be. Then observe.",
        op: "open",
        takes: &["url", "expect", "within", "timeout", "session"],
        more: &[(Cap::Emulate, BELIEFS)],
        traits: Traits::GO,
        behind: None,
    },
    Tool {
        name: "observe",
        about: "See the page as text: one line an element, with ids such as e12 to act on. An id stays good as long as its element is there.",
        op: "observe",
        takes: &[
            "query", "under", "frame", "selector", "expand", "page", "budget", "viewport", "diff", "session",
        ],
        more: &[],
        traits: Traits::LOOK,
        behind: None,
    },
    Tool {
        name: "act",
        about: "",
        op: "act",
        takes: &["actions", "until", "at_most", "timeout", "session"],
        more: &[],
        traits: Traits::INPUT,
        behind: None,
    },
    Tool {
        name: "read",
        about: "Read what there is to read as Markdown: text, tables, code, links as [Cart](e4); a PDF gives its text. Long pages come in pages.",
        op: "read",
        takes: &["under", "page", "budget", "expand", "session"],
        more: &[],
        traits: Traits::LOOK,
        behind: None,
    },
    Tool {
        name: "wait",
        about: "Wait for what comes late; actions wait for what they cause by themselves. Give one of text, gone, url, id, options, network, time.",
        op: "wait",
        takes: &[
            "text", "count", "at_least", "gone", "url", "id", "options", "network", "time", "timeout",
            "session",
        ],
        more: &[],
        traits: Traits::LOOK,
        behind: None,
    },
    Tool {
        name: "tab",
        about: "List the session's tabs (all: the person's too), open a new one, switch to one, close one, or attach one of the person's (closing gives it back). Everything else goes to the current tab.",
        op: "tab",
        takes: &["what", "which", "all", "session"],
        more: &[],
        traits: CLOSE,
        behind: None,
    },
    Tool {
        name: "screenshot",
        about: "See a picture of the page; for what text does not tell. Text is cheaper.",
        op: "screenshot",
        takes: &["marks", "full", "longest_side", "session"],
        more: &[],
        traits: Traits::LOOK,
        behind: None,
    },
    Tool {
        name: "sessions",
        about: "List the sessions with their tabs, or close one, when its work is done.",
        op: "sessions",
        takes: &["what", "session"],
        more: &[],
        traits: Traits { read_only: false, destructive: true, idempotent: true, open_world: false },
        behind: None,
    },
    Tool {
        name: "eval",
        about: "Evaluate a JavaScript expression in the page's main frame; its value comes as JSON. For what no other tool does.",
        op: "eval",
        takes: &["expression", "timeout", "session"],
        more: &[],
        traits: Traits::INPUT,
        behind: Some(Cap::Eval),
    },
    Tool {
        name: "requests",
        about: "List the requests that the page made: method, address, status or failure, type. What an action caused is in its report.",
        op: "requests",
        takes: &["address", "failed", "every_page", "most", "session"],
        more: &[],
        traits: Traits::LOOK,
        behind: Some(Cap::Network),
    },
    Tool {
        name: "pdf",
        about: "Print the page into a PDF file on this machine.",
        op: "pdf",
        takes: &["file", "landscape", "paper", "timeout", "session"],
        more: &[],
        traits: Traits::WRITE,
        behind: Some(Cap::Files),
    },
    Tool {
        name: "state",
        about: "Save what sites keep in the session (cookies, local and session storage, IndexedDB: logins) under a name or in a file on this machine, load it, or list and delete those that have a name. What is loaded counts from the next page on.",
        op: "state",
        takes: &["what", "file", "encrypt", "timeout", "session"],
        more: &[],
        traits: Traits::WRITE,
        behind: Some(Cap::Storage),
    },
    Tool {
        name: "cookies",
        about: "List the session's cookies, set one, or clear them. Values may be logins and are shown with values alone.",
        op: "cookies",
        takes: &[
            "what",
            "name",
            "value",
            "domain",
            "path",
            "expires",
            "http_only",
            "secure",
            "same_site",
            "values",
            "session",
        ],
        more: &[],
        traits: Traits::WRITE,
        behind: Some(Cap::Storage),
    },
    Tool {
        name: "storage",
        about: "List what an origin has in local or session storage, set an item, or clear it. Values may be logins and are shown with values alone.",
        op: "storage",
        takes: &["what", "area", "key", "value", "origin", "values", "session"],
        more: &[],
        traits: Traits::WRITE,
        behind: Some(Cap::Storage),
    },
    Tool {
        name: "pause",
        about: "Hand the current tab over to the person at its window, for what only they can do (a login, a captcha), and wait until they say go on. No action goes into it meanwhile.",
        op: "pause",
        takes: &["message", "timeout", "session"],
        more: &[],
        traits: Traits::SET,
        behind: Some(Cap::Person),
    },
];

/// What a page can be made to believe.
const BELIEFS: &[&str] = &[
    "device",
    "viewport",
    "scale",
    "touch",
    "user_agent",
    "locale",
    "time_zone",
    "geolocation",
    "colors",
    "reduced_motion",
    "offline",
];

/// Words in the place of those of the command line.
const WORDS: &[(&str, &str, &str)] = &[
    ("open", "url", "The address; a host alone gets https://."),
    ("open", "within", "Seconds that expect is waited for; 2 by default."),
    ("observe", "expand", "Open the folds with these ids."),
    ("read", "expand", "Show the links of the navigations with these ids."),
    ("wait", "text", "Until this text can be seen anywhere in the page; /.../ is a regular expression."),
    (
        "tab",
        "which",
        "The address for new, the tab's number for switch and close; for attach a number of the list with all, or a part of the address.",
    ),
    ("tab", "all", "List the browser's tabs, also the person's, with who has each."),
    ("act", "at_most", "The most rounds of until; 10 by default."),
    ("wait", "timeout", "Seconds; 30 by default."),
];

impl Tool {
    /// The tool of this name, where its capability is given.
    pub(super) fn find(name: &str, caps: &Caps) -> Option<&'static Self> {
        Self::all(caps).find(|tool| tool.name == name)
    }

    /// Every tool that these capabilities give.
    pub(super) fn all(caps: &Caps) -> impl Iterator<Item = &'static Self> {
        TOOLS.iter().filter(|tool| tool.behind.is_none_or(|cap| caps.has(cap)))
    }

    /// The names of its arguments.
    pub(super) fn takes<'a>(&'a self, caps: &'a Caps) -> impl Iterator<Item = &'static str> + 'a {
        let more = self.more.iter().filter(|(cap, _)| caps.has(*cap)).flat_map(|(_, names)| names.iter());
        self.takes.iter().chain(more).copied()
    }

    /// As it is listed; `session` is the one of those calls that name none.
    pub(super) fn listed(&self, caps: &Caps, session: &str) -> Listed {
        let Some(entry) = ops::find(self.op) else { return Listed::default() };
        let mut arguments = Arguments::of(entry);
        let mut about = self.about.to_owned();
        match self.name {
            "act" => {
                let list = steps::schema(caps);
                arguments.properties.insert("actions".to_owned(), list);
                about = steps::about(caps);
            }
            "sessions" => drop(arguments.properties.insert("what".to_owned(), what())),
            _ => {}
        }
        let mut properties = Map::new();
        for name in self.takes(caps) {
            let Some(mut property) = arguments.properties.remove(name) else { continue };
            self.word(name, &mut property);
            if name == "session" {
                property["default"] = session.into();
            }
            properties.insert(name.to_owned(), property);
        }
        let schema = strict(properties, &arguments.required);
        Listed::new(self.name, about, Arc::new(schema)).with_annotations(self.annotations())
    }

    fn word(&self, name: &str, property: &mut Value) {
        let own = WORDS.iter().find(|(tool, argument, _)| *tool == self.name && *argument == name);
        let words = match (own, name) {
            (Some((.., words)), _) => words,
            (None, "session") => "Its own tabs, cookies and ids.",
            (None, "timeout") => "The most seconds that the call may take.",
            (None, "expect") => steps::EXPECT,
            (None, _) => return,
        };
        property["description"] = words.into();
    }

    fn annotations(&self) -> ToolAnnotations {
        let Traits { read_only, destructive, idempotent, open_world } = self.traits;
        let annotations = ToolAnnotations::new().read_only(read_only).open_world(open_world);
        // They mean nothing for what changes nothing.
        if read_only { annotations } else { annotations.destructive(destructive).idempotent(idempotent) }
    }
}

/// What `sessions` can do, which are two operations.
fn what() -> Value {
    json!({ "enum": ["list", "close"], "default": "list" })
}

#[cfg(test)]
mod tests {
    use clap::ValueEnum as _;
    use serde_json::value::RawValue;

    use super::*;

    #[test]
    fn the_list_of_tools_is_small_and_in_the_words_of_tools() {
        let listed = |tool: &Tool| tool.listed(&Caps::default(), "default");
        let tools: Vec<_> = Tool::all(&Caps::default()).map(listed).collect();
        let names: Vec<_> = tools.iter().map(|tool| tool.name.as_ref()).collect();
        assert_eq!(names, ["open", "observe", "act", "read", "wait", "tab", "screenshot", "sessions"]);
        let json = json!({ "tools": tools }).to_string();
        let tokenizer = tiktoken_rs::o200k_base_singleton();
        let count = tokenizer.encode_ordinary(&json).len();
        assert!(count < 3_000, "{count} tokens");
        for word in ["null", "\"format\"", "\"title\"", "$ref", " --", "domtool "] {
            assert!(!json.contains(word), "{word} in {json}");
        }
        let instructions = tokenizer.encode_ordinary(super::super::server::INSTRUCTIONS).len();
        assert!(instructions < 200, "{instructions} tokens");
    }

    #[test]
    fn what_a_tool_takes_its_operation_takes() {
        for tool in TOOLS {
            let arguments = Arguments::of(ops::find(tool.op).unwrap());
            for name in tool.takes(&Caps::new(Cap::value_variants().iter().copied())) {
                let own = tool.name == "sessions" && name == "what";
                assert!(own || arguments.properties.contains_key(name), "{}.{name}", tool.name);
            }
        }
    }

    #[test]
    fn only_what_changes_nothing_is_read_only() {
        for tool in TOOLS {
            let operation = ops::find(tool.op).unwrap();
            let looks = (operation.only_looks)(&RawValue::from_string("{}".to_owned()).unwrap());
            // Where a picture is written is our own file, which is gone with the call; `wait` wants to know what for.
            let looks = looks || matches!(tool.name, "screenshot" | "wait");
            assert_eq!(tool.traits.read_only, looks && tool.name != "sessions", "{}", tool.name);
            let changes = ["url", "file", "scroll", "picture", "which"];
            let goes =
                tool.name != "wait" && tool.takes(&Caps::default()).any(|name| changes.contains(&name));
            assert!(!(tool.traits.read_only && goes), "{}", tool.name);
        }
    }
}
