//! The bundled pages: they lie beside this file, so that every example runs without a network.

use std::env;

/// Gives the address in the program's nth argument, or else the `file:` address of a bundled page. A session opens that only with
/// `SessionOptions::files`.
pub(crate) fn argument_or(nth: usize, bundled: &str) -> String {
    env::args().nth(nth).unwrap_or_else(|| {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/pages");
        // An address has no blanks, a folder may.
        format!("file://{folder}/{bundled}").replace(' ', "%20")
    })
}
