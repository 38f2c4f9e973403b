//! Messages in JSON.
//!
//! Chromium writes answers as `{"id":N,"result":...}` and events as `{"method":"...","params":{...},"sessionId":"..."}`,
//! so the usual message is sorted by its first and last bytes alone. Whatever looks otherwise (proxies order keys as
//! they like) is parsed in full. Results and parameters stay bytes here: whoever waits for them decodes them.

use std::fmt;

use bytes::Bytes;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::{Encoding, Incoming, Outcome, Refusal, deep, undecodable};
use crate::{
    error::{Error, ErrorKind, Result},
    limits::NESTED_LEVELS,
    protocol::{SessionId, Text},
    wire::RawEvent,
};

/// Writes a value.
pub(super) fn write<T: Serialize + ?Sized>(value: &T) -> Result<Vec<u8>> {
    serde_json::to_vec(value)
        .map_err(|e| Error::new(ErrorKind::Decode, "it cannot be written as JSON").caused_by(e))
}

/// Sorts a message.
pub(super) fn sort(message: Bytes) -> Incoming {
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
        .then(|| RawEvent::new(Encoding::Json, message.slice_ref(method), message.slice_ref(params), session))
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
            (
                None,
                Some(RawEvent::new(
                    Encoding::Json,
                    Bytes::copy_from_slice(method.as_bytes()),
                    params,
                    session,
                )),
            )
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
struct Either<'a> {
    error: Option<Refusal>,
    #[serde(borrow)]
    result: Option<&'a RawValue>,
}

#[derive(Deserialize)]
struct Whole<R> {
    result: R,
}

/// What an answer came to.
pub(super) fn outcome(message: &[u8]) -> Result<Outcome> {
    if let Some((_, rest)) = peek_id(message)
        && message[rest..].starts_with(b"\"result\":")
    {
        return Ok(Outcome::Done);
    }
    match serde_json::from_slice(message).map_err(|error| told(&error))? {
        Either { error: Some(refusal), .. } => Ok(Outcome::Refused(refusal)),
        Either { result: Some(_), .. } => Ok(Outcome::Done),
        Either { .. } => Ok(Outcome::Neither),
    }
}

/// Decodes the result of an answer.
pub(super) fn result<'a, R: Deserialize<'a> + Send>(message: &'a [u8]) -> Result<R> {
    read::<Whole<R>>(message).map(|whole| whole.result)
}

/// The depth that serde_json refuses.
const SERDE_LEVELS: usize = 128;

/// Decodes JSON of any nesting. What is deeper than serde_json's limit is rare, and is decoded again where there is stack
/// enough for it.
pub(super) fn read<'a, T: Deserialize<'a> + Send>(json: &'a [u8]) -> Result<T> {
    match serde_json::from_slice(json) {
        Ok(value) => Ok(value),
        // The limit is told as a fault of syntax.
        Err(error) if error.is_syntax() => match nesting(json) {
            levels @ SERDE_LEVELS..NESTED_LEVELS => deep::on_a_stack_for(levels, || {
                let mut deserializer = serde_json::Deserializer::from_slice(json);
                deserializer.disable_recursion_limit();
                let value = T::deserialize(&mut deserializer).map_err(|error| told(&error))?;
                deserializer.end().map(|()| value).map_err(|error| told(&error))
            }),
            _ => Err(told(&error)),
        },
        Err(error) => Err(told(&error)),
    }
}

/// Why JSON could not be read, without what it holds: serde_json's own words quote it.
#[derive(Debug)]
struct Fault {
    what: String,
    line: usize,
    column: usize,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} at line {} column {}", self.what, self.line, self.column)
    }
}

impl std::error::Error for Fault {}

fn told(error: &serde_json::Error) -> Error {
    use serde_json::error::Category;
    let words = error.to_string();
    let what = match error.classify() {
        Category::Data if words.starts_with("missing field") || words.starts_with("duplicate field") => {
            words.split(" at line").next().unwrap_or_default().to_owned()
        }
        Category::Data => "a value of another kind".to_owned(),
        Category::Syntax => "a fault of syntax".to_owned(),
        Category::Eof => "it ends in the middle of a value".to_owned(),
        Category::Io => "it cannot be read".to_owned(),
    };
    undecodable(Fault { what, line: error.line(), column: error.column() })
}

/// The same JSON with every escaped half of a surrogate pair replaced by U+FFFD; `None` when there is none.
pub(super) fn mend(json: &[u8]) -> Option<Vec<u8>> {
    let mut mended: Option<Vec<u8>> = None;
    let mut at = 0;
    while let Some(found) = json.get(at..)?.iter().position(|byte| *byte == b'\\') {
        at += found;
        at += match (unit(json, at), unit(json, at + 6)) {
            (Some(0xd800..0xdc00), Some(0xdc00..0xe000)) => 12,
            (Some(0xd800..0xe000), _) => {
                mended.get_or_insert_with(|| json.to_vec())[at + 2..at + 6].copy_from_slice(b"fffd");
                6
            }
            (Some(_), _) => 6,
            (None, _) => 2,
        };
    }
    mended
}

/// The number of the `\uXXXX` that stands here.
fn unit(json: &[u8], at: usize) -> Option<u16> {
    let digits = json.get(at..at + 6)?.strip_prefix(b"\\u")?;
    digits
        .iter()
        .try_fold(0, |unit, digit| Some(unit << 4 | u16::try_from(char::from(*digit).to_digit(16)?).ok()?))
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
            Encoding::Json.check(text.as_bytes()).unwrap();
        }
    }

    #[test]
    fn an_error_is_known_in_any_order_of_keys() {
        for text in [
            r#"{"id":1,"error":{"code":-32000,"message":"no node","data":"id 7"},"sessionId":"S"}"#,
            r#"{"sessionId":"S","error":{"message":"no node","data":"id 7","code":-32000},"id":1}"#,
        ] {
            let error = Encoding::Json.check(text.as_bytes()).unwrap_err();
            assert_eq!(error.kind(), ErrorKind::Protocol { code: -32000 });
            assert_eq!(error.message(), "no node (id 7)");
        }
        assert_eq!(Encoding::Json.check(br#"{"id":1}"#).unwrap_err().kind(), ErrorKind::Decode);
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

    #[test]
    fn half_a_pair_is_mended_and_nothing_else() {
        for (text, mended) in [
            (r#"["a\ud83d"]"#, Some(r#"["a\ufffd"]"#)),
            (
                r#"["\uDE00\ud83d\ude00\ud83d\ud83d\ude00"]"#,
                Some(r#"["\ufffd\ud83d\ude00\ufffd\ud83d\ude00"]"#),
            ),
            (r#"["\\ud83d \\\ud83d"]"#, Some(r#"["\\ud83d \\\ufffd"]"#)),
            (r#"["\\ud83d \ud83d\ude00 \n \u00e9"]"#, None),
            ("", None),
            ("\\", None),
            ("\\ud8", None),
        ] {
            assert_eq!(mend(text.as_bytes()).as_deref(), mended.map(str::as_bytes), "{text}");
        }
    }

    #[test]
    fn an_error_does_not_tell_what_the_message_holds() {
        let error = read::<Vec<i32>>(br#"["hunter2"]"#).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Decode);
        assert!(!error.to_string().contains("hunter2"), "{error}");
        let error = read::<Refusal>(br#"{"code":1}"#).unwrap_err();
        assert!(error.to_string().contains("missing field `message`"), "{error}");
    }
}
