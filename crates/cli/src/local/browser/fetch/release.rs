//! Which Chrome for Testing is wanted, for which platform, and what the service's lists say of it.

use std::{collections::HashMap, fmt, str::FromStr};

use domtool::ErrorKind;
use serde::Deserialize;

use crate::failure::{Failure, Result};

/// Which release is wanted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Wanted {
    /// The newest of a channel.
    Channel(Channel),
    /// The newest of a major version, such as 131.
    Milestone(u32),
    /// This very one.
    Version(Version),
}

/// The channels of Chrome.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Channel {
    Stable,
    Beta,
    Dev,
    Canary,
}

impl Channel {
    /// Each with its name in the lists.
    const NAMES: [(Self, &str); 4] =
        [(Self::Stable, "Stable"), (Self::Beta, "Beta"), (Self::Dev, "Dev"), (Self::Canary, "Canary")];

    fn name(self) -> &'static str {
        Self::NAMES.iter().find(|(channel, _)| *channel == self).map_or("", |(_, name)| name)
    }
}

impl FromStr for Wanted {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let channel = Channel::NAMES.iter().find(|(_, name)| name.eq_ignore_ascii_case(text));
        if let Some((channel, _)) = channel {
            return Ok(Self::Channel(*channel));
        }
        if let Ok(milestone) = text.parse() {
            return Ok(Self::Milestone(milestone));
        }
        let unknown = "expected stable, beta, dev, canary, a major version such as 131, or a whole one such as 131.0.6778.85";
        Version::try_from(text.to_owned()).map(Self::Version).map_err(|_| unknown.to_owned())
    }
}

impl fmt::Display for Wanted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Channel(channel) => f.write_str(channel.name()),
            Self::Milestone(milestone) => write!(f, "{milestone}"),
            Self::Version(version) => f.write_str(version.text()),
        }
    }
}

impl Wanted {
    /// The list that names it, below the address of the lists.
    pub(super) fn list(&self) -> String {
        match self {
            Self::Channel(_) => "last-known-good-versions-with-downloads.json".to_owned(),
            Self::Milestone(_) => "latest-versions-per-milestone-with-downloads.json".to_owned(),
            Self::Version(version) => format!("{}.json", version.text()),
        }
    }

    /// The release in the text of that list.
    ///
    /// # Errors
    /// `NOT_FOUND` when it is not in it, or not for this platform; `NO_BROWSER` for what is no such list.
    pub(super) fn find(&self, list: &[u8], platform: Platform) -> Result<Release> {
        let unreadable = |error: serde_json::Error| {
            let message = format!("the list of versions cannot be read: {error}");
            Failure::new(
                ErrorKind::NoBrowser,
                message,
                "see that the address answers with the service's own list",
            )
        };
        let entry = match self {
            Self::Channel(channel) => {
                let mut list: Channels = serde_json::from_slice(list).map_err(unreadable)?;
                list.channels.remove(channel.name())
            }
            Self::Milestone(milestone) => {
                let mut list: Milestones = serde_json::from_slice(list).map_err(unreadable)?;
                list.milestones.remove(&milestone.to_string())
            }
            Self::Version(_) => Some(serde_json::from_slice(list).map_err(unreadable)?),
        };
        let Entry { version, downloads } = entry.ok_or_else(|| self.none())?;
        if matches!(self, Self::Version(wanted) if *wanted != version) {
            return Err(self.none());
        }
        let mut offered = downloads.chrome.into_iter();
        let download = offered.find(|download| download.platform == platform.name()).ok_or_else(|| {
            let message =
                format!("there is no Chrome for Testing {} for {}", version.text(), platform.name());
            Failure::new(ErrorKind::NotFound, message, "ask for another version")
        })?;
        Ok(Release { version, platform, url: download.url })
    }

    /// There is no such release.
    pub(super) fn none(&self) -> Failure {
        let hint = "ask for stable, for a major version such as 131, or leave the version out";
        Failure::new(ErrorKind::NotFound, format!("there is no Chrome for Testing {self}"), hint)
    }
}

#[derive(Deserialize)]
struct Channels {
    channels: HashMap<String, Entry>,
}

#[derive(Deserialize)]
struct Milestones {
    milestones: HashMap<String, Entry>,
}

#[derive(Deserialize)]
struct Entry {
    version: Version,
    downloads: Downloads,
}

#[derive(Deserialize)]
struct Downloads {
    #[serde(default)]
    chrome: Vec<Download>,
}

#[derive(Deserialize)]
struct Download {
    platform: String,
    url: String,
}

/// One release for one platform.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Release {
    pub(super) version: Version,
    pub(super) platform: Platform,
    /// Where the service says that its archive is.
    pub(super) url: String,
}

/// A whole version: four numbers with dots between them, and so nothing else in a path or an address.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub(crate) struct Version(String);

impl Version {
    pub(crate) fn text(&self) -> &str {
        &self.0
    }
}

impl TryFrom<String> for Version {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let is_number =
            |part: &str| part.len() <= 9 && !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
        if text.split('.').count() == 4 && text.split('.').all(is_number) {
            Ok(Self(text))
        } else {
            Err("a version is four numbers, such as 131.0.6778.85".to_owned())
        }
    }
}

/// What Chrome for Testing is built for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Platform {
    Linux64,
    MacArm64,
    MacX64,
    Win64,
}

impl Platform {
    /// This machine's.
    ///
    /// # Errors
    /// `NO_BROWSER` where there is none.
    pub(super) fn here() -> Result<Self> {
        Self::of(std::env::consts::OS, std::env::consts::ARCH)
    }

    fn of(system: &str, processor: &str) -> Result<Self> {
        match (system, processor) {
            ("linux", "x86_64") => Ok(Self::Linux64),
            ("macos", "aarch64") => Ok(Self::MacArm64),
            ("macos", "x86_64") => Ok(Self::MacX64),
            // Windows on ARM runs programs for x86-64.
            ("windows", "x86_64" | "aarch64") => Ok(Self::Win64),
            _ => Err(Failure::new(
                ErrorKind::NoBrowser,
                format!("there is no Chrome for Testing for {system} on {processor}"),
                "install Chromium with the system's package manager: domtool browser install --from system",
            )),
        }
    }

    /// Its name in lists and addresses.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Linux64 => "linux64",
            Self::MacArm64 => "mac-arm64",
            Self::MacX64 => "mac-x64",
            Self::Win64 => "win64",
        }
    }

    /// The one folder of its archive.
    pub(super) fn folder(self) -> String {
        format!("chrome-{}", self.name())
    }

    /// What to start, in that folder. The finder looks for these names.
    pub(super) fn program(self) -> &'static str {
        match self {
            Self::Linux64 => "chrome",
            Self::MacArm64 | Self::MacX64 => {
                "Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing"
            }
            Self::Win64 => "chrome.exe",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CHANNELS: &str = r#"{"timestamp":"2026-01-02T03:04:05.678Z","channels":{
        "Stable":{"channel":"Stable","version":"156.0.7423.10","revision":"1","downloads":{
            "chrome":[{"platform":"linux64","url":"https://a.example/l.zip"},{"platform":"mac-arm64","url":"https://a.example/m.zip"}],
            "chromedriver":[{"platform":"win64","url":"https://a.example/d.zip"}]}}}}"#;

    fn wanted(text: &str) -> Wanted {
        text.parse().unwrap()
    }

    #[test]
    fn what_is_wanted_is_read() {
        assert_eq!(wanted("stable"), Wanted::Channel(Channel::Stable));
        assert_eq!(wanted("131"), Wanted::Milestone(131));
        assert_eq!(wanted("131.0.6778.85").to_string(), "131.0.6778.85");
        for bad in ["", "latest", "131.0", "1.2.3.4.5", "1.2.3.", "../../x", "1.2.3.4/..", "-1"] {
            assert!(bad.parse::<Wanted>().is_err(), "{bad}");
        }
    }

    #[test]
    fn a_release_is_found_for_its_platform() {
        let stable = wanted("stable").find(CHANNELS.as_bytes(), Platform::Linux64).unwrap();
        assert_eq!((stable.version.text(), &*stable.url), ("156.0.7423.10", "https://a.example/l.zip"));
        for (text, list, platform, says) in [
            ("beta", CHANNELS, Platform::Linux64, "NOT_FOUND: there is no Chrome for Testing Beta"),
            (
                "stable",
                CHANNELS,
                Platform::Win64,
                "NOT_FOUND: there is no Chrome for Testing 156.0.7423.10 for win64",
            ),
            ("stable", "<html>", Platform::Linux64, "NO_BROWSER: the list of versions cannot be read"),
            ("stable", &CHANNELS.replace("156.0", "../156.0"), Platform::Linux64, "NO_BROWSER: the list"),
            (
                "131",
                r#"{"milestones":{}}"#,
                Platform::Linux64,
                "NOT_FOUND: there is no Chrome for Testing 131",
            ),
            ("1.2.3.4", r#"{"version":"1.2.3.5","downloads":{}}"#, Platform::Linux64, "NOT_FOUND: "),
        ] {
            let failure = wanted(text).find(list.as_bytes(), platform).unwrap_err().to_string();
            assert!(failure.starts_with(says), "{text}: {failure}");
        }
    }

    #[test]
    fn only_some_systems_have_one() {
        for (system, processor, expected) in [
            ("linux", "x86_64", Some("linux64")),
            ("linux", "aarch64", None),
            ("macos", "aarch64", Some("mac-arm64")),
            ("macos", "x86_64", Some("mac-x64")),
            ("windows", "aarch64", Some("win64")),
            ("freebsd", "x86_64", None),
        ] {
            let found = Platform::of(system, processor).ok().map(Platform::name);
            assert_eq!(found, expected, "{system} {processor}");
        }
    }
}
