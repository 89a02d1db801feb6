//! Creating and reseeding generators, reported to the checker.

use std::rc::Rc;

use super::actions::some_slot;
use super::{ids, options};
use crate::Sys;
use crate::check::{Ask, Subject, Traits, calls, errors, waits};
use crate::sim::coverage::Count;
use crate::sim::faults::Refusal;
use crate::sim::os::Generator;
use crate::sim::process::Slot;
use crate::sim::system::sys;
use sortid_reliability_common::product::{
    Error, ErrorCode, Format, Options, default_generator, reseed as reseed_all,
};

/// Creates a generator with one of the formats of the run, with a file or without. Returns its
/// index if it succeeded.
pub(super) fn make() -> Option<usize> {
    let system = sys();
    let there = system.process().slots.iter().filter(|slot| !slot.is_gone);
    if there.count() >= 8 {
        return None;
    }
    if system.rng.once_in(50) {
        make_foreign();
        return None;
    }
    let specs = system.specs.len() as u64;
    let (format, options, file, path) = if specs > 0 && !system.rng.once_in(3) {
        let spec = system.specs[system.rng.below(specs) as usize].clone();
        let is_leased = spec.lease.is_some();
        let rng = &mut system.rng;
        let options = options::draw(rng, spec.format, spec.options, true, is_leased);
        match is_leased {
            true => {
                let with = options.lease_file(spec.path);
                (spec.format, with.clone(), Some(spec.name), with)
            }
            false => {
                let with = match spec.is_unmapped {
                    true => options.clone().unmapped_state_file(spec.path),
                    false => options.clone().state_file(spec.path),
                };
                (spec.format, options, Some(spec.name), with)
            }
        }
    } else {
        let formats = system.formats.clone();
        let format = *system.rng.pick(&formats);
        let layout = options::draw_layout(&mut system.rng, format, system.is_early);
        let options = options::draw(&mut system.rng, format, layout, false, false);
        (format, options.clone(), None, options)
    };
    let traits = Traits::of(format, &options, file)?;
    calls::begin(None, Ask::Make, None, None);
    sys().thread().last.mapped = None;
    let made = Generator::new(format, &path);
    let call = calls::end();
    let inode = sys().thread().last.mapped.take();
    let mut subject = subject_of(traits, &options, inode);
    match made {
        Ok(generator) => {
            let cut_at = inode.and_then(|inode| sys().inodes[inode].cut_at);
            if cut_at.is_some_and(|cut_at| cut_at < call.begun) {
                sys().fail("opened a file that is cut off".into());
            }
            judge_maker(&subject);
            subject.is_interrupted = sys().was_reseeded(&call);
            Some(put(Box::into_raw(Box::new(generator)), subject))
        }
        Err(error) => {
            refuse(&call, subject, error);
            None
        }
    }
}

/// A lease file that can be opened was created by an agent for its namespace.
fn judge_maker(subject: &Subject) {
    let system = sys();
    let machine = system.machine;
    let specs = system.specs.iter();
    let names = specs.filter_map(|spec| spec.lease.as_ref());
    let Some((name, inode)) = names
        .map(|lease| lease.name())
        .next()
        .zip(subject.inode.filter(|_| subject.traits.is_leased))
    else {
        return;
    };
    let is_forsaken = system.check.files[system.inodes[inode].scope as usize].is_forsaken;
    if !system.inodes[inode].is_lease_of(machine, &name) && !is_forsaken {
        system.fail("opened a lease file that no agent has made".into());
    }
}

/// Opens a file with a generator of another format, or a lease file as a state file or vice versa:
/// it must fail.
fn make_foreign() {
    let system = sys();
    let machine = system.machine;
    let specs = system.specs.clone();
    let Some(spec) = specs
        .iter()
        .find(|spec| system.folder(spec.name, machine).find(spec.name).is_some())
    else {
        return;
    };
    let is_plain = spec.lease.is_some() && system.rng.once_in(2);
    let format = match spec.format {
        same if is_plain => same,
        Format::Uuid7 => Format::Tid,
        _ => Format::Uuid7,
    };
    let options = match is_plain {
        true => spec.options.clone(),
        false => Options::new(),
    };
    calls::begin(None, Ask::Make, None, None);
    system.thread().last.mapped = None;
    let made = Generator::new(format, &options.state_file(spec.path.clone()));
    calls::end();
    let system = sys();
    let inode = system.thread().last.mapped.take();
    let is_foreign = inode.is_some_and(|inode| {
        let inode = &system.inodes[inode];
        inode.format(machine) != format.name() || inode.has_lease(machine)
    });
    let is_forsaken = inode.is_some_and(|inode| {
        let scope = system.inodes[inode].scope as usize;
        system.check.files[scope].is_forsaken
    });
    match made {
        Ok(_) if is_foreign && !is_forsaken => {
            system.fail("opened a file of another format".into())
        }
        Err(error) if error.code() == ErrorCode::StoreForeign => match is_foreign {
            true => system.count(Count::StoreForeign),
            false if is_forsaken => {}
            false => system.fail(format!("no reason for {error}")),
        },
        _ => {}
    }
}

fn refuse(call: &crate::check::Call, subject: Subject, error: Error) {
    // Like a successful one, so that its result is also checked.
    let slot = put(std::ptr::null_mut(), subject);
    let mut call = call.clone();
    call.slot = Some(slot);
    errors::refused(&call, error);
    waits::judge(&call);
    let slots = &mut sys().process().slots;
    slots[slot].is_gone = true;
}

fn subject_of(traits: Traits, options: &Options, inode: Option<usize>) -> Subject {
    let system = sys();
    let family = system.process().family;
    let chosen = traits.layout.node.is_some_and(|node| node.chosen.is_some());
    let mut subject = Subject {
        number: system.check.next_generator(),
        is_seeded: options.seed.is_some(),
        chosen,
        scope: 0,
        inode,
        last: None,
        epoch: 0,
        anew_since: 0,
        brought: i128::MIN,
        high: i128::MIN,
        read: None,
        first_look: 0,
        needs_identity: false,
        reseeded: 0,
        is_unaware: system.process().is_unaware,
        is_interrupted: false,
        goes_on_with_call: false,
        copied: None,
        is_torn: false,
        traits: Rc::new(traits),
    };
    let file = inode.map(|inode| system.inodes[inode].scope);
    subject.scope = system.check.scope_of(&subject, family, file);
    subject
}

/// Reuses the place of a dropped one, if there is one.
fn put(generator: *mut Generator, subject: Subject) -> usize {
    let format = subject.traits.format;
    let made = Slot {
        generator,
        subject: Some(Box::new(subject)),
        users: 0,
        is_gone: false,
    };
    if !generator.is_null() {
        sys().keep(generator);
    }
    let slots = &mut sys().process().slots;
    let free = slots
        .iter()
        .position(|slot| slot.is_gone && slot.users == 0);
    let slot = free.unwrap_or(slots.len());
    match slots.get_mut(slot) {
        Some(gone) => *gone = made,
        None => slots.push(made),
    }
    sys().note(format.name(), slot as u64, 0);
    slot
}

/// Uses a default generator of the process.
pub(super) fn make_default() {
    let format = {
        let system = sys();
        let formats = system.formats.clone();
        *system.rng.pick(&formats)
    };
    calls::begin(None, Ask::Make, None, None);
    let made = default_generator::<Sys>(format);
    let call = calls::end();
    let Some(traits) = Traits::of(format, &Options::new(), None) else {
        return;
    };
    sys().count(Count::Default);
    match made {
        Ok(generator) => {
            let generator = std::ptr::from_ref(generator).cast_mut();
            let known = |slot: &Slot| slot.generator == generator;
            if !sys().process().slots.iter().any(known) {
                let subject = subject_of(traits, &Options::new(), None);
                put(generator, subject);
            }
        }
        Err(error) => {
            let subject = subject_of(traits, &Options::new(), None);
            refuse(&call, subject, error);
        }
    }
}

pub(super) fn reseed() {
    let slot = some_slot();
    let system = sys();
    let known = &mut system.process().slots[slot];
    if known.is_gone {
        return;
    }
    let subject = known.subject();
    let (format, has_file) = (subject.traits.format, subject.traits.file.is_some());
    let takes_node = matches!(format, Format::Tid | Format::Timeid) && !has_file;
    let node = (takes_node && system.rng.once_in(2)).then(|| system.rng.below(1024));
    let seed = system
        .rng
        .once_in(3)
        .then(|| options::seed(&mut system.rng));
    ids::reseed(slot, seed, node);
}

pub(super) fn reseed_process() {
    sys().count(Count::ReseedAll);
    sys().note("reseed all", 0, 0);
    let slots = sys().process().slots.len();
    calls::begin(None, Ask::Reseed, None, None);
    let result = reseed_all::<Sys>().map_err(Error::from);
    let call = calls::end();
    let is_called_for = |error: Error| {
        error.code() == ErrorCode::EntropyUnavailable && call.refusals.have(Refusal::Entropy)
    };
    if let Err(error) = result
        && !is_called_for(error)
    {
        sys().fail(format!("reseed: no reason for {error}"));
    }
    let system = sys();
    let (now, family) = (system.now, system.process().family);
    system.process().reseeded = now;
    let was_unaware = system.process().is_unaware;
    // Generators are reseeded even if the thread got no key, but programs must not rely on it.
    system.process().is_unaware &= result.is_err();
    // Generators created meanwhile may be reseeded or not.
    for slot in 0..slots {
        let Some(mut subject) = system.process().slots[slot].subject.take() else {
            continue;
        };
        let alike = subject.is_seeded || subject.only_node_differs();
        let has_file = subject.traits.file.is_some();
        subject.is_unaware &= alike || result.is_err();
        if subject.reseeded >= call.begun {
            // The reseeding may have happened before or after.
            (subject.needs_identity, subject.is_interrupted) = (false, true);
        } else if alike && !subject.traits.allow_fork {
            subject.needs_identity = true;
        }
        let file = subject.inode.map(|inode| system.inodes[inode].scope);
        // An overwritten file may make it continue at a used position.
        let is_forsaken = file.is_some_and(|file| system.check.files[file as usize].is_forsaken);
        let keeps = !was_unaware && (alike || has_file && !is_forsaken);
        if !keeps {
            subject.scope = system.check.scope_of(&subject, family, file);
        }
        system.process().slots[slot].subject = Some(subject);
    }
}
