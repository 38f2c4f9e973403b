//! A truthful, cheap layer between a language-model agent and a real Chromium browser.
//!
//! It turns a live page into a small text that a model can act on, turns the model's one next action into real input,
//! and says what that action really did.
//!
//! ```no_run
//! use domtool::{Action, ActOptions, Browser, LaunchOptions, ObserveOptions, SessionOptions};
//!
//! # async fn example() -> Result<(), domtool::Error> {
//! let browser = Browser::launch(LaunchOptions::default()).await?;
//! let session = browser.session("demo", SessionOptions::default()).await?;
//! session.open("https://example.com").await?;
//! let tab = session.tab()?;
//! let seen = tab.observe(&ObserveOptions::default()).await?;
//! println!("{}", seen.text());
//! if let Some(link) = seen.find("More information") {
//!     let report = tab.act(Action::click(link.id), &ActOptions::default()).await?;
//!     println!("{}", report.diff);
//! }
//! browser.close().await
//! # }
//! ```
//!
//! Plain data in and out: nothing here knows of command lines, MCP or schemas for models.

mod act;
mod allocator;
mod browser;
mod cpu;
mod emulation;
mod error;
mod folder;
mod handles;
mod observe;
mod options;
mod recording;
mod report;
mod screenshot;
mod session;
mod setters;
mod settle;
mod shared;
mod strings;
mod tab;
mod world;

/// Finding, installing and launching Chromium.
pub mod chromium {
    pub use domtool_cdp::chromium::*;
}

/// Ways to a browser, for [`Browser::over`].
pub mod transport {
    pub use domtool_cdp::{
        Encoding,
        transport::{Boxed, Receiver, Sender, Transport, WebSocket},
    };
}

pub use act::{
    ActOptions, Action, Batch, Button, Click, Drag, DragTo, Expect, Keys, Modifiers, Outcome, ScrollBy,
    StateFlag, Step, Stopped, TextPart, Upload, WaitFor, Wheel,
};
pub use allocator::ALLOCATOR_SETTINGS;
pub use chromium::LaunchOptions;
pub use domtool_page::{
    geometry::Rect, identity::ElementId, snapshot::PrivacyRules, snapshot::shorten_url, view::one_line,
    view::quoted, view::safe_json,
};
pub use emulation::{Colors, Device, Emulation, Geolocation};
pub use error::{Dispatched, Error, ErrorKind, Obstacle, Result};
pub use handles::{Browser, Reconnect, Session, Tab};
pub use observe::{
    Enrich, Filtered, FindMatch, FindOptions, FindResult, Format, IfChangedSince, NodeDetails, NodeSummary,
    Observation, ObserveOptions, ScrollEnd, ScrollThrough, Scrolled, Stats, Tiers,
};
pub use options::{BrowserContext, HttpAuth, SessionOptions};
pub use report::{
    ChooserInfo, DialogInfo, DialogKind, DownloadInfo, DownloadState, Effect, Effects, Evidence, Message,
    MessageKind, Opened, Report, RequestInfo, StateChange, TabInfo, Target, Verification,
};
pub use screenshot::{ImageKind, Screenshot, ScreenshotMark, ScreenshotOptions};
