//! Generators that share no state, like generators of unrelated processes.

use std::collections::BTreeSet;

use crate::common::{ids_at, manual};
use sortid::{AnyId, Format, Generator, Options, Reseed};

/// Formats whose drawn node has so few values that unrelated processes often draw the same one,
/// with the number of values at which the counter of a tick may start.
const NARROW: [(Format, u32); 7] = [
    (Format::Snowflake, 2048),
    (Format::FlakeIdgen, 2048),
    (Format::Uid11Snowish, 2048),
    (Format::ShardingId, 512),
    (Format::Tsid, 2048),
    (Format::Scru64, 8192),
    (Format::Custom64, 2048),
];

const GENERATORS: u8 = 100;
const ROUNDS: u8 = 20;
const IDS: usize = 5;

/// Counts repeated ids of unrelated generators, over all rounds. Each round is one tick.
///
/// A seeded generator draws its node like an unrelated process, without regard to used nodes.
fn repeats(format: Format) -> usize {
    let mut repeats = 0;
    for round in 0..ROUNDS {
        let mut seen = BTreeSet::<AnyId>::new();
        for nth in 0..GENERATORS {
            let mut seed = [0; 32];
            (seed[0], seed[1]) = (round, nth);
            let generator = manual(format, Options::new().seed(seed));
            let ids = ids_at(&generator, std::iter::repeat_n(0, IDS));
            repeats += ids.into_iter().filter(|id| !seen.insert(*id)).count();
        }
    }
    repeats
}

/// Two generators with the same node repeat ids only if the random starts of their counters are
/// less than `IDS` apart.
#[test]
fn unrelated_generators_repeat_ids_within_expected_rate() {
    let pairs = f64::from(GENERATORS) * f64::from(GENERATORS - 1) / 2.0 * f64::from(ROUNDS);
    let shared_ids = (1..IDS).map(|apart| 2 * (IDS - apart)).sum::<usize>() + IDS;
    for (format, starts) in NARROW {
        let nodes = f64::from(1 << format.making().node_bits);
        let expected = pairs / nodes * shared_ids as f64 / f64::from(starts);
        let found = repeats(format);
        // Repeats come in groups of up to `IDS`. The seeds are fixed, so every run has the same
        // result.
        assert!(
            found as f64 <= 4.0 * expected + IDS as f64,
            "{format}: {found} repeats, {expected:.1} expected"
        );
    }
}

/// Only one generator uses an assigned node, and may use every count of a tick.
#[test]
fn assigned_nodes_count_from_zero() {
    let assigned = [
        (Format::Snowflake, Options::new().node(7)),
        (Format::FlakeIdgen, Options::new().datacenter(0).worker(7)),
        (Format::Uid11Snowish, Options::new().node(7)),
        (Format::ShardingId, Options::new().node(7)),
    ];
    for (format, options) in assigned {
        let generator = manual(format, options);
        for tick in 0..50 {
            let id = ids_at(&generator, [tick * 1000])[0];
            let count = id.fields().last().map(|(_, count)| count);
            assert_eq!(count, Some(0), "{format}");
        }
    }
}

#[test]
fn uuid6_clock_sequence_starts_at_random() {
    let start = |_| {
        let generator = manual(Format::Uuid6, Options::new());
        ids_at(&generator, [0])[0]
            .field("clock_seq")
            .expect("a field")
    };
    let starts: BTreeSet<i128> = (0..8).map(start).collect();
    assert!(starts.len() > 1, "{starts:?}");
}

/// The number of nodes of timeid.
const NODES: usize = 32;

#[test]
fn reseeding_draws_another_node_when_all_are_used() {
    let new = || manual(Format::Timeid, Options::new());
    let node = |generator: &Generator| ids_at(generator, [0])[0].field("node").expect("a field");
    let first: Vec<Generator> = (0..NODES).map(|_| new()).collect();
    // From now on nodes are assigned in turn.
    let generator = new();
    let before = node(&generator);
    let others: Vec<Generator> = (1..NODES).map(|_| new()).collect();
    generator.reseed(Reseed::new()).expect("reseeded");
    assert_ne!(node(&generator), before);
    drop((first, others));
}
