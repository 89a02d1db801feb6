//! The lease protocol, compiled again so that the simulation can disable some of its rules.

/// Whether a rule is enforced. Rules that the simulation disables are also guards of the core.
macro_rules! guard {
    (ServerFirst) => {
        <$crate::Sys as $crate::sys::Os>::is_enabled($crate::sys::Guard::ServerFirst)
    };
    (WitnessOnce) => {
        <$crate::Sys as $crate::sys::Os>::is_enabled($crate::sys::Guard::WitnessOnce)
    };
    (Backoff) => {
        <$crate::Sys as $crate::sys::Os>::is_enabled($crate::sys::Guard::Backoff)
    };
    ($rule:ident) => {
        true
    };
}

#[path = "../../../../leases/protocol/src/dialogue.rs"]
mod dialogue;
#[path = "../../../../leases/protocol/src/holder.rs"]
mod holder;
#[path = "../../../../leases/protocol/src/messages.rs"]
mod messages;
#[path = "../../../../leases/protocol/src/namespace.rs"]
mod namespace;
#[path = "../../../../leases/protocol/src/owned_file.rs"]
mod owned_file;
#[path = "../../../../leases/protocol/src/pace.rs"]
mod pace;
#[path = "../../../../leases/protocol/src/step.rs"]
mod step;
#[path = "../../../../leases/protocol/src/table.rs"]
mod table;

pub use holder::{Action, Holder, LeaseFile, StoredLease};
pub use messages::{Answer, Close, Grant, GrantId, GrantIds, Idle, Renew, Request, Row, Take};
pub use namespace::{Namespace, TOLERANCE_MS};
pub use owned_file::OwnedFile;
pub use pace::Now;
pub use sortid_reliability_common::product::Kind;
pub use step::answer;
pub use table::{Record, close, create, guard, renew, settle, take};
