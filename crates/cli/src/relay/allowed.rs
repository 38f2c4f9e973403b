//! Which commands a client may give a page. Whoever drives a tab can go anywhere in it, as its person; what reaches beyond the tab they
//! cannot have: all cookies at once, the storage of other sites, other tabs, the browser's downloads, files of the machine.

use serde::{Deserialize, de::IgnoredAny};
use serde_json::value::RawValue;

/// The parts of the protocol that concern the page alone.
const OF_PAGE: &[&str] = &[
    "Accessibility",
    "Animation",
    "Audits",
    "CSS",
    "Console",
    "DOM",
    "DOMDebugger",
    "DOMSnapshot",
    "Debugger",
    "DeviceOrientation",
    "Emulation",
    "EventBreakpoints",
    "Fetch",
    "HeapProfiler",
    "IO",
    "Input",
    "Inspector",
    "LayerTree",
    "Log",
    "Media",
    "Network",
    "Overlay",
    "Page",
    "Performance",
    "PerformanceTimeline",
    "Profiler",
    "Runtime",
    "WebAudio",
];

/// Commands of these parts that reach further: cookies and caches of all sites, another site's resources, downloads, files.
const BEYOND: &[&str] = &[
    "DOM.setFileInputFiles",
    "Network.canClearBrowserCache",
    "Network.canClearBrowserCookies",
    "Network.clearBrowserCache",
    "Network.clearBrowserCookies",
    "Network.deleteCookies",
    "Network.getAllCookies",
    "Network.loadNetworkResource",
    "Network.setCookie",
    "Network.setCookieControls",
    "Network.setCookies",
    "Page.deleteCookie",
    "Page.getCookies",
    "Page.setDownloadBehavior",
];

/// How targets within the page are attached to and left; all else about targets is asked of the relay itself.
const OF_TARGETS: &[&str] = &["Target.detachFromTarget", "Target.setAutoAttach"];

/// Whether a page may be given this command.
pub(super) fn of_page(method: &str, params: Option<&RawValue>) -> bool {
    let Some((part, _)) = method.split_once('.') else { return false };
    match method {
        // Without addresses it is about those of the page and its frames.
        "Network.getCookies" => {
            params.is_none() || read(params).is_some_and(|GetCookies { urls }| urls.is_none())
        }
        // What is dropped with a file is a file of the machine for the page to read.
        "Input.dispatchDragEvent" => read(params)
            .is_some_and(|Drag { data: Dragged { files } }| files.is_none_or(|files| files.is_empty())),
        // The extension's own pages could do all that it can; others of the browser's are not the web's.
        "Page.navigate" => read(params).is_some_and(|Navigate { url }| begins_with(&url, GONE_TO)),
        _ if OF_TARGETS.contains(&method) => true,
        _ => OF_PAGE.contains(&part) && !BEYOND.contains(&method),
    }
}

/// Whether a tab may be opened with this address.
pub(super) fn address(url: &str) -> bool {
    url.is_empty() || url == "about:blank" || begins_with(url, &["https://", "http://"])
}

/// Where a page may be sent.
const GONE_TO: &[&str] = &["https://", "http://", "about:", "data:", "blob:"];

/// What decides about a command, read as the browser reads it; nothing where that cannot be read.
fn read<'a, T: Deserialize<'a>>(params: Option<&'a RawValue>) -> Option<T> {
    serde_json::from_str(params?.get()).ok()
}

#[derive(Deserialize)]
struct Navigate {
    url: String,
}

#[derive(Deserialize)]
struct GetCookies {
    urls: Option<IgnoredAny>,
}

#[derive(Deserialize)]
struct Drag {
    data: Dragged,
}

#[derive(Deserialize)]
struct Dragged {
    files: Option<Vec<IgnoredAny>>,
}

fn begins_with(url: &str, schemes: &[&str]) -> bool {
    let begins =
        |scheme: &&str| url.get(..scheme.len()).is_some_and(|start| start.eq_ignore_ascii_case(scheme));
    schemes.iter().any(begins)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_the_pages_passes_and_no_more() {
        for method in ["Runtime.evaluate", "Network.enable", "Target.setAutoAttach", "Network.getCookies"] {
            assert!(of_page(method, None), "{method}");
        }
        for method in [
            "Storage.getCookies",
            "Storage.clearDataForOrigin",
            "Network.getAllCookies",
            "Target.getTargets",
            "Target.attachToTarget",
            "Target.createTarget",
            "Browser.setDownloadBehavior",
            "IndexedDB.requestData",
            "CacheStorage.requestEntries",
            "ServiceWorker.enable",
            "Extensions.loadUnpacked",
            "Tracing.start",
            "SystemInfo.getInfo",
            "Page.setDownloadBehavior",
            "Nonsense",
            "network.getAllCookies",
            "",
        ] {
            assert!(!of_page(method, None), "{method}");
        }
        let goes = |url: &str| {
            let params = RawValue::from_string(format!("{{\"url\":{url:?}}}")).unwrap();
            of_page("Page.navigate", Some(&params))
        };
        assert!(goes("https://a.example") && goes("data:text/html,x") && !of_page("Page.navigate", None));
        for url in [
            "chrome-extension://x/popup.html",
            " chrome-extension://x",
            "file:///",
            "chrome://settings",
            "view-source:http://a",
        ] {
            assert!(!goes(url), "{url}");
        }
    }

    /// Whether a command passes with these parameters.
    fn passes(method: &str, params: &str) -> bool {
        of_page(method, Some(&RawValue::from_string(params.to_owned()).unwrap()))
    }

    #[test]
    fn cookies_are_those_of_the_page_alone() {
        for own in ["{}", r#"{"urls":null}"#, r#"{"other":"\"urls\""}"#] {
            assert!(passes("Network.getCookies", own), "{own}");
        }
        for other in [
            r#"{"urls":["https://b.example"]}"#,
            r#"{"\u0075rls":["https://b.example"]}"#,
            r#"{"urls":null,"urls":["https://b.example"]}"#,
            r#"{"urls":[]}"#,
            "1",
        ] {
            assert!(!passes("Network.getCookies", other), "{other}");
        }
    }

    #[test]
    fn no_file_is_dropped_on_a_page() {
        let drag = |data: &str| {
            let params = format!(r#"{{"type":"drop","x":1,"y":2,"data":{data}}}"#);
            passes("Input.dispatchDragEvent", &params)
        };
        let item = r#""items":[{"mimeType":"text/plain","data":"files"}],"dragOperationsMask":1"#;
        for more in ["", r#","files":[]"#, r#","files":null"#] {
            assert!(drag(&format!("{{{item}{more}}}")), "{more}");
        }
        for more in [
            r#","files":["/etc/passwd"]"#,
            r#","\u0066iles":["/etc/passwd"]"#,
            r#","files":[],"files":["/etc/passwd"]"#,
            r#","files":"/etc/passwd""#,
        ] {
            assert!(!drag(&format!("{{{item}{more}}}")), "{more}");
        }
        assert!(!drag("null") && !of_page("Input.dispatchDragEvent", None));
        assert!(!passes("DOM.setFileInputFiles", r#"{"files":["/etc/passwd"]}"#));
    }

    #[test]
    fn tabs_are_opened_of_the_web_alone() {
        for url in ["", "about:blank", "http://a.example", "HTTPS://a.example"] {
            assert!(address(url), "{url}");
        }
        for url in [
            "file:///etc/passwd",
            "chrome://settings",
            "javascript:0",
            "data:text/html,x",
            "view-source:http://a",
        ] {
            assert!(!address(url), "{url}");
        }
    }
}
