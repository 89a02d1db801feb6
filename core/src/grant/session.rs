//! A lease file that is kept over somebody's own connection: the agent's rules, this machine's clocks and randomness, and what is to be said to the server.

use std::path::Path;

use super::dialogue::{Cells, Said, Statement, Value};
use super::{
    Answer, Ask, GrantId, Heard, Held, Holder, KeptFile, Kind, Namespace, Now, Record, Request,
    postgres, redis,
};
use crate::Here;
use crate::error::{Error, ErrorCode};
use crate::process::{self, Generation};
use crate::time::Timestamp;
use crate::world::World;

/// What kind of server is at the other end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Server {
    /// PostgreSQL: the statements of one [`Turn`] are one transaction.
    Postgres,
    /// Redis or Valkey: each statement is a command.
    Redis,
}

/// What there is to do for who has the connection.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Turn {
    /// Nothing for so many milliseconds: then it is asked again.
    Wait(i64),
    /// To wait for so many milliseconds, to run these, and to hand what the last of them answers over.
    Run(u32, Vec<Statement>),
}

/// Keeps a lease file of a namespace, for who brings the connection: ask for what there is to do ([`ask`](Self::ask)), run it, and hand over what came back
/// ([`hear`](Self::hear)) or that nothing did ([`fail`](Self::fail)); until it says that there is nothing to do for a while. At the end
/// [`release`](Self::release), and the same once more, gives the node back.
///
/// A child that was forked from the process keeps nothing: there is nothing to do in it, ever.
#[derive(Debug)]
pub struct Session {
    name: String,
    kind: Kind,
    server: Server,
    label: String,
    process: Generation,
    /// Until the namespace is known.
    file: Option<KeptFile>,
    kept: Option<(Holder<KeptFile>, Namespace)>,
    stage: Option<Stage>,
    is_sent: bool,
    pause_ms: u32,
    refused: Option<Refused>,
}

/// What is being asked.
#[derive(Debug)]
enum Stage {
    /// For the namespace.
    Finds,
    Postgres(postgres::Dialogue),
    /// For the namespace's times, which may have been raised.
    Reads(Request),
    Redis(Vec<Value>),
}

/// Why there is no node, or none any more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Refused {
    /// `quiet`, `exhausted`, `clocks`, `superseded`, `run_out`, `unknown` or `silence`.
    pub why: &'static str,
    /// In how many milliseconds that may be over; 0 where that is not known.
    pub later_ms: i64,
}

impl Session {
    /// Opens the lease file, or makes it. `holder` says who has it, for people.
    ///
    /// # Errors
    /// `invalid_option` for no name of a namespace; `store_locked` where somebody else keeps the file; `store_foreign` for one of another namespace or kind; the
    /// other `store_*`.
    pub fn open(
        path: &Path,
        name: &str,
        kind: Kind,
        server: Server,
        holder: &str,
    ) -> Result<Self, Error> {
        // Of one node, whatever the server's has: the file knows none of them.
        let first = *kind.nodes().start();
        let namespace = Namespace::new(name, kind.clone(), Some(first..=first))?;
        Ok(Self {
            name: name.to_owned(),
            kind,
            server,
            label: holder.to_owned(),
            process: process::generation(),
            file: Some(KeptFile::open(path, &namespace)?),
            kept: None,
            stage: None,
            is_sent: false,
            pause_ms: 0,
            refused: None,
        })
    }

    /// What there is to do. What was to be run before, and was neither heard of nor failed, counts as failed.
    ///
    /// # Errors
    /// `entropy_unavailable`; those of the file: then it is asked for again later.
    pub fn ask(&mut self) -> Result<Turn, Error> {
        if !self.is_here() {
            return Ok(Turn::Wait(i64::MAX));
        }
        if self.is_sent {
            self.fail()?;
        }
        if self.stage.is_none() {
            let stage = match &mut self.kept {
                None if self.file.is_some() => Stage::Finds,
                None => return Ok(Turn::Wait(i64::MAX)),
                Some((holder, _)) => match holder.ask(now(), number()?)? {
                    Ask::Wait(ms) => return Ok(Turn::Wait(ms)),
                    Ask::Send(request) => self.begins(request),
                },
            };
            self.stage = Some(stage);
        }
        self.is_sent = true;
        Ok(Turn::Run(
            std::mem::take(&mut self.pause_ms),
            self.statements(),
        ))
    }

    /// Takes what came back, and writes the file: the columns of all rows, or the elements of the reply.
    ///
    /// # Errors
    /// `invalid_option` (`namespace`) where the server has no such namespace; `store_foreign` (`namespace`) where it is of other ids; those of the file:
    /// then it is asked for again later.
    pub fn hear(&mut self, cells: &Cells) -> Result<(), Error> {
        if !self.is_here() {
            return Ok(());
        }
        self.is_sent = false;
        match self.stage.take() {
            None => Ok(()),
            Some(Stage::Finds) => self.found(cells),
            Some(Stage::Postgres(mut dialogue)) => match dialogue.hear(cells) {
                Said::Again(pause_ms) => {
                    self.pause_ms = pause_ms;
                    self.stage = Some(Stage::Postgres(dialogue));
                    Ok(())
                }
                said => self.answered(&answer_of(said)),
            },
            Some(Stage::Reads(request)) => {
                let Some((_, namespace)) = &mut self.kept else {
                    return Ok(());
                };
                // What the server has lost is made anew as it was.
                if let Some(Some(record)) = redis::record(&self.name, cells) {
                    *namespace = record.namespace;
                }
                match redis::ask(namespace, &request, &self.label) {
                    Some(arguments) => {
                        self.stage = Some(Stage::Redis(arguments));
                        Ok(())
                    }
                    None => self.answered(&Answer::Unknown),
                }
            }
            Some(Stage::Redis(_)) => {
                let Some((_, namespace)) = &self.kept else {
                    return Ok(());
                };
                let said = redis::answer(namespace, cells);
                self.answered(&answer_of(said))
            }
        }
    }

    /// Nothing came back: what was sent may have been done all the same.
    ///
    /// # Errors
    /// `entropy_unavailable`.
    pub fn fail(&mut self) -> Result<(), Error> {
        if !self.is_here() {
            return Ok(());
        }
        self.is_sent = false;
        match self.stage.take() {
            Some(Stage::Reads(_)) => self.answered(&Answer::NotSent),
            Some(Stage::Finds) | None => Ok(()),
            Some(_) => self.answered(&Answer::Silence),
        }
    }

    /// Closes the file: ids of it are made no more. Then there is one thing more to do at most, by which the row is given back, and nothing after it.
    ///
    /// # Errors
    /// Those of the file: then the call may be repeated.
    pub fn release(&mut self) -> Result<(), Error> {
        if !self.is_here() {
            return Ok(());
        }
        (self.stage, self.is_sent, self.file) = (None, false, None);
        let Some((holder, _)) = &mut self.kept else {
            return Ok(());
        };
        let request = holder.release()?;
        self.stage = request.map(|request| self.begins(request));
        Ok(())
    }

    /// The grant that counts and goes on.
    pub fn grant(&self) -> Option<Held> {
        let (holder, _) = self.kept.as_ref().filter(|_| self.is_here())?;
        let now_ms = now().unix_ms;
        holder.grant().filter(|held| held.until_ms > now_ms)
    }

    /// Why the last request came to nothing; none where it did not.
    pub const fn refused(&self) -> Option<Refused> {
        self.refused
    }

    fn is_here(&self) -> bool {
        process::generation().forks() == self.process.forks()
    }

    fn begins(&self, request: Request) -> Stage {
        match self.server {
            Server::Postgres => {
                let dialogue = postgres::Dialogue::new(&self.name, request, &self.label, false);
                Stage::Postgres(dialogue)
            }
            Server::Redis => Stage::Reads(request),
        }
    }

    fn statements(&self) -> Vec<Statement> {
        let read = || match self.server {
            Server::Postgres => vec![postgres::read(&self.name)],
            Server::Redis => vec![redis::read(&self.name)],
        };
        match &self.stage {
            None => vec![],
            Some(Stage::Finds | Stage::Reads(_)) => read(),
            Some(Stage::Postgres(dialogue)) => dialogue.statements(),
            Some(Stage::Redis(arguments)) => vec![redis::call(&self.name, arguments.clone())],
        }
    }

    /// The namespace is there, or not.
    fn found(&mut self, cells: &Cells) -> Result<(), Error> {
        let about = |code| Error::about(code, "namespace");
        let record = match self.server {
            Server::Postgres => postgres::record(&self.name, cells)?,
            Server::Redis => {
                redis::record(&self.name, cells).ok_or_else(|| about(ErrorCode::StoreForeign))?
            }
        };
        let Some(Record { namespace, .. }) = record else {
            return Err(about(ErrorCode::InvalidOption));
        };
        if *namespace.kind() != self.kind {
            return Err(about(ErrorCode::StoreForeign));
        }
        if let Some(file) = self.file.take() {
            let holder = Holder::open(file, namespace.stretch_ms(), None)?;
            self.kept = Some((holder, namespace));
        }
        Ok(())
    }

    fn answered(&mut self, answer: &Answer) -> Result<(), Error> {
        let Some((holder, _)) = &mut self.kept else {
            return Ok(());
        };
        let heard = holder.hear(answer, now(), random()? as u32)?;
        self.refused = match heard {
            Heard::Has { .. } | Heard::Released => None,
            Heard::Lost | Heard::Waits => Some(why(answer)),
        };
        Ok(())
    }
}

/// What a dialogue came to; who says nothing that can be read has not answered.
fn answer_of(said: Said) -> Answer {
    match said {
        Said::Answer(answer) => answer,
        Said::Foreign(_) => Answer::Unknown,
        Said::Again(_) | Said::Busy | Said::Strange => Answer::Silence,
    }
}

fn why(answer: &Answer) -> Refused {
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
        steady_ms: i64::try_from(Here::monotonic_ns() / 1_000_000).unwrap_or(i64::MAX),
    }
}

fn random() -> Result<u64, Error> {
    let mut bytes = [0; 8];
    match Here::entropy(&mut bytes) {
        Ok(()) => Ok(u64::from_le_bytes(bytes)),
        Err(_) => Err(Error::new(ErrorCode::EntropyUnavailable)),
    }
}

/// The number of a new grant.
fn number() -> Result<GrantId, Error> {
    loop {
        if let Some(id) = GrantId::from_random(random()?) {
            return Ok(id);
        }
    }
}
