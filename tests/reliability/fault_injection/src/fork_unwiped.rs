//! Processes whose wiped pages survive a fork, as after a checkpoint and restore by a tool without
//! support for the flag: `fork` is detected nevertheless.

use std::fs;

use sortid::{Generator, Options};

use crate::facts;
use crate::fork::{Clock, pairs};
use crate::run::{Failure, Run, not_run};

/// Adds the rows of this part, which must be the only one of its process: pages remain unwiped.
pub(crate) fn run(run: &mut Run<'_>) {
    let rounds = run.rounds() / 8 + 1;
    let pages = lose_flags().map_err(|trouble| trouble.to_string());
    for format in facts::made() {
        for (how, clock) in [
            ("system clock", Clock::System),
            ("both sides at the same readings", Clock::Scripted),
        ] {
            let fault = format!("fork without wiped pages, {how}");
            run.check(&fault, format, || match &pages {
                Ok(0) => Err(not_run("no page of this process is wiped in a child")),
                Ok(_) => pairs(format, &Options::new(), clock, rounds),
                Err(trouble) => Err(trouble.clone().into()),
            });
        }
    }
}

/// Clears the flag of every page of this process that has it, and returns their number.
fn lose_flags() -> Result<usize, Failure> {
    // The library has mapped all its pages by then.
    for format in facts::made() {
        Generator::dynamic(format, &Options::new())?.next()?;
        sortid::new_id(format)?;
    }
    let mut lost = 0;
    let mut range = (0, 0);
    for line in fs::read_to_string("/proc/self/smaps")?.lines() {
        let (first, rest) = line.split_once(' ').unwrap_or((line, ""));
        if let Some((from, to)) = first.split_once('-') {
            let number = |text| usize::from_str_radix(text, 16);
            range = (number(from)?, number(to)?);
        }
        let has = |flag| rest.split_whitespace().any(|other| other == flag);
        // Droppable pages belong to the random number generator of the C library.
        if first == "VmFlags:" && has("wf") && !has("dp") {
            let (at, len) = (range.0 as *mut libc::c_void, range.1 - range.0);
            // SAFETY: only affects the content of the page in a later child.
            let status = unsafe { libc::madvise(at, len, libc::MADV_KEEPONFORK) };
            lost += usize::from(status == 0);
        }
    }
    Ok(lost)
}
