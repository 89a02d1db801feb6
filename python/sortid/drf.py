"""Ids in Django REST framework: a response renderer, and a serializer field.

```py
REST_FRAMEWORK = {"DEFAULT_RENDERER_CLASSES": ["sortid.drf.JSONRenderer"]}
```
"""

from __future__ import annotations

from typing import Any, ClassVar

from rest_framework import renderers, serializers  # type: ignore[import-untyped]
from rest_framework.utils import encoders  # type: ignore[import-untyped]

from sortid import Format, Id, IdType, ParseError
from sortid.json import IdEncoder
from sortid.storage import kind_of, storage_of

__all__ = ["IdField", "JSONEncoder", "JSONRenderer"]


class JSONEncoder(IdEncoder, encoders.JSONEncoder):  # type: ignore[misc]
    """The framework's encoder, which also writes ids as text."""


class JSONRenderer(renderers.JSONRenderer):  # type: ignore[misc]
    """The framework's renderer, which also writes ids as text."""

    encoder_class = JSONEncoder


class IdField(serializers.Field):  # type: ignore[misc]
    """A serializer field that represents ids of one format, or of one format and prefix, as text.

    A `ModelSerializer` needs it only if the type differs from the model's, for example for a
    prefixed id.
    """

    default_error_messages: ClassVar[dict[str, Any]] = {"invalid": "{why}"}

    def __init__(self, kind: type[Id] | Format | str | IdType[Any], **options: Any) -> None:
        self.kind: Format | IdType[Any] = kind_of(kind)
        super().__init__(**options)

    def to_internal_value(self, data: Any) -> Any:
        """Reads the text."""
        storage = storage_of(self.kind, "sqlite")
        try:
            return storage.parse(data)
        except (ParseError, TypeError) as error:
            self.fail("invalid", format=storage.format.value, why=error)

    def to_representation(self, value: Any) -> Any:
        """Writes the text."""
        return str(self.kind.parse(value) if isinstance(self.kind, IdType) else value)
