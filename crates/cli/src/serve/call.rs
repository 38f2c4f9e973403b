//! A call that a client posts: an operation and its arguments as on the daemon's wire, and of what holds for every call that which is a
//! client's to say. How browsers start, what is allowed and where files are is this server's.

use std::path::{MAIN_SEPARATOR_STR, PathBuf};

use hyper::{
    StatusCode,
    body::Bytes,
    header::{HeaderValue, RETRY_AFTER},
};
use serde::Deserialize;
use serde_json::value::RawValue;

use crate::{
    daemon::{Daemon, Figures, Tenant},
    failure::{Failure, Result},
    globals::Globals,
    http::{Answer, Holder, with_body},
    launch::Launch,
    states,
    wire::{self, Call, CallArgs, ExpectArgs, Notices, PROTOCOL, Request, Response, Seconds},
};

/// What is posted.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Posted {
    /// The version of the wire that the client knows, where it says so.
    #[serde(default)]
    protocol: Option<u32>,
    op: String,
    #[serde(default)]
    args: Option<Box<RawValue>>,
    #[serde(default)]
    call: PostedCall,
}

/// What of [`Call`] is a client's to say.
#[derive(Deserialize, Default)]
#[serde(default, deny_unknown_fields)]
struct PostedCall {
    session: Option<String>,
    caller: String,
    quiet: bool,
    timeout: Option<Seconds>,
    expect: Option<String>,
    within: Option<Seconds>,
    json: bool,
    typed: bool,
}

/// The calls of all clients.
pub(super) struct Calls {
    daemon: Daemon,
    /// How browsers start.
    launch: Launch,
    allow_eval: bool,
    /// No call takes longer.
    limit: Seconds,
    /// The session of calls that name none.
    session: String,
}

impl Calls {
    /// As the flags say.
    ///
    /// # Errors
    /// Those of the flags about the browser.
    pub(super) fn new(daemon: Daemon, globals: &Globals, limit: Seconds) -> Result<Self> {
        let folder = std::env::current_dir().map_err(|error| Failure::io("the current folder", &error))?;
        let launch = globals
            .to_start()
            .clone()
            .absolute(&folder)
            .with_http_auth_read(&folder)?
            .with_endpoint_read(&folder)?
            .with_proxy_of_environment();
        Ok(Self {
            daemon,
            launch,
            allow_eval: globals.allow_eval,
            limit,
            session: globals.call.session.clone(),
        })
    }

    /// How browsers start.
    pub(super) fn launch(&self) -> &Launch {
        &self.launch
    }

    /// What is counted of them.
    pub(super) fn figures(&self) -> Figures {
        self.daemon.figures()
    }

    /// Does what a body asks for. When the client goes away meanwhile, this is dropped: then what only looks is cancelled.
    pub(super) async fn answer(&self, body: &Bytes, holder: &Holder) -> Answer {
        let request = match self.request(body) {
            Ok(request) => request,
            Err(failure) => return answered(StatusCode::BAD_REQUEST, line(Response::Failed(failure))),
        };
        let finish = |response| (status(&response), line(response));
        match self.daemon.perform(request, Tenant::of(holder), finish).await {
            Ok((status, line)) => answered(status, line),
            Err(failure) => answered(StatusCode::OK, line(Response::Failed(failure))),
        }
    }

    /// # Errors
    /// `INVALID_INPUT` for what is no call, or may take longer than one may.
    fn request(&self, body: &Bytes) -> Result<Request> {
        let posted: Posted = serde_json::from_slice(body)
            .map_err(|error| Failure::invalid(format!("this is no call: {error}")))?;
        let Posted { protocol, op, args, call } = posted;
        if protocol.is_some_and(|protocol| protocol != PROTOCOL) {
            return Err(Failure::invalid(format!("this server speaks version {PROTOCOL} of the protocol")));
        }
        let limit = self.limit.duration();
        if call.timeout.is_some_and(|timeout| timeout.duration() > limit) {
            let most = limit.as_secs_f64();
            return Err(Failure {
                hint: "give it less, and call again for what is not there by then".into(),
                ..Failure::invalid(format!("a call to this server takes {most} s at most"))
            });
        }
        let args = match args {
            Some(args) => args,
            None => RawValue::from_string("{}".to_owned())
                .map_err(|error| Failure::internal(error.to_string()))?,
        };
        let expect = ExpectArgs { expect: call.expect, within: call.within };
        expect.check()?;
        Ok(Request {
            protocol: PROTOCOL,
            build: wire::build().to_owned(),
            op,
            args,
            call: Call {
                args: CallArgs {
                    session: call.session.unwrap_or_else(|| self.session.clone()),
                    caller: call.caller,
                    quiet: call.quiet,
                    timeout: call.timeout,
                },
                expect,
                launch: self.launch.clone(),
                configured: None,
                folder: PathBuf::from(MAIN_SEPARATOR_STR),
                elsewhere: true,
                longest: Some(self.limit.duration()),
                // For what the server begins sessions with; of its clients none has a state here.
                notices: Notices::default(),
                state_key: states::of_environment(),
                allow_eval: self.allow_eval,
                debug: false,
                json: call.json,
                typed: call.typed,
                colour: false,
            },
        })
    }
}

/// An answer as it is sent. Programs that are no build of this one read what to do next as a sentence.
fn line(response: Response) -> String {
    match response {
        Response::Failed(failure) => Response::Failed(failure.with_worded_hint()).to_line(),
        other => other.to_line(),
    }
}

/// A call that failed is answered all the same; what is in between is told only of what another server may do better.
fn status(response: &Response) -> StatusCode {
    match response {
        Response::Failed(failure) if failure.kind == domtool::ErrorKind::NoCapacity => {
            StatusCode::SERVICE_UNAVAILABLE
        }
        _ => StatusCode::OK,
    }
}

fn answered(status: StatusCode, line: String) -> Answer {
    let mut answer = with_body(status, "application/json", line);
    if status == StatusCode::SERVICE_UNAVAILABLE {
        answer.headers_mut().insert(RETRY_AFTER, HeaderValue::from_static("1"));
    }
    answer
}
