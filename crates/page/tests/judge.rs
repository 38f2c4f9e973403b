//! Chrome as judge: on every fixture, each certain role and name of a visible node equals Chrome's own.

use crate::{
    browser,
    judging::{HEAD, Tally, judge},
};

#[tokio::test]
async fn every_certain_role_and_name_is_chromes() {
    let browser = browser::Browser::launch(&["--site-per-process"]).await;
    let fixtures = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures");
    let address = browser::files::serve(fixtures.into()).unwrap();
    let mut pages: Vec<String> = std::fs::read_dir(fixtures)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        // These are about what never comes to rest.
        .filter(|name| name.ends_with(".html") && !["dialogs", "hang"].iter().any(|s| name.starts_with(s)))
        .collect();
    pages.sort();
    let mut all = Tally::default();
    println!("{HEAD}");
    for page in pages {
        browser.go(&format!("http://{address}/{page}")).await;
        let tally = judge(&browser, &page).await;
        println!("{}", tally.line(&page));
        all.add(tally);
    }
    browser.close().await;
    println!("{}", all.line("all fixtures"));
    assert!(all.wrong.is_empty(), "{}", all.wrong.join("\n"));
    assert!(all.held > 1_000, "only {} nodes", all.held);
    assert!(all.share() > 90.0, "only {} % are certain", all.share());
}
