//! `Accessibility`: Chrome's own names and roles, asked for single nodes that domtool is not certain of.

use super::{BackendNodeId, FrameId, domain};

domain! {
    "Accessibility"
    /// A value with its type. The value is a string, number or boolean; see [`AxValue::as_text`].
    object AxValue = "AXValue" { r#type: String; value: serde_json::Value }
    /// A state or property of a node, such as `focusable` or `expanded`.
    object AxProperty = "AXProperty" { name: String, value: AxValue; }
    /// A node of the accessibility tree.
    object AxNode = "AXNode" { node_id: String, ignored: bool; role: AxValue, name: AxValue, description: AxValue,
        value: AxValue, properties: Vec<AxProperty>, parent_id: String, child_ids: Vec<String>,
        backend_dom_node_id as "backendDOMNodeId": BackendNodeId, frame_id: FrameId }
    /// One node, without its relatives when `fetch_relatives` is false. Does not grow with the page.
    command GetPartialAxTree = "getPartialAXTree" { ; backend_node_id: BackendNodeId, fetch_relatives: bool }
        -> GetPartialAxTreeReply { nodes: Vec<AxNode>; }
    /// Every node of one frame. Costs seconds on long pages; never on the default path.
    command GetFullAxTree = "getFullAXTree" { ; depth: i32, frame_id: FrameId }
        -> GetFullAxTreeReply { nodes: Vec<AxNode>; }
}

impl AxValue {
    /// The value where it is a string.
    #[must_use]
    pub fn as_text(&self) -> Option<&str> {
        self.value.as_ref().and_then(serde_json::Value::as_str)
    }
}
