//! Local times, and how long ago times are, for people.

use std::env;
use std::sync::LazyLock;

use jiff::tz::TimeZone;
use jiff::{SpanRound, Unit, Zoned};
use sortid::{Format, Timestamp};

use super::digits;
use crate::failure::{Level, report};

/// The system's zone, or `None` if `TZ` names an unknown one.
static ZONE: LazyLock<Option<TimeZone>> = LazyLock::new(|| match TimeZone::try_system() {
    Ok(zone) => Some(zone),
    Err(_) if env::var_os("TZ").is_some_and(|zone| !zone.is_empty()) => None,
    Err(_) => {
        report(
            Level::Warning,
            "[local]",
            "the system names no time zone; using UTC",
        );
        Some(TimeZone::UTC)
    }
});

/// Returns the system's zone, for parsing, or `None` if `TZ` names an unknown one.
pub(super) fn zone() -> Option<TimeZone> {
    ZONE.clone()
}

/// Returns the zone in which people see times, and its name. If the system names no known zone, it
/// is UTC, and the name says so.
pub(crate) fn here() -> (TimeZone, String) {
    match TimeZone::try_system() {
        Ok(zone) => {
            let name = zone.iana_name().unwrap_or_default().to_owned();
            (zone, name)
        }
        Err(_) => (TimeZone::UTC, "UTC (unknown system time zone)".to_owned()),
    }
}

/// Formats a time in a zone, with as many digits as the format's unit has. Returns `None` beyond
/// the years ±9999.
pub(crate) fn in_zone(time: Timestamp, format: Format, zone: &TimeZone) -> Option<String> {
    let digits = digits(time, format);
    let zoned = zoned(time, zone)?;
    Some(
        zoned
            .strftime(&format!("%Y-%m-%dT%H:%M:%S%.{digits}f%:z"))
            .to_string(),
    )
}

fn zoned(time: Timestamp, zone: &TimeZone) -> Option<Zoned> {
    let time = jiff::Timestamp::try_from(time).ok()?;
    Some(time.to_zoned(zone.clone()))
}

/// Formats how long ago or ahead a time is, in its two largest units.
pub(crate) fn ago(time: Timestamp, now: Timestamp) -> Option<String> {
    let [time, now] = [time, now].map(|time| zoned(time, &TimeZone::UTC));
    let (time, now) = (time?, now?);
    let span = time.until((Unit::Year, &now)).ok()?;
    let rounded = span.round(
        SpanRound::new()
            .smallest(Unit::Second)
            .largest(Unit::Year)
            .relative(&time),
    );
    let span = rounded.unwrap_or(span);
    let units = [
        (i64::from(span.get_years()), "year"),
        (span.get_months().into(), "month"),
        (span.get_days().into(), "day"),
        (span.get_hours().into(), "hour"),
        (span.get_minutes(), "minute"),
        (span.get_seconds(), "second"),
    ];
    let largest = units
        .into_iter()
        .skip_while(|(count, _)| *count == 0)
        .take(2);
    let words: Vec<String> = largest
        .filter(|(count, _)| *count != 0)
        .map(|(count, unit)| {
            let plural = if count.abs() == 1 { "" } else { "s" };
            format!("{} {unit}{plural}", count.abs())
        })
        .collect();
    let words = words.join(" ");
    Some(match span.signum() {
        _ if words.is_empty() => "now".to_owned(),
        1 => format!("{words} ago"),
        _ => format!("in {words}"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ago_uses_the_two_largest_units() {
        let now = Timestamp::from_unix_ms(1_720_000_000_000);
        for (ms, words) in [
            (1_720_000_000_100, "now"),
            (1_719_999_999_000, "1 second ago"),
            (1_720_000_002_000, "in 2 seconds"),
            (1_719_966_160_000, "9 hours 24 minutes ago"),
            (1_645_557_742_000, "2 years 4 months ago"),
            (1_720_172_800_000, "in 2 days"),
        ] {
            let time = Timestamp::from_unix_ms(ms);
            assert_eq!(ago(time, now).as_deref(), Some(words));
        }
        assert_eq!(ago(Timestamp::MAX, now), None);
    }

    #[test]
    fn times_are_formatted_in_a_zone() {
        let zone = TimeZone::posix("CET-1CEST,M3.5.0,M10.5.0/3").expect("a zone");
        let time = Timestamp::from_unix_ms(1_721_392_496_780);
        let shown = in_zone(time, Format::Uuid7, &zone);
        assert_eq!(shown.as_deref(), Some("2024-07-19T14:34:56.780+02:00"));
        assert_eq!(in_zone(Timestamp::MAX, Format::Uuid7, &zone), None);
    }
}
