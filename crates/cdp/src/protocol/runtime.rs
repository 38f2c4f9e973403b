//! `Runtime`: scripts, in the page's world or in an isolated one.

use serde_json::Value;

use serde::{Deserialize, Serialize};

use super::{FrameId, RemoteObjectId, domain};

domain! {
    "Runtime"
    /// A value or a handle to one.
    object RemoteObject = "RemoteObject" { r#type: String; subtype: String, class_name: String, value: Value,
        unserializable_value: String, description: String, object_id: RemoteObjectId }
    /// What went wrong in a script.
    object ExceptionDetails = "ExceptionDetails" { exception_id: i32, text: String, line_number: i32, column_number: i32; url: String,
        exception: RemoteObject, execution_context_id: i32 }
    /// An argument: a JSON value or a handle.
    object CallArgument = "CallArgument" { ; value: Value, object_id: RemoteObjectId }
    /// An execution context: a page's own, or an isolated world's. `aux_data` says which frame's.
    object ExecutionContextDescription = "ExecutionContextDescription" { id: i32, origin: String, name: String, unique_id: String;
        aux_data: ContextAuxData }
    /// Turns the events on.
    command Enable = "enable" { ; }
    /// Lets a target run that was attached with `wait_for_debugger_on_start`.
    command RunIfWaitingForDebugger = "runIfWaitingForDebugger" { ; }
    /// Runs an expression. `timeout` is in milliseconds.
    command Evaluate = "evaluate" { expression: String; object_group: String, context_id: i32, return_by_value: bool, await_promise: bool,
        user_gesture: bool, timeout: f64, silent: bool }
        -> EvaluateReply { result: RemoteObject; exception_details: ExceptionDetails }
    /// Calls a function, on a handle or in a context.
    command CallFunctionOn = "callFunctionOn" { function_declaration: String; object_id: RemoteObjectId, arguments: Vec<CallArgument>, silent: bool,
        return_by_value: bool, user_gesture: bool, await_promise: bool, execution_context_id: i32, object_group: String }
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
