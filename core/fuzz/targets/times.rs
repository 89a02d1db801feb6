//! Instants and intervals: the bounds contain exactly the ids whose time lies inside.
//!
//! Input: format, reading options, two times, an id.
#![no_main]

use std::ops::RangeInclusive;

use libfuzzer_sys::fuzz_target;
use sortid::{AnyId, Error, ErrorCode, Format, Options, Timestamp};
use sortid_fuzz::{Given, Input, NOON, code, later, neighbour, with_marks};

fuzz_target!(|data: &[u8]| {
    let mut input = Input::new(data);
    let format = input.format();
    let given = Given::read(&mut input, format, |option| option.reads);
    let from = input.time(NOON);
    let to = input.time(from);
    let id = AnyId::from_bytes(&with_marks(format, input.rest()), format).ok();

    instant(format, from);
    // Ids of a read-only format need not sort by their time.
    if format.can_generate()
        && let Some(id) = id.filter(|id| !id.is_reserved())
        && let Ok(time) = id.timestamp()
    {
        let min = AnyId::min_at(time, format).expect("the time of an id");
        let max = AnyId::max_at(time, format).expect("the time of an id");
        assert!(min <= id && id <= max, "{id:?} in {min:?}..{max:?}");
    }
    let plain = AnyId::range(from, to, format);
    assert_eq!(AnyId::range_with(from, to, format, &Options::new()), plain);
    let asked = AnyId::range_with(from, to, format, &given.options);
    let default = Given::default();
    for (range, given) in [(plain, &default), (asked, &given)] {
        interval(format, given, (from, to), range, id);
    }
});

/// Checks that the bounds of an instant equal the bounds of the interval that contains only this
/// instant.
fn instant(format: Format, time: Timestamp) {
    let (min, max) = (AnyId::min_at(time, format), AnyId::max_at(time, format));
    let next = later(time, 1);
    if next > time {
        let alone = AnyId::range(time, next, format).map(RangeInclusive::into_inner);
        assert_eq!(alone.map(|bounds| bounds.0), min);
        assert_eq!(alone.map(|bounds| bounds.1), max);
    }
    match (min, max) {
        (Ok(min), Ok(max)) => {
            assert!(min <= max);
            let unit_ns = i128::from(format.resolution_ns().expect("a time"));
            for bound in [min, max] {
                let start = bound.timestamp().expect("a time").unix_ns();
                let late = time.unix_ns() - start;
                // A draft-01 fraction is finer than its tick.
                assert!(-unit_ns < late && late < unit_ns, "{bound:?} of {time}");
            }
        }
        (Err(a), Err(b)) => assert_eq!(a, b),
        (min, max) => panic!("{min:?}, but {max:?}"),
    }
}

fn interval(
    format: Format,
    given: &Given<'_>,
    (from, to): (Timestamp, Timestamp),
    range: Result<RangeInclusive<AnyId>, Error>,
    id: Option<AnyId>,
) {
    let (min, max) = match range {
        Ok(ids) => ids.into_inner(),
        Err(error) => {
            assert!(matches!(
                error.code(),
                ErrorCode::InvalidOption
                    | ErrorCode::NotApplicable
                    | ErrorCode::TimestampOutOfRange
            ));
            return;
        }
    };
    assert!(from < to && min <= max);
    let reading = given.reading(format);
    let time = |id: &AnyId| id.timestamp_with(&reading).map(|time| time.unix_ns());
    let unit_ns = given.unit_ns(format);
    // The ends of a layout in long units exceed the range of a timestamp.
    let (Ok(first), Ok(last)) = (time(&min), time(&max)) else {
        assert!(matches!(format, Format::Uuid8 | Format::Custom64));
        return;
    };
    // Only timeid skips a tick, so that a bound may lie one tick further inside.
    let gap = if format == Format::Timeid { unit_ns } else { 0 };
    assert!(first <= from.unix_ns() + gap && first > from.unix_ns() - unit_ns);
    assert!(last < to.unix_ns() && last >= to.unix_ns() - unit_ns - gap);
    for (bound, up) in [(min, false), (max, true)] {
        assert!(!bound.is_reserved());
        assert_eq!(AnyId::parse(&*bound.to_text(), format), Ok(bound));
        held(
            format,
            neighbour(bound, up),
            (min, max),
            (first, last),
            time,
        );
    }
    held(format, id, (min, max), (first, last), time);
}

/// Checks that an id lies between the bounds if and only if its time does.
fn held(
    format: Format,
    id: Option<AnyId>,
    (min, max): (AnyId, AnyId),
    (first, last): (i128, i128),
    time: impl Fn(&AnyId) -> Result<i128, Error>,
) {
    let Some(id) = id.filter(|id| !id.is_reserved()) else {
        return;
    };
    match time(&id) {
        Ok(time) => {
            let inside = first <= time && time <= last;
            // Bits above the time are ignored when a custom64 is read.
            let has_more = format == Format::Custom64 && id > max;
            assert!(
                (min <= id && id <= max) == inside || has_more,
                "{id:?} at {time}"
            );
        }
        Err(error) => {
            assert!(matches!(format, Format::Uuid8 | Format::Custom64));
            assert_eq!(code::<()>(Err(error)), Some(ErrorCode::TimestampOutOfRange));
        }
    }
}
