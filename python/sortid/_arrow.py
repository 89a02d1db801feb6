"""Arrow columns in the package's own memory, which consumers import without a copy."""

from __future__ import annotations

from sortid import _sortid

# Importing `typing` would double the import time. `typing.get_type_hints` needs the name.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any
else:
    Any = object


class ArrowColumn:
    """The results for an Arrow column, for every consumer of the Arrow PyCapsule interface, without
    a copy.

    `polars.Series(column)`, `pandas.Series.from_arrow(column)`, `pyarrow.chunked_array(column)`.
    """

    __slots__ = ("_results", "_rows", "null_count")

    def __init__(self, results: object, rows: int, null_count: int) -> None:
        self._results, self._rows = results, rows
        self.null_count = null_count
        """The number of null rows."""

    def __len__(self) -> int:
        return self._rows

    def __repr__(self) -> str:
        return f"<{type(self).__name__} of {self._rows} rows, {self.null_count} of them null>"

    def __arrow_c_schema__(self) -> object:
        """The schema capsule."""
        return _sortid.export_arrow(self._results, "schema")

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        """The stream capsule, with one chunk for each input chunk. Ignores `requested_schema`."""
        return _sortid.export_arrow(self._results, "stream")


ArrowColumn.__module__ = "sortid"


class ArrowArray(ArrowColumn):
    """A column of one chunk, which also exports an array."""

    __slots__ = ()

    def __arrow_c_array__(self, requested_schema: object | None = None) -> tuple[object, object]:
        """The capsules of the schema and the array."""
        answer: Any = _sortid.export_arrow(self._results, "array")
        return answer[0], answer[1]


def capsules(column: Any) -> tuple[object, ...] | None:
    """The capsule of a column's stream, or those of its schema and array; `None` without the interface."""
    if hasattr(column, "__arrow_c_stream__"):
        return (column.__arrow_c_stream__(),)
    return tuple(column.__arrow_c_array__()) if hasattr(column, "__arrow_c_array__") else None


def answered(column: Any, results: object, rows: int, nulls: int, pieces: int) -> ArrowColumn:
    """The results for a column: an `ArrowArray` if the column exports an array and has one chunk."""
    is_one = pieces == 1 and hasattr(column, "__arrow_c_array__")
    return (ArrowArray if is_one else ArrowColumn)(results, rows, nulls)
