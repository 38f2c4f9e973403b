//! Figures of this process, by the names that Prometheus's own clients give them. They are read from `/proc`; on other systems there are none.

use std::{fs, time::SystemTime};

/// What `/proc` has of this process.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Process {
    /// Seconds of processor time.
    pub(super) cpu_seconds: f64,
    /// Bytes in memory.
    pub(super) resident_bytes: u64,
    /// Bytes of addresses.
    pub(super) virtual_bytes: u64,
    /// Threads.
    pub(super) threads: u64,
    /// Open files.
    pub(super) open_files: u64,
    /// So many may be open.
    pub(super) most_files: u64,
}

/// The unit of times in `/proc/self/stat`: `USER_HZ`, which is 100 on every architecture that we build for.
const TICKS_A_SECOND: f64 = 100.0;

/// Reads it; `None` where there is nothing to read.
pub(super) fn read() -> Option<Process> {
    let files = |path: &str| fs::read_dir(path).map(|entries| entries.count()).ok();
    Some(Process {
        // The folder that is being read is open, too.
        open_files: files("/proc/self/fd")?.saturating_sub(1) as u64,
        ..parse(
            &fs::read_to_string("/proc/self/stat").ok()?,
            &fs::read_to_string("/proc/self/status").ok()?,
            &fs::read_to_string("/proc/self/limits").ok()?,
        )?
    })
}

fn parse(stat: &str, status: &str, limits: &str) -> Option<Process> {
    // The name before it may hold spaces and brackets; the third field follows.
    let mut fields = stat.rsplit_once(')')?.1.split_whitespace().skip(11);
    let mut ticks = || fields.next()?.parse::<u32>().ok();
    let cpu_seconds = (f64::from(ticks()?) + f64::from(ticks()?)) / TICKS_A_SECOND;
    let number = |name: &str| {
        let line = status.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(':'))?;
        line.split_whitespace().next()?.parse::<u64>().ok()
    };
    let most_files = limits.lines().find_map(|line| line.strip_prefix("Max open files"))?;
    Some(Process {
        cpu_seconds,
        resident_bytes: number("VmRSS")? * 1024,
        virtual_bytes: number("VmSize")? * 1024,
        threads: number("Threads")?,
        open_files: 0,
        most_files: most_files.split_whitespace().next()?.parse().unwrap_or(u64::MAX),
    })
}

/// When this process began, or near enough: when this is called first.
pub(super) fn now_in_seconds() -> f64 {
    SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).map_or(0.0, |since| since.as_secs_f64())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_proc_says_is_read() {
        let stat = "7 (a) b) (c) S 1 7 7 0 -1 4194560 100 0 0 0 150 50 0 0 20 0 5 0 1 2 3";
        let status = "Name:\tx\nVmSize:\t   2048 kB\nVmRSS:\t   1024 kB\nThreads:\t5\n";
        let limits =
            "Limit  Soft Limit  Hard Limit\nMax open files            1024                 4096   files\n";
        let process = parse(stat, status, limits).unwrap();
        let expected = Process {
            cpu_seconds: 2.0,
            resident_bytes: 1 << 20,
            virtual_bytes: 2 << 20,
            threads: 5,
            open_files: 0,
            most_files: 1024,
        };
        assert_eq!(process, expected);
        assert!(parse("", status, limits).is_none());
        if cfg!(target_os = "linux") {
            let own = read().unwrap();
            assert!(own.resident_bytes > 1 << 20 && own.open_files > 0 && own.threads > 0, "{own:?}");
        }
    }
}
