//! Any text as keys to press: it is keys or an error, never a panic, and what is keys is written so that it is read again.
#![no_main]

use domtool::Keys;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let Ok(keys) = text.parse::<Keys>() else { return };
    let written = keys.to_string();
    let again: Keys = written.parse().expect("we wrote it");
    assert_eq!(again.to_string(), written);
});
