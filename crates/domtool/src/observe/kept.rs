//! Keeps the last look at a page, so that another observation of the same state (the next page of a long one, an opened fold, a
//! query) need not capture the page again.

use std::{sync::Weak, time::Duration};

use tokio::time::Instant;

use super::{CallerState, Enrich, look::Look, proof::Proof};
use crate::{cpu::cpu_bound, tab::TabInner};

/// A snapshot is not kept longer than this: a daemon at rest is small.
const LONGEST: Duration = Duration::from_secs(60);

/// A look, and what must still be so for it to serve again.
#[derive(Debug)]
pub(crate) struct Kept {
    look: Look,
    proof: Proof,
    enrich: Enrich,
    since: Instant,
}

impl Kept {
    /// Keeps a look for a while, where it can be proven that nothing happened since.
    pub(crate) fn keep(memory: &CallerState, mut look: Look, enrich: Enrich) -> Option<Kept> {
        let proof = look.proof.take()?;
        let since = Instant::now();
        let memory = Weak::clone(&memory.own);
        tokio::spawn(async move {
            tokio::time::sleep_until(since + LONGEST).await;
            if let Some(memory) = memory.upgrade() {
                let kept = memory.lock().await.kept.take_if(|kept| kept.since == since);
                cpu_bound(kept.as_ref().map_or(0, |kept| kept.look.snapshot.len()), || drop(kept));
            }
        });
        Some(Kept { look, proof, enrich, since })
    }

    /// The look, when it is as good as a new one.
    pub(crate) async fn serve(self, tab: &TabInner, enrich: Enrich) -> Option<Look> {
        let Kept { mut look, proof, .. } = self;
        if self.enrich != enrich || !proof.holds(tab).await {
            return None;
        }
        look.proof = Some(proof);
        Some(look)
    }
}
