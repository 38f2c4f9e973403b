//! The router: takes every event of the connection, in order, and hands it to the tab that it is about.

use std::sync::{Arc, Mutex, Weak};

use domtool_cdp::{
    Connection, Message, RawEvent,
    protocol::{browser as protocol, target},
};

use tokio::sync::watch;

use super::downloads;
use crate::{
    error::Result,
    session::{Routes, attached_to, lock, opened},
    tab,
};

/// Takes every event of the connection, in order, until it closes.
pub(super) async fn route(
    connection: Connection,
    mut events: domtool_cdp::Events,
    routes: Weak<Mutex<Routes>>,
    routed: watch::Sender<u64>,
) {
    while let Some(message) = events.next().await {
        let count = if let Message::Lost(count) = &message { *count } else { 1 };
        let Some(routes) = routes.upgrade() else { return };
        match message {
            Message::Event(event) => {
                if let Err(error) = hand_over(&connection, &routes, &event) {
                    tracing::warn!(method = event.method(), %error, "an event that is not as the protocol has it");
                }
            }
            Message::Lost(count) => {
                tracing::warn!(count, "events were lost");
                for tab in &lock(&routes).tabs {
                    tab.update(|state| {
                        state
                            .journal
                            .push(tab::Entry::News(format!("{count} events of the browser were lost")))
                    });
                }
            }
        }
        routed.send_modify(|routed| *routed += count);
    }
    if let Some(routes) = routes.upgrade() {
        for tab in &lock(&routes).tabs {
            tab.update(tab::State::lose);
        }
    }
}

fn hand_over(connection: &Connection, routes: &Mutex<Routes>, event: &RawEvent) -> Result<()> {
    match event.method() {
        "Target.attachedToTarget" => {
            if let Some(attached) = event.decode::<target::AttachedToTarget>()? {
                attached_to(connection, routes, event.session_id(), attached);
            }
        }
        "Target.targetCreated" => {
            if let Some(created) = event.decode::<target::TargetCreated>()? {
                opened(connection, routes, &created.target_info);
            }
        }
        "Target.targetInfoChanged" => {
            if let Some(e) = event.decode::<target::TargetInfoChanged>()?
                && let Some(tab) =
                    lock(routes).tabs.iter().find(|tab| tab.target() == e.target_info.target_id)
            {
                tab.update(|state| state.title = e.target_info.title);
            }
        }
        "Target.targetDestroyed" => {
            if let Some(e) = event.decode::<target::TargetDestroyed>()? {
                let mut routes = lock(routes);
                routes.default_context.held.retain(|held| held.info.target_id != e.target_id);
                routes.numbers.remove(&e.target_id);
                routes.default_context.expected.retain(|(target, _)| target != &e.target_id);
                if let Some(at) = routes.tabs.iter().position(|tab| tab.target() == e.target_id) {
                    let tab = routes.tabs.remove(at);
                    let session = routes.session_of(&tab);
                    routes.channels.retain(|_, other| !Arc::ptr_eq(other, &tab));
                    drop(routes);
                    tab.update(tab::State::close);
                    if let Some(session) = session {
                        session.tab_closed(&tab);
                    }
                }
            }
        }
        "Target.targetCrashed" => {
            if let Some(e) = event.decode::<target::TargetCrashed>()?
                && let Some(tab) = lock(routes).tabs.iter().find(|tab| tab.target() == e.target_id)
            {
                tab.update(|state| {
                    if let Some(session) = state.main().map(|main| main.session.clone()) {
                        state.crash(&session);
                    }
                });
            }
        }
        "Browser.downloadWillBegin" => {
            if let Some(mut e) = event.decode::<protocol::DownloadWillBegin>()? {
                let tabs = lock(routes).tabs.clone();
                if let Some(tab) = downloads::teller(&tabs, &e.frame_id) {
                    // The file gets the name that is told, so it may hold no secret either.
                    let secrets = Arc::clone(&tab.owner.shared.secrets().known);
                    let origins = tab.state().known_origins();
                    e.suggested_filename = secrets.scrub(&origins, &e.suggested_filename).into_owned();
                    tab.update(|state| state.download_began(&e));
                }
            }
        }
        "Browser.downloadProgress" => {
            if let Some(e) = event.decode::<protocol::DownloadProgress>()? {
                let tabs = lock(routes).tabs.clone();
                if let Some(tab) = tabs.iter().find(|tab| tab.state().downloads.get(&e.guid).is_some()) {
                    let folder = tab.owner.shared.downloads.as_ref();
                    tab.update(|state| state.download_moved(&e, folder));
                }
            }
        }
        method => {
            let Some(session) = event.session_id() else {
                if let Some(e) = event.decode::<target::DetachedFromTarget>()? {
                    lock(routes).workers.remove(&e.session_id);
                }
                return Ok(());
            };
            let (tab, worker) = {
                let routes = lock(routes);
                (routes.channels.get(session).cloned(), routes.workers.get(session).and_then(Weak::upgrade))
            };
            if let Some(tab) = tab {
                tab.apply(session, event);
            } else if let Some(worker) = worker {
                // A shared worker may serve any tab of its session: what it asks for while one acts counts as that one's.
                if method.starts_with("Network.") {
                    let tabs = lock(routes).tabs.clone();
                    let owned = tabs.iter().filter(|tab| Arc::ptr_eq(&tab.owner.shared, &worker.shared));
                    for tab in owned.filter(|tab| tab.hears_of(event)) {
                        tab.apply(session, event);
                    }
                    return Ok(());
                }
                tab::answer_request(
                    &worker.shared,
                    &connection.channel(session.clone()),
                    session,
                    event,
                    false,
                )?;
            }
            if method == "Target.detachedFromTarget"
                && let Some(e) = event.decode::<target::DetachedFromTarget>()?
            {
                let mut routes = lock(routes);
                routes.channels.remove(&e.session_id);
                routes.workers.remove(&e.session_id);
            }
        }
    }
    Ok(())
}
