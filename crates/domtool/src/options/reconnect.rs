//! How patiently a lost connection to a browser is made again.

use std::{
    hash::{BuildHasher, RandomState},
    time::Duration,
};

use crate::setters::setters;

/// How patiently a lost connection is made again. It ends with the last try or with the time, whichever comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Reconnect {
    /// How many tries at most; at least one is made.
    pub tries: u32,
    /// The pause after the first try, at most. Each is twice the one before it, by chance up to a half shorter, so that many who
    /// lost the same browser do not come back at once.
    pub first: Duration,
    /// The longest pause.
    pub longest: Duration,
    /// How long it may take in all, tries and pauses.
    pub within: Duration,
}

setters!(Reconnect {
    /// Tries so often; at least once.
    with_tries => tries = u32;
    /// Pauses so long after the first try, at most.
    with_first => first = Duration;
    /// Pauses no longer than this.
    with_longest => longest = Duration;
    /// Takes at most so long in all, tries and pauses.
    with_within => within = Duration;
});

impl Default for Reconnect {
    fn default() -> Self {
        Self {
            tries: 12,
            first: Duration::from_millis(50),
            longest: Duration::from_secs(2),
            within: Duration::from_secs(10),
        }
    }
}

impl Reconnect {
    /// The pause after so many tries; chance is from 0 to 1.
    pub(crate) fn pause(&self, tried: u32, chance: f64) -> Duration {
        let doubled = 2_u32.saturating_pow(tried.saturating_sub(1));
        let whole = self.first.saturating_mul(doubled).min(self.longest);
        whole.mul_f64(1.0 - chance.clamp(0.0, 1.0) / 2.0)
    }
}

/// From 0 to 1; the hasher's keys are random.
pub(crate) fn chance(tried: u32) -> f64 {
    f64::from(RandomState::new().hash_one(tried) as u32) / f64::from(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_grow_to_a_bound_and_are_never_longer() {
        let patience = Reconnect {
            first: Duration::from_millis(100),
            longest: Duration::from_secs(1),
            ..Reconnect::default()
        };
        let pauses = |chance| -> Vec<u128> {
            (1..=6).map(|tried| patience.pause(tried, chance).as_millis()).collect()
        };
        assert_eq!(pauses(0.0), [100, 200, 400, 800, 1000, 1000]);
        assert_eq!(pauses(1.0), [50, 100, 200, 400, 500, 500]);
        assert_eq!(patience.pause(u32::MAX, 0.0), Duration::from_secs(1));
        for tried in 1..100 {
            assert!((0.0..=1.0).contains(&chance(tried)));
        }
    }
}
