"""Conversions between formats (rulings section 8, rulings 16 section 8, R-CONV-ANY)."""

from __future__ import annotations

from . import bits, ids
from .formats import BY_NAME
from .ids import Json
from .model import Format
from .refusal import Refusal
from .texts import Codec, Uuid

# The place in the id of each byte of the other order. SQL Server compares bytes 10 to 15, 8, 9, 7 down to 0
# (R16-ORD-1), ClickHouse the second half first. Ids are stored so that each server compares the most significant first.
SQL_SERVER_COMPARES = (10, 11, 12, 13, 14, 15, 8, 9, 7, 6, 5, 4, 3, 2, 1, 0)
ORDERS: dict[str, tuple[Codec, tuple[int, ...]]] = {
    "sql_server_uuid": (Uuid(), tuple(SQL_SERVER_COMPARES.index(at) for at in range(16))),
    "clickhouse_uuid": (Uuid(), (*range(8, 16), *range(8))),
}
CONTENT_SHARED = ({"tid", "timeid"}, {"uuid1", "uuid6"}, {"xid", "object_id"}, {"elasticflake", "elasticsearch_id"})


def convert(text: str, source: str, target: str) -> Json:
    """Converts an id to another format. Errors of the text take precedence over those of the pair."""
    for name in (source, target):
        if name not in BY_NAME and name not in ORDERS:
            raise Refusal("unknown_format")
    if source in ORDERS:
        codec, places = ORDERS[source]
        mixed = codec.decode(text.encode("utf-8", "surrogatepass")).to_bytes(codec.bits // 8, "big")
        if not is_known(target, source):
            raise Refusal("not_applicable")
        own = bytes(mixed[places.index(at)] for at in range(len(places)))
        value = ids.judged(BY_NAME[target], int.from_bytes(own, "big"))
        return told(BY_NAME[target].text, value)
    value = ids.parse(BY_NAME[source], text)
    if not is_known(source, target):
        raise Refusal("not_applicable")
    if target in ORDERS:
        codec, places = ORDERS[target]
        own = value.to_bytes(codec.bits // 8, "big")
        return told(codec, int.from_bytes(bytes(own[place] for place in places), "big"))
    return told(BY_NAME[target].text, converted(BY_NAME[source], BY_NAME[target], value))


def told(codec: Codec, value: int) -> Json:
    """The text and bytes of a result."""
    return {"text": codec.encode(value), "hex": f"{value:0{codec.bits // 4}x}"}


def is_known(source: str, target: str) -> bool:
    """Whether a format converts to another format, or to another byte order."""
    format = BY_NAME.get(source)
    if format is None or source == target:
        return False
    if target in ORDERS:
        return format.bits == 128 and format.bytes_sort
    if {source, target} in CONTENT_SHARED:
        return True
    # Both have 128 bits, but no UUID has two versions (R-CONV-ANY, R16-CONV-2).
    other = BY_NAME[target]
    return format.bits == other.bits == 128 and not (has_version(format) and has_version(other))


def has_version(format: Format) -> bool:
    """Whether all ids of a format are UUIDs of one version."""
    return isinstance(format.text, Uuid) and format.name != "any_uuid"


def converted(source: Format, target: Format, value: int) -> int:
    """The value in the other format."""
    if (source.name == "tid" and ids.is_reserved(source, value)) or (source.name == "timeid" and value >> 63):
        raise Refusal("out_of_range")
    if {source.name, target.name} == {"uuid1", "uuid6"}:
        assert source.clock
        assert target.clock
        timestamp = bits.get(value, 128, source.clock.spans)
        version = bits.put(target.marks[1].value, 128, ((48, 4),))
        return bits.put(timestamp, 128, target.clock.spans) | version | value & (1 << 64) - 1
    if "elasticsearch_id" in (source.name, target.name):
        return ids.build(target, ids.fields(source, value))
    return ids.judged(target, value)
