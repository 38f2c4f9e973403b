//! Counts the tokens of what was read, with the tokenizer of current models.

use std::{
    io::Write,
    process::{Command, Stdio},
};

use super::apps::INSTALLED;

/// Prints how many tokens its standard input has.
const SCRIPT: &str = "const {countTokens} = require('gpt-tokenizer/encoding/o200k_base');\
    console.log(countTokens(require('fs').readFileSync(0, 'utf8')))";

/// Pixels of a picture that take a token, about, with the models that say so.
const PIXELS_A_TOKEN: usize = 750;

/// How many tokens a text has in `o200k_base`.
pub(super) fn tokens(text: &str) -> Result<usize, String> {
    let failed = |error: std::io::Error| format!("the tokenizer: {error}");
    let mut child = Command::new("node")
        .args(["-e", SCRIPT])
        .env("NODE_PATH", format!("{INSTALLED}/node_modules"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .map_err(failed)?;
    // The script reads to the end before it prints, so that neither waits for the other. Dropping the pipe ends it.
    if let Some(mut input) = child.stdin.take() {
        input.write_all(text.as_bytes()).map_err(failed)?;
    }
    let printed = child.wait_with_output().map_err(failed)?.stdout;
    let printed = String::from_utf8_lossy(&printed);
    printed.trim().parse().map_err(|_| format!("the tokenizer says: {printed}"))
}

/// About how many tokens a picture takes, by the size that the head of its file says.
pub(super) fn picture(png: &[u8]) -> Option<usize> {
    let side = |at: usize| -> Option<usize> {
        let bytes = png.get(at..at + 4)?.try_into().ok()?;
        usize::try_from(u32::from_be_bytes(bytes)).ok()
    };
    (png.get(12..16)? == b"IHDR").then_some(())?;
    Some((side(16)? * side(20)?).div_ceil(PIXELS_A_TOKEN))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_takes_what_its_size_says() {
        let mut head = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR".to_vec();
        head.extend([0, 0, 5, 0, 0, 0, 2, 208]);
        assert_eq!(picture(&head), Some(1229));
        assert_eq!(picture(b"GIF89a"), None);
    }
}
