//! What an observation was made of and what it cost: the `stats` block.

use domtool_page::{
    snapshot::{Snapshot, Tier},
    view::{self, Format},
};
use serde::{Serialize, Serializer, ser::SerializeMap as _};

use super::{captured_page::CapturedPage, phases, phases::Phases};

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
    /// Lines that had no room in the budget.
    pub left_out: u32,
    /// Whether there are such lines.
    pub truncated: bool,
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

fn as_map<S: Serializer>(phases: &[(&'static str, f64)], to: S) -> Result<S::Ok, S::Error> {
    let mut map = to.serialize_map(Some(phases.len()))?;
    for (phase, ms) in phases {
        map.serialize_entry(phase, ms)?;
    }
    map.end()
}

/// Tokens kept free for the block where it is asked for: more than it can cost.
pub(crate) const ROOM: u32 = 360;

impl Stats {
    pub(crate) fn of(look: &CapturedPage, phases: &Phases, left_out: u32) -> Stats {
        let snapshot = &look.snapshot;
        let stats = Stats {
            nodes: snapshot.len(),
            tiers: tiers(snapshot),
            frames: snapshot.frames.len(),
            gaps: snapshot.gaps.len(),
            asked: snapshot.asked,
            bytes: look.bytes,
            left_out,
            truncated: left_out > 0,
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
            left_out,
            "observed"
        );
        stats
    }

    /// Adds the block to a text that kept [`ROOM`] for it: a member of the JSON object, or a line of the tree. Gives the
    /// text's tokens.
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
    use super::*;

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
        Stats {
            nodes: 9_999_999,
            tiers: Tiers { semantic: 9_999_999, interactive: 9_999_999, structural: 9_999_999 },
            frames: 10_000,
            gaps: 10_000,
            asked: 300,
            bytes: 999_999_999,
            left_out: 9_999_999,
            truncated: true,
            phases: words.map(|word| (word, 10_000.25)).to_vec(),
        }
    }

    #[test]
    fn the_block_is_a_member_of_the_object_and_has_room() {
        let mut text = "{\"meta\":{\"tokens\":1}}\n".to_owned();
        let before = view::estimate(&text);
        let after = stats().write_into(&mut text, Format::Json);
        assert!(text.ends_with("}}}\n") && text.contains("\"phases\":{\"ready\":10000.25,"), "{text}");
        assert!(after - before <= ROOM, "{}", after - before);
        let mut text = String::new();
        assert!(stats().write_into(&mut text, Format::Tree) <= ROOM);
    }
}
