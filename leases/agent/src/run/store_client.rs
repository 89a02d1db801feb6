//! The store client on its own thread, so that a slow store never delays signal handling.

use std::panic::{self, AssertUnwindSafe};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};

use sortid_leasing::{Answer, Namespace, Request};

use super::events::{Event, Reply};
use crate::clock;
use crate::failure::Failure;
use crate::store::{Refused, Source, Store};

/// The time without a request after which the store client frees its resources.
const IDLE: Duration = Duration::from_secs(5);

/// Sends requests to the store, one at a time.
pub(super) struct StoreClient {
    requests: Sender<(u64, Request)>,
    /// The number of the last request.
    last: u64,
}

impl StoreClient {
    /// Starts the client of a namespace, which sends replies as events.
    pub(super) fn start(
        (mut store, mut source): (Box<dyn Store>, Source),
        namespace: &Namespace,
        events: Sender<Event>,
    ) -> Result<Self, Failure> {
        let (requests, queue) = mpsc::channel::<(u64, Request)>();
        let (name, holder) = (namespace.name().to_owned(), clock::holder());
        let answer_all = move || {
            loop {
                let (nth, request) = match queue.recv_timeout(IDLE) {
                    Ok(request) => request,
                    Err(RecvTimeoutError::Timeout) => {
                        store.rest();
                        continue;
                    }
                    Err(RecvTimeoutError::Disconnected) => return,
                };
                let began = Instant::now();
                let answer = ask(&mut *store, &name, &request, &holder);
                let took = began.elapsed();
                let reloaded = match &answer {
                    Ok(_) => Ok(false),
                    Err(_) => source.reload(&mut *store),
                };
                let reply = Reply {
                    nth,
                    op: op(&request),
                    answer,
                    reloaded,
                    took,
                    came_ms: clock::now().unix_ms,
                };
                if events.send(Event::Reply(reply)).is_err() {
                    return;
                }
            }
        };
        thread::Builder::new()
            .spawn(answer_all)
            .map_err(|error| Failure::failed(format!("no thread: {error}")))?;
        Ok(Self { requests, last: 0 })
    }

    /// Sends a request. One is in flight at a time; late replies of earlier ones are dropped.
    pub(super) fn ask(&mut self, request: Request) {
        self.last += 1;
        // The send fails only if the thread has ended.
        let _ = self.requests.send((self.last, request));
    }

    /// Whether this is the reply to the last request.
    pub(super) fn is_last(&self, reply: &Reply) -> bool {
        reply.nth == self.last
    }
}

/// Converts a panic of the store client to an error reply: without one, the agent would wait
/// forever.
fn ask(
    store: &mut dyn Store,
    name: &str,
    request: &Request,
    holder: &str,
) -> Result<Answer, Refused> {
    let ask = AssertUnwindSafe(|| store.ask(name, request, holder));
    panic::catch_unwind(ask).unwrap_or_else(|_| {
        Err(Refused::denied(
            "the store client panicked: see the message above",
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
    use std::time::Duration;

    use super::*;
    use crate::address::Address;
    use crate::args::At;
    use sortid_leasing::{Close, Record, Row};

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
        fn reload(&mut self, _: &Address) -> Result<(), Refused> {
            Ok(())
        }
        fn guard(&mut self, _: &str) -> Result<i64, Refused> {
            Ok(0)
        }
        fn rows(&mut self, _: &str) -> Result<Vec<(u64, Row)>, Refused> {
            Ok(Vec::new())
        }
    }

    #[test]
    fn panicking_client_sends_error_reply() {
        let (sender, events) = mpsc::channel();
        let source = Source::new(&At {
            store: Some("file:/none".to_owned()),
            store_file: None,
        });
        let namespace = Namespace::new("orders", "tid".parse().expect("a kind"), None);
        let store = (Box::new(Broken) as Box<dyn Store>, source);
        let client = StoreClient::start(store, &namespace.expect("a namespace"), sender);
        let mut client = client.expect("a thread");
        let close = Close {
            node: 1,
            ids: Default::default(),
            until_ms: 0,
        };
        client.ask(Request::Close(close));
        let event = events.recv_timeout(Duration::from_secs(60));
        let Ok(Event::Reply(reply)) = event else {
            panic!("no reply");
        };
        assert!(matches!(reply.answer, Err(Refused::Denied(_))));
    }
}
