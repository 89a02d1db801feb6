//! Times as people write and read them: RFC 3339 and Unix seconds.

use ::time::{Date, Month, PrimitiveDateTime, Time, UtcDateTime};
use sortid::{Format, Timestamp};

/// How `--help` explains a TIME.
pub(crate) const GRAMMAR: &str = "\
TIME is one of
  2024-07-19T12:34:56.789Z       RFC 3339, with Z or an offset as +02:00;
                                 without either it is UTC
  2024-07-19                     a date: midnight, UTC
  +10889-08-02T05:31:50Z         years beyond 9999 and before 0 with a sign
  @1721392496.789, @-1.5         Unix seconds
  now                            the system's clock";

/// Nine digits are nanoseconds.
const MOST_DIGITS: usize = 9;

/// The time with as many digits as the format's unit has, or more where it needs them; `None`
/// beyond the years ±999999.
pub(crate) fn rfc3339(time: Timestamp, format: Format) -> Option<String> {
    let utc = UtcDateTime::from_unix_timestamp(time.seconds()).ok()?;
    let (year, month, day) = utc.to_calendar_date();
    let year = match year {
        0..=9999 => format!("{year:04}"),
        10_000.. => format!("{year:+}"),
        ..0 => format!("{year:05}"),
    };
    let (hour, minute, second) = utc.time().as_hms();
    let digits = digits(time, format);
    let fraction = format!("{:09}", time.nanos());
    let fraction = fraction.get(..digits).unwrap_or(&fraction);
    Some(format!(
        "{year}-{:02}-{day:02}T{hour:02}:{minute:02}:{second:02}.{fraction}Z",
        u8::from(month)
    ))
}

/// As [`rfc3339`]; Unix seconds beyond its years.
pub(crate) fn shown(time: Timestamp, format: Format) -> String {
    rfc3339(time, format).unwrap_or_else(|| format!("@{time}"))
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

/// Reads a TIME of the command line; the error says what is wrong.
pub(crate) fn parse(text: &str) -> Result<Timestamp, String> {
    if text == "now" {
        return Ok(Timestamp::now());
    }
    match text.strip_prefix('@') {
        Some(seconds) => unix(seconds),
        None => calendar(text),
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
        .ok_or("after @ come Unix seconds in decimal digits")?
        .into();
    let ns = seconds * 1_000_000_000 + i128::from(nanos(fraction)?);
    Timestamp::from_unix_ns(if negative { -ns } else { ns })
        .map_err(|_| "the seconds pass 64 bits".to_owned())
}

fn calendar(text: &str) -> Result<Timestamp, String> {
    let (date, rest) = match text.find(['T', 't', ' ']) {
        Some(at) => {
            let (date, rest) = text.split_at(at);
            (date, rest.get(1..))
        }
        None => (text, None),
    };
    let date = parse_date(date)?;
    let Some(rest) = rest else {
        return at_offset(date.midnight(), 0);
    };
    let (clock, offset_seconds) = match rest.find(['Z', 'z', '+', '-']) {
        Some(at) => {
            let (clock, offset) = rest.split_at(at);
            (clock, parse_offset(offset)?)
        }
        None => (rest, 0),
    };
    at_offset(date.with_time(parse_clock(clock)?), offset_seconds)
}

fn at_offset(local: PrimitiveDateTime, offset_seconds: i64) -> Result<Timestamp, String> {
    let utc = local.as_utc();
    Timestamp::new(utc.unix_timestamp() - offset_seconds, utc.nanosecond())
        .map_err(|error| error.to_string())
}

fn parse_date(text: &str) -> Result<Date, String> {
    const SHAPE: &str = "no time: a date is YYYY-MM-DD, Unix seconds begin with @, or `now`";
    let (sign, unsigned) = match text.as_bytes().first() {
        Some(b'+') => (1, text.get(1..).unwrap_or_default()),
        Some(b'-') => (-1, text.get(1..).unwrap_or_default()),
        _ => (0, text),
    };
    let [year, month, day] = parts(unsigned, '-').ok_or(SHAPE)?;
    let year_digits = if sign == 0 { 4..=4 } else { 4..=6 };
    if !year_digits.contains(&year.len()) {
        return Err("a year has four digits, or a sign and four to six".to_owned());
    }
    let year = number(year)
        .and_then(|year| i32::try_from(year).ok())
        .ok_or(SHAPE)?;
    let year = if sign < 0 { -year } else { year };
    let month = two_digits(month)
        .ok_or(SHAPE)
        .and_then(|month| Month::try_from(month).map_err(|_| "a month is 01 to 12"))?;
    let day = two_digits(day).ok_or(SHAPE)?;
    Date::from_calendar_date(year, month, day)
        .map_err(|_| format!("{month} {year} has no day {day}"))
}

fn parse_clock(text: &str) -> Result<Time, String> {
    const SHAPE: &str = "a time of day is HH:MM:SS or HH:MM:SS.FRACTION";
    let (clock, fraction) = match text.split_once('.') {
        Some((clock, fraction)) => (clock, Some(fraction)),
        None => (text, None),
    };
    let [hour, minute, second] = parts(clock, ':').ok_or(SHAPE)?.map(two_digits);
    let (Some(hour), Some(minute), Some(second)) = (hour, minute, second) else {
        return Err(SHAPE.to_owned());
    };
    Time::from_hms_nano(hour, minute, second, nanos(fraction)?)
        .map_err(|_| format!("a day has no {clock}; its last second is 23:59:59"))
}

/// Seconds east of UTC.
fn parse_offset(text: &str) -> Result<i64, String> {
    const SHAPE: &str = "an offset is Z, +HH:MM or -HH:MM";
    if text.eq_ignore_ascii_case("z") {
        return Ok(0);
    }
    let (sign, rest) = text.split_at_checked(1).ok_or(SHAPE)?;
    let (hours, minutes) = rest.split_once(':').ok_or(SHAPE)?;
    match (two_digits(hours), two_digits(minutes)) {
        (Some(hours @ 0..=23), Some(minutes @ 0..=59)) => {
            let seconds = i64::from(hours) * 3600 + i64::from(minutes) * 60;
            Ok(if sign == "-" { -seconds } else { seconds })
        }
        _ => Err(SHAPE.to_owned()),
    }
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
        .ok_or_else(|| "a fraction of a second has one to nine digits".to_owned())
}

fn parts(text: &str, separator: char) -> Option<[&str; 3]> {
    text.split(separator).collect::<Vec<_>>().try_into().ok()
}

fn two_digits(text: &str) -> Option<u8> {
    if text.len() == 2 {
        number(text)?.try_into().ok()
    } else {
        None
    }
}

/// Decimal digits and nothing else: `u64::from_str` would take a plus sign.
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
    fn every_way_to_write_a_time_is_read() {
        for (text, seconds, nanos) in [
            ("1970-01-01", 0, 0),
            ("2024-07-19", 1_721_347_200, 0),
            ("2024-07-19T12:34:56", 1_721_392_496, 0),
            ("2024-07-19 12:34:56.5z", 1_721_392_496, 500_000_000),
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
    fn what_is_no_time_is_refused() {
        for text in [
            "",
            "@",
            "@+1",
            "@1.",
            "@1.0000000001",
            "@.5",
            "@9223372036854775808",
            "yesterday",
            "2024-7-19",
            "2024-02-30",
            "2024-13-01",
            "24-01-01",
            "10889-08-02",
            "+12345678-01-01",
            "2024-07-19T",
            "2024-07-19T12:34",
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
    fn times_are_shown_with_the_digits_of_the_format() {
        let time = Timestamp::from_unix_ms(1_721_392_496_780);
        for (format, text) in [
            (Format::Uuid7, "2024-07-19T12:34:56.780Z"),
            (Format::Tid, "2024-07-19T12:34:56.780000Z"),
            (Format::Uuid6, "2024-07-19T12:34:56.7800000Z"),
        ] {
            assert_eq!(shown(time, format), text);
        }
        for (seconds, text) in [
            (281_474_976_710, "+10889-08-02T05:31:50.000000Z"),
            (-62_167_219_201, "-0001-12-31T23:59:59.000000Z"),
            (i64::MAX, "@9223372036854775807.000000000"),
        ] {
            let time = Timestamp::new(seconds, 0).expect("nanoseconds");
            assert_eq!(shown(time, Format::Tid), text);
            assert_eq!(parse(text), Ok(time));
        }
    }
}
