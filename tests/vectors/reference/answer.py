"""Answers to requests of the line protocol, in the form that a driver must give."""

from __future__ import annotations

import hashlib
import hmac
import time
from collections.abc import Callable

from . import bits, conversions, ids, lenient, prefixed, ranges, readings, spellings
from .formats import BY_NAME
from .generator import Generator
from .ids import Json
from .model import Clock, Format
from .refusal import Refusal, Unanswerable


def format_of(request: Json) -> Format:
    """The format that the request names."""
    name = str(request["format"])
    if name not in BY_NAME:
        raise Refusal("unknown_format")
    return BY_NAME[name]


def text_of(request: Json, key: str = "text") -> str:
    """A text of the request."""
    return str(request[key])


def mapping(request: Json, key: str) -> Json:
    """An object of the request; empty if absent."""
    value = request.get(key) or {}
    assert isinstance(value, dict)
    return value


def parse(request: Json) -> Json:
    format = format_of(request)
    return ids.describe(format, ids.parse(format, text_of(request)), mapping(request, "options"))


def from_bytes(request: Json) -> Json:
    format = format_of(request)
    return ids.describe(format, ids.from_bytes(format, text_of(request, "hex")))


def build(request: Json) -> Json:
    format = format_of(request)
    return ids.describe(format, ids.build(format, mapping(request, "fields")))


def forms(request: Json) -> Json:
    format = format_of(request)
    return dict(spellings.forms(format, ids.parse(format, text_of(request))))


def parse_lenient(request: Json) -> Json:
    return lenient.parse(format_of(request), text_of(request))


def near_misses(request: Json) -> Json:
    return lenient.near_misses(text_of(request))


def parse_form(request: Json) -> Json:
    return spellings.parse(format_of(request), text_of(request), text_of(request, "form"))


def byte_order(request: Json) -> Json:
    text, hexadecimal = (str(request[key]) if key in request else None for key in ("text", "hex"))
    return spellings.byte_order(format_of(request), text_of(request, "order"), text=text, hexadecimal=hexadecimal)


def prefix(request: Json) -> Json:
    return ranges.prefix(format_of(request), text_of(request, "prefix"))


def bounds(request: Json, find: Callable[[Format], Json]) -> Json:
    """The bounds of the request's format, with its prefix if it has one."""
    format = format_of(request)
    return prefixed.bounds(format, text_of(request, "prefix"), find) if "prefix" in request else find(format)


def at(request: Json) -> Json:
    options = mapping(request, "options")
    return bounds(request, lambda format: ranges.at(format, mapping(request, "unix"), options))


def sized(data: bytes) -> bytes:
    """Bytes, preceded by their length."""
    return len(data).to_bytes(4, "big") + data


def keyed(request: Json) -> Json:
    """The id of a time and a key: a text, or bytes in `hex` (R-KEY-1 to R-KEY-6)."""
    format = format_of(request)
    key = bytes.fromhex(text_of(request, "hex")) if "hex" in request else text_of(request, "key").encode()
    secret = text_of(request, "secret").encode() if "secret" in request else None
    clock = format.clock
    if type(clock) is not Clock or clock.signed or not format.is_made or format.layout.node is not None:
        raise Refusal("not_applicable")
    fixed = [clock.spans, *(mark.spans for mark in format.marks)]
    taken = {at for spans in fixed for first, width in spans for at in range(first, first + width)}
    free = tuple((at, 1) for at in range(format.bits) if at not in taken)
    if len(free) < 62:
        raise Refusal("not_applicable")
    if not key or (secret is not None and not 16 <= len(secret) <= 64):
        raise Refusal("invalid_length")
    tick = clock.tick(ids.nanoseconds(mapping(request, "unix")))
    if not clock.has(tick):
        raise Refusal("timestamp_out_of_range")
    names = sized(format.name.encode()) + sized(str(request.get("namespace", "")).encode())
    hashed = b"sortid keyed 1" + names + tick.to_bytes(8, "big", signed=True) + sized(key)
    digest = hashlib.sha256(hashed) if secret is None else hmac.new(secret, hashed, "sha256")
    value = clock.write(tick, format.bits)
    for mark in format.marks:
        value |= bits.put(mark.value, format.bits, mark.spans)
    leading = int.from_bytes(digest.digest(), "big") >> 256 - len(free)
    return {"text": format.text.encode(value | bits.put(leading, format.bits, free))}


def interval(request: Json) -> Json:
    start, end, options = (mapping(request, key) for key in ("from", "to", "options"))
    return bounds(request, lambda format: ranges.interval(format, start, end, options))


def convert(request: Json) -> Json:
    return conversions.convert(text_of(request), text_of(request, "format"), text_of(request, "to"))


def inspect(request: Json) -> Json:
    return readings.inspect(text_of(request))


def find_ids(request: Json) -> Json:
    formats = request.get("formats")
    return readings.find_ids(text_of(request), formats if isinstance(formats, list) else None)


def compare(request: Json) -> Json:
    format = format_of(request)
    a, b = (ids.order(format, ids.parse(format, text_of(request, key))) for key in ("a", "b"))
    return {"order": (a > b) - (a < b)}


def step(request: Json) -> Json:
    format = format_of(request)
    value = ids.parse(format, text_of(request))
    by = {"successor": 1, "predecessor": -1}[text_of(request, "to")]
    return {"text": format.text.encode(ids.stepped(format, value, by))}


def is_valid(request: Json) -> Json:
    try:
        ids.parse(format_of(request), text_of(request))
    except Refusal:
        return {"valid": False}
    return {"valid": True}


def formats(request: Json) -> Json:
    format = format_of(request)
    return {
        "code": format.code,
        "bits": format.bits,
        "text_len": format.text.longest,
        "text_len_min": format.text.shortest,
        "text_sorts": format.text_sorts,
        "bytes_sort": format.bytes_sort,
    }


def prefixed_parse(request: Json) -> Json:
    expected = text_of(request, "prefix") if "prefix" in request else None
    return prefixed.parse(format_of(request), text_of(request), expected)


def prefixed_text(request: Json) -> Json:
    return prefixed.write(format_of(request), text_of(request), text_of(request, "prefix"))


def prefix_of(request: Json) -> Json:
    return {"prefix": prefixed.prefix_of(text_of(request))}


def generator_of(request: Json) -> tuple[Generator, list[int] | None]:
    """The generator of a request, with a manual clock if the request scripts one."""
    options, times = dict(mapping(request, "options")), request.get("times")
    if "seed" in request:
        options["seed"] = request["seed"]
    if times is not None:
        options.setdefault("clock", "manual")
    found = Generator(format_of(request), options)
    if found.is_manual != (times is not None):
        raise Refusal("invalid_option")
    return found, [ids.nanoseconds(reading) for reading in times] if isinstance(times, list) else None


def generate(request: Json) -> Json:
    """The ids at the scripted times, without `texts` if these are random."""
    if "prefix" in request:
        return prefixed_generate(request)
    generator, times = generator_of(request)
    texts: list[str] = []
    try:
        for place in range(int(str(request["count"]))):
            texts.append(generator.next_at(times[min(place, len(times) - 1)] if times else time.time_ns()))
    except Refusal as refusal:
        refusal.texts = None if generator.entropy.was_random else texts
        raise
    return {"texts": texts} if is_computed(generator, times, texts) else {}


def prefixed_generate(request: Json) -> Json:
    """The answer for ids with a prefix, whose generator has no options."""
    format, prefix = format_of(request), text_of(request, "prefix")
    is_any = prefixed.made(format, prefix) is not format
    return {"prefix": prefix, "kind": "version_7" if is_any else None}


def is_computed(generator: Generator, times: list[int] | None, texts: list[str]) -> bool:
    """Whether the ids are the same in every language."""
    return not texts or (times is not None and not generator.entropy.was_random)


def after(request: Json) -> Json:
    """The id that `next_after` returns, after one id for each earlier reading."""
    generator, times = generator_of(request)
    value = ids.parse(generator.format, text_of(request))
    readings = times or [time.time_ns()]
    for reading in readings[:-1]:
        generator.next_at(reading)
    text = generator.next_after(readings[-1], value)
    return {"text": text} if is_computed(generator, times, [text]) else {}


def threads(request: Json) -> Json:
    """Checks the options only: the ids of concurrent threads are not deterministic."""
    generator_of(request)
    return {}


OPS: dict[str, Callable[[Json], Json]] = {
    "parse": parse,
    "from_bytes": from_bytes,
    "build": build,
    "forms": forms,
    "parse_lenient": parse_lenient,
    "near_misses": near_misses,
    "parse_form": parse_form,
    "byte_order": byte_order,
    "prefix": prefix,
    "at": at,
    "keyed": keyed,
    "range": interval,
    "convert": convert,
    "inspect": inspect,
    "find_ids": find_ids,
    "compare": compare,
    "step": step,
    "is_valid": is_valid,
    "formats": formats,
    "prefixed_parse": prefixed_parse,
    "prefixed_text": prefixed_text,
    "prefix_of": prefix_of,
    "generate": generate,
    "after": after,
    "threads": threads,
}


def answer(request: Json) -> Json:
    """`{"ok": …}`, or `{"error": …}` with offset and texts. `unsupported` if the reference does not compute it."""
    operation = OPS.get(str(request.get("op")))
    if operation is None:
        return {"error": "unsupported"}
    try:
        return {"ok": operation(request)}
    except Refusal as refusal:
        found: Json = {"error": refusal.code}
        if refusal.offset is not None:
            found["offset"] = refusal.offset
        if refusal.texts is not None:
            found["texts"] = refusal.texts
        return found
    except Unanswerable:
        return {"error": "unsupported"}
