"""H2 and ClickHouse, which read the ids from files, since they lack DB-API connections."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Sequence
from pathlib import Path

from columns import Column
from servers import Refused, Server, Sorted, clients

FOLDER = clients.FOLDER.absolute()
GIVEN = FOLDER / "given.csv"


def write(rows: Sequence[tuple[int, str]]) -> None:
    GIVEN.write_text("".join(f"{number},{value}\n" for number, value in rows))


class Clickhouse(Server):
    """ClickHouse, whose tables are sorted by their key."""

    def __init__(self) -> None:
        self.session = clients.clickhouse("clickhouse")

    def ask(self, sql: str) -> list[str]:
        return str(self.session.query(sql, "TSV")).splitlines()

    def sorted(self, column: Column, length: int, rows: Sequence[tuple[int, str]]) -> Sorted:
        write(rows)
        type, key = column.typed(length), column.keyed("c")
        # Numbers have the column's type, as in an insert.
        given, value = ("String", "unhex(v)") if column.kind == "bytes" else (type, "v")
        self.ask("DROP TABLE IF EXISTS ids SYNC")
        self.ask(f"CREATE TABLE ids (c {type}, n UInt32) ENGINE = MergeTree ORDER BY ({key}, n)")
        try:
            self.ask(f"INSERT INTO ids SELECT {value}, n FROM file('{GIVEN}', 'CSV', 'n UInt32, v {given}')")
        except RuntimeError as error:
            if "CANNOT_PARSE" not in str(error):
                raise
            raise Refused(str(error)) from error
        query = f"SELECT n FROM ids ORDER BY {key}, n"
        plan = self.ask(f"EXPLAIN {query} SETTINGS optimize_read_in_order = 1")
        if not any("Read type: InOrder" in line for line in plan):
            raise SystemExit(f"the query of {column.name} does not use the key: {plan}")
        order = [int(line) for line in self.ask(query)]
        return Sorted(order, int(self.ask("SELECT count(DISTINCT c) FROM ids")[0]))


class H2(Server):
    """H2, through a Java program."""

    def __init__(self) -> None:
        bridge = Path(__file__).with_name("Bridge.java")
        command = ["java", "-cp", os.environ["CLASSPATH"], str(bridge), f"jdbc:h2:{FOLDER}/ids"]
        self.bridge = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(self, statement: str) -> list[str]:
        if self.bridge.stdin is None or self.bridge.stdout is None:
            raise SystemExit("H2's bridge has no pipes")
        print(statement, file=self.bridge.stdin, flush=True)
        rows = list[str]()
        for line in map(str.rstrip, self.bridge.stdout):
            verdict, _, reason = line.partition(" ")
            if verdict == "done":
                return rows
            if verdict == "refused":
                raise Refused(reason)
            rows.append(line)
        raise SystemExit("H2's bridge has ended")

    def sorted(self, column: Column, length: int, rows: Sequence[tuple[int, str]]) -> Sorted:
        write(rows)
        type, given = column.typed(length), "bytes" if column.kind == "bytes" else "text"
        self.ask("DROP TABLE IF EXISTS ids")
        self.ask(f"CREATE TABLE ids (c {type} NOT NULL, n INTEGER NOT NULL)")
        self.ask(f"fill {GIVEN} {given} INSERT INTO ids VALUES (CAST(? AS {type}), ?)")
        self.ask("CREATE INDEX by_id ON ids (c, n)")
        query = "SELECT n FROM ids ORDER BY c, n"
        plan = " ".join(self.ask(f"EXPLAIN {query}"))
        if "BY_ID" not in plan or "index sorted" not in plan:
            raise SystemExit(f"the query of {column.name} does not use the index: {plan}")
        order = [int(line) for line in self.ask(query)]
        return Sorted(order, int(self.ask("SELECT count(DISTINCT c) FROM ids")[0]))
