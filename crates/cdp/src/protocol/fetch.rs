//! `Fetch`: requests that wait for us, and logins by HTTP.

use super::{Binary, FrameId, RequestId, domain, network::Request};

/// What waits for us is read with its headers; `Network` tells of each request without them.
pub mod held {
    use std::collections::BTreeMap;

    use super::super::domain;

    /// Headers by their names, without those that the network adds.
    pub type Headers = BTreeMap<String, String>;

    domain! {
        "Network"
        /// A request that waits for us, as far as we read it.
        object Request = "Request" { url: String, headers: Headers; }
    }
}

domain! {
    "Fetch"
    /// Has the requests that match wait for us, and those of them that need a login ask us. Where logins are asked for there must
    /// be a pattern.
    command Enable = "enable" { ; patterns: Vec<RequestPattern>, handle_auth_requests: bool }
    /// Ends that.
    command Disable = "disable" { ; }
    /// Which requests: `*` stands for any text in the address.
    object RequestPattern = "RequestPattern" { ; url_pattern: String, resource_type: String, request_stage: String }
    /// Lets a request go on as it is, or with these headers, which no redirect takes along.
    command ContinueRequest = "continueRequest" { request_id: RequestId; headers: Vec<HeaderEntry> }
    /// Answers a request in the server's place. The body is in base 64.
    command FulfillRequest = "fulfillRequest" { request_id: RequestId, response_code: i32; response_headers: Vec<HeaderEntry>, body: Binary }
    /// A header.
    object HeaderEntry = "HeaderEntry" { name: String, value: String; }
    /// Answers a server that asks for a login.
    command ContinueWithAuth = "continueWithAuth" { request_id: RequestId, auth_challenge_response: AuthChallengeResponse; }
    /// Who asks for a login: `Server` or `Proxy`, of this origin.
    object AuthChallenge = "AuthChallenge" { origin: String, scheme: String, realm: String; source: String }
    /// The answer: `Default`, `CancelAuth` or `ProvideCredentials`.
    object AuthChallengeResponse = "AuthChallengeResponse" { response: String; username: String, password: String }
    /// A request waits for us.
    event RequestPaused = "requestPaused" { request_id: RequestId, request: held::Request, frame_id: FrameId, resource_type: String; }
    /// A server asks for a login.
    event AuthRequired = "authRequired" { request_id: RequestId, request: Request, frame_id: FrameId, resource_type: String,
        auth_challenge: AuthChallenge; }
}
