//! Cookies, from the browser's form to that of a storage state and back.

use domtool_cdp::protocol::network;

use crate::{
    error::{Error, ErrorKind},
    storage_state::{Cookie, SameSite},
};

/// Words a refusal of cookies; which one it was the browser does not say.
pub(super) fn refused(error: domtool_cdp::Error) -> Error {
    let error = Error::from(error);
    match error.kind() {
        ErrorKind::Internal => Error::invalid_input("the browser refused a cookie of the state")
            .with_hint("cookies need a domain and a path; SameSite=None needs secure"),
        _ => error,
    }
}

pub(super) fn from_browser(cookie: network::Cookie) -> Cookie {
    let same_site = match cookie.same_site.as_deref() {
        Some("Strict") => SameSite::Strict,
        Some("None") => SameSite::None,
        _ => SameSite::Lax,
    };
    let (partition_key, has_cross_site_ancestor) =
        cookie.partition_key.map(|key| (key.top_level_site, key.has_cross_site_ancestor)).unzip();
    Cookie {
        name: cookie.name,
        value: cookie.value,
        domain: cookie.domain,
        path: cookie.path,
        expires: cookie.expires,
        http_only: cookie.http_only,
        secure: cookie.secure,
        same_site,
        partition_key,
        has_cross_site_ancestor,
    }
}

pub(super) fn to_browser(cookie: &Cookie) -> network::CookieParam {
    let same_site = match cookie.same_site {
        SameSite::Strict => "Strict",
        SameSite::Lax => "Lax",
        SameSite::None => "None",
    };
    let partition_key = cookie.partition_key.clone().map(|top_level_site| network::CookiePartitionKey {
        top_level_site,
        has_cross_site_ancestor: cookie.has_cross_site_ancestor.unwrap_or_default(),
    });
    network::CookieParam {
        name: cookie.name.clone(),
        value: cookie.value.clone(),
        domain: Some(cookie.domain.clone()),
        path: Some(cookie.path.clone()),
        secure: Some(cookie.secure),
        http_only: Some(cookie.http_only),
        same_site: Some(same_site.to_owned()),
        expires: (cookie.expires >= 0.0).then_some(cookie.expires),
        partition_key,
    }
}
