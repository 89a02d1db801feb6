//! Times as text, in input and output.

mod calendar;
mod local;
mod span;

use std::cell::Cell;
use std::sync::LazyLock;

use sortid::{Format, Timestamp};

use crate::decimal;

/// The explanation of a TIME in `--help`.
pub(crate) const GRAMMAR: &str = "\
TIME is one of
  2024-07-19T12:34:56.789Z       RFC 3339, with Z or an offset such as
                                 +02:00; UTC if both are absent
  2024-07-19T12:34, 2024-07-19   shorter forms; a date is midnight, UTC
  today, yesterday, tomorrow     midnight, UTC
  '2024-07-19[Europe/Berlin]'    any of these in a time zone; [local] is
                                 the system's
  +10889-08-02T05:31:50Z         years above 9999 or below 0, with a sign
  @1721392496.789, @-1.5         Unix seconds
  now                            the current time
  -1h30m, +1week, '2 days ago'   relative to now; days, months and years are
                                 those of UTC, or of a zone: '-1month[local]'

A local time that a zone's clocks skip or repeat is an error, unless an offset \
selects one.";

const NOT_A_TIME: &str = "not a time: expected a date (YYYY-MM-DD), a span (-1h, '2 days ago'), \
    Unix seconds (@0), now, today, yesterday or tomorrow";

/// The length with nanoseconds and a year of four digits.
const LONGEST_USUAL: usize = 30;
/// Nine digits are nanoseconds.
const MOST_DIGITS: usize = 9;

thread_local! {
    /// The last formatted second, for years of four digits.
    static SECOND: Cell<(Option<i64>, [u8; 19])> = const { Cell::new((None, [0; 19])) };
}

/// Read once per command line, so that spans between its times are exact.
static NOW: LazyLock<Timestamp> = LazyLock::new(Timestamp::now);

/// Returns the time at which this command line started.
pub(crate) fn now() -> Timestamp {
    *NOW
}

pub(crate) use local::{ago, here, in_zone};

/// Formats a time with as many digits as the format's unit has, or more if necessary. Returns
/// `None` beyond the years ±999999.
pub(crate) fn rfc3339(time: Timestamp, format: Format) -> Option<String> {
    let mut text = String::with_capacity(LONGEST_USUAL);
    push_rfc3339(&mut text, time, format)?;
    Some(text)
}

/// Appends the same, or nothing beyond these years.
fn push_rfc3339(text: &mut String, time: Timestamp, format: Format) -> Option<()> {
    let begins = text.len();
    // Streams contain many ids of each second, or nearly so.
    let (seconds, known) = SECOND.get();
    match std::str::from_utf8(&known) {
        Ok(known) if seconds == Some(time.seconds()) => text.push_str(known),
        _ => {
            to_second(text, time)?;
            let spelled = text.as_bytes().get(begins..).unwrap_or_default();
            if let Ok(known) = spelled.try_into() {
                SECOND.set((Some(time.seconds()), known));
            }
        }
    }
    let digits = digits(time, format);
    text.push('.');
    let unit = 10_u32.pow((MOST_DIGITS - digits) as u32);
    decimal::padded(text, time.nanos() / unit, digits);
    text.push('Z');
    Some(())
}

/// Appends the time up to its seconds.
fn to_second(text: &mut String, time: Timestamp) -> Option<()> {
    let (year, utc) = calendar::utc(time)?;
    match year {
        0..=9999 => decimal::padded(text, year, 4),
        10_000..=999_999 => text.push_str(&format!("{year:+}")),
        -999_999..0 => text.push_str(&format!("{year:05}")),
        _ => return None,
    }
    // Streams format one of these for each id, and this takes a tenth of the time of the usual
    // formatting.
    let mut part = |mark: char, int: i8| {
        text.push(mark);
        decimal::padded(text, int, 2);
    };
    part('-', utc.month());
    part('-', utc.day());
    part('T', utc.hour());
    part(':', utc.minute());
    part(':', utc.second());
    Some(())
}

/// Formats like [`rfc3339`], or as Unix seconds beyond its years.
pub(crate) fn format(time: Timestamp, format: Format) -> String {
    let mut text = String::with_capacity(LONGEST_USUAL);
    push(&mut text, time, format);
    text
}

/// Appends the result of [`format()`].
pub(crate) fn push(text: &mut String, time: Timestamp, format: Format) {
    if push_rfc3339(text, time, format).is_none() {
        text.push_str(&format!("@{}", time.display_unix()));
    }
}

fn digits(time: Timestamp, format: Format) -> usize {
    let of_unit = match format.resolution_ns() {
        None | Some(1_000_000..) => 3,
        Some(1000..) => 6,
        Some(100..) => 7,
        Some(_) => MOST_DIGITS,
    };
    let exact = |digits: &usize| {
        let unit = 10_u32.pow((MOST_DIGITS - digits) as u32);
        time.nanos().is_multiple_of(unit)
    };
    [of_unit, 6]
        .into_iter()
        .find(|digits| *digits >= of_unit && exact(digits))
        .unwrap_or(MOST_DIGITS)
}

/// Parses a TIME of the command line. The error explains what is wrong.
pub(crate) fn parse(text: &str) -> Result<Timestamp, String> {
    parse_at(text, *NOW)
}

fn parse_at(text: &str, now: Timestamp) -> Result<Timestamp, String> {
    if text == "now" {
        return Ok(now);
    }
    if let Some(seconds) = text.strip_prefix('@') {
        return unix(seconds);
    }
    let (text, zone) = calendar::split_zone(text)?;
    let days = [("yesterday", -1), ("today", 0), ("tomorrow", 1)];
    if let Some((_, days)) = days.into_iter().find(|(name, _)| *name == text) {
        return calendar::day(now, days, zone);
    }
    let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
    let behind_number = unsigned.trim_start_matches(|char: char| char.is_ascii_digit());
    let begins = unsigned.starts_with(|char: char| char.is_ascii_digit() || char == 'P');
    if begins && behind_number.starts_with('-') {
        calendar::parse(text, zone)
    } else if begins && !behind_number.is_empty() {
        span::parse(text, now, zone)
    } else {
        Err(NOT_A_TIME.to_owned())
    }
}

fn unix(text: &str) -> Result<Timestamp, String> {
    let (negative, digits) = match text.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, text),
    };
    let (seconds, fraction) = match digits.split_once('.') {
        Some((seconds, fraction)) => (seconds, Some(fraction)),
        None => (digits, None),
    };
    let seconds: i128 = number(seconds)
        .ok_or("expected Unix seconds in decimal digits after @")?
        .into();
    let ns = seconds * 1_000_000_000 + i128::from(nanos(fraction)?);
    Timestamp::from_unix_ns(if negative { -ns } else { ns })
        .map_err(|_| "the seconds exceed 64 bits".to_owned())
}

fn nanos(fraction: Option<&str>) -> Result<u32, String> {
    let Some(fraction) = fraction else {
        return Ok(0);
    };
    let digits = fraction.len();
    number(fraction)
        .filter(|_| digits <= MOST_DIGITS)
        .and_then(|int| u32::try_from(int).ok())
        .map(|int| int * 10_u32.pow((MOST_DIGITS - digits) as u32))
        .ok_or_else(|| "expected one to nine digits in the fraction of a second".to_owned())
}

/// Parses decimal digits only: `u64::from_str` would accept a plus sign.
fn number(digits: &str) -> Option<u64> {
    if digits.bytes().all(|byte| byte.is_ascii_digit()) {
        digits.parse().ok()
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_parse_in_every_notation() {
        for (text, seconds, nanos) in [
            ("1970-01-01", 0, 0),
            ("2024-07-19", 1_721_347_200, 0),
            ("2024-07-19T12:34:56", 1_721_392_496, 0),
            ("2024-07-19 12:34:56.5z", 1_721_392_496, 500_000_000),
            ("2024-07-19T12:34", 1_721_392_440, 0),
            ("2024-07-19 12:34Z", 1_721_392_440, 0),
            ("2024-07-19t12:34:56.000000001+02:00", 1_721_385_296, 1),
            ("2024-07-19T12:34:56-00:30", 1_721_394_296, 0),
            ("-0001-12-31T23:59:59Z", -62_167_219_201, 0),
            ("+10889-08-02T05:31:50.655Z", 281_474_976_710, 655_000_000),
            ("@0", 0, 0),
            ("@1721392496.789", 1_721_392_496, 789_000_000),
            ("@-1.5", -2, 500_000_000),
            ("@-0.000000001", -1, 999_999_999),
        ] {
            assert_eq!(
                parse(text),
                Ok(Timestamp::new(seconds, nanos).expect("nanoseconds")),
                "{text}"
            );
        }
    }

    #[test]
    fn times_in_the_help_parse() {
        let shown = GRAMMAR.lines().filter_map(|line| line.strip_prefix("  "));
        let shown = shown.filter_map(|line| line.get(..31)).map(str::trim);
        let texts: Vec<&str> = shown
            .flat_map(|texts| texts.split(", "))
            .map(|text| text.trim_matches('\''))
            .filter(|text| !text.is_empty())
            .collect();
        assert_eq!(texts.len(), 14, "{texts:?}");
        for text in texts {
            assert!(parse(text).is_ok(), "{text}");
        }
    }

    #[test]
    fn invalid_times_are_rejected() {
        for text in [
            "",
            "@",
            "@+1",
            "@1.",
            "@1.0000000001",
            "@.5",
            "@9223372036854775808",
            "the day before",
            "2024-7-19",
            "2024-02-30",
            "2024-13-01",
            "24-01-01",
            "10889-08-02",
            "+12345678-01-01",
            "2024-07-19T",
            "2024-07-19T12",
            "2024-07-19T24:00:00",
            "2024-07-19T12:34:60Z",
            "2024-07-19T12:34:56+2",
            "2024-07-19T12:34:56+24:00",
            "2024-07-19T12:34:56Zz",
            "2024-07-19Z",
            "é",
            "2024-07-19T12:34:56é",
            "2024-07-19T12:34:56+é:00",
        ] {
            assert!(parse(text).is_err(), "{text}");
        }
    }

    #[test]
    fn times_have_the_digits_of_the_format() {
        let time = Timestamp::from_unix_ms(1_721_392_496_780);
        for (format, text) in [
            (Format::Uuid7, "2024-07-19T12:34:56.780Z"),
            (Format::Tid, "2024-07-19T12:34:56.780000Z"),
            (Format::Uuid6, "2024-07-19T12:34:56.7800000Z"),
        ] {
            assert_eq!(super::format(time, format), text);
        }
        for (seconds, text) in [
            (281_474_976_710, "+10889-08-02T05:31:50.000000Z"),
            (-62_167_219_201, "-0001-12-31T23:59:59.000000Z"),
            (i64::MAX, "@9223372036854775807.000000000"),
        ] {
            let time = Timestamp::new(seconds, 0).expect("nanoseconds");
            assert_eq!(super::format(time, Format::Tid), text);
            assert_eq!(parse(text), Ok(time));
        }
    }
}
