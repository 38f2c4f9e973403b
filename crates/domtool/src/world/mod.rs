//! The isolated world: the parts in `isolated/` in every frame, and typed calls into it.
//!
//! The page cannot see it: its globals, prototypes and listeners are its own. It reads and waits; the only things it
//! ever writes are what an action was asked to write (the value of a date field, the choice of a select).

use std::sync::LazyLock;

use domtool_cdp::{
    Channel, Pending,
    protocol::{BackendNodeId, RemoteObjectId, dom, runtime},
};
use serde::{Serialize, de::DeserializeOwned};
use tokio::task::JoinSet;

use crate::{
    error::{Error, ErrorKind, Result},
    limits::{FRAME_TELLS, WATCHED_FRAMES},
    recording::OWN_SCRIPT,
};

pub(crate) mod calls;
pub(crate) mod data;
mod names;
pub(crate) mod own;

use calls::{Call, Element, NodeCall, OnNodeWithOthers, OnNodes, WorldCall};
pub(crate) use names::Names;
pub(crate) use own::value_in_page;

/// Its script, loaded before the page's own: each part adds to `domtool` what Rust calls by name, and sees the names of
/// the others. What is called answers plain data.
const PARTS: &str = concat!(
    // An element with that id is on the window too, but not as its own. A window lives on where the document of its own site
    // follows the first, empty one (HTML, "initial about:blank"), and its world with it: what was there observes the old
    // document, and hears nothing of the new one (measured, Chromium 156).
    "(Object.hasOwn(globalThis, \"domtool\") && domtool.document === document) || (Object.hasOwn(globalThis, \"domtool\") && domtool.retire(), Object.defineProperty(globalThis, \"domtool\", { configurable: true, value: (() => {\n",
    "\"use strict\";\nconst leaving = [];\nconst domtool = { document, retire: () => leaving.forEach((leave) => leave()) };\nconst give = (calls) => Object.assign(domtool, calls);\n",
    include_str!("isolated/dom.js"),
    include_str!("isolated/base.js"),
    include_str!("isolated/tell.js"),
    include_str!("isolated/staleness.js"),
    include_str!("isolated/login.js"),
    include_str!("isolated/ready.js"),
    include_str!("isolated/spots.js"),
    include_str!("isolated/element.js"),
    include_str!("isolated/motion.js"),
    include_str!("isolated/passing.js"),
    include_str!("isolated/reach.js"),
    include_str!("isolated/proof.js"),
    include_str!("isolated/clipboard.js"),
    include_str!("isolated/keys.js"),
    include_str!("isolated/drag.js"),
    include_str!("isolated/select.js"),
    include_str!("isolated/files.js"),
    include_str!("isolated/emulation.js"),
    include_str!("isolated/fields.js"),
    include_str!("isolated/options.js"),
    include_str!("isolated/forms.js"),
    include_str!("isolated/scroll.js"),
    include_str!("isolated/wheel.js"),
    include_str!("isolated/live_regions.js"),
    include_str!("isolated/fleeting.js"),
    include_str!("isolated/in_place.js"),
    include_str!("isolated/caused.js"),
    include_str!("isolated/roots.js"),
    include_str!("isolated/ticks.js"),
    include_str!("isolated/heard.js"),
    include_str!("isolated/lists.js"),
    include_str!("isolated/editors.js"),
    include_str!("isolated/selectors.js"),
    include_str!("isolated/locators.js"),
    include_str!("isolated/hovers.js"),
    include_str!("isolated/timeline.js"),
    include_str!("isolated/look.js"),
    "return domtool;\n})() }));",
);
/// The same as it is sent, to each page once.
static SOURCE: LazyLock<String> =
    LazyLock::new(|| format!("{}\n//# sourceURL={OWN_SCRIPT}", without_comments(PARTS)));

/// A script without the comments that have lines of their own, and without indentation: a quarter of it, which every document
/// would have to read. Lines stay where they are.
fn without_comments(script: &str) -> String {
    let is_comment = |line: &str| line.starts_with("//") || (line.starts_with("/**") && line.ends_with("*/"));
    let lines = script.lines().map(str::trim_start);
    let lines: Vec<_> = lines.map(|line| if is_comment(line) { "" } else { line }).collect();
    lines.join("\n")
}

/// Handles that live as long as one action.
pub(crate) const GROUP: &str = "domtool";

/// A node in its frame's isolated world.
#[derive(Clone, Debug)]
pub(crate) struct Handle {
    pub(crate) channel: Channel,
    pub(crate) object: RemoteObjectId,
}

/// The isolated world of one frame.
#[derive(Clone, Debug)]
pub(crate) struct World {
    pub(crate) channel: Channel,
    pub(crate) context: i32,
}

impl World {
    /// A node of the frame's document.
    pub(crate) async fn node(&self, backend: BackendNodeId) -> Result<Handle, domtool_cdp::Error> {
        self.handle(self.post_node(backend)).await
    }

    /// Asks for a node, to be taken with [`World::handle`].
    pub(crate) fn post_node(&self, backend: BackendNodeId) -> Pending<dom::ResolveNode> {
        self.post_node_of(backend, GROUP)
    }

    /// The same, of another group of handles.
    pub(crate) fn post_node_of(&self, backend: BackendNodeId, group: &str) -> Pending<dom::ResolveNode> {
        self.channel.post(&dom::ResolveNode {
            backend_node_id: Some(backend),
            object_group: Some(group.to_owned()),
            execution_context_id: Some(self.context),
        })
    }

    /// The node that was asked for.
    pub(crate) async fn handle(
        &self,
        pending: Pending<dom::ResolveNode>,
    ) -> Result<Handle, domtool_cdp::Error> {
        let object = pending.reply().await?.object;
        Ok(Handle { channel: self.channel.clone(), object: object.object_id.unwrap_or_default() })
    }

    /// Calls a function of the world.
    pub(crate) async fn call<A: Serialize, T: DeserializeOwned>(
        &self,
        call: Call<impl WorldCall, A, T>,
        arguments: &A,
    ) -> Result<T> {
        self.call_as(call.name, arguments, false).await
    }

    /// The same, as if a person had just done something: for what browsers let a page do only then.
    pub(crate) async fn call_by_user<A: Serialize, T: DeserializeOwned>(
        &self,
        call: Call<impl WorldCall, A, T>,
        arguments: &A,
    ) -> Result<T> {
        self.call_as(call.name, arguments, true).await
    }

    async fn call_as<T: DeserializeOwned>(
        &self,
        name: &str,
        arguments: &impl Serialize,
        by_user: bool,
    ) -> Result<T> {
        let call = runtime::CallFunctionOn {
            user_gesture: by_user.then_some(true),
            arguments: Some(vec![argument(arguments)?]),
            execution_context_id: Some(self.context),
            ..awaited(format!("function (args) {{ return domtool.{name}(...args) }}"))
        };
        result(self.channel.call(&call).await?)
    }
}

impl World {
    /// Calls a function of the world that answers at once, in the order of what else is posted on its channel.
    pub(crate) fn post<T>(&self, call: Call<impl WorldCall, (), T>) -> Pending<runtime::CallFunctionOn> {
        let name = call.name;
        self.channel.post(&runtime::CallFunctionOn {
            function_declaration: format!("function () {{ return domtool.{name}() }}"),
            execution_context_id: Some(self.context),
            return_by_value: Some(true),
            silent: Some(true),
            ..Default::default()
        })
    }
}

impl World {
    /// Calls a function of the world with nodes, for what it does with them.
    pub(crate) async fn call_with_nodes(
        &self,
        call: Call<OnNodes, (), ()>,
        nodes: &[Handle],
    ) -> Result<(), domtool_cdp::Error> {
        let name = call.name;
        let argument =
            |node: &Handle| runtime::CallArgument { object_id: Some(node.object.clone()), value: None };
        let call = runtime::CallFunctionOn {
            function_declaration: format!("function (...nodes) {{ domtool.{name}(...nodes) }}"),
            arguments: Some(nodes.iter().map(argument).collect()),
            execution_context_id: Some(self.context),
            silent: Some(true),
            ..Default::default()
        };
        self.channel.call(&call).await.map(|_| ())
    }
}

impl Handle {
    /// Calls a function of the world with this node first.
    pub(crate) async fn call<A: Serialize, T: DeserializeOwned>(
        &self,
        call: Call<impl NodeCall, A, T>,
        arguments: &A,
    ) -> Result<T> {
        self.call_as(call.name, arguments, []).await
    }

    /// The same, with other nodes of the same world last.
    pub(crate) async fn call_with<A: Serialize, T: DeserializeOwned>(
        &self,
        call: Call<OnNodeWithOthers, A, T>,
        arguments: &A,
        others: impl IntoIterator<Item = &Handle>,
    ) -> Result<T> {
        self.call_as(call.name, arguments, others).await
    }

    async fn call_as<T: DeserializeOwned>(
        &self,
        name: &str,
        arguments: &impl Serialize,
        others: impl IntoIterator<Item = &Handle>,
    ) -> Result<T> {
        let mut list = vec![argument(arguments)?];
        list.extend(
            others
                .into_iter()
                .map(|other| runtime::CallArgument { object_id: Some(other.object.clone()), value: None }),
        );
        let declaration =
            format!("function (args, ...others) {{ return domtool.{name}(this, ...args, ...others) }}");
        let call = runtime::CallFunctionOn {
            arguments: Some(list),
            object_id: Some(self.object.clone()),
            ..awaited(declaration)
        };
        result(self.channel.call(&call).await?)
    }
}

impl World {
    /// An element that a function of the world gives, with its backend id.
    pub(crate) async fn element(
        &self,
        call: Call<impl WorldCall, (), Option<Element>>,
    ) -> Result<Option<(Handle, BackendNodeId)>, domtool_cdp::Error> {
        let name = call.name;
        let call = runtime::CallFunctionOn {
            function_declaration: format!("function () {{ return domtool.{name}() }}"),
            execution_context_id: Some(self.context),
            object_group: Some(GROUP.to_owned()),
            silent: Some(true),
            ..Default::default()
        };
        given(&self.channel, call).await
    }
}

impl Handle {
    /// Another element that a function of the world gives for this one, with its backend id.
    pub(crate) async fn element(
        &self,
        call: Call<impl NodeCall, (), Option<Element>>,
    ) -> Result<Option<(Handle, BackendNodeId)>, domtool_cdp::Error> {
        self.element_by(call.name, Vec::new()).await
    }

    /// The same, of a function that wants to know more.
    pub(crate) async fn element_of<A: Serialize>(
        &self,
        call: Call<impl NodeCall, A, Option<Element>>,
        arguments: &A,
    ) -> Result<Option<(Handle, BackendNodeId)>> {
        Ok(self.element_by(call.name, vec![argument(arguments)?]).await?)
    }

    async fn element_by(
        &self,
        name: &str,
        arguments: Vec<runtime::CallArgument>,
    ) -> Result<Option<(Handle, BackendNodeId)>, domtool_cdp::Error> {
        let call = runtime::CallFunctionOn {
            function_declaration: format!("function (args = []) {{ return domtool.{name}(this, ...args) }}"),
            arguments: (!arguments.is_empty()).then_some(arguments),
            object_id: Some(self.object.clone()),
            object_group: Some(GROUP.to_owned()),
            silent: Some(true),
            ..Default::default()
        };
        given(&self.channel, call).await
    }
}

/// A call whose answer is a value, which may come later.
fn awaited(function_declaration: String) -> runtime::CallFunctionOn {
    runtime::CallFunctionOn {
        function_declaration,
        return_by_value: Some(true),
        await_promise: Some(true),
        silent: Some(true),
        ..Default::default()
    }
}

async fn given(
    channel: &Channel,
    call: runtime::CallFunctionOn,
) -> Result<Option<(Handle, BackendNodeId)>, domtool_cdp::Error> {
    let Some(object) = channel.call(&call).await?.result.object_id else { return Ok(None) };
    let describe = dom::DescribeNode { object_id: Some(object.clone()), ..Default::default() };
    let backend = channel.call(&describe).await?.node.backend_node_id;
    Ok(Some((Handle { channel: channel.clone(), object }, backend)))
}

/// Handles that live as long as one look at the page, also in the middle of an action.
pub(crate) const LOOK_GROUP: &str = "domtool-look";

/// Calls a function of every world at once; worlds that are gone are passed over.
pub(crate) async fn call_all<T: DeserializeOwned + Send + 'static>(
    worlds: &[World],
    call: Call<impl WorldCall + 'static, (), T>,
) -> Vec<T> {
    let mut calls = JoinSet::new();
    let main = worlds.first().and_then(|world| world.channel.session_id().cloned());
    for world in worlds.iter().take(WATCHED_FRAMES) {
        let mut world = world.clone();
        if world.channel.session_id() != main.as_ref() {
            // A frame that hangs in a process of its own does not hold up the page.
            world.channel = world
                .channel
                .with_deadline(world.channel.patience().map_or(FRAME_TELLS, |all| FRAME_TELLS.min(all / 8)));
        }
        calls.spawn(async move { world.call(call, &()).await.ok() });
    }
    calls.join_all().await.into_iter().flatten().collect()
}

/// What an exception says, in one line.
pub(crate) fn exception_text(details: &runtime::ExceptionDetails) -> String {
    let thrown = details.exception.as_ref();
    let text = thrown
        .and_then(|object| object.description.clone())
        .or_else(|| thrown.and_then(|object| object.value.as_ref()).map(ToString::to_string))
        .unwrap_or_else(|| details.text.clone());
    text.lines().next().unwrap_or_default().to_owned()
}

pub(crate) fn argument(value: &impl Serialize) -> Result<runtime::CallArgument> {
    let value = serde_json::to_value(value).map_err(|error| {
        Error::new(ErrorKind::Internal, format!("an argument does not serialise: {error}"))
    })?;
    // No arguments serialise as null, and are spread as an empty list.
    let value = if value.is_null() { serde_json::Value::Array(Vec::new()) } else { value };
    Ok(runtime::CallArgument { value: Some(value), object_id: None })
}

fn result<T: DeserializeOwned>(reply: runtime::CallFunctionOnReply) -> Result<T> {
    if let Some(details) = reply.exception_details {
        let what = format!("a helper in the page failed: {}", exception_text(&details));
        return Err(Error::new(ErrorKind::Internal, what));
    }
    serde_json::from_value(reply.result.value.unwrap_or_default()).map_err(|error| {
        Error::new(ErrorKind::Internal, format!("a helper in the page answered oddly: {error}"))
    })
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::{PARTS, without_comments};

    /// Timers of ours must be told from the page's (`later` in base.js).
    #[test]
    fn no_part_sets_a_timer_as_pages_do() {
        assert!(PARTS.contains("AbortSignal.timeout("));
        assert!(!PARTS.contains("setInterval(") && !PARTS.contains("setTimeout("));
    }

    /// A text over several lines could hold what looks like a comment.
    #[test]
    fn no_text_goes_over_a_line() {
        let scripts = [PARTS, include_str!("delegates.js")];
        for line in scripts.iter().flat_map(|script| script.lines()) {
            assert!(line.matches('`').count() % 2 == 0, "{line}");
        }
        let bare = without_comments("a();\n  // b\n  /** c */\n  d(\"//\"); // e");
        assert_eq!(bare, "a();\n\n\nd(\"//\"); // e");
    }

    /// One letter that is none of ASCII, and each letter goes over the wire and through the engine as two bytes.
    #[test]
    fn what_is_sent_is_ascii() {
        for script in [PARTS, include_str!("delegates.js")] {
            let line = without_comments(script).lines().find(|line| !line.is_ascii()).map(str::to_owned);
            assert_eq!(line, None, "write it as an escape");
        }
    }

    /// The parts share one scope: two of one name, and pages have no world at all.
    #[test]
    fn no_two_parts_declare_one_name() {
        let mut known = HashSet::new();
        for line in PARTS.lines() {
            let declared = ["const ", "let ", "function ", "async function ", "class "]
                .iter()
                .find_map(|word| line.strip_prefix(word));
            let Some(declared) = declared else { continue };
            let end = declared.find(|c: char| !c.is_alphanumeric() && c != '_' && c != '$');
            let name = declared.get(..end.unwrap_or(declared.len())).unwrap_or_default();
            assert!(name.is_empty() || known.insert(name), "{name} is declared twice");
        }
        assert!(known.len() > 50, "the parts were not read: {known:?}");
    }
}
