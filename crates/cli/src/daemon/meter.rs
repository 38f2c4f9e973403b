//! What the daemon counts and times: calls by operation, failures by code, starts of sessions. Numbers only, by names of the program's own
//! tables, so that nothing that a caller or a page says can become a name here. How they are written is left to `serve`.

use std::{
    sync::atomic::{AtomicU64, Ordering::Relaxed},
    time::Duration,
};

use domtool::ErrorKind;

use crate::ops;

/// Upper bounds of the buckets, in seconds. A click takes some ten milliseconds, a page some seconds; a call of a server ends within a minute.
const BOUNDS: [f64; 13] = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 25.0, 60.0];

/// How long something took, as counts of buckets.
#[derive(Debug, Default)]
struct Histogram {
    /// The last one has what is above every bound.
    counts: [AtomicU64; BOUNDS.len() + 1],
    microseconds: AtomicU64,
}

/// A histogram as it stood at one moment.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Distribution {
    /// Each bound with how many were at most that long.
    pub(crate) buckets: Vec<(f64, u64)>,
    /// How many there were.
    pub(crate) count: u64,
    /// How long all took together, in seconds.
    pub(crate) sum: f64,
}

impl Histogram {
    fn record(&self, took: Duration) {
        let seconds = took.as_secs_f64();
        let bucket = BOUNDS.iter().position(|bound| seconds <= *bound).unwrap_or(BOUNDS.len());
        self.counts[bucket].fetch_add(1, Relaxed);
        self.microseconds.fetch_add(u64::try_from(took.as_micros()).unwrap_or(u64::MAX), Relaxed);
    }

    fn read(&self) -> Distribution {
        let mut count = 0;
        let mut buckets = Vec::with_capacity(BOUNDS.len());
        for (own, bound) in self.counts.iter().zip(BOUNDS.iter().map(Some).chain([None])) {
            count += own.load(Relaxed);
            buckets.extend(bound.map(|bound| (*bound, count)));
        }
        #[expect(clippy::cast_precision_loss, reason = "a few microseconds in centuries")]
        let sum = self.microseconds.load(Relaxed) as f64 / 1e6;
        Distribution { buckets, count, sum }
    }
}

/// All that is counted.
#[derive(Debug)]
pub(super) struct Meter {
    /// One for each operation of the table, and one for what is none.
    calls: Vec<Histogram>,
    /// One for each code.
    failures: Vec<AtomicU64>,
    starts: Histogram,
}

impl Default for Meter {
    fn default() -> Self {
        Self {
            calls: std::iter::repeat_with(Histogram::default).take(ops::ALL.len() + 1).collect(),
            failures: ErrorKind::ALL.iter().map(|_| AtomicU64::new(0)).collect(),
            starts: Histogram::default(),
        }
    }
}

impl Meter {
    /// A call of an operation has ended.
    pub(super) fn called(&self, op: &str, took: Duration, failed: Option<ErrorKind>) {
        let index = ops::ALL.iter().position(|entry| ops::is_name(entry, op)).unwrap_or(ops::ALL.len());
        self.calls[index].record(took);
        if let Some(index) = failed.and_then(|failed| ErrorKind::ALL.iter().position(|kind| *kind == failed))
        {
            self.failures[index].fetch_add(1, Relaxed);
        }
    }

    /// A session was started.
    pub(super) fn started(&self, took: Duration) {
        self.starts.record(took);
    }

    /// How long calls took, by operation, of those that there were.
    pub(super) fn calls(&self) -> Vec<(&'static str, Distribution)> {
        let names = ops::ALL.iter().map(|entry| entry.name).chain(["unknown"]);
        let all = names.zip(self.calls.iter().map(Histogram::read));
        all.filter(|(_, distribution)| distribution.count > 0).collect()
    }

    /// How many calls failed, by code.
    pub(super) fn failures(&self) -> Vec<(&'static str, u64)> {
        let codes = ErrorKind::ALL.iter().map(|kind| kind.code());
        codes.zip(self.failures.iter().map(|count| count.load(Relaxed))).collect()
    }

    /// How long it took to start sessions, with the wait for a browser.
    pub(super) fn starts(&self) -> Distribution {
        self.starts.read()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_counted_is_named_by_the_tables_alone() {
        let meter = Meter::default();
        meter.called("click", Duration::from_millis(10), None);
        meter.called("click", Duration::from_millis(11), Some(ErrorKind::Covered));
        meter.called("x\"} 1\nevil", Duration::from_secs(100), Some(ErrorKind::InvalidInput));
        let calls = meter.calls();
        let names: Vec<_> = calls.iter().map(|(name, _)| *name).collect();
        assert_eq!(names, ["click", "unknown"]);
        let click = &calls[0].1;
        let at = |bound: f64| click.buckets.iter().find(|(other, _)| *other == bound).unwrap().1;
        assert_eq!((at(0.005), at(0.01), at(0.025), at(60.0), click.count), (0, 1, 2, 2, 2));
        assert!((click.sum - 0.021).abs() < 1e-9, "{}", click.sum);
        assert_eq!((calls[1].1.buckets.last().unwrap().1, calls[1].1.count), (0, 1));
        let failed: Vec<_> = meter.failures().into_iter().filter(|(_, count)| *count > 0).collect();
        assert_eq!(failed, [("COVERED", 1), ("INVALID_INPUT", 1)]);
        assert_eq!(meter.failures().len(), ErrorKind::ALL.len());
    }
}
