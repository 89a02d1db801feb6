//! Lease agents. Each maintains a lease file with the core's own rules until it ends.

use std::collections::VecDeque;

use super::Lease;
use crate::Sys;
use crate::check::{Ask, calls};
use crate::leasing::{self, GrantId, Holder, Now, OwnedFile};
use crate::sim::coverage::Count;
use crate::sim::events::spot;
use crate::sim::process;
use crate::sim::schedule;
use crate::sim::system::{pass, sys};
use crate::sys::Os;
use sortid_reliability_common::product::{Error, ErrorCode};

/// The maximum number of agents in a run.
const MOST: usize = 60;

/// Starts agents for a machine's lease files without one, and occasionally a second one.
pub(crate) fn tend(machine: usize) {
    for nth in 0..sys().specs.len() {
        let system = sys();
        if system.specs[nth].lease.is_none() || system.is_healed {
            continue;
        }
        let mut agents = system
            .processes
            .iter()
            .filter(|process| process.keeps.is_some());
        let is_kept = |process: &process::Process| {
            (process.machine, process.keeps, process.is_dead) == (machine, Some(nth), false)
        };
        let has_one = agents.clone().any(is_kept);
        let room = agents.by_ref().count() < MOST;
        let starts = match has_one {
            true => system.rng.once_in(2),
            false => !system.rng.once_in(5),
        };
        if room && starts {
            // Occasionally two at once, as if started by mistake in two terminals.
            let together = 1 + u64::from(system.rng.once_in(2));
            for another in 0..together {
                let process = process::start(machine);
                let agent = &mut sys().processes[process];
                (agent.keeps, agent.has_handlers) = (Some(nth), false);
                process::start_thread(process, move || run(nth, has_one || another > 0));
            }
        }
    }
}

fn run(nth: usize, is_second: bool) {
    let spec = sys().specs[nth].clone();
    let Some(lease) = spec.lease else {
        return;
    };
    if !is_second && sys().rng.once_in(2) {
        let late = sys().rng.magnitude(1000, 5_000_000_000);
        schedule::sleep(late);
    }
    // Some restart all the time.
    let is_restless = sys().rng.once_in(2);
    let times = if is_restless { 30 } else { 3 };
    for _ in 0..times {
        keep(&spec.path, spec.name, &lease, is_restless);
        let most = if is_restless {
            1_000_000
        } else {
            2_000_000_000
        };
        let pause = sys().rng.magnitude(10_000, most);
        schedule::sleep(pause);
        if sys().is_healed {
            break;
        }
    }
    process::kill(sys().process);
    schedule::switch();
}

/// A call of the agent on its file.
fn call<R>(name: u32, lease: &Lease, call: impl FnOnce() -> Result<R, Error>) -> Option<R> {
    calls::begin(None, Ask::Keep, None, None);
    let result = call();
    calls::end();
    match result {
        Ok(result) => Some(result),
        Err(error) => {
            refused(name, lease, error);
            None
        }
    }
}

fn refused(name: u32, lease: &Lease, error: Error) {
    sys().tell(|| format!("    the agent is refused: {error}"));
    let system = sys();
    let machine = system.machine;
    let inode = system.folder(name, machine).find(name);
    // The name may belong to another file by now.
    let mut known = system.inodes.iter();
    let is_forsaken = known.any(|known| {
        system.check.files[known.scope as usize].is_forsaken || known.cut_at.is_some()
    });
    let is_known = match error.code() {
        ErrorCode::StoreLocked => {
            system.count(Count::KeeperRefused);
            true
        }
        ErrorCode::StoreIo | ErrorCode::StoreFull | ErrorCode::StoreReadOnly => true,
        ErrorCode::StoreCorrupt => is_forsaken,
        ErrorCode::StoreForeign => {
            let is_ours = |inode: usize| system.inodes[inode].is_lease_of(machine, &lease.name());
            is_forsaken || !inode.is_some_and(is_ours)
        }
        ErrorCode::EntropyUnavailable => true,
        // The clock of the server is outside the range of the format.
        ErrorCode::TimestampOutOfRange => !lease.carries(system.server_now_ms(lease.server)),
        _ => false,
    };
    if !is_known {
        sys().fail(format!("an agent: no reason for {error}"));
    }
}

fn now() -> Now {
    let unix_ns = Sys::now().unix_ns();
    Now {
        unix_ms: i64::try_from(unix_ns.div_euclid(1_000_000)).unwrap_or(i64::MAX),
        steady_ms: (Sys::monotonic_ns() / 1_000_000) as i64,
    }
}

fn number() -> GrantId {
    loop {
        if let Some(id) = GrantId::from_random(sys().rng.word()) {
            return id;
        }
    }
}

/// Runs an agent while it has the file open.
fn keep(path: &str, name: u32, lease: &Lease, is_restless: bool) {
    sys().thread().last.mapped = None;
    let stretch_ms = lease.namespace.stretch_ms();
    let opened = call(name, lease, || {
        let file = OwnedFile::open(path.as_ref(), &lease.namespace)?;
        Holder::open(file, stretch_ms, None)
    });
    let Some(mut holder) = opened else {
        return;
    };
    let Some(inode) = sys().thread().last.mapped.take() else {
        return;
    };
    writes(inode);
    let mut scope = sys().inodes[inode].scope;
    let mut replaced = holder.file().replaced();
    let stretch_ns = stretch_ms as u64 * 1_000_000;
    let time = match is_restless {
        true => sys().rng.magnitude(10_000, 20_000_000),
        false => sys().rng.magnitude(stretch_ns / 2, 20 * stretch_ns),
    };
    let mut rate = Rate::of(stretch_ms);
    let end = sys().now + time;
    while sys().now < end && !sys().is_healed {
        let (now, id) = (now(), number());
        let ask = call(name, lease, || holder.next_action(now, id));
        let opened = sys().thread().last.mapped.take();
        if holder.file().replaced() > replaced
            && let Some(inode) = opened
        {
            replaced = holder.file().replaced();
            writes(inode);
            scope = sys().inodes[inode].scope;
            sys().count(Count::LeaseFileReplaced);
        }
        let Some(ask) = ask else {
            // The next call returns how long to wait.
            rate.count(now);
            schedule::sleep(1_000_000);
            continue;
        };
        match ask {
            leasing::Action::Wait(wait_ms) => {
                // Agents usually check less often than possible.
                let times = sys().rng.between(1, 8);
                let wait = (wait_ms.max(1) as u64).saturating_mul(1_000_000 * times);
                schedule::sleep(wait.min(2 * stretch_ns).min(time));
            }
            leasing::Action::Send(request) => {
                rate.count(now);
                let answer = send(lease, &request, scope);
                let jitter = sys().rng.word() as u32;
                let heard = call(name, lease, || {
                    holder.process_reply(&answer, self::now(), jitter)
                });
                sys().tell(|| format!("    heard {answer:?}: {heard:?}"));
            }
        }
        if !is_restless && sys().rng.once_in(40) {
            // It is delayed, or its clock is late.
            let pause = sys().rng.magnitude(stretch_ns / 4, 4 * stretch_ns);
            schedule::sleep(pause);
        }
    }
    if !sys().rng.once_in(3)
        && let Some(Some(request)) = call(name, lease, || holder.release())
    {
        let answer = send(lease, &request, scope);
        call(name, lease, || holder.process_reply(&answer, now(), 0));
    }
    sys().process().writes = None;
}

/// Records the lease file that this agent writes. No other agent may write it.
fn writes(inode: usize) {
    let (process, has_locks) = (sys().process, !sys().inodes[inode].loses_locks);
    sys().process().writes = has_locks.then_some(inode);
    let mut others = sys().processes.iter().enumerate();
    let is_shared = others.any(|(number, other)| {
        number != process && !other.is_dead && has_locks && other.writes == Some(inode)
    });
    if is_shared {
        sys().fail("two agents write one lease file".to_owned());
    }
}

/// The requests that an agent has sent in the last second, or not sent because of its file.
struct Rate {
    most: usize,
    sent_ms: VecDeque<i64>,
}

impl Rate {
    fn of(stretch_ms: i64) -> Self {
        // Six renewals per lease term, five retries per second, and a few requests that follow
        // another one at once.
        let most = 12 + 6000 / stretch_ms as usize;
        Self {
            most,
            sent_ms: VecDeque::new(),
        }
    }

    fn count(&mut self, now: Now) {
        self.sent_ms.push_back(now.steady_ms);
        while self
            .sent_ms
            .front()
            .is_some_and(|at| now.steady_ms - at >= 1000)
        {
            self.sent_ms.pop_front();
        }
        let count = self.sent_ms.len();
        if count > self.most {
            sys().fail(format!("an agent makes {count} requests within a second"));
        }
    }
}

/// Sends a request to the server and returns the reply.
fn send(lease: &Lease, request: &leasing::Request, scope: u32) -> leasing::Answer {
    let there = sys().rng.magnitude(1000, 20_000_000);
    pass(there);
    spot();
    sys().tell(|| format!("    asks {request:?}"));
    let answer = sys().ask_server(lease.server, request, scope);
    spot();
    let back = sys().rng.magnitude(1000, 20_000_000);
    pass(back);
    spot();
    answer
}
