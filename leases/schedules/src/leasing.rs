//! The core's lease protocol, compiled a second time. Any rule can be disabled, and agents may act
//! at any time.

use std::cell::Cell;

pub(crate) use sortid_leasing::{
    Answer, Close, Grant, GrantId, GrantIds, Idle, Namespace, Now, Renew, Request, Row,
    TOLERANCE_MS, Take,
};

/// Whether a rule is enforced: see [`leave_out`].
macro_rules! guard {
    ($rule:ident) => {
        $crate::leasing::is_enforced($crate::leasing::Rule::$rule)
    };
}
pub(crate) use guard;

#[path = "../../protocol/src/holder.rs"]
#[allow(unreachable_pub, reason = "public in the library")]
pub(crate) mod holder;
#[path = "../../protocol/src/rules.rs"]
mod rules;
#[path = "../../protocol/src/table.rs"]
#[allow(dead_code, unreachable_pub, reason = "public in the library")]
pub(crate) mod table;

pub(crate) use rules::Rule;

thread_local! {
    static LEFT_OUT: Cell<Option<Rule>> = const { Cell::new(None) };
}

/// Disables one rule in this thread, or with `None`, no rule.
pub(crate) fn leave_out(rule: Option<Rule>) {
    LEFT_OUT.set(rule);
}

pub(crate) fn is_enforced(rule: Rule) -> bool {
    LEFT_OUT.get() != Some(rule)
}

/// The pacing of agents without clocks: every request is due at any time.
pub(crate) mod pace {
    pub(crate) use super::Now;

    #[derive(Clone, Debug, PartialEq, Eq, Hash)]
    pub(crate) struct Pace;

    impl Pace {
        pub(crate) fn new(_stretch_ms: i64) -> Self {
            Self
        }

        pub(crate) fn wait_ms(&self, _now: Now) -> i64 {
            0
        }

        pub(crate) fn renewal_ms(&self, _now: Now, _until_ms: i64, _mark_ms: i64) -> i64 {
            0
        }

        pub(crate) fn granted(&mut self, _now: Now, _ends: (i64, i64), _jitter: u32) {}

        pub(crate) fn refused(&mut self, _now: Now, _quiet_ms: i64, _jitter: u32) {}
    }
}
