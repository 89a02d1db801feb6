"""Ids in FastAPI, orjson, msgspec, cattrs and dataclasses, which serialize them as text."""

from __future__ import annotations

import dataclasses
import importlib
import json
import typing
from typing import Annotated, Any

import pytest
import sortid
from sortid import Format, Id, IdType, TypeId, Uuid7

fastapi = pytest.importorskip("fastapi", reason="frameworks are installed with SORTID_TESTS=all")
encoders = pytest.importorskip("fastapi.encoders")
testclient = pytest.importorskip("fastapi.testclient")
msgspec = pytest.importorskip("msgspec")
orjson = pytest.importorskip("orjson")

ORDER = IdType("order", Uuid7)
TEXT = "order_01fwhe4ydgfk1shh6w1g60eecf"
ID = ORDER.parse(TEXT)

Bare = Annotated[TypeId, ORDER]
Generic = Annotated[TypeId[Uuid7], ORDER]
AnyPrefix = Annotated[TypeId[Uuid7], Format.uuid7]


@dataclasses.dataclass
class Order:
    """A dataclass with a prefixed id."""

    id: TypeId[Uuid7]


def test_serializers_write_the_text() -> None:
    expected = {"id": TEXT}
    assert orjson.loads(orjson.dumps({"id": ID}, default=str)) == expected
    assert msgspec.json.decode(msgspec.json.encode({"id": ID}, enc_hook=str)) == expected
    assert json.loads(json.dumps({"id": ID}, default=str)) == expected
    assert json.loads(json.dumps(dataclasses.asdict(Order(ID)), default=str)) == expected
    assert orjson.loads(orjson.dumps(Order(ID), default=str)) == expected
    assert encoders.jsonable_encoder({"id": ID}, custom_encoder={TypeId: str}) == expected


def test_hooks_write_only_ids() -> None:
    hooks = importlib.import_module("sortid.json")
    given, expected = {"id": [ID, ID.id]}, {"id": [TEXT, str(ID.id)]}
    assert json.loads(json.dumps(given, default=hooks.default)) == expected
    assert json.loads(json.dumps(given, cls=hooks.IdEncoder)) == expected
    assert orjson.loads(orjson.dumps(given, default=hooks.default)) == expected
    assert msgspec.json.decode(msgspec.json.encode(given, enc_hook=hooks.default)) == expected
    for encode in (hooks.default, hooks.IdEncoder().default):
        with pytest.raises(TypeError, match="object"):
            encode(object())


def test_msgspec_hook_reads_ids() -> None:
    hook = importlib.import_module("sortid.json").dec_hook
    for kind, value in ((Uuid7, ID.id), (TypeId[Uuid7], ID), (Generic, ID)):
        assert msgspec.json.decode(f'"{value}"', type=kind, dec_hook=hook) == value
    assert msgspec.json.decode("5", type=sortid.Tid, dec_hook=hook) == sortid.Tid(5)
    with pytest.raises(msgspec.ValidationError, match="invalid_length"):
        msgspec.json.decode('"x"', type=Uuid7, dec_hook=hook)
    for unknown in (Id, complex):
        with pytest.raises(NotImplementedError):
            hook(unknown, TEXT)


def test_cattrs_reads_and_writes_ids() -> None:
    cattrs = pytest.importorskip("cattrs")
    converter = cattrs.Converter()
    importlib.import_module("sortid.cattrs").register(converter)
    for kind, value in ((Uuid7, ID.id), (Generic, ID), (Bare, ID), (AnyPrefix, ID), (TypeId[Uuid7], ID)):
        assert converter.unstructure(value, kind) == converter.unstructure(value) == str(value)
        assert converter.structure(str(value), kind) == converter.structure(value, kind) == value
    assert converter.structure(str(ID.id), Annotated[Id, Format.uuid7]) == ID.id
    assert converter.structure(f"user_{TEXT[6:]}", AnyPrefix).prefix == "user"
    with pytest.raises(sortid.ParseError, match="wrong_prefix"):
        converter.structure(f"user_{TEXT[6:]}", Generic)
    with pytest.raises(cattrs.StructureHandlerNotFoundError):
        converter.structure(str(ID.id), Id)


def test_prefixed_id_is_not_a_dataclass() -> None:
    assert not dataclasses.is_dataclass(TypeId)
    with pytest.raises(TypeError):
        dataclasses.asdict(ID)
    for kind in (TypeId, IdType):
        assert typing.get_type_hints(kind) == {}
        assert "return" in typing.get_type_hints(kind.parse)


def test_registered_ids_are_text_in_untyped_responses() -> None:
    register = importlib.import_module("sortid.fastapi").register
    register()
    register()
    given = {"prefixed": ID, "ids": [ID.id, sortid.Tid("3jzfcijpj2z2a")]}
    expected = {"prefixed": TEXT, "ids": [str(ID.id), "3jzfcijpj2z2a"]}
    assert encoders.jsonable_encoder(given) == expected
    app = fastapi.FastAPI()
    app.get("/", response_model=None)(lambda: given)
    assert testclient.TestClient(app).get("/").json() == expected


@pytest.mark.parametrize("kind", [Bare, Generic, AnyPrefix])
def test_path_and_query_parameters_are_parsed(kind: Any) -> None:
    app = fastapi.FastAPI()

    def of_path(id: Any) -> Any:
        return {"is_read": id == ID}

    def of_query(id: Any) -> Any:
        assert id == ID
        return id

    of_path.__annotations__["id"] = kind
    of_query.__annotations__.update({"id": kind, "return": kind})
    app.get("/orders/{id}")(of_path)
    app.get("/orders")(of_query)
    client = testclient.TestClient(app)
    assert client.get(f"/orders/{TEXT}").json() == {"is_read": True}
    assert client.get("/orders", params={"id": TEXT}).json() == TEXT
    assert client.get("/orders/order_x").status_code == 422
    assert client.get(f"/orders/user_{TEXT[6:]}").status_code == (200 if kind is AnyPrefix else 422)
    for path in app.openapi()["paths"].values():
        assert "requestBody" not in path["get"]
        (parameter,) = path["get"]["parameters"]
        assert parameter["schema"]["type"] == "string"
