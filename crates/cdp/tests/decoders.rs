//! The decoders against anything: garbage never panics, what is cut off is a typed error, and what one encoding writes the
//! other means as well.

use domtool_cdp::{
    Encoding, ErrorKind,
    protocol::{
        Binary,
        accessibility::GetPartialAxTreeReply,
        dom_snapshot::CaptureSnapshotReply,
        page::{GetFrameTreeReply, JavascriptDialogOpening},
        runtime::EvaluateReply,
    },
};
use proptest::prelude::*;
use serde::{Deserialize, de::DeserializeOwned};
use serde_json::{Map, Number, Value};

const BOTH: [Encoding; 2] = [Encoding::Json, Encoding::Cbor];

/// Whatever a page can make Chromium send: integers of 32 bits, doubles, strings, lists, objects.
fn value() -> impl Strategy<Value = Value> {
    let double = any::<f64>().prop_filter("JSON has no other", |x| x.is_finite() && x.fract() != 0.0);
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::Bool),
        any::<i32>().prop_map(Value::from),
        (-30i32..30).prop_map(Value::from),
        double.prop_map(|x| Number::from_f64(x).map_or(Value::Null, Value::Number)),
        any::<String>().prop_map(Value::String),
        "[ -~]{0,40}".prop_map(Value::String),
    ];
    leaf.prop_recursive(6, 64, 8, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..8).prop_map(Value::Array),
            prop::collection::vec((any::<String>(), inner), 0..6)
                .prop_map(|entries| Value::Object(entries.into_iter().collect::<Map<_, _>>())),
        ]
    })
}

/// Reads bytes as everything that we read.
fn read_all(encoding: Encoding, bytes: &[u8]) {
    fn read<'a, T: Deserialize<'a> + Send>(encoding: Encoding, bytes: &'a [u8]) {
        if let Err(error) = encoding.read::<T>(bytes) {
            assert_eq!(error.kind(), ErrorKind::Decode);
        }
    }
    read::<Value>(encoding, bytes);
    read::<CaptureSnapshotReply<'_>>(encoding, bytes);
    read::<GetFrameTreeReply>(encoding, bytes);
    read::<EvaluateReply>(encoding, bytes);
    read::<GetPartialAxTreeReply>(encoding, bytes);
    read::<JavascriptDialogOpening>(encoding, bytes);
    read::<Binary>(encoding, bytes);
    read::<Option<f64>>(encoding, bytes);
}

/// Bytes that look like the dialect, so that garbage gets past the first byte.
fn likely() -> impl Strategy<Value = Vec<u8>> {
    let piece = prop_oneof![
        Just(b"\xd8\x18\x5a\x00\x00\x00".to_vec()),
        Just(b"\xbf\x69documents\x9f".to_vec()),
        Just(vec![0xff]),
        Just(vec![0xd6]),
        Just(vec![0xfb]),
        any::<u8>().prop_map(|byte| vec![byte]),
        prop::collection::vec(any::<u8>(), 0..12),
    ];
    prop::collection::vec(piece, 0..24).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 512, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn garbage_never_panics(bytes in prop_oneof![prop::collection::vec(any::<u8>(), 0..200), likely()]) {
        for encoding in BOTH {
            read_all(encoding, &bytes);
        }
    }

    #[test]
    fn a_changed_byte_never_panics(value in value(), at in any::<prop::sample::Index>(), byte in any::<u8>()) {
        for encoding in BOTH {
            let mut bytes = encoding.write(&value).unwrap();
            let at = at.index(bytes.len());
            bytes[at] = byte;
            read_all(encoding, &bytes);
        }
    }

    #[test]
    fn what_is_written_is_read(value in value()) {
        for encoding in BOTH {
            let bytes = encoding.write(&value).unwrap();
            prop_assert_eq!(&encoding.read::<Value>(&bytes).unwrap(), &value);
        }
    }

    #[test]
    fn both_encodings_mean_the_same(value in value()) {
        let json = Encoding::Json.write(&value).unwrap();
        let through: Value = Encoding::Json.read(&json).unwrap();
        let cbor = Encoding::Cbor.write(&through).unwrap();
        let back: Value = Encoding::Cbor.read(&cbor).unwrap();
        prop_assert_eq!(Encoding::Json.write(&back).unwrap(), json);
    }

    #[test]
    fn what_is_cut_off_is_an_error(value in prop::collection::vec(value(), 0..5), at in any::<prop::sample::Index>()) {
        let value = Value::Array(value);
        for encoding in BOTH {
            let bytes = encoding.write(&value).unwrap();
            let cut = &bytes[..at.index(bytes.len())];
            prop_assert_eq!(encoding.read::<Value>(cut).unwrap_err().kind(), ErrorKind::Decode);
        }
    }

    #[test]
    fn what_is_too_much_is_an_error(value in value(), rest in 1u8..) {
        let mut bytes = Encoding::Cbor.write(&value).unwrap();
        bytes.push(rest);
        prop_assert_eq!(Encoding::Cbor.read::<Value>(&bytes).unwrap_err().kind(), ErrorKind::Decode);
    }
}

fn cbor<T: DeserializeOwned + Send>(bytes: &[u8]) -> T {
    Encoding::Cbor.read(bytes).unwrap()
}

#[test]
fn a_double_is_what_is_asked_for() {
    let three = [&[0xfb][..], &3f64.to_be_bytes()].concat();
    assert_eq!(cbor::<i32>(&three), 3);
    assert_eq!(cbor::<f64>(&three), 3.0);
    assert_eq!(cbor::<f64>(&[0x03]), 3.0);
    assert_eq!(cbor::<Value>(&three), Value::from(3));
    let nothing = [&[0xfb][..], &f64::NAN.to_be_bytes()].concat();
    assert_eq!(cbor::<Option<f64>>(&nothing), None);
    assert_eq!(cbor::<Value>(&nothing), Value::Null);
    let large = [&[0xfb][..], &1e20f64.to_be_bytes()].concat();
    assert_eq!(cbor::<Value>(&large), Value::from(1e20));
}

#[test]
fn binary_is_base64_in_one_and_itself_in_the_other() {
    let json: Binary = Encoding::Json.read(br#""AAH/""#).unwrap();
    let tagged: Binary = Encoding::Cbor.read(b"\xd6\x43\x00\x01\xff").unwrap();
    let as_text: Binary = Encoding::Cbor.read(b"\x64AAH/").unwrap();
    assert_eq!((&json.0[..], &json, &json), (&[0, 1, 255][..], &tagged, &as_text));
    let error = Encoding::Json.read::<Binary>(br#""hunter2!""#).unwrap_err();
    assert!(!error.to_string().contains("hunter2"), "{error}");
}

#[test]
fn an_error_does_not_tell_what_the_message_holds() {
    for encoding in BOTH {
        let bytes = encoding.write(&serde_json::json!({"frameTree": "hunter2"})).unwrap();
        let error = encoding.read::<GetFrameTreeReply>(&bytes).unwrap_err();
        assert!(!error.to_string().contains("hunter2"), "{error}");
        let bytes = encoding.write(&serde_json::json!({"type": "hunter2"})).unwrap();
        let error = encoding.read::<JavascriptDialogOpening>(&bytes).unwrap_err();
        assert!(!error.to_string().contains("hunter2"), "{error}");
    }
}

#[test]
fn an_envelope_that_lies_about_its_length_is_an_error() {
    let sound = Encoding::Cbor.write(&serde_json::json!([[1, 2], [3]])).unwrap();
    for at in [6, 14] {
        for change in [-1i8, 1, 100] {
            let mut bytes = sound.clone();
            bytes[at] = bytes[at].wrapping_add_signed(change);
            assert!(Encoding::Cbor.read::<Value>(&bytes).is_err(), "{at} {change}");
        }
    }
}

/// As on a worker thread, whose stack is 2 MiB.
#[test]
fn a_thousand_levels_are_read_and_too_many_are_an_error() {
    let nested = |levels: usize| {
        let mut bytes = vec![0x01];
        for _ in 0..levels {
            let length = u32::try_from(bytes.len() + 2).unwrap().to_be_bytes();
            bytes = [&b"\xd8\x18\x5a"[..], &length, &[0x9f], &bytes, &[0xff]].concat();
        }
        bytes
    };
    let read = move || {
        for levels in [1, 127, 128, 129, 1_000, 2_500] {
            assert!(Encoding::Cbor.read::<Value>(&nested(levels)).is_ok(), "{levels}");
        }
        let error = Encoding::Cbor.read::<Value>(&nested(5_000)).unwrap_err();
        assert!(error.to_string().contains("nested too deeply"), "{error}");
        // What nobody asked for may be as deep as it likes.
        Encoding::Cbor.read::<serde::de::IgnoredAny>(&nested(5_000)).unwrap();
        let json = "[".repeat(5_000) + &"]".repeat(5_000);
        assert!(Encoding::Json.read::<Value>(json.as_bytes()).is_err());
        let json = "[".repeat(2_500) + &"]".repeat(2_500);
        assert!(Encoding::Json.read::<Value>(json.as_bytes()).is_ok());
    };
    std::thread::Builder::new().stack_size(2 << 20).spawn(read).unwrap().join().unwrap();
}
