//! The implementation of the operating system interface.

use std::borrow::Cow;
use std::io::Result;
use std::path::Path;
use std::time::Duration;

use super::execution;
use super::files::{self, Open};
use super::guarded::Guarded;
use super::memory::{self, Kind};
use super::threads;
use super::word::Word;
use crate::time::Timestamp;
use crate::world::{Branch, Facts, FileSystem, Guard, Hold, Locals, Memory, Owner, Statics, World};

pub(crate) struct ModelOs;

impl World for ModelOs {
    type AtomicU64 = Word;
    type Guarded<T> = Guarded<T>;
    type File = Open;
    type Place = String;

    fn keeps(guard: Guard) -> bool {
        execution::keeps(guard)
    }

    fn takes(_branch: Branch) {}

    fn now() -> Timestamp {
        let ns = i128::from(threads::time().unix_ns);
        Timestamp::from_unix_ns(ns).expect("a time of this century")
    }

    fn monotonic_ns() -> u64 {
        threads::time().unix_ns
    }

    fn can_be_copied() -> bool {
        false
    }

    fn counter() -> u64 {
        threads::time().counter
    }

    fn counter_hz() -> u64 {
        0
    }

    fn has_steady_counter() -> bool {
        true
    }

    fn keeps_time_by_counter() -> Result<bool> {
        Ok(true)
    }

    fn entropy(bytes: &mut [u8]) -> Result<()> {
        execution::entropy(bytes);
        Ok(())
    }

    fn thread() -> u64 {
        threads::number()
    }

    fn locals() -> &'static Locals {
        threads::locals()
    }

    fn statics() -> &'static Statics {
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

    fn map(memory: Memory<'_>, len: usize) -> Result<u64> {
        Ok(memory::map(
            match memory {
                Memory::Wiped => Kind::Wiped,
                Memory::Shared => Kind::Shared,
                Memory::Of(file) => Kind::Of(file.number),
            },
            len,
        ))
    }

    unsafe fn unmap(address: u64, _len: usize) {
        memory::unmap(address);
    }

    unsafe fn word(address: u64) -> &'static Word {
        memory::word(address)
    }

    fn place(path: &Path) -> Result<String> {
        Ok(path.to_string_lossy().into_owned())
    }

    fn name(place: &String) -> Cow<'_, str> {
        place.into()
    }

    fn open(place: &String) -> Result<Open> {
        files::open(place)
    }

    fn reopen(file: &Open, _place: &String) -> Result<Open> {
        Ok(files::open_again(file.number))
    }

    fn draft(place: &String, number: u64, content: &[u8]) -> Result<String> {
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

    fn facts(file: &Open) -> Result<Facts> {
        Ok(Facts {
            identity: (1, file.number.into()),
            born_ns: 0,
            is_regular: true,
            is_write_protected: false,
        })
    }

    fn facts_at(place: &String) -> Result<Facts> {
        Self::facts(&files::open(place)?)
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

    fn lock(file: &Open, byte: u64, hold: Hold, owner: Owner) -> Result<()> {
        files::lock(*file, byte, hold, owner)
    }

    fn is_flocked(_file: &Open) -> Result<bool> {
        Ok(false)
    }

    fn boot() -> Result<[u64; 2]> {
        Ok([1, 2])
    }
}
