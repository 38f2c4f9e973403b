//! Where a person finds a description: what the page shows as a text is not told again as a note. What scripts set by objects
//! (`ariaDescribedByElements`) only Chrome knows.

use domtool_cdp::protocol::accessibility::AxNode;
use rustc_hash::FxHashSet;

use super::{
    Certainty, DescribedWhere, Description, NodeIndex, Snapshot, ask::is_described_by_objects, name::collapse,
};

/// Fewer words than this may stand anywhere on a page and be about something else.
const WORDS_OF_ITS_OWN: usize = 3;

impl Snapshot {
    /// Which descriptions a person reads on the page: those that it has as a text, too, wherever it says that they come from.
    /// Fixture: notes.html.
    pub(super) fn note_shown_descriptions(&mut self) {
        let untold = self.descriptions.values().filter(|described| described.told != DescribedWhere::Shown);
        let wanted: FxHashSet<&str> = untold
            .map(|described| self.columns.strings.get(described.text))
            .filter(|text| text.split(' ').count() >= WORDS_OF_ITS_OWN)
            .collect();
        let shown = self.shown(&wanted);
        for described in self.descriptions.values_mut() {
            if shown.contains(self.columns.strings.get(described.text)) {
                described.told = DescribedWhere::Shown;
            }
        }
    }

    /// Which of these texts a text of the page is.
    fn shown(&self, wanted: &FxHashSet<&str>) -> FxHashSet<String> {
        if wanted.is_empty() {
            return FxHashSet::default();
        }
        let texts = self.nodes().filter(|node| node.visible()).map(|node| collapse(node.text()));
        texts.filter(|text| wanted.contains(text.as_str())).collect()
    }

    /// The descriptions by objects. One is told unless the page shows it as a text.
    pub(super) fn take_descriptions(&mut self, answers: &[(NodeIndex, &AxNode)]) {
        let described = answers.iter().filter_map(|(index, answer)| {
            let text = collapse(answer.description.as_ref()?.as_text()?);
            let node = (index.at() < self.len()).then(|| self.node(*index))?;
            let says = !text.is_empty() && text != node.name() && is_described_by_objects(node);
            says.then_some((*index, text))
        });
        let described: Vec<(NodeIndex, String)> = described.collect();
        if described.is_empty() {
            return;
        }
        let wanted: FxHashSet<&str> = described.iter().map(|(_, text)| text.as_str()).collect();
        let shown = self.shown(&wanted);
        for (index, text) in described {
            let told = if shown.contains(&text) { DescribedWhere::Shown } else { DescribedWhere::Unseen };
            let text = self.columns.strings.push(self.columns.frame[index.at()], &text);
            self.descriptions.insert(index, Description { text, certainty: Certainty::Asked, told });
        }
    }
}
