//! Test sizes.

/// Returns `all` if the environment variable `SORTID_TESTS` is `all`, otherwise `quick`.
pub(crate) fn sized<T>(quick: T, all: T) -> T {
    match std::env::var("SORTID_TESTS").as_deref() {
        Err(_) | Ok("quick") => quick,
        Ok("all") => all,
        Ok(other) => panic!("SORTID_TESTS must be quick or all, not {other:?}"),
    }
}
