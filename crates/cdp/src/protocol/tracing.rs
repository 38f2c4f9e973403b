//! `Tracing`: what the browser's processes did, as they recorded it themselves. Answered by the browser's own session; one
//! recording at a time. Only what the timeline of the page's scripts needs is read.

use serde::{Deserialize, Deserializer, Serialize, de::IgnoredAny};

use super::domain;

domain! {
    "Tracing"
    /// Begins to record. Refused while a recording runs, whoever began it.
    command Start = "start" { ; trace_config: TraceConfig, transfer_mode: TransferMode }
    /// What to record.
    object TraceConfig = "TraceConfig" { ; record_mode: RecordMode, trace_buffer_size_in_kb: f64,
        included_categories: Vec<String>, excluded_categories: Vec<String> }
    /// Ends it. What was recorded follows as [`DataCollected`], and then [`TracingComplete`].
    command End = "end" { ; }
    /// A part of what was recorded.
    event DataCollected = "dataCollected" { value: Vec<TraceEvent>; }
    /// All of it was sent.
    event TracingComplete = "tracingComplete" { data_loss_occurred: bool; }
}

/// What happens when the buffer is full.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum RecordMode {
    /// No more is recorded.
    #[default]
    RecordUntilFull,
}

/// How the recording comes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum TransferMode {
    /// As [`DataCollected`].
    #[default]
    ReportEvents,
}

/// One event of a recording, by the trace event format. The protocol leaves its form open.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct TraceEvent {
    /// `TimerInstall`, `EventDispatch`...
    pub name: String,
    /// Its phase: `X` for one with a duration, `I` for a moment, `s` and `f` for the ends of an arrow.
    pub ph: String,
    /// When it began: microseconds of a clock that all processes share.
    pub ts: f64,
    /// How long it took, microseconds; 0 for a moment.
    pub dur: f64,
    /// The process.
    pub pid: f64,
    /// Its thread.
    pub tid: f64,
    /// What it tells.
    pub args: TraceArgs,
}

/// What an event of a recording tells.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct TraceArgs {
    /// Of events of the timeline.
    #[serde(deserialize_with = "lenient")]
    pub data: Option<TraceData>,
}

/// What an event of the timeline tells. A field that has another form in an event that is not read here counts as absent.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct TraceData {
    /// Of `EventDispatch`: `click`...
    #[serde(deserialize_with = "lenient")]
    pub r#type: Option<String>,
    /// The frame.
    #[serde(deserialize_with = "lenient")]
    pub frame: Option<String>,
    /// Of `FunctionCall`, where the script is from.
    #[serde(deserialize_with = "lenient")]
    pub url: Option<String>,
    /// Of timers.
    #[serde(deserialize_with = "lenient")]
    pub timer_id: Option<f64>,
    /// Of `TimerInstall`, milliseconds.
    #[serde(deserialize_with = "lenient")]
    pub timeout: Option<f64>,
    /// Of `TimerInstall`.
    #[serde(deserialize_with = "lenient")]
    pub single_shot: Option<bool>,
    /// Of animation frames.
    #[serde(deserialize_with = "lenient")]
    pub id: Option<f64>,
    /// Of requests, as in the `Network` domain.
    #[serde(deserialize_with = "lenient")]
    pub request_id: Option<String>,
    /// Of `ResourceSendRequest`: `Image`...
    #[serde(deserialize_with = "lenient")]
    pub resource_type: Option<String>,
    /// Of messages, the same where one is posted and where it is handled.
    #[serde(deserialize_with = "lenient")]
    pub trace_id: Option<String>,
    /// Of `SchedulePostTaskCallback` and `RunPostTaskCallback`.
    #[serde(deserialize_with = "lenient")]
    pub task_id: Option<f64>,
    /// Of `SchedulePostTaskCallback`, milliseconds.
    #[serde(deserialize_with = "lenient")]
    pub delay: Option<f64>,
    /// The innermost call, where stacks are recorded.
    #[serde(deserialize_with = "lenient")]
    pub stack_trace: Option<Vec<TraceCall>>,
}

/// A place in a script.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct TraceCall {
    /// The script.
    pub script_id: String,
    /// Its line.
    pub line_number: i32,
    /// And column.
    pub column_number: i32,
}

/// `None` for a value of another form.
fn lenient<'de, D: Deserializer<'de>, T: Deserialize<'de>>(deserializer: D) -> Result<Option<T>, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Either<T> {
        Fits(T),
        Other(IgnoredAny),
    }
    Ok(match Either::deserialize(deserializer)? {
        Either::Fits(value) => Some(value),
        Either::Other(_) => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_event_is_read_and_what_has_another_form_is_left_out() {
        let read =
            |json| serde_json::from_str::<TraceEvent>(json).unwrap_or_else(|error| panic!("{error}: {json}"));
        let timer = read(
            r#"{"name":"TimerInstall","ph":"I","ts":700263212,"pid":19491,"tid":19491,
                "args":{"data":{"frame":"8A97","singleShot":true,"timeout":250,"timerId":22}}}"#,
        );
        let data = timer.args.data.unwrap_or_default();
        assert_eq!((data.timer_id, data.timeout, data.single_shot), (Some(22.0), Some(250.0), Some(true)));
        let other =
            read(r#"{"name":"X","ts":1.5,"dur":2,"args":{"data":{"id":"0x1","type":7,"frame":"F"}}}"#);
        let data = other.args.data.unwrap_or_default();
        assert_eq!((data.id, data.r#type, data.frame.as_deref()), (None, None, Some("F")));
        assert_eq!(read(r#"{"name":"Z","args":{"name":"renderer"}}"#).args.data, None);
    }
}
