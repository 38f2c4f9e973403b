//! `cookies`: the cookies of the session, without their values unless these are asked for.

use clap::ValueEnum;
use domtool::{Cookie, ErrorKind, SameSite};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Context, Operation, RunOperation, Traits};
use crate::{
    failure::{Failure, Result},
    output::{CookieInfo, CookieList},
};

/// List the session's cookies, set one, or clear them.
///
/// A value may be a login: it is shown with --values alone. Pages see a change with their next request.
#[derive(Debug, clap::Args, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Cookies {
    /// What to do.
    #[arg(value_enum)]
    pub(crate) what: CookiesWhat,
    /// The cookie's name; for get and clear all, where none is given.
    #[arg(required_if_eq("what", "set"))]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) name: Option<String>,
    /// The value to set.
    #[arg(required_if_eq("what", "set"), allow_hyphen_values = true)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) value: Option<CookieValue>,
    /// Only those that this host gets; for set whose it is, with a dot in front also the hosts below: the host of the page, where none is given.
    #[arg(long, value_name = "HOST")]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) domain: Option<String>,
    /// For set: below which path it is sent.
    #[arg(long, value_name = "PATH")]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) path: Option<String>,
    /// For set: when it ends, in seconds since 1970; with the browser, where none is given.
    #[arg(long, value_name = "SECONDS")]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) expires: Option<f64>,
    /// For set: scripts do not see it.
    #[arg(long)]
    #[serde(default)]
    pub(crate) http_only: bool,
    /// For set: it goes over TLS alone.
    #[arg(long)]
    #[serde(default)]
    pub(crate) secure: bool,
    /// For set: whether it goes along with requests of other sites.
    #[arg(long, value_enum, value_name = "WHEN")]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) same_site: Option<SameSiteName>,
    /// Show the values, which may let their reader in.
    #[arg(long)]
    #[serde(default)]
    pub(crate) values: bool,
}

/// What the caller typed as a value: it is shown by nothing.
type CookieValue = crate::launch::Hidden;

/// What to do with cookies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum CookiesWhat {
    /// List them.
    Get,
    /// Set one.
    Set,
    /// Delete those of the name and host that are given, else all.
    Clear,
}

/// Whether a cookie goes along with requests of other sites.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum SameSiteName {
    /// Never.
    Strict,
    /// When its site is opened from another.
    Lax,
    /// Always; it has to be secure.
    None,
}

impl Operation for Cookies {
    const NAME: &'static str = "cookies";
    const TRAITS: Traits = Traits::WRITE;
    const EXAMPLES: &'static [(&'static str, &'static str)] = &[
        ("domtool cookies get", "all of the session, without their values"),
        ("domtool cookies get sid --domain example.com --values", "one with its value"),
        ("domtool cookies set theme dark", "for the host of the page"),
        (
            "domtool cookies clear --domain example.com",
            "those that this host gets; all of the session without it",
        ),
    ];

    fn only_looks(&self) -> bool {
        self.what == CookiesWhat::Get
    }
}

impl RunOperation for Cookies {
    type Answer = CookieList;

    async fn run(self, context: &Context) -> Result<CookieList> {
        let session = context.session()?;
        match self.what {
            CookiesWhat::Get => {
                let cookies = session.cookies().await?.into_iter().filter(|cookie| self.is_meant(cookie));
                let cookies = cookies.map(|cookie| self.told(cookie)).collect();
                Ok(CookieList { cookies, ..CookieList::default() })
            }
            CookiesWhat::Set => {
                let cookie = self.cookie(context)?;
                session.set_cookies(std::slice::from_ref(&cookie)).await?;
                // The browser also takes what it then does not keep.
                let bare = |domain: &str| domain.trim_start_matches('.').to_ascii_lowercase();
                let kept = session.cookies().await?.into_iter().find(|kept| {
                    kept.name == cookie.name
                        && kept.value == cookie.value
                        && bare(&kept.domain) == bare(&cookie.domain)
                        && kept.path == cookie.path
                });
                let kept = kept.ok_or_else(|| {
                    let failure = Failure::invalid("the browser did not keep the cookie");
                    let hint =
                        "see its name (__Host- and __Secure- want --secure), host, path and when it ends";
                    Failure { hint: hint.into(), ..failure }
                })?;
                Ok(CookieList { cookies: vec![self.told(kept)], set: true, ..CookieList::default() })
            }
            CookiesWhat::Clear => {
                let all = session.cookies().await?.into_iter();
                let meant: Vec<_> = all.filter(|cookie| self.is_meant(cookie)).collect();
                session.delete_cookies(&meant).await?;
                Ok(CookieList { cleared: Some(meant.len()), ..CookieList::default() })
            }
        }
    }
}

impl Cookies {
    fn is_meant(&self, cookie: &Cookie) -> bool {
        self.name.as_ref().is_none_or(|name| *name == cookie.name)
            && self.domain.as_ref().is_none_or(|host| gets(host, &cookie.domain))
    }

    fn told(&self, cookie: Cookie) -> CookieInfo {
        CookieInfo {
            name: cookie.name,
            value: self.values.then_some(cookie.value),
            domain: cookie.domain,
            path: cookie.path,
            expires: (cookie.expires >= 0.0).then_some(cookie.expires),
            http_only: cookie.http_only,
            secure: cookie.secure,
            same_site: format!("{:?}", cookie.same_site),
            partition_key: cookie.partition_key,
        }
    }

    fn cookie(&self, context: &Context) -> Result<Cookie> {
        let (Some(name), Some(value)) = (&self.name, &self.value) else {
            return Err(Failure::invalid("a cookie has a name and a value"));
        };
        let domain = match &self.domain {
            Some(domain) => domain.clone(),
            None => context
                .session()?
                .tabs()
                .iter()
                .find(|tab| tab.active)
                .and_then(|tab| host(&tab.url))
                .ok_or_else(|| {
                    let hint = "open a page of the site first, or give domain";
                    Failure::new(ErrorKind::NotFound, "the session shows no page of a host", hint)
                })?,
        };
        let mut cookie = Cookie::new(name, value.reveal(), &domain);
        if let Some(path) = &self.path {
            cookie.path.clone_from(path);
        }
        cookie.expires = self.expires.unwrap_or(cookie.expires);
        cookie.http_only = self.http_only;
        cookie.secure = self.secure;
        cookie.same_site = match self.same_site {
            Some(SameSiteName::Strict) => SameSite::Strict,
            Some(SameSiteName::None) => SameSite::None,
            Some(SameSiteName::Lax) | None => SameSite::Lax,
        };
        Ok(cookie)
    }
}

/// Whether a host gets the cookies of a domain (RFC 6265, 5.1.3): its own, and with a dot in front those of the hosts above it.
fn gets(host: &str, domain: &str) -> bool {
    let host = host.trim_start_matches('.').to_ascii_lowercase();
    match domain.strip_prefix('.') {
        None => host == domain,
        Some(above) => host == above || host.strip_suffix(above).is_some_and(|rest| rest.ends_with('.')),
    }
}

/// The host of an address.
fn host(url: &str) -> Option<String> {
    let (scheme, rest) = url.split_once("://")?;
    let authority = rest.split(['/', '?', '#']).next().filter(|_| matches!(scheme, "http" | "https"))?;
    let host = authority.rsplit_once('@').map_or(authority, |(_, host)| host);
    let without_port = match host.rsplit_once(':') {
        Some((name, port)) if port.chars().all(|c| c.is_ascii_digit()) => name,
        _ => host,
    };
    Some(without_port.to_owned()).filter(|host| !host.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hosts() {
        for (url, expected) in [
            ("https://a.example:8443/b?c", Some("a.example")),
            ("http://u:p@127.0.0.1/", Some("127.0.0.1")),
            ("http://[::1]:80/", Some("[::1]")),
            ("about:blank", None),
            ("file:///etc", None),
        ] {
            assert_eq!(host(url).as_deref(), expected, "{url}");
        }
        for (host, domain, does) in [
            ("a.example", "a.example", true),
            ("b.a.example", "a.example", false),
            ("b.a.example", ".a.example", true),
            ("xa.example", ".a.example", false),
            ("A.example", ".a.example", true),
        ] {
            assert_eq!(gets(host, domain), does, "{host} {domain}");
        }
    }
}
