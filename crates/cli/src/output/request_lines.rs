//! The requests of a page as lines: what `domtool requests` prints.

use std::fmt::Write as _;

use domtool::RequestLog;

use super::{Shape, done, report_text::request_line};
use crate::paint::Paint;

impl Shape for RequestLog {
    fn json(&self) -> serde_json::Result<String> {
        Ok(done(self))
    }

    fn text(&self, _: Paint) -> String {
        if self.requests.is_empty() {
            return "no such requests\n".to_owned();
        }
        let mut text = String::new();
        if self.left_out > 0 {
            let _ = writeln!(text, "({} older left out)", self.left_out);
        }
        for request in &self.requests {
            let _ = writeln!(text, "{} {}", request_line(request), request.kind);
        }
        text
    }
}
