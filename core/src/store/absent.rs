//! A placeholder for the state file in builds without the feature `state-file`.
//!
//! [`StateFile`] is uninhabited, so the compiler removes all code that uses a file.

use crate::error::{Error, ErrorCode};
use crate::formats::options::FilePath;
use crate::sys::deadline::{CallDeadlines, Timed};
use crate::sys::process::Generation;

/// An open state file, which cannot exist.
#[derive(Clone, Copy)]
pub(crate) enum StateFile {}

/// What a file is for.
pub(crate) struct FileHeader {
    pub(crate) format: &'static str,
    pub(crate) epoch_ns: i128,
    pub(crate) unit_ns: i128,
    pub(crate) time_bits: u8,
    pub(crate) counter_bits: u8,
    pub(crate) is_permuted: bool,
    pub(crate) leased_bits: Option<u8>,
}

/// The lease in a lease file.
#[derive(Clone, Copy)]
pub(crate) struct LeaseRecord {
    pub(crate) epoch: u64,
    pub(crate) node: u64,
}

/// A request to raise the high-water mark.
#[derive(Clone, Copy)]
pub(crate) struct Reservation {
    pub(crate) position: u64,
    pub(crate) ahead: u64,
    pub(crate) max_seen: u64,
}

/// Data that all users of a session share.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct SessionData {
    pub(crate) key: [u64; 4],
    pub(crate) node: u64,
}

impl LeaseRecord {
    pub(crate) fn before(&self) -> u64 {
        0
    }
}

impl StateFile {
    /// Never called: without the feature there are no paths.
    pub(crate) fn open(
        path: &FilePath,
        _header: FileHeader,
        _generation: Generation,
        _data: &mut dyn FnMut() -> Result<SessionData, Error>,
    ) -> Result<Self, Error> {
        match *path {}
    }

    pub(crate) fn must_rejoin(&self, _generation: Generation) -> bool {
        match *self {}
    }

    pub(crate) fn rejoin(
        &self,
        _generation: Generation,
        _deadlines: &mut CallDeadlines,
        _data: &mut dyn FnMut() -> Result<SessionData, Error>,
    ) -> Timed<()> {
        match *self {}
    }

    pub(crate) fn session_start(&self) -> u64 {
        match *self {}
    }

    pub(crate) fn session_data(&self) -> SessionData {
        match *self {}
    }

    pub(crate) fn is_exclusive(&self) -> bool {
        match *self {}
    }

    pub(crate) fn position(&self) -> u64 {
        match *self {}
    }

    pub(crate) fn exchange(&self, _seen: u64, _position: u64) -> bool {
        match *self {}
    }

    pub(crate) fn raise_position(&self, _position: u64) {
        match *self {}
    }

    pub(crate) fn max_seen(&self) -> u64 {
        match *self {}
    }

    pub(crate) fn raise_max_seen(&self, _reading: u64) {
        match *self {}
    }

    pub(crate) fn mark(&self) -> u64 {
        match *self {}
    }

    pub(crate) fn lease_epoch(&self) -> u64 {
        match *self {}
    }

    pub(crate) fn reserve(
        &self,
        _generation: Generation,
        _deadlines: &mut CallDeadlines,
        _reservation: Reservation,
    ) -> Timed<()> {
        match *self {}
    }

    pub(crate) fn current_lease(
        &self,
        _generation: Generation,
        _deadlines: &mut CallDeadlines,
    ) -> Timed<LeaseRecord> {
        match *self {}
    }

    pub(crate) fn leave(&self, _generation: Generation, _last_position: impl FnOnce(u64) -> u64) {
        match *self {}
    }

    pub(crate) fn error(&self, _code: ErrorCode) -> Error {
        match *self {}
    }
}
