//! A position that a state file keeps: taken over before the algorithm runs, and put in its place after it.

use std::ptr::NonNull;
use std::sync::atomic::AtomicU64;

use super::{Position, State};
use crate::error::{Error, ErrorCode};
use crate::generator::entropy::Entropy;
use crate::generator::ledger::{Ledger, Want};
use crate::generator::plan::Plan;
use crate::generator::process::Generation;
use crate::generator::run::Run;
use crate::options::Options;
use crate::store::Common;
use crate::time::Tick;

impl State {
    /// Opens the state file, if one was asked for.
    pub(super) fn open_file(
        &mut self,
        plan: &Plan,
        options: &Options,
        generation: Generation,
    ) -> Result<(), Error> {
        let (Some(path), Some(time), Some(words)) =
            (&options.state_file, &plan.layout.time, plan.words)
        else {
            return Ok(());
        };
        let (is_seeded, node) = (self.is_seeded(), self.number());
        let entropy = &mut self.entropy;
        let common = || draw_common(plan, node, entropy);
        let ledger = Ledger::open(plan, (time, words), path, generation, is_seeded, common)?;
        self.ledger = Some(ledger);
        self.take_common_node(plan)
    }

    /// In a forked child: goes on with the parent's file, which tells their ids apart; `false` where there is none.
    ///
    /// # Errors
    /// `store_*`; `forked_generator` where it cannot be told how far the parent's seed was used.
    pub(in crate::generator) fn rejoin_file(
        &mut self,
        plan: &Plan,
        generation: Generation,
    ) -> Result<bool, Error> {
        let is_inherited = |ledger: &Ledger| ledger.is_inherited(generation);
        if !self.ledger.as_ref().is_some_and(is_inherited) {
            return Ok(false);
        }
        match (self.is_seeded(), self.torn) {
            (true, true) => return Err(Error::new(ErrorCode::ForkedGenerator)),
            (true, false) => {}
            (false, _) => self.renew(plan, None, None)?,
        }
        // Another life of the file may have another key.
        self.permuted = None;
        let (node, entropy) = (self.number(), &mut self.entropy);
        if let Some(ledger) = &mut self.ledger {
            ledger.rejoin(generation, || draw_common(plan, node, entropy))?;
        }
        self.take_common_node(plan)?;
        Ok(true)
    }

    /// Takes the node that all who have the file open share, where that is so.
    fn take_common_node(&mut self, plan: &Plan) -> Result<(), Error> {
        if let Some(ledger) = &self.ledger
            && let Some(node) = ledger.common_node(plan, self.chosen)?
        {
            self.node = self.chosen.is_none().then_some(node as u16);
            self.set_node(plan, node);
        }
        Ok(())
    }

    /// The node, chosen or drawn.
    fn number(&self) -> u64 {
        self.chosen.or(self.node.map(u64::from)).unwrap_or(0)
    }

    /// The word of the file, where each id moves that.
    pub(in crate::generator) fn crowd_word(&self) -> Option<NonNull<AtomicU64>> {
        self.ledger.as_ref().and_then(Ledger::crowd_word)
    }

    /// The word after which a lease begins, if other processes are there.
    pub(in crate::generator) fn crowded_after(&self) -> Option<u64> {
        self.ledger.as_ref().and_then(Ledger::crowded_after)
    }

    /// Leaves the file, if there is one.
    pub(in crate::generator) fn leave_file(&mut self, generation: Generation) {
        let position = self.position.filter(|_| !self.torn);
        if let Some(ledger) = &mut self.ledger {
            let position = position.map(|position| (position.tick, position.counter));
            ledger.leave(generation, position);
        }
    }

    /// Where other processes have moved on, takes their position for its own; tells what the file says.
    pub(super) fn look_at_file(&mut self, plan: &Plan) -> Result<u64, Error> {
        let Some(ledger) = &self.ledger else {
            return Ok(0);
        };
        let (seen, found) = ledger.look()?;
        if let Some(found) = found {
            let own = self.position;
            self.stale = found.counter.is_none();
            self.position = Some(Position {
                tick: found.tick,
                counter: found.counter.unwrap_or(0),
                high: own.map_or(found.high, |own| own.high.max(found.high)),
                first: found.tick,
            });
            self.permute_by_file(plan, found.tick);
        }
        Ok(seen)
    }

    /// Takes the file's permutation of a tick; `false` where there is no file.
    pub(super) fn permute_by_file(&mut self, plan: &Plan, tick: Tick) -> bool {
        let Some(ledger) = &self.ledger else {
            return false;
        };
        if plan.shape.is_permuted() && self.permuted != Some(tick) {
            self.permutation = ledger.permutation(tick);
            self.permuted = Some(tick);
        }
        true
    }

    /// Takes a run from what the file's users share; `false` if another process was faster.
    pub(super) fn take_from_file(
        &mut self,
        plan: &Plan,
        want: Want,
        seen: u64,
        run: &mut Run,
    ) -> Result<bool, Error> {
        match (&mut self.ledger, self.position) {
            (Some(ledger), Some(position)) => {
                let position = (position.tick, position.counter, position.high);
                ledger.take(plan, want, seen, position, run)
            }
            _ => Ok(true),
        }
    }
}

/// What the first to open a file has for all; nothing is drawn where there are no permutations.
fn draw_common(plan: &Plan, node: u64, entropy: &mut Entropy) -> Result<Common, Error> {
    let mut common = Common {
        node,
        ..Common::default()
    };
    if plan.shape.is_permuted() {
        for word in &mut common.key {
            *word = entropy.bits(64)? as u64;
        }
    }
    Ok(common)
}
