//! [`Reader`]: reads crdtp's dialect of CBOR into the structs that JSON is read into, borrowing where the message allows.
//!
//! What JSON and CBOR tell differently comes out the same: a double without a fraction is an integer to who asks for one,
//! one that is not finite is null, and half a surrogate pair is U+FFFD. Nothing here recurses but serde's own visitors, and
//! those no deeper than asked: past that it is [`Fault::TooDeep`], and the caller takes a larger stack.

use serde::de::{self, DeserializeSeed, IntoDeserializer, Visitor};

use super::{
    ARRAY, BINARY, BYTES, DOUBLE, ENVELOPE, FALSE, INTEGER, MAP, NEGATIVE, NULL, STOP, TEXT, TRUE,
    fault::Fault,
};

type Result<T> = std::result::Result<T, Fault>;

/// One value, or where one begins that holds others.
#[derive(Clone, Copy)]
pub(super) enum Item<'de> {
    Null,
    Bool(bool),
    Integer(i64),
    Double(f64),
    Text(&'de str),
    /// UTF-16, little end first.
    Wide(&'de [u8]),
    Binary(&'de [u8]),
    /// Entered, with the outer limit to go back to.
    Map(usize),
    Array(usize),
}

/// Reads values from the front of a message.
pub(super) struct Reader<'de> {
    message: &'de [u8],
    at: usize,
    /// Where the envelope ends that we are in.
    limit: usize,
    /// How many more levels may be entered.
    levels: usize,
}

impl<'de> Reader<'de> {
    pub(super) fn new(message: &'de [u8], levels: usize) -> Self {
        Self { message, at: 0, limit: message.len(), levels }
    }

    /// After the last value.
    pub(super) fn finish(&self) -> Result<()> {
        if self.at == self.message.len() { Ok(()) } else { Err(Fault::Rest { at: self.at }) }
    }

    fn byte(&mut self) -> Result<u8> {
        let byte = self.peek()?;
        self.at += 1;
        Ok(byte)
    }

    #[inline]
    fn peek(&self) -> Result<u8> {
        self.rest().first().copied().ok_or(Fault::Ends { at: self.at })
    }

    /// What is left of the envelope that we are in.
    #[inline]
    fn rest(&self) -> &'de [u8] {
        self.message.get(self.at..self.limit).unwrap_or_default()
    }

    /// The next value, where it is an integer of few bytes: nearly all of a snapshot is.
    #[inline(always)]
    fn small_integer(&mut self) -> Option<i64> {
        let (value, used) = match *self.rest() {
            [small @ INTEGER..0x18, ..] => (i64::from(small), 1),
            [0x18, a, ..] => (i64::from(a), 2),
            [0x19, a, b, ..] => (i64::from(u16::from_be_bytes([a, b])), 3),
            [0x1a, a, b, c, d, ..] => (i64::from(u32::from_be_bytes([a, b, c, d])), 5),
            [negative @ NEGATIVE..0x38, ..] => (-1 - i64::from(negative - NEGATIVE), 1),
            _ => return None,
        };
        self.at += used;
        Some(value)
    }

    fn take(&mut self, length: usize) -> Result<&'de [u8]> {
        let end = self.at.checked_add(length).filter(|end| *end <= self.limit);
        let taken = end.and_then(|end| self.message.get(self.at..end)).ok_or(Fault::Ends { at: self.at })?;
        self.at += length;
        Ok(taken)
    }

    fn number<const N: usize>(&mut self) -> Result<[u8; N]> {
        let at = self.at;
        self.take(N)?.try_into().map_err(|_| Fault::Ends { at })
    }

    /// What the lower five bits of an initial byte stand for.
    fn argument(&mut self, initial: u8) -> Result<u64> {
        let at = self.at;
        Ok(match initial & 0x1f {
            small @ 0..=23 => u64::from(small),
            24 => u64::from(self.byte()?),
            25 => u64::from(u16::from_be_bytes(self.number()?)),
            26 => u64::from(u32::from_be_bytes(self.number()?)),
            27 => u64::from_be_bytes(self.number()?),
            _ => return Err(Fault::Byte { at: at - 1, byte: initial }),
        })
    }

    fn run(&mut self, initial: u8) -> Result<&'de [u8]> {
        let length = self.argument(initial)?;
        let length = usize::try_from(length).map_err(|_| Fault::Ends { at: self.at })?;
        self.take(length)
    }

    /// The next value; a map or an array is entered.
    pub(super) fn item(&mut self) -> Result<Item<'de>> {
        let at = self.at;
        let initial = self.byte()?;
        let wrong = Fault::Byte { at, byte: initial };
        Ok(match initial {
            INTEGER..NEGATIVE => Item::Integer(i64::try_from(self.argument(initial)?).map_err(|_| wrong)?),
            NEGATIVE..BYTES => Item::Integer(-1 - i64::try_from(self.argument(initial)?).map_err(|_| wrong)?),
            BYTES..TEXT => {
                let bytes = self.run(initial)?;
                if bytes.len() % 2 == 1 {
                    return Err(wrong);
                }
                Item::Wide(bytes)
            }
            TEXT..0x80 => {
                Item::Text(std::str::from_utf8(self.run(initial)?).map_err(|_| Fault::Text { at })?)
            }
            BINARY => match self.byte()? {
                initial @ BYTES..TEXT => Item::Binary(self.run(initial)?),
                byte => return Err(Fault::Byte { at: at + 1, byte }),
            },
            DOUBLE => Item::Double(f64::from_be_bytes(self.number()?)),
            FALSE => Item::Bool(false),
            TRUE => Item::Bool(true),
            NULL => Item::Null,
            _ if initial == ENVELOPE[0] => {
                self.at = at;
                self.enter()?
            }
            _ => return Err(wrong),
        })
    }

    /// The length that an envelope's header gives.
    fn envelope(&mut self) -> Result<usize> {
        for expected in ENVELOPE {
            let at = self.at;
            let byte = self.byte()?;
            if byte != expected {
                return Err(Fault::Byte { at, byte });
            }
        }
        Ok(u32::from_be_bytes(self.number()?) as usize)
    }

    fn enter(&mut self) -> Result<Item<'de>> {
        let length = self.envelope()?;
        let end = self.at.checked_add(length).filter(|end| *end <= self.limit);
        let end = end.ok_or(Fault::Ends { at: self.limit })?;
        self.levels = self.levels.checked_sub(1).ok_or(Fault::TooDeep)?;
        let outer = std::mem::replace(&mut self.limit, end);
        let at = self.at;
        match self.byte()? {
            MAP => Ok(Item::Map(outer)),
            ARRAY => Ok(Item::Array(outer)),
            byte => Err(Fault::Byte { at, byte }),
        }
    }

    /// Leaves what [`Reader::item`] entered, at its end.
    fn leave(&mut self, outer: usize) -> Result<()> {
        let at = self.at;
        match self.byte()? {
            STOP if self.at == self.limit => {}
            STOP => return Err(Fault::Rest { at: self.at }),
            byte => return Err(Fault::Byte { at, byte }),
        }
        self.limit = outer;
        self.levels += 1;
        Ok(())
    }

    #[inline]
    fn at_stop(&self) -> Result<bool> {
        Ok(self.peek()? == STOP)
    }

    /// The next key of the map that was entered; `None` at its end.
    pub(super) fn key(&mut self) -> Result<Option<&'de str>> {
        if self.at_stop()? {
            return Ok(None);
        }
        let at = self.at;
        match self.item()? {
            Item::Text(key) => Ok(Some(key)),
            _ => Err(Fault::Byte { at, byte: self.message[at] }),
        }
    }

    /// Goes past one value and gives its bytes. What an envelope holds is not looked at.
    pub(super) fn skip(&mut self) -> Result<&'de [u8]> {
        let begin = self.at;
        if self.peek()? == ENVELOPE[0] {
            let length = self.envelope()?;
            self.take(length)?;
        } else {
            self.item()?;
        }
        Ok(&self.message[begin..self.at])
    }

    fn value<V: Visitor<'de>>(&mut self, item: Item<'de>, visitor: V) -> Result<V::Value> {
        match item {
            Item::Null => visitor.visit_unit(),
            Item::Bool(value) => visitor.visit_bool(value),
            Item::Integer(value) => match u64::try_from(value) {
                Ok(value) => visitor.visit_u64(value),
                Err(_) => visitor.visit_i64(value),
            },
            Item::Double(value) => visit_double(value, visitor),
            Item::Text(text) => visitor.visit_borrowed_str(text),
            Item::Wide(bytes) => visitor.visit_string(narrow(bytes)),
            Item::Binary(bytes) => visitor.visit_borrowed_bytes(bytes),
            Item::Map(outer) => {
                let value = visitor.visit_map(&mut *self)?;
                self.leave(outer)?;
                Ok(value)
            }
            Item::Array(outer) => {
                let value = visitor.visit_seq(&mut *self)?;
                self.leave(outer)?;
                Ok(value)
            }
        }
    }
}

/// A double as Chromium's JSON tells it, where no double was asked for: one without a fraction in all its digits.
fn visit_double<'de, V: Visitor<'de>>(value: f64, visitor: V) -> Result<V::Value> {
    /// 2^63: past an integer of 64 bits it takes an exponent.
    const END: f64 = 9_223_372_036_854_775_808.0;
    if !value.is_finite() {
        visitor.visit_unit()
    } else if value.fract() != 0.0 || !(-END..END).contains(&value) {
        visitor.visit_f64(value)
    } else if value < 0.0 {
        visitor.visit_i64(value as i64)
    } else {
        visitor.visit_u64(value as u64)
    }
}

/// UTF-16 to a string; half a pair becomes U+FFFD.
pub(super) fn narrow(bytes: &[u8]) -> String {
    let units = bytes.as_chunks::<2>().0.iter().map(|pair| u16::from_le_bytes(*pair));
    let mut text = String::with_capacity(bytes.len());
    text.extend(char::decode_utf16(units).map(|unit| unit.unwrap_or(char::REPLACEMENT_CHARACTER)));
    text
}

impl<'de> de::Deserializer<'de> for &mut Reader<'de> {
    type Error = Fault;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        let item = self.item()?;
        self.value(item, visitor)
    }

    #[inline(always)]
    fn deserialize_i32<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match self.small_integer() {
            Some(value) => visitor.visit_i64(value),
            None => self.deserialize_any(visitor),
        }
    }

    #[inline(always)]
    fn deserialize_f64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        if let [DOUBLE, a, b, c, d, e, f, g, h, ..] = *self.rest()
            && let value = f64::from_be_bytes([a, b, c, d, e, f, g, h])
            && value.is_finite()
        {
            self.at += 9;
            return visitor.visit_f64(value);
        }
        match self.item()? {
            Item::Double(value) if value.is_finite() => visitor.visit_f64(value),
            item => self.value(item, visitor),
        }
    }

    fn deserialize_f32<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.deserialize_f64(visitor)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        let begin = self.at;
        match self.peek()? {
            NULL => {
                self.at += 1;
                visitor.visit_none()
            }
            DOUBLE => match self.item()? {
                Item::Double(value) if !value.is_finite() => visitor.visit_none(),
                _ => {
                    self.at = begin;
                    visitor.visit_some(self)
                }
            },
            _ => visitor.visit_some(self),
        }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value> {
        visitor.visit_newtype_struct(self)
    }

    /// Only what serde calls unit variants: the protocol's enumerations are strings.
    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        let at = self.at;
        match self.item()? {
            Item::Text(text) => visitor.visit_enum(IntoDeserializer::<Fault>::into_deserializer(text)),
            _ => Err(Fault::Byte { at, byte: self.message[at] }),
        }
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.skip()?;
        visitor.visit_unit()
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i64 i128 u8 u16 u32 u64 u128 char str string bytes byte_buf unit unit_struct seq tuple
        tuple_struct map struct identifier
    }
}

impl<'de> de::SeqAccess<'de> for &mut Reader<'de> {
    type Error = Fault;

    #[inline]
    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>> {
        if self.at_stop()? { Ok(None) } else { seed.deserialize(&mut **self).map(Some) }
    }
}

impl<'de> de::MapAccess<'de> for &mut Reader<'de> {
    type Error = Fault;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>> {
        let at = self.at;
        if self.at_stop()? {
            return Ok(None);
        }
        match self.item()? {
            item @ (Item::Text(_) | Item::Wide(_)) => seed.deserialize(Key { reader: self, item }).map(Some),
            _ => Err(Fault::Byte { at, byte: self.message[at] }),
        }
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value> {
        seed.deserialize(&mut **self)
    }
}

/// A key that was read, and is a string.
struct Key<'r, 'de> {
    reader: &'r mut Reader<'de>,
    item: Item<'de>,
}

impl<'de> de::Deserializer<'de> for Key<'_, 'de> {
    type Error = Fault;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.reader.value(self.item, visitor)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value> {
        visitor.visit_newtype_struct(self)
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit unit_struct seq
        tuple tuple_struct map struct enum identifier ignored_any
    }
}
