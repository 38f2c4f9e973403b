//! Runs an expression in the page's own world, for people who asked for it.

use std::time::Duration;

use domtool_cdp::protocol::runtime;
use domtool_page::view::quoted;

use crate::{
    error::{Dispatched, Error, ErrorKind, Result},
    tab::TabInner,
    world::exception_text,
};

/// Evaluates an expression and gives its value as JSON. A script that runs on past the deadline is ended; a promise is left to
/// itself.
pub(crate) async fn evaluate_in_page(tab: &TabInner, expression: &str, patience: Duration) -> Result<String> {
    tab.check_hands()?;
    let evaluate = runtime::Evaluate {
        expression: expression.to_owned(),
        return_by_value: Some(true),
        await_promise: Some(true),
        user_gesture: Some(true),
        timeout: Some(patience.as_millis() as f64),
        ..Default::default()
    };
    let channel = tab.main_channel()?.with_deadline(patience);
    tab.note_dispatched(Dispatched::Maybe);
    let reply = channel.call(&evaluate).await.map_err(|error| unanswered(tab, error, patience))?;
    if let Some(details) = reply.exception_details {
        let threw = format!("the expression threw: {}", exception_text(&details));
        // What stood before the throw was done.
        return Err(Error::invalid_input(threw).after(Dispatched::Maybe));
    }
    Ok(match (reply.result.value, reply.result.unserializable_value) {
        (Some(value), _) => value.to_string(),
        (None, Some(text)) => quoted(&text),
        (None, None) => "null".to_owned(),
    })
}

/// Why an expression gave no value. It may have run, and done something, unless it never left.
fn unanswered(tab: &TabInner, error: domtool_cdp::Error, patience: Duration) -> Error {
    let ran = match error.dispatched() {
        domtool_cdp::Dispatched::No => Dispatched::No,
        _ => Dispatched::Maybe,
    };
    let late = error.is_deadline();
    match tab.gate() {
        Ok(()) if late => {
            let seconds = patience.as_secs_f64();
            Error::new(ErrorKind::Timeout, format!("the expression gave no value in {seconds} s"))
                .with_hint("give it more time, or do not wait for the promise")
        }
        _ => tab.explain(error),
    }
    .after(ran)
}
