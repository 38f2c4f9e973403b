//! By which names clients may come: a page of the web that has a name of its own lead to this server (DNS rebinding), or that a person of
//! this machine has open, must not operate a browser through it.

use std::net::SocketAddr;

use hyper::{
    HeaderMap, Uri,
    header::{HOST, ORIGIN},
    http::uri::Authority,
};

/// Names of this machine to itself.
const LOCAL: [&str; 3] = ["localhost", "127.0.0.1", "::1"];

/// The names of the server, and the origins of pages that may ask.
#[derive(Debug)]
pub(crate) struct Names {
    hosts: Vec<Allowed>,
    origins: Vec<(String, Allowed)>,
}

/// A host, at one port or at any.
#[derive(Debug, PartialEq)]
struct Allowed {
    host: String,
    port: Option<u16>,
}

impl Allowed {
    fn any_port(host: &str) -> Self {
        Self { host: plain(host), port: None }
    }

    fn parse(text: &str) -> Option<Self> {
        let text = text.strip_suffix(":*").unwrap_or(text);
        // A bare IPv6 address is none of the forms that an address of the web has.
        if text.parse::<std::net::Ipv6Addr>().is_ok() {
            return Some(Self::any_port(text));
        }
        let authority: Authority = text.parse().ok()?;
        let has_user = authority.as_str().contains('@');
        (!has_user).then(|| Self { host: plain(authority.host()), port: authority.port_u16() })
    }

    fn is(&self, host: &str, port: Option<u16>) -> bool {
        self.host == plain(host) && (self.port.is_none() || self.port == port)
    }
}

impl Names {
    /// Those of this machine, the address that is listened on, and what the server's person adds.
    ///
    /// # Errors
    /// What is no host, or no origin.
    pub(crate) fn new(bound: SocketAddr, hosts: &[String], origins: &[String]) -> Result<Self, String> {
        let ip = (!bound.ip().is_unspecified()).then(|| Allowed::any_port(&bound.ip().to_string()));
        let mut all: Vec<Allowed> = LOCAL.iter().map(|host| Allowed::any_port(host)).chain(ip).collect();
        for host in hosts {
            all.push(Allowed::parse(host).ok_or("--http-host wants HOST or HOST:PORT")?);
        }
        let mut pages: Vec<_> =
            LOCAL.iter().map(|host| ("http".to_owned(), Allowed::any_port(host))).collect();
        for origin in origins {
            let parsed = origin.split_once("://").and_then(|(scheme, rest)| {
                let allowed = Allowed::parse(rest)?;
                // Browsers leave the usual port out.
                let any = rest.ends_with(":*");
                let port = if any { None } else { allowed.port.or(usual_port(scheme)) };
                Some((scheme.to_ascii_lowercase(), Allowed { port, ..allowed }))
            });
            pages.push(parsed.ok_or("--http-origin wants SCHEME://HOST or SCHEME://HOST:PORT")?);
        }
        Ok(Self { hosts: all, origins: pages })
    }

    /// Whether a request comes by one of the names, and from no foreign page.
    pub(crate) fn allow(&self, uri: &Uri, headers: &HeaderMap) -> bool {
        self.allow_host(uri, headers) && self.allow_origin(headers)
    }

    fn allow_host(&self, uri: &Uri, headers: &HeaderMap) -> bool {
        let mut given = headers.get_all(HOST).iter();
        let header = match (given.next(), given.next()) {
            (Some(only), None) => only.to_str().ok().and_then(|host| host.parse::<Authority>().ok()),
            _ => None,
        };
        let Some(host) = header else { return false };
        // A request to a proxy names the host twice.
        let named = [Some(&host), uri.authority()];
        named.into_iter().flatten().all(|authority| {
            !authority.as_str().contains('@')
                && self.hosts.iter().any(|allowed| allowed.is(authority.host(), authority.port_u16()))
        })
    }

    fn allow_origin(&self, headers: &HeaderMap) -> bool {
        headers.get_all(ORIGIN).iter().all(|origin| {
            let parsed = origin.to_str().ok().and_then(|text| text.split_once("://"));
            let Some((scheme, Ok(authority))) =
                parsed.map(|(scheme, rest)| (scheme, rest.parse::<Authority>()))
            else {
                return false;
            };
            let port = authority.port_u16().or(usual_port(scheme));
            !authority.as_str().contains('@')
                && self.origins.iter().any(|(allowed_scheme, allowed)| {
                    allowed_scheme.eq_ignore_ascii_case(scheme) && allowed.is(authority.host(), port)
                })
        })
    }
}

fn usual_port(scheme: &str) -> Option<u16> {
    match scheme.to_ascii_lowercase().as_str() {
        "http" => Some(80),
        "https" => Some(443),
        _ => None,
    }
}

fn plain(host: &str) -> String {
    host.trim_start_matches('[').trim_end_matches(']').to_ascii_lowercase()
}

#[cfg(test)]
mod tests {
    use hyper::header::{HeaderName, HeaderValue};

    use super::*;

    fn allows(names: &Names, headers: &[(HeaderName, &str)]) -> bool {
        let mut map = HeaderMap::new();
        for (name, value) in headers {
            map.append(name, HeaderValue::from_str(value).unwrap());
        }
        names.allow(&Uri::from_static("/call"), &map)
    }

    #[test]
    fn clients_come_by_a_name_of_the_server() {
        let hosts = ["browser.example".to_owned(), "other.example:8931".to_owned()];
        let names = Names::new("10.1.2.3:8931".parse().unwrap(), &hosts, &[]).unwrap();
        for good in [
            "localhost",
            "LOCALHOST:1",
            "127.0.0.1:8931",
            "[::1]:8931",
            "10.1.2.3:8931",
            "browser.example",
            "Browser.Example:443",
            "other.example:8931",
        ] {
            assert!(allows(&names, &[(HOST, good)]), "{good}");
        }
        for bad in [
            "evil.example",
            "evil.example:8931",
            "localhost.evil.example",
            "other.example",
            "other.example:80",
            "localhost@evil.example",
            "evil.example@localhost",
            "",
        ] {
            assert!(!allows(&names, &[(HOST, bad)]), "{bad}");
        }
        assert!(!allows(&names, &[]) && !allows(&names, &[(HOST, "localhost"), (HOST, "evil.example")]));
        assert!(!names.allow(&Uri::from_static("http://evil.example/call"), &{
            let mut map = HeaderMap::new();
            map.insert(HOST, HeaderValue::from_static("localhost"));
            map
        }));
    }

    #[test]
    fn pages_come_from_this_machine_or_from_where_they_are_allowed() {
        let origins = [
            "https://app.example:443",
            "http://dev.example:3000",
            "https://b.example",
            "https://c.example:*",
        ]
        .map(str::to_owned);
        let names = Names::new("127.0.0.1:1".parse().unwrap(), &[], &origins).unwrap();
        let from = |origin: &str| allows(&names, &[(HOST, "localhost"), (ORIGIN, origin)]);
        for good in [
            "http://localhost:3000",
            "http://[::1]:3000",
            "http://127.0.0.1",
            "https://app.example",
            "https://app.example:443",
            "http://dev.example:3000",
            "https://b.example",
            "https://c.example:8443",
        ] {
            assert!(from(good), "{good}");
        }
        for bad in [
            "null",
            "",
            "http://evil.example",
            "http://localhost.evil.example:80",
            "http://app.example",
            "https://app.example:444",
            "http://dev.example",
            "https://b.example:8443",
            "http://b.example",
            "file://",
        ] {
            assert!(!from(bad), "{bad}");
        }
        assert!(Names::new("127.0.0.1:1".parse().unwrap(), &[], &["app.example".to_owned()]).is_err());
    }
}
