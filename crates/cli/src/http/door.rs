//! What is looked at in a request before its path is served: by which name it comes, whose token it has, whether there is room, and how
//! large its body is.

use http_body_util::{BodyExt as _, LengthLimitError, Limited};
use hyper::{
    HeaderMap, Request, StatusCode,
    body::{Bytes, Incoming},
    header::CONTENT_LENGTH,
};
use tokio::time::timeout;

use super::{
    answers::{Answer, busy, closing, no_token, said, too_large},
    connections::Visitor,
    names::Names,
    tokens::{Holder, Tokens},
};
use crate::limits::BODY_WITHIN;

/// A request's body is no larger: the longest that makes sense is a long text to fill in.
pub(crate) const LARGEST_BODY: usize = 4 * 1024 * 1024;

/// What every request that reaches a browser goes through.
#[derive(Debug)]
pub(crate) struct Door {
    /// By which names clients may come.
    pub(crate) names: Names,
    /// Who is let in.
    pub(crate) tokens: Tokens,
}

impl Door {
    /// Lets a request in, and says whose it is.
    ///
    /// # Errors
    /// The answer to one that is not let in.
    pub(crate) fn admit<T>(&self, request: &Request<T>, visitor: &Visitor) -> Result<Holder, Box<Answer>> {
        let Some(holder) = self.tokens.holder(request.headers()) else { return Err(Box::new(no_token())) };
        if !self.names.allow(request.uri(), request.headers()) {
            let foreign = said(StatusCode::FORBIDDEN, "Host or Origin is not one of this server's\n");
            return Err(Box::new(closing(foreign)));
        }
        if !visitor.introduce(&holder.name, self.tokens.are_several()) {
            let full = "too many connections are at work: let some of yours end, or come again in a second\n";
            return Err(Box::new(busy(StatusCode::SERVICE_UNAVAILABLE, full)));
        }
        Ok(holder)
    }
}

/// Reads a request's body to its end; from then on its connection is at work.
///
/// # Errors
/// The answer to one that is too large, too slow, or breaks off.
pub(crate) async fn whole_body(
    headers: &HeaderMap,
    body: Incoming,
    visitor: &Visitor,
) -> Result<Bytes, Box<Answer>> {
    if announced(headers).is_some_and(|bytes| bytes > LARGEST_BODY) {
        return Err(Box::new(too_large()));
    }
    match timeout(BODY_WITHIN, Limited::new(body, LARGEST_BODY).collect()).await {
        Ok(Ok(body)) => {
            visitor.works();
            Ok(body.to_bytes())
        }
        Ok(Err(error)) if error.is::<LengthLimitError>() => Err(Box::new(too_large())),
        Ok(Err(_)) => {
            Err(Box::new(closing(said(StatusCode::BAD_REQUEST, "the request did not come to its end\n"))))
        }
        Err(_) => {
            Err(Box::new(closing(said(StatusCode::REQUEST_TIMEOUT, "the request took too long to come\n"))))
        }
    }
}

/// How long the body is to be, where the client says so.
fn announced(headers: &HeaderMap) -> Option<usize> {
    headers.get(CONTENT_LENGTH)?.to_str().ok()?.parse().ok()
}
