//! The native part of the npm package `sortid`: functions of the core for the package's JavaScript.
//!
//! `call` converts arguments, results, errors and panics; `registers` is memory that passes ids and
//! times without creating objects; `values` converts other types. The functions are in `ids`,
//! `id_types`, `ranges`, `columns`, `generators` and `tables`. The WebAssembly module (`wasm/`)
//! compiles these, `given`, `ints`, `registers`, `view` and `failure` with its own `call` and
//! `values`. `start`, `handles`, `plain`, `scopes` and `testing` are only for Node.
//!
//! The functions are raw Node-API callbacks: returning a string takes 30 ns, half as long as with
//! generated glue code.

mod call;
mod columns;
mod failure;
mod generators;
mod given;
mod handles;
mod id_types;
mod ids;
mod ints;
mod plain;
mod ranges;
mod registers;
mod scopes;
mod start;
mod tables;
mod testing;
mod values;
mod view;

use napi::bindgen_prelude::{Env, Object, Result};
use napi_derive::napi;

use call::{Function, Instance};

/// Every function of the module, except those for new ids.
const FUNCTIONS: &[&[Function]] = &[
    start::FUNCTIONS,
    tables::FUNCTIONS,
    ids::FUNCTIONS,
    id_types::FUNCTIONS,
    ranges::FUNCTIONS,
    handles::FUNCTIONS,
    generators::FUNCTIONS,
    columns::FUNCTIONS,
    testing::FUNCTIONS,
];

/// Fills the module's exports; once for the main thread, and once for each worker that loads it.
#[napi(module_exports)]
pub fn exports(mut exports: Object<'_>, env: Env) -> Result<()> {
    let instance = Instance::new(&env)?;
    call::export(&mut exports, &env, instance, FUNCTIONS)?;
    exports.set("newText", handles::plain_functions(&env, instance)?)?;
    scopes::end_with(&env)?;
    Ok(())
}

/// The version of the native part, which the package's JavaScript compares with its own.
#[napi]
pub fn version() -> &'static str {
    env!("CARGO_PKG_VERSION")
}

/// The time by which possible readings of a text are ranked.
fn now() -> sortid::Timestamp {
    sortid::Timestamp::now()
}
