//! The checker's knowledge of a generator: its configuration and its results.

use std::rc::Rc;

use sortid_engine::layout::{CounterSeed, Layout};
use sortid_reliability_common::product::{
    AnyId, ClockSource, Format, OnExhausted, OnRollback, Options, RollbackTolerance, plan,
};

/// The order that a generator guarantees.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Order {
    All,
    /// Ids of later ticks are greater.
    Ticks,
    None,
}

/// The fixed properties of a generator.
#[derive(Clone, Debug)]
pub(crate) struct Traits {
    pub(crate) format: Format,
    pub(crate) layout: Layout,
    pub(crate) order: Order,
    /// Whether there is one order for all users of the file.
    pub(crate) orders_file: bool,
    pub(crate) unit_ns: i128,
    pub(crate) epoch_ns: i128,
    pub(crate) lead_ns: i128,
    /// `None`: unlimited.
    pub(crate) tolerance_ns: Option<i128>,
    pub(crate) resets: bool,
    pub(crate) fails_exhausted: bool,
    pub(crate) is_manual: bool,
    pub(crate) allow_fork: bool,
    /// The name of its file.
    pub(crate) file: Option<u32>,
    /// Its file is a lease file.
    pub(crate) is_leased: bool,
    /// Whether random bits are enough to rule out repeats.
    pub(crate) is_random: bool,
}

impl Traits {
    /// The traits of a generator with valid options.
    pub(crate) fn of(format: Format, options: &Options, file: Option<u32>) -> Option<Self> {
        let layout = plan(format, options).ok()?.layout;
        let is_permuted =
            (layout.counter).is_some_and(|counter| counter.seed == CounterSeed::Permuted);
        let order = match layout.time {
            None => Order::None,
            Some(_) if is_permuted => Order::Ticks,
            Some(_) => Order::All,
        };
        let width = |place: sortid_engine::value::Place| u32::from(place.width());
        let time_bits = layout
            .time
            .map_or(0, |time| 128 - (time.last - time.first).leading_zeros());
        let counter_bits = layout.counter.map_or(0, |counter| width(counter.place));
        let chosen = layout.node.and_then(|node| node.chosen);
        let unit_ns = layout.time.map_or(1, |time| time.scale.unit_ns);
        let resets = layout.rules_out_repeats(chosen) && file.is_none();
        Some(Self {
            format,
            order,
            orders_file: time_bits + counter_bits <= 64 && order != Order::None,
            unit_ns,
            epoch_ns: layout.time.map_or(0, |time| time.scale.epoch_ns),
            lead_ns: i128::from(options.max_lead_ms.unwrap_or(1000)) * 1_000_000,
            tolerance_ns: match options.rollback_tolerance_ms {
                None => Some(10_000_000_000),
                Some(RollbackTolerance::Ms(ms)) => Some(i128::from(ms) * 1_000_000),
                Some(RollbackTolerance::Unlimited) => None,
            },
            resets: match options.on_rollback {
                None => resets,
                Some(OnRollback::Reset) => true,
                Some(_) => false,
            },
            fails_exhausted: options.on_exhausted == Some(OnExhausted::Error),
            is_manual: options.clock == Some(ClockSource::Manual),
            allow_fork: options.allow_fork == Some(true),
            file,
            is_leased: options.lease_file.is_some(),
            is_random: layout.random_enough,
            layout,
        })
    }

    /// The start of the tick of an id.
    #[inline]
    pub(crate) fn tick_ns(&self, id: &AnyId) -> Option<i128> {
        let time = self.layout.time.as_ref()?;
        Some(time.read(id.value()) * self.unit_ns + self.epoch_ns)
    }

    /// The number of nodes from which the generator draws.
    pub(crate) fn all_nodes(&self) -> Option<u128> {
        let node = self.layout.node?;
        Some(1 << node.drawn_bits)
    }

    /// The node of an id.
    pub(crate) fn node(&self, id: &AnyId) -> Option<u128> {
        let node = self.layout.node.as_ref()?;
        Some(node.place.read(id.value()))
    }

    /// Whether an id is a custom64 with bits above the time: no issued id is greater.
    pub(crate) fn is_beyond(&self, id: AnyId) -> bool {
        let layout = &self.layout;
        let places = [
            layout.time.map(|time| time.place),
            layout.counter.map(|counter| counter.place),
            layout.node.map(|node| node.place),
        ];
        let bits = places
            .into_iter()
            .flatten()
            .map(|place| u32::from(place.width()))
            .sum();
        let above = id.to_u64().ok().and_then(|int| int.checked_shr(bits));
        self.format == Format::Custom64 && above.is_some_and(|above| above != 0)
    }

    /// Whether the format covers this range of times.
    pub(crate) fn carries(&self, from: i128, to: i128) -> bool {
        self.layout.time.is_none_or(|time| {
            let first = time.first * self.unit_ns + self.epoch_ns;
            let last = time.last * self.unit_ns + self.epoch_ns;
            first <= from && to + self.lead_ns + self.unit_ns <= last
        })
    }
}

/// The last clock read of a generator, and the counter before it.
#[derive(Clone, Copy)]
pub(crate) struct Look {
    pub(crate) counted: u64,
    pub(crate) read: u64,
}

/// A snapshot that was resumed twice.
#[derive(Clone, Copy)]
pub(crate) struct Copied {
    pub(crate) at: u64,
    /// Whether both clocks were then set to the present, as after a long time.
    pub(crate) is_set: bool,
    /// The node at that time, if an id contained it.
    pub(crate) node: Option<u128>,
}

/// A generator in one process.
#[derive(Clone)]
pub(crate) struct Subject {
    pub(crate) traits: Rc<Traits>,
    /// Unique among all generators of all processes.
    pub(crate) number: u64,
    pub(crate) is_seeded: bool,
    pub(crate) chosen: bool,
    /// The scope within which its ids are unique.
    pub(crate) scope: u64,
    /// The file that it has open.
    pub(crate) inode: Option<usize>,
    /// The greatest id so far.
    pub(crate) last: Option<AnyId>,
    /// Incremented when the order restarts.
    pub(crate) epoch: u32,
    /// The time of the last restart, at the earliest.
    pub(crate) anew_since: u64,
    /// The highest possible reading of calls that read the clock before the restart and returned
    /// after it.
    pub(crate) brought: i128,
    /// The highest possible reading since the restart.
    pub(crate) high: i128,
    pub(crate) read: Option<Look>,
    /// The time of the first id from a clock read since the counter slowed down.
    pub(crate) first_look: u64,
    /// Whether its ids may equal those of its parent until it gets a seed or node of its own.
    pub(crate) needs_identity: bool,
    /// The time of the last reseeding.
    pub(crate) reseeded: u64,
    /// Whether it belongs to a copied machine and was not reseeded: its ids may equal those of the
    /// original.
    pub(crate) is_unaware: bool,
    /// The snapshot that it was resumed from.
    pub(crate) copied: Option<Copied>,
    /// Whether its process was forked, or it was reseeded, during a call of the same thread.
    pub(crate) is_interrupted: bool,
    /// Whether its process was forked in a handler and continues the interrupted call on it.
    pub(crate) goes_on_with_call: bool,
    /// Whether its process was forked during a call of any thread on it.
    pub(crate) is_torn: bool,
}

impl Subject {
    /// Whether only the user's node distinguishes its ids from others.
    pub(crate) fn only_node_differs(&self) -> bool {
        self.chosen && self.traits.layout.random.width() == 0
    }
}
