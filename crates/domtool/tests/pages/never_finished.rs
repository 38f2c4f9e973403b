//! Pages of which something never comes: each is opened when it can be used, says what still loads, and can be acted on at
//! once. An address that sends nothing is given up, and the page before it is of use.

use std::time::{Duration, Instant};

use domtool::{
    ActOptions, Action, Browser, DownloadState, ErrorKind, HttpAuth, ObserveOptions, Report, SessionOptions,
};

use super::support::{Page, on, run};

/// How a page never finishes, its address, and what is said to load still.
const KINDS: [(&str, &str, &str); 7] = [
    ("picture", "never.htm?how=picture", "image 127.0.0.1:"),
    ("frame", "never.htm?how=frame", "frame 127.0.0.1:"),
    ("font", "never.htm?how=font", "font 127.0.0.1:"),
    ("style sheet", "never.htm?how=sheet", "style sheet 127.0.0.1:"),
    ("async script", "never.htm?how=async", "script 127.0.0.1:"),
    ("blocking script", "never.htm?how=blocking", "script 127.0.0.1:"),
    ("stream", "stream?", "the document"),
];

/// Limits in tests are for hangs: waiting for `load` would take 30 s. On an idle machine it is 3.3 s at most.
const OPENS: Duration = Duration::from_secs(8);

/// Opens it in a session of its own.
async fn opened(browser: &Browser, name: &str, address: &str) -> (Page, Report, Duration) {
    let mut page = Page::open_with(browser, "navigation-two.html", SessionOptions::default()).await;
    let begun = Instant::now();
    let report = page.session.open(&page.server.url(address)).await;
    let took = begun.elapsed();
    page.tab = page.session.tab().expect("a tab");
    (page, report.unwrap_or_else(|error| panic!("{name}: {error}")), took)
}

#[test]
fn each_kind_is_opened_in_time_and_takes_input() {
    run(async |browser| {
        for (name, address, loading) in KINDS {
            let (page, report, took) = opened(browser, name, address).await;
            assert!(took < OPENS, "{name}: {took:?}");
            assert!(report.effects.navigated && report.ok, "{name}: {report:?}");
            assert!(report.loading.iter().any(|what| what.contains(loading)), "{name}: {:?}", report.loading);
            let begun = Instant::now();
            page.click("Push").await.unwrap_or_else(|error| panic!("{name}: {error}"));
            assert_eq!(page.notes().await, "pushed", "{name}");
            page.fill("Name", "Ada").await.unwrap_or_else(|error| panic!("{name}: {error}"));
            assert_eq!(page.js("document.getElementById('name').value").await, "\"Ada\"", "{name}");
            let seen = page.see().await;
            assert!(seen.text().contains("Here already"), "{name}: {}", seen.text());
            assert!(begun.elapsed() < OPENS, "{name}: {:?}", begun.elapsed());
            page.session.close().await.expect("it closes");
        }
    });
}

#[test]
fn a_message_is_heard_though_the_page_never_loads() {
    run(async |browser| {
        let (page, ..) = opened(browser, "picture", "never.htm?how=picture").await;
        let report = page.click("Tell").await.expect("it is clicked");
        assert!(report.effects.messages.iter().any(|message| message.text == "Done it"), "{report:?}");
        page.session.close().await.expect("it closes");
    });
}

#[test]
fn several_of_a_kind_are_counted() {
    run(async |browser| {
        let (page, report, _) = opened(browser, "pictures", "never.htm?how=pictures&at=/hold?").await;
        assert_eq!(report.loading, ["2 images"]);
        page.session.close().await.expect("it closes");
    });
}

#[test]
fn what_comes_later_is_told_with_a_later_call() {
    run(async |browser| {
        for (how, told) in
            [("picture", "loaded since: image 127.0.0.1:"), ("async", "loaded since: script 127.0.0.1:")]
        {
            let address = format!("never.htm?how={how}&at=/held?key=later-{how}");
            let (page, report, _) = opened(browser, how, &address).await;
            assert_eq!(report.loading.len(), 1, "{how}: {:?}", report.loading);
            page.server.release(&format!("later-{how}"));
            assert!(page.becomes("document.readyState === 'complete'").await, "{how}");
            let seen = page.tab.observe(&ObserveOptions::default()).await.expect("it is observed");
            assert!(seen.text().contains(told), "{how}: {}", seen.text());
            let again = page.tab.observe(&ObserveOptions::default()).await.expect("it is observed");
            assert!(!again.text().contains("loaded since"), "{how}: {}", again.text());
            page.session.close().await.expect("it closes");
        }
    });
}

#[test]
fn an_address_is_opened_while_the_page_before_it_still_loads() {
    run(async |browser| {
        for (name, address, _) in KINDS {
            let (page, ..) = opened(browser, name, address).await;
            let two = page.server.url("navigation-two.html");
            let report = page.session.open(&two).await.unwrap_or_else(|error| panic!("{name}: {error}"));
            assert!(report.effects.navigated && report.loading.is_empty(), "{name}: {report:?}");
            assert_eq!(page.js("document.title").await, "\"Two\"", "{name}");
            page.session.close().await.expect("it closes");
        }
    });
}

#[test]
fn a_link_to_a_page_that_never_finishes_is_followed_in_time() {
    run(async |browser| {
        let (page, ..) = opened(browser, "two", "navigation-two.html").await;
        page.js("document.body.innerHTML = '<a href=\"/never.htm?how=picture\">Onward</a>'").await;
        let link = page.id("Onward").await;
        let begun = Instant::now();
        let report = page.click_id(link).await.expect("it is clicked");
        assert!(report.effects.navigated, "{report:?}");
        assert!(begun.elapsed() < OPENS, "{:?}", begun.elapsed());
        page.click("Push").await.expect("it is clicked");
        assert_eq!(page.notes().await, "pushed");
        page.session.close().await.expect("it closes");
    });
}

fn briefly() -> ActOptions {
    ActOptions::default().with_patience(Duration::from_secs(2))
}

/// The page before is there, and takes a click.
async fn stays_usable(page: &Page, name: &str) {
    let begun = Instant::now();
    page.click("Push").await.expect("it is clicked");
    assert_eq!(page.js("document.title").await, "\"pushed\"", "{name}");
    assert!(begun.elapsed() < OPENS, "{name}: {:?}", begun.elapsed());
}

#[test]
fn an_address_that_sends_nothing_is_given_up_and_the_page_before_it_stays() {
    run(async |browser| {
        let (page, ..) = opened(browser, "once", "once?key=open").await;
        let silent = Action::open(page.server.url("hold"));
        let error = page.tab.act(&silent, &briefly()).await.expect_err("it sends nothing");
        assert_eq!(error.kind(), ErrorKind::Timeout, "{error}");
        assert!(error.message().contains("/hold sent nothing in 2"), "{error}");
        assert!(error.message().contains("the tab stays at http://127.0.0.1:"), "{error}");
        stays_usable(&page, "open").await;
        page.session.close().await.expect("it closes");
    });
}

#[test]
fn a_page_that_falls_silent_is_given_up_on_reload_and_in_the_history() {
    run(async |browser| {
        let (page, ..) = opened(browser, "once", "once?key=reload").await;
        let error = page.tab.act(&Action::Reload, &briefly()).await.expect_err("it sends nothing");
        assert_eq!(error.kind(), ErrorKind::Timeout, "{error}");
        stays_usable(&page, "reload").await;
        // A page that is kept from the cache of whole pages is asked for again.
        page.js("window.onunload = () => {}; void new WebSocket(`ws://${location.host}/hold`)").await;
        page.session.open(&page.server.url("once?key=back")).await.expect("it opens");
        match page.tab.act(&Action::Back, &briefly()).await {
            Ok(report) => assert!(report.effects.navigated, "{report:?}"),
            Err(error) => assert_eq!(error.kind(), ErrorKind::Timeout, "{error}"),
        }
        stays_usable(&page, "back").await;
        page.session.close().await.expect("it closes");
    });
}

#[test]
fn a_download_is_no_page() {
    on("navigation-two.html", async |page| {
        let url = page.server.url("download?bytes=7&name=report.pdf");
        let report = page.act(Action::open(url)).await.expect("it is a download");
        assert!(!report.effects.navigated, "{report:?}");
        let sentence = &report.verification.feedback;
        assert!(
            sentence.contains("is a download: report.pdf; the tab stays at http://127.0.0.1:"),
            "{sentence}"
        );
        let [info] = report.effects.downloads.as_slice() else { panic!("{report:?}") };
        assert_eq!((info.name.as_str(), info.state), ("report.pdf", DownloadState::Completed), "{info:?}");
        assert_eq!(page.js("document.title").await, "\"Two\"");
    });
}

#[test]
fn an_answer_without_content_says_so() {
    on("navigation-two.html", async |page| {
        let url = page.server.url("nothing");
        let error = page.act(Action::open(url)).await.expect_err("there is no page");
        assert_eq!(error.kind(), ErrorKind::NoEffect, "{error}");
        assert!(
            error.message().contains("answered 204, no content; the tab stays at http://127.0.0.1:"),
            "{error}"
        );
        assert_eq!(page.js("document.title").await, "\"Two\"");
    });
}

#[test]
fn a_login_by_http_says_so() {
    on("navigation-two.html", async |page| {
        let error = page.act(Action::open(page.server.url("private"))).await.expect_err("it is private");
        assert_eq!(error.kind(), ErrorKind::SecurityBlocked, "{error}");
        assert!(error.message().contains("/private asks for a name and a password"), "{error}");
        assert!(error.hint().contains("HTTP authentication"), "{}", error.hint());
        page.session.open(&page.server.url("navigation-two.html")).await.expect("the tab still works");
    });
}

fn with_login(password: &str) -> SessionOptions {
    SessionOptions::default().with_http_auth(HttpAuth::new("ada", password))
}

#[test]
fn a_login_is_given_to_the_origin_that_was_opened_and_to_no_other() {
    run(async |browser| {
        // The first address opened is a page of the first origin.
        let page = Page::open_with(browser, "navigation-two.html", with_login("p4ssw0rd")).await;
        let report = page.act(Action::open(page.server.url("private"))).await.expect("it lets us in");
        assert!(report.effects.navigated && report.ok, "{report:?}");
        assert_eq!(page.js("document.title").await, "\"Private\"");
        // What the page asks for, and what its worker does, is let in by that.
        let status = "fetch('/private').then(answer => answer.status)";
        assert_eq!(page.js(status).await, "200");
        let worker = "new Promise(done => new Worker(URL.createObjectURL(new Blob([`fetch('${location.origin}/private')\
             .then(answer => postMessage(answer.status), () => postMessage(0))`]))).onmessage = event => done(event.data))";
        assert_eq!(page.js(worker).await, "200");
        let other = page.server.other_url("private?for=another");
        let error = page.act(Action::open(other)).await.expect_err("it is another's");
        assert_eq!(error.kind(), ErrorKind::SecurityBlocked, "{error}");
        assert!(error.message().contains("; those of the session are for http://127.0.0.1:"), "{error}");
        assert_eq!(page.server.authorizations("another"), [""; 0], "another origin got them");
        page.session.close().await.expect("it closes");
    });
}

#[test]
fn a_login_that_is_refused_says_so_without_the_password() {
    run(async |browser| {
        let page = Page::open_with(browser, "navigation-two.html", with_login("wr0ngpass")).await;
        let error = page.act(Action::open(page.server.url("private"))).await.expect_err("they are wrong");
        assert_eq!(error.kind(), ErrorKind::SecurityBlocked, "{error}");
        assert!(error.message().contains("/private refused the name and the password"), "{error}");
        let written = format!("{error:?} {:?} {:?}", page.session, page.see().await.text());
        assert!(!written.contains("wr0ngpass"), "{written}");
        page.session.open(&page.server.url("navigation-two.html")).await.expect("the tab still works");
        page.session.close().await.expect("it closes");
    });
}

#[test]
fn a_frame_and_a_window_are_let_in_too() {
    run(async |browser| {
        let page = Page::open_with(browser, "never.htm?how=frame&at=/private", with_login("p4ssw0rd")).await;
        assert!(page.see().await.text().contains("Welcome Ada"), "{}", page.see().await.text());
        page.js("void open('/private')").await;
        let opened = page.session.switch(2).expect("it has opened");
        let seen = opened.observe(&ObserveOptions::default()).await.expect("it is observed");
        assert!(seen.text().contains("Welcome Ada"), "{}", seen.text());
        page.session.close().await.expect("it closes");
    });
}

#[test]
fn user_information_of_an_address_is_nowhere() {
    run(async |browser| {
        let page = Page::open_with(browser, "navigation-two.html", SessionOptions::default()).await;
        for path in
            ["private", "navigation-two.html", "hold", "nothing", "refused", "download?bytes=7&name=x.bin"]
        {
            let url = page.server.url(path).replace("http://", "http://ada:s3cretw0rd@");
            let came = page.tab.act(&Action::open(url), &briefly()).await;
            let (report, error) = (came.as_ref().ok(), came.as_ref().err());
            let seen = page.see().await;
            let written = format!("{report:?} {error:?} {:?} {seen:?}", page.session.tabs());
            assert!(!written.contains("s3cretw0rd"), "{path}: {written}");
            let hint = error.map(|error| error.hint().to_owned()).unwrap_or_default();
            assert!(!hint.contains("s3cretw0rd"), "{path}: {hint}");
        }
        for odd in [
            "ada:s3cretw0rd@127.0.0.1/x",
            "s3cretw0rd@localhost:80/x",
            "ftp://ada:s3cretw0rd@host/",
            "http://ada:s3cretw0rd@ho st/",
        ] {
            let error = page.act(Action::open(odd)).await.expect_err("it is no address");
            assert!(!format!("{error:?}").contains("s3cretw0rd"), "{odd}: {error:?}");
        }
        page.session.close().await.expect("it closes");
    });
}
