//! The order of the modules inside a crate: one uses those before it in the way of the data, never those after.
//!
//! Found by their `crate::` paths; a crude reading, and enough, because there is no other way to name them from afar.

use crate::sources::Source;

/// The modules of a crate in the way of the data.
struct Order {
    folder: &'static str,
    modules: &'static [&'static str],
}

const ORDERS: &[Order] = &[
    Order {
        folder: "crates/page/src",
        modules: &["geometry", "hears", "capture", "snapshot", "identity", "view"],
    },
    Order { folder: "crates/cdp/src", modules: &["protocol", "error", "connection", "chromium"] },
];

/// Every use of a later module by an earlier one.
pub(crate) fn breaches(sources: &[Source]) -> Vec<String> {
    let mut breaches = Vec::new();
    for order in ORDERS {
        for source in sources {
            let Some(rest) = source.path.strip_prefix(order.folder) else { continue };
            let module = rest.trim_start_matches('/').split(['/', '.']).next().unwrap_or_default();
            let Some(at) = order.modules.iter().position(|name| *name == module) else { continue };
            let code = code(source.product());
            for later in &order.modules[at + 1..] {
                if uses(&code, later) {
                    breaches.push(format!(
                        "{}: `{module}` comes before `{later}` and must not use it",
                        source.path
                    ));
                }
            }
        }
    }
    breaches
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
    use super::{code, uses};

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
