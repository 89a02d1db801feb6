//! Missing entropy: a generator must fail, and must not reuse the random stream of its parent in a
//! forked child.
//!
//! The filter cannot be removed from a process, so each case is a separate part.

use std::panic::catch_unwind;
use std::thread;

use sortid::{AnyId, Error, ErrorCode, Generator, Options, Reseed};
use sortid_reliability_common::order;

use crate::child;
use crate::facts;
use crate::ids;
use crate::run::{self, Checked, Failure, Finding, Run};
use crate::seccomp;

/// ENOSYS: libraries fall back to a device.
pub(crate) const ENOSYS: libc::c_int = libc::ENOSYS;
/// EIO: the system call fails.
pub(crate) const EIO: libc::c_int = libc::EIO;

/// The time at which entropy becomes unavailable.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Start {
    /// Before the library's first call.
    Cold,
    /// After generators of every format were created.
    Warm,
}

/// Ids that an existing generator must still generate.
const IDS: usize = 100_000;
/// Attempts that must fail.
const ASKED: usize = 5;

pub(crate) fn run(run: &mut Run<'_>, errno: libc::c_int, start: Start) {
    let before = match start {
        Start::Cold => Ok(Vec::new()),
        Start::Warm => all_formats(),
    };
    let denied = seccomp::deny_entropy(errno).map_err(|trouble| trouble.to_string());
    // A panic is expected, so its message is suppressed.
    std::panic::set_hook(Box::new(|_| {}));

    let call = if errno == ENOSYS { "ENOSYS" } else { "EIO" };
    let when = match start {
        Start::Cold => "cold",
        Start::Warm => "warm",
    };
    let mut check = |what: &str, check: &dyn Fn() -> Checked| {
        run.check(
            &format!("{call}, {when}: {what}"),
            facts::all_of(facts::made()),
            || {
                denied.clone()?;
                check()
            },
        );
    };
    check("new generators", &|| new_generators(start));
    check("plain functions", &plain_functions);
    check("uuid7() panics and says why", &panics);
    if start == Start::Warm {
        let before = || before.as_deref().map_err(|&error| Failure::from(error));
        check("a generator from before goes on", &|| goes_on(before()?));
        check("its forked child", &|| forked(before()?));
        check("reseeding", &|| reseeding(before()?));
    }
}

fn all_formats() -> Result<Vec<Generator>, Error> {
    let make = |format| {
        let generator = facts::system(format, &Options::new())?;
        generator.next()?;
        Ok(generator)
    };
    facts::made().map(make).collect()
}

fn is_refused<T>(result: Result<T, Error>) -> bool {
    result.is_err_and(|error| error.code() == ErrorCode::EntropyUnavailable)
}

/// Runs in a new thread: an existing one may still have random bits.
fn in_a_new_thread<T: Send>(work: impl FnOnce() -> T + Send) -> Result<T, Failure> {
    thread::scope(|scope| scope.spawn(work).join())
        .map_err(|panic| format!("panic: {}", run::message(&*panic)).into())
}

fn new_generators(start: Start) -> Checked {
    let refused = || {
        let formats = facts::made();
        formats
            .filter(|&format| is_refused(facts::system(format, &Options::new())))
            .count()
    };
    let there = in_a_new_thread(refused)?;
    let here = refused();
    let mut seeded = 0;
    for format in facts::made() {
        let generator = facts::system(format, &Options::new().seed([1; 32]));
        seeded += usize::from(generator.and_then(|generator| generator.next()).is_ok());
    }
    let asked = facts::made().count();
    let mut finding = Finding::of(format!(
        "{asked} in a new thread, {asked} in this, {asked} seeded"
    ));
    finding.require(
        there == asked,
        format!("{there} entropy_unavailable in the new thread, {here} in this"),
    );
    finding.never(
        start == Start::Cold && here < asked,
        "this thread made some of nothing",
    );
    finding.require(seeded == asked, format!("{seeded} continue from a seed"));
    Ok(finding)
}

fn plain_functions() -> Checked {
    let refused = in_a_new_thread(|| (0..ASKED).map(|_| refused_calls()).sum::<usize>())?;
    let asked = 2 * ASKED * facts::made().count();
    let mut finding = Finding::of(format!("{asked} calls of new_id and new, for each format"));
    finding.require(refused == asked, format!("{refused} entropy_unavailable"));
    Ok(finding)
}

/// Calls every function once and returns the number of errors.
fn refused_calls() -> usize {
    let by_format = facts::made().filter(|&format| is_refused(sortid::new_id(format)));
    macro_rules! named {
        ($($name:ty)*) => { [$(sortid::new::<$name>().err()),*] };
    }
    let named = sortid::with_types!(named);
    let codes = named.iter().flatten().map(Error::code);
    by_format.count()
        + codes
            .filter(|&code| code == ErrorCode::EntropyUnavailable)
            .count()
}

/// Functions that return an id panic instead.
fn panics() -> Checked {
    let mut finding = Finding::of("1 call");
    match in_a_new_thread(|| catch_unwind(sortid::uuid7))? {
        Ok(id) => finding.require(false, format!("made {id}")),
        Err(panic) => {
            let message = run::message(&*panic);
            let says_why = message.contains("entropy") || message.contains("random");
            finding.require(says_why, format!("“{message}”"));
        }
    }
    Ok(finding)
}

/// A generator with a key needs no entropy. In a new thread it may fail, but only with this error,
/// and it repeats no id.
fn goes_on(generators: &[Generator]) -> Checked {
    let (mut refused, mut repeats) = (0, 0);
    let (mut there_made, mut there_refused) = (0, 0);
    for generator in generators {
        let made: Vec<_> = (0..IDS).map(|_| generator.next()).collect();
        refused += made.iter().filter(|made| made.is_err()).count();
        let mut keys: Vec<u128> = made.into_iter().flatten().map(ids::key).collect();
        let there: Vec<_> =
            in_a_new_thread(|| (0..ASKED).map(|_| generator.next()).collect::<Vec<_>>())?;
        for made in there {
            match made {
                Ok(id) => {
                    keys.push(ids::key(id));
                    there_made += 1;
                }
                made => there_refused += usize::from(is_refused(made)),
            }
        }
        repeats += order::repeats(&mut keys);
    }
    let asked = generators.len() * ASKED;
    let mut finding = Finding::of(format!(
        "{} × {IDS} ids, {asked} in new threads",
        generators.len()
    ));
    finding.require(refused == 0, format!("{refused} refused"));
    finding.require(repeats == 0, format!("{repeats} repeats"));
    finding.require(
        there_made + there_refused == asked,
        format!("in new threads {there_made} made, {there_refused} entropy_unavailable"),
    );
    Ok(finding)
}

/// The child must be reseeded but cannot: it returns no id, now or at the next call.
fn forked(generators: &[Generator]) -> Checked {
    let (mut refused, mut made) = (0, 0);
    for generator in generators {
        let child = child::fork(|pen| {
            for _ in 0..ASKED {
                pen.write_id(generator.next());
            }
        })?;
        for record in child.records()? {
            match record.made(generator.format())? {
                Err(ErrorCode::EntropyUnavailable) => refused += 1,
                Err(_) => {}
                Ok(_) => made += 1,
            }
        }
    }
    let asked = generators.len() * ASKED;
    let mut finding = Finding::of(format!("{} forks × {ASKED} ids", generators.len()));
    finding.require(
        refused == asked,
        format!("{refused} of {asked} entropy_unavailable"),
    );
    finding.require(made == 0, format!("{made} made from the parent's stream"));
    Ok(finding)
}

/// A failed reseeding returns an error, and the generator repeats no id.
fn reseeding(generators: &[Generator]) -> Checked {
    let mut refused = 0;
    let mut repeats = 0;
    for generator in generators {
        let some = || -> Vec<AnyId> { (0..ASKED).filter_map(|_| generator.next().ok()).collect() };
        let mut keys: Vec<u128> = some().into_iter().map(ids::key).collect();
        refused += usize::from(is_refused(generator.reseed(Reseed::new())));
        keys.extend(some().into_iter().map(ids::key));
        repeats += order::repeats(&mut keys);
    }
    let whole = is_refused(sortid::reseed());
    let mut finding = Finding::of(format!("{} generators, and the process", generators.len()));
    finding.require(
        refused == generators.len() && whole,
        format!("{} entropy_unavailable", refused + usize::from(whole)),
    );
    finding.require(repeats == 0, format!("{repeats} repeats"));
    Ok(finding)
}
