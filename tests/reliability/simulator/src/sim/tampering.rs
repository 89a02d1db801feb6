//! Changes to disks and files by other programs.

use super::coverage::Count;
use super::files::Inode;
use super::handler_fork::Stage;
use super::locks::Holder;
use super::power::Doze;
use super::system::{Description, Machine, System, sys};
use crate::check::{Ask, Call};
use sortid_reliability_common::Rng;

/// The mark in the record, and the position in the page.
const MARK_AT: usize = 104;
const POSITION_AT: usize = 4288;

/// A fault that ends at a given time.
#[derive(Clone, Copy)]
pub(crate) enum Timer {
    RoomAgain,
    Unflock(usize),
    Unlock(usize, u64),
    RightsAgain(usize),
    Faultless(usize),
    Doze(Doze),
    /// Closes the handles of a killed process.
    Close(u32, usize),
    /// Multiplies the speed of a counter by a fraction, to its former value.
    CounterBack(usize, u64, u64),
    /// Restores a copy under this name of a machine.
    Restore(u32, usize),
}

pub(crate) fn disk() {
    let system = sys();
    match system.fate.pick(6) {
        0 => system.faults.syncs_to_fail += 1 + system.fate.pick(3) as u32,
        1 => system.faults.slow_syncs += 1,
        2 => system.faults.writes_to_fail += 1 + system.fate.pick(3) as u32,
        3 => system.faults.reads_to_fail += 1 + system.fate.pick(3) as u32,
        4 => {
            system.faults.is_full = true;
            let time = system.fate.magnitude(1_000_000, 3_000_000_000);
            system.later(time, Timer::RoomAgain);
        }
        _ => system.faults.syncs_to_fail += 1,
    }
}

impl System {
    pub(crate) fn later(&mut self, time: u64, timer: Timer) {
        self.timers.push((self.now + time, timer));
    }

    /// Ends all faults that are due.
    pub(crate) fn ring(&mut self) {
        let now = self.now;
        let due: Vec<_> = self.timers.extract_if(.., |(at, _)| *at <= now).collect();
        for (_, timer) in due {
            match timer {
                Timer::RoomAgain => self.faults.is_full = false,
                Timer::Unflock(inode) => self.locks.set_whole(inode, false),
                Timer::Unlock(inode, byte) => self.locks.release(inode, byte, Holder::Stranger),
                Timer::Faultless(inode) => self.inodes[inode].faults = false,
                Timer::RightsAgain(process) => self.processes[process].has_no_rights = false,
                Timer::Close(description, _) => self.close(description),
                Timer::Doze(_) if self.is_healed => {}
                Timer::Doze(doze) => self.fall_asleep(doze),
                Timer::Restore(name, machine) => self.restore(name, machine),
                Timer::CounterBack(machine, up, down) => {
                    let clocks = &mut self.machines[machine].clocks;
                    clocks.change_counter(now, 0, up, down);
                }
            }
        }
    }

    /// An existing state file: its name and its file.
    fn some_file(&mut self) -> Option<(u32, usize)> {
        let names = self.files.len();
        if names == 0 {
            return None;
        }
        let name = self.files[self.fate.pick(names)];
        let machine = self.machine;
        let inode = self.folder(name, machine).find(name)?;
        Some((name, inode))
    }

    /// Reboots the machine after a power loss.
    pub(crate) fn restart(&mut self, machine: usize) {
        self.close_all_of(machine);
        let mut rng = Rng::stream(self.entropy.word(), 3);
        for inode in &mut self.inodes {
            if inode.machine == machine && !inode.is_remote {
                inode.lose_power(&mut rng);
            }
        }
        let now = self.now;
        let host = &mut self.machines[machine];
        let before = host.folder.inodes();
        host.folder.lose_power(&mut rng);
        let after = host.folder.inodes();
        for &inode in &after {
            self.check.found(self.inodes[inode].scope);
        }
        let scopes: Vec<_> = (after.iter())
            .map(|&inode| self.inodes[inode].scope)
            .collect();
        for inode in before {
            let scope = self.inodes[inode].scope;
            // The replacement may be the old file again.
            if !scopes.contains(&scope) {
                self.check.loses_name(scope, now);
            }
        }
        host.boot = [rng.word(), rng.word()];
        (host.node_table, host.lost_tables) = (None, Vec::new());
        host.suspended_until = now + rng.magnitude(10_000_000, 10_000_000_000);
        let wall = host.clocks.wall(now);
        let set = match rng.below(4) {
            0 => -i128::from(rng.magnitude(1, 9_000_000_000)),
            1 => i128::from(rng.magnitude(1, 3_600_000_000_000)),
            _ => 0,
        };
        let old = std::mem::replace(
            &mut host.clocks,
            super::clock::Clocks::new(now, wall + set, &mut rng),
        );
        host.clocks.follow(&old);
    }
}

pub(crate) fn move_file() {
    let system = sys();
    let Some((name, inode)) = system.some_file() else {
        return;
    };
    let machine = system.machine;
    let other = system.name(&format!("{}.other", system.names[name as usize].clone()));
    let copy = system.name(&format!("{}.copy", system.names[name as usize].clone()));
    // Copies have the same leases.
    let copies = !system.servers.is_empty() && system.fate.pick(2) == 0;
    let (count, moves) = match system.fate.pick(9) {
        _ if copies => {
            system.copy_for_later(name, inode, copy);
            return;
        }
        0 => {
            let target = system.folder(other, machine).find(other);
            if target.is_some_and(|target| !system.may_be_replaced(target)) {
                return;
            }
            system.folder(name, machine).rename(name, other);
            (Count::Renamed, true)
        }
        1 => {
            let target = system.folder(other, machine).find(other);
            if target.is_some_and(|target| !system.may_be_replaced(target)) {
                return;
            }
            system.folder(name, machine).put(other, inode);
            (Count::Linked, false)
        }
        2 => {
            if !system.take_name(name, inode) {
                return;
            }
            (Count::Unlinked, true)
        }
        3 => match system.folder(name, machine).find(copy) {
            Some(_) => {
                if !system.may_be_replaced(inode) {
                    return;
                }
                if system.servers.is_empty() || system.fate.pick(2) == 0 {
                    return system.restore(name, machine);
                }
                system.folder(name, machine).rename(copy, name);
                (Count::Replaced, true)
            }
            None => {
                system.copy_file(inode, copy);
                return;
            }
        },
        4 => {
            let Some(old) = system.folder(name, machine).find(copy) else {
                return;
            };
            // In place, as `cp` does, but atomically.
            let mut content = vec![0; super::files::LEN];
            system.inodes[old].read(machine, &mut content, 0);
            system.inodes[inode].write(machine, &content, 0);
            let scope = system.inodes[inode].scope;
            system.check.forsake(scope);
            system.count(Count::Overwritten);
            return;
        }
        5 => return cut_off(inode),
        6 => {
            system.count(Count::NoRoom);
            system.inodes[inode].faults = true;
            system.may_fault = true;
            let time = system.fate.magnitude(1_000_000, 1_000_000_000);
            return system.later(time, Timer::Faultless(inode));
        }
        _ => {
            // Renamed and back.
            system.folder(name, machine).rename(name, other);
            system.folder(name, machine).rename(other, name);
            return;
        }
    };
    system.count(count);
    system.note(count.name(), name.into(), inode as u64);
    if moves {
        let (now, scope) = (system.now, system.inodes[inode].scope);
        let mut record = [0; 512];
        system.inodes[inode].read(machine, &mut record, 0);
        system.check.moved(scope, now, &record);
    }
}

/// Another party writes any position into a state file, with a valid checksum, or into its page.
pub(crate) fn forge() {
    let system = sys();
    let Some((_, inode)) = system.some_file() else {
        return;
    };
    let machine = system.machine;
    if system.inodes[inode].has_lease(machine) || system.inodes[inode].is_short() {
        return;
    }
    let scope = system.inodes[inode].scope;
    system.check.forsake(scope);
    let mut record = [0; 512];
    system.inodes[inode].read(machine, &mut record, 0);
    let word = |at: usize| u64::from_le_bytes(record[at..at + 8].try_into().unwrap_or_default());
    let forged = match system.fate.pick(3) {
        0 => word(MARK_AT).saturating_add(system.fate.magnitude(1, u64::MAX / 2)),
        1 => u64::MAX - system.fate.magnitude(1, 1 << 40),
        _ => system.fate.rng.word(),
    };
    if system.fate.pick(2) == 0 {
        system.count(Count::ForgedPage);
        return system.inodes[inode].write(machine, &forged.to_ne_bytes(), POSITION_AT);
    }
    system.count(Count::ForgedRecord);
    record[MARK_AT..MARK_AT + 8].copy_from_slice(&forged.to_le_bytes());
    let checksum = crc::Crc::<u32>::new(&crc::CRC_32_ISO_HDLC).checksum(&record[..508]);
    record[508..].copy_from_slice(&checksum.to_le_bytes());
    system.inodes[inode].write(machine, &record, 0);
}

/// Truncates a file. Processes that have it mapped die at their next access, or find zeros if the
/// mapped page is in one memory page with the end of the file. Later opens fail.
fn cut_off(inode: usize) {
    let system = sys();
    if !system.may_be_cut_off(inode) {
        return;
    }
    system.count(Count::CutOff);
    let (now, len) = (system.now, system.fate.pick(super::files::LEN));
    let page_size = system.machine().page_size as usize;
    system.inodes[inode].cut_off(now, len, page_size);
    system.may_fault = true;
    let scope = system.inodes[inode].scope;
    system.check.forsake(scope);
}

/// A process accesses mapped memory.
#[cold]
pub(super) fn touch(address: *const u8) {
    let system = sys();
    let inode = system
        .inodes
        .iter()
        .position(|inode| (inode.faults || inode.cut_at.is_some()) && inode.is_mapped_at(address));
    // A child that was forked in place cannot die during a call.
    let Some(inode) = inode.filter(|_| system.twin == Stage::Nothing) else {
        return;
    };
    let was_cut = |call: &Call| {
        let cut_at = system.inodes[inode].cut_at;
        call.ask == Ask::Make && cut_at.is_some_and(|cut_at| cut_at < call.begun)
    };
    if system.threads[system.thread]
        .calls
        .last()
        .is_some_and(was_cut)
    {
        return system.fail("touched the map of a file that is cut off".into());
    }
    if !system.inodes[inode].is_fatal_to_touch() {
        return system.count(Count::ClearedPage);
    }
    system.count(Count::Fault);
    let (process, machine) = (system.process, system.machine);
    super::process::kill(process);
    crate::program::replace(machine);
    super::schedule::switch();
}

/// On remote files.
pub(crate) fn lose_locks() {
    let system = sys();
    let Some((_, inode)) = system.some_file() else {
        return;
    };
    if system.inodes[inode].is_remote {
        system.count(Count::NoLocks);
        system.inodes[inode].loses_locks = true;
        system.locks.forget(inode);
        let scope = system.inodes[inode].scope;
        system.check.forsake(scope);
    }
}

/// Another program locks the file or a byte of it.
pub(crate) fn stranger() {
    let system = sys();
    let Some((_, inode)) = system.some_file() else {
        return;
    };
    let time = system.fate.magnitude(1_000_000, 8_000_000_000);
    let until = system.now + time;
    system.inodes[inode].hold_up(until);
    if system.fate.hiccup() || system.fate.pick(2) == 0 {
        if !system.may_be_locked_whole(inode) {
            return;
        }
        system.count(Count::Flocked);
        system.locks.set_whole(inode, true);
        system.later(time, Timer::Unflock(inode));
    } else {
        let byte = 0;
        if system.locks.take(inode, byte, true, Holder::Stranger, None) {
            system.count(Count::ForeignLock);
            system.later(time, Timer::Unlock(inode, byte));
        }
    }
}

pub(crate) fn drop_rights() {
    let system = sys();
    system.count(Count::NoRights);
    let process = system.process;
    system.process().has_no_rights = true;
    let time = system.fate.magnitude(1_000_000, 60_000_000_000);
    system.later(time, Timer::RightsAgain(process));
}

/// All descriptors of a process are in use for a while.
pub(crate) fn use_up_descriptors() {
    let system = sys();
    if system.is_windows() {
        return;
    }
    let time = system.fate.magnitude(1_000_000, 3_000_000_000);
    let until = system.now + time;
    let process = system.process();
    process.no_descriptors_until = process.no_descriptors_until.max(until);
}

/// The process closes all of its descriptors, as daemons do, and may open other files, which reuse
/// the numbers. Not during a call, which no library could detect.
pub(crate) fn close_all() {
    let system = sys();
    let is_idle = |index: &usize| {
        let thread = &system.threads[*index];
        thread.is_ended || thread.calls.is_empty() && thread.handlers == 0
    };
    let process = &system.processes[system.process];
    let is_agent = process.writes.is_some() || process.keeps.is_some();
    if is_agent || !process.threads.iter().all(is_idle) {
        return;
    }
    let numbers = process.open_numbers();
    if system.is_windows() {
        return;
    }
    if numbers.is_empty() || system.twin != Stage::Nothing {
        return;
    }
    system.count(Count::ClosedAll);
    system.note("closes all", numbers.len() as u64, 0);
    let opens = system.rng.once_in(2);
    for number in numbers {
        super::descriptors::close(number);
        if opens {
            sys().open_of_program();
        }
    }
}

/// Another part of the process, such as a backup, opens and closes a state file. By POSIX, this
/// drops the process's locks on the file.
pub(crate) fn close_another() {
    let system = sys();
    let (process, now) = (system.process, system.now);
    let own = Holder::Process(process as u32);
    let locked = system.locks.file_of(own);
    let Some(inode) = locked.or_else(|| system.some_file().map(|(_, inode)| inode)) else {
        return;
    };
    let is_refused = system.process().has_no_rights || system.inodes[inode].is_forbidden;
    if system.is_windows() || is_refused || system.process().no_descriptors_until > now {
        return;
    }
    system.count(Count::Closed);
    if system.locks.drop_holder(own, Some(inode)) {
        system.count(Count::LocksClosed);
        // The documentation excludes this case for processes that may not open the file.
        let scope = system.inodes[inode].scope;
        system.check.forsake(scope);
    }
}

impl System {
    /// Opens a file that the library does not use.
    pub(super) fn open_of_program(&mut self) {
        self.count(Count::NumberTaken);
        let mut log = Inode::new(self.machine, &[], 1, self.check.new_file());
        log.is_of_program = true;
        self.inodes.push(log);
        let inode = self.inodes.len() - 1;
        self.descriptions.push(Description::of(inode));
        let description = self.descriptions.len() as u32 - 1;
        self.process().add_file(description);
    }

    /// Records that a record is written. A process that checked the name of the file earlier in the
    /// same call, or may not check it, permits ids up to this record although the file lost its
    /// name.
    pub(super) fn moves_mark(&mut self, inode: usize, record: &[u8]) {
        self.check_lease_begin(record);
        let scope = self.inodes[inode].scope;
        let looked = self.thread().last.looked_at_name;
        let begun = self.thread().calls.first().map_or(0, |call| call.begun);
        let is_blind = self.locks.is_held_by_process(inode, 0);
        self.check.moves_mark(scope, record, |moved_at| {
            is_blind || (begun..=moved_at).contains(&looked)
        });
    }

    /// Checks that a record does not release positions before its lease.
    fn check_lease_begin(&mut self, record: &[u8]) {
        let word = |at: usize| {
            let bytes = record
                .get(at..at + 8)
                .and_then(|bytes| bytes.try_into().ok());
            bytes.map_or(0, u64::from_le_bytes)
        };
        let (has_lease, mark, first) = (record.get(8) == Some(&2), word(104), word(136));
        if has_lease && mark < first.saturating_sub(1) {
            self.fail(format!(
                "the mark {mark} is below its lease, which begins at {first}"
            ));
        }
    }

    /// Copies the machine with all of its files.
    pub(crate) fn clone_machine(&mut self) -> usize {
        self.copy_machine(true)
    }

    /// Copies the machine, which continues or is to be started.
    pub(crate) fn copy_machine(&mut self, goes_on: bool) -> usize {
        let from = self.machine;
        let to = self.machines.len();
        for inode in 0..self.inodes.len() {
            if self.inodes[inode].machine == from && !self.inodes[inode].is_remote {
                let high = self.high_of_file(inode);
                let scope = self
                    .check
                    .copied_file(self.inodes[inode].scope, high, goes_on);
                if self.check.files[self.inodes[inode].scope as usize].is_forsaken {
                    self.check.forsake(scope);
                }
                let mut twin = self.inodes[inode].copy(scope, to);
                twin.twin_of = Some(inode);
                twin.number = self.inodes[inode].number;
                twin.created_ns = self.inodes[inode].created_ns;
                twin.is_forbidden = self.inodes[inode].is_forbidden;
                twin.going = self.inodes[inode].going.map(|(name, _)| (name, to));
                self.inodes.push(twin);
            }
        }
        let twin_of = |inode: usize| {
            let mut twins = self.inodes.iter();
            twins.position(|twin| twin.machine == to && twin.twin_of == Some(inode))
        };
        let folder = self.machines[from].folder.mapped(twin_of);
        let origin = &self.machines[from];
        let node_table = origin.node_table.and_then(twin_of);
        let lost_tables = origin.lost_tables.iter();
        let lost_tables = lost_tables.filter_map(|&table| twin_of(table)).collect();
        let copy = Machine {
            clocks: origin.clocks.copy(),
            suspended_until: 0,
            boot: origin.boot,
            folder,
            wipes_nothing: origin.wipes_nothing,
            refuses_wiping: origin.refuses_wiping,
            has_boot_name: origin.has_boot_name,
            page_size: origin.page_size,
            node_table,
            lost_tables,
            windows: origin.windows,
        };
        self.machines.push(copy);
        to
    }
}
