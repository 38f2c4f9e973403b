//! The figures in the text format that Prometheus reads (version 0.0.4). Labels are names of the program's own tables and of the engines
//! that its flags name: nothing that a client or a page says is among them.
//!
//! By hand: it is a screen of code, and the crate for it writes another format and keeps registries of its own.

use std::fmt::{Display, Write as _};

use super::process::Process;
use crate::daemon::{Distribution, Figures, PoolStats};

/// The type of the body.
pub(super) const TYPE: &str = "text/plain; version=0.0.4; charset=utf-8";

/// What of the server itself is told.
pub(super) struct ServerFigures {
    /// When it began, in seconds since 1970.
    pub(super) began: f64,
    /// Whether new sessions should come.
    pub(super) ready: bool,
    /// How many answers it gave, by their status.
    pub(super) responses: Vec<(u16, u64)>,
    /// Its process, where the system tells.
    pub(super) process: Option<Process>,
}

/// The page that is being written.
struct Page(String);

impl Page {
    fn family(&mut self, name: &str, kind: &str, help: &str) {
        let _ = writeln!(self.0, "# HELP {name} {help}\n# TYPE {name} {kind}");
    }

    /// A line; labels are names and values.
    fn sample(&mut self, name: &str, labels: &[(&str, &str)], value: impl Display) {
        self.0.push_str(name);
        for (n, (label, value)) in labels.iter().enumerate() {
            let _ = write!(self.0, "{}{label}=\"{}\"", if n == 0 { '{' } else { ',' }, escaped(value));
        }
        let _ = writeln!(self.0, "{} {value}", if labels.is_empty() { "" } else { "}" });
    }

    fn single(&mut self, name: &str, kind: &str, help: &str, value: impl Display) {
        self.family(name, kind, help);
        self.sample(name, &[], value);
    }

    fn histogram(&mut self, name: &str, labels: &[(&str, &str)], distribution: &Distribution) {
        let bucket = format!("{name}_bucket");
        let mut with_bound = |bound: &str, count: u64| {
            let labels: Vec<_> = labels.iter().copied().chain([("le", bound)]).collect();
            self.sample(&bucket, &labels, count);
        };
        for (bound, count) in &distribution.buckets {
            with_bound(&bound.to_string(), *count);
        }
        with_bound("+Inf", distribution.count);
        self.sample(&format!("{name}_sum"), labels, distribution.sum);
        self.sample(&format!("{name}_count"), labels, distribution.count);
    }
}

fn escaped(value: &str) -> String {
    value.replace('\\', r"\\").replace('"', "\\\"").replace('\n', r"\n")
}

/// Writes the page.
pub(super) fn page(figures: &Figures, server: &ServerFigures) -> String {
    let mut page = Page(String::new());
    page.family("domtool_build_info", "gauge", "The version that runs.");
    page.sample("domtool_build_info", &[("version", env!("CARGO_PKG_VERSION"))], 1);
    page.single("domtool_sessions", "gauge", "Sessions that run.", figures.sessions);
    let help = "Sessions that were lost with their browser and not opened again.";
    page.single("domtool_sessions_lost", "gauge", help, figures.lost);
    page.single("domtool_browsers", "gauge", "Browsers that have a session.", figures.browsers);
    page.single("domtool_calls_running", "gauge", "Calls that run or wait for their turn.", figures.running);
    let help = "Whether the server ends and starts no session any more.";
    page.single("domtool_draining", "gauge", help, u8::from(figures.draining));
    page.single("domtool_ready", "gauge", "Whether new sessions should come.", u8::from(server.ready));

    let name = "domtool_call_duration_seconds";
    page.family(name, "histogram", "How long calls took from their arrival to the answer, by operation.");
    for (op, distribution) in &figures.calls {
        page.histogram(name, &[("op", op)], distribution);
    }
    let name = "domtool_call_errors_total";
    page.family(name, "counter", "Calls that failed, by the code of the error.");
    for (code, count) in &figures.failures {
        page.sample(name, &[("code", code)], count);
    }
    let name = "domtool_session_start_seconds";
    page.family(name, "histogram", "How long it took to start a session, with the wait for a browser.");
    page.histogram(name, &[], &figures.starts);
    pool(&mut page, &figures.pool);
    let name = "domtool_http_responses_total";
    page.family(name, "counter", "Answers over HTTP, by status.");
    for (status, count) in &server.responses {
        page.sample(name, &[("status", &status.to_string())], count);
    }
    process(&mut page, server);
    page.0
}

/// Who waits for a session, and how many each engine has. An engine is named without what lets its holder in.
fn pool(page: &mut Page, pool: &PoolStats) {
    let help = "Calls that wait for room for a session.";
    page.single("domtool_capacity_waiting", "gauge", help, pool.waiting);
    let help = "Calls that got room for a session, with and without waiting.";
    page.single("domtool_capacity_granted_total", "counter", help, pool.granted);
    let help = "Calls that got no room for a session (NO_CAPACITY).";
    page.single("domtool_capacity_refused_total", "counter", help, pool.refused);
    let help = "How long calls waited for room for a session, those in vain too.";
    page.single("domtool_capacity_wait_seconds_total", "counter", help, pool.waited_seconds);
    if let Some(limit) = pool.limit {
        page.single("domtool_sessions_limit", "gauge", "Sessions that may run at once.", limit);
    }
    let name = "domtool_engine_sessions";
    page.family(name, "gauge", "Sessions that an engine has or is making.");
    for engine in &pool.engines {
        page.sample(name, &[("engine", &engine.engine)], engine.in_use);
    }
    let name = "domtool_engine_sessions_limit";
    page.family(name, "gauge", "Sessions that an engine may have at once.");
    for engine in &pool.engines {
        if let Some(limit) = engine.limit {
            page.sample(name, &[("engine", &engine.engine)], limit);
        }
    }
    let name = "domtool_engine_granted_total";
    page.family(name, "counter", "Sessions that an engine was to make.");
    for engine in &pool.engines {
        page.sample(name, &[("engine", &engine.engine)], engine.granted);
    }
    let name = "domtool_engine_failed_total";
    page.family(name, "counter", "Sessions that an engine was to make and did not.");
    for engine in &pool.engines {
        page.sample(name, &[("engine", &engine.engine)], engine.failed);
    }
}

fn process(page: &mut Page, server: &ServerFigures) {
    let help = "When the server began, in seconds since 1970.";
    page.single("process_start_time_seconds", "gauge", help, server.began);
    let Some(own) = &server.process else { return };
    page.single("process_cpu_seconds_total", "counter", "Processor time of the server.", own.cpu_seconds);
    page.single("process_resident_memory_bytes", "gauge", "Memory of the server.", own.resident_bytes);
    page.single("process_virtual_memory_bytes", "gauge", "Addresses of the server.", own.virtual_bytes);
    page.single("process_threads", "gauge", "Threads of the server.", own.threads);
    page.single("process_open_fds", "gauge", "Open files of the server.", own.open_files);
    page.single("process_max_fds", "gauge", "Open files that it may have.", own.most_files);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::daemon::EngineStats;

    #[test]
    fn a_page_has_help_type_and_samples() {
        let distribution = Distribution { buckets: vec![(0.5, 1), (1.0, 2)], count: 3, sum: 4.25 };
        let figures = Figures {
            sessions: 2,
            lost: 0,
            browsers: 1,
            running: 1,
            draining: false,
            calls: vec![("click", distribution.clone())],
            failures: vec![("COVERED", 1)],
            starts: distribution,
            pool: PoolStats {
                engines: vec![EngineStats {
                    engine: "webdriver+http://grid:4444".to_owned(),
                    in_use: 2,
                    ..EngineStats::default()
                }],
                ..PoolStats::default()
            },
        };
        let server = ServerFigures {
            began: 1.5,
            ready: true,
            responses: vec![(200, 7)],
            process: Some(Process::default()),
        };
        let text = page(&figures, &server);
        for line in [
            "# TYPE domtool_call_duration_seconds histogram",
            "domtool_call_duration_seconds_bucket{op=\"click\",le=\"0.5\"} 1",
            "domtool_call_duration_seconds_bucket{op=\"click\",le=\"+Inf\"} 3",
            "domtool_call_duration_seconds_sum{op=\"click\"} 4.25",
            "domtool_call_duration_seconds_count{op=\"click\"} 3",
            "domtool_session_start_seconds_bucket{le=\"1\"} 2",
            "domtool_call_errors_total{code=\"COVERED\"} 1",
            "domtool_http_responses_total{status=\"200\"} 7",
            "domtool_sessions 2",
            "domtool_engine_sessions{engine=\"webdriver+http://grid:4444\"} 2",
            "domtool_capacity_wait_seconds_total 0",
        ] {
            assert!(text.lines().any(|other| other == line), "{line}\n{text}");
        }
        assert!(text.ends_with('\n') && !text.contains("\n\n"));
    }

    #[test]
    fn a_label_cannot_end_before_its_end() {
        let mut page = Page(String::new());
        page.sample("x", &[("a", "\"} 1\nx{a=\"\\")], 1);
        assert_eq!(page.0, "x{a=\"\\\"} 1\\nx{a=\\\"\\\\\"} 1\n");
    }
}
