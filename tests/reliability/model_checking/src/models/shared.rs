//! Models of state that threads share: default generators, nodes, streams of random bits.

use std::sync::Arc;

use super::{Model, bounded};
use crate::Sys;
use crate::ids::Generator;
use crate::ids::{first_id, manual, manual_time};
use crate::model_os::{same_entropy, spawn};
use sortid_reliability_common::product::{Format, default_generator, reseed};

pub(super) const MODELS: &[Model] = &[
    bounded("a default generator is created once", one_default, 2, 3),
    bounded("no node is assigned twice", nodes, 2, 3),
    bounded(
        "a generator is reseeded during a call",
        renewed_beside,
        3,
        4,
    ),
    bounded(
        "a process is reseeded during a call",
        process_renewed_beside,
        3,
        4,
    ),
];

fn one_default() {
    let use_it = || {
        let generator = default_generator::<Sys>(Format::Uid11Fullrand).expect("a generator");
        let id = generator.next().expect("an id");
        (std::ptr::from_ref(generator) as usize, id)
    };
    let other = spawn(use_it);
    let (generator, id) = use_it();
    let (others, others_id) = other.join().expect("joined");
    assert_eq!(generator, others);
    assert_ne!(id, others_id);
}

fn nodes() {
    // With the same random bits, all generators want the same node.
    same_entropy();
    let other = spawn(|| first_id(Format::Tid));
    let id = first_id(Format::Tid);
    assert_ne!(other.join().expect("joined"), id);
}

/// Ids stay in order during a reseeding, and have bits of another key afterwards.
fn beside(renew: impl Fn(&Generator) + Send + 'static) {
    let generator = Arc::new(manual(Format::Uuid7));
    let time = manual_time();
    let theirs = generator.clone();
    let other = spawn(move || renew(&theirs));
    let first = generator.next_at(time).expect("an id");
    other.join().expect("joined");
    let second = generator.next_at(time).expect("an id");
    assert!(first < second);
    assert!(second.field("rand_b") != first.field("rand_b"));
}

fn renewed_beside() {
    beside(|generator| generator.reseed(None, None).expect("renewed"));
}

fn process_renewed_beside() {
    beside(|_| reseed::<Sys>().expect("renewed"));
}
