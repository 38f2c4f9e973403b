//! Pictures carry the ids that observations give.

use domtool::ScreenshotOptions;

use super::support::on;

#[test]
fn marks_are_the_ids_of_an_observation_also_before_there_was_one() {
    on("fields.html", async |page| {
        let options = ScreenshotOptions { marks: true, full_page: false };
        let shot = page.tab.screenshot(&options).await.expect("a picture");
        assert!(!shot.marks.is_empty());
        let seen = page.see().await;
        for mark in &shot.marks {
            let element = seen.elements.iter().find(|element| element.id == mark.id);
            let element = element.unwrap_or_else(|| panic!("{} is not in\n{}", mark.id, seen.text()));
            assert!(element.in_view, "{element:?}");
        }
        let name = seen.find("Full name").expect("it is seen").id;
        assert!(shot.marks.iter().any(|mark| mark.id == name), "{:?}", shot.marks);
        let again = page.tab.screenshot(&options).await.expect("a picture");
        assert_eq!(again.marks, shot.marks);
    });
}
