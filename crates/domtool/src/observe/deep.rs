//! Answers of the looks into a frame: an array of JSON text and then elements, serialised so that the elements come with
//! their backend ids and need no round trip of their own.

use domtool_cdp::protocol::runtime::{
    CallFunctionOnReply, DeepSerializedValue, ExceptionDetails, RemoteObject, SerializationOptions,
    SerializationParameters,
};
use serde::de::DeserializeOwned;

use crate::world::calls::{Call, Looked};

/// Asks for nodes by backend id and loader, and nothing of what is in them.
pub(super) fn options() -> SerializationOptions {
    SerializationOptions {
        serialization: "deep".to_owned(),
        max_depth: None,
        additional_parameters: Some(SerializationParameters { max_node_depth: Some(0) }),
    }
}

/// What a look of the isolated world answered.
pub(super) fn answer<On, A, T: DeserializeOwned>(
    _look: Call<On, A, Looked<T>>,
    reply: &CallFunctionOnReply,
) -> Option<(T, Vec<DeepSerializedValue>)> {
    read("live", &reply.result, reply.exception_details.as_ref())
}

/// The JSON and the elements; nothing where the script had nothing to tell, or failed, which goes into the log.
pub(super) fn read<T: DeserializeOwned>(
    look: &str,
    result: &RemoteObject,
    failure: Option<&ExceptionDetails>,
) -> Option<(T, Vec<DeepSerializedValue>)> {
    if let Some(details) = failure {
        // What was thrown may be the page's, and hold anything.
        let (line, column) = (details.line_number, details.column_number);
        tracing::debug!(look, line, column, "a look into a frame failed");
        return None;
    }
    let mut items = result.deep_serialized_value.as_ref()?.items().into_iter();
    let told = items.next()?;
    match serde_json::from_str(told.text()?) {
        Ok(told) => Some((told, items.collect())),
        Err(error) => {
            tracing::debug!(look, column = error.column(), "a look into a frame gave something else");
            None
        }
    }
}
