//! The algorithm: the state between two ids, and how the next id follows from it.
//!
//! The state is the last tick and the counter in it. `tick = max(now, last)`: in a new tick the
//! counter starts as the format defines, otherwise it counts up. A format without a counter
//! advances the tick: `max(now, last + 1)`. Apart from drawing random bits, everything here is
//! pure: clock readings are arguments, waits are results. The result of a request is a run: the
//! next id, and how many could follow it by counting. What is rare is in `rollback` and `sessions`.

mod rollback;
mod sessions;

use super::clock_cache::{ClockSample, ClockWindow};
use super::file_position::{FilePosition, MAX_AHEAD_NS};
use super::hot_layout::HotLayout;
use super::identity::Identity;
use super::permutation::Permutation;
use super::plan::{CounterValue, Plan};
use super::run::{Batch, Blocked, Run};
use super::ticks::{Count, Ticks};
use crate::error::{Error, ErrorCode};
use crate::layout::CounterSeed;
use crate::store::StateFile;
use crate::sys::process::Generation;
use crate::sys::{Os, cov_mark, guard};
use crate::time::{Tick, UnixTime};

/// The longest lead that other programs with the same state file are expected to have.
const LONGEST_LEAD_NS: i128 = 3_600_000_000_000;

/// The longest term of a lease, and so how far ahead of the clock a lease may begin.
const LONGEST_TERM_NS: i128 = 86_400_000_000_000;

/// What a call asks for.
pub struct Request<'a, S: Os> {
    pub plan: &'a Plan,
    pub state_file: Option<&'a StateFile<S>>,
    pub reading: UnixTime,
    /// The clock was read before locking: other threads may have read it since.
    pub is_early: bool,
    /// The id must be greater than all ids of this tick.
    pub after: Option<Tick>,
    pub batch: Batch,
}

/// A request in ticks relative to the base.
struct Target<'a, S: Os> {
    plan: &'a Plan,
    ticks: &'a Ticks,
    state_file: Option<&'a StateFile<S>>,
    now: Count,
    /// How many ticks the reading is before the base. `now` is then 0.
    below: u64,
    is_early: bool,
    after: Option<Count>,
    batch: Batch,
}

impl<'a, S: Os> Target<'a, S> {
    /// The state file. Always `None` on systems without files.
    #[inline(always)]
    fn state_file(&self) -> Option<&'a StateFile<S>> {
        self.state_file.filter(|_| S::has_files())
    }
}

/// The generator's place in time, which a state file preserves.
#[derive(Clone, Copy)]
struct Position {
    tick: Count,
    counter: CounterValue,
    /// The highest clock reading. `tick` is at most `max_lead` ahead of it.
    max_seen: Count,
    /// The first tick since the generator was created or reset.
    first: Count,
}

/// A reserved run: ids that calls take without reading the clock while the window is open.
struct Prefetched {
    window: ClockWindow,
    run: Run,
    /// How many ids the run had at first.
    size: u64,
    /// Another process may join the state file, and continue after the run.
    may_be_joined: bool,
}

/// Hot fields first: they share one cache line.
#[repr(C)]
pub struct State<S: Os> {
    prefetched: Prefetched,
    pub generation: Generation,
    /// A thread of the parent was changing the state at the fork, so the position in a seeded
    /// random stream is unknown.
    pub is_poisoned: bool,
    /// The counter must not continue in this tick: another process may have done so.
    needs_new_tick: bool,
    /// The clock is behind by more than the tolerance, and this was counted.
    clock_behind: bool,
    position: Option<Position>,
    /// The base of the position's ticks.
    base: u128,
    /// The last sample of clock and counter, for the drift check.
    sample: ClockSample,
    pub identity: Identity<S>,
    /// A counter start that was drawn for a tick that was not used.
    unused_start: Option<u128>,
    permutation: Permutation,
    /// The tick of the permutation, with a state file.
    permutation_tick: Option<Count>,
    /// The first and last tick passed before a reset, relative to the format's first. They are
    /// closed if too little is drawn to rule out a repeat, also if that is so only since `reseed`
    /// assigned a node.
    passed: Option<(u128, u128)>,
    /// The clock reading and the tick to exceed of a request below the base. A reset converts them
    /// with another base.
    below_base: Option<(UnixTime, Option<Tick>)>,
    file_position: Option<FilePosition>,
    pub ids: u64,
    pub rollbacks: u64,
}

impl<S: Os> State<S> {
    pub fn new(
        identity: Identity<S>,
        file_position: Option<FilePosition>,
        generation: Generation,
    ) -> Self {
        Self {
            prefetched: Prefetched {
                window: ClockWindow::CLOSED,
                run: Run::NONE,
                size: 0,
                may_be_joined: false,
            },
            generation,
            is_poisoned: false,
            needs_new_tick: false,
            clock_behind: false,
            position: None,
            base: 0,
            sample: ClockSample::default(),
            identity,
            unused_start: None,
            permutation: Permutation::NONE,
            permutation_tick: None,
            passed: None,
            below_base: None,
            file_position,
            ids: 0,
            rollbacks: 0,
        }
    }

    // Prefetched ids

    /// Takes the next id of the prefetched run (random bits not filled in). `None` if the run is
    /// empty or expired, or belongs to another process.
    #[inline(always)]
    pub fn take_prefetched(
        &mut self,
        layout: &HotLayout,
        state_file: Option<&StateFile<S>>,
        generation: Generation,
        counter: u64,
    ) -> Option<u128> {
        let prefetched = &mut self.prefetched;
        if self.generation != generation
            || !prefetched.window.contains(counter)
            || (prefetched.may_be_joined && !state_file.is_some_and(StateFile::is_exclusive))
        {
            return None;
        }
        cov_mark!(Leased);
        prefetched.run.pop(layout)
    }

    /// Stores the rest of a run for later calls. `reading` is the run's clock reading, `counter`
    /// the cycle counter before it.
    pub fn prefetch(&mut self, plan: &Plan, run: Run, counter: u64, reading: UnixTime) {
        let agrees = self.sample.agrees::<S>(ClockSample::new(counter, reading));
        let window_ns = match (&plan.ticks, &plan.counter) {
            _ if !agrees => 0,
            // All ids of the run have the same tick, so the clock must not leave it.
            (Some(ticks), Some(_)) if guard!(EndOfTick) => {
                plan.window_ns.min(ticks.left_ns(reading).unwrap_or(0))
            }
            // Each id has a later tick than the reading anyway.
            _ => plan.window_ns,
        };
        self.prefetched.window = ClockWindow::open::<S>(counter, window_ns);
        self.prefetched.run = run;
        self.prefetched.size = run.count;
        if !self.prefetched.window.is_closed() {
            cov_mark!(GateOpened);
        }
    }

    /// Drops the prefetched run, and advances the position by the ids taken from it.
    #[inline(always)]
    pub fn flush(&mut self, plan: &Plan) {
        if self.prefetched.window.is_closed() {
            return;
        }
        let taken = self
            .prefetched
            .size
            .saturating_sub(self.prefetched.run.count);
        self.prefetched.window = ClockWindow::CLOSED;
        (self.prefetched.size, self.prefetched.run.count) = (0, 0);
        if guard!(Account) {
            self.count_further(plan, taken);
        }
    }

    /// Advances the position by ids that followed the first of a run.
    fn count_further(&mut self, plan: &Plan, ids: u64) {
        self.ids += ids;
        if let Some(position) = &mut self.position {
            match &plan.counter {
                Some(counter) => position.counter = counter.after(position.counter, ids),
                None => position.tick += ids,
            }
        }
    }

    // The next run

    /// Issues the next run. The state must be flushed.
    #[inline(always)]
    pub fn next_run(&mut self, request: &Request<'_, S>) -> Result<Run, Blocked> {
        let mut run = match &request.plan.ticks {
            Some(ticks) => {
                let target = self.target(request, ticks)?;
                match target.state_file() {
                    None => {
                        let position = self.advance(&target)?;
                        self.run_at(&target, position)
                    }
                    Some(state_file) => self.next_run_in_file(&target, state_file)?,
                }
            }
            None => self.run_of(0, 0, u64::MAX),
        };
        self.count_issued(request, &mut run);
        Ok(run)
    }

    /// [`next_run`](Self::next_run), compiled once for plans that are not constants.
    #[inline(never)]
    pub fn next_run_outlined(&mut self, request: &Request<'_, S>) -> Result<Run, Blocked> {
        self.next_run(request)
    }

    #[inline(always)]
    fn target<'a>(
        &mut self,
        request: &Request<'a, S>,
        ticks: &'a Ticks,
    ) -> Result<Target<'a, S>, Error> {
        let (now, below) = match ticks.read(request.reading, self.base) {
            Ok((now, below)) if below < 1 => (now, 0),
            _ => self.rebase(ticks, request.reading, request.after)?,
        };
        Ok(Target {
            plan: request.plan,
            ticks,
            state_file: request.state_file,
            now,
            below,
            is_early: request.is_early,
            after: ticks.of_id(request.after, self.base)?,
            batch: request.batch,
        })
    }

    /// Counts the ids of a run that are issued at once.
    #[inline(always)]
    fn count_issued(&mut self, request: &Request<'_, S>, run: &mut Run) {
        self.ids += 1;
        if let Batch::Ids(ids) = request.batch {
            run.count = run.count.min(ids);
            if run.count > 1 {
                self.count_further(request.plan, run.count - 1);
            }
        }
    }

    #[inline(always)]
    fn run_at(&self, target: &Target<'_, S>, position: Position) -> Run {
        let (plan, counter) = (target.plan, position.counter);
        let known = target.ticks.write(position.tick, self.base);
        let is_permuted = plan.hot.is_permuted();
        match &plan.counter {
            Some(layout) => {
                let counted = match is_permuted {
                    true => 0,
                    false => layout.write(counter),
                };
                let room = match target.batch {
                    Batch::Ids(1) => 0,
                    _ if is_permuted => layout.room(counter),
                    _ => layout.room(counter).min(plan.hot.room(counter.int())),
                };
                // No run is longer.
                let room = u64::try_from(room).unwrap_or(u64::MAX);
                // The low half is enough for the index into a permutation.
                self.run_of(known | counted, counter.low, room)
            }
            None => self.run_of(known, 0, self.free_ticks(target, position)),
        }
    }

    #[inline(always)]
    fn run_of(&self, known: u128, index: u64, room: u64) -> Run {
        Run {
            first: self.identity.fixed | known,
            count: room.saturating_add(1),
            permutation: self.permutation,
            index,
        }
    }

    /// How many ticks may follow at once, in a format with one id per tick.
    fn free_ticks(&self, target: &Target<'_, S>, position: Position) -> u64 {
        let Position { tick, max_seen, .. } = position;
        let (ticks, policy) = (target.ticks, &target.plan.policy);
        let is_uncertain = matches!(target.batch, Batch::Ids(1))
            || self.closed_ticks(target.plan).is_some()
            || policy.fails_if_exhausted
            || !ticks.is_past_hole(tick);
        if is_uncertain {
            return 0;
        }
        let most = max_seen.saturating_add(policy.max_lead);
        let most = most.min(ticks.last(self.base));
        // Below the fence of the node.
        let most = most.min(self.identity.term.end.saturating_sub(1));
        most.saturating_sub(tick).min(u32::MAX.into())
    }

    /// How far the last tick is ahead of the highest clock reading, in nanoseconds.
    pub fn lead_ns(&self, plan: &Plan) -> u64 {
        let (Some(ticks), Some(position)) = (&plan.ticks, self.position) else {
            return 0;
        };
        let lead = position.tick.saturating_sub(position.max_seen);
        u64::try_from(i128::from(lead) * ticks.unit_ns()).unwrap_or(u64::MAX)
    }

    // The position

    #[inline(always)]
    fn advance(&mut self, target: &Target<'_, S>) -> Result<Position, Blocked> {
        let Some(position) = &mut self.position else {
            return self.start(target);
        };
        let (plan, now, after) = (target.plan, target.now, target.after);
        let behind = position.max_seen.saturating_sub(now);
        let behind = behind.saturating_add(target.below);
        if plan.policy.any_order && behind > 0 {
            return self.begin_earlier_tick(target);
        }
        if plan.policy.tolerance.is_some_and(|most| behind > most) {
            // The clock was not set back: the thread was delayed after reading it.
            if target.is_early && guard!(LateLook) {
                cov_mark!(Overtaken);
                return Err(Blocked::SlowPath);
            }
            return self.roll_back(target);
        }
        self.clock_behind = false;
        position.max_seen = position.max_seen.max(now);
        let Position { tick, max_seen, .. } = *position;

        let overtaken = after.filter(|&after| after >= tick);
        let last = overtaken.unwrap_or(tick);
        let tick = if now > last {
            cov_mark!(NewTick);
            now
        } else {
            let counter = plan.counter.as_ref();
            let ordered = counter.is_some_and(|counter| counter.seed != CounterSeed::Permuted);
            let may_count =
                overtaken.is_none() && !self.needs_new_tick && (after.is_none() || ordered);
            // Another process may have advanced the tick further than this generator may.
            let leads_too_far = |tick: Count| {
                tick.saturating_sub(max_seen) > plan.policy.max_lead && guard!(MaxLead)
            };
            let with_room = counter.filter(|counter| counter.has_room(position.counter));
            if let Some(counter) = with_room
                && may_count
                && !leads_too_far(tick)
            {
                position.counter = counter.after(position.counter, 1);
                cov_mark!(Counted);
                return Ok(*position);
            }
            if self.needs_new_tick {
                cov_mark!(Stale);
            }
            if may_count && plan.policy.fails_if_exhausted {
                cov_mark!(Exhausted);
                return Err(Blocked::Failed(Error::new(ErrorCode::CounterExhausted)));
            }
            let next = target.ticks.step_over(last + 1);
            if leads_too_far(next) {
                return Err(self.blocked_by_lead(target, overtaken.is_some(), next));
            }
            cov_mark!(TickAhead);
            next
        };
        self.begin_tick(target, tick, max_seen)
    }

    /// Forgets the position if a clock in place of the system's went back.
    #[cold]
    pub fn follow_back(&mut self, plan: &Plan, time: UnixTime) {
        let (Some(ticks), Some(position)) = (&plan.ticks, self.position) else {
            return;
        };
        let now = ticks.read(time, self.base);
        if now.is_ok_and(|(now, below)| below > 0 || now < position.max_seen) {
            self.forget_position();
        }
    }

    pub fn forget_position(&mut self) {
        (self.position, self.passed, self.base) = (None, None, 0);
    }

    /// Starts a tick before that of the last id.
    #[cold]
    fn begin_earlier_tick(&mut self, target: &Target<'_, S>) -> Result<Position, Blocked> {
        match target.below {
            0 => self.begin_tick(target, target.now, target.now),
            _ => Err(Error::new(ErrorCode::TimestampOutOfRange).into()),
        }
    }

    /// Sets the position of the first id, or of the first one after a reset.
    fn start(&mut self, target: &Target<'_, S>) -> Result<Position, Blocked> {
        cov_mark!(First);
        let now = target.now;
        let tick = match target.after {
            Some(after) if after >= now => target.ticks.step_over(after + 1),
            _ => now,
        };
        if target.below > 0 {
            return Err(Error::new(ErrorCode::TimestampOutOfRange).into());
        }
        if tick - now > target.plan.policy.max_lead {
            return Err(self.lead_error(target, tick).into());
        }
        self.begin_tick(target, tick, now)
    }

    /// The reason for waiting if a tick is too far ahead of the clock.
    #[cold]
    #[inline(never)]
    fn blocked_by_lead(&self, target: &Target<'_, S>, is_overtaken: bool, tick: Count) -> Blocked {
        let policy = &target.plan.policy;
        match (is_overtaken, policy.fails_if_exhausted) {
            (true, _) => Blocked::Failed(self.lead_error(target, tick)),
            (false, true) => Blocked::Failed(Error::new(ErrorCode::CounterExhausted)),
            (false, false) => {
                cov_mark!(Waits);
                let until = tick - policy.max_lead;
                if let Err(error) = self.expect_plausible(target, until) {
                    return Blocked::Failed(error);
                }
                match target.ticks.start(until, self.base) {
                    Ok(until) => Blocked::WaitUntil(until),
                    Err(error) => Blocked::Failed(error),
                }
            }
        }
    }

    /// Fails if the position in the state file makes calls wait until a tick that no lead and no
    /// reservation bring about, or if only a clock that was set back does.
    fn expect_plausible(&self, target: &Target<'_, S>, until: Count) -> Result<(), Error> {
        let (Some(file), Some(position)) = (target.state_file(), self.position) else {
            return Ok(());
        };
        let policy = &target.plan.policy;
        if target.plan.policy.is_manual || !guard!(FileLead) {
            return Ok(());
        }
        let slack_ns = match target.plan.policy.is_leased {
            true => LONGEST_TERM_NS,
            false => MAX_AHEAD_NS,
        };
        // One tick for each of two roundings.
        let slack = u64::try_from(slack_ns / target.ticks.unit_ns()).unwrap_or(u64::MAX);
        let most = policy.max_lead.saturating_add(slack).saturating_add(2);
        let tolerance = policy.tolerance.unwrap_or(0);
        if until <= target.now.saturating_add(most).saturating_add(tolerance) {
            return Ok(());
        }
        let longest = u64::try_from(LONGEST_LEAD_NS / target.ticks.unit_ns()).unwrap_or(u64::MAX);
        Err(file.error(match until.saturating_sub(position.max_seen) {
            ahead if ahead > longest.saturating_add(most) => ErrorCode::StoreCorrupt,
            _ => ErrorCode::ClockRollback,
        }))
    }

    /// Why an id in this tick is rejected. A longer lead helps only if the format has the tick.
    #[cold]
    fn lead_error(&self, target: &Target<'_, S>, tick: Count) -> Error {
        let exceeded = Error::about(ErrorCode::LeadExceeded, "max_lead_ms");
        target
            .ticks
            .check(tick, self.base)
            .err()
            .unwrap_or(exceeded)
    }

    #[inline(always)]
    fn begin_tick(
        &mut self,
        target: &Target<'_, S>,
        tick: Count,
        max_seen: Count,
    ) -> Result<Position, Blocked> {
        let plan = target.plan;
        target.ticks.check(tick, self.base)?;
        if self.passed.is_some() && self.is_closed(plan, tick) {
            cov_mark!(Closed);
            return Err(Error::new(ErrorCode::ClockRollback).into());
        }
        if !self.identity.term.contains(&tick) && guard!(Fence) {
            cov_mark!(Fenced);
            return Err(Blocked::Fenced(tick));
        }
        let counter = match plan.counter.as_ref().map(|counter| counter.seed) {
            None | Some(CounterSeed::Zero) => 0,
            Some(CounterSeed::Random(bits)) => match self.position {
                Some(position) if plan.policy.any_order => self.next_count(plan, position)?,
                _ => match self.unused_start.take() {
                    Some(start) => start,
                    None => self.identity.entropy.bits(bits)?,
                },
            },
            Some(CounterSeed::Kept(_)) => self.identity.counter_start,
            Some(CounterSeed::Permuted) => self.permute(target, tick).map(|()| 0)?,
        };
        let first = self.position.map_or(tick, |position| position.first);
        let position = Position {
            tick,
            counter: counter.into(),
            max_seen,
            first,
        };
        self.position = Some(position);
        self.needs_new_tick = false;
        Ok(position)
    }

    /// The count after that of another tick.
    #[cold]
    fn next_count(&self, plan: &Plan, position: Position) -> Result<u128, Error> {
        let counter = plan.counter.as_ref();
        match counter.filter(|counter| counter.has_room(position.counter)) {
            Some(counter) => Ok(counter.after(position.counter, 1).int()),
            None => Err(Error::new(ErrorCode::CounterExhausted)),
        }
    }

    /// Sets the permutation of a tick. With a state file, it is the same for all users.
    fn permute(&mut self, target: &Target<'_, S>, tick: Count) -> Result<(), Error> {
        if !target.plan.hot.is_permuted() {
            return Ok(());
        }
        let Some(state_file) = target.state_file() else {
            self.permutation = self.identity.entropy.with(Permutation::draw)?;
            return Ok(());
        };
        if self.permutation_tick != Some(tick) {
            self.permutation = Permutation::of(state_file.page.session_data().key, tick);
            self.permutation_tick = Some(tick);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
