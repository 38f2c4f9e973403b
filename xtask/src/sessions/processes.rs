//! What processes take, as Linux says it: memory in proportional shares (PSS), so that what several share counts once, and processor time.

use std::{collections::BTreeMap, fs};

/// The unit of times in `/proc/PID/stat`: `USER_HZ`.
const TICKS_A_SECOND: f64 = 100.0;

/// What the programs of a row take.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(super) struct Taken {
    /// Memory of the browsers, in MB.
    pub(super) browsers_mb: f64,
    /// How many processes these are.
    pub(super) processes: usize,
    /// Memory of the WebDriver server, in MB.
    pub(super) driver_mb: f64,
    /// Memory of the daemon, in MB.
    pub(super) daemon_mb: f64,
    /// Processor time of all these since they began, in seconds.
    pub(super) cpu_s: f64,
    /// The daemon's part of it.
    pub(super) daemon_cpu_s: f64,
}

/// A process.
struct Process {
    parent: u32,
    line: String,
    cpu_s: f64,
}

/// All processes, at one moment.
pub(super) struct Processes(BTreeMap<u32, Process>);

impl Processes {
    /// Reads them. One that ends meanwhile is none.
    pub(super) fn read() -> Result<Self, String> {
        let entries = fs::read_dir("/proc").map_err(|error| format!("/proc: {error}"))?;
        let pids = entries.flatten().filter_map(|entry| entry.file_name().to_str()?.parse().ok());
        Ok(Self(pids.filter_map(|pid| Some((pid, process(pid)?))).collect()))
    }

    /// What the daemon takes, and the browsers: every process that has the row's folder on its command line, and those that descend from one or
    /// from the WebDriver server.
    pub(super) fn taken(&self, daemon: u32, driver: Option<u32>, folder: &str) -> Result<Taken, String> {
        let mut taken = Taken { daemon_mb: rss_mb(daemon)?, ..Taken::default() };
        taken.daemon_cpu_s = self.0.get(&daemon).map_or(0.0, |daemon| daemon.cpu_s);
        taken.cpu_s = taken.daemon_cpu_s;
        if let Some(driver) = driver {
            taken.driver_mb = pss_mb(driver).ok_or("the memory of chromedriver cannot be read")?;
            taken.cpu_s += self.0.get(&driver).map_or(0.0, |driver| driver.cpu_s);
        }
        for pid in self.0.keys().filter(|pid| Some(**pid) != driver && self.is_browser(**pid, driver, folder))
        {
            // One that has just ended takes nothing.
            let Some(mb) = pss_mb(*pid) else { continue };
            taken.browsers_mb += mb;
            taken.processes += 1;
            taken.cpu_s += self.0.get(pid).map_or(0.0, |process| process.cpu_s);
        }
        if taken.processes == 0 { Err("no browser was found".to_owned()) } else { Ok(taken) }
    }

    fn is_browser(&self, pid: u32, driver: Option<u32>, folder: &str) -> bool {
        let mut at = Some(pid);
        while let Some(process) = at.and_then(|pid| self.0.get(&pid)) {
            if at == driver || (process.line.contains(folder) && process.line.contains("chrom")) {
                return true;
            }
            at = (process.parent > 1).then_some(process.parent);
        }
        false
    }
}

fn process(pid: u32) -> Option<Process> {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    let line = fs::read(format!("/proc/{pid}/cmdline")).ok()?;
    // The name before it may hold spaces and brackets.
    let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
    let ticks = |at: usize| fields.get(at)?.parse::<u32>().ok();
    Some(Process {
        parent: fields.get(1)?.parse().ok()?,
        line: String::from_utf8_lossy(&line).into_owned(),
        cpu_s: (f64::from(ticks(11)?) + f64::from(ticks(12)?)) / TICKS_A_SECOND,
    })
}

/// Memory in proportional shares. A process that waits for its parent has none.
fn pss_mb(pid: u32) -> Option<f64> {
    mb(&fs::read_to_string(format!("/proc/{pid}/smaps_rollup")).ok()?, "Pss:")
}

fn rss_mb(pid: u32) -> Result<f64, String> {
    let status =
        fs::read_to_string(format!("/proc/{pid}/status")).map_err(|error| format!("the daemon: {error}"))?;
    mb(&status, "VmRSS:").ok_or_else(|| "the daemon's memory cannot be read".to_owned())
}

fn mb(text: &str, name: &str) -> Option<f64> {
    let line = text.lines().find_map(|line| line.strip_prefix(name))?;
    let kib: u32 = line.split_whitespace().next()?.parse().ok()?;
    Some(f64::from(kib) / 1024.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn browsers_are_those_of_the_folder_and_below() {
        let process = |parent: u32, line: &str| Process { parent, line: line.to_owned(), cpu_s: 0.0 };
        let all = Processes(BTreeMap::from([
            (10, process(1, "domtool daemon")),
            (11, process(10, "chromium --user-data-dir=/tmp/a/profile")),
            (12, process(11, "chromium --type=zygote")),
            (13, process(12, "chromium --type=renderer")),
            (14, process(1, "chromium --user-data-dir=/tmp/b/profile")),
            (20, process(1, "chromedriver")),
            (21, process(20, "chromium")),
        ]));
        let browsers = |driver| -> Vec<u32> {
            all.0.keys().copied().filter(|pid| all.is_browser(*pid, driver, "/tmp/a/")).collect()
        };
        assert_eq!(browsers(None), [11, 12, 13]);
        assert_eq!(browsers(Some(20)), [11, 12, 13, 20, 21]);
    }

    #[test]
    fn memory_is_read() {
        assert_eq!(mb("x\nPss:    2048 kB\nPss_Anon: 1 kB\n", "Pss:"), Some(2.0));
        assert_eq!(mb("", "Pss:"), None);
    }
}
