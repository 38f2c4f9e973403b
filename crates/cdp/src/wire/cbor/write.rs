//! [`write`]: writes commands in crdtp's dialect of CBOR, as Chromium itself translates them from JSON.

use serde::{
    Serialize,
    ser::{self, Serializer},
};

use super::{
    ARRAY, BINARY, BYTES, DOUBLE, ENVELOPE, FALSE, INTEGER, MAP, NEGATIVE, NULL, STOP, TEXT, TRUE,
    fault::Fault,
};

/// Writes a value.
pub(super) fn write<T: Serialize + ?Sized>(value: &T) -> Result<Vec<u8>, Fault> {
    let mut writer = Writer { out: Vec::with_capacity(256) };
    value.serialize(&mut writer)?;
    Ok(writer.out)
}

struct Writer {
    out: Vec<u8>,
}

impl Writer {
    /// An initial byte and its argument, in the fewest bytes.
    fn head(&mut self, major: u8, argument: u64) {
        match argument {
            0..=23 => self.out.push(major | argument as u8),
            24..=0xff => self.out.extend([major | 24, argument as u8]),
            0x100..=0xffff => {
                self.out.push(major | 25);
                self.out.extend((argument as u16).to_be_bytes());
            }
            0x1_0000..=0xffff_ffff => {
                self.out.push(major | 26);
                self.out.extend((argument as u32).to_be_bytes());
            }
            _ => {
                self.out.push(major | 27);
                self.out.extend(argument.to_be_bytes());
            }
        }
    }

    /// The dialect's integers have 32 bits; what is larger is a double.
    fn integer(&mut self, value: i64) {
        match i32::try_from(value) {
            Ok(value) if value >= 0 => self.head(INTEGER, value.unsigned_abs().into()),
            Ok(value) => self.head(NEGATIVE, (-1 - i64::from(value)).unsigned_abs()),
            Err(_) => self.double(value as f64),
        }
    }

    fn double(&mut self, value: f64) {
        if value.is_finite() {
            self.out.push(DOUBLE);
            self.out.extend(value.to_be_bytes());
        } else {
            self.out.push(NULL);
        }
    }

    /// What is not ASCII goes as UTF-16, as in everything that Chromium writes.
    fn text(&mut self, text: &str) {
        if text.is_ascii() {
            self.head(TEXT, text.len() as u64);
            self.out.extend_from_slice(text.as_bytes());
        } else {
            let units = text.encode_utf16().count();
            self.head(BYTES, units as u64 * 2);
            self.out.extend(text.encode_utf16().flat_map(u16::to_le_bytes));
        }
    }

    fn begin(&mut self, what: u8) -> Open<'_> {
        self.out.extend(ENVELOPE);
        let length_at = self.out.len();
        self.out.extend([0; 4]);
        self.out.push(what);
        Open { writer: self, length_at }
    }
}

/// A map or an array whose end and length are still to come.
struct Open<'w> {
    writer: &'w mut Writer,
    length_at: usize,
}

impl Open<'_> {
    fn close(self) -> Result<(), Fault> {
        let out = &mut self.writer.out;
        out.push(STOP);
        let begin = self.length_at + 4;
        let length = u32::try_from(out.len() - begin).map_err(|_| Fault::TooLong)?;
        out[self.length_at..begin].copy_from_slice(&length.to_be_bytes());
        Ok(())
    }
}

fn unused<T>(what: &str) -> Result<T, Fault> {
    Err(Fault::Shape(format!("no command of the protocol holds {what}")))
}

impl<'w> Serializer for &'w mut Writer {
    type Ok = ();
    type Error = Fault;
    type SerializeSeq = Open<'w>;
    type SerializeTuple = Open<'w>;
    type SerializeTupleStruct = Open<'w>;
    type SerializeTupleVariant = ser::Impossible<(), Fault>;
    type SerializeMap = Open<'w>;
    type SerializeStruct = Open<'w>;
    type SerializeStructVariant = ser::Impossible<(), Fault>;

    fn serialize_bool(self, value: bool) -> Result<(), Fault> {
        self.out.push(if value { TRUE } else { FALSE });
        Ok(())
    }

    fn serialize_i8(self, value: i8) -> Result<(), Fault> {
        self.serialize_i64(value.into())
    }

    fn serialize_i16(self, value: i16) -> Result<(), Fault> {
        self.serialize_i64(value.into())
    }

    fn serialize_i32(self, value: i32) -> Result<(), Fault> {
        self.serialize_i64(value.into())
    }

    fn serialize_i64(self, value: i64) -> Result<(), Fault> {
        self.integer(value);
        Ok(())
    }

    fn serialize_u8(self, value: u8) -> Result<(), Fault> {
        self.serialize_i64(value.into())
    }

    fn serialize_u16(self, value: u16) -> Result<(), Fault> {
        self.serialize_i64(value.into())
    }

    fn serialize_u32(self, value: u32) -> Result<(), Fault> {
        self.serialize_i64(value.into())
    }

    fn serialize_u64(self, value: u64) -> Result<(), Fault> {
        match i64::try_from(value) {
            Ok(value) => self.integer(value),
            Err(_) => self.double(value as f64),
        }
        Ok(())
    }

    fn serialize_f32(self, value: f32) -> Result<(), Fault> {
        self.serialize_f64(value.into())
    }

    fn serialize_f64(self, value: f64) -> Result<(), Fault> {
        self.double(value);
        Ok(())
    }

    fn serialize_char(self, value: char) -> Result<(), Fault> {
        self.serialize_str(value.encode_utf8(&mut [0; 4]))
    }

    fn serialize_str(self, value: &str) -> Result<(), Fault> {
        self.text(value);
        Ok(())
    }

    fn serialize_bytes(self, value: &[u8]) -> Result<(), Fault> {
        self.out.push(BINARY);
        self.head(BYTES, value.len() as u64);
        self.out.extend_from_slice(value);
        Ok(())
    }

    fn serialize_none(self) -> Result<(), Fault> {
        self.serialize_unit()
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<(), Fault> {
        value.serialize(self)
    }

    fn serialize_unit(self) -> Result<(), Fault> {
        self.out.push(NULL);
        Ok(())
    }

    fn serialize_unit_struct(self, _: &'static str) -> Result<(), Fault> {
        self.serialize_unit()
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, variant: &'static str) -> Result<(), Fault> {
        self.serialize_str(variant)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        value: &T,
    ) -> Result<(), Fault> {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: &T,
    ) -> Result<(), Fault> {
        unused("a variant with a value")
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<Open<'w>, Fault> {
        Ok(self.begin(ARRAY))
    }

    fn serialize_tuple(self, _: usize) -> Result<Open<'w>, Fault> {
        Ok(self.begin(ARRAY))
    }

    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Open<'w>, Fault> {
        Ok(self.begin(ARRAY))
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Self::SerializeTupleVariant, Fault> {
        unused("a variant with values")
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Open<'w>, Fault> {
        Ok(self.begin(MAP))
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Open<'w>, Fault> {
        Ok(self.begin(MAP))
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Self::SerializeStructVariant, Fault> {
        unused("a variant with fields")
    }
}

/// Items one after the other, in which only the names of serde's trait and method differ.
macro_rules! items {
    ($($kind:ident: $item:ident),*) => {$(
        impl ser::$kind for Open<'_> {
            type Ok = ();
            type Error = Fault;

            fn $item<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Fault> {
                value.serialize(&mut *self.writer)
            }

            fn end(self) -> Result<(), Fault> {
                self.close()
            }
        }
    )*};
}

items!(SerializeSeq: serialize_element, SerializeTuple: serialize_element, SerializeTupleStruct: serialize_field);

impl ser::SerializeMap for Open<'_> {
    type Ok = ();
    type Error = Fault;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), Fault> {
        let at = self.writer.out.len();
        key.serialize(&mut *self.writer)?;
        match self.writer.out.get(at) {
            Some(BYTES..0x80) => Ok(()),
            _ => unused("a key that is no string"),
        }
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Fault> {
        value.serialize(&mut *self.writer)
    }

    fn end(self) -> Result<(), Fault> {
        self.close()
    }
}

impl ser::SerializeStruct for Open<'_> {
    type Ok = ();
    type Error = Fault;

    fn serialize_field<T: Serialize + ?Sized>(&mut self, key: &'static str, value: &T) -> Result<(), Fault> {
        self.writer.text(key);
        value.serialize(&mut *self.writer)
    }

    fn end(self) -> Result<(), Fault> {
        self.close()
    }
}
