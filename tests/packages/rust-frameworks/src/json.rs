//! serde_json errors.

use crate::{Body, ID, NO_ID, NO_ORDER, ORDER, USER, body, check};

fn error(json: &str) -> Option<String> {
    let read: Result<Body, _> = serde_json::from_str(json);
    read.err().map(|error| error.to_string())
}

pub(crate) fn all() {
    let invalid = body().replacen(ID, "nonsense", 1);
    check(
        "serde_json, an invalid id",
        error(&invalid),
        Some(format!("{NO_ID} at line 1 column 58")),
    );
    let other = body().replace(ORDER, USER);
    check(
        "serde_json, another prefix",
        error(&other),
        Some(format!("{NO_ORDER} at line 1 column 39")),
    );
}
