//! The server's rules as PostgreSQL statements for the caller's connection. Each checks and writes
//! in one step.
//!
//! Each statement is a transaction of its own, READ COMMITTED, with `synchronous_commit` on;
//! [`SETTLE`] and [`TAKE`] share one. Parameters are `$1`, `$2`, …, as each statement lists them.
//! Times are Unix milliseconds. A node is stored as the signed integer with the same 64 bits
//! ([`node_column`]). A closed row has lease id 0. Statements read the server's clock once, before
//! they lock a row: a term may come out shorter than possible, never longer.
//!
//! Each statement records its transaction in the rows that it writes (`wrote`), as the server does
//! (`xmin`). A row in which they differ was written by a restore, `COPY`, replication or by hand,
//! and may lack leases. Rewriting a table (`VACUUM FULL`, `CLUSTER`) and recovery after a crash
//! change neither. Inside a savepoint they differ as well, so a write there fails.

mod dialogue;

pub use dialogue::{Dialogue, read, record};

/// The server's clock. Reading it enables synchronous commits for this transaction: the rules
/// depend on them, and behind a pooler a setting of the session may be another client's.
macro_rules! now_ms {
    () => {
        "CASE WHEN current_setting('synchronous_commit') IN ('off', 'local') AND set_config('synchronous_commit', 'on', true) IS NULL THEN NULL
  ELSE floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint END"
    };
}

/// Whether these statements wrote a row in this server.
macro_rules! is_ours {
    ($row:literal) => {
        concat!(
            $row,
            ".xmin::text::bigint IS NOT DISTINCT FROM ",
            $row,
            ".wrote % 4294967296"
        )
    };
}

/// A column of a written row. Fails inside a savepoint, and undoes the write.
macro_rules! written {
    ($row:literal, $column:expr) => {
        concat!(
            "CASE WHEN ",
            is_ours!($row),
            " THEN ",
            $column,
            "\n  ELSE (",
            $row,
            ".name || ': a lease was written inside a savepoint or an EXCEPTION block')::bigint END"
        )
    };
}

/// A statement that begins by reading the server's clock.
macro_rules! at_now {
    ($($sql:expr),*) => {
        concat!("WITH c AS MATERIALIZED (SELECT ", now_ms!(), " AS now_ms)", $($sql),*)
    };
}

/// A statement that begins by reading the server's clock and identity. The identity (cluster,
/// timeline, start time) differs after a failover, restore or restart.
macro_rules! at_server {
    ($sql:expr) => {
        concat!(
            "WITH c AS MATERIALIZED (SELECT ",
            now_ms!(),
            " AS now_ms,\n",
            "  (SELECT system_identifier FROM pg_control_system()) || '/' || substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8)\n",
            "  || '/' || extract(epoch FROM pg_postmaster_start_time()) AS server)",
            $sql
        )
    };
}

/// The SQL that [`RENEW`] shares with the function of [`SCHEMA`]. Its clock is `c.now_ms`: a column
/// of the table expression in `$clock`, or a variable of the function.
macro_rules! renewal {
    (witness $clock:literal) => {
        concat!(
            "UPDATE sortid_lease_namespace s SET floor_ms = greatest(s.floor_ms, c.now_ms + s.stretch_ms + 2 * s.margin_ms), wrote = txid_current()
  FROM ",
            $clock,
            "sortid_lease_node n WHERE s.name = $1::text AND n.name = $1::text AND n.node = $2::bigint AND n.count < $6::bigint
    AND abs(c.now_ms - $7::bigint) <= 10000 AND $5::bigint + 2 * s.margin_ms >= s.floor_ms"
        )
    };
    (row $clock:literal) => {
        concat!(renewal!(update $clock), "$5::bigint > c.now_ms\n  AND ")
    };
    // Locks the namespace before the row: counting the witness completes it first.
    (witness and row $clock:literal) => {
        concat!(
            "witness AS (",
            renewal!(witness $clock),
            "\n  RETURNING ",
            written!("s", "s.floor_ms"),
            " AS floor_ms)\n",
            renewal!(update_after $clock),
            renewal!(ours or behind),
            renewal!(answer)
        )
    };
    (update_after $clock:literal) => {
        concat!(
            renewal!(set),
            $clock,
            "(SELECT count(floor_ms) FROM witness) w, ",
            renewal!(where),
            "$5::bigint > c.now_ms\n  AND "
        )
    };
    (update $clock:literal) => {
        concat!(renewal!(set), $clock, renewal!(where))
    };
    (set) => {
            "UPDATE sortid_lease_node n SET until_ms = greatest(n.until_ms, $5::bigint, c.now_ms + s.stretch_ms), grant_id = $4::bigint,
  count = greatest(n.count, $6::bigint) + 1, since_ms = coalesce(n.since_ms, c.now_ms), renewed_ms = c.now_ms,
  used_ms = $8::bigint, holder = $9::text, wrote = txid_current()
FROM "
    };
    (where) => {
        "sortid_lease_namespace s WHERE s.name = $1::text AND n.name = $1::text AND n.node = $2::bigint
  AND abs(c.now_ms - $7::bigint) <= 10000 AND "
    };
    (ours) => {
        "n.grant_id <> 0 AND n.grant_id = ANY ($3::bigint[])"
    };
    (ours or behind) => {
        concat!("(", renewal!(ours), " OR n.count < $6::bigint)")
    };
    (answer) => {
        concat!("\nRETURNING ", written!("n", "n.until_ms"), ", n.count, c.now_ms")
    };
}

/// The signature and body of the renewal function. If the row is as recent as the file, the first
/// statement suffices. Otherwise it changes nothing, and the other one does the same as [`RENEW`].
macro_rules! renewer {
    (name) => {
        "sortid_lease_renew(text, bigint, bigint[], bigint, bigint, bigint, bigint, bigint, text"
    };
    (body) => {
        concat!(
            "
<<c>>
DECLARE now_ms bigint := ",
            now_ms!(),
            ";
BEGIN
RETURN QUERY ",
            renewal!(row ""),
            renewal!(ours),
            " AND n.count >= $6::bigint",
            renewal!(answer),
            ";
IF NOT FOUND THEN
RETURN QUERY WITH ",
            renewal!(witness and row ""),
            ";
END IF;
END
"
        )
    };
}

/// Creates the tables, and the function of [`RENEW_BY_FUNCTION`]. Existing tables stay; the
/// function is replaced by this version's. The agents' role needs `SELECT` and `UPDATE` on both
/// tables, and nothing else: the function runs with its caller's rights and search path.
///
/// There is no index on `until_ms`, and each page has free space, so a renewal stays in its page.
pub const SCHEMA: &str = concat!(
    "CREATE TABLE IF NOT EXISTS sortid_lease_namespace (
  name text PRIMARY KEY, kind text NOT NULL, first_node bigint NOT NULL, last_node bigint NOT NULL,
  stretch_ms bigint NOT NULL, margin_ms bigint NOT NULL, floor_ms bigint NOT NULL, server text NOT NULL, wrote bigint);
CREATE TABLE IF NOT EXISTS sortid_lease_node (
  name text NOT NULL REFERENCES sortid_lease_namespace, node bigint NOT NULL,
  until_ms bigint NOT NULL DEFAULT 0, grant_id bigint NOT NULL DEFAULT 0, count bigint NOT NULL DEFAULT 0,
  since_ms bigint, renewed_ms bigint, used_ms bigint, holder text, wrote bigint,
  PRIMARY KEY (name, node)) WITH (fillfactor = 50);
CREATE OR REPLACE FUNCTION ",
    renewer!(name),
    ",
  OUT ends_ms bigint, OUT counted bigint, OUT clock_ms bigint) RETURNS SETOF record ROWS 1 LANGUAGE plpgsql AS $body$",
    renewer!(body),
    "$body$;
"
);

/// Returns a row if [`RENEW_BY_FUNCTION`] does the same as [`RENEW`]: the function exists, matches
/// [`SCHEMA`] word for word, runs with its caller's rights, and may be called. No parameters.
pub const HAS_FUNCTION: &str = concat!(
    "SELECT 1 FROM pg_proc WHERE oid = to_regprocedure('",
    renewer!(name),
    ")') AND has_function_privilege(oid, 'EXECUTE')\n  AND NOT prosecdef AND prosrc = $body$",
    renewer!(body),
    "$body$"
);

/// Returns the names of tables that these statements cannot use: a view, a partitioned, foreign or
/// unlogged table, one with children, or one of another storage engine does not keep the
/// transaction that wrote a row, or loses it. A second column tells whether the server has Citus'
/// list of tables: see [`DISTRIBUTED_TABLES`]. No parameters.
pub const UNUSABLE_TABLES: &str = "SELECT string_agg(t.relname, ', ') FILTER (WHERE t.relkind <> 'r' OR t.relpersistence <> 'p' OR t.relhassubclass
    OR coalesce(m.amname, 'heap') <> 'heap'), to_regclass('pg_dist_partition') IS NOT NULL
FROM pg_class t LEFT JOIN pg_am m ON m.oid = t.relam
WHERE t.oid IN (to_regclass('sortid_lease_namespace'), to_regclass('sortid_lease_node'))";

/// Returns the names of tables that Citus distributes, or null. No parameters.
pub const DISTRIBUTED_TABLES: &str =
    "SELECT string_agg(logicalrelid::text, ', ') FROM pg_dist_partition
WHERE logicalrelid IN (to_regclass('sortid_lease_namespace'), to_regclass('sortid_lease_node'))";

/// Creates a namespace with all its rows, and returns their number. Returns 0 and changes nothing
/// if the namespace exists: a lost row is never recreated.
///
/// `$1` name, `$2` kind, `$3` first and `$4` last node, `$5` lease term, `$6` margin, `$7` whether
/// the name was never used, `$8` all nodes.
pub const CREATE: &str = at_server!(concat!(
    ", made AS (INSERT INTO sortid_lease_namespace (name, kind, first_node, last_node, stretch_ms, margin_ms, floor_ms, server, wrote)
  SELECT $1::text, $2::text, $3::bigint, $4::bigint, $5::bigint, $6::bigint,
    CASE WHEN $7::boolean THEN 0 ELSE c.now_ms + $5::bigint + 2 * $6::bigint END, c.server, txid_current()
  FROM c ON CONFLICT (name) DO NOTHING RETURNING name),
rows AS (INSERT INTO sortid_lease_node AS n (name, node, wrote) SELECT made.name, unnest($8::bigint[]), txid_current() FROM made
  RETURNING ",
    written!("n", "1"),
    " AS one)
SELECT count(one) FROM rows"
));

/// Raises the lease term to `$5` and the margin to `$6`, and the recovery floor with them, for the
/// namespace `$1` of kind `$2` with the nodes `$3` to `$4`. Updates no row if the namespace differs
/// or either value would shrink: see [`READ`]. Run it after [`SETTLE_ALL`] in the same transaction.
pub const RAISE: &str =
    "UPDATE sortid_lease_namespace SET stretch_ms = $5::bigint, margin_ms = $6::bigint, wrote = txid_current(),
  floor_ms = CASE floor_ms WHEN 0 THEN 0 ELSE floor_ms + $5::bigint - stretch_ms + 2 * ($6::bigint - margin_ms) END
WHERE name = $1::text AND kind = $2::text AND first_node = $3::bigint AND last_node = $4::bigint
  AND stretch_ms <= $5::bigint AND margin_ms <= $6::bigint";

/// Reads the namespace `$1`: kind, first and last node, lease term, margin, recovery floor, server,
/// the server's clock.
pub const READ: &str = at_now!(
    "
SELECT s.kind, s.first_node, s.last_node, s.stretch_ms, s.margin_ms, s.floor_ms, s.server, c.now_ms
FROM c, sortid_lease_namespace s WHERE s.name = $1::text"
);

/// The statement of [`SETTLE`] and [`SETTLE_ALL`]. Locks the namespace before rows, as [`RENEW`].
macro_rules! settle {
    ($or_row:expr) => {
        at_server!(concat!(
            ",
settled AS (UPDATE sortid_lease_namespace s SET server = c.server, wrote = txid_current(),
  floor_ms = greatest(s.floor_ms, c.now_ms + s.stretch_ms + 2 * s.margin_ms)
  FROM c WHERE s.name = $1::text AND NOT (s.server = c.server AND ",
            is_ours!("s"),
            $or_row,
            ")
  RETURNING s.name, ",
            written!("s", "s.floor_ms"),
            " AS floor_ms),
known AS (UPDATE sortid_lease_node n SET wrote = txid_current() FROM settled
  WHERE n.name = settled.name AND NOT (",
            is_ours!("n"),
            ") RETURNING n.node)
SELECT settled.floor_ms, count(known.node) FROM settled LEFT JOIN known ON true GROUP BY 1"
        ))
    };
}

/// Records the serving server of the namespace `$1`. If it is a new one, or if other statements
/// wrote the namespace's row, raises the recovery floor, and returns it with the number of rows
/// that others wrote. From now on these count as ours, so that a restore raises the floor once. Run
/// it on each new connection.
pub const SETTLE: &str = settle!("");

/// The same as [`SETTLE`], also if others wrote the row of a node. Run it before each [`TAKE`] and
/// [`RAISE`] in the same transaction.
pub const SETTLE_ALL: &str = settle!(concat!(
    " AND NOT EXISTS (SELECT FROM sortid_lease_node n WHERE n.name = s.name AND NOT (",
    is_ours!("n"),
    "))"
));

/// Declares that the server may have lost leases of the namespace `$1`.
pub const GUARD: &str = at_now!(
    "
UPDATE sortid_lease_namespace s SET floor_ms = greatest(s.floor_ms, c.now_ms + s.stretch_ms + 2 * s.margin_ms), wrote = txid_current()
FROM c WHERE s.name = $1::text"
);

/// Takes a node. Returns node, start, end, count and the server's clock, or no row if no node is
/// available: see [`WHY_NOT_TAKEN`].
///
/// `$1` name, `$2` wanted node or null, `$3` new lease id, `$4` the agent's clock, `$5` holder.
pub const TAKE: &str = at_now!(
    ",
pick AS (SELECT n.node, n.until_ms, s.stretch_ms, s.floor_ms, c.now_ms
  FROM c, sortid_lease_namespace s JOIN sortid_lease_node n USING (name)
  WHERE s.name = $1::text AND s.floor_ms <= c.now_ms AND abs(c.now_ms - $4::bigint) <= 10000
    AND ",
    is_ours!("s"),
    " AND ",
    is_ours!("n"),
    "
    AND n.until_ms + CASE WHEN n.grant_id = 0 THEN 0 ELSE s.margin_ms END <= c.now_ms
  ORDER BY n.node IS NOT DISTINCT FROM $2::bigint DESC, n.until_ms, random() LIMIT 1 FOR UPDATE OF n SKIP LOCKED)
UPDATE sortid_lease_node n SET until_ms = p.now_ms + p.stretch_ms, grant_id = $3::bigint, count = n.count + 1,
  since_ms = p.now_ms, renewed_ms = p.now_ms, used_ms = NULL, holder = $5::text, wrote = txid_current()
FROM pick p WHERE n.name = $1::text AND n.node = p.node
RETURNING ",
    written!("n", "n.node"),
    ", greatest(p.until_ms, p.floor_ms, p.now_ms - 10000), n.until_ms, n.count, p.now_ms"
);

/// Renews a lease that begins at `$5`. Returns end, count and the server's clock, or no row if it
/// is rejected: see [`WHY_NOT_RENEWED`]. A holder that knows more of the row than the server raises
/// the recovery floor, renewed or not, unless it was raised after that lease was granted.
///
/// `$1` name, `$2` node, `$3` the file's recent ids, `$4` new lease id, `$5` the end and `$6` the
/// count recorded in the file, `$7` the agent's clock, `$8` time of the last id or null, `$9`
/// holder.
pub const RENEW: &str = at_now!(",\n", renewal!(witness and row "c, "));

/// [`RENEW`] through the function. The server plans a function once per connection, but an unnamed
/// statement every time, and named statements do not work with connection poolers. Requires that
/// [`HAS_FUNCTION`] returned a row.
pub const RENEW_BY_FUNCTION: &str = "SELECT ends_ms, counted, clock_ms
FROM sortid_lease_renew($1::text, $2::bigint, $3::bigint[], $4::bigint, $5::bigint, $6::bigint, $7::bigint, $8::bigint, $9::text)";

/// Renews a lease that ended less than a margin ago, if the row still has one of the file's ids and
/// this server has served since before the end. Returns the same as [`RENEW`], with the same
/// parameters. Run it after [`WHY_NOT_RENEWED`] said `run_out`.
pub const RENEW_LATE: &str = at_server!(concat!(
    "\n",
    renewal!(update "c, "),
    "$5::bigint <= c.now_ms AND n.until_ms + s.margin_ms > c.now_ms
  AND s.server = c.server AND s.floor_ms - s.stretch_ms - 2 * s.margin_ms < n.until_ms AND ",
    renewal!(ours),
    renewal!(answer)
));

/// Releases a node. Returns no row if another holder has it by now, or if others wrote its row,
/// which is then free at its end. Neither is an error.
///
/// `$1` name, `$2` node, `$3` the file's recent ids, `$4` the end of the last used millisecond.
pub const CLOSE: &str = concat!(
    "UPDATE sortid_lease_node n SET until_ms = $4::bigint, grant_id = 0, wrote = txid_current()
WHERE n.name = $1::text AND n.node = $2::bigint AND n.grant_id <> 0 AND n.grant_id = ANY ($3::bigint[]) AND ",
    is_ours!("n"),
    "
RETURNING ",
    written!("n", "n.until_ms")
);

/// Explains why no node was taken: `unknown`, `clocks`, `quiet` or `exhausted`; the server's clock,
/// the recovery floor, and when the next node may become free. `again` if a node is free by now.
///
/// `$1` name, `$2` the agent's clock.
pub const WHY_NOT_TAKEN: &str = at_now!(
    ",
free AS (SELECT min(n.until_ms + CASE WHEN n.grant_id = 0 THEN 0 ELSE s.margin_ms END) AS next_ms
  FROM sortid_lease_namespace s JOIN sortid_lease_node n USING (name) WHERE s.name = $1::text)
SELECT CASE WHEN free.next_ms IS NULL THEN 'unknown' WHEN abs(c.now_ms - $2::bigint) > 10000 THEN 'clocks'
    WHEN s.floor_ms > c.now_ms THEN 'quiet' WHEN free.next_ms > c.now_ms THEN 'exhausted' ELSE 'again' END,
  c.now_ms, s.floor_ms, free.next_ms
FROM c CROSS JOIN free LEFT JOIN sortid_lease_namespace s ON s.name = $1::text"
);

/// The nodes of the namespace `$1` that have been idle longest, at most five: node, holder, time of
/// the last id, when it may become free.
pub const IDLE: &str = "SELECT n.node, n.holder, n.used_ms, n.until_ms + CASE WHEN n.grant_id = 0 THEN 0 ELSE s.margin_ms END
FROM sortid_lease_namespace s JOIN sortid_lease_node n USING (name) WHERE s.name = $1::text
ORDER BY n.used_ms NULLS FIRST, n.renewed_ms NULLS FIRST LIMIT 5";

/// Explains why a lease was not renewed: `unknown`, `clocks`, `superseded` or `run_out`; and the
/// server's clock. `again` if no reason applies by now.
///
/// `$1` name, `$2` node, `$3` the file's recent ids, `$4` the end and `$5` the count recorded in
/// the file, `$6` the agent's clock.
pub const WHY_NOT_RENEWED: &str = at_now!(
    "
SELECT CASE WHEN n.node IS NULL THEN 'unknown' WHEN abs(c.now_ms - $6::bigint) > 10000 THEN 'clocks'
    WHEN (n.grant_id = 0 OR n.grant_id <> ALL ($3::bigint[])) AND n.count >= $5::bigint THEN 'superseded'
    WHEN $4::bigint <= c.now_ms THEN 'run_out' ELSE 'again' END, c.now_ms
FROM c LEFT JOIN sortid_lease_node n ON n.name = $1::text AND n.node = $2::bigint"
);

/// All rows of the namespace `$1`, for display: node, end, whether it is held, count, holder since,
/// last renewal, time of the last id, holder, the server's clock.
pub const STATUS: &str = at_now!(
    "
SELECT n.node, n.until_ms, n.grant_id <> 0, n.count, n.since_ms, n.renewed_ms, n.used_ms, n.holder, c.now_ms
FROM c, sortid_lease_node n WHERE n.name = $1::text ORDER BY n.node"
);

/// Returns the column value of a node: the signed integer with the same 64 bits.
///
/// ```
/// use sortid_leasing::postgres::{node_column, node_of_column};
///
/// assert_eq!((node_column(7), node_column(u64::MAX)), (7, -1));
/// assert_eq!(node_of_column(-1), u64::MAX);
/// ```
pub const fn node_column(node: u64) -> i64 {
    node as i64
}

/// Returns the node of a column value.
pub const fn node_of_column(column: i64) -> u64 {
    column as u64
}
