//! What runs in the page's own world: the look for delegated handlers (`delegates.js`), and the value that a page reads of a field.
//!
//! The page must not notice either. The script of the look is there before the page's own, where it takes its built-ins untouched. It
//! waits as the listener of an event that never comes, where the page cannot find it and the browser can. What has to run before that is
//! known, or must run what is the page's, runs without side effects: the browser ends it before it could leave a trace.

use std::{
    hash::{BuildHasher as _, Hasher as _, RandomState},
    sync::LazyLock,
};

use domtool_cdp::{
    Channel, Pending,
    protocol::{BackendNodeId, RemoteObjectId, dom, runtime},
};

use super::{GROUP, without_comments};

/// The script, an expression: its formatter ends it as a statement.
static SOURCE: LazyLock<String> = LazyLock::new(|| {
    let script = without_comments(include_str!("delegates.js"));
    script.trim().trim_end_matches(';').to_owned()
});
/// Handles that live as long as their documents.
const OWN_GROUP: &str = "domtool-own";

/// The event that never comes. Its name is unlike in every process, so that no page can look out for it.
static EVENT: LazyLock<String> =
    LazyLock::new(|| format!("domtool{:016x}", RandomState::new().build_hasher().finish()));

/// The script for new documents.
pub(crate) fn script() -> String {
    format!("window.addEventListener({:?}, {})", *EVENT, *SOURCE)
}

/// Asks a page's world for its look. A page that was there before the script takes one with the built-ins that it has.
pub(crate) fn post_look(channel: &Channel, context: i32) -> Pending<runtime::Evaluate> {
    let (event, source) = (&*EVENT, &*SOURCE);
    channel.post(&runtime::Evaluate {
        expression: format!(
            "(getEventListeners(window)[{event:?}]?.[0].listener ?? {source})(getEventListeners)"
        ),
        context_id: Some(context),
        object_group: Some(OWN_GROUP.to_owned()),
        silent: Some(true),
        include_command_line_api: Some(true),
        throw_on_side_effect: Some(true),
        ..Default::default()
    })
}

/// The look that a page's world gave.
pub(crate) fn look_of(reply: runtime::EvaluateReply) -> Option<RemoteObjectId> {
    reply.result.object_id.filter(|_| reply.exception_details.is_none())
}

/// What the page itself reads of a field: masks hide what they show in it from scripts. Read after input only; nothing where
/// reading it has side effects.
pub(crate) async fn value_in_page(channel: &Channel, backend: BackendNodeId) -> Option<String> {
    let resolve = dom::ResolveNode {
        backend_node_id: Some(backend),
        object_group: Some(GROUP.to_owned()),
        execution_context_id: None,
    };
    let node = channel.call(&resolve).await.ok()?.object.object_id?;
    let call = runtime::CallFunctionOn {
        function_declaration: "function () { return `${this.value ?? \"\"}` }".to_owned(),
        object_id: Some(node),
        return_by_value: Some(true),
        silent: Some(true),
        throw_on_side_effect: Some(true),
        ..Default::default()
    };
    let reply = channel.call(&call).await.ok()?;
    reply.result.value?.as_str().map(str::to_owned).filter(|_| reply.exception_details.is_none())
}
