"""Schemas of ids in pydantic 2 models. Imported when pydantic requests one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, get_origin

from pydantic_core import PydanticCustomError, SchemaSerializer, core_schema

from sortid import AnyId, Format, Id, IdType, ParseError, TypeId
from sortid._format import parser_of
from sortid._pattern import json_schema_of

_T = TypeVar("_T")

# For fields of the type `Any`.
any_serializer = SchemaSerializer(
    core_schema.any_schema(serialization=core_schema.to_string_ser_schema(when_used="json"))
)


def class_schema(of: type[Id]) -> core_schema.CoreSchema:
    """The schema of `Id`, `AnyId` or the class of a format."""
    format = next((format for format in Format if format.type is of is not AnyId), None)
    return _id_schema() if format is None else _format_schema(format)


def annotated_schema(format: Format, source: Any) -> core_schema.CoreSchema:
    """The schema of a field annotated with a format: an id, or an id with any prefix."""
    if (get_origin(source) or source) is TypeId:
        return _any_prefix_schema(format)
    if source not in (Id, AnyId, format.type):
        raise TypeError(f"Annotated[..., {format}] is for sortid.Id or sortid.TypeId, not {source!r}")
    return _format_schema(format)


def declared_schema(of: IdType[Any], source: Any) -> core_schema.CoreSchema:
    """The schema of a field annotated with an `IdType`."""
    if (get_origin(source) or source) is not TypeId:
        raise TypeError(f"Annotated[..., {of}] is for sortid.TypeId, not {source!r}")
    json_schema = json_schema_of(of)
    takes_integers = of.prefix is None and of.format.bits == 64

    def read(value: Any) -> TypeId[Any]:
        return _validated(of.parse, value)

    return _text_schema(read, lambda _schema, _handler: json_schema, takes_integers)


def _any_prefix_schema(format: Format) -> core_schema.CoreSchema:
    """An id of one format with any prefix."""
    # Raises an error for a format without prefixes.
    IdType("", format)

    def read(value: Any) -> TypeId[Any]:
        if isinstance(value, TypeId) and value.format is format:
            return value
        return _validated(TypeId.parse, value, format)

    return _text_schema(read, lambda _schema, _handler: {"type": "string"})


def _validated(read: Callable[..., _T], *given: Any) -> _T:
    """Calls `read`, and converts its errors to pydantic's."""
    try:
        return read(*given)
    except (ParseError, TypeError) as error:
        raise _refusal(error) from None


def _refusal(error: ParseError | TypeError) -> PydanticCustomError:
    code: Any = f"sortid_{error.code}" if isinstance(error, ParseError) else "sortid_type"
    # Without a context, which would repeat the sentence in FastAPI's responses.
    sentence: Any = str(error)
    return PydanticCustomError(code, sentence)


def _format_schema(format: Format) -> core_schema.CoreSchema:
    """The schema of ids of one format, serialized as text. Reads what `parse` accepts; from JSON, text and integers."""

    # Faster than calling the class.
    make = parser_of(format)

    def read(value: Any) -> Id:
        # Not with `_validated`: another call takes as long as parsing an id.
        try:
            id: Id = make(value)
        except (ParseError, TypeError) as error:
            raise _refusal(error) from None
        return id

    return _text_schema(read, lambda _schema, _handler: json_schema_of(format), format.bits == 64)


def _text_schema(
    read: Callable[[Any], Any], json_schema: Callable[[Any, Any], dict[str, Any]], takes_integers: bool = False
) -> core_schema.CoreSchema:
    """A schema that is serialized as text."""
    json_input: core_schema.CoreSchema = core_schema.str_schema(strict=True)
    if takes_integers:
        json_input = core_schema.union_schema([json_input, core_schema.int_schema(strict=True)])
    return core_schema.json_or_python_schema(
        json_schema=core_schema.no_info_after_validator_function(read, json_input),
        python_schema=core_schema.no_info_plain_validator_function(read),
        serialization=core_schema.to_string_ser_schema(when_used="json"),
        metadata={"pydantic_js_functions": [json_schema]},
    )


def _id_schema() -> core_schema.CoreSchema:
    """The schema of ids of any format, serialized as `{format, text}`, because the text has no format."""

    def read(value: dict[str, str]) -> Id:
        id: Id = _validated(AnyId.parse, value["text"], value["format"])
        return id

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
