//! The segments of a date or time field, in the order in which its language writes them, and what each is to hold.
//!
//! Chromium draws each field as a row of spinbuttons in a shadow root of its own making. Its tree tells what they are,
//! their limits and what they hold; nothing is guessed of the language.

use domtool_cdp::protocol::{BackendNodeId, dom};

/// What a segment is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    Year,
    Month,
    Day,
    Week,
    Hour,
    Minute,
    Second,
    Millisecond,
    /// Before or after noon, 1 or 2.
    Half,
}

/// A segment of a field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Segment {
    pub(super) backend: BackendNodeId,
    pub(super) part: Part,
    /// What it holds; `None` while it is empty.
    pub(super) now: Option<i64>,
    min: i64,
    max: i64,
}

/// A date, a time, a month, a week, as far as it is told.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct DateTime {
    year: Option<i64>,
    month: Option<i64>,
    day: Option<i64>,
    week: Option<i64>,
    hour: Option<i64>,
    minute: Option<i64>,
    second: i64,
    millisecond: i64,
}

/// The segments below a field's node, in the order of the tree.
pub(super) fn segments(field: &dom::Node) -> Vec<Segment> {
    let mut found = Vec::new();
    let mut pending = vec![field];
    while let Some(node) = pending.pop() {
        found.extend(segment(node));
        let inner = node.shadow_roots.iter().flatten().chain(node.children.iter().flatten());
        pending.extend(inner.collect::<Vec<_>>().into_iter().rev());
    }
    found
}

fn segment(node: &dom::Node) -> Option<Segment> {
    let attribute = |name: &str| {
        let attributes = node.attributes.as_deref()?;
        attributes.chunks_exact(2).find_map(|pair| match pair {
            [key, value] if key == name => Some(value.as_str()),
            _ => None,
        })
    };
    let number = |name| attribute(name).and_then(|text| text.parse().ok());
    let part = match attribute("pseudo")?.strip_prefix("-webkit-datetime-edit-")? {
        "year-field" => Part::Year,
        "month-field" => Part::Month,
        "day-field" => Part::Day,
        "week-field" => Part::Week,
        "hour-field" => Part::Hour,
        "minute-field" => Part::Minute,
        "second-field" => Part::Second,
        "millisecond-field" => Part::Millisecond,
        "ampm-field" => Part::Half,
        _ => return None,
    };
    Some(Segment {
        backend: node.backend_node_id,
        part,
        now: number("aria-valuenow"),
        min: number("aria-valuemin").unwrap_or(0),
        max: number("aria-valuemax").unwrap_or(0),
    })
}

impl Segment {
    /// The digits that write a value, as many as the segment takes: it goes on to the next one by itself.
    pub(super) fn digits(&self, value: i64) -> String {
        let wide = match self.part {
            Part::Year => self.max.to_string().len().max(4),
            Part::Millisecond => 3,
            _ => 2,
        };
        format!("{value:0wide$}")
    }
}

impl DateTime {
    /// Reads a value in the form that HTML gives it (`2026-03-04T09:30:15.123`, `2026-W10`, `09:30`).
    pub(super) fn parse(text: &str) -> Option<Self> {
        let mut date_time = DateTime::default();
        let (date, time) = match text.split_once('T') {
            Some((date, time)) => (Some(date), Some(time)),
            None if text.contains(':') => (None, Some(text)),
            None => (Some(text), None),
        };
        if let Some(date) = date {
            let mut parts = date.split('-');
            date_time.year = Some(parts.next()?.parse().ok()?);
            let second = parts.next()?;
            match second.strip_prefix('W') {
                Some(week) => date_time.week = Some(week.parse().ok()?),
                None => date_time.month = Some(second.parse().ok()?),
            }
            date_time.day = parts.next().map(str::parse).transpose().ok()?;
        }
        if let Some(time) = time {
            let (whole, part) = time.split_once('.').unwrap_or((time, ""));
            let mut parts = whole.split(':');
            date_time.hour = Some(parts.next()?.parse().ok()?);
            date_time.minute = Some(parts.next()?.parse().ok()?);
            date_time.second = parts.next().unwrap_or("0").parse().ok()?;
            date_time.millisecond = format!("{part:0<3}").parse().ok()?;
        }
        Some(date_time)
    }

    /// What a segment is to hold, `all` being the field's segments; `None` where it has nothing to say of it.
    pub(super) fn value(&self, segment: &Segment, all: &[Segment]) -> Option<i64> {
        match segment.part {
            Part::Year => self.year,
            Part::Month => self.month,
            Part::Day => self.day,
            Part::Week => self.week,
            Part::Minute => self.minute,
            Part::Second => Some(self.second),
            Part::Millisecond => Some(self.millisecond),
            Part::Half => Some(if self.hour? < 12 { 1 } else { 2 }),
            Part::Hour => {
                let hour = self.hour?;
                let halved = all.iter().any(|other| other.part == Part::Half);
                Some(match (halved, segment.min) {
                    // From 0 to 11, or from 1 to 12.
                    (true, _) if hour % 12 == 0 => {
                        if segment.max <= 11 && segment.min == 0 {
                            0
                        } else {
                            12
                        }
                    }
                    (true, _) => hour % 12,
                    // From 1 to 24.
                    (false, 1..) if hour == 0 && segment.max == 24 => 24,
                    (false, _) => hour,
                })
            }
        }
    }

    /// What it tells that none of a field's segments can hold.
    pub(super) fn beyond(&self, all: &[Segment]) -> Option<&'static str> {
        let none = |part| !all.iter().any(|segment| segment.part == part);
        match () {
            () if self.millisecond != 0 && none(Part::Millisecond) => Some("parts of a second"),
            () if self.second != 0 && none(Part::Second) => Some("seconds"),
            () => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn segment(part: Part, min: i64, max: i64) -> Segment {
        Segment { backend: BackendNodeId::default(), part, now: None, min, max }
    }

    /// The digits for a value in segments: part, least, most.
    #[track_caller]
    fn check(value: &str, parts: &[(Part, i64, i64)], expected: &str) {
        let all: Vec<Segment> = parts.iter().map(|(part, min, max)| segment(*part, *min, *max)).collect();
        let date_time = DateTime::parse(value).unwrap();
        let digits: Vec<String> =
            all.iter().map(|s| date_time.value(s, &all).map_or("-".to_owned(), |v| s.digits(v))).collect();
        assert_eq!(digits.join(" "), expected, "{value}");
    }

    #[test]
    fn every_language_has_its_order_and_clock() {
        use Part::{Day, Half, Hour, Millisecond, Minute, Month, Second, Week, Year};
        let year = (Year, 1, 275_760);
        check("2026-03-04", &[(Month, 1, 12), (Day, 1, 31), year], "03 04 002026");
        check("2026-03-04", &[(Day, 1, 31), (Month, 1, 12), (Year, 2020, 2030)], "04 03 2026");
        check("2026-03", &[year, (Month, 1, 12)], "002026 03");
        check("2026-W09", &[(Week, 1, 53), year], "09 002026");
        let noon = (Half, 1, 2);
        check("00:05", &[(Hour, 1, 12), (Minute, 0, 59), noon], "12 05 01");
        check("12:05", &[(Hour, 1, 12), (Minute, 0, 59), noon], "12 05 02");
        check("21:30", &[noon, (Hour, 1, 12), (Minute, 0, 59)], "02 09 30");
        check("12:30", &[noon, (Hour, 0, 11), (Minute, 0, 59)], "02 00 30");
        check("21:30", &[(Hour, 0, 23), (Minute, 0, 59)], "21 30");
        check("00:30", &[(Hour, 1, 24), (Minute, 0, 59)], "24 30");
        check(
            "2026-03-04T09:30:15.5",
            &[(Hour, 0, 23), (Minute, 0, 59), (Second, 0, 59), (Millisecond, 0, 999), (Day, 1, 31)],
            "09 30 15 500 04",
        );
    }

    #[test]
    fn what_has_no_segment_is_told() {
        let all = [segment(Part::Hour, 0, 23), segment(Part::Minute, 0, 59)];
        assert_eq!(DateTime::parse("09:30").unwrap().beyond(&all), None);
        assert_eq!(DateTime::parse("09:30:00").unwrap().beyond(&all), None);
        assert_eq!(DateTime::parse("09:30:01").unwrap().beyond(&all), Some("seconds"));
        assert_eq!(DateTime::parse("09:30:00.1").unwrap().beyond(&all), Some("parts of a second"));
    }
}
