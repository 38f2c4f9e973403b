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
pub(crate) fn decode_result<'a, R: Deserialize<'a> + Send>(
    method: &'static str,
    message: &'a [u8],
) -> Result<R> {
    decode::<Done<R>>(method, message).map(|done| done.result)
}

/// Decodes JSON of any nesting. What is deeper than serde_json's limit of 128 levels is rare, and is decoded again
/// where there is stack enough for it.
pub(crate) fn decode<'a, T: Deserialize<'a> + Send>(method: &'static str, json: &'a [u8]) -> Result<T> {
    match serde_json::from_slice(json) {
        Ok(value) => Ok(value),
        // The limit is told as a fault of syntax.
        Err(error) if error.is_syntax() => match nesting(json) {
            levels @ SERDE_LEVELS..MAX_LEVELS => decode_deep(method, json, levels),
            _ => Err(undecodable(method, error)),
        },
        Err(error) => Err(undecodable(method, error)),
    }
}

/// The depth that serde_json refuses.
const SERDE_LEVELS: usize = 128;
/// More than any page makes, and a bound on the stack.
const MAX_LEVELS: usize = 10_000;
/// What a level takes in a build without optimisation is 4 to 8 KiB.
const STACK_PER_LEVEL: usize = 16 << 10;

fn decode_deep<'a, T: Deserialize<'a> + Send>(
    method: &'static str,
    json: &'a [u8],
    levels: usize,
) -> Result<T> {
    let decode = || {
        let mut deserializer = serde_json::Deserializer::from_slice(json);
        deserializer.disable_recursion_limit();
        T::deserialize(&mut deserializer).map_err(|e| undecodable(method, e))
    };
    let failed = |why: &str| Error::new(ErrorKind::Decode, why).of(method).after(Dispatched::Yes);
    std::thread::scope(|scope| {
        let thread =
            std::thread::Builder::new().stack_size(levels * STACK_PER_LEVEL).spawn_scoped(scope, decode);
        let thread = thread.map_err(|e| failed("there is no thread to decode it on").caused_by(e))?;
        thread.join().unwrap_or_else(|_| Err(failed("decoding it panicked")))
    })
}

/// How many objects and arrays are open at once, at most.
fn nesting(json: &[u8]) -> usize {
    let (mut open, mut most): (usize, usize) = (0, 0);
    let (mut in_text, mut escaped) = (false, false);
    for byte in json {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if in_text => escaped = true,
            b'"' => in_text = !in_text,
            b'{' | b'[' if !in_text => {
                open += 1;
                most = most.max(open);
            }
            b'}' | b']' if !in_text => open = open.saturating_sub(1),
            _ => {}
        }
    }
    most
}

fn undecodable(method: &'static str, source: serde_json::Error) -> Error {
    Error::new(ErrorKind::Decode, "the browser's message is not what was expected")
        .of(method)
        .after(Dispatched::Yes)
        .caused_by(source)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::panic)]
    use super::*;

    fn event(text: &'static str) -> RawEvent {
        match sort(Bytes::from_static(text.as_bytes())) {
            Incoming::Event(event) => event,
            Incoming::Answer(..) | Incoming::Unknown => panic!("{text} is an event"),
        }
    }

    #[test]
    fn an_answer_is_known_by_its_number() {
        for text in
            [r#"{"id":17,"result":{}}"#, r#"{"result":{"id":3},"id":17}"#, r#"{ "id" : 17, "result": {} }"#]
        {
            let sorted = sort(Bytes::from_static(text.as_bytes()));
            assert!(matches!(sorted, Incoming::Answer(17, message) if message == text.as_bytes()), "{text}");
            check("X.y", text.as_bytes()).unwrap();
        }
    }

    #[test]
    fn an_error_is_known_in_any_order_of_keys() {
        for text in [
            r#"{"id":1,"error":{"code":-32000,"message":"no node","data":"id 7"},"sessionId":"S"}"#,
            r#"{"sessionId":"S","error":{"message":"no node","data":"id 7","code":-32000},"id":1}"#,
        ] {
            let error = check("X.y", text.as_bytes()).unwrap_err();
            assert_eq!(error.kind(), ErrorKind::Protocol { code: -32000 });
            assert_eq!(error.message(), "no node (id 7)");
        }
        assert_eq!(check("X.y", br#"{"id":1}"#).unwrap_err().kind(), ErrorKind::Decode);
    }

    #[test]
    fn an_event_without_a_session_may_hold_one_in_its_parameters() {
        let attached = event(r#"{"method":"Target.detachedFromTarget","params":{"sessionId":"inner"}}"#);
        assert_eq!((attached.method(), attached.session_id()), ("Target.detachedFromTarget", None));
        let nested = event(r#"{"method":"A.b","params":{"sessionId":"inner"},"sessionId":"outer"}"#);
        assert_eq!(nested.session_id().unwrap().as_str(), "outer");
        assert_eq!(nested.size(), r#"{"sessionId":"inner"}"#.len());
    }

    #[test]
    fn noise_is_nothing() {
        for text in [
            "",
            "null",
            "{}",
            r#"{"id":"x"}"#,
            r#"{"id":99999999999999999999999,"#,
            "{\"method\":\"a\"",
            "\u{1f4a5}",
        ] {
            assert!(matches!(sort(Bytes::copy_from_slice(text.as_bytes())), Incoming::Unknown), "{text}");
        }
    }

    #[test]
    fn nesting_is_counted_outside_of_strings() {
        assert_eq!(nesting(br#"{"a":[{"b":"[[[\"{{"}],"c":[]}"#), 3);
    }
}
