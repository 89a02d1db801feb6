//! The cost of a state file: the next id with and without one, and many processes on one file
//! compared with many threads on one generator.

use std::cell::OnceCell;
use std::hint::black_box;
use std::rc::Rc;
use std::sync::Barrier;
use std::thread;
use std::time::{Duration, Instant};

use sortid::{Format, Generator, Options};

use super::Row;
use super::next::RAISED_LEAD_MS;
use crate::crew::{Crew, StateFile};
use crate::side::Side;

/// The number of processes, and of threads.
const MANY: usize = 8;

/// The total number of ids of all processes or threads.
const TOGETHER: u64 = 80_000;

/// The highest accepted ratios: of the next id with a file, and of processes to threads.
const AT_MOST_WITH_FILE: f64 = 1.5;
const AT_MOST_BY_PROCESSES: f64 = 4.0;

pub(super) fn rows() -> Vec<Row> {
    let alone = [
        ("next tid, state file", Format::Tid),
        ("next uid11_xid, state file", Format::Uid11Xid),
        ("next uid11_snowish, state file", Format::Uid11Snowish),
        ("next uuid6, state file", Format::Uuid6),
        ("next uuid7, state file", Format::Uuid7),
        ("next scru160, state file", Format::Scru160),
    ];
    let many = [
        ("tid, 8 processes on one file", Format::Tid),
        ("uid11_xid, 8 processes on one file", Format::Uid11Xid),
        ("uuid7, 8 processes on one file", Format::Uuid7),
    ];
    let alone = alone.map(|(what, format)| {
        Row::new(what, by_one(format, true))
            .beside("sortid", "the same without", by_one(format, false))
            .at_most(AT_MOST_WITH_FILE)
    });
    let many = many.map(|(what, format)| {
        Row::new(what, by_processes(format))
            .beside("sortid", "8 threads on one generator", by_threads(format))
            .at_most(AT_MOST_BY_PROCESSES)
    });
    alone.into_iter().chain(many).collect()
}

/// Options that avoid waits.
pub(crate) fn options() -> Options {
    Options::new().max_lead_ms(RAISED_LEAD_MS)
}

fn by_one(format: Format, with_file: bool) -> Side {
    // Created at the first id, so that unrequested rows cost nothing.
    let shared: OnceCell<(Generator, Option<StateFile>)> = OnceCell::new();
    Side::repeated(move || {
        let (generator, _) = shared.get_or_init(|| {
            let file = with_file.then(|| StateFile::new(format));
            let options = match &file {
                Some(file) => options().state_file(file.path()),
                None => options(),
            };
            let generator = Generator::dynamic(format, &options).expect("a generator");
            (generator, file)
        });
        black_box(generator.next().expect("an id"));
    })
}

fn by_threads(format: Format) -> Side {
    let generator = Rc::new(Generator::dynamic(format, &options()).expect("a generator"));
    Side::run_by(TOGETHER, move |count| {
        let start = Barrier::new(MANY);
        let generator: &Generator = &generator;
        let share = || {
            // Excludes the setup of a thread's first id.
            black_box(generator.next().expect("an id"));
            start.wait();
            let begun = Instant::now();
            for _ in 0..count / MANY as u64 {
                black_box(generator.next().expect("an id"));
            }
            (begun, Instant::now())
        };
        let times: Vec<_> = thread::scope(|scope| {
            let threads: Vec<_> = (0..MANY).map(|_| scope.spawn(share)).collect();
            let ended = threads.into_iter().map(|thread| thread.join());
            ended.map(|times| times.expect("no panic")).collect()
        });
        let begun = times.iter().map(|(begun, _)| *begun).min();
        let ended = times.iter().map(|(_, ended)| *ended).max();
        begun
            .zip(ended)
            .map_or(Duration::ZERO, |(begun, ended)| ended - begun)
    })
}

fn by_processes(format: Format) -> Side {
    let mut crew = None;
    Side::run_by(TOGETHER, move |count| {
        crew.get_or_insert_with(|| Crew::new(format, MANY))
            .make(count / MANY as u64)
    })
}
