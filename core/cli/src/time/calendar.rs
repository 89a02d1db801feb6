//! Dates, times of day, offsets and zones.

use jiff::civil::{Date, DateTime, Time};
use jiff::fmt::temporal::{DateTimeParser, PiecesOffset};
use jiff::tz::{AmbiguousOffset, Offset, OffsetConflict, TimeZone};
use sortid::Timestamp;

use super::{local, number};

/// The calendar repeats, including weekdays. Years that jiff does not support are computed in an
/// equivalent year.
const CYCLE_YEARS: i64 = 400;
const CYCLE_SECONDS: i64 = 146_097 * 86_400;
/// Years that jiff supports in every zone.
const KNOWN: std::ops::RangeInclusive<i64> = -9998..=9998;
/// The first year that stands for others. By then every zone has its last rules.
const STAND_INS: i64 = 9200;

const PARSER: DateTimeParser = DateTimeParser::new();

/// Returns the year in UTC, and the date and time in an equivalent year.
pub(super) fn utc(time: Timestamp) -> Option<(i64, DateTime)> {
    let cycles = time.seconds().div_euclid(CYCLE_SECONDS);
    let within = time.seconds().rem_euclid(CYCLE_SECONDS);
    let within = Timestamp::new(within, time.nanos()).ok()?;
    let utc = Offset::UTC.to_datetime(within.try_into().ok()?);
    Some((i64::from(utc.year()) + cycles * CYCLE_YEARS, utc))
}

/// Splits a zone in brackets from the end.
pub(super) fn split_zone(text: &str) -> Result<(&str, Option<TimeZone>), String> {
    let Some((text, name)) = text.split_once('[') else {
        return Ok((text, None));
    };
    let name = name.strip_suffix(']').ok_or("expected [ZONE] at the end")?;
    let zone = match name {
        "local" => local::zone().ok_or("TZ names an unknown time zone")?,
        _ => PARSER
            .parse_time_zone(name)
            .map_err(|_| format!("unknown time zone {name}"))?,
    };
    Ok((text.trim_end(), Some(zone)))
}

/// Parses a date with an optional time of day, by its offset, otherwise in the zone, otherwise in
/// UTC.
pub(super) fn parse(text: &str, zone: Option<TimeZone>) -> Result<Timestamp, String> {
    let (date, clock) = match text.find(['T', 't', ' ']) {
        Some(at) => {
            let (date, clock) = text.split_at(at);
            (date, clock.get(1..))
        }
        None => (text, None),
    };
    let (date, cycles) = parse_date(date)?;
    let (time, offset) = match clock {
        Some(clock) => parse_clock(date, clock)?,
        None => (Time::midnight(), None),
    };
    let local = date.to_datetime(time);
    let instant = match (offset, zone) {
        (None, None) => Offset::UTC.to_timestamp(local),
        (None, Some(zone)) => in_one_way(&zone, local)?,
        // `Z` does not contradict any zone (RFC 9557).
        (Some(PiecesOffset::Zulu), _) => Offset::UTC.to_timestamp(local),
        (Some(offset), None) => offset.to_numeric_offset().to_timestamp(local),
        (Some(offset), Some(zone)) => {
            let offset = offset.to_numeric_offset();
            let zoned = OffsetConflict::Reject.resolve(local, offset, zone);
            let zoned =
                zoned.map_err(|_| format!("the zone's offset is not {offset} at this time"))?;
            // If the time occurs twice, the offset selects one.
            zoned.compatible().map(|zoned| zoned.timestamp())
        }
    };
    let time = Timestamp::from(instant.map_err(|error| error.to_string())?);
    Timestamp::new(time.seconds() + cycles * CYCLE_SECONDS, time.nanos())
        .map_err(|error| error.to_string())
}

/// Returns midnight of the day that is `days` days after the day of `now`.
pub(super) fn day(now: Timestamp, days: i8, zone: Option<TimeZone>) -> Result<Timestamp, String> {
    let zone = zone.unwrap_or(TimeZone::UTC);
    let now = jiff::Timestamp::try_from(now).map_err(|error| error.to_string())?;
    let date = now.to_zoned(zone.clone()).date();
    let date = date.checked_add(jiff::Span::new().days(days));
    let date = date.map_err(|error| error.to_string())?;
    // A day begins at its first clock time, even if the zone skips midnight.
    let begin = zone.to_ambiguous_zoned(date.to_datetime(Time::midnight()));
    let begin = begin.compatible().map_err(|error| error.to_string())?;
    Ok(Timestamp::from(&begin))
}

/// Returns the instant of a local time in a zone, if there is exactly one.
fn in_one_way(
    zone: &TimeZone,
    local: DateTime,
) -> Result<Result<jiff::Timestamp, jiff::Error>, String> {
    let ambiguous = zone.to_ambiguous_timestamp(local);
    let (what, before, after) = match ambiguous.offset() {
        AmbiguousOffset::Unambiguous { .. } => return Ok(ambiguous.unambiguous()),
        AmbiguousOffset::Gap { before, after } => ("skip", before, after),
        AmbiguousOffset::Fold { before, after } => ("repeat", before, after),
    };
    Err(format!(
        "the zone's clocks {what} this time when they change from {before} to {after}; \
         append one of the two offsets instead of the zone"
    ))
}

/// Parses a date. Returns an equivalent one that jiff supports, and how many cycles it is too
/// early.
fn parse_date(text: &str) -> Result<(Date, i64), String> {
    const SHAPE: &str = "expected a date as YYYY-MM-DD";
    let unsigned = text.trim_start_matches(['+', '-']);
    let sign = text.strip_suffix(unsigned).unwrap_or_default();
    let parts: Vec<&str> = unsigned.split('-').collect();
    let &[year, month, day] = parts.as_slice() else {
        return Err(SHAPE.to_owned());
    };
    match (sign, year.len()) {
        ("", 4) | ("+" | "-", 4..=6) => {}
        _ => {
            return Err(
                "expected a year of four digits, or of a sign and four to six digits".to_owned(),
            );
        }
    }
    let year = number(year).and_then(|year| i64::try_from(year).ok());
    let year = year.ok_or(SHAPE)? * if sign == "-" { -1 } else { 1 };
    let month = two_digits(month).ok_or(SHAPE)?;
    let day = two_digits(day).ok_or(SHAPE)?;
    if !(1..=12).contains(&month) {
        return Err("expected a month from 01 to 12".to_owned());
    }
    let cycles = if KNOWN.contains(&year) {
        0
    } else {
        (year - STAND_INS).div_euclid(CYCLE_YEARS)
    };
    i16::try_from(year - cycles * CYCLE_YEARS)
        .ok()
        .and_then(|year| Date::new(year, month, day).ok())
        .map(|date| (date, cycles))
        .ok_or_else(|| format!("month {month:02} of {year} has no day {day:02}"))
}

/// Parses a time of day and its offset. jiff also accepts an hour alone, a second of 60 (as 59),
/// and offsets of a day or more.
fn parse_clock(date: Date, text: &str) -> Result<(Time, Option<PiecesOffset>), String> {
    const SHAPE: &str = "expected a time of day as HH:MM, HH:MM:SS or HH:MM:SS.FRACTION";
    let zeros = text.replace(|char: char| char.is_ascii_digit(), "0");
    let has_seconds = zeros.starts_with("00:00:00");
    if !has_seconds && (!zeros.starts_with("00:00") || zeros.starts_with("00:00:")) {
        return Err(SHAPE.to_owned());
    }
    if has_seconds && text.get(..8).is_some_and(|clock| clock.ends_with("60")) {
        return Err("expected seconds from 00 to 59".to_owned());
    }
    let text = format!("{date}T{text}");
    let pieces = PARSER.parse_pieces(&text);
    let pieces = pieces.map_err(|error| error.to_string())?;
    let offset = pieces.offset();
    if offset.is_some_and(|offset| offset.to_numeric_offset().seconds().abs() >= 86_400) {
        return Err("expected an offset of less than a day".to_owned());
    }
    Ok((pieces.time().unwrap_or(Time::midnight()), offset))
}

fn two_digits(text: &str) -> Option<i8> {
    if text.len() == 2 {
        number(text)?.try_into().ok()
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::super::parse_at;
    use super::*;

    /// A zone that needs no data of the machine.
    const BERLIN: &str = "[CET-1CEST,M3.5.0,M10.5.0/3]";

    fn same(text: &str, utc: &str) {
        let now = Timestamp::MAX;
        assert_eq!(parse_at(text, now), parse_at(utc, now), "{text}");
        assert!(parse_at(utc, now).is_ok(), "{utc}");
    }

    #[test]
    fn times_parse_in_zones() {
        for (text, utc) in [
            ("2024-07-19", "2024-07-18T22:00:00Z"),
            ("2024-01-19", "2024-01-18T23:00:00Z"),
            ("2024-07-19T12:34:56.5", "2024-07-19T10:34:56.5Z"),
            ("2024-07-19 12:34:56 ", "2024-07-19T10:34:56Z"),
            ("2024-07-19T12:34:56+02:00", "2024-07-19T10:34:56Z"),
            ("2024-07-19T12:34:56Z", "2024-07-19T12:34:56Z"),
            // This time occurs twice: the offset selects one.
            ("2024-10-27T02:30:00+01:00", "2024-10-27T01:30:00Z"),
            ("+10889-08-02T05:31:50", "+10889-08-02T03:31:50Z"),
            ("+10889-01-02T05:31:50", "+10889-01-02T04:31:50Z"),
        ] {
            same(&format!("{text}{BERLIN}"), utc);
        }
        same("2024-07-19[Europe/Berlin]", "2024-07-18T22:00:00Z");
        same("2024-07-19[america/new_york]", "2024-07-19T04:00:00Z");
        same("2024-07-19[-03:30]", "2024-07-19T03:30:00Z");
        same("2024-07-19[UTC]", "2024-07-19");
    }

    #[test]
    fn days_begin_at_the_zones_first_clock_time() {
        let now = parse_at("2024-03-31T22:30:00Z", Timestamp::MAX).expect("a time");
        for (text, utc) in [
            ("today", "2024-03-31T00:00:00Z"),
            ("yesterday", "2024-03-30T00:00:00Z"),
            ("tomorrow", "2024-04-01T00:00:00Z"),
            ("today[Europe/Berlin]", "2024-03-31T22:00:00Z"),
            ("yesterday[Europe/Berlin]", "2024-03-30T23:00:00Z"),
        ] {
            assert_eq!(parse_at(text, now), parse_at(utc, now), "{text}");
        }
        // Lebanon's clocks skip midnight.
        let now = parse_at("2021-03-28T12:00:00Z", Timestamp::MAX).expect("a time");
        let begin = parse_at("2021-03-27T22:00:00Z", now);
        assert_eq!(parse_at("today[Asia/Beirut]", now), begin);
    }

    #[test]
    fn invalid_zones_and_local_times_are_rejected() {
        for (text, what) in [
            ("2024-07-19[Nowhere/Land]", "unknown time zone Nowhere/Land"),
            ("2024-07-19[]", "unknown time zone "),
            ("2024-07-19[UTC", "expected [ZONE] at the end"),
            ("2024-07-19[UTC]T12:34:56", "expected [ZONE] at the end"),
            ("2024-07-19[UTC][UTC]", "unknown time zone UTC][UTC"),
            (
                "2024-07-19T12:34:56+03:00[Europe/Berlin]",
                "offset is not +03",
            ),
            (
                "2024-03-31T02:30:00[Europe/Berlin]",
                "clocks skip this time when they change from +01 to +02",
            ),
            (
                "2024-10-27T02:30[Europe/Berlin]",
                "clocks repeat this time when they change from +02 to +01",
            ),
            ("[UTC]", "not a time"),
            ("now[UTC]", "not a time"),
            ("@1[UTC]", "decimal digits"),
        ] {
            let error = parse_at(text, Timestamp::MAX).expect_err(text);
            assert!(error.contains(what), "{text}: {error}");
        }
    }

    #[test]
    fn errors_say_what_was_expected() {
        for (text, what) in [
            ("2024-07", "a date as YYYY-MM-DD"),
            ("--2024-07-19", "not a time"),
            ("24-07-19", "a year of four digits"),
            ("2024-13-01", "expected a month from 01 to 12"),
            ("2023-02-29", "month 02 of 2023 has no day 29"),
            ("+10889-02-29", "month 02 of 10889 has no day 29"),
            ("2024-07-19T12:3", "a time of day as HH:MM"),
            ("2024-07-19T12:34:5", "a time of day as HH:MM"),
            ("2024-07-19T24:00:00", "hour"),
            ("2024-07-19T12:60:00", "minute"),
            ("2024-07-19T23:59:60Z", "expected seconds from 00 to 59"),
            (
                "2024-07-19T12:34:56+24:00",
                "expected an offset of less than a day",
            ),
            ("2024-07-19T12:34:56+2", "offset"),
            ("2024-07-19T12:34:56Zulu", "\"ulu\""),
            ("2024-07-19T12:34:56Z02:00", "\"02:00\""),
        ] {
            let error = parse_at(text, Timestamp::MAX).expect_err(text);
            assert!(error.contains(what), "{text}: {error}");
        }
    }

    #[test]
    fn calendar_covers_years_that_jiff_does_not() {
        // Both sides of the limits of known years, of years without a sign, and of a cycle.
        for (before, after) in [
            ("9998-12-31T23:59:59Z", "9999-01-01"),
            ("9999-12-31T23:59:59Z", "+10000-01-01"),
            ("-9999-12-31T23:59:59Z", "-9998-01-01"),
            ("-10000-12-31T23:59:59Z", "-9999-01-01"),
            ("+12399-12-31T23:59:59Z", "+12400-01-01"),
            ("+12400-02-29T23:59:59Z", "+12400-03-01"),
        ] {
            let [before, after] = [before, after].map(|text| parse_at(text, Timestamp::MAX));
            let [before, after] = [before, after].map(|time| time.expect("a time").seconds());
            assert_eq!(before + 1, after);
        }
        for (text, seconds) in [
            ("9999-12-31T23:59:59Z", 253_402_300_799),
            ("+999999-12-31T23:59:59Z", 31_494_784_780_799),
            ("-999999-01-01T00:00:00Z", -31_619_087_596_800),
        ] {
            let time = parse_at(text, Timestamp::MAX).expect(text);
            assert_eq!(time.seconds(), seconds, "{text}");
        }
    }
}
