"""The readings of `inspect`, likeliest first (R-INSPECT, R16-INS, R-PFX-8, R-ANY-3, R-INS-U4); `find_ids` (R-FIND)."""

from __future__ import annotations

import re

from . import ids, prefixed
from .formats import BY_NAME, FORMATS
from .ids import Json
from .model import SECOND, Format
from .refusal import Refusal
from .texts import TYPEID, Uuid

# 2026-11-20T00:00:00Z, the day of the tables in the rulings: a fixed day makes the answers reproducible.
NOW = 1_795_132_800
DAY, TEN_YEARS = 86_400, 315_576_000
DECIMALS = ("snowflake", "sharding_id", "flake_idgen", "sonyflake", "mastodon", "tsid")
WORD = re.compile(r"[A-Za-z0-9_-]+", re.ASCII)
DEFINED = tuple(f"version_{version}" for version in range(1, 9))
UUIDS = ("uuid6", "uuid7", "uuid7_draft01", "uuid8", "uuid1", "uuid4")
# Named epochs, each with the second from which its times are likely (R-EPOCH-2).
NAMED = (("discord", "snowflake", 1_422_662_400), ("linkedin", "snowflake", 1_291_426_974),
         ("sonyflake_v2", "sonyflake", 1_738_281_600))  # fmt: skip
Reading = tuple[Format, int]
Place = tuple[float, int, int]


def rank(format: Format, value: int) -> int:
    """0 and 1: a likely time; 2: an unlikely one or none; 3: reserved (R16-INS-1)."""
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
    """The order of readings with equal ranks: by code, with the exceptions of R16-INS-2 and R-INS-U4."""
    format, value = reading
    if format.name in DECIMALS:
        return BY_NAME["snowflake"].code, -(ids.time(format, value) or 0), format.code
    moved = {
        "elasticsearch_k_ordered": BY_NAME["elasticflake"].code - 0.5,
        "uuid7_draft01": BY_NAME["uuid7"].code + 0.5,
        "uuid4": BY_NAME["comb_mssql"].code + 0.3,
        "ordered_uuid": BY_NAME["comb_mssql"].code + 0.6,
    }
    return moved.get(format.name, format.code), 0, format.code


def whole(text: str) -> list[Reading]:
    """The readings of a text without a prefix."""
    raw = text.encode("utf-8", "surrogatepass")
    found: list[Reading] = []
    for format in FORMATS:
        # Every UUID with a current time is a likely ulid.
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
    """26 lower-case characters: a `uuid7` if its time is likely."""
    uuid7 = BY_NAME["uuid7"]
    try:
        value = prefixed.decode(uuid7, raw)
    except Refusal:
        return []
    return [(uuid7, value)] if rank(uuid7, value) <= 1 else []


def behind_prefix(suffix: bytes) -> list[Reading]:
    """The readings of the text after a prefix."""
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
    """The named epochs with which an id has a likely time, and these times."""
    found = []
    for epoch, name, likely_from in NAMED:
        if name != format.name or ids.is_reserved(format, value):
            continue
        ns = ids.time(format, value, {"epoch": epoch})
        assert ns is not None
        if likely_from <= ns // SECOND <= NOW + DAY:
            found.append((epoch, ns))
    return found


def ranked(text: str) -> list[tuple[tuple[int, int, Place], Reading]]:
    """All readings with their sort keys: the rank, whether the whole text was read, and the rest."""
    prefix = prefixed.prefix_of(text)
    suffix = behind_prefix(text[len(prefix) + 1 :].encode("utf-8", "surrogatepass")) if prefix else []
    found = [((rank(*reading), 0, place(reading)), reading) for reading in suffix]
    return found + [((rank(*reading), 1, place(reading)), reading) for reading in whole(text)]


def ordered(text: str) -> list[tuple[Reading, bool]]:
    """All readings in order, each with whether it follows a prefix."""
    return [(reading, not key[1]) for key, reading in sorted(ranked(text), key=lambda entry: entry[0])]


def inspect(text: str) -> Json:
    """All readings in order; those with a named epoch before other decimal integers."""
    answers: list[tuple[tuple[int, int, Place], Json]] = [
        (
            (0, 1, (BY_NAME["snowflake"].code - 0.5, -ns, format.code)),
            {"format": format.name, "epoch": epoch, "unix": ids.unix(ns)},
        )
        for format, value in whole(text)
        for epoch, ns in named(format, value)
    ]
    for key, (format, value) in ranked(text):
        ns = ids.time(format, value)
        answers.append((key, {"format": format.name, "unix": None if ns is None else ids.unix(ns)}))
    return {"readings": [answer for _, answer in sorted(answers, key=lambda entry: entry[0])]}


def any_uuid(word: str) -> Reading | None:
    """A word as an `any_uuid`."""
    format, prefix = BY_NAME["any_uuid"], prefixed.prefix_of(word)
    try:
        if prefix:
            return format, prefixed.decode(format, word[len(prefix) + 1 :].encode())
        return (format, ids.parse(format, word)) if len(word) == format.text.longest else None
    except Refusal:
        return None


def custom64(word: str) -> Reading | None:
    """A word as a `custom64`, which any integer is."""
    format = BY_NAME["custom64"]
    try:
        return format, ids.parse(format, word)
    except Refusal:
        return None


def likeliest(word: str, formats: list[str] | None) -> Reading | None:
    """The first reading of a word that does not look like an ordinary word."""
    wanted = [format.name for format in FORMATS if format.is_found] if formats is None else formats
    for (format, value), is_behind in ordered(word):
        if format.name not in wanted or format.name == "any_uuid":
            continue
        is_canonical = is_behind or format.text.shortest <= len(word) <= format.text.longest
        is_bare = format.name == "uuid7" and len(word) == TYPEID.longest
        if is_canonical and format.is_found and isinstance(format.text, Uuid):
            return format, value
        if (is_canonical or is_bare) and (rank(format, value) == 0 or format.clock is None):
            return format, value
    reading = any_uuid(word) if "any_uuid" in wanted else None
    if reading is not None:
        return reading if formats is not None or ids.kind(*reading) in DEFINED else None
    return custom64(word) if "custom64" in wanted else None


def find_ids(text: str, formats: list[str] | None) -> Json:
    """Every word of a text that is an id, with its start and end in code points (R-FIND)."""
    found = []
    for word in WORD.finditer(text):
        reading = likeliest(word[0], formats)
        if reading is not None:
            format, value = reading
            place = {"start": word.start(), "end": word.end()}
            found.append({"format": format.name, "id": format.text.encode(value), **place})
    return {"found": found}
