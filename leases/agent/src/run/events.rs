//! Events of the main loop: signals, and replies of the store.

use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::Duration;

use signal_hook::consts::signal::{SIGCHLD, SIGHUP, SIGINT, SIGQUIT, SIGTERM};
use signal_hook::consts::signal::{SIGCONT, SIGUSR1, SIGUSR2, SIGWINCH};
use signal_hook::iterator::SignalsInfo;
use signal_hook::iterator::exfiltrator::WithRawSiginfo;
use sortid_leasing::Answer;

use crate::failure::Failure;
use crate::store::Refused;

/// All handled signals.
const SIGNALS: [i32; 9] = [
    SIGTERM, SIGINT, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2, SIGWINCH, SIGCONT, SIGCHLD,
];

pub(super) enum Event {
    Signal(Signal),
    Reply(Reply),
}

/// The store's reply to a request.
pub(super) struct Reply {
    /// The number of the request.
    pub(super) nth: u64,
    /// The operation's name.
    pub(super) op: &'static str,
    pub(super) answer: Result<Answer, Refused>,
    /// After a refusal: whether the store has a new address or new certificates.
    pub(super) reloaded: Result<bool, Failure>,
    pub(super) took: Duration,
    /// This machine's clock when the reply came, in Unix milliseconds.
    pub(super) came_ms: i64,
}

#[derive(Clone, Copy)]
pub(super) struct Signal {
    pub(super) number: i32,
    /// Sent by the kernel, as from a terminal to the whole process group at once.
    pub(super) is_of_system: bool,
}

impl Signal {
    /// Whether the signal asks its receiver to terminate.
    pub(super) fn ends(self) -> bool {
        matches!(self.number, SIGTERM | SIGINT | SIGHUP | SIGQUIT)
    }

    pub(super) fn exit_code(self) -> u8 {
        u8::try_from(128 + self.number).unwrap_or(255)
    }
}

pub(super) struct Events {
    sender: Sender<Event>,
    receiver: Receiver<Event>,
}

impl Events {
    /// Starts to receive signals, which disables their default actions.
    pub(super) fn listen() -> Result<Self, Failure> {
        let mut signals = SignalsInfo::with_exfiltrator(SIGNALS, WithRawSiginfo)
            .map_err(|error| Failure::failed(format!("cannot install signal handlers: {error}")))?;
        let (sender, receiver) = mpsc::channel();
        let signal_sender: Sender<Event> = sender.clone();
        let forward_signals = move || {
            for signal in signals.forever() {
                let signal = Signal {
                    number: signal.si_signo,
                    is_of_system: signal.si_code > 0,
                };
                if signal_sender.send(Event::Signal(signal)).is_err() {
                    return;
                }
            }
        };
        thread::Builder::new()
            .spawn(forward_signals)
            .map_err(|error| Failure::failed(format!("no thread: {error}")))?;
        Ok(Self { sender, receiver })
    }

    /// A sender for replies.
    pub(super) fn sender(&self) -> Sender<Event> {
        self.sender.clone()
    }

    /// Returns the next event, or `None` after `wait`.
    pub(super) fn next(&self, wait: Duration) -> Result<Option<Event>, Failure> {
        match self.receiver.recv_timeout(wait) {
            Ok(event) => Ok(Some(event)),
            Err(RecvTimeoutError::Timeout) => Ok(None),
            Err(RecvTimeoutError::Disconnected) => Err(Failure::failed("event channel closed")),
        }
    }
}
