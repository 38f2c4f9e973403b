//! What an observation was made of and what it cost: the `stats` block.

use std::fmt::Write as _;

use domtool_page::{
    snapshot::{Snapshot, Tier},
    view::{self, Format, LeftOut},
};
use serde::{Serialize, Serializer, ser::SerializeMap as _};

use super::{PageStats, StatsDetail, captured_page::CapturedPage, phases, phases::Phases};

/// What an observation was made of and what it cost. Times differ from run to run; all else is the page's.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Stats {
    /// Nodes of all frames and shadow trees.
    pub nodes: usize,
    /// How many nodes there are of each tier.
    pub tiers: Tiers,
    /// Frames that were read.
    pub frames: usize,
    /// Parts of the page that could not be read.
    pub gaps: usize,
    /// Nodes that Chrome was asked to name.
    pub asked: u32,
    /// How many bytes the browser sent for the snapshot.
    pub bytes: usize,
    /// What had no room in the budget, by kind.
    pub left_out: LeftOut,
    /// Whether something had none.
    pub truncated: bool,
    /// About how many tokens the lines of each kind take, in the tree; empty in other formats.
    #[serde(serialize_with = "as_map", skip_serializing_if = "Vec::is_empty")]
    pub tokens: Vec<(&'static str, u32)>,
    /// How the page itself has performed, where [`StatsDetail::Page`](super::StatsDetail::Page) asked for that.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub page: Option<PageStats>,
    /// Each phase with the milliseconds that it took, in order.
    #[serde(serialize_with = "as_map")]
    #[cfg_attr(feature = "schema", schemars(with = "std::collections::BTreeMap<String, f64>"))]
    pub phases: Vec<(&'static str, f64)>,
}

/// Nodes by tier.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Tiers {
    /// With a role that means something, or text that a person reads.
    pub semantic: usize,
    /// Without one, but operable.
    pub interactive: usize,
    /// The rest.
    pub structural: usize,
}

fn as_map<S: Serializer, T: Serialize>(entries: &[(&'static str, T)], to: S) -> Result<S::Ok, S::Error> {
    let mut map = to.serialize_map(Some(entries.len()))?;
    for (name, number) in entries {
        map.serialize_entry(name, number)?;
    }
    map.end()
}

/// The kinds of lines of a tree, in the order in which they are told.
const KINDS: [&str; 6] = ["frame", "controls", "text", "structure", "folds", "news"];

/// The kind of a line of a tree, by how the writer begins it; what the page says of itself stands in quotes.
fn kind_of(line: &str) -> &'static str {
    let said = line.trim_start_matches([' ', '-']);
    let is_id = |word: &str| {
        word.strip_prefix('e')
            .is_some_and(|digits| !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit()))
    };
    match said.split(' ').next().unwrap_or_default() {
        "[page" | "[/page" | "also:" | "note:" => "frame",
        "news:" => "news",
        "in" | "above:" | "below:" | "left:" | "right:" if said.trim_end().ends_with(':') => "structure",
        id if is_id(id) => "controls",
        word if word.starts_with('"') => "text",
        _ if said.contains(" | ") && !said.contains('"') => "frame",
        _ if said.trim_end().ends_with(')') && said.contains("(expand e") => "folds",
        _ => "structure",
    }
}

/// About how many tokens the lines of each kind take.
fn tokens_by_kind(text: &str, format: Format) -> Vec<(&'static str, u32)> {
    if format != Format::Tree || !text.starts_with("[page ") {
        return Vec::new();
    }
    let mut tokens = KINDS.map(|kind| (kind, view::TokenEstimate(0)));
    for line in text.split_inclusive('\n') {
        let kind = kind_of(line);
        for (_, sum) in tokens.iter_mut().filter(|(of, _)| *of == kind) {
            sum.0 += view::token_estimate(line).0;
        }
    }
    let some = tokens.into_iter().filter(|(_, sum)| sum.0 > 0);
    some.map(|(kind, sum)| (kind, u32::try_from(sum.0.div_ceil(1000)).unwrap_or(u32::MAX))).collect()
}

/// Tokens kept free for the block where it is asked for: more than it can cost.
const ROOM: u32 = 560;
/// And for how the page has performed.
const PAGE_ROOM: u32 = 400;

/// Tokens kept free for what is asked for.
pub(crate) fn room(detail: StatsDetail) -> u32 {
    match detail {
        StatsDetail::None => 0,
        StatsDetail::Look => ROOM,
        StatsDetail::Page => ROOM + PAGE_ROOM,
    }
}

impl Stats {
    pub(crate) fn of(
        look: &CapturedPage,
        phases: &Phases,
        (text, format): (&str, Format),
        left_out: LeftOut,
    ) -> Stats {
        let snapshot = &look.snapshot;
        let stats = Stats {
            nodes: snapshot.len(),
            tiers: tiers(snapshot),
            frames: snapshot.frames.len(),
            gaps: snapshot.gaps.len(),
            asked: snapshot.asked,
            bytes: look.bytes,
            left_out,
            truncated: !left_out.is_empty(),
            tokens: tokens_by_kind(text, format),
            page: None,
            phases: phases.taken().iter().map(|(phase, took)| (*phase, phases::millis(*took))).collect(),
        };
        phases.tell(stats.nodes);
        tracing::debug!(
            nodes = stats.nodes,
            semantic = stats.tiers.semantic,
            interactive = stats.tiers.interactive,
            frames = stats.frames,
            asked = stats.asked,
            bytes = stats.bytes,
            %left_out,
            "observed"
        );
        stats
    }

    /// Adds the block to a text that kept [`ROOM`] for it: a member of the JSON object, or lines after the text, the first of which says
    /// what was left out in words. Gives the text's tokens.
    pub(crate) fn write_into(&self, text: &mut String, format: Format) -> u32 {
        let json = serde_json::to_string(self).unwrap_or_default();
        if format.is_json() {
            let end = text.trim_end().len();
            if text.get(..end).is_some_and(|text| text.ends_with('}')) {
                text.truncate(end - 1);
                text.push_str(",\n\"stats\":");
                text.push_str(&json);
                text.push_str("}\n");
            }
        } else {
            if self.truncated {
                let _infallible = writeln!(text, "left out: {}", self.left_out);
            }
            text.push_str("stats: ");
            text.push_str(&json);
            text.push('\n');
        }
        view::estimate(text)
    }
}

fn tiers(snapshot: &Snapshot) -> Tiers {
    let mut tiers = Tiers::default();
    for node in snapshot.nodes() {
        match node.tier() {
            Tier::Semantic => tiers.semantic += 1,
            Tier::Interactive => tiers.interactive += 1,
            Tier::Structural => tiers.structural += 1,
        }
    }
    tiers
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{
        super::{LongFrames, LongTasks, MainThreadWork},
        *,
    };

    fn stats() -> Stats {
        let words = [
            "ready",
            "scroll",
            "capture",
            "decode",
            "entered",
            "frames",
            "merge",
            "states",
            "geometry",
            "roles",
            "classify",
            "names",
            "occlusion",
            "asked",
            "identity",
            "flatten",
            "render",
        ];
        let mut left_out = LeftOut::default();
        left_out.links = 9_999_999;
        left_out.buttons = 9_999_999;
        left_out.fields = 9_999_999;
        left_out.controls = 9_999_999;
        left_out.headings = 9_999_999;
        left_out.rows = 9_999_999;
        left_out.images = 9_999_999;
        left_out.texts = 9_999_999;
        left_out.others = 9_999_999;
        Stats {
            nodes: 9_999_999,
            tiers: Tiers { semantic: 9_999_999, interactive: 9_999_999, structural: 9_999_999 },
            frames: 10_000,
            gaps: 10_000,
            asked: 300,
            bytes: 999_999_999,
            left_out,
            truncated: true,
            tokens: KINDS.map(|kind| (kind, 9_999_999)).to_vec(),
            page: None,
            phases: words.map(|word| (word, 10_000.25)).to_vec(),
        }
    }

    #[test]
    fn lines_are_counted_by_kind() {
        let lines = [
            ("[page 482913]", "frame"),
            ("Fields | http://shop.example/ | 1280x800", "frame"),
            ("main", "structure"),
            ("  heading1 \"a | b (expand e4)\"", "structure"),
            ("  - e12 button \"Go\" disabled", "controls"),
            ("    \"e12 is said | here\"", "text"),
            ("below:", "structure"),
            ("+1,980 more rows like these (expand e40)", "folds"),
            ("news: message \"Saved\" 1.0 s ago", "news"),
            ("also: markdown ~65 tokens", "frame"),
        ];
        for (line, kind) in lines {
            assert_eq!(kind_of(line), kind, "{line}");
        }
        let text = lines.map(|(line, _)| format!("{line}\n")).concat();
        let kinds: Vec<&str> = tokens_by_kind(&text, Format::Tree).iter().map(|(kind, _)| *kind).collect();
        assert_eq!(kinds, KINDS);
        assert!(tokens_by_kind("{}", Format::Json).is_empty());
    }

    /// Numbers as long as they get.
    fn page() -> PageStats {
        let time = Duration::from_micros(86_400_000_250);
        PageStats {
            age: time,
            first_paint: Some(time),
            first_contentful_paint: Some(time),
            largest_contentful_paint: Some(time),
            dom_content_loaded: Some(time),
            load: Some(time),
            long_tasks: LongTasks { count: 200, total: time, longest: time },
            long_frames: LongFrames { count: 200, scripts: time, forced_layout: time, rendering: time },
            observed: MainThreadWork {
                time,
                layouts: 99_999,
                layout: time,
                style_recalcs: 99_999,
                style: time,
                scripts: time,
            },
            heap_used_bytes: 4_294_967_296,
            heap_total_bytes: 4_294_967_296,
            dom_nodes: 9_999_999,
            documents: 9_999,
            listeners: 999_999,
            other_frames: 9_999,
        }
    }

    #[test]
    fn how_the_page_performed_has_room_too() {
        let alone = stats().write_into(&mut String::new(), Format::Tree);
        let with_page = Stats { page: Some(page()), ..stats() };
        let mut text = String::new();
        let both = with_page.write_into(&mut text, Format::Tree);
        assert!(both <= room(StatsDetail::Page) && both > alone, "{alone} and {}", both - alone);
        assert!(text.contains("\"page\":{\"age_ms\":86400000.25,\"first_paint_ms\":86400000.25,"), "{text}");
        let nothing = serde_json::to_string(&PageStats::default()).expect("it is plain data");
        assert!(!nothing.contains("paint") && nothing.contains("\"long_tasks\":{\"count\":0,"), "{nothing}");
    }

    #[test]
    fn the_block_is_a_member_of_the_object_and_has_room() {
        let mut text = "{\"meta\":{\"tokens\":1}}\n".to_owned();
        let before = view::estimate(&text);
        let after = stats().write_into(&mut text, Format::Json);
        assert!(text.ends_with("}}}\n") && text.contains("\"phases\":{\"ready\":10000.25,"), "{text}");
        assert!(after - before <= ROOM, "{}", after - before);
        let mut text = String::new();
        let tokens = stats().write_into(&mut text, Format::Tree);
        assert!(tokens <= ROOM, "{tokens}");
        assert!(text.starts_with("left out: 9,999,999 links, 9,999,999 buttons, "), "{text}");
    }
}
