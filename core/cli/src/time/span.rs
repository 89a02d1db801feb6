//! Spans of time from now.

use jiff::Span;
use jiff::tz::TimeZone;
use sortid::Timestamp;

const NOT_A_SPAN: &str = "not a span of time: expected numbers and units, such as -1h30m or \
    '2 days ago'; only hours and smaller units may have a fraction";
const TOO_LONG: &str = "the span is too long";

/// Parses a span. Days, months and years are those in the zone, by default UTC.
pub(super) fn parse(
    text: &str,
    now: Timestamp,
    zone: Option<TimeZone>,
) -> Result<Timestamp, String> {
    let span: Span = text.parse().map_err(|error: jiff::Error| {
        let why = if error.is_range() {
            TOO_LONG
        } else {
            NOT_A_SPAN
        };
        why.to_owned()
    })?;
    if !text.starts_with(['+', '-']) && !text.ends_with("ago") {
        return Err(format!(
            "expected a sign: -{text} is before now, +{text} after it"
        ));
    }
    let now = jiff::Timestamp::try_from(now).map_err(|error| error.to_string())?;
    let then = now
        .to_zoned(zone.unwrap_or(TimeZone::UTC))
        .checked_add(span);
    then.map(|then| Timestamp::from(&then))
        .map_err(|_| "the result is outside of the years -9999 to 9999".to_owned())
}

#[cfg(test)]
mod tests {
    use super::super::parse_at;
    use super::*;

    fn time(text: &str) -> Timestamp {
        parse_at(text, Timestamp::MAX).expect(text)
    }

    #[test]
    fn spans_are_relative_to_now() {
        let now = time("2024-03-31T12:00:00.5Z");
        for (text, then) in [
            ("-1h", "2024-03-31T11:00:00.5Z"),
            ("-1h30m", "2024-03-31T10:30:00.5Z"),
            ("-1.5 hours", "2024-03-31T10:30:00.5Z"),
            ("-0:30:00.25", "2024-03-31T11:30:00.25Z"),
            ("2 days ago", "2024-03-29T12:00:00.5Z"),
            ("1 week, 2 days ago", "2024-03-22T12:00:00.5Z"),
            ("-1 month", "2024-02-29T12:00:00.5Z"),
            ("+1y", "2025-03-31T12:00:00.5Z"),
            ("+500ms", "2024-03-31T12:00:01Z"),
            ("-P1DT1H", "2024-03-30T11:00:00.5Z"),
            ("-0s", "2024-03-31T12:00:00.5Z"),
            // The day before is before the start of summer time.
            (
                "-1 day [CET-1CEST,M3.5.0,M10.5.0/3]",
                "2024-03-30T13:00:00.5Z",
            ),
            (
                "-24h [CET-1CEST,M3.5.0,M10.5.0/3]",
                "2024-03-30T12:00:00.5Z",
            ),
        ] {
            assert_eq!(parse_at(text, now), Ok(time(then)), "{text}");
        }
    }

    #[test]
    fn invalid_spans_are_rejected() {
        for (text, what) in [
            ("1h", "-1h is before now, +1h after it"),
            ("-1x", "not a span"),
            ("-1M", "not a span"),
            ("-1 fortnight", "expected numbers and units"),
            (
                "-1.5 days",
                "only hours and smaller units may have a fraction",
            ),
            ("-1h ago", "not a span"),
            ("- 1h", "not a time"),
            ("-", "not a time"),
            ("-1", "not a time"),
            ("20240719", "not a time"),
            ("ago", "not a time"),
            ("-19000 years", "the years -9999 to 9999"),
            ("-99999 years", "the span is too long"),
        ] {
            let error = parse_at(text, time("2024-03-31")).expect_err(text);
            assert!(error.contains(what), "{text}: {error}");
        }
    }
}
