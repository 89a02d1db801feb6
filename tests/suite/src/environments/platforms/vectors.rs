//! Sends the vectors to Rust's driver on a platform.

use std::path::Path;
use std::process::Command;

use super::core::PROFILE;
use super::{PartOutcome, PartResult, PlatformEnv, log_tail};
use crate::conformance::cases::{case_failure, lines};
use crate::conformance::compare::judge;
use crate::conformance::scratch;
use crate::conformance::session::run_session;
use crate::conformance::vectors::{Case, Expected, load};
use crate::environments::emulators::{Target, Toolchain};
use crate::languages::{ANSWER_TIMEOUT, expected_error, needs_file, reaches_file};
use crate::run::LOGS;

pub(super) fn run(
    env: &PlatformEnv<'_>,
    toolchain: &Toolchain,
    target: &Target,
) -> Vec<PartResult> {
    vec![("vectors".to_owned(), run_driver(env, toolchain, target))]
}

fn run_driver(
    env: &PlatformEnv<'_>,
    toolchain: &Toolchain,
    target: &Target,
) -> Result<PartOutcome, String> {
    let [what, file] = target.driver;
    let mut cargo = toolchain.cargo_for("build", target);
    cargo.args([
        "--package",
        "sortid-driver",
        what,
        "--locked",
        "--profile",
        PROFILE,
    ]);
    let (log, built) = env.run_logged(&mut cargo, "driver");
    built.map_err(|reason| format!("{reason}\n{}", log_tail(&log)))?;
    let program = toolchain.built(target, PROFILE).join(file);
    let mut driver = Command::new(toolchain.tool(&format!("{}-run", target.name)));
    driver.arg(program).current_dir(env.root);
    let left_out = env.page.left_out(target.name, "vectors");
    let mut cases = load(&env.root.join("tests/vectors")).cases;
    cases.retain(|case| !left_out.iter().any(|op| op == case.op));
    if !target.has_system {
        cases.iter_mut().for_each(expect_without_system);
    }
    check_answers(env.root, target.name, driver, &cases)
}

/// Changes the expectation of a case for a platform without an operating system.
///
/// Generators that read the system's clock fail with `invalid_option`, those with a file with
/// `store_io`.
fn expect_without_system(case: &mut Case) {
    let option = |key: &str| case.inputs.get("options")?.get(key)?.as_str();
    let generates = matches!(case.op, "generate" | "after");
    let reads_clock =
        generates && !case.inputs.contains_key("times") && option("clock") != Some("manual");
    let wants_ids = case
        .inputs
        .get("count")
        .is_none_or(|count| count.as_u64() != Some(0));
    let code = match &case.expected {
        // For ids without a time, `after` reads the clock before it can fail for another reason.
        Expected::Error { .. }
            if reads_clock && case.op == "after" && case.format == "uid11_fullrand" =>
        {
            "invalid_option"
        }
        expected if !reaches_file(expected) => return,
        _ if needs_file(case) => "store_io",
        Expected::Ok(_) if reads_clock && wants_ids => "invalid_option",
        _ => return,
    };
    case.expected = expected_error(code);
}

/// Sends the cases to a driver and compares its answers. Returns the number of cases if all pass.
fn check_answers(
    root: &Path,
    name: &str,
    driver: Command,
    cases: &[Case],
) -> Result<PartOutcome, String> {
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
        (None, Ok(())) => Ok(PartOutcome::Ran(cases.len() as u64)),
        (None, Err(reason)) => Err(reason),
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
        expect_without_system(&mut case);
        match case.expected {
            Expected::Ok(_) => None,
            Expected::Error { code, .. } => Some(code),
        }
    }

    #[test]
    fn clock_and_files_are_refused_without_system() {
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
