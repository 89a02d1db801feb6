//! Variables of the environment that exclude a function for the whole process.

use std::sync::atomic::Ordering;

use super::{Atomic, Os};

/// Whether the environment allows a function: the variable `name` is not `forbidding`. Read once,
/// since a forked child of several threads must not read the environment. `known` is 0 at first.
pub fn allows<S: Os>(known: &S::AtomicU64, name: &str, forbidding: &str) -> bool {
    const ALLOWED: u64 = 1;
    const FORBIDDEN: u64 = 2;
    let answer = match known.load(Ordering::Relaxed) {
        0 => match S::variable(name) {
            Ok(Some(text)) if text == forbidding => FORBIDDEN,
            _ => ALLOWED,
        },
        answer => answer,
    };
    known.store(answer, Ordering::Relaxed);
    answer == ALLOWED
}
