//! Links of a sign alone to the part that they stand in have no line of their own; a search finds them, and their ids work.

use domtool::{ActOptions, Action, FindOptions, Format, ObserveOptions};

use super::support::on;

#[test]
fn permalinks_have_no_lines_and_are_found() {
    on("permalinks.html", async |page| {
        let seen = page.see().await;
        let text = seen.text();
        let links: Vec<&str> = text.lines().filter_map(|line| Some(line.split_once(" link ")?.1)).collect();
        // One to a part elsewhere, one of words, one with a name.
        assert_eq!(links, ["\"#\" on hover", "\"Link\" on hover", "\"Link to Named\" on hover"], "{text}");
        let found = page.tab.find(&FindOptions::new("/^[§¶#]$/")).await.expect("an answer");
        assert_eq!(found.total, 6, "{}", found.text);
        let inner =
            found.matches.iter().find(|found| found.path.iter().any(|part| part.contains("impl Clone")));
        let link = inner.unwrap_or_else(|| panic!("none in it: {}", found.text)).id;
        page.tab.act(&Action::click(link), &ActOptions::default()).await.expect("it is clicked");
        let again = page.see().await;
        assert!(again.text().contains("Went to #impl-Clone"), "{}", again.text());
        // The pointer is over it now, which is no news.
        assert!(!again.text().contains("link \"§\""), "{}", again.text());
        let full = page.tab.observe(&ObserveOptions::default().with_format(Format::Full)).await;
        let full = full.expect("the page as HTML");
        assert!(full.text().contains(&link.to_string()), "{}", full.text());
    });
}
