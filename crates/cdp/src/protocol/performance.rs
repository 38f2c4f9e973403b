//! `Performance`: counters of a page's renderer. They count while the domain is on, and stand still while it is off.

use super::domain;

domain! {
    "Performance"
    /// Begins to count for this session.
    command Enable = "enable" { ; }
    /// Ends it.
    command Disable = "disable" { ; }
    /// One counter. Times are seconds.
    object Metric = "Metric" { name: String, value: f64; }
    /// The counters; none while the domain is off.
    command GetMetrics = "getMetrics" { ; } -> GetMetricsReply { metrics: Vec<Metric>; }
}
