"""Ids with a type prefix, such as TypeIDs (rulings more, section 3)."""

from __future__ import annotations

import re
from collections.abc import Callable

from . import ids
from .formats import BY_NAME
from .ids import Json
from .model import Format
from .refusal import Refusal
from .texts import Codec

GRAMMAR = re.compile(r"([a-z]([a-z_]{0,61}[a-z])?)?")
LETTERS = b"abcdefghijklmnopqrstuvwxyz_"


def is_prefix(text: str) -> bool:
    """Whether a text is a valid prefix (R-PFX-2)."""
    return GRAMMAR.fullmatch(text) is not None


def own_prefix(text: str) -> str:
    """The prefix that a program declares."""
    if not is_prefix(text):
        raise Refusal("invalid_option")
    return text


def suffix_of(format: Format) -> Codec:
    """The codec of the id after a prefix (R-PFX-1)."""
    if not format.has_prefixed:
        raise Refusal("not_applicable")
    return format.suffix or format.text


def lengths(codec: Codec) -> tuple[int, int]:
    """The lengths of a suffix: those of canonical texts (R-PFX-3)."""
    return codec.shortest, codec.longest


def decode(format: Format, raw: bytes) -> int:
    """The value of a suffix, with the same checks as `parse`."""
    codec = suffix_of(format)
    value = codec.canonical(raw)
    try:
        return ids.judged(format, value)
    except Refusal as refusal:
        places = {"invalid_variant": 64, "invalid_version": 48}
        if refusal.code in places:
            refusal.offset = codec.offset(len(raw), places[refusal.code])
        raise


def parse(format: Format, text: str, expected: str | None) -> Json:
    """The prefix and the id of a text, checked in the order of R-PFX-4."""
    if expected is not None:
        own_prefix(expected)
    codec = suffix_of(format)
    raw = text.encode("utf-8", "surrogatepass")
    before, separator, suffix = raw.rpartition(b"_")
    start = len(before) + len(separator)
    prefix = before.decode("utf-8", "replace")
    well_formed = is_prefix(prefix) and not (separator and not before)
    if expected is not None and well_formed and prefix != expected:
        raise Refusal("wrong_prefix", 0)
    low, high = lengths(codec)
    if len(before) > 63 or not low <= len(suffix) <= high:
        raise Refusal("invalid_length", len(raw))
    judge_letters(before, bool(separator))
    try:
        value = decode(format, suffix)
    except Refusal as refusal:
        if refusal.offset is not None:
            refusal.offset += start
        raise
    ns = time(format, value)
    return {"prefix": prefix, "id": format.text.encode(value), "unix": None if ns is None else ids.unix(ns)}


def judge_letters(before: bytes, has_separator: bool) -> None:
    """Checks the characters of a prefix from left to right; `_` is neither first nor last."""
    if has_separator and not before:
        raise Refusal("invalid_character", 0)
    for at, byte in enumerate(before):
        at_edge = at in (0, len(before) - 1)
        if byte not in LETTERS or (byte == ord("_") and at_edge):
            raise Refusal("invalid_character", at)


def write(format: Format, text: str, prefix: str) -> Json:
    """The text of an id with a prefix."""
    value = ids.parse(format, text)
    own_prefix(prefix)
    suffix = suffix_of(format).encode(value)
    return {"text": f"{prefix}_{suffix}" if prefix else suffix}


def made(format: Format, prefix: str) -> Format:
    """The format of generated ids and of bounds: version 7 for any UUID (R-PFX-9)."""
    own_prefix(prefix)
    suffix_of(format)
    return BY_NAME["uuid7"] if format.name == "any_uuid" else format


def time(format: Format, value: int) -> int | None:
    """The time; for any UUID by its version; `None` if it has none (R-PFX-10)."""
    version = {"version_1": "uuid1", "version_6": "uuid6", "version_7": "uuid7"}.get(ids.kind(format, value) or "")
    return ids.time(BY_NAME[version] if version else format, value)


def bounds(format: Format, prefix: str, find: Callable[[Format], Json]) -> Json:
    """The bounds of generated ids, with the prefix."""
    own = made(format, prefix)
    return {key: write(own, str(text), prefix)["text"] for key, text in find(own).items()}


def prefix_of(text: str) -> str:
    """The prefix of a text, whatever follows it; empty if there is no valid one."""
    before, separator, _ = text.rpartition("_")
    return before if separator and is_prefix(before) else ""
