//! A user's code: it names what it needs and leaves room for more. An option, an effect, a kind or a field that is added does not
//! break it; this file is compiled as a crate of its own, so what is not open to grow does not compile here.
#![allow(clippy::unwrap_used)]

use std::time::Duration;

use domtool::{
    ActOptions, Action, ActionKind, Click, DialogKind, DragTo, Effect, Effects, ElementId, Emulation,
    ErrorKind, Evidence, FindOptions, Format, Modifiers, NodeDetails, ObserveOptions, Obstacle, Outcome,
    Report, ScreenshotOptions, ScrollBy, ScrollThrough, SessionOptions, Step, TextPart, Verification,
    WaitFor,
};

const ID: ElementId = ElementId(7);

/// What a program says of a report.
fn told(report: &Report) -> Vec<String> {
    let Report { action, effects, verification, diff, .. } = report;
    let Verification { passed, evidence, .. } = verification;
    let mut lines: Vec<String> = effects.iter().flat_map(line).collect();
    let sure = match evidence {
        Evidence::Verified => "sure",
        Evidence::Effect | Evidence::AsBefore => "likely",
        _ => "unsure",
    };
    lines.push(match action {
        ActionKind::Fill => format!("filled: {passed}, {sure}"),
        other => format!("{other}: {passed}, {sure}"),
    });
    lines.push(diff.clone());
    lines
}

fn line(effect: Effect<'_>) -> Vec<String> {
    match effect {
        Effect::Page { url, .. } => vec![format!("page {url:?}")],
        Effect::Dialogs(dialogs) => {
            dialogs.iter().map(|dialog| (dialog.kind == DialogKind::Alert).to_string()).collect()
        }
        later => later.words(),
    }
}

#[test]
fn a_users_matches_leave_room_for_more() {
    let mut effects = Effects::default();
    effects.url = Some("/b".to_owned());
    effects.closed_tabs = vec![3];
    let mut report = Report::default();
    report.action = ActionKind::Check;
    report.effects = effects;
    report.verification.passed = true;
    assert_eq!(told(&report), ["page Some(\"/b\")", "tab 3 closed", "check: true, unsure", ""]);
    let advice = |kind: ErrorKind| match kind {
        ErrorKind::Stale => "look again",
        _ => "see what it says",
    };
    assert_eq!(advice(ErrorKind::Covered), "see what it says");
    let inner = |obstacle: &Obstacle| match obstacle {
        Obstacle::Options(options) => options.len(),
        _ => 0,
    };
    assert_eq!(inner(&Obstacle::Options(vec!["Rome".to_owned()])), 1);
}

#[test]
fn what_a_user_makes_is_named_only_where_it_differs() {
    let second = Duration::from_secs(1);
    let observe = ObserveOptions::default()
        .with_format(Format::Json)
        .with_budget(None)
        .with_details(NodeDetails::NONE.with_rect(true))
        .with_scroll(ScrollThrough::default().with_steps(3))
        .with_query("the cart");
    assert_eq!((observe.budget, observe.query.as_deref()), (None, Some("the cart")));
    let find = FindOptions::new("Cart").with_budget(200).with_timeout(second);
    assert_eq!((find.budget, find.timeout), (Some(200), Some(second)));
    let session = SessionOptions::default().with_emulation(Emulation::default().with_offline(true));
    assert_eq!(session.emulation.offline, Some(true));
    let picture = ScreenshotOptions::default().with_marks(true).with_longest_side(800);
    assert_eq!(picture.longest_side, Some(800));
    assert_eq!(ActOptions::default().with_settle(second).settle, second);

    let steps: Vec<Step> = vec![
        Action::fill(ID, "Ada").into(),
        Action::click(ID).expect(Outcome::Appears("Saved".to_owned())).within(second),
        Click::new(ID).with_modifiers(Modifiers::CONTROL | Modifiers::SHIFT).into(),
        Action::press(None, "Control+Enter".parse().unwrap()).into(),
        Action::select(ID, ["Rome"]).into(),
        Action::select_text(Some(ID.into()), TextPart::phrase("word", 1)).into(),
        Action::scroll(None, ScrollBy::Pages(1.0)).into(),
        Action::from(domtool::Drag::to(ID, DragTo::point(ID, 0.5, 0.5))).into(),
        Action::wait(WaitFor::Network).into(),
    ];
    let targets: Vec<_> = steps.iter().map(|step| step.action.target()).collect();
    assert_eq!(targets.iter().flatten().count(), 6);
}
