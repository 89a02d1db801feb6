//! Other libraries in the same fork test, without a verdict: they show that the test works.
//!
//! Time passes between parent and child, so whole ids differ by the clock alone. The test compares
//! the part that distinguishes processes in each library.

use svix_ksuid::{Ksuid, KsuidLike as _};

use crate::child;
use crate::fork::{IDS, Tally};
use crate::ids::{Meeting, Part};
use crate::run::{Failure, Finding, Run};

const FAULT: &str = "peer: fork, system clock";

/// A library, and the low bits of its ids that must differ.
struct Peer {
    name: &'static str,
    part: &'static str,
    bits: u32,
    make: fn() -> Box<dyn FnMut() -> Vec<u8>>,
}

const PEERS: &[Peer] = &[
    Peer {
        name: "uuid now_v7",
        part: "the low 32 random bits",
        bits: 32,
        make: || Box::new(|| uuid::Uuid::now_v7().as_bytes().to_vec()),
    },
    Peer {
        name: "ulid Generator",
        part: "the 80 random bits",
        bits: 80,
        make: || {
            let mut generator = ulid::Generator::new();
            Box::new(move || {
                let made = generator.generate();
                let id = made.unwrap_or_else(|overflow| overflow.commit_overflow_increment());
                id.0.to_be_bytes().to_vec()
            })
        },
    },
    Peer {
        name: "ferroid Ulid (thread-local)",
        part: "the 80 random bits",
        bits: 80,
        make: || {
            Box::new(|| {
                let id = ferroid::generator::thread_local::Ulid::new_ulid_mono(|_| {
                    std::thread::yield_now();
                });
                id.to_raw().to_be_bytes().to_vec()
            })
        },
    },
    Peer {
        name: "scru128 new",
        part: "counter and entropy (80 bits)",
        bits: 80,
        make: || Box::new(|| scru128::new().to_bytes().to_vec()),
    },
    Peer {
        name: "svix-ksuid Ksuid",
        part: "the payload (128 bits)",
        bits: 128,
        make: || Box::new(|| Ksuid::now(None).bytes().to_vec()),
    },
    Peer {
        name: "bson ObjectId",
        part: "process and counter (64 bits, the counter's start and the process's number random)",
        bits: 64,
        make: || Box::new(|| bson::oid::ObjectId::new().bytes().to_vec()),
    },
    Peer {
        name: "xid new",
        part: "machine, process and counter (64 bits, none random)",
        bits: 64,
        make: || Box::new(|| xid::new().as_bytes().to_vec()),
    },
];

pub(crate) fn run(run: &mut Run<'_>) {
    let rounds = run.rounds();
    let (mut ran, mut bitten) = (0, 0);
    for peer in PEERS {
        run.peer(FAULT, peer.name, || {
            let tally = rounds_of(peer, rounds)?;
            ran += 1;
            bitten += usize::from(tally.rounds_with_repeats > 0);
            let mut finding = Finding::of(format!(
                "{} forks, {IDS} ids before, {IDS} a side; compared: {}",
                tally.rounds, peer.part
            ));
            finding.note(format!(
                "repeats in {} of {} forks: {} parts, {} of them whole ids",
                tally.rounds_with_repeats, tally.rounds, tally.meeting.parts, tally.meeting.whole
            ));
            Ok(finding)
        });
    }
    // Requires all libraries, as a single one may be safe.
    if ran == PEERS.len() {
        run.check("peer: the test bites", "all peers", || {
            let mut finding = Finding::of(format!("{ran} peers"));
            finding.require(bitten > 0, format!("{bitten} of them repeat after a fork"));
            Ok(finding)
        });
    }
}

fn rounds_of(peer: &Peer, rounds: usize) -> Result<Tally, Failure> {
    let mut tally = Tally::default();
    for _ in 0..rounds {
        let mut make = (peer.make)();
        let mut ids: Vec<Vec<u8>> = (0..IDS).map(|_| make()).collect();
        let child = child::fork(|pen| {
            for _ in 0..IDS {
                pen.write_bytes(&make());
            }
        })?;
        ids.extend((0..IDS).map(|_| make()));
        let parent = ids.iter().map(|id| {
            let bytes = id.iter();
            bytes.fold(0, |key, &byte| key << 8 | u128::from(byte))
        });
        let records = child.records()?;
        let child = records.iter().map(child::Record::key);
        tally.add(Meeting::of(
            &[parent.collect(), child.collect()],
            Part::low(peer.bits),
        ));
    }
    Ok(tally)
}
