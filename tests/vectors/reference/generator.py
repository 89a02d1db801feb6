"""Generating: one algorithm for all formats (rulings section 6, rulings 16 section 6).

All set-backs and leads are compared in whole ticks. A manual clock does not wait: a wait is `counter_exhausted`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from . import bits, ids, layouts, options
from .model import MS, Clock, Format, Layout
from .refusal import Refusal, Unanswerable
from .stream import Entropy

SHARED_NODE_BITS = 16


class Generator:
    """The state of one generator: the last tick, the counter in it, the highest reading, the node."""

    def __init__(self, format: Format, given: Mapping[str, object]) -> None:
        self.format = format
        if not format.is_made:
            raise Refusal("not_applicable" if options.are_known(given) else "invalid_option")
        self.options = options.parsed(format, given)
        layout = layouts.layout(format, self.options)
        if "state_file" in self.options or "lease_file" in self.options:
            raise Unanswerable("files")
        seed = self.options.get("seed")
        self.entropy = Entropy(seed if isinstance(seed, bytes) else None)
        self.is_manual = self.options.get("clock") == "manual"
        self.last: int | None = None
        self.high = 0
        self.counter = self.start = self.place = self.whitening = 0
        self.factors: tuple[int, ...] = ()
        self.resets = 0
        self.begun = 0
        self.passed: tuple[int, int] | None = None
        self.layout = self.drawn(layout)

    def drawn(self, layout: Layout) -> Layout:
        """The layout with a node, if one must be drawn, and the start of a reused counter (decision 5)."""
        node = layout.node
        self.draws_node = node is not None and node.value is None
        if node is not None and node.value is None:
            layout = replace(layout, node=replace(node, value=self.new_node(node.draw_bits, node.below) | node.always))
        if layout.counter is not None and layout.counter.start == "kept":
            self.start = self.entropy.draw(layout.counter.start_bits)
        return layout

    def new_node(self, width: int, below: int | None) -> int:
        """Draws a node."""
        return self.entropy.below(width, below)

    def limit(self, name: str, default: int) -> int | None:
        """A limit in whole ticks; `None` if unlimited (rulings 16, 10a.7)."""
        assert self.layout.clock
        value = self.options.get(name, default)
        return None if value is None else int(str(value)) * MS // self.layout.clock.unit_ns

    def next_at(self, ns: int) -> str:
        """The next id at a clock reading."""
        clock = self.layout.clock
        if clock is not None:
            self.advance(clock, clock.tick(ns))
        return self.format.text.encode(self.value())

    def next_after(self, ns: int, value: int) -> str:
        """An id that is greater than the given one and all earlier ones (R-GEN-10)."""
        clock = self.layout.clock
        if clock is None:
            raise Refusal("not_applicable")
        tick, given = clock.tick(ns), clock.tick(clock.read(value, self.format.bits))
        if ids.is_reserved(self.format, value) and clock.has(given):
            # Its time bits are those of ordinary ids, but no ordinary id is greater.
            raise Refusal("timestamp_out_of_range")
        if self.format.name == "custom64" and value >> 64 - min(at for at, _ in clock.spans):
            # Bits above the time are set.
            raise Refusal("timestamp_out_of_range")
        if self.last is not None and given < self.last:
            return self.next_at(ns)
        if tick <= given:
            self.judge_set_back(clock, tick, given)
            target = clock.passes(given + 1)
            lead = self.limit("max_lead_ms", 1000)
            if target > clock.last:
                raise Refusal("timestamp_out_of_range")
            if lead is not None and target - self.high > lead:
                raise Refusal("lead_exceeded")
            self.begin(target)
            return self.format.text.encode(self.value())
        return self.next_at(ns)

    def judge_set_back(self, clock: Clock, tick: int, given: int) -> None:
        """Records the reading, for an id at or after it."""
        if tick < clock.first and self.last is None:
            raise Refusal("timestamp_out_of_range")
        tolerance = self.limit("rollback_tolerance_ms", 10_000)
        if self.last is None:
            self.high = tick
        elif tolerance is not None and self.high - tick > tolerance:
            raise Refusal("clock_rollback")
        self.high = max(self.high, tick)

    def advance(self, clock: Clock, tick: int) -> None:
        """Moves to the next tick or counter value at a clock reading."""
        tick = clock.passes(tick)
        if tick > clock.last:
            raise Refusal("timestamp_out_of_range")
        if self.last is None:
            if tick < clock.first:
                raise Refusal("timestamp_out_of_range")
            self.high, self.begun = tick, tick
            self.begin(tick)
            return
        tolerance = self.limit("rollback_tolerance_ms", 10_000)
        if tolerance is not None and self.high - tick > tolerance:
            self.roll_back(clock, tick)
            return
        self.high = max(self.high, tick)
        if tick > self.last:
            self.begin(tick)
        elif self.has_room():
            self.counter += 1
            self.place += 1
        else:
            self.move_on(clock)

    def has_room(self) -> bool:
        """Whether the tick has room for another id."""
        if self.layout.permuted:
            if self.options.get("order") == "monotonic":
                return self.counter < (1 << bits.width(self.layout.permuted)) - 1
            return self.place < (1 << bits.width(self.layout.permuted)) - 1
        return self.layout.counter is not None and self.counter < self.layout.counter.last

    def move_on(self, clock: Clock) -> None:
        """Steps from a full tick ahead of the clock, by at most the lead (R-GEN-1)."""
        assert self.last is not None
        if self.options.get("on_exhausted") == "error":
            raise Refusal("counter_exhausted")
        tick = clock.passes(self.last + 1)
        if tick > clock.last:
            raise Refusal("timestamp_out_of_range")
        lead = self.limit("max_lead_ms", 1000)
        if lead is not None and tick - self.high > lead:
            raise Refusal("counter_exhausted")
        self.begin(tick)

    def roll_back(self, clock: Clock, tick: int) -> None:
        """Handles a clock that was set back beyond the tolerance (R-GEN-2)."""
        default = "reset" if self.layout.resets else "error"
        if self.options.get("on_rollback", default) == "error":
            raise Refusal("clock_rollback")
        if tick < clock.first:
            raise Refusal("timestamp_out_of_range")
        assert self.last is not None
        low, high = self.passed or (self.begun, self.last)
        self.passed = min(low, self.begun), max(high, self.last)
        self.judge_passed(tick)
        self.redraw()
        self.high, self.begun = tick, tick
        self.begin(tick)

    def redraw(self) -> None:
        """Resets: takes the next node, or redraws a wide one, then redraws the start of a reused counter."""
        node = self.layout.node
        if self.draws_node and node is not None and node.value is not None:
            if node.draw_bits > SHARED_NODE_BITS:
                value = self.new_node(node.draw_bits, node.below) | node.always
            else:
                self.resets += 1
                if self.resets >> node.draw_bits:
                    raise Refusal("clock_rollback")
                value = (node.value + 1) % (1 << node.draw_bits)
            self.layout = replace(self.layout, node=replace(node, value=value))
        counter = self.layout.counter
        if counter is not None and counter.start == "kept":
            self.start = self.entropy.draw(counter.start_bits)

    def judge_passed(self, tick: int) -> None:
        """Closes passed ticks if a reset could repeat an id in them (decision 6)."""
        if self.passed and not self.layout.reset_is_safe and self.passed[0] <= tick <= self.passed[1]:
            raise Refusal("clock_rollback")

    def begin(self, tick: int) -> None:
        """Begins a tick with the format's initial counter (R-GEN-3, R16-GEN-1)."""
        self.judge_passed(tick)
        self.last, self.place = tick, 0
        counter, width = self.layout.counter, bits.width(self.layout.permuted)
        if counter is not None:
            if counter.start == "random":
                self.counter = self.entropy.draw(counter.start_bits)
            else:
                self.counter = self.start
        elif width and self.options.get("order") == "monotonic":
            self.counter = self.entropy.draw(width)
        elif width:
            self.factors = tuple(self.entropy.draw(width) for _ in range(3))
            self.whitening = self.entropy.draw(width)

    def permuted(self, width: int) -> int:
        """The random part of the next xid: no value repeats within a millisecond (R-GEN-5, decision 5)."""
        if self.options.get("order") == "monotonic":
            return self.counter
        value = self.place
        for factor in self.factors:
            value = value * (factor | 1) % (1 << width)
            value ^= value >> 11
        return value ^ self.whitening

    def value(self) -> int:
        """The id of the current tick and counter, with new random bits."""
        layout, size = self.layout, self.format.bits
        value = 0
        for mark in self.format.marks:
            value |= bits.put(mark.value, size, mark.spans)
        if layout.clock is not None and self.last is not None:
            value |= layout.clock.write(self.last, size)
        if layout.counter is not None:
            value |= bits.put(self.counter, size, layout.counter.spans)
        if layout.permuted:
            value |= bits.put(self.permuted(bits.width(layout.permuted)), size, layout.permuted)
        if layout.node is not None and layout.node.value is not None:
            value |= bits.put(layout.node.value, size, layout.node.spans)
        machine = bits.put(layout.machine[1], size, layout.machine[0]) if layout.machine else 0
        drawn = self.random_bits()
        while layout.never_zero and not (machine or drawn):
            drawn = self.random_bits()
        return value | machine | drawn

    def random_bits(self) -> int:
        """Draws the random bits of one id."""
        layout = self.layout
        number = self.entropy.below(bits.width(layout.random), layout.random_below)
        return bits.put(number, self.format.bits, layout.random)
