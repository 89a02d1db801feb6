//! A generator's position in a state file, which other processes change, too.
//!
//! If positions include the counter, each id claims one, and ids of all processes are in one order.
//! Otherwise, a position is a tick, which belongs to the process that started it, unless random
//! bits keep the ids of processes apart.
//!
//! An exclusive user claims several positions at once, and checks before each id whether another
//! process has joined. The next claim returns the unused ones. Other users claim one position per
//! id.

use super::plan::Plan;
use super::position_codec::{PositionCodec, node_is_above_counter};
use super::run::{Batch, Blocked, Run};
use super::ticks::Count;
use crate::error::{Error, ErrorCode};
use crate::store::{LeaseRecord, Reservation, SessionData, StateFile};
use crate::sys::{Os, cov_mark, guard};

/// How far the mark is raised ahead of the position: as far as this process has issued ids, within
/// these limits. So a process that is killed soon leaves a small gap, and a long-lived one writes
/// about once a second.
const MIN_AHEAD_NS: i128 = 10_000_000;
pub const MAX_AHEAD_NS: i128 = 1_000_000_000;

/// How many further positions an exclusive user claims at once.
const CLAIM_AHEAD: u64 = 256;

/// A position that other processes left in the file.
pub struct Found {
    pub tick: Count,
    /// `None`: the tick cannot be continued.
    pub counter: Option<u128>,
    pub max_seen: Count,
}

#[derive(Clone)]
pub struct FilePosition {
    codec: PositionCodec,
    /// Positions are ticks, and ids have random bits.
    is_random: bool,
    /// The random bits keep processes apart: ticks may be shared, and are claimed by raising the
    /// position. False for seeded ones, which repeat.
    shares_random_ticks: bool,
    /// Counters within a tick have no meaning outside of the session.
    depends_on_session: bool,
    has_session_node: bool,
    /// In a lease file: the epoch of this process's node, and the last position before the lease.
    lease_epoch: u64,
    before_lease: u64,
    /// The position that this process stored last. While the file has it, the process's own
    /// position is the current one.
    stored: Option<u64>,
    /// The position at which the session began, and its data, which identify the session: two that
    /// reserve nothing begin at one position.
    session_start: u64,
    session: SessionData,
    /// The first position of this process, from which the mark's distance is computed.
    first: Option<u64>,
    /// The limits of the mark's distance, in positions.
    ahead: (u64, u64),
    /// How far ids may be ahead of the clock, in positions.
    max_lead: u64,
}

impl FilePosition {
    pub fn new(plan: &Plan, codec: PositionCodec) -> Self {
        let unit_ns = plan.ticks.map_or(1, |ticks| ticks.unit_ns());
        // At least a part of a tick, for a burst of ids if ticks last for minutes.
        let ahead = |ns: i128, part: u64| {
            let positions = ns * i128::from(codec.per_tick()) / unit_ns;
            u64::try_from(positions)
                .unwrap_or(u64::MAX)
                .max(codec.per_tick() / part)
        };
        let has_session_node = node_is_above_counter(&plan.layout) && !plan.policy.is_leased;
        Self {
            codec,
            is_random: !codec.has_counter() && plan.hot.is_random(),
            shares_random_ticks: false,
            depends_on_session: plan.hot.is_permuted() || has_session_node,
            has_session_node,
            lease_epoch: 0,
            before_lease: 0,
            stored: None,
            session_start: 0,
            session: SessionData::default(),
            first: None,
            ahead: (ahead(MIN_AHEAD_NS, 256), ahead(MAX_AHEAD_NS, 16)),
            max_lead: plan.policy.max_lead.saturating_mul(codec.per_tick()),
        }
    }

    /// Joins a session. Forgets the positions of the parent process.
    pub fn join<S: Os>(&mut self, is_seeded: bool, file: &StateFile<S>) {
        (self.stored, self.first) = (None, None);
        self.session_start = file.page.session_start();
        self.session = file.page.session_data();
        self.shares_random_ticks = self.is_random && !is_seeded;
    }

    /// Takes over the lease of a lease file. Earlier positions of this process are invalid.
    pub fn set_lease(&mut self, lease: &LeaseRecord) {
        (self.lease_epoch, self.before_lease) = (lease.epoch, lease.before());
        self.stored = None;
    }

    /// Whether processes continue each other's ticks.
    pub fn shares_ticks(&self) -> bool {
        self.codec.has_counter()
    }

    /// Reads the position in the file, and decodes it unless this process stored it.
    pub fn read<S: Os>(&self, file: &StateFile<S>) -> Result<(u64, Option<Found>), Blocked> {
        let seen = file.page.position();
        let is_other = file.page.session_start() != self.session_start
            || self.depends_on_session && file.page.session_data() != self.session;
        match self.stored {
            // Another session began, since this process lost its member lock.
            _ if is_other && guard!(SameSession) => return Err(Blocked::Contradicted),
            Some(stored) if stored == seen || self.shares_random_ticks => return Ok((seen, None)),
            // An older file was copied over this one, or the session ended.
            Some(stored) if seen < stored => return Err(Blocked::Contradicted),
            _ if seen.max(self.before_lease) == 0 => return Ok((seen, None)),
            // Not written by this library.
            _ if seen > file.mark() && guard!(Mark) => return Err(Blocked::Contradicted),
            _ => {}
        }
        let (tick, counter) = self.codec.decode(seen.max(self.before_lease));
        // The tick belongs to an earlier session, if no id has been issued in this one.
        let is_new =
            self.depends_on_session && seen == file.page.session_start() && guard!(FreshLife);
        // Or to the node before the lease.
        let is_new = is_new || seen < self.before_lease;
        let max_seen = match file.page.max_seen() {
            0 => tick,
            max_seen => self.codec.decode(max_seen).0,
        };
        let found = Found {
            tick,
            counter: counter.filter(|_| !is_new),
            max_seen,
        };
        Ok((seen, Some(found)))
    }

    /// The node that all users of the session share. `store_locked` if this process has another
    /// assigned node.
    pub fn session_node<S: Os>(
        &self,
        file: &StateFile<S>,
        assigned: Option<u64>,
    ) -> Result<Option<u64>, Error> {
        if !self.has_session_node || !guard!(CommonNode) {
            return Ok(None);
        }
        let SessionData { node, .. } = file.page.session_data();
        match assigned.is_some_and(|assigned| assigned != node) {
            true => Err(file.error(ErrorCode::StoreLocked)),
            false => Ok(Some(node)),
        }
    }

    /// Claims the ids of a run, and shortens it to what could be claimed. Returns `false` if
    /// another process was faster.
    ///
    /// `tick` and `counter` belong to the first id, `seen` is the result of [`read`](Self::read).
    pub fn claim<S: Os>(
        &mut self,
        file: &StateFile<S>,
        batch: Batch,
        seen: u64,
        (tick, counter, max_seen): (Count, u128, Count),
        run: &mut Run,
    ) -> Result<bool, Blocked> {
        let first = self.codec.encode(tick, counter)?;
        let reading = self.codec.encode_reading(max_seen);
        // Load it once: other processes change it.
        let mark = match guard!(Mark) {
            true => file.mark(),
            false => u64::MAX,
        };
        // After the mark, up to which the answer is valid.
        if file.page.lease_epoch() != self.lease_epoch && guard!(Turn) {
            cov_mark!(Turned);
            return Err(Blocked::NodeChanged);
        }
        let Some(room) = mark.checked_sub(first) else {
            cov_mark!(Reserves);
            return Err(Blocked::Reserve(Reservation {
                position: first,
                ahead: self.ahead(first, reading),
                max_seen: reading,
            }));
        };
        // Not earlier: a failed call must have no effect, so its reading does not count.
        file.page.raise_max_seen(reading);
        if !self.codec.has_counter() {
            return Ok(self.claim_tick(file, seen, first));
        }
        let more = match batch {
            Batch::Ids(ids) => ids - 1,
            Batch::Prefetch if file.is_exclusive() => CLAIM_AHEAD,
            Batch::Prefetch => 0,
        };
        let more = more.min(run.count - 1).min(room);
        run.count = more + 1;
        debug_assert!(first + more <= mark);
        let is_claimed = file.page.exchange(seen, first + more);
        if is_claimed {
            self.stored = Some(first + more);
        }
        Ok(is_claimed)
    }

    /// Claims a tick for this process, or for all whose random bits keep them apart.
    fn claim_tick<S: Os>(&mut self, file: &StateFile<S>, seen: u64, position: u64) -> bool {
        if self.shares_random_ticks {
            if !file.page.raise_position(position) {
                return false;
            }
        } else if position != seen && !file.page.exchange(seen, position) {
            return false;
        }
        self.stored = Some(position);
        true
    }

    /// How far to raise the mark ahead of `first`. Decreases as the file gets ahead of the clock,
    /// so that a process that is restarted again and again does not use up the lead.
    fn ahead(&mut self, first: u64, reading: u64) -> u64 {
        let lived = first.saturating_sub(*self.first.get_or_insert(first));
        let (least, most) = self.ahead;
        let left = (self.max_lead / 2).saturating_sub(first.saturating_sub(reading));
        let least = least.min(left / 8).max(least / 64).max(1);
        lived.clamp(least, most.max(least))
    }

    /// The last issued position, for the position `seen` in the file and this process's `own`
    /// position. Call when no other process can issue ids.
    pub fn last_issued(&self, seen: u64, own: Option<(Count, u128)>) -> u64 {
        let own = own.and_then(|(tick, counter)| self.codec.encode(tick, counter).ok());
        match (self.stored, own) {
            (Some(stored), Some(own)) if stored == seen => own,
            _ => seen,
        }
    }
}
