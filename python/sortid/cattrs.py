"""Ids as text in cattrs: call `register(converter)` once.

>>> import cattrs
>>> import sortid.cattrs
>>> converter = cattrs.Converter()
>>> sortid.cattrs.register(converter)
>>> converter.structure("3jzfcijpj2z2a", sortid.Tid)
Tid('3jzfcijpj2z2a')
>>> converter.unstructure(_)
'3jzfcijpj2z2a'
"""

from __future__ import annotations

from typing import Annotated, Any, get_args, get_origin

from cattrs import BaseConverter

from sortid import AnyId, AnyUuid, Format, Id, IdType, TypeId

__all__ = ["register"]


def register(converter: BaseConverter) -> None:
    """Lets a converter read and write ids as text.

    The types are annotated as for pydantic: the class of a format, `Annotated[Id, Format.tid]`, or
    `Annotated[TypeId[Uuid7], ORDER]`, which checks the prefix; without `ORDER` it accepts any
    prefix.
    """
    converter.register_unstructure_hook(Id, str)
    converter.register_unstructure_hook_func(_is_id, str)
    converter.register_structure_hook_func(_is_id, _structure)


def _is_id(kind: Any) -> bool:
    return _format_of(kind) is not None


def _format_of(kind: Any) -> Any:
    """The format of a type, or `None` if it is not an id type."""
    if get_origin(kind) is Annotated:
        source, *annotations = get_args(kind)
        formats = (each for each in annotations if isinstance(each, (Format, IdType)))
        return next(formats, _format_of(source))
    if (get_origin(kind) or kind) is TypeId:
        return next(iter(get_args(kind)), AnyUuid)
    return kind if isinstance(kind, type) and issubclass(kind, Id) and kind not in (Id, AnyId) else None


def _structure(value: Any, kind: Any) -> Any:
    format = _format_of(kind)
    if isinstance(format, IdType):
        return format.parse(value)
    source = get_args(kind)[0] if get_origin(kind) is Annotated else kind
    if (get_origin(source) or source) is TypeId:
        return TypeId.parse(value, format)
    return AnyId.parse(value, format)
