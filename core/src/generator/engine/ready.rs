//! How a call gets the state: with what was leased accounted for, and after a fork or a reseeding with everything drawn anew.

use super::Engine;
use crate::error::{Error, ErrorCode};
use crate::generator::identity::draw_common;
use crate::generator::plan::Plan;
use crate::generator::state::State;
use crate::store::StateFile;
use crate::sys::deadline::{CallDeadlines, unless_timed_out};
use crate::sys::entropy::{self, Entropy};
use crate::sys::lock::LockGuard;
use crate::sys::process::{self, Generation};
use crate::sys::{Deadline, cov_mark};

/// The state, and the process that it was looked at in.
type Ready<'a> = (LockGuard<'a, State>, Generation);

impl Engine {
    /// The state, fit for use, of a process that needs to ask the system for nothing but the time; `None` where the patience is over before.
    pub(super) fn ready(&self, waiting: &mut CallDeadlines) -> Result<Option<Ready<'_>>, Error> {
        let generation = process::generation();
        // What is refused here is refused again where it is needed.
        let _ = entropy::prepare(generation);
        let state = self.fit(generation, waiting)?;
        Ok(state.map(|state| (state, generation)))
    }

    /// Reads the state, with what was leased accounted for.
    pub(in crate::generator) fn with_state<R>(
        &self,
        read: impl FnOnce(&State) -> R,
    ) -> Result<R, Error> {
        let generation = process::generation();
        loop {
            if let Some(state) = self.settled(generation, Deadline::NEVER)? {
                return Ok(read(&state));
            }
        }
    }

    /// Draws everything anew, with the user's seed or node if given.
    pub(in crate::generator) fn reseed(
        &self,
        seed: Option<[u8; 32]>,
        node: Option<u64>,
    ) -> Result<(), Error> {
        if self.plan.is_leased && seed.is_some() {
            return Err(Error::about(ErrorCode::InvalidOption, "seed"));
        }
        let generation = process::generation();
        self.rejoined(generation, &mut CallDeadlines::until(Deadline::NEVER))?;
        let Some(mut state) = self.settled(generation, Deadline::NEVER)? else {
            return Ok(());
        };
        if state.identity.only_node_differs(&self.plan) && node.is_none() {
            return Err(Error::new(ErrorCode::ForkedGenerator));
        }
        // Other generators draw from the same threads' streams, and lose nothing by a new key.
        entropy::invalidate_keys();
        state.renew(&self.plan, self.store.as_ref(), seed, node)?;
        state.is_torn = false;
        state.generation = state.generation.max(generation);
        Ok(())
    }

    /// Locks the state. If a fork cut off the holder before, the state counts as interrupted from now on.
    #[inline(always)]
    pub(super) fn locked(
        &self,
        generation: Generation,
        patience: Deadline,
    ) -> Result<Option<LockGuard<'_, State>>, Error> {
        let mut held = unless_timed_out(self.state.lock(generation, patience))?;
        if let Some(state) = &mut held
            && state.is_taken_over
        {
            state.is_torn = true;
        }
        Ok(held)
    }

    /// The state, with what was leased accounted for; `None` where the patience is over before.
    pub(super) fn settled(
        &self,
        generation: Generation,
        patience: Deadline,
    ) -> Result<Option<LockGuard<'_, State>>, Error> {
        let mut held = self.locked(generation, patience)?;
        if let Some(state) = &mut held {
            state.settle(&self.plan);
        }
        Ok(held)
    }

    /// The state, fit for use in this process: after a fork or a process-wide reseeding, everything is drawn anew.
    pub(super) fn fit(
        &self,
        generation: Generation,
        waiting: &mut CallDeadlines,
    ) -> Result<Option<LockGuard<'_, State>>, Error> {
        match self.locked(generation, waiting.caller)? {
            Some(mut state) => match Self::is_fit(&self.plan, &mut state, generation) {
                true => Ok(Some(state)),
                false => self.renewed(state, generation, waiting),
            },
            None => Ok(None),
        }
    }

    /// Goes on with a state file that this process has lost its place in; `false` where the patience is over before.
    pub(super) fn joined_again(
        &self,
        store: &StateFile,
        generation: Generation,
        waiting: &mut CallDeadlines,
    ) -> Result<bool, Error> {
        if self.rejoined(generation, waiting)?.is_none() {
            return Ok(false);
        }
        let Some(mut state) = self.settled(generation, waiting.caller)? else {
            return Ok(false);
        };
        state.join(&self.plan, store)?;
        Ok(true)
    }

    /// Sees to it that a state file is not the parent's; `None` where the patience is over before.
    fn rejoined(
        &self,
        generation: Generation,
        waiting: &mut CallDeadlines,
    ) -> Result<Option<()>, Error> {
        let has_to_join = |store: &&StateFile| store.must_rejoin(generation);
        let Some(store) = self.store.as_ref().filter(has_to_join) else {
            return Ok(Some(()));
        };
        let Some(state) = self.settled(generation, waiting.caller)? else {
            return Ok(None);
        };
        let node = state.identity.number();
        drop(state);
        cov_mark!(Rejoined);
        let mut common = || draw_common(&self.plan, node, &mut Entropy::Thread);
        unless_timed_out(store.rejoin(generation, waiting, &mut common))
    }

    /// Whether a state that was just locked is fit for use in this process; what was leased of it is accounted for. One that was drawn anew since the
    /// caller looked is as well.
    #[inline(always)]
    pub(super) fn is_fit(
        plan: &Plan,
        state: &mut LockGuard<'_, State>,
        generation: Generation,
    ) -> bool {
        state.settle(plan);
        state.generation >= generation && !state.is_torn
    }

    #[cold]
    #[inline(never)]
    fn renewed<'a>(
        &'a self,
        mut state: LockGuard<'a, State>,
        generation: Generation,
        waiting: &mut CallDeadlines,
    ) -> Result<Option<LockGuard<'a, State>>, Error> {
        match state.is_torn {
            true => cov_mark!(Torn),
            false => cov_mark!(Renewed),
        }
        let is_seeded = state.identity.entropy.is_seeded();
        if is_seeded && state.is_torn {
            return Err(Error::new(ErrorCode::ForkedGenerator));
        }
        // That the file tells processes apart is of no use to copies of a machine.
        let is_reseeded = state.generation.is_before_reseeding();
        if is_reseeded && state.identity.needs_to_be_told(&self.plan) && !self.allow_fork {
            return Err(Error::new(ErrorCode::ForkedGenerator));
        }
        let is_forked = |state: &State| state.generation.forks() != generation.forks();
        if let Some(store) = self.store.as_ref().filter(|_| is_forked(&state)) {
            if store.must_rejoin(generation) {
                drop(state);
                // Before anything is drawn: a child that fails uses up nothing.
                if self.rejoined(generation, waiting)?.is_none() {
                    return Ok(None);
                }
                match self.settled(generation, waiting.caller)? {
                    Some(settled) => state = settled,
                    None => return Ok(None),
                }
            }
            // Unless another thread has done so, meanwhile.
            if is_forked(&state) {
                // The file tells their ids apart: a seed or node of the parent's may go on.
                match is_seeded {
                    true => state.join(&self.plan, store)?,
                    false => state.renew(&self.plan, Some(store), None, None)?,
                }
            }
        } else if !state.identity.needs_to_be_told(&self.plan) {
            state.renew(&self.plan, self.store.as_ref(), None, None)?;
        } else if is_forked(&state) && !self.allow_fork {
            return Err(Error::new(ErrorCode::ForkedGenerator));
        }
        state.is_torn = false;
        state.generation = state.generation.max(generation);
        Ok(Some(state))
    }
}
