//! System calls interrupted by signals, each of which the library must repeat.

use std::thread;
use std::time::Duration;

use sortid::{AnyId, Error, Generator, Options};

use super::shim::{self, Shim};
use crate::child::{self, Pen};
use crate::run::{Checked, Failure, Finding, Run};
use crate::store::history::History;
use crate::store::keys::{Key, key_of};
use crate::store::{Folder, Subject, subjects};

/// The bursts of a process, the ids of each, and the pause between two. The high-water mark moves
/// several times, first after 10 ms.
const BURSTS: usize = 40;
const IDS: usize = 20;
const BREATH: Duration = Duration::from_millis(4);
/// Ids of a burst in the child.
const CHILDS_IDS: usize = 5;
/// The minimum number of moves of the mark per process.
const MOVES: i64 = 3;

/// The interrupted calls that the shim counts.
const CALLS: [&str; 11] = [
    "open",
    "fcntl",
    "flock",
    "fstatfs",
    "statx",
    "read",
    "pread",
    "pwrite",
    "fsync",
    FDATASYNC,
    "renameat2",
];
const FDATASYNC: &str = "fdatasync";

pub(crate) fn run(run: &mut Run<'_>) {
    let built = shim::build(Shim::Interrupted);
    for (nth, subject) in subjects().iter().enumerate() {
        run.check("every second call is interrupted", subject.name, || {
            built.built()?.played("interrupted-calls", &[nth as u64])
        });
    }
}

/// Two successive processes on a file, and a child of the second one, first with an inherited
/// generator, then with its own.
pub(crate) fn scene(numbers: &[u64]) -> Checked {
    let nth = numbers.first().ok_or("one number")?;
    let subjects = subjects();
    let subject = subjects.get(*nth as usize).ok_or("no such format")?;
    let folder = Folder::new()?;
    let options = subject.options.clone().state_file(folder.file());
    let options = options.max_lead_ms(600_000);
    let mut history = History::of(subject.format);
    let mut moves = Vec::new();
    shim::set(0, 1)?;
    let first = Generator::dynamic(subject.format, &options)?;
    history.add(&[life(&first, &mut moves)?]);
    drop(first);
    let second = Generator::dynamic(subject.format, &options)?;
    let child = child::fork(|pen| beside(subject, &options, &second, pen))?;
    let mut processes = vec![life(&second, &mut moves)?];
    let records = child.records()?;
    let ids = records.iter().map(|record| record.id(subject.format));
    let childs: Vec<Key> = ids
        .map(|id| id.map(key_of))
        .collect::<Result<_, Failure>>()?;
    // Its two generators only share the file.
    processes.extend(childs.chunks(BURSTS * CHILDS_IDS).map(<[Key]>::to_vec));
    shim::set(0, 0)?;
    history.add(&processes);
    let mut finding = Finding::of("2 lives, and a child beside the second");
    finding.require(
        childs.len() == 2 * BURSTS * CHILDS_IDS,
        format!("{} ids of the child", childs.len()),
    );
    history.finish().judge(&mut finding);
    let least = moves.iter().min().copied().unwrap_or(0);
    finding.require(
        least >= MOVES,
        format!("{least} moves of the mark at least"),
    );
    let mut all = 0;
    for (nth, call) in CALLS.iter().enumerate() {
        let cut_short = shim::word(1 + nth)?;
        finding.never(cut_short == 0, format!("{call} was never cut short"));
        all += cut_short;
    }
    finding.note(format!("{all} calls cut short, of {} kinds", CALLS.len()));
    Ok(finding)
}

/// Generates ids over several moves of the high-water mark. Each move syncs the file.
fn life(generator: &Generator<AnyId>, moves: &mut Vec<i64>) -> Result<Vec<Key>, Failure> {
    let syncs = CALLS.iter().position(|&call| call == FDATASYNC);
    let syncs = 1 + syncs.ok_or("no syncs are counted")?;
    let before = shim::word(syncs)?;
    let mut made = Vec::new();
    in_bursts(|| {
        for _ in 0..IDS {
            made.push(key_of(generator.next()?));
        }
        Ok(())
    })?;
    moves.push(shim::word(syncs)? - before);
    Ok(made)
}

fn in_bursts(mut burst: impl FnMut() -> Result<(), Error>) -> Result<(), Error> {
    for _ in 0..BURSTS {
        burst()?;
        thread::sleep(BREATH);
    }
    Ok(())
}

/// The child writes its ids, or the errors.
fn beside(subject: &Subject, options: &Options, parents: &Generator<AnyId>, pen: &mut Pen) {
    let mut tell = |generator: &Generator<AnyId>| {
        in_bursts(|| {
            (0..CHILDS_IDS).for_each(|_| pen.write_id(generator.next()));
            Ok(())
        })
    };
    let of_parents = tell(parents);
    let own = Generator::dynamic(subject.format, options).and_then(|own| tell(&own));
    if let Err(error) = of_parents.and(own) {
        pen.write_id(Err(error));
    }
}
