//! The demo: the whole loop, verified by the shop's server, and a page to look at.

use std::{
    io::{BufRead as _, BufReader, Read as _, Write as _},
    net::TcpStream,
};

use serde_json::Value;

use crate::home::{self, Home};

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

#[test]
fn the_shop_alone_prints_each_order_that_it_receives() {
    let home = Home::new();
    let mut shop = home.start(&["demo", "--shop", "--json"]);
    let mut lines = BufReader::new(shop.stdout.take().unwrap()).lines();
    let mut line = || serde_json::from_str::<Value>(&lines.next().unwrap().unwrap()).unwrap();
    let opened = line();
    let address = opened["shop"].as_str().unwrap().strip_prefix("http://").unwrap().trim_end_matches('/');
    let order = |name: &str| {
        let order = format!(
            r#"{{"items":["Assam"],"quantity":2,"address":{{"name":"{name}","country":"Peru","gift":false}}}}"#
        );
        let mut visitor = TcpStream::connect(address).unwrap();
        write!(visitor, "POST /order HTTP/1.1\r\ncontent-length: {}\r\n\r\n{order}", order.len()).unwrap();
        let mut answer = String::new();
        visitor.read_to_string(&mut answer).unwrap();
        assert!(answer.starts_with("HTTP/1.1 200 OK"), "{answer}");
        assert!(answer.ends_with(&format!("Thank you, {name}!")), "{answer}");
    };
    let names: Vec<String> = (0..20).map(|nth| format!("Ada {nth}")).collect();
    std::thread::scope(|scope| names.iter().for_each(|name| drop(scope.spawn(|| order(name)))));
    let mut received: Vec<String> = Vec::new();
    for _ in &names {
        let one = line();
        assert_eq!(
            (&one["items"][0], &one["address"]["country"]),
            (&"Assam".into(), &"Peru".into()),
            "{one}"
        );
        received.push(one["address"]["name"].as_str().unwrap().to_owned());
    }
    received.sort_unstable();
    let mut names = names;
    names.sort_unstable();
    assert_eq!(received, names, "of orders at once none is left out");
    home::signal(shop.id(), rustix::process::Signal::TERM);
    assert!(shop.wait().unwrap().success(), "an end that was asked for is a good one");
}
