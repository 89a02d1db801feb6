//! A progress bar for runs that last, where it disturbs nobody.

use std::fmt::Write;
use std::io::{self, IsTerminal};
use std::time::{Duration, Instant};

use indicatif::{HumanCount, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};

/// What is done sooner needs no bar.
const PATIENCE: Duration = Duration::from_millis(500);
const TEMPLATE: &str = "{wide_bar} {human_pos}/{human_len} ids  {rate}  {eta}";

/// The progress of a count of ids; gone from the terminal when dropped.
pub(crate) struct Progress {
    started: Instant,
    /// Fed from the start, so that the rate is known when it is first seen.
    bar: Option<ProgressBar>,
    seen: bool,
}

impl Progress {
    pub(crate) fn new(ids: u64) -> Self {
        let wanted = io::stderr().is_terminal() && !io::stdout().is_terminal();
        Self {
            started: Instant::now(),
            bar: wanted.then(|| hidden_bar(ids)),
            seen: false,
        }
    }

    pub(crate) fn done(&mut self, ids: u64) {
        let Some(bar) = &self.bar else {
            return;
        };
        bar.set_position(ids);
        if !self.seen && self.started.elapsed() >= PATIENCE {
            bar.set_draw_target(ProgressDrawTarget::stderr());
            self.seen = true;
        }
    }
}

fn hidden_bar(ids: u64) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(Some(ids), ProgressDrawTarget::hidden());
    match ProgressStyle::with_template(TEMPLATE) {
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
