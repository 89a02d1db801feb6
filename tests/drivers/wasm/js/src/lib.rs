//! A user's program for browsers and Node.

use sortid::{Generator, Tid, Timestamp};

/// Returns the time of a new uuid7, in milliseconds since 1970, or −1 if a later one is not greater.
#[unsafe(no_mangle)]
pub extern "C" fn uuid7_ms() -> f64 {
    let id = sortid::uuid7();
    match sortid::uuid7() > id {
        true => id.timestamp().unix_ms() as f64,
        false => -1.0,
    }
}

/// Returns how far the clock is ahead of a new tid, in milliseconds, or −1 after an error.
#[unsafe(no_mangle)]
pub extern "C" fn tid_age_ms() -> f64 {
    let id = Generator::<Tid>::new().and_then(|generator| generator.next());
    match id {
        Ok(id) => (Timestamp::now().unix_ms() - id.timestamp().unix_ms()) as f64,
        Err(_) => -1.0,
    }
}

/// Returns 64 bits of a new uuid4.
#[unsafe(no_mangle)]
pub extern "C" fn random_bits() -> u64 {
    sortid::uuid4().to_u128() as u64
}
