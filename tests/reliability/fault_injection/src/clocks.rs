//! Generators with scripted clocks, compared with the [model](crate::model) at every reading.

use sortid::options::{OnExhausted, OnRollback, RollbackTolerance};
use sortid::{AnyId, Error, ErrorCode, Format, Generator, Options, Timestamp};

use crate::facts::{self, MS, NOON_NS, SECOND, US, YEAR};
use crate::ids;
use crate::model::{Allowed, Full, Model, Rules};
use crate::run::{Checked, Failure, Finding, Run};
use sortid_reliability_common::{Rng, order};

pub(crate) fn run(run: &mut Run<'_>) {
    let set_backs = [
        ("clock set back 1 µs", US),
        ("clock set back 1 s", SECOND),
        ("clock set back 9 s", 9 * SECOND),
        ("clock set back 11 s", 11 * SECOND),
        ("clock set back 1 year", YEAR),
        ("clock set back to before 1970", NOON_NS + 2 * SECOND),
    ];
    for (fault, by) in set_backs {
        scripted(run, fault, |_| set_back(by));
    }
    scripted(run, "frozen clock", |_| frozen());
    scripted(run, "jitter of 2 ms", |format| {
        jitter(u64::from(format.code()))
    });
    scripted(run, "the end of the field, and beyond", end_of_field);
    scripted(run, "the start of the field, and before", start_of_field);
    scripted(run, "across 1970", |_| across_1970());
}

/// Noon, a set-back, and advancing time, three times; then the clock is corrected.
fn set_back(by: i128) -> Vec<i128> {
    let mut readings = vec![NOON_NS; 50];
    readings.extend((0..50).map(|step| NOON_NS + step * 7 * US));
    for again in 0..3 {
        let from = NOON_NS - by - again * (by / 10);
        readings.extend([from; 50]);
        readings.extend((0..50).map(|step| from + step * 7 * US));
    }
    readings.extend([NOON_NS; 50]);
    readings.extend((0..50).map(|step| NOON_NS + SECOND + step * 300 * US));
    readings
}

/// More readings than any counter lasts within two ticks, except those of uuid7 and xid.
fn frozen() -> Vec<i128> {
    let mut readings = vec![NOON_NS; 70_000];
    readings.extend([NOON_NS + 2 * SECOND; 1000]);
    readings
}

/// A clock that advances by 3 µs per reading, with a jitter of up to 2 ms.
fn jitter(seed: u64) -> Vec<i128> {
    let mut random = Rng::new(seed);
    let readings = (0..10_000).map(|step| {
        let off = i128::from(random.below(4_000_000)) - 2 * MS;
        NOON_NS + step * 3 * US + off
    });
    readings.collect()
}

fn end_of_field(format: Format) -> Vec<i128> {
    let (_, last) = facts::field_ns(format);
    let unit = facts::unit_ns(format);
    let mut readings = Vec::new();
    for before in [3, 2, 1, 0] {
        readings.extend([last - before * unit; 20]);
    }
    // The last tick becomes full, and there is no next one.
    readings.extend([last; 20_000]);
    readings.extend([
        last + unit,
        last + SECOND,
        last + YEAR,
        Timestamp::MAX.unix_ns(),
    ]);
    readings.extend([last; 3]);
    // Rejected readings do not count: the only rollback is the one to noon.
    readings.extend([NOON_NS; 20]);
    readings
}

fn start_of_field(format: Format) -> Vec<i128> {
    let (first, _) = facts::field_ns(format);
    let unit = facts::unit_ns(format);
    let mut readings = vec![first - YEAR, first - unit, first - 1];
    readings.extend([first; 20]);
    readings.extend([first - 1, first - unit, first - SECOND, first - 11 * SECOND]);
    readings.extend([first + unit; 20]);
    readings
}

/// Around the sign change of a timestamp; timeid has no id for the microsecond before.
fn across_1970() -> Vec<i128> {
    let mut readings = Vec::new();
    for us in -5..=5 {
        readings.extend([us * US, us * US + 999, us * US]);
    }
    readings.extend([-US; 5]);
    readings
}

/// The option sets under which every script runs.
pub(crate) fn rules(format: Format) -> [Rules; 6] {
    let default = Rules::of(format);
    [
        default,
        Rules {
            max_lead_ms: 0,
            ..default
        },
        Rules {
            max_lead_ms: 3,
            ..default
        },
        Rules {
            tolerance_ms: None,
            ..default
        },
        Rules {
            resets: false,
            tolerance_ms: Some(1000),
            ..default
        },
        Rules {
            exhausted_is_error: true,
            ..default
        },
    ]
}

/// The options for these rules. Seeded, so that the generator draws its own nodes.
fn options(format: Format, rules: Rules) -> Options {
    let options = Options::new()
        .seed([format.code(); 32])
        .max_lead_ms(rules.max_lead_ms)
        .rollback_tolerance_ms(match rules.tolerance_ms {
            Some(ms) => RollbackTolerance::Ms(ms),
            None => RollbackTolerance::Unlimited,
        });
    // Otherwise the default, which must match the rules for the format.
    let options = if rules.resets == facts::resets(format) {
        options
    } else {
        options.on_rollback(OnRollback::Error)
    };
    if rules.exhausted_is_error {
        options.on_exhausted(OnExhausted::Error)
    } else {
        options
    }
}

fn scripted(run: &mut Run<'_>, fault: &str, script: impl Fn(Format) -> Vec<i128>) {
    let all = facts::all_of(facts::timed());
    run.check(fault, format!("{all} × 6 options"), || {
        let mut sum = Sum::default();
        for format in facts::timed() {
            let script = script(format);
            for rules in rules(format) {
                let mut watched = Watched::new(format, rules)?;
                for &reading in &script {
                    watched.read(reading)?;
                }
                sum.add(watched);
            }
        }
        Ok(sum.finding())
    });
}

/// A generator and its model.
pub(crate) struct Watched {
    format: Format,
    generator: Generator,
    model: Model,
    last: Option<AnyId>,
    keys: Vec<u128>,
    sum: Sum,
}

impl Watched {
    pub(crate) fn new(format: Format, rules: Rules) -> Result<Self, Error> {
        Ok(Self {
            format,
            generator: facts::manual(format, options(format, rules))?,
            model: Model::new(format, rules),
            last: None,
            keys: Vec::new(),
            sum: Sum::default(),
        })
    }

    /// Reads the clock once. Compares result, time, order and status with the model. Returns
    /// whether there was an id.
    pub(crate) fn read(&mut self, unix_ns: i128) -> Result<bool, Failure> {
        let allowed = self.model.read(unix_ns);
        let answer = self.generator.next_at(Timestamp::from_unix_ns(unix_ns)?);
        self.sum.readings += 1;
        match answer {
            Ok(id) => self.judge_id(id, allowed, unix_ns)?,
            Err(error) => self.judge_error(error.code(), allowed, unix_ns),
        }
        let status = self.generator.status();
        if status.rollbacks != self.model.rollbacks {
            self.wrong(
                unix_ns,
                format!(
                    "status counts {} rollbacks, the model {}",
                    status.rollbacks, self.model.rollbacks
                ),
            );
        }
        if i128::from(status.lead_ns) != self.model.lead_ns() {
            self.wrong(
                unix_ns,
                format!(
                    "status has a lead of {} ns, the model {}",
                    status.lead_ns,
                    self.model.lead_ns()
                ),
            );
        }
        if status.ids != self.keys.len() as u64 {
            self.wrong(
                unix_ns,
                format!("status counts {} ids of {}", status.ids, self.keys.len()),
            );
        }
        self.sum.worst_lead_ns = self.sum.worst_lead_ns.max(self.model.lead_ns());
        Ok(answer.is_ok())
    }

    fn judge_id(&mut self, id: AnyId, allowed: Allowed, unix_ns: i128) -> Result<(), Failure> {
        let tick = self.model.tick(facts::time_ns(id)?);
        let (is_allowed, reset) = match allowed {
            Allowed::Id {
                tick: expected,
                reset,
            } => (tick == expected, reset),
            Allowed::IdOr { tick: same, full } => (tick == same || Full::Next(tick) == full, false),
            Allowed::Full(full) => (Full::Next(tick) == full, false),
            Allowed::Error(_) => (false, false),
        };
        if !is_allowed {
            self.wrong(
                unix_ns,
                format!("an id of tick {tick}, allowed {allowed:?}"),
            );
        }
        if reset {
            self.sum.resets += 1;
        } else if self.format.is_ordered() && self.last.is_some_and(|last| id <= last) {
            self.sum.inversions += 1;
            self.wrong(unix_ns, "an id not above the last".to_owned());
        }
        self.model.made(tick);
        self.last = Some(id);
        self.keys.push(ids::key(id));
        Ok(())
    }

    fn judge_error(&mut self, code: ErrorCode, allowed: Allowed, unix_ns: i128) {
        self.sum.refused += 1;
        let is_allowed = match allowed {
            Allowed::Error(expected) => code == expected,
            Allowed::Full(full) | Allowed::IdOr { full, .. } => full == Full::Error(code),
            Allowed::Id { .. } => false,
        };
        if !is_allowed {
            self.wrong(unix_ns, format!("{code}, allowed {allowed:?}"));
        }
    }

    fn wrong(&mut self, unix_ns: i128, what: String) {
        let format = self.format;
        self.sum
            .wrong(|| format!("{format} at {unix_ns} ns: {what}"));
    }
}

/// The sum of all scripts.
#[derive(Default)]
pub(crate) struct Sum {
    readings: u64,
    ids: u64,
    refused: u64,
    resets: u64,
    rollbacks: u64,
    repeats: u64,
    inversions: u64,
    worst_lead_ns: i128,
    wrong: u64,
    first_wrong: Option<String>,
}

impl Sum {
    fn wrong(&mut self, what: impl FnOnce() -> String) {
        self.wrong += 1;
        self.first_wrong.get_or_insert_with(what);
    }

    /// Adds the outcome of a script.
    pub(crate) fn add(&mut self, mut watched: Watched) {
        let other = watched.sum;
        self.readings += other.readings;
        self.ids += watched.keys.len() as u64;
        self.refused += other.refused;
        self.resets += other.resets;
        self.rollbacks += watched.model.rollbacks;
        self.repeats += order::repeats(&mut watched.keys);
        self.inversions += other.inversions;
        self.worst_lead_ns = self.worst_lead_ns.max(other.worst_lead_ns);
        self.wrong += other.wrong;
        self.first_wrong = self.first_wrong.take().or(other.first_wrong);
    }

    pub(crate) fn finding(self) -> Finding {
        let mut finding = Finding::of(format!(
            "{} readings, {} ids, {} refused",
            self.readings, self.ids, self.refused
        ));
        finding.require(self.repeats == 0, format!("{} repeats", self.repeats));
        finding.require(
            self.inversions == 0,
            format!("{} inversions", self.inversions),
        );
        let first = self
            .first_wrong
            .map_or(String::new(), |first| format!(", first: {first}"));
        finding.require(
            self.wrong == 0,
            format!("{} answers unlike the model{first}", self.wrong),
        );
        finding.note(format!(
            "{} rollbacks, {} followed; worst lead {} µs",
            self.rollbacks,
            self.resets,
            self.worst_lead_ns / US
        ));
        finding
    }
}

/// Runs a check with a sum.
pub(crate) fn walked(watch: impl FnOnce(&mut Sum) -> Result<(), Failure>) -> Checked {
    let mut sum = Sum::default();
    watch(&mut sum)?;
    Ok(sum.finding())
}
