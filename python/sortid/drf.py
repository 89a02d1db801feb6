"""Ids in Django REST framework: a response renderer, and a serializer field.

```py
REST_FRAMEWORK = {"DEFAULT_RENDERER_CLASSES": ["sortid.drf.JSONRenderer"]}
```
"""

from __future__ import annotations

from typing import Any, ClassVar

from rest_framework import renderers, serializers  # type: ignore[import-untyped]
from rest_framework.utils import encoders  # type: ignore[import-untyped]

from sortid import AnyId, Format, Id, ParseError, PrefixedType
from sortid._sortid import member_of
from sortid.json import IdEncoder

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

    def __init__(self, format: type[Id] | Format | str | PrefixedType[Any], **options: Any) -> None:
        self.prefixed: bool = isinstance(format, PrefixedType)
        self.format: Any = format if self.prefixed else member_of(format)
        super().__init__(**options)

    def to_internal_value(self, data: Any) -> Any:
        """Reads the text."""
        try:
            return self.format.parse(data) if self.prefixed else AnyId(data, self.format)
        except (ParseError, TypeError) as error:
            name = self.format.format.value if self.prefixed else self.format.value
            self.fail("invalid", format=name, why=error)

    def to_representation(self, value: Any) -> Any:
        """Writes the text."""
        return str(self.format.of(value) if self.prefixed and isinstance(value, Id) else value)
