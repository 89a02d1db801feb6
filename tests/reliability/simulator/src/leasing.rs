//! The lease protocol, compiled a second time: the simulation disables some of its rules.

#[path = "../../../../leases/protocol/src/dialogue.rs"]
mod dialogue;
#[path = "../../../../leases/protocol/src/holder.rs"]
mod holder;
#[path = "../../../../leases/protocol/src/kept.rs"]
mod kept;
#[path = "../../../../leases/protocol/src/namespace.rs"]
mod namespace;
#[path = "../../../../leases/protocol/src/pace.rs"]
mod pace;
#[path = "../../../../leases/protocol/src/plain.rs"]
mod plain;
#[path = "../../../../leases/protocol/src/rules.rs"]
mod rules;
#[path = "../../../../leases/protocol/src/step.rs"]
mod step;
#[path = "../../../../leases/protocol/src/table.rs"]
mod table;

pub use crate::lease::Kind;
pub use holder::{Ask, Heard, Held, Holder, LeaseFile};
pub use kept::KeptFile;
pub use namespace::{MARGIN_MS, MOST_NODES, Namespace, STRETCH_MS, TOLERANCE_MS, WARNED_MS};
pub use pace::Now;
pub use plain::{Answer, Close, Grant, GrantId, Idle, Mine, Renew, Request, Row, Take};
pub use step::answer;
pub use table::{Record, close, create, free_ms, guard, renew, settle, take};

use crate::sys::guard as enabled;
use rules::Rule;

fn keeps(rule: Rule) -> bool {
    match rule {
        Rule::ServerFirst => enabled!(ServerFirst),
        Rule::WitnessOnce => enabled!(WitnessOnce),
        Rule::Backoff => enabled!(Backoff),
        _ => true,
    }
}
