"""Plans of comparisons with the time of an id."""

from __future__ import annotations

import database
import psycopg
from database import connect, one, refused
from storing import explained

ROWS = 20_000
UNIT = {
    "tid": "1 microsecond",
    "ksuid": "1 second",
    "uuid7": "1 millisecond",
    "comb_mssql": "1 millisecond",
    "ulid": "1 millisecond",
}
# Extension types without reserved ids.
EXACT = ("ksuid", "comb_mssql")


def filled(connection: psycopg.Connection[database.Row], name: str) -> str:
    """Creates a temporary table with an id for each second from 2023 on."""
    time = "timestamptz '2023-01-01Z' + n * interval '1 second'"
    made = f"SELECT sortid_min_{name}({time}) AS id FROM generate_series(0, {ROWS - 1}) n"
    connection.execute(f"CREATE TEMP TABLE timed_{name} AS {made}".encode())
    connection.execute(f"CREATE INDEX timed_{name}_id ON timed_{name} (id)".encode())
    if name == "tid":
        # A reserved id, which is above all others but has a time between theirs.
        reserved = "set_bit(sortid_min_tid('2023-01-01 01:00Z')::bytea, 7, 1)::sortid_tid"
        connection.execute(f"INSERT INTO timed_tid VALUES ({reserved})".encode())
    connection.execute(f"ANALYZE timed_{name}".encode())
    return f"timed_{name}"


def conditions_on_time_use_the_index() -> None:
    """Plans for extension types, with exact conditions, and for uuids, whose rows are rechecked."""
    connection = connect()
    for name in UNIT:
        # Nearly all rows meet some conditions on tid, so the planner would not use the index.
        connection.execute(f"SET enable_seqscan = {'off' if name == 'tid' else 'on'}".encode())
        table, time, kind = filled(connection, name), database.time_of(name), database.type_of(name)
        for query, all_conditions in (
            (
                f"{time}(id) >= now() - interval '1 day'",
                [f"id >= sortid_first_{name}((now() - '1 day'::interval), false)"],
            ),
            (
                f"now() - interval '1 day' <= {time}(id)",
                [f"id >= sortid_first_{name}((now() - '1 day'::interval), false)"],
            ),
            (f"{time}(id) > now()", [f"id >= sortid_first_{name}(now(), true)"]),
            (
                f"now() > {time}(id) AND {time}(id) > '2023-01-01 05:30Z'",
                [f"id <= sortid_last_{name}(now(), true)", "id >= '"],
            ),
            (f"{time}(id) < '2023-01-01 00:00:09Z'", ["id <= '"]),
            (f"{time}(id) <= timestamptz '2023-01-01 00:00:09Z'", ["id <= '"]),
            (f"{time}(id) = timestamptz '2023-01-01 00:00:09Z'", ["id >= '", "id <= '"]),
            (f"{time}(id) BETWEEN '2023-01-01Z' AND '2023-01-01 00:00:09Z'", ["id >= '", "id <= '"]),
        ):
            # A reserved tid above all others may have an earlier time.
            conditions = [each for each in all_conditions if name != "tid" or "<=" not in each]
            plan = explained(connection, f"SELECT * FROM {table} WHERE {query}")
            if not conditions:
                assert "Index Cond" not in plan, (query, plan)
                continue
            assert f"{table}_id" in plan, (query, plan)
            assert "Index Cond: (" in plan, (query, plan)
            for condition in conditions:
                assert condition in plan.split("Index Cond: ")[1].split("\n")[0], (query, plan)
            assert ("Filter" in plan) != (name in EXACT), (query, plan)
        # The estimate is half of the rows.
        plan = one(
            connection,
            f"EXPLAIN SELECT id FROM {table}"
            f" WHERE {time}(id) >= timestamptz '2023-01-01Z' + interval '{ROWS // 2} seconds'",
        )
        expected = int(plan.split("rows=")[1].split()[0])
        assert abs(expected - ROWS // 2) < ROWS // 50, (kind, plan)
        connection.execute(f"CREATE INDEX {table}_brin ON {table} USING brin (id)".encode())
        connection.execute(f"DROP INDEX {table}_id".encode())
        connection.execute(b"SET enable_seqscan = off")
        plan = explained(connection, f"SELECT * FROM {table} WHERE {time}(id) >= now()")
        assert f"Bitmap Index Scan on {table}_brin" in plan, plan
        assert f"Index Cond: (id >= sortid_first_{name}(now(), false))" in plan, plan
        connection.execute(b"RESET enable_seqscan")


def other_conditions_do_not_use_the_index() -> None:
    connection = connect()
    table = filled(connection, "tid")
    connection.execute(b"SET enable_seqscan = off")
    # A volatile value, and one from the id's own column.
    for query in (
        "sortid_time(id) >= clock_timestamp()",
        "sortid_time(id) >= sortid_time(id) - interval '1 day'",
    ):
        plan = explained(connection, f"SELECT * FROM {table} WHERE {query}")
        assert "Index Cond" not in plan, (query, plan)
    connection.execute(f"CREATE INDEX hashed ON {table} USING hash (id)".encode())
    connection.execute(f"DROP INDEX {table}_id".encode())
    plan = explained(connection, f"SELECT * FROM {table} WHERE sortid_time(id) = now()")
    assert "Index Cond" not in plan, plan
    # A user's function with the extension's name.
    connection.execute(
        b"CREATE FUNCTION sortid_time_ksuid(uuid) RETURNS sortid_instant"
        b" IMMUTABLE LANGUAGE plpgsql AS 'BEGIN RETURN now(); END'"
    )
    plan = explained(connection, "SELECT 1 FROM (SELECT gen_random_uuid()) of(id) WHERE sortid_time_ksuid(id) >= now()")
    assert "sortid_time_is" not in plan, plan
    connection.execute(b"DROP FUNCTION sortid_time_ksuid(uuid)")
    # A uuid of another format is an error, also with the index.
    table = filled(connection, "uuid7")
    connection.execute(f"INSERT INTO {table} VALUES ('ffffffff-0000-4000-8000-000000000000')".encode())
    plan = explained(connection, f"SELECT * FROM {table} WHERE sortid_time(id) >= now()")
    assert "Index Cond" in plan, plan
    assert refused(connection, f"SELECT * FROM {table} WHERE sortid_time(id) >= now()")[0] == "22P02"
    # With two bounds, the lower one rechecks the rows; a single upper bound rechecks them itself.
    connection.execute(f"INSERT INTO {table} VALUES ('01856e1b-1c00-4000-8000-000000000000')".encode())
    for query in ("BETWEEN '2023-01-01Z' AND '2023-01-02Z'", "< '2023-01-02Z'"):
        plan = explained(connection, f"SELECT * FROM {table} WHERE sortid_time(id) {query}")
        assert "Index Cond" in plan, (query, plan)
        assert plan.count("sortid_time_is_uuid7(") == 1, (query, plan)
        assert refused(connection, f"SELECT * FROM {table} WHERE sortid_time(id) {query}")[0] == "22P02", query
    # A condition that the partial index implies is not rechecked.
    connection.execute(f"DELETE FROM {table} WHERE sortid_valid_uuid7(id) IS NOT TRUE".encode())
    connection.execute(f"DROP INDEX {table}_id".encode())
    connection.execute(f"CREATE INDEX part ON {table} (id) WHERE sortid_time(id) >= '2023-01-01Z'".encode())
    bounds = "BETWEEN '2023-01-01Z' AND '2023-01-02Z'"
    plan = explained(connection, f"SELECT * FROM {table} WHERE sortid_time(id) {bounds}")
    assert "Index Cond" in plan, plan
    assert "sortid_time_is_uuid7(id, '<='" in plan, plan


def index_and_scan_return_the_same_rows() -> None:
    """Queries with and without the index return the same rows for bounds near a time, NULL and infinity."""
    connection = connect()
    for name, unit in UNIT.items():
        table, time = filled(connection, name), database.time_of(name)
        middle = "timestamptz '2023-01-01 01:00Z'"
        times = [
            middle,
            "NULL::timestamptz",
            "timestamptz 'infinity'",
            "timestamptz '-infinity'",
            "timestamptz '1900-01-01Z'",
        ]
        times += [f"{middle} {sign} interval '{each}'" for sign in "+-" for each in (unit, "1 microsecond")]
        for sign in ("<", "<=", "=", ">=", ">"):
            for value in times:
                for comparison in (f"{time}(id) {sign} {value}", f"{value} {sign} {time}(id)"):
                    found = []
                    for setting in ("on", "off"):
                        connection.execute(f"SET enable_seqscan = {setting}".encode())
                        connection.execute(f"SET enable_indexscan = {'off' if setting == 'on' else 'on'}".encode())
                        connection.execute(f"SET enable_indexonlyscan = {'off' if setting == 'on' else 'on'}".encode())
                        connection.execute(f"SET enable_bitmapscan = {'off' if setting == 'on' else 'on'}".encode())
                        found.append(one(connection, f"SELECT count(*) FROM {table} WHERE {comparison}"))
                    # Without the support function.
                    plain = comparison.replace(f"{time}(id)", f"{time}(id)::timestamptz")
                    found.append(one(connection, f"SELECT count(*) FROM {table} WHERE {plain}"))
                    assert len(set(found)) == 1, (comparison, found)
                    others = one(connection, f"SELECT count(*) FROM {table} WHERE NOT ({comparison})")
                    assert others == one(connection, f"SELECT count(*) FROM {table} WHERE NOT ({plain})"), (
                        comparison,
                        others,
                    )
