//! How many jobs a build gets on a machine that others work on too. A busy machine gives each process an equal share, so a build with a
//! job a core takes six times as long beside ten others; with more jobs it has a share that it can live on.

use std::{fs, thread};

/// More jobs than this for each core would take memory rather than time.
const JOBS_A_CORE: usize = 4;

/// The jobs for cargo where the machine is busy; cargo's own choice (none here) where it is not, and where its load is not known.
pub(crate) fn jobs() -> Option<usize> {
    let cores = thread::available_parallelism().ok()?.get();
    jobs_for(cores, &fs::read_to_string("/proc/loadavg").ok()?)
}

/// `load` is a line of Linux's `/proc/loadavg`: means of the count of processes that want to run, over 1, 5 and 15 minutes, then how
/// many do now and how many there are. The larger of the first and the fourth counts: the mean comes late where work just began.
fn jobs_for(cores: usize, load: &str) -> Option<usize> {
    let mut fields = load.split([' ', '/']);
    let (mean, _) = fields.next()?.split_once('.')?;
    let others = mean.parse::<usize>().ok()?.max(fields.nth(2)?.parse().ok()?);
    (others > cores).then(|| (cores + others).min(JOBS_A_CORE * cores))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_busy_machine_gets_more_jobs() {
        assert_eq!(jobs_for(2, "0.31 0.9 1.2 1/222 3\n"), None);
        assert_eq!(jobs_for(2, "2.90 0.9 1.2 2/222 3\n"), None);
        assert_eq!(jobs_for(2, "4.20 0.9 1.2 1/222 3\n"), Some(6));
        assert_eq!(jobs_for(2, "0.50 0.9 1.2 5/222 3\n"), Some(7));
        assert_eq!(jobs_for(2, "10.05 0.9 1.2 1/222 3\n"), Some(8));
        assert_eq!(jobs_for(2, "not a load"), None);
    }
}
