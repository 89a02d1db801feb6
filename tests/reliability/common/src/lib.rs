//! Shared by the reliability tools: generators on any operating system, command line, report,
//! random numbers and order checks.
//!
//! Each tool declares itself as a [`Tool`], parses its command line into [`Options`], adds the
//! outcome of each check to a [`Report`], and ends with [`exit_code`].

mod options;
pub mod order;
pub mod product;
mod random;
mod report;

pub use lexopt;

pub use options::{Failure, Options, Own, Seed, Shared, Tool, exit_code};
pub use random::{Rng, mix};
pub use report::{Report, Row, Verdict};
