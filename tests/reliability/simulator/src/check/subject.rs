//! What the checker knows of a generator: what it was asked to be, and what it has answered.

use std::rc::Rc;

use crate::formats::Format;
use crate::id::Id;
use crate::layout::{CounterSeed, Layout};
use crate::options::{ClockSource, OnExhausted, OnRollback, Options, Purpose, RollbackTolerance};

/// Which ids are greater than which.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Order {
    All,
    /// Those of later ticks.
    Ticks,
    None,
}

/// What does not change with what a generator answers.
#[derive(Clone, Debug)]
pub(crate) struct Traits {
    pub(crate) format: Format,
    pub(crate) layout: Layout,
    pub(crate) order: Order,
    /// In one order over all who share the file.
    pub(crate) orders_file: bool,
    pub(crate) unit_ns: i128,
    pub(crate) epoch_ns: i128,
    pub(crate) lead_ns: i128,
    /// None: unlimited.
    pub(crate) tolerance_ns: Option<i128>,
    pub(crate) resets: bool,
    pub(crate) fails_exhausted: bool,
    pub(crate) is_manual: bool,
    pub(crate) allow_fork: bool,
    /// The name of its file.
    pub(crate) file: Option<u32>,
    /// Its file is a lease file.
    pub(crate) is_leased: bool,
    /// The ids' random bits alone rule out a repeat.
    pub(crate) is_random: bool,
}

impl Traits {
    /// Of options that are known to be valid.
    pub(crate) fn of(format: Format, options: &Options, file: Option<u32>) -> Option<Self> {
        let layout = format
            .row()
            .layout_with(format, options, Purpose::Generate)
            .ok()?;
        let is_permuted =
            (layout.counter).is_some_and(|counter| counter.seed == CounterSeed::Permuted);
        let order = match layout.time {
            None => Order::None,
            Some(_) if is_permuted => Order::Ticks,
            Some(_) => Order::All,
        };
        let width = |place: crate::value::Place| u32::from(place.width());
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
                Some(OnRollback::Error) => false,
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

    /// The tick of an id as the instant at which it begins.
    #[inline]
    pub(crate) fn tick_ns(&self, id: &Id) -> Option<i128> {
        let time = self.layout.time.as_ref()?;
        Some(time.read(id.value()) * self.unit_ns + self.epoch_ns)
    }

    /// Whether a generator may tell times from here to there.
    pub(crate) fn carries(&self, from: i128, to: i128) -> bool {
        self.layout.time.is_none_or(|time| {
            let first = time.first * self.unit_ns + self.epoch_ns;
            let last = time.last * self.unit_ns + self.epoch_ns;
            first <= from && to + self.lead_ns + self.unit_ns <= last
        })
    }
}

/// When a generator read the clock last, and the counter before that.
#[derive(Clone, Copy)]
pub(crate) struct Look {
    pub(crate) counted: u64,
    pub(crate) read: u64,
}

/// A generator as one process has it.
#[derive(Clone)]
pub(crate) struct Subject {
    pub(crate) traits: Rc<Traits>,
    /// No other generator of any process has it.
    pub(crate) number: u64,
    pub(crate) is_seeded: bool,
    pub(crate) chosen: bool,
    /// Within which ids are unique.
    pub(crate) scope: u64,
    /// The file that it has open.
    pub(crate) inode: Option<usize>,
    /// The greatest that was answered.
    pub(crate) last: Option<Id>,
    /// Raised when the order begins anew.
    pub(crate) epoch: u32,
    /// Not before this instant.
    pub(crate) anew_since: u64,
    /// The highest that calls can have brought, which have looked before that and were answered after it.
    pub(crate) brought: i128,
    /// The highest that it can have read, since then.
    pub(crate) high: i128,
    pub(crate) read: Option<Look>,
    /// When an id first came of a look at the clock since the counter became slower.
    pub(crate) first_look: u64,
    /// Nothing tells it from its parent until it is given a seed or node of its own.
    pub(crate) needs_identity: bool,
    /// When it was reseeded last.
    pub(crate) reseeded: u64,
    /// Of a copied machine, and not told so: nothing is promised beside its original.
    pub(crate) is_unaware: bool,
    /// Of a process that was forked while a call on it was under way in the same thread, or was reseeded then.
    pub(crate) is_interrupted: bool,
    /// A call on it was under way when its process was forked, in whatever thread.
    pub(crate) is_torn: bool,
}

impl Subject {
    /// Whether the user's node alone tells its ids from another's.
    pub(crate) fn only_node_differs(&self) -> bool {
        self.chosen && self.traits.layout.random.width() == 0
    }
}
