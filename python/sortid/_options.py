"""The signature of `Generator`, from the core's list of options."""

from typing import Any

from sortid import _sortid


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
