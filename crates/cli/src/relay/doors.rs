//! Who is let in: domtool's own extension with the pairing token, and programs of this machine that know the address that was printed.
//! A page of the web is neither, whatever name it gives the relay: its requests say their origin, and its host where that was rebound.

use hyper::StatusCode;
use tokio_tungstenite::tungstenite::{
    handshake::server::{ErrorResponse, Request, Response},
    http::{HeaderValue, header},
};

use crate::token::Token;

/// The extension's id: it follows from `key` in its manifest.
const EXTENSION: &str = "chrome-extension://kjlelcjimpookjndpgljkedmepbokkpl";
/// What is spoken with the extension.
const PROTOCOL: &str = "domtool-relay-1";

/// The relay's two sides.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Side {
    Extension,
    Client,
}

/// What opens the relay.
#[derive(Debug)]
pub(super) struct Doors {
    pub(super) port: u16,
    /// What the extension shows.
    pub(super) token: Token,
    /// The end of the address that clients connect to.
    pub(super) address: Token,
}

impl Doors {
    /// What a person pastes into the extension's popup.
    pub(super) fn pairing_code(&self) -> String {
        format!("127.0.0.1:{}/{}", self.port, self.token.as_str())
    }

    /// What clients connect to.
    pub(super) fn endpoint(&self) -> String {
        format!("ws://127.0.0.1:{}/devtools/browser/{}", self.port, self.address.as_str())
    }

    /// Lets a visitor in at one side, with the answer completed, or says why not.
    pub(super) fn open(&self, request: &Request, answer: &mut Response) -> Result<Side, Refused> {
        let text = |name| request.headers().get(name).map(|value: &HeaderValue| value.to_str().unwrap_or(""));
        let hosts = ["127.0.0.1", "localhost", "[::1]"].map(|host| format!("{host}:{}", self.port));
        if text(header::HOST).is_none_or(|host| !hosts.iter().any(|own| own == host)) {
            return Err(refusal(StatusCode::FORBIDDEN, "not by this name"));
        }
        let origin = text(header::ORIGIN);
        if request.uri().path() == "/extension" {
            if origin != Some(EXTENSION) {
                return Err(refusal(StatusCode::FORBIDDEN, "this is for domtool's own extension"));
            }
            let offered = text(header::SEC_WEBSOCKET_PROTOCOL).unwrap_or_default();
            let mut offered = offered.split(',').map(str::trim);
            if !offered.clone().any(|one| one == PROTOCOL) {
                return Err(refusal(StatusCode::UPGRADE_REQUIRED, "the extension is of another version"));
            }
            if !offered.any(|one| one.strip_prefix("token.").is_some_and(|token| self.token.is(token))) {
                return Err(refusal(StatusCode::UNAUTHORIZED, "pair the extension anew"));
            }
            let spoken = HeaderValue::from_static(PROTOCOL);
            answer.headers_mut().insert(header::SEC_WEBSOCKET_PROTOCOL, spoken);
            return Ok(Side::Extension);
        }
        let address = request.uri().path().strip_prefix("/devtools/browser/");
        if !address.is_some_and(|address| self.address.is(address)) {
            return Err(refusal(StatusCode::NOT_FOUND, "nothing is here"));
        }
        match origin {
            None => Ok(Side::Client),
            Some(_) => Err(refusal(StatusCode::FORBIDDEN, "not for pages")),
        }
    }
}

fn refusal(status: StatusCode, why: &'static str) -> Refused {
    Refused { status, why }
}

/// Why a visitor is not let in.
#[derive(Clone, Copy, Debug)]
pub(super) struct Refused {
    status: StatusCode,
    why: &'static str,
}

impl From<Refused> for ErrorResponse {
    fn from(Refused { status, why }: Refused) -> Self {
        let mut response = ErrorResponse::new(Some(format!("{why}\n")));
        *response.status_mut() = status;
        response
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TOKEN: &str = "token-0123456789";
    const ADDRESS: &str = "address-01234567";

    fn opens(path: &str, headers: &[(&str, &str)]) -> Result<Side, u16> {
        let doors = Doors { port: 8930, token: TOKEN.parse().unwrap(), address: ADDRESS.parse().unwrap() };
        let mut request = Request::builder().uri(path);
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        doors
            .open(&request.body(()).unwrap(), &mut Response::new(()))
            .map_err(|refused| refused.status.as_u16())
    }

    #[test]
    fn the_extension_comes_in_with_its_origin_its_token_and_its_version() {
        let host = ("host", "127.0.0.1:8930");
        let own = ("origin", EXTENSION);
        let spoken = format!("{PROTOCOL}, token.{TOKEN}");
        let spoken = ("sec-websocket-protocol", spoken.as_str());
        let (old, guessed) = (format!("domtool-relay-0, token.{TOKEN}"), format!("{PROTOCOL}, token.x"));
        assert_eq!(opens("/extension", &[host, own, spoken]), Ok(Side::Extension));
        for (headers, status) in [
            (vec![host, spoken], 403),
            (vec![host, ("origin", "chrome-extension://aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"), spoken], 403),
            (vec![host, ("origin", "https://evil.example"), spoken], 403),
            (vec![("host", "evil.example:8930"), own, spoken], 403),
            (vec![("host", "127.0.0.1:8931"), own, spoken], 403),
            (vec![own, spoken], 403),
            (vec![host, own], 426),
            (vec![host, own, ("sec-websocket-protocol", &old)], 426),
            (vec![host, own, ("sec-websocket-protocol", PROTOCOL)], 401),
            (vec![host, own, ("sec-websocket-protocol", &guessed)], 401),
        ] {
            assert_eq!(opens("/extension", &headers), Err(status), "{headers:?}");
        }
    }

    #[test]
    fn a_program_comes_in_by_the_address_and_no_page_does() {
        let path = format!("/devtools/browser/{ADDRESS}");
        let host = ("host", "localhost:8930");
        assert_eq!(opens(&path, &[host]), Ok(Side::Client));
        assert_eq!(opens(&path, &[host, ("origin", "http://localhost:8930")]), Err(403));
        assert_eq!(opens(&path, &[host, ("origin", EXTENSION)]), Err(403));
        assert_eq!(opens(&path, &[("host", "evil.example")]), Err(403));
        for path in ["/", "/json/version", "/devtools/browser/", "/devtools/browser/address-01234568"] {
            assert_eq!(opens(path, &[host]), Err(404), "{path}");
        }
    }
}
