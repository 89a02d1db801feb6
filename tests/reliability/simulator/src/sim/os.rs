//! The implementation of the operating system interface.

use std::borrow::Cow;
use std::io::{ErrorKind, Result};
use std::path::Path;
use std::time::Duration;

use super::atomic::{AtomicU64, LockCell};
use super::coverage::Count;
pub(crate) use super::descriptors::{File, FilePath};
use super::descriptors::{
    call, descriptor, find, info_of, not_found, open_inode, refuse, sync_inode, wait_for_disk,
};
use super::events::spot;
use super::faults::Refusal;
use super::files::LEN;
use super::locks;
use super::schedule;
use super::system::{pass, step, sys};
use super::tampering::touch;
use super::windows;
use crate::sys::{
    CovMark, FileInfo, FileSystem, Guard, Locals, LockMode, LockOwner, Mapping, Os, Statics,
};
use sortid_engine::time::UnixTime;
use sortid_reliability_common::product;

pub(crate) struct Sim;

/// A generator of a simulated process.
pub(crate) type Generator = product::Generator<Sim>;

impl Os for Sim {
    type AtomicU64 = AtomicU64;
    type LockCell<T> = LockCell<T>;
    type File = File;
    type FilePath = FilePath;

    #[inline(always)]
    fn is_enabled(guard: Guard) -> bool {
        sys().without != Some(guard)
    }

    fn record(branch: CovMark) {
        let system = sys();
        system.counts.take(branch);
        if branch == CovMark::GateOpened && system.machine().clocks.is_coarse() {
            system.fail("a gate that a coarse counter tells".to_owned());
        }
    }

    fn now() -> UnixTime {
        let system = sys();
        let cost = system.machine().clocks.wall_cost;
        pass(cost / 2);
        let system = sys();
        let now = system.now;
        let wall = system.machine().clocks.wall(now);
        system.thread().looks += 1;
        system.tell(|| format!("    reads the clock: {wall}"));
        system.looked();
        // Events between the reading and its use.
        pass(cost - cost / 2);
        UnixTime::from_unix_ns(wall).unwrap_or(UnixTime::MAX)
    }

    fn monotonic_ns() -> u64 {
        let system = sys();
        let cost = system.machine().clocks.wall_cost;
        pass(cost / 2);
        let system = sys();
        let now = system.now;
        let monotonic = system.machine().clocks.monotonic(now);
        pass(cost - cost / 2);
        monotonic
    }

    fn since_boot_ns() -> Option<u64> {
        let system = sys();
        let cost = system.machine().clocks.wall_cost;
        pass(cost);
        let system = sys();
        let now = system.now;
        let since = system.machine().clocks.since_boot(now);
        (!system.is_windows()).then_some(since)
    }

    fn cycle_counter() -> u64 {
        let system = sys();
        let cost = system.machine().clocks.counter_cost;
        pass(cost);
        let system = sys();
        let (now, core) = (system.now, system.thread().core);
        system.thread().last.counted = now;
        system.machine().clocks.counter(now, core)
    }

    fn cycle_counter_hz() -> u64 {
        step(1);
        sys().machine().clocks.told_hz()
    }

    fn has_invariant_counter() -> bool {
        step(1);
        sys().machine().clocks.has_steady_counter()
    }

    fn kernel_uses_cycle_counter() -> Result<bool> {
        pass(20_000);
        if sys().is_windows() {
            // The system does not report it.
            return Ok(false);
        }
        let told = descriptor();
        let system = sys();
        if std::mem::replace(&mut system.process().asked_in_vain, told.is_err()) {
            system.count(Count::AskedAgain);
        }
        let now = system.now;
        let is_source = system.machine().clocks.keeps_time_by_counter(now);
        system.process().trusts_counter = told.is_ok() && is_source;
        told.map(|()| is_source)
    }

    fn variable(_name: &str) -> Result<Option<String>> {
        Ok(None)
    }

    fn entropy(bytes: &mut [u8]) -> Result<()> {
        pass(300);
        let system = sys();
        if system.faults.entropy_fails_until > system.now {
            system.count(Count::EntropyFails);
            return Err(refuse(Refusal::Entropy));
        }
        for bytes in bytes.chunks_mut(8) {
            let word = system.entropy.word().to_le_bytes();
            bytes.copy_from_slice(&word[..bytes.len()]);
        }
        Ok(())
    }

    #[inline(always)]
    fn thread_id() -> u64 {
        sys().thread().number
    }

    #[inline(always)]
    fn locals() -> &'static Locals {
        let locals = &raw const *sys().thread().locals;
        // SAFETY: the data lives as long as its thread, and references do not leave the thread.
        unsafe { &*locals }
    }

    #[inline(always)]
    fn statics() -> &'static Statics<Self> {
        // SAFETY: the data belongs to the running process and lives as long.
        unsafe { &*sys().statics }
    }

    fn at_fork(in_child: extern "C" fn()) {
        step(1);
        sys().process().at_fork.push(in_child);
    }

    fn sleep(time: Duration) {
        let system = sys();
        // Sleeps never end early, and rarely on time.
        let late = system.fate.jitter(60_000);
        schedule::sleep(time.as_nanos() as u64 + late);
        spot();
    }

    fn yield_now() {
        pass(200);
        schedule::switch();
    }

    fn spin() {
        let system = sys();
        system.now += 20;
        system.countdown -= 32;
        step(0);
    }

    fn map(memory: Mapping<'_, File>, len: usize) -> Result<u64> {
        call();
        let system = sys();
        if system.is_windows() && !matches!(memory, Mapping::File(..)) {
            return Err(ErrorKind::Unsupported.into());
        }
        if matches!(memory, Mapping::WipedOnFork) {
            let is_refused = system.faults.maps_to_fail > 0 || system.machine().refuses_wiping;
            system.process().is_refused_wiping |= is_refused;
        }
        if let Mapping::File(file) = memory {
            system.thread().last.mapped = Some(file.inode()?);
        }
        if system.faults.maps_to_fail > 0 {
            system.faults.maps_to_fail -= 1;
            system.count(Count::MapFails);
            return Err(refuse(Refusal::Memory));
        }
        match memory {
            Mapping::WipedOnFork => {
                if system.machine().refuses_wiping {
                    system.count(Count::NoWipe);
                    return Err(ErrorKind::InvalidInput.into());
                }
                let base = system.allocate(len);
                Ok(system.process().map_wiped(base, len))
            }
            Mapping::Shared => {
                let base = system.allocate(len);
                Ok(system.process().map_shared(base, len))
            }
            Mapping::File(file) => {
                let inode = file.inode()?;
                let machine = system.machine;
                if system.is_windows() && system.inodes[inode].is_short() {
                    return Err(ErrorKind::PermissionDenied.into());
                }
                let base = system.inodes[inode].pages(machine);
                Ok(system.process().map_shared(base, len))
            }
        }
    }

    unsafe fn unmap(address: u64, _len: usize) {
        step(1);
        sys().process().unmap(address);
    }

    #[inline(always)]
    unsafe fn atomic_at(address: u64) -> &'static AtomicU64 {
        let system = sys();
        let memory = system.process().memory(address);
        if system.may_fault {
            touch(memory);
        }
        // SAFETY: guaranteed by the caller; memory is kept until the run is over.
        unsafe { &*memory.cast() }
    }

    fn absolute_path(path: &Path) -> Result<FilePath> {
        step(1);
        let text = path.to_str().ok_or(ErrorKind::InvalidInput)?;
        Ok(FilePath(sys().name(text)))
    }

    fn display_path(place: &FilePath) -> Cow<'_, str> {
        Cow::Owned(sys().names[place.0 as usize].clone())
    }

    fn open(place: &FilePath) -> Result<File> {
        call();
        open_inode(find(place)?)
    }

    fn reopen(file: &File, place: &FilePath) -> Result<File> {
        call();
        match file.inode().and_then(open_inode) {
            Err(error) if error.kind() == ErrorKind::PermissionDenied => Self::open(place),
            opened => opened,
        }
    }

    fn create_draft(place: &FilePath, number: u64, content: &[u8]) -> Result<FilePath> {
        call();
        let system = sys();
        if let Some(refusal) = system.faults.write(&mut system.counts) {
            return Err(refuse(refusal));
        }
        descriptor()?;
        if system.process().has_no_rights {
            return Err(refuse(Refusal::Rights));
        }
        let folder = system.names[place.0 as usize].clone();
        let folder = folder.rsplit_once('/').map_or("", |(folder, _)| folder);
        let draft = system.name(&format!("{folder}/.sortid.{number:016x}.new"));
        let inode = system.create(draft, content);
        spot();
        let synced = sync_inode(inode);
        if let Err(error) = synced {
            let system = sys();
            let machine = system.machine;
            system.folder(draft, machine).remove(draft);
            return Err(error);
        }
        Ok(FilePath(draft))
    }

    fn publish(draft: &FilePath, place: &FilePath) -> Result<()> {
        call();
        if let Ok(inode) = find(place) {
            return Err(match sys().inodes[inode].is_forbidden {
                true => refuse(Refusal::Rights),
                false => ErrorKind::AlreadyExists.into(),
            });
        }
        find(draft)?;
        let system = sys();
        let machine = system.machine;
        system.folder(place.0, machine).rename(draft.0, place.0);
        spot();
        Ok(())
    }

    fn replace(draft: &FilePath, place: &FilePath, file: &File) -> Result<()> {
        call();
        let (new, old) = (find(draft)?, find(place)?);
        let system = sys();
        let machine = system.machine;
        let is_only = old == file.inode()? && system.folder(place.0, machine).names_of(old) == 1;
        if !is_only || system.is_windows() {
            return Err(ErrorKind::Unsupported.into());
        }
        // To the checker, it is the same file.
        system.inodes[new].scope = system.inodes[old].scope;
        // A child that has not joined yet may have it open.
        system.inodes[old].is_replaced = true;
        system.folder(place.0, machine).rename(draft.0, place.0);
        system.count(Count::LeaseFileRenewed);
        spot();
        Ok(())
    }

    fn remove(place: &FilePath) -> Result<()> {
        call();
        find(place)?;
        let system = sys();
        let machine = system.machine;
        system.folder(place.0, machine).remove(place.0);
        Ok(())
    }

    fn sync_name(place: &FilePath) -> Result<()> {
        call();
        let inode = find(place)?;
        if sys().is_windows() {
            open_inode(inode)?;
            return sync_inode(inode);
        }
        descriptor()?;
        let system = sys();
        let time = system.sync_time();
        if let Some(refusal) = system.faults.sync(&mut system.counts) {
            return Err(refuse(refusal));
        }
        let machine = system.machine;
        let changes = system.folder(place.0, machine).changes();
        wait_for_disk(time);
        sys().folder(place.0, machine).sync(changes);
        spot();
        Ok(())
    }

    fn file_info(file: &File) -> Result<FileInfo> {
        call();
        let inode = file.inode()?;
        file.checked();
        Ok(info_of(inode))
    }

    fn file_info_at(place: &FilePath) -> Result<FileInfo> {
        call();
        let system = sys();
        system.thread().last.looked_at_name = system.now;
        let inode = find(place)?;
        match sys().inodes[inode].is_forbidden {
            // The file is about to disappear.
            true => Err(not_found()),
            false => Ok(info_of(inode)),
        }
    }

    fn file_system(file: &File) -> Result<FileSystem> {
        call();
        let inode = file.inode()?;
        let system = sys();
        if !system.inodes[inode].is_remote {
            return Ok(FileSystem::Local);
        }
        system.refused(Refusal::Remote);
        Ok(match inode % 2 {
            0 => FileSystem::Remote("nfs"),
            _ => FileSystem::Unknown(0xbad),
        })
    }

    fn read_at(file: &File, bytes: &mut [u8], at: u64) -> Result<usize> {
        call();
        let system = sys();
        if system.faults.reads_to_fail > 0 {
            system.faults.reads_to_fail -= 1;
            system.count(Count::ReadFails);
            return Err(refuse(Refusal::Input));
        }
        let (inode, machine) = (file.inode()?, system.machine);
        windows::whole(inode)?;
        Ok(system.inodes[inode].read(machine, bytes, at as usize))
    }

    fn write_at(file: &File, bytes: &[u8], at: u64) -> Result<()> {
        call();
        file.expect_own("writes to");
        let inode = file.inode()?;
        windows::whole(inode)?;
        let system = sys();
        let machine = system.machine;
        if let Some(refusal) = system.faults.write(&mut system.counts) {
            // A part of it may be written.
            if system.fate.hiccup() && at + 512 <= LEN as u64 && bytes.len() > 512 {
                system.inodes[inode].write(machine, &bytes[..512], at as usize);
            }
            return Err(refuse(refusal));
        }
        system.inodes[inode].write(machine, bytes, at as usize);
        system.tell(|| format!("    writes {} bytes of file {inode} at {at}", bytes.len()));
        if at == 0 && bytes.len() >= 512 {
            system.moves_mark(inode, bytes);
            crate::check::calls::lease_written(inode);
        }
        spot();
        Ok(())
    }

    fn sync(file: &File) -> Result<()> {
        call();
        sync_inode(file.inode()?)
    }

    fn lock_byte(file: &File, byte: u64, hold: LockMode, owner: LockOwner) -> Result<()> {
        call();
        file.expect_own("locks");
        match sys().is_windows() {
            true => windows::lock(file, byte, hold, owner),
            false => locks::lock(file, byte, hold, owner),
        }
    }

    fn is_locked(file: &File, byte: u64) -> Result<bool> {
        call();
        let inode = file.inode()?;
        let system = sys();
        let own = locks::Holder::Process(system.process as u32);
        Ok(system.locks.is_kept_from(inode, byte, own))
    }

    fn has_node_table() -> bool {
        true
    }

    fn open_node_table() -> Result<File> {
        call();
        super::node_table::open()
    }

    fn set_offset(file: &File, to: u64) -> Result<u64> {
        step(1);
        let description = file.description()? as usize;
        let system = sys();
        if system.is_windows() {
            return Ok(0);
        }
        system.descriptions[description].offset = to;
        Ok(to)
    }

    fn offset(file: &File) -> Result<u64> {
        step(1);
        let description = file.description()? as usize;
        Ok(sys().descriptions[description].offset)
    }

    fn is_flocked(file: &File) -> Result<bool> {
        call();
        let inode = file.inode()?;
        let system = sys();
        // The first call about a file that is not mapped.
        system.thread().last.mapped = Some(inode);
        let is_flocked = system.locks.is_whole(inode);
        if is_flocked {
            system.refused(Refusal::Flocked);
        }
        Ok(is_flocked)
    }

    fn boot_id() -> Result<[u64; 2]> {
        pass(10_000);
        if !sys().machine().has_boot_name {
            return Ok([0; 2]);
        }
        descriptor()?;
        Ok(sys().machine().boot)
    }
}
