//! The algorithm proper: how the position moves.

use std::mem::replace;
use std::sync::atomic::Ordering;

use super::{Aim, Position, State};
use crate::error::{Error, ErrorCode};
use crate::generator::ask::No;
use crate::generator::permutation::Permutation;
use crate::generator::plan::Plan;
use crate::generator::ticks::{Base, Count};
use crate::layout::CounterSeed;
use crate::options::{OnExhausted, OnRollback};
use crate::sys::{Os, Sys, cov_mark, guard};

impl State {
    /// Moves the position to that of the next id.
    #[inline(always)]
    pub(super) fn advance(&mut self, aim: &Aim<'_>) -> Result<Position, No> {
        let Some(position) = &mut self.position else {
            return Ok(self.start_at(*aim)?);
        };
        let (plan, now, after) = (aim.plan, aim.now, aim.after);
        let behind = position.high.saturating_sub(now.tick);
        let behind = behind.saturating_add(now.below);
        if plan.policy.tolerance.is_some_and(|most| behind > most) {
            // Not the clock was set back, but the thread was held up since it read it.
            if aim.is_early && guard!(LateLook) {
                cov_mark!(Overtaken);
                return Err(No::Overtaken);
            }
            return Ok(self.roll_back(*aim)?);
        }
        self.behind = false;
        position.high = position.high.max(now.tick);
        let Position { tick, high, .. } = *position;

        let overtaken = after.filter(|&after| after >= tick);
        let last = overtaken.unwrap_or(tick);
        let tick = if now.tick > last {
            cov_mark!(NewTick);
            now.tick
        } else {
            let counter = plan.counter.as_ref();
            let ordered = counter.is_some_and(|counter| counter.seed != CounterSeed::Permuted);
            let goes_on = overtaken.is_none() && !self.stale && (after.is_none() || ordered);
            // A tick that others have reached may be further ahead than this generator may go.
            let leads_too_far =
                |tick: Count| tick.saturating_sub(high) > plan.policy.max_lead && guard!(MaxLead);
            let with_room = counter.filter(|counter| counter.has_room(position.counter));
            if let Some(counter) = with_room
                && goes_on
                && !leads_too_far(tick)
            {
                position.counter = counter.after(position.counter, 1);
                cov_mark!(Counted);
                return Ok(*position);
            }
            if self.stale {
                cov_mark!(Stale);
            }
            if goes_on && plan.policy.on_exhausted == OnExhausted::Error {
                cov_mark!(Exhausted);
                return Err(No::Refused(Error::new(ErrorCode::CounterExhausted)));
            }
            let next = aim.ticks.step_over(last + 1);
            if leads_too_far(next) {
                return Err(match (overtaken, plan.policy.on_exhausted) {
                    (Some(_), _) => No::Refused(self.lead_exceeded(aim, next)),
                    (None, OnExhausted::Error) => {
                        No::Refused(Error::new(ErrorCode::CounterExhausted))
                    }
                    (None, OnExhausted::Advance) => {
                        cov_mark!(Waits);
                        let until = next - plan.policy.max_lead;
                        No::Wait(aim.ticks.start(until, self.base)?)
                    }
                });
            }
            cov_mark!(TickAhead);
            next
        };
        Ok(self.begin_tick(aim, tick, high)?)
    }

    /// The first id, or the first one after a reset.
    fn start_at(&mut self, aim: Aim<'_>) -> Result<Position, Error> {
        cov_mark!(First);
        let now = aim.now.tick;
        let tick = match aim.after {
            Some(after) if after >= now => aim.ticks.step_over(after + 1),
            _ => now,
        };
        if aim.now.below > 0 {
            return Err(Error::new(ErrorCode::TimestampOutOfRange));
        }
        if tick - now > aim.plan.policy.max_lead {
            return Err(self.lead_exceeded(&aim, tick));
        }
        self.begin_tick(&aim, tick, now)
    }

    /// Returns why an id of `tick` is refused. A longer lead helps only if the format has that tick.
    #[cold]
    fn lead_exceeded(&self, aim: &Aim<'_>, tick: Count) -> Error {
        let exceeded = Error::about(ErrorCode::LeadExceeded, "max_lead_ms");
        aim.ticks.check(tick, self.base).err().unwrap_or(exceeded)
    }

    /// Starts the counter of a tick.
    #[inline(always)]
    fn begin_tick(&mut self, aim: &Aim<'_>, tick: Count, high: Count) -> Result<Position, Error> {
        let plan = aim.plan;
        aim.ticks.check(tick, self.base)?;
        if self.passed.is_some() && self.is_closed(plan, tick) {
            cov_mark!(Closed);
            return Err(Error::new(ErrorCode::ClockRollback));
        }
        let counter = match plan.counter.as_ref().map(|counter| counter.seed) {
            None | Some(CounterSeed::Zero) => 0,
            Some(CounterSeed::Random(bits)) => match self.unused_start.take() {
                Some(start) => start,
                None => self.identity.entropy.bits(bits)?,
            },
            Some(CounterSeed::Kept(_)) => self.identity.start,
            Some(CounterSeed::Permuted) => self.permute(aim, tick).map(|()| 0)?,
        };
        let first = self.position.map_or(tick, |position| position.first);
        let position = Position {
            tick,
            counter: counter.into(),
            high,
            first,
        };
        self.position = Some(position);
        self.stale = false;
        Ok(position)
    }

    /// Takes a permutation for a tick: with a file, the one that all its users have.
    pub(super) fn permute(&mut self, aim: &Aim<'_>, tick: Count) -> Result<(), Error> {
        if !aim.plan.shape.is_permuted() {
            return Ok(());
        }
        let Some(store) = aim.store() else {
            self.permutation = self.identity.entropy.with(Permutation::draw)?;
            return Ok(());
        };
        if self.permuted != Some(tick) {
            self.permutation = Permutation::of(store.session_data().key, tick);
            self.permuted = Some(tick);
        }
        Ok(())
    }

    /// The ticks that must not be passed again.
    #[inline]
    pub(super) fn closed(&self, plan: &Plan) -> Option<&(Base, Base)> {
        self.passed.as_ref().filter(|_| {
            !plan.layout.rules_out_repeats(self.identity.chosen()) && guard!(PassedTicks)
        })
    }

    #[cold]
    #[inline(never)]
    fn is_closed(&self, plan: &Plan, tick: Count) -> bool {
        self.closed(plan)
            .is_some_and(|closed| self.lies_in(closed, tick))
    }

    fn lies_in(&self, (first, last): &(Base, Base), tick: Count) -> bool {
        (*first..=*last).contains(&(self.base + Base::from(tick)))
    }

    /// The ticks that were passed once this position is left.
    #[cold]
    pub(super) fn passed_with(&self, position: Position) -> (Base, Base) {
        let above = |tick: Count| self.base + Base::from(tick);
        let own = (above(position.first), above(position.tick));
        let (first, last) = self.passed.unwrap_or(own);
        (first.min(own.0), last.max(own.1))
    }

    /// The clock was set back beyond the tolerance.
    #[cold]
    fn roll_back(&mut self, aim: Aim<'_>) -> Result<Position, Error> {
        let plan = aim.plan;
        cov_mark!(Behind);
        self.rollbacks += u64::from(!self.behind);
        self.behind = true;
        if plan.policy.on_rollback == OnRollback::Error {
            return Err(Error::new(ErrorCode::ClockRollback));
        }
        let (aim, base) = self.lowered(aim)?;
        let Some(position) = self.position.filter(|_| aim.now.below == 0) else {
            return Err(Error::new(ErrorCode::TimestampOutOfRange));
        };
        let passed = self.passed_with(position);
        let left = (self.position.take(), replace(&mut self.base, base));
        self.start_anew(aim, passed)
            .inspect_err(|_| (self.position, self.base) = left)
    }

    /// What is aimed at, from the base of its reading where that is a lower one: after a reset nothing is above this one.
    fn lowered<'a>(&mut self, aim: Aim<'a>) -> Result<(Aim<'a>, Base), Error> {
        let low = self.low.take().filter(|_| aim.now.below > 0);
        let Some((reading, after)) = low else {
            return Ok((aim, self.base));
        };
        let base = aim.ticks.base(reading);
        let (now, after) = (
            aim.ticks.read(reading, base)?,
            aim.ticks.known(after, base)?,
        );
        Ok((Aim { now, after, ..aim }, base))
    }

    /// The first id after a reset.
    #[cold]
    fn start_anew(&mut self, aim: Aim<'_>, passed: (Base, Base)) -> Result<Position, Error> {
        let plan = aim.plan;
        if plan.layout.rules_out_repeats(self.identity.chosen()) {
            self.identity.reset_node(plan)?;
        } else if self.lies_in(&passed, aim.now.tick) && guard!(PassedTicks) {
            return Err(Error::new(ErrorCode::ClockRollback));
        }
        self.identity.draw_start(plan)?;
        cov_mark!(Reset);
        Sys::statics().resets.fetch_add(1, Ordering::Relaxed);
        self.passed = Some(passed);
        self.behind = false;
        self.start_at(aim)
    }
}
