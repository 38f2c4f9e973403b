//! What a session knows to be secret: values, and the fields that held them. It only grows, so a field that the page no longer
//! hides (`type=text`, another style or label) stays masked.

use domtool_cdp::protocol::{BackendNodeId, LoaderId};
use domtool_page::{secret_values::SecretValues, snapshot::Snapshot};
use rustc_hash::FxHashSet;

use crate::limits::SECRET_FIELDS;

/// See the file's paragraph.
#[derive(Debug, Default)]
pub(crate) struct Secrets {
    pub(crate) values: SecretValues,
    /// By document and node.
    pub(crate) fields: FxHashSet<(LoaderId, BackendNodeId)>,
}

impl Secrets {
    /// Learns what a look found.
    pub(crate) fn learn(&mut self, snapshot: &Snapshot) {
        self.values.add_all(snapshot.secrets());
        if self.fields.len() > SECRET_FIELDS {
            self.fields.clear();
        }
        self.fields.extend(snapshot.secret_fields().map(|(loader, node)| (loader.clone(), node)));
    }

    /// Whether a field was secret at any look.
    pub(crate) fn has(&self, loader: &LoaderId, node: BackendNodeId) -> bool {
        self.fields.contains(&(loader.clone(), node))
    }
}
