//! Operating what was found, by what it listens to: the page's own notes say whether it worked.

use std::collections::BTreeMap;

use domtool::{Action, Button, Click, ElementId, ScrollBy};

use super::{Page, Wanted, score::Score};

/// Operates every wanted element that was found.
pub(super) async fn all(
    page: &mut Page,
    wanted: &[Wanted],
    found: &BTreeMap<String, ElementId>,
    score: &mut Score,
) {
    for one in wanted {
        let (Some(&target), Some(act), Some(note)) = (found.get(&one.path), &one.act, &one.note) else {
            continue;
        };
        page.forget().await;
        let mut said = Ok(());
        for action in actions(act, target) {
            said = page.act_on_notes(action).await.map(drop);
        }
        if act == "leave" {
            // Onto something else, so that the pointer leaves it.
            let away = found.values().find(|id| **id != target).copied().unwrap_or(target);
            said = said.and(page.act_on_notes(Action::hover(away)).await.map(drop));
        }
        score.operated += 1;
        if !page.noted(note).await {
            let why = said.err().map_or_else(|| "reported as done".to_owned(), |error| error.to_string());
            let noted = page.notes().await;
            score.dead.push(format!(
                "{} {act} {target} ({}): {why}; noted {noted:?}, not {note:?}",
                one.case, one.path
            ));
        }
    }
}

fn actions(act: &str, target: ElementId) -> Vec<Action> {
    let click = Click::new(target);
    vec![match act {
        "click" => Action::Click(click),
        "double" => Action::Click(click.with_count(2)),
        "right" => Action::Click(click.with_button(Button::Right)),
        "hover" | "leave" => Action::hover(target),
        "press" => Action::press(Some(target.into()), "a".parse().unwrap()),
        "fill" => Action::fill(target, "hello"),
        "check" => Action::check(target),
        "select" => Action::select(target, ["two"]),
        "scroll" => Action::scroll(Some(target.into()), ScrollBy::Bottom),
        "back" => Action::scroll(Some(target.into()), ScrollBy::Top),
        other => panic!("no such act: {other}"),
    }]
}
