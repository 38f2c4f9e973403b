//! Messages in crdtp's dialect of CBOR, which a browser speaks that was started with `--remote-debugging-pipe=cbor`.
//!
//! Every map and array is indefinite and in an envelope (`d8 18 5a`, a length of 32 bits), so a message is sorted by the
//! few keys at its top, and what nobody asked for is stepped over. Strings are UTF-8 where they are ASCII, and byte strings
//! of UTF-16 elsewhere; bytes that are meant as such are tagged.

mod fault;
mod read;
mod write;

use bytes::Bytes;
use serde::{Deserialize, Serialize};

use self::{
    fault::Fault,
    read::{Item, Reader},
};
use super::{Encoding, Incoming, Outcome, Refusal, deep, undecodable};
use crate::{
    error::{Error, ErrorKind, Result},
    limits::NESTED_LEVELS,
    protocol::SessionId,
    wire::RawEvent,
};

// The first byte of a value (RFC 8949, appendix B): a major type in the upper three bits, else what it is.
const INTEGER: u8 = 0x00;
const NEGATIVE: u8 = 0x20;
const BYTES: u8 = 0x40;
const TEXT: u8 = 0x60;
const ARRAY: u8 = 0x9f;
const MAP: u8 = 0xbf;
const BINARY: u8 = 0xd6;
const FALSE: u8 = 0xf4;
const TRUE: u8 = 0xf5;
const NULL: u8 = 0xf6;
const DOUBLE: u8 = 0xfb;
const STOP: u8 = 0xff;
/// Tag 24 ("encoded CBOR") on a byte string whose length has four bytes.
const ENVELOPE: [u8; 3] = [0xd8, 0x18, 0x5a];
/// An empty object.
const EMPTY: &[u8] = b"\xd8\x18\x5a\x00\x00\x00\x02\xbf\xff";

/// How long the message is that begins here; `None` while its header is not all there.
#[cfg(unix)]
pub(crate) fn frame(begin: &[u8]) -> std::io::Result<Option<usize>> {
    let mark = &begin[..begin.len().min(ENVELOPE.len())];
    if !ENVELOPE.starts_with(mark) {
        let what = "the browser sent what is no CBOR message";
        return Err(std::io::Error::new(std::io::ErrorKind::InvalidData, what));
    }
    Ok(envelope_length(begin))
}

/// The length of the envelope that begins here, header included; `None` when none does.
fn envelope_length(begin: &[u8]) -> Option<usize> {
    let length = begin.strip_prefix(&ENVELOPE)?.get(..4)?;
    Some(u32::from_be_bytes(length.try_into().ok()?) as usize + ENVELOPE.len() + 4)
}

/// Writes a value.
pub(super) fn write<T: Serialize + ?Sized>(value: &T) -> Result<Vec<u8>> {
    write::write(value)
        .map_err(|e| Error::new(ErrorKind::Decode, "it cannot be written as CBOR").caused_by(e))
}

/// What stands at the top of a message.
#[derive(Default)]
struct Top<'a> {
    id: Option<u64>,
    method: Option<&'a str>,
    params: Option<&'a [u8]>,
    session: Option<&'a str>,
    result: Option<&'a [u8]>,
    error: Option<&'a [u8]>,
}

impl<'a> Top<'a> {
    /// Reads it all; or, where an answer's number comes first, that alone.
    fn read(message: &'a [u8], number_is_enough: bool) -> Result<Self, Fault> {
        let mut reader = Reader::new(message, 1);
        let mut top = Self::default();
        let Item::Map(_) = reader.item()? else { return Err(Fault::Shape("no object".to_owned())) };
        while let Some(key) = reader.key()? {
            match key {
                "params" => top.params = Some(reader.skip()?),
                "result" => top.result = Some(reader.skip()?),
                "error" => top.error = Some(reader.skip()?),
                "id" | "method" | "sessionId" => match (key, reader.item()?) {
                    ("id", Item::Integer(id)) => {
                        top.id = u64::try_from(id).ok();
                        if number_is_enough && top.id.is_some() {
                            return Ok(top);
                        }
                    }
                    ("method", Item::Text(method)) => top.method = Some(method),
                    ("sessionId", Item::Text(session)) => top.session = Some(session),
                    _ => return Err(Fault::Shape(format!("`{key}` is of another kind"))),
                },
                _ => {
                    reader.skip()?;
                }
            }
        }
        Ok(top)
    }
}

/// Sorts a message.
pub(super) fn sort(message: Bytes) -> Incoming {
    let top = match Top::read(&message, true) {
        Ok(Top { id: Some(id), .. }) => return Incoming::Answer(id, message),
        Ok(top) => top,
        Err(_) => return Incoming::Unknown,
    };
    let Some(method) = top.method else { return Incoming::Unknown };
    let method = message.slice_ref(method.as_bytes());
    let params = top.params.map_or(Bytes::from_static(EMPTY), |params| message.slice_ref(params));
    Incoming::Event(RawEvent::new(Encoding::Cbor, method, params, top.session.map(SessionId::from)))
}

/// What an answer came to.
pub(super) fn outcome(message: &[u8]) -> Result<Outcome> {
    let top = Top::read(message, false).map_err(undecodable)?;
    match (top.error, top.result) {
        (Some(error), _) => read::<Refusal>(error).map(Outcome::Refused),
        (None, Some(_)) => Ok(Outcome::Done),
        (None, None) => Ok(Outcome::Neither),
    }
}

/// Decodes the result of an answer.
pub(super) fn result<'a, R: Deserialize<'a> + Send>(message: &'a [u8]) -> Result<R> {
    let top = Top::read(message, false).map_err(undecodable)?;
    read(top.result.unwrap_or(EMPTY))
}

/// Levels that any stack has room for.
const FEW_LEVELS: usize = 128;

/// Decodes a value of any nesting; what is nested deeply is read again where there is stack enough for it.
pub(super) fn read<'a, T: Deserialize<'a> + Send>(value: &'a [u8]) -> Result<T> {
    let within = |levels: usize| {
        let mut reader = Reader::new(value, levels);
        T::deserialize(&mut reader).and_then(|value| reader.finish().map(|()| value))
    };
    match within(FEW_LEVELS) {
        Err(Fault::TooDeep) => match nesting(value) {
            levels if levels < NESTED_LEVELS => {
                deep::on_a_stack_for(levels, || within(levels).map_err(undecodable))
            }
            _ => Err(undecodable(Fault::TooDeep)),
        },
        other => other.map_err(undecodable),
    }
}

/// How many envelopes are open at once, at most, as far as the bytes are sound.
fn nesting(value: &[u8]) -> usize {
    let mut ends: Vec<usize> = Vec::new();
    let (mut at, mut most) = (0, 0);
    while at < value.len() {
        while ends.last().is_some_and(|end| at >= *end) {
            ends.pop();
        }
        match envelope_length(&value[at..]) {
            Some(length) => {
                ends.push(at + length);
                most = most.max(ends.len());
                at += ENVELOPE.len() + 5;
            }
            None if matches!(value[at], STOP | MAP | ARRAY) => at += 1,
            None => {
                let mut reader = Reader::new(&value[at..], 0);
                match reader.skip() {
                    Ok(skipped) => at += skipped.len(),
                    Err(_) => break,
                }
            }
        }
    }
    most
}
