//! The client for HTTPS: whom it trusts, how long it waits, and what its errors mean to a person.

use std::io::Read as _;

use domtool::{ErrorKind, text::shorten_url};
use ureq::{
    Agent, Body,
    http::Response,
    tls::{Certificate, RootCerts, TlsConfig},
};

use crate::{
    failure::{Failure, Result},
    limits::{DOWNLOAD_CONNECTS, DOWNLOAD_SILENCE, VERSION_LIST_BYTES},
};

/// Asks servers for files.
pub(super) struct Client {
    agent: Agent,
}

impl Client {
    /// One that speaks TLS only, or also without it, for a mirror on this machine. A proxy is taken from the environment
    /// (`HTTPS_PROXY`, `ALL_PROXY`, `NO_PROXY`).
    pub(super) fn new(tls_only: bool) -> Self {
        let tls = TlsConfig::builder().root_certs(roots()).build();
        let config = Agent::config_builder()
            .https_only(tls_only)
            .http_status_as_error(false)
            .timeout_connect(Some(DOWNLOAD_CONNECTS))
            .timeout_recv_response(Some(DOWNLOAD_SILENCE))
            .timeout_per_read(Some(DOWNLOAD_SILENCE))
            .user_agent(concat!("domtool/", env!("CARGO_PKG_VERSION")))
            .tls_config(tls)
            .build();
        Self { agent: config.into() }
    }

    /// A whole small file; `None` when the server says that there is none.
    ///
    /// # Errors
    /// `NO_BROWSER` when the server cannot be reached or says something else.
    pub(super) fn read(&self, url: &str) -> Result<Option<Vec<u8>>> {
        let response = self.agent.get(url).call().map_err(|error| unreachable(url, &error))?;
        match response.status().as_u16() {
            200 => {
                let mut bytes = Vec::new();
                let mut body = response.into_body().into_reader().take(VERSION_LIST_BYTES);
                body.read_to_end(&mut bytes).map_err(|error| unreachable(url, &error))?;
                Ok(Some(bytes))
            }
            404 => Ok(None),
            status => Err(refused(url, status)),
        }
    }

    /// The answer to a request for a file, or for the rest of one, if it is still the same.
    ///
    /// # Errors
    /// The client's own, when there is no answer.
    pub(super) fn get(&self, url: &str, rest: Option<&Rest<'_>>) -> Result<Response<Body>, ureq::Error> {
        let mut request = self.agent.get(url);
        if let Some(rest) = rest {
            request = request.header("Range", format!("bytes={}-", rest.from)).header("If-Range", rest.etag);
        }
        request.call()
    }
}

/// What is missing of a file of which a part is there.
pub(super) struct Rest<'a> {
    pub(super) from: u64,
    pub(super) etag: &'a str,
}

/// The certificates that this system trusts, those of a company's proxy among them. A bare system has none; for it there are those
/// that Mozilla's browser trusts.
fn roots() -> RootCerts {
    let system = rustls_native_certs::load_native_certs();
    for error in &system.errors {
        tracing::debug!(%error, "a certificate of the system cannot be read");
    }
    if system.certs.is_empty() {
        return RootCerts::WebPki;
    }
    let certs: Vec<_> = system.certs.iter().map(|cert| Certificate::from_der(cert).to_owned()).collect();
    RootCerts::new_with_certs(&certs)
}

/// There is no answer.
pub(super) fn unreachable(url: &str, error: &dyn std::fmt::Display) -> Failure {
    Failure::new(
        ErrorKind::NoBrowser,
        format!("{} cannot be fetched: {error}", shorten_url(url)),
        "see that this machine reaches it (HTTPS_PROXY names a proxy, DOMTOOL_CHROME_MIRROR another server); or: domtool browser install --from system",
    )
}

/// The server answers, and gives nothing.
pub(super) fn refused(url: &str, status: u16) -> Failure {
    let message = format!("{} cannot be fetched: the server answers {status}", shorten_url(url));
    Failure::new(
        ErrorKind::NoBrowser,
        message,
        "try again later, or name another server in DOMTOOL_CHROME_MIRROR",
    )
}
