"""Schemas for pydantic 2: an id in a model. Imported by pydantic's asking alone."""

from __future__ import annotations

from typing import Any

from pydantic_core import PydanticCustomError, core_schema

from sortid import Format, Id, ParseError, is_valid, parse


def class_schema(of: type[Id]) -> core_schema.CoreSchema:
    """The schema of a class: of one format, or of any."""
    format = next((format for format in Format if format.type is of), None)
    return _id_schema() if format is None else _format_schema(format)


def annotated_schema(format: Format, source: Any) -> core_schema.CoreSchema:
    """The schema of a field that is annotated with a format."""
    if source is not Id and source is not format.type:
        raise TypeError(f"Annotated[..., {format}] is for sortid.Id, not {source!r}")
    return _format_schema(format)


def _read(value: Any, format: Format | str) -> Id:
    try:
        return parse(value, format)
    except ParseError as error:
        raise PydanticCustomError(f"sortid_{error.code}", "{message}", {"message": str(error)}) from None
    except TypeError as error:
        raise PydanticCustomError("sortid_type", "{message}", {"message": str(error)}) from None


def _format_schema(format: Format) -> core_schema.CoreSchema:
    """An id of one format: text outside, an id within; from Python also bytes and `uuid.UUID`, which rows hold."""

    def read(value: Any) -> Id:
        return _read(value, format)

    return core_schema.json_or_python_schema(
        json_schema=core_schema.no_info_after_validator_function(read, core_schema.str_schema(strict=True)),
        python_schema=core_schema.no_info_plain_validator_function(read),
        serialization=core_schema.to_string_ser_schema(when_used="json"),
        metadata={"pydantic_js_functions": [lambda _schema, _handler: _json_schema_of(format)]},
    )


def _json_schema_of(format: Format) -> dict[str, Any]:
    schema: dict[str, Any] = {"type": "string", "description": format.summary}
    forms = Id.from_fields({}, format).forms
    if "urn" in forms:
        schema["format"] = "uuid"
    else:
        # Some forms are written only, and the canonical text of some formats has several lengths.
        read = [len(text) for text in forms.values() if is_valid(text, format)]
        schema["minLength"] = min(*read, format.text_length_min)
        schema["maxLength"] = max(*read, format.text_length)
    return schema


def _id_schema() -> core_schema.CoreSchema:
    """An id of any format: `{format, text}` outside, because text alone loses the format; an id within."""

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
