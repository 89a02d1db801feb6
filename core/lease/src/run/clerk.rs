//! Who asks the store, in a thread of its own: a store that is slow holds up no signal.

use std::sync::mpsc::{self, Sender};
use std::thread;
use std::time::{Duration, Instant};

use sortid::grant::{Answer, Request};

use super::events::Event;
use crate::clock;
use crate::failure::Failure;
use crate::store::{Refused, Store};

/// What came of a request.
pub(super) struct Answered {
    nth: u64,
    /// What was asked for, by name.
    pub(super) op: &'static str,
    pub(super) answer: Result<Answer, Refused>,
    pub(super) took: Duration,
}

pub(super) struct Clerk {
    requests: Sender<(u64, Request)>,
    asked: u64,
}

impl Clerk {
    /// Of a namespace; answers are told as events.
    pub(super) fn of(
        mut store: Box<dyn Store>,
        name: String,
        tell: Sender<Event>,
    ) -> Result<Self, Failure> {
        let (requests, asked) = mpsc::channel::<(u64, Request)>();
        let holder = clock::holder();
        let answer_all = move || {
            while let Ok((nth, request)) = asked.recv() {
                let began = Instant::now();
                let answered = Answered {
                    nth,
                    op: op(&request),
                    answer: store.ask(&name, &request, &holder),
                    took: began.elapsed(),
                };
                if tell.send(Event::Answer(answered)).is_err() {
                    return;
                }
            }
        };
        thread::Builder::new()
            .spawn(answer_all)
            .map_err(|error| Failure::failed(format!("no thread: {error}")))?;
        Ok(Self { requests, asked: 0 })
    }

    /// Asks; there is one request at a time, and what comes of another one is none.
    pub(super) fn ask(&mut self, request: Request) {
        self.asked += 1;
        // Who has ended does not answer.
        let _ = self.requests.send((self.asked, request));
    }

    pub(super) fn is_last(&self, answered: &Answered) -> bool {
        answered.nth == self.asked
    }
}

fn op(request: &Request) -> &'static str {
    match request {
        Request::Take(_) => "take",
        Request::Renew(_) => "renew",
        Request::Close(_) => "close",
    }
}
