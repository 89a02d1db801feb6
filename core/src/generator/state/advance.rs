//! The algorithm proper: how the position moves.

use super::{Position, State};
use crate::Here;
use crate::error::{Error, ErrorCode};
use crate::generator::permutation::Permutation;
use crate::generator::plan::Plan;
use crate::generator::ticks::{Count, Reading, Ticks};
use crate::layout::CounterSeed;
use crate::options::{OnExhausted, OnRollback};
use crate::store::Store;
use crate::world::{Guard, World};

impl State {
    /// Moves the position to that of the next id, or tells for which tick to wait.
    #[inline(always)]
    pub(super) fn advance(
        &mut self,
        plan: &Plan,
        ticks: &Ticks,
        store: Option<&Store>,
        reading: Reading,
        after: Option<Count>,
    ) -> Result<Option<Count>, Error> {
        let Some(position) = &mut self.position else {
            return self
                .start_at(plan, ticks, store, reading, after)
                .map(|()| None);
        };
        let (now, behind) = match reading {
            Reading::At(now) => (now, position.high.saturating_sub(now)),
            Reading::Before(ticks) => (0, position.high.saturating_add(ticks)),
            Reading::Beyond => (0, 0),
        };
        if plan.policy.tolerance.is_some_and(|most| behind > most) {
            return self
                .roll_back(plan, ticks, store, reading, after)
                .map(|()| None);
        }
        self.behind = false;
        if reading == Reading::Beyond {
            return Err(Error::new(ErrorCode::TimestampOutOfRange));
        }
        position.high = position.high.max(now);
        let Position { tick, high, .. } = *position;

        let overtaken = after.filter(|&after| after >= tick);
        let last = overtaken.unwrap_or(tick);
        let tick = if now > last {
            now
        } else {
            let counter = plan.counter.as_ref();
            let ordered = counter.is_some_and(|counter| counter.seed != CounterSeed::Permuted);
            let goes_on = overtaken.is_none() && !self.stale && (after.is_none() || ordered);
            // A tick that others have reached may be further ahead than this generator may go.
            let leads_too_far = |tick: Count| {
                tick.saturating_sub(high) > plan.policy.max_lead && Here::keeps(Guard::MaxLead)
            };
            if goes_on && !leads_too_far(tick) && self.count_up(plan) {
                return Ok(None);
            }
            if goes_on && plan.policy.on_exhausted == OnExhausted::Error {
                return Err(Error::new(ErrorCode::CounterExhausted));
            }
            let next = ticks.step_over(last + 1);
            if leads_too_far(next) {
                return match (overtaken, plan.policy.on_exhausted) {
                    (Some(_), _) => Err(Error::new(ErrorCode::TimestampOutOfRange)),
                    (None, OnExhausted::Error) => Err(Error::new(ErrorCode::CounterExhausted)),
                    (None, OnExhausted::Advance) => Ok(Some(next - plan.policy.max_lead)),
                };
            }
            next
        };
        self.begin_tick(plan, ticks, store, tick, high)
            .map(|()| None)
    }

    /// The next id of the same tick; `false` where the tick is full.
    #[inline(always)]
    fn count_up(&mut self, plan: &Plan) -> bool {
        let (Some(counter), Some(position)) = (&plan.counter, &mut self.position) else {
            return false;
        };
        let has_room = position.counter < counter.greatest;
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
        ticks.check(tick, self.base)?;
        if self
            .closed(plan)
            .is_some_and(|(first, last)| (first..=last).contains(&tick))
        {
            return Err(Error::new(ErrorCode::ClockRollback));
        }
        let counter = match plan.counter.as_ref().map(|counter| counter.seed) {
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
    pub(super) fn permute(
        &mut self,
        plan: &Plan,
        store: Option<&Store>,
        tick: Count,
    ) -> Result<(), Error> {
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
    pub(super) fn closed(&self, plan: &Plan) -> Option<(Count, Count)> {
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
}
