//! A clock that was set back, and readings outside of the base.

use std::mem::replace;
use std::sync::atomic::Ordering;

use super::{Position, State, Target};
use crate::error::{Error, ErrorCode};
use crate::plan::Plan;
use crate::run::Blocked;
use crate::sys::{Atomic, Os, cov_mark, guard};
use crate::ticks::{Count, Ticks};
use crate::time::{Tick, UnixTime};

impl<S: Os> State<S> {
    /// Converts a reading that is not in the range of the base, and raises the base if necessary.
    /// With a state file, the base never changes.
    #[cold]
    pub(super) fn rebase(
        &mut self,
        ticks: &Ticks,
        reading: UnixTime,
        after: Option<Tick>,
    ) -> Result<(Count, u64), Error> {
        self.below_base = None;
        if self.file_position.is_some() {
            return ticks.read(reading, self.base);
        }
        let base = ticks.base(reading);
        if base > self.base || self.position.is_none() {
            let passed = self.position.map(|position| self.passed_with(position));
            self.passed = passed.or(self.passed);
            // All ids were before the reading, and few of them above the new base.
            let lower = |tick: Count| {
                let above = self.base + u128::from(tick);
                Count::try_from(above.saturating_sub(base)).unwrap_or(Count::MAX - 1)
            };
            self.position = self.position.map(|position| Position {
                tick: lower(position.tick),
                max_seen: lower(position.max_seen),
                first: lower(position.first),
                ..position
            });
            self.base = base;
            cov_mark!(Rebased);
        } else {
            self.below_base = Some((reading, after));
        }
        ticks.read(reading, self.base)
    }

    /// The ticks that must not be used again.
    #[inline]
    pub(super) fn closed_ticks(&self, plan: &Plan) -> Option<&(u128, u128)> {
        self.passed.as_ref().filter(|_| {
            !plan.layout.rules_out_repeats(self.identity.assigned) && guard!(PassedTicks)
        })
    }

    #[cold]
    #[inline(never)]
    pub(super) fn is_closed(&self, plan: &Plan, tick: Count) -> bool {
        self.closed_ticks(plan)
            .is_some_and(|closed| self.lies_in(closed, tick))
    }

    fn lies_in(&self, (first, last): &(u128, u128), tick: Count) -> bool {
        (*first..=*last).contains(&(self.base + u128::from(tick)))
    }

    /// All passed ticks, if this position is abandoned.
    #[cold]
    fn passed_with(&self, position: Position) -> (u128, u128) {
        let above = |tick: Count| self.base + u128::from(tick);
        let own = (above(position.first), above(position.tick));
        let (first, last) = self.passed.unwrap_or(own);
        (first.min(own.0), last.max(own.1))
    }

    /// The clock was set back beyond the tolerance: fails, or resets the position.
    #[cold]
    pub(super) fn roll_back(&mut self, target: &Target<'_, S>) -> Result<Position, Blocked> {
        let plan = target.plan;
        cov_mark!(Behind);
        self.rollbacks += u64::from(!self.clock_behind);
        self.clock_behind = true;
        if !plan.policy.resets {
            return Err(Error::new(ErrorCode::ClockRollback).into());
        }
        let (target, base) = self.with_own_base(target)?;
        let Some(position) = self.position.filter(|_| target.below == 0) else {
            return Err(Error::new(ErrorCode::TimestampOutOfRange).into());
        };
        let passed = self.passed_with(position);
        let left = (self.position.take(), replace(&mut self.base, base));
        self.restart(&target, passed)
            .inspect_err(|_| (self.position, self.base) = left)
    }

    /// Converts a target below the base with the base of its reading, since a reset abandons all
    /// ticks above.
    fn with_own_base<'a>(
        &mut self,
        target: &Target<'a, S>,
    ) -> Result<(Target<'a, S>, u128), Error> {
        let below = self.below_base.take().filter(|_| target.below > 0);
        let Some((reading, after)) = below else {
            return Ok((Target { ..*target }, self.base));
        };
        let base = target.ticks.base(reading);
        let (now, below) = target.ticks.read(reading, base)?;
        let after = target.ticks.of_id(after, base)?;
        let target = Target {
            now,
            below,
            after,
            ..*target
        };
        Ok((target, base))
    }

    /// Sets the first position after a reset.
    #[cold]
    fn restart(
        &mut self,
        target: &Target<'_, S>,
        passed: (u128, u128),
    ) -> Result<Position, Blocked> {
        let plan = target.plan;
        if plan.layout.rules_out_repeats(self.identity.assigned) {
            self.identity.draw_unused_node(plan)?;
        } else if self.lies_in(&passed, target.now) && guard!(PassedTicks) {
            return Err(Error::new(ErrorCode::ClockRollback).into());
        }
        self.identity.draw_counter_start(plan)?;
        cov_mark!(Reset);
        S::statics().resets.fetch_add(1, Ordering::Relaxed);
        self.passed = Some(passed);
        self.clock_behind = false;
        self.start(target)
    }
}
