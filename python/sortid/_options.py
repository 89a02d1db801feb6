"""The signature of `Generator`, made from the core's list of options."""

import inspect
from typing import Any

from sortid import _sortid


def _signature() -> inspect.Signature:
    format = inspect.Parameter("format", inspect.Parameter.POSITIONAL_OR_KEYWORD)
    keyword = inspect.Parameter.KEYWORD_ONLY
    options = [inspect.Parameter(name, keyword, default=None) for name, *_ in _sortid.options()]
    return inspect.Signature([format, *options])


_generator: Any = _sortid.Generator
_generator.__signature__ = _signature()
