"""Alembic: migrations with id columns run, and a second autogenerate finds no changes."""

import sqlite3
import subprocess
import sys
from functools import partial
from operator import contains
from pathlib import Path

# Started with -I, so that this folder cannot hide packages.
sys.path.append(str(Path(__file__).resolve().parent))

from checks import check, failures

MODELS = """
import sortid
from sortid import Tid, Uuid7
from sortid.sqlalchemy import IdColumn
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column


class Base(DeclarativeBase):
    pass


class Post(Base):
    __tablename__ = "posts"
    id: Mapped[Uuid7] = mapped_column(IdColumn(Uuid7), primary_key=True, default=sortid.uuid7)
    about: Mapped[Tid | None] = mapped_column(IdColumn(Tid, text=True))
"""
LATER = "    source: Mapped[Uuid7 | None] = mapped_column(IdColumn(Uuid7))\n"
CHECKS = {
    "CHECK (typeof(id) IN ('blob', 'null') AND length(id) = 16)",
    "CHECK (typeof(about) IN ('text', 'null') AND length(about) = 13)",
}


def alembic(*arguments: str) -> None:
    """Runs the command."""
    answer = subprocess.run([sys.executable, "-m", "alembic", *arguments], capture_output=True, text=True)
    check(f"alembic {arguments[0]}", lambda: (answer.returncode, answer.stderr if answer.returncode else ""), (0, ""))


def replace(file: str, *pairs: tuple[str, str]) -> None:
    """Replaces a text in a file, as a user would."""
    text = Path(file).read_text()
    for before, after in pairs:
        check(f"{file} has {before}", partial(contains, text, before))
        text = text.replace(before, after)
    Path(file).write_text(text)


def table() -> str:
    """The table's definition in SQLite."""
    connection = sqlite3.connect("ids.db")
    ((sql,),) = connection.execute("select sql from sqlite_master where name = 'posts'")
    connection.close()
    return str(sql)


alembic("init", "migrations")
replace("alembic.ini", ("driver://user:pass@localhost/dbname", "sqlite:///ids.db"))
replace(
    "migrations/env.py",
    ("target_metadata = None", "import models\nimport sortid.sqlalchemy\ntarget_metadata = models.Base.metadata"),
    ("target_metadata=target_metadata", "target_metadata=target_metadata, render_item=sortid.sqlalchemy.render_item"),
)
Path("models.py").write_text(MODELS)
alembic("revision", "--autogenerate", "-m", "first")
alembic("upgrade", "head")
alembic("check")
check("each column has one check", lambda: {text for text in CHECKS if table().count(text) == 1}, CHECKS)
Path("models.py").write_text(MODELS + LATER)
alembic("revision", "--autogenerate", "-m", "second")
alembic("upgrade", "head")
alembic("check")
check("the second migration added a column", lambda: "source BLOB" in table())
alembic("downgrade", "base")
raise SystemExit(len(failures) > 0)
