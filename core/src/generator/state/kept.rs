//! A position that a state file keeps, and what its users have in common: taken over before the algorithm runs, and put in its place after it.

use super::{Aim, Position, State};
use crate::error::Error;
use crate::generator::ask::No;
use crate::generator::plan::Plan;
use crate::generator::run::Run;
use crate::store::{LeaseRecord, StateFile};
use crate::sys::cov_mark;

impl State {
    /// Goes on with a state file that was opened, or opened anew in a forked child.
    pub(in crate::generator) fn join(
        &mut self,
        plan: &Plan,
        store: &StateFile,
    ) -> Result<(), Error> {
        let common = self.common_node(Some(store), self.identity.chosen())?;
        self.go_on(plan, common);
        Ok(())
    }

    /// Has another node from now on, that of a lease file.
    pub(in crate::generator) fn turn_to(&mut self, plan: &Plan, grant: &LeaseRecord) {
        self.identity.share_node(plan, grant.node);
        if let Some(ledger) = &mut self.ledger {
            ledger.turn_to(grant);
        }
    }

    /// The node that all users of the file have, if there is such a one.
    pub(super) fn common_node(
        &self,
        store: Option<&StateFile>,
        chosen: Option<u64>,
    ) -> Result<Option<u64>, Error> {
        match (&self.ledger, store) {
            (Some(ledger), Some(store)) => ledger.common_node(store, chosen),
            _ => Ok(None),
        }
    }

    /// Takes what all users of a file have in common, and nothing from before.
    pub(super) fn go_on(&mut self, plan: &Plan, common: Option<u64>) {
        if let Some(node) = common {
            self.identity.share_node(plan, node);
        }
        // Another life of the file may have another key.
        self.permuted = None;
        if let Some(ledger) = &mut self.ledger {
            ledger.begin(self.identity.entropy.is_seeded());
        }
    }

    /// The next run, from a position that others move: taken over before the algorithm runs, and put in its place after it.
    #[inline(never)]
    pub(super) fn next_of_file(&mut self, aim: Aim<'_>, store: &StateFile) -> Result<Run, No> {
        loop {
            let seen = self.look_at_file(&aim, store)?;
            let before = (self.position, self.stale);
            let taken = self.advance(&aim).and_then(|position| {
                let mut run = self.run(&aim, position);
                let is_taken = self.take_from_file(&aim, store, seen, &mut run)?;
                Ok(is_taken.then_some(run))
            });
            if let Ok(Some(run)) = taken {
                return Ok(run);
            }
            self.keep_start(before.0);
            (self.position, self.stale) = before;
            if let Some(position) = self.position {
                // The tick that came to nothing had another one.
                self.permute(&aim, position.tick)?;
            }
            taken?;
            // Another process was faster.
            cov_mark!(Beaten);
        }
    }

    /// The start of a tick that comes to nothing is that of the next one: a seed's stream goes on with the ids that are made.
    fn keep_start(&mut self, before: Option<Position>) {
        let begun = self
            .position
            .filter(|now| before.is_none_or(|before| before.tick != now.tick));
        if let Some(begun) = begun {
            self.unused_start = Some(begun.counter.int());
        }
    }

    /// Where other processes have moved on, takes their position for its own; tells what the file says.
    fn look_at_file(&mut self, aim: &Aim<'_>, store: &StateFile) -> Result<u64, Error> {
        let Some(ledger) = &self.ledger else {
            return Ok(0);
        };
        let (seen, found) = ledger.look(store)?;
        if let Some(found) = found {
            cov_mark!(Joined);
            let own = self.position;
            self.stale = found.counter.is_none();
            self.position = Some(Position {
                tick: found.tick,
                counter: found.counter.unwrap_or(0).into(),
                high: own.map_or(found.high, |own| own.high.max(found.high)),
                first: found.tick,
            });
            self.permute(aim, found.tick)?;
        }
        Ok(seen)
    }

    /// Takes a run from what the file's users share, as much of it as may be; `false` if another process was faster.
    fn take_from_file(
        &mut self,
        aim: &Aim<'_>,
        store: &StateFile,
        seen: u64,
        run: &mut Run,
    ) -> Result<bool, No> {
        let (Some(ledger), Some(position)) = (&mut self.ledger, self.position) else {
            return Ok(true);
        };
        let position = (position.tick, position.counter.int(), position.high);
        let is_taken = ledger.take(store, aim.want, seen, position, run)?;
        self.lease.may_be_joined = ledger.shares_ticks() && run.count > 1;
        Ok(is_taken)
    }

    /// How far ids were issued, when nobody else issues any and the file's word is this.
    pub(in crate::generator) fn last_word(&self, seen: u64) -> u64 {
        let position = self.position.filter(|_| !self.is_torn);
        let position = position.map(|position| (position.tick, position.counter.int()));
        let ledger = self.ledger.as_ref();
        ledger.map_or(seen, |ledger| ledger.last(seen, position))
    }
}
