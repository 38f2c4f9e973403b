//! A Chromium without domtool: what the protocol alone costs.

use std::time::{Duration, Instant};

use domtool::chromium::LaunchOptions;
use domtool_cdp::{
    Channel, Chromium,
    protocol::{accessibility::GetFullAxTree, dom_snapshot::CaptureSnapshot, page, runtime, target},
};

use crate::Failure;

const LOADING: Duration = Duration::from_secs(60);
/// A full accessibility tree of a big page takes its time.
const PATIENCE: Duration = Duration::from_secs(120);

/// A tab of a browser of its own.
pub(crate) struct Bare {
    chromium: Chromium,
    tab: Channel,
}

impl Bare {
    pub(crate) async fn open(options: LaunchOptions, url: &str) -> Result<Self, Failure> {
        let chromium = Chromium::launch(options).await?;
        let root = chromium.connection().browser();
        let create =
            target::CreateTarget { url: "about:blank".to_owned(), ..target::CreateTarget::default() };
        let target_id = root.call(&create).await?.target_id;
        let attached = root.call(&target::AttachToTarget { target_id, flatten: Some(true) }).await?;
        let tab = chromium.connection().channel(attached.session_id).with_deadline(PATIENCE);
        tab.call(&page::Navigate { url: url.to_owned(), ..page::Navigate::default() }).await?;
        let begun = Instant::now();
        loop {
            let ready = runtime::Evaluate {
                expression: "document.readyState === 'complete' && document.title === 'Cards'".to_owned(),
                return_by_value: Some(true),
                ..runtime::Evaluate::default()
            };
            if tab.call(&ready).await?.result.value == Some(true.into()) {
                return Ok(Self { chromium, tab });
            }
            if begun.elapsed() > LOADING {
                return Err("the page does not load".into());
            }
        }
    }

    /// One bare snapshot, read to its last byte.
    pub(crate) async fn floor(&self) -> Result<Duration, Failure> {
        let begun = Instant::now();
        let command = CaptureSnapshot {
            computed_styles: vec!["visibility", "opacity", "pointer-events", "cursor"],
            include_paint_order: true,
            include_dom_rects: false,
        };
        self.tab.post(&command).answer().await?;
        Ok(begun.elapsed())
    }

    /// The whole accessibility tree, decoded: the time and the bytes of its answer.
    pub(crate) async fn full_tree(&self) -> Result<(Duration, usize), Failure> {
        let begun = Instant::now();
        let answer = self.tab.post(&GetFullAxTree::default()).answer().await?;
        let tree = answer.decode()?;
        let took = begun.elapsed();
        if tree.nodes.is_empty() {
            return Err("Chromium gave an empty tree".into());
        }
        Ok((took, answer.size()))
    }

    pub(crate) async fn close(self) -> Result<(), Failure> {
        Ok(self.chromium.close().await?)
    }
}
