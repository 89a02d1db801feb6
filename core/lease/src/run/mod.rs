//! `run`: keeps a lease file for a program, or beside others.

mod agent;
mod apart;
mod clerk;
mod events;
mod from_state_file;
mod messages;
mod metrics;
mod program;

use std::collections::VecDeque;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::thread;
use std::time::{Duration, Instant};

use signal_hook::consts::signal::{SIGUSR1, SIGUSR2};
use sortid::grant::{Answer, Ask, Namespace};

use crate::address::Address;
use crate::args::Run;
use crate::failure::{Failure, say};
use crate::store::{self, Refused, Store};
use agent::Agent;
use apart::Apart;
use clerk::Clerk;
use events::{Event, Events, Signal};
use metrics::Metrics;
use program::{Ended, Program};

pub(crate) use agent::release;

/// How long the end waits for who has the lease file open, and then for the store.
const FOR_USERS: Duration = Duration::from_secs(5);
const FOR_STORE: Duration = Duration::from_secs(5);
const PAUSE: Duration = Duration::from_millis(20);

/// No wait is longer: a clock that is set meanwhile is noticed so soon.
const LONGEST_WAIT: Duration = Duration::from_secs(1);

/// The waits for a store that is not there yet.
const FIRST_WAIT: Duration = Duration::from_millis(250);
const LONGEST_FOR_STORE: Duration = Duration::from_secs(2);

pub(crate) fn run(asked: &Run) -> Result<ExitCode, Failure> {
    program::hide_environment();
    let events = Events::listen()?;
    let began = Instant::now();
    let (store, namespace) = match found(asked, &events, began)? {
        Found::Known(store, namespace) => (store, namespace),
        Found::Ended(code) => return Ok(code),
    };
    let above_ms = match &asked.from_state_file {
        Some(path) => Some(from_state_file::retire(
            path,
            &asked.lease_file,
            &namespace,
        )?),
        None => None,
    };
    let path = asked.lease_file.clone();
    let agent = Agent::open(&path, &namespace, above_ms)?;
    let mut loop_ = Loop {
        clerk: Clerk::of(store, namespace.name().to_owned(), events.teller())?,
        metrics: Metrics::to(asked.metrics.clone(), namespace.name(), &path),
        program: Program::of(&asked.program),
        agent: Some(agent),
        later: VecDeque::new(),
        is_asked: false,
        wait_until: began + asked.wait,
        namespace,
        path,
        events,
    };
    let ended = loop_.keep();
    // Whatever became of it, a node that nobody uses is given back.
    loop_.leave();
    ended
}

/// What there is to be kept; or what ended before.
enum Found {
    Known(Box<dyn Store>, Namespace),
    Ended(ExitCode),
}

/// Waits for a store that cannot be reached, as long as that is allowed.
fn found(asked: &Run, events: &Events, began: Instant) -> Result<Found, Failure> {
    let kind = asked.kind.kind().map_err(Failure::of_option)?;
    let address = Address::of(&asked.at)?;
    let (mut pause, mut is_said) = (FIRST_WAIT, false);
    loop {
        let known = store::open(&address).and_then(|mut store| {
            let namespace = store.known(&asked.namespace)?.namespace;
            Ok((store, namespace))
        });
        match known {
            Ok((store, namespace)) => {
                if *namespace.kind() != kind {
                    return Err(Failure::refused(format!(
                        "{}: its ids are {}, not {kind}",
                        asked.namespace,
                        namespace.kind()
                    )));
                }
                return Ok(Found::Known(store, namespace));
            }
            Err(Refused::Unreachable(why)) if began.elapsed() < asked.wait => {
                if !is_said {
                    say(format!("{}: {why}; waiting for it", asked.namespace));
                    is_said = true;
                }
            }
            Err(refused) => return Err(refused.into()),
        }
        if let Some(Event::Signal(signal)) = events.next(pause)?
            && signal.ends()
        {
            return Ok(Found::Ended(signal.exit_code().into()));
        }
        pause = (2 * pause).min(LONGEST_FOR_STORE);
    }
}

/// All that a run has.
struct Loop {
    path: PathBuf,
    namespace: Namespace,
    /// None while the node is given back on purpose.
    agent: Option<Agent>,
    clerk: Clerk,
    /// Whether a request has no answer yet.
    is_asked: bool,
    program: Program,
    metrics: Metrics,
    events: Events,
    /// Signals that came while an answer was waited for.
    later: VecDeque<Signal>,
    /// For so long the first node is waited for.
    wait_until: Instant,
}

impl Loop {
    /// Until the program ends, or a signal comes where there is none.
    fn keep(&mut self) -> Result<ExitCode, Failure> {
        loop {
            let wait = self.ask()?;
            self.metrics
                .write(self.agent.as_ref().and_then(Agent::grant));
            let event = match self.later.pop_front() {
                Some(signal) => Some(Event::Signal(signal)),
                None => self.events.next(wait.min(LONGEST_WAIT))?,
            };
            match event {
                Some(Event::Answer(answered)) => self.hear(answered)?,
                Some(Event::Signal(signal)) => {
                    if let Some(ended) = self.program.hear(signal) {
                        return Ok(match ended {
                            Ended::Code(code) => code.into(),
                            Ended::BySignal => ExitCode::SUCCESS,
                        });
                    }
                    self.pause_or_go_on(signal)?;
                }
                None => {}
            }
        }
    }

    /// Asks what there is to ask, and starts the program as soon as there is a lease; how long there is nothing more to do.
    fn ask(&mut self) -> Result<Duration, Failure> {
        let Some(agent) = &mut self.agent else {
            return Ok(LONGEST_WAIT);
        };
        if agent.has_lease() {
            self.program.start(&self.path)?;
        } else if !self.program.is_started() && Instant::now() >= self.wait_until {
            return Err(Failure::failed(format!(
                "{}: no node in time; `sortid lease status --namespace {}` shows who has them, --wait waits longer",
                self.namespace.name(),
                self.namespace.name()
            )));
        }
        if self.is_asked {
            return Ok(LONGEST_WAIT);
        }
        Ok(match agent.ask()? {
            Ask::Wait(ms) => Duration::from_millis(u64::try_from(ms).unwrap_or(0)),
            Ask::Send(request) => {
                self.clerk.ask(request);
                self.is_asked = true;
                LONGEST_WAIT
            }
        })
    }

    fn hear(&mut self, answered: clerk::Answered) -> Result<(), Failure> {
        if !self.clerk.is_last(&answered) {
            return Ok(());
        }
        self.is_asked = false;
        let Some(agent) = &mut self.agent else {
            return Ok(());
        };
        let is_started = self.program.is_started();
        let answer = match answered.answer {
            // Nobody is left alone once his program runs: it goes on with what it has, and then refuses.
            Err(Refused::Denied(why)) if !is_started => return Err(Failure::failed(why)),
            Err(Refused::Unreachable(why) | Refused::Denied(why)) => {
                agent.say(&why);
                Answer::Silence
            }
            Ok(answer) => answer,
        };
        if let Answer::Quiet { floor_ms, now_ms } = answer {
            // What is waited for anyway does not count.
            let quiet_ms = u64::try_from(floor_ms - now_ms).unwrap_or(0);
            let until = Instant::now() + Duration::from_millis(quiet_ms) + LONGEST_FOR_STORE * 2;
            self.wait_until = self.wait_until.max(until);
        }
        let apart = Apart::of(&answer, answered.came_ms, answered.took);
        self.metrics
            .note(answered.op, &answer, apart, answered.took);
        if agent.hear(&answer, apart)? {
            self.metrics.changed();
        }
        Ok(())
    }

    /// Beside others: gives the node back, until it is told to take one again.
    fn pause_or_go_on(&mut self, signal: Signal) -> Result<(), Failure> {
        if !self.program.is_beside() {
            return Ok(());
        }
        match signal.number {
            SIGUSR1 if self.agent.is_some() => {
                self.give_back();
                self.agent = None;
                say(format!(
                    "{}: given back; USR2 takes a node again",
                    self.namespace.name()
                ));
            }
            SIGUSR2 if self.agent.is_none() => {
                self.agent = Some(Agent::open(&self.path, &self.namespace, None)?);
            }
            _ => {}
        }
        Ok(())
    }

    /// The end: who has the file open is waited for, else the lease runs out by itself.
    fn leave(&mut self) {
        let waits_until = Instant::now() + FOR_USERS;
        while let Some(agent) = &self.agent {
            match agent.is_in_use() {
                Ok(false) => return self.give_back(),
                Ok(true) if Instant::now() < waits_until => thread::sleep(PAUSE),
                Ok(true) => {
                    return say(format!(
                        "{}: another program has {} open: its lease runs out",
                        self.namespace.name(),
                        self.path.display()
                    ));
                }
                Err(failure) => return say(failure),
            }
        }
    }

    /// The file first, then the row. What fails leaves the row to run out.
    fn give_back(&mut self) {
        let until = Instant::now() + FOR_STORE;
        if self.is_asked {
            let answered = self.answer(until);
            if let Some(answered) = answered
                && let Err(failure) = self.hear(answered)
            {
                say(failure);
            }
        }
        let Some(agent) = &mut self.agent else {
            return;
        };
        match agent.release() {
            Ok(None) => {}
            Ok(Some(_)) if self.is_asked => {
                say(format!(
                    "{}: the store does not answer: the lease runs out",
                    self.namespace.name()
                ));
            }
            Ok(Some(request)) => {
                self.clerk.ask(request);
                self.is_asked = true;
                let answered = self.answer(until);
                if let Some(answered) = answered
                    && let Err(failure) = self.hear(answered)
                {
                    say(failure);
                }
            }
            Err(failure) => say(failure),
        }
    }

    /// The answer to what was asked last, if it comes in time.
    fn answer(&mut self, until: Instant) -> Option<clerk::Answered> {
        loop {
            let left = until.checked_duration_since(Instant::now())?;
            match self.events.next(left).ok()?? {
                Event::Answer(answered) if self.clerk.is_last(&answered) => return Some(answered),
                Event::Answer(_) => {}
                Event::Signal(signal) => self.later.push_back(signal),
            }
        }
    }
}

/// The lease file is for all who may use it together.
fn share(path: &Path) -> std::io::Result<()> {
    use std::os::unix::fs::PermissionsExt;

    std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o660))
}
