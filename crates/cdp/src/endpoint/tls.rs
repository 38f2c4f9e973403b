//! TLS by rustls: whom it trusts (the roots of the system, and of one more file where the caller names it), and what is said of a
//! certificate that it refuses. Nothing is sent before a certificate was found good.

use std::{io, path::Path, sync::Arc, time::Duration};

use tokio::net::TcpStream;
use tokio_rustls::{
    TlsConnector,
    rustls::{
        self, ClientConfig, RootCertStore,
        pki_types::{CertificateDer, ServerName, pem::PemObject},
    },
};

use super::{Target, failure, line::Line};
use crate::error::{CertificateFault, Error, ErrorKind, Result};

/// Puts TLS on a socket.
///
/// # Errors
/// Certificate; Endpoint where TLS is not spoken, or the file of roots cannot be read.
pub(super) async fn encrypted(stream: TcpStream, target: &Target) -> Result<Box<dyn Line>> {
    let address = &target.address;
    let unfit =
        |e| failure(format!("{} has no name that a certificate can be for", address.host)).caused_by(e);
    let name = ServerName::try_from(address.host.clone()).map_err(unfit)?;
    let file = target.roots.clone();
    // The system's are some hundred in a file, which is read and decoded.
    let read = tokio::task::spawn_blocking(move || trusted(file.as_deref())).await;
    let Trusted { roots, of_system } =
        read.map_err(|e| failure("the roots cannot be read".to_owned()).caused_by(e))??;
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let mut config = ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .map_err(|e| failure("TLS cannot be set up".to_owned()).caused_by(e))?
        .with_root_certificates(roots)
        .with_no_client_auth();
    // A WebSocket begins as a request of HTTP/1.1.
    config.alpn_protocols = vec![b"http/1.1".to_vec()];
    match TlsConnector::from(Arc::new(config)).connect(name, stream).await {
        Ok(stream) => Ok(Box::new(stream)),
        Err(error) => Err(refused(target, of_system, error)),
    }
}

/// Whom we trust.
struct Trusted {
    roots: RootCertStore,
    /// How many roots the system has.
    of_system: usize,
}

/// The roots of this system (of the file that `SSL_CERT_FILE` names instead, where it is set), and those of one more file.
fn trusted(file: Option<&Path>) -> Result<Trusted> {
    let system = rustls_native_certs::load_native_certs();
    for error in &system.errors {
        tracing::debug!(%error, "a root certificate of the system cannot be read");
    }
    let mut roots = RootCertStore::empty();
    // Systems have some that nobody can use any more; one of them is no reason to trust none.
    let (of_system, _) = roots.add_parsable_certificates(system.certs);
    let Some(file) = file else { return Ok(Trusted { roots, of_system }) };
    let wrong = |why: &str| failure(format!("{} {why}", file.display()));
    let certificates = CertificateDer::pem_file_iter(file)
        .and_then(Iterator::collect::<Result<Vec<_>, _>>)
        .map_err(|e| wrong("cannot be read as certificates in PEM").caused_by(e))?;
    if certificates.is_empty() {
        return Err(wrong("holds no certificate in PEM"));
    }
    for certificate in certificates {
        roots.add(certificate).map_err(|e| wrong("holds a certificate that is none").caused_by(e))?;
    }
    Ok(Trusted { roots, of_system })
}

/// Why there is no TLS.
fn refused(target: &Target, of_system: usize, error: io::Error) -> Error {
    let at = target.address.authority();
    match error.get_ref().and_then(|error| error.downcast_ref::<rustls::Error>()) {
        Some(rustls::Error::InvalidCertificate(invalid)) => {
            let (fault, why) = fault(invalid, &target.address.host, of_system);
            let message = format!("the certificate of {at} was refused: {why}; nothing was sent");
            Error::new(ErrorKind::Certificate { fault }, message)
        }
        Some(rustls::Error::InvalidMessage(_)) => {
            failure(format!("{at} does not speak TLS; http:// or ws:// may be meant"))
        }
        _ => failure(format!("no TLS was agreed on with {at}")).caused_by(error),
    }
}

fn fault(invalid: &rustls::CertificateError, host: &str, of_system: usize) -> (CertificateFault, String) {
    use rustls::CertificateError as Invalid;
    match invalid {
        Invalid::UnknownIssuer if of_system == 0 => (
            CertificateFault::UnknownIssuer,
            "this system has no root certificates, so that none is trusted".to_owned(),
        ),
        Invalid::UnknownIssuer => {
            (CertificateFault::UnknownIssuer, "nobody who is trusted here has issued it".to_owned())
        }
        Invalid::ExpiredContext { time, not_after } => {
            let since = Duration::from_secs(time.as_secs().saturating_sub(not_after.as_secs()));
            (CertificateFault::Expired, format!("it expired {} ago", days(since)))
        }
        Invalid::Expired => (CertificateFault::Expired, "it has expired".to_owned()),
        Invalid::NotValidYetContext { time, not_before } => {
            let until = Duration::from_secs(not_before.as_secs().saturating_sub(time.as_secs()));
            (CertificateFault::NotYetValid, format!("it becomes valid in {}", days(until)))
        }
        Invalid::NotValidYet => (CertificateFault::NotYetValid, "it is not valid yet".to_owned()),
        Invalid::NotValidForName | Invalid::NotValidForNameContext { .. } => {
            (CertificateFault::WrongHost, format!("it is not for {host}"))
        }
        Invalid::Revoked => (CertificateFault::Revoked, "it was revoked".to_owned()),
        other => (CertificateFault::Other, other.to_string()),
    }
}

fn days(time: Duration) -> String {
    match time.as_secs() / 86_400 {
        0 => "less than a day".to_owned(),
        1 => "a day".to_owned(),
        days => format!("{days} days"),
    }
}
