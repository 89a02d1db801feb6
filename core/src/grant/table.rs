//! The server's rules: what becomes of a row, and what is answered.
//!
//! A *row* is a node's: until when it is granted, under which number, how often. The *record* is the namespace's. Who calls reads both, calls, and writes both
//! back in one atomic step, at a reading `now_ms` of the server's own clock; what the agent's clock says is compared with it and nothing else.
//!
//! - **Take**: a node that was given back and whose stretch is over, or that was not given back and whose stretch has been over for a margin; none before the
//!   floor. The new stretch begins where the old one ended, but not below the floor.
//! - **Renew**: a stretch that is not over, whose number the row still has, or whose count is above the row's, which then has been forgotten. The holder gets
//!   what follows the end that *it* knows.
//! - **Close**: a row that has one of the numbers.
//! - **Floor**: whoever finds another server than the one that last served, or says that it may have forgotten, or makes the namespace, puts the floor a stretch
//!   and two margins ahead. All that was granted before is past by then: a stretch, and the margin for which an old server may have gone on beside the new one.
//!   And it has been past for a margin, as a stretch is that is known and was not given back: for so long this server itself may go on beside the next one, which
//!   renews what is not over.

use super::{
    Answer, Close, Grant, GrantId, Idle, Namespace, Renew, Row, Rule, TOLERANCE_MS, Take, keeps,
};
use crate::error::{Error, ErrorCode};

/// How many idle nodes are named where all are held.
const NAMED: usize = 5;

/// The namespace's record in the server's table.
///
/// ```
/// use sortid::grant::{Answer, GrantId, Namespace, Row, Take, create, take};
///
/// let namespace = Namespace::new("orders", "tid".parse()?, Some(16..=17))?;
/// let now_ms = 1_700_000_000_000;
/// let mut record = create(None, &namespace, "server 1", now_ms, true)?;
/// let asked = Take { wanted: None, id: GrantId::from_random(7).expect("not 0"), clock_ms: now_ms };
/// let rows = [(16, Row::default()), (17, Row::default())];
/// let rows = rows.iter().map(|(node, row)| (*node, row));
/// let (row, grant) = take(&record, rows, &asked, "web-3, process 7", now_ms, 0).expect("granted");
/// assert_eq!((grant.from_ms, grant.until_ms), (now_ms - 10_000, now_ms + 30_000));
/// assert_eq!((row.until_ms, row.grant, row.count), (grant.until_ms, Some(asked.id), 1));
/// # Ok::<(), sortid::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// What it is, with the stretch and margin that hold.
    pub namespace: Namespace,
    /// No grant begins below, in Unix milliseconds, and no node is taken before.
    pub floor_ms: i64,
    /// The server that last served, by what tells it from its older self.
    pub server: String,
}

impl Record {
    /// Nobody takes a node from now on until all that may have been granted is past.
    fn raise_floor(&mut self, now_ms: i64) {
        let (stretch_ms, margin_ms) = (self.namespace.stretch_ms(), self.namespace.margin_ms());
        let quiet_ms = match () {
            () if !keeps(Rule::FloorHasMargin) => stretch_ms,
            () if !keeps(Rule::FloorHasMarginTwice) => stretch_ms + margin_ms,
            () if !keeps(Rule::WholeFloor) => self.namespace.quiet_ms() - 1,
            () => self.namespace.quiet_ms(),
        };
        self.floor_ms = self.floor_ms.max(now_ms.saturating_add(quiet_ms));
    }

    /// Whether the floor was last raised after a stretch was granted that ends then: whatever was lost with it was covered by that.
    fn covers(&self, until_ms: i64) -> bool {
        // The floor is a stretch and two margins above the time at which it was raised, and the end at most a stretch above the time of the grant.
        let margins_ms = 2 * self.namespace.margin_ms();
        until_ms.saturating_add(margins_ms) < self.floor_ms && keeps(Rule::WitnessOnce)
    }
}

/// Makes a namespace, or raises the stretch and margin of one that is there; `is_new` says that its name was never used, so that nothing can have been forgotten.
///
/// # Errors
/// `store_foreign` where the name has another kind, `invalid_option` where nodes differ (`nodes`), or stretch or margin are less than they were.
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
        if !is_new && keeps(Rule::FloorOfNew) {
            record.raise_floor(now_ms);
        }
        return Ok(record);
    };
    let refused = |name| Err(Error::about(ErrorCode::InvalidOption, name));
    let old = &there.namespace;
    if old.name() != namespace.name() || old.kind() != namespace.kind() {
        return Err(Error::new(ErrorCode::StoreForeign));
    }
    if old.nodes() != namespace.nodes() {
        return refused("nodes");
    }
    if namespace.stretch_ms() < old.stretch_ms() {
        return refused("stretch");
    }
    if namespace.margin_ms() < old.margin_ms() {
        return refused("margin");
    }
    let mut record = there.clone();
    record.namespace = namespace.clone();
    settle(&mut record, server, now_ms);
    Ok(record)
}

/// Notes who serves: on every new connection, and before each take in the same atomic step. Whether the record has changed.
pub fn settle(record: &mut Record, server: &str, now_ms: i64) -> bool {
    if record.server == server {
        return false;
    }
    if keeps(Rule::Floor) {
        record.raise_floor(now_ms);
    }
    server.clone_into(&mut record.server);
    true
}

/// Says that the server may have forgotten grants: nobody takes a node for the quiet time.
pub fn guard(record: &mut Record, now_ms: i64) {
    record.raise_floor(now_ms);
}

/// From when on the node of a row may be taken, in Unix milliseconds, floor aside.
pub fn free_ms(record: &Record, row: &Row) -> i64 {
    match row.grant {
        Some(_) if keeps(Rule::Margin) => row.until_ms.saturating_add(record.namespace.margin_ms()),
        _ => row.until_ms,
    }
}

/// Takes a node: the wanted one if it is free, else of those that are unused longest the one that `dice`, a random number, falls on. `rows` are the namespace's,
/// those without an entry as the default row; the node of the row that comes back is the grant's.
///
/// # Errors
/// The answer, where nothing is granted.
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
    if keeps(Rule::FromUntil) {
        from_ms = from_ms.max(row.until_ms);
    }
    if keeps(Rule::FromFloor) {
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

/// Renews a node's stretch. Who knows more of a row than the server does shows that the server has forgotten something: then the floor is raised, and the record
/// is to be written back whether anything is granted or not. It stays where it is if it was raised since the forgotten stretch was granted.
///
/// # Errors
/// The answer, where nothing is granted.
pub fn renew(
    record: &mut Record,
    row: &Row,
    asked: &Renew,
    holder: &str,
    now_ms: i64,
) -> Result<(Row, Grant), Answer> {
    compare_clocks(asked.clock_ms, now_ms)?;
    if !record.namespace.nodes().contains(&asked.node) {
        return Err(Answer::Unknown);
    }
    let my_until_ms = match keeps(Rule::MyUntil) {
        true => asked.until_ms,
        false => row.until_ms,
    };
    let is_forgotten = row.count < asked.count;
    let is_mine = match keeps(Rule::ById) {
        true => has(row, &asked.mine),
        false => row.grant.is_some() && row.holder == holder,
    };
    if !is_mine && !is_forgotten {
        return Err(Answer::Superseded);
    }
    if is_forgotten && keeps(Rule::Witness) && !record.covers(asked.until_ms) {
        record.raise_floor(now_ms);
    }
    if my_until_ms <= now_ms && keeps(Rule::RunOut) {
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

/// Takes a node back; nothing where the row is another's by now. Either way the answer is [`Answer::Closed`].
pub fn close(row: &Row, asked: &Close) -> Option<Row> {
    if !has(row, &asked.mine) && keeps(Rule::CloseMine) {
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

/// An agent whose clock is far from the server's gets nothing: so neither its clock nor a jump of the server's can reserve a node's future.
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
