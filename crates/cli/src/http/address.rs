//! Where the server listens: on this machine alone, unless an address says otherwise.

use std::{
    net::{IpAddr, Ipv4Addr, SocketAddr},
    str::FromStr,
};

/// An address to listen on, as a person writes it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Address(SocketAddr);

impl Address {
    /// Where that is.
    pub(crate) fn socket(self) -> SocketAddr {
        self.0
    }
}

impl FromStr for Address {
    type Err = String;

    /// Names are not looked up: who answers for one is not this machine's to say.
    fn from_str(text: &str) -> Result<Self, String> {
        let port_alone = text.strip_prefix(':').unwrap_or(text).parse::<u16>().ok();
        let local = |port| SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), port);
        let named = || text.strip_prefix("localhost:")?.parse::<u16>().ok();
        port_alone
            .or_else(named)
            .map(local)
            .or_else(|| text.parse().ok())
            .map(Self)
            .ok_or_else(|| "give a port, or an address such as 127.0.0.1:8931 or [::1]:8931".to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_on_this_machine_unless_it_says_otherwise() {
        for (text, means) in [
            ("8931", "127.0.0.1:8931"),
            (":8931", "127.0.0.1:8931"),
            ("localhost:0", "127.0.0.1:0"),
            ("[::1]:8931", "[::1]:8931"),
            ("0.0.0.0:8931", "0.0.0.0:8931"),
        ] {
            assert_eq!(text.parse::<Address>().unwrap().socket().to_string(), means, "{text}");
        }
        for bad in ["", "127.0.0.1", "example.com:80", "http://127.0.0.1:80", "70000", "localhost"] {
            assert!(bad.parse::<Address>().is_err(), "{bad}");
        }
    }
}
