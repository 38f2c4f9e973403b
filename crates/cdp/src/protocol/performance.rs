//! `Performance`: what a target's main thread has done so far, as counters.

use super::domain;

domain! {
    "Performance"
    /// Turns the counting on.
    command Enable = "enable" { ; }
    /// A counter.
    object Metric = "Metric" { name: String, value: f64; }
    /// All counters.
    command GetMetrics = "getMetrics" { ; } -> GetMetricsReply { metrics: Vec<Metric>; }
}
