//! The arguments that Chromium is started with: quiet on the network, the same on every machine, no dialogs of its own.

use super::{LaunchOptions, Sandbox, Wire, surroundings};

const ALWAYS: &[&str] = &[
    // Nothing of its own in front of the page.
    "--no-first-run",
    "--no-default-browser-check",
    "--noerrdialogs",
    "--disable-search-engine-choice-screen",
    "--disable-session-crashed-bubble",
    "--hide-crash-restore-bubble",
    "--password-store=basic",
    "--use-mock-keychain",
    // Nothing on the network that the page did not ask for.
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-default-apps",
    "--disable-sync",
    "--disable-quic",
    "--disable-domain-reliability",
    "--disable-client-side-phishing-detection",
    "--disable-breakpad",
    "--disable-crash-reporter",
    "--metrics-recording-only",
    "--no-pings",
    // A tab in the background acts like the one in front.
    "--disable-background-timer-throttling",
    "--disable-backgrounding-occluded-windows",
    "--disable-renderer-backgrounding",
    "--disable-hang-monitor",
    // The same pixels everywhere.
    "--force-color-profile=srgb",
];

/// Of several `--disable-features` Chromium takes the last alone, so ours and the caller's become one.
const FEATURES_OFF: &[&str] = &[
    "AutofillServerCommunication",
    "CertificateTransparencyComponentUpdater",
    "DialMediaRouteProvider",
    "GlobalMediaControls",
    "HttpsUpgrades",
    "InterestFeedContentSuggestions",
    "MediaRouter",
    "OptimizationHints",
    "PaintHolding",
    "Translate",
    // What drops from the address bar is pages of the browser's own, in a process of each window's: a second of processor time and
    // 160 MB for what nobody sees (Chromium 156).
    "WebUIOmniboxAimPopup",
    "WebUIOmniboxFullPopup",
    "WebUIOmniboxPopup",
];

const DISABLE_FEATURES: &str = "--disable-features=";

/// What to start Chromium with, but for its profile, and what was added that a user should know of.
pub(super) fn arguments(options: &LaunchOptions) -> (Vec<String>, Vec<String>) {
    let mut args: Vec<String> = ALWAYS.iter().map(|&arg| arg.to_owned()).collect();
    let mut notes = Vec::new();

    if options.headless {
        args.push("--headless=new".to_owned());
    }
    args.push(format!("--window-size={},{}", options.window.0, options.window.1));
    match wire(options) {
        Wire::Pipe => args.push("--remote-debugging-pipe=cbor".to_owned()),
        Wire::JsonPipe => args.push("--remote-debugging-pipe".to_owned()),
        Wire::WebSocket => args.push("--remote-debugging-port=0".to_owned()),
    }
    let container = surroundings::in_container();
    if let Some(note) = unboxed(options, container) {
        args.push("--no-sandbox".to_owned());
        args.push("--test-type".to_owned()); // silences the bar that warns of the former in every window
        notes.push(note.to_owned());
    }
    if container {
        args.push("--disable-dev-shm-usage".to_owned());
        notes.push("in a container: started with --disable-dev-shm-usage".to_owned());
    }

    let (features, others): (Vec<&String>, Vec<&String>) =
        options.args.iter().partition(|arg| arg.starts_with(DISABLE_FEATURES));
    let theirs = features.iter().filter_map(|arg| arg.strip_prefix(DISABLE_FEATURES));
    let off: Vec<&str> = FEATURES_OFF.iter().copied().chain(theirs).collect();
    args.push(format!("{DISABLE_FEATURES}{}", off.join(",")));
    args.extend(others.into_iter().cloned());
    args.push("about:blank".to_owned());
    (args, notes)
}

/// The wire that is really used: there are no pipes to Chromium on Windows.
pub(super) fn wire(options: &LaunchOptions) -> Wire {
    if cfg!(unix) { options.wire } else { Wire::WebSocket }
}

/// Why it is started without its sandbox; `None` when it has one.
pub(super) fn unboxed(options: &LaunchOptions, container: bool) -> Option<&'static str> {
    if options.args.iter().any(|arg| arg == "--no-sandbox") {
        return Some("the sandbox is off, by an argument of the caller's: --no-sandbox");
    }
    match options.sandbox {
        Sandbox::On => None,
        Sandbox::Off => Some("the sandbox is off, as asked: started with --no-sandbox"),
        Sandbox::Auto if !cfg!(target_os = "linux") => None,
        Sandbox::Auto if surroundings::is_root() => Some("running as root: started with --no-sandbox"),
        Sandbox::Auto if container => Some("in a container: started with --no-sandbox"),
        Sandbox::Auto => None,
    }
}
