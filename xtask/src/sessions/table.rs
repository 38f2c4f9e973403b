//! The table of a run, and what ten thousand sessions would take by it; and its place in a document.

use std::{fmt::Write as _, fs, time::Duration};

use super::{Browsers, processes::Taken};

/// The table stands between these lines.
const BEGIN: &str = "<!-- cargo xtask sessions --write: begin -->";
const END: &str = "<!-- end -->";
/// How many sessions are planned.
const PLANNED: f64 = 10_000.0;

/// One row.
#[derive(Debug)]
pub(super) struct Row {
    pub(super) browsers: Browsers,
    pub(super) sessions: usize,
    /// So many ordered, and the shop received it.
    pub(super) finished: usize,
    /// How long those took, the shortest first.
    pub(super) times: Vec<Duration>,
    /// From the first to the last.
    pub(super) all: Duration,
    pub(super) taken: Taken,
}

/// All rows.
pub(super) struct Run {
    pub(super) rows: Vec<Row>,
    /// How many processes wanted to run when it began.
    pub(super) load: String,
    /// Whether the program was built without optimising it.
    pub(super) debug: bool,
}

impl Row {
    fn count(&self) -> f64 {
        // Counts of sessions are small.
        u32::try_from(self.sessions).map_or(f64::INFINITY, f64::from)
    }

    fn of_browsers(&self) -> f64 {
        self.taken.browsers_mb + self.taken.driver_mb
    }

    /// It as a line of a Markdown table.
    pub(super) fn line(&self) -> String {
        let seconds = |time: Option<&Duration>| {
            time.map_or("-".to_owned(), |time| format!("{:.1}", time.as_secs_f64()))
        };
        let Taken { daemon_mb, cpu_s, daemon_cpu_s, processes, .. } = self.taken;
        let count = self.count();
        format!(
            "| {} | {} | {} | {} | {} | {:.1} | {processes} | {:.0} | {:.0} | {daemon_mb:.0} | {:.2} | {:.2} |",
            self.browsers.words(),
            self.sessions,
            self.finished,
            seconds(self.times.get(self.times.len() / 2)),
            seconds(self.times.last()),
            self.all.as_secs_f64(),
            self.of_browsers(),
            self.of_browsers() / count,
            cpu_s / count,
            daemon_cpu_s / count,
        )
    }
}

impl Browsers {
    fn words(self) -> &'static str {
        match self {
            Self::Shared => "contexts of one",
            Self::Own => "one each",
            Self::WebDriver => "one each, by chromedriver",
        }
    }
}

impl Run {
    /// The table, and what follows from it.
    pub(super) fn text(&self) -> String {
        let build = if self.debug { ", a build without optimisation" } else { "" };
        let cores = std::thread::available_parallelism().map_or(0, usize::from);
        let mut text =
            format!("Measured on {cores} cores, at a load of {} when it began{build}.\n\n", self.load);
        text.push_str(
            "| browsers | sessions | finished | median s | longest s | all s | processes | browsers MB | a session MB | domtool MB | CPU s a session | of it domtool |\n\
             | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |\n",
        );
        for row in &self.rows {
            let _ = writeln!(text, "{}", row.line());
        }
        text.push('\n');
        for browsers in [Browsers::Shared, Browsers::Own, Browsers::WebDriver] {
            if let Some(line) = self.plan(browsers) {
                let _ = writeln!(text, "{line}");
            }
        }
        text
    }

    /// What one session more takes, from the rows with the fewest and the most sessions, and ten thousand by that.
    fn plan(&self, browsers: Browsers) -> Option<String> {
        let mut rows: Vec<&Row> = self.rows.iter().filter(|row| row.browsers == browsers).collect();
        rows.sort_by_key(|row| row.sessions);
        let (first, last) = (rows.first()?, rows.last()?);
        let more = last.count() - first.count();
        if more <= 0.0 {
            return None;
        }
        let each = (last.of_browsers() - first.of_browsers()) / more;
        let daemon = (last.taken.daemon_mb - first.taken.daemon_mb) / more;
        let cpu = last.taken.cpu_s / last.count();
        let daemon_cpu = last.taken.daemon_cpu_s / last.count();
        Some(format!(
            "- **{}**: one session more takes {each:.0} MB of browser and {daemon:.1} MB of domtool; its order {cpu:.1} s of processor time, of which \
             {daemon_cpu:.2} s are domtool's. {PLANNED:.0} at once: {:.0} GB of browsers, {:.0} GB of domtool; all ordering within ten minutes: {:.0} cores.",
            browsers.words(),
            each * PLANNED / 1024.0,
            daemon * PLANNED / 1024.0,
            cpu * PLANNED / 600.0,
        ))
    }
}

/// Puts a text between the lines that are there for it.
pub(super) fn write(path: &str, text: &str) -> Result<(), String> {
    let document = fs::read_to_string(path).map_err(|error| format!("{path}: {error}"))?;
    let document = replaced(&document, text).ok_or(format!("{path} has no place for the table"))?;
    fs::write(path, document).map_err(|error| format!("{path}: {error}"))
}

fn replaced(document: &str, text: &str) -> Option<String> {
    let (before, rest) = document.split_once(BEGIN)?;
    let (_, after) = rest.split_once(END)?;
    Some(format!("{before}{BEGIN}\n{}\n{END}{after}", text.trim_end()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(sessions: usize, mb: f64) -> Row {
        let taken = Taken { browsers_mb: mb, daemon_mb: 20.0, cpu_s: 6.0, ..Taken::default() };
        let times = vec![Duration::from_secs(1); sessions];
        Row {
            browsers: Browsers::Own,
            sessions,
            finished: sessions,
            times,
            all: Duration::from_secs(2),
            taken,
        }
    }

    #[test]
    fn a_plan_follows_from_what_one_session_more_takes() {
        let run = Run { rows: vec![row(1, 150.0), row(11, 1174.0)], load: "0.1".to_owned(), debug: false };
        let text = run.text();
        assert!(
            text.contains("| one each | 11 | 11 | 1.0 | 1.0 | 2.0 | 0 | 1174 | 107 | 20 | 0.55 | 0.00 |"),
            "{text}"
        );
        assert!(
            text.contains("one session more takes 102 MB") && text.contains("1000 GB of browsers"),
            "{text}"
        );
        assert!(!text.contains("contexts of one**"), "{text}");
    }

    #[test]
    fn a_table_takes_the_place_of_the_last() {
        let document = format!("a\n{BEGIN}\nold\n{END}\nb\n");
        let once = replaced(&document, "new\n").unwrap();
        assert_eq!(once, format!("a\n{BEGIN}\nnew\n{END}\nb\n"));
        assert_eq!(replaced(&once, "new").unwrap(), once);
        assert!(replaced("a", "new").is_none());
    }
}
