// The core's sources, for crates that compile them with an operating system of their own. Their
// roots include this file and name that operating system `Sys`.

#[path = "../../core/src/claim/mod.rs"]
mod claim;
#[path = "../../core/src/codec/mod.rs"]
mod codec;
#[path = "../../core/src/detect"]
mod detect {
    pub(crate) mod inspect;
    pub(crate) mod lenient;
}
#[path = "../../core/src/error.rs"]
mod error;
#[path = "../../core/src/formats/mod.rs"]
mod formats;
#[path = "../../core/src/generator/mod.rs"]
mod generator;
#[path = "../../core/src/id/mod.rs"]
mod id;
#[cfg(feature = "lease")]
#[path = "../../core/src/lease/mod.rs"]
pub mod lease;
#[path = "../../core/src/store/mod.rs"]
mod store;
#[path = "../../core/src/sys/mod.rs"]
mod sys;
#[path = "../../core/src/time.rs"]
mod time;

pub use codec::Form;
pub use codec::text::Text;
pub use detect::inspect::{inspect, inspect_at, refusals};
pub use detect::lenient::{Corrected, Correction, Corrections};
pub use error::{Error, ErrorCode};
pub use formats::kind::UuidKind;
pub use formats::options::{
    ClockSource, Epoch, NodeClaim, OPTIONS, OnExhausted, OnRollback, OptionInfo, OptionKind,
    OptionValue, Options, Order, Precision, RollbackTolerance, Usage,
};
pub use formats::*;
pub use generator::{
    Filled, Generator, Ids, NodeOrigin, Reseed, Status, default_generator, new, new_id, new_within,
    reseed,
};
pub use id::convert::{Converted, convert, convert_bytes};
pub use id::prefixed::{IdPrefix, Prefix, Prefixed, PrefixedId, PrefixedText, prefix_of};
pub use id::typed::{AlwaysNew, Target, TypedId};
pub use id::{Bytes, Id};
pub use time::Timestamp;
