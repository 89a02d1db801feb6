"""Schemas for pydantic 2: an id in a model. Imported by pydantic's asking alone."""

from __future__ import annotations

from typing import Any

from pydantic import GetJsonSchemaHandler
from pydantic_core import PydanticCustomError, core_schema

from sortid import Format, Id, ParseError, parse


def _failure(error: ParseError) -> PydanticCustomError:
    return PydanticCustomError(f"sortid_{error.code}", "{message}", {"message": str(error)})


def _read(text: str, format: Format | str) -> Id:
    try:
        return parse(text, format)
    except ParseError as error:
        raise _failure(error) from None


def format_schema(format: Format, source: Any) -> core_schema.CoreSchema:
    """An id of one format: text outside, `Id` within."""
    if source is not Id:
        raise TypeError(f"Annotated[..., {format}] is for sortid.Id, not {source!r}")

    def of_format(id: Id) -> Id:
        if id.format is not format:
            raise PydanticCustomError("sortid_format", "expected a {format}", {"format": format.value})
        return id

    def read(text: str) -> Id:
        return _read(text, format)

    from_text = core_schema.no_info_after_validator_function(read, core_schema.str_schema(strict=True))
    from_id = core_schema.no_info_after_validator_function(of_format, core_schema.is_instance_schema(Id))
    return core_schema.json_or_python_schema(
        json_schema=from_text,
        python_schema=core_schema.union_schema([from_id, from_text]),
        serialization=core_schema.to_string_ser_schema(when_used="json"),
        metadata={"pydantic_js_functions": [lambda _schema, _handler: _json_schema_of(format)]},
    )


def _json_schema_of(format: Format) -> dict[str, Any]:
    schema: dict[str, Any] = {"type": "string", "description": format.summary}
    if format.bits == 128:
        schema["format"] = "uuid"
    else:
        schema["minLength"] = min(len(text) for text in _forms(format))
        schema["maxLength"] = max(len(text) for text in _forms(format))
    return schema


def _forms(format: Format) -> list[str]:
    return list(Id.from_fields({}, format).forms.values())


def id_schema(_source: Any, _handler: GetJsonSchemaHandler) -> core_schema.CoreSchema:
    """An id of any format: `{format, text}` outside, because text alone loses the format; `Id` within."""

    def read(value: dict[str, str]) -> Id:
        return _read(value["text"], value["format"])

    def write(id: Id) -> dict[str, str]:
        return {"format": id.format.value, "text": str(id)}

    text = core_schema.str_schema(strict=True)
    names = core_schema.literal_schema([format.value for format in Format])
    fields = core_schema.typed_dict_schema(
        {"format": core_schema.typed_dict_field(names), "text": core_schema.typed_dict_field(text)},
        extra_behavior="forbid",
    )
    from_fields = core_schema.no_info_after_validator_function(read, fields)
    return core_schema.json_or_python_schema(
        json_schema=from_fields,
        python_schema=core_schema.union_schema([core_schema.is_instance_schema(Id), from_fields]),
        serialization=core_schema.plain_serializer_function_ser_schema(write, when_used="json", return_schema=fields),
    )
