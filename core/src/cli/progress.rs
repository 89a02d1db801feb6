//! A progress bar for runs that last, where it disturbs nobody.

use std::io::{self, IsTerminal};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// What is done sooner needs no bar.
const PATIENCE: Duration = Duration::from_millis(500);
const TEMPLATE: &str = "{wide_bar} {human_pos}/{human_len} ids  {per_sec}  {eta}";

/// The progress of a count of ids; gone from the terminal when dropped.
pub(crate) struct Progress {
    ids: u64,
    started: Instant,
    wanted: bool,
    bar: Option<ProgressBar>,
}

impl Progress {
    pub(crate) fn new(ids: u64) -> Self {
        Self {
            ids,
            started: Instant::now(),
            wanted: io::stderr().is_terminal() && !io::stdout().is_terminal(),
            bar: None,
        }
    }

    pub(crate) fn done(&mut self, ids: u64) {
        if !self.wanted {
            return;
        }
        match &self.bar {
            Some(bar) => bar.set_position(ids),
            None if self.started.elapsed() >= PATIENCE => self.bar = Some(self.start(ids)),
            None => {}
        }
    }

    fn start(&self, ids: u64) -> ProgressBar {
        let bar = ProgressBar::with_draw_target(Some(self.ids), ProgressDrawTarget::stderr())
            .with_elapsed(self.started.elapsed())
            .with_position(ids);
        match ProgressStyle::with_template(TEMPLATE) {
            Ok(style) => bar.with_style(style),
            Err(_) => bar,
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
