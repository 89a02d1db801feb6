//! Stores of leases: a database server, or a file of this machine.

mod etcd;
mod file;
mod json;
mod postgres;
mod redis;
mod source;
mod tls;

use std::fmt;

use sortid_leasing::{Answer, Namespace, Record, Request, Row};

use crate::address::Address;

pub(crate) use source::Source;

/// A store of namespaces by the rules of [`sortid_leasing`]. Each change is one atomic step, at a
/// reading of the store's own clock.
pub(crate) trait Store: Send {
    /// Creates a namespace, or raises the lease term and margin of an existing one.
    fn create(&mut self, namespace: &Namespace, is_new: bool) -> Result<(), Refused>;

    /// Returns a namespace's record, or `None` if it does not exist.
    fn record(&mut self, name: &str) -> Result<Option<Record>, Refused>;

    /// Returns the record of a namespace that must exist.
    fn known(&mut self, name: &str) -> Result<Record, Refused> {
        let record = self.record(name)?;
        record.ok_or_else(|| Refused::no_namespace(name))
    }

    /// Returns the reply to a request. The store records its serving server before it takes a node,
    /// and on every new connection.
    fn ask(&mut self, name: &str, request: &Request, holder: &str) -> Result<Answer, Refused>;

    /// Uses this address from now on, and reads the files that it names again. Known namespaces are
    /// kept. Changes nothing on failure.
    fn reload(&mut self, address: &Address) -> Result<(), Refused>;

    /// Frees scarce resources of the server, such as connections. Called after a while without
    /// requests.
    fn rest(&mut self) {}

    /// Declares that leases may have been lost. Returns the new recovery floor, in Unix
    /// milliseconds.
    fn guard(&mut self, name: &str) -> Result<i64, Refused>;

    /// Returns every node that was ever granted, in ascending order.
    fn rows(&mut self, name: &str) -> Result<Vec<(u64, Row)>, Refused>;
}

/// The reason why a store did not reply. Never contains its password.
#[derive(Debug)]
pub(crate) enum Refused {
    /// The store is unavailable now, and may be back later. A request may have taken effect.
    Unreachable(String),
    /// As `Unreachable`, but nothing of the request was sent.
    NotSent(String),
    /// The operator must act.
    Denied(String),
}

impl Refused {
    pub(crate) fn denied(reason: impl fmt::Display) -> Self {
        Refused::Denied(reason.to_string())
    }

    /// The property in which an existing namespace differs from the requested one.
    pub(crate) fn not_made(there: &Namespace, requested: &Namespace) -> Self {
        let name = there.name();
        if there.kind() != requested.kind() {
            return Refused::Denied(format!(
                "{name}: its ids are {}, not {}: use another name",
                there.kind(),
                requested.kind()
            ));
        }
        let nodes = there.nodes();
        Refused::Denied(format!(
            "{name}: it has the nodes {}-{}, stretch {} ms and margin {} ms: nodes cannot change, times can only be raised",
            nodes.start(),
            nodes.end(),
            there.stretch_ms(),
            there.margin_ms()
        ))
    }

    pub(crate) fn no_namespace(name: &str) -> Self {
        Refused::Denied(format!(
            "{name}: there is no such namespace; create it with `sortid lease create {name} --format …`"
        ))
    }
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refused::Unreachable(reason) | Refused::NotSent(reason) | Refused::Denied(reason) => {
                f.write_str(reason)
            }
        }
    }
}

/// Opens the store at an address.
pub(crate) fn open(address: &Address) -> Result<Box<dyn Store>, Refused> {
    match address.scheme() {
        "file" => Ok(Box::new(file::FileStore::new(address.path())?)),
        "etcd+http" | "etcd+https" => Ok(Box::new(etcd::EtcdStore::new(address)?)),
        "postgres" | "postgresql" => Ok(Box::new(postgres::PostgresStore::new(address)?)),
        "redis" | "rediss" | "redis+unix" => Ok(Box::new(redis::RedisStore::new(address)?)),
        _ => Err(Refused::Denied(format!(
            "{}: invalid store: expected an address with file:, postgres:, redis:, rediss:, redis+unix:, etcd+http: or etcd+https:",
            address.shown()
        ))),
    }
}

#[cfg(test)]
mod tests {
    use std::io::Read;
    use std::net::TcpListener;
    use std::thread;

    use super::*;
    use crate::args::At;

    /// The server accepts the connection and never replies: the request and the connection end.
    #[test]
    fn request_to_silent_server_times_out() {
        let tries = ["postgres://a@{}/d", "redis://{}", "etcd+http://{}"].map(|scheme| {
            thread::spawn(move || {
                let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
                let place = listener.local_addr().expect("its address").to_string();
                let silence = thread::spawn(move || {
                    let (mut client, _) = listener.accept().expect("a client");
                    // Ends once the client has closed the connection.
                    client.read_to_end(&mut Vec::new())
                });
                let at = At {
                    store: Some(scheme.replace("{}", &place)),
                    store_file: None,
                };
                let mut store = open(&Address::of(&at).expect("an address")).expect("a store");
                let id = sortid_leasing::GrantId::from_random(7).expect("not 0");
                let close = sortid_leasing::Close {
                    node: 1,
                    ids: [Some(id), None, None, None],
                    until_ms: 0,
                };
                let answer = store.ask("orders", &Request::Close(close), "a test");
                match answer {
                    Err(Refused::NotSent(reason)) => assert!(reason.contains(&place), "{reason}"),
                    other => panic!("{other:?}"),
                }
                drop(silence.join().expect("no panic"));
            })
        });
        for one in tries {
            one.join().expect("no panic");
        }
    }
}
