"""Columns by Arrow's C interface: an input is released exactly once, even after an error."""

from __future__ import annotations

import ctypes
import gc
from typing import Any

import pytest
import sortid
from arrow_by_hand import Array, ArrayExporter, Exporter, StreamExporter
from conftest import refusal
from sortid import ParseError

GOOD, BAD = b"3jzfcijpj2z2a", b"3jzfcijpj2z2!"
TIME = 1688137381887


def times(answer: Any) -> list[int | None]:
    """The rows of an answer of one chunk."""
    _, capsule = answer.__arrow_c_array__()
    pointer = ctypes.pythonapi.PyCapsule_GetPointer
    pointer.restype, pointer.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_char_p]
    array = Array.from_address(pointer(capsule, b"arrow_array"))
    valid, rows = (ctypes.c_void_p * 2).from_address(array.buffers)
    values = (ctypes.c_int64 * array.length).from_address(rows or 0) if array.length else []
    validity = None if valid is None else (ctypes.c_uint8 * (array.length // 8 + 1)).from_address(valid)
    return [
        None if validity is not None and not validity[row // 8] >> row % 8 & 1 else value
        for row, value in enumerate(values)
    ]


def test_array_is_released_once() -> None:
    exporter = ArrayExporter([[GOOD] * 1000])
    answer = sortid.times(exporter, "tid")
    assert sorted(exporter.released) == sorted(exporter.exported) == ["array", "schema"]
    assert (len(answer), answer.null_count) == (1000, 0)
    assert times(answer) == times(answer) == [TIME] * 1000
    assert "1000 rows" in repr(answer)


@pytest.mark.parametrize("on_invalid", ["raise", "null"])
def test_stream_is_released_once(on_invalid: str) -> None:
    exporter = StreamExporter([[GOOD], [], [GOOD, BAD, GOOD], [GOOD]])
    counts: dict[str, int] = {}
    if on_invalid == "null":
        answer = sortid.times(exporter, "tid", on_invalid=on_invalid, counts=counts)
        assert (len(answer), answer.null_count, counts) == (5, 1, {"invalid_character": 1})
        assert exporter.exported.count("array") == 4
    else:
        with pytest.raises(ParseError) as error:
            sortid.times(exporter, "tid")
        assert (error.value.row, error.value.offset, error.value.code) == (2, 12, "invalid_character")
        assert exporter.exported.count("array") == 3
    assert sorted(exporter.released) == sorted(exporter.exported)


def test_rejected_column_is_released() -> None:
    for kind in (ArrayExporter, StreamExporter):
        for letters, code in ((b"f", "not_applicable"), (b"+l", "not_applicable"), (b"L", "invalid_length")):
            exporter = kind([[GOOD]], letters)
            with pytest.raises(ParseError) as error:
                sortid.times(exporter, "tid")
            refusal(code, error)
            assert sorted(exporter.released) == sorted(exporter.exported)
        for options in ({"unit": "m"}, {"on_invalid": "coerce"}, {"nothing": 5}):
            exporter = kind([[GOOD]])
            with pytest.raises(ParseError):
                sortid.times(exporter, "tid", **options)
            released(exporter)


def released(exporter: Exporter) -> None:
    """Asserts that no structure was moved out of its capsule; these capsules have no destructor."""
    assert exporter.released == []


def test_failing_stream_raises_its_error() -> None:
    exporter = StreamExporter([[GOOD], [GOOD]], fails=1)
    with pytest.raises(OSError, match="the disk is gone") as error:
        sortid.times(exporter, "tid")
    assert error.value.errno == 5
    assert sorted(exporter.released) == sorted(exporter.exported)


def test_invalid_capsule_is_an_error() -> None:
    class Wrong:
        def __init__(self, given: object) -> None:
            self.given = given

        def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
            return self.given

    for given in (None, 5, ArrayExporter([[GOOD]]).__arrow_c_array__()[0]):
        with pytest.raises((TypeError, ValueError)):
            sortid.times(Wrong(given), "tid")
    stream = StreamExporter([[GOOD]]).__arrow_c_stream__()
    assert len(sortid.times(Wrong(stream), "tid")) == 1
    # The first call has moved the stream out of the capsule.
    with pytest.raises(OSError):  # noqa: PT011
        sortid.times(Wrong(stream), "tid")


def test_answer_outlives_its_column() -> None:
    answer: Any = sortid.texts(sortid.ids(ArrayExporter([[GOOD] * 100]), "tid"), "tid")
    given = answer.__arrow_c_array__()
    del answer
    gc.collect()

    class Again:
        def __arrow_c_array__(self, requested_schema: object | None = None) -> object:
            return given

    assert times(sortid.times(Again(), "tid")) == [TIME] * 100
