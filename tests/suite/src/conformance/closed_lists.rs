//! Closed lists: the runner's are the core's, and a driver knows where its own end.
//!
//! That the lists of a language are the core's, both ways, its own tests check, which are among its checks here.

use serde_json::json;

use crate::conformance::answer::Answer;
use crate::conformance::session::Session;
#[cfg(test)]
use crate::conformance::vectors::{ERRORS, OPS};
use crate::languages::Language;
use crate::outcome::{Failure, Outcome};

/// What nobody knows, as requests.
pub(crate) fn unknown() -> Vec<String> {
    let requests = [
        json!({"id": 1, "op": "no_such_op", "format": "tid", "text": "3jzfcijpj2z2a"}),
        json!({"id": 2, "op": "parse", "format": "no_such_format", "text": "3jzfcijpj2z2a"}),
        // What is asked between and after is answered as ever.
        json!({"id": 3, "op": "is_valid", "format": "tid", "text": "3jzfcijpj2z2a"}),
    ];
    requests.map(|request| request.to_string()).to_vec()
}

/// Checks how a driver answers [`unknown`].
pub(crate) fn check(language: &Language, session: &Session, outcome: &mut Outcome) {
    let name = Some(language.name);
    for (index, what) in ["an unknown operation", "an unknown format"]
        .into_iter()
        .enumerate()
    {
        let refused = matches!(&session.answers[index], Ok(Answer::Error { code, .. }) if code == "unsupported");
        let said = || format!("{:?}", session.answers[index]);
        if !refused {
            outcome.fail(Failure::new(name, what, said()));
        }
    }
    let valid = session.answers[2] == Ok(Answer::Ok(json!({"valid": true})));
    let said = || format!("{:?}", session.answers[2]);
    if !valid {
        outcome.fail(Failure::new(name, "an operation it knows", said()));
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use crate::conformance::matrix::CONVERT_ONLY;
    use crate::conformance::session::talk;
    use crate::conformance::session::tests::{LIAR, log, shell};
    use crate::conformance::vectors::load;
    use crate::languages::LANGUAGES;
    use crate::outcome::Unit;
    use std::collections::BTreeSet;
    use std::path::Path;
    use std::time::Duration;

    #[test]
    fn error_codes_are_the_cores() {
        let codes: Vec<&str> = sortid::ErrorCode::ALL
            .iter()
            .map(|code| code.name())
            .collect();
        assert_eq!(ERRORS.to_vec(), codes);
    }

    #[test]
    fn formats_of_the_vectors_are_the_cores() {
        let cases = load(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../vectors")).cases;
        let tested: BTreeSet<&str> = cases.iter().map(|case| case.format.as_str()).collect();
        let formats = sortid::Format::ALL.iter().map(|format| format.name());
        assert_eq!(tested, formats.chain(CONVERT_ONLY).collect());
        assert_eq!(CONVERT_ONLY, sortid::CONVERT_ALONE);
        let ops: BTreeSet<&str> = cases.iter().map(|case| case.op).collect();
        assert_eq!(ops, OPS.into_iter().collect());
    }

    #[test]
    fn every_option_of_the_core_is_given_and_refused_where_a_format_lacks_it() {
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
            .flat_map(|(format, options)| options.keys().map(move |name| (format, name.as_str())))
            .collect();
        let known: BTreeSet<&str> = sortid::OPTIONS.iter().map(|option| option.name).collect();
        for format in sortid::Format::ALL {
            // The seed stands beside the options.
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
    fn one_that_claims_to_know_everything_is_found_out() {
        let patience = Duration::from_secs(20);
        let session = talk(shell(LIAR), unknown(), &log("knows"), patience).expect("a shell");
        let mut outcome = Outcome::new(Unit::Checks);
        check(&LANGUAGES[0], &session, &mut outcome);
        assert_eq!(outcome.failed, 3);
    }
}
