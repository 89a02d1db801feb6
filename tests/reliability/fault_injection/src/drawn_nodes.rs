//! Assigned nodes during reseeding, and next to children whose generators fail: no node is shared
//! before all are used.

use std::fs;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;

use sortid::options::RollbackTolerance;
use sortid::{AnyId, Error, Format, Generator, Options};
use sortid_reliability_common::order;

use crate::child::{self, Pen};
use crate::facts::{self, SECOND};
use crate::run::{Checked, Failure, Finding, Run};
use crate::store::Folder;

/// Adds the rows of this part. Each round runs in a new process, with a new list of nodes.
pub(crate) fn run(run: &mut Run<'_>) {
    for format in with_nodes() {
        // Small lists are soon exhausted.
        let rounds = run.rounds() * if all_of(format) < 100 { 10 } else { 2 };
        run.check("nodes drawn beside reseed()", format, || {
            beside_reseed(format, rounds)
        });
    }
    for (why, loss) in LOSSES {
        for format in with_nodes() {
            let fault = format!("nodes beside children {why}");
            run.check(&fault, format, || beside_failures(format, loss));
        }
    }
}

/// Longer lists would take too long.
const MOST: u32 = 8192;

fn with_nodes() -> impl Iterator<Item = Format> {
    facts::timed().filter(|&format| facts::drawn_nodes(format).is_some())
}

fn all_of(format: Format) -> usize {
    facts::drawn_nodes(format).map_or(0, |all| all.min(MOST)) as usize
}

fn manual(format: Format) -> Result<Generator, Error> {
    // Otherwise a rollback would be tolerated, and no node drawn. Each reseeding takes a tick.
    let options = Options::new()
        .rollback_tolerance_ms(RollbackTolerance::Ms(0))
        .max_lead_ms(1_000_000);
    facts::manual(format, options)
}

/// A new generator and its node.
fn with_node(format: Format) -> Result<(Generator, u128), Error> {
    let generator = manual(format)?;
    let id = generator.next_at(facts::noon(0)?)?;
    Ok((generator, facts::node(id).unwrap_or(0)))
}

fn repeats(nodes: &mut [u128]) -> u64 {
    order::repeats(nodes)
}

/// Creates generators in one thread while others reseed.
fn beside_reseed(format: Format, rounds: usize) -> Checked {
    // A call during a reseeding restarts with another node, at most once per reseeding. There are
    // always this many nodes for the calls and the reseedings, and generating them is quick.
    let most = (all_of(format) / 3).min(400);
    let (mut draws, mut shared) = (0, 0);
    for round in 0..rounds {
        let child = child::fork(|pen| {
            if draw(format, most, 1 + round % 3, pen).is_err() {
                pen.write_bytes(&[]);
            }
        })?;
        let records = child.records()?;
        let key = records.first().ok_or("a child sent nothing")?.key();
        if key >> 64 == 0 {
            return Err("a child could not make ids".into());
        }
        draws += key >> 64;
        shared += key as u64;
    }
    let mut finding = Finding::of(format!("{rounds} processes, {draws} nodes, {most} each"));
    finding.require(shared == 0, format!("{shared} shared nodes"));
    Ok(finding)
}

fn draw(format: Format, most: usize, threads: usize, pen: &mut Pen) -> Result<(), Error> {
    let mut nodes = vec![with_node(format)?.1];
    let (is_begun, is_over) = (AtomicBool::new(false), AtomicBool::new(false));
    let left = AtomicUsize::new(most);
    let take = || {
        let taken = left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| {
            left.checked_sub(1)
        });
        taken.is_ok()
    };
    thread::scope(|scope| -> Result<(), Error> {
        for _ in 0..threads {
            scope.spawn(|| {
                while !is_over.load(Ordering::Relaxed) && take() {
                    // The other threads continue whether it fails or not.
                    let _ = sortid::reseed();
                    is_begun.store(true, Ordering::Relaxed);
                }
            });
        }
        while !is_begun.load(Ordering::Relaxed) {
            thread::yield_now();
        }
        let drawn = (1..most).try_for_each(|_| {
            nodes.push(with_node(format)?.1);
            Ok(())
        });
        is_over.store(true, Ordering::Relaxed);
        drawn
    })?;
    let made = nodes.len() as u64;
    let mut numbers = [0; 16];
    numbers[..8].copy_from_slice(&made.to_be_bytes());
    numbers[8..].copy_from_slice(&repeats(&mut nodes).to_be_bytes());
    pen.write_bytes(&numbers);
    Ok(())
}

type Loss = fn(&Folder) -> Result<(), Failure>;

const LOSSES: [(&str, Loss); 2] = [
    ("without descriptors", |_| {
        let none = libc::rlimit {
            rlim_cur: 0,
            rlim_max: 0,
        };
        // SAFETY: the structure is live.
        match unsafe { libc::setrlimit(libc::RLIMIT_NOFILE, &none) } {
            0 => Ok(()),
            _ => Err("descriptors cannot be limited".into()),
        }
    }),
    ("whose file is gone", |folder| {
        Ok(fs::remove_file(folder.file())?)
    }),
];

/// Children whose generators fail repeatedly.
fn beside_failures(format: Format, loss: Loss) -> Checked {
    let child = child::fork(|pen| match failures(format, loss) {
        Ok(numbers) => pen.write_bytes(&numbers.map(|number| number as u8)),
        Err(_) => pen.write_bytes(&[]),
    })?;
    let records = child.records()?;
    let key = records.first().ok_or("a process sent no record")?.key();
    let [calls, refused, shared, set_back] = [24, 16, 8, 0].map(|shift| key >> shift & 0xff);
    let mut finding = Finding::of(format!(
        "{} calls of a child, {refused} % refused",
        calls * all_of(format) as u128 / 16
    ));
    finding.never(calls == 0, "a process could not make ids");
    finding.require(shared == 0, format!("{shared} of 9 nodes shared"));
    finding.require(set_back == 0, format!("{set_back} of 3 set-backs refused"));
    Ok(finding)
}

/// The number of calls in sixteenths of all nodes, the percentage that failed, and the numbers of
/// shared nodes and of unfollowed rollbacks.
fn failures(format: Format, loss: Loss) -> Result<[u64; 4], Failure> {
    let folder = Folder::new()?;
    let options = Options::new().state_file(folder.file());
    let with_file: Generator<AnyId> = Generator::dynamic(format, &options)?;
    with_file.next()?;
    let (first, node) = with_node(format)?;
    let mut nodes = vec![node];
    let calls = all_of(format);
    let child = child::fork(|pen| {
        let lost = loss(&folder);
        let refused = (0..calls).filter(|_| with_file.next().is_err()).count();
        let percent = if lost.is_ok() {
            refused * 100 / calls
        } else {
            0xff
        };
        pen.write_bytes(&[percent as u8]);
    })?;
    let records = child.records()?;
    let refused = records.first().ok_or("a child sent nothing")?.key() as u64;
    for _ in 0..8 {
        nodes.push(with_node(format)?.1);
    }
    let set_backs = (1..=3_i128).filter(|by| {
        let time = facts::noon(by * -5 * SECOND);
        time.and_then(|time| first.next_at(time)).is_err()
    });
    let set_backs = set_backs.count() as u64;
    Ok([16, refused, repeats(&mut nodes), set_backs])
}
