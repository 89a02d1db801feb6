//! The one algorithm: what is remembered between two ids, and how the next one follows.
//!
//! State is the last tick and the counter in it. `tick = max(now, last)`; in a new tick the counter
//! starts as the format says, else it counts up; a format without a counter moves the tick:
//! `max(now, last + 1)`. Everything here is pure but for the entropy drawn: the clock's reading
//! comes in as an argument, a wait goes out as a result, and so does a run: the next id and how
//! many could follow it by counting alone.

mod advance;
mod kept;

use super::ask::{Ask, No, Want};
use super::gate::{Gate, Look};
use super::identity::Identity;
use super::ledger::Ledger;
use super::permutation::Permutation;
use super::plan::{Counted, Plan};
use super::run::Run;
use super::shape::Shape;
use super::ticks::{Base, Count, Reading, Ticks};
use crate::error::Error;
use crate::options::OnExhausted;
use crate::store::StateFile;
use crate::sys::process::Generation;
use crate::sys::{Os, Sys, cov_mark, guard};
use crate::time::{Tick, Timestamp};
use crate::value::Value;

/// What is asked for, in ticks above the base.
#[derive(Clone, Copy)]
struct Aim<'a> {
    plan: &'a Plan,
    ticks: &'a Ticks,
    store: Option<&'a StateFile>,
    now: Reading,
    is_early: bool,
    after: Option<Count>,
    want: Want,
}

impl<'a> Aim<'a> {
    /// The state file; none where there are no files.
    #[inline(always)]
    fn store(&self) -> Option<&'a StateFile> {
        self.store.filter(|_| Sys::has_files())
    }
}

/// Where a generator stands in time: what a store that outlives the process has to keep.
#[derive(Clone, Copy)]
struct Position {
    tick: Count,
    counter: Counted,
    /// The highest reading of the clock; `tick` is never further ahead of it than `max_lead`.
    high: Count,
    /// The first tick since the generator was made or reset.
    first: Count,
}

/// The run that was made last, of which ids may be taken without looking at the clock as long as the gate holds.
struct Lease {
    gate: Gate,
    run: Run,
    /// How many ids it had.
    granted: u64,
    /// Others may come, who then take what follows from the state file.
    may_be_joined: bool,
}

/// What fits into a line of the cache stands first.
#[repr(C)]
pub(super) struct State {
    lease: Lease,
    pub(super) generation: Generation,
    /// A thread of the parent was changing it at the fork: of a seed's stream the place is not known.
    pub(super) is_torn: bool,
    /// The counter may not go on in this tick: another process may have done so.
    stale: bool,
    /// The clock stands behind by more than the tolerance, and that was counted.
    behind: bool,
    position: Option<Position>,
    /// What its ticks are above.
    base: Base,
    /// The last look at clock and counter, against which the next one is held.
    look: Look,
    /// What was drawn or chosen.
    pub(super) identity: Identity,
    /// Drawn for a tick that came to nothing.
    unused_start: Option<u128>,
    permutation: Permutation,
    /// For which tick a file's permutation is.
    permuted: Option<Count>,
    /// Ticks passed before a reset, first and last, above the format's first: closed to what draws too little to rule
    /// out a repeat, also if that is so only since, by a node that `reseed` was given.
    passed: Option<(Base, Base)>,
    /// The reading that lay below the base, and the tick that was to be passed: a reset counts them from another one.
    low: Option<(Timestamp, Option<Tick>)>,
    /// The file that keeps the position.
    ledger: Option<Ledger>,
    pub(super) ids: u64,
    pub(super) rollbacks: u64,
}

impl State {
    pub(super) fn new(identity: Identity, ledger: Option<Ledger>, generation: Generation) -> Self {
        Self {
            lease: Lease {
                gate: Gate::SHUT,
                run: Run::NONE,
                granted: 0,
                may_be_joined: false,
            },
            generation,
            is_torn: false,
            stale: false,
            behind: false,
            position: None,
            base: 0,
            look: Look::default(),
            identity,
            unused_start: None,
            permutation: Permutation::NONE,
            permuted: None,
            passed: None,
            low: None,
            ledger,
            ids: 0,
            rollbacks: 0,
        }
    }

    /// The bits of the next id, if it is leased to who is in this process and reads this of the counter.
    #[inline(always)]
    pub(super) fn take(
        &mut self,
        shape: &Shape,
        store: Option<&StateFile>,
        generation: Generation,
        counter: u64,
    ) -> Option<u128> {
        let lease = &mut self.lease;
        if self.generation != generation
            || !lease.gate.holds(counter)
            || (lease.may_be_joined && !store.is_some_and(StateFile::is_exclusive))
        {
            return None;
        }
        cov_mark!(Leased);
        lease.run.pop(shape)
    }

    /// Leases what is left of the run that was made at `reading`, taken after `counter`.
    pub(super) fn lease(&mut self, plan: &Plan, run: Run, counter: u64, reading: Timestamp) {
        let agrees = self.look.agrees(Look::new(counter, reading));
        let serves_ns = match (&plan.ticks, &plan.counter) {
            _ if !agrees => 0,
            // A counted id carries the tick of the first: the clock must not leave that.
            (Some(ticks), Some(_)) if guard!(EndOfTick) => {
                plan.serves_ns.min(ticks.left_ns(reading).unwrap_or(0))
            }
            // The next id carries a later tick than the reading anyway.
            _ => plan.serves_ns,
        };
        self.lease.gate = Gate::opened(counter, serves_ns);
        self.lease.run = run;
        self.lease.granted = run.count;
        if !self.lease.gate.is_shut() {
            cov_mark!(GateOpened);
        }
    }

    /// Ends the lease, and accounts for what was taken of it.
    #[inline(always)]
    pub(super) fn settle(&mut self, plan: &Plan) {
        if self.lease.gate.is_shut() {
            return;
        }
        let taken = self.lease.granted.saturating_sub(self.lease.run.count);
        self.lease.gate = Gate::SHUT;
        (self.lease.granted, self.lease.run.count) = (0, 0);
        if guard!(Account) {
            self.follow(plan, taken);
        }
    }

    /// Accounts for ids that followed the first of a run.
    fn follow(&mut self, plan: &Plan, ids: u64) {
        self.ids += ids;
        if let Some(position) = &mut self.position {
            match &plan.counter {
                Some(counter) => position.counter = counter.after(position.counter, ids),
                None => position.tick += ids,
            }
        }
    }

    /// Draws everything anew: after a fork, or on request, with the user's seed or node if given.
    /// Time goes on from where it was, in a new tick.
    pub(super) fn renew(
        &mut self,
        plan: &Plan,
        store: Option<&StateFile>,
        seed: Option<[u8; 32]>,
        node: Option<u64>,
    ) -> Result<(), Error> {
        let common = self.common_node(store, node.or(self.identity.chosen()))?;
        if guard!(Renewal) {
            self.identity.renew(plan, seed, node)?;
        }
        self.unused_start = None;
        self.stale = guard!(FreshTick) && !self.ledger.as_ref().is_some_and(Ledger::shares_ticks);
        self.go_on(plan, common);
        Ok(())
    }

    /// Makes the next run. After [`settle`](Self::settle).
    #[inline(always)]
    pub(super) fn next(&mut self, ask: Ask<'_>) -> Result<Run, No> {
        let mut run = match &ask.plan.ticks {
            Some(ticks) => {
                let aim = self.aim(ask, ticks)?;
                match aim.store() {
                    None => {
                        let position = self.advance(&aim)?;
                        self.run(&aim, position)
                    }
                    Some(store) => self.next_of_file(aim, store)?,
                }
            }
            None => self.run_of(0, 0, u64::MAX),
        };
        self.account_for(ask, &mut run);
        Ok(run)
    }

    /// [`next`](Self::next), compiled once: for calls that do more than that.
    #[inline(never)]
    pub(super) fn next_by_call(&mut self, ask: Ask<'_>) -> Result<Run, No> {
        self.next(ask)
    }

    /// An id, its random bits drawn under the lock.
    pub(super) fn completed(&mut self, plan: &Plan, bits: u128) -> Result<Value, Error> {
        let entropy = &mut self.identity.entropy;
        entropy.with(|stream| plan.shape.complete(bits, stream))
    }

    #[inline(always)]
    fn aim<'a>(&mut self, ask: Ask<'a>, ticks: &'a Ticks) -> Result<Aim<'a>, Error> {
        let now = match ticks.read(ask.reading, self.base) {
            Ok(now) if now.below == 0 => now,
            _ => self.rebase(ticks, ask.reading, ask.after)?,
        };
        Ok(Aim {
            plan: ask.plan,
            ticks,
            store: ask.store,
            now,
            is_early: ask.is_early,
            after: ticks.known(ask.after, self.base)?,
            want: ask.want,
        })
    }

    /// A reading above the base, which is moved where it lies too low; but the words of a file are above one base for good.
    #[cold]
    fn rebase(
        &mut self,
        ticks: &Ticks,
        reading: Timestamp,
        after: Option<Tick>,
    ) -> Result<Reading, Error> {
        self.low = None;
        if self.ledger.is_some() {
            return ticks.read(reading, self.base);
        }
        let base = ticks.base(reading);
        if base > self.base || self.position.is_none() {
            let passed = self.position.map(|position| self.passed_with(position));
            self.passed = passed.or(self.passed);
            // All ids were below the reading, and few of them above what is the base now.
            let down = |tick: Count| {
                let above = self.base + u128::from(tick);
                Count::try_from(above.saturating_sub(base)).unwrap_or(Count::MAX - 1)
            };
            self.position = self.position.map(|position| Position {
                tick: down(position.tick),
                high: down(position.high),
                first: down(position.first),
                ..position
            });
            self.base = base;
            cov_mark!(Rebased);
        } else {
            self.low = Some((reading, after));
        }
        ticks.read(reading, self.base)
    }

    /// Accounts for what is made of a run at once.
    #[inline(always)]
    fn account_for(&mut self, ask: Ask<'_>, run: &mut Run) {
        self.ids += 1;
        if let Want::Ids(ids) = ask.want {
            run.count = run.count.min(ids);
            if run.count > 1 {
                self.follow(ask.plan, run.count - 1);
            }
        }
    }

    /// The run that begins at the position.
    #[inline(always)]
    fn run(&self, aim: &Aim<'_>, position: Position) -> Run {
        let (plan, counter) = (aim.plan, position.counter);
        let known = aim.ticks.write(position.tick, self.base);
        let is_permuted = plan.shape.is_permuted();
        match &plan.counter {
            Some(layout) => {
                let counted = match is_permuted {
                    true => 0,
                    false => layout.write(counter),
                };
                let room = match aim.want {
                    Want::Ids(1) => 0,
                    _ if is_permuted => layout.room(counter),
                    _ => layout.room(counter).min(plan.shape.room(counter.int())),
                };
                // Of a wider room a part: no run is as long.
                let room = u64::try_from(room).unwrap_or(u64::MAX);
                // Of a permutation, which is of fewer bits, the place in it.
                self.run_of(known | counted, counter.low, room)
            }
            None => self.run_of(known, 0, self.ticks_ahead(aim, position)),
        }
    }

    #[inline(always)]
    fn run_of(&self, known: u128, from: u64, room: u64) -> Run {
        Run {
            first: self.identity.fixed | known,
            count: room.saturating_add(1),
            permutation: self.permutation,
            from,
        }
    }

    /// How many ticks may follow at once, in a format whose tick holds one id.
    fn ticks_ahead(&self, aim: &Aim<'_>, Position { tick, high, .. }: Position) -> u64 {
        let (ticks, policy) = (aim.ticks, &aim.plan.policy);
        let in_doubt = matches!(aim.want, Want::Ids(1))
            || self.closed(aim.plan).is_some()
            || policy.on_exhausted == OnExhausted::Error
            || !ticks.is_past_hole(tick);
        if in_doubt {
            return 0;
        }
        let most = high.saturating_add(policy.max_lead);
        let most = most.min(ticks.last(self.base));
        most.saturating_sub(tick).min(u32::MAX.into())
    }

    /// How far the last tick is ahead of the highest reading, in nanoseconds.
    pub(super) fn lead_ns(&self, plan: &Plan) -> u64 {
        let (Some(ticks), Some(position)) = (&plan.ticks, self.position) else {
            return 0;
        };
        let lead = position.tick.saturating_sub(position.high);
        u64::try_from(i128::from(lead) * ticks.unit_ns()).unwrap_or(u64::MAX)
    }
}

#[cfg(test)]
mod tests;
