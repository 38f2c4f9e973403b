//! What this process has used so far, as Linux tells; elsewhere nothing is known, and no bar is held against it.

use std::{fs, time::Duration};

/// The processor's time of all threads so far.
pub(crate) fn busy() -> Option<Duration> {
    let mut nanos = 0_u64;
    for task in fs::read_dir("/proc/self/task").ok()?.flatten() {
        // A thread that ended meanwhile has no file.
        let Ok(line) = fs::read_to_string(task.path().join("schedstat")) else { continue };
        nanos += line.split(' ').next()?.parse::<u64>().ok()?;
    }
    Some(Duration::from_nanos(nanos))
}

/// The most memory that was resident at once, bytes.
pub(crate) fn peak() -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    Some(line.trim().strip_suffix(" kB")?.parse::<u64>().ok()? * 1024)
}
