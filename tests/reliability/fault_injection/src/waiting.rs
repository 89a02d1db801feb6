//! With the system clock, no id is too old or too far ahead, and calls wait if necessary.

use std::thread;
use std::time::{Duration, Instant};

use sortid::{Format, Generator, Options, Timestamp};

use crate::facts::{self, MS};
use crate::run::{Checked, Failure, Finding, Run};

const THREADS: usize = 2;
const CALLS: usize = 100_000;

pub(crate) fn run(run: &mut Run<'_>) {
    for format in facts::timed() {
        for max_lead_ms in [0, 1] {
            run.check(
                &format!("system clock, max_lead_ms {max_lead_ms}"),
                format,
                || between_readings(format, max_lead_ms),
            );
        }
    }
}

#[derive(Default)]
struct Seen {
    /// Ids whose tick ended before the call began.
    older: u64,
    /// Ids more than the lead ahead of a reading after the call.
    ahead: u64,
    worst_ahead_ns: i128,
    longest: Duration,
}

/// Each call is between two clock readings, and so must be its id: a reading that is cached too
/// long appears as an older id, a wrong lead as one ahead.
fn between_readings(format: Format, max_lead_ms: u64) -> Checked {
    let generator = facts::system(format, &Options::new().max_lead_ms(max_lead_ms))?;
    let lead_ns = i128::from(max_lead_ms) * MS;
    let started = Instant::now();
    let seen = thread::scope(|scope| {
        let running: Vec<_> = (0..THREADS)
            .map(|_| scope.spawn(|| watch(&generator, format, lead_ns)))
            .collect();
        let joined = running.into_iter().map(|thread| {
            thread
                .join()
                .map_err(|_| Failure::from("a thread panicked"))?
        });
        joined.collect::<Result<Vec<Seen>, Failure>>()
    })?;
    let took = started.elapsed();
    let mut all = Seen {
        worst_ahead_ns: i128::MIN,
        ..Seen::default()
    };
    for seen in seen {
        all.older += seen.older;
        all.ahead += seen.ahead;
        all.worst_ahead_ns = all.worst_ahead_ns.max(seen.worst_ahead_ns);
        all.longest = all.longest.max(seen.longest);
    }
    let mut finding = Finding::of(format!("{THREADS} × {CALLS} calls"));
    finding.require(all.older == 0, format!("{} older than the call", all.older));
    finding.require(
        all.ahead == 0,
        format!(
            "{} ahead by more than the lead, the worst {} µs",
            all.ahead,
            all.worst_ahead_ns.max(0) / facts::US
        ),
    );
    finding.note(format!(
        "{} ns a call, the longest {} µs",
        took.as_nanos() as usize / CALLS,
        all.longest.as_micros()
    ));
    Ok(finding)
}

fn watch(generator: &Generator, format: Format, lead_ns: i128) -> Result<Seen, Failure> {
    let unit_ns = facts::unit_ns(format);
    let mut seen = Seen {
        worst_ahead_ns: i128::MIN,
        ..Seen::default()
    };
    for _ in 0..CALLS {
        let (before, began) = (Timestamp::now().unix_ns(), Instant::now());
        let id = generator.next()?;
        seen.longest = seen.longest.max(began.elapsed());
        let after = Timestamp::now().unix_ns();
        let time_ns = facts::time_ns(id)?;
        seen.older += u64::from(time_ns + unit_ns <= before);
        seen.ahead += u64::from(time_ns > after + lead_ns);
        seen.worst_ahead_ns = seen.worst_ahead_ns.max(time_ns - after);
    }
    Ok(seen)
}
