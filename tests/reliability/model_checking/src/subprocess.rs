//! Models in separate processes, as a failing model ends its process.

use std::process::Command;
use std::time::Instant;

use sortid_reliability_common::{Failure, Report, Row, Verdict};

use crate::sys::Guard;

/// The guards without which a model of either program must fail.
pub(crate) const GUARDS: [Guard; 7] = [
    Guard::Exclusion,
    Guard::TakeOver,
    Guard::Survivor,
    Guard::OwnThread,
    Guard::NodesOnce,
    Guard::Exchange,
    Guard::Joiners,
];

/// The guards of lease files whose node changes, which only `models` covers.
pub(crate) const LEASE_GUARDS: [Guard; 3] = [Guard::NewTick, Guard::Turn, Guard::TurnFirst];

/// The guards of claimed nodes, which only `models` covers.
pub(crate) const CLAIM_GUARDS: [Guard; 5] = [
    Guard::OneOfFormat,
    Guard::NodeLock,
    Guard::NodeKept,
    Guard::SameFence,
    Guard::Fence,
];

/// A finished model.
pub(crate) struct Finished {
    pub(crate) name: &'static str,
    /// The arguments that run it again.
    pub(crate) repeat: String,
    pub(crate) passed: bool,
    pub(crate) seconds: f64,
    output: String,
    pub(crate) error: String,
}

impl Finished {
    /// The output lines with this prefix, without the prefix.
    pub(crate) fn lines(&self, prefix: &str) -> impl Iterator<Item = &str> {
        let lines = self.output.lines();
        lines.filter_map(move |line| line.strip_prefix(prefix))
    }

    /// The number after this prefix in the output.
    pub(crate) fn count(&self, prefix: &str) -> u64 {
        let count = self.lines(prefix).next();
        count
            .and_then(|count| count.trim().parse().ok())
            .unwrap_or(0)
    }

    /// The panic message of a failed model.
    pub(crate) fn why(&self) -> String {
        let lines = self.error.lines().filter(|line| !line.is_empty());
        let lines = lines.skip_while(|line| !line.contains("panicked at"));
        lines.take(3).collect::<Vec<_>>().join(" ")
    }

    /// Its row in the report.
    pub(crate) fn row(&self, details: String) -> Row {
        let details = match self.passed {
            true => details,
            false => self.why(),
        };
        let mut row = Row::judged(self.name, self.passed, details);
        row.seconds = self.seconds;
        row.repeat.clone_from(&self.repeat);
        row
    }
}

/// Runs one model with this program and these additional arguments.
pub(crate) fn run(name: &'static str, arguments: &[&str]) -> Result<Finished, Failure> {
    let begun = Instant::now();
    let output = Command::new(std::env::current_exe()?)
        .args(["--model", name])
        .args(arguments)
        .output()?;
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    Ok(Finished {
        name,
        repeat: format!("--model '{name}' {}", arguments.join(" ")),
        passed: output.status.success(),
        seconds: begun.elapsed().as_secs_f64(),
        output: text(&output.stdout),
        error: text(&output.stderr),
    })
}

/// Runs models with a mutation of the core, given as arguments, until one fails. Adds the outcome
/// to the report: no failing model is a failure.
pub(crate) fn detect<'a>(
    report: &mut Report,
    mutation: &str,
    arguments: &[&str],
    models: impl IntoIterator<Item = &'a Finished>,
) -> Result<(), Failure> {
    let begun = Instant::now();
    let mut row = Row::judged(mutation, false, "no model fails");
    for model in models {
        let mutated = run(model.name, arguments)?;
        if !mutated.passed {
            row.verdict = Verdict::Passed;
            row.details = format!("{} fails ({})", mutated.name, mutated.why());
            break;
        }
    }
    row.seconds = begun.elapsed().as_secs_f64();
    report.add(row);
    Ok(())
}

/// Disables each of the guards in turn.
pub(crate) fn disable_guards(
    report: &mut Report,
    guards: &[Guard],
    models: &[Finished],
) -> Result<(), Failure> {
    for guard in guards {
        let name = format!("{guard:?}");
        let mutation = format!("guard {name} disabled");
        detect(report, &mutation, &["--without", &name], models)?;
    }
    Ok(())
}

/// The guard of this name.
pub(crate) fn guard(name: &str) -> Result<Guard, Failure> {
    let mut known = Guard::ALL.iter().copied();
    known
        .find(|guard| format!("{guard:?}") == name)
        .ok_or_else(|| format!("unknown guard {name}").into())
}
