"""Ids in pydantic, orjson, msgspec, cattrs and json: encoded as text and decoded."""

import dataclasses
import json
import sys
import uuid
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

import attrs
import cattrs
import cattrs.preconf.orjson
import msgspec
import orjson
import sortid
import sortid.cattrs
import sortid.json
import uuid_utils
import uuid_utils.compat
from pydantic import BaseModel, TypeAdapter, ValidationError
from sortid import Format, Id, IdType, Snowflake, Tid, TypeId, Uuid7, compat

# Started with -I, so that this folder cannot hide packages.
sys.path.append(str(Path(__file__).resolve().parent))

from checks import NO_ID, NO_ORDER, USER, check, failures

ORDER = IdType("order", Uuid7)
OrderId = Annotated[TypeId[Uuid7], ORDER]
order, tid = ORDER.now(), sortid.tid()
given = {"order": order, "id": order.id, "among": [tid]}
said = {"order": str(order), "id": str(order.id), "among": [str(tid)]}

check("json, default", lambda: json.loads(json.dumps(given, default=sortid.json.default)), said)
check("json, encoder", lambda: json.loads(json.dumps(given, cls=sortid.json.IdEncoder)), said)
check("orjson", lambda: orjson.loads(orjson.dumps(given, default=sortid.json.default)), said)
check("msgspec", lambda: msgspec.json.decode(msgspec.json.encode(given, enc_hook=sortid.json.default)), said)
check(
    "msgspec, MessagePack",
    lambda: msgspec.msgpack.decode(msgspec.msgpack.encode(given, enc_hook=sortid.json.default)),
    said,
)
check("pydantic, a field of any type", lambda: json.loads(TypeAdapter(Any).dump_json(given)), said)


class Refused:
    """No id."""


def refusal(call: Any) -> Any:
    """Returns the class of the exception."""
    try:
        return call()
    except Exception as error:
        return type(error)


for name, encode in (
    ("json", lambda value: json.dumps(value, default=sortid.json.default)),
    ("orjson", lambda value: orjson.dumps(value, default=sortid.json.default)),
    ("msgspec", lambda value: msgspec.json.encode(value, enc_hook=sortid.json.default)),
):
    check(
        f"{name} rejects other objects", lambda encode=encode: issubclass(refusal(lambda: encode(Refused())), TypeError)
    )


class Struct(msgspec.Struct):
    """A msgspec order."""

    order: TypeId[Uuid7]
    id: Uuid7
    among: list[Tid]


@attrs.define
class Attrs:
    """An attrs order."""

    order: OrderId
    id: Uuid7
    among: list[Tid]
    any: TypeId[Uuid7] | None = None
    named: Annotated[Id, Format.tid] | None = None


@dataclasses.dataclass
class Dataclass:
    """A dataclass order."""

    order: OrderId
    id: Uuid7
    among: list[Tid]


class Model(BaseModel):
    """A pydantic order."""

    order: OrderId
    id: Uuid7
    among: list[Tid]


text = json.dumps(said)
struct = Struct(**given)
decode = msgspec.json.Decoder(Struct, dec_hook=sortid.json.dec_hook).decode
check("msgspec reads a struct", lambda: decode(text), struct)
check("msgspec writes a struct", lambda: orjson.loads(msgspec.json.encode(struct, enc_hook=sortid.json.default)), said)
bad = text.replace(str(tid), "x")
check("msgspec names the field of an invalid id", lambda: refusal(lambda: decode(bad)) is msgspec.ValidationError)
number = msgspec.json.Decoder(Snowflake, dec_hook=sortid.json.dec_hook)
check("msgspec reads a snowflake's integer", lambda: number.decode("1541815603606036480").int, 1541815603606036480)

for name, converter in (("cattrs", cattrs.Converter()), ("cattrs for orjson", cattrs.preconf.orjson.make_converter())):
    sortid.cattrs.register(converter)
    for kind in (Attrs, Dataclass):
        value = kind(**given)
        wanted = {**said, "any": None, "named": None} if kind is Attrs else said
        check(f"{name} writes {kind.__name__}", lambda c=converter, v=value: c.unstructure(v), wanted)
        check(f"{name} reads {kind.__name__}", lambda c=converter, k=kind: c.structure(said, k), value)
    full = {**said, "any": "user_" + str(order)[6:], "named": str(tid)}
    check(f"{name} reads any prefix", lambda c=converter, f=full: c.structure(f, Attrs).any.prefix, "user")
    check(f"{name} reads a named format", lambda c=converter, f=full: c.structure(f, Attrs).named, tid)
    wrong = {**said, "order": "user_" + str(order)[6:]}
    check(
        f"{name} checks the prefix",
        lambda c=converter, w=wrong: issubclass(refusal(lambda: c.structure(w, Attrs)), Exception),
    )

check("pydantic reads and writes", lambda: json.loads(Model.model_validate_json(text).model_dump_json()), said)
value = Dataclass(**given)
check("dataclasses.asdict keeps ids", lambda: dataclasses.asdict(value), given)
check("orjson writes a dataclass", lambda: orjson.loads(orjson.dumps(value, default=sortid.json.default)), said)


def sentences(call: Callable[[], Any]) -> list[str]:
    """Returns the message of the exception."""
    try:
        return [repr(call())]
    except ValidationError as error:
        return [each["msg"] for each in error.errors()]
    except Exception as error:
        return [str(error)]


wrong = {**said, "order": USER, "id": "nonsense"}
by_cattrs = cattrs.Converter(detailed_validation=False)
sortid.cattrs.register(by_cattrs)
for name, call, expected in (
    ("pydantic", lambda: Model(**wrong), [NO_ORDER, NO_ID]),
    ("pydantic, JSON", lambda: Model.model_validate_json(json.dumps(wrong)), [NO_ORDER, NO_ID]),
    ("msgspec", lambda: decode(json.dumps({**said, "id": "nonsense"})), [f"{NO_ID} - at `$.id`"]),
    ("cattrs", lambda: by_cattrs.structure(wrong, Attrs), [NO_ORDER]),
):
    check(f"{name} says why", lambda call=call: sentences(call), expected)

theirs = uuid_utils.uuid7()
check("reads an id of uuid_utils", lambda: Uuid7(theirs) == Uuid7(uuid.UUID(str(theirs))) == Uuid7(str(theirs)))
check("rejects uuid4 of uuid_utils as uuid7", lambda: refusal(lambda: Uuid7(uuid_utils.uuid4())), sortid.ParseError)
missing = sorted(set(uuid_utils.compat.__all__) - set(compat.__all__))
check("sortid.compat has all names of uuid_utils.compat", lambda: missing, [])
for name in ("uuid1", "uuid4", "uuid6", "uuid7", "uuid8"):
    pair = [getattr(module, name)() for module in (compat, uuid_utils.compat)]
    check(
        f"sortid.compat.{name}",
        lambda pair=pair: [(type(one), one.version) for one in pair],
        [(uuid.UUID, pair[1].version)] * 2,
    )
for name in ("uuid3", "uuid5"):
    pair = [getattr(module, name)(compat.NAMESPACE_DNS, "python.org") for module in (compat, uuid_utils.compat)]
    check(f"sortid.compat.{name}", lambda pair=pair: pair[0], pair[1])
raise SystemExit(len(failures) > 0)
