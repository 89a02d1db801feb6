"""The parts of a format: fields, fixed bits, time, counter, node and random bits."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass

from . import bits
from .bits import Spans
from .texts import Codec

MS = 1_000_000
SECOND = 1_000_000_000


@dataclass(frozen=True)
class Field:
    """A named field (rulings, section 2; rulings 16, section 2). `below` is its limit unless a power of two."""

    name: str
    spans: Spans
    signed: bool = False
    below: int | None = None


@dataclass(frozen=True)
class Mark:
    """Bits with the same value in every valid id, and the error for another value."""

    spans: Spans
    value: int
    error: str


@dataclass(frozen=True)
class Clock:
    """The time of an id: ticks since an epoch. `first` and `last` bound the ticks of generated ids."""

    spans: Spans
    unit_ns: int
    epoch_ns: int = 0
    first: int = 0
    last: int = 0
    signed: bool = False

    def tick(self, ns: int) -> int:
        """The tick of a time, floored."""
        return (ns - self.epoch_ns) // self.unit_ns

    def start(self, tick: int) -> int:
        """The first nanosecond of a tick."""
        return tick * self.unit_ns + self.epoch_ns

    def read(self, value: int, size: int) -> int:
        """The time of an id in nanoseconds since 1970."""
        number = bits.get(value, size, self.spans)
        if self.signed and number >> bits.width(self.spans) - 1:
            number -= 1 << bits.width(self.spans)
        return self.start(number)

    def write(self, tick: int, size: int) -> int:
        """The bits of a tick."""
        return bits.put(tick % (1 << bits.width(self.spans)), size, self.spans)

    def bounds(self, first: int, last: int, size: int) -> tuple[int, int, Spans]:
        """The time bits of the smallest and the largest id of these ticks, and their span."""
        return self.write(first, size), self.write(last, size), self.spans

    def passes(self, tick: int) -> int:
        """The tick, or the next one if no id has it."""
        return tick

    def has(self, tick: int) -> bool:
        """Whether ids can be generated in this tick."""
        return self.first <= tick <= self.last


@dataclass(frozen=True)
class TimeIdClock(Clock):
    """The clock of `timeid`, which skips -1 us (R-TIMEID-3)."""

    def passes(self, tick: int) -> int:
        return 0 if tick == -1 else tick

    def bounds(self, first: int, last: int, size: int) -> tuple[int, int, Spans]:
        return super().bounds(self.passes(first), -2 if last == -1 else last, size)

    def has(self, tick: int) -> bool:
        return super().has(tick) and tick != -1


@dataclass(frozen=True)
class FractionClock(Clock):
    """Seconds and a binary fraction, for draft-01's version 7. A tick sets the bits of `sub` (R-V7D-1, R-V7D-2)."""

    seconds: Spans = ((0, 36),)
    whole: Spans = ((36, 12), (52, 12), (66, 62))
    sub: Spans = ((36, 12), (52, 12))

    @property
    def per_second(self) -> int:
        """The number of ticks per second."""
        return SECOND // self.unit_ns

    def read(self, value: int, size: int) -> int:
        seconds, fraction = bits.get(value, size, self.seconds), bits.get(value, size, self.whole)
        ns = seconds * SECOND + (fraction * SECOND >> bits.width(self.whole))
        return ns - ns % self.unit_ns

    def fraction(self, ticks: int, spans: Spans) -> int:
        """The smallest fraction in these bits that is at least `ticks` of a second."""
        return -(-(ticks << bits.width(spans)) // self.per_second)

    def write(self, tick: int, size: int) -> int:
        seconds, rest = divmod(tick, self.per_second)
        return bits.put(seconds, size, self.seconds) | bits.put(self.fraction(rest, self.sub), size, self.sub)

    def bounds(self, first: int, last: int, size: int) -> tuple[int, int, Spans]:
        seconds, rest = divmod(first, self.per_second)
        low = bits.put(seconds, size, self.seconds) | bits.put(self.fraction(rest, self.whole), size, self.whole)
        seconds, rest = divmod(last, self.per_second)
        top = self.fraction(rest + 1, self.whole) - 1
        return low, bits.put(seconds, size, self.seconds) | bits.put(top, size, self.whole), self.seconds + self.whole


@dataclass(frozen=True)
class MicrosecondClock(Clock):
    """Milliseconds, followed by microseconds in ten bits: SCRU160's alternative counter usage."""

    micros: Spans = ((48, 10),)

    def read(self, value: int, size: int) -> int:
        millis, micros = bits.get(value, size, self.spans), bits.get(value, size, self.micros)
        return self.start(millis * 1000 + min(micros, 999))

    def write(self, tick: int, size: int) -> int:
        millis, micros = divmod(tick, 1000)
        return bits.put(millis, size, self.spans) | bits.put(micros, size, self.micros)


@dataclass(frozen=True)
class MillisFractionClock(Clock):
    """Milliseconds and a 12-bit fraction, rounded down (RFC 9562 section 6.2, method 3; R-V7-US)."""

    fraction: Spans = ((52, 12),)

    @property
    def starts(self) -> list[int]:
        """The fraction at the start of each microsecond of a millisecond."""
        return [micros * 4096 // 1000 for micros in range(1001)]

    def read(self, value: int, size: int) -> int:
        millis, fraction = bits.get(value, size, self.spans), bits.get(value, size, self.fraction)
        return self.start(millis * 1000 + bisect_right(self.starts, fraction) - 1)

    def write(self, tick: int, size: int) -> int:
        millis, micros = divmod(tick, 1000)
        return bits.put(millis, size, self.spans) | bits.put(self.starts[micros], size, self.fraction)

    def bounds(self, first: int, last: int, size: int) -> tuple[int, int, Spans]:
        millis, micros = divmod(last, 1000)
        high = bits.put(millis, size, self.spans) | bits.put(self.starts[micros + 1] - 1, size, self.fraction)
        return self.write(first, size), high, self.spans + self.fraction


@dataclass(frozen=True)
class Counter:
    """A counter within a tick. It starts at `zero`, `random` or `kept` (reused) (R-GEN-3); `below` limits it."""

    spans: Spans
    start: str
    start_bits: int = 0
    below: int | None = None

    @property
    def last(self) -> int:
        """Its largest value."""
        return (self.below or 1 << bits.width(self.spans)) - 1


@dataclass(frozen=True)
class Node:
    """The node of a generator. Without a `value`, it draws `draw_bits` bits, from a shared list up to 16 bits."""

    spans: Spans
    draw_bits: int
    value: int | None = None
    always: int = 0
    below: int | None = None


@dataclass(frozen=True)
class Layout:
    """The rules for generating a format: a row of the table in rulings 16, section 4."""

    clock: Clock | None = None
    counter: Counter | None = None
    node: Node | None = None
    random: Spans = ()
    random_below: int | None = None
    machine: tuple[Spans, int] | None = None
    never_zero: bool = False
    permuted: Spans = ()
    resets: bool = True
    reset_is_safe: bool = True


@dataclass(frozen=True)
class Format:
    """A format: the row of its tables in the rulings."""

    code: int
    name: str
    bits: int
    text: Codec
    fields: tuple[Field, ...]
    layout: Layout
    source: str
    marks: tuple[Mark, ...] = ()
    below: int | None = None
    reserved: tuple[tuple[Spans, int, int], ...] = ()
    text_sorts: bool = True
    bytes_sort: bool = True
    order: tuple[Spans, ...] = ()
    prefixes: bool = True
    has_bounds: bool = True
    options: tuple[str, ...] = ()
    likely_from: int = 1_262_304_000
    only_likely: bool = False
    is_made: bool = True
    is_found: bool = False
    suffix: Codec | None = None
    has_prefixed: bool = True

    @property
    def clock(self) -> Clock | None:
        """The clock; `None` if ids have no time."""
        return self.layout.clock

    def field(self, name: str) -> Field | None:
        """The field of this name."""
        return next((field for field in self.fields if field.name == name), None)

    def largest(self) -> int:
        """The largest valid value, apart from fields that the text limits."""
        value = (self.below or 1 << self.bits) - 1
        for mark in self.marks:
            value = value & ~bits.ones(self.bits, mark.spans) | bits.put(mark.value, self.bits, mark.spans)
        return value
