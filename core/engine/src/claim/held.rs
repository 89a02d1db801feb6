//! The numbers that this process holds.
//!
//! They belong to one generation: a forked child, and a process after `reseed`, claims numbers of
//! its own. A child closes the table that it inherits only then, so the numbers of a parent that
//! has ended stay taken until its children claim theirs or end.

use std::marker::PhantomData;
use std::sync::atomic::Ordering;

use super::Refusal;
use super::table::{Place, Table};
use crate::slot;
use crate::sys::deadline::Deadline;
use crate::sys::lock::{Lock, LockGuard};
use crate::sys::process::{self, Generation};
use crate::sys::{Atomic, Os, guard};

/// How many numbers a process may hold.
const MOST_NUMBERS: usize = 32;

/// How many numbers a claim tries.
const TRIES: usize = 16;

/// The widest numbers that are all tried, in bits.
pub const WHOLE_BITS: u8 = 6;

/// How far a fence is raised ahead: as long as the number has been held, within these limits, in
/// milliseconds. So a process that ends soon leaves its number usable, and one that goes on writes
/// once a second.
const LEAST_AHEAD_MS: u64 = 10;
const MOST_AHEAD_MS: u64 = 1000;

/// A number that is held for generators of different formats.
#[derive(Clone, Copy)]
struct Number {
    place: Place,
    bits: u8,
    node: u64,
    /// The fence that this process wrote.
    fence_ms: u64,
    /// A generator that is added must begin at this time or later.
    from_ms: u64,
    /// The fence with which the claim began.
    first_ms: u64,
    /// The formats of the generators, one bit each.
    formats: u64,
}

impl Number {
    const NONE: Number = Number {
        place: Place::NONE,
        bits: 0,
        node: 0,
        fence_ms: 0,
        from_ms: 0,
        first_ms: 0,
        formats: 0,
    };
}

/// What this process holds.
pub(crate) struct Held<S: Os> {
    generation: Generation,
    table: Option<Table<S>>,
    numbers: [Number; MOST_NUMBERS],
    /// Incremented when all numbers are given up.
    epoch: u64,
}

/// The size of what a process holds, which a fork copies.
pub const fn held_len<S: Os>() -> usize {
    size_of::<Lock<S, Held<S>>>()
}

/// A number that one generator of a format uses. Given back on drop.
pub struct Claim<S: Os> {
    os: PhantomData<S>,
    slot: usize,
    epoch: u64,
    format: u64,
    pub node: u64,
    /// The generator's ids have times from here on.
    pub from_ms: u64,
    /// And before this, until the fence is raised.
    pub fence_ms: u64,
}

/// What a generator needs.
pub struct Wanted<'a> {
    /// The number of the format, from 1.
    pub format: u8,
    pub bits: u8,
    /// The time of the next id, in Unix milliseconds.
    pub time_ms: u64,
    /// Whether a fence is in the past.
    pub is_past: &'a dyn Fn(u64) -> bool,
}

/// Claims a number. Tries those that `candidates` returns.
pub fn take<S: Os>(
    wanted: &Wanted<'_>,
    candidates: &mut dyn FnMut() -> Option<u64>,
) -> Result<Claim<S>, Refusal> {
    let generation = process::generation::<S>();
    let mut held = lock::<S>(generation)?;
    if let Some(claim) = held.share(wanted) {
        return Ok(claim);
    }
    // The open table may be one that was removed since, or another user's.
    let mut may_be_stale = held.table.is_some();
    loop {
        let claimed = held.claim(wanted, candidates);
        if matches!(claimed, Ok(_) | Err(Refusal::Taken | Refusal::Many)) {
            return claimed;
        }
        // A lock may have been taken.
        held.give_up();
        if !std::mem::take(&mut may_be_stale) {
            return claimed;
        }
    }
}

/// Raises the fence of a claim above this time. Returns the new fence; `None` if the number is
/// lost, and must not be used any more.
pub fn raise<S: Os>(claim: &Claim<S>, time_ms: u64) -> Option<u64> {
    let mut held = lock::<S>(process::generation::<S>()).ok()?;
    held.raise(claim, time_ms)
}

/// Closes the table if a reseed has ended what this process held.
pub fn close<S: Os>() {
    if S::statics().held.load(Ordering::Relaxed) != 0 {
        let _ = lock::<S>(process::generation::<S>());
    }
}

impl<S: Os> Drop for Claim<S> {
    fn drop(&mut self) {
        if let Ok(mut held) = lock::<S>(process::generation::<S>()) {
            held.give_back(self);
        }
    }
}

/// Locks what this process holds, and first gives up what an ancestor or an earlier generation
/// held.
fn lock<S: Os>(generation: Generation) -> Result<LockGuard<'static, S, Held<S>>, Refusal> {
    if !S::has_node_table() {
        return Err(Refusal::Unsupported);
    }
    let known = &S::statics().held;
    let fresh = || {
        let held = Held::<S> {
            generation,
            table: None,
            numbers: [Number::NONE; MOST_NUMBERS],
            epoch: 0,
        };
        // SAFETY: nothing else is stored there.
        Ok(unsafe { slot::publish::<S, _>(Lock::<S, _>::new(held), known) })
    };
    // SAFETY: as above.
    let held = unsafe { slot::get_or::<S, Lock<S, Held<S>>, Refusal>(known, fresh)? };
    let mut held = held
        .lock(generation, Deadline::NEVER)
        .map_err(|_| Refusal::Interrupted)?;
    let is_inherited = held.generation < generation && guard!(OwnClaim);
    if is_inherited || held.is_taken_over {
        held.give_up();
        held.generation = generation;
    }
    Ok(held)
}

impl<S: Os> Held<S> {
    /// Gives up all numbers. Their generators find out when they raise their fence.
    fn give_up(&mut self) {
        if let Some(table) = self.table.take() {
            table.close();
        }
        self.numbers = [Number::NONE; MOST_NUMBERS];
        self.epoch += 1;
    }

    /// A number that is held, and that no other generator of the format uses.
    fn share(&mut self, wanted: &Wanted<'_>) -> Option<Claim<S>> {
        let format = bit(wanted.format);
        let slot = self.numbers.iter().position(|number| {
            number.bits == wanted.bits
                && number.formats != 0
                && (number.formats & format == 0 || !guard!(OneOfFormat))
                && (wanted.is_past)(number.from_ms)
        })?;
        self.numbers[slot].formats |= format;
        Some(self.claim_of(slot, format))
    }

    fn claim_of(&self, slot: usize, format: u64) -> Claim<S> {
        let number = &self.numbers[slot];
        Claim {
            os: PhantomData,
            slot,
            epoch: self.epoch,
            format,
            node: number.node,
            from_ms: number.from_ms,
            fence_ms: number.fence_ms,
        }
    }

    fn claim(
        &mut self,
        wanted: &Wanted<'_>,
        candidates: &mut dyn FnMut() -> Option<u64>,
    ) -> Result<Claim<S>, Refusal> {
        let slot = self.numbers.iter().position(|number| number.formats == 0);
        let slot = slot.ok_or(Refusal::Many)?;
        let is_fresh = self.table.as_ref().is_none_or(|table| !table.is_open());
        if is_fresh {
            self.give_up();
            self.table = Some(Table::open()?);
        }
        let table = self.table.as_ref().ok_or(Refusal::Unavailable)?;
        let tries = match wanted.bits {
            0..=WHOLE_BITS => 1 << wanted.bits,
            _ => TRIES,
        };
        for _ in 0..tries {
            let node = candidates().ok_or(Refusal::Taken)?;
            let place = Place::of(wanted.bits, node);
            let is_held = |number: &Number| number.place == place && number.formats != 0;
            if self.numbers.iter().any(is_held) || !table.try_lock(place)? {
                continue;
            }
            let from_ms = table.fence(place)?;
            if !(wanted.is_past)(from_ms) {
                table.unlock(place);
                continue;
            }
            let first_ms = wanted.time_ms.max(from_ms);
            let fence_ms = first_ms.saturating_add(1 + LEAST_AHEAD_MS);
            let is_raised = match is_fresh {
                true => table.raise_first(place, fence_ms)?,
                false => table.raise(place, from_ms, fence_ms)?,
            };
            if !is_raised {
                return Err(Refusal::Foreign);
            }
            self.numbers[slot] = Number {
                place,
                bits: wanted.bits,
                node,
                fence_ms,
                from_ms,
                first_ms,
                formats: bit(wanted.format),
            };
            return Ok(self.claim_of(slot, bit(wanted.format)));
        }
        Err(Refusal::Taken)
    }

    /// The number of a claim, if it is still held.
    fn number(&mut self, claim: &Claim<S>) -> Option<&mut Number> {
        let is_current = self.epoch == claim.epoch;
        is_current.then(|| &mut self.numbers[claim.slot])
    }

    fn raise(&mut self, claim: &Claim<S>, time_ms: u64) -> Option<u64> {
        let number = *self.number(claim)?;
        if number.fence_ms > time_ms {
            return Some(number.fence_ms);
        }
        let ahead = time_ms
            .saturating_sub(number.first_ms)
            .clamp(LEAST_AHEAD_MS, MOST_AHEAD_MS);
        let fence_ms = time_ms.saturating_add(1 + ahead);
        let table = self.table.as_ref()?;
        if !matches!(
            table.raise(number.place, number.fence_ms, fence_ms),
            Ok(true)
        ) {
            // Whatever took this number may have taken the others.
            self.give_up();
            return None;
        }
        self.number(claim)?.fence_ms = fence_ms;
        Some(fence_ms)
    }

    fn give_back(&mut self, claim: &Claim<S>) {
        let Some(number) = self.number(claim) else {
            return;
        };
        number.formats &= !claim.format;
        number.from_ms = number.fence_ms;
        if number.formats == 0 {
            let place = std::mem::replace(number, Number::NONE).place;
            if let Some(table) = &self.table {
                table.unlock(place);
            }
        }
    }
}

fn bit(format: u8) -> u64 {
    1 << (format - 1)
}
