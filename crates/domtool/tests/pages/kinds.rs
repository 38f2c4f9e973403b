//! Every kind of action where it is hardest to reach: in a closed shadow root, and in an out-of-process frame in another. The
//! list of kinds is read from the engine's own source, so that none can be added without a row here.

use std::{collections::BTreeSet, path::PathBuf};

use domtool::{
    ActOptions, Action, Button, Click, Colors, Drag, DragTo, ElementId, Emulation, Modifiers, Observation,
    ScrollBy, Step, TextPart, Upload, WaitFor, Wheel,
};

use crate::support::{Page, id_in, on};

/// Kinds that are about the whole tab, so that no place in it is theirs.
const OF_THE_TAB: &[&str] = &["Open", "Back", "Forward", "Reload", "Stop"];

/// The names of what the rows are about, with their ids.
struct Found<'a>(&'a Observation);

impl Found<'_> {
    fn id(&self, name: &str) -> ElementId {
        id_in(self.0, name).unwrap_or_else(|why| panic!("{why}"))
    }
}

/// An action, and a note that the page has of it then; empty where no page can tell.
type Row = (fn(&Found<'_>) -> Action, &'static str);

fn one_file() -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/upload/one.txt"))
}

fn text(text: &str) -> String {
    text.to_owned()
}

/// In this order, each on the page as those before have left it.
const ROWS: &[Row] = &[
    (|on| Action::click(on.id("Press")), "click press trusted"),
    (|on| Action::Click(Click::new(on.id("Press")).with_count(2)), "dblclick press trusted"),
    (|on| Action::Click(Click::new(on.id("Press")).with_button(Button::Right)), "contextmenu press trusted"),
    (|on| Action::send_click_event(on.id("Press")), "click press untrusted"),
    (|on| Action::hover(on.id("Tip")), "mouseenter tip trusted"),
    (|on| Action::highlight(Some(on.id("Tip").into())), ""),
    (|on| Action::drag(on.id("Parcel"), on.id("button:Box")), "drop box trusted a parcel"),
    (
        |on| {
            let (source, modifiers) = (on.id("Knob"), Modifiers::default());
            Action::from(Drag::to(source, DragTo::By(100.0, 0.0)).with_modifiers(modifiers))
        },
        "slid knob trusted 100px",
    ),
    (|on| Action::from(Wheel::new(0.0, 50.0).over(on.id("List"))), "scroll list trusted"),
    (|on| Action::next_chunk(Some(on.id("List").into())), "scroll list trusted"),
    (|on| Action::scroll(Some(on.id("List").into()), ScrollBy::Bottom), "scroll list trusted"),
    (|on| Action::scroll(Some(on.id("Far").into()), ScrollBy::IntoView), "scroll pit trusted"),
    (|on| Action::fill(on.id("Name"), text("Ada")), "input name trusted Ada"),
    (|on| Action::type_text(Some(on.id("Name").into()), text("x")), "input name trusted Adax"),
    (|_| Action::type_text(None, text("y")), "input name trusted Adaxy"),
    (
        |on| Action::press(Some(on.id("Name").into()), text("End z").parse().unwrap()),
        "input name trusted Adaxyz",
    ),
    (|_| Action::press(None, text("Backspace").parse().unwrap()), "input name trusted Adaxy"),
    (|on| Action::copy(Some(on.id("Name").into())), "copy name trusted Adaxy"),
    (|on| Action::cut(Some(on.id("Name").into())), "cut name trusted Adaxy"),
    (|on| Action::paste(Some(on.id("Query").into()), None), "input query trusted Adaxy"),
    (|on| Action::clear(on.id("Query")), "input query trusted"),
    (
        |_| {
            let part = TextPart::phrase(text("words to"), 1);
            Action::select_text(None, part)
        },
        "",
    ),
    (|_| Action::copy(None), "copy words trusted"),
    (|on| Action::select(on.id("Country"), [text("Belgium")]), "change country trusted be"),
    (|on| Action::check(on.id("Gift")), "change gift trusted true"),
    (|on| Action::uncheck(on.id("Kept")), "change kept trusted false"),
    (|on| Action::submit(on.id("Query")), "submit form trusted"),
    (|on| Action::from(Upload::new(on.id("File"), vec![one_file()])), "change file trusted one.txt"),
    (|on| Action::from(Upload::dropped(on.id("button:Box"), vec![one_file()])), "drop box trusted one.txt"),
    (|on| Action::download(on.id("Save")), "click save trusted"),
    (
        |_| {
            let emulation = Emulation::default().with_colors(Colors::Dark);
            Action::emulate(emulation)
        },
        "dark scheme trusted true",
    ),
    (|on| Action::click(on.id("Later")), ""),
    (|_| Action::wait(WaitFor::Text(text("Late news"))), ""),
    (|on| Action::wait(WaitFor::Element(on.id("Press").into())), ""),
    (|_| Action::wait(WaitFor::Gone(text("Never there"))), ""),
    (|on| Action::click(on.id("Ask")), ""),
    (|_| Action::accept_dialog(None), "answered ask trusted true"),
];

/// The name of an action's variant.
fn variant(action: &Action) -> String {
    format!("{action:?}").split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default().to_owned()
}

async fn row(page: &Page, seen: &Observation, (action, note): &Row) -> Result<String, String> {
    let action = action(&Found(seen));
    let kind = variant(&action);
    if kind != "Dialog" {
        page.forget().await;
    }
    page.act(action).await.map_err(|error| format!("{kind}: {error} [{:?}]", error.dispatched()))?;
    match note.is_empty() || page.noted(note).await {
        true => Ok(kind),
        false => Err(format!("{kind}: FALSE OK: {note:?} was not noted: {}", page.notes().await)),
    }
}

/// Two steps in one go.
async fn batch(page: &Page, seen: &Observation) -> Result<(), String> {
    let on = Found(seen);
    page.forget().await;
    let steps =
        [Step::from(Action::fill(on.id("Name"), text("Eve"))), Step::from(Action::click(on.id("Press")))];
    let batch = page.tab.act_all(&steps, &ActOptions::default()).await;
    for note in ["input name trusted Eve", "click press trusted"] {
        if !page.noted(note).await {
            return Err(format!("a batch: {note:?} was not noted: {} {batch:?}", page.notes().await));
        }
    }
    Ok(())
}

/// Goes through all rows in one place. The kinds that there were.
fn everything_in(place: &str) -> BTreeSet<String> {
    let (mut kinds, mut wrong) = (BTreeSet::new(), Vec::new());
    on(&format!("kinds.html?place={place}"), async |page| {
        let seen = page.see().await;
        for each in ROWS {
            match row(page, &seen, each).await {
                Ok(kind) => drop(kinds.insert(kind)),
                Err(why) => wrong.push(why),
            }
        }
        wrong.extend(batch(page, &seen).await.err());
    });
    assert!(wrong.is_empty(), "{} of {} rows are wrong:\n{}", wrong.len(), ROWS.len(), wrong.join("\n"));
    kinds
}

/// Fails where the engine knows a kind of action that no row is about.
fn hold_complete(kinds: &BTreeSet<String>) {
    let source = include_str!("../../src/act/action.rs");
    let (_, after) = source.split_once("pub enum Action<T = TargetRef> {").expect("the actions are there");
    let (body, _) = after.split_once("\n}").expect("they end");
    let names = body.lines().filter_map(|line| {
        let name =
            line.strip_prefix("    ").filter(|line| line.starts_with(|c: char| c.is_ascii_uppercase()))?;
        name.split(|c: char| !c.is_alphanumeric()).next()
    });
    let names: Vec<&str> = names.collect();
    assert!(names.len() > 25, "{names:?}");
    let missing: Vec<_> =
        names.iter().filter(|name| !kinds.contains(**name) && !OF_THE_TAB.contains(name)).collect();
    assert!(missing.is_empty(), "no row is about {missing:?}");
}

#[test]
fn in_a_closed_shadow_root() {
    hold_complete(&everything_in("closed"));
}

#[test]
fn in_a_frame_of_another_process_in_one() {
    hold_complete(&everything_in("deep"));
}
