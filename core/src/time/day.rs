//! Days, and their dates.

use core::fmt;

pub(super) const SECONDS_PER_DAY: i64 = 86_400;
/// 400 years.
const DAYS_PER_ERA: i64 = 146_097;
/// From March 1 of year 0.
const DAYS_TO_1970: i64 = 719_468;

/// A day, as its number since 1970. Printed like the date of a [`Timestamp`].
pub(crate) struct Day(pub(crate) i64);

impl Day {
    /// Returns the day of a date in the proleptic Gregorian calendar, or `None` if the month has no
    /// such day.
    pub(super) fn of_date(year: i64, month: i64, day: i64) -> Option<Self> {
        let year_from_march = year - i64::from(month <= 2);
        let day_of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
        let (era, year_of_era) = (
            year_from_march.div_euclid(400),
            year_from_march.rem_euclid(400),
        );
        let day_of_era = 365 * year_of_era + year_of_era / 4 - year_of_era / 100 + day_of_year;
        let days = era * DAYS_PER_ERA + day_of_era - DAYS_TO_1970;
        (civil_date(days) == (year, month, day)).then_some(Self(days))
    }
}

impl fmt::Display for Day {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (year, month, day) = civil_date(self.0);
        match year {
            0..=9999 => write!(f, "{year:04}-{month:02}-{day:02}"),
            _ => write!(f, "{year:+07}-{month:02}-{day:02}"),
        }
    }
}

/// Returns year, month and day of a number of days since 1970, in the proleptic Gregorian calendar.
///
/// Counts from March 1 of year 0, so that a leap day ends its year:
/// <https://howardhinnant.github.io/date_algorithms.html#civil_from_days>.
#[inline]
fn civil_date(days: i64) -> (i64, i64, i64) {
    let days = days + DAYS_TO_1970;
    let (era, day_of_era) = (days.div_euclid(DAYS_PER_ERA), days.rem_euclid(DAYS_PER_ERA));
    let year_of_era =
        (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
    let (month, next_year) = match month_from_march {
        0..=9 => (month_from_march + 3, 0),
        _ => (month_from_march - 9, 1),
    };
    (era * 400 + year_of_era + next_year, month, day)
}
