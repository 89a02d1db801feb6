//! The error of the library: a code, the cause below it, and the sentences for people.

mod cause;
mod message;
mod spelling;
mod value;

pub(crate) use cause::{Cause, Lack};
pub use message::Message;
pub use sortid_engine::error::ErrorCode;
pub use spelling::is_same_spelling;
pub use value::Error;
