//! What a page makes of the way through its history, and where keys move the focus to.

use domtool::{Action, Evidence};

use crate::support::on;

#[test]
fn what_a_page_makes_of_the_way_back_is_waited_for() {
    for (kind, says, evidence) in [
        ("show", Some("Step 1"), Evidence::Verified),
        ("trap", Some("Please stay"), Evidence::Effect),
        ("at-once", Some("Please stay"), Evidence::Effect),
        ("nothing", None, Evidence::Verified),
    ] {
        on(&format!("evidence/history.html?do={kind}"), async |page| {
            page.click("Next").await.expect("it goes on");
            let report = page.act(Action::Back).await.expect("it goes back");
            assert_eq!(report.verification.evidence, evidence, "{kind}: {report:?}");
            let at_second = page.js("location.hash").await.contains("second");
            assert_eq!(at_second, report.verification.feedback.contains("led on"), "{kind}: {report:?}");
            assert!(says.is_none_or(|says| report.diff.contains(says)), "{kind}: {report:?}");
        });
    }
}

#[test]
fn where_keys_move_the_focus_is_named() {
    on("evidence/history.html?do=nothing", async |page| {
        page.see().await;
        page.js("cells[0].focus()").await;
        let report = page.press("ArrowRight").await.expect("the focus moves");
        let focused = report.effects.focused.as_ref().unwrap_or_else(|| panic!("{report:?}"));
        assert_eq!((focused.role.as_str(), focused.name.as_str()), ("gridcell", "Ten"));
        assert_eq!(Some(focused.id), report.effects.focus);
        page.js("fruits.focus()").await;
        for name in ["Apple", "Pear"] {
            let report = page.press("ArrowDown").await.expect("the key is pressed");
            let current = report.effects.current.as_ref().unwrap_or_else(|| panic!("{report:?}"));
            assert_eq!((current.role.as_str(), current.name.as_str()), ("option", name), "{report:?}");
            assert_eq!(current.id, page.id(name).await, "{report:?}");
            assert_ne!(report.effects.focus, Some(current.id), "the list has the focus still");
        }
        page.js("car.focus()").await;
        let report = page.press("ArrowDown").await.expect("the key is pressed");
        let current = report.effects.current.as_ref().unwrap_or_else(|| panic!("{report:?}"));
        assert_eq!(current.name, "Large", "{report:?}");
    });
}
