//! The implementation of the operating system interface.

use std::borrow::Cow;
use std::io::Result;
use std::mem::ManuallyDrop;
use std::path::Path;
use std::time::Duration;

use super::execution;
use super::files::{self, Open};
use super::guarded::LockCell;
use super::memory::{self, Kind};
use super::threads;
use super::word::Word;
use crate::sys::{
    CovMark, FileInfo, FileSystem, Guard, Locals, LockMode, LockOwner, Mapping, Os, Statics,
};
use sortid_engine::time::UnixTime;

pub(crate) struct ModelOs;

impl Os for ModelOs {
    type AtomicU64 = Word;
    type LockCell<T> = LockCell<T>;
    type File = Open;
    type FilePath = String;

    fn is_enabled(guard: Guard) -> bool {
        execution::keeps(guard)
    }

    fn record(_branch: CovMark) {}

    fn now() -> UnixTime {
        let ns = i128::from(threads::time().unix_ns);
        UnixTime::from_unix_ns(ns).expect("a time of this century")
    }

    fn monotonic_ns() -> u64 {
        threads::time().unix_ns
    }

    fn can_be_copied() -> bool {
        execution::can_be_copied()
    }

    /// A constant time: setting a thread's clock makes it jump.
    fn since_boot_ns() -> Option<u64> {
        Some(1)
    }

    fn cycle_counter() -> u64 {
        threads::time().counter
    }

    fn cycle_counter_hz() -> u64 {
        0
    }

    fn has_invariant_counter() -> bool {
        true
    }

    fn kernel_uses_cycle_counter() -> Result<bool> {
        Ok(true)
    }

    fn variable(_name: &str) -> Result<Option<String>> {
        Ok(None)
    }

    fn entropy(bytes: &mut [u8]) -> Result<()> {
        execution::entropy(bytes);
        Ok(())
    }

    fn thread_id() -> u64 {
        threads::number()
    }

    fn locals() -> &'static Locals {
        threads::locals()
    }

    fn statics() -> &'static Statics<Self> {
        execution::with(|now| now.statics)
    }

    fn at_fork(in_child: extern "C" fn()) {
        execution::with(|now| now.in_child.push(in_child));
    }

    fn sleep(time: Duration) {
        threads::wait(u64::try_from(time.as_nanos()).unwrap_or(u64::MAX));
    }

    fn yield_now() {
        threads::wait(100);
    }

    fn spin() {
        threads::wait(10);
    }

    fn map(memory: Mapping<'_, Open>, len: usize) -> Result<u64> {
        Ok(memory::map(
            match memory {
                Mapping::WipedOnFork => Kind::Wiped,
                Mapping::Shared => Kind::Shared,
                Mapping::File(file) => Kind::Of(file.number),
            },
            len,
        ))
    }

    unsafe fn unmap(address: u64, _len: usize) {
        memory::unmap(address);
    }

    unsafe fn atomic_at(address: u64) -> &'static Word {
        memory::word(address)
    }

    fn absolute_path(path: &Path) -> Result<String> {
        Ok(path.to_string_lossy().into_owned())
    }

    fn display_path(place: &String) -> Cow<'_, str> {
        place.into()
    }

    fn open(place: &String) -> Result<Open> {
        files::open(place)
    }

    fn reopen(file: &Open, _place: &String) -> Result<Open> {
        Ok(files::open_again(file.number))
    }

    unsafe fn close(file: &mut ManuallyDrop<Open>) {
        files::close(**file);
    }

    fn create_draft(place: &String, number: u64, content: &[u8]) -> Result<String> {
        let draft = format!("{place}.{number}");
        files::create(&draft, content);
        Ok(draft)
    }

    fn publish(draft: &String, place: &String) -> Result<()> {
        files::rename(draft, place)
    }

    fn remove(place: &String) -> Result<()> {
        files::remove(place);
        Ok(())
    }

    fn sync_name(_place: &String) -> Result<()> {
        Ok(())
    }

    fn file_info(file: &Open) -> Result<FileInfo> {
        Ok(FileInfo {
            identity: (1, file.number.into()),
            created_ns: 0,
            is_regular: true,
            is_write_protected: false,
            len: files::len(*file),
        })
    }

    fn file_info_at(place: &String) -> Result<FileInfo> {
        Self::file_info(&files::open(place)?)
    }

    fn file_system(_file: &Open) -> Result<FileSystem> {
        Ok(FileSystem::Local)
    }

    fn read_at(file: &Open, bytes: &mut [u8], at: u64) -> Result<usize> {
        Ok(files::read(*file, bytes, at))
    }

    fn write_at(file: &Open, bytes: &[u8], at: u64) -> Result<()> {
        files::write(*file, bytes, at);
        Ok(())
    }

    fn sync(file: &Open) -> Result<()> {
        files::sync(*file);
        Ok(())
    }

    fn lock_byte(file: &Open, byte: u64, hold: LockMode, owner: LockOwner) -> Result<()> {
        files::lock(*file, byte, hold, owner)
    }

    fn is_locked(file: &Open, byte: u64) -> Result<bool> {
        let owner = LockOwner::Process;
        let is_locked = files::lock(*file, byte, LockMode::Exclusive, owner).is_err();
        if !is_locked {
            files::lock(*file, byte, LockMode::Unlocked, owner)?;
        }
        Ok(is_locked)
    }

    fn has_node_table() -> bool {
        true
    }

    fn open_node_table() -> Result<Open> {
        Ok(files::open_node_table())
    }

    fn is_flocked(_file: &Open) -> Result<bool> {
        Ok(false)
    }

    fn boot_id() -> Result<[u64; 2]> {
        Ok([1, 2])
    }
}
