//! The one algorithm: what is remembered between two ids, and how the next one follows.
//!
//! State is the last tick and the counter in it. `tick = max(now, last)`; in a new tick the counter
//! starts as the format says, else it counts up; a format without a counter moves the tick:
//! `max(now, last + 1)`. Everything here is pure but for the entropy drawn: the clock's reading
//! comes in as an argument, a wait goes out as a result, and so does a run: the next id and how
//! many could follow it by counting alone.

use super::entropy::{Entropy, Stream};
use super::gate::Gate;
use super::nodes::Nodes;
use super::permutation::Permutation;
use super::process::Generation;
use super::run::{Run, Shape};
use crate::error::{Error, ErrorCode};
use crate::formats::Format;
use crate::layout::{CounterLayout, CounterSeed, Layout, TimeLayout};
use crate::options::{OnExhausted, OnRollback, Options, RollbackTolerance};
use crate::time::{Tick, Timestamp};
use crate::value::{Place, Value};

/// What the options say of the clock, in ticks.
#[derive(Clone, Copy)]
pub(super) struct Policy {
    max_lead: Tick,
    on_exhausted: OnExhausted,
    tolerance: Tick,
    on_rollback: OnRollback,
}

impl Policy {
    pub(super) fn new(layout: &Layout, options: &Options) -> Self {
        let unit_ns = layout.time.map_or(1, |time| time.scale.unit_ns);
        let ticks = |ms: u64| Tick::from(ms) * 1_000_000 / unit_ns;
        let resets = layout.rules_out_repeats(layout.node.and_then(|node| node.chosen));
        Self {
            max_lead: ticks(options.max_lead_ms.unwrap_or(1000)),
            on_exhausted: options.on_exhausted.unwrap_or(OnExhausted::Advance),
            tolerance: match options.rollback_tolerance_ms {
                None => ticks(10_000),
                Some(RollbackTolerance::Ms(ms)) => ticks(ms),
                Some(RollbackTolerance::Unlimited) => Tick::MAX,
            },
            on_rollback: options.on_rollback.unwrap_or(if resets {
                OnRollback::Reset
            } else {
                OnRollback::Error
            }),
        }
    }
}

/// What the next call leads to.
pub(super) enum Next {
    /// An id, and how many could follow it; only the first is accounted for.
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

/// The rest of a run, to be used up while its gate holds.
#[derive(Clone, Copy)]
struct Lease {
    run: Run,
    gate: Gate,
    taken: u64,
}

impl Lease {
    const CLOSED: Lease = Lease {
        run: Run::NONE,
        gate: Gate::CLOSED,
        taken: 0,
    };
}

pub(super) struct State {
    lease: Lease,
    layout: Layout,
    shape: Shape,
    policy: Policy,
    /// What was drawn or chosen, and in which process.
    entropy: Entropy,
    nodes: Option<Nodes>,
    /// The user's node.
    chosen: Option<u64>,
    /// Fixed bits and the node.
    fixed: Value,
    /// Where the counter returns to (uuid6).
    start: u128,
    permutation: Permutation,
    pub(super) generation: Generation,
    position: Option<Position>,
    /// The counter may not go on in this tick: another process may have done so.
    stale: bool,
    /// Ticks passed before a reset, first and last; what draws too little to rule out a repeat
    /// must not pass them again.
    passed: Option<(Tick, Tick)>,
    /// The clock stands behind by more than the tolerance, and that was counted.
    behind: bool,
    pub(super) ids: u64,
    pub(super) rollbacks: u64,
}

impl State {
    pub(super) fn new(
        format: Format,
        layout: Layout,
        options: &Options,
        generation: Generation,
    ) -> Result<Self, Error> {
        let mut state = Self {
            layout,
            shape: Shape::new(&layout),
            policy: Policy::new(&layout, options),
            entropy: Entropy::new(options.seed),
            nodes: None,
            chosen: layout.node.and_then(|node| node.chosen),
            fixed: layout.fixed,
            start: 0,
            permutation: Permutation::NONE,
            lease: Lease::CLOSED,
            generation,
            position: None,
            stale: false,
            passed: None,
            behind: false,
            ids: 0,
            rollbacks: 0,
        };
        state.draw_parts(format)?;
        Ok(state)
    }

    /// Whether a forked child would repeat its parent unless it is told something new.
    pub(super) fn needs_own_identity(&self) -> bool {
        self.entropy.is_seeded() || self.only_node_differs()
    }

    pub(super) fn is_seeded(&self) -> bool {
        self.entropy.is_seeded()
    }

    /// Whether the user's node alone tells this generator's ids from another's.
    pub(super) fn only_node_differs(&self) -> bool {
        self.chosen.is_some() && self.layout.random.width() == 0
    }

    /// Draws everything anew: after a fork, or on request, with the user's seed or node if given.
    /// Time goes on from where it was, in a new tick.
    pub(super) fn renew(
        &mut self,
        format: Format,
        seed: Option<[u8; 32]>,
        node: Option<u64>,
    ) -> Result<(), Error> {
        if let Some(node) = node {
            let fits = |place: Place| u128::from(node) <= place.max();
            if !self.layout.node.is_some_and(|layout| fits(layout.place)) {
                return Err(Error::about(ErrorCode::InvalidOption, "node"));
            }
        }
        self.entropy = Entropy::new(seed);
        self.chosen = node.or(self.chosen);
        self.draw_parts(format)?;
        self.stale = true;
        Ok(())
    }

    /// Node and start of the counter, in this order.
    fn draw_parts(&mut self, format: Format) -> Result<(), Error> {
        if let Some(node) = self.layout.node {
            let number = match self.chosen {
                Some(chosen) => chosen,
                None => {
                    let mut nodes = Nodes::new(format, node.drawn_bits, &mut self.entropy)?;
                    let number = nodes.draw(node.drawn_bits)?;
                    self.nodes = Some(nodes);
                    u64::from(number)
                }
            };
            self.set_node(number);
        }
        self.draw_start()
    }

    fn set_node(&mut self, number: u64) {
        if let Some(node) = self.layout.node {
            let others = self.layout.fixed.and(node.place.mask().not());
            self.fixed = others.or(node.place.write(u128::from(number)));
        }
    }

    fn draw_start(&mut self) -> Result<(), Error> {
        if let Some(CounterLayout {
            seed: CounterSeed::Kept(bits),
            ..
        }) = self.layout.counter
        {
            self.start = self.entropy.bits(bits)?;
        }
        Ok(())
    }

    /// The id that follows at this reading of the clock, greater than one of tick `after`.
    pub(super) fn next(&mut self, reading: Timestamp, after: Option<Tick>) -> Result<Next, Error> {
        let Some(time) = self.layout.time else {
            self.ids += 1;
            return Ok(Next::Run(self.run_of(Value::ZERO, 0, u64::MAX)));
        };
        let now = time.step_over_up(time.scale.floor(reading));
        if let Some(until) = self.advance(&time, now, after)? {
            return Ok(Next::Wait(until));
        }
        self.ids += 1;
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
        let run = match self.layout.counter {
            Some(layout) => {
                let left = layout.place.max() - counter;
                let (known, room) = if self.shape.is_permuted() {
                    (known, left)
                } else {
                    let counted = known.or(layout.place.write(counter));
                    (counted, left.min(self.shape.room(counter)))
                };
                self.run_of(known, counter as u64, room as u64)
            }
            None => self.run_of(known, 0, self.ticks_ahead(&time, tick, high)),
        };
        Ok(Next::Run(run))
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
    fn ticks_ahead(&self, time: &TimeLayout, tick: Tick, high: Tick) -> u64 {
        let in_doubt = self.passed.is_some()
            || self.policy.on_exhausted == OnExhausted::Error
            || time.hole.is_some_and(|hole| tick < hole);
        if in_doubt {
            return 0;
        }
        let ahead = (high + self.policy.max_lead).min(time.last) - tick;
        ahead.clamp(0, Tick::from(u32::MAX)) as u64
    }

    /// The next id of the lease, without another look at the clock.
    #[inline]
    pub(super) fn take(&mut self, counter: u64) -> Option<u128> {
        let Lease { run, gate, taken } = &mut self.lease;
        if *taken >= run.count || !gate.holds(counter) {
            return None;
        }
        let bits = run.bits(&self.shape, *taken);
        *taken += 1;
        Some(bits)
    }

    /// Leases what follows the first id of a run.
    pub(super) fn open(&mut self, run: &Run, gate: Gate) {
        self.lease = Lease {
            run: *run,
            gate,
            taken: 1,
        };
    }

    /// Ends the lease and accounts for what was taken.
    pub(super) fn close(&mut self) {
        let taken = self.lease.taken;
        self.lease = Lease::CLOSED;
        self.follow(taken.saturating_sub(1));
    }

    /// Accounts for ids that followed the first of a run.
    pub(super) fn follow(&mut self, ids: u64) {
        self.ids += ids;
        if let Some(position) = &mut self.position {
            match self.layout.counter {
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
        time: &TimeLayout,
        now: Tick,
        after: Option<Tick>,
    ) -> Result<Option<Tick>, Error> {
        let Some(position) = self.position else {
            return self.start_at(time, now, after).map(|()| None);
        };
        if position.high - now > self.policy.tolerance {
            return self.roll_back(time, now, after, position).map(|()| None);
        }
        self.behind = false;
        if now > time.last {
            return Err(Error::new(ErrorCode::TimestampOutOfRange));
        }
        let high = position.high.max(now);
        self.position = Some(Position { high, ..position });

        let overtaken = after.filter(|&tick| tick >= position.tick);
        let last = overtaken.unwrap_or(position.tick);
        if now > last {
            return self.begin_tick(time, now, high).map(|()| None);
        }
        let ordered = self
            .layout
            .counter
            .is_some_and(|counter| counter.seed != CounterSeed::Permuted);
        let goes_on = overtaken.is_none() && !self.stale && (after.is_none() || ordered);
        if goes_on && self.count_up() {
            return Ok(None);
        }
        if goes_on && self.policy.on_exhausted == OnExhausted::Error {
            return Err(Error::new(ErrorCode::CounterExhausted));
        }
        let next = time.step_over_up(last + 1);
        if next - high <= self.policy.max_lead {
            return self.begin_tick(time, next, high).map(|()| None);
        }
        match (overtaken, self.policy.on_exhausted) {
            (Some(_), _) => Err(Error::new(ErrorCode::TimestampOutOfRange)),
            (None, OnExhausted::Error) => Err(Error::new(ErrorCode::CounterExhausted)),
            (None, OnExhausted::Advance) => Ok(Some(next - self.policy.max_lead)),
        }
    }

    /// The next id of the same tick; `false` where the tick is full.
    fn count_up(&mut self) -> bool {
        let (Some(counter), Some(position)) = (self.layout.counter, &mut self.position) else {
            return false;
        };
        let has_room = position.counter < counter.place.max();
        position.counter += u128::from(has_room);
        has_room
    }

    /// The first id, or the first one after a reset.
    fn start_at(&mut self, time: &TimeLayout, now: Tick, after: Option<Tick>) -> Result<(), Error> {
        let tick = match after {
            Some(after) if after >= now => time.step_over_up(after + 1),
            _ => now,
        };
        if tick - now > self.policy.max_lead {
            return Err(Error::new(ErrorCode::TimestampOutOfRange));
        }
        self.begin_tick(time, tick, now)?;
        if let Some(position) = &mut self.position {
            position.first = position.tick;
        }
        Ok(())
    }

    /// Starts the counter of a tick.
    fn begin_tick(&mut self, time: &TimeLayout, tick: Tick, high: Tick) -> Result<(), Error> {
        time.check(tick)?;
        if self.was_passed(tick) {
            return Err(Error::new(ErrorCode::ClockRollback));
        }
        let counter = match self.layout.counter {
            None => 0,
            Some(counter) => match counter.seed {
                CounterSeed::Zero => 0,
                CounterSeed::Random(bits) => self.entropy.bits(bits)?,
                CounterSeed::Kept(_) => self.start,
                CounterSeed::Permuted => {
                    let bits = counter.place.width();
                    let draw = |stream: &mut Stream| Permutation::draw(bits, stream);
                    self.permutation = self.entropy.with(draw)?;
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

    fn was_passed(&self, tick: Tick) -> bool {
        self.passed
            .is_some_and(|(first, last)| (first..=last).contains(&tick))
    }

    /// The clock was set back beyond the tolerance.
    fn roll_back(
        &mut self,
        time: &TimeLayout,
        now: Tick,
        after: Option<Tick>,
        position: Position,
    ) -> Result<(), Error> {
        self.rollbacks += u64::from(!self.behind);
        self.behind = true;
        if self.policy.on_rollback == OnRollback::Error {
            return Err(Error::new(ErrorCode::ClockRollback));
        }
        time.check(now)?;
        if !self.layout.rules_out_repeats(self.chosen) {
            let (first, last) = self.passed.unwrap_or((position.first, position.tick));
            let passed = (first.min(position.first), last.max(position.tick));
            if (passed.0..=passed.1).contains(&now) {
                return Err(Error::new(ErrorCode::ClockRollback));
            }
            self.passed = Some(passed);
        } else if let (Some(node), Some(nodes), None) =
            (self.layout.node, &mut self.nodes, self.chosen)
        {
            let number = nodes.draw_unused(node.drawn_bits)?;
            self.set_node(u64::from(number));
        }
        self.draw_start()?;
        self.behind = false;
        self.position = None;
        self.start_at(time, now, after)
            .inspect_err(|_| self.position = Some(position))
    }

    /// How far the last tick is ahead of the highest reading, in nanoseconds.
    pub(super) fn lead_ns(&self) -> u64 {
        let unit_ns = self.layout.time.map_or(0, |time| time.scale.unit_ns);
        let lead = self
            .position
            .map_or(0, |position| (position.tick - position.high).max(0));
        (lead * unit_ns).try_into().unwrap_or(u64::MAX)
    }
}
