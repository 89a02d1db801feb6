//! A placeholder for the state file in builds without the feature `state-file`.
//!
//! [`StateFile`] is uninhabited, so the compiler removes all code that uses a file.

mod data;

use crate::error::{Error, ErrorCode};
use crate::formats::options::FilePath;
use crate::sys::deadline::{CallDeadlines, Timed};
use crate::sys::process::Generation;

pub(crate) use data::{FileAccess, FileHeader, LeaseRecord, Reservation, SessionData};

#[derive(Clone, Copy)]
pub(crate) struct StateFile {
    pub(crate) page: Page,
}

#[derive(Clone, Copy)]
pub(crate) enum Page {}

impl Page {
    fn never(&self) -> ! {
        match *self {}
    }
}

impl StateFile {
    fn never(&self) -> ! {
        self.page.never()
    }

    /// Never called: without the feature there are no paths.
    pub(crate) fn open(
        path: &FilePath,
        _header: FileHeader,
        _access: FileAccess,
        _generation: Generation,
        _data: &mut dyn FnMut() -> Result<SessionData, Error>,
    ) -> Result<Self, Error> {
        match *path {}
    }
}

/// Methods that nothing can call, by the types of their parameters.
macro_rules! never_called {
    ($of:ident: $($name:ident($($parameter:ty),*) -> $result:ty;)*) => {
        impl $of {
            $(pub(crate) fn $name(&self, $(_: $parameter),*) -> $result {
                self.never()
            })*
        }
    };
}

never_called! { Page:
    session_start() -> u64;
    session_data() -> SessionData;
    position() -> u64;
    exchange(u64, u64) -> bool;
    raise_position(u64) -> bool;
    max_seen() -> u64;
    raise_max_seen(u64) -> ();
    lease_epoch() -> u64;
}

never_called! { StateFile:
    must_rejoin(Generation) -> bool;
    enter_session() -> ();
    rejoin(
        Generation,
        &mut CallDeadlines,
        &mut dyn FnMut() -> Result<SessionData, Error>
    ) -> Timed<()>;
    examine(Generation, &mut CallDeadlines) -> Timed<()>;
    is_exclusive() -> bool;
    mark() -> u64;
    reserve(Generation, &mut CallDeadlines, Reservation) -> Timed<()>;
    current_lease(Generation, &mut CallDeadlines) -> Timed<LeaseRecord>;
    leave(Generation, impl FnOnce(u64) -> u64) -> ();
    error(ErrorCode) -> Error;
}
