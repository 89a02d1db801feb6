//! The registers: memory, an `ArrayBuffer` in JavaScript, that passes ids and times.
//!
//! An id takes a slot of six 32-bit words: the format's code, then the big-endian bytes. JavaScript
//! only copies the words. A time takes 16 bytes: Unix seconds (64 bits, signed), nanoseconds (32
//! bits). Integers are in the machine's byte order.

use std::ptr::NonNull;

use sortid::{AnyId, Error, ErrorCode, Format, Timestamp};

use crate::failure::Failure;

/// The number of words of a slot.
pub(crate) const SLOT_WORDS: usize = 6;

/// The largest number of ids that a function returns.
pub(crate) const SLOTS: usize = Format::ALL.len();

const TIMES: usize = 2;
const TIME_BYTES: usize = 16;

/// The offset of the times in bytes.
pub(crate) const TIMES_AT: usize = (SLOTS * SLOT_WORDS * 4).next_multiple_of(8);

/// The size of the registers in bytes.
pub(crate) const SIZE: usize = TIMES_AT + TIMES * TIME_BYTES;

/// The bytes of a slot.
type Slot = [u8; SLOT_WORDS * 4];

/// The registers of one instance of the module, used by its thread alone.
#[derive(Clone, Copy)]
pub(crate) struct Registers(NonNull<u8>);

impl Registers {
    /// # Safety
    /// `memory` must point to [`SIZE`] bytes that are valid while this is used, and that only this
    /// thread uses.
    pub(crate) const unsafe fn new(memory: NonNull<u8>) -> Self {
        Self(memory)
    }

    fn read<const N: usize>(self, at: usize) -> [u8; N] {
        assert!(at + N <= SIZE);
        // SAFETY: the range is inside the memory, which only this thread uses, without references.
        unsafe { self.0.add(at).cast::<[u8; N]>().read() }
    }

    fn write<const N: usize>(self, at: usize, bytes: [u8; N]) {
        assert!(at + N <= SIZE);
        // SAFETY: as in `read`.
        unsafe { self.0.add(at).cast::<[u8; N]>().write(bytes) }
    }

    pub(crate) fn id(self, slot: usize) -> Result<AnyId, Failure> {
        let slot: Slot = self.read(slot * SLOT_WORDS * 4);
        let [a, b, c, d, bytes @ ..] = slot;
        let format = format_of(u32::from_ne_bytes([a, b, c, d]))?;
        let bytes = bytes.get(..format.byte_len()).unwrap_or_default();
        Ok(AnyId::from_bytes(bytes, format)?)
    }

    pub(crate) fn set_id(self, slot: usize, id: AnyId) {
        let mut memory: Slot = [0; SLOT_WORDS * 4];
        let (code, bytes) = memory.split_at_mut(4);
        code.copy_from_slice(&u32::from(id.format().code()).to_ne_bytes());
        let id = id.to_bytes();
        if let Some(bytes) = bytes.get_mut(..id.len()) {
            bytes.copy_from_slice(&id);
        }
        self.write(slot * SLOT_WORDS * 4, memory);
    }

    pub(crate) fn time(self, register: usize) -> Result<Timestamp, Failure> {
        let at = TIMES_AT + register * TIME_BYTES;
        let seconds = i64::from_ne_bytes(self.read(at));
        let nanos = u32::from_ne_bytes(self.read(at + 8));
        Ok(Timestamp::new(seconds, nanos)?)
    }

    pub(crate) fn set_time(self, register: usize, time: Timestamp) {
        let at = TIMES_AT + register * TIME_BYTES;
        self.write(at, time.seconds().to_ne_bytes());
        self.write(at + 8, time.nanos().to_ne_bytes());
    }
}

#[inline]
pub(crate) fn format_of(code: u32) -> Result<Format, Failure> {
    // Codes count from 1 without gaps, so the index follows from the code; it is checked below.
    let format = Format::ALL.get((code as usize).wrapping_sub(1)).copied();
    match format {
        Some(format) if u32::from(format.code()) == code => Ok(format),
        _ => Err(Error::new(ErrorCode::UnknownFormat).into()),
    }
}
