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
from django.db.models.functions import Cast, Lower, Replace  # type: ignore[import-untyped]
from django.db.models.lookups import Exact, Lookup, Range  # type: ignore[import-untyped]
from django.utils.translation import gettext_lazy  # type: ignore[import-untyped]

from sortid import Format, Id, ParseError
from sortid.json import IdEncoder
from sortid.storage import Kind, Storage, shows_text, storage_of

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

    Lookups of text (`icontains`, `startswith`, `regex` …) compare the canonical text. If the database
    cannot compute it from the column, they accept whole ids, and raise a `FieldError` for parts.
    """

    description = gettext_lazy("A time-sortable identifier")
    empty_strings_allowed = False
    default_error_messages: ClassVar[dict[str, Any]] = {"invalid": "%(why)s"}

    def __init__(self, format: type[Id] | Format | str, *args: Any, text: bool = False, **options: Any) -> None:
        self.format: Format = Storage(format, "sqlite").format
        self.text = text
        super().__init__(*args, **options)
        if self.max_length is not None:
            raise TypeError(f"max_length has no effect: the column of a {self.format.value} has its own length")

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

    default_error_messages: ClassVar[dict[str, Any]] = {"invalid": "%(why)s"}

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
        except ParseError as error:
            told = {"format": self.format.value, "why": error}
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


class _TextLookup(Lookup):  # type: ignore[misc]
    """A lookup that compares the canonical text of ids with a text."""

    prepare_rhs = False

    def as_sql(self, compiler: Any, connection: Any) -> Any:
        """The SQL of the lookup that answers it in this database."""
        if not self.rhs_is_direct_value():
            raise exceptions.FieldError(f"{self.lookup_name} of an IdField takes a value, not an expression")
        return compiler.compile(self._plain(self.lhs.output_field._storage(connection), str(self.rhs)))

    def _plain(self, storage: Storage[Any], text: str) -> Any:
        format, name, column = storage.format, self.lookup_name, self.lhs
        is_regex = name.endswith("regex")
        try:
            id = Id(text, format)
        except ParseError:
            id = None
        if name == "iexact":
            if id is None:
                raise exceptions.EmptyResultSet
            return Exact(column, id)
        if _is_hex(format) and not is_regex:
            column, text = _hex(storage, column), text.replace("-", "")
        elif shows_text(format, storage.dialect) and storage.kind is not Kind.TEXT:
            column = Cast(column, models.CharField())
        elif storage.kind is not Kind.TEXT:
            # A whole id, unless other ids can contain its text.
            has_one_length = format.text_length_min == format.text_length
            if id and not is_regex and has_one_length and str(id).casefold() == text.casefold():
                return Exact(column, id)
            raise exceptions.FieldError(
                f"{name} cannot compare a part of a {format.value}, which the column stores as {storage.sql_type}: "
                f"use iexact for a whole id (in the admin, search_fields = ['=id']), "
                f"range=Id.prefix_range(prefix, {format.value!r}) for a prefix, "
                f"or declare IdField({format.value!r}, text=True)"
            )
        if name.startswith("i") and not is_regex:
            # MySQL compares a column with a binary collation by case.
            column, text = Lower(column), text.lower()
        return models.CharField().get_lookup(name)(column, text)


def _is_hex(format: Format) -> bool:
    """Whether the canonical text is the bytes in hexadecimal digits, except for hyphens."""
    id = Id.from_fields({}, format)
    return str(id).replace("-", "") == id.hex


def _hex(storage: Storage[Any], column: Any) -> Any:
    """SQL for the lower-case hexadecimal digits of the bytes of a column."""
    if storage.kind is not Kind.BYTES:
        return Replace(Cast(column, models.CharField()), models.Value("-"), models.Value(""))
    if storage.dialect == "postgresql":
        return models.Func(column, models.Value("hex"), function="encode", output_field=models.CharField())
    return Lower(models.Func(column, function="HEX", output_field=models.CharField()))


for _name in ("iexact", "contains", "startswith", "endswith", "regex"):
    for _cased in {_name, f"i{_name.removeprefix('i')}"}:
        IdField.register_lookup(type(f"Id{_cased.title()}", (_TextLookup,), {"lookup_name": _cased}))
del _name, _cased
