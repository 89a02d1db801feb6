//! The first ids of a process, while it measures the counter's frequency: none is older than its
//! call.
//!
//! Every round needs a process that has not used the library, so this part's own process must not
//! use it.

use std::time::{Duration, Instant};

use sortid::options::Precision;
use sortid::{AnyId, Format, Generator, Options, Timestamp};

use crate::child;
use crate::run::{Checked, Failure, Finding, Run};

/// The checked formats and their ticks in nanoseconds.
struct Subject {
    name: &'static str,
    format: Format,
    options: fn() -> Options,
    unit_ns: i128,
}

const SUBJECTS: [Subject; 5] = [
    subject("uuid6", Format::Uuid6, Options::new, 100),
    subject(
        "uuid8 of 1600 ns",
        Format::Uuid8,
        || Options::new().timestamp_bits(64).unit_ns(100),
        1600,
    ),
    subject(
        "uuid7_draft01 ns",
        Format::Uuid7Draft01,
        || Options::new().precision(Precision::Ns),
        1,
    ),
    subject("tid", Format::Tid, Options::new, 1000),
    subject("uuid7", Format::Uuid7, Options::new, 1_000_000),
];

const fn subject(
    name: &'static str,
    format: Format,
    options: fn() -> Options,
    unit_ns: i128,
) -> Subject {
    Subject {
        name,
        format,
        options,
        unit_ns,
    }
}

/// The duration of a process: longer than any measurement.
const LIFE: Duration = Duration::from_millis(25);

pub(crate) fn run(run: &mut Run<'_>) {
    let rounds = run.rounds() / 10 + 1;
    for subject in &SUBJECTS {
        run.check("the first gate of a process", subject.name, || {
            first(subject, rounds)
        });
    }
}

fn first(subject: &Subject, rounds: usize) -> Checked {
    let (mut ids, mut late, mut worst, mut processes) = (0, 0, 0, 0);
    for round in 0..rounds {
        let child = child::fork(|pen| {
            // A pause after the first id.
            let pause = Duration::from_micros(900 * (round as u64 % 4));
            match lived(subject, pause) {
                Ok(numbers) => pen.write_bytes(&numbers),
                Err(trouble) => panic!("{trouble}"),
            }
        })?;
        let records = child.records()?;
        let key = records.first().ok_or("a child sent nothing")?.key();
        ids += key >> 96;
        late += key >> 64 & 0xffff_ffff;
        worst = worst.max(key as u64);
        processes += usize::from(key >> 64 & 0xffff_ffff > 0);
    }
    let mut finding = Finding::of(format!("{rounds} processes, {ids} ids"));
    finding.require(
        late == 0,
        format!("{late} older than their call, in {processes} processes, by up to {worst} ns"),
    );
    Ok(finding)
}

/// The numbers of ids and of ids older than their call, and the maximum of that age.
fn lived(subject: &Subject, pause: Duration) -> Result<[u8; 16], Failure> {
    let options = (subject.options)();
    let generator = Generator::dynamic(subject.format, &options)?;
    let (mut ids, mut late, mut worst) = (0u32, 0u32, 0i128);
    if !pause.is_zero() {
        generator.next()?;
        std::thread::sleep(pause);
    }
    let began = Instant::now();
    while began.elapsed() < LIFE {
        let before = Timestamp::now().unix_ns();
        let id = generator.next()?;
        let by = before - time_ns(id, &options)? - subject.unit_ns;
        ids += 1;
        // Conversion to binary fractions of a second and back may lose a nanosecond.
        let lost = if subject.unit_ns == 1 { 2 } else { 0 };
        if by >= lost {
            late += 1;
            worst = worst.max(by);
        }
    }
    let mut numbers = [0; 16];
    numbers[..4].copy_from_slice(&ids.to_be_bytes());
    numbers[4..8].copy_from_slice(&late.to_be_bytes());
    numbers[8..].copy_from_slice(&(worst as u64).to_be_bytes());
    Ok(numbers)
}

fn time_ns(id: AnyId, options: &Options) -> Result<i128, Failure> {
    let time = match id.format() {
        Format::Uuid8 | Format::Uuid7Draft01 => id.timestamp_with(options)?,
        Format::Custom64 => id.timestamp_with(&Options::new().unit_ns(1_000_000))?,
        _ => id.timestamp()?,
    };
    Ok(time.unix_ns())
}
