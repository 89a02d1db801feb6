//! The agent's system inputs: clocks, randomness, and its own name.

use std::sync::OnceLock;
use std::time::Instant;

use sortid::Timestamp;
use sortid_leasing::{GrantId, Now};

use crate::failure::Failure;

/// Reads both clocks.
pub(crate) fn now() -> Now {
    static BEGAN: OnceLock<Instant> = OnceLock::new();
    let steady = BEGAN.get_or_init(Instant::now).elapsed();
    Now {
        unix_ms: Timestamp::now().unix_ms(),
        steady_ms: i64::try_from(steady.as_millis()).unwrap_or(i64::MAX),
    }
}

/// Converts remaining milliseconds to seconds, rounding up.
pub(crate) fn in_s(ms: i64) -> i64 {
    ms.max(0).saturating_add(999) / 1000
}

/// Formats the time since `ms` for display.
pub(crate) fn ago(ms: i64, now_ms: i64) -> String {
    let s = in_s(now_ms - ms);
    match s {
        0..120 => format!("{s} s ago"),
        120..7200 => format!("{} min ago", s / 60),
        _ => format!("{} h ago", s / 3600),
    }
}

/// Draws 64 random bits from the operating system.
pub(crate) fn random() -> Result<u64, Failure> {
    let mut bytes = [0; 8];
    match getrandom::fill(&mut bytes) {
        Ok(()) => Ok(u64::from_le_bytes(bytes)),
        Err(error) => Err(Failure::failed(format!("no random bytes: {error}"))),
    }
}

/// Draws the id of a new lease.
pub(crate) fn number() -> Result<GrantId, Failure> {
    loop {
        if let Some(id) = GrantId::from_random(random()?) {
            return Ok(id);
        }
    }
}

/// Returns the holder's name for display: the machine and the process.
pub(crate) fn holder() -> String {
    let name = std::fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default();
    format!("{}, process {}", name.trim(), std::process::id())
}
