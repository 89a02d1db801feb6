//! A second implementation of the rules for clock readings, R-GEN-1 and R-GEN-2. It models ticks
//! but no ids; it learns from the results whether a tick is full.

use sortid::{ErrorCode, Format};

use crate::facts;

/// The options of the model, in the caller's units.
#[derive(Clone, Copy)]
pub(crate) struct Rules {
    pub(crate) max_lead_ms: u64,
    /// `None`: unlimited.
    pub(crate) tolerance_ms: Option<u64>,
    /// Whether to follow a clock that goes back beyond the tolerance.
    pub(crate) resets: bool,
    /// Whether a full tick is an error instead of a step ahead.
    pub(crate) exhausted_is_error: bool,
}

impl Rules {
    /// The default rules of a format.
    pub(crate) fn of(format: Format) -> Self {
        Self {
            max_lead_ms: 1000,
            tolerance_ms: Some(10_000),
            resets: facts::resets(format),
            exhausted_is_error: false,
        }
    }
}

/// An allowed result.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Allowed {
    /// An id of this tick, greater than the previous one unless the clock was just followed back.
    Id { tick: i128, reset: bool },
    /// An id of this tick, or the result of a full tick: the random start of its counter decides.
    IdOr { tick: i128, full: Full },
    /// The tick is full.
    Full(Full),
    /// This error.
    Error(ErrorCode),
}

/// The result after a full tick.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Full {
    Next(i128),
    Error(ErrorCode),
}

/// A generator's position by the specified rules, in ticks since 1970.
pub(crate) struct Model {
    unit_ns: i128,
    first: i128,
    last: i128,
    hole: Option<i128>,
    max_lead: i128,
    tolerance: i128,
    rules: Rules,
    /// The number of nodes left for resets; `None` if a reset needs none.
    nodes_left: Option<u32>,
    room: (u64, u64),
    position: Option<Position>,
    behind: bool,
    pub(crate) rollbacks: u64,
}

#[derive(Clone, Copy)]
struct Position {
    /// The highest accepted reading.
    high: i128,
    tick: i128,
    /// The number of ids in the tick.
    count: u64,
}

impl Model {
    pub(crate) fn new(format: Format, rules: Rules) -> Self {
        let unit_ns = facts::unit_ns(format);
        let ticks = |ms: u64| i128::from(ms) * facts::MS / unit_ns;
        let (first, last) = facts::field_ns(format);
        Self {
            unit_ns,
            first: first / unit_ns,
            last: last / unit_ns,
            hole: facts::hole(format),
            max_lead: ticks(rules.max_lead_ms),
            tolerance: rules.tolerance_ms.map_or(i128::MAX, ticks),
            rules,
            // The generator has one node from the start.
            nodes_left: facts::drawn_nodes(format).map(|nodes| nodes - 1),
            room: facts::room(format),
            position: None,
            behind: false,
            rollbacks: 0,
        }
    }

    /// The tick of an instant.
    pub(crate) fn tick(&self, unix_ns: i128) -> i128 {
        unix_ns.div_euclid(self.unit_ns)
    }

    /// The lead of the last id over the highest reading.
    pub(crate) fn lead_ns(&self) -> i128 {
        let lead = self
            .position
            .map_or(0, |position| position.tick - position.high);
        lead * self.unit_ns
    }

    fn over_hole(&self, tick: i128) -> i128 {
        tick + i128::from(self.hole == Some(tick))
    }

    /// The allowed results after a clock reading.
    pub(crate) fn read(&mut self, unix_ns: i128) -> Allowed {
        let now = self.over_hole(self.tick(unix_ns));
        let outside = now < self.first || now > self.last;
        let out_of_range = Allowed::Error(ErrorCode::TimestampOutOfRange);
        let Some(position) = &mut self.position else {
            if outside {
                return out_of_range;
            }
            return self.begin(now, false);
        };
        if position.high - now > self.tolerance {
            // A rollback counts once, however often the clock is read meanwhile.
            self.rollbacks += u64::from(!self.behind);
            self.behind = true;
            if !self.rules.resets {
                return Allowed::Error(ErrorCode::ClockRollback);
            }
            if outside {
                return out_of_range;
            }
            match &mut self.nodes_left {
                Some(0) => return Allowed::Error(ErrorCode::ClockRollback),
                Some(nodes) => *nodes -= 1,
                None => {}
            }
            self.behind = false;
            return self.begin(now, true);
        }
        self.behind = false;
        if now > self.last {
            return out_of_range;
        }
        position.high = position.high.max(now);
        if now > position.tick {
            return Allowed::Id {
                tick: now,
                reset: false,
            };
        }
        let position = *position;
        let full = self.after_full(position);
        if position.count < self.room.0 {
            Allowed::Id {
                tick: position.tick,
                reset: false,
            }
        } else if position.count < self.room.1 {
            Allowed::IdOr {
                tick: position.tick,
                full,
            }
        } else {
            Allowed::Full(full)
        }
    }

    fn begin(&mut self, now: i128, reset: bool) -> Allowed {
        self.position = Some(Position {
            high: now,
            tick: now,
            count: 0,
        });
        Allowed::Id { tick: now, reset }
    }

    fn after_full(&self, position: Position) -> Full {
        let next = self.over_hole(position.tick + 1);
        let waits = next - position.high > self.max_lead;
        if waits || self.rules.exhausted_is_error {
            Full::Error(ErrorCode::CounterExhausted)
        } else if next > self.last {
            Full::Error(ErrorCode::TimestampOutOfRange)
        } else {
            Full::Next(next)
        }
    }

    /// Records an id of this tick.
    pub(crate) fn made(&mut self, tick: i128) {
        if let Some(position) = &mut self.position {
            position.count = if position.tick == tick {
                position.count + 1
            } else {
                1
            };
            position.tick = tick;
        }
    }
}
