//! A process stopped between two ids or during a call: the next id has a later time. This detects a
//! clock reading cached across the stop.

use std::io;
use std::thread;
use std::time::{Duration, Instant};

use sortid::{Error, Format, Generator, Options, Timestamp};

use crate::child::{self, Child, Pen};
use crate::facts::{self, MS};
use crate::run::{Checked, Failure, Finding, Run};

const STOPS: u32 = 15;
const STOPPED: Duration = Duration::from_millis(40);
const RUNNING: Duration = Duration::from_millis(10);
/// The shortest pause that counts as a stop: longer than scheduling delays.
const GAP_NS: i128 = 30 * MS;
/// The child's time limit if it detects fewer stops: shorter than its alarm.
const LIFE: Duration = Duration::from_secs(3);

pub(crate) fn run(run: &mut Run<'_>) {
    for format in facts::timed() {
        run.check("SIGSTOP and SIGCONT", format, || stopped(format));
    }
}

fn stopped(format: Format) -> Checked {
    // Without lead, so that an id has the time of the clock.
    let generator = facts::system(format, &Options::new().max_lead_ms(0))?;
    generator.next()?;
    let child = child::fork(|pen| {
        if let Err(error) = tell_what_comes(&generator, format, pen) {
            pen.write_id(Err(error));
        }
    })?;
    for _ in 0..STOPS {
        thread::sleep(RUNNING);
        stop(&child)?;
        thread::sleep(STOPPED);
        signal(&child, libc::SIGCONT)?;
    }
    let records = child.records()?;
    let record = records.first().ok_or("the child wrote nothing")?;
    let numbers = record.key();
    let (ids, older, gaps) = (
        numbers >> 64,
        numbers >> 32 & 0xffff_ffff,
        numbers & 0xffff_ffff,
    );
    let mut finding = Finding::of(format!(
        "{STOPS} stops of {} ms, {ids} ids",
        STOPPED.as_millis()
    ));
    finding.require(older == 0, format!("{older} ids older than their call"));
    finding.require(gaps > 0, format!("{gaps} stops seen by the child"));
    Ok(finding)
}

fn signal(child: &Child, signal: libc::c_int) -> io::Result<()> {
    // SAFETY: the child has not been waited for, so its process id is still in use.
    match unsafe { libc::kill(child.pid(), signal) } {
        0 => Ok(()),
        _ => Err(io::Error::last_os_error()),
    }
}

/// Stops the child and waits until it is stopped.
fn stop(child: &Child) -> Result<(), Failure> {
    signal(child, libc::SIGSTOP)?;
    let mut status = 0;
    // SAFETY: `status` is a live integer.
    let pid = unsafe { libc::waitpid(child.pid(), &mut status, libc::WUNTRACED) };
    if pid != child.pid() || !libc::WIFSTOPPED(status) {
        return Err("the child could not be stopped".into());
    }
    Ok(())
}

/// The child generates ids without pause until it has been stopped often enough. It writes three
/// numbers in place of an id: the numbers of ids, of ids older than their call, and of stops.
fn tell_what_comes(generator: &Generator, format: Format, pen: &mut Pen) -> Result<(), Error> {
    let unit_ns = facts::unit_ns(format);
    let (mut ids, mut older, mut gaps) = (0u64, 0u32, 0u32);
    let (began, mut last) = (Instant::now(), Timestamp::now().unix_ns());
    while gaps < STOPS && began.elapsed() < LIFE {
        let before = Timestamp::now().unix_ns();
        // Waiting for a long tick would look like a stop.
        let patience = match unit_ns > MS {
            true => Duration::ZERO,
            false => LIFE,
        };
        let Some(id) = generator.next_within(patience)? else {
            continue;
        };
        let time_ns = facts::time_ns(id)?;
        let after = Timestamp::now().unix_ns();
        ids += 1;
        older += u32::from(time_ns + unit_ns <= before);
        gaps += u32::from(before - last > GAP_NS) + u32::from(after - before > GAP_NS);
        last = after;
    }
    let mut numbers = [0; 16];
    numbers[..8].copy_from_slice(&ids.to_be_bytes());
    numbers[8..12].copy_from_slice(&older.to_be_bytes());
    numbers[12..].copy_from_slice(&gaps.to_be_bytes());
    pen.write_bytes(&numbers);
    Ok(())
}
