"""Ids in Polars: importing this module adds `pl.col("id").sortid.time("tid")`, and the same for series."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal, TypeAlias

import polars

import sortid
from sortid._columns import Question
from sortid._sortid import member_of

__all__ = ["Ids"]

_OnInvalid: TypeAlias = Literal["raise", "null"]
_Unit: TypeAlias = Literal["s", "ms", "us", "ns"]


@polars.api.register_series_namespace("sortid")
@polars.api.register_expr_namespace("sortid")
class Ids:
    """Accessors for ids, row by row; with `on_invalid="null"` the result of an invalid row is null."""

    def __init__(self, ids: Any) -> None:
        self._ids = ids

    def time(self, format: Any, *, unit: _Unit = "ms", on_invalid: _OnInvalid = "raise", **options: Any) -> Any:
        """Their times, as `Datetime` in UTC; Polars has no unit of seconds, so `s` gives milliseconds."""
        kind = polars.Datetime("ms" if unit == "s" else unit, "UTC")
        return self._computed(lambda ids: sortid.times(ids, format, unit=unit, on_invalid=on_invalid, **options), kind)

    def parse(self, format: Any, *, on_invalid: _OnInvalid = "raise") -> Any:
        """The parsed ids: integers for a 64-bit format, otherwise `Binary`."""
        return self._computed(lambda ids: sortid.ids(ids, format, on_invalid=on_invalid), _kind("ids", None, format))

    def text(self, format: Any, *, on_invalid: _OnInvalid = "raise") -> Any:
        """Their canonical texts."""
        return self._computed(lambda ids: sortid.texts(ids, format, on_invalid=on_invalid), polars.String())

    def field(self, format: Any, name: str, *, on_invalid: _OnInvalid = "raise") -> Any:
        """One of their fields."""
        kind = _kind("field", name, format)
        return self._computed(lambda ids: sortid.fields(ids, format, [name], on_invalid=on_invalid)[name], kind)

    def between(self, format: Any, start: Any, stop: Any, *, on_invalid: _OnInvalid = "raise", **options: Any) -> Any:
        """Whether their times are in a half-open interval."""
        return self._computed(
            lambda ids: sortid.between(ids, format, start, stop, on_invalid=on_invalid, **options), polars.Boolean()
        )

    def _computed(self, compute: Callable[[Any], Any], kind: Any) -> Any:
        """The answers of a series, or an expression for them."""

        def answer(ids: polars.Series) -> polars.Series:
            answers = polars.Series(ids.name, compute(ids))
            # An Arrow extension type has the storage type Binary.
            return answers if answers.dtype == kind else answers.ext.storage()

        if isinstance(self._ids, polars.Series):
            return answer(self._ids)
        return self._ids.map_batches(answer, return_dtype=kind, is_elementwise=True)


def _kind(question: str, argument: Any, format: Any) -> Any:
    """The Polars type of the answers, for integers or bytes."""
    kinds = {"u8": polars.UInt64(), "i8": polars.Int64()}
    return kinds.get(Question(question, argument, member_of(format), "raise", {}).dtype(), polars.Binary())
