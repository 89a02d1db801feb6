//! A forked child repeats no ids of its parent or siblings (R-GEN-8).

use sortid::{AnyId, Format, Generator, Options};
use sortid_reliability_common::order;

use crate::chance;
use crate::child::{self, Ending, Record};
use crate::facts::{self, MS};
use crate::ids::{self, Meeting};
use crate::run::{Checked, Failure, Finding, Run};

/// The number of ids of each process.
pub(crate) const IDS: usize = 20;

pub(crate) fn run(run: &mut Run<'_>) {
    let rounds = run.rounds();
    for format in facts::made() {
        run.check("fork, system clock", format, || {
            pairs(format, &Options::new(), Clock::System, rounds)
        });
    }
    for format in facts::made() {
        run.check("fork, both sides at the same readings", format, || {
            pairs(format, &Options::new(), Clock::Scripted, rounds)
        });
    }
    for format in facts::made() {
        run.check("fork of a fork", format, || lines(format, rounds));
    }
    for format in facts::made() {
        run.check("five siblings", format, || siblings(format, rounds / 4 + 1));
    }
    for format in facts::made() {
        run.check("fork, default generators", format, || {
            defaults(format, rounds / 4 + 1)
        });
    }
}

/// The clock of a generator.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Clock {
    /// The system clock. Parent and child read it at different times, which can hide a repeat.
    System,
    /// A script that is the same on both sides, so that only random values distinguish them.
    Scripted,
}

impl Clock {
    fn generator(self, format: Format, options: &Options) -> Result<Generator, sortid::Error> {
        match self {
            Clock::System => facts::system(format, options),
            Clock::Scripted => facts::manual(format, options.clone()),
        }
    }

    /// The time of a generator's `place`th id. Four share a millisecond.
    fn next(self, generator: &Generator, place: usize) -> Result<AnyId, sortid::Error> {
        match self {
            Clock::System => generator.next(),
            Clock::Scripted => generator.next_at(facts::noon(place as i128 / 4 * MS)?),
        }
    }
}

/// The sum over the rounds of a row.
#[derive(Default)]
pub(crate) struct Tally {
    pub(crate) meeting: Meeting,
    pub(crate) hangs: u64,
    pub(crate) inversions: u64,
    pub(crate) lost: u64,
    pub(crate) rounds: usize,
    pub(crate) rounds_with_repeats: usize,
}

impl Tally {
    pub(crate) fn add(&mut self, meeting: Meeting) {
        self.rounds_with_repeats += usize::from(meeting.whole + meeting.parts > 0);
        self.meeting.add(meeting);
        self.rounds += 1;
    }

    /// Whether too many children hung to continue.
    pub(crate) fn is_enough(&self) -> bool {
        self.hangs >= child::ENOUGH_HANGS
    }

    /// Adds a child with its exit and records: `expected` ids of this family.
    pub(crate) fn take(
        &mut self,
        format: Format,
        ending: Ending,
        records: &[Record],
        expected: usize,
    ) -> Result<(), Failure> {
        match ending {
            Ending::Left if records.len() < expected => self.lost += 1,
            Ending::Left => {}
            Ending::Hung => self.hangs += 1,
            Ending::Died(status) => return Err(format!("a child died (status {status})").into()),
        }
        for record in records {
            record.id(format)?;
        }
        Ok(())
    }

    /// The verdict. Collisions are permitted for formats that rely on chance.
    pub(crate) fn judge(self, format: Format, mut finding: Finding) -> Finding {
        let Meeting {
            own,
            whole,
            whole_by_chance,
            parts,
            parts_by_chance,
        } = self.meeting;
        if facts::is_by_chance(format) {
            let most = chance::most(whole_by_chance);
            finding.require(
                whole <= most,
                format!(
                    "{whole} repeats (by chance {}, at most {most})",
                    chance::format_expected(whole_by_chance)
                ),
            );
        } else {
            finding.require(whole == 0, format!("{whole} repeats"));
        }
        let bits = facts::random(format).bits;
        if bits > 0 {
            let most = chance::most(parts_by_chance);
            finding.require(
                parts <= most,
                format!(
                    "{parts} repeats of {bits} random bits (by chance {}, at most {most})",
                    chance::format_expected(parts_by_chance)
                ),
            );
        }
        finding.never(own > 0, format!("{own} repeats inside a process"));
        finding.never(
            self.inversions > 0,
            format!("{} ids out of order", self.inversions),
        );
        finding.never(self.lost > 0, format!("{} children lost ids", self.lost));
        finding.require(self.hangs == 0, format!("{} hangs", self.hangs));
        finding
    }
}

pub(crate) fn keys(ids: &[AnyId]) -> Vec<u128> {
    ids.iter().copied().map(ids::key).collect()
}

/// The ids of one process of a family.
fn keys_of(records: &[Record], who: u8) -> Vec<u128> {
    let records = records.iter().filter(|record| record.who == who);
    records.map(Record::key).collect()
}

/// Inversions within one process and then its child.
fn inversions(
    format: Format,
    before: &[AnyId],
    records: &[Record],
    who: u8,
) -> Result<u64, Failure> {
    if !format.is_ordered() {
        return Ok(0);
    }
    let mut line = before.to_vec();
    for record in records.iter().filter(|record| record.who == who) {
        line.push(record.id(format)?);
    }
    Ok(order::inversions(&line))
}

/// The parent generates ids and forks; both continue with the same generator.
pub(crate) fn pairs(format: Format, options: &Options, clock: Clock, rounds: usize) -> Checked {
    let mut tally = Tally::default();
    for _ in 0..rounds {
        let generator = clock.generator(format, options)?;
        let make = |places: std::ops::Range<usize>| -> Result<Vec<AnyId>, sortid::Error> {
            places.map(|place| clock.next(&generator, place)).collect()
        };
        let before = make(0..IDS)?;
        // From the next millisecond on, so that both sides use the same new ticks.
        let after = IDS + 4..2 * IDS + 4;
        let child = child::fork(|pen| {
            for place in after.clone() {
                pen.write_id(clock.next(&generator, place));
            }
        })?;
        let mut parent = before.clone();
        parent.extend(make(after.clone())?);
        let (ending, records) = child.join()?;
        tally.take(format, ending, &records, IDS)?;
        tally.inversions += inversions(format, &parent, &[], 0)?;
        tally.inversions += inversions(format, &before, &records, 0)?;
        let processes = [keys(&parent), keys_of(&records, 0)];
        tally.add(Meeting::of(&processes, facts::random(format)));
        if tally.is_enough() {
            break;
        }
    }
    let done = format!("{} forks, {IDS} ids before, {IDS} a side", tally.rounds);
    Ok(tally.judge(format, Finding::of(done)))
}

/// Three generations. In every other round the child generates nothing before it forks, so that its
/// own fork is the first one that the library sees.
fn lines(format: Format, rounds: usize) -> Checked {
    let mut tally = Tally::default();
    for round in 0..rounds {
        // Each generation continues in a tick of its own.
        let generator = facts::system(format, &facts::without_waits(format))?;
        let some = |pen: &mut child::Pen| {
            for _ in 0..IDS {
                pen.write_id(generator.next());
            }
        };
        let more = || -> Result<Vec<AnyId>, sortid::Error> {
            (0..IDS).map(|_| generator.next()).collect()
        };
        let before = more()?;
        let makes_first = round % 2 == 0;
        let child = child::fork_family(|pen| {
            if makes_first {
                some(pen);
            }
            let grandchild = pen.fork(some);
            some(pen);
            grandchild.join()
        })?;
        let mut parent = before.clone();
        parent.extend(more()?);
        let (ending, records) = child.join()?;
        tally.take(
            format,
            ending,
            &records,
            IDS * (2 + usize::from(makes_first)),
        )?;
        tally.inversions += inversions(format, &before, &records, 0)?;
        tally.inversions += inversions(format, &before, &records, 1)?;
        let processes = [keys(&parent), keys_of(&records, 0), keys_of(&records, 1)];
        tally.add(Meeting::of(&processes, facts::random(format)));
        if tally.is_enough() {
            break;
        }
    }
    let done = format!(
        "{} × 3 generations, {IDS} to {} ids each",
        tally.rounds,
        2 * IDS
    );
    Ok(tally.judge(format, Finding::of(done)))
}

/// Children of one parent, which all start from the same memory.
fn siblings(format: Format, rounds: usize) -> Checked {
    family(format, rounds, |_| {
        let generator = facts::system(format, &Options::new())?;
        Ok(Box::new(move || generator.next()))
    })
}

/// The generators of the plain functions, first used before any fork.
fn defaults(format: Format, rounds: usize) -> Checked {
    family(format, rounds, |_| {
        Ok(Box::new(move || sortid::new_id(format)))
    })
}

type Source = Box<dyn Fn() -> Result<AnyId, sortid::Error>>;

const SIBLINGS: usize = 5;

fn family(
    format: Format,
    rounds: usize,
    source: impl Fn(usize) -> Result<Source, sortid::Error>,
) -> Checked {
    let mut tally = Tally::default();
    for round in 0..rounds {
        let next = source(round)?;
        let more = || -> Result<Vec<AnyId>, sortid::Error> { (0..IDS).map(|_| next()).collect() };
        let mut parent = more()?;
        let mut children = Vec::new();
        for _ in 0..SIBLINGS {
            children.push(child::fork(|pen| {
                for _ in 0..IDS {
                    pen.write_id(next());
                }
            })?);
            parent.push(next()?);
        }
        parent.extend(more()?);
        let mut processes = vec![keys(&parent)];
        for child in children {
            let (ending, records) = child.join()?;
            tally.take(format, ending, &records, IDS)?;
            tally.inversions += inversions(format, &parent[..IDS], &records, 0)?;
            processes.push(keys_of(&records, 0));
        }
        tally.inversions += inversions(format, &parent, &[], 0)?;
        tally.add(Meeting::of(&processes, facts::random(format)));
        if tally.is_enough() {
            break;
        }
    }
    let done = format!("{} × {SIBLINGS} children, {IDS} ids each", tally.rounds);
    Ok(tally.judge(format, Finding::of(done)))
}
