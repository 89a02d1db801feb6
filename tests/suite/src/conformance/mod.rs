//! Conformance tests: read the vectors, send them to every driver, and compare the answers.

#[cfg(all(test, unix))]
mod adversarial_drivers;
pub(crate) mod answer;
pub(crate) mod cases;
pub(crate) mod closed_lists;
pub(crate) mod columns;
pub(crate) mod compare;
pub(crate) mod differential;
pub(crate) mod invariants;
pub(crate) mod matrix;
pub(crate) mod matrix_page;
pub(crate) mod negative_control;
pub(crate) mod prng;
pub(crate) mod request;
pub(crate) mod scratch;
pub(crate) mod session;
pub(crate) mod vectors;
