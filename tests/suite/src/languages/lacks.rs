//! What a language cannot have, and what its driver answers in the place of it.

use crate::conformance::vectors::{Case, Expected};

/// What there is not.
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

    /// The cases as they are expected of who lacks this. They are as many: none is left out.
    pub(crate) fn expected(&self, cases: &[Case]) -> Vec<Case> {
        cases.iter().map(|case| self.of(case)).collect()
    }

    fn of(&self, case: &Case) -> Case {
        let is_done = matches!(case.expected, Expected::Ok(_));
        // A generator is made before anything is done with it.
        let code = if self.files && asks_for_file(case) && is_about_file(&case.expected) {
            "store_io"
        } else if self.operations.contains(&case.op) && is_done {
            "not_applicable"
        } else {
            return case.clone();
        };
        Case {
            expected: refused(code),
            ..case.clone()
        }
    }
}

/// The expectation of an error alone.
pub(crate) fn refused(code: &'static str) -> Expected {
    Expected::Error {
        code,
        offset: None,
        texts: None,
    }
}

/// Whether a case is of a generator with a file that could be.
pub(crate) fn asks_for_file(case: &Case) -> bool {
    let text_of = |key: &str| case.inputs.get("options")?.get(key)?.as_str();
    let files = ["state_file", "lease_file"];
    files
        .into_iter()
        .any(|name| text_of(name).is_some_and(|path| path.starts_with("{scratch}")))
}

/// Who is refused for another reason does not come to the file.
pub(crate) fn is_about_file(expected: &Expected) -> bool {
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
    fn what_is_not_there_is_refused_and_nothing_else() {
        let (none, made) = (json!({}), json!({"expect": {}}));
        let refused = json!({"error": "invalid_option"});
        let file = json!({"state_file": "{scratch}/ids.state"});
        assert_eq!(
            code(ALL, "threads", none.clone(), made.clone()),
            Some("not_applicable")
        );
        assert_eq!(
            code(ALL, "threads", none.clone(), refused.clone()),
            Some("invalid_option")
        );
        assert_eq!(code(ALL, "generate", none.clone(), made.clone()), None);
        assert_eq!(
            code(ALL, "generate", file.clone(), made.clone()),
            Some("store_io")
        );
        assert_eq!(
            code(ALL, "generate", file.clone(), refused),
            Some("invalid_option")
        );
        assert_eq!(
            code(ALL, "threads", file.clone(), json!({"expect": {}})),
            Some("store_io")
        );
        assert_eq!(code(Lacks::NOTHING, "threads", file, made), None);
    }
}
