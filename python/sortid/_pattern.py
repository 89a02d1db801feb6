"""Regular expressions and JSON schemas for the texts of ids."""

from __future__ import annotations

from functools import cache
from itertools import groupby
from typing import Any

from sortid import AnyId, Format, IdType


def json_schema_of(kind: Format | IdType[Any]) -> dict[str, Any]:
    """The JSON schema of the canonical text; validation also accepts other text forms."""
    if isinstance(kind, IdType):
        if kind.prefix is not None:
            return {"type": "string", "pattern": kind.pattern}
        kind = kind.format
    is_uuid = "urn" in AnyId.from_fields({}, kind).forms
    return {
        "type": "string",
        "format": "uuid" if is_uuid else kind.value,
        "minLength": kind.text_length_min,
        "maxLength": kind.text_length,
        "pattern": pattern_of(kind),
    }


@cache
def pattern_of(format: Format) -> str:
    """A regular expression for the canonical texts, in both cases if the format is case-insensitive."""
    if format.text_length_min != format.text_length:
        return IdType("", format).pattern
    smallest = str(AnyId.from_fields({}, format))

    def characters(at: int) -> str:
        """The character class of the valid characters at an offset."""
        texts = (smallest[:at] + chr(byte) + smallest[at + 1 :] for byte in range(128))
        valid = [text[at] for text in texts if AnyId.is_valid(text, format)]
        return valid[0] if len(valid) == 1 else f"[{_ranges(valid)}]"

    runs = ((each, len(list(run))) for each, run in groupby(map(characters, range(len(smallest)))))
    return "^" + "".join(each if count == 1 else f"{each}{{{count}}}" for each, count in runs) + "$"


def _ranges(characters: list[str]) -> str:
    """The inside of a character class. In ascending order a hyphen comes first, where it is literal."""
    runs = groupby(enumerate(characters), lambda nth: ord(nth[1]) - nth[0])
    spans = [[character for _, character in run] for _, run in runs]
    return "".join("".join(span) if len(span) < 3 else f"{span[0]}-{span[-1]}" for span in spans)
