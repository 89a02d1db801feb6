"""Ids in Django Ninja: importing this module lets a `ModelSchema` contain `sortid.django.IdField`.

```py
import sortid.ninja

api = NinjaAPI(renderer=sortid.ninja.JSONRenderer())
```
"""

from __future__ import annotations

from typing import Annotated

from ninja.orm import register_field
from ninja.renderers import JSONRenderer as NinjaRenderer
from ninja.responses import NinjaJSONEncoder

from sortid import AnyId, Format, TypeId
from sortid.django import internal_type
from sortid.json import IdEncoder

__all__ = ["JSONEncoder", "JSONRenderer"]


class JSONEncoder(IdEncoder, NinjaJSONEncoder):
    """Ninja's encoder, which also writes ids as text."""


class JSONRenderer(NinjaRenderer):
    """Ninja's renderer, which also writes ids as text."""

    encoder_class = JSONEncoder


for _format in Format:
    _kind = _format.type if _format.type is not AnyId else Annotated[AnyId, _format]
    register_field(internal_type(_format), _kind)
    if _format.takes_prefix:
        register_field(internal_type(_format, True), Annotated[TypeId, _format])
del _format, _kind
