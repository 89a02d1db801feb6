//! A position that a state file keeps: taken over before the algorithm runs, and put in its place after it.

use super::{Moved, Next, Position, State};
use crate::error::Error;
use crate::generator::ledger::{Taken, Want};
use crate::generator::plan::Plan;
use crate::generator::run::Run;
use crate::generator::ticks::{Count, Reading, Ticks};
use crate::store::Store;

impl State {
    /// [`next`](Self::next) with a position that others move: taken over before the algorithm runs, and put in its place after it.
    #[inline(never)]
    pub(super) fn next_of_file(
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
                Ok(Moved::Wait(until)) => return ticks.start(until, self.base).map(Next::Wait),
                Ok(Moved::To(position)) => {
                    let mut run = self.run(plan, ticks, position, want);
                    match self.take_from_file(store, want, seen, &mut run) {
                        Ok(Taken::Yes(may_be_joined)) => {
                            self.lease.may_be_joined = may_be_joined;
                            return Ok(Next::Made(run));
                        }
                        taken => taken,
                    }
                }
                Err(error) => Err(error),
            };
            self.keep_start(before.0);
            (self.position, self.stale) = before;
            if let Some(position) = self.position {
                // The tick that came to nothing had another one.
                self.permute(plan, Some(store), position.tick)?;
            }
            if let Taken::Reserve(ahead) = taken? {
                return Ok(Next::Reserve(ahead));
            }
        }
    }

    /// The start of a tick that comes to nothing is that of the next one: a seed's stream goes on with the ids that are made.
    fn keep_start(&mut self, before: Option<Position>) {
        let begun = self
            .position
            .filter(|now| before.is_none_or(|before| before.tick != now.tick));
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
    pub(in crate::generator) fn last_word(&self, seen: u64) -> u64 {
        let position = self.position.filter(|_| !self.is_torn);
        let position = position.map(|position| (position.tick, position.counter));
        let ledger = self.ledger.as_ref();
        ledger.map_or(seen, |ledger| ledger.last(seen, position))
    }
}
