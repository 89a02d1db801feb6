// The core's sources, for crates that compile them with an operating system of their own. Their
// roots include this file and name that operating system `Sys`.

#[path = "../../core/src/codec/mod.rs"]
mod codec;
#[path = "../../core/src/convert.rs"]
mod convert;
#[path = "../../core/src/error.rs"]
mod error;
#[path = "../../core/src/formats/mod.rs"]
mod formats;
#[path = "../../core/src/fraction.rs"]
mod fraction;
#[path = "../../core/src/generator/mod.rs"]
mod generator;
#[cfg(feature = "lease")]
#[allow(clippy::enum_variant_names, reason = "the names are the library's")]
#[path = "../../core/src/grant/mod.rs"]
mod grant;
#[path = "../../core/src/id.rs"]
mod id;
#[path = "../../core/src/inspect/mod.rs"]
mod inspect;
#[path = "../../core/src/kind.rs"]
mod kind;
#[path = "../../core/src/layout/mod.rs"]
mod layout;
#[path = "../../core/src/node.rs"]
mod node;
#[path = "../../core/src/options/mod.rs"]
mod options;
#[path = "../../core/src/prefixed/mod.rs"]
mod prefixed;
#[path = "../../core/src/range.rs"]
mod range;
#[path = "../../core/src/store/mod.rs"]
mod store;
#[path = "../../core/src/sys/mod.rs"]
mod sys;
#[path = "../../core/src/text.rs"]
mod text;
#[path = "../../core/src/time.rs"]
mod time;
#[path = "../../core/src/typed/mod.rs"]
mod typed;
#[path = "../../core/src/value.rs"]
mod value;

pub use codec::Form;
pub use convert::{Converted, convert, convert_bytes};
pub use error::{Error, ErrorCode};
pub use formats::*;
pub use generator::{
    Filled, Generator, Ids, Reseed, Status, default_generator, new, new_id, new_within, reseed,
};
pub use id::{Bytes, Id};
pub use inspect::{inspect, inspect_at, refusals};
pub use kind::UuidKind;
pub use options::{
    ClockSource, Epoch, OPTIONS, OnExhausted, OnRollback, OptionInfo, OptionKind, OptionValue, Options,
    Order, Precision, RollbackTolerance, Usage,
};
pub use prefixed::{IdPrefix, Prefix, Prefixed, PrefixedId, PrefixedText, prefix_of};
pub use text::Text;
pub use time::Timestamp;
pub use typed::{AlwaysNew, Target, TypedId};
