//! The table: a line a page and wire, and how our own time grows with the page.

use serde::Serialize;

use crate::{beside::Beside, click::Clicks, measure::Line, step::Step};

/// How much more of our own time a page of 50,000 elements takes than one of 5,000.
#[derive(Serialize)]
pub(crate) struct Growth {
    wire: &'static str,
    times: f64,
    bar: f64,
}

impl Growth {
    pub(crate) fn of(wire: &'static str, lines: &[Line], bar: f64) -> Option<Growth> {
        let own = |elements| {
            lines
                .iter()
                .find(|line| line.wire == wire && line.elements == elements)
                .and_then(|line| line.own_ms)
        };
        Some(Growth { wire, times: own(50_000)? / own(5_000)?, bar })
    }
}

#[derive(Default, Serialize)]
pub(crate) struct Table {
    pub(crate) lines: Vec<Line>,
    pub(crate) growth: Vec<Growth>,
    pub(crate) clicks: Vec<Clicks>,
    pub(crate) beside: Option<Beside>,
    pub(crate) steps: Vec<Step>,
}

impl Table {
    pub(crate) fn print_head() {
        println!(
            "wire       elements   floor ms  observe ms   ratio   bar   own ms   MB raw  MB peak  ratio  asked  \
             full tree ms   MB    x us  tokens"
        );
    }

    pub(crate) fn print_rest(&self) {
        for clicks in &self.clicks {
            clicks.print();
        }
        if let Some(beside) = &self.beside {
            beside.print();
        }
        for step in &self.steps {
            step.print();
        }
        for growth in &self.growth {
            let past = if growth.times > growth.bar { "   past the bar" } else { "" };
            println!(
                "{}: own time grows {:.1}x from 5,000 to 50,000 elements (bar {:.0}x){past}",
                growth.wire, growth.times, growth.bar
            );
        }
        for line in &self.lines {
            if line.tokens_counted > line.budget as usize || line.tokens < line.tokens_counted as u32 {
                println!(
                    "{} {}: {} tokens, estimated {}",
                    line.wire, line.elements, line.tokens_counted, line.tokens
                );
            }
        }
        for line in self.lines.iter().filter(|line| line.elements == 5_000) {
            let phases: Vec<_> = line.phases.iter().map(|(phase, ms)| format!("{phase} {ms:.1}")).collect();
            println!("{} {}: {}", line.wire, line.elements, phases.join(", "));
        }
    }

    pub(crate) fn passed(&self) -> bool {
        self.lines.iter().all(|line| line.past.is_empty())
            && self.growth.iter().all(|growth| growth.times <= growth.bar)
            && self.clicks.iter().all(Clicks::passed)
            && self.beside.iter().all(Beside::passed)
            && self.steps.iter().all(Step::passed)
    }
}

impl Line {
    pub(crate) fn print(&self) {
        let number =
            |value: Option<f64>, digits: usize| value.map_or("-".to_owned(), |v| format!("{v:.digits$}"));
        let mb = |bytes: Option<f64>| number(bytes.map(|bytes| bytes / 1e6), 1);
        println!(
            "{:<10} {:>8} {:>10.1} {:>11.1} {:>6.2}x {:>5} {:>8} {:>8} {:>8} {:>6} {:>6} {:>13} {:>4} {:>6} {:>7}{}",
            self.wire,
            self.elements,
            self.floor_ms,
            self.observe_ms,
            self.ratio,
            number(self.bar, 1),
            number(self.own_ms, 1),
            mb(Some(self.bytes as f64)),
            mb(self.peak_bytes.map(|bytes| bytes as f64)),
            number(self.memory_ratio, 1),
            self.asked,
            number(self.full_tree_ms, 0),
            mb(self.full_tree_bytes.map(|bytes| bytes as f64)),
            number(self.full_tree_ms.map(|full| full / self.observe_ms), 1),
            self.tokens,
            if self.past.is_empty() {
                String::new()
            } else {
                format!("   past the bar: {}", self.past.join(", "))
            }
        );
    }
}
