//! Features that a language does not support, and the errors that its driver must answer instead.

use crate::conformance::vectors::{Case, Expected};

/// The unsupported features of a language, with the error code for each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Lacks {
    /// Operations: `not_applicable`.
    pub(crate) operations: &'static [&'static str],
    /// State files and lease files: `store_io`.
    pub(crate) files: bool,
}

impl Lacks {
    pub(crate) const NOTHING: Self = Self {
        operations: &[],
        files: false,
    };

    /// The cases with this language's expectations. No case is dropped.
    pub(crate) fn expected(&self, cases: &[Case]) -> Vec<Case> {
        cases.iter().map(|case| self.adjusted(case)).collect()
    }

    fn adjusted(&self, case: &Case) -> Case {
        let succeeds = matches!(case.expected, Expected::Ok(_));
        // The file comes first: creating the generator fails before the operation starts.
        let code = if self.files && needs_file(case) && reaches_file(&case.expected) {
            "store_io"
        } else if self.operations.contains(&case.op) && succeeds {
            "not_applicable"
        } else {
            return case.clone();
        };
        Case {
            expected: expected_error(code),
            ..case.clone()
        }
    }
}

/// The expectation of an error with no further details.
pub(crate) fn expected_error(code: &'static str) -> Expected {
    Expected::Error {
        code,
        offset: None,
        texts: None,
        message: None,
    }
}

/// Whether a case opens a state file or lease file in the scratch folder.
pub(crate) fn needs_file(case: &Case) -> bool {
    let option = |key: &str| case.inputs.get("options")?.get(key)?.as_str();
    let files = ["state_file", "lease_file"];
    files
        .into_iter()
        .any(|name| option(name).is_some_and(|path| path.starts_with("{scratch}")))
}

/// Whether a case gets as far as opening its file. Other errors are detected before that.
pub(crate) fn reaches_file(expected: &Expected) -> bool {
    match expected {
        Expected::Ok(_) => true,
        Expected::Error { code, .. } => code.starts_with("store_") || *code == "clock_rollback",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::conformance::vectors::tests::case;
    use serde_json::{Value, json};

    const ALL: Lacks = Lacks {
        operations: &["threads"],
        files: true,
    };

    fn code(lacks: Lacks, op: &str, options: Value, expect: Value) -> Option<&'static str> {
        let mut whole =
            json!({"name": "a", "op": op, "format": "tid", "source": "s", "options": options});
        for (key, value) in expect.as_object().expect("an expectation") {
            whole[key] = value.clone();
        }
        match lacks.expected(&[case(whole)])[0].expected {
            Expected::Ok(_) => None,
            Expected::Error { code, .. } => Some(code),
        }
    }

    #[test]
    fn expected_changes_only_unsupported_cases() {
        let (none, success) = (json!({}), json!({"expect": {}}));
        let error = json!({"error": "invalid_option"});
        let file = json!({"state_file": "{scratch}/ids.state"});
        assert_eq!(
            code(ALL, "threads", none.clone(), success.clone()),
            Some("not_applicable")
        );
        assert_eq!(
            code(ALL, "threads", none.clone(), error.clone()),
            Some("invalid_option")
        );
        assert_eq!(code(ALL, "generate", none.clone(), success.clone()), None);
        assert_eq!(
            code(ALL, "generate", file.clone(), success.clone()),
            Some("store_io")
        );
        assert_eq!(
            code(ALL, "generate", file.clone(), error),
            Some("invalid_option")
        );
        assert_eq!(
            code(ALL, "threads", file.clone(), json!({"expect": {}})),
            Some("store_io")
        );
        assert_eq!(code(Lacks::NOTHING, "threads", file, success), None);
    }
}
