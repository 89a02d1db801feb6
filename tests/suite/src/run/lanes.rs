//! The scheduler of a run: each lane takes the next step whose dependencies are met, starting with
//! those on the longest path.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Condvar, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use super::display::Display;
use super::execute::execute;
use super::{Shared, lock};
use crate::outcome::Outcome;
use crate::plan::times::Times;
use crate::plan::{Step, ranks};
use crate::report::{Finished, Report};

/// The number of steps that run at the same time.
pub(crate) const LANES: usize = 2;

/// The end of a step, for steps that depend on it.
#[derive(Clone, Debug, PartialEq)]
enum End {
    Good,
    Failed,
    NotRun(String),
}

/// The shared state of the lanes.
struct State<'a> {
    open: Vec<&'a Step>,
    running: BTreeMap<&'a str, Instant>,
    ended: BTreeMap<&'a str, End>,
    cargo_is_taken: bool,
    report: Report,
    times: Times,
}

/// The next action of a lane.
enum Next<'a> {
    Run(&'a Step, Duration),
    /// Skips a step whose dependencies failed.
    Leave(&'a Step, String),
    Wait,
    Done,
}

/// Runs all steps.
///
/// `missing` explains unusable toolchains. `excused` returns whether a step may be skipped.
pub(crate) fn run(
    steps: &[Step],
    shared: &Shared,
    display: &Display,
    times: Times,
    missing: &BTreeMap<&'static str, String>,
    excused: &(dyn Fn(&Step) -> bool + Sync),
) -> Report {
    let names: BTreeSet<&str> = steps.iter().map(|step| step.name.as_str()).collect();
    let ranks = ranks(steps, &times);
    let mut open: Vec<&Step> = steps.iter().collect();
    open.sort_by_key(|step| std::cmp::Reverse(ranks[&step.name]));
    let state = Mutex::new(State {
        open,
        running: BTreeMap::new(),
        ended: BTreeMap::new(),
        cargo_is_taken: false,
        report: Report::default(),
        times,
    });
    let changed = Condvar::new();
    thread::scope(|scope| {
        for lane in 0..LANES {
            let (state, changed, names) = (&state, &changed, &names);
            scope.spawn(move || {
                loop {
                    let next = {
                        let mut state = lock(state);
                        loop {
                            match state.next(names, missing) {
                                Next::Wait => {
                                    state =
                                        changed.wait(state).unwrap_or_else(PoisonError::into_inner);
                                }
                                next => break next,
                            }
                        }
                    };
                    let (step, outcome, took) = match next {
                        Next::Done | Next::Wait => break,
                        Next::Leave(step, reason) => {
                            (step, Outcome::not_run(reason), Duration::ZERO)
                        }
                        Next::Run(step, expected) => {
                            display.started(lane, step, expected);
                            let started = Instant::now();
                            let outcome = execute(step, shared, step.limit(expected));
                            (step, outcome, started.elapsed())
                        }
                    };
                    let excused = excused(step);
                    let mut state = lock(state);
                    display.finished(lane, step, &outcome, took, excused);
                    state.end(step, outcome, took, excused);
                    display.left(state.left(), state.open.len() + state.running.len());
                    changed.notify_all();
                }
                display.idle(lane);
            });
        }
    });
    let state = state.into_inner().unwrap_or_else(PoisonError::into_inner);
    state.times.write(&shared.target);
    state.report
}

impl<'a> State<'a> {
    /// Takes the next step.
    fn next(
        &mut self,
        names: &BTreeSet<&str>,
        missing: &BTreeMap<&'static str, String>,
    ) -> Next<'a> {
        if self.open.is_empty() {
            return Next::Done;
        }
        let mut ready = None;
        let mut left = None;
        for (index, step) in self.open.iter().enumerate() {
            if let Some(reason) = self.unmet(step, missing) {
                left = Some((index, reason));
                break;
            }
            let waits = |name: &String| {
                names.contains(name.as_str()) && !self.ended.contains_key(name.as_str())
            };
            let must_wait = step.after.iter().chain(&step.later_than).any(waits)
                || (step.uses_cargo && self.cargo_is_taken);
            if ready.is_none() && !must_wait {
                ready = Some(index);
            }
        }
        if let Some((index, reason)) = left {
            let step = self.open.remove(index);
            return Next::Leave(step, reason);
        }
        let Some(index) = ready else {
            return Next::Wait;
        };
        let step = self.open.remove(index);
        self.cargo_is_taken |= step.uses_cargo;
        self.running.insert(&step.name, Instant::now());
        Next::Run(step, self.times.expected(&step.name))
    }

    /// Why a step cannot run; `None` if it can.
    fn unmet(&self, step: &Step, missing: &BTreeMap<&'static str, String>) -> Option<String> {
        let lacks = step.needs.iter().find_map(|need| missing.get(need));
        let before = || {
            step.after
                .iter()
                .find_map(|name| match self.ended.get(name.as_str()) {
                    Some(End::NotRun(reason)) => Some(reason.clone()),
                    Some(End::Failed) => Some(format!("{name} failed")),
                    _ => None,
                })
        };
        lacks.cloned().or_else(before)
    }

    fn end(&mut self, step: &'a Step, outcome: Outcome, took: Duration, excused: bool) {
        let has_run = self.running.remove(step.name.as_str()).is_some();
        if step.uses_cargo && has_run {
            self.cargo_is_taken = false;
        }
        let end = match (&outcome.not_run, outcome.failed) {
            (Some(reason), _) => End::NotRun(reason.clone()),
            (None, 0) => End::Good,
            (None, _) => End::Failed,
        };
        if end == End::Good {
            self.times.note(&step.name, took);
        }
        self.ended.insert(&step.name, end);
        self.report.steps.push(Finished {
            name: step.name.clone(),
            language: step.language,
            outcome,
            took,
            excused,
        });
    }

    /// The expected remaining time: the remaining work, divided by the lanes.
    fn left(&self) -> Duration {
        let open: Duration = self
            .open
            .iter()
            .map(|step| self.times.expected(&step.name))
            .sum();
        let running = self
            .running
            .iter()
            .map(|(name, since)| self.times.expected(name).saturating_sub(since.elapsed()));
        (open + running.sum::<Duration>()) / LANES as u32
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use crate::run::Settings;
    use std::path::Path;

    fn ran(steps: &[Step], missing: &[(&'static str, &str)]) -> Report {
        let shared = Shared::new(Settings::default()).expect("the repository");
        let display = Display::quiet();
        let missing = missing.iter().map(|(name, why)| (*name, (*why).to_owned()));
        let times = Times::read(Path::new("no/such/folder"));
        run(steps, &shared, &display, times, &missing.collect(), &|_| {
            false
        })
    }

    fn shell(name: &str, script: &str) -> Step {
        Step::program(format!("lanes-test/{name}"), "sh", &["-c", script])
    }

    fn reasons(report: &Report) -> BTreeMap<&str, Option<&str>> {
        let steps = report.steps.iter();
        steps
            .map(|step| (step.name.as_str(), step.outcome.not_run.as_deref()))
            .collect()
    }

    #[test]
    fn step_after_a_failed_one_does_not_run() {
        let steps = [
            shell("c", "true").after("lanes-test/b"),
            shell("a", "false"),
            shell("b", "true").after("lanes-test/a"),
            shell("d", "true").later_than("lanes-test/a"),
        ];
        let report = ran(&steps, &[]);
        let reasons = reasons(&report);
        assert_eq!(reasons["lanes-test/a"], None);
        assert_eq!(reasons["lanes-test/b"], Some("lanes-test/a failed"));
        assert_eq!(reasons["lanes-test/c"], Some("lanes-test/a failed"));
        assert_eq!(reasons["lanes-test/d"], None);
        let totals = report.totals(false);
        assert_eq!((totals.passed, totals.failed, totals.skipped), (1, 1, 2));
    }

    #[test]
    fn missing_toolchain_is_the_reason_of_every_dependent_step() {
        let steps = [
            shell("build", "true").needs(&["swift"]),
            shell("test", "true").after("lanes-test/build"),
            shell("other", "true"),
        ];
        let report = ran(&steps, &[("swift", "no swift: get one")]);
        let reasons = reasons(&report);
        assert_eq!(reasons["lanes-test/build"], Some("no swift: get one"));
        assert_eq!(reasons["lanes-test/test"], Some("no swift: get one"));
        assert_eq!(reasons["lanes-test/other"], None);
    }

    #[test]
    fn two_steps_with_cargo_never_run_at_once() {
        let folder = crate::run::root().join(crate::run::LOGS).join("lanes-test");
        let held = folder.join("held");
        std::fs::create_dir_all(&folder).expect("a folder");
        let _ = std::fs::remove_dir(&held);
        let script = format!("mkdir '{0}' && sleep 0.1 && rmdir '{0}'", held.display());
        let steps: Vec<Step> = ["1", "2", "3", "4"]
            .into_iter()
            .map(|name| shell(name, &script).uses_cargo())
            .collect();
        assert_eq!(ran(&steps, &[]).totals(true).passed, 4);
    }
}
