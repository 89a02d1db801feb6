//! Events of the main loop: signals, and replies of the store.

use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::Duration;

use signal_hook::consts::signal::{SIGCHLD, SIGHUP, SIGINT, SIGQUIT, SIGTERM};
use signal_hook::consts::signal::{SIGCONT, SIGUSR1, SIGUSR2, SIGWINCH};
use signal_hook::iterator::SignalsInfo;
use signal_hook::iterator::exfiltrator::WithRawSiginfo;

use super::clerk::Answered;
use crate::failure::Failure;

/// All handled signals.
const SIGNALS: [i32; 9] = [
    SIGTERM, SIGINT, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2, SIGWINCH, SIGCONT, SIGCHLD,
];

pub(super) enum Event {
    Signal(Signal),
    Answer(Answered),
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
    teller: Sender<Event>,
    heard: Receiver<Event>,
}

impl Events {
    /// Starts to receive signals, which disables their default actions.
    pub(super) fn listen() -> Result<Self, Failure> {
        let mut signals = SignalsInfo::with_exfiltrator(SIGNALS, WithRawSiginfo)
            .map_err(|error| Failure::failed(format!("signals cannot be heard: {error}")))?;
        let (teller, heard) = mpsc::channel();
        let tell = teller.clone();
        let heard_of = move || {
            for signal in signals.forever() {
                let signal = Signal {
                    number: signal.si_signo,
                    is_of_system: signal.si_code > 0,
                };
                if tell.send(Event::Signal(signal)).is_err() {
                    return;
                }
            }
        };
        thread::Builder::new()
            .spawn(heard_of)
            .map_err(|error| Failure::failed(format!("no thread: {error}")))?;
        Ok(Self { teller, heard })
    }

    /// A sender for replies.
    pub(super) fn teller(&self) -> Sender<Event> {
        self.teller.clone()
    }

    /// Returns the next event, or `None` after `wait`.
    pub(super) fn next(&self, wait: Duration) -> Result<Option<Event>, Failure> {
        match self.heard.recv_timeout(wait) {
            Ok(event) => Ok(Some(event)),
            Err(RecvTimeoutError::Timeout) => Ok(None),
            Err(RecvTimeoutError::Disconnected) => {
                Err(Failure::failed("nothing is heard any more"))
            }
        }
    }
}
