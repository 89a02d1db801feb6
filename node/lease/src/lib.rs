//! The native part of `sortid/lease`: a separate library for programs that renew leases.
//!
//! All modules but `sessions` are those of the addon (`node/src`). A program then has two copies of
//! the core; each opens the lease file itself, and the system distinguishes their locks.

#[allow(dead_code, unused_imports, reason = "the addon's functions need more")]
#[path = "../../src/call/mod.rs"]
mod call;
#[allow(dead_code, reason = "the addon's functions need more")]
#[path = "../../src/failure.rs"]
mod failure;
#[allow(dead_code, reason = "the addon's functions need more")]
#[path = "../../src/given.rs"]
mod given;
#[allow(dead_code, reason = "the addon's functions need more")]
#[path = "../../src/ints.rs"]
mod ints;
#[allow(dead_code, reason = "the addon's functions need more")]
#[path = "../../src/registers.rs"]
mod registers;
mod sessions;
#[path = "../../src/start.rs"]
mod start;
#[allow(dead_code, unused_imports, reason = "the addon's functions need more")]
#[path = "../../src/values.rs"]
mod values;
#[allow(dead_code, reason = "the addon's functions need more")]
#[path = "../../src/view.rs"]
mod view;

use napi::bindgen_prelude::{Env, Object, Result};
use napi_derive::napi;

use call::{Function, Instance};

/// Every function of the module.
const FUNCTIONS: &[&[Function]] = &[start::FUNCTIONS, sessions::FUNCTIONS];

/// Fills the module's exports; once for the main thread, and once for each worker that loads it.
#[napi(module_exports)]
pub fn exports(mut exports: Object<'_>, env: Env) -> Result<()> {
    call::export(&mut exports, &env, Instance::new(&env)?, FUNCTIONS)
}

/// The version of the native part, which the package's JavaScript compares with its own.
#[napi]
pub fn version() -> &'static str {
    env!("CARGO_PKG_VERSION")
}
