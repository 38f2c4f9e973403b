//! Chrome as judge: holds the certain roles and names of a snapshot against Chrome's own accessibility tree.

#![allow(dead_code, unreachable_pub)]

use std::collections::HashMap;

use domtool_cdp::protocol::accessibility::AxNode;
use domtool_page::snapshot::{Certainty, NodeKind, NodeRef, Role, Snapshot};

use crate::browser::Browser;

/// A count of what was held against Chrome.
#[derive(Debug, Default)]
pub struct Tally {
    /// Visible elements that Chrome's tree has too.
    pub held: u32,
    /// Visible elements that Chrome leaves out though we give them a role; not judged.
    pub left_out: u32,
    pub certain_roles: u32,
    pub certain_names: u32,
    /// Certain roles and names that are not Chrome's.
    pub wrong: Vec<String>,
    /// What is not certain, with Chrome's answer.
    pub unsure: Vec<String>,
}

impl Tally {
    pub fn add(&mut self, other: Tally) {
        self.held += other.held;
        self.left_out += other.left_out;
        self.certain_roles += other.certain_roles;
        self.certain_names += other.certain_names;
        self.wrong.extend(other.wrong);
        self.unsure.extend(other.unsure);
    }

    /// The certain answers among all, per cent.
    pub fn share(&self) -> f64 {
        per_cent(self.certain_roles + self.certain_names, 2 * self.held)
    }

    /// The right answers among the certain ones, per cent.
    pub fn agreement(&self) -> f64 {
        let certain = self.certain_roles + self.certain_names;
        per_cent(certain - self.wrong.len() as u32, certain)
    }

    /// A line of the table.
    pub fn line(&self, page: &str) -> String {
        format!(
            "{page:44} {:>7} {:>8} {:>7.2} % {:>7.3} % {:>6}",
            self.held,
            self.left_out,
            self.share(),
            self.agreement(),
            self.wrong.len()
        )
    }
}

/// The head of the table.
pub const HEAD: &str =
    "page                                            judged left out   certain     agree differ";

fn per_cent(part: u32, whole: u32) -> f64 {
    if whole == 0 { 100.0 } else { f64::from(part) * 100.0 / f64::from(whole) }
}

/// A page that changes by itself may do so between our look and Chrome's: what really differs does so each time.
const TRIES: u32 = 5;

/// Judges the page that is open, frame by frame.
pub async fn judge(browser: &Browser, page: &str) -> Tally {
    let mut tally = judge_once(browser, page).await;
    for _ in 1..TRIES {
        if tally.wrong.is_empty() {
            break;
        }
        tally = judge_once(browser, page).await;
    }
    tally
}

async fn judge_once(browser: &Browser, page: &str) -> Tally {
    let snapshot = browser.snapshot().await;
    let mut tally = Tally::default();
    for frame in 0..snapshot.frames.len() {
        let tree = browser.chromes_tree(&snapshot, frame).await;
        hold(page, &snapshot, frame, &tree, &mut tally);
    }
    tally
}

fn hold(page: &str, snapshot: &Snapshot, frame: usize, tree: &[AxNode], tally: &mut Tally) {
    let chrome: HashMap<i32, &AxNode> =
        tree.iter().filter_map(|n| Some((n.backend_dom_node_id?.0, n))).collect();
    for node in snapshot.nodes().filter(|n| n.kind() == NodeKind::Element && n.visible()) {
        if node.frame().0 as usize != frame {
            continue;
        }
        let Some(answer) = chrome.get(&node.backend().0) else {
            tally.left_out += u32::from(!plain_role(node.role()));
            continue;
        };
        let word = answer.role.as_ref().and_then(|r| r.as_text()).unwrap_or("");
        if answer.ignored {
            if plain_role(node.role()) {
                tally.held += 1;
                tally.certain_roles += u32::from(node.role_certainty() == Certainty::Certain);
                tally.certain_names += u32::from(node.name_certainty() != Certainty::Uncertain);
            } else {
                tally.left_out += 1;
            }
            continue;
        }
        tally.held += 1;
        if node.role_certainty() == Certainty::Certain {
            tally.certain_roles += 1;
            if !same(node, Role::from_chrome(word)) {
                tally.wrong.push(format!(
                    "{page}: role of {}: ours {}, Chrome's {word}",
                    describe(node),
                    node.role().word()
                ));
            }
        } else {
            tally.unsure.push(format!(
                "role of {}: ours {}, Chrome's {word}",
                describe(node),
                node.role().word()
            ));
        }
        let name = plain(answer.name.as_ref().and_then(|n| n.as_text()).unwrap_or(""));
        // Chrome is asked for the role, and may know one that takes a name from what is in the element.
        let role_is_asked = node.role_certainty() == Certainty::Uncertain;
        let ours = match node.name_certainty() {
            Certainty::Written | Certainty::Guessed if role_is_asked => continue,
            Certainty::Certain => plain(node.name()),
            Certainty::Written | Certainty::Guessed => String::new(),
            Certainty::Uncertain | Certainty::Asked => {
                let ours = plain(node.name());
                tally.unsure.push(format!("name of {}: ours {ours:?}, Chrome's {name:?}", describe(node)));
                continue;
            }
        };
        if let Some(described) = snapshot.description(node.index())
            && described.certainty == Certainty::Certain
        {
            let chromes = plain(answer.description.as_ref().and_then(|text| text.as_text()).unwrap_or(""));
            let ours = plain(node.string(described.text));
            if ours != chromes {
                tally.wrong.push(format!(
                    "{page}: description of {}: ours {ours:?}, Chrome's {chromes:?}",
                    describe(node)
                ));
            }
        }
        tally.certain_names += 1;
        // Chrome reads the words that an icon font draws as pictures.
        let is_icon = |node: NodeRef<'_>| node.attribute("data-icon").is_some();
        if is_icon(node) || node.descendants().any(is_icon) {
            continue;
        }
        let breaks = || node.descendants().any(|inside| inside.tag() == "wbr");
        if ours != name && !(breaks() && without_spaces(&ours) == without_spaces(&name)) {
            tally.wrong.push(format!("{page}: name of {}: ours {ours:?}, Chrome's {name:?}", describe(node)));
        }
    }
}

fn plain_role(role: Role) -> bool {
    matches!(role, Role::Generic | Role::None | Role::Presentation)
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

/// White space collapsed, and without the characters that only an icon font draws, or that nobody sees or knows.
fn plain(text: &str) -> String {
    let seen: String = text
        .chars()
        .filter(|c| {
            !matches!(c, '\u{e000}'..='\u{f8ff}' | '\u{f0000}'..='\u{10fffd}' | '\u{200b}' | '\u{feff}' | '\u{ad}' | '\u{fffd}')
        })
        .collect();
    seen.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Chrome has a space for a `<wbr>`, where nobody sees one.
fn without_spaces(text: &str) -> String {
    text.split_whitespace().collect()
}

fn describe(node: NodeRef<'_>) -> String {
    let attributes: Vec<String> = node
        .attributes()
        .take(5)
        .map(|(name, value)| format!("{name}={:?}", value.chars().take(60).collect::<String>()))
        .collect();
    format!("<{} {}>", node.tag(), attributes.join(" "))
}
