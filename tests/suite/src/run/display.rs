//! The output of a run: a live line for each lane on a terminal, otherwise plain lines; failures
//! immediately and again at the end.

use std::io::{IsTerminal, Write};
use std::path::Path;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use indicatif::{MultiProgress, ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::execute::TAIL_LINES;
use super::lanes::LANES;
use super::lock;
use super::process::tail;
use crate::outcome::{Failure, LOG, Outcome, Unit, VECTOR};
use crate::plan::Step;
use crate::report::{Report, thousands};

const GREEN: &str = "32";
const RED: &str = "31";
const YELLOW: &str = "33";
const BOLD: &str = "1";

/// The maximum number of failures printed in one place. The `--json` file has all.
const PRINTED: usize = 40;

/// The maximum length of a printed request or value.
const SHOWN_CHARS: usize = 400;

/// The interval of progress lines without a terminal.
const HEARTBEAT: Duration = Duration::from_secs(30);

/// Standard output.
///
/// Write errors are ignored: if the reader of a pipe has gone (`cargo suite | head`), the exit
/// status still reports the result.
pub(crate) struct Display {
    colour: bool,
    quiet: bool,
    live: Option<Live>,
    /// Without a terminal: the running step of each lane, and the time of the last output.
    lanes: Mutex<Lanes>,
}

/// The lines that are redrawn.
struct Live {
    bars: MultiProgress,
    lanes: Vec<ProgressBar>,
    total: ProgressBar,
}

#[derive(Default)]
struct Lanes {
    running: [Option<(String, Instant)>; LANES],
    left: Duration,
    spoke: Option<Instant>,
}

impl Display {
    /// Live lines on a terminal, unless `CI` is set; colours unless `NO_COLOR` is.
    pub(crate) fn for_stdout() -> Self {
        let terminal = std::io::stdout().is_terminal();
        let live = terminal && std::env::var_os("CI").is_none();
        Self {
            colour: terminal && std::env::var_os("NO_COLOR").is_none(),
            quiet: false,
            live: live.then(Live::new),
            lanes: Mutex::default(),
        }
    }

    /// Prints nothing.
    #[cfg(test)]
    pub(crate) fn quiet() -> Self {
        Self {
            colour: false,
            quiet: true,
            live: None,
            lanes: Mutex::default(),
        }
    }

    /// Prints a line above the live ones.
    pub(crate) fn line(&self, text: &str) {
        if self.quiet {
            return;
        }
        match &self.live {
            Some(live) => {
                let _ = live.bars.println(text);
            }
            None => {
                let _ = writeln!(std::io::stdout(), "{text}");
            }
        }
    }

    /// Prints the title of a section after an empty line.
    pub(crate) fn title(&self, text: &str) {
        self.line(&format!("\n{}", self.paint(BOLD, text)));
    }

    fn paint(&self, code: &str, text: &str) -> String {
        match self.colour {
            true => format!("\x1b[{code}m{text}\x1b[0m"),
            false => text.to_owned(),
        }
    }

    /// Colours `text` as a success.
    pub(crate) fn good(&self, text: &str) -> String {
        self.paint(GREEN, text)
    }

    /// Colours `text` as a failure.
    pub(crate) fn bad(&self, text: &str) -> String {
        self.paint(RED, text)
    }

    /// Shows that a lane started a step.
    pub(crate) fn started(&self, lane: usize, step: &Step, expected: Duration) {
        match &self.live {
            Some(live) => live.started(lane, step, expected),
            None => {
                let mut lanes = lock(&self.lanes);
                lanes.running[lane] = Some((step.name.clone(), Instant::now()));
                lanes.spoke.get_or_insert_with(Instant::now);
            }
        }
    }

    /// Shows that a lane finished a step.
    pub(crate) fn finished(
        &self,
        lane: usize,
        step: &Step,
        outcome: &Outcome,
        took: Duration,
        excused: bool,
    ) {
        if let Some(live) = &self.live {
            live.lanes[lane].set_message("");
        }
        {
            let mut lanes = lock(&self.lanes);
            lanes.running[lane] = None;
            lanes.spoke = Some(Instant::now());
        }
        // A test program without tests is not shown.
        let is_empty = outcome.unit == Unit::Tests && outcome.passed == 0;
        if outcome.is_good() && is_empty && outcome.skipped.is_empty() {
            return;
        }
        self.line(&self.verdict(step, outcome, took, excused));
        self.failures(&outcome.failures);
    }

    /// The line of a finished step.
    fn verdict(&self, step: &Step, outcome: &Outcome, took: Duration, excused: bool) -> String {
        let name = format!("{:<34}", step.name);
        let took = format!("{:>6}", clock(took));
        if let Some(reason) = &outcome.not_run {
            let skipped = match excused {
                true => "skipped".to_owned(),
                false => self.paint(YELLOW, "skipped"),
            };
            return format!("  {name} {skipped}: {reason}");
        }
        let count = thousands(outcome.passed);
        let counted = match outcome.unit {
            Unit::Cases => format!("{count} cases"),
            Unit::Tests => format!("{count} tests"),
            Unit::Programs => format!("{count} C programs"),
            Unit::Checks if outcome.passed > 1 => format!("{count} checks"),
            Unit::Checks => String::new(),
        };
        let skipped = match outcome.skipped.len() {
            0 => String::new(),
            tests => format!(", {tests} skipped"),
        };
        let verdict = match outcome.failed {
            0 => self.good("ok    "),
            _ => self.bad("FAILED"),
        };
        let line = format!("  {name} {verdict} {took}  {counted}{skipped}");
        line.trim_end().to_owned()
    }

    /// Shows the remaining work.
    pub(crate) fn left(&self, left: Duration, steps: usize) {
        match &self.live {
            Some(live) => {
                live.total.reset();
                live.total.set_prefix(format!("{steps} steps"));
                live.total.set_length(left.as_secs());
            }
            None => lock(&self.lanes).left = left,
        }
    }

    /// Shows that a lane has no more work.
    pub(crate) fn idle(&self, lane: usize) {
        if let Some(live) = &self.live {
            live.lanes[lane].finish_and_clear();
        }
    }

    /// Without a terminal: prints the running steps if nothing was printed for a while.
    pub(crate) fn heartbeat(&self) {
        let line = {
            let mut lanes = lock(&self.lanes);
            if lanes.spoke.is_none_or(|spoke| spoke.elapsed() < HEARTBEAT) {
                return;
            }
            lanes.spoke = Some(Instant::now());
            let running = lanes.running.iter().flatten();
            let running: Vec<String> = running
                .map(|(name, since)| format!("{name} for {}", clock(since.elapsed())))
                .collect();
            let left = clock(lanes.left);
            format!("  … {}; about {left} left", running.join(", "))
        };
        if self.live.is_none() {
            self.line(&line);
        }
    }

    /// Prints failures, up to `PRINTED`.
    pub(crate) fn failures(&self, failures: &[Failure]) {
        for failure in failures.iter().take(PRINTED) {
            self.failure(failure);
        }
        if failures.len() > PRINTED {
            self.line(&format!(
                "  … and {} more failures",
                failures.len() - PRINTED
            ));
        }
    }

    fn failure(&self, failure: &Failure) {
        self.line(&format!("  {} {}", self.bad("✗"), failure.title()));
        for (heading, text) in failure.details.iter().filter(|(_, text)| !text.is_empty()) {
            let text = match *heading {
                VECTOR => text,
                _ => &shortened(text),
            };
            self.line(&format!("      {heading:<9} {text}"));
        }
    }

    /// Repeats the failures with the ends of their logs and the commands to rerun them, so that the
    /// end of the output is sufficient to fix them.
    pub(crate) fn failed_steps(&self, report: &Report, root: &Path) {
        let failed = report.steps.iter().filter(|step| step.outcome.failed > 0);
        let failed: Vec<_> = failed.collect();
        if failed.is_empty() {
            return;
        }
        self.title("Failed");
        for step in failed {
            for failure in step.outcome.failures.iter().take(PRINTED) {
                self.failure(failure);
                for (_, log) in failure.details.iter().filter(|(name, _)| *name == LOG) {
                    for line in tail(&root.join(log), TAIL_LINES) {
                        self.line(&format!("      | {line}"));
                    }
                }
            }
            self.line(&format!("      again     cargo suite --step {}", step.name));
        }
    }

    /// Removes the live lines.
    pub(crate) fn end(&self) {
        if let Some(live) = &self.live {
            live.total.finish_and_clear();
            let _ = live.bars.clear();
        }
    }
}

impl Live {
    fn new() -> Self {
        let bars = MultiProgress::with_draw_target(ProgressDrawTarget::stdout());
        let bar = |template: &str| {
            let bar = bars.add(ProgressBar::new(1));
            // The templates are constants that a test checks.
            bar.set_style(
                ProgressStyle::with_template(template)
                    .unwrap_or_else(|_| ProgressStyle::default_bar())
                    .progress_chars("█▉▊▋▌▍▎▏ "),
            );
            bar
        };
        let lanes = (0..LANES).map(|_| bar(LANE)).collect();
        let total = bar(TOTAL);
        Self { bars, lanes, total }
    }

    fn started(&self, lane: usize, step: &Step, expected: Duration) {
        let bar = &self.lanes[lane];
        bar.reset();
        bar.set_length(expected.as_secs().max(1));
        bar.set_message(step.name.clone());
        bar.enable_steady_tick(Duration::from_millis(200));
    }
}

/// A lane: the step's name, its time, and the elapsed part of the expected time.
const LANE: &str = "  {msg:<34} {elapsed:>4}  ▕{wide_bar}▏";

/// The line below the lanes.
const TOTAL: &str = "  {prefix}{msg}";

/// Updates the bars by the clock, and prints progress without a terminal, until `done` is closed.
pub(crate) fn tick(display: &Display, done: &std::sync::mpsc::Receiver<()>) {
    use std::sync::mpsc::RecvTimeoutError;
    while done.recv_timeout(Duration::from_millis(500)) == Err(RecvTimeoutError::Timeout) {
        match &display.live {
            Some(live) => {
                let left = live.total.length().map(Duration::from_secs);
                let left = left
                    .unwrap_or_default()
                    .saturating_sub(live.total.elapsed());
                live.total
                    .set_message(format!(", about {} left", clock(left)));
                for bar in &live.lanes {
                    let length = bar.length().unwrap_or(1);
                    // An overdue step remains just below the end of its bar.
                    bar.set_position(bar.elapsed().as_secs().min(length.saturating_sub(1)));
                }
            }
            None => display.heartbeat(),
        }
    }
}

/// A duration as minutes and seconds.
pub(crate) fn clock(duration: Duration) -> String {
    let seconds = duration.as_secs_f64().round() as u64;
    format!("{}:{:02}", seconds / 60, seconds % 60)
}

/// A text cut to the length for a screen.
pub(crate) fn shortened(text: &str) -> String {
    match text.char_indices().nth(SHOWN_CHARS) {
        None => text.to_owned(),
        Some((end, _)) => {
            let rest = text[end..].chars().count();
            format!("{} … and {rest} characters more", &text[..end])
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_texts_are_cut_between_characters() {
        assert_eq!(shortened("short"), "short");
        let long = "é".repeat(SHOWN_CHARS + 3);
        assert!(shortened(&long).ends_with("é … and 3 characters more"));
    }

    #[test]
    fn durations_are_minutes_and_seconds() {
        assert_eq!(clock(Duration::from_millis(400)), "0:00");
        assert_eq!(clock(Duration::from_secs(118)), "1:58");
    }

    #[test]
    fn templates_are_valid() {
        for template in [LANE, TOTAL] {
            assert!(ProgressStyle::with_template(template).is_ok());
        }
    }

    #[test]
    fn verdict_names_the_unit() {
        let display = Display::quiet();
        let step = Step::program("rust/vectors", "true", &[]);
        let outcome = Outcome {
            passed: 11_492,
            ..Outcome::new(Unit::Cases)
        };
        let line = display.verdict(&step, &outcome, Duration::from_secs(21), false);
        assert!(line.ends_with("ok       0:21  11,492 cases"), "{line}");
        let line = display.verdict(&step, &Outcome::not_run("no swift"), Duration::ZERO, false);
        assert!(line.ends_with("skipped: no swift"), "{line}");
    }
}
