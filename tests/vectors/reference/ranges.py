"""The smallest and the largest id of an instant, of an interval and of a text prefix (rulings, section 7)."""

from __future__ import annotations

from collections.abc import Mapping

from . import bits, ids, layouts
from .ids import Json
from .model import Clock, Format
from .refusal import Refusal


def texts(format: Format, low: int, high: int) -> Json:
    """Two bounds as canonical text."""
    return {"min": format.text.encode(low), "max": format.text.encode(high)}


def bounds(format: Format, clock: Clock, first: int, last: int) -> Json:
    """The bounds of the ticks from `first` to `last`: all other bits 0, and all other bits 1."""
    if clock.signed and first != last:
        first, last = clock.passes(first), -2 if last == -1 else last
    if not (clock.has(first) and clock.has(last)):
        raise Refusal("timestamp_out_of_range")
    low, high, time = clock.bounds(first, last, format.bits)
    for mark in format.marks:
        marked = bits.put(mark.value, format.bits, mark.spans)
        low, high = low | marked, high | marked
    for field in format.fields:
        if format.name == "tid" and field.name == "reserved":
            continue  # 0 in every id that is generated (R-TID-2)
        if format.name == "custom64":
            high |= (1 << format.bits - sum(time[-1])) - 1  # what is above the time is 0
            continue
        if field.below is not None and field.spans != time:
            high |= bits.put(field.below - 1, format.bits, field.spans)
        else:
            high |= bits.ones(format.bits, remainder(field.spans, time))
    return texts(format, low, high)


def remainder(spans: bits.Spans, without: bits.Spans) -> bits.Spans:
    """The bits of spans that are not in other spans, one by one."""
    taken = {at for first, width in without for at in range(first, first + width)}
    return tuple((at, 1) for first, width in spans for at in range(first, first + width) if at not in taken)


def clock_of(format: Format, given: Mapping[str, object] | None) -> Clock:
    """The clock with these options; a custom layout has one if they define it."""
    found = ids.read_with(format, given)
    clock = None if format.name in layouts.CHOSEN and not found else layouts.layout(format, found).clock
    if clock is None or not format.has_bounds:
        raise Refusal("not_applicable")
    return clock


def at(format: Format, time: Mapping[str, object], given: Mapping[str, object] | None = None) -> Json:
    """The bounds of an instant, floored to the tick."""
    clock = clock_of(format, given)
    tick = clock.tick(ids.nanoseconds(time))
    return bounds(format, clock, tick, tick)


def interval(format: Format, start: Json, end: Json, given: Mapping[str, object] | None) -> Json:
    """The bounds of `[start, end)`: `start` is floored to the tick, `end` rounded up."""
    clock = clock_of(format, given)
    first_ns, end_ns = ids.nanoseconds(start), ids.nanoseconds(end)
    if end_ns <= first_ns:
        raise Refusal("invalid_option")
    return bounds(format, clock, clock.tick(first_ns), clock.tick(end_ns - 1))


def prefix(format: Format, text: str) -> Json:
    """The bounds of all ids whose text has this prefix (R-UID11-2, R16-PRE-1, R16-PRE-2)."""
    if not format.prefixes:
        raise Refusal("not_applicable")
    raw = text.encode("utf-8", "surrogatepass")
    low, high = format.text.prefix(raw)
    for mark in format.marks:
        if mark.error == "out_of_range":
            continue
        high_mark, low_mark = (bits.get(value, format.bits, mark.spans) for value in (high, low))
        if not low_mark <= mark.value <= high_mark:
            raise Refusal(mark.error)
        marked = bits.put(mark.value, format.bits, mark.spans)
        clear = ~bits.ones(format.bits, mark.spans)
        low, high = low & clear | marked, high & clear | marked
    if format.clock is not None and format.clock.signed:
        minus_one = (1 << 54) - 1
        if low >> 10 == minus_one:
            raise Refusal("out_of_range")
        if high >> 10 == minus_one:
            high = (minus_one - 1) << 10 | 1023
    elif format.name not in ("sid", "cuid"):
        high = min(high, format.largest())
    if low > high:
        raise Refusal("out_of_range")
    return texts(format, low, high)
