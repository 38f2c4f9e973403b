//! Where the time of an observation goes: a span for each phase, one debug line when it ends, and its time for [`super::Stats`].

use std::{
    future::Future,
    time::{Duration, Instant},
};

use domtool_page::{capture::PageCapture, snapshot};
use tracing::{Instrument as _, debug, debug_span, span::EnteredSpan};

/// The phases so far, in the order they first began; one that came again is one phase.
#[derive(Debug, Default)]
pub(crate) struct Phases {
    taken: Vec<(&'static str, Duration)>,
}

impl Phases {
    /// Every phase with its time.
    pub(crate) fn taken(&self) -> &[(&'static str, Duration)] {
        &self.taken
    }

    /// A phase that waits for the browser.
    pub(crate) async fn wait<T>(&mut self, phase: &'static str, work: impl Future<Output = T>) -> T {
        let begun = Instant::now();
        let done = work.instrument(debug_span!("phase", phase)).await;
        self.note(phase, begun.elapsed());
        done
    }

    /// A phase of our own work.
    pub(crate) fn work<T>(&mut self, phase: &'static str, work: impl FnOnce() -> T) -> T {
        let begun = Instant::now();
        let done = debug_span!("phase", phase).in_scope(work);
        self.note(phase, begun.elapsed());
        done
    }

    /// The passes that make a snapshot, each a phase.
    pub(crate) fn build(
        &mut self,
        capture: &PageCapture<'_>,
        rules: &snapshot::PrivacyRules,
    ) -> snapshot::Snapshot {
        let mut pass: Option<(&'static str, Instant, EnteredSpan)> = None;
        let mut end = |pass: Option<(&'static str, Instant, EnteredSpan)>| {
            if let Some((phase, begun, _)) = pass {
                self.note(phase, begun.elapsed());
            }
        };
        let built = snapshot::build_watched(capture, rules, &mut |begins| {
            end(pass.take());
            let phase = begins.word();
            pass = Some((phase, Instant::now(), debug_span!("phase", phase).entered()));
        });
        end(pass);
        built
    }

    fn note(&mut self, phase: &'static str, took: Duration) {
        match self.taken.iter_mut().find(|(known, _)| *known == phase) {
            Some((_, time)) => *time += took,
            None => self.taken.push((phase, took)),
        }
    }

    /// One line each, under `--debug`.
    pub(crate) fn tell(&self, count: usize) {
        for (phase, took) in &self.taken {
            debug!(phase, ms = millis(*took), nodes = count, "phase");
        }
    }
}

/// Milliseconds with two digits after the point: enough for a person, and short.
pub(crate) fn millis(time: Duration) -> f64 {
    (time.as_secs_f64() * 1e5).round() / 1e2
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_phase_that_comes_again_is_one() {
        let mut phases = Phases::default();
        phases.note("states", Duration::from_millis(1));
        phases.note("names", Duration::from_millis(2));
        phases.note("states", Duration::from_millis(3));
        let taken: Vec<_> = phases.taken().to_vec();
        assert_eq!(taken, [("states", Duration::from_millis(4)), ("names", Duration::from_millis(2))]);
    }

    #[test]
    fn every_pass_of_a_build_is_a_phase() {
        let mut phases = Phases::default();
        let _nothing = phases.build(&PageCapture::default(), &snapshot::PrivacyRules::default());
        let names: Vec<_> = phases.taken().iter().map(|(phase, _)| *phase).collect();
        assert_eq!(names, ["merge", "states", "geometry", "roles", "classify", "names", "occlusion"]);
    }
}
