//! The demo: the whole loop, verified by the shop's server, and a page to look at.

use crate::home::Home;

#[test]
fn the_demo_ends_with_a_verified_order_and_a_page_to_look_at() {
    let home = Home::new();
    let ran = home.run(&["demo", "--out", "report"]).good();
    assert!(ran.out.contains("COVERED") && ran.out.contains("order verified:"), "{ran:?}");
    let page = std::fs::read_to_string(home.path("report/index.html")).unwrap();
    assert!(page.contains("data:image/png;base64,") && page.contains("Ada Lovelace"));
    assert!(!page.contains("src=\"http") && !page.contains("<script"), "it needs nothing but itself");
}

#[test]
fn the_doctor_finds_this_machine_well() {
    let home = Home::new();
    let ran = home.run(&["doctor", "--json"]).good().json();
    assert_eq!(ran["ok"], true, "{ran}");
}
