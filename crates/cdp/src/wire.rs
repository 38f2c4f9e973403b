//! The JSON envelope around commands, answers and events: writing it, and looking into it no further than needed.
//!
//! Chromium writes answers as `{"id":N,"result":...}` and events as `{"method":"...","params":{...},"sessionId":"..."}`,
//! so the usual message is sorted by its first and last bytes alone. Whatever looks otherwise (proxies order keys as
//! they like) is parsed in full. Results and parameters stay bytes here: whoever waits for them decodes them.

use bytes::Bytes;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::{
    error::{Dispatched, Error, ErrorKind, Result},
    events::RawEvent,
    protocol::{Command, SessionId, Text},
};

/// A message from the browser, sorted.
pub(crate) enum Incoming {
    /// The answer to the command with this number; the whole message.
    Answer(u64, Bytes),
    /// An event.
    Event(RawEvent),
    /// Neither: nothing that we could hand to anyone.
    Unknown,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Request<'a, C> {
    id: u64,
    method: &'static str,
    params: &'a C,
    #[serde(skip_serializing_if = "Option::is_none")]
    session_id: Option<&'a SessionId>,
}

/// Writes a command.
pub(crate) fn encode<C: Command>(id: u64, session: Option<&SessionId>, command: &C) -> Result<Bytes> {
    serde_json::to_vec(&Request { id, method: C::METHOD, params: command, session_id: session })
        .map(Bytes::from)
        .map_err(|e| {
            Error::new(ErrorKind::Decode, "the command cannot be written as JSON").of(C::METHOD).caused_by(e)
        })
}

/// Sorts a message.
pub(crate) fn sort(message: Bytes) -> Incoming {
    if let Some((id, _)) = peek_id(&message) {
        return Incoming::Answer(id, message);
    }
    if let Some(event) = peek_event(&message) {
        return Incoming::Event(event);
    }
    parse(message)
}

/// The number at the start of an answer, and where the rest begins.
fn peek_id(message: &[u8]) -> Option<(u64, usize)> {
    const START: &[u8] = b"{\"id\":";
    let digits = message.strip_prefix(START)?;
    let mut id: u64 = 0;
    for (at, byte) in digits.iter().enumerate() {
        match byte {
            b'0'..=b'9' => id = id.checked_mul(10)?.checked_add(u64::from(byte - b'0'))?,
            b',' if at > 0 => return Some((id, START.len() + at + 1)),
            _ => return None,
        }
    }
    None
}

/// An event in Chromium's own order of keys. In valid JSON that begins with `{"method":"x","params":{`, a last value
/// that is a string can only be a third top-level one, so its key need not be searched for.
fn peek_event(message: &Bytes) -> Option<RawEvent> {
    const BETWEEN: &[u8] = b"\",\"params\":";
    const SESSION: &[u8] = b",\"sessionId\":";
    let rest = message.strip_prefix(b"{\"method\":\"")?;
    let method_end = rest.iter().position(|b| *b == b'"')?;
    let (method, rest) = rest.split_at(method_end);
    let rest = rest.strip_prefix(BETWEEN)?.strip_suffix(b"}")?;
    let (params, session) = match rest.strip_suffix(b"\"") {
        None => (rest, None),
        Some(rest) => {
            let quote = rest.iter().rposition(|b| *b == b'"')?;
            let session = std::str::from_utf8(&rest[quote + 1..]).ok()?;
            (rest[..quote].strip_suffix(SESSION)?, Some(SessionId::from(session)))
        }
    };
    let plain = method.iter().all(|b| b.is_ascii_alphanumeric() || *b == b'.');
    let whole = params.starts_with(b"{") && params.ends_with(b"}");
    let known = session.as_ref().is_none_or(|s| !s.as_str().contains('\\'));
    (plain && whole && known)
        .then(|| RawEvent::new(message.slice_ref(method), message.slice_ref(params), session))
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Envelope<'a> {
    id: Option<u64>,
    #[serde(borrow)]
    method: Option<Text<'a>>,
    #[serde(borrow)]
    params: Option<&'a RawValue>,
    #[serde(borrow)]
    session_id: Option<Text<'a>>,
}

/// Any order of keys.
fn parse(message: Bytes) -> Incoming {
    let (id, event) = match serde_json::from_slice::<Envelope<'_>>(&message) {
        Ok(Envelope { id: Some(id), .. }) => (Some(id), None),
        Ok(Envelope { method: Some(method), params, session_id, .. }) => {
            let params = params
                .map_or_else(|| Bytes::from_static(b"{}"), |raw| message.slice_ref(raw.get().as_bytes()));
            let session = session_id.map(|s| SessionId::from(&*s));
            (None, Some(RawEvent::new(Bytes::copy_from_slice(method.as_bytes()), params, session)))
        }
        Ok(_) | Err(_) => (None, None),
    };
    match (id, event) {
        (Some(id), _) => Incoming::Answer(id, message),
        (None, Some(event)) => Incoming::Event(event),
        (None, None) => Incoming::Unknown,
    }
}

#[derive(Deserialize)]
struct Outcome<'a> {
    error: Option<Refusal>,
    #[serde(borrow)]
    result: Option<&'a RawValue>,
}

#[derive(Deserialize)]
struct Refusal {
    code: i64,
    message: String,
    data: Option<String>,
}

#[derive(Deserialize)]
struct Done<R> {
    result: R,
}

/// Whether an answer is a result; otherwise the error that it carries.
pub(crate) fn check(method: &'static str, message: &[u8]) -> Result<()> {
    if let Some((_, rest)) = peek_id(message)
        && message[rest..].starts_with(b"\"result\":")
    {
        return Ok(());
    }
    let outcome: Outcome<'_> = serde_json::from_slice(message).map_err(|e| undecodable(method, e))?;
    match outcome {
        Outcome { error: Some(Refusal { code, message, data }), .. } => {
            let message = match data {
                Some(data) if !data.is_empty() => format!("{message} ({data})"),
                _ => message,
            };
            Err(Error::new(ErrorKind::Protocol { code }, message).of(method).after(Dispatched::Yes))
        }
        Outcome { result: Some(_), .. } => Ok(()),
        Outcome { .. } => Err(Error::new(ErrorKind::Decode, "an answer with neither a result nor an error")
            .of(method)
            .after(Dispatched::Yes)),
    }
}

/// Decodes the result of an answer that [`check`] passed.
pub(crate) fn decode_result<'a, R: Deserialize<'a>>(method: &'static str, message: &'a [u8]) -> Result<R> {
    decode::<Done<R>>(method, message).map(|done| done.result)
}

/// Decodes without a limit of depth: the browser is trusted with that, and pages nest further than 128 levels.
pub(crate) fn decode<'a, T: Deserialize<'a>>(method: &'static str, json: &'a [u8]) -> Result<T> {
    let mut deserializer = serde_json::Deserializer::from_slice(json);
    deserializer.disable_recursion_limit();
    T::deserialize(&mut deserializer).map_err(|e| undecodable(method, e))
}

fn undecodable(method: &'static str, source: serde_json::Error) -> Error {
    Error::new(ErrorKind::Decode, "the browser's message is not what was expected")
        .of(method)
        .after(Dispatched::Yes)
        .caused_by(source)
}
