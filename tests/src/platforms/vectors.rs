//! The vectors, through Rust's driver.

use std::path::Path;
use std::process::Command;

use super::core::PROFILE;
use super::{Came, Seen, Work, last_words};
use crate::cases::{case_failure, lines};
use crate::compare::judge;
use crate::foreign::{Foreign, Toolchain};
use crate::languages::PATIENCE;
use crate::scratch;
use crate::session::talk;
use crate::steps::LOGS;
use crate::vectors::{Case, Expected, load};

pub(super) fn run(work: &Work<'_>, toolchain: &Toolchain, target: &Foreign) -> Vec<Seen> {
    vec![("vectors".to_owned(), through(work, toolchain, target))]
}

fn through(work: &Work<'_>, toolchain: &Toolchain, target: &Foreign) -> Result<Came, String> {
    let [package, file] = target.driver;
    let mut cargo = toolchain.cargo_for("build", target);
    cargo.args(["--package", package, "--locked", "--profile", PROFILE]);
    let (log, built) = work.logged(&mut cargo, "driver");
    built.map_err(|why| format!("{why}\n{}", last_words(&log)))?;
    let program = toolchain.built(target, PROFILE).join(file);
    let mut driver = Command::new(toolchain.tool(&format!("{}-run", target.name)));
    driver.arg(program).current_dir(work.root);
    let left_out = work.page.left_out(target.name, "vectors");
    let mut cases = load(&work.root.join("tests/vectors")).cases;
    cases.retain(|case| !left_out.iter().any(|op| op == case.op));
    if !target.tells_time {
        cases.iter_mut().for_each(refused_without_clock);
    }
    answered(work.root, target.name, driver, &cases)
}

/// What asks the system's clock is refused where there is none.
fn refused_without_clock(case: &mut Case) {
    let asks = matches!(case.op, "generate" | "after") && !case.inputs.contains_key("times");
    let is_none = |count: &serde_json::Value| count.as_u64() == Some(0);
    if asks
        && matches!(case.expected, Expected::Ok(_))
        && !case.inputs.get("count").is_some_and(is_none)
    {
        case.expected = Expected::Error {
            code: "invalid_option",
            offset: None,
            texts: None,
        };
    }
}

/// How many cases were answered rightly, if all were.
fn answered(root: &Path, name: &str, driver: Command, cases: &[Case]) -> Result<Came, String> {
    let log = root.join(LOGS).join(format!("platform-{name}-vectors.log"));
    let session = scratch::placed(lines(cases), &log.with_extension("scratch"))
        .and_then(|requests| talk(driver, requests, &log, PATIENCE))
        .map_err(|error| format!("the driver does not start: {error}"))?;
    let failures = cases.iter().zip(&session.answers);
    let failures =
        failures.filter_map(|(case, answer)| case_failure("rust", case, &judge(case, answer)));
    let failures: Vec<_> = failures.collect();
    match (failures.first(), session.end) {
        (None, Ok(())) => Ok(Came::Ran(cases.len() as u64)),
        (None, Err(why)) => Err(why),
        (Some(first), _) => Err(format!(
            "{} of {} cases failed, first {}: {:?}",
            failures.len(),
            cases.len(),
            first.what,
            first.details
        )),
    }
}
