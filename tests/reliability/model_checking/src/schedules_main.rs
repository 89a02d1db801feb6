//! Random scheduling of the core with `shuttle`: more threads and processes, for longer, than
//! `models` can check exhaustively. Mapping is sequentially consistent here.
//!
//! `schedules` runs all models, then disables each guard in turn: a model must fail.

#![allow(
    dead_code,
    unused_imports,
    reason = "each program uses a part of the shared modules"
)]

include!("shared_modules.rs");

#[path = "checker/shuttle.rs"]
mod checker;
mod random_schedules;

fn main() -> std::process::ExitCode {
    random_schedules::main()
}
