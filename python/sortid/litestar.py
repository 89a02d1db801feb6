"""Ids in Litestar: pass a plugin to the app.

```py
app = Litestar([show], plugins=[sortid.litestar.IdPlugin()])
```
"""

from __future__ import annotations

from typing import Any, get_origin

from litestar._openapi.schema_generation import SchemaCreator
from litestar.config.app import AppConfig
from litestar.openapi.spec import OpenAPIType, Schema
from litestar.plugins import InitPlugin, OpenAPISchemaPlugin
from litestar.typing import FieldDefinition

from sortid import Format, Id, IdType, TypeId
from sortid._pattern import json_schema_of
from sortid.json import dec_hook, is_read

__all__ = ["IdPlugin"]


def _is_class(kind: Any) -> bool:
    return isinstance(kind, type) and is_read(kind)


class IdPlugin(InitPlugin, OpenAPISchemaPlugin):
    """Reads ids from parameters and bodies, writes them as text, and describes them in OpenAPI."""

    def on_app_init(self, app_config: AppConfig) -> AppConfig:
        """Adds the encoders and decoders."""
        app_config.type_encoders = {Id: str, **(app_config.type_encoders or {})}
        app_config.type_decoders = [(_is_class, dec_hook), *(app_config.type_decoders or [])]
        # Litestar stores a decoder as this attribute of a type, and cannot set it on `TypeId[Uuid7]`.
        TypeId._decoder = dec_hook  # type: ignore[attr-defined]
        return app_config

    def is_plugin_supported_field(self, field_definition: FieldDefinition) -> bool:
        """Whether the field is an id."""
        return is_read(field_definition.annotation)

    def to_openapi_schema(self, field_definition: FieldDefinition, schema_creator: SchemaCreator) -> Schema:
        """The schema of the text, with the pattern of an annotated `IdType`."""
        kind = field_definition.annotation
        declared = next((each for each in field_definition.metadata if isinstance(each, IdType)), None)
        if declared is None and (get_origin(kind) or kind) is TypeId:
            return Schema(type=OpenAPIType.STRING)
        schema = json_schema_of(declared or next(format for format in Format if format.type is kind))
        return Schema(
            type=OpenAPIType.STRING,
            format=schema.get("format"),
            min_length=schema.get("minLength"),
            max_length=schema.get("maxLength"),
            pattern=schema["pattern"],
        )
