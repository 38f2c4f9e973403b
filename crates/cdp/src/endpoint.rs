//! [`Endpoint`]: a browser that runs, as its caller names it, and what is sent along with every request to it. Here its WebSocket is
//! found, through the HTTP pages that browsers serve beside it.

mod address;
mod header;
mod http;
pub(crate) mod line;
mod proxy;
pub(crate) mod running;
mod secrets;
#[cfg(feature = "tls")]
mod tls;

use std::{
    fmt,
    path::{Path, PathBuf},
    time::Duration,
};

use serde::Deserialize;

use self::running::RunningBrowser;
pub(crate) use self::{
    address::{Address, shown},
    header::Header,
    http::{Answer, Request, refused, send},
    secrets::Secrets,
};
use crate::{
    error::{Error, ErrorKind, Result},
    protocol::TargetId,
};

const BROWSER: &str = "browser";
/// What the address of a page has before the id of its target.
const PAGE: &str = "/devtools/page/";

/// How a browser that runs is reached: its address, and what is needed to be let in there.
///
/// Its address is `http://host:port` (or `https://`, `ws://`, `wss://` without a path), where it is asked for its WebSocket; or a
/// `ws://` or `wss://` address with a path, which is taken as it is, but for that of a page, whose browser is connected to. `auto` is the one of [`running`](crate::chromium::running),
/// `auto:DIR` the one that runs in the profile folder DIR. `https://` and `wss://` need the feature `tls`.
///
/// A name and password in the address (`wss://ada:secret@host/`) are sent as basic authorization. A query, such as one with a token, is
/// sent with each request, and what stands before `/json/version` in its path as well.
///
/// Neither [`Debug`] nor [`Display`](fmt::Display) shows more of the address than scheme, host and port, and no header.
///
/// ```
/// use domtool_cdp::Endpoint;
///
/// let endpoint = Endpoint::new("wss://browsers.example/session?token=s3cret").with_header("X-Team", "qa")?;
/// assert_eq!(endpoint.to_string(), "wss://browsers.example/…");
/// # Ok::<(), domtool_cdp::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Endpoint {
    address: String,
    headers: Vec<Header>,
    roots: Option<PathBuf>,
    proxy: Option<String>,
}

impl Endpoint {
    /// The browser at an address.
    #[must_use]
    pub fn new(address: impl Into<String>) -> Self {
        Self { address: address.into(), headers: Vec::new(), roots: None, proxy: None }
    }

    /// Sends a header with each request to it, until the WebSocket is open.
    ///
    /// # Errors
    /// [`ErrorKind::Header`] for what cannot be a header, or is one of the handshake's own.
    pub fn with_header(mut self, name: &str, value: &str) -> Result<Self> {
        self.headers.push(Header::new(name, value)?);
        Ok(self)
    }

    /// Also trusts servers whose certificates were issued by one of a file in PEM, beside those that the system trusts.
    #[must_use]
    pub fn with_root_certificates(mut self, file: impl Into<PathBuf>) -> Self {
        self.roots = Some(file.into());
        self
    }

    /// Goes through an HTTP proxy, by `CONNECT`: `http://host:port`, with a name and password before the host where it wants them.
    #[must_use]
    pub fn with_proxy(mut self, address: impl Into<String>) -> Self {
        self.proxy = Some(address.into());
        self
    }

    /// Its address as it was given, with all that lets its holder in.
    #[must_use]
    pub fn address(&self) -> &str {
        &self.address
    }

    /// What is to be asked or connected to.
    ///
    /// # Errors
    /// Endpoint for what is no address, or says twice who asks.
    pub(crate) fn target(&self) -> Result<Target> {
        let address = Address::parse(&self.address)?;
        if address.tls && !cfg!(feature = "tls") {
            let message = format!(
                "{self} is reached by TLS, which this build does not speak; forward its port, and use http or ws"
            );
            return Err(failure(message));
        }
        let mut headers = self.headers.clone();
        if let Some(value) = address.authorization() {
            if headers.iter().any(|header| header.is("authorization")) {
                let message =
                    format!("{self} has a name in it, and a header says otherwise; give one of them");
                return Err(failure(message));
            }
            headers.push(Header { name: "Authorization".to_owned(), value });
        }
        let proxy = self.proxy.as_deref().map(proxy::parse).transpose()?;
        let secrets = Secrets::of(self, &[Some(&address), proxy.as_ref()]);
        Ok(Target {
            address,
            headers,
            roots: self.roots.clone(),
            proxy,
            secrets,
            found: None,
            serves: BROWSER,
        })
    }

    /// A WebSocket at the same server, which is sent the same: where `told` is by its path.
    ///
    /// # Errors
    /// As [`Endpoint::target`].
    pub(crate) fn at_websocket(&self, told: &Address) -> Result<Self> {
        let target = self.target()?.at(self, told);
        Ok(Self { address: target.url(), headers: target.headers, ..self.clone() })
    }

    /// Another server, which is sent nothing of what this one is.
    pub(crate) fn elsewhere(&self, address: String) -> Self {
        Self { address, headers: Vec::new(), ..self.clone() }
    }

    /// Where its WebSocket is.
    ///
    /// # Errors
    /// Endpoint, with what to do about it; Certificate.
    pub(crate) async fn websocket(&self, deadline: Duration) -> Result<Target> {
        let profile = self.profile();
        if profile.is_some() || self.address == "auto" {
            // Whoever has the port now would be sent them.
            if !self.headers.is_empty() || self.proxy.is_some() {
                let message = "headers and a proxy are for a server that is named; a browser of this machine, which `auto` finds, wants none";
                return Err(Error::new(ErrorKind::Header, message));
            }
            let search = running::find(profile);
            let found = tokio::time::timeout(deadline, search).await.unwrap_or_else(|_| {
                Err(failure(format!("no browser was found within {} ms", deadline.as_millis())))
            })?;
            let target = Self { address: found.websocket_url.clone(), ..self.clone() }.target()?;
            return Ok(Target { found: Some(found), ..target });
        }
        let target = self.target()?;
        if target.address.is_websocket() && self.page_target().is_none() {
            return Ok(target);
        }
        #[derive(Deserialize)]
        struct Version {
            #[serde(rename = "webSocketDebuggerUrl")]
            url: String,
        }
        let body = bounded(&target, "/json/version", deadline).await?;
        let version: Version = serde_json::from_slice(&body)
            .map_err(|e| failure(format!("{self} answers, but not as a browser does")).caused_by(e))?;
        let told = Address::parse(&version.url)?;
        Ok(target.at(self, &told))
    }

    /// The target that is named by the address of a page, `ws://host:port/devtools/page/ID`.
    #[must_use]
    pub fn page_target(&self) -> Option<TargetId> {
        let address = Address::parse(&self.address).ok().filter(|address| address.websocket)?;
        let (_, id) = address.split_path().0.split_once(PAGE)?;
        (!id.is_empty() && id.chars().all(|c| c.is_ascii_alphanumeric())).then(|| TargetId::from(id))
    }

    fn profile(&self) -> Option<&Path> {
        self.address.strip_prefix("auto:").map(Path::new)
    }
}

impl fmt::Display for Endpoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // A folder of this machine lets nobody in.
        if self.profile().is_some() { f.write_str(&self.address) } else { f.write_str(&shown(&self.address)) }
    }
}

impl fmt::Debug for Endpoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<_> = self.headers.iter().map(|header| &header.name).collect();
        f.debug_struct("Endpoint")
            .field("address", &self.to_string())
            .field("headers", &names)
            .field("roots", &self.roots)
            .field("proxy", &self.proxy.as_deref().map(shown))
            .finish()
    }
}

impl From<&str> for Endpoint {
    fn from(address: &str) -> Self {
        Self::new(address)
    }
}

impl From<String> for Endpoint {
    fn from(address: String) -> Self {
        Self::new(address)
    }
}

impl From<&String> for Endpoint {
    fn from(address: &String) -> Self {
        Self::new(address)
    }
}

impl From<&Endpoint> for Endpoint {
    fn from(endpoint: &Endpoint) -> Self {
        endpoint.clone()
    }
}

/// An endpoint whose address is taken apart: what one request is sent to, and with.
pub(crate) struct Target {
    pub(crate) address: Address,
    pub(crate) headers: Vec<Header>,
    #[cfg_attr(not(feature = "tls"), expect(dead_code, reason = "only TLS trusts anyone"))]
    roots: Option<PathBuf>,
    proxy: Option<Address>,
    pub(crate) secrets: Secrets,
    /// The browser whose file named the address.
    found: Option<RunningBrowser>,
    /// What is to be there, in words.
    pub(crate) serves: &'static str,
}

impl Target {
    /// The address of its WebSocket, without who asks.
    pub(crate) fn url(&self) -> String {
        self.address.websocket_url(&self.address.path)
    }

    /// Why there is no WebSocket, with where the address is from.
    pub(crate) fn blame(&self, error: Error) -> Error {
        let Some(found) = &self.found else { return error };
        let message = format!(
            "{} named {} in {}, and no browser was reached there: {error}; if it ended since, another program has the port",
            found.name,
            self.address.authority(),
            found.port_file().display()
        );
        failure(message)
    }

    /// The path of a page beside the WebSocket, below the path of the address, with its query: a token may be in either.
    pub(crate) fn path_of(&self, page: &str) -> String {
        let (path, query) = self.address.split_path();
        format!("{}{page}{query}", prefix(path))
    }

    /// The same server at the WebSocket that it told of. The browser names itself by the address that it was asked at, which behind a
    /// forwarded port or another server is not ours; and what is sent along is for the server that the caller named.
    fn at(self, endpoint: &Endpoint, told: &Address) -> Self {
        let (path, query) = self.address.split_path();
        let (told_path, told_query) = told.split_path();
        let before = if told_path.starts_with(prefix(path)) { "" } else { prefix(path) };
        let query = if told_query.is_empty() { query } else { told_query };
        let address =
            Address { websocket: true, path: format!("{before}{told_path}{query}"), ..self.address.clone() };
        let secrets = Secrets::of(endpoint, &[Some(&self.address), Some(&address), self.proxy.as_ref()]);
        Self { address, secrets, ..self }
    }
}

/// What stands before the pages of a browser: nothing, but behind servers that have them below a path. Whoever gives the address of a
/// page means what is before it.
fn prefix(path: &str) -> &str {
    let path = path.split(PAGE).next().unwrap_or(path).trim_end_matches('/');
    path.strip_suffix("/json/version").or_else(|| path.strip_suffix("/json")).unwrap_or(path)
}

/// The WebSocket address of the browser at an endpoint, with all that lets its holder in, but for headers.
///
/// # Errors
/// Endpoint, with what to do about it; Certificate.
pub async fn websocket_url(endpoint: impl Into<Endpoint>, deadline: Duration) -> Result<String> {
    Ok(endpoint.into().websocket(deadline).await?.url())
}

/// What a browser serves at a path, such as `/json/protocol`.
///
/// # Errors
/// Endpoint, Certificate.
pub async fn fetch(endpoint: impl Into<Endpoint>, path: &str, deadline: Duration) -> Result<Vec<u8>> {
    let mut target = endpoint.into().target()?;
    // The path of a WebSocket is beside the pages, not above them.
    if target.address.is_websocket() {
        "/".clone_into(&mut target.address.path);
    }
    bounded(&target, path, deadline).await
}

async fn bounded(target: &Target, page: &str, deadline: Duration) -> Result<Vec<u8>> {
    let path = target.path_of(page);
    tokio::time::timeout(deadline, http::get(target, &path)).await.unwrap_or_else(|_| {
        let at = target.address.authority();
        Err(failure(format!("{at} did not answer within {} ms", deadline.as_millis())))
    })
}

fn failure(message: String) -> Error {
    Error::new(ErrorKind::Endpoint, message)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_in_path_or_query_goes_with_every_request_to_the_server_that_was_named() {
        let told = Address::parse("ws://internal:9222/devtools/browser/1f0e").ok().unwrap();
        for (given, asked, url) in [
            ("http://h:1", "/json/version", "ws://h:1/devtools/browser/1f0e"),
            ("http://h:1/json/version", "/json/version", "ws://h:1/devtools/browser/1f0e"),
            ("https://h/t0ken/", "/t0ken/json/version", "wss://h:443/t0ken/devtools/browser/1f0e"),
            ("https://h?t=x", "/json/version?t=x", "wss://h:443/devtools/browser/1f0e?t=x"),
            ("https://h/devtools", "/devtools/json/version", "wss://h:443/devtools/browser/1f0e"),
        ] {
            let endpoint = Endpoint::new(given);
            let target = endpoint.target().ok().unwrap();
            assert_eq!(target.path_of("/json/version"), asked, "{given}");
            assert_eq!(target.at(&endpoint, &told).url(), url, "{given}");
        }
    }

    #[test]
    fn the_address_of_a_page_names_its_target() {
        for (text, target) in [
            ("ws://127.0.0.1:9222/devtools/page/1F0E", Some("1F0E")),
            ("wss://host/below/devtools/page/1F0E?token=x", Some("1F0E")),
            ("ws://127.0.0.1:9222/devtools/browser/1F0E", None),
            ("ws://127.0.0.1:9222/devtools/page/", None),
            ("ws://127.0.0.1:9222/devtools/page/1/2", None),
            ("http://127.0.0.1:9222/devtools/page/1F0E", None),
            ("auto", None),
        ] {
            assert_eq!(Endpoint::new(text).page_target(), target.map(TargetId::from), "{text}");
        }
        assert_eq!(prefix("/below/devtools/page/1F0E"), "/below");
        assert_eq!(prefix("/devtools/page/1F0E"), "");
    }

    #[test]
    fn who_asks_is_said_once_and_never_shown() {
        let endpoint = Endpoint::new("wss://ada:zqs1@h/zqs2?zqs3").with_header("X-Key", "zqs4").unwrap();
        let target = endpoint.target().ok().unwrap();
        let sent: Vec<_> =
            target.headers.iter().map(|header| format!("{}: {}", header.name, header.value)).collect();
        assert_eq!(sent, ["X-Key: zqs4", "Authorization: Basic YWRhOnpxczE="]);
        assert!(!format!("{endpoint} {endpoint:?}").contains("zqs"), "{endpoint:?}");
        let twice = endpoint.with_header("authorization", "Bearer zqs5").unwrap();
        let error = twice.target().err().unwrap().to_string();
        assert!(error.contains("a header says otherwise") && !error.contains("zqs"), "{error}");
        assert_eq!(Endpoint::new("auto:/profiles/ada").to_string(), "auto:/profiles/ada");
    }
}
