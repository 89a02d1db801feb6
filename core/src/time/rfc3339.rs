//! Instants from RFC 3339 text.

use core::str::FromStr;

use super::day::{Day, SECONDS_PER_DAY};
use super::{Timestamp, UnixTime};
use crate::error::{Error, ErrorCode};

const EXPECTED: Error = Error::about(
    ErrorCode::InvalidCharacter,
    "time\0expected a time in RFC 3339, such as 2023-06-30T15:03:01.887Z",
);

impl FromStr for Timestamp {
    type Err = Error;

    /// Parses RFC 3339: a date, a time of day with up to nine decimals, and `Z` or an offset.
    /// Accepts what `Display` prints, also for years outside 0 to 9999.
    ///
    /// # Errors
    /// `invalid_character` for any other text, and for dates and times that do not exist, such as
    /// leap seconds.
    ///
    /// ```
    /// use sortid::Timestamp;
    ///
    /// let time: Timestamp = "2023-06-30T17:03:01.887+02:00".parse()?;
    /// assert_eq!(time.to_string(), "2023-06-30T15:03:01.887Z");
    /// # Ok::<(), sortid::Error>(())
    /// ```
    fn from_str(text: &str) -> Result<Self, Error> {
        parse(text).ok_or(EXPECTED)
    }
}

fn parse(text: &str) -> Option<Timestamp> {
    let (date, clock) = text.split_once(['T', 't', ' '])?;
    let (clock, offset) = match clock.strip_suffix(['Z', 'z']) {
        Some(clock) => (clock, 0),
        None => {
            let (clock, offset) = clock.split_at_checked(clock.len().checked_sub(6)?)?;
            let (sign, offset) = offset.split_at_checked(1)?;
            let [hours, minutes] = pair(offset)?;
            match sign {
                "+" => (clock, -(hours * 3600 + minutes * 60)),
                "-" => (clock, hours * 3600 + minutes * 60),
                _ => return None,
            }
        }
    };
    let (clock, fraction) = clock.split_once('.').unwrap_or((clock, "0"));
    let (hours_and_minutes, second) = clock.rsplit_once(':')?;
    let [hours, minutes] = pair(hours_and_minutes)?;
    let second = number(second, 2..=2).filter(|second| *second < 60)?;
    let of_day = hours * 3600 + minutes * 60 + second + offset;
    let nanos = number(fraction, 1..=9)? * 10_i64.pow(9 - fraction.len() as u32);
    Some(Timestamp(UnixTime {
        seconds: day(date)?
            .0
            .checked_mul(SECONDS_PER_DAY)?
            .checked_add(of_day)?,
        nanos: nanos as u32,
    }))
}

/// Parses a day: `2023-06-30`, or a year of four to twelve digits behind a sign.
fn day(date: &str) -> Option<Day> {
    let (sign, unsigned) = match date.strip_prefix(['+', '-']) {
        Some(unsigned) if date.starts_with('-') => (-1, unsigned),
        Some(unsigned) => (1, unsigned),
        None => (0, date),
    };
    let (year, month_and_day) = unsigned.split_once('-')?;
    let (month, day) = month_and_day.split_once('-')?;
    let year = match sign {
        0 => number(year, 4..=4)?,
        _ => sign * number(year, 4..=12)?,
    };
    Day::of_date(year, number(month, 2..=2)?, number(day, 2..=2)?)
}

/// Parses hours and minutes.
fn pair(text: &str) -> Option<[i64; 2]> {
    let (hours, minutes) = text.split_once(':')?;
    let (hours, minutes) = (number(hours, 2..=2)?, number(minutes, 2..=2)?);
    (hours < 24 && minutes < 60).then_some([hours, minutes])
}

/// Parses a decimal number whose count of digits is in `lengths`.
fn number(digits: &str, lengths: core::ops::RangeInclusive<usize>) -> Option<i64> {
    let is_number = digits.bytes().all(|byte| byte.is_ascii_digit());
    match is_number && lengths.contains(&digits.len()) {
        true => digits.parse().ok(),
        false => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::string::ToString;

    #[test]
    fn displayed_instants_parse() {
        let mut days = 0;
        for seconds in (-80_000_000_000..330_000_000_000).step_by(86_399_989) {
            for nanos in [0, 1, 999_999_999, 887_000_000, 1000] {
                let time = Timestamp::new(seconds, nanos).expect("an instant");
                assert_eq!(time.to_string().parse(), Ok(time));
            }
            days += 1;
        }
        assert!(days > 4000, "{days}");
        for seconds in [i64::MIN + 86_400, i64::MAX - 86_400] {
            let time = Timestamp::new(seconds, 0).expect("an instant");
            assert_eq!(time.to_string().parse(), Ok(time));
        }
    }

    #[test]
    fn offsets_and_other_spellings_parse() {
        for (text, utc) in [
            ("2024-07-19t12:34:56.5+02:00", "2024-07-19T10:34:56.500Z"),
            ("2024-07-19 12:34:56-00:30", "2024-07-19T13:04:56Z"),
            ("1970-01-01T00:00:00z", "1970-01-01T00:00:00Z"),
        ] {
            let time: Timestamp = text.parse().expect(text);
            assert_eq!(time.to_string(), utc);
        }
    }

    #[test]
    fn other_texts_are_rejected() {
        for text in [
            "",
            "2024-07-19",
            "2024-07-19T12:34:56",
            "2024-07-19T12:34Z",
            "2024-7-19T12:34:56Z",
            "24-07-19T12:34:56Z",
            "2024-02-30T12:34:56Z",
            "2023-02-29T12:34:56Z",
            "2024-13-01T12:34:56Z",
            "2024-00-01T12:34:56Z",
            "2024-01-00T12:34:56Z",
            "2024-07-19T24:00:00Z",
            "2024-07-19T12:60:00Z",
            "2024-07-19T12:34:60Z",
            "2024-07-19T12:34:56.Z",
            "2024-07-19T12:34:56.0000000001Z",
            "2024-07-19T12:34:56+24:00",
            "2024-07-19T12:34:56+2",
            "2024-07-19T12:34:56é02:00",
            "2024-07-19T12:34:56+é:00",
            "2024-07-19T+1:34:56Z",
            "+999999999999-01-01T00:00:00Z",
        ] {
            let error = text.parse::<Timestamp>().expect_err(text);
            assert_eq!(error.code(), ErrorCode::InvalidCharacter, "{text}");
        }
        let error = "noon".parse::<Timestamp>().expect_err("no time");
        assert_eq!(
            error.to_string(),
            "invalid_character: expected a time in RFC 3339, such as 2023-06-30T15:03:01.887Z"
        );
    }
}
