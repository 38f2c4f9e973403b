//! `find` and `observe --query` on live pages: in frames and closed shadow roots too, with ids that work.

use domtool::{ActOptions, Action, ErrorKind, FindOptions, IfChangedSince, ObserveOptions};

use crate::support::on;

#[test]
fn a_text_is_found_wherever_it_is() {
    on("query-settings.html", async |page| {
        let find = async |text: &str| page.tab.find(&FindOptions::new(text)).await.expect("an answer");
        for (text, role, name) in [
            // The page, a closed shadow root, a frame, a placeholder, an option, the name of a frame.
            ("wEbhook", "textbox", "Webhook address"),
            ("Restore default", "button", "Restore default shortcuts"),
            ("card holder", "textbox", "Card holder"),
            ("MM/YY", "textbox", "Valid until"),
            ("日本", "select", "Language"),
            ("/^Save c.+s$/", "button", "Save changes"),
        ] {
            let found = find(text).await;
            assert_eq!(found.total, 1, "{}", found.text);
            assert_eq!(
                (found.matches[0].role.as_str(), found.matches[0].name.as_str()),
                (role, name),
                "{}",
                found.text
            );
        }
        let found = find("Card holder").await;
        assert!(
            found.text.contains("iframe \"Payment\"") && found.text.contains("screens below"),
            "{}",
            found.text
        );
        // Its id is as good as one of an observation.
        let fill = Action::fill(found.matches[0].id, "Ada Lovelace");
        page.tab.act(&fill, &ActOptions::default()).await.expect("it is filled");
        assert_eq!(find("lovelace").await.matches[0].matched_in, "value");
        let secret = find("Current password").await.matches[0].id;
        let fill = Action::fill(secret, "hunter2 and more");
        page.tab.act(&fill, &ActOptions::default()).await.expect("it is filled");
        let found = find("hunter2").await;
        assert_eq!((found.total, found.hidden), (0, 0), "{}", found.text);
        for wrong in ["", "/(/"] {
            let error = page.tab.find(&FindOptions::new(wrong)).await.expect_err("it is refused");
            assert_eq!(error.kind(), ErrorKind::InvalidInput);
        }
        let under = FindOptions::new("a").with_under(find("Payment").await.matches[0].id);
        let found = page.tab.find(&under).await.expect("an answer");
        assert!(
            found.matches.iter().all(|one| one.path.iter().all(|part| !part.contains("Settings"))),
            "{}",
            found.text
        );
    });
}

#[test]
fn a_query_keeps_what_it_is_about() {
    on("query-shop.html", async |page| {
        let options =
            ObserveOptions::default().with_query("add the Garmin watch to the basket").with_budget(1_000);
        let seen = page.tab.observe(&options).await.expect("the page is observed");
        let filtered = seen.filtered.expect("what was left");
        assert!(filtered.needs_filtering && filtered.token_reduction > 80, "{filtered:?}");
        assert!(seen.text.contains("Garmin watch") && seen.tokens <= 1_000, "{}", seen.text);
        // What is as it was is still news to who asked for a part of it.
        let since = ObserveOptions::default().with_if_changed(IfChangedSince::LastLook);
        let again = options.with_if_changed(IfChangedSince::LastLook);
        for (options, same) in [(&again, true), (&since, false), (&since, true), (&again, false)] {
            let seen = page.tab.observe(options).await.expect("the page is observed");
            assert_eq!(seen.text == "nothing changed\n", same, "{}", seen.text);
        }
        let whole = page.tab.observe(&ObserveOptions::default().with_diff(true)).await;
        let text = whole.expect("the page is observed").text;
        assert!(text.ends_with("nothing changed\n"), "a query leaves the base of diffs whole: {text}");
    });
}
