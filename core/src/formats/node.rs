//! Assigned nodes and machine identifiers.

use crate::codec::value::Place;
use crate::formats::layout::{CounterLayout, CounterSeed, Layout, NodeLayout};
use crate::formats::options::{Invalid, Options, bounded};

/// Sets the user's node, if given.
pub(crate) fn choose_node(layout: &mut Layout, given: Option<u64>) -> Result<(), Invalid> {
    let (Some(given), Some(place)) = (given, layout.node.map(|node| node.place)) else {
        return Ok(());
    };
    let largest = layout.largest(place) as u64;
    if given > largest {
        return Err(Invalid::range("node", given, 0..=largest));
    }
    layout.node = layout.node.map(|node| NodeLayout {
        chosen: Some(given),
        ..node
    });
    Ok(())
}

/// The error for a node if the options leave no bits for one.
pub(crate) const NO_NODE: &str = "node\0with node_bits 0, ids have no node";
pub(crate) const NO_LEASED_NODE: &str = "lease_file\0with node_bits 0, ids have no node to lease";

/// Starts the counter of each tick at 0, as in the original formats, if the node is assigned by the
/// user or by a lease.
///
/// Otherwise an unrelated process may have the same node, by chance, and a random start keeps the
/// ids apart.
pub(crate) fn count_from_zero_if_assigned(layout: &mut Layout, options: &Options) {
    let is_assigned = layout.node.is_some_and(|node| node.chosen.is_some());
    if let Some(counter) = &mut layout.counter
        && (is_assigned || options.lease_file.is_some())
    {
        counter.seed = CounterSeed::Zero;
    }
}

/// Sets the node of a format whose node width is an option. The node takes the top of a bit field
/// that it shares with the counter. Drawn nodes have a fixed width, so that a process has only one
/// list of them.
pub(crate) fn choose_node_of_bits(
    layout: &mut Layout,
    shared: Place,
    options: &Options,
    most_bits: u64,
) -> Result<(), Invalid> {
    let drawn_bits = layout.node.map_or(0, |node| node.drawn_bits);
    let bits = bounded(
        "node_bits",
        options.node_bits,
        drawn_bits.into(),
        1..=most_bits,
    )? as u8;
    let is_known = options.node.is_some() || options.lease_file.is_some();
    if !is_known && bits != drawn_bits {
        return Err(Invalid::requires("node_bits", "node"));
    }
    let (place, counter) = shared.split(bits);
    layout.node = layout.node.map(|node| NodeLayout { place, ..node });
    layout.counter = Some(CounterLayout::from_lower_half(counter));
    choose_node(layout, options.node)
}

/// Sets the node of a Snowflake, given as a whole or as two halves. A single half is an error,
/// because the other one would silently be 0.
pub(crate) fn choose_datacenter_and_worker(
    layout: &mut Layout,
    options: &Options,
) -> Result<(), Invalid> {
    let half = |name, given| bounded(name, given, 0, 0..=31);
    match (options.datacenter, options.worker) {
        (None, None) => choose_node(layout, options.node),
        (Some(_), Some(_)) if options.node.is_none() => {
            let datacenter = half("datacenter", options.datacenter)?;
            let worker = half("worker", options.worker)?;
            choose_node(layout, Some(datacenter << 5 | worker))
        }
        (Some(_), Some(_)) => Err(Invalid::excluded("datacenter", "node")),
        (Some(_), None) => Err(Invalid::requires("datacenter", "worker")),
        (None, Some(_)) => Err(Invalid::requires("worker", "datacenter")),
    }
}

/// Puts the user's machine identifier at the top of a UUID's random bits, below time and sequence
/// (draft-peabody-01 section 7).
pub(crate) fn choose_machine_id(layout: &mut Layout, options: &Options) -> Result<(), Invalid> {
    if options.machine_id.is_none() && options.lease_file.is_none() {
        return match options.machine_bits {
            None => Ok(()),
            Some(_) => Err(Invalid::requires("machine_bits", "machine_id")),
        };
    }
    let bits = bounded("machine_bits", options.machine_bits, 16, 1..=16)? as u8;
    let (top, rest) = layout.random.split(bits);
    let largest = top.max() as u64;
    match options.machine_id {
        Some(machine_id) if machine_id > largest => {
            return Err(Invalid::range("machine_id", machine_id, 0..=largest));
        }
        Some(machine_id) => layout.fixed = layout.fixed.or(top.write(machine_id as u128)),
        None => layout.node = Some(NodeLayout::leased(top)),
    }
    layout.random = rest;
    Ok(())
}
