"""The readings of `inspect`, most likely first (R-INSPECT, R16-INS, R-PFX-8, R-ANY-3, R-INS-U4)."""

from __future__ import annotations

from . import ids, prefixed
from .formats import BY_NAME, FORMATS
from .ids import Json
from .model import SECOND, Format
from .refusal import Refusal

# 2026-11-20T00:00:00Z, the day of the rulings' own tables. A fixed day keeps the reference's answers the same.
NOW = 1_795_132_800
DAY, TEN_YEARS = 86_400, 315_576_000
DECIMALS = ("snowflake", "sharding_id", "flake_idgen", "sonyflake", "mastodon", "tsid")
UUIDS = ("uuid6", "uuid7", "uuid7_draft01", "uuid8", "uuid1", "uuid4")
# Epochs other than the formats' own, and the second from which their times are likely (R-EPOCH-2).
NAMED = (("discord", "snowflake", 1_422_662_400), ("linkedin", "snowflake", 1_291_426_974),
         ("sonyflake_v2", "sonyflake", 1_738_281_600))  # fmt: skip
Reading = tuple[Format, int]


def rank(format: Format, value: int) -> int:
    """0 and 1: a likely time; 2: another or none; 3: reserved (R16-INS-1)."""
    if ids.is_reserved(format, value):
        return 3
    if format.name in ("uid11_xid", "uuid4"):
        return 0
    ns = ids.time(format, value)
    if ns is None:
        return 2
    seconds = ns // SECOND
    if seconds < format.likely_from:
        return 2
    return 0 if seconds <= NOW + DAY else 1 if seconds <= NOW + TEN_YEARS else 2


def place(reading: Reading) -> tuple[float, int, int]:
    """The order among equal ranks: by code, with the exceptions of R16-INS-2 and R-INS-U4."""
    format, value = reading
    if format.name in DECIMALS:
        return BY_NAME["snowflake"].code, -(ids.time(format, value) or 0), format.code
    moved = {
        "uuid7_draft01": BY_NAME["uuid7"].code + 0.5,
        "uuid4": BY_NAME["comb_mssql"].code + 0.3,
        "ordered_uuid": BY_NAME["comb_mssql"].code + 0.6,
    }
    return moved.get(format.name, format.code), 0, format.code


def whole(text: str) -> list[Reading]:
    """The readings of a text that has no prefix."""
    raw = text.encode("utf-8", "surrogatepass")
    found: list[Reading] = []
    for format in FORMATS:
        # Every UUID of our time is a likely ulid.
        if format.name == "ulid" and len(raw) != format.text.longest:
            continue
        try:
            value = ids.parse(format, text)
        except Refusal:
            continue
        if format.only_likely and rank(format, value) > 1:
            continue
        if format.name == "any_uuid" and (len(raw) not in (36, 45) or any(read.name in UUIDS for read, _ in found)):
            continue
        found.append((format, value))
    return found + bare_typeid(raw)


def bare_typeid(raw: bytes) -> list[Reading]:
    """26 lower-case characters: a `uuid7`, if its time is likely."""
    uuid7 = BY_NAME["uuid7"]
    try:
        value = prefixed.decode(uuid7, raw)
    except Refusal:
        return []
    return [(uuid7, value)] if rank(uuid7, value) <= 1 else []


def behind_prefix(suffix: bytes) -> list[Reading]:
    """The readings of the text behind a prefix."""
    found: list[Reading] = []
    for format in FORMATS:
        try:
            value = prefixed.decode(format, suffix)
        except Refusal:
            continue
        likely = rank(format, value) <= 1
        if (format.suffix is None or format.only_likely) and not likely:
            continue
        if format.name == "any_uuid" and any(read.name in UUIDS for read, _ in found):
            continue
        found.append((format, value))
    return found


def named(format: Format, value: int) -> list[tuple[str, int]]:
    """The named epochs by which the time of an id is likely, and the times."""
    found = []
    for epoch, name, likely_from in NAMED:
        if name != format.name or ids.is_reserved(format, value):
            continue
        ns = ids.time(format, value, {"epoch": epoch})
        assert ns is not None
        if likely_from <= ns // SECOND <= NOW + DAY:
            found.append((epoch, ns))
    return found


def inspect(text: str) -> Json:
    """All readings in order; those by a named epoch before other decimal integers."""
    prefix = prefixed.prefix_of(text)
    suffix = behind_prefix(text[len(prefix) + 1 :].encode("utf-8", "surrogatepass")) if prefix else []
    ranked = [(rank(*reading), 0, place(reading), reading) for reading in suffix]
    ranked += [(rank(*reading), 1, place(reading), reading) for reading in whole(text)]
    likely = [
        ((0, 1, (BY_NAME["snowflake"].code - 0.5, -ns, format.code)), {"format": format.name, "epoch": epoch, "unix": ids.unix(ns)})
        for format, value in whole(text)
        for epoch, ns in named(format, value)
    ]
    own = []
    for *key, (format, value) in ranked:
        ns = ids.time(format, value)
        own.append((tuple(key), {"format": format.name, "unix": None if ns is None else ids.unix(ns)}))
    return {"readings": [answer for _, answer in sorted(likely + own, key=lambda entry: entry[0])]}
