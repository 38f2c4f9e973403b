//! `--header`: who gets it, by what the servers noted; and that its value comes out nowhere.

use std::fs;

use crate::{
    home::{Home, until},
    witness::{Said, Seen, Witness, html, script},
};

const VALUE: &str = "zqs-header-value";

/// A page that asks for all that a page can: of its own origin, of another, and by a redirect from one to the other.
const PAGE: &str = r#"<!doctype html><title>asks</title><p>You sent: SENT</p><img src="/img"><iframe src="/frame"></iframe>
<iframe src="ELSEWHERE/oopif"></iframe><img src="ELSEWHERE/img2"><img src="/away"><iframe src="/away-frame"></iframe>
<button onclick="window.open('/popup')">Pop</button><script>
fetch('/api'); new Worker('/worker.js'); new SharedWorker('/shared.js'); navigator.serviceWorker.register('/service.js');
console.error('sent SENT')</script>"#;

fn site(seen: &Seen) -> Said {
    let host = seen.header("host").unwrap_or_default();
    let port = host.rsplit(':').next().unwrap_or_default();
    let elsewhere = format!("http://localhost:{port}");
    let sent = seen.header("x-token").unwrap_or("nothing");
    let to = |path: &str| (format!("302 Found\nlocation: {elsewhere}/{path}"), String::new());
    match seen.target.as_str() {
        "/" => html(&PAGE.replace("ELSEWHERE", &elsewhere).replace("SENT", sent)),
        "/away" => to("landed"),
        "/away-frame" => to("landed-frame"),
        "/oopif" => html(&format!("<img src='http://127.0.0.1:{port}/of-oopif'><img src='/own'>")),
        "/worker.js" => script("fetch('/in-worker')"),
        "/shared.js" => script("setInterval(() => fetch('/in-shared'), 50)"),
        "/service.js" => script("setInterval(() => fetch('/in-service'), 50)"),
        _ => html("here"),
    }
}

#[test]
fn only_the_origin_of_the_page_gets_it() {
    let home = Home::new().with("DOMTOOL_LOG", "trace").with("DOMTOOL_HEADER", "X-Token: zqs-header-value");
    let witness = Witness::start(site);
    let mut said = vec![home.run(&["open", &witness.url(""), "--debug"]).good()];
    home.json(&["click", &home.id("Pop")]);
    for own in [
        "/",
        "/img",
        "/frame",
        "/api",
        "/away",
        "/away-frame",
        "/worker.js",
        "/shared.js",
        "/service.js",
        "/in-worker",
        "/of-oopif",
        "/popup",
    ] {
        for seen in witness.asked(own) {
            // Whether a service worker's script is new the browser asks by itself.
            let check = own == "/service.js" && seen.header("cache-control").is_some();
            assert!(check || seen.header("x-token") == Some(VALUE), "{seen:?}");
        }
    }
    // Such a worker is heard of when it has begun.
    for later in ["/in-shared", "/in-service"] {
        until(later, || witness.asked(later).last().unwrap().header("x-token") == Some(VALUE));
    }
    for other in ["/oopif", "/img2", "/landed", "/landed-frame", "/own"] {
        for seen in witness.asked(other) {
            assert!(seen.header("host").unwrap().starts_with("localhost"), "{seen:?}");
            assert_eq!(seen.header("x-token"), None, "{seen:?}");
        }
    }
    for words in [
        &["observe", "--debug"][..],
        &["observe", "--json"],
        &["requests"],
        &["sessions", "--json"],
        &["config"],
        &["read"],
        &["open", &witness.url(""), "--header", "X-Other: zqs-other"],
    ] {
        said.push(home.run(words));
    }
    assert!(said[1].out.contains("You sent: \u{2022}"), "{said:?}");
    let files = [home.log(), fs::read_to_string(home.path("s.sessions")).unwrap_or_default()];
    let all = said.iter().flat_map(|ran| [ran.out.clone(), ran.err.clone()]).chain(files);
    for text in all {
        assert!(!text.contains("zqs-"), "{text}");
    }
    assert_eq!(said.last().unwrap().code, Some(2), "another header than the session has: {said:?}");
}

#[test]
fn it_goes_to_the_servers_that_are_named() {
    let home = Home::new();
    let witness = Witness::start(site);
    let file = home.path("headers");
    let port = witness.place().rsplit(':').next().unwrap().to_owned();
    fs::write(&file, format!("localhost:{port}=X-Token: {VALUE}\n\n*=X-Stage: staging\n")).unwrap();
    let named = format!("@{}", file.display());
    home.json(&["open", &witness.url(""), "--header", &named]);
    for (target, token) in [("/api", None), ("/oopif", Some(VALUE)), ("/landed", Some(VALUE))] {
        for seen in witness.asked(target) {
            assert_eq!(
                (seen.header("x-token"), seen.header("x-stage")),
                (token, Some("staging")),
                "{seen:?}"
            );
        }
    }
}
