//! Forks while another thread makes the first call to the library, when its lists, pages and
//! default generators are incomplete.
//!
//! Every round needs a process that has not used the library, so this part's own process must not
//! use it.

use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};
use std::thread;

use sortid::{AnyId, Format};

use crate::child::{self, Ending, Pen, Record};
use crate::facts;
use crate::ids::Meeting;
use crate::run::{Checked, Finding, Run};

/// Ids of each default generator.
const IDS: usize = 3;
/// The delays before a fork: this many steps.
const STEPS: usize = 50;
const SPINS_A_STEP: usize = 10;

pub(crate) fn run(run: &mut Run<'_>) {
    let rounds = run.rounds() * 5;
    run.check(
        "fork during the first calls",
        facts::all_of(facts::made()),
        || first_calls(rounds),
    );
}

fn some(pen: &mut Pen, format: Format) {
    for _ in 0..IDS {
        pen.write_id(sortid::new_id(format));
    }
}

fn first_calls(rounds: usize) -> Checked {
    let (mut hangs, mut lost, mut amid, mut meeting) = (0, 0, 0, Meeting::default());
    let mut round = 0;
    while round < rounds && hangs < child::ENOUGH_HANGS {
        // After each format of the other thread, and at several times after each.
        let all = facts::made().count();
        let (after, spins) = (round % all, round / all % STEPS * SPINS_A_STEP);
        round += 1;
        // The process of this part has one thread: its child may start others.
        let child = child::fork_family(|pen| one_round(pen, after, spins))?;
        let (ending, records) = child.join()?;
        match ending {
            Ending::Left => {}
            Ending::Hung => {
                hangs += 1;
                continue;
            }
            Ending::Died(status) => return Err(format!("a child died (status {status})").into()),
        }
        lost += u64::from(records.len() != 1 + 2 * IDS * all);
        // The grandchild also has the inherited ids.
        let (theirs, ours): (Vec<Record>, Vec<Record>) =
            records.iter().partition(|record| record.who == 1);
        let Some((found, theirs)) = theirs.split_first() else {
            continue;
        };
        amid += u32::from(found.key() < all as u128);
        for (place, format) in facts::made().enumerate() {
            // Without an earlier node list, the two draw their nodes independently.
            if facts::random(format).bits < 32 {
                continue;
            }
            let keys = |records: &[Record]| {
                let records = records.iter().skip(place * IDS).take(IDS);
                records.map(Record::key).collect()
            };
            meeting.add(Meeting::of(
                &[keys(theirs), keys(&ours)],
                facts::random(format),
            ));
        }
    }
    let mut finding = Finding::of(format!("{round} processes, {IDS} ids a side and format"));
    finding.require(meeting.whole == 0, format!("{} repeats", meeting.whole));
    finding.note(format!("{amid} forks fell among the calls"));
    finding.never(lost > 0, format!("{lost} children lost ids"));
    finding.require(hangs == 0, format!("{hangs} hangs"));
    Ok(finding)
}

/// A process whose other thread generates first ids while it forks.
fn one_round(pen: &mut Pen, after: usize, spins: usize) -> libc::c_int {
    let (ready, go) = (AtomicBool::new(false), AtomicBool::new(false));
    // The number of formats that the other thread has finished, copied by the fork.
    let through = AtomicU8::new(0);
    thread::scope(|scope| {
        let first = scope.spawn(|| {
            ready.store(true, Ordering::Release);
            while !go.load(Ordering::Acquire) {
                std::hint::spin_loop();
            }
            let made = facts::made().map(|format| {
                let ids = (0..IDS).map(|_| sortid::new_id(format)).collect();
                through.fetch_add(1, Ordering::Release);
                ids
            });
            made.collect::<Vec<Vec<Result<AnyId, sortid::Error>>>>()
        });
        while !ready.load(Ordering::Acquire) {
            std::hint::spin_loop();
        }
        go.store(true, Ordering::Release);
        while usize::from(through.load(Ordering::Acquire)) < after {
            std::hint::spin_loop();
        }
        for _ in 0..spins {
            std::hint::spin_loop();
        }
        let grandchild = pen.fork(|pen| {
            pen.write_bytes(&[through.load(Ordering::Acquire)]);
            facts::made().for_each(|format| some(pen, format));
        });
        let made = first.join().unwrap_or_default();
        for made in made.into_iter().flatten() {
            pen.write_id(made);
        }
        grandchild.join()
    })
}
