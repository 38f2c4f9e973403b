//! How many jobs a build and how many tests at once there are on a machine that others work on too. A busy machine gives each process
//! an equal share, so a build with a job a core takes six times as long beside ten others; with more jobs it has a share that it
//! can live on.

use std::{fs, thread};

/// More jobs than this for each core would take memory rather than time.
const JOBS_A_CORE: usize = 4;

/// More tests at once than these for each core would wait for each other: a test is a browser's processes, too.
const TESTS_A_CORE: usize = 2;

/// The jobs for cargo where the machine is busy; cargo's own choice (none here) where it is not, and where its load is not known.
pub(crate) fn jobs() -> Option<usize> {
    at_once(JOBS_A_CORE)
}

/// The tests that run at once where the machine is busy; the runner's own choice (none here) where it is not.
pub(crate) fn tests() -> Option<usize> {
    at_once(TESTS_A_CORE)
}

fn at_once(most_a_core: usize) -> Option<usize> {
    let cores = thread::available_parallelism().ok()?.get();
    at_once_for(cores, most_a_core, &fs::read_to_string("/proc/loadavg").ok()?)
}

/// `load` is a line of Linux's `/proc/loadavg`: means of the count of processes that want to run, over 1, 5 and 15 minutes, then how
/// many do now and how many there are. The larger of the first and the fourth counts: the mean comes late where work just began.
fn at_once_for(cores: usize, most_a_core: usize, load: &str) -> Option<usize> {
    let mut fields = load.split([' ', '/']);
    let (mean, _) = fields.next()?.split_once('.')?;
    let others = mean.parse::<usize>().ok()?.max(fields.nth(2)?.parse().ok()?);
    (others > cores).then(|| (cores + others).min(most_a_core * cores))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_busy_machine_gets_more_jobs() {
        let jobs_for = |cores, load| at_once_for(cores, JOBS_A_CORE, load);
        assert_eq!(jobs_for(2, "0.31 0.9 1.2 1/222 3\n"), None);
        assert_eq!(jobs_for(2, "2.90 0.9 1.2 2/222 3\n"), None);
        assert_eq!(jobs_for(2, "4.20 0.9 1.2 1/222 3\n"), Some(6));
        assert_eq!(jobs_for(2, "0.50 0.9 1.2 5/222 3\n"), Some(7));
        assert_eq!(jobs_for(2, "10.05 0.9 1.2 1/222 3\n"), Some(8));
        assert_eq!(jobs_for(2, "not a load"), None);
        assert_eq!(at_once_for(2, TESTS_A_CORE, "10.05 0.9 1.2 1/222 3\n"), Some(4));
    }
}
