//! The requests of a tab: what each is for, its outcome, and whether an action caused it or the page sent it by itself.

use std::{
    collections::{HashMap, HashSet, VecDeque},
    hash::{Hash, Hasher},
    time::Duration,
};

use domtool_cdp::protocol::{FrameId, LoaderId, RequestId, network};
use domtool_page::{
    background_requests::{self, BackgroundRequests, RequestPhase},
    ready::{Resource, resource_words},
    snapshot::shorten_url,
};
use rustc_hash::FxHasher;

use super::{Entry, Journal};
use crate::{
    limits::{REQUESTS, REQUESTS_OF_ALL},
    report::RequestInfo,
};

/// A request this soon after an action may be its late effect.
const TAIL: Duration = Duration::from_secs(1);
/// Chromium's error for a request that the page cancelled, that a navigation ended, or whose answer the page did not read (a `204`, an
/// error without a body).
const ABORTED: &str = "net::ERR_ABORTED";
/// The type of requests that the browser sends on its own behalf.
const OF_THE_BROWSER: &str = "Preflight";
/// Who sends them, where they have another type.
const ASKS_FIRST: &str = "preflight";

/// What stands for the method of a message over a WebSocket.
const SENT: &str = "message";
/// The opcode of a message of text (RFC 6455, 5.2).
const TEXT: f64 = 1.0;
/// Messages of bytes are told apart by so many characters of base64, beside their length.
const MESSAGE_BEGINS: usize = 8;
/// Messages of text are told apart by so many words.
const MESSAGE_WORDS: usize = 40;

/// The server's answer was that it wants a login.
const SERVER_ASKS: &str = "asks for a login by HTTP, and was given no name and password that it takes";
/// The proxy's was.
const PROXY_ASKS: &str = "the proxy asks for a login, and was given no name and password that it takes";

#[derive(Debug)]
struct Request {
    /// The hops that were answered with a redirect.
    redirected: Vec<RequestInfo>,
    /// The hop that runs, or was the last.
    info: RequestInfo,
    ended: bool,
    /// Bytes of the body that are yet to come, where the answer said how many it has.
    to_come: Option<u64>,
    /// Who wants a login by HTTP that was not given, or not rightly.
    asks: Option<&'static str>,
    /// The document that it is for; empty where the browser names none.
    loader: LoaderId,
    /// The frame whose next document it is, where it is one.
    frame: Option<FrameId>,
    /// The page sends it by itself, again and again.
    background: bool,
    /// How many began before it.
    number: u64,
}

/// What is sent over a WebSocket again and again; a draft that is saved now and then is none of it.
#[derive(Debug)]
struct Messages(BackgroundRequests);

impl Default for Messages {
    fn default() -> Self {
        Self(BackgroundRequests::that_come_more_than(2))
    }
}

#[derive(Debug, Default)]
pub(crate) struct Requests {
    known: HashMap<RequestId, Request>,
    order: VecDeque<RequestId>,
    background_requests: BackgroundRequests,
    /// The same of messages over WebSockets.
    background_messages: Messages,
    /// WebSockets over which an action sent something that was not answered yet.
    asked: HashSet<RequestId>,
    /// How many began so far.
    began: u64,
    /// The number of the first request of the page that is shown: that of its document, where the page came over the network.
    first_of_page: u64,
    /// The number of the first request of the action that runs.
    first_of_action: Option<u64>,
    /// Requests of the action that runs were forgotten.
    gap: bool,
    /// With more than so many, the oldest are forgotten.
    full: usize,
}

impl Requests {
    /// The hop of a request that runs, or was its last.
    pub(crate) fn info(&self, id: &RequestId) -> Option<&RequestInfo> {
        self.known.get(id).map(|request| &request.info)
    }

    /// The whole story of a request: each redirect ends a hop and begins another.
    pub(crate) fn hops(&self, id: &RequestId) -> impl Iterator<Item = &RequestInfo> {
        self.known.get(id).into_iter().flat_map(Request::hops)
    }

    pub(super) fn action_began(&mut self) {
        (self.first_of_action, self.gap) = (Some(self.began), false);
    }

    pub(super) fn action_ended(&mut self) {
        self.first_of_action = None;
    }

    /// Whether requests of the action that runs were forgotten.
    pub(super) fn has_gap(&self) -> bool {
        self.gap
    }

    /// Whether a request's answer may become content of the page: no picture, no beacon, no stream without end.
    pub(crate) fn may_be_content(&self, id: &RequestId) -> bool {
        let kind = self.info(id).map_or("", |info| info.kind.as_str());
        matches!(kind, "document" | "stylesheet" | "script" | "xhr" | "fetch" | "websocket")
    }

    /// Whether a request sent something to where one of these streams comes from: what came of it may come that way.
    pub(crate) fn may_be_announced<'a>(
        &self,
        id: &RequestId,
        streams: impl IntoIterator<Item = &'a RequestId>,
    ) -> bool {
        let sends = |info: &RequestInfo| !info.is_read() || info.follows_write;
        let Some(sent) = self.known.get(id).filter(|sent| !sent.background && sends(&sent.info)) else {
            return false;
        };
        let host = host(&sent.info.url);
        streams.into_iter().any(|id| self.info(id).is_some_and(|stream| host == self::host(&stream.url)))
    }

    /// What a request is for, and what it asks for in words, where a page is drawn from the answer.
    pub(crate) fn resource(&self, id: &RequestId) -> Option<(Resource, String)> {
        let info = self.info(id)?;
        let resource = match info.kind.as_str() {
            "document" => Resource::Frame,
            "script" => Resource::Script,
            "stylesheet" => Resource::StyleSheet,
            "xhr" | "fetch" => Resource::Data,
            "font" => Resource::Font,
            "image" => Resource::Image,
            "media" => Resource::Media,
            _ => return None,
        };
        Some((resource, format!("{} {}", info.method, info.url)))
    }

    /// Resources in words, see [`resource_words`].
    pub(crate) fn words(&self, ids: &[RequestId]) -> Vec<String> {
        let resources: Vec<_> = ids.iter().filter_map(|id| self.resource(id)).collect();
        resource_words(resources.iter().map(|(resource, what)| (*resource, what.as_str())))
    }

    /// What documents have asked for and was not answered, with the document. What a page sends by itself again and again is nothing that
    /// it waits for.
    pub(crate) fn unanswered(&self) -> Vec<(&LoaderId, Resource, String)> {
        let open = self.order.iter().filter(|id| !self.is_over(id)).filter_map(|id| {
            let request = self.known.get(id).filter(|request| !request.background)?;
            // A document is named by its loader: it is not one of the things that it asks for.
            let (resource, what) = self.resource(id).filter(|_| id.as_str() != request.loader.as_str())?;
            Some((&request.loader, resource, what))
        });
        open.collect()
    }

    /// The next document of a frame, as `POST /pay`, where the server has not begun to answer.
    pub(crate) fn awaited_document(&self, of: &FrameId) -> Option<String> {
        let mut newest = self.order.iter().rev().filter_map(|id| self.known.get(id));
        let request = newest.find(|request| request.frame.as_ref() == Some(of))?;
        let awaited = !request.ended && request.info.status.is_none();
        awaited.then(|| format!("{} {}", request.info.method, request.info.url))
    }

    /// Whether its answer was that a login by HTTP is wanted.
    pub(crate) fn asks_for_login(&self, id: &RequestId) -> bool {
        self.known.get(id).is_some_and(|request| request.asks.is_some())
    }

    /// Whether the page has a question open since before the action, whose answer may come at any time: a long poll.
    pub(crate) fn awaits_news(&self) -> bool {
        let is_before = |request: &Request| self.first_of_action.is_some_and(|first| request.number < first);
        let asks =
            |info: &RequestInfo| matches!(info.kind.as_str(), "fetch" | "xhr") && info.status.is_none();
        self.known.values().any(|request| !request.ended && asks(&request.info) && is_before(request))
    }

    /// Whether all of it has come, or it failed.
    pub(crate) fn is_complete(&self, id: &RequestId) -> bool {
        self.known.get(id).is_some_and(|request| request.ended)
    }

    /// Whether it failed.
    pub(super) fn has_failed(&self, id: &RequestId) -> bool {
        self.info(id).is_some_and(|info| info.failure.is_some())
    }

    /// Whether it runs and its outcome matters.
    pub(super) fn is_awaited(&self, id: &RequestId) -> bool {
        self.may_be_content(id) && !self.is_over(id)
    }

    /// Whether its outcome is known. The end of an answer that the page does not read is never told.
    pub(super) fn is_over(&self, id: &RequestId) -> bool {
        self.known.get(id).is_none_or(|request| request.ended || request.info.status.is_some())
    }

    /// Those that run will not be heard of again.
    pub(in crate::tab) fn forget_running(&mut self) {
        self.known.retain(|_, request| request.ended || request.info.status.is_some());
        let Self { known, order, asked, .. } = self;
        order.retain(|id| known.contains_key(id));
        asked.clear();
    }

    /// Those of the page that is shown, or of every page that the tab showed, oldest first. The oldest of many are forgotten.
    pub(crate) fn list(&self, every_page: bool) -> impl Iterator<Item = &RequestInfo> {
        let first = if every_page { 0 } else { self.first_of_page };
        let known = self.order.iter().filter_map(|id| self.known.get(id));
        known.filter(move |request| request.number >= first).flat_map(Request::hops)
    }

    /// Notes that the tab shows another page: the requests from the document's on are the page's. A page that was restored or came
    /// from nowhere has made none.
    pub(in crate::tab) fn page_came(&mut self, loader: &LoaderId) {
        // The protocol names the request of a document like the load of it.
        let document = self.known.get(&RequestId::from(loader.as_str())).map(|request| request.number);
        self.first_of_page = document.filter(|number| *number >= self.first_of_page).unwrap_or(self.began);
    }

    fn keep(&mut self, id: &RequestId, info: RequestInfo, loader: LoaderId, background: bool) {
        let request = Request {
            redirected: Vec::new(),
            info,
            ended: false,
            to_come: None,
            asks: None,
            loader,
            frame: None,
            background,
            number: self.began,
        };
        self.began += 1;
        self.known.insert(id.clone(), request);
        self.order.push_back(id.clone());
        if self.order.len() > self.full.max(REQUESTS) {
            self.forget_old();
        }
    }

    /// Forgets the oldest that ended, but for those of the action that runs; at the far bound whichever are the oldest.
    fn forget_old(&mut self) {
        let Self { known, order, asked, .. } = self;
        let first_of_action = self.first_of_action.unwrap_or(u64::MAX);
        let mut too_many = order.len().saturating_sub(REQUESTS);
        let mut beyond = match order.len() > REQUESTS_OF_ALL {
            true => order.len() - REQUESTS_OF_ALL + REQUESTS / 2,
            false => 0,
        };
        order.retain(|id| {
            let Some(request) = known.get(id) else { return false };
            let matters = request.number >= first_of_action;
            if too_many == 0 || beyond == 0 && (matters || !request.ended && request.info.status.is_none()) {
                return true;
            }
            self.gap |= matters;
            (too_many, beyond) = (too_many - 1, beyond.saturating_sub(1));
            known.remove(id);
            asked.remove(id);
            false
        });
        // Not looked through for each request that comes.
        self.full = (order.len() + REQUESTS / 2).min(REQUESTS_OF_ALL);
    }
}

impl Request {
    fn hops(&self) -> impl Iterator<Item = &RequestInfo> {
        self.redirected.iter().chain([&self.info])
    }

    /// Takes in that it goes on elsewhere: this hop was answered with a status, and another begins.
    fn redirect(&mut self, status: i32, method: String, url: String) {
        let follows_write = self.info.follows_write || !self.info.is_read();
        let kind = self.info.kind.clone();
        let next = RequestInfo { method, kind, url, follows_write, ..RequestInfo::default() };
        let last = RequestInfo { status: Some(status), ..std::mem::replace(&mut self.info, next) };
        self.redirected.push(last);
        (self.to_come, self.asks) = (None, None);
    }
}

impl Journal {
    pub(crate) fn request_began(&mut self, event: network::RequestWillBeSent) {
        let kind = event.r#type.unwrap_or_default();
        let url = shorten_url(&event.request.url).into_owned();
        if let Some(known) = self.requests.known.get_mut(&event.request_id) {
            match event.redirect_response {
                Some(answer) => known.redirect(answer.status, event.request.method, url),
                None => known.info.url = url,
            }
            self.push(Entry::Redirected { id: event.request_id });
            return;
        }
        if kind == OF_THE_BROWSER || event.initiator.r#type == ASKS_FIRST {
            return;
        }
        let is_document = event.request_id.as_str() == event.loader_id.as_str();
        let frame = event.frame_id.filter(|_| is_document);
        let calls = calls(&event.initiator);
        let kind = kind.to_ascii_lowercase();
        let info = RequestInfo { method: event.request.method, kind, url, ..RequestInfo::default() };
        self.began(event.request_id.clone(), info, event.loader_id, calls);
        if let Some(request) = self.requests.known.get_mut(&event.request_id) {
            request.frame = frame;
        }
    }

    fn began(&mut self, id: RequestId, info: RequestInfo, loader: LoaderId, calls: u64) {
        let address = info.url.split(['?', '#']).next().unwrap_or_default();
        let asked = background_requests::Request { method: &info.method, address, calls };
        let phase = self.phase();
        let background = self.requests.background_requests.note(asked, phase);
        self.requests.keep(&id, info, loader, background);
        self.push(Entry::Request { id, background });
    }

    /// Whether an action runs, or did just now.
    fn phase(&self) -> RequestPhase {
        match self.rested {
            _ if self.acting.is_some() && self.opened => RequestPhase::After,
            _ if self.acting.is_some() => RequestPhase::Acting,
            Some(rested) if self.now() < rested + TAIL => RequestPhase::After,
            _ => RequestPhase::Idle,
        }
    }

    pub(crate) fn response_received(&mut self, event: &network::ResponseReceived) {
        if let Some(request) = self.requests.known.get_mut(&event.request_id) {
            request.info.status = Some(event.response.status);
            let length =
                event.response.headers.as_ref().and_then(|headers| headers.content_length.as_deref());
            request.asks = asks_for_login(&event.response);
            request.to_come = length.and_then(|length| length.trim().parse().ok());
        }
        self.push(Entry::RequestAnswered { id: event.request_id.clone() });
        // A stream of events never ends, and its answer is its beginning.
        if event.r#type == "EventSource" {
            self.request_ended(&event.request_id, None);
        }
    }

    pub(crate) fn data_received(&mut self, event: &network::DataReceived) {
        let Some(request) = self.requests.known.get_mut(&event.request_id) else { return };
        let Some(to_come) = request.to_come else { return };
        let left = to_come.saturating_sub(event.encoded_data_length.try_into().unwrap_or(0));
        request.to_come = Some(left).filter(|left| *left > 0);
        if left == 0 {
            self.push(Entry::BodyReceived { id: event.request_id.clone() });
        }
    }

    pub(crate) fn request_ended(&mut self, id: &RequestId, failure: Option<String>) {
        // Chromium tells of a frame's document that failed a second time, as finished: that is the page that says so in its place.
        let again = |known: &&mut Request| known.ended && known.info.failure.is_some() && failure.is_none();
        if let Some(request) = self.requests.known.get_mut(id).filter(|known| !again(known)) {
            // What was answered was not given up, though nobody reads the answer to its end.
            request.info.aborted = failure.as_deref() == Some(ABORTED) && request.info.status.is_none();
            request.info.failure = failure.filter(|why| why != ABORTED);
            if let Some(asks) = request.asks {
                request.info.failure = Some(asks.to_owned());
            }
            request.ended = true;
        }
        self.push(Entry::RequestEnded { id: id.clone() });
    }

    pub(crate) fn socket_created(&mut self, event: network::WebSocketCreated) {
        let info = RequestInfo {
            method: "GET".to_owned(),
            kind: "websocket".to_owned(),
            url: shorten_url(&event.url).into_owned(),
            ..RequestInfo::default()
        };
        let calls = event.initiator.as_ref().map_or(0, calls);
        self.began(event.request_id, info, LoaderId::default(), calls);
    }

    /// It is open: what follows are messages, which have no end.
    pub(crate) fn socket_opened(&mut self, event: &network::WebSocketHandshakeResponseReceived) {
        if let Some(request) = self.requests.known.get_mut(&event.request_id) {
            request.info.status = Some(event.response.status);
        }
        self.push(Entry::RequestAnswered { id: event.request_id.clone() });
        self.request_ended(&event.request_id, None);
    }

    /// What the page sends by itself again and again is no question of an action: a heartbeat.
    pub(crate) fn socket_sent(&mut self, event: network::WebSocketFrameSent) {
        let id = event.request_id;
        let words = format!("{id} {}", message_words(&event.response));
        let message = background_requests::Request { method: SENT, address: &words, calls: 0 };
        let phase = match self.phase() {
            RequestPhase::Idle => RequestPhase::Idle,
            // What follows soon on an action may be its own.
            RequestPhase::After | RequestPhase::Acting => RequestPhase::Acting,
        };
        let background = self.requests.background_messages.0.note(message, phase);
        if self.acting.is_some() && !background && self.requests.asked.insert(id.clone()) {
            self.push(Entry::SocketAsked { id });
        }
    }

    pub(crate) fn socket_received(&mut self, id: RequestId) {
        if self.requests.asked.remove(&id) {
            self.push(Entry::SocketAnswered { id });
        }
    }

    pub(crate) fn socket_closed(&mut self, id: &RequestId) {
        let opened = self.requests.info(id).is_some_and(|info| info.status.is_some());
        self.socket_received(id.clone());
        if !opened {
            self.request_ended(id, Some("the connection was refused".to_owned()));
        }
    }
}

/// Who asks for a login by HTTP with this answer: it is what a browser asks its person for, not a program's own token.
pub(in crate::tab) fn asks_for_login(response: &network::Response) -> Option<&'static str> {
    let headers = response.headers.as_ref()?;
    let (way, who) = match response.status {
        401 => (&headers.www_authenticate, SERVER_ASKS),
        407 => (&headers.proxy_authenticate, PROXY_ASKS),
        _ => return None,
    };
    // Several ways stand in lines of their own, or after commas.
    let ways = way.as_deref()?.split(['\n', ',']).filter_map(|way| way.split_whitespace().next());
    let known = ["basic", "digest", "ntlm", "negotiate"];
    ways.into_iter().any(|way| known.contains(&way.to_ascii_lowercase().as_str())).then_some(who)
}

/// The host of an address, whatever its scheme and port: a socket often has a port of its own.
fn host(url: &str) -> &str {
    let after = url.split_once("://").map_or(url, |(_, after)| after);
    let authority = after.split(['/', '?', '#']).next().unwrap_or_default();
    let port = |port: &str| port.bytes().all(|byte| byte.is_ascii_digit());
    authority.rsplit_once(':').filter(|(_, end)| port(end)).map_or(authority, |(host, _)| host)
}

/// Equal for messages of a socket that say the same but for numbers and names made of them.
fn message_words(message: &network::WebSocketFrame) -> String {
    // Of bytes, which come as base64, the length and how they begin: with what they are for.
    if message.opcode != TEXT {
        let begins: String = message.payload_data.chars().take(MESSAGE_BEGINS).collect();
        return format!("{} {begins}", message.payload_data.len());
    }
    let words = message.payload_data.split(|c: char| !c.is_alphanumeric());
    let words = words.filter(|word| !word.is_empty() && !word.contains(|c: char| c.is_ascii_digit()));
    words.take(MESSAGE_WORDS).collect::<Vec<_>>().join(" ")
}

/// Equal for requests that the same calls of the same scripts led to.
fn calls(initiator: &network::Initiator) -> u64 {
    let Some(stack) = &initiator.stack else { return 0 };
    let mut hasher = FxHasher::default();
    for call in &stack.call_frames {
        (&call.url, call.line_number, call.column_number).hash(&mut hasher);
    }
    hasher.finish()
}
