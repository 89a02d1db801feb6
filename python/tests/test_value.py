"""Ids of every format as immutable values."""

from __future__ import annotations

import copy
import gc
import itertools
import operator
import pickle
import sys
import uuid
import weakref
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple

import pytest
import sortid
from conftest import GENERATED, NAMED_FORMS, NOON, SEED, WITH_CLASS, example, read_forms, refusal
from sortid import AnyId, AnyUuid, Format, Generator, Id, Ksuid, Scru160, Tid, Timeid, Uuid1, Uuid4, Uuid7

FORMS = {"canonical", "compact", "hex", "urn", "base32", "base64", "uuid", "typeid", "decimal", "upper", *NAMED_FORMS}


def test_equal_ids_have_equal_hashes(format: Format, id: Id) -> None:
    again = AnyId.parse(str(id), format)
    assert again is not id
    assert again == id
    assert not (again != id)  # noqa: SIM202
    assert hash(again) == hash(id)
    assert len({again, id}) == 1


def test_id_is_not_equal_to_other_types(id: Id) -> None:
    strangers: list[object] = [str(id), bytes(id), None, 0, object(), uuid.uuid4()]
    if id.format.bits in (64, 128):
        strangers.append(int(id))
    if hasattr(id, "version"):
        strangers.append(id.uuid)
    for stranger in strangers:
        assert id != stranger
        assert stranger != id


def test_ids_of_different_formats_are_never_equal() -> None:
    text = "3jzfcijpj2z2a"
    tid, timeid = AnyId.parse(text, "tid"), AnyId.parse(text, "timeid")
    assert bytes(tid) == bytes(timeid)
    assert tid != timeid
    assert len({tid, timeid}) == 2


@pytest.mark.parametrize("compare", [operator.lt, operator.le, operator.gt, operator.ge])
def test_order_with_other_types_is_a_type_error(compare: Callable[[object, object], bool]) -> None:
    tid, timeid = example(Format.tid), example(Format.timeid)
    for other in (timeid, str(tid), 5, None, tid.unix_us):
        with pytest.raises(TypeError):
            compare(tid, other)
        with pytest.raises(TypeError):
            compare(other, tid)


def test_ids_sort_as_generated(generated: Format) -> None:
    options: dict[str, Any] = {"order": "monotonic"} if "order" in generated.options else {}
    generator = Generator(generated, seed=SEED, clock="manual", **options)
    ids = [generator.next_at(NOON) for _ in range(50)]
    if not generated.is_ordered and not options:
        ids.sort()
    assert ids == sorted(ids)
    for a, b in itertools.pairwise(ids):
        assert a < b
        assert a <= b
        assert b > a
        assert b >= a
        assert [a > b, a >= b, b < a, b <= a] == [False] * 4


def test_timeids_before_1970_sort_first() -> None:
    early, late = (AnyId.from_fields({"timestamp_us": us}, "timeid") for us in (-2, 1))
    assert early < late
    assert str(early) > str(late)
    assert int(early) < 0 < int(late)


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_id_can_be_pickled(id: Id, protocol: int) -> None:
    again = pickle.loads(pickle.dumps(id, protocol))
    assert type(again) is id.format.type
    assert again == id
    assert again.format is id.format


def test_copy_is_the_same_object(id: Id) -> None:
    assert copy.copy(id) is id
    assert copy.deepcopy(id) is id
    assert copy.deepcopy([id])[0] is id


def test_repr_can_be_evaluated(id: Id) -> None:
    assert eval(repr(id), vars(sortid)) == id
    arguments = repr(str(id)) if id.format in WITH_CLASS else f"{str(id)!r}, '{id.format.value}'"
    assert repr(id) == f"{type(id).__name__}({arguments})"


def test_text_bytes_and_integer_round_trip(format: Format, id: Id) -> None:
    assert AnyId(str(id), format) == id
    assert AnyId(str(id), format.value) == id
    assert AnyId.from_bytes(bytes(id), format) == id
    assert len(bytes(id)) == format.byte_length
    assert format.text_length_min <= len(str(id)) <= format.text_length
    assert AnyId.from_fields(id.fields, format) == id
    assert list(id.fields) == list(format.fields)
    assert AnyId.from_int(int(id), format) == id
    assert int(id) == int.from_bytes(bytes(id), "big", signed=format.is_signed)


class UuidLike(NamedTuple):
    """A UUID of another package."""

    bytes: bytes
    urn: str


def test_misspelled_text_is_corrected_on_request(format: Format, id: Id) -> None:
    assert AnyId.parse_lenient(str(id), format) == (id, [])
    assert AnyId.parse_lenient(f" '{id}'\n", format) == (id, ["whitespace", "quotes"])
    with pytest.raises(sortid.ParseError) as error:
        AnyId.parse_lenient("?", format)
    refusal("invalid_length" if format.text_length_min > 1 else "invalid_character", error)
    assert sortid.inspect(str(id)).suggestions == []


def test_suggestions_name_the_corrections() -> None:
    assert sortid.inspect("{017f22e2-79b0-7cc3-98c4-dc0c0c07398f}").suggestions == [
        (Uuid7("017f22e2-79b0-7cc3-98c4-dc0c0c07398f"), ["braces"])
    ]


def test_guid_bytes_equal_bytes_le(id: Id) -> None:
    if id.format.bits != 128:
        with pytest.raises(sortid.ParseError) as error:
            id.bytes_in("guid")
        refusal("not_applicable", error)
        return
    assert id.bytes_in("guid") == uuid.UUID(bytes=bytes(id)).bytes_le
    for order in ("guid", "mysql_swapped"):
        assert AnyId.from_bytes_in(id.bytes_in(order), order, id.format) == id
    with pytest.raises(sortid.ParseError) as error:
        id.bytes_in("little")
    refusal("not_applicable", error)


def test_constructor_parses_every_kind_of_value(format: Format, id: Id) -> None:
    kind = format.type
    given: list[Any] = [id, str(id), bytes(id), id.bytes, *read_forms(id)]
    if "urn" in id.forms:
        given += [id.uuid, UuidLike(id.bytes, id.uuid.urn)]
    if format.bits == 64:
        given.append(id.int)
    for value in given:
        for again in (AnyId(value, format), AnyId.parse(value, format.value)):
            assert again == id
            assert type(again) is kind
        if kind is not AnyId:
            assert kind(value) == kind.parse(value) == AnyId(value, kind) == id
    assert AnyId.from_bytes(bytes(id), format) == AnyId.from_fields(id.fields, format) == id


def test_constructor_rejects_other_integers() -> None:
    for format, integer, error in ((Tid, 2**64, "out_of_range"), (Timeid, -(2**63) - 1, "out_of_range")):
        with pytest.raises(sortid.ParseError) as refused:
            format(integer)
        refusal(error, refused)
    wrong: list[Any] = [lambda: AnyId(5, "uuid7"), lambda: AnyId(5, "xid"), lambda: Tid(True)]
    for call in wrong:
        with pytest.raises(TypeError, match="expected a str, bytes, a uuid"):
            call()


def test_bytes_hex_and_int_are_attributes(format: Format, id: Id) -> None:
    assert id.bytes == bytes(id)
    assert id.hex == bytes(id).hex()
    assert id.int == int(id)
    assert AnyId.from_int(id.int, format) == id


def test_only_uuids_have_uuid_attributes(id: Any) -> None:
    is_uuid = "urn" in id.forms and type(id) is not AnyId
    for name in ("version", "variant", "urn"):
        assert hasattr(id, name) == is_uuid
        if is_uuid:
            assert getattr(id, name) == getattr(uuid.UUID(str(id)), name)


def test_every_text_form_round_trips(format: Format, id: Id) -> None:
    assert id.forms["canonical"] == str(id)
    for name, text in id.forms.items():
        assert f"{id:{name}}" == text
    for text in read_forms(id):
        assert AnyId.parse(text, format) == id
    for name, text in id.forms.items():
        assert AnyId.parse_form(text, name, format) == id
    for name in FORMS - set(id.forms):
        with pytest.raises(sortid.ParseError) as error:
            id.__format__(name)
        refusal("not_applicable", error)


def test_format_spec_is_a_form_or_that_of_str(id: Id) -> None:
    assert f"{id}" == str(id) == f"{id!s}" == f"{id}"
    for spec in (">50", "<50", "^50", "*^50", ".5", "s"):
        assert f"{id:{spec}}" == format_text(str(id), spec)
    with pytest.raises(ValueError, match="format"):
        f"{id:d}"


def format_text(text: str, spec: str) -> str:
    return text.__format__(spec)


def test_texts_are_ordinary_strings(id: Id) -> None:
    """The module writes directly into the memory of a `str`."""
    for text in (str(id), *(Generator(id.format).next_texts(3) if id.format.can_generate else [])):
        like = "".join(list(text))
        assert text == like
        assert hash(text) == hash(like)
        assert sys.getsizeof(text) == sys.getsizeof(like)
        assert text.isascii()
        assert text.encode() == like.encode()
        assert {text: 1}[like] == 1
        assert text + "ä" == like + "ä"
        assert text[:5] + text[5:] == like
        assert sys.intern(text) == like


def test_uuid_has_the_same_bits(format: Format, id: Id) -> None:
    if format.bits == 128:
        assert id.uuid == uuid.UUID(bytes=id.bytes)
        assert AnyId(id.uuid, format) == AnyId.from_uuid(id.uuid, format) == id
    if "uuid" in id.forms:
        assert id.uuid == uuid.UUID(f"{id:uuid}")


def test_uuids_round_trip(format: Format, id: Id) -> None:
    if format.bits != 128:
        with pytest.raises(sortid.ParseError) as error:
            id.uuid  # noqa: B018
        refusal("not_applicable", error)
        return
    if not hasattr(id, "version"):
        return
    out = id.uuid
    assert type(out) is uuid.UUID
    assert out == uuid.UUID(str(id))
    assert hash(out) == hash(uuid.UUID(str(id)))
    assert (out.int, out.bytes, out.hex, str(out)) == (int(id), bytes(id), id.forms["compact"], str(id))
    assert out.is_safe is uuid.SafeUUID.unknown
    assert pickle.loads(pickle.dumps(out)) == out
    assert AnyId.from_uuid(out, format) == id
    other = uuid.UUID("2ed6657d-e927-568b-95e1-2665a8aea6a2")
    if format is Format.any_uuid:
        assert AnyId.from_uuid(other, format).uuid == other
    else:
        with pytest.raises(sortid.ParseError) as error:
            AnyId.from_uuid(other, format)
        refusal("invalid_version", error)
    for stranger in (str(out), int(id), None):
        with pytest.raises(TypeError):
            AnyId.from_uuid(stranger, format)


def test_from_uuid_rejects_64_bit_formats() -> None:
    with pytest.raises(sortid.ParseError) as error:
        AnyId.from_uuid(uuid.uuid4(), "tid")
    refusal("not_applicable", error)


def test_ids_are_immutable(id: Id) -> None:
    for name in [*(name for name in dir(Id) if not name.startswith("_")), "fresh", "__class__"]:
        with pytest.raises((AttributeError, TypeError)):
            setattr(id, name, 1)
        with pytest.raises((AttributeError, TypeError)):
            delattr(id, name)
    for kind in (Id, type(id)):
        with pytest.raises(TypeError, match="acceptable base type"):
            type("Sub", (kind,), {})
    assert not hasattr(id, "__dict__")
    id.fields.clear()
    assert id.fields
    with pytest.raises(TypeError):
        weakref.ref(id)


def test_hash_values_are_distributed() -> None:
    ids = Generator("tid").next_ids(10_000)
    assert len({hash(id) & 0xFFFF for id in ids}) > 8000


def test_memory_is_freed() -> None:
    gc.collect()
    for _ in range(3):
        ids = [sortid.uuid7() for _ in range(1000)]
        assert len(set(ids)) == 1000
        before = sys.getrefcount(Uuid7)
        del ids
        # An instance owns a reference to its class; a few are reused for the next ids.
        assert 900 < before - sys.getrefcount(Uuid7) <= 1000
    assert not gc.is_tracked(sortid.uuid7())


def test_reserved_ids_are_parsed() -> None:
    assert AnyId.parse("j222222222222", "tid").is_reserved
    assert AnyId.parse("0" * 32, "scru160").is_reserved
    assert not any(example(format).is_reserved for format in GENERATED)


def test_node_class_depends_on_the_node() -> None:
    classes = {
        0: "best_effort",
        31: "best_effort",
        32: "context",
        991: "context",
        992: "global",
        1023: "global",
    }
    for node, expected in classes.items():
        assert AnyId.from_fields({"node": node}, "timeid").node_class == expected
    with pytest.raises(sortid.ParseError) as error:
        sortid.tid().node_class  # noqa: B018
    refusal("not_applicable", error)


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("00000000-0000-0000-0000-000000000000", "nil"),
        ("ffffffff-ffff-ffff-ffff-ffffffffffff", "max"),
        ("00000000-0000-0000-c000-000000000046", "microsoft"),
        ("2ed6657d-e927-568b-95e1-2665a8aea6a2", "version_5"),
    ],
)
def test_any_uuid_has_a_kind(text: str, kind: str) -> None:
    given = uuid.UUID(text)
    for id in (AnyUuid(text), AnyUuid(given), AnyUuid.from_uuid(given)):
        assert (str(id), id.kind) == (text, kind)
        assert id.uuid == given
        assert (id.version, id.variant) == (given.version, given.variant)
    with pytest.raises(sortid.ParseError) as error:
        AnyUuid(text).timestamp  # noqa: B018
    refusal("not_applicable", error)


def test_kind_is_none_for_other_formats(id: Id) -> None:
    assert (id.kind is None) == (id.format is not Format.any_uuid)


def test_mixed_uuids_are_any_uuids() -> None:
    """UUIDs of the standard library are parsed as any_uuid, with their kind."""
    v1, v4 = uuid.uuid1(), uuid.uuid4()
    assert AnyUuid(v1).kind == "version_1"
    assert AnyUuid(v1).convert(Uuid1) == Uuid1(v1)
    assert abs(Uuid1(v1).unix_seconds - sortid.Timestamp.now().seconds) < 60
    assert AnyUuid(v4).convert(Uuid4).convert(AnyUuid).uuid == v4
    assert Uuid1(v1).fields["node"] == v1.node
    with pytest.raises(sortid.ParseError) as error:
        AnyUuid(v4).convert(Uuid7)
    refusal("invalid_version", error)
    for generated in (sortid.uuid1(), sortid.uuid4()):
        assert f"version_{generated.uuid.version}" == AnyUuid(generated.uuid).kind
        assert generated.uuid.variant == uuid.RFC_4122


def test_epoch_names_are_accepted() -> None:
    id = AnyId("175928847299117063", "flake_idgen")
    expected = datetime(2016, 4, 30, 11, 18, 25, 796000, UTC)
    assert id.timestamp_with(epoch="discord").datetime == expected
    assert id in AnyId.range(expected, expected + timedelta(milliseconds=1), "flake_idgen", epoch="discord")
    generator = Generator("snowflake", epoch="unix", clock="manual")
    assert generator.next_at(NOON).timestamp_with(epoch="unix").unix_ms == NOON.unix_ms
    for wrong in ({"epoch": "discord", "epoch_unix_ms": 0}, {"epoch": "tiktok"}, {"epoch": "0"}):
        with pytest.raises(sortid.ParseError) as error:
            id.timestamp_with(**wrong)
        assert (error.value.code, error.value.subject) == ("invalid_option", "epoch")
    with pytest.raises(TypeError):
        id.timestamp_with(epoch=0)


def test_convert_returns_the_other_format() -> None:
    tid = AnyId.parse("3jzfcijpj2z2a", "tid")
    assert str(tid.convert("timeid")) == "3jzf-cij-pj2z-2a"
    assert tid.convert(Format.timeid).convert(format="tid") == tid
    with pytest.raises(sortid.ParseError) as error:
        tid.convert("uuid7")
    refusal("not_applicable", error)
    v1, v6 = "c232ab00-9414-11ec-b3c8-9f6bdeced846", "1ec9414c-232a-6b00-b3c8-9f6bdeced846"
    for given in (v1, uuid.UUID(v1), uuid.UUID(v1).bytes):
        assert sortid.convert(given, "uuid1", Format.uuid6) == (v6, uuid.UUID(v6).bytes)
    assert sortid.convert(v6, source="uuid6", target="uuid1")[0] == v1
    with pytest.raises(sortid.ParseError) as error:
        sortid.convert(v1, "uuid1", "uuid2")
    refusal("unknown_format", error)
    for stranger in (5, None, bytearray(16)):
        with pytest.raises(TypeError):
            sortid.convert(stranger, "uuid1", "uuid6")


def test_160_bit_integers_round_trip() -> None:
    ksuid = Ksuid("0ujtsYcgvSTl8PAuAdqWYSMnLOv")
    assert int(ksuid) == ksuid.int == int.from_bytes(bytes(ksuid), "big")
    assert Ksuid.from_int(int(ksuid)) == AnyId.from_int(int(ksuid), "ksuid") == ksuid
    for value in (0, 1, 2**64, 2**160 - 1):
        assert int(Ksuid.from_int(value)) == int(Scru160.from_int(value)) == value
    for value in (-1, 2**160):
        with pytest.raises(sortid.ParseError) as error:
            Ksuid.from_int(value)
        assert error.value.code == "out_of_range"
    with pytest.raises(TypeError):
        Ksuid.from_int(1.5)


def test_nil_and_max_are_constants() -> None:
    assert (AnyUuid("0" * 32), AnyUuid("f" * 32)) == (sortid.NIL, sortid.MAX)
    assert (sortid.NIL.kind, sortid.MAX.kind) == ("nil", "max")


def test_successor_and_predecessor_are_adjacent() -> None:
    ksuid = Ksuid("0ujtsYcgvSTl8PAuAdqWYSMnLOv")
    assert int(ksuid.successor()) == int(ksuid) + 1
    assert type(ksuid.predecessor().successor()) is Ksuid
    assert ksuid.predecessor().successor() == ksuid
    for step in (Ksuid.from_int(2**160 - 1).successor, Ksuid.from_int(0).predecessor):
        with pytest.raises(sortid.ParseError) as error:
            step()
        assert error.value.code == "out_of_range"
    with pytest.raises(sortid.Error) as refused:
        sortid.uuid7().successor()
    assert refused.value.code == "not_applicable"
