//! How well a context did: recall, precision, and what of the found could be operated.

use std::sync::{Mutex, PoisonError};

/// The least share that must be found, and that must be right of what is found.
const BAR: f64 = 0.99;

/// The contexts that are through: found, missed, alarms.
static OVERALL: Mutex<Vec<(usize, usize, usize)>> = Mutex::new(Vec::new());

/// What came of the cases in one context.
pub(super) struct Score {
    context: &'static str,
    pub(super) cases: usize,
    pub(super) found: usize,
    pub(super) operated: usize,
    pub(super) missed: Vec<String>,
    /// Ids on what is nothing to operate.
    pub(super) alarms: Vec<String>,
    /// What was found, operated, and not noted.
    pub(super) dead: Vec<String>,
    pub(super) shown: String,
}

impl Score {
    pub(super) fn new(context: &'static str) -> Self {
        let (missed, alarms, dead) = (Vec::new(), Vec::new(), Vec::new());
        Self { context, cases: 0, found: 0, operated: 0, missed, alarms, dead, shown: String::new() }
    }

    /// Prints it, and fails where it is under the bar.
    #[allow(clippy::print_stdout, reason = "the numbers are what this suite is for")]
    pub(super) fn hold(self) {
        let line = |name: &str, found: usize, missed: usize, alarms: usize| {
            let share = |part: usize, rest: usize| part as f64 / ((part + rest).max(1)) as f64;
            let (recall, precision) = (share(found, missed), share(found, alarms));
            println!(
                "discovery, {name}: recall {recall:.4} ({found} of {}), precision {precision:.4} ({alarms} false)",
                found + missed
            );
            recall >= BAR && precision >= BAR
        };
        println!("{}", self.shown);
        let good = line(self.context, self.found, self.missed.len(), self.alarms.len());
        println!("  {} cases, {} of {} operated", self.cases, self.operated - self.dead.len(), self.operated);
        let mut overall = OVERALL.lock().unwrap_or_else(PoisonError::into_inner);
        overall.push((self.found, self.missed.len(), self.alarms.len()));
        let sum = overall.iter().fold((0, 0, 0), |a, b| (a.0 + b.0, a.1 + b.1, a.2 + b.2));
        line(&format!("{} contexts so far", overall.len()), sum.0, sum.1, sum.2);
        drop(overall);
        let list = |what: &str, lines: &[String]| format!("{what}:\n  {}\n", lines.join("\n  "));
        let wrong =
            list("missed", &self.missed) + &list("false", &self.alarms) + &list("not operated", &self.dead);
        println!("{wrong}");
        assert!(self.cases >= 80, "{}: only {} cases", self.context, self.cases);
        assert!(good, "{}: under the bar of {BAR}\n{wrong}", self.context);
        assert!(self.dead.is_empty(), "{}: not all that was found can be operated\n{wrong}", self.context);
    }
}
