//! State that outlives the process: a file with the position of a generator, for later processes
//! and for those that issue ids at the same time.
//!
//! A *position* is a number that increases with each id; the generator knows what it means. A file
//! has
//! - a **high-water mark** on the disk: no id was issued above it. It is raised and synced before
//!   the position passes it, so most ids write nothing;
//! - the **position** itself, in memory that all processes map and change by an atomic exchange.
//!
//! A *session* lasts as long as any process has the file open. A process that opens the file first
//! starts above the mark, whatever happened before. A process that joins a session continues at its
//! position. See `docs/state-file.md` and `docs/decisions/0009-state-file.md`.

mod data;
pub(crate) mod file;
mod interned;
mod locks;
mod mapped;
mod record;
mod state_file;

pub use data::{FileAccess, FileHeader, IDS, LeaseRecord, NAMESPACE_LEN, Reservation, SessionData};
pub(crate) use locks::LockByte;
pub use record::Record;
pub use state_file::StateFile;
