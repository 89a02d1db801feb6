"""Ids in Django: `IdField`, a model field for any format.

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

from sortid import AnyId, Format, Id, IdType, ParseError, TypeId
from sortid.json import IdEncoder
from sortid.storage import Kind, Storage, kind_of, shows_text, storage_of

__all__ = ["BetweenTimes", "FormIdField", "IdField", "JSONEncoder"]


class JSONEncoder(IdEncoder, DjangoJSONEncoder):  # type: ignore[misc]
    """Django's encoder, which also writes ids as text: for `JsonResponse`, `JSONField` and the test client."""


def internal_type(format: Format, is_declared: bool = False) -> str:
    """The internal type of a field of a format, or of an `IdType`; other packages infer its Python type."""
    return f"IdField[TypeId[{format.value}]]" if is_declared else f"IdField[{format.value}]"


class IdField(models.Field):  # type: ignore[misc]
    """A field for ids, stored as by `sortid.storage`; with `text=True` as canonical text.

    `kind` is a class, a `Format`, a name, or an `IdType`, whose ids are stored without the prefix.
    Values are ids of it, and `None` for a null. Queries, forms and fixtures also accept values
    that it parses, such as text and `uuid.UUID`; an invalid value raises a
    `ValidationError`. A table that Django creates has the `CHECK` of `Storage.check` for the
    column.

    Text lookups (`icontains`, `startswith`, `regex` …) compare the canonical text. If the database
    cannot compute it from the column, they accept whole ids, and raise a `FieldError` for parts.
    """

    description = gettext_lazy("A time-sortable identifier")
    empty_strings_allowed = False
    default_error_messages: ClassVar[dict[str, Any]] = {"invalid": "%(why)s"}

    def __init__(
        self, kind: type[Id] | Format | str | IdType[Any], *args: Any, text: bool = False, **options: Any
    ) -> None:
        self.kind: Format | IdType[Any] = kind_of(kind)
        self.format: Format = storage_of(self.kind, "sqlite").format
        self.text = text
        super().__init__(*args, **options)
        if self.max_length is not None:
            raise TypeError(f"max_length has no effect: the column of a {self.format.value} has its own length")

    def deconstruct(self) -> Any:
        """Returns the arguments for migrations, whose columns need no prefix."""
        name, path, args, options = super().deconstruct()
        return name, path, [self.format.value, *args], {**options, **({"text": True} if self.text else {})}

    def db_type(self, connection: Any) -> str:
        """The column type."""
        return self._storage(connection).data_type

    def db_check(self, connection: Any) -> str | None:
        """The `CHECK` condition for values that the column type accepts but that are not ids."""
        return self._storage(connection).check(connection.ops.quote_name(self.column))

    def db_parameters(self, connection: Any) -> Any:
        """The type, the check, and the collation that sorts texts as ids."""
        return {**super().db_parameters(connection), "collation": self._storage(connection).collation}

    def get_prep_value(self, value: Any) -> Any:
        """Converts a query parameter to an id."""
        return self.to_python(super().get_prep_value(value))

    def get_db_prep_value(self, value: Any, connection: Any, prepared: bool = False) -> Any:
        """Converts an id to the value that the driver binds."""
        if not prepared:
            value = self.get_prep_value(value)
        if not isinstance(value, Id):
            return value
        bound = self._storage(connection).bind(value)
        return connection.Database.Binary(bound) if isinstance(bound, bytes) else bound

    def from_db_value(self, value: Any, _expression: Any, connection: Any) -> Any:
        """Converts a database value to an id."""
        return None if value is None else self._storage(connection).read(value)

    def to_python(self, value: Any) -> Any:
        """Parses the text of a form or fixture, or another value that the format's class accepts."""
        if value is None:
            return value
        try:
            return storage_of(self.kind, "sqlite").parse(value)
        except (ParseError, TypeError) as error:
            params = {"value": value, "format": self.format.value, "why": error}
            raise exceptions.ValidationError(self.error_messages["invalid"], code="invalid", params=params) from None

    def get_internal_type(self) -> str:
        """The internal type, which contains the format."""
        return internal_type(self.format, isinstance(self.kind, IdType))

    def formfield(self, **options: Any) -> Any:
        """Returns a form field for this field."""
        return super().formfield(**{"form_class": FormIdField, "kind": self.kind, **options})

    def value_to_string(self, obj: Any) -> Any:
        """Returns the text for a fixture."""
        value = self.value_from_object(obj)
        return None if value is None else str(value)

    def _storage(self, connection: Any) -> Storage[Any]:
        return storage_of(self.kind, connection.vendor, self.text)


class FormIdField(forms.CharField):  # type: ignore[misc]
    """A form field for the texts of ids of one format."""

    default_error_messages: ClassVar[dict[str, Any]] = {"invalid": "%(why)s"}

    def __init__(self, *, kind: type[Id] | Format | str | IdType[Any], **options: Any) -> None:
        self.kind: Format | IdType[Any] = kind_of(kind)
        self.format: Format = storage_of(self.kind, "sqlite").format
        super().__init__(**options)

    def prepare_value(self, value: Any) -> Any:
        """Converts an id to the text that the form shows."""
        return str(value) if isinstance(value, Id) else value

    def to_python(self, value: Any) -> Any:
        """Parses the text; returns `None` if it is empty."""
        text = super().to_python(value)
        if text in self.empty_values:
            return None
        try:
            return storage_of(self.kind, "sqlite").parse(text)
        except ParseError as error:
            params = {"format": self.format.value, "why": error}
            raise exceptions.ValidationError(self.error_messages["invalid"], code="invalid", params=params) from None


@IdField.register_lookup
class BetweenTimes(Range):  # type: ignore[misc]
    """Compares the id's time with a half-open interval: `id__between_times=(start, stop)`.

    Uses an index of the column. Errors: as `Storage.between_times`.
    """

    lookup_name = "between_times"

    def get_prep_lookup(self) -> Any:
        """Converts the interval to ids."""
        field = self.lhs.output_field
        start, stop = self.rhs
        self.rhs: Any = storage_of(field.kind, "sqlite", field.text).ids_between(start, stop)
        return super().get_prep_lookup()


class _TextLookup(Lookup):  # type: ignore[misc]
    """A lookup that compares the canonical text of an id."""

    prepare_rhs = False

    def as_sql(self, compiler: Any, connection: Any) -> Any:
        """Compiles an equivalent lookup for this database."""
        if not self.rhs_is_direct_value():
            raise exceptions.FieldError(f"{self.lookup_name} of an IdField takes a value, not an expression")
        return compiler.compile(self._plain(self.lhs.output_field._storage(connection), str(self.rhs)))

    def _plain(self, storage: Storage[Any], text: str) -> Any:
        format, name, column = storage.format, self.lookup_name, self.lhs
        is_regex = name.endswith("regex")
        try:
            id: Any = storage.parse(text)
        except ParseError:
            id = None
        # The column stores no prefix.
        text = str(id.id) if isinstance(id, TypeId) else text
        if name == "iexact":
            if id is None:
                raise exceptions.EmptyResultSet
            return Exact(column, id)
        if _is_hex(format) and not is_regex:
            column, text = _hex(storage, column), text.replace("-", "")
        elif shows_text(format, storage.dialect) and storage.kind is not Kind.TEXT:
            column = Cast(column, models.CharField())
        elif storage.kind is not Kind.TEXT:
            # A whole text cannot be part of another one if all texts have the same length.
            has_one_length = format.text_length_min == format.text_length
            if id and not is_regex and has_one_length and str(id).casefold() == text.casefold():
                return Exact(column, id)
            raise exceptions.FieldError(
                f"{name} cannot compare a part of a {format.value}, which the column stores as {storage.sql_type}: "
                f"use iexact for a whole id (in the admin, search_fields = ['=id']), "
                f"range=AnyId.prefix_range(prefix, {format.value!r}) for a prefix, "
                f"or declare IdField({format.value!r}, text=True)"
            )
        if name.startswith("i") and not is_regex:
            # MySQL compares a column with a binary collation case-sensitively.
            column, text = Lower(column), text.lower()
        return models.CharField().get_lookup(name)(column, text)


def _is_hex(format: Format) -> bool:
    """Whether the canonical text is hexadecimal, apart from hyphens."""
    id = AnyId.from_fields({}, format)
    return str(id).replace("-", "") == id.hex


def _hex(storage: Storage[Any], column: Any) -> Any:
    """SQL for the bytes of a column in lower-case hexadecimal digits."""
    if storage.kind is not Kind.BYTES:
        return Replace(Cast(column, models.CharField()), models.Value("-"), models.Value(""))
    if storage.dialect == "postgresql":
        return models.Func(column, models.Value("hex"), function="encode", output_field=models.CharField())
    return Lower(models.Func(column, function="HEX", output_field=models.CharField()))


for _name in ("iexact", "contains", "startswith", "endswith", "regex"):
    for _cased in {_name, f"i{_name.removeprefix('i')}"}:
        IdField.register_lookup(type(f"Id{_cased.title()}", (_TextLookup,), {"lookup_name": _cased}))
del _name, _cased
