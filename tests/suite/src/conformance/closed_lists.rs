//! Tests of the closed lists: operations, formats, options and error codes.
//!
//! The runner's lists must equal the core's, and a driver must reject names outside them. Each
//! language's own tests compare its lists with the core's.

use serde_json::json;

use crate::conformance::answer::Answer;
use crate::conformance::session::Session;
#[cfg(test)]
use crate::conformance::vectors::{ERRORS, OPERATIONS};
use crate::languages::Language;
use crate::outcome::{Failure, Outcome};

/// Requests with an unknown operation and an unknown format, and a valid one.
pub(crate) fn requests() -> Vec<String> {
    let requests = [
        json!({"id": 1, "op": "no_such_op", "format": "tid", "text": "3jzfcijpj2z2a"}),
        json!({"id": 2, "op": "parse", "format": "no_such_format", "text": "3jzfcijpj2z2a"}),
        // The errors must not affect later requests.
        json!({"id": 3, "op": "is_valid", "format": "tid", "text": "3jzfcijpj2z2a"}),
    ];
    requests.map(|request| request.to_string()).to_vec()
}

/// Checks a driver's answers to [`requests`].
pub(crate) fn check(language: &Language, session: &Session, outcome: &mut Outcome) {
    let name = Some(language.name);
    for (index, what) in ["an unknown operation", "an unknown format"]
        .into_iter()
        .enumerate()
    {
        let refused = matches!(&session.answers[index], Ok(Answer::Error { code, .. }) if code == "unsupported");
        if !refused {
            let answer = format!("{:?}", session.answers[index]);
            outcome.fail(Failure::new(name, what, answer));
        }
    }
    let valid = session.answers[2] == Ok(Answer::Ok(json!({"valid": true})));
    if !valid {
        let answer = format!("{:?}", session.answers[2]);
        outcome.fail(Failure::new(name, "a known operation", answer));
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use crate::conformance::matrix::CONVERT_ONLY;
    use crate::conformance::session::run_session;
    use crate::conformance::session::tests::{ALWAYS_OK, log, shell};
    use crate::conformance::vectors::load;
    use crate::languages::LANGUAGES;
    use crate::outcome::Unit;
    use std::collections::BTreeSet;
    use std::path::Path;
    use std::time::Duration;

    #[test]
    fn error_codes_equal_the_cores() {
        let codes: Vec<&str> = sortid::ErrorCode::ALL
            .iter()
            .map(|code| code.name())
            .collect();
        assert_eq!(ERRORS.to_vec(), codes);
    }

    #[test]
    fn vectors_cover_every_format_and_operation() {
        let cases = load(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../vectors")).cases;
        let tested: BTreeSet<&str> = cases.iter().map(|case| case.format.as_str()).collect();
        let formats = sortid::Format::ALL.iter().map(|format| format.name());
        assert_eq!(tested, formats.chain(CONVERT_ONLY).collect());
        assert_eq!(CONVERT_ONLY, sortid::CONVERT_ALONE);
        let ops: BTreeSet<&str> = cases.iter().map(|case| case.op).collect();
        assert_eq!(ops, OPERATIONS.iter().map(|(op, _)| *op).collect());
    }

    /// Returns the library's name of an option.
    fn option(name: &str) -> &str {
        match name {
            "clock_id" | "machine" | "node_id" | "shard" => "node",
            name => name,
        }
    }

    #[test]
    fn vectors_cover_every_option_of_every_format() {
        let cases = load(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../vectors")).cases;
        let given: BTreeSet<(&str, &str)> = cases
            .iter()
            .filter(|case| matches!(case.op, "generate" | "after" | "threads"))
            .filter_map(|case| {
                Some((
                    case.format.as_str(),
                    case.inputs.get("options")?.as_object()?,
                ))
            })
            .flat_map(|(format, options)| options.keys().map(move |name| (format, option(name))))
            .collect();
        let known: BTreeSet<&str> = sortid::options::OPTIONS
            .iter()
            .map(|option| option.name)
            .collect();
        for format in sortid::Format::ALL {
            // Requests have the seed outside `options`.
            for option in known.iter().filter(|name| **name != "seed") {
                assert!(
                    given.contains(&(format.name(), option)),
                    "{} × {option}",
                    format.name()
                );
            }
        }
        let unknown: BTreeSet<&str> = given
            .iter()
            .map(|(_, name)| *name)
            .filter(|name| !known.contains(name))
            .collect();
        assert_eq!(
            unknown,
            ["colour", "state_file"]
                .into_iter()
                .filter(|name| !known.contains(name))
                .collect()
        );
    }

    #[test]
    fn check_rejects_driver_that_accepts_everything() {
        let timeout = Duration::from_secs(20);
        let session = run_session(shell(ALWAYS_OK), requests(), &log("accepts-all"), timeout);
        let session = session.expect("a shell");
        let mut outcome = Outcome::new(Unit::Checks);
        check(&LANGUAGES[0], &session, &mut outcome);
        assert_eq!(outcome.failed, 3);
    }
}
