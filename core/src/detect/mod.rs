//! Detection: the formats that a text may have, ids in any text, and descriptions of formats.

mod inspect;
mod inspection;
pub(crate) mod lenient;
mod near;
mod roles;
mod scan;
pub(crate) mod shape;

pub use inspect::Reading;
#[doc(hidden)]
pub use inspect::{Likelihood, Readings};
pub use inspection::{Inspection, inspect_at};
pub use lenient::{Corrected, Correction, Corrections};
pub use near::Suggestion;
#[doc(hidden)]
pub use near::near_by_length;
#[doc(hidden)]
pub use roles::{Part, Role};
pub use scan::{FoundIds, find_ids_at};
#[doc(hidden)]
pub use scan::{Places, places};

with_clock! {
    pub use inspection::inspect;
}
with_clock! {
    pub use scan::find_ids;
}
