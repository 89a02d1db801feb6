"""Declared types and their ids."""

from __future__ import annotations

import copy
import pickle
import re
import sys
import uuid
from datetime import UTC, datetime, timedelta
from typing import Any

import psycopg
import pytest
import sortid
import sortid.psycopg
from conftest import example, refusal, typed
from psycopg.adapt import PyFormat, Transformer
from sortid import (
    AnyId,
    AnyUuid,
    Format,
    Generator,
    Id,
    IdRange,
    IdType,
    ParseError,
    Snowflake,
    Tid,
    Timestamp,
    TypeId,
    Uuid7,
)
from sortid.storage import shows_text

V7 = Uuid7("017f22e2-79b0-7cc3-98c4-dc0c0c07398f")
TEXT = "order_01fwhe4ydgfk1shh6w1g60eecf"
ORDER = IdType("order", Uuid7)
NO_PREFIXES = ["Order", "_order", "order_", "ord-er", "ord3r", "o" * 64, "ordér", "\ud800"]


def test_prefixed_texts_round_trip(format: Format, id: Id) -> None:
    if not format.takes_prefix:
        for refused in (lambda: typed("order", id), lambda: IdType("order", format)):
            with pytest.raises(ParseError) as error:
                refused()
            refusal("not_applicable", error)
        assert AnyId.is_valid("_" + str(id)[1:], format)
        return
    for prefix, before in (("order", "order_"), ("a_b", "a_b_"), ("", "")):
        prefixed, of = typed(prefix, id), IdType(prefix, format)
        assert str(prefixed) == before + id.forms.get("typeid", str(id))
        assert TypeId.parse(str(prefixed), format) == of.parse(str(prefixed)) == of.parse(id) == prefixed
        assert TypeId.is_valid(str(prefixed), format)
        assert of.is_valid(str(prefixed))
        assert (prefixed.prefix, prefixed.id, prefixed.format) == (prefix, id, format)
        assert bytes(prefixed) == bytes(id)
        assert sortid.prefix_of(str(prefixed)) == prefix
        assert re.fullmatch(of.pattern, str(prefixed))
        assert not re.fullmatch(of.pattern, f"user_{id}")


def test_now_adds_the_prefix(generated: Format) -> None:
    if generated.takes_prefix:
        of = IdType("order", generated)
        ids = [of.now() for _ in range(10)]
        assert len(set(ids)) == 10
        assert all(type(id.id) is generated.type and str(id).startswith("order_") for id in ids)
        if generated.is_ordered:
            assert ids == sorted(ids)


def test_typeid_parses_every_uuid_and_generates_version_7() -> None:
    user = IdType("user")
    assert user == IdType("user", AnyUuid)
    assert pickle.loads(pickle.dumps(user)) == user
    ids = [user.now() for _ in range(10)]
    assert ids == sorted(ids)
    assert {id.id.kind for id in ids} == {"version_7"}
    assert user.parse(str(ids[0])) == ids[0]
    assert abs((ids[0].datetime - datetime.now(UTC)).total_seconds()) < 3600
    assert user.parse(V7) == user.parse(V7.uuid) == user.parse(AnyUuid(str(V7)))
    assert user.parse(V7).timestamp == V7.timestamp
    assert user.parse(V7).datetime == V7.datetime
    tick = IdRange(user.min_at(V7.datetime), user.max_at(V7.datetime))
    assert user.parse(V7) in tick
    assert str(tick.min.id) == str(Uuid7.min_at(V7.datetime))
    assert user.range(V7.datetime, V7.datetime + timedelta(milliseconds=1)) == tick
    for text in ("c232ab00-9414-11ec-b3c8-9f6bdeced846", "1ec9414c-232a-6b00-b3c8-9f6bdeced846"):
        assert user.parse(uuid.UUID(text)).datetime == V7.datetime
    for untimed in (uuid.uuid4(), uuid.UUID(int=0)):
        with pytest.raises(ParseError) as error:
            _ = user.parse(untimed).timestamp
        refusal("not_applicable", error)


def test_parse_rejects_other_formats() -> None:
    for of, id in ((IdType("user"), sortid.tid()), (ORDER, AnyUuid(uuid.uuid4()))):
        with pytest.raises(ParseError):
            of.parse(id)


@pytest.mark.parametrize("prefix", NO_PREFIXES)
def test_invalid_prefix_is_rejected(prefix: str) -> None:
    for refused in (
        lambda: typed(prefix, V7),
        lambda: IdType(prefix, "uuid7"),
    ):
        with pytest.raises(ParseError) as error:
            refused()
        assert (error.value.code, error.value.subject) == ("invalid_option", "prefix")


def test_wrong_types_are_type_errors() -> None:
    wrong: list[Any] = [
        lambda: IdType(b"order", Uuid7).parse(V7),
        lambda: IdType("order", TypeId("order", V7).format).parse(TypeId("order", V7)),
        IdType,
        lambda: IdType(5, "uuid7"),
        lambda: IdType("order", 9),
        lambda: TypeId.parse(TEXT, None),
        lambda: TypeId(V7),
        lambda: sortid.prefix_of(5),
        lambda: ORDER.parse(5),
    ]
    for call in wrong:
        with pytest.raises(TypeError):
            call()


def test_format_is_a_member_class_or_name() -> None:
    assert IdType("order", "uuid7") == IdType("order", Format.uuid7) == ORDER
    assert hash(IdType("order", "uuid7")) == hash(ORDER)
    assert ORDER.format is Format.uuid7
    for call in (lambda: IdType("order", "uuid2"), lambda: TypeId.is_valid(TEXT, "uuid2")):
        with pytest.raises(ParseError) as error:
            call()
        refusal("unknown_format", error)


def test_parse_reports_code_and_offset() -> None:
    for text in ("user_01fwhe4ydgfk1shh6w1g60eecf", "01fwhe4ydgfk1shh6w1g60eecf", "user_short"):
        with pytest.raises(ParseError) as error:
            ORDER.parse(text)
        assert (error.value.code, error.value.number, error.value.offset) == ("wrong_prefix", 15, 0)
        assert not ORDER.is_valid(text)
    for text, code, offset in (
        ("Order_01fwhe4ydgfk1shh6w1g60eecf", "invalid_character", 0),
        ("order_01fwhe4ydgfk1shh6w1g60eec", "invalid_length", 31),
        ("order_8zzzzzzzzzzzzzzzzzzzzzzzzz", "out_of_range", None),
        ("order_01fwhe4ydgfk1shh6w1g60eecl", "invalid_character", 31),
        ("order_0123456789abcdefghjkmnpqrs", "invalid_variant", 19),
    ):
        with pytest.raises(ParseError) as error:
            ORDER.parse(text)
        assert (error.value.code, error.value.offset) == (code, offset)


def test_prefix_of_returns_the_prefix() -> None:
    assert sortid.prefix_of(TEXT) == "order"
    for text in ("", "_", "order", "Order_x", "_order_x", "01fwhe4ydgfk1shh6w1g60eecf", "\ud800_x"):
        assert sortid.prefix_of(text) == ""
    assert sortid.inspect(TEXT).readings[0].id == V7


def test_values_of_the_id_are_properties() -> None:
    id = IdType("message", Snowflake, epoch="discord").parse(Snowflake("175928847299117063"))
    assert (id.unix_ms, id.unix_us, id.unix_ns) == (1462015105796, 1462015105796000, 1462015105796000000)
    assert id.bytes == bytes(id) == id.id.bytes
    assert ORDER.parse(TEXT).uuid == V7.uuid
    with pytest.raises(ParseError) as error:
        id.uuid  # noqa: B018
    refusal("not_applicable", error)


def test_parse_accepts_every_kind_of_value() -> None:
    prefixed = typed("order", V7)
    for value in (TEXT, prefixed, typed("order", AnyUuid(V7.uuid)), V7, V7.bytes, V7.uuid):
        assert ORDER.parse(value) == prefixed
    with pytest.raises(ParseError) as error:
        ORDER.parse(sortid.tid())
    refusal("not_applicable", error)


@pytest.mark.parametrize("form", [PyFormat.TEXT, PyFormat.BINARY])
def test_psycopg_dumps_the_id_without_prefix(id: Id, form: PyFormat) -> None:
    if not id.format.takes_prefix or not shows_text(id.format, "postgresql"):
        return

    class Context:
        """A context with its own adapters."""

        connection = None

    context: Any = Context()
    context.adapters = psycopg.adapt.AdaptersMap(psycopg.adapters)
    sortid.psycopg.register(context)
    # One transformer for several formats: it caches one dumper for each format.
    transformer = Transformer(context)
    transformer.get_dumper(typed("user", V7), form)
    prefixed = typed("order", id)
    dumper, like = transformer.get_dumper(prefixed, form), Transformer(context).get_dumper(id, form)
    assert dumper.dump(prefixed) == like.dump(id)
    assert (dumper.oid, dumper.format) == (like.oid, like.format)
    assert transformer.get_dumper(prefixed, form) is dumper


def test_type_id_is_an_id_of_its_own_class() -> None:
    order = ORDER.parse(V7)
    assert isinstance(order, Id)
    assert (order.fields, order.hex, order.int, order.kind) == (V7.fields, V7.hex, V7.int, V7.kind)
    assert (type(order.id), Uuid7.parse(order), order.convert(AnyUuid)) == (Uuid7, V7, V7.convert(AnyUuid))
    key = IdType("key", Tid).parse(Tid("3jzfcijpj2z2a"))
    assert (str(key.successor()), key.successor().predecessor()) == ("key_3jzfcijpj2z2b", key)
    assert order not in (V7, None)
    assert V7 not in (order, None)
    for pair in ((order, V7), (V7, order)):
        with pytest.raises(TypeError, match="not supported"):
            sorted(pair)
    with pytest.raises(TypeError, match="not an acceptable base type"):
        type("Own", (TypeId,), {})
    with pytest.raises(TypeError, match=r"expected sortid\.TypeId"):
        sortid._sortid.typed(Id, V7)


def test_dropped_type_ids_are_freed() -> None:
    before = sys.getrefcount(ORDER), sys.getrefcount(TypeId)
    for _ in range(1000):
        ORDER.parse(V7)
    assert (sys.getrefcount(ORDER), sys.getrefcount(TypeId)) == before


def test_order_is_by_prefix_and_id() -> None:
    first, second = (Tid.min_at(Timestamp(seconds)) for seconds in (1, 2))
    ids = [typed("a", second), typed("b", first), typed("b", second), typed("ba", first)]
    assert sorted([ids[2], ids[0], ids[3], ids[1]]) == ids
    assert len({*ids, typed("b", first)}) == 4
    assert hash(typed("b", first)) == hash(ids[1])
    # Types with the same prefix have equal ids if the bits are equal.
    assert typed("b", V7) == typed("b", AnyUuid(V7.uuid))
    assert hash(typed("b", V7)) == hash(typed("b", AnyUuid(V7.uuid)))
    assert typed("b", first) != typed("a", first)
    assert typed("b", first) != first
    assert typed("b", first) != str(typed("b", first))
    with pytest.raises(TypeError):
        sorted([typed("b", first), first])


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_prefixed_id_is_an_immutable_value(id: Id, protocol: int) -> None:
    if not id.format.takes_prefix:
        return
    prefixed = typed("order", id)
    assert pickle.loads(pickle.dumps(prefixed, protocol)) == copy.copy(prefixed) == copy.deepcopy(prefixed) == prefixed
    assert eval(repr(prefixed), vars(sortid)) == prefixed
    assert pickle.loads(pickle.dumps(ORDER, max(2, protocol))) == ORDER
    for value in (prefixed, ORDER):
        for name in ("prefix", "id", "format", "fresh"):
            with pytest.raises((AttributeError, TypeError)):
                setattr(value, name, "x")
        assert not hasattr(value, "__dict__")


def test_format_spec_is_that_of_str() -> None:
    prefixed = typed("order", V7)
    assert f"{prefixed}" == TEXT
    assert f"{prefixed:>40}" == TEXT.rjust(40)
    assert repr(prefixed) == f"TypeId('{TEXT}', 'uuid7')"


def test_bounds_have_the_prefix() -> None:
    start, stop = datetime(2024, 7, 19, tzinfo=UTC), datetime(2024, 7, 20, tzinfo=UTC)
    ids, bare = ORDER.range(start, stop), Uuid7.range(start, stop)
    assert type(ids) is IdRange
    assert (ids.min.id, ids.max.id) == bare
    assert ids.min == ORDER.min_at(start)
    middle = ORDER.max_at(datetime(2024, 7, 19, 12, tzinfo=UTC))
    assert middle in ids
    assert str(middle) in ids
    strangers: list[object] = [
        typed("user", middle.id),
        middle.id,
        ORDER.now(),
        typed("order", example(Format.tid)),
    ]
    for stranger in strangers:
        assert stranger not in ids
    discord = IdType("message", "flake_idgen", epoch="discord").range(start, stop)
    assert discord.min.timestamp == Timestamp.from_datetime(start)
    with pytest.raises(ParseError) as error:
        IdType("order", "uuid4").min_at(start)
    refusal("not_applicable", error)


DISCORD = IdType(Snowflake, epoch="discord")
MESSAGE = "175928847299117063"


def test_options_are_those_of_reading() -> None:
    message = DISCORD.parse(MESSAGE)
    assert (str(message), message.prefix, message.id) == (MESSAGE, "", Snowflake(MESSAGE))
    assert message.datetime.isoformat() == "2016-04-30T11:18:25.796000+00:00"
    assert DISCORD.parse(Snowflake(MESSAGE)) == DISCORD.parse(int(MESSAGE)) == message
    assert message in DISCORD.range(message.datetime, None)
    assert abs((DISCORD.now().datetime - datetime.now(UTC)).total_seconds()) < 3600
    assert DISCORD.at(message.datetime).datetime == message.datetime
    assert DISCORD.parse(MESSAGE).type == DISCORD == IdType(Snowflake, epoch_unix_ms=1420070400000)
    assert IdType(Snowflake) != DISCORD
    assert re.fullmatch(DISCORD.pattern, MESSAGE)
    for call in (lambda: IdType(Snowflake, node=3), lambda: IdType(Tid, epoch="discord")):
        with pytest.raises(ParseError) as error:
            call()
        refusal("invalid_option", error)


@pytest.mark.parametrize("of", [ORDER, DISCORD, IdType("user"), IdType(Format.scru128), IdType("a", Tid)])
def test_type_is_written_as_it_is_declared(of: IdType) -> None:
    assert eval(repr(of), vars(sortid)) == pickle.loads(pickle.dumps(of)) == copy.copy(of) == of
    assert pickle.loads(pickle.dumps(of.now())).type == of


def test_format_name_alone_is_rejected_as_a_prefix() -> None:
    with pytest.raises(ParseError, match="tid is the name of a format"):
        IdType("tid")
    assert str(IdType("tid", Tid).parse(Tid("3jzfcijpj2z2a"))) == "tid_3jzfcijpj2z2a"


@pytest.mark.parametrize("of", [ORDER, IdType("user"), IdType("a", Tid), IdType(Snowflake, epoch="discord")])
def test_generator_has_ids_of_the_type(of: IdType) -> None:
    generator = Generator(of)
    ids = [generator.next(), next(generator), *generator.next_ids(3)]
    assert ids == sorted(ids)
    assert all(type(id) is TypeId and id.type is of for id in ids)
    assert [of.parse(text).type for text in generator.next_texts(3)] == [of] * 3
    assert generator.next_after(ids[-1]) > ids[-1]
    assert generator.timestamp(ids[0]) == ids[0].timestamp
    assert ids[0] in generator.range(ids[0].datetime, None)
    with pytest.raises((ParseError, TypeError)):
        generator.timestamp(typed("other", ids[0].id))
