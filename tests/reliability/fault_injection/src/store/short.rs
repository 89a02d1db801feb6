//! Processes that live for a millisecond or two and end without closing the file, so that their
//! reserved times are lost. In total, these times must not lead the clock so far that later ids
//! have to wait.

use std::time::{Duration, Instant};

use sortid::{Format, Generator, Options, Timestamp};

use super::{Folder, life};
use crate::child;
use crate::facts::{self, MS};
use crate::run::{Checked, Finding, Run};

/// The number of processes, and the duration of each in microseconds.
const LIVES: [(usize, u64); 4] = [(40, 300), (100, 1500), (150, 700), (60, 4000)];
/// The default of `max_lead_ms` is 1000; half of that is a safe margin.
const MOST_NS: i128 = 500 * MS;

pub(crate) fn run(run: &mut Run<'_>) {
    for (lives, us) in LIVES {
        for format in [Format::Tid, Format::Uid11Snowish] {
            let fault = format!("{lives} lives of {us} µs");
            run.check(&fault, format, || short(format, lives, us));
        }
    }
}

fn short(format: Format, lives: usize, us: u64) -> Checked {
    let folder = Folder::new()?;
    let options = Options::new().state_file(folder.file());
    let began = Instant::now();
    let (mut last, mut worst, mut repeats, mut longest) = (None, 0, 0, Duration::ZERO);
    for _ in 0..lives {
        let forked = Instant::now();
        let child = child::fork(|pen| {
            let opened = Generator::dynamic(format, &options);
            pen.write_id(
                opened
                    .as_ref()
                    .map_err(|error| *error)
                    .and_then(|it| it.next()),
            );
            life::pause(Duration::from_micros(us));
            // Like `_exit`, which drops nothing.
            std::mem::forget(opened);
        })?;
        let records = child.records()?;
        longest = longest.max(forked.elapsed());
        let id = records.first().ok_or("a child sent nothing")?.id(format)?;
        worst = worst.max(facts::time_ns(id)? - Timestamp::now().unix_ns());
        repeats += usize::from(last.is_some_and(|last| last >= id));
        last = Some(id);
    }
    let took = began.elapsed().as_millis();
    let mut finding = Finding::of(format!("{lives} lives in {took} ms"));
    finding.require(
        worst < MOST_NS,
        format!("{} ms ahead of the clock at most", worst / MS),
    );
    finding.require(repeats == 0, format!("{repeats} not above the last life"));
    finding.note(format!("the longest {} ms", longest.as_millis()));
    Ok(finding)
}
