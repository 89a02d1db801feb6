"""The columns of each server: common types and collations, and the representation of ids in them."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Column:
    """A type with its collation. `{bytes}` is a placeholder for the width of the format in bytes."""

    type: str
    kind: str
    # Whether `type` is an SQL type, not a description.
    is_type: bool = True
    # The sort key of the table, by default the column `{id}`.
    key: str = "{id}"

    def typed(self, length: int) -> str:
        return self.type.replace("{bytes}", str(length))

    def keyed(self, name: str) -> str:
        """Returns the sort key for a column with this name."""
        return self.key.replace("{id}", name)

    @property
    def name(self) -> str:
        """The name on the documentation page."""
        shown = f"`{self.type.replace('{bytes}', 'n')}`" if self.is_type else self.type
        if self.key != "{id}":
            shown += f" by `{self.keyed('id')}`"
        return f"{shown}, less 2^63" if self.kind == "signed" else shown


def texts(type: str, *collations: str) -> list[Column]:
    return [Column(f"{type} COLLATE {collation}", "text") for collation in collations]


POSTGRESQL = [
    Column("uuid", "uuid"),
    Column("bytea", "bytes"),
    Column("bigint", "integer"),
    Column("bigint", "signed"),
    Column("numeric(20)", "integer"),
]
# The title of each server on the page, and its columns.
COLUMNS: dict[str, tuple[str, list[Column]]] = {
    "postgresql": (
        "PostgreSQL",
        [
            *POSTGRESQL,
            *texts("text", '"C"', '"und-x-icu"', '"en-x-icu"', '"de-x-icu"', '"da-x-icu"', '"cy-x-icu"'),
        ],
    ),
    "pglite": ("PGlite (PostgreSQL 18)", [*POSTGRESQL, *texts("text", '"C"', '"pg_c_utf8"', '"default"', '"unicode"')]),
    "mariadb": (
        "MariaDB",
        [
            Column("UUID", "uuid"),
            Column("BINARY({bytes})", "bytes"),
            Column("VARBINARY(20)", "bytes"),
            Column("BIGINT", "integer"),
            Column("BIGINT", "signed"),
            Column("BIGINT UNSIGNED", "integer"),
            *texts("VARCHAR(40)", "ascii_bin", "latin1_bin", "utf8mb4_bin", "utf8mb4_nopad_bin"),
            *texts("VARCHAR(40)", "latin1_swedish_ci", "utf8mb4_general_ci", "utf8mb4_unicode_ci"),
            *texts("VARCHAR(40)", "utf8mb4_uca1400_ai_ci", "utf8mb4_uca1400_as_cs", "utf8mb4_danish_ci"),
        ],
    ),
    "sqlite": (
        "SQLite",
        [
            Column("BLOB", "bytes"),
            Column("INTEGER", "integer"),
            Column("INTEGER", "signed"),
            *texts("TEXT", "BINARY", "NOCASE", "RTRIM"),
        ],
    ),
    "duckdb": (
        "DuckDB",
        [
            Column("UUID", "uuid"),
            Column("BLOB", "bytes"),
            Column("BIGINT", "integer"),
            Column("BIGINT", "signed"),
            Column("UBIGINT", "integer"),
            Column("HUGEINT", "wide"),
            Column("UHUGEINT", "wide"),
            Column("VARCHAR", "text"),
            *texts("VARCHAR", "NOCASE"),
        ],
    ),
    "h2": (
        "H2",
        [
            Column("UUID", "uuid"),
            Column("BINARY({bytes})", "bytes"),
            Column("VARBINARY(20)", "bytes"),
            Column("BIGINT", "integer"),
            Column("BIGINT", "signed"),
            Column("NUMERIC(20)", "integer"),
            Column("VARCHAR(40)", "text"),
            Column("VARCHAR_IGNORECASE(40)", "text"),
        ],
    ),
    "clickhouse": (
        "ClickHouse",
        [
            Column("UUID", "uuid"),
            Column("UUID", "uuid", key="toUInt128({id})"),
            Column("UUID", "uuid", key="UUIDv7ToDateTime({id}), {id}"),
            Column("FixedString({bytes})", "bytes"),
            Column("String", "text"),
            Column("Int64", "integer"),
            Column("Int64", "signed"),
            Column("UInt64", "integer"),
            Column("UInt128", "wide"),
        ],
    ),
}
