//! Forks, reseeds, and the position in a state file.

use super::{Position, State, Target};
use crate::error::Error;
use crate::file_position::FilePosition;
use crate::plan::Plan;
use crate::run::{Blocked, Run};
use crate::store::{LeaseRecord, StateFile};
use crate::sys::{Os, cov_mark, guard};
use crate::ticks::Count;

impl<S: Os> State<S> {
    /// Draws everything again after a fork or on request, or uses the given seed or node. Continues
    /// in a new tick.
    pub(crate) fn redraw(
        &mut self,
        plan: &Plan,
        state_file: Option<&StateFile<S>>,
        seed: Option<[u8; 32]>,
        node: Option<u64>,
    ) -> Result<(), Error> {
        let assigned = node.or(self.identity.assigned);
        let session_node = self.session_node(state_file, assigned)?;
        if guard!(Renewal) {
            self.identity.redraw(plan, seed, node)?;
        }
        self.unused_start = None;
        let shares_ticks = |file: &FilePosition| file.shares_ticks();
        self.needs_new_tick =
            guard!(FreshTick) && !self.file_position.as_ref().is_some_and(shares_ticks);
        if plan.policy.any_order {
            // The counter starts again, with as many random bits as distinguish any two processes.
            (self.position, self.needs_new_tick) = (None, false);
        }
        self.enter_session(plan, state_file, session_node);
        Ok(())
    }

    /// Joins the session of a state file that was opened, or reopened in a forked child.
    pub(crate) fn join_session(
        &mut self,
        plan: &Plan,
        state_file: &StateFile<S>,
    ) -> Result<(), Error> {
        let assigned = self.identity.assigned;
        let session_node = self.session_node(Some(state_file), assigned)?;
        self.enter_session(plan, Some(state_file), session_node);
        Ok(())
    }

    /// The node that all users of the file share, if there is one.
    fn session_node(
        &self,
        state_file: Option<&StateFile<S>>,
        assigned: Option<u64>,
    ) -> Result<Option<u64>, Error> {
        match (&self.file_position, state_file) {
            (Some(own), Some(file)) => own.session_node(file, assigned),
            _ => Ok(None),
        }
    }

    fn enter_session(
        &mut self,
        plan: &Plan,
        state_file: Option<&StateFile<S>>,
        session_node: Option<u64>,
    ) {
        if let Some(node) = session_node {
            self.identity.set_node(plan, node);
        }
        // Another session may have another key.
        self.permutation_tick = None;
        if let (Some(own), Some(file)) = (&mut self.file_position, state_file) {
            file.enter_session();
            own.join(self.identity.entropy.is_seeded(), file);
        }
    }

    /// Uses the node of a lease file from now on.
    pub(crate) fn set_lease(&mut self, plan: &Plan, lease: &LeaseRecord) {
        self.identity.set_node(plan, lease.node);
        if let Some(own) = &mut self.file_position {
            own.set_lease(lease);
        }
    }

    /// Raises the fence of the node above a tick, or replaces the node.
    pub(crate) fn pass_fence(&mut self, plan: &Plan, tick: Count) -> Result<(), Error> {
        if self.identity.term.contains(&tick) || self.identity.raise_fence(plan, tick) {
            return Ok(());
        }
        cov_mark!(NodeLost);
        self.unused_start = None;
        self.needs_new_tick = true;
        self.identity.replace_node(plan)
    }

    // The position in a state file

    /// Issues the next run of a generator with a state file: adopts the position in the file, then
    /// advances it, then claims the new one. Starts over if another process was faster.
    #[inline(never)]
    pub(super) fn next_run_in_file(
        &mut self,
        target: &Target<'_, S>,
        state_file: &StateFile<S>,
    ) -> Result<Run, Blocked> {
        loop {
            let seen = self.adopt_position(target, state_file)?;
            let before = (self.position, self.needs_new_tick);
            let claimed = self.advance(target).and_then(|position| {
                let mut run = self.run_at(target, position);
                let is_claimed = self.claim(target, state_file, seen, &mut run)?;
                Ok(is_claimed.then_some(run))
            });
            if let Ok(Some(run)) = claimed {
                return Ok(run);
            }
            self.keep_unused_start(before.0);
            (self.position, self.needs_new_tick) = before;
            if let Some(position) = self.position {
                // The unused tick had another permutation.
                self.permute(target, position.tick)?;
            }
            claimed?;
            cov_mark!(Beaten);
        }
    }

    /// Keeps the random counter start of an unused tick for the next one, so that a seeded stream
    /// depends on issued ids only.
    fn keep_unused_start(&mut self, before: Option<Position>) {
        let begun = self
            .position
            .filter(|now| before.is_none_or(|before| before.tick != now.tick));
        if let Some(begun) = begun {
            self.unused_start = Some(begun.counter.int());
        }
    }

    /// Adopts the position in the file if other processes have advanced it. Returns the encoded
    /// position.
    fn adopt_position(
        &mut self,
        target: &Target<'_, S>,
        state_file: &StateFile<S>,
    ) -> Result<u64, Blocked> {
        let Some(own) = &self.file_position else {
            return Ok(0);
        };
        let (seen, found) = own.read(state_file)?;
        if let Some(found) = found {
            cov_mark!(Joined);
            let own = self.position;
            // A forged position may have a tick that the format lacks.
            let is_valid = found.tick <= target.ticks.last(self.base);
            self.needs_new_tick = found.counter.is_none() || !is_valid;
            self.position = Some(Position {
                tick: found.tick,
                counter: found.counter.unwrap_or(0).into(),
                max_seen: own.map_or(found.max_seen, |own| own.max_seen.max(found.max_seen)),
                first: found.tick,
            });
            self.permute(target, found.tick)?;
        }
        Ok(seen)
    }

    /// Claims a run in the file, or a part of it. Returns `false` if another process was faster.
    fn claim(
        &mut self,
        target: &Target<'_, S>,
        state_file: &StateFile<S>,
        seen: u64,
        run: &mut Run,
    ) -> Result<bool, Blocked> {
        let (Some(own), Some(position)) = (&mut self.file_position, self.position) else {
            return Ok(true);
        };
        let position = (position.tick, position.counter.int(), position.max_seen);
        let is_claimed = own.claim(state_file, target.batch, seen, position, run)?;
        self.prefetched.may_be_joined = own.shares_ticks() && run.count > 1;
        Ok(is_claimed)
    }

    /// Issues ids, then writes their position to a file that is not mapped. Issues none if that
    /// fails.
    pub(crate) fn issue_and_write<R>(
        &mut self,
        plan: &Plan,
        issue: impl FnOnce(&mut Self) -> Result<R, Blocked>,
        write: impl FnOnce() -> Result<(), Blocked>,
    ) -> Result<R, Blocked> {
        let before = self.file_position.clone();
        let issued = issue(self)?;
        if let Err(blocked) = write() {
            self.flush(plan);
            // The file has the position before.
            self.file_position = before;
            return Err(blocked);
        }
        Ok(issued)
    }

    /// The last issued position, for the position `seen` in the file. Call when no other process
    /// can issue ids.
    pub(crate) fn last_issued(&self, seen: u64) -> u64 {
        let position = self.position.filter(|_| !self.is_poisoned);
        let position = position.map(|position| (position.tick, position.counter.int()));
        let own = self.file_position.as_ref();
        own.map_or(seen, |own| own.last_issued(seen, position))
    }
}
