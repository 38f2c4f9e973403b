//! Short answers of our own: what is refused, and why, in one line of plain text.

use std::convert::Infallible;

use http_body_util::{BodyExt as _, Full, combinators::BoxBody};
use hyper::{
    Response, StatusCode,
    body::Bytes,
    header::{CONNECTION, CONTENT_TYPE, HeaderValue, RETRY_AFTER, WWW_AUTHENTICATE},
};

/// What is answered.
pub(crate) type Answer = Response<BoxBody<Bytes, Infallible>>;

/// An answer with a body of this type.
pub(crate) fn with_body(status: StatusCode, kind: &'static str, body: impl Into<Bytes>) -> Answer {
    let mut answer = Response::new(Full::new(body.into()).boxed());
    *answer.status_mut() = status;
    answer.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static(kind));
    answer
}

/// A line of text.
pub(crate) fn said(status: StatusCode, text: &'static str) -> Answer {
    with_body(status, "text/plain; charset=utf-8", text)
}

/// A stranger asks.
pub(crate) fn no_token() -> Answer {
    let mut answer = said(StatusCode::UNAUTHORIZED, "send the server's token: Authorization: Bearer TOKEN\n");
    answer.headers_mut().insert(WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
    closing(answer)
}

/// There is no room, for one client or at all, until something that runs has ended.
pub(crate) fn busy(status: StatusCode, text: &'static str) -> Answer {
    let mut answer = said(status, text);
    answer.headers_mut().insert(RETRY_AFTER, HeaderValue::from_static("1"));
    closing(answer)
}

pub(super) fn too_large() -> Answer {
    closing(said(StatusCode::PAYLOAD_TOO_LARGE, "the request is larger than 4 MiB\n"))
}

/// The connection ends with this answer: what else comes on it is not read.
pub(crate) fn closing(mut answer: Answer) -> Answer {
    answer.headers_mut().insert(CONNECTION, HeaderValue::from_static("close"));
    answer
}
