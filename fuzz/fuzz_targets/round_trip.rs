//! Bytes that are CBOR to us: what they hold, written in either encoding and read again, is the same.
#![no_main]

use domtool_cdp::Encoding;
use libfuzzer_sys::fuzz_target;
use serde_json::Value;

fuzz_target!(|bytes: &[u8]| {
    let Ok(value) = Encoding::Cbor.read::<Value>(bytes) else { return };
    // An integer past 2^53 is a double once it is written.
    let written = Encoding::Cbor.write(&value).expect("it was CBOR");
    let value: Value = Encoding::Cbor.read(&written).expect("we wrote it");
    for encoding in [Encoding::Json, Encoding::Cbor] {
        let written = encoding.write(&value).expect("it was read");
        assert_eq!(encoding.read::<Value>(&written).expect("we wrote it"), value);
    }
});
