//! `Storage`: what sites keep in a browser context. Of it, the cookies.

use super::{
    BrowserContextId, domain,
    network::{Cookie, CookieParam},
};

domain! {
    "Storage"
    /// Every cookie of a context.
    command GetCookies = "getCookies" { ; browser_context_id: BrowserContextId } -> GetCookiesReply { cookies: Vec<Cookie>; }
    /// Sets cookies of a context.
    command SetCookies = "setCookies" { cookies: Vec<CookieParam>; browser_context_id: BrowserContextId }
}
