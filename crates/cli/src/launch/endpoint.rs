//! `--cdp`, and the servers of `--engine`, with what is needed to be let in there: the address, headers and root certificates, which may stand in files, and which of
//! them may be written down or printed.

use std::{fs, net::IpAddr, path::Path};

use domtool::Endpoint;
use hyper::http::uri::Authority;

use super::{Engine, Hidden, Launch};
use crate::failure::{Failure, Result};

impl Launch {
    /// With what is in the files that `--cdp @FILE` and `--cdp-header @FILE` name.
    ///
    /// # Errors
    /// `INVALID_INPUT` when one cannot be read, or for what is no header.
    pub(crate) fn with_endpoint_read(mut self, folder: &Path) -> Result<Self> {
        let read = |flag: &str, file: &str| {
            let path = folder.join(file);
            fs::read_to_string(&path).map_err(|error| {
                Failure::invalid(format!("{flag}: {} cannot be read: {error}", path.display()))
            })
        };
        if let Some(file) = self.cdp.as_deref().and_then(|cdp| cdp.strip_prefix('@')) {
            let text = read("--cdp", file)?;
            self.cdp = Some(text.lines().next().unwrap_or_default().trim().to_owned());
        }
        if let Some(file) = self.cdp_proxy.as_ref().and_then(|Hidden(proxy)| proxy.strip_prefix('@')) {
            let text = read("--cdp-proxy", file)?;
            self.cdp_proxy = Some(Hidden(text.lines().next().unwrap_or_default().trim().to_owned()));
        }
        let mut headers = Vec::new();
        for Hidden(header) in self.cdp_header {
            match header.strip_prefix('@') {
                Some(file) => {
                    let text = read("--cdp-header", file)?;
                    let lines = text.lines().filter(|line| !line.trim().is_empty());
                    headers.extend(lines.map(|line| Hidden(line.to_owned())));
                }
                None => headers.push(Hidden(header)),
            }
        }
        self.cdp_header = headers;
        self.endpoint()?;
        self.with_engines_read(folder)
    }

    /// With the proxy that the environment names, where nothing else is said and the way leads out of this machine by TLS.
    pub(crate) fn with_proxy_of_environment(mut self) -> Self {
        let engines = self.engine.iter().filter_map(|Hidden(engine)| engine.split_once('+'));
        let host =
            self.cdp.as_deref().into_iter().chain(engines.map(|(_, address)| address)).find_map(host_by_tls);
        if let (Some(host), None) = (host, &self.cdp_proxy) {
            let value = |name: &str| std::env::var(name).ok().filter(|value| !value.is_empty());
            let of = |names: [&str; 2]| names.into_iter().find_map(value);
            let passed = of(["NO_PROXY", "no_proxy"]).is_some_and(|list| is_listed(&host, &list));
            // What is no HTTP proxy is for other programs.
            let proxy = of(["HTTPS_PROXY", "https_proxy"]).filter(|proxy| proxy.starts_with("http://"));
            self.cdp_proxy = proxy.filter(|_| !passed).map(Hidden);
        }
        self
    }

    /// The browser to be connected to, where one is named.
    ///
    /// # Errors
    /// `INVALID_INPUT` for what is no header.
    pub(crate) fn endpoint(&self) -> Result<Option<Endpoint>> {
        self.cdp.as_deref().map(|address| self.endpoint_at(address)).transpose()
    }

    /// A server, with what it is sent along.
    ///
    /// # Errors
    /// `INVALID_INPUT` for what is no header.
    pub(crate) fn endpoint_at(&self, address: &str) -> Result<Endpoint> {
        let mut endpoint = Endpoint::new(address);
        for Hidden(header) in &self.cdp_header {
            let (name, value) = header.split_once(':').unwrap_or_default();
            endpoint = endpoint.with_header(name, value).map_err(|error| Failure {
                hint: "write it as 'Name: value', or name a file of such lines: @FILE".into(),
                ..Failure::invalid(format!("--cdp-header: {error}"))
            })?;
        }
        if let Some(Hidden(proxy)) = &self.cdp_proxy {
            endpoint = endpoint.with_proxy(proxy);
        }
        if let Some(file) = &self.cdp_ca {
            endpoint = endpoint.with_root_certificates(file);
        }
        Ok(endpoint)
    }

    /// Host and port of what is connected to first on the way to an engine: its proxy, or itself. `None` for one that is started here.
    pub(crate) fn first_hop(&self, engine: &Engine) -> Option<(String, u16)> {
        let address = match engine {
            Engine::Local => return None,
            Engine::Attached => self.cdp.as_deref()?,
            Engine::WebDriver(address) | Engine::Cdp(address) => address,
        };
        let proxy = self.cdp_proxy.as_ref().map(|Hidden(proxy)| proxy.as_str());
        let (scheme, rest) = proxy.unwrap_or(address).split_once("://")?;
        let end = rest.find(['/', '?', '#']).unwrap_or(rest.len());
        let (_, server) = rest[..end].rsplit_once('@').unwrap_or(("", &rest[..end]));
        let authority: Authority = server.parse().ok()?;
        let usual = if matches!(scheme, "https" | "wss") { 443 } else { 80 };
        let host = authority.host().trim_start_matches('[').trim_end_matches(']');
        Some((host.to_owned(), authority.port_u16().unwrap_or(usual)))
    }

    /// What is to be said where a header or a token leaves this machine as it is, for whoever is on the way to read.
    pub(crate) fn read_on_the_way(&self) -> Option<String> {
        let address = self.cdp.as_ref()?;
        // `host:port` is asked by HTTP.
        let by_http = (!address.contains("://") && !address.starts_with("auto") && address.contains(':'))
            .then(|| format!("http://{address}"));
        let host = host_by(&["http://", "ws://"], by_http.as_ref().unwrap_or(address))?;
        let what = match self.cdp_header.is_empty() {
            false => "what --cdp-header says",
            true if Endpoint::new(address).to_string().contains('…') => "the name, token or path of --cdp",
            true => return None,
        };
        Some(format!(
            "warning: {what} goes to {host} without TLS, for whoever is on the way to read; use https:// or wss://, or a tunnel to a port of this machine"
        ))
    }

    /// Whether `--cdp` is the address of a page, which a session has from its first call on.
    pub(crate) fn names_page(&self) -> bool {
        self.cdp.as_ref().is_some_and(|address| Endpoint::new(address).page_target().is_some())
    }

    /// `--cdp` as people may see it: without what lets its holder in.
    pub(super) fn shown_cdp(&self) -> Option<String> {
        self.cdp.as_ref().map(|address| Endpoint::new(address).to_string())
    }

    /// As a program may print it: only the names of files that hold what lets their holder in. The path of a browser of this machine is
    /// left in, as every program of this user can find that in the browser's profile.
    ///
    /// # Errors
    /// `INVALID_INPUT` where a secret would be printed.
    pub(crate) fn printable(self) -> Result<Self> {
        let launch = self.without_http_auth();
        let is_file = |text: &str| text.starts_with('@');
        let lets_in = |address: &String| {
            let own = ["ws://127.0.0.1:", "ws://localhost:", "ws://[::1]:"];
            let local = own.iter().any(|start| address.starts_with(start))
                && address.split('/').nth(3) == Some("devtools")
                && !address.contains(['@', '?']);
            !is_file(address) && !local && Endpoint::new(address).to_string().contains('…')
        };
        let flag = if launch.cdp.as_ref().is_some_and(lets_in) {
            "--cdp"
        } else if launch.engine.iter().any(|Hidden(engine)| lets_in(engine)) {
            "--engine"
        } else if launch.capabilities.as_ref().is_some_and(|Hidden(given)| !is_file(given)) {
            "--capabilities"
        } else if !launch.cdp_header.iter().all(|Hidden(header)| is_file(header)) {
            "--cdp-header"
        } else if launch.cdp_proxy.as_ref().is_some_and(|Hidden(proxy)| lets_in(proxy)) {
            "--cdp-proxy"
        } else {
            return Ok(launch);
        };
        let failure = Failure::invalid(format!("{flag} has a secret in it, which would be printed"));
        Err(Failure { hint: format!("write it to a file of yours, and give {flag} @FILE").into(), ..failure })
    }
}

/// The host of an address that is reached by TLS, unless it is this machine.
fn host_by_tls(address: &str) -> Option<String> {
    host_by(&["https://", "wss://"], address)
}

/// The host of an address with one of these schemes, unless it is this machine.
pub(super) fn host_by(schemes: &[&str], address: &str) -> Option<String> {
    let rest = schemes.iter().find_map(|scheme| address.strip_prefix(scheme))?;
    let authority = rest.split(['/', '?', '#']).next()?;
    let authority = authority.rsplit('@').next()?;
    let host = match authority.strip_prefix('[') {
        Some(rest) => rest.split(']').next()?,
        None => authority.split(':').next()?,
    };
    let local = host == "localhost" || host.parse::<IpAddr>().is_ok_and(|ip| ip.is_loopback());
    (!local).then(|| host.to_ascii_lowercase())
}

/// Whether a host is in a list such as `example.com,.internal,10.0.0.1` or `*`.
fn is_listed(host: &str, list: &str) -> bool {
    list.split(',').map(str::trim).filter(|entry| !entry.is_empty()).any(|entry| {
        let domain = entry.trim_start_matches('*').trim_start_matches('.').to_ascii_lowercase();
        entry == "*" || host == domain || host.ends_with(&format!(".{domain}"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn given(cdp: &str, headers: &[&str]) -> Launch {
        let cdp_header = headers.iter().map(|header| Hidden((*header).to_owned())).collect();
        Launch { cdp: Some(cdp.to_owned()), cdp_header, ..Launch::default() }
    }

    #[test]
    fn address_and_headers_may_stand_in_files() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("at"), "wss://b.example/zqs\n").unwrap();
        fs::write(folder.path().join("with"), "X-One: zqs1\n\nX-Two: zqs2\n").unwrap();
        let launch = given("@at", &["@with", "X-Three: zqs3"]).absolute(folder.path());
        assert!(launch.clone().printable().is_err(), "one header is no file's name");
        let printed = given("@at", &["@with"]).absolute(folder.path()).printable().unwrap();
        let read = launch.with_endpoint_read(Path::new("/")).unwrap();
        assert_eq!(read.cdp.as_deref(), Some("wss://b.example/zqs"));
        assert_eq!(read.cdp_header.len(), 3);
        for text in [format!("{read:?}"), serde_json::to_string(&read.shown()).unwrap()] {
            assert!(!text.replace("\"wss://b.example/zqs\"", "").contains("zqs"), "{text}");
        }
        assert!(printed.cdp.unwrap().ends_with("/at"));
        assert!(given("@nowhere/at/all", &[]).with_endpoint_read(Path::new("/")).is_err());
    }

    #[test]
    fn what_is_no_header_is_refused_without_its_value() {
        for header in ["zqs", "X Y: zqs", ": zqs", "Host: zqs", "X-Key:"] {
            let failure = given("http://h", &[header]).with_endpoint_read(Path::new("/")).unwrap_err();
            assert!(failure.message.starts_with("--cdp-header: "), "{failure}");
            assert!(!failure.to_string().contains("zqs"), "{failure}");
        }
    }

    #[test]
    fn what_is_connected_to_first() {
        for (address, host, port) in [
            ("http://grid:4444", "grid", 4444),
            ("wss://ada:pw@b.example/zqs?x@y", "b.example", 443),
            ("https://b.example/wd/hub", "b.example", 443),
            ("ws://[::1]:1/x", "::1", 1),
        ] {
            let hop = Launch::default().first_hop(&Engine::Cdp(address.to_owned()));
            assert_eq!(hop, Some((host.to_owned(), port)), "{address}");
        }
        assert_eq!(given("auto", &[]).first_hop(&Engine::Attached), None);
        let own = given("http://h:1", &[]);
        assert_eq!(
            (own.first_hop(&Engine::Attached), own.first_hop(&Engine::Local)),
            (Some(("h".to_owned(), 1)), None)
        );
    }

    #[test]
    fn hosts_that_a_proxy_is_for() {
        for (address, host) in [
            ("wss://B.example:1/x@y", Some("b.example")),
            ("https://ada:pw@b.example?x", Some("b.example")),
            ("https://[2001:db8::1]:1/", Some("2001:db8::1")),
            ("https://localhost:1", None),
            ("wss://127.0.0.2/", None),
            ("wss://[::1]/", None),
            ("ws://b.example", None),
            ("auto", None),
        ] {
            assert_eq!(host_by_tls(address).as_deref(), host, "{address}");
        }
        for (host, list, listed) in [
            ("b.example", "a.example, .example", true),
            ("b.example", "b.example", true),
            ("b.example", "*.example", true),
            ("b.example", "*", true),
            ("bb.example", "b.example", false),
            ("b.example", ",", false),
        ] {
            assert_eq!(is_listed(host, list), listed, "{host} {list}");
        }
    }

    #[test]
    fn what_can_be_read_on_the_way_is_warned_of_without_showing_it() {
        for (address, headers) in [
            ("http://b.example:1", &["X-Key: zqs"][..]),
            ("b.example:1", &["X-Key: zqs"]),
            ("ws://b.example/zqs", &[]),
            ("ws://zqs@10.0.0.1:1", &[]),
            ("http://b.example?token=zqs", &[]),
        ] {
            let warning = given(address, headers).read_on_the_way().expect(address);
            assert!(warning.contains("without TLS") && !warning.contains("zqs"), "{warning}");
        }
        for (address, headers) in [
            ("http://b.example:1", &[][..]),
            ("wss://b.example/zqs", &["X-Key: zqs"]),
            ("ws://127.0.0.1:1/devtools/browser/x", &["X-Key: zqs"]),
            ("ws://[::1]:1/x", &[]),
            ("http://localhost:1", &["X-Key: zqs"]),
            ("auto", &[]),
            ("9222", &["X-Key: zqs"]),
            ("localhost:9222", &["X-Key: zqs"]),
        ] {
            assert_eq!(given(address, headers).read_on_the_way(), None, "{address}");
        }
    }

    #[test]
    fn a_program_is_not_given_what_lets_in() {
        for address in ["auto", "auto:/p", "http://h:1/", "ws://127.0.0.1:1/devtools/browser/x", "@/file"] {
            assert!(given(address, &["@/file"]).printable().is_ok(), "{address}");
        }
        for (address, header) in [
            ("wss://h/zqs", "@/file"),
            ("http://zqs@h", "@/file"),
            ("ws://127.0.0.1:1/devtools/browser/x?zqs", "@/file"),
            ("http://h", "X: zqs"),
        ] {
            let failure = given(address, &[header]).printable().unwrap_err();
            assert!(!failure.to_string().contains("zqs"), "{failure}");
        }
    }
}
