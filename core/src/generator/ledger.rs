//! A generator's position in a state file, which other processes move, too.
//!
//! A position is told as one word that goes up. Where tick and counter fit, the word has both, and each id takes its
//! own: ids are in one order over all processes. Else the word has the tick alone: a tick belongs to who began it, unless
//! random bits tell processes apart.
//!
//! The word may stand ahead of the position: alone, a process takes what it leases to its threads in one step, and
//! whatever of that was not issued it takes back in the next. As soon as there are others, threads take their ids from the word
//! itself.

use std::path::Path;
use std::ptr::NonNull;
use std::sync::atomic::AtomicU64;

use super::lease::{LAST_TICK, MOST};
use super::permutation::Permutation;
use super::plan::Plan;
use super::process::Generation;
use super::run::{Run, Step};
use crate::error::{Error, ErrorCode};
use crate::layout::{Layout, TimeLayout};
use crate::store::{Common, Kind, Store};
use crate::time::Tick;

/// How far the mark is moved ahead: by as long as this process has been issuing ids, but at least and at most so long. Who
/// is killed soon leaves a small gap, and who lives long writes about once a second.
const LEAST_AHEAD_NS: i128 = 10_000_000;
const MOST_AHEAD_NS: i128 = 1_000_000_000;

/// How positions are told as words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Words {
    first: Tick,
    /// How many bits below the tick are the counter's; `None` where the word has the tick alone.
    counter_bits: Option<u8>,
}

impl Words {
    /// Those of a layout with time.
    pub(super) fn of(layout: &Layout, time: &TimeLayout) -> Self {
        let counter_bits = layout.counter.map_or(0, |counter| counter.place.width());
        let fits = time_bits(time) + counter_bits <= 64;
        Self {
            first: time.first,
            counter_bits: fits.then_some(counter_bits),
        }
    }

    /// Whether each id takes a word of its own.
    pub(super) fn have_counter(self) -> bool {
        self.counter_bits.is_some()
    }

    /// The word of a position; 0 stands for none.
    fn word(self, tick: Tick, counter: u128) -> Result<u64, Error> {
        let ticks = (tick - self.first) as u128;
        let place = match self.counter_bits {
            Some(bits) => ticks << bits | counter,
            None => ticks,
        };
        // A tick that no word can tell, or the last word of all: in the year 2151 or later.
        u64::try_from(place + 1).map_err(|_| Error::new(ErrorCode::TimestampOutOfRange))
    }

    /// The tick of a word, and the counter if it is told.
    fn position(self, word: u64) -> (Tick, Option<u128>) {
        let place = word - 1;
        match self.counter_bits {
            Some(bits) => {
                let (ticks, counter) = (place >> bits, place & ((1 << bits) - 1));
                (self.first + Tick::from(ticks), Some(counter.into()))
            }
            None => (self.first + Tick::from(place), None),
        }
    }

    /// A reading of the clock as the first word of its tick; 0 for one before all ticks.
    fn reading(self, tick: Tick) -> u64 {
        if tick < self.first {
            return 0;
        }
        self.word(tick, 0).unwrap_or(u64::MAX)
    }
}

/// How many bits tell a tick.
fn time_bits(time: &TimeLayout) -> u8 {
    (128 - (time.last - time.first).leading_zeros()) as u8
}

/// What is to be made of a run.
#[derive(Clone, Copy)]
pub(super) enum Want {
    /// So many ids, at least one.
    Ids(u64),
    /// One, and what may follow it by lease.
    Lease,
}

/// What others have left behind.
pub(super) struct Found {
    pub(super) tick: Tick,
    /// `None`: nothing more of this tick.
    pub(super) counter: Option<u128>,
    pub(super) high: Tick,
}

pub(super) struct Ledger {
    store: Store,
    words: Words,
    /// Words are taken by raising them alone: random bits tell processes apart.
    is_told_apart: bool,
    /// What is counted in a tick means nothing without what the file's users have in common.
    has_common: bool,
    /// In which process the file was opened.
    forks: u32,
    /// What this process left in the word; as long as that stands, its own position counts.
    left: Option<u64>,
    /// The first word of this process, from which the mark's way ahead is measured.
    began: Option<u64>,
    /// How many words are the least and the most that the mark is moved ahead.
    ahead: (u64, u64),
    /// Others may have been there when this process last took something.
    is_crowded: bool,
    /// The last tick that may be issued without coming here.
    pub(super) reach: Tick,
}

impl Ledger {
    /// # Errors
    /// `store_*`; what `common` answers.
    pub(super) fn open(
        plan: &Plan,
        (time, words): (&TimeLayout, Words),
        path: &Path,
        generation: Generation,
        is_seeded: bool,
        common: impl FnOnce() -> Result<Common, Error>,
    ) -> Result<Self, Error> {
        let kind = Kind {
            format: plan.format.name(),
            epoch_ns: time.scale.epoch_ns,
            unit_ns: time.scale.unit_ns,
            time_bits: time_bits(time),
            counter_bits: plan
                .layout
                .counter
                .map_or(0, |counter| counter.place.width()),
            is_permuted: plan.shape.is_permuted(),
        };
        // Of ticks that last for minutes a part, for a burst of ids.
        let ahead = |ns: i128, part: u64| {
            let bits = words.counter_bits.unwrap_or(0);
            (((ns << bits) / time.scale.unit_ns) as u64).max((1 << bits) / part)
        };
        Ok(Self {
            store: Store::open(path, kind, common)?,
            words,
            is_told_apart: words.counter_bits.is_none() && !is_seeded && plan.shape.is_random(),
            has_common: plan.shape.is_permuted() || node_is_above_counter(&plan.layout),
            forks: generation.forks(),
            left: None,
            began: None,
            ahead: (ahead(LEAST_AHEAD_NS, 256), ahead(MOST_AHEAD_NS, 16)),
            is_crowded: false,
            reach: Tick::MAX,
        })
    }

    /// Whether the file was opened by a process that this one was forked from.
    pub(super) fn is_inherited(&self, generation: Generation) -> bool {
        self.forks != generation.forks()
    }

    /// Opens the file anew in a forked child.
    pub(super) fn rejoin(
        &mut self,
        generation: Generation,
        common: impl FnOnce() -> Result<Common, Error>,
    ) -> Result<(), Error> {
        self.store.rejoin(common)?;
        self.forks = generation.forks();
        (self.left, self.began) = (None, None);
        Ok(())
    }

    /// Whether processes go on in one another's ticks.
    pub(super) fn shares_ticks(&self) -> bool {
        self.words.have_counter()
    }

    /// The word, and what others left there if it is not what this process did.
    pub(super) fn look(&self) -> Result<(u64, Option<Found>), Error> {
        let seen = self.store.word();
        match self.left {
            Some(left) if left == seen || self.is_told_apart => return Ok((seen, None)),
            // Somebody has put an older file over this one.
            Some(left) if seen < left => return Err(self.store.error(ErrorCode::StoreCorrupt)),
            _ if seen == 0 => return Ok((seen, None)),
            _ => {}
        }
        let (tick, counter) = self.words.position(seen);
        // The tick of an earlier life, whoever is the first to issue an id in this one.
        let is_new = self.has_common && seen == self.store.first();
        let high = match self.store.high() {
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

    /// The word itself, where each id takes its own.
    pub(super) fn crowd_word(&self) -> Option<NonNull<AtomicU64>> {
        let word = self.store.shared_word();
        self.words.have_counter().then_some(word.into())
    }

    /// Where other processes are, what was left in the word: what is leased follows that.
    pub(super) fn crowded_after(&self) -> Option<u64> {
        self.left.filter(|_| self.is_crowded)
    }

    /// The node that all have; `store_locked` if that is not the one that this process was told to have.
    pub(super) fn common_node(
        &self,
        plan: &Plan,
        chosen: Option<u64>,
    ) -> Result<Option<u64>, Error> {
        if !node_is_above_counter(&plan.layout) {
            return Ok(None);
        }
        let common = self.store.common().node;
        if chosen.is_some_and(|chosen| chosen != common) {
            return Err(self.store.error(ErrorCode::StoreLocked));
        }
        Ok(Some(common))
    }

    /// The permutation of a tick, the same for all who have the file open.
    pub(super) fn permutation(&self, tick: Tick) -> Permutation {
        Permutation::of(self.store.common().key, tick)
    }

    /// Takes the ids of a run, of which it cuts off what may not be taken; `false` if another process was faster.
    ///
    /// `tick` and `counter` are those of the first id, `seen` is what [`look`](Self::look) told.
    pub(super) fn take(
        &mut self,
        plan: &Plan,
        want: Want,
        seen: u64,
        (tick, counter, high): (Tick, u128, Tick),
        run: &mut Run,
    ) -> Result<bool, Error> {
        let first = self.words.word(tick, counter)?;
        self.store.raise_high(self.words.reading(high));
        if self.store.mark() < first {
            self.reserve(first)?;
        }
        // Not below, unless somebody has put an older file over this one just now.
        let room = self.store.mark().saturating_sub(first);
        let steps = match (want, self.words.counter_bits) {
            (Want::Ids(ids), Some(_)) => (ids - 1).min(run.count - 1).min(room),
            (Want::Lease, Some(_)) => MOST.min(run.count - 1).min(room),
            (Want::Lease, None) if matches!(plan.shape.step, Step::CountInTicks { .. }) => {
                LAST_TICK.min(room)
            }
            _ => 0,
        };
        match self.words.counter_bits {
            Some(_) => run.count = steps + 1,
            None => self.reach = tick + Tick::from(steps),
        }
        self.is_crowded = self.words.have_counter() && !self.store.is_alone();
        let to = match want {
            Want::Lease if self.is_crowded => first,
            _ => first + steps,
        };
        if self.is_told_apart {
            self.store.raise(to);
        } else {
            // A tick that this process has begun is its own.
            let is_own = !self.words.have_counter() && to == seen;
            if !is_own && !self.store.exchange(seen, to) {
                return Ok(false);
            }
        }
        self.left = Some(to);
        Ok(true)
    }

    #[cold]
    fn reserve(&mut self, first: u64) -> Result<(), Error> {
        let lived = first.saturating_sub(*self.began.get_or_insert(first));
        let (least, most) = self.ahead;
        self.store.reserve(first, lived.clamp(least, most))
    }

    /// Leaves the file, the last id having been issued at this position.
    pub(super) fn leave(&mut self, generation: Generation, position: Option<(Tick, u128)>) {
        if self.is_inherited(generation) {
            return;
        }
        let own = position.and_then(|(tick, counter)| self.words.word(tick, counter).ok());
        let left = self.left;
        self.store.leave(|seen| match (left, own) {
            (Some(left), Some(own)) if left == seen => own,
            _ => seen,
        });
    }
}

/// Whether ids of one tick are in the order of their nodes first: then all who share the file have the same.
pub(super) fn node_is_above_counter(layout: &Layout) -> bool {
    match (layout.node, layout.counter) {
        (Some(node), Some(counter)) => node.place.lowest_span().0 < counter.place.lowest_span().0,
        _ => false,
    }
}
