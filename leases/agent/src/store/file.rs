//! A store without a server: a file of this machine, timed by this machine's clock.
//!
//! Each change replaces the whole file under a lock: a new version is written and synced, then gets
//! the file's name. A process killed at any moment leaves the old version or the new one. Every
//! version is a separate file that records its own identity. A version with another file's identity
//! was copied or restored, and may lack leases: no node is granted until all of those have expired.
//! An old version with another name (a link) is emptied, so that it cannot come back under that
//! name. An empty file is a store without namespaces.

mod content;
mod version;

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use sortid_leasing::{Answer, Namespace, Record, Request, Row};

use super::{Refused, Store};
use crate::address::Address;
use crate::clock;
use content::{Content, Known};

/// The name of the only server.
const SERVER: &str = "file";

/// Time limit for the lock, and the pause between two attempts.
const LONGEST_WAIT: Duration = Duration::from_secs(5);
const PAUSE: Duration = Duration::from_millis(2);

/// The identity of a file: device, number, and creation time, which distinguishes it from a later
/// file with the same number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Identity {
    device: u64,
    number: u64,
    born_ns: u64,
}

impl Identity {
    fn of(file: &File) -> io::Result<Self> {
        let (device, number, born_ns) = sortid::file_identity(file)?;
        Ok(Self {
            device,
            number,
            born_ns,
        })
    }
}

pub(super) struct FileStore {
    path: PathBuf,
}

impl FileStore {
    pub(super) fn new(path: PathBuf) -> Result<Self, Refused> {
        match path.is_absolute() {
            true => Ok(Self { path }),
            false => Err(Refused::denied(
                "invalid store: expected file: and an absolute path, for example file:/var/lib/sortid/leases",
            )),
        }
    }

    fn refused(&self, error: &io::Error) -> Refused {
        Refused::denied(format!("{}: {error}", self.path.display()))
    }

    /// Locks the file. Returns an error after a while, since a stopped process keeps its lock.
    fn lock(&self, file: &File) -> Result<(), Refused> {
        let began = Instant::now();
        loop {
            match file.try_lock() {
                Ok(()) => return Ok(()),
                Err(TryLockError::Error(error)) => return Err(self.refused(&error)),
                Err(TryLockError::WouldBlock) if began.elapsed() < LONGEST_WAIT => {
                    thread::sleep(PAUSE);
                }
                Err(TryLockError::WouldBlock) => {
                    return Err(Refused::Unreachable(format!(
                        "{}: another process has it locked",
                        self.path.display()
                    )));
                }
            }
        }
    }

    /// Opens and locks the file. Returns it with its contents, or `None` if absent.
    fn locked(&self) -> Result<Option<(File, Content)>, Refused> {
        loop {
            let mut file = match OpenOptions::new().read(true).write(true).open(&self.path) {
                Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
                opened => opened.map_err(|error| self.refused(&error))?,
            };
            self.lock(&file)?;
            let named = fs::metadata(&self.path);
            if !version::is_file(named, &file).map_err(|error| self.refused(&error))? {
                // Another file has replaced it.
                continue;
            }
            if let Some(system) =
                sortid::remote_file_system(&file).map_err(|error| self.refused(&error))?
            {
                return Err(Refused::denied(format!(
                    "{}: on a file system of type {system}, which other machines may share: a file store serves one machine",
                    self.path.display()
                )));
            }
            let mut text = String::new();
            file.read_to_string(&mut text)
                .map_err(|error| self.refused(&error))?;
            let mut content = match text.is_empty() {
                true => Content::default(),
                false => Content::read(&text).map_err(|reason| {
                    Refused::denied(format!("{}: {reason}", self.path.display()))
                })?,
            };
            if content.identity != Identity::of(&file).map_err(|error| self.refused(&error))? {
                let now_ms = clock::now().unix_ms;
                for known in content.namespaces.values_mut() {
                    sortid_leasing::guard(&mut known.record, now_ms);
                }
            }
            return Ok(Some((file, content)));
        }
    }

    /// Changes a namespace, and writes it to disk if `change` returns `true`.
    fn change<R>(
        &self,
        name: &str,
        change: impl FnOnce(&mut Known) -> (R, bool),
    ) -> Result<Option<R>, Refused> {
        let Some((old, mut content)) = self.locked()? else {
            return Ok(None);
        };
        let Some(known) = content.namespaces.get_mut(name) else {
            return Ok(None);
        };
        let (result, is_changed) = change(known);
        if is_changed {
            self.replace(&old, &mut content)?;
        }
        Ok(Some(result))
    }

    /// Creates an empty file, unless another process does so at the same time.
    fn create_empty(&self) -> Result<(), Refused> {
        let mut options = OpenOptions::new();
        match options.write(true).create_new(true).open(&self.path) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(()),
            created => created.and_then(|file| version::share(&file)),
        }
        .map_err(|error| self.refused(&error))
    }

    /// Replaces the old version, whose lock is held, by a new one.
    fn replace(&self, old: &File, content: &mut Content) -> Result<(), Refused> {
        let mut name = self.path.clone().into_os_string();
        name.push(".new");
        let draft = PathBuf::from(name);
        let is_replaced = self.write_draft(&draft, old, content).and_then(|locked| {
            // Other processes wait until `locked` is dropped: they use the draft's name, too.
            let _locked = locked;
            version::replace(&draft, &self.path, old)
        });
        if !matches!(is_replaced, Ok(true)) {
            let _ = fs::remove_file(&draft);
        }
        match is_replaced {
            Ok(true) => File::open(self.path.parent().unwrap_or(&self.path))
                .and_then(|folder| folder.sync_all())
                .map_err(|error| self.refused(&error)),
            Ok(false) => Err(Refused::Unreachable(format!(
                "{}: the file was moved away during the change",
                self.path.display()
            ))),
            Err(error) => Err(self.refused(&error)),
        }
    }

    /// Writes a new version to the draft. Returns the file, locked.
    fn write_draft(&self, draft: &Path, old: &File, content: &mut Content) -> io::Result<File> {
        // Remove the draft of a killed process. No other process uses this name now.
        match fs::remove_file(draft) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
        let mut options = OpenOptions::new();
        let mut file = options.write(true).create_new(true).open(draft)?;
        file.lock()?;
        version::keep_access(&file, &old.metadata()?)?;
        content.identity = Identity::of(&file)?;
        file.write_all(content.text().as_bytes())?;
        file.sync_all()?;
        Ok(file)
    }
}

impl Store for FileStore {
    fn create(&mut self, namespace: &Namespace, is_new: bool) -> Result<(), Refused> {
        let now_ms = clock::now().unix_ms;
        let created = |there: Option<&Record>| {
            sortid_leasing::create(there, namespace, SERVER, now_ms, is_new).map_err(|error| {
                match there {
                    Some(there) => Refused::not_made(&there.namespace, namespace),
                    None => Refused::denied(format!("{}: {error}", namespace.name())),
                }
            })
        };
        let name = namespace.name().to_owned();
        let (old, mut content) = loop {
            match self.locked()? {
                Some(locked) => break locked,
                None => self.create_empty()?,
            }
        };
        match content.namespaces.get_mut(&name) {
            Some(known) => known.record = created(Some(&known.record))?,
            None => {
                content.namespaces.insert(name, Known::new(created(None)?));
            }
        }
        self.replace(&old, &mut content)
    }

    fn record(&mut self, name: &str) -> Result<Option<Record>, Refused> {
        self.change(name, |known| (known.record.clone(), false))
    }

    fn ask(&mut self, name: &str, request: &Request, holder: &str) -> Result<Answer, Refused> {
        let dice = clock::random().map_err(|_| Refused::denied("no random bytes"))?;
        let answer = self.change(name, |known| {
            let floor_ms = known.record.floor_ms;
            let now_ms = clock::now().unix_ms;
            let Known { record, rows } = known;
            let answer =
                sortid_leasing::answer(record, rows, request, (SERVER, holder), now_ms, dice);
            // A holder that knows more than the store raises the recovery floor, even without a
            // grant.
            let is_changed = known.record.floor_ms != floor_ms
                || matches!(
                    answer,
                    Answer::Granted { .. } | Answer::Closed | Answer::Quiet { .. }
                );
            (answer, is_changed)
        })?;
        Ok(answer.unwrap_or(Answer::Unknown))
    }

    fn reload(&mut self, address: &Address) -> Result<(), Refused> {
        if address.scheme() != "file" {
            return Err(Refused::denied(
                "another kind of store requires a restart of the agent",
            ));
        }
        *self = Self::new(address.path())?;
        Ok(())
    }

    fn guard(&mut self, name: &str) -> Result<i64, Refused> {
        let floor = self.change(name, |known| {
            sortid_leasing::guard(&mut known.record, clock::now().unix_ms);
            (known.record.floor_ms, true)
        })?;
        floor.ok_or_else(|| Refused::no_namespace(name))
    }

    fn rows(&mut self, name: &str) -> Result<Vec<(u64, Row)>, Refused> {
        let rows = self.change(name, |known| {
            let rows = known.rows.iter().map(|(node, row)| (*node, row.clone()));
            (rows.collect(), false)
        })?;
        rows.ok_or_else(|| Refused::no_namespace(name))
    }
}

#[cfg(test)]
mod tests {
    use std::thread;

    use super::*;

    /// A temporary folder, removed on drop.
    struct Folder(PathBuf);

    impl Folder {
        fn new(name: &str) -> Self {
            let name = format!("sortid-lease-{name}-{}", std::process::id());
            let folder = std::env::temp_dir().join(name);
            fs::create_dir_all(&folder).expect("a folder");
            Self(folder)
        }

        fn store(&self) -> FileStore {
            FileStore::new(self.0.join("store")).expect("a whole path")
        }
    }

    impl Drop for Folder {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    #[test]
    fn changes_of_many_threads_all_succeed() {
        let folder = Folder::new("threads");
        let namespace = Namespace::new("orders", "tid".parse().expect("a kind"), None);
        let namespace = namespace.expect("a namespace");
        thread::scope(|scope| {
            for _ in 0..8 {
                scope.spawn(|| {
                    let mut store = folder.store();
                    for _ in 0..25 {
                        assert!(store.create(&namespace, true).is_ok());
                        assert!(store.guard("orders").is_ok());
                    }
                });
            }
        });
        let left = fs::read_dir(&folder.0).expect("a folder").count();
        assert_eq!(left, 1, "the store alone");
    }

    #[test]
    fn new_version_is_locked_before_its_rename() {
        let folder = Folder::new("locked");
        let store = folder.store();
        store.create_empty().expect("a file");
        let (old, mut content) = store.locked().expect("it opens").expect("a file");
        let draft = folder.0.join("draft");
        let locked = store
            .write_draft(&draft, &old, &mut content)
            .expect("a draft");
        let other = File::open(&draft).expect("the draft");
        assert!(other.try_lock().is_err());
        drop(locked);
        assert!(other.try_lock().is_ok());
    }
}
