//! A progress bar for long runs, shown only if it does not disturb the output.

use std::fmt::Write;
use std::io::{self, IsTerminal};
use std::time::{Duration, Instant};

use indicatif::{HumanCount, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};

/// Shorter runs show no bar.
const PATIENCE: Duration = Duration::from_millis(500);
const OF_IDS: &str = "{wide_bar} {human_pos}/{human_len} ids  {rate}  {eta}";
const OF_BYTES: &str = "{wide_bar} {bytes}/{total_bytes}  {bytes_per_sec}  {eta}";
const OF_UNKNOWN: &str = "{spinner} {bytes}  {bytes_per_sec}";

/// The progress of a number of ids or bytes. Removed from the terminal when dropped.
pub(crate) struct Progress {
    started: Instant,
    /// Updated from the start, so that the rate is known when the bar appears.
    bar: Option<ProgressBar>,
    seen: bool,
}

impl Progress {
    pub(crate) fn new(ids: u64) -> Self {
        Self::of(Some(ids), OF_IDS)
    }

    /// Creates the progress of files, with their total size if known.
    pub(crate) fn bytes(all: Option<u64>) -> Self {
        Self::of(all, if all.is_some() { OF_BYTES } else { OF_UNKNOWN })
    }

    /// Creates a progress that is never shown.
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

/// Writes the rate in whole ids: a fraction of an id means nothing.
fn rate(state: &ProgressState, out: &mut dyn Write) {
    // Ignore errors: the bar is soon drawn again.
    let _ = write!(out, "{}/s", HumanCount(state.per_sec() as u64));
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
