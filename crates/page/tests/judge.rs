//! Chrome as judge: on every fixture, each certain role and name of a visible node equals Chrome's own.

#![allow(clippy::unwrap_used, clippy::panic, clippy::print_stdout, missing_docs)]

mod browser;

use std::collections::HashMap;

use domtool_cdp::protocol::accessibility::AxNode;
use domtool_page::snapshot::{Certainty, NodeKind, NodeRef, Role, Snapshot};

/// A count of what was held against Chrome.
#[derive(Debug, Default)]
struct Tally {
    held: u32,
    certain_names: u32,
    certain_roles: u32,
    wrong: Vec<String>,
}

#[tokio::test]
async fn every_certain_role_and_name_is_chromes() {
    let browser = browser::Browser::launch(&["--allow-file-access-from-files"]).await;
    let mut tally = Tally::default();
    let mut fixtures: Vec<String> = std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter(|name| {
            ["names-", "roles-", "tiers-why", "geometry", "masking", "occlusion", "states"]
                .iter()
                .any(|start| name.starts_with(start))
        })
        .collect();
    fixtures.sort();
    for fixture in fixtures.iter().filter(|name| name.ends_with(".html")) {
        browser.open(fixture).await;
        let snapshot = browser.snapshot().await;
        for frame in &snapshot.frames {
            let tree = browser.chromes_tree(&frame.id).await;
            hold(fixture, &snapshot, frame.document.at(), &tree, &mut tally);
        }
    }
    browser.close().await;
    println!(
        "held {}: {} names and {} roles certain, {} wrong",
        tally.held,
        tally.certain_names,
        tally.certain_roles,
        tally.wrong.len()
    );
    assert!(tally.wrong.is_empty(), "{}", tally.wrong.join("\n"));
    assert!(tally.held > 100, "only {} nodes", tally.held);
    assert!(tally.certain_names * 100 >= tally.held * 80, "hardly a name is certain");
}

fn hold(fixture: &str, snapshot: &Snapshot, document: usize, tree: &[AxNode], tally: &mut Tally) {
    let chrome: HashMap<i32, &AxNode> =
        tree.iter().filter(|n| !n.ignored).filter_map(|n| Some((n.backend_dom_node_id?.0, n))).collect();
    let frame = snapshot.nodes().nth(document).unwrap().frame();
    for node in
        snapshot.nodes().filter(|n| n.kind() == NodeKind::Element && n.frame() == frame && n.visible())
    {
        let Some(answer) = chrome.get(&node.backend().0) else { continue };
        tally.held += 1;
        let word = answer.role.as_ref().and_then(|r| r.as_text()).unwrap_or("");
        let role = Role::from_chrome(word);
        if node.role_certainty() == Certainty::Certain {
            tally.certain_roles += 1;
            if !same(node, role) {
                tally.wrong.push(format!(
                    "{fixture}: role of {}: ours {}, Chrome's {word}",
                    describe(node),
                    node.role().word()
                ));
            }
        }
        let name: String = plain(answer.name.as_ref().and_then(|n| n.as_text()).unwrap_or(""));
        if matches!(node.name_certainty(), Certainty::Certain | Certainty::Guessed) {
            tally.certain_names += 1;
            let ours =
                if node.name_certainty() == Certainty::Guessed { String::new() } else { plain(node.name()) };
            if ours != name && named(node) {
                tally
                    .wrong
                    .push(format!("{fixture}: name of {}: ours {ours:?}, Chrome's {name:?}", describe(node)));
            }
        }
    }
}

/// Whether two roles are one to a model. Chrome calls `<details>` and draggable boxes groups.
fn same(node: NodeRef<'_>, chromes: Option<Role>) -> bool {
    match (node.role(), chromes) {
        (ours, Some(chromes)) if ours == chromes => true,
        (Role::Generic, Some(Role::None)) | (Role::Details, Some(Role::Group)) => true,
        (Role::Generic, Some(Role::Group)) => node.attribute("draggable").is_some(),
        _ => false,
    }
}

/// Whether a node's name is ours to tell: cells and the like show their content instead.
fn named(node: NodeRef<'_>) -> bool {
    !matches!(
        node.role(),
        Role::Generic
            | Role::None
            | Role::Cell
            | Role::GridCell
            | Role::Row
            | Role::Paragraph
            | Role::ListItem
            | Role::LabelText
            | Role::Iframe
    )
}

fn plain(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn describe(node: NodeRef<'_>) -> String {
    let attributes: Vec<String> =
        node.attributes().take(4).map(|(name, value)| format!("{name}={value:?}")).collect();
    format!("<{} {}>", node.tag(), attributes.join(" "))
}
