//! How a session's browser is to be started or reached, as the global flags say it. Two sessions with equal answers
//! share one browser; a flag that contradicts the running session is an error, not a silent restart.

mod endpoint;
mod engine;
mod logins;

use std::path::{Path, PathBuf};

use clap::{ArgAction, Args, ValueEnum};
use domtool::{
    BrowserContext, HttpAuth, PrivacyRules,
    chromium::{LaunchOptions, Wire},
    text::shorten_url,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use logins::Logins;

pub(crate) use self::engine::{Engine, EngineChoice};
use crate::{
    failure::{Failure, Result},
    hint::Hint,
    settings::{self, Setting},
};

/// The flags about the browser. What is not given is the running session's, or the default.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash, Args, Serialize, Deserialize, JsonSchema)]
#[command(next_help_heading = "Browser (when the session starts)")]
#[serde(default)]
pub(crate) struct Launch {
    /// Show the browser's window.
    #[arg(
        long = settings::HEADED.key,
        global = true,
        env = settings::HEADED.variable,
        value_parser = clap::builder::FalseyValueParser::new(),
        action = ArgAction::Set, num_args = 0..=1, require_equals = true, value_name = "BOOL",
        default_value_t = false, hide_default_value = true, default_missing_value = "true"
    )]
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(crate) headed: bool,
    /// Keep cookies and logins in this profile directory, shared by all its sessions; forget them otherwise.
    #[arg(long = settings::PROFILE.key, global = true, value_name = "DIR", env = settings::PROFILE.variable)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) profile: Option<PathBuf>,
    /// Use a browser that runs already, with all your logins: http://HOST:PORT, ws://..., https://, wss:// or auto; @FILE reads it from
    /// the first line of a file. The address of a page (ws://HOST:PORT/devtools/page/ID) attaches to that page. A token in path or query, or a name and password before the host, are sent and never shown. Should
    /// the connection to it break, the next call makes it again and goes on in the same tab.
    #[arg(long = settings::CDP.key, global = true, value_name = "URL|@FILE", env = settings::CDP.variable, hide_env_values = true,
        conflicts_with_all = ["headed", "profile", "executable", "chrome_arg", "wire"])]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) cdp: Option<String>,
    /// Have the session's browser made or reached there, instead of started here: webdriver+http://HOST:PORT (chromedriver, Selenium Grid
    /// 4), which makes one for the session and ends it with that; cdp+wss://... (a service that gives a browser to each connection); or local.
    /// ,max=N behind it: it may have so many sessions at once, and others wait. May be repeated: sessions are spread. A name and password
    /// before the host, or a token in path or query, are sent and never shown; @FILE reads all from a file, apart by blanks.
    #[arg(
        long = settings::ENGINE.key,
        global = true,
        value_name = "ENGINE|@FILE",
        env = settings::ENGINE.variable,
        hide_env_values = true,
        value_delimiter = ' ',
        conflicts_with = "cdp"
    )]
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) engine: Vec<Hidden>,
    /// Ask the WebDriver server of --engine for a browser with these capabilities, as JSON: '{"browserName": "chrome"}', or with alwaysMatch
    /// and firstMatch; @FILE reads them from a file. They are never shown. Where they are not given a Chrome is asked for, by --headed and
    /// --chrome-arg.
    #[arg(
        long = settings::CAPABILITIES.key,
        global = true,
        value_name = "JSON|@FILE",
        env = settings::CAPABILITIES.variable,
        hide_env_values = true,
        conflicts_with_all = ["cdp", "headed", "chrome_arg"]
    )]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) capabilities: Option<Hidden>,
    /// Send this header to the server of --cdp or --engine, such as 'Authorization: Bearer TOKEN'; may be repeated; @FILE reads a line each from a
    /// file. It goes to that server only, and is never shown.
    #[arg(
        long = settings::CDP_HEADER.key,
        global = true,
        value_name = "NAME: VALUE|@FILE",
        env = settings::CDP_HEADER.variable,
        hide_env_values = true
    )]
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) cdp_header: Vec<Hidden>,
    /// Reach the server of --cdp or --engine through this HTTP proxy (by CONNECT): http://HOST:PORT, with USER:PASS@ before the host where it wants
    /// them; @FILE reads it from a file. Where nothing is said, https:// and wss:// go through the one that HTTPS_PROXY names, but for
    /// this machine and the hosts in NO_PROXY.
    #[arg(
        long = settings::CDP_PROXY.key,
        global = true,
        value_name = "URL|@FILE",
        env = settings::CDP_PROXY.variable,
        hide_env_values = true
    )]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) cdp_proxy: Option<Hidden>,
    /// Also trust the certificates in this file (PEM) when the server of --cdp or --engine is reached by TLS, beside those that this system trusts.
    #[arg(long = settings::CDP_CA.key, global = true, value_name = "FILE", env = settings::CDP_CA.variable)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) cdp_ca: Option<PathBuf>,
    /// The size of the page's window in CSS pixels, such as 1280x800.
    #[arg(
        long = settings::WINDOW.key, global = true, env = settings::WINDOW.variable, value_name = "WxH",
        value_parser = parse_window
    )]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) window: Option<(u32, u32)>,
    /// Begin with this saved state (domtool state): a name, or a file by a path with a / in it or one that ends in .json. It is only
    /// loaded: what the session changes is saved by `state save` alone.
    #[arg(long = settings::STATE.key, global = true, value_name = "NAME|FILE", env = settings::STATE.variable)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) state: Option<PathBuf>,
    /// Save downloads in this directory, rather than in one that is gone with the session.
    #[arg(long = settings::DOWNLOADS.key, global = true, value_name = "DIR", env = settings::DOWNLOADS.variable)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) downloads: Option<PathBuf>,
    /// Answer a login by HTTP (Basic, Digest) with this name and password; @FILE reads them from the first line of a file. They go
    /// to one origin only: the one of --http-auth-origin, else that of the first address opened. What stands in the environment
    /// or in a file is not in the list of processes.
    #[arg(
        long = settings::HTTP_AUTH.key,
        global = true,
        value_name = "USER:PASS|@FILE",
        env = settings::HTTP_AUTH.variable,
        hide_env_values = true
    )]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) http_auth: Option<Hidden>,
    /// The origin that --http-auth is for, such as `https://intranet.example`.
    #[arg(
        long = settings::HTTP_AUTH_ORIGIN.key,
        global = true,
        value_name = "ORIGIN",
        env = settings::HTTP_AUTH_ORIGIN.variable
    )]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) http_auth_origin: Option<String>,
    /// What lets it in otherwise.
    #[command(flatten)]
    #[serde(flatten)]
    pub(crate) logins: Logins,
    /// Start this browser.
    #[arg(long = settings::EXECUTABLE.key, global = true, value_name = "PATH", env = settings::EXECUTABLE.variable)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) executable: Option<PathBuf>,
    /// How to talk to a browser that is started: cbor is the fastest, json is for finding faults.
    #[arg(long = settings::WIRE.key, global = true, value_enum, value_name = "WIRE", env = settings::WIRE.variable)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) wire: Option<WireName>,
    /// Give Chromium one more argument; may be repeated.
    #[arg(
        long = settings::CHROME_ARG.key,
        id = "chrome_arg",
        global = true,
        env = settings::CHROME_ARG.variable,
        value_name = "ARG",
        allow_hyphen_values = true
    )]
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) args: Vec<String>,
    /// Never show what fields hold whose name, id, autocomplete or label matches this, with * for any text, such as
    /// 'iban*'; may be repeated. Fields for passwords, PINs, codes, cards, keys and tokens are hidden anyway, by their type,
    /// autocomplete or what they are called.
    #[arg(long = settings::MASK.key, global = true, env = settings::MASK.variable, value_name = "PATTERN")]
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) mask: Vec<String>,
}

/// What the caller typed and nobody is to see again: it goes to the daemon and to the library.
#[derive(Clone, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
#[schemars(inline)]
pub(crate) struct Hidden(String);

impl Hidden {
    /// The text itself, for who has to use it.
    pub(crate) fn reveal(&self) -> &str {
        &self.0
    }
}

impl From<String> for Hidden {
    fn from(text: String) -> Self {
        Self(text)
    }
}

impl std::fmt::Debug for Hidden {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("(hidden)")
    }
}

/// The ways to talk to a browser.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, ValueEnum, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum WireName {
    /// Two pipes, in CBOR.
    Cbor,
    /// Two pipes, in JSON.
    Json,
    /// A port on the loopback interface, in JSON.
    Websocket,
}

impl WireName {
    fn wire(self) -> Wire {
        match self {
            Self::Cbor => Wire::Pipe,
            Self::Json => Wire::JsonPipe,
            Self::Websocket => Wire::WebSocket,
        }
    }
}

impl Launch {
    /// With paths that do not depend on where the daemon runs.
    pub(crate) fn absolute(mut self, folder: &Path) -> Self {
        self.profile = self.profile.map(|path| folder.join(path));
        self.downloads = self.downloads.map(|path| folder.join(path));
        self.state = self.state.map(|state| if is_state_file(&state) { folder.join(state) } else { state });
        self.cdp_ca = self.cdp_ca.map(|path| folder.join(path));
        self.logins = self.logins.absolute(folder);
        let named = |text: String| match text.strip_prefix('@') {
            Some(file) => format!("@{}", folder.join(file).display()),
            None => text,
        };
        self.cdp = self.cdp.map(named);
        self.engine = self.engine.into_iter().map(|Hidden(engine)| Hidden(named(engine))).collect();
        self.capabilities = self.capabilities.map(|Hidden(given)| Hidden(named(given)));
        self.cdp_proxy = self.cdp_proxy.map(|Hidden(proxy)| Hidden(named(proxy)));
        self.cdp_header = self.cdp_header.into_iter().map(|Hidden(header)| Hidden(named(header))).collect();
        // A bare name is looked up on the PATH.
        self.executable =
            self.executable.map(|path| if path.components().count() > 1 { folder.join(path) } else { path });
        self
    }

    /// With what is in the files that `--http-auth @FILE` and its like name, see [`Logins::read`].
    ///
    /// # Errors
    /// `INVALID_INPUT` when a file cannot be read, or for what is no name and password.
    pub(crate) fn with_http_auth_read(mut self, folder: &Path) -> Result<Self> {
        self.logins = self.logins.read(folder)?;
        let Some(Hidden(given)) = &self.http_auth else { return Ok(self) };
        let read = match given.strip_prefix('@') {
            None => given.clone(),
            Some(file) => {
                let path = folder.join(file);
                let text = std::fs::read_to_string(&path).map_err(|error| {
                    Failure::invalid(format!("--http-auth: {} cannot be read: {error}", path.display()))
                })?;
                text.lines().next().unwrap_or_default().to_owned()
            }
        };
        if read.split_once(':').is_none_or(|(user, _)| user.is_empty()) {
            let mut failure = Failure::invalid("--http-auth wants a name and a password");
            failure.hint = "give USER:PASS, or @FILE with that in its first line".into();
            return Err(failure);
        }
        self.http_auth = Some(Hidden(read));
        Ok(self)
    }

    fn without_http_auth(&self) -> Self {
        Self {
            http_auth: None,
            http_auth_origin: None,
            logins: self.logins.without_secrets(),
            ..self.clone()
        }
    }

    /// As it may be kept in a file: without passwords and headers that were given for this run.
    pub(crate) fn without_secrets(&self) -> Self {
        Self { cdp_header: Vec::new(), cdp_proxy: None, capabilities: None, ..self.without_http_auth() }
    }

    /// Whether only what [`Launch::without_secrets`] leaves out is said.
    pub(crate) fn says_secrets_alone(&self) -> bool {
        self.without_secrets() == Self::default()
    }

    /// With what another one says of that.
    pub(crate) fn with_secrets_of(mut self, other: &Self) -> Self {
        if !other.cdp_header.is_empty() {
            self.cdp_header.clone_from(&other.cdp_header);
        }
        self.cdp_proxy = other.cdp_proxy.clone().or(self.cdp_proxy);
        self.http_auth = other.http_auth.clone().or(self.http_auth);
        self.http_auth_origin = other.http_auth_origin.clone().or(self.http_auth_origin);
        self
    }

    /// The flags of that which are given.
    pub(crate) fn secrets_given(&self) -> Vec<String> {
        let given = [
            ("--cdp-header", !self.cdp_header.is_empty()),
            ("--cdp-proxy", self.cdp_proxy.is_some()),
            ("--http-auth", self.http_auth.is_some()),
        ];
        given.iter().filter(|(_, given)| *given).map(|(flag, _)| (*flag).to_owned()).collect()
    }

    /// What to answer a login by HTTP.
    ///
    /// # Errors
    /// `INVALID_INPUT` for an origin that is none, or that nothing is for.
    pub(crate) fn http_auth(&self) -> Result<Option<HttpAuth>> {
        let pair = self.http_auth.as_ref().and_then(|Hidden(text)| text.split_once(':'));
        let Some((user, password)) = pair else {
            return match &self.http_auth_origin {
                Some(_) => Err(Failure::invalid("--http-auth-origin is for --http-auth, which is not given")),
                None => Ok(None),
            };
        };
        let auth = HttpAuth::new(user, password);
        Ok(Some(match &self.http_auth_origin {
            Some(origin) => auth.for_origin(origin)?,
            None => auth,
        }))
    }

    /// As it may be told: without the passwords and tokens of addresses.
    pub(crate) fn shown(&self) -> Self {
        let args = self.args.iter().map(|arg| shorten_url(arg).into_owned()).collect();
        let http_auth_origin = self.http_auth_origin.clone();
        Self {
            cdp: self.shown_cdp(),
            engine: self.shown_engines().into_iter().map(Hidden).collect(),
            args,
            http_auth_origin,
            ..self.without_secrets()
        }
    }

    /// What two sessions must have in common to share a browser, or the server that makes theirs.
    pub(crate) fn browser(&self) -> Self {
        // In a context of its own a session has a proxy of its own, too.
        let logins = if self.profile.is_some() { self.logins.of_browser() } else { Logins::default() };
        Self {
            window: None,
            mask: Vec::new(),
            downloads: None,
            engine: Vec::new(),
            state: None,
            logins,
            ..self.without_http_auth()
        }
    }

    /// Leaves out one of [`settings::START`].
    pub(crate) fn forget(&mut self, setting: &Setting) {
        match *setting {
            settings::HEADED => self.headed = false,
            settings::EXECUTABLE => self.executable = None,
            settings::WIRE => self.wire = None,
            settings::CHROME_ARG => self.args.clear(),
            _ => {}
        }
    }

    /// Checks flags of a later call against those that the session was started with.
    ///
    /// # Errors
    /// `INVALID_INPUT` naming the flag that differs.
    pub(crate) fn agrees_with(&self, running: &Self, session: &str) -> Result<()> {
        let differs = if self.headed && !running.headed {
            "--headed"
        } else if self.profile.is_some() && self.profile != running.profile {
            "--profile"
        } else if self.cdp.is_some() && self.cdp != running.cdp {
            "--cdp"
        } else if !self.engine.is_empty() && !self.has_engines_of(running) {
            "--engine"
        } else if self.capabilities.is_some() && self.capabilities != running.capabilities {
            "--capabilities"
        } else if !self.cdp_header.is_empty() && self.cdp_header != running.cdp_header {
            "--cdp-header"
        } else if self.cdp_proxy.is_some() && self.cdp_proxy != running.cdp_proxy {
            "--cdp-proxy"
        } else if self.cdp_ca.is_some() && self.cdp_ca != running.cdp_ca {
            "--cdp-ca"
        } else if self.window.is_some() && self.window != running.window {
            "--window"
        } else if self.state.is_some() && self.state != running.state {
            "--state"
        } else if self.downloads.is_some() && self.downloads != running.downloads {
            "--downloads"
        } else if self.http_auth.is_some() && self.http_auth != running.http_auth {
            "--http-auth"
        } else if self.http_auth_origin.is_some() && self.http_auth_origin != running.http_auth_origin {
            "--http-auth-origin"
        } else if let Some(flag) = self.logins.differs_from(&running.logins) {
            flag
        } else if self.executable.is_some() && self.executable != running.executable {
            "--executable"
        } else if self.wire.is_some() && self.wire != running.wire {
            "--wire"
        } else if !self.args.is_empty() && self.args != running.args {
            "--chrome-arg"
        } else if self.mask.iter().any(|mask| !running.mask.contains(mask)) {
            "--mask"
        } else {
            return Ok(());
        };
        let mut failure = Failure::invalid(format!("session {session} runs already, with another {differs}"));
        failure.hint = Hint::CloseFirst(session.to_owned());
        Err(failure)
    }

    /// What is not to be shown of its pages.
    pub(crate) fn privacy(&self) -> PrivacyRules {
        let mut rules = PrivacyRules::default();
        rules.mask_fields.clone_from(&self.mask);
        rules
    }

    /// Whose cookies the session has: who names a profile or a running browser wants to be who they are there.
    pub(crate) fn context(&self) -> BrowserContext {
        if self.profile.is_some() || self.cdp.is_some() {
            BrowserContext::Default
        } else {
            BrowserContext::New
        }
    }

    /// For the library.
    pub(crate) fn options(&self) -> LaunchOptions {
        let mut options = LaunchOptions::default();
        options.executable.clone_from(&self.executable);
        options.headless = !self.headed;
        options.profile.clone_from(&self.profile);
        options.args.clone_from(&self.args);
        if self.profile.is_some() {
            options.args.extend(self.logins.arguments());
        }
        options.wire = self.wire.map_or_else(Wire::default, WireName::wire);
        options
    }
}

/// Whether a saved state is meant as a file: a path with a separator in it, or one that ends in `.json`. All else is a name.
pub(crate) fn is_state_file(text: &Path) -> bool {
    let is_json = text.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("json"));
    is_json || text.to_str().is_none_or(|text| text.chars().any(std::path::is_separator))
}

pub(crate) fn parse_window(text: &str) -> Result<(u32, u32), String> {
    let size = text.split_once(['x', 'X']).and_then(|(w, h)| Some((w.parse().ok()?, h.parse().ok()?)));
    match size {
        Some((w, h)) if (1..=16_384).contains(&w) && (1..=16_384).contains(&h) => Ok((w, h)),
        _ => Err("expected WIDTHxHEIGHT in pixels, such as 1280x800".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes() {
        assert_eq!(parse_window("1280x800"), Ok((1280, 800)));
        for bad in ["", "1280", "0x5", "axb", "1x2x3", "99999x1"] {
            assert!(parse_window(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn a_name_and_a_password_are_read_and_never_written() {
        let given = |text: &str| Launch { http_auth: Some(text.to_owned().into()), ..Launch::default() };
        let read = given("ada:s3:cret").with_http_auth_read(Path::new("/")).unwrap();
        assert!(read.http_auth().unwrap().is_some());
        for shown in [format!("{read:?}"), serde_json::to_string(&read.shown()).unwrap()] {
            assert!(!shown.contains("s3:cret"), "{shown}");
        }
        for bad in ["s3cret", ":s3cret", "@/nowhere/at/all"] {
            let failure = given(bad).with_http_auth_read(Path::new("/")).unwrap_err();
            assert!(!failure.message.contains("s3cret"), "{failure}");
        }
    }

    #[test]
    fn only_given_flags_can_contradict() {
        let running = Launch { window: Some((800, 600)), ..Launch::default() };
        assert!(Launch::default().agrees_with(&running, "a").is_ok());
        let other = Launch { window: Some((801, 600)), ..Launch::default() };
        let failure = other.agrees_with(&running, "a").unwrap_err();
        assert!(failure.message.contains("--window"), "{failure}");
    }
}
