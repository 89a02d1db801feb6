"""Time-sortable identifiers, the same in every language.

>>> import sortid
>>> id = sortid.uuid7()
>>> sortid.uuid7() > id
True
>>> sortid.Tid("3jzfcijpj2z2a").unix_us
1688137381887007
"""

# Type checkers and linters read the stub.
# ruff: noqa: F401
from sortid import _sortid

# Imported eagerly: a later import fails after `chroot`, or without a free file descriptor.
from sortid._errors import Error, GeneratorError, ParseError, StoreError
from sortid._sortid import (
    AnyId,
    Generator,
    Id,
    __version__,
    convert,
    prefix_of,
    reseed,
)

# Exports the classes of the formats and the functions that generate ids: their `__module__` is this
# package.
globals().update({name: value for name, value in vars(_sortid).items() if getattr(value, "__module__", "") == __name__})
_classes = {kind.__name__: kind for kind in Id.__subclasses__() if kind is not AnyId}

NIL = _classes["AnyUuid"].from_int(0)
MAX = _classes["AnyUuid"].from_int(2**128 - 1)

# The module of each lazily imported name. Importing these takes longer than the rest of the
# package.
_LAZY = {
    "ArrowColumn": "_arrow",
    "Format": "_format",
    "FoundId": "_found",
    "IdRange": "_range",
    "IdType": "_typeid",
    "Inspection": "_inspection",
    "Reading": "_inspection",
    "Status": "_status",
    "Suggestion": "_inspection",
    "TypeId": "_typeid",
    "between": "_columns",
    "fields": "_columns",
    "find_ids": "_found",
    "ids": "_columns",
    "inspect": "_inspection",
    "read_unix_ms": "_columns",
    "read_unix_ns": "_columns",
    "read_unix_us": "_columns",
    "texts": "_columns",
    "times": "_columns",
}


def __getattr__(name):
    if name not in _LAZY:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    value = globals()[name] = getattr(import_module(f"{__name__}.{_LAZY[name]}"), name)
    return value


def __dir__():
    return sorted({name for name in globals() if name[0] != "_" or name[:2] == "__"} | {*_LAZY})


class _Signature:
    """The signature of `Generator`, computed when it is read: `inspect` takes longer to import than this package."""

    def __get__(self, instance, owner):
        from sortid._options import signature

        return signature()


Generator.__signature__ = _Signature()

# Only classes: functions such as `inspect` and `ulid` would shadow modules of the same name.
__all__ = [
    "AnyId",
    "ArrowColumn",
    "Error",
    "Format",
    "FoundId",
    "Generator",
    "GeneratorError",
    "Id",
    "IdRange",
    "IdType",
    "Inspection",
    "ParseError",
    "Reading",
    "Status",
    "StoreError",
    "Suggestion",
    "Timestamp",
    "TypeId",
]
__all__ += list(_classes)
