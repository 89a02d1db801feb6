//! A lease-file writer for a caller-supplied connection: the agent's rules, this machine's clocks
//! and randomness, and the server's statements.

use std::path::Path;

use super::dialogue::{Cells, Decoded, Statement, Value};
use super::{
    Action, Answer, Effect, GrantId, Holder, Kind, Namespace, Now, OwnedFile, Record, Request,
    StoredLease, postgres, redis,
};
use sortid::Timestamp;
use sortid::lease::{self, Process};
use sortid::{Error, ErrorCode};

/// The type of server at the other end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Server {
    /// PostgreSQL. The statements of one [`Step`] are one transaction.
    Postgres,
    /// Redis or Valkey. Each statement is a command.
    Redis,
}

/// The caller's next action.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// Wait for this many milliseconds, then ask again.
    Wait(i64),
    /// Wait for this many milliseconds, run these statements, and pass on the result of the last
    /// one.
    Run(u32, Vec<Statement>),
}

/// Maintains a lease file over the caller's connection. Call [`next_step`](Self::next_step) for the
/// next action, run it, and pass on the result ([`process_result`](Self::process_result)) or report
/// that there was none ([`fail`](Self::fail)), until the next action is a wait. At the end call
/// [`release`](Self::release) and repeat the same steps to release the node.
///
/// In a forked child the session does nothing: the next action is always an endless wait.
#[derive(Debug)]
pub struct Session {
    name: String,
    kind: Kind,
    server: Server,
    label: String,
    process: Process,
    /// The file, until the namespace is known.
    file: Option<OwnedFile>,
    holder: Option<(Holder<OwnedFile>, Namespace)>,
    stage: Option<Stage>,
    is_sent: bool,
    pause_ms: u32,
    refused: Option<Refused>,
}

/// The pending exchange.
#[derive(Debug)]
enum Stage {
    /// Looking up the namespace.
    FindNamespace,
    Postgres(postgres::Dialogue),
    /// Reading the namespace's lease term and margin, which may have been raised.
    ReadNamespace(Request),
    Redis(Vec<Value>),
}

/// The reason why there is no node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Refused {
    /// `quiet`, `exhausted`, `clocks`, `superseded`, `run_out`, `unknown` or `silence`.
    pub why: &'static str,
    /// The number of milliseconds until the reason may be gone, 0 if unknown.
    pub later_ms: i64,
}

impl Session {
    /// Opens the lease file, creating it if absent. `holder` names the holder, for display only.
    ///
    /// # Errors
    /// `invalid_option` if `name` is not a valid namespace name; `store_locked` if another agent
    /// has the file open; `store_foreign` if the file belongs to another namespace or kind; any
    /// other `store_*`.
    pub fn open(
        path: &Path,
        name: &str,
        kind: Kind,
        server: Server,
        holder: &str,
    ) -> Result<Self, Error> {
        // A placeholder with one node: the file does not depend on the namespace's nodes.
        let first = *kind.nodes().start();
        let namespace = Namespace::new(name, kind.clone(), Some(first..=first))?;
        Ok(Self {
            name: name.to_owned(),
            kind,
            server,
            label: holder.to_owned(),
            process: Process::current(),
            file: Some(OwnedFile::open(path, &namespace)?),
            holder: None,
            stage: None,
            is_sent: false,
            pause_ms: 0,
            refused: None,
        })
    }

    /// Returns the next action. A previous action without a result counts as failed.
    ///
    /// # Errors
    /// `entropy_unavailable`, and errors of the file. The request is retried later.
    pub fn next_step(&mut self) -> Result<Step, Error> {
        if !self.is_here() {
            return Ok(Step::Wait(i64::MAX));
        }
        if self.is_sent {
            self.fail()?;
        }
        if self.stage.is_none() {
            let stage = match &mut self.holder {
                None if self.file.is_some() => Stage::FindNamespace,
                None => return Ok(Step::Wait(i64::MAX)),
                Some((holder, _)) => match holder.next_action(now(), number()?)? {
                    Action::Wait(ms) => return Ok(Step::Wait(ms)),
                    Action::Send(request) => self.begin(request),
                },
            };
            self.stage = Some(stage);
        }
        self.is_sent = true;
        Ok(Step::Run(
            std::mem::take(&mut self.pause_ms),
            self.statements(),
        ))
    }

    /// Processes a result, and writes the file. `cells` are the columns of all rows, or the
    /// elements of the reply.
    ///
    /// # Errors
    /// `invalid_option` (`namespace`) if the server has no such namespace; `store_foreign`
    /// (`namespace`) if its ids are of another kind; errors of the file. The request is retried
    /// later.
    pub fn process_result(&mut self, cells: &Cells) -> Result<(), Error> {
        if !self.is_here() {
            return Ok(());
        }
        self.is_sent = false;
        match self.stage.take() {
            None => Ok(()),
            Some(Stage::FindNamespace) => self.found(cells),
            Some(Stage::Postgres(mut dialogue)) => match dialogue.process_result(cells) {
                Decoded::Again(pause_ms) => {
                    self.pause_ms = pause_ms;
                    self.stage = Some(Stage::Postgres(dialogue));
                    Ok(())
                }
                decoded => self.answered(&answer_of(decoded)),
            },
            Some(Stage::ReadNamespace(request)) => {
                let Some((_, namespace)) = &mut self.holder else {
                    return Ok(());
                };
                // If the server lost the record, the script recreates it from the last known one.
                if let Some(Some(record)) = redis::record(&self.name, cells) {
                    *namespace = record.namespace;
                }
                match redis::request_arguments(namespace, &request, &self.label) {
                    Some(arguments) => {
                        self.stage = Some(Stage::Redis(arguments));
                        Ok(())
                    }
                    None => self.answered(&Answer::Unknown),
                }
            }
            Some(Stage::Redis(_)) => {
                let Some((_, namespace)) = &self.holder else {
                    return Ok(());
                };
                let decoded = redis::answer(namespace, cells);
                self.answered(&answer_of(decoded))
            }
        }
    }

    /// Reports that no result came. The server may have processed the statements nevertheless.
    ///
    /// # Errors
    /// `entropy_unavailable`.
    pub fn fail(&mut self) -> Result<(), Error> {
        if !self.is_here() {
            return Ok(());
        }
        self.is_sent = false;
        match self.stage.take() {
            Some(Stage::ReadNamespace(_)) => self.answered(&Answer::NotSent),
            Some(Stage::FindNamespace) | None => Ok(()),
            Some(_) => self.answered(&Answer::Silence),
        }
    }

    /// Closes the file, so that no more ids are generated from it. At most one action remains,
    /// which releases the row.
    ///
    /// # Errors
    /// Errors of the file. The call can be repeated.
    pub fn release(&mut self) -> Result<(), Error> {
        if !self.is_here() {
            return Ok(());
        }
        (self.stage, self.is_sent, self.file) = (None, false, None);
        let Some((holder, _)) = &mut self.holder else {
            return Ok(());
        };
        let request = holder.release()?;
        self.stage = request.map(|request| self.begin(request));
        Ok(())
    }

    /// Returns the lease, if it is valid and has not expired.
    pub fn grant(&self) -> Option<StoredLease> {
        let (holder, _) = self.holder.as_ref().filter(|_| self.is_here())?;
        let now_ms = now().unix_ms;
        holder.grant().filter(|held| held.until_ms > now_ms)
    }

    /// Why the last request failed, or `None` if it succeeded.
    pub const fn refused(&self) -> Option<Refused> {
        self.refused
    }

    /// How often another lease file was opened or created because the previous one was removed,
    /// replaced or damaged.
    pub fn replaced(&self) -> u64 {
        let holder = self.holder.as_ref().map(|(holder, _)| holder.file());
        holder.or(self.file.as_ref()).map_or(0, OwnedFile::replaced)
    }

    fn is_here(&self) -> bool {
        self.process == Process::current()
    }

    fn begin(&self, request: Request) -> Stage {
        match self.server {
            Server::Postgres => {
                let dialogue = postgres::Dialogue::new(&self.name, request, &self.label, false);
                Stage::Postgres(dialogue)
            }
            Server::Redis => Stage::ReadNamespace(request),
        }
    }

    fn statements(&self) -> Vec<Statement> {
        let read = || match self.server {
            Server::Postgres => vec![postgres::read(&self.name)],
            Server::Redis => vec![redis::read(&self.name)],
        };
        match &self.stage {
            None => vec![],
            Some(Stage::FindNamespace | Stage::ReadNamespace(_)) => read(),
            Some(Stage::Postgres(dialogue)) => dialogue.statements(),
            Some(Stage::Redis(arguments)) => vec![redis::call(&self.name, arguments.clone())],
        }
    }

    /// Processes the namespace's record.
    fn found(&mut self, cells: &Cells) -> Result<(), Error> {
        let about = |code| Error::about(code, "namespace");
        let record = match self.server {
            Server::Postgres => postgres::record(&self.name, cells)?,
            Server::Redis => {
                redis::record(&self.name, cells).ok_or_else(|| about(ErrorCode::StoreForeign))?
            }
        };
        let Some(Record { namespace, .. }) = record else {
            return Err(Error::about(
                ErrorCode::InvalidOption,
                "namespace\0the server has no namespace of this name: create it first",
            ));
        };
        if *namespace.kind() != self.kind {
            return Err(about(ErrorCode::StoreForeign));
        }
        if let Some(file) = self.file.take() {
            let holder = Holder::open(file, namespace.stretch_ms(), None)?;
            self.holder = Some((holder, namespace));
        }
        Ok(())
    }

    fn answered(&mut self, answer: &Answer) -> Result<(), Error> {
        let Some((holder, _)) = &mut self.holder else {
            return Ok(());
        };
        let effect = holder.process_reply(answer, now(), lease::random()? as u32)?;
        self.refused = match effect {
            Effect::Granted { .. } | Effect::Released => None,
            Effect::Lost | Effect::Unchanged => Some(refused(answer)),
        };
        Ok(())
    }
}

/// Returns the reply that a result stands for. A malformed result counts as no reply.
fn answer_of(decoded: Decoded) -> Answer {
    match decoded {
        Decoded::Answer(answer) => answer,
        Decoded::Foreign(_) => Answer::Unknown,
        Decoded::Again(_) | Decoded::Busy | Decoded::Malformed => Answer::Silence,
    }
}

fn refused(answer: &Answer) -> Refused {
    let (why, later_ms) = match answer {
        Answer::Quiet { floor_ms, now_ms } => ("quiet", floor_ms.saturating_sub(*now_ms)),
        Answer::Exhausted {
            next_ms, now_ms, ..
        } => ("exhausted", next_ms.saturating_sub(*now_ms)),
        Answer::Clocks { .. } => ("clocks", 0),
        Answer::Superseded => ("superseded", 0),
        Answer::RunOut => ("run_out", 0),
        Answer::Unknown => ("unknown", 0),
        Answer::Granted { .. } | Answer::Closed | Answer::NotSent | Answer::Silence => {
            ("silence", 0)
        }
    };
    Refused { why, later_ms }
}

fn now() -> Now {
    Now {
        unix_ms: Timestamp::now().unix_ms(),
        steady_ms: lease::monotonic_ms(),
    }
}

/// Draws the id of a new lease.
fn number() -> Result<GrantId, Error> {
    loop {
        if let Some(id) = GrantId::from_random(lease::random()?) {
            return Ok(id);
        }
    }
}
