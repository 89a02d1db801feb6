"""Ids in pandas: importing this module adds `frame["id"].sortid.time("tid")`, and the same for an index.

Requires pyarrow.
"""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

import pandas  # type: ignore[import-untyped]
import pyarrow  # type: ignore[import-untyped]

import sortid

__all__ = ["Ids"]

_OnInvalid: TypeAlias = Literal["raise", "null"]
_Unit: TypeAlias = Literal["s", "ms", "us", "ns"]

# By default pandas converts integers with nulls to floating-point numbers, and booleans with nulls
# to objects.
_NULLABLE = {
    pyarrow.uint64(): pandas.UInt64Dtype(),
    pyarrow.int64(): pandas.Int64Dtype(),
    pyarrow.bool_(): pandas.BooleanDtype(),
}


@pandas.api.extensions.register_index_accessor("sortid")
@pandas.api.extensions.register_series_accessor("sortid")
class Ids:
    """Accessors for ids, row by row; with `on_invalid="null"` the result of an invalid row is null."""

    def __init__(self, ids: Any) -> None:
        self._ids = ids

    def time(self, format: Any, *, unit: _Unit = "ms", on_invalid: _OnInvalid = "raise", **options: Any) -> Any:
        """Their times, in UTC."""
        return self._like(sortid.times(self._ids, format, unit=unit, on_invalid=on_invalid, **options))

    def parse(self, format: Any, *, on_invalid: _OnInvalid = "raise") -> Any:
        """The parsed ids: `UInt64` for a 64-bit format (timeid: `Int64`), otherwise `bytes`."""
        return self._like(sortid.ids(self._ids, format, on_invalid=on_invalid))

    def text(self, format: Any, *, on_invalid: _OnInvalid = "raise") -> Any:
        """Their canonical texts."""
        return self._like(sortid.texts(self._ids, format, on_invalid=on_invalid))

    def field(self, format: Any, name: str, *, on_invalid: _OnInvalid = "raise") -> Any:
        """One of their fields, `UInt64`."""
        return self._like(sortid.fields(self._ids, format, [name], on_invalid=on_invalid)[name])

    def between(self, format: Any, start: Any, stop: Any, *, on_invalid: _OnInvalid = "raise", **options: Any) -> Any:
        """Whether their times are in a half-open interval, `boolean`."""
        return self._like(sortid.between(self._ids, format, start, stop, on_invalid=on_invalid, **options))

    def _like(self, answer: Any) -> Any:
        """Converts to a series with the index and name of the ids, or to an index with their name."""
        series = pyarrow.chunked_array(answer).to_pandas(types_mapper=_NULLABLE.get)
        if isinstance(self._ids, pandas.Index):
            return pandas.Index(series, name=self._ids.name)
        series.index, series.name = self._ids.index, self._ids.name
        return series
