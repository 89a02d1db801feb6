"""Tests rows that other statements wrote, and tables that leases cannot use."""

from __future__ import annotations

import os
import signal
import subprocess
from collections.abc import Callable
from pathlib import Path

import lease_agent
from lease_agent import check, end, run, until

TIMES = ("--format", "tid", "--nodes", "1-3", "--stretch", "1s", "--margin", "600s")
NOW = "floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint"
# Changes of rows that may lose leases, and those that do not.
LOST = ("clean", "emptied", "copied", "by-hand", "by-hand-2", "replicated")
KEPT = ("unchanged", "full", "cluster", "frozen", "crashed")


class Restores:
    """A server with a namespace for each change of rows, and a dump of all of them."""

    def __init__(
        self, pg: lease_agent.Store, sql: Callable[[str], str], tools: Path, where: tuple[object, ...], folder: Path
    ) -> None:
        self.pg, self.ask, self.tools, self.where, self.folder = pg, sql, tools, where, folder
        self.dump = folder / "dump"
        for name in (*LOST, *KEPT):
            self.create(name, "--new")
        done = run(tools / "pg_dump", *where, "-Fc", "-t", "sortid_lease_*", "-f", self.dump, "postgres")
        check("dumped", done.returncode == 0, done.stderr)

    def create(self, name: str, *words: str, times: tuple[str, ...] = TIMES) -> None:
        done = self.pg.lease("create", name, *times, *words, at=self.pg.maker())
        check(f"{name}: created", done.returncode == 0, done.stderr)

    def sql(self, *texts: str) -> str:
        output = ""
        for text in texts:
            output = self.ask(text)
            check(text[:60], "ERROR" not in output, output)
        return output

    def back(self, *how: str) -> None:
        done = run(self.tools / "pg_restore", *self.where, "-d", "postgres", *how, self.dump)
        check(f"pg_restore {' '.join(how)}", done.returncode == 0, done.stderr)

    def copy(self, which: str) -> None:
        """Deletes rows of nodes, and inserts them again."""
        rows = f"sortid_lease_node WHERE {which}"
        self.sql(f"CREATE TABLE kept AS SELECT * FROM {rows}", f"DELETE FROM {rows}")
        self.sql("INSERT INTO sortid_lease_node SELECT * FROM kept", "DROP TABLE kept")

    def change(self, name: str) -> None:
        """Changes the rows of a namespace, or of all."""
        match name:
            case "clean":
                self.back("--clean", "--if-exists")
            case "emptied":
                self.sql("TRUNCATE sortid_lease_namespace, sortid_lease_node")
                self.back("--data-only")
            case "copied":
                self.copy("name = 'copied'")
            case "by-hand":
                self.sql("UPDATE sortid_lease_node SET until_ms = 0 WHERE name = 'by-hand' AND node = 2")
            case "by-hand-2":
                self.sql("UPDATE sortid_lease_namespace SET kind = kind WHERE name = 'by-hand-2'")
            case "replicated":
                # Like the worker of a subscription: without triggers.
                update = "UPDATE sortid_lease_node SET count = 0 WHERE name = 'replicated'"
                self.sql(f"SET session_replication_role = replica; {update}")
            case "full":
                self.sql("VACUUM FULL sortid_lease_node", "VACUUM FULL sortid_lease_namespace")
            case "cluster":
                self.sql("CLUSTER sortid_lease_node USING sortid_lease_node_pkey")
            case "frozen":
                self.sql("VACUUM FREEZE sortid_lease_node, sortid_lease_namespace")
            case "crashed":
                begun = self.sql("SELECT pg_postmaster_start_time()")
                victim = self.sql("SELECT pid FROM pg_stat_activity WHERE backend_type = 'checkpointer'")
                os.kill(int(victim), signal.SIGKILL)
                check("recovered", until(lambda: self.ask("SELECT pg_postmaster_start_time()") == begun))

    def floor(self, name: str) -> int:
        return int(self.ask(f"SELECT floor_ms FROM sortid_lease_namespace WHERE name = '{name}'"))

    def held_count(self, name: str) -> int:
        return int(self.ask(f"SELECT count(*) FROM sortid_lease_node WHERE name = '{name}' AND grant_id <> 0"))

    def judged(self, name: str) -> None:
        """Changes the rows, then two agents request a node, one after the other."""
        # Reset the effects of earlier changes.
        self.sql(f"UPDATE sortid_lease_node SET wrote = txid_current() WHERE name = '{name}'")
        self.sql(f"UPDATE sortid_lease_namespace SET floor_ms = 0, wrote = txid_current() WHERE name = '{name}'")
        self.change(name)
        floors, agents = [], []
        for nth in range(2):
            one = self.pg.holder(self.folder / f"{name}{nth}", "sleep", "600", namespace=name)
            messages = ""

            def is_answered(one: subprocess.Popen[str] = one, nth: int = nth) -> bool:
                nonlocal messages
                messages += lease_agent.new_stderr(one)
                return "first lease is granted in" in messages or self.held_count(name) > nth

            check(f"{name}: agent gets a reply", until(is_answered), messages)
            floors.append(self.floor(name))
            agents.append(one)
        end(*agents)
        is_noticed = floors[0] > 0
        check(f"{name}: {'raises' if name in LOST else 'keeps'} the floor", is_noticed == (name in LOST), floors)
        check(f"{name}: at most once", floors[0] == floors[1], floors)

    def released(self) -> None:
        """A holder whose row was restored exits: the row remains held, and the restore is still noticed."""
        name = "released"
        # A long term, so that there is no renewal.
        self.create(name, "--new", times=(*TIMES[:4], "--stretch", "1h"))
        one = self.pg.holder(self.folder / name, "sleep", "600", namespace=name)
        check("released: granted", until(lambda: self.held_count(name) == 1))
        self.copy(f"name = '{name}' AND grant_id <> 0")
        end(one)
        check("released: still held", self.held_count(name) == 1)
        late = self.pg.holder(self.folder / f"{name}-late", "sleep", "600", namespace=name)
        check("released: noticed", until(lambda: self.floor(name) > 0), self.floor(name))
        end(late)

    def inside(self) -> None:
        """Renewals inside a savepoint or exception block are errors that name it, without a grace period."""
        name = "unchanged"
        row = self.sql(f"SELECT node, count, {NOW} + 500000 FROM sortid_lease_node WHERE name = '{name}' LIMIT 1")
        node, count, until_ms = row.split("|")
        columns = f"grant_id = 7, until_ms = {until_ms}, wrote = txid_current()"
        self.sql(f"UPDATE sortid_lease_node SET {columns} WHERE name = '{name}' AND node = {node}")
        times = f"{until_ms}, {{}}, {NOW}, NULL, 'who'"
        call = f"sortid_lease_renew('{name}', {node}, '{{7}}', 7, {times.format(count)})"
        ahead = f"sortid_lease_renew('{name}', {node}, '{{7}}', 7, {times.format(1000)})"
        blocks = {
            "savepoint": f"BEGIN; SAVEPOINT a; SELECT * FROM {call}",
            "exception": f"DO $$ BEGIN PERFORM * FROM {call}; EXCEPTION WHEN division_by_zero THEN NULL; END $$",
            "witness": f"BEGIN; SAVEPOINT a; SELECT * FROM {ahead}",
        }
        before = self.floor(name)
        for what, text in blocks.items():
            output = self.ask(text)
            check(f"{what}: the error names it", "inside a savepoint or an EXCEPTION block" in output, output)
        # As behind a pooler: a setting of the session may be another client's.
        output = self.ask(f"SET synchronous_commit = off; BEGIN; SELECT ends_ms FROM {call}; SHOW synchronous_commit")
        check("commits are synchronous", output.endswith("\non"), output)
        output = self.ask(f"SELECT * FROM {call}")
        check("outside: renewed", "ERROR" not in output and "|" in output, output)
        self.sql(f"UPDATE sortid_lease_node SET wrote = txid_current() WHERE name = '{name}'")
        one = self.pg.holder(self.folder / "inside", "sleep", "600", namespace=name)
        check("outside: granted", until(lambda: self.held_count(name) == 2))
        end(one)
        check("no grace period", self.floor(name) == before, before)

    def unusable(self) -> None:
        """Tables that do not record the transaction of a row are rejected."""

        def refused(what: str) -> None:
            done = self.pg.lease("create", "unusable", *TIMES, "--new", at=self.pg.maker())
            is_named = "sortid_lease_node: leases need ordinary tables" in done.stderr
            check(f"{what}: rejected", done.returncode == 1 and is_named, done.stderr)

        self.sql("ALTER TABLE sortid_lease_node SET UNLOGGED")
        refused("unlogged")
        self.sql("ALTER TABLE sortid_lease_node SET LOGGED", "CREATE TABLE child () INHERITS (sortid_lease_node)")
        refused("inherited")
        self.sql("DROP TABLE child", "ANALYZE sortid_lease_node")
        # Citus' list of distributed tables.
        self.sql("CREATE TABLE pg_dist_partition AS SELECT 'sortid_lease_node'::regclass AS logicalrelid")
        refused("distributed")
        self.sql("DROP TABLE pg_dist_partition")
        self.create("unusable", "--new")


def checked(
    pg: lease_agent.Store, sql: Callable[[str], str], tools: Path, where: tuple[object, ...], folder: Path
) -> None:
    restores = Restores(pg, sql, tools, where, folder)
    for name in KEPT:
        restores.judged(name)
    restores.inside()
    for name in LOST:
        restores.judged(name)
    restores.released()
    restores.unusable()
