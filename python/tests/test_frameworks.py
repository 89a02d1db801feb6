"""Ids in FastAPI, orjson, msgspec, cattrs and dataclasses, which serialize them as text."""

from __future__ import annotations

import dataclasses
import doctest
import importlib
import json
import typing
from typing import Annotated, Any

import pytest
import sortid
from sortid import AnyId, Format, Id, IdType, Snowflake, Tid, TypeId, Uuid7

if typing.TYPE_CHECKING:
    from litestar.params import FromPath, FromQuery, JSONBody

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
    for kind, value in ((Uuid7, ID.id), (TypeId[Uuid7], ID), (Generic, ID), (TypeId, ID), (Bare, ID)):
        assert msgspec.json.decode(f'"{value}"', type=kind, dec_hook=hook) == value
    assert msgspec.json.decode(f'"{TEXT}"', type=TypeId, dec_hook=hook).format is Format.any_uuid
    assert msgspec.json.decode("5", type=sortid.Tid, dec_hook=hook) == sortid.Tid(5)
    with pytest.raises(msgspec.ValidationError, match="invalid_length"):
        msgspec.json.decode('"x"', type=Uuid7, dec_hook=hook)
    for unknown in (Id, AnyId, complex, Format, list[Uuid7]):
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


def test_kombu_reads_the_ids_that_it_writes() -> None:
    kombu = pytest.importorskip("kombu.utils.json")
    importlib.import_module("sortid.kombu").register()
    declared = IdType(Snowflake, epoch="discord").parse(5)
    given = [ID, ID.id, declared, AnyId.now("cuid"), Tid(5), {"among": [ID]}]
    read = kombu.loads(kombu.dumps(given))
    assert read == given
    assert [type(each) for each in read] == [type(each) for each in given]
    assert read[0].type == ORDER
    assert read[2].datetime == declared.datetime != Snowflake(5).datetime


def test_celery_task_receives_ids() -> None:
    celery = pytest.importorskip("celery")
    worker = pytest.importorskip("celery.contrib.testing.worker")
    importlib.import_module("sortid.kombu").register()
    app = celery.Celery("app", broker="memory://", backend="cache+memory://")

    def echo(*ids: Id) -> list[object]:
        return [*ids, type(ids[0]).__name__]

    task = app.task(echo)
    with worker.start_worker(app, perform_ping_check=False):
        assert task.delay(ID, ID.id).get(timeout=30) == [ID, ID.id, "TypeId"]


def test_flask_reads_and_writes_ids() -> None:
    flask = pytest.importorskip("flask")
    app = flask.Flask("app")
    importlib.import_module("sortid.flask").register(app, order=ORDER)
    given = {"id": [ID, ID.id, AnyId.parse("22", "custom64")], "other": [{1}, 5]}

    def show(order: TypeId[Uuid7], tid: Tid, number: Id) -> Any:
        assert (order, tid, str(number)) == (ID, Tid("3jzfcijpj2z2a"), "22")
        return flask.jsonify(order=order, url=flask.url_for("show", order=order, tid=tid, number=number))

    app.get("/ids/<order:order>/<tid:tid>/<custom64:number>")(show)
    client = app.test_client()
    path = f"/ids/{TEXT}/3jzfcijpj2z2a/22"
    assert client.get(path).json == {"order": TEXT, "url": path}
    assert client.get(f"/ids/user_{TEXT[6:]}/3jzfcijpj2z2a/22").status_code == 404
    assert client.get(f"/ids/{TEXT}/x/22").status_code == 404
    assert app.json.loads(app.json.dumps(given["id"])) == [TEXT, str(ID.id), "22"]
    with pytest.raises(TypeError, match="not JSON serializable"):
        app.json.dumps(given)


@dataclasses.dataclass
class Body:
    """A body of Litestar."""

    id: Uuid7
    order: Annotated[TypeId[Uuid7], ORDER]
    bare: TypeId
    among: list[Tid]


def test_litestar_reads_and_writes_ids() -> None:
    litestar = pytest.importorskip("litestar")
    testing = pytest.importorskip("litestar.testing")
    plugin = importlib.import_module("sortid.litestar").IdPlugin

    def show(id: FromPath[Uuid7], order: FromQuery[Generic], after: FromQuery[Tid | None]) -> dict[str, Any]:
        return {"is_read": (id, order) == (ID.id, ID), "order": order, "after": [after]}

    def create(data: JSONBody[Body]) -> Body:
        assert (data.id, data.order, str(data.bare)) == (ID.id, ID, TEXT)
        return data

    names = {**vars(importlib.import_module("litestar.params")), **globals()}
    handlers = [
        litestar.get("/ids/{id:str}", sync_to_thread=False)(show),
        litestar.post("/ids", sync_to_thread=False)(create),
    ]
    app = litestar.Litestar(handlers, plugins=[plugin()], signature_namespace=names)
    body = {"id": str(ID.id), "order": TEXT, "bare": TEXT, "among": ["3jzfcijpj2z2a"]}
    with testing.TestClient(app) as client:
        answer = client.get(f"/ids/{ID.id}", params={"order": TEXT, "after": "3jzfcijpj2z2a"})
        assert answer.json() == {"is_read": True, "order": TEXT, "after": ["3jzfcijpj2z2a"]}
        assert client.get("/ids/x", params={"order": TEXT}).status_code == 400
        assert client.post("/ids", json=body).json() == body
        invalid = client.post("/ids", json={**body, "among": ["x"]})
        assert (invalid.status_code, "invalid_length" in invalid.text) == (400, True)
        openapi = client.get("/schema/openapi.json").json()
    parameters = {each["name"]: each["schema"] for each in openapi["paths"]["/ids/{id}"]["get"]["parameters"]}
    assert parameters["id"] == importlib.import_module("sortid._pattern").json_schema_of(Format.uuid7)
    assert parameters["order"] == {"type": "string", "pattern": ORDER.pattern}


def test_polyfactory_builds_models() -> None:
    factories = pytest.importorskip("polyfactory.factories")

    @dataclasses.dataclass
    class Built:
        id: Uuid7
        order: Generic

    factory = factories.DataclassFactory.create_factory(Built, order=ORDER.now)
    factory.add_provider(Uuid7, Uuid7.now)
    first, second = factory.batch(2)
    assert first.id < second.id
    assert first.order < second.order


@pytest.mark.parametrize("name", ["cattrs", "flask", "json", "kombu"])
def test_module_examples_pass(name: str) -> None:
    pytest.importorskip(name)
    results = doctest.testmod(importlib.import_module(f"sortid.{name}"))
    assert results.attempted > 2
    assert results.failed == 0
