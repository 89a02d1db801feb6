//! Drawn nodes when all of them are in use. A process of its own: its generators use up the list.
#![cfg(feature = "std")]

mod common;

use common::{ids_at, manual};
use sortid::{Format, Generator, Options, Reseed};

/// A timeid draws its node from 32.
const NODES: usize = 32;

fn node(generator: &Generator) -> i128 {
    let ids = ids_at(generator, [0]);
    ids[0].field("node").expect("a field")
}

#[test]
fn reseeding_draws_another_node_when_all_are_used() {
    let new = || manual(Format::Timeid, Options::new());
    let first: Vec<Generator> = (0..NODES).map(|_| new()).collect();
    // From now on nodes are given in turn.
    let generator = new();
    let before = node(&generator);
    let others: Vec<Generator> = (1..NODES).map(|_| new()).collect();
    generator.reseed(Reseed::new()).expect("reseeded");
    assert_ne!(node(&generator), before);
    drop((first, others));
}
