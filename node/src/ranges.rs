//! Bounds: the smallest id to the first slot, the largest to the second.

use std::ops::RangeInclusive;

use sortid::Id;

use crate::call::{Answer, Call, functions};
use crate::registers::format_of;

functions! {
    "at" at;
    "range" range;
    "rangeOf" range_of;
    "prefixRange" prefix_range;
}

fn bounds(call: &Call<'_>, ids: RangeInclusive<Id>) -> Answer {
    call.registers().set_id(0, *ids.start());
    call.registers().set_id(1, *ids.end());
    call.nothing()
}

/// `(code, names, values)`: the bounds of the instant in the first register.
fn at(call: &Call<'_>) -> Answer {
    let (format, time) = (format_of(call.number(0)?)?, call.registers().time(0)?);
    let options = call.options(1, 2)?;
    let min = Id::min_at_with(time, format, &options)?;
    bounds(call, min..=Id::max_at_with(time, format, &options)?)
}

/// `(generator)`: the bounds of the interval in both registers, by the options of a generator.
fn range_of(call: &Call<'_>) -> Answer {
    let registers = call.registers();
    let ids = call
        .generator()?
        .range(registers.time(0)?, registers.time(1)?)?;
    bounds(call, ids)
}

/// `(code, names, values)`: the bounds of the interval in both registers, the later end not in it.
fn range(call: &Call<'_>) -> Answer {
    let (registers, format) = (call.registers(), format_of(call.number(0)?)?);
    let (from, to) = (registers.time(0)?, registers.time(1)?);
    bounds(
        call,
        Id::range_with(from, to, format, &call.options(1, 2)?)?,
    )
}

/// `(prefix, code)`
fn prefix_range(call: &Call<'_>) -> Answer {
    let format = format_of(call.number(1)?)?;
    call.with_text(0, |prefix| bounds(call, Id::prefix_range(prefix, format)?))
}
