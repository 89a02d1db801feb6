//! Clocks that disagree with the cycle counter (slow, expensive, or of suspended and migrated
//! machines), and interrupted system calls.
//!
//! Between two clock reads the library uses the counter, whose frequency it measures. The counter
//! cannot be faked, but the clocks can: a [shim] is loaded before the C library. The checks read
//! the same faked clocks.

pub(crate) mod interrupted;
pub(crate) mod migrated;
mod shim;
pub(crate) mod slow;
pub(crate) mod source;
pub(crate) mod suspended;

use std::time::{Duration, Instant};

use sortid::{AnyId, Error, Format, Generator, Options, Timestamp};
use sortid_reliability_common::order;

use crate::facts::{self, MS, US};
use crate::ids;
use crate::run::{Failure, Finding};

/// The longest time for which a clock reading is cached.
pub(crate) const GATE_NS: i128 = 10 * US;

/// Generates ids until the counter's frequency can be known, by the possibly slow clock.
fn warm(time: Duration, most: Duration) -> Result<(), Failure> {
    let generator = Generator::dynamic(Format::Uuid7, &Options::new())?;
    let (began, from) = (Instant::now(), shim::instant_ns()?);
    while began.elapsed() < time && shim::instant_ns()? - from < most.as_nanos() as i64 {
        generator.next()?;
    }
    Ok(())
}

/// The sum over many generators.
#[derive(Default)]
struct Bursts {
    ids: usize,
    repeats: u64,
    inversions: u64,
    /// The first format that failed.
    first: Option<Format>,
}

impl Bursts {
    /// Adds the ids of each thread.
    fn add(&mut self, format: Format, threads: &[Vec<AnyId>]) {
        let inversions: u64 = match format.is_ordered() {
            true => threads.iter().map(|ids| order::inversions(ids)).sum(),
            false => 0,
        };
        let mut keys: Vec<u128> = threads.iter().flatten().copied().map(ids::key).collect();
        let repeats = order::repeats_of_runs(&mut keys);
        if repeats + inversions > 0 {
            self.first = self.first.or(Some(format));
        }
        self.ids += keys.len();
        self.repeats += repeats;
        self.inversions += inversions;
    }

    fn judge(&self, finding: &mut Finding) {
        let first = self
            .first
            .map_or(String::new(), |format| format!(" (first {format})"));
        finding.require(
            self.repeats == 0,
            format!("{} repeats{first} of {} ids", self.repeats, self.ids),
        );
        finding.require(
            self.inversions == 0,
            format!("{} inversions{first}", self.inversions),
        );
    }
}

/// Generates `count` ids.
fn burst(generator: &Generator, count: usize) -> Result<Vec<AnyId>, Error> {
    (0..count).map(|_| generator.next()).collect()
}

/// The ages of ids at the start of their calls.
struct Age {
    format: Format,
    generator: Generator,
    /// The maximum age at the end of their tick.
    grace_ns: i128,
    calls: u64,
    late: u64,
    /// Older ids that are within the tolerance.
    in_grace: u64,
    /// The maximum time between the end of an id's tick and its call.
    worst_ns: i128,
}

impl Age {
    fn of(format: Format, grace_ns: i128) -> Result<Self, Error> {
        Ok(Self {
            format,
            generator: facts::system(format, &Options::new())?,
            grace_ns,
            calls: 0,
            late: 0,
            in_grace: 0,
            worst_ns: 0,
        })
    }

    fn call(&mut self) -> Result<(), Failure> {
        let before = Timestamp::now().unix_ns();
        let id = self.generator.next()?;
        let end = facts::time_ns(id)? + facts::unit_ns(self.format);
        let late = before - end;
        self.calls += 1;
        self.worst_ns = self.worst_ns.max(late);
        if late > self.grace_ns {
            self.late += 1;
        } else if late > 0 {
            self.in_grace += 1;
        }
        Ok(())
    }
}

/// The formats whose age is checked. The others have ticks that are longer than any cached window.
fn aged() -> impl Iterator<Item = Format> {
    facts::timed().filter(|&format| facts::unit_ns(format) <= MS)
}

/// Calls each format in turn for this time, rarely enough not to run ahead of the clock.
fn watch(ages: &mut [Age], time: Duration) -> Result<(), Failure> {
    let until = shim::instant_ns()? + time.as_nanos() as i64;
    while shim::instant_ns()? < until {
        for age in &mut *ages {
            // Ticks of these formats hold one id.
            let calls = if facts::room(age.format).1 == 1 {
                3
            } else {
                20
            };
            for _ in 0..calls {
                age.call()?;
            }
        }
    }
    Ok(())
}

fn judge_ages(when: &str, ages: &[Age], finding: &mut Finding) {
    let calls: u64 = ages.iter().map(|age| age.calls).sum();
    let late = ages.iter().map(|age| age.late).sum::<u64>();
    let in_grace: u64 = ages.iter().map(|age| age.in_grace).sum();
    let latest: Vec<String> = ages
        .iter()
        .filter(|age| age.late > 0)
        .map(|age| format!("{}: {}, by {} ns", age.format, age.late, age.worst_ns))
        .collect();
    let latest = match latest.is_empty() {
        true => String::new(),
        false => format!(" ({})", latest.join(", ")),
    };
    finding.require(
        late == 0,
        format!("{when}: {late} of {calls} older than their call{latest}"),
    );
    if in_grace > 0 {
        finding.note(format!("{in_grace} by less than a gate"));
    }
}
