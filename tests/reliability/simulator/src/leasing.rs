//! The lease protocol, compiled a second time: the simulation disables some of its rules.

#[path = "../../../../core/leasing/src/dialogue.rs"]
mod dialogue;
#[path = "../../../../core/leasing/src/holder.rs"]
mod holder;
#[path = "../../../../core/leasing/src/kept.rs"]
mod kept;
#[path = "../../../../core/leasing/src/namespace.rs"]
mod namespace;
#[path = "../../../../core/leasing/src/pace.rs"]
mod pace;
#[path = "../../../../core/leasing/src/plain.rs"]
mod plain;
#[path = "../../../../core/leasing/src/rules.rs"]
mod rules;
#[path = "../../../../core/leasing/src/step.rs"]
mod step;
#[path = "../../../../core/leasing/src/table.rs"]
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
