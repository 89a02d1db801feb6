"""Ids in models of pydantic 2."""

from __future__ import annotations

import json
import re
from typing import Annotated, Any

import pytest
import sortid
from conftest import NOON, WITH_CLASS, example, read_forms, typed
from pydantic import BaseModel, TypeAdapter, ValidationError
from pydantic.errors import PydanticSchemaGenerationError
from sortid import AnyId, Format, Generator, Id, IdType, Tid, TypeId, Uuid7


def of(format: Format) -> TypeAdapter[Id]:
    return TypeAdapter(Annotated[Id, format])


def annotation(format: Format) -> Any:
    """The type of a field: the class of the format if it has one."""
    return format.type if format in WITH_CLASS else Annotated[AnyId, format]


def test_typed_id_is_text(format: Format, id: Id) -> None:
    adapter = TypeAdapter(annotation(format))
    given: list[Any] = [id, bytes(id), *read_forms(id)]
    if "urn" in id.forms:
        given.append(id.uuid)
    for value in given:
        assert adapter.validate_python(value) == of(format).validate_python(value) == id
    assert adapter.json_schema() == of(format).json_schema()
    assert adapter.validate_json(json.dumps(str(id))) == id
    assert adapter.dump_json(id) == json.dumps(str(id)).encode()
    assert adapter.dump_python(id) is id
    schema = adapter.json_schema()
    assert schema["type"] == "string"
    assert schema == adapter.json_schema(mode="serialization")
    if "urn" in id.forms:
        assert schema["format"] == "uuid"
    else:
        assert schema["format"] == format.value
    assert (schema["minLength"], schema["maxLength"]) == (format.text_length_min, format.text_length)


def test_pattern_matches_every_canonical_text(format: Format, id: Id) -> None:
    pattern = TypeAdapter(annotation(format)).json_schema()["pattern"]
    ids = [id, AnyId.from_fields({}, format)]
    if format.resolution_ns and format.can_generate:
        ids += [*AnyId.range(None, NOON, format), *AnyId.range(NOON, None, format)]
    if format.can_generate:
        ids += Generator(format).next_ids(200)
    for each in ids:
        assert re.search(pattern, str(each))
        assert not re.search(pattern, str(each) + "0" * format.text_length)
        assert not re.search(pattern, str(each)[:-1] + "!")


def test_patterns_are_short() -> None:
    schemas = {format.value: TypeAdapter(annotation(format)).json_schema() for format in Format}
    assert schemas["ulid"]["pattern"] == "^[0-7][0-9A-HJKMNP-TV-Za-hjkmnp-tv-z]{25}$"
    assert schemas["snowflake"]["pattern"] == "^[0-9]{1,19}$"
    assert schemas["push_id"]["pattern"] == "^[-0-9A-Z_a-z]{20}$"
    assert max(len(schema["pattern"]) for schema in schemas.values()) < 100


def test_64_bit_formats_accept_integers(format: Format, id: Id) -> None:
    adapter = TypeAdapter(annotation(format))
    if format.bits != 64:
        with pytest.raises(ValidationError):
            adapter.validate_python(5)
        with pytest.raises(ValidationError):
            adapter.validate_json("5")
        return
    assert adapter.validate_python(id.int) == adapter.validate_json(str(id.int)) == id
    for wrong in ("true", "1.0", str(2**64), "null"):
        with pytest.raises(ValidationError):
            adapter.validate_json(wrong)
    with pytest.raises(ValidationError):
        adapter.validate_python(True)


def test_fields_without_a_type_are_text(id: Id) -> None:
    values = [id, *([typed("order", id)] if id.format.takes_prefix else [])]
    for value in values:
        any_field = TypeAdapter(Any)
        assert any_field.dump_json([value]) == json.dumps([str(value)]).encode()
        assert any_field.dump_python(value, mode="json") == str(value)
        assert any_field.dump_python(value) is value


def test_other_values_are_rejected(format: Format) -> None:
    adapter = of(format)
    stranger = example(Format.tid if format is not Format.tid else Format.timeid)
    for wrong in ("", "*", None, 1.5, b"3jzfcijpj2z2a", stranger, [str(example(format))]):
        with pytest.raises(ValidationError):
            adapter.validate_python(wrong)
    for text in ("1.5", "null", '""', '{"format": "tid"}'):
        with pytest.raises(ValidationError):
            adapter.validate_json(text)


def test_error_has_the_message_of_the_core() -> None:
    with pytest.raises(ValidationError) as error:
        of(Format.tid).validate_json('"3jzfcijpj2z21"')
    sentence = "invalid_character: \"3jzfcijpj2z21\" is not a valid tid: unexpected '1' at byte 12"
    refused = {"type": "sortid_invalid_character", "loc": (), "msg": sentence, "input": "3jzfcijpj2z21"}
    assert error.value.errors() == [refused]


def test_dynamic_id_is_serialized_with_its_format(id: Id) -> None:
    adapter = TypeAdapter(Id)
    document = {"format": id.format.value, "text": str(id)}
    assert adapter.validate_python(id) is id
    assert adapter.validate_python(document) == id
    assert adapter.validate_json(json.dumps(document)) == id
    assert json.loads(adapter.dump_json(id)) == document
    schema = adapter.json_schema()
    assert schema["required"] == ["format", "text"]
    assert schema["properties"]["format"]["enum"] == [format.value for format in Format]
    for wrong in (str(id), {"format": "x", "text": str(id)}, {**document, "more": 1}, {"text": str(id)}, None):
        with pytest.raises(ValidationError):
            adapter.validate_python(wrong)


class Post(BaseModel):
    """A model with ids of both kinds."""

    key: Uuid7
    parents: list[Tid] = []
    any: Id | None = None
    format: Format = Format.tid


def test_model_round_trips() -> None:
    post = Post(key=sortid.uuid7(), parents=[sortid.tid()], any=sortid.scru160())
    again = Post.model_validate_json(post.model_dump_json())
    assert again == post
    assert json.loads(post.model_dump_json())["key"] == str(post.key)
    assert json.loads(post.model_dump_json())["format"] == "tid"
    assert Post.model_json_schema()["properties"]["key"]["format"] == "uuid"
    given: Any = {"key": str(post.key), "parents": ["3jzfcijpj2z2a"]}
    assert Post(**given).parents[0].unix_us == 1688137381887007


def test_error_names_the_wrong_type() -> None:
    with pytest.raises(ValidationError) as error:
        TypeAdapter(Tid).validate_python(1.5)
    (detail,) = error.value.errors()
    assert detail["type"] == "sortid_type"
    assert "not float" in detail["msg"]


def test_format_annotation_requires_an_id_type() -> None:
    with pytest.raises((TypeError, PydanticSchemaGenerationError)):
        TypeAdapter(Annotated[int, Format.tid])


ORDER = IdType("order", Uuid7)
ORDER_TEXT = "order_01fwhe4ydgfk1shh6w1g60eecf"


def test_prefixed_id_is_text(id: Id) -> None:
    if not id.format.takes_prefix:
        return
    of = IdType("order", id.format)
    adapter: TypeAdapter[TypeId] = TypeAdapter(Annotated[TypeId, of])
    prefixed = of.parse(id)
    given: list[Any] = [prefixed, str(prefixed), id, bytes(id)]
    if "urn" in id.forms:
        given.append(id.uuid)
    for value in given:
        assert adapter.validate_python(value) == prefixed
    assert adapter.validate_json(json.dumps(str(prefixed))) == prefixed
    assert adapter.dump_json(prefixed) == json.dumps(str(prefixed)).encode()
    assert adapter.dump_python(prefixed) is prefixed
    schema = adapter.json_schema()
    assert schema == adapter.json_schema(mode="serialization")
    assert schema["type"] == "string"
    assert re.search(schema["pattern"], str(prefixed))
    assert not re.search(schema["pattern"], str(typed("user", id)))
    assert not re.search(schema["pattern"], str(prefixed) + "0" * id.format.text_length)


def test_typeid_schema_has_a_pattern() -> None:
    for prefix, before in (("order", "order_"), ("", "")):
        schema = TypeAdapter(Annotated[TypeId, IdType(prefix, Uuid7)]).json_schema()
        assert schema["pattern"] == f"^{before}[0-7][0-9a-hjkmnp-tv-z]{{25}}$"


def test_other_prefix_is_rejected() -> None:
    adapter: TypeAdapter[TypeId[Uuid7]] = TypeAdapter(Annotated[TypeId[Uuid7], ORDER])
    user, tid = IdType("user", Uuid7).now(), IdType("order", Tid).now()
    for wrong, kind in (
        (str(user), "wrong_prefix"),
        (user, "wrong_prefix"),
        (tid, "invalid_length"),
        (tid.id, "not_applicable"),
        (5, "type"),
    ):
        with pytest.raises(ValidationError) as error:
            adapter.validate_python(wrong)
        assert [detail["type"] for detail in error.value.errors()] == [f"sortid_{kind}"]
    for source in (Id, Uuid7, str):
        with pytest.raises((TypeError, PydanticSchemaGenerationError)):
            TypeAdapter(Annotated[source, ORDER])


def test_format_annotation_accepts_any_prefix() -> None:
    adapter: TypeAdapter[TypeId] = TypeAdapter(Annotated[TypeId, Format.uuid7])
    prefixed = ORDER.parse(ORDER_TEXT)
    assert adapter.validate_python(prefixed) is prefixed
    assert adapter.validate_json(f'"{ORDER_TEXT}"') == adapter.validate_python(ORDER_TEXT) == prefixed
    assert adapter.validate_python(f"user_{ORDER_TEXT[6:]}").prefix == "user"
    assert json.loads(adapter.dump_json(prefixed)) == ORDER_TEXT
    assert adapter.json_schema()["type"] == "string"
    wrongs: list[Any] = ["order_x", 5, None, prefixed.id, typed("order", sortid.tid())]
    for wrong in wrongs:
        with pytest.raises(ValidationError):
            adapter.validate_python(wrong)
    for source in (Uuid7, str):
        with pytest.raises((TypeError, PydanticSchemaGenerationError)):
            TypeAdapter(Annotated[source, Format.tid])
    with pytest.raises(sortid.ParseError):
        TypeAdapter(Annotated[TypeId, Format.push_id])


def test_type_id_without_annotation_has_no_schema() -> None:
    # FastAPI would parse a generic class with its own schema from the request body.
    assert not hasattr(TypeId, "__get_pydantic_core_schema__")
    for source in (TypeId, TypeId[Uuid7]):
        with pytest.raises(PydanticSchemaGenerationError):
            TypeAdapter(source)


class Line(BaseModel):
    """A model with prefixed ids of both kinds."""

    order: Annotated[TypeId, ORDER]
    about: Annotated[TypeId, Format.tid] | None = None


def test_model_with_prefixed_ids_round_trips() -> None:
    line = Line(order=ORDER.now(), about=typed("tag", sortid.tid()))
    assert Line.model_validate_json(line.model_dump_json()) == line
    assert json.loads(line.model_dump_json())["order"] == str(line.order)
