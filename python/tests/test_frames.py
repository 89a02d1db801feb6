"""Columns of pandas, Polars, pyarrow, DuckDB, nanoarrow and Parquet: round trips, with nulls and invalid rows.

Ten million rows each with `SORTID_ROWS=10000000`, else a hundred thousand.
"""

from __future__ import annotations

import datetime
import importlib
import os
import tracemalloc
from pathlib import Path
from typing import Any

import pytest
import sortid
from conftest import SEED, refusal
from sortid import AnyId, Format, Generator, Id, ParseError

polars = pytest.importorskip("polars", reason="data frames are installed with SORTID_TESTS=all")
pandas = pytest.importorskip("pandas")
pyarrow = pytest.importorskip("pyarrow")
duckdb = pytest.importorskip("duckdb")
nanoarrow = pytest.importorskip("nanoarrow")

parquet = pytest.importorskip("pyarrow.parquet")
# Imported for their accessors.
accessors = [importlib.import_module(f"sortid.{name}") for name in ("pandas", "polars")]

ROWS = int(os.environ.get("SORTID_ROWS", "100000"))
FORMATS = ["uuid7", "tid", "ulid", "ksuid", "snowflake", "scru160", "timeid", "object_id"]
NONE = "no id"
pytestmark = pytest.mark.timeout(120 + ROWS // 10_000)


def texts_of(format: str, rows: int) -> list[str | None]:
    """Texts in order of time, with some null and invalid rows."""
    texts: list[str | None] = [*Generator(format, seed=SEED).next_texts(rows)]
    texts[2::11] = [None] * len(texts[2::11])
    texts[5::1009] = [NONE] * len(texts[5::1009])
    return texts


def answers(texts: list[str | None], format: str) -> list[int | None]:
    """The times of single ids, in milliseconds."""
    ids = (None if text is None or text == NONE else AnyId.parse(text, format) for text in texts)
    return [None if id is None else id.unix_ms for id in ids]


def ms(answer: Any) -> list[int | None]:
    """The milliseconds of a column of times, converted by pyarrow."""
    column = pyarrow.chunked_array(answer)
    assert column.type == pyarrow.timestamp("ms", "UTC")
    rows: list[int | None] = column.cast(pyarrow.int64()).to_pylist()
    return rows


@pytest.mark.parametrize("format", FORMATS)
def test_columns_round_trip(format: str, tmp_path: Path) -> None:
    texts = texts_of(format, ROWS)
    expected = answers(texts, format)
    written = [text if text != NONE else None for text in texts]
    counts: dict[str, int] = {}
    ids = sortid.ids(pyarrow.array(texts), format, on_invalid="null", counts=counts)
    assert sum(counts.values()) == texts.count(NONE)
    assert ids.null_count == expected.count(None)
    # Parsed columns have no invalid rows, also after a round trip through other libraries.
    for column in carried(ids, tmp_path):
        assert ms(sortid.times(column, format)) == expected
        again = sortid.texts(column, format)
        assert pyarrow.chunked_array(again).to_pylist() == written
    for column in carried(pyarrow.chunked_array([texts[:1000], texts[1000:]]), tmp_path):
        with pytest.raises(ParseError) as error:
            sortid.times(column, format)
        assert error.value.row == 5
        assert ms(sortid.times(column, format, on_invalid="null")) == expected


def carried(column: Any, folder: Path) -> list[Any]:
    """The column in the type of each library, and read from Parquet files."""
    array = pyarrow.chunked_array(column)
    storage = pyarrow.chunked_array([getattr(piece, "storage", piece) for piece in array.chunks], None)
    table = pyarrow.table({"id": storage})
    parquet.write_table(table, folder / "ids.parquet")
    series = polars.Series("id", storage)
    series.to_frame().write_parquet(folder / "polars.parquet")
    connection = duckdb.connect()
    connection.register("ids", table)
    relation = connection.sql("SELECT id FROM ids")
    return [
        array,
        storage,
        storage.combine_chunks(),
        table,
        parquet.read_table(folder / "ids.parquet"),
        series,
        series.to_frame(),
        polars.read_parquet(folder / "polars.parquet")["id"],
        storage.to_pandas(types_mapper=pandas.ArrowDtype),
        nanoarrow.Array(storage.combine_chunks()),
        relation,
        connection.sql(f"SELECT id FROM '{folder / 'ids.parquet'}'"),
    ]


@pytest.mark.parametrize("format", FORMATS)
def test_parquet_preserves_types(format: str, tmp_path: Path) -> None:
    member = Format(format)
    ids = sortid.ids(pyarrow.array(Generator(format).next_texts(10)), format)
    if member.bits == 64:
        assert pyarrow.array(ids).type == (pyarrow.int64() if member.is_signed else pyarrow.uint64())
        return
    field = pyarrow.field(ids).with_name("id")
    storage = getattr(field.type, "storage_type", field.type)
    assert storage == pyarrow.binary(member.byte_length)
    array = pyarrow.array(ids)
    parquet.write_table(pyarrow.table([array], pyarrow.schema([field])), tmp_path / "ids")
    table = parquet.read_table(tmp_path / "ids")
    if hasattr(member.type, "version"):
        assert str(table.schema.field("id").type) == "extension<arrow.uuid>"
    else:
        assert table.schema.field("id").metadata[b"ARROW:extension:name"].decode() == f"sortid.{format}"
        with pytest.raises(ParseError) as error:
            sortid.times(table, "uuid7" if member.bits == 128 else "xid")
        refusal("not_applicable", error)
    assert len(sortid.times(table, format)) == 10


STRINGS = [pyarrow.string(), pyarrow.large_string(), pyarrow.string_view()]
BYTES = [pyarrow.binary(), pyarrow.large_binary(), pyarrow.binary_view(), pyarrow.binary(16)]


@pytest.mark.parametrize("kind", [*STRINGS, *BYTES], ids=str)
def test_every_arrow_text_and_binary_type_is_read(kind: Any) -> None:
    ids: list[Id | None] = [*Generator("uuid7", seed=SEED).next_ids(300)]
    ids[3::7] = [None] * len(ids[3::7])
    expected = [id and id.unix_ms for id in ids]
    column = pyarrow.array([id and (str(id) if kind in STRINGS else id.bytes) for id in ids], kind)
    for first in (0, 1, 7, 8, 9, 63, 64, 65, 300):
        for count in (0, 1, 8, 64, 65, 300):
            assert ms(sortid.times(column[first:][:count], "uuid7")) == expected[first:][:count]
    chunks = [column[first : first + 37] for first in range(0, 300, 37)]
    assert ms(sortid.times(pyarrow.chunked_array(chunks), "uuid7")) == expected
    assert ms(sortid.times(pyarrow.chunked_array([], kind), "uuid7")) == []
    if kind != pyarrow.binary_view() and kind != pyarrow.string_view():
        encoded = column.dictionary_encode()
        assert ms(sortid.times(encoded, "uuid7")) == ms(sortid.times(encoded[5:200], "uuid7"))[:0] + expected
        assert ms(sortid.times(encoded[5:200], "uuid7")) == expected[5:200]


@pytest.mark.parametrize("kind", [pyarrow.int64(), pyarrow.uint64()], ids=str)
def test_integer_columns_round_trip(kind: Any) -> None:
    ids: list[Id | None] = [*Generator("tid", seed=SEED).next_ids(300)]
    ids[3::7] = [None] * len(ids[3::7])
    column = pyarrow.array([None if id is None else id.int for id in ids], kind)
    expected = [id and id.unix_ms for id in ids]
    for first in (0, 1, 9, 64, 65):
        assert ms(sortid.times(column[first:], "tid")) == expected[first:]
    assert pyarrow.array(sortid.texts(column, "tid")).to_pylist() == [id and str(id) for id in ids]
    with pytest.raises(ParseError) as error:
        sortid.times(column, "uuid7")
    refusal("not_applicable", error)


def test_other_columns_are_rejected() -> None:
    for column in (
        pyarrow.array([1.5]),
        pyarrow.array([True]),
        pyarrow.array([[1]]),
        pyarrow.table({"a": ["x"], "b": ["y"]}),
        polars.Series([datetime.date(2024, 1, 1)]),
    ):
        with pytest.raises(ParseError) as error:
            sortid.times(column, "tid")
        assert error.value.code in ("not_applicable", "invalid_length")


def test_timeid_fields_are_signed() -> None:
    texts = pyarrow.array([str(AnyId.from_int(number, "timeid")) for number in (-5000, 0, 7000)])
    expected = [AnyId.from_int(number, "timeid").fields for number in (-5000, 0, 7000)]
    for name, column in sortid.fields(texts, "timeid").items():
        assert pyarrow.array(column).to_pylist() == [fields[name] for fields in expected]
    assert pyarrow.array(sortid.ids(texts, "timeid")).to_pylist() == [-5000, 0, 7000]


def test_polars_expressions_equal_functions() -> None:
    texts = texts_of("tid", 2000)
    ids = [None if text is None or text == NONE else sortid.Tid(text) for text in texts]
    start, stop = (sortid.Tid(texts[at] or "").datetime for at in (0, -1))
    column = polars.col("id").sortid
    frame = polars.LazyFrame({"id": texts}).select(
        time=column.time("tid", unit="us", on_invalid="null"),
        key=column.parse("tid", on_invalid="null"),
        clock=column.field("tid", "clock_id", on_invalid="null"),
        inside=column.between("tid", start, stop, on_invalid="null"),
        text=column.parse("tid", on_invalid="null").sortid.text("tid"),
    )
    assert frame.collect_schema() == {
        "time": polars.Datetime("us", "UTC"),
        "key": polars.UInt64(),
        "clock": polars.UInt64(),
        "inside": polars.Boolean(),
        "text": polars.String(),
    }
    result = frame.collect()
    assert result["time"].cast(polars.Int64).to_list() == [id and id.unix_us for id in ids]
    assert result["key"].to_list() == [None if id is None else id.int for id in ids]
    assert result["clock"].to_list() == [None if id is None else id.fields["clock_id"] for id in ids]
    inside = [None if id is None else start <= id.datetime < stop for id in ids]
    assert result["inside"].to_list() == inside
    assert result["text"].to_list() == [id and str(id) for id in ids]
    ksuids = polars.Series("k", Generator("ksuid").next_texts(5))
    assert ksuids.sortid.parse("ksuid").dtype == polars.Binary()
    assert ksuids.sortid.time("ksuid", unit="s").dtype == polars.Datetime("ms", "UTC")
    assert ksuids.sortid.parse("ksuid").sortid.text("ksuid").to_list() == ksuids.to_list()
    with pytest.raises((ParseError, polars.exceptions.ComputeError), match="invalid_length"):
        polars.DataFrame({"id": texts}).select(column.time("tid"))


@pytest.mark.parametrize("dtype", ["str", object])
def test_pandas_series_equal_functions(dtype: Any) -> None:
    texts = [text for text in texts_of("tid", 2000) if text != NONE]
    ids = [None if text is None else sortid.Tid(text) for text in texts]
    series = pandas.Series(texts, index=range(5, 5 + len(texts)), name="id", dtype=dtype)
    column = series.sortid
    times, keys, clocks = column.time("tid", unit="us"), column.parse("tid"), column.field("tid", "clock_id")
    assert (times.dtype, keys.dtype, clocks.dtype) == ("datetime64[us, UTC]", "UInt64", "UInt64")
    assert times.dropna().astype("int64").tolist() == [id.unix_us for id in ids if id]
    assert keys.dropna().tolist() == [id.int for id in ids if id]
    assert clocks.dropna().tolist() == [id.fields["clock_id"] for id in ids if id]
    last = ids[-1]
    assert last is not None
    inside = column.between("tid", last.datetime, last.datetime + datetime.timedelta(hours=1))
    assert (inside.dtype, inside.iloc[-1], inside.iloc[0]) == ("boolean", True, False)
    for answer in (times, keys, clocks, inside):
        assert (answer.name, list(answer.index)) == ("id", list(series.index))
        assert answer.isna().tolist() == [id is None for id in ids]
    assert keys.sortid.text("tid").dropna().tolist() == [str(id) for id in ids if id]


@pytest.mark.parametrize("format", FORMATS)
def test_pandas_reads_objects_and_indices(format: str) -> None:
    ids: list[Any] = [*Generator(format, seed=SEED).next_ids(3), None]
    times, texts = [id and id.unix_ms for id in ids], [id and str(id) for id in ids]
    series, index = pandas.Series(ids, name="id"), pandas.Index(ids, name="id", dtype=object)
    text_index = pandas.Index(texts, name="id")
    for column in (series, series.astype("category"), series.to_frame(), index, text_index, pandas.Series(texts)):
        assert ms(sortid.times(column, format)) == times
        assert pyarrow.chunked_array(sortid.texts(column, format)).to_pylist() == texts
    for column, kind in ((series, pandas.Series), (index, pandas.Index), (text_index, pandas.Index)):
        answer = column.sortid.time(format)
        assert isinstance(answer, kind)
        assert (answer.name, answer.dtype, answer[0].timestamp() * 1000) == ("id", "datetime64[ms, UTC]", times[0])
        assert column.sortid.text(format)[:3].tolist() == texts[:3]
    frame = pandas.DataFrame({"row": range(4)}, index=index)
    frame["time"] = frame.index.sortid.time(format)
    assert frame["time"].equals(series.sortid.time(format).set_axis(index))
    for nothing in (series[:0], series[3:], index[3:]):
        assert nothing.sortid.time(format).isna().tolist() == [True] * len(nothing)
    for stranger in (sortid.uuid4(), "x", 1.5):
        with pytest.raises((ParseError, TypeError, pyarrow.ArrowException)):
            sortid.times(pandas.Series([ids[0], stranger]), format, on_invalid="null")


def test_frames_need_no_copy_and_no_object_per_row() -> None:
    series = polars.Series(Generator("uuid7").next_texts(100_000))
    for column in (series, series.to_arrow(), pandas.Series(series.to_arrow(), dtype="str")):
        sortid.times(column, "uuid7")
        tracemalloc.start()
        answer = sortid.times(column, "uuid7")
        most = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        assert most < len(series) // 2
        first, second = (pyarrow.chunked_array(answer).chunk(0).buffers()[1].address for _ in range(2))
        assert first == second
