//! What a page is made to believe, as the page itself tells.

use domtool::{Action, Colors, Device, Emulation, ErrorKind, Geolocation, SessionOptions};

use super::support::{Page, on_whole as on, run_whole as run};

async fn emulate(page: &Page, emulation: Emulation) -> String {
    let action = Action::emulate(emulation);
    page.act(action).await.unwrap_or_else(|error| panic!("{error}")).verification.feedback
}

async fn is(page: &Page, expressions: &[&str]) {
    for expression in expressions {
        if !page.becomes(expression).await {
            let (left, _) = expression.split_once(" === ").unwrap_or((expression, ""));
            panic!("{expression} is not so: {}", page.js(left).await);
        }
    }
}

#[test]
fn a_device() {
    on("reach.html", async |page| {
        page.js("document.head.insertAdjacentHTML('beforeend', '<meta name=viewport content=width=device-width>')").await;
        let phone = Device::named("phone").expect("there is one").emulation("HeadlessChrome/150.1.2.3");
        emulate(page, phone).await;
        is(
            page,
            &[
                "document.documentElement.clientWidth === 390",
                "screen.width === 390",
                "devicePixelRatio === 3",
                "navigator.maxTouchPoints > 0",
                "matchMedia('(pointer: coarse)').matches",
                "navigator.userAgent.includes('Android')",
                "navigator.platform === 'Linux armv81'",
            ],
        )
        .await;
        page.act(Action::Reload).await.expect("it is loaded again");
        is(page, &["innerHeight > 0 && 'ontouchstart' in window", "navigator.userAgent.includes('Mobile')"])
            .await;
        let anew = Action::emulate_anew(Emulation::default());
        page.act(anew).await.expect("it is undone");
        page.act(Action::Reload).await.expect("it is loaded again");
        is(
            page,
            &[
                "innerWidth === 1280",
                "innerHeight === 800",
                "navigator.maxTouchPoints === 0",
                "!navigator.userAgent.includes('Android')",
                "!('ontouchstart' in window)",
            ],
        )
        .await;
    });
}

#[test]
fn a_person() {
    on("reach.html", async |page| {
        let feedback = emulate(
            page,
            Emulation::default()
                .with_colors(Colors::Dark)
                .with_reduced_motion(true)
                .with_locale("de-AT")
                .with_time_zone("Asia/Tokyo"),
        )
        .await;
        assert!(
            feedback.contains("dark colours, reduced motion, locale de-AT, time zone Asia/Tokyo"),
            "{feedback}"
        );
        is(
            page,
            &[
                "matchMedia('(prefers-color-scheme: dark)').matches",
                "matchMedia('(prefers-reduced-motion: reduce)').matches",
                "new Intl.DateTimeFormat().resolvedOptions().locale === 'de-AT'",
                "new Intl.DateTimeFormat().resolvedOptions().timeZone === 'Asia/Tokyo'",
                "new Date(0).getTimezoneOffset() === -540",
                "(1234.5).toLocaleString().includes(',')",
            ],
        )
        .await;
        page.act(Action::Reload).await.expect("it is loaded again");
        is(page, &["navigator.language === 'de-AT'", "new Date(0).getTimezoneOffset() === -540"]).await;
        let anew = Action::emulate_anew(Emulation::default());
        page.act(anew).await.expect("it is undone");
        is(
            page,
            &[
                "!matchMedia('(prefers-color-scheme: dark)').matches",
                "!matchMedia('(prefers-reduced-motion: reduce)').matches",
                "new Intl.DateTimeFormat().resolvedOptions().timeZone !== 'Asia/Tokyo'",
                "new Intl.DateTimeFormat().resolvedOptions().locale !== 'de-AT'",
            ],
        )
        .await;
    });
}

#[test]
fn a_place_and_no_network() {
    on("reach.html", async |page| {
        let here = Geolocation::at(48.25, 16.5, 10.0);
        emulate(page, Emulation::default().with_place(here)).await;
        let asked = "new Promise(done => navigator.geolocation.getCurrentPosition(p => done(`${p.coords.latitude} ${p.coords.longitude}`), e => done(e.message)))";
        assert_eq!(page.js(asked).await, "\"48.25 16.5\"");
        emulate(page, Emulation::default().with_offline(true)).await;
        let fetched = "fetch('/late?text=x').then(r => r.text(), () => 'failed')";
        assert_eq!(page.js(fetched).await, "\"failed\"");
        is(page, &["navigator.onLine === false"]).await;
        emulate(page, Emulation::default().with_offline(false)).await;
        assert_eq!(page.js(fetched).await, "\"x\"");
    });
}

#[test]
fn frames_believe_the_same_also_those_that_come_later() {
    on("reach.html", async |page| {
        let emulation = Emulation::default()
            .with_colors(Colors::Dark)
            .with_locale("fr-FR")
            .with_time_zone("America/New_York")
            .with_touch(true)
            .with_offline(false)
            .with_user_agent("Test (Linux; Android 10; K)");
        emulate(page, emulation).await;
        // A frame is loaded when those in it are.
        page.js("Promise.all([...document.querySelectorAll('iframe')].map(f => new Promise(come => { f.onload = come; f.src = f.src; }))).then(() => 0)").await;
        for place in ["same", "other", "deep"] {
            page.id(&format!("Save {place}")).await;
        }
        page.js("void postMessage('believe', '*')").await;
        for place in ["main", "same", "other", "deep"] {
            page.expect(&format!("believes {place} trusted true fr-FR America/New_York 5 true true")).await;
        }
    });
}

#[test]
fn a_tab_that_the_page_opens_believes_the_same() {
    on("reach.html", async |page| {
        emulate(page, Emulation::default().with_colors(Colors::Dark)).await;
        page.js("void document.body.insertAdjacentHTML('afterbegin', '<a href=/reach-leaf.html?place=tab target=_blank>Another tab</a>')").await;
        let target = page.id("Another tab").await;
        let report = page.act(Action::click(target)).await.expect("it is clicked");
        let [opened] = report.effects.tabs.as_slice() else { panic!("{:?}", report.effects.tabs) };
        let tab = page.session.switch(opened.number).expect("it is there");
        let dark =
            tab.evaluate("matchMedia('(prefers-color-scheme: dark)').matches").await.expect("it tells");
        assert_eq!(dark, "true");
    });
}

#[test]
fn a_session_begins_with_it() {
    run(async |browser| {
        let phone = Device::named("phone").expect("there is one").emulation(browser.version());
        let options = SessionOptions::default().with_emulation(phone);
        let page = Page::open_with(browser, "reach.html", options).await;
        is(
            &page,
            &[
                "screen.width === 390",
                "'ontouchstart' in window",
                "navigator.userAgentData === undefined || navigator.userAgentData.mobile",
            ],
        )
        .await;
        page.session.close().await.expect("it closes");
    });
}

#[test]
fn what_nobody_can_believe_is_refused() {
    on("reach.html", async |page| {
        for emulation in [
            Emulation::default().with_time_zone("Mars/Olympus"),
            Emulation::default().with_locale("no such locale"),
            Emulation::default().with_viewport((100, 0)),
            Emulation::default().with_scale(-1.0),
            Emulation::default().with_place(Geolocation::at(91.0, 0.0, 1.0)),
            Emulation::default(),
        ] {
            let error = page.act(Action::emulate(emulation.clone())).await.expect_err("nobody can");
            assert_eq!(error.kind(), ErrorKind::InvalidInput, "{emulation:?}: {error}");
        }
    });
}
