//! `Runtime`: scripts, in the page's world or in an isolated one.

use serde_json::Value;

use serde::{Deserialize, Serialize};

use super::{BackendNodeId, FrameId, LoaderId, RemoteObjectId, domain};

domain! {
    "Runtime"
    /// A value or a handle to one.
    object RemoteObject = "RemoteObject" { r#type: String; subtype: String, class_name: String, value: Value,
        unserializable_value: String, description: String, deep_serialized_value: DeepSerializedValue, object_id: RemoteObjectId }
    /// How to serialise a result: `deep` gives arrays with the backend ids of the nodes in them.
    object SerializationOptions = "SerializationOptions" { serialization: String; max_depth: i32, additional_parameters: SerializationParameters }
    /// A value, serialised `deep`: see [`DeepSerializedValue::items`] and [`DeepSerializedValue::node`].
    object DeepSerializedValue = "DeepSerializedValue" { r#type: String; value: Value }
    /// What went wrong in a script.
    object ExceptionDetails = "ExceptionDetails" { exception_id: i32, text: String, line_number: i32, column_number: i32; url: String,
        exception: RemoteObject, execution_context_id: i32 }
    /// An argument: a JSON value or a handle.
    object CallArgument = "CallArgument" { ; value: Value, object_id: RemoteObjectId }
    /// An execution context: a page's own, or an isolated world's. `aux_data` says which frame's.
    object ExecutionContextDescription = "ExecutionContextDescription" { id: i32, origin: String, name: String, unique_id: String;
        aux_data: ContextAuxData }
    /// Where in a script something was called.
    object CallFrame = "CallFrame" { function_name: String, url: String, line_number: i32, column_number: i32; }
    /// Who called whom, the innermost first.
    object StackTrace = "StackTrace" { call_frames: Vec<CallFrame>; }
    /// Turns the events on.
    command Enable = "enable" { ; }
    /// Gives the worlds of a name a function that tells us what it is called with.
    command AddBinding = "addBinding" { name: String; execution_context_name: String }
    /// That function was called.
    event BindingCalled = "bindingCalled" { name: String, payload: String, execution_context_id: i32; }
    /// Lets a target run that was attached with `wait_for_debugger_on_start`.
    command RunIfWaitingForDebugger = "runIfWaitingForDebugger" { ; }
    /// Runs an expression. `timeout` is in milliseconds.
    command Evaluate = "evaluate" { expression: String; object_group: String, context_id: i32, return_by_value: bool, await_promise: bool,
        user_gesture: bool, timeout: f64, silent: bool, include_command_line_api as "includeCommandLineAPI": bool,
        serialization_options: SerializationOptions, throw_on_side_effect: bool }
        -> EvaluateReply { result: RemoteObject; exception_details: ExceptionDetails }
    /// Calls a function, on a handle or in a context.
    command CallFunctionOn = "callFunctionOn" { function_declaration: String; object_id: RemoteObjectId, arguments: Vec<CallArgument>, silent: bool,
        return_by_value: bool, user_gesture: bool, await_promise: bool, execution_context_id: i32, object_group: String,
        serialization_options: SerializationOptions, throw_on_side_effect: bool }
        -> CallFunctionOnReply { result: RemoteObject; exception_details: ExceptionDetails }
    /// Lets go of every handle of a group.
    command ReleaseObjectGroup = "releaseObjectGroup" { object_group: String; }
    /// Ends a script that runs.
    command TerminateExecution = "terminateExecution" { ; }
    /// There is a new execution context.
    event ExecutionContextCreated = "executionContextCreated" { context: ExecutionContextDescription; }
    /// An execution context is gone.
    event ExecutionContextDestroyed = "executionContextDestroyed" { execution_context_id: i32, execution_context_unique_id: String; }
    /// All of them are gone.
    event ExecutionContextsCleared = "executionContextsCleared" { ; }
    /// Something was written to the console.
    event ConsoleApiCalled = "consoleAPICalled" { r#type: String, args: Vec<RemoteObject>, execution_context_id: i32, timestamp: f64; }
    /// An exception that nobody caught.
    event ExceptionThrown = "exceptionThrown" { timestamp: f64, exception_details: ExceptionDetails; }
}

/// What Chrome puts into the free-form `auxData` of an execution context.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ContextAuxData {
    /// The frame that it belongs to.
    pub frame_id: Option<FrameId>,
    /// Whether it is the page's own.
    #[serde(default)]
    pub is_default: bool,
}

/// What Chrome takes as the free-form `additionalParameters` of a serialisation.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SerializationParameters {
    /// How many levels of a node's children are given; 0 for the node alone.
    pub max_node_depth: Option<i32>,
}

/// A node within a value that was serialised `deep`, as far as we read it.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct DeepNode {
    /// Its backend id.
    pub backend_node_id: BackendNodeId,
    /// Its document.
    pub loader_id: LoaderId,
}

impl DeepSerializedValue {
    /// The items of an array; nothing for what is none.
    #[must_use]
    pub fn items(&self) -> Vec<DeepSerializedValue> {
        let Some(Value::Array(items)) = self.value.as_ref().filter(|_| self.r#type == "array") else {
            return Vec::new();
        };
        items.iter().filter_map(|item| Self::deserialize(item).ok()).collect()
    }

    /// The node, when it is one.
    #[must_use]
    pub fn node(&self) -> Option<DeepNode> {
        let value = self.value.as_ref().filter(|_| self.r#type == "node")?;
        DeepNode::deserialize(value).ok()
    }

    /// The text, when it is a string.
    #[must_use]
    pub fn text(&self) -> Option<&str> {
        self.value.as_ref().and_then(Value::as_str)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nodes_within_an_array_have_their_backend_ids() {
        let json = r#"{"type":"array","value":[{"type":"string","value":"{}"},{"type":"null"},
            {"type":"node","value":{"nodeType":1,"childNodeCount":0,"backendNodeId":29,"loaderId":"L","localName":"input","attributes":{}}}]}"#;
        let value: DeepSerializedValue = serde_json::from_str(json).unwrap_or_default();
        let items = value.items();
        assert_eq!(items[0].text(), Some("{}"));
        assert_eq!((items[1].node(), items[1].text()), (None, None));
        let node = DeepNode { backend_node_id: BackendNodeId(29), loader_id: LoaderId::from("L") };
        assert_eq!(items[2].node(), Some(node));
        assert!(items[0].items().is_empty());
    }
}
