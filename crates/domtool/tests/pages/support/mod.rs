//! What every test stands on: the fixture server, the shared browser, and a page with words to act on it.

mod browser;
mod cable;
pub(crate) mod log;
mod page;
mod rows;
mod server;

pub(crate) use browser::{alone, alone_as, alone_wired, alone_with, lasting, launch_options, run};
pub(crate) use cable::{Cable, Lasting, Witness};
pub(crate) use page::{Page, id_in};
pub(crate) use rows::{Do, Row, Then};
pub(crate) use server::Server;

/// Opens a fixture page in a session of its own, in the shared browser, and runs a test on it.
pub(crate) fn on(fixture: &str, test: impl AsyncFnOnce(&mut Page)) {
    run(async |browser| {
        let mut page = Page::open(browser, fixture).await;
        test(&mut page).await;
        page.session.close().await.expect("the session closes");
    });
}
