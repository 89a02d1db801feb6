//! A generator's position in a state file, which other processes move, too.
//!
//! A position is told as one word that goes up. Where tick and counter fit, the word has both, and each id takes its
//! own: ids are in one order over all processes. Else the word has the tick alone: a tick belongs to who began it, unless
//! random bits tell processes apart.
//!
//! The word may stand ahead of the position: who is alone takes some words in one step, and looks before it uses each whether somebody came.
//! What of them was not issued it takes back in the next step. Beside others each id is a step.

use super::ask::{No, Want};
use super::plan::Plan;
use super::run::Run;
use super::ticks::Count;
use super::words::{Words, node_is_above_counter};
use crate::error::{Error, ErrorCode};
use crate::store::{LeaseRecord, Reservation, SessionData, StateFile};
use crate::sys::{cov_mark, guard};

/// How far the mark is moved ahead: by as long as this process has been issuing ids, but at least and at most so long. Who
/// is killed soon leaves a small gap, and who lives long writes about once a second.
const LEAST_AHEAD_NS: i128 = 10_000_000;
const MOST_AHEAD_NS: i128 = 1_000_000_000;

/// How many words are taken in one step by who is alone.
const WINDOW: u64 = 256;

/// What others have left behind.
pub(super) struct Found {
    pub(super) tick: Count,
    /// `None`: nothing more of this tick.
    pub(super) counter: Option<u128>,
    pub(super) high: Count,
}

#[derive(Clone)]
pub(super) struct Ledger {
    words: Words,
    /// Words are taken by raising them alone: random bits tell processes apart, unless they are those of a seed.
    is_told_apart: bool,
    is_random: bool,
    /// What is counted in a tick means nothing without what the file's users have in common.
    has_common: bool,
    has_common_node: bool,
    /// Of a lease file: which grant this process has its node of, and the last word before that.
    turn: u64,
    before: u64,
    /// What this process left in the word; as long as that stands, its own position counts.
    left: Option<u64>,
    /// The first word of this process, from which the mark's way ahead is measured.
    began: Option<u64>,
    /// How many words are the least and the most that the mark is moved ahead, and the most that ids may be ahead of the clock.
    ahead: (u64, u64),
    max_lead: u64,
}

impl Ledger {
    pub(super) fn new(plan: &Plan, words: Words) -> Self {
        let unit_ns = plan.ticks.map_or(1, |ticks| ticks.unit_ns());
        // Of ticks that last for minutes a part, for a burst of ids.
        let ahead = |ns: i128, part: u64| {
            let words_ns = ns * i128::from(words.in_tick()) / unit_ns;
            u64::try_from(words_ns)
                .unwrap_or(u64::MAX)
                .max(words.in_tick() / part)
        };
        let has_common_node = node_is_above_counter(&plan.layout) && !plan.is_leased;
        Self {
            words,
            is_told_apart: false,
            is_random: !words.have_counter() && plan.shape.is_random(),
            has_common: plan.shape.is_permuted() || has_common_node,
            has_common_node,
            turn: 0,
            before: 0,
            left: None,
            began: None,
            ahead: (ahead(LEAST_AHEAD_NS, 256), ahead(MOST_AHEAD_NS, 16)),
            max_lead: plan.policy.max_lead.saturating_mul(words.in_tick()),
        }
    }

    /// Forgets what a parent left and began.
    pub(super) fn begin(&mut self, is_seeded: bool) {
        (self.left, self.began) = (None, None);
        self.is_told_apart = self.is_random && !is_seeded;
    }

    /// Has the node of this grant from now on: nothing that was left before counts.
    pub(super) fn turn_to(&mut self, grant: &LeaseRecord) {
        (self.turn, self.before) = (grant.epoch, grant.before());
        self.left = None;
    }

    /// Whether the node is still that of the file. After the mark was read, up to which the answer counts.
    #[inline(always)]
    fn has_node_of(&self, store: &StateFile) -> bool {
        store.lease_epoch() == self.turn || !guard!(Turn)
    }

    /// Whether processes go on in one another's ticks.
    pub(super) fn shares_ticks(&self) -> bool {
        self.words.have_counter()
    }

    /// The word, and what others left there if it is not what this process did.
    pub(super) fn look(&self, store: &StateFile) -> Result<(u64, Option<Found>), Error> {
        let seen = store.position();
        match self.left {
            Some(left) if left == seen || self.is_told_apart => return Ok((seen, None)),
            // Somebody has put an older file over this one.
            Some(left) if seen < left => return Err(store.error(ErrorCode::StoreCorrupt)),
            _ if seen.max(self.before) == 0 => return Ok((seen, None)),
            _ => {}
        }
        let (tick, counter) = self.words.position(seen.max(self.before));
        // The tick of an earlier life, whoever is the first to issue an id in this one.
        let is_new = self.has_common && seen == store.session_start() && guard!(FreshLife);
        // Nor was anything issued of this node.
        let is_new = is_new || seen < self.before;
        let high = match store.max_seen() {
            0 => tick,
            high => self.words.position(high).0,
        };
        Ok((
            seen,
            Some(Found {
                tick,
                counter: counter.filter(|_| !is_new),
                high,
            }),
        ))
    }

    /// The node that all have; `store_locked` if that is not the one that this process was told to have.
    pub(super) fn common_node(
        &self,
        store: &StateFile,
        chosen: Option<u64>,
    ) -> Result<Option<u64>, Error> {
        if !self.has_common_node || !guard!(CommonNode) {
            return Ok(None);
        }
        let SessionData { node, .. } = store.session_data();
        match chosen.is_some_and(|chosen| chosen != node) {
            true => Err(store.error(ErrorCode::StoreLocked)),
            false => Ok(Some(node)),
        }
    }

    /// Takes the ids of a run, of which it cuts off what may not be taken; `false` if another process was faster.
    ///
    /// Where each id takes a word, more than one are taken as long as nobody comes.
    ///
    /// `tick` and `counter` are those of the first id, `seen` is what [`look`](Self::look) told.
    pub(super) fn take(
        &mut self,
        store: &StateFile,
        want: Want,
        seen: u64,
        (tick, counter, high): (Count, u128, Count),
        run: &mut Run,
    ) -> Result<bool, No> {
        let first = self.words.word(tick, counter)?;
        let reading = self.words.reading(high);
        // Read once: it is memory that others write.
        let mark = match guard!(Mark) {
            true => store.mark(),
            false => u64::MAX,
        };
        if !self.has_node_of(store) {
            cov_mark!(Turned);
            return Err(No::Turn);
        }
        let Some(room) = mark.checked_sub(first) else {
            cov_mark!(Reserves);
            return Err(No::Reserve(Reservation {
                position: first,
                ahead: self.ahead(first, reading),
                max_seen: reading,
            }));
        };
        // Not before: a call that fails leaves nothing, so that a reading is none that was accepted.
        store.raise_max_seen(reading);
        if !self.words.have_counter() {
            return Ok(self.take_tick(store, seen, first));
        }
        let steps = match want {
            Want::Ids(ids) => ids - 1,
            Want::Lease if store.is_exclusive() => WINDOW,
            Want::Lease => 0,
        };
        let steps = steps.min(run.count - 1).min(room);
        run.count = steps + 1;
        debug_assert!(first + steps <= mark);
        let is_taken = store.exchange(seen, first + steps);
        if is_taken {
            self.left = Some(first + steps);
        }
        Ok(is_taken)
    }

    /// Takes a tick, in which this process alone counts, or random bits tell it from others.
    fn take_tick(&mut self, store: &StateFile, seen: u64, word: u64) -> bool {
        if self.is_told_apart {
            store.raise_position(word);
        } else if word != seen && !store.exchange(seen, word) {
            return false;
        }
        self.left = Some(word);
        true
    }

    /// How far ahead the mark is moved. Of a process that is ended soon, again and again, less and less: so its lives do not take all the lead.
    fn ahead(&mut self, first: u64, reading: u64) -> u64 {
        let lived = first.saturating_sub(*self.began.get_or_insert(first));
        let (least, most) = self.ahead;
        let left = (self.max_lead / 2).saturating_sub(first.saturating_sub(reading));
        let least = least.min(left / 8).max(least / 64).max(1);
        lived.clamp(least, most.max(least))
    }

    /// How far ids were issued, of which the last was at this position, when nobody else issues any.
    pub(super) fn last(&self, seen: u64, position: Option<(Count, u128)>) -> u64 {
        let own = position.and_then(|(tick, counter)| self.words.word(tick, counter).ok());
        match (self.left, own) {
            (Some(left), Some(own)) if left == seen => own,
            _ => seen,
        }
    }
}
