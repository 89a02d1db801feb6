"""Ids in FastAPI, orjson, msgspec and dataclasses: text, and never their parts."""

from __future__ import annotations

import dataclasses
import importlib
import json
import typing
from typing import Annotated, Any

import pytest
import sortid
from sortid import Format, Prefixed, PrefixedFormat, Uuid7

fastapi = pytest.importorskip("fastapi", reason="frameworks are installed with SORTID_TESTS=all")
encoders = pytest.importorskip("fastapi.encoders")
testclient = pytest.importorskip("fastapi.testclient")
msgspec = pytest.importorskip("msgspec")
orjson = pytest.importorskip("orjson")

ORDER = PrefixedFormat("order", Uuid7)
TEXT = "order_01fwhe4ydgfk1shh6w1g60eecf"
ID = ORDER.parse(TEXT)

Bare = Annotated[Prefixed, ORDER]
Generic = Annotated[Prefixed[Uuid7], ORDER]
AnyPrefix = Annotated[Prefixed[Uuid7], Format.uuid7]


@dataclasses.dataclass
class Order:
    """A dataclass with a prefixed id."""

    id: Prefixed[Uuid7]


def test_serializers_write_the_text() -> None:
    said = {"id": TEXT}
    assert orjson.loads(orjson.dumps({"id": ID}, default=str)) == said
    assert msgspec.json.decode(msgspec.json.encode({"id": ID}, enc_hook=str)) == said
    assert json.loads(json.dumps({"id": ID}, default=str)) == said
    assert json.loads(json.dumps(dataclasses.asdict(Order(ID)), default=str)) == said
    assert orjson.loads(orjson.dumps(Order(ID), default=str)) == said
    assert encoders.jsonable_encoder({"id": ID}, custom_encoder={Prefixed: str}) == said


def test_a_prefixed_id_has_no_parts() -> None:
    assert not dataclasses.is_dataclass(Prefixed)
    with pytest.raises(TypeError):
        dataclasses.asdict(ID)
    for kind in (Prefixed, PrefixedFormat):
        assert typing.get_type_hints(kind) == {}
        assert "return" in typing.get_type_hints(kind.parse)


def test_untyped_answers_are_text_once_registered() -> None:
    register = importlib.import_module("sortid.fastapi").register
    register()
    register()
    given = {"prefixed": ID, "ids": [ID.id, sortid.Tid("3jzfcijpj2z2a")]}
    said = {"prefixed": TEXT, "ids": [str(ID.id), "3jzfcijpj2z2a"]}
    assert encoders.jsonable_encoder(given) == said
    app = fastapi.FastAPI()
    app.get("/", response_model=None)(lambda: given)
    assert testclient.TestClient(app).get("/").json() == said


@pytest.mark.parametrize("kind", [Bare, Generic, AnyPrefix])
def test_parameters_of_paths_and_queries(kind: Any) -> None:
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
