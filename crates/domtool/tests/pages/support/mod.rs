//! What every test stands on: the fixture server, the browsers, and a page with words to act on it.

mod browser;
mod cable;
pub(crate) mod log;
mod page;
mod rows;
mod server;

use domtool::{Action, Browser};

pub(crate) use browser::{
    alone, alone_as, alone_wired, alone_with, lasting, launch_options, run, run_whole, whole_options,
};
pub(crate) use cable::{Cable, Lasting, Witness};
pub(crate) use page::{Page, id_in, quoted};
pub(crate) use rows::{Do, Row, Then};
pub(crate) use server::Server;

/// The action that answers an open dialog with OK, and a text for a prompt, or with Cancel.
pub(crate) fn answer_dialog(accept: bool, text: Option<&str>) -> Action {
    if accept { Action::accept_dialog(text.map(str::to_owned)) } else { Action::dismiss_dialog() }
}

/// Opens a fixture page in a session of its own and runs a test on it.
pub(crate) fn on(fixture: &str, test: impl AsyncFnOnce(&mut Page)) {
    run(async |browser| on_page(browser, fixture, test).await);
}

/// The same on a whole browser, for what one does around the page.
pub(crate) fn on_whole(fixture: &str, test: impl AsyncFnOnce(&mut Page)) {
    run_whole(async |browser| on_page(browser, fixture, test).await);
}

async fn on_page(browser: &Browser, fixture: &str, test: impl AsyncFnOnce(&mut Page)) {
    let mut page = Page::open(browser, fixture).await;
    test(&mut page).await;
    page.session.close().await.expect("the session closes");
}

/// Opens the fixture of each item, one after the other in one session, and runs a test on each.
/// A session of its own for each costs three times as much.
pub(crate) fn on_each<T>(
    items: impl IntoIterator<Item = T>,
    fixture: impl Fn(&T) -> String,
    test: impl AsyncFnMut(&mut Page, T),
) {
    run(async |browser| each_in(browser, items, fixture, test).await);
}

/// The same in any browser.
pub(crate) async fn each_in<T>(
    browser: &Browser,
    items: impl IntoIterator<Item = T>,
    fixture: impl Fn(&T) -> String,
    mut test: impl AsyncFnMut(&mut Page, T),
) {
    let mut open: Option<Page> = None;
    for item in items {
        let fixture = fixture(&item);
        let mut page = match open.take() {
            Some(mut page) => match page.turn_to(&fixture).await {
                true => page,
                false => {
                    page.session.close().await.expect("the session closes");
                    Page::open(browser, &fixture).await
                }
            },
            None => Page::open(browser, &fixture).await,
        };
        test(&mut page, item).await;
        open = Some(page);
    }
    if let Some(page) = open {
        page.session.close().await.expect("the session closes");
    }
}
