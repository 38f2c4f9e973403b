//! What the protocol's conformance suite calls: tools and resources of its own names, beside ours, so that it can see how content of
//! each kind, errors, progress and resources go through this server. Only a build with the feature `conformance` has it, behind a
//! hidden flag: no host sees it. `cargo xtask conformance` runs the suite.

use std::sync::Arc;

use rmcp::{
    RoleServer,
    model::{
        CallToolResult, ContentBlock, ProgressNotificationParam, ReadResourceResult, ResourceContents, Tool,
    },
    service::RequestContext,
};
use serde_json::{Map, json};

/// A picture of one red point.
const PNG: &str =
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC";
/// A sound without length.
const WAV: &str = "UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA=";

/// The tools, each without arguments.
const TOOLS: &[(&str, &str)] = &[
    ("test_simple_text", "Answers with a text."),
    ("test_image_content", "Answers with a picture."),
    ("test_audio_content", "Answers with a sound."),
    ("test_embedded_resource", "Answers with a resource."),
    ("test_multiple_content_types", "Answers with a text, a picture and a resource."),
    ("test_error_handling", "Fails."),
    ("test_tool_with_progress", "Says how far it is."),
];

/// The tools as they are listed.
pub(super) fn tools() -> impl Iterator<Item = Tool> {
    let schema = Arc::new(Map::from_iter([
        ("type".to_owned(), json!("object")),
        ("properties".to_owned(), json!({})),
    ]));
    TOOLS.iter().map(move |(name, about)| Tool::new(*name, *about, Arc::clone(&schema)))
}

/// What a tool answers; `None` for what is none of these.
pub(super) async fn call(name: &str, context: &RequestContext<RoleServer>) -> Option<CallToolResult> {
    let resource = |uri: &str, kind: &str, text: &str| {
        ContentBlock::resource(ResourceContents::text(text, uri).with_mime_type(kind))
    };
    let content = match name {
        "test_simple_text" => vec![ContentBlock::text("A text, and no more than that.")],
        "test_image_content" => vec![ContentBlock::image(PNG, "image/png")],
        "test_audio_content" => vec![ContentBlock::audio(WAV, "audio/wav")],
        "test_embedded_resource" => {
            vec![resource("test://embedded-resource", "text/plain", "A resource in an answer.")]
        }
        "test_multiple_content_types" => vec![
            ContentBlock::text("Three kinds:"),
            ContentBlock::image(PNG, "image/png"),
            resource("test://mixed-content-resource", "application/json", r#"{"value":123}"#),
        ],
        "test_error_handling" => {
            return Some(CallToolResult::error(vec![ContentBlock::text("This tool always fails.")]));
        }
        "test_tool_with_progress" => {
            progress(context).await;
            vec![ContentBlock::text("It is done.")]
        }
        _ => return None,
    };
    Some(CallToolResult::success(content))
}

/// Says three times how far it is, where the caller wants to know.
async fn progress(context: &RequestContext<RoleServer>) {
    let Some(token) = context.meta.get_progress_token() else { return };
    for done in [0.0, 50.0, 100.0] {
        let progress = ProgressNotificationParam::new(token.clone(), done).with_total(100.0);
        if let Err(error) = context.peer.notify_progress(progress).await {
            tracing::debug!(%error, "nobody hears of the progress");
        }
    }
}

/// What a resource holds; `None` for what is none of these.
pub(super) fn read(uri: &str) -> Option<ReadResourceResult> {
    let contents = match uri {
        "test://static-text" => {
            ResourceContents::text("A text that never changes.", uri).with_mime_type("text/plain")
        }
        "test://static-binary" => ResourceContents::blob(PNG, uri).with_mime_type("image/png"),
        _ => {
            let id = uri.strip_prefix("test://template/")?.strip_suffix("/data")?;
            let text = json!({ "id": id, "data": format!("what belongs to {id}") }).to_string();
            ResourceContents::text(text, uri).with_mime_type("application/json")
        }
    };
    Some(ReadResourceResult::new(vec![contents]))
}
