"""Ids in Django: `IdField`, a model's field for any format.

```py
class Post(models.Model):
    id = IdField(Uuid7, primary_key=True, default=sortid.uuid7)


Post.objects.filter(id__between_times=(start, stop))
```
"""

from __future__ import annotations

from typing import Any, ClassVar

from django import forms  # type: ignore[import-untyped]
from django.core import exceptions  # type: ignore[import-untyped]
from django.core.serializers.json import DjangoJSONEncoder  # type: ignore[import-untyped]
from django.db import models  # type: ignore[import-untyped]
from django.db.backends.signals import connection_created  # type: ignore[import-untyped]
from django.db.models.lookups import Range  # type: ignore[import-untyped]
from django.utils.translation import gettext_lazy  # type: ignore[import-untyped]

from sortid import Format, Id, ParseError
from sortid.json import IdEncoder
from sortid.storage import Storage, storage_of

__all__ = ["BetweenTimes", "FormIdField", "IdField", "JSONEncoder"]


class JSONEncoder(IdEncoder, DjangoJSONEncoder):  # type: ignore[misc]
    """Django's encoder, which also writes ids as text: for `JsonResponse`, `JSONField` and the test client."""


def internal_type(format: Format) -> str:
    """The internal type of a format's field, by which other packages find its Python type."""
    return f"IdField[{format.value}]"


class IdField(models.Field):  # type: ignore[misc]
    """A field of ids of one format, as `sortid.storage` has them for the database; `text=True` for canonical text.

    Rows give ids of the format's class, and `None` for a null. Queries, forms and fixtures also accept what the class
    reads, such as text and `uuid.UUID`; an invalid value is a `ValidationError`. A table that Django creates has the
    `CHECK` of `Storage.check` for the column.

    An id is also a parameter of a raw cursor, as such a column keeps it.
    """

    description = gettext_lazy("A time-sortable identifier")
    empty_strings_allowed = False
    default_error_messages: ClassVar[dict[str, Any]] = {
        "invalid": gettext_lazy("“%(value)s” is not a valid %(format)s.")
    }

    def __init__(self, format: type[Id] | Format | str, *args: Any, text: bool = False, **options: Any) -> None:
        self.format: Format = Storage(format, "sqlite").format
        self.text = text
        super().__init__(*args, **options)

    def deconstruct(self) -> Any:
        """What migrations write."""
        name, path, args, options = super().deconstruct()
        return name, path, [self.format.value, *args], {**options, **({"text": True} if self.text else {})}

    def db_type(self, connection: Any) -> str:
        """What a column of it is declared as."""
        return self._storage(connection).data_type

    def db_check(self, connection: Any) -> str | None:
        """The condition that refuses what the type alone accepts."""
        return self._storage(connection).check(connection.ops.quote_name(self.column))

    def db_parameters(self, connection: Any) -> Any:
        """The same, with the collation that keeps the order of texts."""
        return {**super().db_parameters(connection), "collation": self._storage(connection).collation}

    def get_prep_value(self, value: Any) -> Any:
        """The id that a parameter stands for."""
        return self.to_python(super().get_prep_value(value))

    def get_db_prep_value(self, value: Any, connection: Any, prepared: bool = False) -> Any:
        """What a parameter is."""
        if not prepared:
            value = self.get_prep_value(value)
        if not isinstance(value, Id):
            return value
        bound = self._storage(connection).bind(value)
        return connection.Database.Binary(bound) if isinstance(bound, bytes) else bound

    def from_db_value(self, value: Any, _expression: Any, connection: Any) -> Any:
        """The id of what a row holds."""
        return None if value is None else self._storage(connection).read(value)

    def to_python(self, value: Any) -> Any:
        """The id of a form's or a fixture's text, or of another value that the format's class reads."""
        if value is None or type(value) is self.format.type:
            return value
        try:
            return Id(value, self.format)
        except (ParseError, TypeError) as error:
            told = {"value": value, "format": self.format.value, "why": error}
            raise exceptions.ValidationError(self.error_messages["invalid"], code="invalid", params=told) from None

    def get_internal_type(self) -> str:
        """The name of the field's type."""
        return internal_type(self.format)

    def formfield(self, **options: Any) -> Any:
        """The field of a form."""
        return super().formfield(**{"form_class": FormIdField, "format": self.format, **options})

    def value_to_string(self, obj: Any) -> Any:
        """What a fixture has."""
        value = self.value_from_object(obj)
        return None if value is None else str(value)

    def _storage(self, connection: Any) -> Storage[Any]:
        return storage_of(self.format, connection.vendor, self.text)


class FormIdField(forms.CharField):  # type: ignore[misc]
    """A form's field for ids of one format: the user enters the text."""

    default_error_messages: ClassVar[dict[str, Any]] = {"invalid": gettext_lazy("Enter a valid %(format)s.")}

    def __init__(self, *, format: type[Id] | Format | str, **options: Any) -> None:
        self.format: Format = Storage(format, "sqlite").format
        super().__init__(**options)

    def prepare_value(self, value: Any) -> Any:
        """The text that the form shows."""
        return str(value) if isinstance(value, Id) else value

    def to_python(self, value: Any) -> Any:
        """The id of the text, or `None` without one."""
        text = super().to_python(value)
        if text in self.empty_values:
            return None
        try:
            return Id(text, self.format)
        except ParseError:
            told = {"format": self.format.value}
            raise exceptions.ValidationError(self.error_messages["invalid"], code="invalid", params=told) from None


@IdField.register_lookup
class BetweenTimes(Range):  # type: ignore[misc]
    """Whether the id's time lies in the half-open interval of a pair: `id__between_times=(start, stop)`.

    An index of the column finds it. Errors: as `Storage.between_times`.
    """

    lookup_name = "between_times"

    def get_prep_lookup(self) -> Any:
        """The bounds of the interval, as ids."""
        field = self.lhs.output_field
        start, stop = self.rhs
        self.rhs: Any = storage_of(field.format, "sqlite", field.text).ids_between(start, stop)
        return super().get_prep_lookup()


def _register(connection: Any, **_sent: Any) -> None:
    """Parameters of raw cursors: psycopg 3 knows no ids by itself."""
    driver = connection.connection
    if type(driver).__module__.partition(".")[0] == "psycopg":
        from sortid.psycopg import register

        register(driver)


connection_created.connect(_register, dispatch_uid="sortid.django")
