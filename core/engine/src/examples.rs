//! Layouts for tests, as some formats have them, and the system on which tests run.

use std::time::Duration;

use crate::layout::{Coding, CounterLayout, CounterSeed, Layout, NodeLayout, TimeLayout};
use crate::nodes::NodeWords;
use crate::plan::{FormatKey, Plan, Policy};
use crate::position_codec::PositionCodec;
use crate::time::Scale;
use crate::value::Place;

pub(crate) use crate::native::NativeOs as S;

/// Microseconds and a node: one id a tick.
pub(crate) const TID: Layout = Layout {
    time: Some(TimeLayout::linear(&[(1, 53)], Scale::UNIX_US)),
    node: Some(NodeLayout::drawn(&[(54, 10)], 10)),
    ..Layout::NONE
};

/// Microseconds before and after 1970, without -1.
pub(crate) const TIMEID: Layout = Layout {
    time: Some(TimeLayout {
        place: Place::new(&[(0, 54)]),
        coding: Coding::Signed,
        scale: Scale::UNIX_US,
        first: -(1 << 53),
        last: (1 << 53) - 1,
        hole: Some(-1),
    }),
    node: Some(NodeLayout::drawn(&[(54, 10)], 5)),
    ..Layout::NONE
};

/// Milliseconds, a node and a counter.
pub(crate) const TSID: Layout = Layout {
    time: Some(TimeLayout::linear(&[(0, 42)], Scale::UNIX_MS)),
    counter: Some(CounterLayout::from_lower_half(Place::new(&[(52, 12)]))),
    node: Some(NodeLayout::drawn(&[(42, 10)], 10)),
    ..Layout::NONE
};

/// Milliseconds, a wide counter and random bits.
pub(crate) const UUID7: Layout = Layout {
    time: Some(TimeLayout::linear(&[(0, 48)], Scale::UNIX_MS)),
    counter: Some(CounterLayout {
        place: Place::new(&[(52, 12), (66, 30)]),
        seed: CounterSeed::Random(41),
    }),
    random: Place::new(&[(96, 32)]),
    random_enough: true,
    ..Layout::NONE
};

/// Random bits alone.
pub(crate) const UUID4: Layout = Layout {
    random: Place::new(&[(0, 48), (52, 12), (66, 62)]),
    random_enough: true,
    ..Layout::NONE
};

/// Milliseconds and a permuted counter.
pub(crate) const XID: Layout = Layout {
    time: Some(TimeLayout::linear(&[(0, 42)], Scale::UNIX_MS)),
    counter: Some(CounterLayout {
        place: Place::new(&[(42, 22)]),
        seed: CounterSeed::Permuted,
    }),
    ..Layout::NONE
};

/// The list of the nodes of 10 bits.
pub(crate) const NODE_WORDS: NodeWords = NodeWords { first: 0, end: 17 };

const KEY: FormatKey = FormatKey {
    name: "example",
    number: 1,
    node_words: NODE_WORDS,
    has_own_layout: false,
};

/// The policy of a default generator with this layout, without claims.
pub(crate) fn policy(layout: &Layout) -> Policy {
    let unit_ns = layout.time.map_or(1, |time| time.scale.unit_ns);
    let ticks = |ns: i128| u64::try_from(ns / unit_ns).expect("few ticks");
    Policy {
        is_manual: false,
        is_leased: false,
        is_unmapped: false,
        may_claim: false,
        must_claim: false,
        max_lead: ticks(1_000_000_000),
        lease_wait: Duration::ZERO,
        fails_if_exhausted: false,
        tolerance: Some(ticks(10_000_000_000)),
        resets: layout.rules_out_repeats(layout.node.and_then(|node| node.chosen)),
        any_order: false,
    }
}

pub(crate) fn plan(layout: Layout) -> Plan {
    plan_with(layout, policy(&layout))
}

/// The plan of a generator with a state file.
pub(crate) fn plan_with_file(layout: Layout, policy: Policy) -> Plan {
    let time = layout.time.expect("ticks");
    let codec = PositionCodec::of(&layout, &time);
    Plan::new(KEY, layout, policy, Some(codec))
}

pub(crate) fn plan_with(layout: Layout, policy: Policy) -> Plan {
    Plan::new(KEY, layout, policy, None)
}

/// A layout with a node that the user assigned.
pub(crate) fn with_node(layout: Layout, chosen: u64) -> Layout {
    let node = layout.node.map(|node| NodeLayout {
        chosen: Some(chosen),
        ..node
    });
    Layout { node, ..layout }
}
