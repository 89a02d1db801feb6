//! The one algorithm: what is remembered between two ids, and how the next one follows.
//!
//! State is the last tick and the counter in it. `tick = max(now, last)`; in a new tick the counter
//! starts as the format says, else it counts up; a format without a counter moves the tick:
//! `max(now, last + 1)`. Everything here is pure but for the entropy drawn: the clock's reading
//! comes in as an argument, a wait goes out as a result, and so does a run: the next id and how
//! many could follow it by counting alone.

mod kept;

use super::entropy::{Entropy, Stream};
use super::gate::{self, Gate};
use super::lease::{LAST_TICK, Taken, Ticking};
use super::ledger::{Ledger, Want};
use super::nodes::Nodes;
use super::permutation::Permutation;
use super::plan::Plan;
use super::process::Generation;
use super::run::{Run, Step};
use crate::error::{Error, ErrorCode};
use crate::layout::{CounterLayout, CounterSeed, TimeLayout};
use crate::options::{OnExhausted, OnRollback, Options};
use crate::time::{Tick, Timestamp};
use crate::value::{Place, Value};

/// What the next call leads to.
pub(super) enum Next {
    /// An id, and how many follow it or could; what was wanted of it is accounted for.
    Run(Run),
    /// Nothing, until the clock reads this tick.
    Wait(Tick),
}

/// Where a generator stands in time: what a store that outlives the process has to keep.
#[derive(Clone, Copy)]
struct Position {
    tick: Tick,
    counter: u128,
    /// The highest reading of the clock; `tick` is never further ahead of it than `max_lead`.
    high: Tick,
    /// The first tick since the generator was made or reset.
    first: Tick,
}

pub(super) struct State {
    /// What was drawn or chosen, and in which process.
    entropy: Entropy,
    nodes: Option<Nodes>,
    /// The user's node.
    chosen: Option<u64>,
    /// The drawn one.
    node: Option<u16>,
    /// Fixed bits and the node.
    fixed: Value,
    /// Where the counter returns to (uuid6).
    start: u128,
    permutation: Permutation,
    /// For which tick a file's permutation is.
    permuted: Option<Tick>,
    pub(super) generation: Generation,
    /// A thread of the parent was changing it at the fork: of a seed's stream the place is not known.
    pub(super) torn: bool,
    position: Option<Position>,
    /// The counter may not go on in this tick: another process may have done so.
    stale: bool,
    /// Ticks passed before a reset, first and last: closed to what draws too little to rule out a
    /// repeat, also if that is so only since, by a node that `reseed` was given.
    passed: Option<(Tick, Tick)>,
    /// The clock stands behind by more than the tolerance, and that was counted.
    behind: bool,
    /// The file that keeps the position.
    ledger: Option<Ledger>,
    /// The thread that looked at the clock last, and how many leased ids were taken since another one did.
    pub(super) burst: (usize, u64),
    pub(super) ids: u64,
    pub(super) rollbacks: u64,
}

impl State {
    pub(super) fn new(
        plan: &Plan,
        options: &Options,
        generation: Generation,
    ) -> Result<Self, Error> {
        let mut state = Self {
            entropy: Entropy::new(options.seed)?,
            nodes: None,
            chosen: plan.layout.node.and_then(|node| node.chosen),
            node: None,
            fixed: plan.layout.fixed,
            start: 0,
            permutation: Permutation::NONE,
            permuted: None,
            generation,
            torn: false,
            position: None,
            stale: false,
            passed: None,
            behind: false,
            ledger: None,
            burst: (0, 0),
            ids: 0,
            rollbacks: 0,
        };
        state.draw_parts(plan)?;
        state.open_file(plan, options, generation)?;
        Ok(state)
    }

    /// Whether a forked child would repeat its parent unless it is told something new.
    pub(super) fn needs_own_identity(&self, plan: &Plan) -> bool {
        self.entropy.is_seeded() || self.only_node_differs(plan)
    }

    pub(super) fn is_seeded(&self) -> bool {
        self.entropy.is_seeded()
    }

    /// Whether the user's node alone tells this generator's ids from another's.
    pub(super) fn only_node_differs(&self, plan: &Plan) -> bool {
        self.chosen.is_some() && plan.layout.random.width() == 0
    }

    /// Draws everything anew: after a fork, or on request, with the user's seed or node if given.
    /// Time goes on from where it was, in a new tick.
    pub(super) fn renew(
        &mut self,
        plan: &Plan,
        seed: Option<[u8; 32]>,
        node: Option<u64>,
    ) -> Result<(), Error> {
        if let Some(node) = node {
            let fits = |place: Place| u128::from(node) <= place.max();
            if !plan.layout.node.is_some_and(|layout| fits(layout.place)) {
                return Err(Error::about(ErrorCode::InvalidOption, "node"));
            }
        }
        self.entropy = Entropy::new(seed)?;
        self.chosen = node.or(self.chosen);
        self.draw_parts(plan)?;
        self.torn = false;
        self.stale = !self.ledger.as_ref().is_some_and(Ledger::shares_ticks);
        Ok(())
    }

    /// Node and start of the counter, in this order.
    fn draw_parts(&mut self, plan: &Plan) -> Result<(), Error> {
        if let Some(node) = plan.layout.node {
            let number = match self.chosen {
                Some(chosen) => chosen,
                None => {
                    let mut nodes = Nodes::new(plan.format, node.drawn_bits, &mut self.entropy)?;
                    let parents = self.node.filter(|_| !self.entropy.is_seeded());
                    let number = nodes.draw_other_than(parents, node.drawn_bits)?;
                    self.nodes = Some(nodes);
                    u64::from(number)
                }
            };
            self.node = self.chosen.is_none().then_some(number as u16);
            self.set_node(plan, number);
        }
        self.draw_start(plan)
    }

    fn set_node(&mut self, plan: &Plan, number: u64) {
        if let Some(node) = plan.layout.node {
            let others = plan.layout.fixed.and(node.place.mask().not());
            self.fixed = others.or(node.place.write(u128::from(number)));
        }
    }

    fn draw_start(&mut self, plan: &Plan) -> Result<(), Error> {
        if let Some(CounterLayout {
            seed: CounterSeed::Kept(bits),
            ..
        }) = plan.layout.counter
        {
            self.start = self.entropy.bits(bits)?;
        }
        Ok(())
    }

    /// The ids that follow at this reading of the clock, greater than one of tick `after`.
    pub(super) fn next(
        &mut self,
        plan: &Plan,
        reading: Timestamp,
        after: Option<Tick>,
        want: Want,
    ) -> Result<Next, Error> {
        let Some(time) = &plan.layout.time else {
            let mut run = self.run_of(Value::ZERO, 0, u64::MAX);
            self.account_for(plan, want, &mut run);
            return Ok(Next::Run(run));
        };
        let now = time.step_over_up(time.scale.floor(reading));
        loop {
            let seen = self.look_at_file(plan)?;
            let before = self.position;
            if let Some(until) = self.advance(plan, time, now, after)? {
                return Ok(Next::Wait(until));
            }
            let mut run = self.run(plan, time)?;
            match self.take_from_file(plan, want, seen, &mut run) {
                Ok(true) => {
                    self.account_for(plan, want, &mut run);
                    return Ok(Next::Run(run));
                }
                // Another process was faster.
                Ok(false) => {}
                Err(error) => {
                    self.position = before;
                    return Err(error);
                }
            }
        }
    }

    /// Accounts for what is made of a run at once.
    fn account_for(&mut self, plan: &Plan, want: Want, run: &mut Run) {
        self.ids += 1;
        if let Want::Ids(ids) = want {
            run.count = run.count.min(ids);
            self.follow(plan, run.count - 1);
        }
    }

    /// The run that begins at the position.
    fn run(&self, plan: &Plan, time: &TimeLayout) -> Result<Run, Error> {
        let Some(Position {
            tick,
            counter,
            high,
            ..
        }) = self.position
        else {
            return Err(Error::new(ErrorCode::CounterExhausted));
        };
        let known = time.write(tick);
        Ok(match plan.layout.counter {
            Some(layout) => {
                let left = layout.place.max() - counter;
                let (known, room) = if plan.shape.is_permuted() {
                    (known, left)
                } else {
                    let counted = known.or(layout.place.write(counter));
                    (counted, left.min(plan.shape.room(counter)))
                };
                self.run_of(known, counter as u64, room as u64)
            }
            None => self.run_of(known, 0, self.ticks_ahead(plan, time, tick, high)),
        })
    }

    fn run_of(&self, known: Value, from: u64, room: u64) -> Run {
        Run {
            first: self.fixed.or(known).to_u128(),
            count: room.saturating_add(1),
            permutation: self.permutation,
            from,
        }
    }

    /// How many ticks may follow at once, in a format whose tick holds one id.
    fn ticks_ahead(&self, plan: &Plan, time: &TimeLayout, tick: Tick, high: Tick) -> u64 {
        let in_doubt = self.closed(plan).is_some()
            || plan.policy.on_exhausted == OnExhausted::Error
            || time.hole.is_some_and(|hole| tick < hole);
        if in_doubt {
            return 0;
        }
        let ahead = (high + plan.policy.max_lead).min(time.last) - tick;
        ahead.clamp(0, Tick::from(u32::MAX)) as u64
    }

    /// How long what follows the first id of a run may be leased: the run was made at `reading`, taken after `counter`.
    pub(super) fn terms(&self, plan: &Plan, reading: Timestamp, counter: u64) -> (Gate, Ticking) {
        let (Some(time), Some(_), Some(position)) =
            (&plan.layout.time, plan.layout.counter, self.position)
        else {
            // Without a counter the next id carries a later tick than the reading anyway.
            return (
                Gate::opened(counter, plan.reading_serves_ns),
                Ticking::default(),
            );
        };
        let unit_ns = time.scale.unit_ns;
        // From the beginning of the tick on.
        let passed_ns = reading.unix_ns() - (position.tick * unit_ns + time.scale.epoch_ns);
        let fresh = passed_ns >= 0 && position.counter == self.start;
        let (ticks, ticking) = match plan.shape.step {
            Step::CountInTicks { width, .. } if fresh => {
                let per_step = gate::tick_per_step(unit_ns as u64);
                let phase = (((passed_ns as u64) << 32) / unit_ns as u64) as u32;
                // The others to the end of the lowest piece of the time.
                let others = !position.tick as u64 & ((1 << width) - 1);
                let reach = self.ledger.as_ref().map(|ledger| ledger.reach);
                let others = reach.map_or(others, |reach| {
                    others.min((reach - position.tick).max(0) as u64)
                });
                (others.min(LAST_TICK), Ticking { phase, per_step })
            }
            // A counted id carries the tick of the first: the clock must not have left that.
            _ => (0, Ticking::default()),
        };
        let holds_ns = (Tick::from(ticks) + 1) * unit_ns - passed_ns;
        (
            Gate::opened(counter, holds_ns.min(plan.reading_serves_ns)),
            ticking,
        )
    }

    /// Accounts for what was taken of a lease.
    pub(super) fn account(&mut self, plan: &Plan, taken: Taken) {
        match (plan.shape.step, &mut self.position) {
            (Step::CountInTicks { .. }, Some(position)) => {
                self.ids += taken.ids;
                if taken.ticks > 0 {
                    position.tick += Tick::from(taken.ticks);
                    position.counter = self.start;
                }
                position.counter += u128::from(taken.nth);
            }
            _ => self.follow(plan, taken.ids),
        }
    }

    /// Accounts for ids that followed the first of a run.
    fn follow(&mut self, plan: &Plan, ids: u64) {
        self.ids += ids;
        if let Some(position) = &mut self.position {
            match plan.layout.counter {
                Some(_) => position.counter += u128::from(ids),
                None => position.tick += Tick::from(ids),
            }
        }
    }

    /// Uses the source of random bits.
    pub(super) fn draw<R>(&mut self, draw: impl FnOnce(&mut Stream) -> R) -> Result<R, Error> {
        self.entropy.with(draw)
    }

    /// Moves the position to that of the next id, or tells for which tick to wait.
    fn advance(
        &mut self,
        plan: &Plan,
        time: &TimeLayout,
        now: Tick,
        after: Option<Tick>,
    ) -> Result<Option<Tick>, Error> {
        let Some(position) = &mut self.position else {
            return self.start_at(plan, time, now, after).map(|()| None);
        };
        if position.high - now > plan.policy.tolerance {
            let position = *position;
            return self
                .roll_back(plan, time, now, after, position)
                .map(|()| None);
        }
        self.behind = false;
        if now > time.last {
            return Err(Error::new(ErrorCode::TimestampOutOfRange));
        }
        position.high = position.high.max(now);
        let Position { tick, high, .. } = *position;

        let overtaken = after.filter(|&after| after >= tick);
        let last = overtaken.unwrap_or(tick);
        if now > last {
            return self.begin_tick(plan, time, now, high).map(|()| None);
        }
        let ordered = plan
            .layout
            .counter
            .is_some_and(|counter| counter.seed != CounterSeed::Permuted);
        let goes_on = overtaken.is_none() && !self.stale && (after.is_none() || ordered);
        if goes_on && self.count_up(plan) {
            return Ok(None);
        }
        if goes_on && plan.policy.on_exhausted == OnExhausted::Error {
            return Err(Error::new(ErrorCode::CounterExhausted));
        }
        let next = time.step_over_up(last + 1);
        if next - high <= plan.policy.max_lead {
            return self.begin_tick(plan, time, next, high).map(|()| None);
        }
        match (overtaken, plan.policy.on_exhausted) {
            (Some(_), _) => Err(Error::new(ErrorCode::TimestampOutOfRange)),
            (None, OnExhausted::Error) => Err(Error::new(ErrorCode::CounterExhausted)),
            (None, OnExhausted::Advance) => Ok(Some(next - plan.policy.max_lead)),
        }
    }

    /// The next id of the same tick; `false` where the tick is full.
    fn count_up(&mut self, plan: &Plan) -> bool {
        let (Some(counter), Some(position)) = (plan.layout.counter, &mut self.position) else {
            return false;
        };
        let has_room = position.counter < counter.place.max();
        position.counter += u128::from(has_room);
        has_room
    }

    /// The first id, or the first one after a reset.
    fn start_at(
        &mut self,
        plan: &Plan,
        time: &TimeLayout,
        now: Tick,
        after: Option<Tick>,
    ) -> Result<(), Error> {
        let tick = match after {
            Some(after) if after >= now => time.step_over_up(after + 1),
            _ => now,
        };
        if tick - now > plan.policy.max_lead {
            return Err(Error::new(ErrorCode::TimestampOutOfRange));
        }
        self.begin_tick(plan, time, tick, now)?;
        if let Some(position) = &mut self.position {
            position.first = position.tick;
        }
        Ok(())
    }

    /// Starts the counter of a tick.
    fn begin_tick(
        &mut self,
        plan: &Plan,
        time: &TimeLayout,
        tick: Tick,
        high: Tick,
    ) -> Result<(), Error> {
        time.check(tick)?;
        if self
            .closed(plan)
            .is_some_and(|(first, last)| (first..=last).contains(&tick))
        {
            return Err(Error::new(ErrorCode::ClockRollback));
        }
        let counter = match plan.layout.counter {
            None => 0,
            Some(counter) => match counter.seed {
                CounterSeed::Zero => 0,
                CounterSeed::Random(bits) => self.entropy.bits(bits)?,
                CounterSeed::Kept(_) => self.start,
                CounterSeed::Permuted => {
                    if !self.permute_by_file(plan, tick) {
                        self.permutation = self.entropy.with(Permutation::draw)?;
                    }
                    0
                }
            },
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

    /// The ticks that must not be passed again.
    fn closed(&self, plan: &Plan) -> Option<(Tick, Tick)> {
        self.passed
            .filter(|_| !plan.layout.rules_out_repeats(self.chosen))
    }

    /// The clock was set back beyond the tolerance.
    fn roll_back(
        &mut self,
        plan: &Plan,
        time: &TimeLayout,
        now: Tick,
        after: Option<Tick>,
        position: Position,
    ) -> Result<(), Error> {
        self.rollbacks += u64::from(!self.behind);
        self.behind = true;
        if plan.policy.on_rollback == OnRollback::Error {
            return Err(Error::new(ErrorCode::ClockRollback));
        }
        time.check(now)?;
        let (first, last) = self.passed.unwrap_or((position.first, position.tick));
        let passed = (first.min(position.first), last.max(position.tick));
        if !plan.layout.rules_out_repeats(self.chosen) {
            if (passed.0..=passed.1).contains(&now) {
                return Err(Error::new(ErrorCode::ClockRollback));
            }
        } else if let (Some(node), Some(nodes), None) =
            (plan.layout.node, &mut self.nodes, self.chosen)
        {
            let number = nodes.draw_unused(node.drawn_bits)?;
            self.node = Some(number);
            self.set_node(plan, number.into());
        }
        self.draw_start(plan)?;
        self.passed = Some(passed);
        self.behind = false;
        self.position = None;
        self.start_at(plan, time, now, after)
            .inspect_err(|_| self.position = Some(position))
    }

    /// How far the last tick is ahead of the highest reading, in nanoseconds.
    pub(super) fn lead_ns(&self, plan: &Plan) -> u64 {
        let unit_ns = plan.layout.time.map_or(0, |time| time.scale.unit_ns);
        let lead = self
            .position
            .map_or(0, |position| (position.tick - position.high).max(0));
        (lead * unit_ns).try_into().unwrap_or(u64::MAX)
    }
}
