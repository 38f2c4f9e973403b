//! Processes by their id: whether one lives, and ending a whole group of them.

/// Whether a process exists, also as one that has ended and was not collected yet.
#[cfg(unix)]
pub(super) fn is_alive(pid: u32) -> bool {
    let Some(pid) = as_pid(pid) else { return false };
    !matches!(rustix::process::test_kill_process(pid), Err(rustix::io::Errno::SRCH))
}

/// Not known here; the lock of a profile decides alone.
#[cfg(not(unix))]
pub(super) fn is_alive(_pid: u32) -> bool {
    false
}

/// Kills a process and everything that it started. Fine when there is none left.
#[cfg(unix)]
pub(super) fn kill_group(leader: u32) {
    if let Some(leader) = as_pid(leader) {
        // The one error that happens is that the group is gone, which is what was wanted.
        let _ = rustix::process::kill_process_group(leader, rustix::process::Signal::KILL);
    }
}

/// Kills a process; what it started watches it and ends by itself.
#[cfg(not(unix))]
pub(super) fn kill_group(_leader: u32) {}

#[cfg(unix)]
fn as_pid(pid: u32) -> Option<rustix::process::Pid> {
    // 1 and below are not processes of ours, and as groups they would mean everyone.
    rustix::process::Pid::from_raw(i32::try_from(pid).ok().filter(|pid| *pid > 1)?)
}
