"""The signature of `Generator`, from the core's list of options."""

from __future__ import annotations

from sortid import _sortid

# Importing `typing` would double the import time. `typing.get_type_hints` needs the name.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any
else:
    Any = object


class _Signature:
    """Computes the signature when it is read: importing `inspect` takes longer than importing this package."""

    def __get__(self, instance: object, owner: type) -> Any:
        import inspect

        format = inspect.Parameter("format", inspect.Parameter.POSITIONAL_OR_KEYWORD)
        keyword = inspect.Parameter.KEYWORD_ONLY
        options = [inspect.Parameter(name, keyword, default=None) for name, *_ in _sortid.options()]
        return inspect.Signature([format, *options])


_generator: Any = _sortid.Generator
_generator.__signature__ = _Signature()
