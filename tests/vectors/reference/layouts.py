"""The layout of a format with given options: epoch, node, widths, precision."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from .bits import Spans, width
from .model import (
    MS,
    SECOND,
    Clock,
    Counter,
    Format,
    FractionClock,
    Layout,
    MicrosecondClock,
    MillisFractionClock,
    Node,
)
from .refusal import Refusal

Options = Mapping[str, object]
NODE_BITS = 10
# The formats whose layout the application chooses: their bits alone encode no time.
CHOSEN = ("uuid8", "custom64")
# Presets: the bits of node and sequence, of both and the time, unit, epoch, whether the sequence comes first.
PRESETS = {
    "": (10, 12, 63, MS, 1_288_834_974_657, False),
    "sonyflake_v2": (16, 8, 63, 10 * MS, 1_735_689_600_000, True),
    "uid_generator": (22, 13, 63, SECOND, 1_463_673_600_000, False),
    "yitter": (6, 6, 63, MS, 1_582_136_402_000, False),
    "cockroachdb": (15, 0, 63, MS // 100, 1_420_070_400_000, False),
    "tiktok": (0, 32, 64, SECOND, 0, False),
    "discord": (10, 12, 64, MS, 1_420_070_400_000, False),
    "simpleflake": (0, 23, 64, MS, 946_702_800_000, False),
}
NODES = ("datacenter", "clock_id", "node", "machine", "shard")
# With an assigned node the counter starts at 0, as in the original; with a drawn one at random (decision 5).
COUNTED_FROM_ZERO = ("snowflake", "flake_idgen", "uid11_snowish", "sharding_id")


def number(options: Options, name: str, default: int = 0) -> int:
    """The value of an integer option."""
    value = options.get(name, default)
    assert isinstance(value, int)
    return value


def layout(format: Format, options: Options) -> Layout:
    """The format's layout as changed by the options."""
    found = LAYOUTS.get(format.name, fixed)(format, options)
    found = with_machine(found, options)
    if "epoch_unix_ms" in options and found.clock and format.name not in CHOSEN:
        epoch = number(options, "epoch_unix_ms") * MS
        if epoch % found.clock.unit_ns:
            raise Refusal("invalid_option")
        found = replace(found, clock=replace(found.clock, epoch_ns=epoch))
    return found


def fixed(format: Format, options: Options) -> Layout:
    """The format's layout with the user's node (R-GEN-4, rulings 16 section 6)."""
    found = format.layout
    if format.name in COUNTED_FROM_ZERO and any(name in options for name in NODES):
        assert found.counter
        found = replace(found, counter=Counter(found.counter.spans, "zero"))
    if "datacenter" in options:
        return with_node(found, number(options, "datacenter") * 32 + number(options, "worker"))
    for name in NODES[1:]:
        if name in options:
            return with_node(found, number(options, name), safe=format.name == "cuid")
    return found


def with_node(found: Layout, node: int, *, safe: bool = False) -> Layout:
    """The layout with this node. Resets may then repeat ids unless enough bits are random (R16-GEN-4)."""
    assert found.node
    if node >= (found.node.below or 1 << width(found.node.spans)):
        raise Refusal("invalid_option")
    return replace(found, node=replace(found.node, value=node), resets=safe, reset_is_safe=safe)


def with_machine(found: Layout, options: Options) -> Layout:
    """The layout with a machine id in the top bits of a UUID's node, the last span of random bits."""
    if "machine_id" not in options:
        return found
    bits, machine = number(options, "machine_bits", 16), number(options, "machine_id")
    if machine >> bits:
        raise Refusal("invalid_option")
    first, size = found.random[-1]
    random = (*found.random[:-1], (first + bits, size - bits))
    return replace(found, random=random, machine=(((first, bits),), machine))


def uuid7(format: Format, options: Options) -> Layout:
    """RFC 9562 section 6.2: method 1 with milliseconds, method 3 with microseconds before the counter (R-V7-US)."""
    precision, clock = options.get("precision", "ms"), format.layout.clock
    assert clock
    if precision == "ms":
        return format.layout
    if precision != "us":
        raise Refusal("invalid_option")
    last = ((1 << 48) - 1) * 1000 + 999
    return replace(
        format.layout,
        clock=MillisFractionClock(clock.spans, 1000, 0, 0, last),
        counter=Counter(((66, 30),), "random", 29),
    )


def ulid(format: Format, options: Options) -> Layout:
    """A ULID that is also a UUID version 7: the counter is in its other 74 random bits (R-ULID-V7)."""
    if not options.get("as_uuid7"):
        return format.layout
    counter = Counter(((52, 12), (66, 62)), "random", 74)
    return replace(format.layout, counter=counter, machine=(((48, 4), (64, 2)), 0b0111_10))


def draft01(format: Format, options: Options) -> Layout:
    """Figures 3, 4 and 5 of the draft: 12, 24 or 38 bits of sub-second, 14, 14 or 8 of sequence (R-V7D-2)."""
    unit, sub, counter, random = {
        "ms": (MS, ((36, 12),), ((52, 12),), ((66, 62),)),
        "us": (1000, ((36, 12), (52, 12)), ((66, 14),), ((80, 48),)),
        "ns": (1, ((36, 12), (52, 12), (66, 14)), ((80, 8),), ((88, 40),)),
    }[str(options.get("precision", "us"))]
    clock = FractionClock((), unit, 0, 0, (1 << 36) * (10**9 // unit) - 1, sub=sub)
    return replace(format.layout, clock=clock, counter=Counter(counter, "zero"), random=random)


def uuid8(format: Format, options: Options) -> Layout:
    """Figure 6 of the draft and R-UUID8-1."""
    bits, unit = number(options, "timestamp_bits", 48), number(options, "unit_ns", MS)
    if bits not in (32, 48, 60, 64):
        raise Refusal("invalid_option")
    time: Spans = ((0, min(bits, 48)),) if bits < 60 else ((0, 48), (52, 12))
    unit *= 16 if bits == 64 else 1
    clock = Clock(time, unit, number(options, "epoch_unix_ms") * MS, 0, (1 << width(time)) - 1)
    counter, rest = (((52, 12),), ((66, 62),)) if bits < 60 else (((66, 8),), ((74, 54),))
    found = Layout(clock, Counter(counter, "zero"), random=rest, never_zero=True)
    if "node" in options:
        node = number(options, "node")
        if not 0 < node < 1 << width(rest):
            raise Refusal("invalid_option")
        found = replace(found, random=(), node=Node(rest, 0, node), never_zero=False, resets=False, reset_is_safe=False)
    return found


def custom64(format: Format, options: Options) -> Layout:
    """Time, node and sequence from the left, with the widths of the options or a preset. The time gets the rest."""
    preset = str(options.get("preset", ""))
    node_bits, sequence_bits, bits, unit, epoch, reverse = PRESETS[preset]
    node_bits, sequence_bits = number(options, "node_bits", node_bits), number(options, "sequence_bits", sequence_bits)
    time = number(options, "timestamp_bits", bits - node_bits - sequence_bits)
    unit, epoch = number(options, "unit_ns", unit), number(options, "epoch_unix_ms", epoch) * MS
    if max(node_bits, sequence_bits) > 32 or not 1 <= time <= 63 or time + node_bits + sequence_bits > 64:
        raise Refusal("invalid_option")
    if (preset and epoch % unit) or (node_bits == 0 and ("node" in options or "lease_file" in options)):
        raise Refusal("invalid_option")
    if "field_order" in options:
        reverse = options["field_order"] == "sequence_node"
    node_at, counter_at = 64 - node_bits - sequence_bits, 64 - sequence_bits
    if reverse:
        node_at, counter_at = 64 - node_bits, 64 - node_bits - sequence_bits
    clock = Clock(((64 - time - node_bits - sequence_bits, time),), unit, epoch, 0, (1 << time) - 1)
    start = ("zero", 0) if "node" in options else ("random", sequence_bits - 1)
    counter = Counter(((counter_at, sequence_bits),), *start) if sequence_bits else None
    found = Layout(clock, counter, resets=False, reset_is_safe=False)
    if node_bits:
        found = replace(found, node=Node(((node_at, node_bits),), node_bits), resets=True, reset_is_safe=True)
    return with_node(found, number(options, "node")) if "node" in options else found


def scru160(format: Format, options: Options) -> Layout:
    """The two usages of the counter, its extension, and a node id in the low bits of `random16` (R-GEN-3)."""
    extra, micros = number(options, "counter_bits"), options.get("usage") == "microsecond"
    counter: Spans = ((58, 6 + extra),) if micros else ((48, 16 + extra),)
    most = width(counter) - 1
    start = number(options, "counter_seed_bits", most)
    if start > most:
        raise Refusal("invalid_option")
    clock = format.layout.clock
    assert clock
    if micros:
        clock = MicrosecondClock(clock.spans, 1000, 0, 1000, ((1 << 48) - 1) * 1000 - 1)
    found = Layout(clock, Counter(counter, "random", start))
    left = 16 - extra
    if "node_id" in options:
        bits = number(options, "node_bits", left)
        if not 1 <= bits <= left or number(options, "node_id") >> bits:
            raise Refusal("invalid_option")
        left -= bits
        found = replace(found, node=Node(((80 - bits, bits),), 0, number(options, "node_id")))
    elif "node_bits" in options:
        raise Refusal("invalid_option")
    return replace(found, random=((64 + extra, left), (80, 80)))


def shared(first: int, size: int, option: str, allowed: range) -> Callable[[Format, Options], Layout]:
    """The node and the counter that share `size` bits in `tsid` and `scru64` (R-NODE-BITS)."""

    def found(format: Format, options: Options) -> Layout:
        bits, has_node = number(options, "node_bits", NODE_BITS), option in options
        if bits not in allowed or (bits == 0 and has_node) or (bits not in (0, NODE_BITS) and not has_node):
            raise Refusal("invalid_option")
        left = size - bits
        counter = Counter(((first + bits, left),), "random", left - 1)
        own = replace(format.layout, counter=counter, node=Node(((first, bits),), NODE_BITS))
        if bits == 0:
            return replace(own, node=None, resets=False, reset_is_safe=False)
        return with_node(own, number(options, option)) if has_node else own

    return found


LAYOUTS: dict[str, Callable[[Format, Options], Layout]] = {
    "uuid7": uuid7,
    "uuid7_draft01": draft01,
    "ulid": ulid,
    "uuid8": uuid8,
    "custom64": custom64,
    "scru160": scru160,
    "tsid": shared(42, 22, "node", range(21)),
    "scru64": shared(40, 24, "node_id", range(1, 24)),
}
