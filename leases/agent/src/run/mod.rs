//! The `run` command: maintains a lease file for a program or for other processes.

mod agent;
mod clock_offset;
mod events;
mod from_state_file;
mod messages;
mod metrics;
mod program;
mod store_client;

use std::collections::VecDeque;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::thread;
use std::time::{Duration, Instant};

use signal_hook::consts::signal::{SIGUSR1, SIGUSR2};
use sortid_leasing::{Action, Answer, Namespace};

use crate::args::Run;
use crate::failure::{Failure, say};
use crate::store::{self, Refused, Source, Store};
use agent::Agent;
use clock_offset::ClockOffset;
use events::{Event, Events, Reply, Signal};
use metrics::Metrics;
use program::{Ended, Program};
use store_client::StoreClient;

pub(crate) use agent::release;
pub(crate) use metrics::heartbeat_ms;

/// How long the shutdown waits for programs that have the lease file open, then for the store, and
/// its polling interval.
const FOR_USERS: Duration = Duration::from_secs(5);
const FOR_STORE: Duration = Duration::from_secs(5);
const PAUSE: Duration = Duration::from_millis(20);

/// Maximum wait, so that a clock change is noticed within a second.
const LONGEST_WAIT: Duration = Duration::from_secs(1);

/// The first and the longest delay between attempts to reach the store.
const FIRST_WAIT: Duration = Duration::from_millis(250);
const LONGEST_FOR_STORE: Duration = Duration::from_secs(2);

pub(crate) fn run(options: &Run) -> Result<ExitCode, Failure> {
    program::hide_environment();
    let events = Events::listen()?;
    let began = Instant::now();
    let path = options.lease_file.clone();
    let mut metrics = Metrics::to(options.metrics.clone(), &options.namespace, &path);
    let mut source = Source::new(&options.at);
    let (store, namespace) = match found(options, &mut source, &events, began, &mut metrics)? {
        Found::Known(store, namespace) => (store, namespace),
        Found::Ended(code) => {
            metrics.remove();
            return Ok(code);
        }
    };
    metrics.set_term(namespace.stretch_ms());
    let above_ms = match &options.from_state_file {
        Some(path) => Some(from_state_file::retire(
            path,
            &options.lease_file,
            &namespace,
        )?),
        None => None,
    };
    let agent = Agent::open(&path, &namespace, above_ms)?;
    let mut loop_ = Loop {
        client: StoreClient::start((store, source), &namespace, events.sender())?,
        metrics,
        program: Program::of(&options.program),
        agent: Some(agent),
        later: VecDeque::new(),
        is_asked: false,
        wait_until: began + options.wait,
        namespace,
        path,
        events,
    };
    let ended = loop_.keep();
    // However the run ended, release a node that is no longer in use.
    loop_.leave();
    if ended.is_ok() {
        loop_.metrics.remove();
    }
    ended
}

/// The store and its namespace, or the exit code if a signal came first.
enum Found {
    Known(Box<dyn Store>, Namespace),
    Ended(ExitCode),
}

/// Opens the store. While it is unreachable, retries until `--wait` has passed.
fn found(
    options: &Run,
    source: &mut Source,
    events: &Events,
    began: Instant,
    metrics: &mut Metrics,
) -> Result<Found, Failure> {
    let kind = options.kind.kind().map_err(Failure::of_option)?;
    let (mut pause, mut is_said) = (FIRST_WAIT, false);
    loop {
        let address = source.read()?;
        let known = store::open(&address).and_then(|mut store| {
            let namespace = store.known(&options.namespace)?.namespace;
            Ok((store, namespace))
        });
        match known {
            Ok((store, namespace)) => {
                if *namespace.kind() != kind {
                    return Err(Failure::refused(format!(
                        "{}: its ids are {}, not {kind}",
                        options.namespace,
                        namespace.kind()
                    )));
                }
                return Ok(Found::Known(store, namespace));
            }
            Err(Refused::Unreachable(reason) | Refused::NotSent(reason))
                if began.elapsed() < options.wait =>
            {
                if !is_said {
                    say(format!("{}: {reason}; waiting for it", options.namespace));
                    is_said = true;
                }
            }
            Err(refused) => return Err(refused.into()),
        }
        metrics.write(None);
        if let Some(Event::Signal(signal)) = events.next(pause)?
            && signal.ends()
        {
            return Ok(Found::Ended(signal.exit_code().into()));
        }
        pause = (2 * pause).min(LONGEST_FOR_STORE);
    }
}

/// The state of a run.
struct Loop {
    path: PathBuf,
    namespace: Namespace,
    /// `None` while the node is released on request.
    agent: Option<Agent>,
    client: StoreClient,
    /// Whether a request awaits its reply.
    is_asked: bool,
    program: Program,
    metrics: Metrics,
    events: Events,
    /// Signals that arrived while waiting for a reply.
    later: VecDeque<Signal>,
    /// The deadline for the first node.
    wait_until: Instant,
}

impl Loop {
    /// Runs until the program ends or, without a program, until a terminating signal.
    fn keep(&mut self) -> Result<ExitCode, Failure> {
        loop {
            let wait = self.ask()?;
            if let Some(agent) = &self.agent {
                self.metrics.set_file_replacements(agent.replacements());
            }
            self.metrics
                .write(self.agent.as_ref().and_then(Agent::grant));
            let event = match self.later.pop_front() {
                Some(signal) => Some(Event::Signal(signal)),
                None => self.events.next(wait.min(LONGEST_WAIT))?,
            };
            match event {
                Some(Event::Reply(reply)) => self.hear(reply)?,
                Some(Event::Signal(signal)) => {
                    if let Some(ended) = self.program.hear(signal) {
                        return Ok(match ended {
                            Ended::Code(code) => code.into(),
                            Ended::BySignal => ExitCode::SUCCESS,
                        });
                    }
                    self.pause_or_resume(signal)?;
                }
                None => {}
            }
        }
    }

    /// Sends the next request, and starts the program once there is a lease. Returns how long to
    /// wait for events.
    fn ask(&mut self) -> Result<Duration, Failure> {
        let Some(agent) = &mut self.agent else {
            return Ok(LONGEST_WAIT);
        };
        if agent.has_lease() {
            self.program.start(&self.path)?;
        } else if !self.program.is_started() && Instant::now() >= self.wait_until {
            return Err(Failure::failed(format!(
                "{}: no node in time; `sortid lease status --namespace {}` shows the holders, --wait sets the time limit",
                self.namespace.name(),
                self.namespace.name()
            )));
        }
        if self.is_asked {
            return Ok(LONGEST_WAIT);
        }
        Ok(match agent.ask()? {
            Action::Wait(ms) => Duration::from_millis(u64::try_from(ms).unwrap_or(0)),
            Action::Send(request) => {
                self.client.ask(request);
                self.is_asked = true;
                LONGEST_WAIT
            }
        })
    }

    fn hear(&mut self, reply: Reply) -> Result<(), Failure> {
        if !self.client.is_last(&reply) {
            return Ok(());
        }
        self.is_asked = false;
        let Some(agent) = &mut self.agent else {
            return Ok(());
        };
        let is_started = self.program.is_started();
        let is_reloaded = matches!(reply.reloaded, Ok(true));
        let answer = match reply.answer {
            // Once started, a program continues until its lease has expired, and its calls fail.
            Err(Refused::Denied(reason)) if !is_started && !is_reloaded => {
                return Err(Failure::failed(reason));
            }
            Err(Refused::NotSent(reason)) => {
                agent.say(&reason);
                Answer::NotSent
            }
            Err(Refused::Unreachable(reason) | Refused::Denied(reason)) => {
                agent.say(&reason);
                Answer::Silence
            }
            Ok(answer) => answer,
        };
        match reply.reloaded {
            Ok(false) => {}
            Ok(true) => {
                self.metrics.reloaded();
                agent.say("the store's address or certificates have changed: trying the new ones");
            }
            Err(reason) => agent.say(&format!(
                "{reason}; the earlier address and files stay in use"
            )),
        }
        if let Answer::Quiet { floor_ms, now_ms } = answer {
            // The grace period does not count towards `--wait`.
            let quiet_ms = u64::try_from(floor_ms - now_ms).unwrap_or(0);
            let until = Instant::now() + Duration::from_millis(quiet_ms) + LONGEST_FOR_STORE * 2;
            self.wait_until = self.wait_until.max(until);
        }
        let offset = ClockOffset::of(&answer, reply.came_ms, reply.took);
        self.metrics.note(reply.op, &answer, offset, reply.took);
        if agent.hear(&answer, offset)? {
            self.metrics.changed();
        }
        Ok(())
    }

    /// Without a program, SIGUSR1 releases the node and SIGUSR2 takes one again.
    fn pause_or_resume(&mut self, signal: Signal) -> Result<(), Failure> {
        if !self.program.is_beside() {
            return Ok(());
        }
        match signal.number {
            SIGUSR1 if self.agent.is_some() => {
                self.release_node();
                self.agent = None;
                say(format!(
                    "{}: node released; SIGUSR2 takes one again",
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

    /// Waits for programs that have the file open, then releases the node. If they do not close it,
    /// the lease expires.
    fn leave(&mut self) {
        let waits_until = Instant::now() + FOR_USERS;
        while let Some(agent) = &self.agent {
            match agent.is_in_use() {
                Ok(false) => return self.release_node(),
                Ok(true) if Instant::now() < waits_until => thread::sleep(PAUSE),
                Ok(true) => {
                    return say(format!(
                        "{}: another program has {} open: the lease will expire",
                        self.namespace.name(),
                        self.path.display()
                    ));
                }
                Err(failure) => return say(failure),
            }
        }
    }

    /// Closes the file, then the row. If that fails, the row's lease expires.
    fn release_node(&mut self) {
        let until = Instant::now() + FOR_STORE;
        if self.is_asked {
            let reply = self.answer(until);
            if let Some(reply) = reply
                && let Err(failure) = self.hear(reply)
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
                    "{}: the store does not reply: the lease will expire",
                    self.namespace.name()
                ));
            }
            Ok(Some(request)) => {
                self.client.ask(request);
                self.is_asked = true;
                let reply = self.answer(until);
                if let Some(reply) = reply
                    && let Err(failure) = self.hear(reply)
                {
                    say(failure);
                }
            }
            Err(failure) => say(failure),
        }
    }

    /// Returns the reply to the last request, or `None` if it does not come by `until`.
    fn answer(&mut self, until: Instant) -> Option<Reply> {
        loop {
            let left = until.checked_duration_since(Instant::now())?;
            match self.events.next(left).ok()?? {
                Event::Reply(reply) if self.client.is_last(&reply) => return Some(reply),
                Event::Reply(_) => {}
                Event::Signal(signal) => self.later.push_back(signal),
            }
        }
    }
}

/// Makes the lease file readable and writable for its user and group.
fn share(path: &Path) -> std::io::Result<()> {
    use std::os::unix::fs::PermissionsExt;

    std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o660))
}
