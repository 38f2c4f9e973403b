//! What a session knows to be secret: values, and the fields that held them. It only grows, so a field that the page no longer
//! hides (`type=text`, another style or label) stays masked.

use domtool_cdp::protocol::{BackendNodeId, LoaderId};
use std::sync::Arc;

use domtool_page::{secret_values::KnownSecrets, snapshot::Snapshot};
use rustc_hash::FxHashSet;

use crate::limits::SECRET_FIELDS;

/// See the file's paragraph.
#[derive(Debug, Default)]
pub(crate) struct Secrets {
    pub(crate) known: Arc<KnownSecrets>,
    /// By document and node.
    pub(crate) fields: FxHashSet<(LoaderId, BackendNodeId)>,
}

impl Secrets {
    /// Learns what a look found.
    pub(crate) fn learn(&mut self, snapshot: &Snapshot) {
        for (origin, values) in snapshot.held_secrets() {
            if self.known.held(origin) != Some(values) {
                Arc::make_mut(&mut self.known).hold(origin, values.iter());
            }
        }
        if self.fields.len() > SECRET_FIELDS {
            self.fields.clear();
        }
        self.fields.extend(snapshot.secret_fields().map(|(loader, node)| (loader.clone(), node)));
    }

    /// Learns a value that was given to a secret field.
    pub(crate) fn give(&mut self, value: &str) {
        Arc::make_mut(&mut self.known).given.add(value);
    }

    /// Learns what a field of a document of this origin held.
    pub(crate) fn hold(&mut self, origin: &str, value: Option<&str>) {
        Arc::make_mut(&mut self.known).hold(origin, value);
    }

    /// Whether a field was secret at any look.
    pub(crate) fn has(&self, loader: &LoaderId, node: BackendNodeId) -> bool {
        self.fields.contains(&(loader.clone(), node))
    }
}
