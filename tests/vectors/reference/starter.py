"""A starting vector file for a format: `new FORMAT` writes it, to be reviewed and extended."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from . import bits, conversions, derive, ids, prefixed, vectors
from .answer import answer
from .formats import BY_NAME
from .model import SECOND, Clock, Format
from .refusal import Refusal

COMMENT = (
    "Expected values are typed in from the named texts or computed by an independent reference written from them, "
    "never by the library."
)
CORNER = "corner case"
NOW = ids.nanoseconds(derive.SECOND)
SEED = bytes(range(32)).hex()
# The options that set a node, each with a value.
NODE_OPTIONS = ("clock_id", "node", "machine", "shard", "node_id", "machine_id")
HOUR = 3600 * SECOND

Case = dict[str, Any]


def ranges_of(symbols: str) -> str:
    """The symbols of an alphabet, with `a-f` for a run of three or more; a hyphen comes first."""
    rest, found = sorted(set(symbols) - {"-"}), "-" if "-" in symbols else ""
    while rest:
        run = 1
        while run < len(rest) and ord(rest[run]) == ord(rest[0]) + run:
            run += 1
        found += f"{rest[0]}-{rest[run - 1]}" if run > 2 else "".join(rest[:run])
        rest = rest[run:]
    return found


def accepted(format: Format, text: str) -> str:
    """The symbols of texts of this shape: those that are valid in the last place."""
    symbols = []
    for code in range(0x21, 0x7F):
        try:
            format.text.decode((text[:-1] + chr(code)).encode())
        except Refusal as refusal:
            if refusal.code == "invalid_character":
                continue
        symbols.append(chr(code))
    return "".join(symbols)


def lengths(format: Format) -> list[int | list[int]]:
    """The lengths of texts; ranges as pairs."""
    found: list[list[int]] = []
    for length in range(1, 64):
        try:
            format.text.decode(b"?" * length)
        except Refusal as refusal:
            if refusal.code == "invalid_length":
                continue
        if found and found[-1][1] == length - 1:
            found[-1][1] = length
        else:
            found.append([length, length])
    runs: list[int | list[int]] = []
    for first, last in found:
        runs += [[first, last]] if last - first > 1 else range(first, last + 1)
    return runs


def head(format: Format, sample: int) -> Case:
    """The description from which the mechanical cases are derived."""
    shapes = [form for form in format.text.forms(sample).values() if is_read(format, form)]
    names = [*sorted(BY_NAME), *conversions.ORDERS]
    return {
        "texts": [{"text": text, "alphabet": ranges_of(accepted(format, text))} for text in shapes if len(text) > 4],
        "lengths": lengths(format),
        "time": format.clock is not None and format.has_bounds,
        "made": format.is_made,
        "options": list(format.options),
        "conversions": [name for name in names if conversions.is_known(format.name, name)],
        "prefixed": prefixed.write(format, format.text.encode(sample), "")["text"] if format.has_prefixed else None,
    }


def is_read(format: Format, text: str) -> bool:
    """Whether parsing accepts the text."""
    try:
        ids.parse(format, text)
    except Refusal:
        return False
    return True


def values(format: Format, known: list[str]) -> Iterator[tuple[str, int]]:
    """Named ids: the published ones, the smallest, the largest, and one in between."""
    for text in known:
        yield f"known: {text}", ids.parse(format, text)
    yield "every field 0", ids.build(format, {})
    yield "every field at its top", ids.build(format, {field.name: top(field) for field in format.fields})
    yield "sample", sample_of(format)


def top(field: Any) -> int:
    """The largest value of a field."""
    width = bits.width(field.spans)
    return (field.below or 1 << (width - 1 if field.signed else width)) - 1


def sample_of(format: Format) -> int:
    """An id at the time that all starting files use, with its other bits mixed."""
    value = ids.build(format, {field.name: top(field) // 3 for field in format.fields})
    clock = format.clock
    if clock is None:
        return value
    low, _, spans = clock.bounds(clock.tick(NOW), clock.tick(NOW), format.bits)
    return value & ~bits.ones(format.bits, spans) | low


def questions(format: Format, known: list[str]) -> Iterator[Case]:
    """Every case without its expectation."""
    yield {"name": "what the format is", "op": "formats"}
    for name, value in values(format, known):
        text, raw = format.text.encode(value), f"{value:0{format.bits // 4}x}"
        yield {"name": name, "op": "parse", "text": text}
        yield {"name": f"bytes: {name}", "op": "from_bytes", "hex": raw}
        yield {"name": f"built: {name}", "op": "build", "fields": ids.fields(format, value)}
        yield {"name": f"forms: {name}", "op": "forms", "text": text}
        yield {"name": f"valid: {name}", "op": "is_valid", "text": text}
    sample = sample_of(format)
    yield from other_texts(format, sample)
    yield from fields(format)
    yield from bytes_of(format, sample)
    yield from prefixes(format, format.text.encode(sample))
    yield from orders(format, sample)
    for target in [*sorted(BY_NAME), *conversions.ORDERS]:
        if conversions.is_known(format.name, target):
            yield {"name": f"to {target}", "op": "convert", "text": format.text.encode(sample), "to": target}
    text = format.text.encode(sample)
    yield {"name": "inspect: sample", "op": "inspect", "text": text}
    yield {"name": "found: sample", "op": "find_ids", "text": f"é😀{text}", "formats": [format.name]}
    yield from steps(format, sample)
    if format.clock is not None and format.has_bounds:
        yield from times(format.clock)
    else:
        yield {"name": "at: no time", "op": "at", "unix": derive.SECOND}
        yield {"name": "range: no time", "op": "range", "from": derive.SECOND, "to": derive.LATER}
    if format.is_made:
        yield from made(format, format.text.encode(sample))


def steps(format: Format, sample: int) -> Iterator[Case]:
    """The predecessor and successor of an id, and those at both ends."""
    ends = [("first", 0), ("last", (1 << format.bits) - 1)]
    known = [(name, value) for name, value in ends if is_read(format, format.text.encode(value))]
    for name, value in [("sample", sample), *known]:
        for to in ("successor", "predecessor"):
            yield {"name": f"{to}: {name}", "op": "step", "text": format.text.encode(value), "to": to}


def other_texts(format: Format, sample: int) -> Iterator[Case]:
    """The text forms of an id, and the canonical one in the other letter case."""
    for form, text in format.text.forms(sample).items():
        if form != "canonical":
            yield {"name": f"form {form}", "op": "parse", "text": text}
    text = format.text.encode(sample)
    for name, changed in (("upper case", text.upper()), ("lower case", text.lower())):
        if changed != text:
            yield {"name": name, "op": "parse", "text": changed}


def fields(format: Format) -> Iterator[Case]:
    """Each field alone: 1, its largest value, and one more."""
    for field in format.fields:
        for name, number in (("1", 1), ("at its top", top(field)), ("one past its top", top(field) + 1)):
            yield {"name": f"{field.name} alone {name}", "op": "build", "fields": {field.name: str(number)}}
        if field.signed:
            for number in (-1, -2, -top(field) - 1, -top(field) - 2):
                yield {"name": f"{field.name} {number}", "op": "build", "fields": {field.name: str(number)}}
    yield {"name": "a field of no format", "op": "build", "fields": {"colour": "1"}}


def bytes_of(format: Format, sample: int) -> Iterator[Case]:
    """Bytes of wrong lengths, and bytes with each fixed value changed."""
    raw = f"{sample:0{format.bits // 4}x}"
    yield {"name": "bytes: one less", "op": "from_bytes", "hex": raw[2:]}
    yield {"name": "bytes: one more", "op": "from_bytes", "hex": raw + "00"}
    yield {"name": "bytes: all bits 1", "op": "from_bytes", "hex": "f" * len(raw)}
    for mark in format.marks:
        other = bits.put(mark.value ^ 1, format.bits, mark.spans)
        value = sample & ~bits.ones(format.bits, mark.spans) | other
        yield {
            "name": f"bytes: another mark at bit {mark.spans[0][0]}",
            "op": "from_bytes",
            "hex": f"{value:0{format.bits // 4}x}",
        }


def prefixes(format: Format, text: str) -> Iterator[Case]:
    """Valid and invalid prefixes of a text."""
    for length in sorted({1, 2, len(text) // 2, len(text) - 1, len(text)}):
        yield {"name": f"prefix of {length}", "op": "prefix", "prefix": text[:length]}
    for name, prefix in (("empty", ""), ("too long", text + text[-1]), ("a bad character", text[:2] + "!")):
        yield {"name": f"prefix: {name}", "op": "prefix", "prefix": prefix}


def orders(format: Format, sample: int) -> Iterator[Case]:
    """Compares the smallest and the largest id with one in between."""
    low, high = ids.build(format, {}), ids.build(format, {field.name: top(field) for field in format.fields})
    found = [format.text.encode(value) for value in (low, sample, high)]
    for name, first, second in (("less", 0, 1), ("equal", 1, 1), ("greater", 2, 1), ("ends", 0, 2)):
        yield {"name": f"compare: {name}", "op": "compare", "a": found[first], "b": found[second]}


def times(clock: Clock) -> Iterator[Case]:
    """The bounds of instants and intervals, also at both ends of the format's time."""
    first, last = clock.start(clock.first), clock.start(clock.last)
    for name, ns in (
        ("an instant", NOW),
        ("the first tick", first),
        ("a nanosecond before the first tick", first - 1),
        ("the last tick", last),
        ("after the last tick", last + clock.unit_ns),
    ):
        yield {"name": f"at: {name}", "op": "at", "unix": ids.unix(ns)}
    tick = clock.start(clock.tick(NOW))
    for name, start, end in (
        ("a second", NOW, NOW + SECOND),
        ("one tick", tick, tick + clock.unit_ns),
        ("from is floored", tick + clock.unit_ns - 1, tick + clock.unit_ns),
        ("to is rounded up", tick, tick + clock.unit_ns + 1),
        ("up to the last tick", NOW, last + clock.unit_ns),
        ("beyond the last tick", NOW, last + clock.unit_ns + 1),
        ("from before the first tick", first - 1, NOW),
    ):
        yield {"name": f"range: {name}", "op": "range", "from": ids.unix(start), "to": ids.unix(end)}


def made(format: Format, sample: str) -> Iterator[Case]:
    """Generators with scripted clocks: seeded, with the user's node, set back, at the ends of time."""
    script: dict[str, list[int]] = {"one tick": [NOW] * 3, "three ticks": [NOW, NOW + SECOND, NOW + 2 * SECOND]}
    clock = format.clock
    if clock is not None:
        script |= {
            "set back a tick": [NOW, NOW - clock.unit_ns, NOW],
            "set back an hour": [NOW, NOW - HOUR],
            "the first tick": [clock.start(clock.first)],
            "before the first tick": [clock.start(clock.first) - 1],
            "the last tick": [clock.start(clock.last)],
            "after the last tick": [clock.start(clock.last) + clock.unit_ns],
        }
    for name, readings in script.items():
        yield {**seeded({}, readings), "name": f"seeded: {name}"}
    if clock is not None:
        for word in ("reset", "error"):
            yield {**seeded({"on_rollback": word}, [NOW, NOW - HOUR, NOW]), "name": f"seeded: on_rollback {word}"}
        after = {**seeded({}, [NOW]), "op": "after", "text": sample}
        after.pop("count")
        yield {**after, "name": "seeded: after an id of the same instant"}
    for option in NODE_OPTIONS:
        if option in format.options:
            yield {**seeded({option: 5}, [NOW, NOW + SECOND]), "name": f"seeded: {option} 5"}
    yield {"name": "by the system clock", "op": "generate", "options": {}, "count": 3}
    yield {"name": "two threads", "op": "threads", "options": {}, "threads": 2, "per_thread": 50}


def seeded(options: Case, readings: list[int]) -> Case:
    """A generator with a seed and scripted readings."""
    script = [ids.unix(ns) for ns in readings]
    return {"name": "", "op": "generate", "options": options, "seed": SEED, "times": script, "count": len(script)}


def expected(format: Format, case: Case) -> Case:
    """The case with the reference's answer as its expectation."""
    found = answer(vectors.request(format.name, case))
    if "ok" in found:
        return {**case, "expect": found["ok"]}
    return {**case, **found}


def file_of(format: Format, known: list[str], source: str) -> str:
    """The text of the file, one case per line."""
    sample = ids.parse(format, known[0]) if known else sample_of(format)
    start = {"_comment": COMMENT, "format": format.name, "source": format.source}
    lines = [f"  {json.dumps(key)}: {json.dumps(value)}," for key, value in start.items()]
    seen, cases = set[str](), []
    for case in questions(format, known):
        question = derive.asked(case, format.name)
        if question not in seen:
            seen.add(question)
            is_known = "known: " in case["name"]
            cases.append(expected(format, {**case, "source": source if is_known else CORNER}))
    listed = ",\n".join("    " + json.dumps(case, ensure_ascii=False) for case in cases)
    return "\n".join(["{", *lines, *head_lines(head(format, sample)), '  "cases": [', listed, "  ]", "}", ""])


def head_lines(found: Case) -> list[str]:
    """The head of a file as text."""
    samples = ",\n".join("      " + json.dumps(text, ensure_ascii=False) for text in found["texts"])
    rest = [f"    {json.dumps(key)}: {json.dumps(value)}" for key, value in found.items() if key != "texts"]
    return ['  "derive": {', '    "texts": [', samples, "    ],", ",\n".join(rest), "  },"]


def new(name: str, known: list[str], source: str, folder: Path, *, to_stdout: bool) -> int:
    """Writes the file of a format unless it exists."""
    format = BY_NAME.get(name)
    if format is None:
        print(f"error: {name} is not in the table of formats.py")
        return 2
    try:
        content = file_of(format, known, source)
    except Refusal as refusal:
        print(f"error: --known must be an id of {name}: {refusal.code}")
        return 2
    path = folder / f"{name}.json"
    if to_stdout:
        print(content, end="")
        return 0
    if path.exists():
        print(f"error: {path} exists; print the new file with --stdout")
        return 1
    path.write_text(content, encoding="utf-8")
    print(f"wrote {path}: review every line before you commit it")
    return 0
