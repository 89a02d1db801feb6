"""Code that type checkers must accept, for frameworks missing in `python/tests/typing`."""

# pyright: strict

from typing import Annotated, assert_type

import msgspec
import sortid
import sortid.cattrs
import sortid.json
from cattrs import Converter
from fastapi import FastAPI
from pydantic import BaseModel
from sortid import IdType, TypeId, Uuid7

ORDER = IdType("order", Uuid7)
OrderId = Annotated[TypeId[Uuid7], ORDER]
app = FastAPI()


class Order(BaseModel):
    """A body."""

    id: OrderId


@app.get("/orders/{id}")
def order(id: OrderId, after: Uuid7 | None = None) -> Order:
    """The type of an id that an editor shows."""
    assert_type(id, TypeId[Uuid7])
    assert_type(id.id, Uuid7)
    assert_type(id.prefix, str)
    assert_type(id.id.unix_ms, int)
    return Order(id=id if after is None else ORDER.parse(after))


converter = Converter()
sortid.cattrs.register(converter)
assert_type(converter.structure(order(ORDER.now()), Order), Order)
assert_type(msgspec.json.decode(b"", type=Uuid7, dec_hook=sortid.json.dec_hook), Uuid7)
