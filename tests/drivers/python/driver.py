"""The suite's driver for Python: answers each JSON request with a line of JSON, in order.

It only uses the installed package's public API, as a user would, and contains no expected values.
"""

from __future__ import annotations

import json
import sys
import threading
from collections.abc import Callable, Sequence
from inspect import signature
from typing import Any

import sortid
from sortid import AnyId, Format, Generator, Id, IdType, Timestamp, TypeId

Request = dict[str, Any]

# The protocol's names of the option `node`.
NODES = {
    "tid": "clock_id",
    "sharding_id": "shard",
    **dict.fromkeys(("uid11_snowish", "snowflake", "flake_idgen", "sonyflake"), "machine"),
    **dict.fromkeys(("scru160", "scru64"), "node_id"),
}

# The options of calls that read or bound ids.
READING = {name for name, each in signature(Id.range).parameters.items() if each.kind is each.KEYWORD_ONLY}


class Unsupported(Exception):
    """An operation or format that the driver does not know."""


class Refused(Exception):
    """The library's error, with the texts generated before it."""

    def __init__(self, error: sortid.Error, texts: list[str]) -> None:
        super().__init__(error)
        self.error = error
        self.texts = texts


def format_of(request: Request) -> Format:
    try:
        return Format(request["format"])
    except ValueError:
        raise Unsupported from None


def id_of(request: Request, key: str) -> Id:
    """Parses a text as an id of the request's format."""
    return AnyId.parse(request[key], format_of(request))


def fields_of(request: Request) -> dict[str, int]:
    return {name: int(value) for name, value in request["fields"].items()}


def timestamp(unix: dict[str, Any]) -> Timestamp:
    return Timestamp(int(unix["seconds"]), int(unix["nanos"]))


def times_of(request: Request) -> list[Timestamp] | None:
    times = request.get("times")
    return None if times is None else [timestamp(time) for time in times]


def is_integer(value: Any) -> bool:
    return isinstance(value, str) and value.isascii() and value.removeprefix("-").isdecimal()


def prefixed(id: Id, prefix: str) -> TypeId[Id]:
    return IdType(prefix, id.format).parse(id)


def options_of(request: Request) -> dict[str, Any]:
    """The options as keyword arguments: large integers are decimal text, a seed is hexadecimal
    digits."""
    given = request.get("options", {})
    options = {name: int(value) if is_integer(value) else value for name, value in given.items()}
    own = NODES.get(request.get("format", ""))
    if own in options and "node" not in options:
        options["node"] = options.pop(own)
    if "seed" in request:
        options["seed"] = bytes.fromhex(request["seed"])
    return options


def reading_options(request: Request) -> dict[str, Any]:
    """The options that affect reading. A generator validates the other options of a request."""
    format, options = format_of(request), options_of(request)
    # The node's width only moves the time if the application chooses the layout.
    names = READING if request["format"] == "custom64" else READING - {"node_bits"}
    reading = {name: value for name, value in options.items() if name in names}
    if len(reading) == len(options) or not format.can_generate:
        return options
    with_options(Generator, format, **options)
    return reading


def with_options(call: Callable[..., Any], *args: Any, **options: Any) -> Any:
    """Calls with options as keywords: a value of the wrong type, a `TypeError` in Python, is an invalid option."""
    try:
        return call(*args, **options)
    except TypeError as error:
        message = f"invalid_option: {error}" if " must be " in str(error) else ""
        raise sortid.ParseError(message, "invalid_option", 8) from error


def unix_json(time: Timestamp) -> dict[str, Any]:
    return {"seconds": str(time.seconds), "nanos": time.nanos}


def told(read: Callable[[], Timestamp]) -> dict[str, Any] | None:
    """The time; `None` if the id has none."""
    try:
        return unix_json(read())
    except sortid.Error as error:
        if error.code != "not_applicable":
            raise
        return None


def id_json(id: Id, options: dict[str, Any]) -> dict[str, Any]:
    return {
        "text": str(id),
        "hex": bytes(id).hex(),
        "fields": {name: str(value) for name, value in id.fields.items()},
        "unix": told(lambda: with_options(id.timestamp_with, **options)),
        "reserved": id.is_reserved,
        "kind": id.kind,
    }


def bounds_json(low: object, high: object) -> dict[str, str]:
    return {"min": str(low), "max": str(high)}


def forms(request: Request) -> Any:
    return id_of(request, "text").forms


def at(request: Request) -> Any:
    format, time, options = format_of(request), timestamp(request["unix"]), reading_options(request)
    if "prefix" in request:
        ids = IdType(request["prefix"], format)
        return bounds_json(ids.min_at(time), ids.max_at(time))
    low, high = (with_options(bound, time, format, **options) for bound in (AnyId.min_at, AnyId.max_at))
    return bounds_json(low, high)


def range_of(request: Request) -> Any:
    options = reading_options(request)
    start, stop = timestamp(request["from"]), timestamp(request["to"])
    if "prefix" in request:
        return bounds_json(*IdType(request["prefix"], format_of(request)).range(start, stop))
    return bounds_json(*with_options(AnyId.range, start, stop, format_of(request), **options))


def byte_order(request: Request) -> Any:
    format, order = format_of(request), request["order"]
    if "hex" in request:
        return {"text": str(AnyId.from_bytes_in(bytes.fromhex(request["hex"]), order, format))}
    return {"hex": id_of(request, "text").bytes_in(order).hex()}


def keyed(request: Request) -> Any:
    key = bytes.fromhex(request["hex"]) if "hex" in request else request["key"]
    secret = request["secret"].encode() if "secret" in request else None
    time, namespace = timestamp(request["unix"]), request.get("namespace", "")
    return {"text": str(AnyId.keyed(time, key, namespace, secret, format=format_of(request)))}


def corrected_json(id: Id, corrections: Sequence[str]) -> dict[str, Any]:
    return {"text": str(id), "corrections": corrections}


def near_misses(request: Request) -> Any:
    misses = sortid.inspect(request["text"]).suggestions
    return {"misses": [{"format": miss[0].format.value, **corrected_json(*miss)} for miss in misses]}


def converted_json(text: str, data: bytes) -> dict[str, str]:
    return {"text": text, "hex": data.hex()}


def inspect(request: Request) -> Any:
    def answer(reading: sortid.Reading) -> dict[str, Any]:
        try:
            unix = unix_json(reading.timestamp)
        except sortid.Error:
            unix = None
        epoch = {} if reading.epoch is None else {"epoch": reading.epoch}
        return {"format": reading.id.format.value, "unix": unix, **epoch}

    return {"readings": [answer(reading) for reading in sortid.inspect(request["text"]).readings]}


def find_ids(request: Request) -> Any:
    """Offsets count code points, as in Python."""
    found = sortid.find_ids(request["text"], request.get("formats"))
    return {
        "found": [{"format": id.format.value, "id": str(id), "start": start, "end": end} for id, start, end in found]
    }


def formats(request: Request) -> Any:
    format = format_of(request)
    return {
        "code": format.code,
        "bits": format.bits,
        "text_len": format.text_length,
        "text_len_min": format.text_length_min,
        "text_sorts": format.text_sorts,
        "bytes_sort": format.bytes_sort,
    }


def prefixed_parse(request: Request) -> Any:
    text, format = request["text"], format_of(request)
    read = IdType(request["prefix"], format).parse(text) if "prefix" in request else TypeId.parse(text, format)
    return {"prefix": read.prefix, "id": str(read.id), "unix": told(lambda: read.timestamp)}


def generator_of(request: Request) -> tuple[Generator, list[Timestamp] | None]:
    """A generator with the request's options, and a manual clock if the request scripts one."""
    options, times = options_of(request), times_of(request)
    if times is not None:
        options.setdefault("clock", "manual")
    return with_options(Generator, format_of(request), **options), times


def prefixed_generate(request: Request) -> Any:
    """Generates ids of a declared prefix, and describes the last one."""
    type = IdType(request["prefix"], format_of(request))
    ids = [type.now() for _ in range(request["count"])]
    return {"texts": [str(id) for id in ids], "prefix": ids[-1].prefix, "kind": ids[-1].id.kind}


def generate(request: Request) -> Any:
    if "prefix" in request:
        return prefixed_generate(request)
    generator, times = generator_of(request)
    texts: list[str] = []
    try:
        for nth in range(request["count"]):
            last = None if times is None else times[min(nth, len(times) - 1)]
            texts.append(str(generator.next() if last is None else generator.next_at(last)))
    except sortid.Error as error:
        raise Refused(error, texts) from None
    return {"texts": texts}


def after(request: Request) -> Any:
    """All scripted readings but the last are for ids of earlier calls."""
    generator, times = generator_of(request)
    id = id_of(request, "text")
    if times is None:
        return {"text": str(generator.next_after(id))}
    for time in times[:-1]:
        generator.next_at(time)
    return {"text": str(generator.next_after(id, times[-1]))}


def threads(request: Request) -> Any:
    generator, _ = generator_of(request)
    per_thread = request["per_thread"]
    texts: list[list[str]] = [[] for _ in range(request["threads"])]
    failures: list[BaseException] = []

    def run(mine: list[str]) -> None:
        try:
            mine.extend(str(generator.next()) for _ in range(per_thread))
        except BaseException as failure:
            failures.append(failure)

    running = [threading.Thread(target=run, args=(mine,)) for mine in texts]
    for thread in running:
        thread.start()
    for thread in running:
        thread.join()
    if failures:
        raise failures[0]
    return {"texts": texts}


def refused_of(read: Callable[[list[Any]], Any], rows: list[Any]) -> list[sortid.Error | None]:
    """The errors of the rows: after an error, continues with the next row."""
    refused: list[sortid.Error | None] = [None] * len(rows)
    first = 0
    while True:
        try:
            read(rows[first:])
        except sortid.Error as error:
            if error.row is None:
                raise
            refused[first + error.row] = error
            first += error.row + 1
        else:
            return refused


def columns(request: Request) -> Any:
    format, unit, options = format_of(request), request["unit"], reading_options(request)
    rows = request.get("texts")
    if rows is None:
        rows = [None if row is None else bytes.fromhex(row) for row in request["hex"]]
    counts: dict[str, int] = {}
    ids = sortid.ids(rows, format, on_invalid="null", counts=counts)
    texts = sortid.texts(rows, format, on_invalid="null")
    refused = refused_of(lambda rows: sortid.ids(rows, format), rows)
    try:
        times = with_options(sortid.times, rows, format, unit=unit, on_invalid="null", **options)
        untimed = refused_of(lambda rows: sortid.times(rows, format, unit=unit, **options), rows)
    except sortid.Error as error:
        if error.code != "not_applicable":
            raise
        times = untimed = [None] * len(rows)

    def row_json(row: int) -> Any:
        error, unread, id, time = refused[row], untimed[row], ids[row], times[row]
        if error is not None:
            return failure(error)
        if id is None:
            return None
        told: Any = None if time is None else str(time)
        told = told if unread is None else failure(unread)
        return {"hex": id.bytes.hex(), "text": texts[row], "time": told}

    return {"rows": [row_json(row) for row in range(len(rows))], "counts": counts}


OPERATIONS: dict[str, Callable[[Request], Any]] = {
    # <generated: operations>
    "parse": lambda r: id_json(AnyId.parse(r["text"], format_of(r)), reading_options(r)),
    "from_bytes": lambda r: id_json(AnyId.from_bytes(bytes.fromhex(r["hex"]), format_of(r)), reading_options(r)),
    "build": lambda r: id_json(AnyId.from_fields(fields_of(r), format_of(r)), reading_options(r)),
    "forms": forms,
    "parse_form": lambda r: {"text": str(AnyId.parse_form(r["text"], r["form"], format_of(r)))},
    "byte_order": byte_order,
    "keyed": keyed,
    "parse_lenient": lambda r: corrected_json(*AnyId.parse_lenient(r["text"], format_of(r))),
    "near_misses": near_misses,
    "prefix": lambda r: bounds_json(*AnyId.prefix_range(r["prefix"], format_of(r))),
    "at": at,
    "range": range_of,
    "convert": lambda r: converted_json(*sortid.convert(r["text"], r["format"], r["to"])),
    "inspect": inspect,
    "find_ids": find_ids,
    "compare": lambda r: {"order": (id_of(r, "a") > id_of(r, "b")) - (id_of(r, "a") < id_of(r, "b"))},
    "step": lambda r: {"text": str((Id.successor if r["to"] == "successor" else Id.predecessor)(id_of(r, "text")))},
    "is_valid": lambda r: {"valid": AnyId.is_valid(r["text"], format_of(r))},
    "formats": formats,
    "prefixed_parse": prefixed_parse,
    "prefixed_text": lambda r: {"text": str(prefixed(id_of(r, "text"), r["prefix"]))},
    "prefix_of": lambda r: {"prefix": sortid.prefix_of(r["text"])},
    "generate": generate,
    "after": after,
    "threads": threads,
    "columns": columns,
    # </generated>
}


def answer(request: Request) -> dict[str, Any]:
    try:
        operation = OPERATIONS.get(request["op"])
        if operation is None:
            raise Unsupported
        return {"ok": operation(request)}
    except Unsupported:
        return {"error": "unsupported"}
    except Refused as refused:
        return {**failure(refused.error), "texts": refused.texts}
    except sortid.Error as error:
        return failure(error)


def failure(error: sortid.Error) -> dict[str, Any]:
    said: dict[str, Any] = {"error": error.code}
    # Python raises TypeError for wrong types, and for generator options of reading functions.
    if str(error) and not str(error).endswith("pass it to a Generator"):
        said["message"] = str(error).replace('not "True"', 'not "true"').replace('not "False"', 'not "false"')
    if error.offset is not None:
        said["offset"] = error.offset
    return said


def main() -> None:
    for line in sys.stdin.buffer:
        request = json.loads(line)
        print(json.dumps({"id": request["id"], **answer(request)}), flush=True)


if __name__ == "__main__":
    main()
