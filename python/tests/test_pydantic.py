"""Ids in models of pydantic 2."""

from __future__ import annotations

import json
from typing import Annotated, Any

import pytest
import sortid
from conftest import example, read_forms
from pydantic import BaseModel, TypeAdapter, ValidationError
from pydantic.errors import PydanticSchemaGenerationError
from sortid import Format, Id, Tid, Uuid7


def of(format: Format) -> TypeAdapter[Id]:
    return TypeAdapter(Annotated[Id, format])


def test_a_typed_id_is_text(format: Format, id: Id) -> None:
    adapter = TypeAdapter(format.type)
    given: list[Any] = [id, bytes(id), *read_forms(id)]
    if hasattr(id, "version"):
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
        assert schema["minLength"] <= format.text_length <= schema["maxLength"]


def test_other_things_are_refused(format: Format) -> None:
    adapter = of(format)
    stranger = example(Format.tid if format is not Format.tid else Format.timeid)
    for wrong in ("", "*", 5, None, 1.5, b"3jzfcijpj2z2a", stranger, [str(example(format))]):
        with pytest.raises(ValidationError):
            adapter.validate_python(wrong)
    for text in ("5", "null", '""', '{"format": "tid"}'):
        with pytest.raises(ValidationError):
            adapter.validate_json(text)


def test_the_error_is_ours() -> None:
    with pytest.raises(ValidationError) as error:
        of(Format.tid).validate_json('"3jzfcijpj2z21"')
    (said,) = error.value.errors()
    assert said["type"] == "sortid_invalid_character"
    assert "at byte 12" in said["msg"]


def test_a_dynamic_id_carries_its_format(id: Id) -> None:
    adapter = TypeAdapter(Id)
    said = {"format": id.format.value, "text": str(id)}
    assert adapter.validate_python(id) is id
    assert adapter.validate_python(said) == id
    assert adapter.validate_json(json.dumps(said)) == id
    assert json.loads(adapter.dump_json(id)) == said
    schema = adapter.json_schema()
    assert schema["required"] == ["format", "text"]
    assert schema["properties"]["format"]["enum"] == [format.value for format in Format]
    for wrong in (str(id), {"format": "x", "text": str(id)}, {**said, "more": 1}, {"text": str(id)}, None):
        with pytest.raises(ValidationError):
            adapter.validate_python(wrong)


class Post(BaseModel):
    """A model with ids of both kinds."""

    key: Uuid7
    parents: list[Tid] = []
    any: Id | None = None
    format: Format = Format.tid


def test_models() -> None:
    post = Post(key=sortid.uuid7(), parents=[sortid.tid()], any=sortid.scru160())
    again = Post.model_validate_json(post.model_dump_json())
    assert again == post
    assert json.loads(post.model_dump_json())["key"] == str(post.key)
    assert json.loads(post.model_dump_json())["format"] == "tid"
    assert Post.model_json_schema()["properties"]["key"]["format"] == "uuid"
    given: Any = {"key": str(post.key), "parents": ["3jzfcijpj2z2a"]}
    assert Post(**given).parents[0].unix_us == 1688137381887007


def test_the_error_tells_of_the_type() -> None:
    with pytest.raises(ValidationError) as error:
        TypeAdapter(Tid).validate_python(5)
    (said,) = error.value.errors()
    assert said["type"] == "sortid_type"
    assert "not int" in said["msg"]


def test_a_format_is_for_ids() -> None:
    with pytest.raises((TypeError, PydanticSchemaGenerationError)):
        TypeAdapter(Annotated[int, Format.tid])
