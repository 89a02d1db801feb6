//! The one algorithm: what is remembered between two ids, and how the next one follows.
//!
//! State is the last tick and the counter in it. `tick = max(now, last)`; in a new tick the counter
//! starts as the format says, else it counts up; a format without a counter moves the tick:
//! `max(now, last + 1)`. Everything here is pure but for the entropy drawn: the clock's reading
//! comes in as an argument, a wait goes out as a result, and so does a run: the next id and how
//! many could follow it by counting alone.

use super::gate::{Gate, Look};
use super::identity::Identity;
use super::ledger::{Ledger, Taken, Want};
use super::permutation::Permutation;
use super::plan::Plan;
use super::run::Run;
use super::ticks::{Count, Reading, Ticks};
use crate::Here;
use crate::error::{Error, ErrorCode};
use crate::layout::CounterSeed;
use crate::options::{OnExhausted, OnRollback};
use crate::process::Generation;
use crate::store::Store;
use crate::time::Timestamp;
use crate::world::{Guard, World};

/// What the next call leads to.
pub(super) enum Next {
    /// An id, and how many follow it or could; what was wanted of it is accounted for.
    Run(Run),
    /// Nothing, until the clock reads this tick.
    Wait(Count),
    /// Nothing, until the mark of the state file is at least at the first of these words; it is to be moved ahead of it by the second.
    Reserve((u64, u64)),
}

/// Where a generator stands in time: what a store that outlives the process has to keep.
#[derive(Clone, Copy)]
pub(super) struct Position {
    pub(super) tick: Count,
    pub(super) counter: u64,
    /// The highest reading of the clock; `tick` is never further ahead of it than `max_lead`.
    high: Count,
    /// The first tick since the generator was made or reset.
    first: Count,
}

/// A run that is leased: ids that may be taken without looking at the clock.
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
    /// The last look at clock and counter, against which the next one is held.
    look: Look,
    /// What was drawn or chosen.
    pub(super) identity: Identity,
    /// Drawn for a tick that came to nothing.
    unused_start: Option<u64>,
    permutation: Permutation,
    /// For which tick a file's permutation is.
    permuted: Option<Count>,
    /// Ticks passed before a reset, first and last: closed to what draws too little to rule out a
    /// repeat, also if that is so only since, by a node that `reseed` was given.
    passed: Option<(Count, Count)>,
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
            look: Look::default(),
            identity,
            unused_start: None,
            permutation: Permutation::NONE,
            permuted: None,
            passed: None,
            ledger,
            ids: 0,
            rollbacks: 0,
        }
    }

    /// The bits of the next id, if it is leased to who is in this process and reads this of the counter.
    #[inline(always)]
    pub(super) fn take(
        &mut self,
        shape: &super::shape::Shape,
        store: Option<&Store>,
        generation: Generation,
        counter: u64,
    ) -> Option<u128> {
        let lease = &mut self.lease;
        if self.generation != generation
            || !lease.gate.holds(counter)
            || (lease.may_be_joined && !store.is_some_and(Store::is_alone))
        {
            return None;
        }
        lease.run.pop(shape)
    }

    /// Leases what is left of a run that was made at `reading`, taken after `counter`.
    #[inline(always)]
    pub(super) fn lease(&mut self, plan: &Plan, run: Run, counter: u64, reading: Timestamp) {
        if !self.look.agrees(Look::new(counter, reading)) {
            return;
        }
        let serves_ns = match (&plan.ticks, plan.counter, self.position) {
            // A counted id carries the tick of the first: the clock must not leave that.
            (Some(ticks), Some(_), Some(position))
                if ticks.read(reading) == Reading::At(position.tick)
                    && Here::keeps(Guard::EndOfTick) =>
            {
                plan.serves_ns.min(ticks.left_ns(position.tick, reading))
            }
            // The tick is ahead of the clock; or the next id carries a later one than the reading anyway.
            _ => plan.serves_ns,
        };
        self.lease.gate = Gate::opened(counter, serves_ns);
        self.lease.granted = run.count;
        self.lease.run = run;
    }

    /// Ends the lease, and accounts for what was taken of it.
    #[inline(always)]
    pub(super) fn settle(&mut self, plan: &Plan) {
        let taken = self.lease.granted.saturating_sub(self.lease.run.count);
        self.lease.gate = Gate::SHUT;
        (self.lease.granted, self.lease.run.count) = (0, 0);
        if Here::keeps(Guard::Account) {
            self.follow(plan, taken);
        }
    }

    /// Accounts for ids that followed the first of a run.
    fn follow(&mut self, plan: &Plan, ids: u64) {
        self.ids += ids;
        if let Some(position) = &mut self.position {
            match plan.counter {
                Some(_) => position.counter += ids,
                None => position.tick += Count::from(ids),
            }
        }
    }

    /// Draws everything anew: after a fork, or on request, with the user's seed or node if given; `joined` is the state file, if there is one.
    /// Time goes on from where it was, in a new tick.
    pub(super) fn renew(
        &mut self,
        plan: &Plan,
        seed: Option<[u8; 32]>,
        node: Option<u64>,
    ) -> Result<(), Error> {
        if Here::keeps(Guard::Renewal) {
            self.identity.renew(plan, seed, node)?;
        }
        self.is_torn = false;
        self.unused_start = None;
        self.stale = Here::keeps(Guard::FreshTick)
            && !self.ledger.as_ref().is_some_and(Ledger::shares_ticks);
        Ok(())
    }

    /// Goes on with a state file that was opened, or opened anew in a forked child: takes what all its users have in common.
    pub(super) fn join(&mut self, plan: &Plan, store: &Store) -> Result<(), Error> {
        // Another life of the file may have another key.
        self.permuted = None;
        if let Some(ledger) = &mut self.ledger {
            ledger.begin();
            if let Some(node) = ledger.common_node(store, self.identity.chosen())? {
                self.identity.share_node(plan, node);
            }
        }
        Ok(())
    }

    /// The ids that follow at this reading of the clock, greater than one of tick `after`.
    #[inline]
    pub(super) fn next(
        &mut self,
        plan: &Plan,
        store: Option<&Store>,
        reading: Timestamp,
        after: Option<Count>,
        want: Want,
    ) -> Result<Next, Error> {
        let Some(ticks) = &plan.ticks else {
            let run = self.run_of(0, 0, u64::MAX);
            return Ok(Next::Run(self.account_for(plan, want, run)));
        };
        let now = ticks.read(reading);
        let Some(store) = store else {
            if let Some(until) = self.advance(plan, ticks, None, now, after)? {
                return Ok(Next::Wait(until));
            }
            let run = self.run(plan, ticks);
            return Ok(Next::Run(self.account_for(plan, want, run)));
        };
        self.next_of_file(plan, ticks, store, now, after, want)
    }

    /// [`next`](Self::next) with a position that others move: taken over before the algorithm runs, and put in its place after it.
    #[inline(never)]
    fn next_of_file(
        &mut self,
        plan: &Plan,
        ticks: &Ticks,
        store: &Store,
        now: Reading,
        after: Option<Count>,
        want: Want,
    ) -> Result<Next, Error> {
        loop {
            let seen = self.look_at_file(plan, store)?;
            let before = (self.position, self.stale);
            let taken = match self.advance(plan, ticks, Some(store), now, after) {
                Ok(Some(until)) => return Ok(Next::Wait(until)),
                Ok(None) => {
                    let mut run = self.run(plan, ticks);
                    match self.take_from_file(store, want, seen, &mut run) {
                        Ok(Taken::Yes(may_be_joined)) => {
                            self.lease.may_be_joined = may_be_joined;
                            return Ok(Next::Run(self.account_for(plan, want, run)));
                        }
                        taken => taken,
                    }
                }
                Err(error) => Err(error),
            };
            self.keep_start(before.0);
            (self.position, self.stale) = before;
            if let Taken::Reserve(ahead) = taken? {
                return Ok(Next::Reserve(ahead));
            }
        }
    }

    /// The start of a tick that comes to nothing is that of the next one: a seed's stream goes on with the ids that are made.
    fn keep_start(&mut self, before: Option<Position>) {
        let begun = self.position.filter(|now| before.is_none_or(|before| before.tick != now.tick));
        if let Some(begun) = begun {
            self.unused_start = Some(begun.counter);
        }
    }

    /// Where other processes have moved on, takes their position for its own; tells what the file says.
    fn look_at_file(&mut self, plan: &Plan, store: &Store) -> Result<u64, Error> {
        let Some(ledger) = &self.ledger else {
            return Ok(0);
        };
        let (seen, found) = ledger.look(store)?;
        if let Some(found) = found {
            let own = self.position;
            self.stale = found.counter.is_none();
            self.position = Some(Position {
                tick: found.tick,
                counter: found.counter.unwrap_or(0),
                high: own.map_or(found.high, |own| own.high.max(found.high)),
                first: found.tick,
            });
            self.permute(plan, Some(store), found.tick)?;
        }
        Ok(seen)
    }

    /// Takes a run from what the file's users share.
    fn take_from_file(
        &mut self,
        store: &Store,
        want: Want,
        seen: u64,
        run: &mut Run,
    ) -> Result<Taken, Error> {
        match (&mut self.ledger, self.position) {
            (Some(ledger), Some(position)) => {
                let position = (position.tick, position.counter, position.high);
                ledger.take(store, want, seen, position, run)
            }
            _ => Ok(Taken::Yes(false)),
        }
    }

    /// How far ids were issued, when nobody else issues any and the file's word is this.
    pub(super) fn last_word(&self, seen: u64) -> u64 {
        let position = self.position.filter(|_| !self.is_torn);
        let position = position.map(|position| (position.tick, position.counter));
        let ledger = self.ledger.as_ref();
        ledger.map_or(seen, |ledger| ledger.last(seen, position))
    }

    /// Accounts for what is made of a run at once.
    fn account_for(&mut self, plan: &Plan, want: Want, mut run: Run) -> Run {
        self.ids += 1;
        if let Want::Ids(ids) = want {
            run.count = run.count.min(ids);
            self.follow(plan, run.count - 1);
        }
        run
    }

    /// The run that begins at the position.
    #[inline(always)]
    fn run(&self, plan: &Plan, ticks: &Ticks) -> Run {
        let Some(Position {
            tick,
            counter,
            high,
            ..
        }) = self.position
        else {
            return Run::NONE;
        };
        let known = ticks.write(tick);
        match plan.counter {
            Some((layout, greatest)) => {
                let left = greatest - counter;
                let (known, room) = if plan.shape.is_permuted() {
                    (known, left)
                } else {
                    let counted = known | layout.place.write(counter.into()).to_u128();
                    (counted, left.min(plan.shape.room(counter)))
                };
                self.run_of(known, counter, room)
            }
            None => self.run_of(known, 0, self.ticks_ahead(plan, ticks, tick, high)),
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
    fn ticks_ahead(&self, plan: &Plan, ticks: &Ticks, tick: Count, high: Count) -> u64 {
        let in_doubt = self.closed(plan).is_some()
            || plan.policy.on_exhausted == OnExhausted::Error
            || !ticks.is_past_hole(tick);
        if in_doubt {
            return 0;
        }
        let most = high.saturating_add(plan.policy.max_lead).min(ticks.last);
        most.saturating_sub(tick).min(u32::MAX.into()) as u64
    }

    /// Moves the position to that of the next id, or tells for which tick to wait.
    #[inline(always)]
    fn advance(
        &mut self,
        plan: &Plan,
        ticks: &Ticks,
        store: Option<&Store>,
        reading: Reading,
        after: Option<Count>,
    ) -> Result<Option<Count>, Error> {
        let Some(position) = &mut self.position else {
            return self.start_at(plan, ticks, store, reading, after).map(|()| None);
        };
        let (now, behind) = match reading {
            Reading::At(now) => (now, position.high.saturating_sub(now)),
            Reading::Before(ticks) => (0, position.high.saturating_add(ticks.into())),
            Reading::Beyond => (0, 0),
        };
        if plan.policy.tolerance.is_some_and(|most| behind > most) {
            return self.roll_back(plan, ticks, store, reading, after).map(|()| None);
        }
        self.behind = false;
        if reading == Reading::Beyond {
            return Err(Error::new(ErrorCode::TimestampOutOfRange));
        }
        position.high = position.high.max(now);
        let Position { tick, high, .. } = *position;

        let overtaken = after.filter(|&after| after >= tick);
        let last = overtaken.unwrap_or(tick);
        if now > last {
            return self.begin_tick(plan, ticks, store, now, high).map(|()| None);
        }
        let ordered = plan
            .counter
            .is_some_and(|(counter, _)| counter.seed != CounterSeed::Permuted);
        let goes_on = overtaken.is_none() && !self.stale && (after.is_none() || ordered);
        if goes_on && self.count_up(plan) {
            return Ok(None);
        }
        if goes_on && plan.policy.on_exhausted == OnExhausted::Error {
            return Err(Error::new(ErrorCode::CounterExhausted));
        }
        let next = ticks.step_over(last + 1);
        if next.saturating_sub(high) <= plan.policy.max_lead || !Here::keeps(Guard::MaxLead) {
            return self.begin_tick(plan, ticks, store, next, high).map(|()| None);
        }
        match (overtaken, plan.policy.on_exhausted) {
            (Some(_), _) => Err(Error::new(ErrorCode::TimestampOutOfRange)),
            (None, OnExhausted::Error) => Err(Error::new(ErrorCode::CounterExhausted)),
            (None, OnExhausted::Advance) => Ok(Some(next - plan.policy.max_lead)),
        }
    }

    /// The next id of the same tick; `false` where the tick is full.
    #[inline(always)]
    fn count_up(&mut self, plan: &Plan) -> bool {
        let (Some((_, greatest)), Some(position)) = (plan.counter, &mut self.position) else {
            return false;
        };
        let has_room = position.counter < greatest;
        position.counter += u64::from(has_room);
        has_room
    }

    /// The first id, or the first one after a reset.
    fn start_at(
        &mut self,
        plan: &Plan,
        ticks: &Ticks,
        store: Option<&Store>,
        reading: Reading,
        after: Option<Count>,
    ) -> Result<(), Error> {
        let Reading::At(now) = reading else {
            return Err(Error::new(ErrorCode::TimestampOutOfRange));
        };
        let tick = match after {
            Some(after) if after >= now => ticks.step_over(after + 1),
            _ => now,
        };
        if tick - now > plan.policy.max_lead {
            return Err(Error::new(ErrorCode::TimestampOutOfRange));
        }
        self.begin_tick(plan, ticks, store, tick, now)?;
        if let Some(position) = &mut self.position {
            position.first = position.tick;
        }
        Ok(())
    }

    /// Starts the counter of a tick.
    #[inline(always)]
    fn begin_tick(
        &mut self,
        plan: &Plan,
        ticks: &Ticks,
        store: Option<&Store>,
        tick: Count,
        high: Count,
    ) -> Result<(), Error> {
        ticks.check(tick)?;
        if self
            .closed(plan)
            .is_some_and(|(first, last)| (first..=last).contains(&tick))
        {
            return Err(Error::new(ErrorCode::ClockRollback));
        }
        let counter = match plan.counter.map(|(counter, _)| counter.seed) {
            None | Some(CounterSeed::Zero) => 0,
            Some(CounterSeed::Random(bits)) => match self.unused_start.take() {
                Some(start) => start,
                None => self.identity.entropy.bits(bits)? as u64,
            },
            Some(CounterSeed::Kept(_)) => self.identity.start,
            Some(CounterSeed::Permuted) => self.permute(plan, store, tick).map(|()| 0)?,
        };
        let first = self.position.map_or(tick, |position| position.first);
        self.position = Some(Position {
            tick,
            counter,
            high,
            first,
        });
        self.stale = false;
        Ok(())
    }

    /// Takes a permutation for a tick: with a file, the one that all its users have.
    fn permute(&mut self, plan: &Plan, store: Option<&Store>, tick: Count) -> Result<(), Error> {
        if !plan.shape.is_permuted() {
            return Ok(());
        }
        let Some(store) = store else {
            self.permutation = self.identity.entropy.with(Permutation::draw)?;
            return Ok(());
        };
        if self.permuted != Some(tick) {
            self.permutation = Permutation::of(store.common().key, tick);
            self.permuted = Some(tick);
        }
        Ok(())
    }

    /// The ticks that must not be passed again.
    #[inline]
    fn closed(&self, plan: &Plan) -> Option<(Count, Count)> {
        self.passed.filter(|_| {
            !plan.layout.rules_out_repeats(self.identity.chosen())
                && Here::keeps(Guard::PassedTicks)
        })
    }

    /// The clock was set back beyond the tolerance.
    #[cold]
    fn roll_back(
        &mut self,
        plan: &Plan,
        ticks: &Ticks,
        store: Option<&Store>,
        reading: Reading,
        after: Option<Count>,
    ) -> Result<(), Error> {
        self.rollbacks += u64::from(!self.behind);
        self.behind = true;
        if plan.policy.on_rollback == OnRollback::Error {
            return Err(Error::new(ErrorCode::ClockRollback));
        }
        let (Reading::At(now), Some(position)) = (reading, self.position) else {
            return Err(Error::new(ErrorCode::TimestampOutOfRange));
        };
        let (first, last) = self.passed.unwrap_or((position.first, position.tick));
        let passed = (first.min(position.first), last.max(position.tick));
        if plan.layout.rules_out_repeats(self.identity.chosen()) {
            self.identity.reset_node(plan)?;
        } else if (passed.0..=passed.1).contains(&now) && Here::keeps(Guard::PassedTicks) {
            return Err(Error::new(ErrorCode::ClockRollback));
        }
        self.identity.draw_start(plan)?;
        self.passed = Some(passed);
        self.behind = false;
        self.position = None;
        self.start_at(plan, ticks, store, reading, after)
            .inspect_err(|_| self.position = Some(position))
    }

    /// How far the last tick is ahead of the highest reading, in nanoseconds.
    pub(super) fn lead_ns(&self, plan: &Plan) -> u64 {
        let (Some(ticks), Some(position)) = (&plan.ticks, self.position) else {
            return 0;
        };
        let lead = position.tick.saturating_sub(position.high);
        u64::try_from(lead as i128 * ticks.unit_ns()).unwrap_or(u64::MAX)
    }
}
