//! Bounds: the smallest id is written to the first slot, the largest to the second.

use std::ops::RangeInclusive;

use sortid::{AnyId, Timestamp};

use crate::call::{Answer, Call, Failure, Thrown, functions};
use crate::registers::format_of;

functions! {
    "at" at;
    "range" range;
    "rangeOf" range_of;
    "prefixRange" prefix_range;
}

fn bounds(call: &Call<'_>, ids: RangeInclusive<AnyId>) -> Answer {
    call.registers().set_id(0, *ids.start());
    call.registers().set_id(1, *ids.end());
    call.nothing()
}

/// `(code, names, values)`: the bounds of the instant in the first register.
fn at(call: &Call<'_>) -> Answer {
    let (format, time) = (format_of(call.number(0)?)?, call.registers().time(0)?);
    let options = call.options(1, 2)?;
    let min = AnyId::min_at_with(time, format, &options)?;
    bounds(call, min..=AnyId::max_at_with(time, format, &options)?)
}

/// `(generator, given)`: the bounds of an interval, by a generator's options.
fn range_of(call: &Call<'_>) -> Answer {
    let (from, to) = interval(call, call.number(1)?)?;
    bounds(call, call.generator()?.open_range(from, to)?)
}

/// `(code, names, values, given)`: the bounds of an interval that excludes its later end.
fn range(call: &Call<'_>) -> Answer {
    let (format, options) = (format_of(call.number(0)?)?, call.options(1, 2)?);
    let (from, to) = interval(call, call.number(3)?)?;
    bounds(call, AnyId::open_range(from, to, format, &options)?)
}

/// The ends in the two registers; bits 1 and 2 of `given` are set for ends that are not open.
fn interval(
    call: &Call<'_>,
    given: u32,
) -> Result<(Option<Timestamp>, Option<Timestamp>), Failure> {
    let end = |place: usize| match given >> place & 1 {
        0 => Ok(None),
        _ => call.registers().time(place).map(Some),
    };
    Ok((end(0)?, end(1)?))
}

/// `(prefix, code)`: the bounds of ids whose texts begin with a prefix.
fn prefix_range(call: &Call<'_>) -> Answer {
    let format = format_of(call.number(1)?)?;
    call.with_text(0, |prefix| {
        let ids = AnyId::prefix_range(prefix, format);
        bounds(
            call,
            ids.map_err(|error| Thrown::describing(error, prefix))?,
        )
    })
}
