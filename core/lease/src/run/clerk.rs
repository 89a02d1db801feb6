//! The store client on its own thread, so that a slow store never delays signal handling.

use std::panic::{self, AssertUnwindSafe};
use std::sync::mpsc::{self, Sender};
use std::thread;
use std::time::{Duration, Instant};

use sortid::grant::{Answer, Request};

use super::events::Event;
use crate::clock;
use crate::failure::Failure;
use crate::store::{Refused, Store};

/// The result of a request.
pub(super) struct Answered {
    nth: u64,
    /// The operation's name.
    pub(super) op: &'static str,
    pub(super) answer: Result<Answer, Refused>,
    pub(super) took: Duration,
    /// This machine's clock when the reply came, in Unix milliseconds.
    pub(super) came_ms: i64,
}

pub(super) struct Clerk {
    requests: Sender<(u64, Request)>,
    asked: u64,
}

impl Clerk {
    /// Starts the client of a namespace. It sends replies as events.
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
                let answer = asked_of(&mut *store, &name, &request, &holder);
                let answered = Answered {
                    nth,
                    op: op(&request),
                    answer,
                    took: began.elapsed(),
                    came_ms: clock::now().unix_ms,
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

    /// Sends a request. One is in flight at a time; late replies of earlier ones are dropped.
    pub(super) fn ask(&mut self, request: Request) {
        self.asked += 1;
        // The send fails only if the thread has ended.
        let _ = self.requests.send((self.asked, request));
    }

    pub(super) fn is_last(&self, answered: &Answered) -> bool {
        answered.nth == self.asked
    }
}

/// Turns a panic of the store client into a refusal. Without a reply the agent would wait forever.
fn asked_of(
    store: &mut dyn Store,
    name: &str,
    request: &Request,
    holder: &str,
) -> Result<Answer, Refused> {
    let asked = AssertUnwindSafe(|| store.ask(name, request, holder));
    panic::catch_unwind(asked).unwrap_or_else(|_| {
        Err(Refused::denied(
            "the store's client failed in a way it should not: see above",
        ))
    })
}

fn op(request: &Request) -> &'static str {
    match request {
        Request::Take(_) => "take",
        Request::Renew(_) => "renew",
        Request::Close(_) => "close",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sortid::grant::{Close, Namespace, Record, Row};

    /// A store whose client panics.
    struct Broken;

    impl Store for Broken {
        fn create(&mut self, _: &Namespace, _: bool) -> Result<(), Refused> {
            Ok(())
        }
        fn record(&mut self, _: &str) -> Result<Option<Record>, Refused> {
            Ok(None)
        }
        fn ask(&mut self, _: &str, _: &Request, _: &str) -> Result<Answer, Refused> {
            panic!("of a client");
        }
        fn guard(&mut self, _: &str) -> Result<i64, Refused> {
            Ok(0)
        }
        fn rows(&mut self, _: &str) -> Result<Vec<(u64, Row)>, Refused> {
            Ok(Vec::new())
        }
    }

    #[test]
    fn a_client_that_panics_has_answered() {
        let (tell, told) = mpsc::channel();
        let clerk = Clerk::of(Box::new(Broken), "orders".to_owned(), tell);
        let mut clerk = clerk.expect("a thread");
        let close = Close {
            node: 1,
            mine: Default::default(),
            until_ms: 0,
        };
        clerk.ask(Request::Close(close));
        let answer = told.recv_timeout(Duration::from_secs(60));
        let Ok(Event::Answer(answered)) = answer else {
            panic!("no answer");
        };
        assert!(matches!(answered.answer, Err(Refused::Denied(_))));
    }
}
