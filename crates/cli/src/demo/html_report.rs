//! The report page of the demo: one self-contained HTML file with a timeline of what was read, done and caused.
//! Everything that came from a page is escaped; pictures are data addresses; nothing is loaded from anywhere.

use std::fmt::Write as _;

use base64::{Engine as _, engine::general_purpose::STANDARD};
use domtool::Screenshot;

use super::shopper::{Outcome, Step};
use crate::{failure::Result, output::effect_lines};

const STYLE: &str = include_str!("report.css");

/// The page.
pub(super) fn page(steps: &[Step], ended: &Result<String>) -> String {
    let mut html = String::with_capacity(4 << 20);
    html.push_str("<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">");
    html.push_str("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">");
    let _ = write!(
        html,
        "<title>domtool demo</title><link rel=\"icon\" href=\"data:,\"><style>{STYLE}</style></head><body>"
    );
    head(&mut html, steps, ended);
    html.push_str("<main>");
    for (index, step) in steps.iter().enumerate() {
        section(&mut html, index + 1, step);
    }
    html.push_str("</main><footer>Written by <code>domtool demo</code>. This file needs nothing but itself.</footer></body></html>\n");
    html
}

fn head(html: &mut String, steps: &[Step], ended: &Result<String>) {
    let (class, badge, text) = match ended {
        Ok(order) => ("good", "order verified", order.clone()),
        Err(failure) => ("bad", "failed", failure.to_string()),
    };
    let tokens: u32 = steps.iter().map(|step| step.read.tokens).max().unwrap_or(0);
    let ms: u64 =
        steps.iter().map(|step| if let Outcome::Done(report) = &step.outcome { report.ms } else { 0 }).sum();
    let _ = write!(
        html,
        "<header><h1>domtool demo</h1><p>What a model reads, what it does, and what that really did.</p>\
         <p class=\"end\"><span class=\"badge {class}\">{badge}</span> {}</p>\
         <dl><div><dt>steps</dt><dd>{}</dd></div><div><dt>longest observation</dt><dd>{tokens} tokens</dd></div>\
         <div><dt>actions took</dt><dd>{ms} ms</dd></div></dl><nav aria-label=\"Steps\">",
        escape(&text),
        steps.len(),
    );
    for (index, step) in steps.iter().enumerate() {
        let number = index + 1;
        let _ = write!(
            html,
            "<a href=\"#s{number}\" class=\"{}\" title=\"{}\">{number}</a>",
            state(&step.outcome).0,
            escape(&step.action)
        );
    }
    html.push_str("</nav></header>");
}

fn section(html: &mut String, number: usize, step: &Step) {
    let (class, badge) = state(&step.outcome);
    let _ = write!(
        html,
        "<section id=\"s{number}\"><div class=\"line\"><span class=\"number\">{number}</span><div><p class=\"why\">{}</p>\
         <h2><code>{}</code> <span class=\"badge {class}\">{badge}</span></h2></div></div><div class=\"pair\">",
        escape(&step.why),
        escape(&step.action),
    );
    picture(html, step);
    let _ = write!(
        html,
        "<div class=\"read\"><h3>What the model read <span>{} tokens</span></h3><pre tabindex=\"0\">",
        step.read.tokens
    );
    read(html, step);
    html.push_str("</pre></div></div>");
    outcome(html, &step.outcome);
    html.push_str("</section>");
}

fn state(outcome: &Outcome) -> (&'static str, &'static str) {
    match outcome {
        Outcome::NodeSummary => ("plain", "seen"),
        Outcome::Done(_) => ("good", "ok"),
        Outcome::Refused(_) => ("warm", "refused, rightly"),
        Outcome::Failed(_) => ("bad", "failed"),
    }
}

fn picture(html: &mut String, step: &Step) {
    let Screenshot { bytes, width, height, marks, .. } = &step.picture;
    let _ = write!(
        html,
        "<figure><div class=\"shot\"><img width=\"{width}\" height=\"{height}\" alt=\"The page with element ids before {}\" src=\"data:image/png;base64,",
        escape(&step.action)
    );
    STANDARD.encode_string(bytes, html);
    html.push_str("\">");
    // The meant element, in shares of the picture so that it scales with it.
    let meant = step.target.and_then(|target| marks.iter().find(|mark| mark.id == target));
    if let Some(mark) = meant {
        let (w, h) = (f64::from(*width) / 100.0, f64::from(*height) / 100.0);
        let _ = write!(
            html,
            "<span class=\"meant\" style=\"left:{:.2}%;top:{:.2}%;width:{:.2}%;height:{:.2}%\"></span>",
            mark.rect.x / w,
            mark.rect.y / h,
            mark.rect.w / w,
            mark.rect.h / h
        );
    }
    html.push_str("</div></figure>");
}

/// The observation, with the line of the meant element marked.
fn read(html: &mut String, step: &Step) {
    let wanted = step.target.map(|target| target.to_string());
    for line in step.read.text().lines() {
        let first = line.split_whitespace().next();
        if wanted.is_some() && first == wanted.as_deref() {
            let _ = writeln!(html, "<mark>{}</mark>", escape(line));
        } else {
            let _ = writeln!(html, "{}", escape(line));
        }
    }
}

fn outcome(html: &mut String, outcome: &Outcome) {
    match outcome {
        Outcome::NodeSummary => {}
        Outcome::Done(report) => {
            html.push_str("<div class=\"pair effects\"><div><h3>What it did</h3><ul>");
            let lines = effect_lines(report);
            if lines.is_empty() && report.effects.is_empty() {
                html.push_str("<li>nothing that can be seen</li>");
            }
            for line in lines {
                let _ = write!(html, "<li>{}</li>", escape(&line));
            }
            let _ = write!(
                html,
                "<li class=\"faint\">{} &middot; {} ms</li></ul></div><div><h3>What changed</h3><pre class=\"diff\" tabindex=\"0\">",
                escape(&report.verification.feedback),
                report.ms
            );
            diff(html, &report.diff);
            html.push_str("</pre></div></div>");
        }
        Outcome::Refused(failure) | Outcome::Failed(failure) => {
            let _ = write!(
                html,
                "<div class=\"error\"><h3>{}</h3><p class=\"message\">{}</p><p>dispatched: {} &middot; next: {}</p></div>",
                escape(failure.kind.code()),
                escape(&failure.message),
                failure.dispatched_word(),
                escape(&failure.hint.to_string())
            );
        }
    }
}

fn diff(html: &mut String, diff: &str) {
    for line in diff.lines() {
        let class = match line.trim_start().chars().next() {
            Some('+') => "added",
            Some('-') => "removed",
            Some('~') => "changed",
            _ => "same",
        };
        // A block of its own: a line end would double it.
        let _ = write!(html, "<span class=\"{class}\">{}</span>", escape(line));
    }
}

fn escape(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            _ => safe.push(c),
        }
    }
    safe
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_of_a_page_becomes_markup() {
        assert_eq!(escape("<b a='\"'>&"), "&lt;b a=&#39;&quot;&#39;&gt;&amp;");
        let html = page(&[], &Ok("<script>".to_owned()));
        assert!(!html.contains("<script") && html.contains("&lt;script&gt;"));
        assert!(!html.contains("http://") && !html.contains("https://"), "no external resources");
    }
}
