//! How a page has performed since its document began: long tasks, scripts, layout, paints, memory. On request only, by
//! [`StatsDetail::Page`].
//!
//! The browser's timeline of the document has what happened before anyone asked, but of layout only what happened in frames that took
//! long. Its counters ([`MainThreadWork`]) count while they are on, which is while the page is observed; else between two
//! calls alone (`tab/by_itself.rs`).

use std::{collections::HashMap, time::Duration};

use domtool_cdp::{
    Channel,
    protocol::performance::{Disable, Enable, GetMetrics},
};
use serde::{Serialize, Serializer};

use super::phases;
use crate::{
    error::{Error, ErrorKind, Result},
    tab::TabInner,
    world::{World, calls, data::Timeline},
};

/// Which statistics an observation ends with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum StatsDetail {
    /// None.
    #[default]
    None,
    /// What the observation was made of and what it cost: [`Stats`](super::Stats).
    Look,
    /// That, and how the page itself has performed: [`PageStats`]. It takes two more calls to the browser.
    Page,
}

/// How a page has performed since its document began.
///
/// Times of events count from that beginning. It covers the main frame and the frames that share its renderer process; frames with a
/// process of their own are counted in [`Self::other_frames`] and nowhere else.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct PageStats {
    /// How long ago the document began, milliseconds in JSON, as all times here.
    #[serde(rename = "age_ms", serialize_with = "as_millis")]
    #[cfg_attr(feature = "schema", schemars(with = "f64"))]
    pub age: Duration,
    /// When anything was painted first.
    #[serde(
        rename = "first_paint_ms",
        serialize_with = "as_some_millis",
        skip_serializing_if = "Option::is_none"
    )]
    #[cfg_attr(feature = "schema", schemars(with = "Option<f64>"))]
    pub first_paint: Option<Duration>,
    /// When text or an image was painted first.
    #[serde(
        rename = "first_contentful_paint_ms",
        serialize_with = "as_some_millis",
        skip_serializing_if = "Option::is_none"
    )]
    #[cfg_attr(feature = "schema", schemars(with = "Option<f64>"))]
    pub first_contentful_paint: Option<Duration>,
    /// When the largest text or image so far was painted.
    #[serde(
        rename = "largest_contentful_paint_ms",
        serialize_with = "as_some_millis",
        skip_serializing_if = "Option::is_none"
    )]
    #[cfg_attr(feature = "schema", schemars(with = "Option<f64>"))]
    pub largest_contentful_paint: Option<Duration>,
    /// When the handlers of `DOMContentLoaded` were done.
    #[serde(
        rename = "dom_content_loaded_ms",
        serialize_with = "as_some_millis",
        skip_serializing_if = "Option::is_none"
    )]
    #[cfg_attr(feature = "schema", schemars(with = "Option<f64>"))]
    pub dom_content_loaded: Option<Duration>,
    /// When the handlers of `load` were done.
    #[serde(rename = "load_ms", serialize_with = "as_some_millis", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<f64>"))]
    pub load: Option<Duration>,
    /// Tasks of the main thread that took 50 ms or more. Of a document the first 200 are known.
    pub long_tasks: LongTasks,
    /// Frames that took 50 ms or more to be made. Of a document the first 200 are known.
    pub long_frames: LongFrames,
    /// What the main thread did while the page was observed. The observation is part of it.
    pub observed: MainThreadWork,
    /// Bytes of the heap of scripts that are in use.
    pub heap_used_bytes: u64,
    /// Bytes of the heap of scripts.
    pub heap_total_bytes: u64,
    /// Nodes that the renderer process holds, those of documents that are gone and not yet freed among them.
    pub dom_nodes: u64,
    /// Documents that it holds.
    pub documents: u64,
    /// Listeners that scripts have added.
    pub listeners: u64,
    /// Frames with a process of their own, of which nothing is told here.
    pub other_frames: usize,
}

/// Tasks of the main thread that took 50 ms or more.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct LongTasks {
    /// How many.
    pub count: u32,
    /// How long all of them took.
    #[serde(rename = "total_ms", serialize_with = "as_millis")]
    #[cfg_attr(feature = "schema", schemars(with = "f64"))]
    pub total: Duration,
    /// How long the longest took.
    #[serde(rename = "longest_ms", serialize_with = "as_millis")]
    #[cfg_attr(feature = "schema", schemars(with = "f64"))]
    pub longest: Duration,
}

/// Frames that took 50 ms or more to be made, and where their time went.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct LongFrames {
    /// How many.
    pub count: u32,
    /// In scripts that took 5 ms or more.
    #[serde(rename = "scripts_ms", serialize_with = "as_millis")]
    #[cfg_attr(feature = "schema", schemars(with = "f64"))]
    pub scripts: Duration,
    /// Of that, in layout and styles that the scripts forced, as by reading `offsetHeight` after a change.
    #[serde(rename = "forced_layout_ms", serialize_with = "as_millis")]
    #[cfg_attr(feature = "schema", schemars(with = "f64"))]
    pub forced_layout: Duration,
    /// After the scripts: animation callbacks, styles, layout, paint.
    #[serde(rename = "rendering_ms", serialize_with = "as_millis")]
    #[cfg_attr(feature = "schema", schemars(with = "f64"))]
    pub rendering: Duration,
}

/// What the main thread did in a while.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct MainThreadWork {
    /// How long the while was.
    #[serde(rename = "ms", serialize_with = "as_millis")]
    #[cfg_attr(feature = "schema", schemars(with = "f64"))]
    pub time: Duration,
    /// How often the page was laid out.
    pub layouts: u32,
    /// How long that took.
    #[serde(rename = "layout_ms", serialize_with = "as_millis")]
    #[cfg_attr(feature = "schema", schemars(with = "f64"))]
    pub layout: Duration,
    /// How often styles were computed anew.
    pub style_recalcs: u32,
    /// How long that took.
    #[serde(rename = "style_ms", serialize_with = "as_millis")]
    #[cfg_attr(feature = "schema", schemars(with = "f64"))]
    pub style: Duration,
    /// How long scripts ran.
    #[serde(rename = "scripts_ms", serialize_with = "as_millis")]
    #[cfg_attr(feature = "schema", schemars(with = "f64"))]
    pub scripts: Duration,
}

#[allow(clippy::trivially_copy_pass_by_ref)]
fn as_millis<S: Serializer>(time: &Duration, to: S) -> Result<S::Ok, S::Error> {
    to.serialize_f64(phases::millis(*time))
}

#[allow(clippy::ref_option)]
fn as_some_millis<S: Serializer>(time: &Option<Duration>, to: S) -> Result<S::Ok, S::Error> {
    time.map(phases::millis).serialize(to)
}

/// Counts what the page's main thread does, for as long as it lives.
pub(super) struct Meter {
    channel: Channel,
    begun: Counters,
}

impl Meter {
    /// Begins to count.
    ///
    /// # Errors
    /// What the browser says, or that the tab is closed.
    pub(super) async fn begin(tab: &TabInner) -> Result<Meter> {
        let channel = tab.main_channel()?;
        // From here on it may be on, also where the answer does not come.
        let mut meter = Meter { channel, begun: Counters::default() };
        meter.channel.call(&Enable {}).await?;
        meter.begun = counters(&meter.channel).await?;
        Ok(meter)
    }

    /// Reads what was counted, and what the timeline of the document has.
    ///
    /// # Errors
    /// What the browser says; that another document is there, or none.
    pub(super) async fn end(self, tab: &TabInner) -> Result<PageStats> {
        let ended = counters(&self.channel).await?;
        let (world, other_frames) = main_world(tab).ok_or_else(|| {
            Error::new(ErrorKind::NavigatedAway, "the page goes from one document to the next")
        })?;
        let timeline: Timeline = world.call(calls::TIMELINE, &()).await?;
        let work = |name: &str| ended.seconds(name).saturating_sub(self.begun.seconds(name));
        let times = |name: &str| ended.whole(name).saturating_sub(self.begun.whole(name));
        Ok(PageStats {
            age: milliseconds(timeline.age),
            first_paint: timeline.first_paint.map(milliseconds),
            first_contentful_paint: timeline.first_contentful_paint.map(milliseconds),
            largest_contentful_paint: timeline.largest_contentful_paint.map(milliseconds),
            dom_content_loaded: timeline.dom_content_loaded.map(milliseconds),
            load: timeline.loaded.map(milliseconds),
            long_tasks: LongTasks {
                count: timeline.long_tasks.count,
                total: milliseconds(timeline.long_tasks.total),
                longest: milliseconds(timeline.long_tasks.longest),
            },
            long_frames: LongFrames {
                count: timeline.long_frames.count,
                scripts: milliseconds(timeline.long_frames.scripts),
                forced_layout: milliseconds(timeline.long_frames.forced),
                rendering: milliseconds(timeline.long_frames.rendering),
            },
            observed: MainThreadWork {
                time: work("Timestamp"),
                layouts: u32::try_from(times("LayoutCount")).unwrap_or(u32::MAX),
                layout: work("LayoutDuration"),
                style_recalcs: u32::try_from(times("RecalcStyleCount")).unwrap_or(u32::MAX),
                style: work("RecalcStyleDuration"),
                scripts: work("ScriptDuration"),
            },
            heap_used_bytes: ended.whole("JSHeapUsedSize"),
            heap_total_bytes: ended.whole("JSHeapTotalSize"),
            dom_nodes: ended.whole("Nodes"),
            documents: ended.whole("Documents"),
            listeners: ended.whole("JSEventListeners"),
            other_frames,
        })
    }
}

/// Nothing stays on, also where the observation fails or is dropped.
impl Drop for Meter {
    fn drop(&mut self) {
        drop(self.channel.post(&Disable {}));
    }
}

/// The world of the main frame, and how many frames have a process of their own.
fn main_world(tab: &TabInner) -> Option<(World, usize)> {
    let (root, others) = {
        let state = tab.state();
        let main = state.main()?;
        let others = state.frames.values().filter(|frame| frame.session != main.session).count();
        (main.root.clone(), others)
    };
    Some((tab.world_of(&root)?, others))
}

/// The browser's counters by name. What this version of it does not have counts as 0.
#[derive(Debug, Default)]
struct Counters(HashMap<String, f64>);

async fn counters(channel: &Channel) -> Result<Counters, domtool_cdp::Error> {
    let metrics = channel.call(&GetMetrics {}).await?.metrics;
    Ok(Counters(metrics.into_iter().map(|metric| (metric.name, metric.value)).collect()))
}

impl Counters {
    fn value(&self, name: &str) -> f64 {
        self.0.get(name).copied().unwrap_or(0.0)
    }

    fn whole(&self, name: &str) -> u64 {
        self.value(name).max(0.0) as u64
    }

    fn seconds(&self, name: &str) -> Duration {
        Duration::try_from_secs_f64(self.value(name)).unwrap_or_default()
    }
}

fn milliseconds(time: f64) -> Duration {
    Duration::try_from_secs_f64(time / 1e3).unwrap_or_default()
}
