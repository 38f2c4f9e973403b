//! `Overlay`: marks that the browser paints above a page, of which the page knows nothing.

use super::{BackendNodeId, dom::Rgba, domain};

domain! {
    "Overlay"
    /// Turns the domain on; it paints nothing before.
    command Enable = "enable" { ; }
    /// Turns it off, and takes away what it painted.
    command Disable = "disable" { ; }
    /// Marks one node until told otherwise.
    command HighlightNode = "highlightNode" { highlight_config: HighlightConfig; backend_node_id: BackendNodeId }
    /// Takes the mark away.
    command HideHighlight = "hideHighlight" { ; }
    /// How a mark looks.
    object HighlightConfig = "HighlightConfig" { ; show_info: bool, content_color: Rgba, padding_color: Rgba, border_color: Rgba, margin_color: Rgba }
}
