"""Errors: wrong types raise a `TypeError`, wrong values errors of the package."""

from __future__ import annotations

import copy
import math
import pickle
import uuid
from collections.abc import Callable
from fractions import Fraction
from typing import Any, NamedTuple

import numpy
import pytest
import sortid
from conftest import SEED, WITH_CLASS, refusal
from sortid import (
    AnyId,
    AnyUuid,
    Error,
    Format,
    Generator,
    GeneratorError,
    ParseError,
    StoreError,
    Tid,
    Timestamp,
    Uuid7,
    _sortid,
)


def test_error_classes_have_builtin_bases() -> None:
    assert issubclass(ParseError, Error)
    assert issubclass(ParseError, ValueError)
    assert issubclass(GeneratorError, Error)
    assert issubclass(GeneratorError, RuntimeError)
    assert issubclass(StoreError, Error)
    assert issubclass(StoreError, OSError)
    for error in (Error, ParseError, GeneratorError, StoreError):
        assert (error.__module__, error.__name__) == ("sortid", error.__qualname__)


@pytest.mark.parametrize("kind", [Error, ParseError, GeneratorError, StoreError])
def test_error_can_be_copied_and_pickled(kind: type[Error]) -> None:
    error = kind("out_of_range: no", "out_of_range", 3, 5, "subject", 7)
    for other in (error, pickle.loads(pickle.dumps(error)), copy.copy(error)):
        assert type(other) is kind
        assert str(other) == "out_of_range: no"
        assert (other.code, other.number, other.offset, other.subject, other.made) == (
            "out_of_range",
            3,
            5,
            "subject",
            7,
        )


def test_each_code_has_one_class() -> None:
    assert ("wrong_prefix", 15) in [(name, number) for name, number, _ in _sortid.error_codes()]
    with pytest.raises(ParseError) as error:
        sortid.IdType("order", "tid").parse("user_3jzfcijpj2z2a")
    refusal("wrong_prefix", error)


def test_error_has_offset_and_subject() -> None:
    with pytest.raises(ParseError) as error:
        AnyId.parse("3jzfcijpj2z21", "tid")
    refusal("invalid_character", error)
    assert (error.value.number, error.value.offset, error.value.subject, error.value.made) == (
        2,
        12,
        None,
        None,
    )
    with pytest.raises(ParseError) as error:
        Generator("tid", node=1024)
    refusal("invalid_option", error)
    assert (error.value.offset, error.value.subject) == (None, "node")


def test_generator_raises_generator_error() -> None:
    generator = Generator("tid", clock="manual", max_lead_ms=0, node=1)
    generator.next_at(Timestamp(1))
    with pytest.raises(GeneratorError) as error:
        generator.next_at(Timestamp(1))
    refusal("counter_exhausted", error)


@pytest.mark.parametrize("text", ["", "*", "ä", "3jzfcijpj2z2a\n", " 3jzfcijpj2z2a", "\0" * 13, "x" * 10_000])
def test_invalid_text_is_rejected(format: Format, text: str) -> None:
    with pytest.raises(ParseError):
        AnyId.parse(text, format)
    assert not AnyId.is_valid(text, format)
    assert all(str(reading.id) for reading in sortid.inspect(text).readings)


def test_offset_is_in_utf8_bytes() -> None:
    for text, length in (("ä", 2), ("\ud800", 3), ("a\udfff", 4), ("𝄞", 4), ("\ud834\udd1e", 6)):
        with pytest.raises(ParseError) as error:
            AnyId.parse(text, "tid")
        assert (error.value.code, error.value.offset) == ("invalid_length", length)
    for text, offset in (("3jzfcijpj2\ud800", 10), ("äjzfcijpj2z2", 0), ("3jzfcijpj2zä", 11)):
        with pytest.raises(ParseError) as error:
            AnyId.parse(text, "tid")
        assert (error.value.code, error.value.offset) == ("invalid_character", offset)


TEXT_CALLS: list[Callable[[Any], Any]] = [
    sortid.inspect,
    sortid.find_ids,
    Tid.prefix_range,
]


@pytest.mark.parametrize("call", TEXT_CALLS)
def test_other_types_are_rejected_as_text(call: Callable[[Any], Any]) -> None:
    for other in (b"3jzfcijpj2z2a", bytearray(b"3jzfcijpj2z2a"), 5, None, True, 1.5, ["3jzfcijpj2z2a"]):
        with pytest.raises(TypeError, match="expected a str"):
            call(other)


@pytest.mark.parametrize("kind", [AnyId, sortid.TypeId])
def test_is_valid_is_false_for_other_objects(kind: Any) -> None:
    for other in (b"3jzfcijpj2z2a", bytearray(b"3jzfcijpj2z2a"), 5, None, True, 1.5, ["3jzfcijpj2z2a"]):
        assert kind.is_valid(other, "tid") is Tid.is_valid(other) is False


READERS: list[Callable[[Any], Any]] = [
    lambda value: AnyId.parse(value, "tid"),
    lambda value: AnyId(value, "tid"),
    Tid,
    Tid.parse,
]


@pytest.mark.parametrize("read", READERS)
def test_other_types_are_rejected_as_ids(read: Callable[[Any], Any]) -> None:
    for other in (bytearray(8), None, True, 1.5, ["3jzfcijpj2z2a"], memoryview(bytes(8))):
        with pytest.raises(TypeError, match="expected a str, bytes, a uuid"):
            read(other)
    for other, code in ((b"3jzfcijpj2z2a", "invalid_length"), (uuid.uuid4(), "not_applicable")):
        with pytest.raises(ParseError) as error:
            read(other)
        refusal(code, error)
    with pytest.raises(ParseError) as error:
        read(sortid.timeid())
    refusal("not_applicable", error)


def test_str_subclass_is_accepted() -> None:
    class Text(str):
        pass

    assert AnyId.parse(Text("3jzfcijpj2z2a"), Text("tid")).unix_us == 1688137381887007


FORMAT_CALLS: list[Callable[[Any], Any]] = [
    AnyId.now,
    Generator,
    lambda format: AnyId.parse("3jzfcijpj2z2a", format),
    lambda format: AnyId("3jzfcijpj2z2a", format),
    lambda format: AnyId.is_valid("3jzfcijpj2z2a", format),
    lambda format: AnyId.from_bytes(bytes(8), format),
    lambda format: AnyId.from_int(0, format),
    lambda format: AnyId.from_fields({}, format),
    lambda format: sortid.tid().convert(format),
    lambda format: sortid.read_unix_ms(bytes(8), format),
]


@pytest.mark.parametrize("call", FORMAT_CALLS)
def test_other_types_are_rejected_as_formats(call: Callable[[Any], Any]) -> None:
    for other in (None, 1, b"tid", True, object(), sortid.tid(), Format):
        with pytest.raises(TypeError, match=r"expected a sortid\.Format, its class or its name"):
            call(other)
    for name in ("", "TID", "uuid2", "tid ", "any uuid", "\ud800", "tid\0"):
        with pytest.raises(ParseError) as error:
            call(name)
        refusal("unknown_format", error)


class IntegerCall(NamedTuple):
    """A call with an integer argument."""

    call: Callable[[Any], Any]
    code: str | None
    """The error code for a number out of range; `None` if it depends on the bits of the number."""
    negative: int | None = None
    """A negative number in the range."""
    optional: bool = False
    """Whether the call accepts `None`."""
    words: bool = False
    """Whether the call also accepts text."""


INTEGER_CALLS = {
    "from_int tid": IntegerCall(lambda n: AnyId.from_int(n, "tid"), "out_of_range"),
    "from_int timeid": IntegerCall(lambda n: AnyId.from_int(n, "timeid"), "out_of_range", negative=-(2**62)),
    "from_int uuid7": IntegerCall(lambda n: AnyId.from_int(n, "uuid7"), None),
    "field": IntegerCall(lambda n: AnyId.from_fields({"clock_id": n}, "tid"), "invalid_field"),
    "field, signed": IntegerCall(
        lambda n: AnyId.from_fields({"timestamp_us": n}, "timeid"), "invalid_field", negative=-2
    ),
    "seconds": IntegerCall(Timestamp, "timestamp_out_of_range", negative=-(2**63)),
    "nanos": IntegerCall(lambda n: Timestamp(0, n), "timestamp_out_of_range", optional=True),
    "from_unix_ms": IntegerCall(Timestamp.from_unix_ms, "timestamp_out_of_range", negative=-1),
    "from_unix_us": IntegerCall(Timestamp.from_unix_us, "timestamp_out_of_range", negative=-1),
    "from_unix_ns": IntegerCall(Timestamp.from_unix_ns, "timestamp_out_of_range", negative=-1),
    "next_texts": IntegerCall(Generator("tid").next_texts, "invalid_option"),
    "next_ids": IntegerCall(Generator("tid").next_ids, "invalid_option"),
    "next_bytes": IntegerCall(Generator("tid").next_bytes, "invalid_option"),
    "node": IntegerCall(lambda n: Generator("tid", node=n), "invalid_option", optional=True),
    "max_lead_ms": IntegerCall(lambda n: Generator("tid", max_lead_ms=n), "invalid_option", optional=True),
    "rollback_tolerance_ms": IntegerCall(
        lambda n: Generator("tid", rollback_tolerance_ms=n), "invalid_option", optional=True, words=True
    ),
    "epoch_unix_ms": IntegerCall(
        lambda n: Generator("uid11_snowish", epoch_unix_ms=n), "invalid_option", negative=-1, optional=True
    ),
    "unit_ns": IntegerCall(lambda n: Generator("uuid8", unit_ns=n), "invalid_option", optional=True),
    "node of reseed": IntegerCall(lambda n: Generator("tid").reseed(node=n), "invalid_option", optional=True),
}


@pytest.mark.parametrize("integer_call", INTEGER_CALLS.values(), ids=INTEGER_CALLS)
def test_integers_are_checked_at_their_limits(integer_call: IntegerCall) -> None:
    for stranger in [
        True,
        False,
        1.5,
        1.0,
        math.nan,
        math.inf,
        "1",
        b"1",
        None,
        [],
        Fraction(1),
        1j,
        object(),
    ]:
        if stranger is None and integer_call.optional:
            integer_call.call(None)
        elif isinstance(stranger, str) and integer_call.words:
            with pytest.raises(ParseError):
                integer_call.call(stranger)
        else:
            with pytest.raises(TypeError):
                integer_call.call(stranger)
    beyond = [10**400, -(10**400), 2**200, -(2**200), 2**128]
    if integer_call.negative is None:
        beyond += [-1]
    else:
        integer_call.call(integer_call.negative)
    if not integer_call.call.__name__.startswith("from_unix"):
        beyond += [2**64]
    for number in beyond:
        with pytest.raises(ParseError) as error:
            integer_call.call(number)
        assert integer_call.code in (None, error.value.code)


def test_numpy_integers_are_accepted() -> None:
    assert AnyId.from_int(numpy.uint64(6), "tid") == AnyId.from_int(6, "tid")
    with pytest.raises(TypeError):
        AnyId.from_int(numpy.float64(6), "tid")


def test_flags_must_be_bool() -> None:
    assert Generator("tid", allow_fork=True)
    strangers: list[Any] = [1, 0, "true", 1.0, [], b""]
    for wrong in strangers:
        with pytest.raises(TypeError):
            Generator("tid", allow_fork=wrong)


def test_choices_must_be_known_words() -> None:
    for wrong in (1, True, 1.5, b"manual", ["manual"]):
        with pytest.raises(TypeError):
            Generator("tid", clock=wrong)
    for word in ("", "Manual", "sundial", "manual "):
        with pytest.raises(ParseError) as error:
            Generator("tid", clock=word)
        refusal("invalid_option", error)


def test_seed_must_have_32_bytes() -> None:
    time = Timestamp.now()
    ids = {
        Generator("uuid7", clock="manual", seed=seed).next_at(time) for seed in (SEED, SEED.hex(), SEED.hex().upper())
    }
    assert len(ids) == 1
    for wrong in (5, True, 1.5, bytearray(32), [0] * 32):
        with pytest.raises(TypeError):
            Generator("uuid7", seed=wrong)
        with pytest.raises(TypeError):
            Generator("uuid7").reseed(seed=wrong)
    for bad in (b"", bytes(31), bytes(33), "", "00", "zz" * 32):
        with pytest.raises(ParseError) as error:
            Generator("uuid7", seed=bad)
        refusal("invalid_option", error)
    with pytest.raises(ParseError) as error:
        Generator("uuid7").reseed(seed=bytes(31))
    refusal("invalid_option", error)


MISTAKES = [
    (lambda: sortid.IdType("Order"), 'invalid_option: "Order" is not a valid prefix: '),
    (lambda: Generator("tid", clock="x"), 'invalid_option: clock must be one of system, manual, not "x"'),
    (lambda: Generator("tid", seed=b"x"), "invalid_option: seed must be 32 bytes, or 64 hexadecimal digits"),
    (lambda: Generator("tid", max_lead_ms=-1), 'invalid_option: max_lead_ms must be an integer from 0 on, not "-1"'),
    (lambda: Generator("tid", node=5000), "invalid_option: node of a tid is 0 to 1023, not 5000"),
    (lambda: Generator("tid").next_texts(-1), "invalid_option: count must be an integer from 0 to 2^63 - 1, not -1"),
    (lambda: sortid.times([], "tid", unit="m"), "invalid_option: unit must be 's', 'ms', 'us' or 'ns', not \"m\""),
    (
        lambda: sortid.times([], "tid", on_invalid="x"),
        "invalid_option: on_invalid must be 'raise' or 'null', not \"x\"",
    ),
    (lambda: Tid.range(None, None, nod=3), 'invalid_option: no option is named "nod"; did you mean node?'),
    (lambda: Generator("tid", clock_id=3), 'invalid_option: no option is named "clock_id"; did you mean node?'),
    (lambda: Generator("snowflake", machine=3), 'invalid_option: no option is named "machine"; did you mean node?'),
    (lambda: Tid.from_fields({"node": 1}), 'invalid_field: a tid has no field "node"; it has '),
    (lambda: Tid.from_int(-1), "out_of_range: no id of tid has the integer -1"),
    (lambda: Tid(sortid.uuid7()), "not_applicable: an id of tid is expected, not of uuid7"),
    (lambda: Format("uuidv7"), 'unknown_format: no format is named "uuidv7"; did you mean uuid7?'),
    (lambda: sortid.convert("x", "tid", "uuidv7"), 'unknown_format: no format is named "uuidv7"; did you mean uuid7?'),
]


@pytest.mark.parametrize(("call", "message"), MISTAKES)
def test_message_has_given_and_expected_values(call: Callable[[], Any], message: str) -> None:
    with pytest.raises(ParseError) as error:
        call()
    assert str(error.value).startswith(message)


WRONG_TYPES = [
    (Uuid7, "Uuid7() requires a value to parse; Uuid7.now() generates an id"),
    (AnyUuid, "missing a required argument: 'value'"),
    (lambda: sortid.fields([], "tid", "clock_id"), "names must be a list: ['clock_id']"),
    *(
        (lambda column=column: sortid.times(column, "tid"), "column must be a list, ")
        for column in ("x", {"x"}, None, 5)
    ),
]


@pytest.mark.parametrize(("call", "message"), WRONG_TYPES)
def test_type_error_says_what_to_pass(call: Callable[[], Any], message: str) -> None:
    with pytest.raises(TypeError) as error:
        call()
    assert str(error.value).startswith(message)


def test_unknown_option_is_rejected() -> None:
    for name in ("colour", "Clock", "max_lead", "clock_id ", "\ud800"):
        with pytest.raises((ParseError, UnicodeEncodeError)) as error:
            Generator("tid", **{name: 1})
        if isinstance(error.value, ParseError):
            assert (error.value.code, error.value.subject) == ("invalid_option", name)
    with pytest.raises(ParseError) as error:
        Generator("uuid4", node=1)
    refusal("invalid_option", error)
    with pytest.raises(ParseError) as error:
        Tid.range(Timestamp(1), Timestamp(2), clock="sundial")
    refusal("invalid_option", error)


def test_invalid_fields_are_rejected() -> None:
    for fields in ({"colour": 1}, {"clock_id": 1024}, {"": 0}):
        with pytest.raises(ParseError) as error:
            AnyId.from_fields(fields, "tid")
        refusal("invalid_field", error)
    with pytest.raises(ParseError) as error:
        AnyId.from_fields({"timestamp_us": -1}, "timeid")
    refusal("timestamp_out_of_range", error)
    for wrong in (None, 5, [("clock_id", 1)], "clock_id"):
        with pytest.raises((TypeError, AttributeError)):
            AnyId.from_fields(wrong, "tid")
    with pytest.raises(TypeError):
        AnyId.from_fields({5: 1}, "tid")


def test_from_bytes_rejects_wrong_lengths_and_types(format: Format) -> None:
    for length in (0, 1, format.byte_length - 1, format.byte_length + 1, 100):
        with pytest.raises(ParseError) as error:
            AnyId.from_bytes(bytes(length), format)
        assert (error.value.code, error.value.offset) == ("invalid_length", length)
    for wrong in ("00000000", bytearray(8), memoryview(bytes(8)), 5, None):
        with pytest.raises(TypeError):
            AnyId.from_bytes(wrong, format)


def test_key_must_be_str_or_bytes() -> None:
    keyed: Any = sortid.Uuid7.keyed
    time = Timestamp(0)
    assert keyed(time, "é", "é", bytes(16)) == keyed(time, "é".encode(), "é".encode(), secret=bytes(16))
    assert keyed(time, "é") == AnyId.keyed(time, "é", format="uuid7")
    for wrong in (None, 17, bytearray(b"key"), ["key"]):
        with pytest.raises(TypeError):
            keyed(time, wrong)
        with pytest.raises(TypeError):
            keyed(time, "key", wrong)
    for wrong in (17, "a secret of 16 characters or more"):
        with pytest.raises(TypeError):
            keyed(time, "key", "", wrong)
    with pytest.raises(UnicodeEncodeError):
        keyed(time, "\ud800")


def test_arguments_bind_as_in_python() -> None:
    parse: Any = AnyId.parse
    assert parse("3jzfcijpj2z2a", format="tid") == parse(format="tid", value="3jzfcijpj2z2a")
    for arguments, keywords in (
        ((), {}),
        (("3jzfcijpj2z2a",), {}),
        (("3jzfcijpj2z2a", "tid", 5), {}),
        (("3jzfcijpj2z2a", "tid"), {"format": "tid"}),
        (("3jzfcijpj2z2a",), {"fmt": "tid"}),
        ((), {"format": "tid"}),
    ):
        for call in (parse, AnyId):
            with pytest.raises(TypeError):
                call(*arguments, **keywords)
    for format in (format for format in WITH_CLASS if format.can_generate):
        function = getattr(sortid, format.value)
        with pytest.raises(TypeError):
            function(1)
        with pytest.raises(TypeError):
            function(count=1)


def test_find_ids_finds_only_the_given_formats() -> None:
    text = "\ud800é 1777150623882019211 3jzfcijpj2z2a 😀3jzfcijpj2z2a"
    found = sortid.find_ids(text)
    assert [(id, text[start:end]) for id, start, end in found] == [(Tid("3jzfcijpj2z2a"), "3jzfcijpj2z2a")] * 2
    assert found[1] == sortid.FoundId(Tid("3jzfcijpj2z2a"), 38, 51) == (found[1].id, 38, 51)
    for formats in (["snowflake"], {Format.snowflake}, iter([sortid.Snowflake])):
        assert [id.format for id, _, _ in sortid.find_ids(text, formats)] == [Format.snowflake]
    assert sortid.find_ids(text, []) == []
    with pytest.raises(sortid.ParseError, match="unknown_format"):
        sortid.find_ids(text, ["nonsense"])


def test_inspect_returns_readings() -> None:
    assert [reading.id.format for reading in sortid.inspect("3jzfcijpj2z2a").readings] == [Format.tid, Format.timeid]
    discord, own, *_ = sortid.inspect("175928847299117063").readings
    assert (discord.id.format, discord.epoch, discord.timestamp.seconds) == (Format.snowflake, "discord", 1462015105)
    assert (own.epoch, own.timestamp) == (None, own.id.timestamp)
    assert sortid.inspect("").readings == []
    assert sortid.inspect("kjzfcijpj2z2a").errors[Format.tid].code == "out_of_range"
    assert list(sortid.inspect("").errors) == list(Format)
    assert all(isinstance(error, ParseError) and error.offset == 0 for error in sortid.inspect("").errors.values())
