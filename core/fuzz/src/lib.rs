//! What the fuzz targets share: how inputs are read and written, and what is known of ids without
//! the code under test.

mod given;
mod ids;
mod input;

pub use given::{Given, write_option};
pub use ids::{epoch_ms, has_gaps, neighbour, span, unix_ns, with_marks};
pub use input::{Input, NOON, later, write_time};

use sortid::{Error, ErrorCode};

/// The code of a refusal.
pub fn code<T>(result: Result<T, Error>) -> Option<ErrorCode> {
    result.err().map(|error| error.code())
}
