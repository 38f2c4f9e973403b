//! What a tool gives back: the payload once, as text; a picture as one; what went wrong as a result that a model reads.

use domtool::ErrorKind;
use rmcp::model::{CallToolResult, ContentBlock};
use serde::Deserialize;

use super::{picture::PictureFile, request::Asked};
use crate::{
    client::Answer,
    failure::{Failure, Result},
    limits::ERROR_CHARACTERS,
    output::painted_over,
};

/// The result of a call that was made.
pub(super) fn result(asked: &Asked, answered: Result<Answer>) -> CallToolResult {
    let Answer { text, whole } = match answered {
        Ok(answer) => answer,
        Err(failure) if failure.kind == ErrorKind::Timeout && asked.beyond.is_some() => {
            return still_waiting(asked, &failure);
        }
        Err(failure) => return failed(&failure),
    };
    match &asked.picture {
        Some(picture) => pictured(picture, &text).unwrap_or_else(|failure| failed(&failure)),
        None if whole => CallToolResult::success(vec![ContentBlock::text(text)]),
        None => CallToolResult::error(vec![ContentBlock::text(cut(text))]),
    }
}

/// What went wrong: its code, what happened, whether the page may have received input, and what to do next.
pub(super) fn failed(failure: &Failure) -> CallToolResult {
    CallToolResult::error(vec![ContentBlock::text(cut(failure.to_tool_text()))])
}

/// The caller wants to wait for longer than a host waits for one call.
fn still_waiting(asked: &Asked, failure: &Failure) -> CallToolResult {
    let left = asked.beyond.unwrap_or_default().as_secs_f64().ceil();
    let text = format!(
        "still waiting: call again ({} with the same arguments and timeout {left})\n  so far: {}\n",
        asked.entry.name,
        domtool::text::one_line(&failure.message)
    );
    CallToolResult::success(vec![ContentBlock::text(text)])
}

fn pictured(picture: &PictureFile, json: &str) -> Result<CallToolResult> {
    #[derive(Deserialize)]
    struct Size {
        width: u32,
        height: u32,
        marks: usize,
        #[serde(default)]
        left_out: usize,
    }
    let Size { width, height, marks, left_out } = serde_json::from_str(json)
        .map_err(|error| Failure::internal(format!("what the picture is cannot be read: {error}")))?;
    let marked = if marks > 0 { format!(", {marks} ids drawn") } else { String::new() };
    let text = format!("{width}x{height}{marked}{}\n", painted_over(left_out));
    let image = ContentBlock::image(picture.read()?, PictureFile::KIND);
    Ok(CallToolResult::success(vec![image, ContentBlock::text(text)]))
}

/// As much of an error as a host shows.
fn cut(mut text: String) -> String {
    if text.len() <= ERROR_CHARACTERS {
        return text;
    }
    let end = (0..=ERROR_CHARACTERS).rev().find(|at| text.is_char_boundary(*at)).unwrap_or_default();
    text.truncate(text[..end].rfind('\n').map_or(end, |line| line + 1));
    text.push_str("(the rest is left out: observe)\n");
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hint::Hint;

    fn text(result: &CallToolResult) -> &str {
        let ContentBlock::Text(text) = &result.content[0] else { panic!("no text") };
        &text.text
    }

    #[test]
    fn an_error_says_code_dispatched_and_the_next_tool() {
        for (kind, given, says) in [
            (ErrorKind::NotFound, Hint::OpenFirst, "open a page first: open"),
            (ErrorKind::DialogOpen, Hint::AnswerDialog, r#"{"op": "dialog""#),
            (ErrorKind::NoBrowser, Hint::InstallBrowser, "ask the person"),
            (ErrorKind::Covered, "close e9".into(), "next: close e9"),
        ] {
            let result = failed(&Failure::new(kind, "it failed", given));
            let text = text(&result);
            assert_eq!(result.is_error, Some(true));
            assert!(
                text.starts_with(kind.code()) && text.contains("dispatched: no") && text.contains(says),
                "{text}"
            );
        }
    }

    #[test]
    fn a_long_error_is_cut_at_a_line() {
        let result = failed(&Failure::new(ErrorKind::Covered, "it failed", "ü\n".repeat(20_000)));
        assert!(text(&result).len() < ERROR_CHARACTERS + 100 && text(&result).ends_with("observe)\n"));
    }
}
