"""Functions that read columns of ids: a result has the kind of its column."""

from __future__ import annotations

import sys
from array import array
from collections.abc import Iterable, MutableMapping

from sortid import _sortid
from sortid._arrow import answered, capsules
from sortid._format import Format
from sortid._typeid import IdType

# Importing `typing` would double the import time. `typing.get_type_hints` needs the name.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any
else:
    Any = object

# The `struct` formats of signed 64-bit integers in native byte order.
_SIGNED = {order + letter for order in ("", "@", "=", "<" if sys.byteorder == "little" else ">") for letter in "ql"}


class Question:
    """A question about every id of a column, with its argument and options."""

    __slots__ = ("argument", "format", "on_invalid", "options", "question")

    def __init__(self, question: str, argument: Any, format: Format, on_invalid: str, options: dict[str, Any]) -> None:
        self.question = question
        self.argument = argument
        self.format = format
        self.on_invalid = on_invalid
        self.options = options

    def of(self, column: Any, counts: MutableMapping[str, int] | None) -> Any:
        """The answers; adds the number of rejected rows by error code to `counts`."""
        if counts is not None and self.on_invalid == "raise":
            raise TypeError("counts has no effect unless on_invalid='null': the first invalid row is an error")
        if type(column).__module__.partition(".")[0] == "pandas":
            column = self.without_objects(column)
        if isinstance(column, (list, tuple)):
            answer, refused = self.read(list(column) if isinstance(column, tuple) else column)
        elif (given := capsules(column)) is not None:
            answer, refused = _sortid.read_column(*self.arguments(True, given), None, None, None)
            answer = answered(column, *answer)
        else:
            answer, refused = self.of_array(column)
        if counts is not None:
            for code, rows in refused.items():
                counts[code] = counts.get(code, 0) + rows
        return answer

    def without_objects(self, column: Any) -> Any:
        """Converts a pandas column of `Id` objects to bytes, since Arrow has no type for them; an index to a series."""
        if hasattr(column, "to_series"):
            column = column.to_series()
        elif column.ndim == 2:
            column = column.squeeze("columns")
        if column.ndim == 2 or getattr(column.dtype, "categories", column).dtype != object:
            return column
        rows = column.dropna()
        if rows.empty:
            # With Arrow's null type the ids could be text, bytes or integers.
            return column.astype("string")
        # Arrow rejects a column that mixes ids and other objects.
        format = self.format
        if not all(isinstance(id, _sortid.Id) and id.format is format for id in rows):
            return column
        return column.astype(object).map(lambda id: id.bytes, na_action="ignore")

    def arguments(self, short: bool, ids: Any) -> tuple[str, Any, Any, Format, str, dict[str, Any]]:
        """The arguments for the core; with `short`, 64-bit ids are integers."""
        question = self.question
        if question == "ids":
            question = "ints" if short and self.format.bits == 64 else "bytes"
        return question, self.argument, ids, self.format, self.on_invalid, self.options

    def read(self, ids: Any, out: Any = None, missing: Any = None, nulls: Any = None) -> tuple[Any, dict[str, int]]:
        """Reads ids into `out`, or into a new list."""
        return _sortid.read_column(*self.arguments(out is not None, ids), out, missing, nulls)

    def of_array(self, column: Any) -> tuple[Any, dict[str, int]]:
        """Reads a NumPy array, which may be masked, or another buffer, viewed as an array."""
        import numpy

        given = column if isinstance(column, numpy.ndarray) else numpy.asarray(_buffer(column))
        shape, rows, masked = given.shape, given.size, isinstance(given, numpy.ma.MaskedArray)
        missing: Any = numpy.ma.getmaskarray(given).ravel() if masked else None
        ids: Any = numpy.ascontiguousarray(numpy.ma.getdata(given)).ravel()
        if ids.dtype.kind in "OT":
            # Objects, and strings of variable width, which NumPy does not export as a buffer.
            mask = [False] * rows if missing is None else missing
            ids, missing = [None if masked_out else id for id, masked_out in zip(ids, mask, strict=True)], None
        elif ids.dtype.itemsize == 1:
            rows //= self.format.text_length if ids.dtype.kind == "S" else self.format.byte_length
            shape = (rows,)
        out = numpy.empty(rows, self.dtype())
        if self.question == "times":
            # NaT marks missing rows, so times need no mask.
            return out.reshape(shape), self.read(ids, out.view("i8"), missing)[1]
        nulls = numpy.empty(rows, bool) if masked or self.on_invalid == "null" else None
        refused = self.read(ids, out, missing, nulls)[1]
        answer = out if nulls is None else numpy.ma.MaskedArray(out, nulls)
        return answer.reshape(shape), refused

    def dtype(self) -> str:
        """The NumPy dtype of the answers."""
        integer = "i8" if self.format.is_signed else "u8"
        if self.question == "times":
            return f"M8[{self.argument}]"
        if self.question == "ids":
            return integer if self.format.bits == 64 else f"V{self.format.byte_length}"
        if self.question == "texts":
            return f"S{self.format.text_length}"
        if self.question == "between":
            return "?"
        # Only the first field can be signed.
        return integer if self.argument == next(iter(self.format.fields)) else "u8"


def _buffer(column: Any) -> memoryview:
    """The memory of a column."""
    try:
        return memoryview(column)
    except TypeError:
        raise TypeError(
            "column must be a list, a tuple, a NumPy array, another buffer or an Arrow column, such as a series, "
            f"not {type(column).__name__}"
        ) from None


def _format_and_options(kind: Any, options: dict[str, Any]) -> tuple[Format, dict[str, Any]]:
    """The format and the reading options, including those of a declared type."""
    if isinstance(kind, IdType):
        return kind.format, kind._options | options
    return _sortid.member_of(kind), options


def times(
    column: Any,
    format: Any,
    *,
    unit: str = "ms",
    on_invalid: str = "raise",
    counts: MutableMapping[str, int] | None = None,
    **options: Any,
) -> Any:
    """The time of every id."""
    format, options = _format_and_options(format, options)
    return Question("times", unit, format, on_invalid, options).of(column, counts)


def ids(column: Any, format: Any, *, on_invalid: str = "raise", counts: MutableMapping[str, int] | None = None) -> Any:
    """Parses every id."""
    return Question("ids", None, _format_and_options(format, {})[0], on_invalid, {}).of(column, counts)


def texts(
    column: Any, format: Any, *, on_invalid: str = "raise", counts: MutableMapping[str, int] | None = None
) -> Any:
    """The canonical text of every id."""
    return Question("texts", None, _format_and_options(format, {})[0], on_invalid, {}).of(column, counts)


def fields(
    column: Any,
    format: Any,
    names: Iterable[str] | None = None,
    *,
    on_invalid: str = "raise",
    counts: MutableMapping[str, int] | None = None,
) -> dict[str, Any]:
    """Fields of every id, as one column each."""
    member = _format_and_options(format, {})[0]
    if isinstance(names, str):
        raise TypeError(f"names must be a list: [{names!r}]")
    if names is None:
        names = [name for name, bits in member.fields.items() if bits <= 64]
    answers = {}
    for name in names:
        answers[name] = Question("field", name, member, on_invalid, {}).of(column, counts)
        # Every field rejects the same rows: count them once.
        counts = None
    return answers


def between(
    column: Any,
    format: Any,
    start: Any,
    stop: Any,
    *,
    on_invalid: str = "raise",
    counts: MutableMapping[str, int] | None = None,
    **options: Any,
) -> Any:
    """Whether each time is in a half-open interval."""
    format, options = _format_and_options(format, options)
    return Question("between", (start, stop), format, on_invalid, options).of(column, counts)


def _read_unix(ids: Any, format: Any, out: Any, unit: str) -> Any:
    """Reads the times of a buffer of ids into `out`, or into a new array."""
    question = Question("times", unit, _sortid.member_of(format), "raise", {})
    with memoryview(ids) as view:
        if out is None:
            rows = view.nbytes // (view.itemsize if view.itemsize > 1 else question.format.byte_length)
            out = array("q", bytes(8)) * rows
        with memoryview(out) as times:
            if times.format not in _SIGNED or times.itemsize != 8:
                raise TypeError("expected a buffer of signed 64-bit integers for the times")
        return question.read(view, out)[0]


def read_unix_ms(ids: Any, format: Any, out: Any = None) -> Any:
    """Reads the times of many ids, in milliseconds since 1970, floored."""
    return _read_unix(ids, format, out, "ms")


def read_unix_us(ids: Any, format: Any, out: Any = None) -> Any:
    """Reads the times of many ids, in microseconds since 1970, floored."""
    return _read_unix(ids, format, out, "us")


def read_unix_ns(ids: Any, format: Any, out: Any = None) -> Any:
    """Reads the times of many ids, in nanoseconds since 1970."""
    return _read_unix(ids, format, out, "ns")
