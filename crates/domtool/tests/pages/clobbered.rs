//! Forms, documents and windows on which the page has named things after the properties that helpers read. The names are those of
//! `isolated/dom.js`, so a property that a helper begins to read is in the list.

use std::{collections::BTreeSet, fs, future::Future, path::Path, pin::Pin};

use domtool::{Action, Report, Result};

use super::support::{Page, on};

/// Names that pages use for fields, and those of what a script of ours calls or keeps.
const MORE: &[&str] = &[
    "action",
    "addEventListener",
    "attributes",
    "className",
    "constructor",
    "dataset",
    "domtool",
    "domtoolTell",
    "element",
    "enctype",
    "focus",
    "getElementById",
    "hasOwnProperty",
    "host",
    "id",
    "innerHTML",
    "item",
    "length",
    "location",
    "method",
    "namedItem",
    "nextSibling",
    "nodeValue",
    "noValidate",
    "onclick",
    "onsubmit",
    "outerHTML",
    "parent",
    "prototype",
    "reset",
    "shadow",
    "style",
    "submit",
    "target",
    "then",
    "title",
    "toJSON",
    "toString",
    "top",
    "valueOf",
    "window",
    "__proto__",
];
/// Tests that share the names.
const PARTS: usize = 4;

/// Every property and method that a part of the isolated world reads of a node, and more.
fn names() -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/world/isolated");
    let mut names: BTreeSet<String> = MORE.iter().map(|&name| name.to_owned()).collect();
    for entry in fs::read_dir(folder).expect("the parts are there") {
        let text = fs::read_to_string(entry.expect("a part").path()).expect("a part is text");
        for (at, found) in text.match_indices("dom.") {
            let rest = &text[at + found.len()..];
            let end = rest.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(0);
            if rest[end..].starts_with('(') {
                names.insert(rest[..end].to_owned());
            }
        }
    }
    assert!(names.len() > 100 && names.contains("parentNode") && names.contains("elements"), "{names:?}");
    names.into_iter().collect()
}

/// Whether anything that comes out of the page holds a password of it.
async fn leaks(page: &Page) -> bool {
    let seen = page.see().await;
    seen.text().contains("zqs")
}

type Acting<'p> = Pin<Box<dyn Future<Output = Result<Report>> + 'p>>;

/// Boxed by a function of its own: a test that does many things would hold the room for each of them on its stack.
fn act(page: &Page, action: Action) -> Acting<'_> {
    Box::pin(page.act(action))
}

fn fill<'p>(page: &'p Page, name: &'p str, text: &'p str) -> Acting<'p> {
    Box::pin(page.fill(name, text))
}

fn click<'p>(page: &'p Page, name: &'p str) -> Acting<'p> {
    Box::pin(page.click(name))
}

async fn choose(page: &Page, name: &str, option: &str) {
    let target = page.id(name).await;
    let options = vec![option.to_owned()];
    act(page, Action::select(target, options)).await.expect("chosen");
}

/// Every kind of action on a form.
async fn works(page: &Page, kind: &str) {
    let name = |part: &str| format!("{kind} {part}");
    fill(page, &name("text"), "words").await.expect("filled");
    page.expect(&format!("input {kind}-text trusted words")).await;
    let target = page.id(&name("send")).await;
    act(page, Action::submit(target)).await.expect("sent");
    page.expect(&format!("submit {kind} trusted")).await;
    fill(page, &name("password"), "zqs-new").await.expect("a password is filled");
    let target = page.id(&name("box")).await;
    act(page, Action::check(target)).await.expect("checked");
    page.expect(&format!("change {kind}-box trusted true")).await;
    choose(page, &name("choice"), "Two").await;
    page.expect(&format!("change {kind}-choice trusted two")).await;
    choose(page, &name("colour"), "Green").await;
    page.expect(&format!("chosen {kind}-colour trusted Green")).await;
    click(page, &name("button")).await.expect("clicked");
    page.expect(&format!("click {kind}-button trusted")).await;
}

/// One form page for two names, as a name could hide what another does where all are there: in one form they are those of hidden
/// fields, in the other of some that show.
fn each_of(part: usize) {
    on("untouched.html", async |page| {
        for names in names().chunks(2).skip(part).step_by(PARTS) {
            let name = names.join(",");
            let url = page.server.url(&format!("clobbered.html?names={name}"));
            page.session.open(&url).await.unwrap_or_else(|error| panic!("{name}: {error}"));
            let seen = page.see().await;
            assert!(!seen.text().contains("zqs"), "{name}: a password is shown");
            let id = |name: &str| seen.elements.iter().find(|e| e.name == name).map(|e| e.id).expect("an id");
            let text = Action::fill(id("Hidden text"), "words");
            act(page, text).await.unwrap_or_else(|error| panic!("{name}: {error}"));
            page.expect("input Hidden-text trusted words").await;
            let send = Action::submit(id("Shown send"));
            act(page, send).await.unwrap_or_else(|error| panic!("{name}: {error}"));
            page.expect("submit Shown trusted").await;
        }
    });
}

#[test]
fn forms_with_two_names_part_one() {
    each_of(0);
}

#[test]
fn forms_with_two_names_part_two() {
    each_of(1);
}

#[test]
fn forms_with_two_names_part_three() {
    each_of(2);
}

#[test]
fn forms_with_two_names_part_four() {
    each_of(3);
}

#[test]
fn a_form_with_all_names() {
    on(&format!("clobbered.html?names={}", names().join(",")), async |page| {
        for kind in ["Hidden", "Shown"] {
            works(page, kind).await;
        }
        assert!(!leaks(page).await, "{}", page.see().await.text());
    });
}

fn a_document_with(kind: &str) {
    with_names(kind, &names());
}

fn with_names(kind: &str, names: &[String]) {
    on(&format!("clobbered-document.html?kind={kind}&names={}", names.join(",")), async |page| {
        fill(page, "Name", "words").await.expect("filled");
        page.expect("input text trusted words").await;
        fill(page, "Inner", "within").await.expect("filled");
        page.expect("input inner trusted within").await;
        click(page, "Press").await.expect("clicked");
        page.expect("click button trusted").await;
        fill(page, "Password", "zqs-new").await.expect("filled");
        assert!(!leaks(page).await, "{}", page.see().await.text());
    });
}

#[test]
fn a_document_with_images() {
    a_document_with("img");
}

#[test]
fn a_document_with_embedded_things() {
    a_document_with("embed");
}

#[test]
fn a_document_with_objects() {
    a_document_with("object");
}

#[test]
fn a_document_with_forms() {
    a_document_with("form");
}

#[test]
fn a_document_with_frames() {
    // All at once take a slow machine longer than a page may be silent.
    for some in names().chunks(60) {
        with_names("iframe", some);
    }
}
