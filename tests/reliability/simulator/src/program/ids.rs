//! Generates ids in all ways, with checks before and after each call.

use std::time::Duration;

use crate::check::{Ask, Call, NO_READING, calls, errors, order, waits};
use crate::sim::coverage::Count;
use crate::sim::handler_fork;
use crate::sim::system::sys;
use sortid_reliability_common::product::{AnyId, Error, ErrorCode, Filled, Format, Timestamp};

fn ask(slot: usize, ask: Ask, manual: Option<i128>, after: Option<AnyId>) {
    if !matches!(ask, Ask::Next | Ask::At | Ask::Within(_)) {
        sys().note(ask.name(), slot as u64, 0);
    }
    sys().thread().last.mapped = None;
    calls::begin(Some(slot), ask, manual, after);
}

/// Ends the call. If it reopened its file, records the new file.
fn answered(slot: usize) -> Call {
    let call = calls::end();
    let system = sys();
    if let Some(inode) = system.thread().last.mapped.take() {
        system.process().slots[slot].subject().inode = Some(inode);
    }
    call
}

fn judge(call: &Call, result: Result<&[AnyId], Error>) {
    match result {
        Ok(ids) => order::judge(call, ids),
        Err(error) => errors::refused(call, error),
    }
    waits::judge(call);
    go_on(call);
}

/// The next action of a child that was forked during this call: another call.
fn go_on(call: &Call) {
    handler_fork::end_child(|| {
        let slot = call.slot.unwrap_or(0);
        for _ in 0..sys().rng.between(2, 9) {
            let goes_on = match call.manual {
                Some(time) => at(slot, time),
                None => next(slot),
            };
            if !goes_on {
                break;
            }
        }
    });
}

/// Generates one id. Returns whether another attempt makes sense.
pub(super) fn next(slot: usize) -> bool {
    let generator = sys().process().slots[slot].generator();
    ask(slot, Ask::Next, None, None);
    let result = generator.next();
    let call = answered(slot);
    judge_one(&call, &result);
    result.is_ok()
}

pub(super) fn within(slot: usize, patience: u64) -> bool {
    let generator = sys().process().slots[slot].generator();
    ask(slot, Ask::Within(patience), None, None);
    let result = generator.next_within(Duration::from_nanos(patience));
    let call = answered(slot);
    match result {
        Ok(Some(id)) => judge(&call, Ok(&[id])),
        Ok(None) => {
            sys().count(Count::Deadline);
            waits::judge(&call);
            go_on(&call);
        }
        Err(error) => judge(&call, Err(error)),
    }
    matches!(result, Ok(Some(_)))
}

/// Generates an id greater than one of another generator, or than its own last one.
pub(super) fn after(slot: usize, given: AnyId) {
    let generator = sys().process().slots[slot].generator();
    sys().count(Count::After);
    ask(slot, Ask::After, None, Some(given));
    let result = generator.next_after(given);
    let call = answered(slot);
    judge_one(&call, &result);
}

/// Generates an id at a caller-supplied time. Returns whether it succeeded.
pub(super) fn at(slot: usize, unix_ns: i128) -> bool {
    let Ok(time) = Timestamp::from_unix_ns(unix_ns) else {
        return false;
    };
    let generator = sys().process().slots[slot].generator();
    sys().count(Count::Manual);
    ask(slot, Ask::At, Some(unix_ns), None);
    let result = generator.next_at(time);
    let call = answered(slot);
    judge_one(&call, &result);
    result.is_ok()
}

fn judge_one(call: &Call, made: &Result<AnyId, Error>) {
    let made = made.as_ref().map(std::slice::from_ref);
    judge(call, made.map_err(|error| *error));
}

/// A generator without a clock fails without a time.
pub(super) fn next_of_manual(slot: usize) {
    let generator = sys().process().slots[slot].generator();
    // Not a reading of the system's clock.
    ask(slot, Ask::At, Some(NO_READING), None);
    let result = generator.next();
    answered(slot);
    match result {
        Err(error) if error.code() == ErrorCode::InvalidOption => sys().count(Count::InvalidOption),
        // In a child, or with an unavailable file, that error takes precedence.
        Err(_) => {}
        Ok(id) => sys().fail(format!("next on a manual clock made {id}")),
    }
}

/// Generates many ids.
pub(super) fn fill(slot: usize, count: usize) {
    let (generator, format) = {
        let slot = &sys().process().slots[slot];
        (slot.generator(), slot.generator().format())
    };
    sys().count(Count::Fill);
    let width = format.byte_len();
    let (mut bytes, mut ints) = (Vec::new(), Vec::new());
    let as_ints = width == 8 && sys().rng.once_in(2);
    ask(slot, Ask::Fill, None, None);
    let Filled { ids, error, .. } = match as_ints {
        true => {
            ints = vec![0; count];
            sys().thread().filling = Some((ints.as_mut_ptr().cast(), count * width));
            generator.fill_u64(&mut ints)
        }
        false => {
            bytes = vec![0; count * width];
            sys().thread().filling = Some((bytes.as_mut_ptr(), count * width));
            generator.fill_bytes(&mut bytes)
        }
    };
    sys().thread().filling = None;
    let call = answered(slot);
    let made = match as_ints {
        true => ints[..ids]
            .iter()
            .map(|&int| AnyId::from_u64(int, format))
            .collect(),
        false => read(format, &bytes[..ids * width]),
    };
    match made {
        Ok::<Vec<AnyId>, _>(made) => judge(&call, Ok(&made)),
        Err(error) => sys().fail(format!(
            "a fill of {format} returned an invalid id: {error}"
        )),
    }
    if let Some(error) = error {
        judge(&call, Err(error));
    } else if ids != count {
        sys().fail(format!("a fill of {count} made {ids}"));
    }
}

fn read(format: Format, bytes: &[u8]) -> Result<Vec<AnyId>, Error> {
    let ids = bytes.chunks_exact(format.byte_len());
    ids.map(|bytes| AnyId::from_bytes(bytes, format)).collect()
}

/// Reseeds a generator, randomly or with the given seed and node.
pub(super) fn reseed(slot: usize, seed: Option<[u8; 32]>, node: Option<u64>) {
    let generator = sys().process().slots[slot].generator();
    sys().count(Count::Reseed);
    ask(slot, Ask::Reseed, None, None);
    let result = generator.reseed(seed, node);
    let call = answered(slot);
    if let Err(error) = result {
        judge(&call, Err(error));
        return;
    }
    let system = sys();
    let (family, was_reseeded) = (system.process().family, system.was_reseeded(&call));
    let file = system.process().slots[slot].subject().inode;
    let file = file.map(|inode| system.inodes[inode].scope);
    let mut subject = system.process().slots[slot]
        .subject
        .take()
        .expect("not judged now");
    subject.is_seeded = seed.is_some();
    subject.chosen |= node.is_some();
    if std::mem::take(&mut subject.needs_identity) {
        // Calls under way may have found it without one.
        for &thread in &system.processes[system.process].threads {
            for call in &mut system.threads[thread].calls {
                call.needs_identity |= call.slot == Some(slot);
            }
        }
    }
    subject.reseeded = system.now;
    (subject.is_interrupted, subject.is_torn) = (was_reseeded, false);
    subject.scope = system.check.scope_of(&subject, family, file);
    system.process().slots[slot].subject = Some(subject);
}
