//! What lets a session in, beside `--http-auth`: headers, a proxy with its login, and what is stored for fields. All of it may stand in
//! files, is the user's alone to say, and is shown nowhere.

use std::{fs, path::Path};

use clap::Args;
use domtool::{BrowserContext, Proxy, RequestHeader, SessionOptions, StoredSecret};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Hidden;
use crate::{
    failure::{Failure, Result},
    settings,
};

/// The flags about it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash, Args, Serialize, Deserialize, JsonSchema)]
#[command(next_help_heading = "Browser (when the session starts)")]
#[serde(default)]
pub(crate) struct Logins {
    /// Send this header with the pages' requests to one origin, that of the first address opened; or to the servers named before it:
    /// 'api.example.com=NAME: VALUE' (by https), 'http://HOST:PORT=...', '*.example.com=...', '*=...'; may be repeated; @FILE reads a
    /// line each from a file, which is not in the list of processes. Redirects to other origins and WebSockets do not carry it.
    #[arg(
        long = settings::HEADER.key,
        global = true,
        value_name = "NAME: VALUE|@FILE",
        env = settings::HEADER.variable,
        hide_env_values = true
    )]
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) header: Vec<Hidden>,
    /// Reach the network through this proxy: http://, https:// or socks5://HOST:PORT; @FILE reads it from a file. This machine's own
    /// addresses are reached without it, see --proxy-bypass.
    #[arg(
        long = settings::PROXY.key,
        global = true,
        value_name = "URL|@FILE",
        env = settings::PROXY.variable,
        hide_env_values = true,
        conflicts_with = "cdp"
    )]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) proxy: Option<Hidden>,
    /// Answer the proxy's question for a login with this name and password; @FILE reads them from the first line of a file. What
    /// stands in the environment or in a file is not in the list of processes.
    #[arg(
        long = settings::PROXY_AUTH.key,
        global = true,
        value_name = "USER:PASS|@FILE",
        env = settings::PROXY_AUTH.variable,
        hide_env_values = true
    )]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) proxy_auth: Option<Hidden>,
    /// Reach these hosts without the proxy: '*.local, 10.0.0.0/8'; <-loopback> has this machine's own addresses go through it.
    #[arg(
        long = settings::PROXY_BYPASS.key,
        global = true,
        value_name = "HOSTS",
        env = settings::PROXY_BYPASS.variable
    )]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) proxy_bypass: Option<String>,
    /// Store a secret for fields: fill e3 '{{secret:NAME}}' writes it, on pages of these origins only, and no answer has it.
    /// NAME@ORIGIN=@FILE reads it from the first line of a file; commas part several origins; may be repeated.
    #[arg(
        long = settings::SECRET.key,
        global = true,
        value_name = "NAME@ORIGIN=VALUE|@FILE",
        env = settings::SECRET.variable,
        hide_env_values = true
    )]
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) secret: Vec<Hidden>,
    /// Store what makes one-time codes (RFC 6238), a key in base 32 or an otpauth:// address: fill e4 '{{totp:NAME}}' writes the code of
    /// the moment. Otherwise as --secret.
    #[arg(
        long = settings::TOTP.key,
        global = true,
        value_name = "NAME@ORIGIN=KEY|@FILE",
        env = settings::TOTP.variable,
        hide_env_values = true
    )]
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) totp: Vec<Hidden>,
}

impl Logins {
    /// With what is in the files that they name, and checked. Files of a relative name are in `folder`.
    ///
    /// # Errors
    /// `INVALID_INPUT` when one cannot be read, or for what makes no sense.
    pub(crate) fn read(mut self, folder: &Path) -> Result<Self> {
        let text_of = |flag: &str, file: &str| {
            let path = folder.join(file);
            fs::read_to_string(&path).map_err(|error| {
                Failure::invalid(format!("--{flag}: {} cannot be read: {error}", path.display()))
            })
        };
        let first_line = |flag: &str, given: Hidden| -> Result<Hidden> {
            let Some(file) = given.0.strip_prefix('@') else { return Ok(given) };
            Ok(Hidden(text_of(flag, file)?.lines().next().unwrap_or_default().trim().to_owned()))
        };
        let mut headers = Vec::new();
        for Hidden(header) in self.header {
            match header.strip_prefix('@') {
                Some(file) => {
                    let text = text_of(settings::HEADER.key, file)?;
                    headers.extend(
                        text.lines()
                            .filter(|line| !line.trim().is_empty())
                            .map(|line| Hidden(line.to_owned())),
                    );
                }
                None => headers.push(Hidden(header)),
            }
        }
        self.header = headers;
        self.proxy = self.proxy.map(|given| first_line(settings::PROXY.key, given)).transpose()?;
        self.proxy_auth =
            self.proxy_auth.map(|given| first_line(settings::PROXY_AUTH.key, given)).transpose()?;
        for (flag, stored) in [(settings::SECRET.key, &mut self.secret), (settings::TOTP.key, &mut self.totp)]
        {
            for Hidden(given) in stored {
                let (bound, value) = given.split_once('=').ok_or_else(|| malformed(flag))?;
                if value.starts_with('@') {
                    let Hidden(value) = first_line(flag, Hidden(value.to_owned()))?;
                    *given = format!("{bound}={value}");
                }
            }
        }
        // A proxy's login may stand in the environment for all calls: only a session that starts needs the proxy.
        let proxy = self.proxy.is_some();
        let checked = Self {
            proxy_auth: self.proxy_auth.clone().filter(|_| proxy),
            proxy_bypass: self.proxy_bypass.clone().filter(|_| proxy),
            ..self.clone()
        };
        checked.options()?;
        Ok(self)
    }

    /// For the library.
    ///
    /// # Errors
    /// `INVALID_INPUT` for what makes no sense.
    fn options(&self) -> Result<SessionOptions> {
        let mut options = SessionOptions::default();
        for Hidden(header) in &self.header {
            options.headers.push(request_header(header)?);
        }
        options.proxy = self.proxy()?;
        for Hidden(given) in &self.secret {
            let (name, origins, value) = stored(settings::SECRET.key, given)?;
            options.stored_secrets.push(StoredSecret::text(name, value, &origins)?);
        }
        for Hidden(given) in &self.totp {
            let (name, origins, value) = stored(settings::TOTP.key, given)?;
            options.stored_secrets.push(StoredSecret::totp(name, value, &origins)?);
        }
        Ok(options)
    }

    /// Puts it into the options of a session. One of the browser's own context has the proxy that the browser was started with.
    ///
    /// # Errors
    /// As [`Logins::read`].
    pub(crate) fn apply(&self, options: &mut SessionOptions) -> Result<()> {
        let own = self.options()?;
        options.headers = own.headers;
        let of_browser = options.context == BrowserContext::Default;
        options.proxy = own.proxy.map(|proxy| if of_browser { proxy.of_browser() } else { proxy });
        options.stored_secrets = own.stored_secrets;
        Ok(())
    }

    /// The proxy, where one is named.
    fn proxy(&self) -> Result<Option<Proxy>> {
        let Some(Hidden(address)) = &self.proxy else {
            let alone = [
                (settings::PROXY_AUTH.key, self.proxy_auth.is_some()),
                (settings::PROXY_BYPASS.key, self.proxy_bypass.is_some()),
            ];
            return match alone.iter().find(|(_, given)| *given) {
                Some((flag, _)) => {
                    Err(Failure::invalid(format!("--{flag} is for --proxy, which is not given")))
                }
                None => Ok(None),
            };
        };
        let mut proxy = Proxy::new(address)?;
        if let Some(Hidden(login)) = &self.proxy_auth {
            let (user, password) =
                login.split_once(':').filter(|(user, _)| !user.is_empty()).ok_or_else(|| Failure {
                    hint: "give USER:PASS, or @FILE with that in its first line".into(),
                    ..Failure::invalid("--proxy-auth wants a name and a password")
                })?;
            proxy = proxy.with_login(user, password)?;
        }
        Ok(Some(match &self.proxy_bypass {
            Some(hosts) => proxy.with_bypass(hosts),
            None => proxy,
        }))
    }

    /// What two sessions of the browser's own profile must have in common: there the proxy is the browser's.
    pub(crate) fn of_browser(&self) -> Self {
        Self { proxy: self.proxy.clone(), proxy_bypass: self.proxy_bypass.clone(), ..Self::default() }
    }

    /// The arguments by which a browser itself has the proxy.
    pub(crate) fn arguments(&self) -> Vec<String> {
        let Ok(Some(proxy)) = Self { proxy_auth: None, ..self.clone() }.proxy() else { return Vec::new() };
        let bypass = self.proxy_bypass.as_ref().map(|hosts| format!("--proxy-bypass-list={hosts}"));
        [Some(format!("--proxy-server={}", proxy.server())), bypass].into_iter().flatten().collect()
    }

    /// As it may be kept in a file or told: where traffic goes, without what lets anybody in. A session that is started again
    /// must not go another way.
    pub(crate) fn without_secrets(&self) -> Self {
        let address = self.proxy.as_ref().and_then(|Hidden(address)| {
            // A file's name is no secret, and a path that is not read yet.
            if address.starts_with('@') {
                Some(address.clone())
            } else {
                Proxy::new(address).ok().map(|proxy| proxy.server().to_owned())
            }
        });
        Self { proxy: address.map(Hidden), proxy_bypass: self.proxy_bypass.clone(), ..Self::default() }
    }

    /// Names of files that do not depend on where the daemon runs.
    pub(crate) fn absolute(mut self, folder: &Path) -> Self {
        let named = |text: &mut String| {
            if let Some(file) = text.strip_prefix('@') {
                *text = format!("@{}", folder.join(file).display());
            }
        };
        self.header
            .iter_mut()
            .chain(&mut self.proxy)
            .chain(&mut self.proxy_auth)
            .for_each(|Hidden(text)| named(text));
        for Hidden(text) in self.secret.iter_mut().chain(&mut self.totp) {
            if let Some((bound, value)) = text.split_once('=') {
                let mut value = value.to_owned();
                named(&mut value);
                *text = format!("{bound}={value}");
            }
        }
        self
    }

    /// The flag of a later call that differs from what the session was started with.
    pub(crate) fn differs_from(&self, running: &Self) -> Option<&'static str> {
        let differing = [
            (!self.header.is_empty() && self.header != running.header, "--header"),
            (self.proxy.is_some() && self.proxy != running.proxy, "--proxy"),
            (self.proxy_auth.is_some() && self.proxy_auth != running.proxy_auth, "--proxy-auth"),
            (self.proxy_bypass.is_some() && self.proxy_bypass != running.proxy_bypass, "--proxy-bypass"),
            (!self.secret.is_empty() && self.secret != running.secret, "--secret"),
            (!self.totp.is_empty() && self.totp != running.totp, "--totp"),
        ];
        differing.into_iter().find_map(|(differs, flag)| differs.then_some(flag))
    }
}

fn malformed(flag: &str) -> Failure {
    Failure {
        hint: "write it as NAME@ORIGIN=@FILE, such as bank@https://bank.example=@bank.txt".into(),
        ..Failure::invalid(format!("--{flag} wants a name, the origins that it is for, and the secret"))
    }
}

/// The parts of `NAME@ORIGIN[,ORIGIN]=VALUE`.
fn stored<'a>(flag: &str, given: &'a str) -> Result<(&'a str, Vec<&'a str>, &'a str)> {
    let (bound, value) = given.split_once('=').ok_or_else(|| malformed(flag))?;
    let (name, origins) = bound.split_once('@').ok_or_else(|| malformed(flag))?;
    Ok((name, origins.split(',').collect(), value))
}

/// A header as it is written: `NAME: VALUE`, or with the servers that it is for before it. No name of a header has a `=`.
fn request_header(given: &str) -> Result<RequestHeader> {
    let refused = || Failure {
        hint:
            "write it as 'Name: value' or 'api.example.com=Name: value', or name a file of such lines: @FILE"
                .into(),
        ..Failure::invalid("--header: that is no header")
    };
    let read = |text: &str| text.split_once(':').map(|(name, value)| RequestHeader::new(name, value));
    if let Some((servers, header)) = given.split_once('=')
        && !servers.contains(char::is_whitespace)
        && let Some(Ok(named)) = read(header)
        && let Ok(named) = named.only_for(servers)
    {
        return Ok(named);
    }
    match given.split_once('=').filter(|(servers, _)| servers.contains("://")) {
        Some(_) => Err(refused()),
        None => Ok(read(given).ok_or_else(refused)??),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hidden(text: &str) -> Hidden {
        Hidden(text.to_owned())
    }

    #[test]
    fn headers_are_read_with_their_servers() {
        for (given, wanted) in [
            ("X-A: b=c", "name: \"X-A\", servers: First"),
            ("api.example.com=X-A: v", "servers: Origin(\"https://api.example.com\")"),
            ("http://h:8080=X-A: v", "servers: Origin(\"http://h:8080\")"),
            ("*.example.com=X-A: v", "servers: Below(\".example.com\")"),
            ("*=X-A: v", "servers: All"),
            ("X-A:b", "name: \"X-A\", servers: First"),
        ] {
            let header = format!("{:?}", request_header(given).unwrap());
            assert!(header.contains(wanted), "{given}: {header}");
        }
        for bad in ["zqs", "zqs zqs: zqs", "http://h=zqs", "Host: zqs"] {
            let failure = request_header(bad).unwrap_err();
            assert!(!format!("{failure:?}").contains("zqs"), "{failure:?}");
        }
    }

    #[test]
    fn nothing_secret_is_kept_told_or_passed_on() {
        let logins = Logins {
            header: vec![hidden("Authorization: Bearer zqs")],
            proxy: Some(hidden("http://ada:zqs@proxy:3128")),
            proxy_auth: Some(hidden("ada:zqs")),
            proxy_bypass: Some("*.local".to_owned()),
            secret: vec![hidden("bank@https://bank.example=zqszqs")],
            totp: vec![hidden("bank@https://bank.example=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ")],
        };
        let read = logins.read(Path::new("/")).unwrap();
        let kept = serde_json::to_string(&read.without_secrets()).unwrap();
        assert_eq!(kept, r#"{"proxy":"http://proxy:3128","proxy_bypass":"*.local"}"#);
        assert_eq!(read.arguments(), ["--proxy-server=http://proxy:3128", "--proxy-bypass-list=*.local"]);
        assert!(!format!("{read:?}").contains("zqs"), "{read:?}");
    }

    #[test]
    fn what_makes_no_sense_is_refused_at_once() {
        let refused = |logins: Logins| {
            let failure = logins.read(Path::new("/nowhere")).unwrap_err();
            assert!(!format!("{failure:?}").contains("zqs"), "{failure:?}");
        };
        for given in [
            "bank",
            "bank=zqszqs",
            "@https://a.example=zqszqs",
            "bank@nothing=zqszqs",
            "bank@https://a.example=zq",
        ] {
            refused(Logins { secret: vec![hidden(given)], ..Logins::default() });
        }
        refused(Logins { totp: vec![hidden("bank@https://a.example=zqs!")], ..Logins::default() });
        refused(Logins { totp: vec![hidden("bank@https://a.example=@missing")], ..Logins::default() });
        let alone = Logins { proxy_auth: Some(hidden("ada:zqs")), ..Logins::default() };
        assert!(alone.clone().read(Path::new("/")).is_ok());
        assert!(alone.apply(&mut SessionOptions::default()).is_err());
        refused(Logins { proxy: Some(hidden("socks5://ada:zqs@h")), ..Logins::default() });
    }
}
