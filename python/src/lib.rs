//! The native module of the Python package `sortid`: Python objects for the core's types, without
//! id logic.

use pyo3::prelude::*;

mod boundary;
mod buffer;
mod bulk;
mod class;
mod class_types;
mod closable;
mod columns;
mod declared;
mod element;
mod errors;
mod format;
mod functions;
mod generator;
mod id;
mod interpreter;
mod lease;
mod methods;
mod numbers;
mod object;
mod options;
mod testing;
mod text;
mod time;
mod uuids;

/// Private implementation of the package `sortid`.
#[pymodule(gil_used = false)]
mod _sortid {
    use super::*;

    #[pymodule_export]
    use crate::columns::{export_arrow, read_column};
    #[pymodule_export]
    use crate::declared::{PyIdType, prefix_of, prefixed_parse, typed, untyped};
    #[pymodule_export]
    use crate::errors::error_codes;
    #[pymodule_export]
    use crate::format::{formats, member_of, set_members, stored_check, stored_column};
    #[pymodule_export]
    use crate::functions::{convert, errors, find_ids, readings, reseed, suggestions};
    #[pymodule_export]
    use crate::generator::PyGenerator;
    #[pymodule_export]
    use crate::lease::PyLeaseSession;
    #[pymodule_export]
    use crate::options::options;
    #[pymodule_export]
    use crate::testing::PyTestClock;
    #[pymodule_export]
    use crate::time::PyTimestamp;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        crate::interpreter::claim()?;
        crate::text::prepare(module.py());
        module.add("__version__", env!("CARGO_PKG_VERSION"))?;
        crate::class_types::add_to(module)?;
        crate::functions::add_to(module)
    }
}
