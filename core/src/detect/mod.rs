//! Detection: the formats that a text may have, ids in any text, and descriptions of formats.

mod inspect;
pub(crate) mod lenient;
mod near;
mod roles;
mod scan;
pub(crate) mod shape;

#[cfg(all(
    feature = "std",
    any(
        feature = "js",
        not(all(target_family = "wasm", target_os = "unknown"))
    )
))]
pub use inspect::inspect;
#[doc(hidden)]
pub use inspect::{Likelihood, Readings};
pub use inspect::{Reading, inspect_at, refusals};
pub use lenient::{Corrected, Correction, Corrections};
#[doc(hidden)]
pub use near::near_by_length;
#[cfg(all(
    feature = "std",
    any(
        feature = "js",
        not(all(target_family = "wasm", target_os = "unknown"))
    )
))]
pub use near::near_misses;
pub use near::{NearMiss, near_misses_at};
#[doc(hidden)]
pub use roles::{Part, Role};
#[cfg(all(
    feature = "std",
    any(
        feature = "js",
        not(all(target_family = "wasm", target_os = "unknown"))
    )
))]
pub use scan::find_ids;
pub use scan::{FoundIds, find_ids_at};
#[doc(hidden)]
pub use scan::{Places, places};
