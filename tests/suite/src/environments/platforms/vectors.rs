//! The vectors, through Rust's driver.

use std::path::Path;
use std::process::Command;

use super::core::PROFILE;
use super::{Came, Seen, Work, last_words};
use crate::conformance::cases::{case_failure, lines};
use crate::conformance::compare::judge;
use crate::conformance::scratch;
use crate::conformance::session::run_session;
use crate::conformance::vectors::{Case, Expected, load};
use crate::environments::emulators::{Emulated, Toolchain};
use crate::languages::{ANSWER_TIMEOUT, expected_error, needs_file, reaches_file};
use crate::run::LOGS;

pub(super) fn run(work: &Work<'_>, toolchain: &Toolchain, target: &Emulated) -> Vec<Seen> {
    vec![("vectors".to_owned(), through(work, toolchain, target))]
}

fn through(work: &Work<'_>, toolchain: &Toolchain, target: &Emulated) -> Result<Came, String> {
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
    if !target.has_system {
        cases.iter_mut().for_each(refused_without_system);
    }
    answered(work.root, target.name, driver, &cases)
}

/// What asks the system's clock, or for a file, is refused where there is no system.
fn refused_without_system(case: &mut Case) {
    let text_of = |key: &str| case.inputs.get("options")?.get(key)?.as_str();
    let is_made = matches!(case.op, "generate" | "after");
    let asks_clock =
        is_made && !case.inputs.contains_key("times") && text_of("clock") != Some("manual");
    let makes_one = case
        .inputs
        .get("count")
        .is_none_or(|count| count.as_u64() != Some(0));
    let code = match &case.expected {
        // Of ids that have no time the clock is looked at first.
        Expected::Error { .. }
            if asks_clock && case.op == "after" && case.format == "uid11_fullrand" =>
        {
            "invalid_option"
        }
        expected if !reaches_file(expected) => return,
        _ if needs_file(case) => "store_io",
        Expected::Ok(_) if asks_clock && makes_one => "invalid_option",
        _ => return,
    };
    case.expected = expected_error(code);
}

/// How many cases were answered rightly, if all were.
fn answered(root: &Path, name: &str, driver: Command, cases: &[Case]) -> Result<Came, String> {
    let log = root
        .join(LOGS)
        .join(format!("platforms/{name}-vectors.log"));
    let session = scratch::fill_in(lines(cases), &log.with_extension("scratch"))
        .and_then(|requests| run_session(driver, requests, &log, ANSWER_TIMEOUT))
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::conformance::vectors::tests::case;
    use serde_json::{Value, json};

    fn expected(inputs: Value) -> Option<&'static str> {
        let mut whole =
            json!({"name": "a", "op": "generate", "source": "s", "count": 1, "expect": {}});
        for (key, value) in inputs.as_object().expect("inputs") {
            whole[key] = value.clone();
        }
        let mut case = case(whole);
        refused_without_system(&mut case);
        match case.expected {
            Expected::Ok(_) => None,
            Expected::Error { code, .. } => Some(code),
        }
    }

    #[test]
    fn without_a_system_its_clock_and_its_files_are_refused() {
        let times = json!([{"seconds": "1", "nanos": 0}]);
        assert_eq!(expected(json!({})), Some("invalid_option"));
        assert_eq!(expected(json!({"times": times})), None);
        assert_eq!(expected(json!({"count": 0})), None);
        for name in ["state_file", "lease_file"] {
            let file = json!({name: "{scratch}/ids.state"});
            assert_eq!(
                expected(json!({"times": times, "options": file})),
                Some("store_io")
            );
        }
    }
}
