"""Bulk generation into lists, bytes and buffers."""

from __future__ import annotations

import array
import ctypes
import mmap
import sys
from typing import Any

import numpy
import pytest
import sortid
from conftest import SEED, refusal
from sortid import AnyId, Format, Generator, Id, ParseError

COUNTS = [0, 1, 2, 4095, 4096, 4097, 10_000]


def check(ids: list[Id], format: Format, count: int) -> None:
    """Asserts that the ids are unique, and ordered if the format is."""
    assert len(ids) == len(set(ids)) == count
    assert {id.format for id in ids} <= {format}
    if format.is_ordered:
        assert ids == sorted(ids)


@pytest.mark.parametrize("count", COUNTS)
def test_lists_and_bytes_contain_valid_ids(generated: Format, count: int) -> None:
    generator = Generator(generated)
    texts = generator.next_texts(count)
    assert {type(text) for text in texts} <= {str}
    check([AnyId.parse(text, generated) for text in texts], generated, count)
    check(generator.next_ids(count), generated, count)
    data, width = generator.next_bytes(count), generated.byte_length
    assert type(data) is bytes
    check([AnyId.from_bytes(data[at : at + width], generated) for at in range(0, len(data), width)], generated, count)
    assert generator.status.ids == 3 * count


def test_bulk_calls_equal_single_calls() -> None:
    """R-GEN-6: random bits are drawn in the order of the ids, here in a format without time."""
    count = 5000
    single, texts, ids, data, memory = (Generator("uid11_fullrand", seed=SEED) for _ in range(5))
    expected = [single.next() for _ in range(count)]
    assert ids.next_ids(count) == expected
    assert texts.next_texts(count) == [str(id) for id in expected]
    assert data.next_bytes(count) == b"".join(bytes(id) for id in expected)
    numbers = array.array("Q", [0] * count)
    memory.fill(numbers)
    assert list(numbers) == [int(id) for id in expected]


@pytest.mark.parametrize("count", COUNTS)
def test_fill_accepts_numpy_arrays(generated: Format, count: int) -> None:
    generator = Generator(generated)
    texts = numpy.empty(count, f"S{generated.text_length}")
    assert generator.fill(texts) == count
    check([AnyId.parse(text.decode(), generated) for text in texts], generated, count)
    raw = numpy.empty(count, f"V{generated.byte_length}")
    assert generator.fill(raw) == count
    check([AnyId.from_bytes(item.tobytes(), generated) for item in raw], generated, count)
    raw = numpy.empty((count, generated.byte_length), numpy.uint8)
    assert generator.fill(raw) == count
    check([AnyId.from_bytes(row.tobytes(), generated) for row in raw], generated, count)
    ints = numpy.empty(count, numpy.int64 if generated.is_signed else numpy.uint64)
    if generated.bits == 64:
        assert generator.fill(ints) == count
        check([AnyId.from_int(int(item), generated) for item in ints], generated, count)
    else:
        with pytest.raises(ParseError) as error:
            generator.fill(ints)
        refusal("not_applicable", error)


def test_fill_accepts_every_kind_of_buffer() -> None:
    generator = Generator("tid")
    plain = bytearray(8 * 10)
    signed = array.array("q", [0] * 10)
    unsigned = array.array("Q", [0] * 10)
    shared = mmap.mmap(-1, 8 * 10)
    ints = (ctypes.c_uint64 * 10)()
    for memory in (
        plain,
        memoryview(plain),
        memoryview(plain)[8:72],
        unsigned,
        shared,
        ints,
        memoryview(unsigned),
    ):
        before = bytes(memoryview(memory).cast("B"))
        assert generator.fill(memory) == memoryview(memory).nbytes // 8
        assert bytes(memoryview(memory).cast("B")) != before
    check([AnyId.from_int(number, "tid") for number in unsigned], Format.tid, 10)
    check([AnyId.from_int(number, "tid") for number in ints], Format.tid, 10)
    check([AnyId.from_bytes(shared[at : at + 8], "tid") for at in range(0, 80, 8)], Format.tid, 10)
    with pytest.raises(TypeError):
        generator.fill(signed)
    timeids = Generator("timeid")
    assert timeids.fill(signed) == 10
    check([AnyId.from_int(number, "timeid") for number in signed], Format.timeid, 10)
    with pytest.raises(TypeError):
        timeids.fill(unsigned)
    # The buffers are released.
    plain.extend(b"more")
    shared.close()


@pytest.mark.skipif(sys.version_info < (3, 12), reason="needs PEP 688")
def test_fill_accepts_a_python_buffer_class() -> None:
    class Own:
        def __init__(self) -> None:
            self.memory = bytearray(16)
            self.released = 0

        def __buffer__(self, _flags: int) -> memoryview:
            return memoryview(self.memory)

        def __release_buffer__(self, view: memoryview) -> None:
            self.released += 1
            view.release()

    own: Any = Own()
    assert Generator("tid").fill(own) == 2
    assert own.released == 1
    first, second = (AnyId.from_bytes(bytes(own.memory[at : at + 8]), "tid") for at in (0, 8))
    assert list(sortid.read_unix_us(own, "tid")) == [first.unix_us, second.unix_us]
    assert own.released == 2


def test_buffer_is_released_after_an_error() -> None:
    memory = bytearray(9)
    with pytest.raises(ParseError):
        Generator("tid").fill(memory)
    memory.extend(bytes(7))
    with pytest.raises(ParseError):
        sortid.read_unix_ms(memory, "uuid7")
    memory.extend(b"more")
    before = sys.getrefcount(memory)
    for _ in range(100):
        with pytest.raises(ParseError):
            Generator("scru160").fill(memory[:19])
        with pytest.raises(ParseError):
            Generator("scru160").fill(memory[1:20])
        with pytest.raises(ParseError):
            Generator("uuid7").fill(memory[3:])
    assert sys.getrefcount(memory) == before


def test_fill_accepts_unaligned_memory() -> None:
    raw = numpy.zeros(8 * 100 + 1, numpy.uint8)[1:].view(numpy.uint64)
    assert not raw.flags.aligned
    assert Generator("tid").fill(raw) == 100
    check([AnyId.from_int(int(item), "tid") for item in raw], Format.tid, 100)


def test_fill_rejects_wrong_lengths(generated: Format) -> None:
    generator = Generator(generated)
    width = generated.byte_length
    for length in (1, width - 1, width + 1):
        with pytest.raises(ParseError) as error:
            generator.fill(bytearray(length))
        refusal("invalid_length", error)
    for dtype in (f"S{generated.text_length + 1}", f"S{generated.text_length - 1}", f"V{width + 1}"):
        with pytest.raises(ParseError) as error:
            generator.fill(numpy.empty(3, dtype))
        refusal("invalid_length", error)


def test_fill_rejects_wrong_element_types() -> None:
    generator = Generator("tid")
    wrong: list[Any] = [
        None,
        5,
        "text" * 2,
        [0] * 8,
        bytes(8),
        memoryview(bytearray(8)).toreadonly(),
        memoryview(bytearray(16))[::2],
        numpy.empty(8, numpy.uint64)[::2],
        numpy.empty(8, numpy.int64),
        numpy.empty(8, numpy.float64),
        numpy.empty(8, numpy.uint32),
        numpy.empty(8, numpy.complex128),
        numpy.empty(8, "U13"),
        numpy.empty(8, ">u8" if sys.byteorder == "little" else "<u8"),
        numpy.empty(8, [("a", "u8")]),
        numpy.empty(8, numpy.bool_),
        array.array("d", [0.0] * 8),
        array.array("i", [0] * 8),
    ]
    for memory in wrong:
        with pytest.raises(TypeError):
            generator.fill(memory)
    assert generator.status.ids == 0


def test_failed_fill_reports_the_number_of_ids() -> None:
    ints = numpy.zeros(2_000_000, numpy.uint64)
    generator = Generator("uid11_snowish", on_exhausted="error")
    with pytest.raises(sortid.GeneratorError) as error:
        generator.fill(ints)
    refusal("counter_exhausted", error)
    generated = error.value.made
    assert generated is not None
    assert 0 < generated < len(ints)
    check([AnyId.from_int(int(item), "uid11_snowish") for item in ints[:generated]], Format.uid11_snowish, generated)
    assert not ints[generated:].any()
    assert generator.status.ids == generated


def test_too_long_list_raises_memory_error() -> None:
    generator = Generator("tid")
    for call in (generator.next_texts, generator.next_ids, generator.next_bytes):
        with pytest.raises(MemoryError):
            call(sys.maxsize)


UNITS = {"ms": sortid.read_unix_ms, "us": sortid.read_unix_us, "ns": sortid.read_unix_ns}


@pytest.mark.parametrize("unit", UNITS)
def test_read_unix_returns_the_times(generated: Format, unit: str) -> None:
    read = UNITS[unit]
    generator = Generator(generated)
    texts, raw = numpy.empty(5000, f"S{generated.text_length}"), numpy.empty(5000, f"V{generated.byte_length}")
    sources: list[Any] = [texts, raw, bytearray(5000 * generated.byte_length)]
    if generated.bits == 64:
        sources.append(numpy.empty(5000, numpy.int64 if generated.is_signed else numpy.uint64))
    for source in sources:
        generator.fill(source)
        if generated.resolution_ns is None:
            with pytest.raises(ParseError) as error:
                read(source, generated)
            refusal("not_applicable", error)
            assert error.value.made == 0
            continue
        times = read(source, generated)
        assert (type(times), times.typecode, len(times)) == (array.array, "q", 5000)
        out = numpy.empty(5000, f"M8[{unit}]").view(numpy.int64)
        assert read(source, generated.value, out=out) is out
        assert list(out) == list(times)
    if generated.resolution_ns is not None:
        ids = [AnyId.parse(text.decode(), generated) for text in texts]
        assert list(read(texts, generated)) == [getattr(id, f"unix_{unit}") for id in ids]
        assert list(read(bytes(0), generated)) == []


def test_read_unix_rejects_invalid_input() -> None:
    ids = numpy.array([b"3jzfcijpj2z2a", b"3jzfcijpj2z2a", b"3jzfcijpj2z21"], "S13")
    out = numpy.full(3, 7)
    with pytest.raises(ParseError) as error:
        sortid.read_unix_us(ids, "tid", out)
    assert (error.value.code, error.value.offset, error.value.made) == ("invalid_character", 12, 2)
    assert list(out) == [1688137381887007, 1688137381887007, 7]
    late = bytes(AnyId.from_fields({"unix_ts_ms": 2**48 - 1}, "uuid7"))
    assert list(sortid.read_unix_us(late, "uuid7")) == [(2**48 - 1) * 1000]
    with pytest.raises(ParseError) as error:
        sortid.read_unix_ns(late, "uuid7")
    refusal("timestamp_out_of_range", error)
    for wrong in (numpy.empty(2, numpy.int64), numpy.empty(4, numpy.int64)):
        with pytest.raises(ParseError) as error:
            sortid.read_unix_us(ids, "tid", wrong)
        refusal("invalid_length", error)
    for stranger in (bytearray(24), numpy.empty(3, numpy.uint64), numpy.empty(3), [0] * 3, bytes(24)):
        with pytest.raises(TypeError):
            sortid.read_unix_us(ids, "tid", stranger)
    for stranger in ("3jzfcijpj2z2a", None, [1], numpy.empty(3)):
        with pytest.raises(TypeError):
            sortid.read_unix_us(stranger, "tid")
