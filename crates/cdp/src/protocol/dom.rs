//! `DOM`: single nodes by their backend id. The tree itself comes from [`super::dom_snapshot`].

use super::{BackendNodeId, FrameId, NodeId, RemoteObjectId, domain};
use crate::protocol::runtime::RemoteObject;

domain! {
    "DOM"
    /// A node, as far as we read it.
    object Node = "Node" { node_id: NodeId, backend_node_id: BackendNodeId, node_type: i32, node_name: String,
        local_name: String, node_value: String; attributes: Vec<String>, frame_id: FrameId, children: Vec<Node>,
        shadow_roots: Vec<Node> }
    /// Four quads of eight numbers, in CSS pixels of the frame's viewport: content, padding, border, margin box.
    object BoxModel = "BoxModel" { content: Vec<f64>, padding: Vec<f64>, border: Vec<f64>, margin: Vec<f64>, width: i32, height: i32; }
    /// Turns domain events on; needed by nothing that we ask, but by `getFrameOwner`.
    command Enable = "enable" { ; }
    /// One node; without its children unless a depth is given (-1 for all), into shadow roots and frames where it pierces.
    command DescribeNode = "describeNode" { ; backend_node_id: BackendNodeId, object_id: RemoteObjectId, depth: i32, pierce: bool }
        -> DescribeNodeReply { node: Node; }
    /// A handle to a node in an execution context (the page's own when none is given).
    command ResolveNode = "resolveNode" { ; backend_node_id: BackendNodeId, object_group: String, execution_context_id: i32 }
        -> ResolveNodeReply { object: RemoteObject; }
    /// Scrolls every scroller around the node as far as needed.
    command ScrollIntoViewIfNeeded = "scrollIntoViewIfNeeded" { ; backend_node_id: BackendNodeId, rect: Rect }
    /// A rectangle relative to a node's border box.
    object Rect = "Rect" { x: f64, y: f64, width: f64, height: f64; }
    /// One quad for each fragment of the node: eight numbers, clockwise from the top left, CSS pixels of the frame's viewport.
    command GetContentQuads = "getContentQuads" { ; backend_node_id: BackendNodeId }
        -> GetContentQuadsReply { quads: Vec<Vec<f64>>; }
    /// The boxes of a node.
    command GetBoxModel = "getBoxModel" { ; backend_node_id: BackendNodeId }
        -> GetBoxModelReply { model: BoxModel; }
    /// The node at a point, in CSS pixels of the frame's *document*. Pierces open shadow roots and same-process
    /// frames, stops at the `<iframe>` of another process.
    command GetNodeForLocation = "getNodeForLocation" { x: i32, y: i32; include_user_agent_shadow_dom as "includeUserAgentShadowDOM": bool,
        ignore_pointer_events_none: bool }
        -> GetNodeForLocationReply { backend_node_id: BackendNodeId, frame_id: FrameId; node_id: NodeId }
    /// Gives a file input its files, as a chooser would: `input` and `change` are trusted.
    command SetFileInputFiles = "setFileInputFiles" { files: Vec<String>; backend_node_id: BackendNodeId }
    /// Focuses a node.
    command Focus = "focus" { ; backend_node_id: BackendNodeId }
    /// The `<iframe>` (or `<object>`, `<frame>`...) that holds a frame, asked on the session of the parent.
    command GetFrameOwner = "getFrameOwner" { frame_id: FrameId; }
        -> GetFrameOwnerReply { backend_node_id: BackendNodeId; node_id: NodeId }
    /// A colour.
    object Rgba = "RGBA" { r: i32, g: i32, b: i32; a: f64 }
}
