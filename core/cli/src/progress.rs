//! A progress bar for runs that last, where it disturbs nobody.

use std::fmt::Write;
use std::io::{self, IsTerminal};
use std::time::{Duration, Instant};

use indicatif::{HumanCount, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};

/// What is done sooner needs no bar.
const PATIENCE: Duration = Duration::from_millis(500);
const OF_IDS: &str = "{wide_bar} {human_pos}/{human_len} ids  {rate}  {eta}";
const OF_BYTES: &str = "{wide_bar} {bytes}/{total_bytes}  {bytes_per_sec}  {eta}";
const OF_UNKNOWN: &str = "{spinner} {bytes}  {bytes_per_sec}";

/// The progress of a count of ids or bytes; gone from the terminal when dropped.
pub(crate) struct Progress {
    started: Instant,
    /// Fed from the start, so that the rate is known when it is first seen.
    bar: Option<ProgressBar>,
    seen: bool,
}

impl Progress {
    pub(crate) fn new(ids: u64) -> Self {
        Self::of(Some(ids), OF_IDS)
    }

    /// Of files, if their size is known.
    pub(crate) fn bytes(all: Option<u64>) -> Self {
        Self::of(all, if all.is_some() { OF_BYTES } else { OF_UNKNOWN })
    }

    /// Where there is none.
    pub(crate) fn none() -> Self {
        Self {
            started: Instant::now(),
            bar: None,
            seen: false,
        }
    }

    fn of(all: Option<u64>, template: &str) -> Self {
        let wanted = io::stderr().is_terminal() && !io::stdout().is_terminal();
        Self {
            started: Instant::now(),
            bar: wanted.then(|| hidden_bar(all, template)),
            seen: false,
        }
    }

    pub(crate) fn done(&mut self, count: u64) {
        let Some(bar) = &self.bar else {
            return;
        };
        bar.set_position(count);
        if !self.seen && self.started.elapsed() >= PATIENCE {
            bar.set_draw_target(ProgressDrawTarget::stderr());
            self.seen = true;
        }
    }
}

fn hidden_bar(all: Option<u64>, template: &str) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(all, ProgressDrawTarget::hidden());
    match ProgressStyle::with_template(template) {
        Ok(style) => bar.with_style(style.with_key("rate", rate)),
        Err(_) => bar,
    }
}

/// Whole ids: nobody reads the fraction of an id.
fn rate(state: &ProgressState, out: &mut dyn Write) {
    // What cannot be written is not shown; the next drawing is soon.
    let _ = write!(out, "{}/s", HumanCount(state.per_sec() as u64));
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
