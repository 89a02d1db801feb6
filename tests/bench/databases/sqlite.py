"""SQLite with its extension and default settings: `sqlite.py EXTENSION [--quick] [--only TEXT]`."""

from __future__ import annotations

import os
import sqlite3
import sys
from pathlib import Path

# `-I` omits the script's folder.
sys.path.insert(0, str(Path(__file__).resolve().parent))

from turns import FIRST_MS, MANY, PART, STEP_MS, Row, Side, arguments, measure, parts, timed

FOLDER = Path(os.environ["SORTID_DATABASE_DIR"])
NUMBERS = "WITH RECURSIVE n(v) AS (SELECT 0 UNION ALL SELECT v + 1 FROM n LIMIT ?)"


def connected(name: str, extension: str) -> sqlite3.Connection:
    connection = sqlite3.connect(FOLDER / name, isolation_level=None)
    connection.enable_load_extension(True)
    connection.load_extension(str(Path(extension).with_suffix("")))
    return connection


def tables(extension: str) -> sqlite3.Connection:
    """Creates tables of numbers to insert, and of tids as integers: alone, and as a key."""
    connection = connected("tables", extension)
    connection.execute("CREATE TABLE numbers (v INTEGER NOT NULL)")
    connection.execute(f"INSERT INTO numbers {NUMBERS} SELECT v FROM n", (MANY,))
    connection.execute("CREATE TABLE scanned (id INTEGER NOT NULL)")
    made = "INSERT INTO scanned SELECT sortid_min('tid', ? + ? * v, 'int') FROM numbers"
    connection.execute(made, (FIRST_MS, STEP_MS))
    connection.execute("CREATE TABLE keyed (id INT PRIMARY KEY NOT NULL, v INTEGER NOT NULL) WITHOUT ROWID")
    connection.execute("INSERT INTO keyed SELECT id, rowid FROM scanned")
    return connection


def insert(extension: str, column: str) -> Side:
    """A pass in a separate file."""

    def of() -> float:
        (FOLDER / "inserted").unlink(missing_ok=True)
        connection = connected("inserted", extension)
        connection.execute("ATTACH ? AS other", (str(FOLDER / "tables"),))
        connection.execute(f"CREATE TABLE t (id {column}, v INTEGER){' WITHOUT ROWID' if 'KEY' in column else ''}")
        taken = timed(lambda: connection.execute("INSERT INTO t (v) SELECT v FROM other.numbers"), MANY)
        connection.close()
        return taken

    return of


def scan(connection: sqlite3.Connection, expression: str) -> Side:
    query = f"SELECT max({expression}) FROM scanned"
    return lambda: timed(lambda: connection.execute(query).fetchone(), MANY)


def ranges(connection: sqlite3.Connection, condition: str, bounds: list[tuple[int, int]]) -> Side:
    query = f"SELECT count(*), sum(v) FROM keyed WHERE {condition}"
    plan = " ".join(row[3] for row in connection.execute(f"EXPLAIN QUERY PLAN {query}", bounds[0]))
    assert "SEARCH keyed USING PRIMARY KEY (id>? AND id<?)" in plan, plan

    def all_of_them() -> None:
        for bound in bounds:
            assert connection.execute(query, bound).fetchone()[0] == PART

    return lambda: timed(all_of_them, PART * len(bounds))


def rows(extension: str, connection: sqlite3.Connection) -> list[Row]:
    def beside(what: str, ours: str, theirs: str) -> Row:
        sides = (insert(extension, column) for column in (ours, theirs))
        return Row(f"sqlite insert, {what}", next(sides), "DEFAULT (randomblob(16))", next(sides), 1.0, is_long=True)

    random = "BLOB {} DEFAULT (randomblob(16))"
    bytes_of = "BLOB {} DEFAULT (sortid_new('uuid7', 'blob'))"
    key = "PRIMARY KEY NOT NULL"
    # A tick of a tid is a microsecond, above ten other bits.
    by_hand = [(first * 1000 << 10, last * 1000 << 10) for first, last in parts()]
    told = "id >= sortid_min('tid', ?, 'int') AND id < sortid_min('tid', ?, 'int')"
    return [
        beside("uuid7 text as key", f"TEXT {key} DEFAULT (sortid_new('uuid7'))", random.format(key)),
        beside("uuid7 blob as key", bytes_of.format(key), random.format(key)),
        beside("uuid7 blob, no index", bytes_of.format(""), random.format("")),
        Row(
            "sqlite scan, sortid_time of tids",
            scan(connection, "sortid_time(id, 'tid')"),
            "id >> 10",
            scan(connection, "id >> 10"),
            1.45,
        ),
        Row(
            "sqlite range by time",
            ranges(connection, told, parts()),
            "bounds computed by hand",
            ranges(connection, "id >= ? AND id < ?", by_hand),
            1.05,
        ),
    ]


def main() -> None:
    parser = arguments()
    parser.add_argument("extension")
    args = parser.parse_args()
    measure(rows(args.extension, tables(args.extension)), sqlite3.sqlite_version, args)


if __name__ == "__main__":
    main()
