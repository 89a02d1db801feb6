//! `--kernel`: compares texts with the kernels of older processors in one run.
//!
//! The measured program (`../kernels`) is compiled twice: as released, with an environment variable
//! that selects an older processor's kernels, and for the portable kernels, which are selected at
//! compile time. Each kernel has a process; they alternate batch by batch.

use std::io::{BufRead, BufReader, Lines, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use crate::args::Args;
use crate::measure::{self, Effort};
use crate::rows::{Measured, MeasuredPeer, Unit};

/// The highest accepted ratio of a kernel's time to AVX2's.
const DEMANDS: [(&str, f64); 1] = [("sse2", 1.8)];
const BEST: &str = "avx2";
const PORTABLE: &str = "portable";
/// The kernel that the library selects for this processor.
const NATIVE: &str = "native";

/// The kernels that this processor can run.
fn kernels() -> Vec<&'static str> {
    let mut kernels = vec![NATIVE];
    #[cfg(target_arch = "x86_64")]
    {
        let has_avx2 = is_x86_feature_detected!("avx2") && is_x86_feature_detected!("bmi2");
        kernels.extend(has_avx2.then_some(BEST));
        kernels.push("sse2");
    }
    kernels.push(PORTABLE);
    kernels
}

/// Parses kernel names separated by commas, or `each`.
pub(crate) fn named(names: &str) -> Result<Vec<&'static str>, String> {
    let kernels = kernels();
    if names == "each" {
        return Ok(kernels);
    }
    let named = |name| {
        let found = kernels.iter().find(|&&kernel| kernel == name);
        found
            .copied()
            .ok_or_else(|| format!("{name:?} cannot be measured here, only {kernels:?}"))
    };
    names.split(',').map(named).collect()
}

/// Measures the requested rows with these kernels.
pub(crate) fn measure(
    kernels: &[&'static str],
    args: &Args,
    mut add: impl FnMut(Measured),
) -> Result<(), String> {
    let effort = Effort::of(args.quick);
    let mut workers: Vec<Worker> = Vec::new();
    for &kernel in kernels {
        workers.push(Worker::new(kernel, &effort)?);
    }
    let names = workers.first().map(|worker| worker.rows.clone());
    let names = names.unwrap_or_default();
    for (number, name) in names
        .iter()
        .enumerate()
        .filter(|(_, name)| args.chooses(name))
    {
        let mut times = vec![Vec::new(); workers.len()];
        for round in 0..effort.rounds() {
            for turn in 0..workers.len() {
                let turn = (round + turn) % workers.len();
                times[turn].push(workers[turn].ns(number)?);
            }
        }
        let times: Vec<f64> = times.into_iter().map(measure::median).collect();
        let best = kernels.iter().position(|&kernel| kernel == BEST);
        for (&kernel, &ns) in kernels.iter().zip(&times) {
            let demand = DEMANDS.iter().find(|(name, _)| *name == kernel);
            let peer = best.filter(|_| kernel != BEST).map(|best| MeasuredPeer {
                name: BEST.to_owned(),
                version: String::new(),
                demand: demand.map(|(_, demand)| *demand),
                figure: times[best],
            });
            add(Measured {
                what: format!("{name}, {kernel}"),
                ours: ns,
                unit: Unit::Ns,
                peer,
            });
        }
    }
    Ok(())
}

/// A process that measures one kernel on request.
struct Worker {
    rows: Vec<String>,
    asks: Option<ChildStdin>,
    answers: Lines<BufReader<ChildStdout>>,
    child: Child,
}

impl Worker {
    fn new(kernel: &str, effort: &Effort) -> Result<Self, String> {
        let failed = |error: std::io::Error| format!("{kernel}: {error}");
        let mut command = Command::new(compiled(kernel)?);
        if kernel != NATIVE && kernel != PORTABLE {
            command.env("SORTID_KERNEL", kernel);
        }
        let mut child = command
            .arg(effort.batch().as_micros().to_string())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(failed)?;
        let out = child.stdout.take().ok_or("no output")?;
        let mut answers = BufReader::new(out).lines();
        let mut rows = Vec::new();
        while let Some(name) = answers.next().transpose().map_err(failed)? {
            if name.is_empty() {
                break;
            }
            rows.push(name);
        }
        Ok(Self {
            rows,
            asks: child.stdin.take(),
            answers,
            child,
        })
    }

    /// Measures a batch; returns the nanoseconds per id of a row.
    fn ns(&mut self, row: usize) -> Result<f64, String> {
        let asks = self.asks.as_mut().ok_or("no input")?;
        writeln!(asks, "{row}").map_err(|error| error.to_string())?;
        let answer = self.answers.next().and_then(Result::ok);
        let ns = answer.and_then(|line| line.parse().ok());
        ns.ok_or_else(|| format!("{} was not measured", self.rows[row]))
    }
}

impl Drop for Worker {
    /// The process exits at the end of its input.
    fn drop(&mut self) {
        self.asks = None;
        let _ = self.child.wait();
    }
}

/// Compiles the program for a kernel into a folder beside this program.
fn compiled(kernel: &str) -> Result<PathBuf, String> {
    const NAME: &str = "sortid-bench-kernels";
    let manifest = concat!(env!("CARGO_MANIFEST_DIR"), "/kernels/Cargo.toml");
    let program = std::env::current_exe().map_err(|error| error.to_string())?;
    let choice = if kernel == PORTABLE { PORTABLE } else { "told" };
    let target = program.with_file_name(format!("bench-kernels-{choice}"));
    let status = Command::new("cargo")
        .args(["build", "--quiet", "--release", "--manifest-path", manifest])
        .env("RUSTFLAGS", format!("--cfg sortid_kernel=\"{choice}\""))
        .env("CARGO_TARGET_DIR", &target)
        .status()
        .map_err(|error| format!("cannot start cargo: {error}"))?;
    match status.success() {
        true => Ok(target.join(Path::new("release").join(NAME))),
        false => Err(format!(
            "the program for {kernel} was not compiled: {status}"
        )),
    }
}
