//! Finds the browsers that run with a debugging port, by the file that each leaves in its profile folder. It starts nothing, and
//! asks no browser for more than whether its port is open: Chrome 144 and newer show a dialog to the person at each connection.

use std::{
    fs, io,
    net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr},
    path::{Path, PathBuf},
};

use tokio::{net::TcpStream, time::timeout};

use crate::{
    error::{Error, ErrorKind, Result},
    limits::PORT_ANSWERS,
};

/// The file in which Chromium writes the port and the path of its WebSocket. A browser that was killed leaves it behind.
const PORT_FILE: &str = "DevToolsActivePort";

/// A browser that runs and can be connected to.
#[derive(Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct RunningBrowser {
    /// What it is, such as `Google Chrome`.
    pub name: &'static str,
    /// Its profile folder, which holds the profiles of all its users.
    pub profile: PathBuf,
    /// Its address, with the path by which the browser knows who may connect.
    pub websocket_url: String,
}

impl RunningBrowser {
    pub(super) fn port_file(&self) -> PathBuf {
        self.profile.join(PORT_FILE)
    }
}

/// Leaves out the address: whoever has its path has the browser.
impl std::fmt::Debug for RunningBrowser {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("RunningBrowser").field("name", &self.name).field("profile", &self.profile).finish()
    }
}

/// The browsers of this user that run with a debugging port, in the usual profile folders of Chrome, Chromium, Edge and Brave.
/// A file whose port is closed is passed over, as is one that cannot be read where another browser is found.
///
/// # Errors
/// Io when such a file is there and cannot be read, and no browser is found.
pub async fn running() -> Result<Vec<RunningBrowser>> {
    let mut found = Vec::new();
    let mut unreadable = None;
    for (profile, name) in profile_folders() {
        match running_in(&profile, name).await {
            Ok(browser) => found.extend(browser),
            Err(error) => {
                tracing::warn!(%error, "a browser's port is not known");
                unreadable.get_or_insert(error);
            }
        }
    }
    match unreadable {
        Some(error) if found.is_empty() => Err(error),
        _ => Ok(found),
    }
}

/// The one browser that runs, or the one whose profile folder is named.
pub(super) async fn find(profile: Option<&Path>) -> Result<RunningBrowser> {
    let failure = |message: String| Error::new(ErrorKind::Endpoint, message);
    let Some(profile) = profile else {
        return choose(running().await?).map_err(failure);
    };
    if !profile.is_absolute() {
        return Err(failure(format!("`auto:{}` has to name the whole path of a folder", profile.display())));
    }
    match running_in(profile, "Chromium").await? {
        Some(browser) => Ok(browser),
        None => Err(failure(format!(
            "no browser with a debugging port runs in {}; start it with --remote-debugging-port=0 \
             --user-data-dir={0}",
            profile.display()
        ))),
    }
}

fn choose(mut found: Vec<RunningBrowser>) -> Result<RunningBrowser, String> {
    match (found.pop(), found.is_empty()) {
        (Some(only), true) => Ok(only),
        (Some(last), false) => {
            found.push(last);
            let listed: Vec<_> = found
                .iter()
                .map(|browser| format!("{} (auto:{})", browser.name, browser.profile.display()))
                .collect();
            Err(format!(
                "{} browsers run with a debugging port; name one: {}",
                found.len(),
                listed.join(", ")
            ))
        }
        (None, _) => Err("no running Chrome, Chromium, Edge or Brave with a debugging port was found; \
            switch it on at chrome://inspect/#remote-debugging (Chrome 144 and newer), or start the browser \
            with --remote-debugging-port=0 and a --user-data-dir of its own, and name that as auto:DIR"
            .to_owned()),
    }
}

async fn running_in(profile: &Path, name: &'static str) -> Result<Option<RunningBrowser>> {
    let file = profile.join(PORT_FILE);
    let text = match fs::read_to_string(&file) {
        Ok(text) => text,
        // No profile there, or one whose browser has no port. What is no text, no browser wrote.
        Err(error)
            if matches!(
                error.kind(),
                io::ErrorKind::NotFound | io::ErrorKind::NotADirectory | io::ErrorKind::InvalidData
            ) =>
        {
            return Ok(None);
        }
        Err(error) => {
            let message = format!("{} cannot be read", file.display());
            return Err(Error::new(ErrorKind::Io, message).caused_by(error));
        }
    };
    let Some((port, path)) = parse_port_file(&text) else { return Ok(None) };
    // Chromium listens on the second where the first is not to be had.
    let [v4, v6] = [IpAddr::V4(Ipv4Addr::LOCALHOST), IpAddr::V6(Ipv6Addr::LOCALHOST)]
        .map(|ip| SocketAddr::new(ip, port));
    let address = match tokio::join!(is_open(v4), is_open(v6)) {
        (true, false) => v4,
        (false, true) => v6,
        (false, false) => return Ok(None),
        // One of them is another program's, perhaps of another user, who is not to have the path.
        (true, true) => {
            let message =
                format!("which of {v4} and {v6} is the browser of {} cannot be told", profile.display());
            return Err(Error::new(ErrorKind::Endpoint, message));
        }
    };
    let websocket_url = format!("ws://{address}{path}");
    Ok(Some(RunningBrowser { name, profile: profile.to_owned(), websocket_url }))
}

async fn is_open(address: SocketAddr) -> bool {
    matches!(timeout(PORT_ANSWERS, TcpStream::connect(address)).await, Ok(Ok(_)))
}

/// The port and the path of a browser's file; `None` while it is being written.
fn parse_port_file(text: &str) -> Option<(u16, &str)> {
    let mut lines = text.lines();
    let port = lines.next()?.trim().parse().ok().filter(|port| *port != 0)?;
    let path = lines.next()?.trim();
    (path.starts_with("/devtools/browser/") && path.chars().all(|c| c.is_ascii_graphic()))
        .then_some((port, path))
}

/// Folders below the one for settings, and whose they are.
#[cfg(not(any(target_os = "macos", windows)))]
const PROFILES: &[(&str, &str)] = &[
    ("google-chrome", "Google Chrome"),
    ("google-chrome-beta", "Google Chrome Beta"),
    ("google-chrome-unstable", "Google Chrome Dev"),
    ("google-chrome-for-testing", "Chrome for Testing"),
    ("chromium", "Chromium"),
    ("microsoft-edge", "Microsoft Edge"),
    ("microsoft-edge-beta", "Microsoft Edge Beta"),
    ("microsoft-edge-dev", "Microsoft Edge Dev"),
    ("BraveSoftware/Brave-Browser", "Brave"),
    ("BraveSoftware/Brave-Browser-Beta", "Brave Beta"),
];

/// Folders of confined packages, below the user's home.
#[cfg(not(any(target_os = "macos", windows)))]
const CONFINED: &[(&str, &str)] = &[
    ("snap/chromium/common/chromium", "Chromium (snap)"),
    (".var/app/com.google.Chrome/config/google-chrome", "Google Chrome (flatpak)"),
    (".var/app/org.chromium.Chromium/config/chromium", "Chromium (flatpak)"),
    (".var/app/com.microsoft.Edge/config/microsoft-edge", "Microsoft Edge (flatpak)"),
    (".var/app/com.brave.Browser/config/BraveSoftware/Brave-Browser", "Brave (flatpak)"),
];

#[cfg(not(any(target_os = "macos", windows)))]
fn profile_folders() -> Vec<(PathBuf, &'static str)> {
    let home = folder_of("HOME");
    let settings = folder_of("CHROME_CONFIG_HOME")
        .or_else(|| folder_of("XDG_CONFIG_HOME"))
        .or_else(|| home.as_ref().map(|home| home.join(".config")));
    let mut folders = below(settings.as_deref(), PROFILES);
    folders.extend(below(home.as_deref(), CONFINED));
    folders
}

#[cfg(target_os = "macos")]
const PROFILES: &[(&str, &str)] = &[
    ("Google/Chrome", "Google Chrome"),
    ("Google/Chrome Beta", "Google Chrome Beta"),
    ("Google/Chrome Dev", "Google Chrome Dev"),
    ("Google/Chrome Canary", "Google Chrome Canary"),
    ("Google/Chrome for Testing", "Chrome for Testing"),
    ("Chromium", "Chromium"),
    ("Microsoft Edge", "Microsoft Edge"),
    ("Microsoft Edge Beta", "Microsoft Edge Beta"),
    ("BraveSoftware/Brave-Browser", "Brave"),
    ("BraveSoftware/Brave-Browser-Beta", "Brave Beta"),
];

#[cfg(target_os = "macos")]
fn profile_folders() -> Vec<(PathBuf, &'static str)> {
    below(folder_of("HOME").map(|home| home.join("Library/Application Support")).as_deref(), PROFILES)
}

#[cfg(windows)]
const PROFILES: &[(&str, &str)] = &[
    (r"Google\Chrome\User Data", "Google Chrome"),
    (r"Google\Chrome Beta\User Data", "Google Chrome Beta"),
    (r"Google\Chrome Dev\User Data", "Google Chrome Dev"),
    (r"Google\Chrome SxS\User Data", "Google Chrome Canary"),
    (r"Google\Chrome for Testing\User Data", "Chrome for Testing"),
    (r"Chromium\User Data", "Chromium"),
    (r"Microsoft\Edge\User Data", "Microsoft Edge"),
    (r"Microsoft\Edge Beta\User Data", "Microsoft Edge Beta"),
    (r"BraveSoftware\Brave-Browser\User Data", "Brave"),
    (r"BraveSoftware\Brave-Browser-Beta\User Data", "Brave Beta"),
];

#[cfg(windows)]
fn profile_folders() -> Vec<(PathBuf, &'static str)> {
    below(folder_of("LOCALAPPDATA").as_deref(), PROFILES)
}

fn folder_of(variable: &str) -> Option<PathBuf> {
    std::env::var_os(variable).map(PathBuf::from).filter(|path| path.is_absolute())
}

fn below(folder: Option<&Path>, known: &[(&str, &'static str)]) -> Vec<(PathBuf, &'static str)> {
    let join = |folder: &Path| known.iter().map(|(path, name)| (folder.join(path), *name)).collect();
    folder.map(join).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_is_not_whole_is_none() {
        let path = "/devtools/browser/1f0e";
        assert_eq!(parse_port_file("9222\n/devtools/browser/1f0e"), Some((9222, path)));
        assert_eq!(parse_port_file("9222\r\n/devtools/browser/1f0e\r\n"), Some((9222, path)));
        for text in
            ["", "9222", "9222\n", "0\n/devtools/browser/x", "99999\n/devtools/browser/x", "9222\n@evil"]
        {
            assert_eq!(parse_port_file(text), None, "{text:?}");
        }
    }

    #[test]
    fn one_is_chosen_and_several_are_listed_without_their_addresses() {
        let browser = |name, profile: &str| RunningBrowser {
            name,
            profile: profile.into(),
            websocket_url: "ws://127.0.0.1:1/devtools/browser/zqs".into(),
        };
        assert_eq!(choose(vec![browser("Brave", "/b")]).unwrap().name, "Brave");
        let several = choose(vec![browser("Brave", "/b"), browser("Chromium", "/c")]).unwrap_err();
        assert!(
            several.contains("Brave (auto:/b), Chromium (auto:/c)") && !several.contains("zqs"),
            "{several}"
        );
        assert!(choose(Vec::new()).unwrap_err().contains("chrome://inspect/#remote-debugging"));
        assert!(!format!("{:?}", browser("Brave", "/b")).contains("zqs"));
    }
}
