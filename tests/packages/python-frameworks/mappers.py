"""SQLAlchemy and SQLModel on SQLite: `ours` uses IdColumn, `theirs` uses `sa.Uuid`."""

import sys
import uuid
from pathlib import Path
from typing import Any

import sortid
import sqlalchemy as sa
import uuid_utils.compat
from sortid import Timestamp, Uuid7
from sortid.sqlalchemy import IdColumn, between_times
from sqlalchemy.orm import DeclarativeBase, Mapped, Session, mapped_column, relationship
from sqlmodel import Field, SQLModel, col, select

# Started with -I, so that this folder cannot hide packages.
sys.path.append(str(Path(__file__).resolve().parent))

from checks import check, failures

WHO = sys.argv[1]
OURS = WHO == "ours"
Key: Any = Uuid7 if OURS else uuid.UUID
kind: Any = IdColumn(Uuid7) if OURS else sa.Uuid()
new = sortid.uuid7 if OURS else uuid_utils.compat.uuid7


class Base(DeclarativeBase):
    """The mapped classes."""


class Author(Base):
    """A row with a key of sortid, or of the standard library."""

    __tablename__ = "authors"
    id: Mapped[Key] = mapped_column(kind, primary_key=True, default=new)
    posts: Mapped[list["Post"]] = relationship(back_populates="author")


class Post(Base):
    """A row with a foreign key."""

    __tablename__ = "posts"
    id: Mapped[Key] = mapped_column(kind, primary_key=True, default=new)
    author_id: Mapped[Key] = mapped_column(sa.ForeignKey("authors.id"))
    author: Mapped[Author] = relationship(back_populates="posts")


class Hero(SQLModel, table=True):
    """An SQLModel model."""

    id: Key = Field(default_factory=new, sa_type=kind, primary_key=True)


engine = sa.create_engine("sqlite://")
Base.metadata.create_all(engine)
SQLModel.metadata.create_all(engine)
with Session(engine) as session:
    author = Author(posts=[Post(), Post()])
    hero = Hero()
    session.add_all([author, hero])
    session.commit()
    key = author.id
    session.expire_all()
    check(f"{WHO}: get finds a row by its key", lambda: session.get(Author, key), author)
    check(f"{WHO}: the type of a key", lambda: type(author.id), Key)
    check(f"{WHO}: a relationship", lambda: {post.author_id for post in author.posts}, {key})
    check(
        f"{WHO}: a cursor", lambda: len(list(session.scalars(sa.select(Post).where(Post.id >= author.posts[0].id)))) > 0
    )
    check(f"{WHO}: SQLModel", lambda: session.scalars(select(Hero)).one().id, hero.id)
    check(f"{WHO}: JSON of SQLModel", hero.model_dump_json, f'{{"id":"{hero.id}"}}')
    if OURS:
        now = Timestamp(key.unix_seconds)
        later = Timestamp(now.seconds + 60)
        for start, stop, count in ((now, later, 2), (now, None, 2), (None, later, 2), (None, now, 0), (later, None, 0)):
            for condition in (Post.id.between_times(start, stop), between_times(Post.id, start, stop)):
                rows = list(session.scalars(sa.select(Post).where(condition)))
                check(f"ours: between {start} and {stop}", lambda rows=rows: len(rows), count)
        for column in (Hero.id, col(Hero.id)):
            found = session.scalars(select(Hero).where(between_times(column, now, None)))
            check("ours: between times in SQLModel", lambda found=found: len(list(found)), 1)
raise SystemExit(len(failures) > 0)
