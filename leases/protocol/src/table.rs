//! The server's rules: how requests change rows, and the replies to them.
//!
//! Each node has a *row*: the end of its lease, the lease id, how often it was granted. Each
//! namespace has a *record*. The caller reads both, calls a function here, and writes both back in
//! one atomic step, with `now_ms` read from the server's own clock. The agent's clock is only
//! compared with it.
//!
//! - **Take**: grants a released node after the end of its lease, or an unreleased one a margin
//!   after the end. Grants nothing before the recovery floor. The new lease begins at the end of the
//!   old one, but not below the recovery floor.
//! - **Renew**: extends a lease that has not expired, if the row still has its id, or if the
//!   holder's count is above the row's, so that the server has lost a write. The new term begins at
//!   the end recorded by *the holder*. For a margin after its end, a lease is renewed if the row
//!   still has its id and the same server has served since before the end. An old server that still
//!   serves cannot have granted the node: it would wait for a margin after the end, and stops
//!   earlier.
//! - **Close**: closes a row that has one of the ids.
//! - **Recovery floor**: set a term and two margins ahead if a server other than the last one
//!   serves, if the server may have lost writes ([`guard`]), and if the namespace is new. The term
//!   outlasts every earlier lease. The first margin covers an old server that still serves. The
//!   second is the margin after every unreleased lease: this server may itself still serve for that
//!   long while the next one renews leases that have not expired.

use super::{Answer, Close, Grant, GrantId, Idle, Namespace, Renew, Row, TOLERANCE_MS, Take};
use sortid::{Error, ErrorCode};

/// Maximum number of idle nodes in a reply.
const NAMED: usize = 5;

/// A namespace's record in the server's table.
///
/// ```
/// use sortid_leasing::{Answer, GrantId, Namespace, Row, Take, create, take};
///
/// let namespace = Namespace::new("orders", "tid".parse()?, Some(16..=17))?;
/// let now_ms = 1_700_000_000_000;
/// let mut record = create(None, &namespace, "server 1", now_ms, true)?;
/// let asked = Take {
///     wanted: None, id: GrantId::from_random(7).expect("not 0"), clock_ms: now_ms
/// };
/// let rows = [(16, Row::default()), (17, Row::default())];
/// let rows = rows.iter().map(|(node, row)| (*node, row));
/// let (row, grant) = take(&record, rows, &asked, "web-3, process 7", now_ms, 0).expect("granted");
/// assert_eq!((grant.from_ms, grant.until_ms), (now_ms - 10_000, now_ms + 180_000));
/// assert_eq!((row.until_ms, row.grant, row.count), (grant.until_ms, Some(asked.id), 1));
/// # Ok::<(), sortid::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// The namespace, with the current lease term and margin.
    pub namespace: Namespace,
    /// The recovery floor, in Unix milliseconds: no lease begins below it, and no node is granted
    /// before it.
    pub floor_ms: i64,
    /// The identity of the server that last served. It changes if the server may have lost writes.
    pub server: String,
}

impl Record {
    /// Prevents grants until every lease that may have been granted is over.
    fn raise_floor(&mut self, now_ms: i64) {
        let (stretch_ms, margin_ms) = (self.namespace.stretch_ms(), self.namespace.margin_ms());
        let quiet_ms = match () {
            () if !guard!(FloorHasMargin) => stretch_ms,
            () if !guard!(FloorHasMarginTwice) => stretch_ms + margin_ms,
            () if !guard!(WholeFloor) => self.namespace.quiet_ms() - 1,
            () => self.namespace.quiet_ms(),
        };
        self.floor_ms = self.floor_ms.max(now_ms.saturating_add(quiet_ms));
    }

    /// Returns whether the lease of a row that still has the holder's id can be renewed after its
    /// end.
    fn renews_late(&self, row: &Row, server: &str, now_ms: i64) -> bool {
        let margin_ms = self.namespace.margin_ms();
        let is_kept = now_ms < row.until_ms.saturating_add(margin_ms) || !guard!(LateInMargin);
        // A server raises the floor by the grace period when it begins to serve.
        let serves_since_ms = self.floor_ms.saturating_sub(self.namespace.quiet_ms());
        let is_same = self.server == server && serves_since_ms < row.until_ms;
        is_kept && (is_same || !guard!(LateAtSameServer))
    }

    /// Returns whether the recovery floor was last raised after a lease with this end was granted.
    /// Then it already covers whatever was lost with that lease.
    fn covers(&self, until_ms: i64) -> bool {
        // The floor is a term and two margins above the time at which it was raised. The end is at
        // most a term above the time of the grant.
        let margins_ms = 2 * self.namespace.margin_ms();
        until_ms.saturating_add(margins_ms) < self.floor_ms && guard!(WitnessOnce)
    }
}

/// Creates a namespace's record, or raises the lease term and margin of an existing one. `is_new`
/// declares that the name was never used, so no lease can have been lost.
///
/// # Errors
/// `store_foreign` if the name has another kind; `invalid_option` if the nodes differ (`nodes`), or
/// if the term or margin would shrink (`stretch`, `margin`).
pub fn create(
    there: Option<&Record>,
    namespace: &Namespace,
    server: &str,
    now_ms: i64,
    is_new: bool,
) -> Result<Record, Error> {
    let Some(there) = there else {
        let mut record = Record {
            namespace: namespace.clone(),
            floor_ms: 0,
            server: server.to_owned(),
        };
        if !is_new && guard!(FloorOfNew) {
            record.raise_floor(now_ms);
        }
        return Ok(record);
    };
    let refused = |subject| Err(Error::about(ErrorCode::InvalidOption, subject));
    let old = &there.namespace;
    if old.name() != namespace.name() || old.kind() != namespace.kind() {
        return Err(Error::new(ErrorCode::StoreForeign));
    }
    if old.nodes() != namespace.nodes() {
        return refused("nodes\0the nodes of a namespace cannot change: create another namespace");
    }
    if namespace.stretch_ms() < old.stretch_ms() {
        return refused("stretch\0the term of a namespace cannot become shorter");
    }
    if namespace.margin_ms() < old.margin_ms() {
        return refused("margin\0the margin of a namespace cannot become shorter");
    }
    let mut record = there.clone();
    record.namespace = namespace.clone();
    if record.floor_ms > 0 {
        // The floor stays a grace period after the time at which it was raised.
        let longer_ms = namespace.quiet_ms() - old.quiet_ms();
        record.floor_ms = record.floor_ms.saturating_add(longer_ms);
    }
    settle(&mut record, server, now_ms);
    Ok(record)
}

/// Records the serving server, and raises the recovery floor if it is a new one. Call on every new
/// connection, and before each take in the same atomic step. Returns whether the record changed.
pub fn settle(record: &mut Record, server: &str, now_ms: i64) -> bool {
    if record.server == server {
        return false;
    }
    if guard!(Floor) {
        record.raise_floor(now_ms);
    }
    server.clone_into(&mut record.server);
    true
}

/// Declares that the server may have lost leases: no node is granted for the grace period.
pub fn guard(record: &mut Record, now_ms: i64) {
    if guard!(Guard) {
        record.raise_floor(now_ms);
    }
}

/// Returns when a row's node can be granted, in Unix milliseconds, ignoring the recovery floor.
pub fn free_ms(record: &Record, row: &Row) -> i64 {
    match row.grant {
        Some(_) if guard!(Margin) => row.until_ms.saturating_add(record.namespace.margin_ms()),
        _ => row.until_ms,
    }
}

/// Takes a node: the wanted one if it is free, otherwise a random one among those unused longest,
/// selected by the random number `dice`. `rows` contains all rows of the namespace, with the
/// default row for nodes without one. Returns the new row of the granted node, and the lease.
///
/// # Errors
/// The reply, if nothing is granted.
pub fn take<'a>(
    record: &Record,
    rows: impl IntoIterator<Item = (u64, &'a Row)>,
    asked: &Take,
    holder: &str,
    now_ms: i64,
    dice: u64,
) -> Result<(Row, Grant), Answer> {
    compare_clocks(asked.clock_ms, now_ms)?;
    if now_ms < record.floor_ms {
        return Err(Answer::Quiet {
            floor_ms: record.floor_ms,
            now_ms,
        });
    }
    let rows: Vec<(u64, &Row)> = rows.into_iter().collect();
    let free = || {
        rows.iter()
            .filter(|(_, row)| free_ms(record, row) <= now_ms)
    };
    let wanted = free().find(|(node, _)| Some(*node) == asked.wanted);
    let oldest_ms = free().map(|(_, row)| row.until_ms).min();
    let oldest = || free().filter(|(_, row)| Some(row.until_ms) == oldest_ms);
    let picked = wanted.or_else(|| {
        let count = oldest().count() as u64;
        oldest().nth(dice.checked_rem(count)? as usize)
    });
    let Some(&(node, row)) = picked else {
        return Err(exhausted(record, &rows, now_ms));
    };
    let mut from_ms = now_ms.saturating_sub(TOLERANCE_MS);
    if guard!(FromUntil) {
        from_ms = from_ms.max(row.until_ms);
    }
    if guard!(FromFloor) {
        from_ms = from_ms.max(record.floor_ms);
    }
    let until_ms = now_ms.saturating_add(record.namespace.stretch_ms());
    let count = row.count.saturating_add(1);
    let taken = Row {
        until_ms,
        grant: Some(asked.id),
        count,
        since_ms: Some(now_ms),
        renewed_ms: Some(now_ms),
        used_ms: None,
        holder: holder.to_owned(),
    };
    Ok((
        taken,
        Grant {
            node,
            from_ms,
            until_ms,
            count,
        },
    ))
}

/// Renews a lease. A holder that knows more of a row than the server proves that the server has
/// lost a write, which raises the recovery floor. So write the record back even if nothing is
/// granted. The floor stays if it was raised after the forgotten lease was granted. `server` is the
/// identity of the serving server.
///
/// # Errors
/// The reply, if nothing is granted.
pub fn renew(
    record: &mut Record,
    row: &Row,
    asked: &Renew,
    (server, holder): (&str, &str),
    now_ms: i64,
) -> Result<(Row, Grant), Answer> {
    compare_clocks(asked.clock_ms, now_ms)?;
    if !record.namespace.nodes().contains(&asked.node) {
        return Err(Answer::Unknown);
    }
    let my_until_ms = match guard!(MyUntil) {
        true => asked.until_ms,
        false => row.until_ms,
    };
    let is_forgotten = row.count < asked.count;
    let is_mine = match guard!(ById) {
        true => has(row, &asked.ids),
        false => row.grant.is_some() && row.holder == holder,
    };
    if !is_mine && !is_forgotten {
        return Err(Answer::Superseded);
    }
    if is_forgotten && guard!(Witness) && !record.covers(asked.until_ms) {
        record.raise_floor(now_ms);
    }
    let is_late = my_until_ms <= now_ms && guard!(RunOut);
    if is_late && !(is_mine && record.renews_late(row, server, now_ms)) {
        return Err(Answer::RunOut);
    }
    let end_ms = now_ms.saturating_add(record.namespace.stretch_ms());
    let until_ms = row.until_ms.max(my_until_ms).max(end_ms);
    let count = row.count.max(asked.count).saturating_add(1);
    let renewed = Row {
        until_ms,
        grant: Some(asked.id),
        count,
        since_ms: row.since_ms.or(Some(now_ms)),
        renewed_ms: Some(now_ms),
        used_ms: asked.used_ms,
        holder: holder.to_owned(),
    };
    Ok((
        renewed,
        Grant {
            node: asked.node,
            from_ms: my_until_ms,
            until_ms,
            count,
        },
    ))
}

/// Releases a node. Returns `None` if the row belongs to another holder by now. Either way the
/// reply is [`Answer::Closed`].
pub fn close(row: &Row, asked: &Close) -> Option<Row> {
    if !has(row, &asked.ids) && guard!(CloseMine) {
        return None;
    }
    Some(Row {
        until_ms: asked.until_ms,
        grant: None,
        ..row.clone()
    })
}

fn has(row: &Row, mine: &[Option<GrantId>]) -> bool {
    row.grant.is_some() && mine.contains(&row.grant)
}

/// Rejects an agent whose clock is far from the server's, so that neither that clock nor a jump of
/// the server's can reserve a node's future.
fn compare_clocks(clock_ms: i64, now_ms: i64) -> Result<(), Answer> {
    match clock_ms.saturating_sub(now_ms).saturating_abs() <= TOLERANCE_MS {
        true => Ok(()),
        false => Err(Answer::Clocks { now_ms }),
    }
}

fn exhausted(record: &Record, rows: &[(u64, &Row)], now_ms: i64) -> Answer {
    let mut held: Vec<_> = rows.iter().collect();
    let next_ms = held.iter().map(|(_, row)| free_ms(record, row)).min();
    held.sort_by_key(|(_, row)| (row.used_ms, row.renewed_ms));
    let named = held.iter().take(NAMED).map(|&&(node, row)| Idle {
        node,
        holder: row.holder.clone(),
        used_ms: row.used_ms,
        free_ms: free_ms(record, row),
    });
    Answer::Exhausted {
        next_ms: next_ms.unwrap_or(now_ms),
        idle: named.collect(),
        now_ms,
    }
}
