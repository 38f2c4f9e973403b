//! The layer between a language-model agent and a real Chromium browser.
//!
//! It turns a live page into a small text that a model can act on, turns the model's one next action into real input,
//! and says what that action really did.
//!
//! It promises that an action which returns `Ok` reached its element and did what was asked, while an [`Error`] says what stood in
//! the way and whether input may have gone out; that an element id never comes to mean another element; that observing changes
//! nothing that the page can see; that known secrets are in no answer; and that every call ends by its deadline.
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
//! Plain data goes in and out: nothing here knows of command lines, MCP or schemas for models.
//!
//! The modules in the order of the data; each uses only those before it. Users hold what `handles` has; the rest is private:
//!
//! - `report`, `error`, `strings`: what a call returns, and every string in it.
//! - `setters`: the `with_*` setters of options.
//! - `allocator`, `cpu`, `folder`, `recording`: memory, work that takes processor time, download folders, the browser's timeline.
//! - `emulation`, `options`: what pages see of device, person and place; the options of a session.
//! - `storage_state`: cookies, local and session storage and IndexedDB as data, in the JSON that Playwright reads and writes.
//! - `world`: the scripts that run in the isolated world of each frame, and typed calls of them.
//! - `shared`: what the tabs of a session, and the sessions of a browser, have in common.
//! - `tab`: a page target with its frames, dialogs and journal, as the browser's events write them.
//! - `settle`: waits until the effects of an action have come to rest.
//! - `screenshot`, `printing`: pictures, with ids drawn on them; PDF files.
//! - `request_log`: the requests of a tab.
//! - `observe`: captures a page, has `domtool-page` make text of it, and remembers what each caller has seen.
//! - `act`: finds the element, checks it, gives the input, and verifies what came of it.
//! - `session`, `browser`: tabs as they come and go; the connection, and the router of its events.
//! - `handles`: [`Browser`], [`Session`] and [`Tab`].

mod act;
mod allocator;
mod browser;
mod cpu;
mod emulation;
mod error;
mod folder;
mod handles;
mod limits;
mod observe;
mod options;
mod printing;
mod recording;
mod report;
mod request_log;
mod screenshot;
mod session;
mod setters;
mod settle;
mod shared;
mod storage_state;
mod strings;
mod tab;
mod world;

/// Finding, installing and launching Chromium.
pub mod chromium {
    pub use domtool_cdp::chromium::*;
}

/// Writing text of a page so that it stays text: for programs that print or log what they read here. What the library gives back is
/// written so already.
///
/// ```
/// assert_eq!(domtool::text::quoted("a \"b\"\nc"), r#""a \"b\"\nc""#);
/// ```
pub mod text {
    pub use domtool_page::{
        snapshot::shorten_url,
        view::{estimate as token_estimate, one_line, quoted, safe_json},
    };
}

/// Ways to a browser, for [`Browser::over`].
pub mod transport {
    pub use domtool_cdp::{
        Encoding,
        transport::{Boxed, Bytes, Heartbeat, Receiver, Sender, Transport, WebSocket},
    };
}

pub use act::{
    ActOptions, Action, Batch, BoxPoint, Button, Click, Drag, DragPath, DragTo, Expect, Keys, Modifiers,
    Outcome, Rounds, ScrollBy, StateFlag, Step, Stopped, TargetRef, TextPart, Upload, WaitFor, Wheel,
};
pub use allocator::ALLOCATOR_SETTINGS;
pub use chromium::LaunchOptions;
pub use domtool_cdp::{Endpoint, WebDriver, WebDriverSession};
pub use domtool_page::{geometry::Rect, identity::ElementId, snapshot::PrivacyRules};
pub use emulation::{Colors, Device, Emulation, Geolocation};
pub use error::{Dispatched, Error, ErrorKind, Obstacle, Result};
pub use handles::{Browser, Session, Tab};
pub use observe::{
    ContentHash, Enrich, Filtered, FindMatch, FindOptions, FindResult, Format, HiddenMatches, Identified,
    IdentifyOptions, IfChangedSince, LeftOut, Locators, LongFrames, LongTasks, MainThreadWork, NodeDetails,
    NodeSummary, Observation, ObserveOptions, PageStats, ScrollEnd, ScrollThrough, Scrolled, Selector, Stats,
    StatsDetail, TableCell, TableData, TableElement, TableOptions, TableRow, Tiers,
};
pub use options::{
    BrowserContext, HttpAuth, Proxy, Reconnect, RequestHeader, SessionOptions, StoredSecret, TabChoice,
};
pub use printing::{Paper, PdfOptions};
pub use report::{
    ActionKind, AvailableTab, ChooserInfo, DialogInfo, DialogKind, DownloadInfo, DownloadState, Effect,
    Effects, EffectsLeftOut, Evidence, Message, MessageKind, Opened, Report, RequestInfo, StateChange,
    TabInfo, Target, Verification,
};
pub use request_log::{RequestLog, RequestsOptions};
pub use screenshot::{ImageKind, Screenshot, ScreenshotMark, ScreenshotOptions};
pub use storage_state::{
    Cookie, IndexedDbDatabase, IndexedDbIndex, IndexedDbRecord, IndexedDbStore, OriginStorage, SameSite,
    StorageArea, StorageChange, StorageGap, StorageGapReason, StorageItem, StorageState, WebStorage,
};
