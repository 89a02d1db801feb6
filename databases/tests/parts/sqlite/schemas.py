"""Schemas that use the extension: defaults, generated columns, indexes and checks, and queries over them."""

from __future__ import annotations

from asked import asked, connected, expect, one, refused, rows, sqlite3
from walk import cases

HOUR = 3_600_000
NOON = 1_700_000_000_000
# Formats with random bits in front, which do not sort by time.
DRAWN = {"uid11_xid", "uid11_fullrand", "uuid4"}
DETERMINISTIC, DIRECTONLY, INNOCUOUS = 0x800, 0x80000, 0x200000
READERS = {"sortid_time", "sortid_min", "sortid_max", "sortid_text", "sortid_blob", "sortid_int", "sortid_valid"}


def plan(connection: sqlite3.Connection, sql: str) -> str:
    return "; ".join(row[3] for row in rows(connection, f"EXPLAIN QUERY PLAN {sql}"))


def is_accepted(connection: sqlite3.Connection, sql: str) -> bool:
    try:
        connection.execute(sql)
    except (sqlite3.IntegrityError, sqlite3.OperationalError):
        return False
    return True


def default_generates_ids_of_each_kind() -> None:
    connection = connected()
    for type, format, kind in (("TEXT", "uuid7", "text"), ("BLOB", "ulid", "blob"), ("INT", "tid", "int")):
        key = f"id {type} PRIMARY KEY NOT NULL DEFAULT (sortid_new('{format}', '{kind}'))"
        connection.execute(f"CREATE TABLE {kind} ({key}, n)")
        for n in range(100):
            connection.execute(f"INSERT INTO {kind} (n) VALUES (?)", (n,))
        sql = f"SELECT n, typeof(id), sortid_valid(id, '{format}') FROM {kind} ORDER BY id"
        stored = {"text": "text", "blob": "blob", "int": "integer"}[kind]
        expect(rows(connection, sql), [(n, stored, 1) for n in range(100)])


def integer_primary_key_ignores_default() -> None:
    """Such a column is the rowid: SQLite replaces NULL by the next one, as the guide documents."""
    connection = connected()
    column = "id INTEGER PRIMARY KEY DEFAULT (sortid_new('tid', 'int')), v"
    connection.execute(f"CREATE TABLE rowid ({column})")
    connection.execute("INSERT INTO rowid (v) VALUES (1)")
    expect(one(connection, "SELECT id FROM rowid"), 1)
    connection.execute("INSERT INTO rowid VALUES (sortid_new('tid', 'int'), 1)")
    expect(one(connection, "SELECT sortid_valid(max(id), 'tid') AND max(id) > 2 FROM rowid"), 1)
    connection.execute(f"CREATE TABLE other ({column}) WITHOUT ROWID")
    connection.execute("INSERT INTO other (v) VALUES (1)")
    expect(one(connection, "SELECT id > 1 AND sortid_valid(id, 'tid') FROM other"), 1)


def column_of_type_uuid_is_numeric() -> None:
    """Columns of unknown types have numeric affinity: SQLite converts a text that looks like a number."""
    connection = connected()
    connection.execute("CREATE TABLE t (id UUID, good TEXT)")
    digits = "1" + "0" * 23
    connection.execute("INSERT INTO t VALUES (?1, ?1)", (digits,))
    sql = "SELECT typeof(id), sortid_valid(id, 'object_id'), sortid_valid(good, 'object_id') FROM t"
    expect(rows(connection, sql), [("real", 0, 1)])


def columns_can_be_generated_indexed_and_checked() -> None:
    connection = connected()
    connection.execute("""
        CREATE TABLE t (
            id BLOB NOT NULL CHECK (sortid_valid(id, 'uuid7')),
            text TEXT AS (sortid_text(id, 'uuid7')),
            made INTEGER AS (sortid_time(id, 'uuid7')) STORED)""")
    connection.execute("CREATE INDEX by_hour ON t (sortid_time(id, 'uuid7') / 3600000)")
    connection.execute(f"CREATE INDEX late ON t (id) WHERE sortid_time(id, 'uuid7') >= {NOON}")
    for n in range(50):
        connection.execute("INSERT INTO t VALUES (sortid_min('uuid7', ?, 'blob'))", (NOON + (n - 25) * HOUR // 2,))
    expect(one(connection, "SELECT count(*) FROM t WHERE made <> ?1 + (rowid - 26) * ?2", NOON, HOUR // 2), 0)
    expect(one(connection, "SELECT count(*) FROM t WHERE sortid_blob(text, 'uuid7') = id"), 50)
    query = "SELECT count(*) FROM t WHERE sortid_time(id, 'uuid7') / 3600000 = ?1"
    expect(one(connection, query, NOON // HOUR), 2)
    expect("INDEX by_hour (<expr>=?)" in plan(connection, query.replace("?1", "5")), True)
    expect("late" in plan(connection, f"SELECT id FROM t WHERE sortid_time(id, 'uuid7') >= {NOON} ORDER BY id"), True)
    for wrong in ("x''", "zeroblob(16)", "'018bcfe5-687b'", "7"):
        # SQLite computes stored columns before it evaluates checks.
        expect(is_accepted(connection, f"INSERT INTO t VALUES ({wrong})"), False, wrong)


def check_accepts_only_canonical_texts() -> None:
    connection = connected()
    connection.execute("CREATE TABLE t (id TEXT CHECK (id = sortid_text(id, 'uuid7')))")
    connection.execute("INSERT INTO t VALUES (sortid_new('uuid7'))")
    refused(asked(connection, "INSERT INTO t VALUES ('nothing') RETURNING 1"), "invalid_length", 7)
    expect(is_accepted(connection, "INSERT INTO t VALUES (upper(sortid_min('uuid7', 1700000000123)))"), False)
    expect(is_accepted(connection, "INSERT INTO t VALUES (sortid_min('uuid7', 1700000000123))"), True)


def range_uses_the_primary_key() -> None:
    connection = connected()
    for table, type, format, kind in (("a", "TEXT", "uuid7", "text"), ("b", "BLOB", "ulid", "blob")):
        connection.execute(f"CREATE TABLE {table} (id {type} PRIMARY KEY NOT NULL, v) WITHOUT ROWID")
        bounds = [f"sortid_min('{format}', {time}, '{kind}')" for time in (NOON, NOON + HOUR)]
        between = plan(connection, f"SELECT v FROM {table} WHERE id >= {bounds[0]} AND id < {bounds[1]}")
        expect(between, f"SEARCH {table} USING PRIMARY KEY (id>? AND id<?)")
    connection.execute("CREATE TABLE c (id INTEGER PRIMARY KEY, v)")
    sql = "SELECT v FROM c WHERE id BETWEEN sortid_min('tid', ?1, 'int') AND sortid_max('tid', ?2, 'int')"
    expect(
        plan(connection, sql.replace("?1", "1").replace("?2", "2")),
        "SEARCH c USING INTEGER PRIMARY KEY (rowid>? AND rowid<?)",
    )
    # A condition on the time evaluates each row.
    expect(plan(connection, f"SELECT v FROM a WHERE sortid_time(id, 'uuid7') >= {NOON}"), "SCAN a")


def range_finds_the_ids_of_its_times() -> None:
    connection = connected()
    for format, kind, unit, size in (
        ("uuid7", "text", "ms", 1),
        ("ksuid", "blob", "s", 1000),
        ("snowflake", "int", "ms", 1),
    ):
        connection.execute("CREATE TABLE t (id PRIMARY KEY NOT NULL, time) WITHOUT ROWID")
        for n in range(500):
            time = (NOON + n * 700) // size
            function = ("min", "max")[n % 2]
            sql = f"INSERT OR IGNORE INTO t VALUES (sortid_{function}(?1, ?2, ?3, ?4), ?2)"
            connection.execute(sql, (format, time, kind, unit))
        for start in range(0, 350_000, 13_300):
            times = ((NOON + start) // size, (NOON + start + 60_000) // size)
            by_time = rows(connection, "SELECT id FROM t WHERE time >= ? AND time < ? ORDER BY time, id", *times)
            where = "id >= sortid_min(?1, ?2, ?4, ?5) AND id < sortid_min(?1, ?3, ?4, ?5)"
            expect(rows(connection, f"SELECT id FROM t WHERE {where} ORDER BY id", format, *times, kind, unit), by_time)
            expect(by_time != [], True)
        connection.execute("DROP TABLE t")


def new_ids_of_each_kind_sort_in_order() -> None:
    """For every format, and each kind that sorts according to the core; integers always sort."""
    connection = connected()
    for format, case in cases("formats"):
        known = case["expect"]
        kinds = {"text": known["text_sorts"], "blob": known["bytes_sort"], "int": known["bits"] == 64}
        if format in DRAWN or format == "any_uuid":
            continue
        for kind in (kind for kind, sorts in kinds.items() if sorts):
            answer = asked(connection, "SELECT sortid_new(?, ?)", format, kind)
            if str(answer).startswith("out_of_range: the id is above 2^63 - 1"):
                continue
            connection.execute("CREATE TEMP TABLE t (n INTEGER PRIMARY KEY, id)")
            connection.execute(
                "WITH RECURSIVE n(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < 300) "
                "INSERT INTO t SELECT n, sortid_new(?, ?) FROM n",
                (format, kind),
            )
            sorted_by_id = [n for (n,) in rows(connection, "SELECT n FROM t ORDER BY id")]
            if sorted_by_id != list(range(1, 301)):
                raise AssertionError(f"{format} as {kind}: {sorted_by_id}")
            expect(one(connection, "SELECT count(DISTINCT id) FROM t"), 300)
            connection.execute("DROP TABLE t")


def untrusted_schema_reads_but_cannot_generate() -> None:
    connection = connected()
    connection.execute("CREATE TABLE made (id DEFAULT (sortid_new('uuid7')), v)")
    connection.execute("PRAGMA trusted_schema = OFF")
    connection.execute("""
        CREATE TABLE t (
            id BLOB NOT NULL CHECK (sortid_valid(id, 'uuid7')),
            made AS (sortid_time(id, 'uuid7')),
            text AS (sortid_text(id, 'uuid7')) STORED)""")
    connection.execute("CREATE INDEX times ON t (sortid_time(id, 'uuid7'))")
    connection.execute(f"CREATE VIEW later AS SELECT * FROM t WHERE id >= sortid_min('uuid7', {NOON}, 'blob')")
    connection.execute("""
        CREATE TRIGGER strict BEFORE INSERT ON t WHEN sortid_time(new.id, 'uuid7') < 5
        BEGIN SELECT raise(ABORT, 'too early'); END""")
    connection.execute("INSERT INTO t VALUES (sortid_new('uuid7', 'blob'))")
    expect(one(connection, f"SELECT made > {NOON} FROM later"), 1)
    expect(str(asked(connection, "INSERT INTO made (v) VALUES (1) RETURNING 1")), "unsafe use of sortid_new()")
    connection.execute("INSERT INTO made VALUES (sortid_new('uuid7'), 1)")
    connection.execute("PRAGMA trusted_schema = ON")
    connection.execute("INSERT INTO made (v) VALUES (2)")
    expect(one(connection, "SELECT count(DISTINCT id) FROM made"), 2)


def functions_have_the_expected_flags() -> None:
    connection = connected()
    for trusted in ("OFF", "ON"):
        connection.execute(f"PRAGMA trusted_schema = {trusted}")
        connection.execute("CREATE VIEW v AS SELECT sortid_use(NULL)")
        expect(str(asked(connection, "SELECT * FROM v")), "unsafe use of sortid_use()")
        connection.execute("DROP VIEW v")
    sql = "SELECT name, narg, flags & ? FROM pragma_function_list WHERE name LIKE 'sortid%'"
    flags = {(name, count): bits for name, count, bits in rows(connection, sql, DETERMINISTIC | DIRECTONLY | INNOCUOUS)}
    expect({name for name, _ in flags}, READERS | {"sortid_new", "sortid_use"})
    for (name, _), bits in flags.items():
        expect(bits, DETERMINISTIC | INNOCUOUS if name in READERS else DIRECTONLY if name == "sortid_use" else 0, name)


CHECKS = (
    default_generates_ids_of_each_kind,
    integer_primary_key_ignores_default,
    column_of_type_uuid_is_numeric,
    columns_can_be_generated_indexed_and_checked,
    check_accepts_only_canonical_texts,
    range_uses_the_primary_key,
    range_finds_the_ids_of_its_times,
    new_ids_of_each_kind_sort_in_order,
    untrusted_schema_reads_but_cannot_generate,
    functions_have_the_expected_flags,
)
