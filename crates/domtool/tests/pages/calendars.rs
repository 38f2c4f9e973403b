//! Calendars are told a line a week, in which the id of each day operates that day.

use domtool::{ElementId, ErrorKind};

use super::support::on;

/// The id before a day in the week that begins so.
fn day(text: &str, week: &str, day: u32) -> ElementId {
    let line = text.lines().find(|line| line.trim_start_matches(['~', '+', ' ']).starts_with(week));
    let line = line.unwrap_or_else(|| panic!("no {week} in\n{text}"));
    let end = format!(":{day}");
    let id = line.split(' ').find_map(|word| word.strip_suffix(&end));
    id.and_then(|id| id.parse().ok()).unwrap_or_else(|| panic!("no {day} in {line}"))
}

#[test]
fn months_are_a_line_a_week_with_an_id_a_day() {
    on("calendars.html", async |page| {
        let text = page.see().await.text().to_owned();
        for said in [
            "week: - - - ",
            ":14 selected ",
            "week of \"…, March _, 2026\": ",
            ":20 \"Today, Monday, April 20, 2026\" ",
            "week double-click of \"2026-04-_\": - - - ",
            ":10 ~selected ",
            ":12 ~today",
            // The pages of a list in a row are no month.
            "button \"28\"",
        ] {
            assert!(text.contains(said), "{said}\n{text}");
        }
        assert_eq!(text.lines().filter(|line| line.trim_start().starts_with("week")).count(), 16, "{text}");

        for (week, number, noted) in [
            ("week: - - -", 3, "number 3 trusted"),
            ("week of \"…, March _, 2026\"", 4, "date Saturday, April 4, 2026 trusted"),
            ("week double-click of", 2, "cell 2026-04-02 trusted"),
        ] {
            let report = page.click_id(day(&text, week, number)).await.expect("it is clicked");
            assert!(report.ok, "{report:?}");
            page.expect(noted).await;
        }

        let next = page.click("Next month").await.expect("it is clicked");
        assert!(next.diff.contains("week of \"…, May _, 2026\": "), "{}", next.diff);
        // The days that stood below April keep their ids.
        let twelfth = day(&next.diff, "week of \"…, May _, 2026\"", 12);
        page.click_id(twelfth).await.expect("it is clicked");
        page.expect("date Tuesday, May 12, 2026 trusted").await;
    });
}

/// What a field opened goes when it is left, as for a person who goes on by Tab. For what is not its own no field is left.
#[test]
fn a_calendar_over_the_next_field_goes_when_its_field_is_left() {
    on("evidence/covers-next.html", async |page| {
        page.fill("From", "2026-03-01").await.expect("it is filled");
        assert!(page.becomes("!calendar.hidden && document.activeElement.id === 'from'").await);
        page.fill("Until", "2026-03-05").await.expect("the calendar goes");
        assert!(page.becomes("until.value === '2026-03-05' && calendar.hidden").await);
        page.fill("From", "2026-03-02").await.expect("it is filled");
        let error = page.fill("Remark", "none").await.expect_err("the banner stays");
        assert_eq!(error.kind(), ErrorKind::Covered, "{error:?}");
        assert_eq!(page.js("document.activeElement.id + remark.value").await, "\"from\"");
    });
}
