"""Inspection of texts: readings, suggestions, errors."""

from __future__ import annotations

from collections import namedtuple

from sortid import _sortid
from sortid._errors import ParseError
from sortid._format import Format

# Importing `typing` would double the import time. `typing.get_type_hints` needs the name.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any
else:
    Any = object

_Reading = namedtuple("_Reading", ("id", "epoch"))
_Suggestion = namedtuple("_Suggestion", ("id", "corrections"))


class Reading(_Reading):
    """A possible reading of a text: an id, and the named epoch of its time; `None` is the format's default."""

    __slots__ = ()

    @property
    def timestamp(self) -> Any:
        """The time with this epoch."""
        return self.id.timestamp if self.epoch is None else self.id.timestamp_with(epoch=self.epoch)


class Suggestion(_Suggestion):
    """A likely id for a rejected text, with the corrections."""

    __slots__ = ()


class Inspection:
    """The possible meanings of a text. Each property is computed on access."""

    __slots__ = ("text",)

    def __init__(self, text: str) -> None:
        if not isinstance(text, str):
            raise TypeError(f"expected a str, not {type(text).__name__}")
        self.text = text

    def __repr__(self) -> str:
        return f"<sortid.Inspection of {self.text!r}>"

    @property
    def readings(self) -> list[Reading]:
        """All possible readings, likeliest first."""
        return [Reading._make(reading) for reading in _sortid.readings(self.text)]

    @property
    def suggestions(self) -> list[Suggestion]:
        """Likely ids for a text that no format accepts."""
        return [Suggestion._make(suggestion) for suggestion in _sortid.suggestions(self.text)]

    @property
    def errors(self) -> dict[Format, ParseError]:
        """The error of each format that rejects the text."""
        return _sortid.errors(self.text)


def inspect(text: str) -> Inspection:
    """Inspects a text: its readings, suggestions for a rejected text, and the error of each format."""
    return Inspection(text)


for _named in (Reading, Suggestion, Inspection, inspect):
    _named.__module__ = "sortid"
del _named
