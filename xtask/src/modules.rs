//! The order of the modules inside a crate: one uses those before it in the way of the data, never those after, so no circle
//! is among them.
//!
//! Found by the paths that begin at the crate's root; a crude reading, and enough, because there is no other way to name them
//! from afar.

use std::collections::BTreeSet;

use crate::sources::Source;

/// The modules of a crate in the way of the data.
struct Order {
    folder: &'static str,
    modules: &'static [&'static str],
}

/// Every crate, and in it every module at the root.
const ORDERS: &[Order] = &[
    Order {
        folder: "crates/cdp/src",
        modules: &[
            "limits",
            "protocol",
            "error",
            "wire",
            "queue",
            "events",
            "endpoint",
            "log",
            "table",
            "call",
            "transport",
            "connection",
            "chromium",
            "webdriver",
        ],
    },
    Order {
        folder: "crates/page/src",
        modules: &[
            "limits",
            "glob",
            "timers",
            "settle",
            "background_requests",
            "ready",
            "messages",
            "listener_kinds",
            "geometry",
            "secret_values",
            "styles",
            "capture",
            "snapshot",
            "identity",
            "view",
        ],
    },
    Order {
        folder: "crates/domtool/src",
        modules: &[
            "limits",
            "report",
            "error",
            "strings",
            "setters",
            "allocator",
            "cpu",
            "folder",
            "recording",
            "emulation",
            "options",
            "storage_state",
            "world",
            "shared",
            "tab",
            "settle",
            "screenshot",
            "printing",
            "observe",
            "act",
            "request_log",
            "session",
            "browser",
            "handles",
        ],
    },
    Order {
        folder: "crates/cli/src",
        modules: &[
            "limits", "alike", "settings", "paint", "hint", "failure", "print", "log", "keep", "private",
            "config", "signals", "token", "http", "socket", "place", "launch", "wire", "output", "states",
            "ops", "daemon", "client", "globals", "local", "demo", "endpoint", "relay", "mcp", "serve",
            "schema", "command",
        ],
    },
    Order {
        folder: "xtask/src",
        modules: &[
            "load",
            "bounded",
            "loopback",
            "private_folder",
            "serve",
            "cargo",
            "browser",
            "sources",
            "long_tests",
            "sizes",
            "calls",
            "js",
            "clients",
            "libraries",
            "conformance",
            "mcp_clients",
            "rivals",
            "together",
            "states",
            "engines",
            "sessions",
            "deploy",
            "isolated",
            "modules",
            "walls",
            "dependencies",
            "documents",
            "packages",
            "builds",
            "workflows",
            "dist",
            "rerun",
            "steps",
        ],
    },
];

/// A line for each crate: its modules, each before those that may use it.
pub(crate) fn orders() -> impl Iterator<Item = String> {
    ORDERS.iter().map(|order| format!("{}: {}", order.folder, order.modules.join(" < ")))
}

/// Every use of a later module by an earlier one, and every module that has no place in the order.
pub(crate) fn breaches(sources: &[Source]) -> Vec<String> {
    ORDERS.iter().flat_map(|order| order.breaches(sources)).collect()
}

impl Order {
    fn breaches(&self, sources: &[Source]) -> Vec<String> {
        let mut breaches = Vec::new();
        let mut found = BTreeSet::new();
        for source in sources {
            let Some(path) = source.path.strip_prefix(self.folder).and_then(|path| path.strip_prefix('/'))
            else {
                continue;
            };
            let Some(path) = path.strip_suffix(".rs") else { continue };
            let module = path.split('/').next().unwrap_or_default();
            if matches!(path, "lib" | "main") {
                continue;
            }
            found.insert(module);
            let code = from_root(&code(source.product()), path);
            let Some(at) = self.modules.iter().position(|name| *name == module) else {
                breaches.push(format!(
                    "{}: `{module}` has no place in the order of xtask/src/modules.rs",
                    source.path
                ));
                continue;
            };
            for later in &self.modules[at + 1..] {
                if uses(&code, later) {
                    breaches.push(format!(
                        "{}: `{module}` comes before `{later}` and must not use it",
                        source.path
                    ));
                }
            }
            if let Some(item) = named_at_root(&code) {
                breaches
                    .push(format!("{}: name `{item}` by its module, not by the crate's root", source.path));
            }
        }
        let gone = self.modules.iter().filter(|module| !found.contains(*module));
        breaches
            .extend(gone.map(|module| format!("{}: there is no `{module}`, which has a place", self.folder)));
        breaches
    }
}

/// The code with the paths that climb to the crate's root beginning there; `path` is the file's, without its ending.
fn from_root(code: &str, path: &str) -> String {
    let depth = path.strip_suffix("/mod").unwrap_or(path).split('/').count();
    let climb = "super::".repeat(depth);
    code.replace(&format!(" {climb}"), " crate::").replace(&format!("({climb}"), "(crate::")
}

/// The first item that is named as one of the crate's root: what the modules give is given out again there.
fn named_at_root(code: &str) -> Option<String> {
    let item = |text: &str| {
        let name: String =
            text.trim_start().chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
        name.starts_with(char::is_uppercase).then_some(name)
    };
    code.match_indices("crate::").find_map(|(at, found)| {
        let after = &code[at + found.len()..];
        item(after).or_else(|| after.strip_prefix('{').and_then(|list| items(list).find_map(item)))
    })
}

/// The lines as one, without those that are comments: a list of uses goes over several.
fn code<'a>(lines: impl Iterator<Item = &'a str>) -> String {
    let code: Vec<_> = lines.map(str::trim).filter(|line| !line.starts_with("//")).collect();
    code.join(" ")
}

fn uses(code: &str, module: &str) -> bool {
    let named = |text: &str| {
        let rest = text.trim_start().strip_prefix(module);
        rest.is_some_and(|rest| rest.starts_with("::") || rest.starts_with([';', ',', '}', ' ', ')']))
    };
    code.match_indices("crate::").any(|(at, found)| {
        let after = &code[at + found.len()..];
        named(after) || after.strip_prefix('{').is_some_and(|list| items(list).any(named))
    })
}

/// The items of a list of uses, up to its closing brace; lists inside are parts of their item.
fn items(list: &str) -> impl Iterator<Item = &str> {
    let mut depth = 0_usize;
    let mut starts = vec![0];
    for (at, c) in list.char_indices() {
        match c {
            '{' => depth += 1,
            '}' if depth == 0 => break,
            '}' => depth -= 1,
            ',' if depth == 0 => starts.push(at + 1),
            _ => {}
        }
    }
    starts.into_iter().map(|start| &list[start..])
}

#[cfg(test)]
mod tests {
    use super::{Order, code, uses};
    use crate::sources::Source;

    #[test]
    fn a_planted_back_edge_is_found() {
        let order = Order { folder: "crates/x/src", modules: &["first", "second"] };
        let check = |first: &str, expected: &[&str]| {
            let sources = [
                Source::new("crates/x/src/first/part.rs", first),
                Source::new("crates/x/src/second.rs", "use crate::first::Thing;"),
                Source::new("crates/x/src/lib.rs", "mod first;"),
            ];
            assert_eq!(order.breaches(&sources), expected, "{first}");
        };
        check("use std::fmt;", &[]);
        let breach = "crates/x/src/first/part.rs: `first` comes before `second` and must not use it";
        check("use crate::second::Other;", &[breach]);
        check("use crate::{\n    first::Thing,\n    second::Other,\n};", &[breach]);
        check("fn f() { super::super::second::other() }", &[breach]);
        check("#[cfg(test)]\nmod tests {\n    use crate::second::Other;\n}", &[]);
        let root = "crates/x/src/first/part.rs: name `Other` by its module, not by the crate's root";
        check("use crate::Other;", &[root]);
    }

    #[test]
    fn a_module_without_a_place_is_found() {
        let order = Order { folder: "crates/x/src", modules: &["first", "gone"] };
        let sources = [Source::new("crates/x/src/first.rs", ""), Source::new("crates/x/src/new.rs", "")];
        let expected = [
            "crates/x/src/new.rs: `new` has no place in the order of xtask/src/modules.rs",
            "crates/x/src: there is no `gone`, which has a place",
        ];
        assert_eq!(order.breaches(&sources), expected);
    }

    #[test]
    fn paths_and_lists_are_read() {
        for (text, module, expected) in [
            ("use crate::view;", "view", true),
            ("use crate::view::Format;", "view", true),
            ("use crate::{snapshot::Role, view::Format};", "view", true),
            ("use crate::{\n    snapshot::{Role, view},\n    view::Format,\n};", "view", true),
            ("use crate::{\n    snapshot::{Role, view},\n};", "view", false),
            ("use crate::viewport::Rect;", "view", false),
            ("// see crate::view::Format", "view", false),
            ("    crate::view::render(all)", "view", true),
        ] {
            assert_eq!(uses(&code(text.lines()), module), expected, "{text}");
        }
    }
}
