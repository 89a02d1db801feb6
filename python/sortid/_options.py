"""The signature of `Generator`, from the core's list of options."""

from __future__ import annotations

from inspect import Parameter, Signature

from sortid import _sortid


def signature() -> Signature:
    """The signature: the format, and each option as a keyword."""
    format = Parameter("format", Parameter.POSITIONAL_OR_KEYWORD)
    options = [Parameter(name, Parameter.KEYWORD_ONLY, default=None) for name, *_ in _sortid.options()]
    return Signature([format, *options])
