//! The relay's state machine: what comes from clients and from the extension goes in, what is to be sent comes out. No sockets, no clock.
//!
//! To a client the relay is a browser whose only targets are the tabs that the person ticked. What clients ask the browser itself is
//! answered here, or refused; what they ask a page goes through the extension, which has one hold on a tab, so a tab has one client.

#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, HashMap};

use serde::Serialize;
use serde_json::value::RawValue;

use super::{
    allowed,
    messages::{
        BAD_PARAMS, Command, CreatedTab, FromExtension, Message, NO_METHOD, NO_SESSION, Params, Refusal,
        SERVER_ERROR, TargetInfo, TickedTab, ToExtension,
    },
};

/// Something to be sent.
#[derive(Debug, PartialEq)]
pub(super) enum Post {
    /// To a client, by its number.
    Client(u64, String),
    /// The client's connection is to end: its browser is gone.
    CloseClient(u64),
    /// To the extension.
    Extension(String),
}

/// All that is known.
#[derive(Debug, Default)]
pub(super) struct Hub {
    browser: Option<Browser>,
    /// The clients, each with whether it wants to hear of targets.
    clients: BTreeMap<u64, bool>,
    tabs: BTreeMap<u64, Tab>,
    /// The tab of each session that the browser made for a frame or worker.
    inner_sessions: HashMap<String, u64>,
    /// What the extension was asked for.
    waiting: BTreeMap<u64, Waiting>,
    last: u64,
    out: Vec<Post>,
}

/// The browser that the extension is in.
#[derive(Debug)]
struct Browser {
    product: String,
    user_agent: String,
}

/// A tab that the person ticked.
#[derive(Debug)]
struct Tab {
    ticked: TickedTab,
    driver: Option<Driver>,
}

/// Who drives a tab.
#[derive(Clone, Debug)]
struct Driver {
    client: u64,
    /// Its session with the page.
    session: String,
}

/// Something that the extension was asked for.
#[derive(Debug)]
struct Waiting {
    client: u64,
    /// The client's own number for it, and its session.
    id: u64,
    session: Option<String>,
    what: Asked,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Asked {
    Attach(u64),
    Detach(u64),
    Create,
    Close,
    Send(u64),
}

impl Hub {
    /// What is to be sent by now.
    pub(super) fn take(&mut self) -> Vec<Post> {
        std::mem::take(&mut self.out)
    }

    pub(super) fn client_came(&mut self, client: u64) {
        self.clients.insert(client, false);
    }

    /// A client left: its tabs are let go.
    pub(super) fn client_gone(&mut self, client: u64) {
        self.clients.remove(&client);
        // A tab that is being attached to is let go when that is done.
        self.waiting.retain(|_, asked| asked.client != client || matches!(asked.what, Asked::Attach(_)));
        let attaching: Vec<u64> = self.waiting.values().filter_map(|asked| asked.attaching()).collect();
        let driven = |(tab, known): (&u64, &Tab)| {
            let own = known.driver.as_ref().is_some_and(|driver| driver.client == client);
            (own && !attaching.contains(tab)).then_some(*tab)
        };
        for tab in self.tabs.iter().filter_map(driven).collect::<Vec<_>>() {
            self.let_go(tab);
        }
    }

    fn let_go(&mut self, tab: u64) {
        self.forget_driver(tab);
        let id = self.next();
        self.ask(&ToExtension::Detach { id, tab });
    }

    /// The extension's connection ended: the browser is gone for every client.
    pub(super) fn extension_gone(&mut self) {
        *self = Self {
            last: self.last,
            out: self.clients.keys().map(|client| Post::CloseClient(*client)).collect(),
            ..Self::default()
        };
    }

    /// Takes in a message of the extension.
    ///
    /// # Errors
    /// When it is none.
    pub(super) fn extension_said(&mut self, text: &str) -> serde_json::Result<()> {
        match serde_json::from_str(text)? {
            FromExtension::Hello { product, user_agent } => {
                self.browser = Some(Browser { product, user_agent });
            }
            FromExtension::Tabs(tabs) => self.ticked(tabs),
            FromExtension::Event { tab, session, method, params } => {
                self.event(tab, session.as_deref(), &method, params);
            }
            FromExtension::Answer { id, result, error } => self.answered(id, result, error),
            FromExtension::Detached { tab, reason } => self.detached(tab, &reason),
            FromExtension::Alive {} => {}
        }
        Ok(())
    }

    /// Takes in a command of a client.
    ///
    /// # Errors
    /// When it is none.
    pub(super) fn client_said(&mut self, client: u64, text: &str) -> serde_json::Result<()> {
        let command: Command<'_> = serde_json::from_str(text)?;
        match &command.session_id {
            None => self.asks_browser(client, &command),
            Some(session) => match self.tab_of(client, session) {
                Some(_) if !allowed::of_page(&command.method, command.params) => {
                    let message = format!(
                        "'{}' is refused by the relay: it reaches beyond the tab that the person ticked",
                        command.method
                    );
                    self.refuse(client, &command, Refusal::new(NO_METHOD, message));
                }
                Some((tab, inner)) => {
                    let id = self.wait(client, &command, Asked::Send(tab));
                    let session = inner.then_some(session.as_str());
                    let (method, params) = (command.method.as_ref(), command.params);
                    self.ask(&ToExtension::Send { id, tab, session, method, params });
                }
                None => self.refuse(
                    client,
                    &command,
                    Refusal::new(NO_SESSION, "Session with given id not found."),
                ),
            },
        }
        Ok(())
    }

    /// The tab that a client's session is in, and whether it is of something within the page.
    fn tab_of(&self, client: u64, session: &str) -> Option<(u64, bool)> {
        let owns = |tab: &Tab| tab.driver.as_ref().is_some_and(|driver| driver.client == client);
        let is_page = |tab: &Tab| tab.driver.as_ref().is_some_and(|driver| driver.session == session);
        if let Some(tab) = self.inner_sessions.get(session) {
            return self.tabs.get(tab).filter(|tab| owns(tab)).map(|_| (*tab, true));
        }
        self.tabs.iter().find(|(_, tab)| owns(tab) && is_page(tab)).map(|(tab, _)| (*tab, false))
    }

    /// A command to the browser itself.
    fn asks_browser(&mut self, client: u64, command: &Command<'_>) {
        let Some(Browser { product, user_agent }) = &self.browser else {
            let message = "no browser is paired with the relay: its person has to click domtool's button there and paste the pairing code";
            return self.refuse(client, command, Refusal::new(SERVER_ERROR, message));
        };
        let params = command.params.map_or(Ok(Params::default()), |raw| serde_json::from_str(raw.get()));
        let Ok(params) = params else {
            return self.refuse(client, command, Refusal::new(BAD_PARAMS, "Invalid parameters"));
        };
        match command.method.as_ref() {
            "Browser.getVersion" => {
                let version = Version {
                    protocol_version: "1.3",
                    product: product.clone(),
                    revision: "",
                    user_agent: user_agent.clone(),
                    js_version: "",
                };
                self.reply(client, command, &version);
            }
            "Target.setDiscoverTargets" => {
                self.clients.insert(client, true);
                for tab in self.tabs.values() {
                    let created = event("Target.targetCreated", OfTarget { target_info: tab.info() }, None);
                    self.out.push(Post::Client(client, created));
                }
                self.reply(client, command, &Empty {});
            }
            "Target.getTargets" => {
                let infos: Vec<_> = self.tabs.values().map(Tab::info).collect();
                let answer = answer(command, &Targets { target_infos: infos });
                self.out.push(Post::Client(client, answer));
            }
            "Target.attachToTarget" => self.attach(client, command, &params),
            "Target.detachFromTarget" => match self.tab_of(client, &params.session_id) {
                Some((tab, false)) => {
                    let id = self.wait(client, command, Asked::Detach(tab));
                    self.ask(&ToExtension::Detach { id, tab });
                }
                _ => self.refuse(client, command, Refusal::new(NO_SESSION, "No session with given id")),
            },
            "Target.createTarget" if params.browser_context_id.is_some() => {
                let message = "the relay has the person's own context alone: chrome.debugger makes no others";
                self.refuse(client, command, Refusal::new(SERVER_ERROR, message));
            }
            "Target.createTarget" if !allowed::address(&params.url) => {
                let message = "the relay opens pages of http and https alone";
                self.refuse(client, command, Refusal::new(SERVER_ERROR, message));
            }
            "Target.createTarget" => {
                let id = self.wait(client, command, Asked::Create);
                self.ask(&ToExtension::Create { id, url: &params.url, active: !params.background });
            }
            "Target.closeTarget" => match self.by_target(&params.target_id) {
                Some(tab) => {
                    let id = self.wait(client, command, Asked::Close);
                    self.ask(&ToExtension::Close { id, tab });
                }
                None => self.refuse(client, command, Refusal::new(BAD_PARAMS, NO_TARGET)),
            },
            method => {
                let message = format!(
                    "'{method}' wasn't found: the relay carries single tabs, and chrome.debugger has nothing of the browser itself"
                );
                self.refuse(client, command, Refusal::new(NO_METHOD, message));
            }
        }
    }

    fn attach(&mut self, client: u64, command: &Command<'_>, params: &Params) {
        let session_number = self.next();
        let tab = self.by_target(&params.target_id).and_then(|tab| self.tabs.get_mut(&tab));
        let refusal = match tab {
            None => Refusal::new(BAD_PARAMS, NO_TARGET),
            Some(_) if !params.flatten => {
                Refusal::new(BAD_PARAMS, "the relay has flat sessions alone: flatten must be true")
            }
            Some(Tab { driver: Some(_), .. }) => {
                Refusal::new(SERVER_ERROR, "another client of the relay has that tab")
            }
            Some(known) => {
                let tab = known.ticked.tab;
                known.driver = Some(Driver { client, session: format!("tab-{tab}-{session_number}") });
                let id = self.wait(client, command, Asked::Attach(tab));
                return self.ask(&ToExtension::Attach { id, tab });
            }
        };
        self.refuse(client, command, refusal);
    }

    fn by_target(&self, target: &str) -> Option<u64> {
        self.tabs.values().find(|tab| tab.ticked.target == target).map(|tab| tab.ticked.tab)
    }

    /// The person ticked these tabs, and no others.
    fn ticked(&mut self, now: Vec<TickedTab>) {
        let gone: Vec<u64> =
            self.tabs.keys().filter(|tab| !now.iter().any(|ticked| ticked.tab == **tab)).copied().collect();
        for tab in gone {
            self.detached(tab, "target_closed");
            if let Some(tab) = self.tabs.remove(&tab) {
                self.tell_all("Target.targetDestroyed", &TargetId { target_id: &tab.ticked.target });
            }
        }
        for ticked in now {
            let (method, known) = match self.tabs.get_mut(&ticked.tab) {
                Some(known) if known.ticked == ticked => continue,
                Some(known) => {
                    known.ticked = ticked;
                    ("Target.targetInfoChanged", &*known)
                }
                None => {
                    let number = ticked.tab;
                    let known = self.tabs.entry(number).or_insert(Tab { ticked, driver: None });
                    ("Target.targetCreated", &*known)
                }
            };
            let told = event(method, OfTarget { target_info: known.info() }, None);
            let who = self.clients.iter().filter(|(_, discovers)| **discovers);
            self.out.extend(who.map(|(client, _)| Post::Client(*client, told.clone())));
        }
    }

    fn tell_all(&mut self, method: &str, params: &impl Serialize) {
        let told = event(method, params, None);
        let who = self.clients.iter().filter(|(_, discovers)| **discovers);
        self.out.extend(who.map(|(client, _)| Post::Client(*client, told.clone())));
    }

    fn event(&mut self, tab: u64, inner: Option<&str>, method: &str, params: &RawValue) {
        let Some(Driver { client, session }) = self.driver(tab).cloned() else { return };
        if let "Target.attachedToTarget" | "Target.detachedFromTarget" = method
            && let Ok(Params { session_id, .. }) = serde_json::from_str(params.get())
        {
            match method {
                "Target.attachedToTarget" => self.inner_sessions.insert(session_id, tab),
                _ => self.inner_sessions.remove(&session_id),
            };
        }
        let told = event(method, params, Some(inner.unwrap_or(&session)));
        self.out.push(Post::Client(client, told));
    }

    fn driver(&self, tab: u64) -> Option<&Driver> {
        self.tabs.get(&tab)?.driver.as_ref()
    }

    fn answered(&mut self, id: u64, result: Option<&RawValue>, error: Option<String>) {
        let Some(waiting) = self.waiting.remove(&id) else { return };
        if let Some(error) = error {
            return self.failed(id, waiting, &error);
        }
        let target = |hub: &Self, tab: u64| hub.tabs.get(&tab).map(|tab| tab.ticked.target.clone());
        match waiting.what {
            Asked::Attach(tab) if !self.clients.contains_key(&waiting.client) => self.let_go(tab),
            Asked::Attach(tab) => self.attached(tab, &waiting),
            Asked::Detach(tab) => {
                self.forget_driver(tab);
                self.answer_late(&waiting, &Empty {});
            }
            Asked::Create => {
                let created = result.and_then(|raw| serde_json::from_str::<CreatedTab>(raw.get()).ok());
                match created.and_then(|created| target(self, created.tab)) {
                    Some(target_id) => self.answer_late(&waiting, &TargetId { target_id: &target_id }),
                    None => self.refuse_late(
                        &waiting,
                        Refusal::new(SERVER_ERROR, "the tab closed as soon as it was opened"),
                    ),
                }
            }
            Asked::Close => self.answer_late(&waiting, &Success { success: true }),
            Asked::Send(_) => match result {
                Some(result) => self.answer_late(&waiting, result),
                None => self.answer_late(&waiting, &Empty {}),
            },
        }
    }

    fn attached(&mut self, tab: u64, waiting: &Waiting) {
        let Some(known) = self.tabs.get(&tab) else {
            return self.refuse_late(waiting, Refusal::new(SERVER_ERROR, NO_TARGET));
        };
        let Some(driver) = &known.driver else {
            return self.refuse_late(waiting, Refusal::new(SERVER_ERROR, TAKEN_BACK));
        };
        let attached = Attached {
            session_id: &driver.session,
            target_info: TargetInfo { attached: true, ..known.info() },
            waiting_for_debugger: false,
        };
        let told = event("Target.attachedToTarget", &attached, None);
        let answer = late(waiting, &SessionId { session_id: &driver.session });
        self.out.extend([Post::Client(waiting.client, told), Post::Client(waiting.client, answer)]);
    }

    fn failed(&mut self, id: u64, waiting: Waiting, error: &str) {
        match waiting.what {
            // Why it is detached comes in a moment, and is to be known first.
            Asked::Send(tab) if is_detached(error) && self.driver(tab).is_some() => {
                self.waiting.insert(id, waiting);
                return;
            }
            Asked::Attach(tab) => self.forget_driver(tab),
            _ => {}
        }
        self.refuse_late(&waiting, Refusal::of_browser(error));
    }

    /// The browser, or the person, took a tab away from its client.
    fn detached(&mut self, tab: u64, reason: &str) {
        let Some(Driver { client, session }) = self.driver(tab).cloned() else { return };
        self.out.push(Post::Client(client, event("Inspector.detached", Reason { reason }, Some(&session))));
        self.forget_driver(tab);
        let told = event("Target.detachedFromTarget", SessionId { session_id: &session }, None);
        self.out.push(Post::Client(client, told));
    }

    /// Nobody drives a tab any more. What was asked of its page is not answered any more.
    fn forget_driver(&mut self, tab: u64) {
        self.inner_sessions.retain(|_, of| *of != tab);
        if let Some(tab) = self.tabs.get_mut(&tab) {
            tab.driver = None;
        }
        let of_page: Vec<u64> =
            self.waiting.iter().filter(|(_, w)| w.what == Asked::Send(tab)).map(|(id, _)| *id).collect();
        for id in of_page {
            if let Some(waiting) = self.waiting.remove(&id) {
                self.refuse_late(&waiting, Refusal::new(SERVER_ERROR, TAKEN_BACK));
            }
        }
    }

    fn next(&mut self) -> u64 {
        self.last += 1;
        self.last
    }

    fn wait(&mut self, client: u64, command: &Command<'_>, what: Asked) -> u64 {
        let number = self.next();
        let (id, session) = (command.id, command.session_id.clone());
        self.waiting.insert(number, Waiting { client, id, session, what });
        number
    }

    fn ask(&mut self, asked: &ToExtension<'_>) {
        self.out.push(Post::Extension(written(asked)));
    }

    fn reply(&mut self, client: u64, command: &Command<'_>, result: &impl Serialize) {
        self.out.push(Post::Client(client, answer(command, result)));
    }

    fn refuse(&mut self, client: u64, command: &Command<'_>, refusal: Refusal<'_>) {
        let text = refused(command.id, command.session_id.as_deref(), refusal);
        self.out.push(Post::Client(client, text));
    }

    fn answer_late(&mut self, waiting: &Waiting, result: &(impl Serialize + ?Sized)) {
        self.out.push(Post::Client(waiting.client, late(waiting, result)));
    }

    fn refuse_late(&mut self, waiting: &Waiting, refusal: Refusal<'_>) {
        let text = refused(waiting.id, waiting.session.as_deref(), refusal);
        self.out.push(Post::Client(waiting.client, text));
    }
}

const NO_TARGET: &str = "No target with given id found: the person has not ticked it, or it is closed";
const TAKEN_BACK: &str = "the tab was taken back";

/// Whether chrome.debugger refused a command because its hold on the tab ended.
fn is_detached(error: &str) -> bool {
    error.contains("Detached while handling command") || error.contains("Debugger is not attached to the tab")
}

impl Waiting {
    fn attaching(&self) -> Option<u64> {
        match self.what {
            Asked::Attach(tab) => Some(tab),
            _ => None,
        }
    }
}

impl Tab {
    fn info(&self) -> TargetInfo<'_> {
        let TickedTab { target, title, url, opener, .. } = &self.ticked;
        TargetInfo {
            target_id: target,
            r#type: "page",
            title,
            url,
            attached: self.driver.is_some(),
            can_access_opener: false,
            opener_id: opener.as_deref(),
        }
    }
}

/// The form of the protocol's answers and events that the relay makes itself.
macro_rules! parameters {
    ($($name:ident $(<$life:lifetime>)? { $($field:ident: $kind:ty),* })*) => {
        $(
            #[derive(Serialize)]
            #[serde(rename_all = "camelCase")]
            struct $name $(<$life>)? { $($field: $kind),* }
        )*
    };
}

parameters! {
    Empty {}
    Version { protocol_version: &'static str, product: String, revision: &'static str, user_agent: String, js_version: &'static str }
    OfTarget<'a> { target_info: TargetInfo<'a> }
    Targets<'a> { target_infos: Vec<TargetInfo<'a>> }
    TargetId<'a> { target_id: &'a str }
    SessionId<'a> { session_id: &'a str }
    Attached<'a> { session_id: &'a str, target_info: TargetInfo<'a>, waiting_for_debugger: bool }
    Success { success: bool }
    Reason<'a> { reason: &'a str }
}

const NOTHING: Message<'static, ()> =
    Message { id: None, method: None, params: None, result: None, error: None, session_id: None };

fn event(method: &str, params: impl Serialize, session: Option<&str>) -> String {
    let message = Message {
        id: None,
        method: Some(method),
        params: Some(params),
        result: None,
        error: None,
        session_id: session,
    };
    written(&message)
}

fn answer(command: &Command<'_>, result: &impl Serialize) -> String {
    result_of(command.id, command.session_id.as_deref(), result)
}

fn late(waiting: &Waiting, result: &(impl Serialize + ?Sized)) -> String {
    result_of(waiting.id, waiting.session.as_deref(), result)
}

fn result_of(id: u64, session: Option<&str>, result: &(impl Serialize + ?Sized)) -> String {
    let message = Message {
        id: Some(id),
        method: None,
        params: None,
        result: Some(result),
        error: None,
        session_id: session,
    };
    written(&message)
}

fn refused(id: u64, session: Option<&str>, refusal: Refusal<'_>) -> String {
    written(&Message { id: Some(id), error: Some(refusal), session_id: session, ..NOTHING })
}

/// These messages have no form that cannot be written.
fn written(message: &impl Serialize) -> String {
    serde_json::to_string(message).unwrap_or_else(|error| {
        tracing::error!(%error, "a message of the relay cannot be written");
        String::new()
    })
}
