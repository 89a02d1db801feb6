"""Single ids: parsing, bytes, fields and properties."""

from __future__ import annotations

from collections.abc import Mapping

from . import bits, layouts, options
from .model import SECOND, Clock, Format
from .refusal import Refusal

Json = dict[str, object]


def unix(ns: int) -> Json:
    """A time in the line protocol: whole seconds, floored, and nanoseconds."""
    return {"seconds": str(ns // SECOND), "nanos": ns % SECOND}


def nanoseconds(time: Mapping[str, object]) -> int:
    """Converts a time of the line protocol to nanoseconds since 1970."""
    return int(str(time["seconds"])) * SECOND + int(str(time["nanos"]))


def judged(format: Format, value: int, text: bytes | None = None) -> int:
    """Returns the value if the format's fixed bits and limits are valid (rulings, section 3)."""
    for mark in format.marks:
        if bits.get(value, format.bits, mark.spans) != mark.value:
            at = None if text is None else format.text.offset(len(text), mark.spans[0][0])
            raise Refusal(mark.error, at)
    if format.below is not None and value >= format.below:
        raise Refusal("out_of_range")
    for field in format.fields:
        if field.below is not None and bits.get(value, format.bits, field.spans) >= field.below:
            raise Refusal("out_of_range")
    if isinstance(format.clock, Clock) and format.clock.signed and value >> 10 == (1 << 54) - 1:
        raise Refusal("out_of_range")  # timeid's -1 us: R-TIMEID-3
    return value


def parse(format: Format, text: str) -> int:
    """The value of a text."""
    raw = text.encode("utf-8", "surrogatepass")
    return judged(format, format.text.decode(raw), raw)


def from_bytes(format: Format, hexadecimal: str) -> int:
    """The value of bytes, big-endian."""
    if len(hexadecimal) != format.bits // 4:
        raise Refusal("invalid_length")
    return judged(format, int(hexadecimal, 16))


def build(format: Format, given: Mapping[str, object]) -> int:
    """The value of fields; absent ones are 0. Accepts the same values as parsing (R-ERR-2)."""
    value = 0
    for mark in format.marks:
        value |= bits.put(mark.value, format.bits, mark.spans)
    for name, content in given.items():
        field = format.field(name)
        if field is None:
            raise Refusal("invalid_field")
        number, width = int(str(content)), bits.width(field.spans)
        low, high = (-(1 << width - 1), (1 << width - 1) - 1) if field.signed else (0, (field.below or 1 << width) - 1)
        if not low <= number <= high:
            raise Refusal("invalid_field")
        if field.signed and number == -1:
            raise Refusal("timestamp_out_of_range")
        value |= bits.put(number % (1 << width), format.bits, field.spans)
    return value


def fields(format: Format, value: int) -> dict[str, str]:
    """The fields by name, as decimal digits."""
    found = {}
    for field in format.fields:
        number, width = bits.get(value, format.bits, field.spans), bits.width(field.spans)
        if field.signed and number >> width - 1:
            number -= 1 << width
        found[field.name] = str(number)
    return found


def read_with(format: Format, given: Mapping[str, object] | None) -> dict[str, object]:
    """The options that affect how a time is read. Those of generators must be valid, and have no effect."""
    found = options.parsed(format, given)
    layouts.layout(format, found)
    return options.of_reading(format, found)


def time(format: Format, value: int, given: Mapping[str, object] | None = None) -> int | None:
    """The time in nanoseconds; `None` if there is none. A custom layout has one if options define it (R-UUID8-1)."""
    found = read_with(format, given)
    if format.name in layouts.CHOSEN and not found:
        return None
    if format.name == "uuid7_draft01":
        found.setdefault("precision", "ns")  # R-V7D-1
    clock = layouts.layout(format, found).clock
    return None if clock is None else clock.read(value, format.bits)


def is_reserved(format: Format, value: int) -> bool:
    """Whether the id is reserved: it is parsed but never generated."""
    return any(low <= bits.get(value, format.bits, spans) <= high for spans, low, high in format.reserved)


def stepped(format: Format, value: int, by: int) -> int:
    """The id whose integer is greater by `by`, if all values are ids of the format (R-STEP)."""
    is_every_value = not format.marks and format.below is None and all(field.below is None for field in format.fields)
    if not is_every_value or not format.bytes_sort:
        raise Refusal("not_applicable")
    if not 0 <= value + by < 1 << format.bits:
        raise Refusal("out_of_range")
    return value + by


def kind(format: Format, value: int) -> str | None:
    """The kind of an `any_uuid`; `None` for other formats (R-ANY-2)."""
    if format.name != "any_uuid":
        return None
    if value in (0, (1 << 128) - 1):
        return "max" if value else "nil"
    variant = bits.get(value, 128, ((64, 3),))
    if variant < 4:
        return "ncs"
    if variant >= 6:
        return "microsoft" if variant == 6 else "future"
    return f"version_{bits.get(value, 128, ((48, 4),))}"


def describe(format: Format, value: int, given: Mapping[str, object] | None = None) -> Json:
    """The answer of the operations `parse`, `from_bytes` and `build`."""
    ns = time(format, value, given)
    return {
        "text": format.text.encode(value),
        "hex": f"{value:0{format.bits // 4}x}",
        "fields": fields(format, value),
        "unix": None if ns is None else unix(ns),
        "reserved": is_reserved(format, value),
        "kind": kind(format, value),
    }


def order(format: Format, value: int) -> tuple[int, ...]:
    """The sort key of ids of a format (R-TIMEID-6, R16-ORD-1, R-U1-2)."""
    if format.clock is not None and format.clock.signed:
        return (value - (1 << 64) if value >> 63 else value,)
    return tuple(bits.get(value, format.bits, spans) for spans in format.order) or (value,)
