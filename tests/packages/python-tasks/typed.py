"""Frequent tasks, solved with uuid_utils, python-ulid and typeid-python, and with sortid.

Checked by mypy and pyright in strict mode, and by ty. The lines between the marks are counted.
"""

# pyright: strict
# typeid-python and Starlette leave some types open.
# pyright: reportUnknownArgumentType=false, reportUnknownMemberType=false, reportUnknownVariableType=false
import sys
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Literal
from uuid import UUID

import orjson
import sortid
import sortid.json
import uuid_utils
from fastapi import FastAPI
from fastapi.testclient import TestClient
from sortid import IdType, Snowflake, TypeId, Ulid, Uuid7
from sortid.sqlalchemy import IdColumn
from sqlalchemy import create_engine, select
from sqlalchemy.orm import DeclarativeBase, Mapped, Session, mapped_column
from typeid import TypeID
from typeid.integrations.pydantic import TypeIDField
from ulid import ULID
from uuid_utils.compat import uuid7

# Started with -I, so that this folder cannot hide packages.
sys.path.append(str(Path(__file__).resolve().parent))

from checks import failures, same

TEXT = "017f22e2-79b0-7cc3-98c4-dc0c0c07398f"
MADE = datetime(2022, 2, 22, 19, 22, 22, tzinfo=UTC)
START, STOP = datetime(2024, 7, 19, tzinfo=UTC), datetime(2024, 7, 20, tzinfo=UTC)


# 1. A new key
def a_new_key() -> None:
    # theirs
    theirs = uuid7()
    # ours
    ours = sortid.uuid7()
    # end
    same(1, theirs.version, ours.version, 7)


# 2. Is a user's text a key?
def validation() -> None:
    # theirs
    def theirs(text: str) -> bool:
        try:
            return UUID(text).version == 7
        except ValueError:
            return False

    # ours
    def ours(text: str) -> bool:
        return Uuid7.is_valid(text)

    # end
    for text in (TEXT, TEXT[1:], TEXT.replace("-7cc3", "-4cc3"), ""):
        same(2, theirs(text), ours(text), text == TEXT)


# 3. The time of a key
def time_of_a_key() -> None:
    # theirs
    theirs = datetime.fromtimestamp(uuid_utils.UUID(TEXT).timestamp / 1000, UTC)
    # ours
    ours = Uuid7(TEXT).datetime
    # end
    same(3, theirs, ours, MADE)


# 4. Keys with a given time, as for imported rows
def given_time() -> None:
    # theirs
    their_uuid = uuid7(nanoseconds=int(MADE.timestamp()) * 10**9)
    their_ulid = ULID.from_datetime(MADE)
    # ours
    our_uuid = Uuid7.at(MADE)
    our_ulid = Ulid.at(MADE)
    # end
    same(4, Uuid7(their_uuid).datetime, our_uuid.datetime, MADE)
    same(4, their_ulid.datetime, our_ulid.datetime, MADE)


# 5. The bounds of a query: keys of an interval
def keys_of_a_day() -> None:
    # theirs
    their_first = UUID(int=int(START.timestamp() * 1000) << 80 | 0x7000_8000_0000_0000_0000)
    their_last = UUID(int=int(STOP.timestamp() * 1000 - 1) << 80 | 0x7FFF_BFFF_FFFF_FFFF_FFFF)
    # ours
    our_first, our_last = Uuid7.range(START, STOP)
    # end
    same(5, their_first, our_first.uuid)
    same(5, their_last, our_last.uuid)


# 6. The bound of a query: keys since a time
def keys_since() -> None:
    # theirs
    theirs = UUID(int=int(START.timestamp() * 1000) << 80 | 0x7000_8000_0000_0000_0000)
    # ours
    ours = Uuid7.min_at(START)
    # end
    same(6, theirs, ours.uuid)


# 7. A TypeID: generated, and parsed from a user with its prefix checked
def typeid() -> None:
    def theirs() -> tuple[object, object]:
        # theirs
        new = TypeID("order")
        read = TypeID.from_string(str(new))
        if read.prefix != "order":
            raise ValueError("not an order")
        # end
        return new, read

    def ours() -> tuple[object, object]:
        # ours
        orders = IdType("order", Uuid7)
        new = orders.now()
        read = orders.parse(str(new))
        # end
        return new, read

    same(7, *theirs())
    same(7, *ours())


app = FastAPI()
orders = IdType("order", Uuid7)


# 8. A TypeID in a path of FastAPI
# theirs
@app.get("/theirs/orders/{id}")
def their_order(id: TypeIDField[Literal["order"]]) -> str:
    return str(id)


# ours
@app.get("/ours/orders/{id}")
def our_order(id: Annotated[TypeId[Uuid7], orders]) -> str:
    return str(id)


# end
def typeid_in_a_path() -> None:
    text = str(orders.now())
    wrong = text.replace("order", "user")
    client = TestClient(app, raise_server_exceptions=False)
    same(8, *(client.get(f"/{side}/orders/{wrong}").status_code for side in ("theirs", "ours")), 422)
    # typeid-python raises an error that FastAPI does not handle.
    same(8, [client.get(f"/{side}/orders/x").status_code for side in ("theirs", "ours")], [500, 422])
    same(8, *(client.get(f"/{side}/orders/{text}").json() for side in ("theirs", "ours")), text)


# 9. Keys in JSON: an answer of FastAPI, and orjson
# An answer without a declared type also needs `sortid.fastapi.register()`, once.
# theirs
@app.get("/theirs/posts")
def their_posts() -> dict[str, UUID]:
    return {"id": UUID(TEXT)}


their_json = orjson.dumps({"id": UUID(TEXT)})


# ours
@app.get("/ours/posts")
def our_posts() -> dict[str, Uuid7]:
    return {"id": Uuid7(TEXT)}


our_json = orjson.dumps({"id": Uuid7(TEXT)}, default=sortid.json.default)


# end
def keys_in_json() -> None:
    client = TestClient(app)
    same(9, their_json, our_json, *(client.get(f"/{side}/posts").content for side in ("theirs", "ours")))


class Base(DeclarativeBase):
    """The mapped classes."""


# 10. A key in SQLAlchemy
# theirs
class TheirPost(Base):
    __tablename__ = "their_posts"
    id: Mapped[UUID] = mapped_column(primary_key=True, default=uuid7)


# ours
class OurPost(Base):
    __tablename__ = "our_posts"
    id: Mapped[Uuid7] = mapped_column(IdColumn(Uuid7), primary_key=True, default=sortid.uuid7)


# end


# 12. The next page after a key
def their_page(session: Session, cursor: UUID) -> Sequence[TheirPost]:
    # theirs
    return session.scalars(select(TheirPost).where(TheirPost.id > cursor).order_by(TheirPost.id).limit(2)).all()
    # end


def our_page(session: Session, cursor: Uuid7) -> Sequence[OurPost]:
    # ours
    return session.scalars(select(OurPost).where(OurPost.id > cursor).order_by(OurPost.id).limit(2)).all()
    # end


def tables() -> None:
    engine = create_engine("sqlite://")
    Base.metadata.create_all(engine)
    with Session(engine) as session:
        theirs, ours = [TheirPost() for _ in range(5)], [OurPost() for _ in range(5)]
        session.add_all([*theirs, *ours])
        session.flush()
        their_keys, our_keys = sorted(post.id for post in theirs), sorted(post.id for post in ours)
        same(10, {key.version for key in their_keys}, {key.version for key in our_keys}, {7})
        same(12, [post.id for post in their_page(session, their_keys[1])], their_keys[2:4])
        same(12, [post.id for post in our_page(session, our_keys[1])], our_keys[2:4])


# 14. The time of a Discord message
def time_of_a_message() -> None:
    # theirs
    theirs = datetime.fromtimestamp(((int("175928847299117063") >> 22) + 1420070400000) / 1000, UTC)
    # ours
    ours = Snowflake("175928847299117063").timestamp_with(epoch="discord").datetime
    # end
    same(14, theirs, ours, datetime(2016, 4, 30, 11, 18, 25, 796000, UTC))


# 15. A ULID as a UUID, and back
def ulid_and_uuid() -> None:
    text = "01FWHE4YDGFK1SHH6W1G60EECF"
    # theirs
    their_uuid = ULID.from_str(text).to_uuid()
    their_ulid = ULID.from_uuid(their_uuid)
    # ours
    our_uuid = Ulid(text).uuid
    our_ulid = Ulid(our_uuid)
    # end
    same(15, their_uuid, our_uuid, UUID(TEXT))
    same(15, str(their_ulid), str(our_ulid), text)


if __name__ == "__main__":
    a_new_key()
    validation()
    time_of_a_key()
    given_time()
    keys_of_a_day()
    keys_since()
    typeid()
    typeid_in_a_path()
    keys_in_json()
    tables()
    time_of_a_message()
    ulid_and_uuid()
    sys.exit(len(failures) > 0)
