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

use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use sortid::grant::{self, Answer, Namespace, Record, Request, Row};

use super::{Refused, Store};
use crate::clock;
use content::{Content, Known};

/// The name of the only server.
const SERVER: &str = "file";

/// The identity of a file: device, number, and creation time, which distinguishes it from a later
/// file with the same number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Identity {
    device: u64,
    number: u64,
    born_ns: u64,
}

impl Identity {
    fn of(known: &Metadata) -> Self {
        let (device, number, born_ns) = sortid::file_identity(known);
        Self {
            device,
            number,
            born_ns,
        }
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
                "a store is file: and a whole path, for example file:/var/lib/sortid/leases",
            )),
        }
    }

    fn refused(&self, error: &io::Error) -> Refused {
        Refused::denied(format!("{}: {error}", self.path.display()))
    }

    /// Opens and locks the file. Returns it with its contents, or `None` if absent.
    fn locked(&self) -> Result<Option<(File, Content)>, Refused> {
        loop {
            let mut file = match OpenOptions::new().read(true).write(true).open(&self.path) {
                Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
                opened => opened.map_err(|error| self.refused(&error))?,
            };
            file.lock().map_err(|error| self.refused(&error))?;
            let (mine, named) = (file.metadata(), fs::metadata(&self.path));
            let mine = Identity::of(&mine.map_err(|error| self.refused(&error))?);
            if named.ok().map(|named| Identity::of(&named)) != Some(mine) {
                // Another file has the name by now.
                continue;
            }
            if let Some(system) =
                sortid::remote_file_system(&file).map_err(|error| self.refused(&error))?
            {
                return Err(Refused::denied(format!(
                    "{}: on a file system of type {system}, which other machines may have as well: a file serves one machine",
                    self.path.display()
                )));
            }
            let mut text = String::new();
            file.read_to_string(&mut text)
                .map_err(|error| self.refused(&error))?;
            let mut content = match text.is_empty() {
                true => Content::default(),
                false => Content::read(&text)
                    .map_err(|why| Refused::denied(format!("{}: {why}", self.path.display())))?,
            };
            if content.identity != mine {
                let now_ms = clock::now().unix_ms;
                for known in content.namespaces.values_mut() {
                    grant::guard(&mut known.record, now_ms);
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

    /// Replaces the old version, whose lock is held, by a new one.
    fn replace(&self, old: &File, content: &mut Content) -> Result<(), Refused> {
        let known = old.metadata().map_err(|error| self.refused(&error))?;
        let access = |draft: &File| version::keep_access(draft, &known);
        let mut is_moved = false;
        let written = self.write(".new", content, access, |draft, path| {
            is_moved = !version::replace(draft, path, old)?;
            match is_moved {
                true => Err(io::ErrorKind::NotFound.into()),
                false => Ok(()),
            }
        });
        match is_moved {
            true => Err(Refused::Unreachable(format!(
                "{}: it was moved away meanwhile",
                self.path.display()
            ))),
            false => written,
        }
    }

    /// Writes a new version under a name that no other process uses. `access` sets its owner and
    /// mode, and `publish` moves it to its final name.
    fn write(
        &self,
        ending: &str,
        content: &mut Content,
        access: impl FnOnce(&File) -> io::Result<()>,
        publish: impl FnOnce(&Path, &Path) -> io::Result<()>,
    ) -> Result<(), Refused> {
        let mut name = self.path.clone().into_os_string();
        name.push(ending);
        let draft = PathBuf::from(name);
        let written = self
            .write_draft(&draft, content, access)
            .and_then(|()| publish(&draft, &self.path));
        if written.is_err() {
            let _ = fs::remove_file(&draft);
        }
        written
            .and_then(|()| File::open(self.path.parent().unwrap_or(&self.path))?.sync_all())
            .map_err(|error| self.refused(&error))
    }

    fn write_draft(
        &self,
        draft: &Path,
        content: &mut Content,
        access: impl FnOnce(&File) -> io::Result<()>,
    ) -> io::Result<()> {
        // Remove what a killed process left behind. No other process uses this name now.
        match fs::remove_file(draft) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
        let mut options = OpenOptions::new();
        let mut file = options.write(true).create_new(true).open(draft)?;
        access(&file)?;
        content.identity = Identity::of(&file.metadata()?);
        file.write_all(content.text().as_bytes())?;
        file.sync_all()
    }
}

impl Store for FileStore {
    fn create(&mut self, namespace: &Namespace, is_new: bool) -> Result<(), Refused> {
        let now_ms = clock::now().unix_ms;
        let made = |there: Option<&Record>| {
            grant::create(there, namespace, SERVER, now_ms, is_new).map_err(|error| match there {
                Some(there) => Refused::not_made(&there.namespace, namespace),
                None => Refused::denied(format!("{}: {error}", namespace.name())),
            })
        };
        let name = namespace.name().to_owned();
        let Some((old, mut content)) = self.locked()? else {
            let mut content = Content::default();
            content.namespaces.insert(name, Known::new(made(None)?));
            // If two processes create the file at once, the second finds the first one's.
            let draft = format!(".{}.new", std::process::id());
            return match self.write(&draft, &mut content, version::share, |draft, path| {
                fs::hard_link(draft, path)?;
                fs::remove_file(draft)
            }) {
                Err(_) if self.path.exists() => self.create(namespace, is_new),
                written => written,
            };
        };
        match content.namespaces.get_mut(&name) {
            Some(known) => known.record = made(Some(&known.record))?,
            None => {
                content.namespaces.insert(name, Known::new(made(None)?));
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
            let answer = grant::answer(record, rows, request, (SERVER, holder), now_ms, dice);
            // A holder that knows more than the store raises the recovery floor, even if it is
            // refused.
            let is_changed = known.record.floor_ms != floor_ms
                || matches!(
                    answer,
                    Answer::Granted { .. } | Answer::Closed | Answer::Quiet { .. }
                );
            (answer, is_changed)
        })?;
        Ok(answer.unwrap_or(Answer::Unknown))
    }

    fn guard(&mut self, name: &str) -> Result<i64, Refused> {
        let floor = self.change(name, |known| {
            grant::guard(&mut known.record, clock::now().unix_ms);
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
