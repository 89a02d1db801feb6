//! Shared code of the fuzz targets: the encoding of inputs, and properties of ids that do not
//! depend on the code under test.

mod given;
mod ids;
mod input;

pub use given::{Given, write_option};
pub use ids::{epoch_ms, has_gaps, neighbour, span, unix_ns, with_marks};
pub use input::{Input, NOON, later, write_time};

use sortid::{Error, ErrorCode};

/// Returns the code of an error.
pub fn code<T>(result: Result<T, Error>) -> Option<ErrorCode> {
    result.err().map(|error| error.code())
}
