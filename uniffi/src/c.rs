//! The functions of libsortid that the packages call, compiled from its sources. [`crate::calls`]
//! exports them under other names.

#![allow(non_camel_case_types, reason = "they are the names of libsortid")]
#![allow(dead_code, reason = "some helpers serve modules that are not here")]
#![allow(
    clippy::missing_safety_doc,
    reason = "libsortid has one section for all functions"
)]

// `boundary` stores errors there that the caller did not request.
use crate::refused;

#[path = "../../ffi-c/src/boundary.rs"]
pub(crate) mod boundary;
#[path = "../../ffi-c/src/tables.rs"]
mod tables;

#[path = "../../ffi-c/src/convert.rs"]
pub mod convert;
#[path = "../../ffi-c/src/error.rs"]
pub mod error;
#[path = "../../ffi-c/src/fill.rs"]
pub mod fill;
#[path = "../../ffi-c/src/format.rs"]
pub mod format;
#[path = "../../ffi-c/src/generator.rs"]
pub mod generator;
#[path = "../../ffi-c/src/id.rs"]
pub mod id;
#[path = "../../ffi-c/src/new.rs"]
pub mod new;
#[path = "../../ffi-c/src/options.rs"]
pub mod options;
#[path = "../../ffi-c/src/order.rs"]
pub mod order;
#[path = "prefix_calls.rs"]
pub mod prefix_calls;
#[path = "../../ffi-c/src/range.rs"]
pub mod range;
#[path = "../../ffi-c/src/time.rs"]
pub mod time;
