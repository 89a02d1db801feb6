//! Random but reproducible walks of the clock, for cases that no script covers.

use sortid::options::OnRollback;
use sortid::{ErrorCode, Format, Options, Timestamp};

use crate::clocks::{self, Watched};
use crate::facts::{self, MS, NOON_NS, SECOND, US, YEAR};
use crate::ids;
use crate::run::{Checked, Finding, Run};
use sortid_reliability_common::{Rng, order};

const STEPS: usize = 100_000;
/// The number of consecutive errors after which the clock is corrected.
const PUT_RIGHT_AFTER: u32 = 50;

pub(crate) fn run(run: &mut Run<'_>) {
    for format in facts::timed() {
        run.check("random walk × 6 options", format, || {
            clocks::walked(|sum| {
                for rules in clocks::rules(format) {
                    let mut watched = Watched::new(format, rules)?;
                    let mut walk = Walk::new(u64::from(format.code()));
                    for _ in 0..STEPS {
                        let made = watched.read(walk.reading())?;
                        walk.go_on(made);
                    }
                    sum.add(watched);
                }
                Ok(())
            })
        });
    }
    for format in facts::timed() {
        if let Some((options, true)) = facts::with_node(format, 7) {
            run.check("random walk, fixed node, reset requested", format, || {
                fixed_node(format, options)
            });
        }
    }
}

/// The position of a walking clock.
struct Walk {
    random: Rng,
    now_ns: i128,
    high_ns: i128,
    refused: u32,
}

impl Walk {
    fn new(seed: u64) -> Self {
        Self {
            random: Rng::new(seed),
            now_ns: NOON_NS,
            high_ns: NOON_NS,
            refused: 0,
        }
    }

    fn reading(&self) -> i128 {
        self.now_ns
    }

    fn up_to(&mut self, bound: i128) -> i128 {
        i128::from(self.random.below(bound as u64))
    }

    /// Moves the clock, depending on whether the last reading yielded an id.
    fn go_on(&mut self, made: bool) {
        self.refused = if made { 0 } else { self.refused + 1 };
        if made {
            self.high_ns = self.high_ns.max(self.now_ns);
        }
        if self.refused > PUT_RIGHT_AFTER {
            self.refused = 0;
            self.now_ns = self.high_ns + MS;
            return;
        }
        let step = match self.random.below(1000) {
            0..500 => 0,
            500..700 => self.up_to(3 * US),
            700..800 => self.up_to(5 * MS),
            800..850 => self.up_to(2 * SECOND),
            850..930 => -self.up_to(5 * MS),
            930..970 => -self.up_to(SECOND),
            970..985 => -self.up_to(9 * SECOND) - 900 * MS,
            985..990 => -10 * SECOND + self.up_to(2 * MS) - MS,
            990..998 => -11 * SECOND - self.up_to(60 * SECOND),
            998 => self.up_to(YEAR / 100),
            _ => match self.random.below(20) {
                0 => -YEAR,
                1 => -self.now_ns - self.up_to(5 * SECOND),
                _ => -self.up_to(YEAR / 100),
            },
        };
        self.now_ns += step;
    }
}

/// If only the time distinguishes ids and the user wants the clock followed, passed ticks remain
/// unusable, so that no id repeats.
fn fixed_node(format: Format, options: Options) -> Checked {
    let generator = facts::manual(format, options.on_rollback(OnRollback::Reset))?;
    let mut walk = Walk::new(u64::from(format.code()) + 100);
    let (mut keys, mut refused, mut other) = (Vec::new(), 0, None);
    for _ in 0..STEPS {
        let answer = generator.next_at(Timestamp::from_unix_ns(walk.reading())?);
        match answer {
            Ok(id) => keys.push(ids::key(id)),
            Err(error) => {
                refused += 1;
                let expected = [
                    ErrorCode::ClockRollback,
                    ErrorCode::CounterExhausted,
                    ErrorCode::TimestampOutOfRange,
                ];
                if !expected.contains(&error.code()) {
                    other = Some(error);
                }
            }
        }
        walk.go_on(answer.is_ok());
    }
    let made = keys.len();
    let repeats = order::repeats(&mut keys);
    let rollbacks = generator.status().rollbacks;
    let mut finding = Finding::of(format!("{STEPS} readings, {made} ids, {refused} refused"));
    finding.require(repeats == 0, format!("{repeats} repeats"));
    finding.note(format!("{rollbacks} rollbacks"));
    finding.never(made < STEPS / 10, "hardly an id was made");
    if let Some(error) = other {
        finding.require(false, format!("unexpected: {error}"));
    }
    Ok(finding)
}
