"""The Python member: `create TABLES`, `intrude TABLES`, `insert TABLES TURN TURNS`, `read TABLES`. It prints JSON."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import Any

from sortid import AnyId, Format, Id
from sortid.storage import Kind, Storage

COMMAND, OWNER, *REST = sys.argv[1:]
DATABASE = os.environ["SORTID_DATABASE"]
SAMPLE: dict[str, list[str]] = json.loads(Path(os.environ["SORTID_SAMPLE"]).read_text())


def connected() -> tuple[Any, str, type[Exception]]:
    """Returns a connection, its placeholder, and its error class."""
    if DATABASE == "sqlite":
        import sqlite3

        file = Path(os.environ["SORTID_DATABASE_DIR"], "shared")
        return sqlite3.connect(file, isolation_level=None), "?", sqlite3.Error
    import psycopg

    return psycopg.connect(autocommit=True), "%s", psycopg.Error


connection, place, Refused = connected()


def run(statement: str, *parameters: object) -> list[Any]:
    """Runs a statement. Returns its rows."""
    cursor = connection.cursor()
    cursor.execute(statement.replace("?", place), parameters)
    return list(cursor.fetchall()) if cursor.description else []


def accepted_values(table: str, values: list[object]) -> list[str]:
    """Returns the values that a table accepts."""
    accepted = []
    for value in values:
        try:
            run(f"insert into {table} values (?)", value)
        except Refused:
            continue
        accepted.append(repr(value))
    return accepted


def done(format: Format, ids: list[Id]) -> Any:
    """Runs the command for one format. Returns its output."""
    storage: Storage[Any] = Storage(format, DATABASE)
    table = f"{OWNER}_{format.value}"
    if COMMAND == "create":
        condition = storage.check("id")
        check = f", check ({condition})" if condition else ""
        run(f"create table {table} (id {storage.sql_type} not null primary key{check})")
    elif COMMAND == "intrude":
        wrong: list[object] = [ids[0].bytes[1:]]
        # PostgreSQL rounds in integer columns.
        wrong += [1.5] if DATABASE == "sqlite" else []
        wrong += [] if storage.kind is Kind.BYTES else [ids[0].bytes]
        wrong += [] if storage.kind is Kind.INTEGER or DATABASE != "sqlite" else [1]
        # Integer columns accept decimal digits, and PostgreSQL's `uuid` accepts hexadecimal ones.
        is_uuid = storage.kind is Kind.UUID and str(ids[0]).replace("-", "") == ids[0].bytes.hex()
        if not is_uuid and not str(ids[0]).isdecimal():
            wrong.append(str(ids[0]))
        return accepted_values(table, wrong)
    elif COMMAND == "insert":
        turn, turns = map(int, REST)
        for id in ids[turn::turns]:
            run(f"insert into {table} values (?)", storage.bind(id))
    else:
        rows = [str(storage.read(key)) for (key,) in run(f"select id from {table} order by id")]
        found = [run(f"select id from {table} where id = ?", storage.bind(id)) for id in ids]
        return {"rows": rows, "found": sum(map(len, found))}
    return None


answers: dict[str, Any] = {}
for name, texts in SAMPLE.items():
    format = Format(name)
    try:
        answers[name] = done(format, [AnyId.parse(text, format) for text in texts])
    except Exception as error:
        answers[name] = {"error": repr(error)}
        print(f"{COMMAND} {OWNER} {name}: {error!r}", file=sys.stderr)
print(json.dumps(answers))
