"""Lookups of Django that compare text: each finds the rows whose canonical text matches, or raises `FieldError`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from django.core.exceptions import FieldError
from sample import INTEGERS, UUIDS, new
from sortid import Format, Id
from sortid.storage import Kind, Storage

# Formats whose columns contain the canonical text, or its hexadecimal digits, like UUIDs.
HEXADECIMAL = {format.value for format in Format for id in [new(format)] if str(id).replace("-", "") == id.hex}
# Formats whose texts differ in length: a whole text may also be a part of another one.
OF_ANY_LENGTH = {"flake", "flake_idgen", "sid"}
SWAPPED = {"icontains", "istartswith", "iendswith"}
MATCHES: dict[str, Callable[[str, str], bool]] = {
    "exact": lambda text, part: text == part,
    "contains": lambda text, part: part in text,
    "startswith": lambda text, part: text.startswith(part),
    "endswith": lambda text, part: text.endswith(part),
}


def wrong_lookups(model: Any, storage: Storage[Any], ids: Sequence[Id]) -> Iterator[str]:
    """Yields the lookups that find other rows than the matching ones."""
    name = storage.format.value
    for lookup, part, matches in lookups_of(str(ids[0])):
        # Swap the case if the lookup ignores it.
        is_swapped = lookup in SWAPPED and is_answered(storage, lookup, False)
        text = part.swapcase() if is_swapped else part
        try:
            found = set(model.objects.filter(**{f"id__{lookup}": text}).values_list("id", flat=True))
        except FieldError as error:
            if is_answered(storage, lookup, text == str(ids[0])) or "text=True" not in str(error):
                yield f"{lookup} of {text!r} raises {error}"
            continue
        if found != {id for id in ids if matches(str(id))}:
            yield f"{lookup} of {text!r} finds {found}"
    for given in (ids[0], str(ids[0]), ids[0].bytes):
        for condition in ({"id": given}, {"id__in": [given]}, {"id__range": (given, given)}):
            if list(model.objects.filter(**condition)) != [model(id=ids[0])]:
                yield f"{condition} does not find its row"
    if storage.kind is not Kind.TEXT and name in HEXADECIMAL:
        # Django does the same for UUIDField in databases without a UUID type.
        for lookup in ("icontains", "startswith", "iexact"):
            if not model.objects.filter(**{f"id__{lookup}": ids[0].hex}).exists():
                yield f"{lookup} of digits without hyphens finds nothing"


def lookups_of(text: str) -> Iterator[tuple[str, str, Callable[[str], bool]]]:
    """Yields lookups with a text, and the condition that the found texts meet."""
    for name, matches in MATCHES.items():
        parts = {text} if name == "exact" else {text, text[:7], text[3:-3], text[-7:]}
        for part in parts:

            def is_match(other: str, part: str = part, matches: Callable[[str, str], bool] = matches) -> bool:
                return matches(other, part)

            if name != "exact":
                yield name, part, is_match
            yield f"i{name}", part, is_match
    yield "regex", f"^{re.escape(text)}$", lambda other: other == text
    yield "iregex", re.escape(text[2:9]), lambda other: text[2:9] in other
    yield "iexact", "no id", lambda _other: False


def is_answered(storage: Storage[Any], lookup: str, is_whole: bool) -> bool:
    """Whether the database can answer the lookup."""
    name = storage.format.value
    if storage.kind is Kind.TEXT or lookup == "iexact" or name in INTEGERS:
        return True
    if "regex" in lookup:
        return storage.kind is Kind.UUID and name in UUIDS
    return name in HEXADECIMAL or (is_whole and name not in OF_ANY_LENGTH)
