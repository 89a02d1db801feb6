"""FastAPI and Starlette: `ours` or `uuid.UUID` in paths, queries, bodies, responses, OpenAPI."""

import json
import sys
import uuid
from pathlib import Path
from typing import Annotated, Any

import sortid
import sortid.fastapi
import sortid.json
import uuid_utils.compat
from fastapi import FastAPI, Query
from fastapi.testclient import TestClient
from pydantic import BaseModel
from sortid import AnyId, Format, IdType, Snowflake, TypeId, Ulid, Uuid7
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Route

# Started with -I, so that this folder cannot hide packages.
sys.path.append(str(Path(__file__).resolve().parent))

from checks import NO_ID, NO_ORDER, USER, check, failures

OURS = sys.argv[1] == "ours"
Key: Any = Uuid7 if OURS else uuid.UUID
new = sortid.uuid7 if OURS else uuid_utils.compat.uuid7
app = FastAPI()
if OURS:
    sortid.fastapi.register()


class Post(BaseModel):
    """A body, and a response of a declared type."""

    id: Key
    parents: list[Key] = []
    about: Any = None


@app.get("/posts/{id}")
def untyped(id: Key):  # type: ignore[no-untyped-def]
    return {"id": id, "is_read": type(id) is Key}


@app.get("/typed/{id}")
def typed(id: Key) -> Post:
    return Post(id=id, about={"id": id})


@app.get("/objects/{id}")
def objects(id: Key) -> dict[str, object]:
    return {"id": id}


@app.get("/posts")
def listed(after: Key, among: Annotated[list[Key] | None, Query()] = None) -> list[Key]:
    return [after, *(among or [])]


@app.post("/posts")
def created(post: Post) -> Post:
    return post


client = TestClient(app, raise_server_exceptions=False)
id, other = new(), new()
who = sys.argv[1]
check(f"{who}: path, untyped answer", lambda: client.get(f"/posts/{id}").json(), {"id": str(id), "is_read": True})
declared = {"id": str(id), "parents": [], "about": {"id": str(id)}}
check(f"{who}: path, declared answer", lambda: client.get(f"/typed/{id}").json(), declared)
check(f"{who}: answer of objects", lambda: client.get(f"/objects/{id}").json(), {"id": str(id)})
asked = {"after": str(id), "among": [str(other), str(id)]}
check(f"{who}: query", lambda: client.get("/posts", params=asked).json(), [str(id), str(other), str(id)])
body = {"id": str(id), "parents": [str(other)], "about": None}
check(f"{who}: body", lambda: client.post("/posts", json=body).json(), body)
check(f"{who}: invalid path", lambda: client.get("/posts/x").status_code, 422)
check(f"{who}: invalid body", lambda: client.post("/posts", json={"id": "x"}).status_code, 422)
schema = client.get("/openapi.json").json()
parameter = schema["paths"]["/posts/{id}"]["get"]["parameters"][0]["schema"]
check(f"{who}: OpenAPI of a path", lambda: (parameter["type"], parameter["format"]), ("string", "uuid"))
check(f"{who}: a GET has no body", lambda: "requestBody" in schema["paths"]["/posts"]["get"], False)

if OURS:
    ORDER = IdType("order", Uuid7)
    OrderId = Annotated[TypeId[Uuid7], ORDER]

    @app.get("/orders/{id}")
    def order(id: OrderId, like: OrderId | None = None):  # type: ignore[no-untyped-def]
        return {"id": id, "key": id.id, "like": like}

    @app.get("/ulids/{id}")
    def ulid(id: Ulid) -> Ulid:
        return id

    @app.post("/tweets")
    def tweet(id: Snowflake, more: list[Snowflake]) -> list[Snowflake]:
        return [id, *more]

    app.openapi_schema = None
    id = ORDER.now()
    answer = {"id": str(id), "key": str(id.id), "like": str(id)}
    check("ours: prefixed in a path", lambda: client.get(f"/orders/{id}", params={"like": str(id)}).json(), answer)
    for path, code, sentence in (
        ("posts/nonsense", "invalid_length", NO_ID),
        (f"orders/{USER}", "wrong_prefix", NO_ORDER),
    ):
        detail = [{"type": f"sortid_{code}", "loc": ["path", "id"], "msg": sentence, "input": path.split("/")[1]}]
        check(f"ours: answer to {path}", lambda p=path: client.get(f"/{p}").json(), {"detail": detail})
    posted = client.post("/posts", json={"id": "nonsense"})
    check("ours: answer to a body", lambda: posted.json()["detail"][0]["msg"], NO_ID)
    said = str(sortid.ulid())
    check("ours: a ULID in a path", lambda: client.get(f"/ulids/{said}").json(), said)
    number = 1541815603606036480
    sent = client.post("/tweets", params={"id": number}, json=[number, str(number)])
    check("ours: integers of a snowflake", sent.json, [str(number)] * 3)
    paths = client.get("/openapi.json").json()["paths"]
    found = paths["/orders/{id}"]["get"]["parameters"][0]["schema"]
    check("ours: OpenAPI of a prefixed id", lambda: found["pattern"], ORDER.pattern)
    found = paths["/ulids/{id}"]["get"]["parameters"][0]["schema"]
    check("ours: OpenAPI of a ULID", lambda: found["format"], "ulid")
    for format in [format for format in Format if format.type is not AnyId]:

        class Model(BaseModel):
            """A model with one id."""

            id: format.type

        field = Model.model_json_schema()["properties"]["id"]
        check(f"ours: schema of {format.value}", lambda field=field: {"format", "pattern"} <= set(field))

    class IdResponse(JSONResponse):
        """A Starlette response that also serializes ids."""

        def render(self, content: Any) -> bytes:
            return json.dumps(content, default=sortid.json.default).encode()

    def show(request: Request) -> IdResponse:
        return IdResponse({"id": Uuid7(request.path_params["id"]), "order": ORDER.now().id})

    routes = TestClient(Starlette(routes=[Route("/posts/{id:uuid}", show)]))
    check("ours: Starlette's uuid in a path", lambda: routes.get(f"/posts/{id.id}").json()["id"], str(id.id))
raise SystemExit(len(failures) > 0)
