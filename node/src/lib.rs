//! The native part of the npm package `sortid`: the core, as functions that the package's JavaScript calls.
//!
//! No id logic lives here. `call` is the boundary (arguments, results, errors, panics), `registers` the memory through
//! which ids and times cross without an object being made for each, `values` what else crosses; the functions themselves are
//! in `ids`, `prefixed`, `ranges`, `columns`, `generators` and `tables`. These, and what they are made of (`given`, `ints`, `registers`, `view`,
//! what a failure says), are the functions of the WebAssembly module as well, which compiles them with a boundary of its own (`wasm/`); `start`, `handles`,
//! `plain`, `scopes` and `testing` are Node's alone.
//!
//! The functions are raw Node-API callbacks: a string back costs 30 ns so, and twice as much through generated glue.

mod call;
mod columns;
mod failure;
mod generators;
mod given;
mod handles;
mod ids;
mod ints;
mod plain;
mod prefixed;
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

/// Every function of the module but those for new ids.
const FUNCTIONS: &[&[Function]] = &[
    start::FUNCTIONS,
    tables::FUNCTIONS,
    ids::FUNCTIONS,
    prefixed::FUNCTIONS,
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
    exports.set("newId", handles::plain_functions(&env, instance)?)?;
    scopes::end_with(&env)?;
    Ok(())
}

/// The version of the native part, which the package's JavaScript compares with its own.
#[napi]
pub fn version() -> &'static str {
    env!("CARGO_PKG_VERSION")
}

/// The clock's reading, by which readings of a text are ranked.
fn now() -> sortid::Timestamp {
    sortid::Timestamp::now()
}
