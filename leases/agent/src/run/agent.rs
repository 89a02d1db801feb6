//! The agent of a lease file: the rules of [`sortid_leasing`] with this machine's clock and
//! messages.

use std::path::{Path, PathBuf};

use sortid_leasing::{
    Action, Answer, Effect, Holder, Namespace, OwnedFile, Request, StoredLease, TOLERANCE_MS,
};

use super::clock_offset::ClockOffset;
use super::messages::{self, Voice};
use super::share;
use crate::clock;
use crate::failure::Failure;
use crate::store::Store;

/// Minimum wait after a file error. The next call returns the actual one.
const AFTER_ERROR_MS: i64 = 100;

pub(super) struct Agent {
    path: PathBuf,
    /// The number of reported replacements of the file.
    replaced: u64,
    namespace: Namespace,
    holder: Holder<OwnedFile>,
    voice: Voice,
}

impl Agent {
    /// Opens the file, creating it if absent. Ids begin above `above_ms`, in Unix milliseconds.
    pub(super) fn open(
        path: &Path,
        namespace: &Namespace,
        above_ms: Option<i64>,
    ) -> Result<Self, Failure> {
        let was_there = path.exists();
        let file = OwnedFile::open(path, namespace)?;
        if !was_there {
            share(path).map_err(|error| Failure::failed(format!("{}: {error}", path.display())))?;
        }
        let holder = Holder::open(file, namespace.stretch_ms(), above_ms)?;
        let ahead_ms = sortid_leasing::LeaseFile::mark_ms(holder.file()) - clock::now().unix_ms;
        let mut voice = Voice::of(namespace.name());
        if ahead_ms > TOLERANCE_MS {
            voice.say(
                "ahead",
                &format!(
                    "{} is {} s ahead of this machine's clock: no ids until the clock catches up",
                    path.display(),
                    clock::in_s(ahead_ms)
                ),
            );
        }
        Ok(Self {
            path: path.to_owned(),
            replaced: 0,
            namespace: namespace.clone(),
            holder,
            voice,
        })
    }

    /// Returns the lease, if it is valid and has not expired.
    pub(super) fn grant(&self) -> Option<StoredLease> {
        let now_ms = clock::now().unix_ms;
        self.holder.grant().filter(|grant| grant.until_ms > now_ms)
    }

    pub(super) fn has_lease(&self) -> bool {
        self.grant().is_some()
    }

    pub(super) fn is_in_use(&self) -> Result<bool, Failure> {
        Ok(self.holder.file().is_in_use()?)
    }

    /// Returns the next action. After an error of the file, reports it and returns a wait.
    pub(super) fn ask(&mut self) -> Result<Action, Failure> {
        let ask = self.holder.next_action(clock::now(), clock::number()?);
        self.report_replacement();
        Ok(ask.unwrap_or_else(|error| {
            self.say(&error.to_string());
            Action::Wait(AFTER_ERROR_MS)
        }))
    }

    /// How often the file was replaced.
    pub(super) fn replacements(&self) -> u64 {
        self.replaced
    }

    fn report_replacement(&mut self) {
        let file = self.holder.file();
        if file.replaced() == self.replaced {
            return;
        }
        let is_damaged = file.is_damaged();
        self.replaced = file.replaced();
        let path = self.path.display().to_string();
        // A replaced file keeps its mode.
        let is_created = sortid_leasing::LeaseFile::held(file).is_none();
        if is_created && let Err(error) = share(&self.path) {
            self.say(&format!("{path}: {error}"));
        }
        let what = if is_damaged {
            format!("was damaged, is now {path}.damaged, and has been created again")
        } else if is_created {
            "was removed, and has been created again".to_owned()
        } else {
            "was replaced".to_owned()
        };
        self.say(&format!(
            "{path} {what}; requesting a node for it. Restart programs that have the old file open: they get store_io"
        ));
    }

    /// Processes a reply. Returns whether a node was taken.
    pub(super) fn hear(
        &mut self,
        answer: &Answer,
        offset: Option<ClockOffset>,
    ) -> Result<bool, Failure> {
        let now = clock::now();
        let offset_ms = offset.map_or(0, ClockOffset::certain_ms);
        match self
            .holder
            .process_reply(answer, now, clock::random()? as u32)
        {
            Ok(effect) => {
                messages::tell(&mut self.voice, &self.namespace, answer, effect, offset_ms);
                Ok(matches!(effect, Effect::Granted { is_new: true, .. }))
            }
            // The next request names the granted lease by its id.
            Err(error) => {
                self.say(&error.to_string());
                Ok(false)
            }
        }
    }

    /// Reports a problem with the file or the store, once.
    pub(super) fn say(&mut self, what: &str) {
        self.voice.say(what, what);
    }

    /// Closes the file. Returns the request to send afterwards.
    pub(super) fn release(&mut self) -> Result<Option<Request>, Failure> {
        Ok(self.holder.release()?)
    }
}

/// Releases the node that a dead agent left in a file.
pub(crate) fn release(
    path: &Path,
    namespace: &Namespace,
    store: &mut dyn Store,
) -> Result<(), Failure> {
    let mut agent = Agent::open(path, namespace, None)?;
    if agent.is_in_use()? {
        return Err(Failure::failed(format!(
            "{}: a program has it open",
            path.display()
        )));
    }
    if let Some(request) = agent.release()? {
        store.ask(namespace.name(), &request, &clock::holder())?;
    }
    Ok(())
}
