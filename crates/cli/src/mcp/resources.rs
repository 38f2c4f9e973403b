//! What a person can hand to a model without a tool: the page of a session as it is now, to act on, to read, or as a picture. Hosts
//! offer resources by name, for instance where somebody writes `@`.

use rmcp::model::{Resource, ResourceTemplate};
use serde::Deserialize;

use super::tools::Tool;

/// One view of a page.
pub(super) struct View {
    /// How it is called in addresses.
    file: &'static str,
    /// The tool that makes it.
    tool: &'static str,
    /// What it is.
    pub(super) kind: &'static str,
    /// What a person reads of it.
    about: &'static str,
}

/// Every view.
const VIEWS: &[View] = &[
    View {
        file: "observation.txt",
        tool: "observe",
        kind: "text/plain",
        about: "The page, with ids to act on",
    },
    View { file: "page.md", tool: "read", kind: "text/markdown", about: "What there is to read on the page" },
    View { file: "screenshot.png", tool: "screenshot", kind: "image/png", about: "A picture of the page" },
];

const SCHEME: &str = "domtool://";

impl View {
    /// The session and the view that an address is about.
    pub(super) fn find(uri: &str) -> Option<(&str, &'static Self)> {
        let (session, file) = uri.strip_prefix(SCHEME)?.split_once('/')?;
        Some((session, VIEWS.iter().find(|view| view.file == file)?))
    }

    /// The tool that makes it. It takes the session alone.
    pub(super) fn tool(&self) -> Option<&'static Tool> {
        Tool::find(self.tool, &Default::default())
    }
}

/// Those of every session, from the list of sessions as JSON. `None` for what is no such list.
pub(super) fn of_sessions(json: &str) -> Option<Vec<Resource>> {
    #[derive(Deserialize)]
    struct Sessions {
        sessions: Vec<Session>,
    }
    #[derive(Deserialize)]
    struct Session {
        name: String,
        tabs: Vec<Tab>,
    }
    #[derive(Deserialize)]
    struct Tab {
        title: String,
        active: bool,
    }
    let Sessions { sessions } = serde_json::from_str(json).ok()?;
    let of_session = |session: Session| {
        let tab = session.tabs.iter().find(|tab| tab.active);
        let title = tab.map(|tab| domtool::text::one_line(&tab.title).into_owned()).unwrap_or_default();
        let of_view = move |view: &View| {
            Resource::new(format!("{SCHEME}{}/{}", session.name, view.file), view.file)
                .with_title(format!("{}: {title}", session.name))
                .with_description(view.about)
                .with_mime_type(view.kind)
        };
        VIEWS.iter().map(of_view)
    };
    // An address has no other letters.
    let sessions = sessions.into_iter().filter(|session| session.name.is_ascii());
    Some(sessions.flat_map(of_session).collect())
}

/// How their addresses are made.
pub(super) fn templates() -> Vec<ResourceTemplate> {
    let template = |view: &View| {
        ResourceTemplate::new(format!("{SCHEME}{{session}}/{}", view.file), view.file)
            .with_description(view.about)
            .with_mime_type(view.kind)
    };
    VIEWS.iter().map(template).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_that_is_listed_is_found() {
        let json = r#"{"ok":true,"sessions":[{"name":"work","tabs":[
            {"number":1,"title":"a\nb","url":"u","active":true}],"browser":"","launch":{}},
            {"name":"größe","tabs":[],"browser":"","launch":{}}]}"#;
        let listed = of_sessions(json).unwrap();
        assert_eq!(listed.len(), VIEWS.len());
        for resource in &listed {
            let (session, view) = View::find(&resource.uri).unwrap();
            assert_eq!((session, Some(view.kind)), ("work", resource.mime_type.as_deref()));
            assert!(view.tool().is_some_and(|tool| tool.op == view.tool));
            assert!(!resource.title.as_deref().unwrap().contains('\n'));
        }
        for other in ["domtool://work", "domtool://work/x", "file:///etc/passwd", "domtool:///", ""] {
            assert!(View::find(other).is_none(), "{other}");
        }
        assert!(of_sessions("no").is_none());
    }
}
