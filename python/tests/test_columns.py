"""Columns in lists, NumPy arrays and other buffers, compared with single ids."""

from __future__ import annotations

import array
import gc
import sys
import threading
import tracemalloc
import uuid
from collections.abc import Callable
from typing import Any

import numpy
import pytest
import sortid
from conftest import NOON, SEED, example, no_switches, read_forms, refusal, repeat_until
from sortid import AnyId, Format, Generator, Id, ParseError, Timestamp

ROWS = 5000
UNITS = {"s": 1_000_000_000, "ms": 1_000_000, "us": 1000, "ns": 1}
TEXTS = [
    "3jzfcijpj2z2a",
    "3jzfcijpj2z2b",
    "3jzfcijpj2z2!",
    "7zzzzzzzzzzzz",
    "3jzfcijpj2z2",
    "",
    "zzzzzzzzzzzzz",
    "3jzfcijpj2z2é",
]
# A text that is invalid in every format.
NONE = "~"


def ids_of(format: Format) -> list[Id]:
    """Ids of a format, the same in every run."""
    if not format.can_generate:
        return [example(format)] * 70
    # Each from a new generator, at another time.
    return [
        Generator(format, seed=bytes([nth]) * 32, clock="manual").next_at(Timestamp(1_721_407_246 + nth, nth))
        for nth in range(70)
    ]


def expected(ids: list[Any], format: Format, ask: Any) -> tuple[list[Any], dict[str, int]]:
    """The answers of single ids, `None` for an invalid row, and the number of rows by error code."""
    answers: list[Any] = []
    counts: dict[str, int] = {}
    for value in ids:
        try:
            id = None if value is None else value if isinstance(value, Id) else AnyId.parse(value, format)
            answers.append(None if id is None else ask(id))
        except sortid.Error as error:
            answers.append(None)
            counts[error.code] = counts.get(error.code, 0) + 1
    return answers, counts


def as_list(answer: Any) -> list[Any]:
    """Converts an answer to a list; NaT, NumPy's smallest integer, to `None`."""
    if not isinstance(answer, numpy.ndarray):
        return list(answer)
    if answer.dtype.kind == "M":
        return [None if item == -(2**63) else item for item in answer.view("i8").tolist()]
    return [item.decode() if isinstance(item, bytes) and answer.dtype.kind == "S" else item for item in answer.tolist()]


def mix(ids: list[Id]) -> list[Any]:
    """Texts, with missing and invalid ones among them."""
    rows: list[Any] = [str(id) for id in ids]
    rows[3::17] = [None] * len(rows[3::17])
    rows[5::23] = [NONE] * len(rows[5::23])
    rows[64:64] = [rows[0][:-1], rows[0] + "0"]
    return rows


@pytest.mark.parametrize("unit", UNITS)
def test_times_of_lists_equal_those_of_ids(format: Format, unit: str) -> None:
    ids = ids_of(format)
    if format.resolution_ns is None:
        with pytest.raises(ParseError) as error:
            sortid.times([str(id) for id in ids], format, unit=unit)
        refusal("not_applicable", error)
        return

    def ask(id: Id) -> int:
        count = id.unix_ns // UNITS[unit]
        if not -(2**63) <= count < 2**63:
            raise ParseError("", "timestamp_out_of_range", 6)
        return count

    rows = mix(ids)
    answers, counts = expected(rows, format, ask)
    found: dict[str, int] = {}
    assert sortid.times(rows, format, unit=unit, on_invalid="null", counts=found) == answers
    assert found == counts
    for column in (ids, [id.bytes for id in ids], tuple(ids)):
        assert sortid.times(column, format, unit=unit) == [ask(id) for id in ids]


def test_lists_accept_every_kind_of_id(format: Format) -> None:
    ids = ids_of(format)
    rows = mix(ids)
    parsed, counts = expected(rows, format, lambda id: id)
    found: dict[str, int] = {}
    assert sortid.ids(rows, format, on_invalid="null", counts=found) == parsed
    assert sortid.ids(rows, format, on_invalid="null", counts=found) == parsed
    assert found == {code: 2 * count for code, count in counts.items()}
    assert sortid.texts(rows, format, on_invalid="null") == [id and str(id) for id in parsed]
    narrow = [name for name, bits in format.fields.items() if bits <= 64]
    fields = sortid.fields(rows, format, on_invalid="null")
    assert list(fields) == narrow
    for name, column in fields.items():
        assert column == [id and id.fields[name] for id in parsed]
    for name in set(format.fields) - set(narrow):
        with pytest.raises(ParseError) as error:
            sortid.fields(rows, format, [name])
        refusal("not_applicable", error)
    # Every form that `parse` reads, and alternating kinds of objects.
    forms = read_forms(ids[0])
    assert sortid.ids(forms, format) == [ids[0]] * len(forms)
    mixed: list[Any] = [ids[0], str(ids[1]), None, ids[2].bytes, str(ids[3])]
    if "urn" in ids[4].forms:
        mixed.append(ids[4].uuid)
    if format.bits in (64, 128):
        mixed.append(ids[4].int)
    assert sortid.ids(mixed, format) == [
        None if row is None else AnyId.from_bytes(bytes(row), format) if isinstance(row, Id) else read(row, format)
        for row in mixed
    ]


def read(row: Any, format: Format) -> Id:
    return AnyId.from_int(row, format) if isinstance(row, int) else AnyId.parse(row, format)


def test_invalid_list_items_are_errors() -> None:
    other = AnyId.parse("017f22e2-79b0-7cc3-98c4-dc0c0c07398f", "uuid7")
    rows = ["3jzfcijpj2z2a", 2**64, -1, 5, other, other.uuid, b"1234567", TEXTS[-1], "\ud800"]
    found: dict[str, int] = {}
    answer = sortid.ids(rows, "tid", on_invalid="null", counts=found)
    assert [id and int(id) for id in answer] == [1728652679052295174, None, None, 5, *[None] * 5]
    assert found == {"out_of_range": 2, "not_applicable": 2, "invalid_length": 3}
    for row, value in enumerate(rows):
        if answer[row] is None:
            with pytest.raises(ParseError) as error:
                sortid.times(["3jzfcijpj2z2a", None, value], "tid")
            assert error.value.row == 2
    for wrong in (1.5, True, object(), [], {}, numpy.float64(1), bytearray(8)):
        for on_invalid in ("raise", "null"):
            with pytest.raises(TypeError):
                sortid.times(["3jzfcijpj2z2a", wrong], "tid", on_invalid=on_invalid)
    assert sortid.times([5], "ksuid") == [1_400_000_000_000]


def test_list_may_change_while_it_is_read() -> None:
    class Changes:
        """An integer that changes its list while it is read."""

        def __init__(self, change: Callable[[list[Any]], None]) -> None:
            self.change = change

        def __index__(self) -> int:
            self.change(rows)
            return 5

    for on_invalid in ("raise", "null"):
        rows: list[Any] = [Changes(list.clear), 6]
        with pytest.raises(RuntimeError, match="shrank"):
            sortid.ids(rows, "tid", on_invalid=on_invalid)
        rows = [Changes(lambda rows: rows.extend([7, "no id"])), 6]
        assert [int(id) for id in sortid.ids(rows, "tid", on_invalid=on_invalid)] == [5, 6]


def test_numpy_arrays_give_the_same_answers(format: Format) -> None:
    ids = ids_of(format)
    texts, width = [str(id) for id in ids], format.byte_length
    raw = numpy.array([numpy.void(id.bytes) for id in ids])
    columns: list[Any] = [
        numpy.array(texts, "S"),
        numpy.array(texts, f"S{format.text_length + 9}"),
        numpy.array(texts, "U"),
        numpy.array(texts, f"U{format.text_length + 3}"),
        numpy.array(texts, object),
        numpy.array(texts, numpy.dtypes.StringDType()),
        raw,
        raw.view(numpy.uint8),
        numpy.frombuffer(b"\0" + raw.tobytes(), numpy.uint8)[1:].view(f"V{width}"),
        b"".join(id.bytes for id in ids),
        memoryview(raw.tobytes()),
        numpy.repeat(raw, 2)[::2],
        raw[::-1][::-1],
    ]
    if format.bits == 64:
        ints = numpy.frombuffer(raw.tobytes(), ">u8").astype(numpy.uint64)
        columns += [ints, ints.view(numpy.int64), array.array("Q", ints.tolist()), numpy.repeat(ints, 3)[::3]]
    for column in columns:
        parsed = sortid.ids(column, format)
        if format.bits == 64:
            assert parsed.dtype == (numpy.int64 if format.is_signed else numpy.uint64)
            assert parsed.tolist() == [id.int for id in ids]
        else:
            assert parsed.dtype == numpy.dtype(f"V{width}")
            assert [item.tobytes() for item in parsed] == [id.bytes for id in ids]
        written = sortid.texts(column, format)
        assert (written.dtype, as_list(written)) == (numpy.dtype(f"S{format.text_length}"), texts)
        for name, field in sortid.fields(column, format).items():
            assert field.tolist() == [id.fields[name] for id in ids]
        if format.resolution_ns is not None:
            times = sortid.times(column, format, unit="s")
            assert (times.dtype, as_list(times)) == (numpy.dtype("M8[s]"), [id.unix_seconds for id in ids])


@pytest.mark.parametrize("dtype", ["S", "U", object, numpy.dtypes.StringDType()])
def test_missing_rows_are_masked_in_numpy(dtype: Any) -> None:
    texts = (TEXTS[:7] if dtype == "S" else TEXTS) * 700
    answers, counts = expected(texts, Format.tid, lambda id: id.unix_us)
    column = numpy.array(texts, dtype)
    found: dict[str, int] = {}
    times = sortid.times(column, "tid", unit="us", on_invalid="null", counts=found)
    assert (times.dtype, as_list(times), found) == (numpy.dtype("M8[us]"), answers, counts)
    parsed = sortid.ids(column, "tid", on_invalid="null")
    assert isinstance(parsed, numpy.ma.MaskedArray)
    assert parsed.tolist() == expected(texts, Format.tid, int)[0]
    # Masked rows remain masked.
    for again in (
        sortid.times(parsed, "tid", unit="us"),
        sortid.times(parsed.reshape(-1, 7), "tid", unit="us").ravel(),
    ):
        assert as_list(again) == answers
    assert sortid.texts(parsed, "tid").tolist() == [
        None if id is None else str(id).encode() for id in expected(texts, Format.tid, lambda id: id)[0]
    ]
    masked = numpy.ma.MaskedArray(column, numpy.arange(len(texts)) % 3 == 0)
    hidden = [None if nth % 3 == 0 else text for nth, text in enumerate(texts)]
    assert (
        as_list(sortid.times(masked, "tid", unit="us", on_invalid="null"))
        == expected(hidden, Format.tid, lambda id: id.unix_us)[0]
    )
    for unit in UNITS:
        with pytest.raises(ParseError) as error:
            sortid.times(column, "tid", unit=unit)
        assert (error.value.row, error.value.made, error.value.code) == (2, 2, "invalid_character")
        assert error.value.offset == 12


def test_answers_have_the_shape_of_the_array() -> None:
    texts = numpy.array([["3jzfcijpj2z2a"] * 3] * 2, "S13")
    assert sortid.times(texts, "tid").shape == (2, 3)
    assert sortid.times(texts[:0], "tid").shape == (0, 3)
    assert sortid.times(numpy.zeros((5, 8), numpy.uint8), "tid").shape == (5,)
    assert sortid.times([], "tid") == []
    assert sortid.times(b"", "tid").shape == (0,)


def test_between_compares_each_time(format: Format) -> None:
    ids = ids_of(format)
    rows = mix(ids)
    start, stop = Timestamp(1_721_407_250), Timestamp(1_721_407_300)
    if format.resolution_ns is None:
        with pytest.raises(ParseError) as error:
            sortid.between(rows, format, start, stop)
        refusal("not_applicable", error)
        return
    # Some read-only formats have no bounds.
    first, last = (id.timestamp for id in AnyId.range(start, stop, format if format.can_generate else Format.uuid7))

    def is_inside(id: Id) -> bool:
        return first <= id.timestamp <= last

    answers, _ = expected(rows, format, is_inside)
    assert sortid.between(rows, format, start, stop, on_invalid="null") == answers
    mask = sortid.between(numpy.array([str(id) for id in ids]), format, start, stop)
    assert mask.dtype == numpy.bool_
    assert mask.tolist() == expected(ids, format, is_inside)[0]
    with pytest.raises(ParseError) as error:
        sortid.between(rows, format, stop, start)
    refusal("invalid_option", error)


def test_options_change_the_times() -> None:
    generator = Generator("snowflake", epoch="unix", seed=SEED, clock="manual")
    ids = [generator.next_at(Timestamp(NOON.seconds + nth)) for nth in range(100)]
    times = sortid.times(ids, "snowflake", epoch="unix")
    assert times == [(NOON.seconds + nth) * 1000 for nth in range(100)]
    assert times != sortid.times(ids, "snowflake")
    start, stop = Timestamp(NOON.seconds), Timestamp(NOON.seconds + 3)
    assert sum(sortid.between(ids, "snowflake", start, stop, epoch="unix")) == 3
    custom = Generator("uuid8", uuid8_layout="comb_guid") if "uuid8_layout" in Format.uuid8.options else None
    if custom is not None:
        generated = custom.next_ids(10)
        assert sortid.times(generated, "uuid8", uuid8_layout="comb_guid") == [
            id.timestamp_with(uuid8_layout="comb_guid").unix_ms for id in generated
        ]
    for wrong in ({"epoch": "tomorrow"}, {"nothing": 1}, {"node": 5}, {"unit": "m"}, {"on_invalid": "coerce"}):
        with pytest.raises(ParseError) as error:
            sortid.times(ids, "snowflake", **wrong)
        refusal("invalid_option", error)
    with pytest.raises(TypeError, match="counts has no effect"):
        sortid.times(ids, "snowflake", counts={})
    with pytest.raises(ParseError) as error:
        sortid.fields(ids, "snowflake", ["nothing"])
    refusal("invalid_field", error)
    with pytest.raises(ParseError) as error:
        sortid.times(ids, "snow")
    refusal("unknown_format", error)


def test_wrong_buffers_are_rejected() -> None:
    wrong: list[Any] = [
        None,
        5,
        "3jzfcijpj2z2a",
        {"3jzfcijpj2z2a"},
        iter(["3jzfcijpj2z2a"]),
        numpy.empty(8),
        numpy.empty(8, numpy.uint32),
        numpy.empty(8, "M8[ms]"),
        numpy.empty(8, ">u8" if sys.byteorder == "little" else "<u8"),
        numpy.empty(8, ">U13" if sys.byteorder == "little" else "<U13"),
        numpy.empty(8, [("a", "u8")]),
    ]
    for memory in wrong:
        with pytest.raises(TypeError):
            sortid.times(memory, "tid")
    for memory in (bytes(9), numpy.empty(3, "V7"), numpy.empty(3, "V9")):
        with pytest.raises(ParseError) as error:
            sortid.times(memory, "tid")
        refusal("invalid_length", error)
    with pytest.raises(ParseError) as error:
        sortid.times(numpy.zeros(3, numpy.uint64), "uuid7")
    refusal("not_applicable", error)


def test_buffer_is_released() -> None:
    memory = bytearray(8 * 10)
    with pytest.raises(ParseError) as error:
        sortid.times(memory, "uuid7")
    assert error.value.row == 0
    # The traceback refers to the array of the buffer.
    del error
    gc.collect()
    for format in ("uuid7", "tid"):
        sortid.times(memory, format, on_invalid="null")
    memory.extend(b"more")


def test_arrays_create_no_object_per_row() -> None:
    texts = numpy.array(Generator("uuid7").next_texts(100_000))
    columns = [texts, texts.astype("S36"), sortid.ids(texts, "uuid7")]
    for column in columns:
        assert peak(column) < 8 * len(texts) + 3_000_000 // 10
    assert peak(texts.tolist()) > 30 * len(texts)


def peak(column: Any) -> int:
    """The peak of Python's memory while the times of a column are read."""
    sortid.times(column, "uuid7")
    tracemalloc.start()
    try:
        sortid.times(column, "uuid7")
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def test_other_threads_run_during_a_read() -> None:
    texts = numpy.array(Generator("uuid7").next_texts(100_000) * 10, "S36")
    turns, done = 0, threading.Event()

    def others() -> None:
        nonlocal turns
        while not done.wait(0.0001):
            turns += 1

    thread = threading.Thread(target=others, daemon=True)
    with no_switches():
        thread.start()
        before = turns
        repeat_until(lambda: turns > before, lambda: sortid.times(texts, "uuid7"))
        done.set()
    thread.join()


def test_exception_has_the_row() -> None:
    with pytest.raises(ParseError) as error:
        sortid.times(["3jzfcijpj2z2a", "3jzfcijpj2z2!"], "tid")
    assert (error.value.row, error.value.code, error.value.offset) == (1, "invalid_character", 12)
    with pytest.raises(ParseError) as error:
        sortid.Tid("3jzfcijpj2z2!")
    assert error.value.row is None
    # Polars creates an exception from the message alone.
    assert ParseError("invalid_length: wrong length for the format").code == "invalid_length"


def test_too_wide_time_is_missing() -> None:
    late = bytes(AnyId.from_fields({"unix_ts_ms": 2**48 - 1}, "uuid7"))
    found: dict[str, int] = {}
    assert sortid.times([late, None, late], "uuid7", unit="ns", on_invalid="null", counts=found) == [None] * 3
    assert found == {"timestamp_out_of_range": 2}
    assert sortid.times([late], "uuid7", unit="us") == [(2**48 - 1) * 1000]


def test_lists_accept_uuids() -> None:
    ids = Generator("uuid7").next_ids(10)
    rows = [id.uuid for id in ids] + [uuid.UUID(int=0)]
    found: dict[str, int] = {}
    assert sortid.ids(rows, "uuid7", on_invalid="null", counts=found) == [*ids, None]
    assert sum(found.values()) == 1


def test_declared_type_reads_columns_by_its_options() -> None:
    messages = sortid.IdType(Format.snowflake, epoch="discord")
    id = messages.parse("175928847299117063")
    rows = [id.id.int, None]
    assert sortid.times(rows, messages) == [1462015105796, None]
    assert sortid.times(rows, messages) == sortid.times(rows, "snowflake", epoch="discord")
    stop = Timestamp(id.timestamp.seconds + 1)
    assert sortid.between(rows, messages, id.timestamp, stop) == [True, None]
    assert sortid.texts(rows, messages) == ["175928847299117063", None]
    assert sortid.ids(rows, messages) == sortid.ids(rows, "snowflake")
    assert sortid.fields(rows, messages) == sortid.fields(rows, "snowflake")
