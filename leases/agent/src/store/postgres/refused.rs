//! Messages about a server's errors, with advice for the operator. They never contain a password.

use std::error::Error as _;
use std::fmt::Display;

use tokio_postgres::Error;
use tokio_postgres::error::SqlState;

use super::connection::Failed;
use crate::store::Refused;
use crate::store::tls::HINT;

/// Messages about one server.
pub(super) struct Saying {
    server: String,
}

impl Saying {
    pub(super) fn of(server: String) -> Self {
        Self { server }
    }

    pub(super) fn no_address(&self) -> Refused {
        self.denied("invalid address: expected postgres://USER:PASSWORD@HOST:PORT/DATABASE, with %XX for special characters")
    }

    /// The record was written by other software.
    pub(super) fn no_record(&self, name: &str, error: &impl Display) -> Refused {
        self.denied(format!(
            "namespace {name} was created by a newer version or by hand: {error}"
        ))
    }

    /// The rows of these tables do not record the transaction that wrote them.
    pub(super) fn no_plain_tables(&self, tables: &str) -> Refused {
        self.denied(format!(
            "{tables}: leases need ordinary tables with the access method heap, not distributed, partitioned, foreign, inherited or unlogged"
        ))
    }

    pub(super) fn busy(&self) -> Refused {
        Refused::Unreachable(format!(
            "{}: too many concurrent requests for the same rows; retrying",
            self.server
        ))
    }

    pub(super) fn strange(&self) -> Refused {
        self.denied("unexpected contents of the lease tables")
    }

    /// The schema has another version.
    pub(super) fn no_function(&self) -> String {
        format!(
            "{}: renewals take twice as long without this version's function sortid_lease_renew: `sortid lease schema postgres` prints it, for a migration",
            self.server
        )
    }

    /// Returns a message about a failed request.
    pub(super) fn failed(&self, failed: &Failed) -> Refused {
        match failed {
            Failed::Silent(longest) => Refused::Unreachable(format!(
                "{}: no reply within {} s; the connection was closed",
                self.server,
                longest.as_secs()
            )),
            Failed::Io(error) => Refused::Unreachable(format!("{}: {error}", self.server)),
            Failed::Error(error) => self.refused(error),
        }
    }

    /// Returns a message with advice about an error.
    fn refused(&self, error: &Error) -> Refused {
        let reason = described(error);
        let Some(code) = error.code() else {
            // Errors of the handshake have no code.
            return match (error.to_string().contains("TLS"), &reason) {
                (true, reason) if reason.contains("does not support TLS") => self.denied(format!(
                    "{reason}; tls=off in the address disables encryption, also of passwords"
                )),
                (true, reason) => self.denied(format!("{reason}; {HINT}")),
                (false, reason) => Refused::Unreachable(format!("{}: {reason}", self.server)),
            };
        };
        if *code == SqlState::UNDEFINED_TABLE || *code == SqlState::UNDEFINED_COLUMN {
            return self.denied(format!(
                "{reason}: `sortid lease schema postgres` prints tables and function, for a migration"
            ));
        }
        if *code == SqlState::INSUFFICIENT_PRIVILEGE {
            return self.denied(format!(
                "{reason}: the agents' role needs SELECT and UPDATE on sortid_lease_namespace and sortid_lease_node; creating namespaces also needs INSERT"
            ));
        }
        match &code.code()[..2] {
            // Wrong user, password or database, or a statement that this server does not support.
            "28" | "3D" | "42" | "22" | "23" | "0A" => self.denied(reason),
            _ => Refused::Unreachable(format!("{}: {reason}", self.server)),
        }
    }

    fn denied(&self, reason: impl Display) -> Refused {
        Refused::denied(format!("{}: {reason}", self.server))
    }
}

/// Returns the server's message, or the chain of causes.
fn described(error: &Error) -> String {
    if let Some(reported) = error.as_db_error() {
        return reported.message().to_owned();
    }
    let mut text = error.to_string();
    let mut source = error.source();
    while let Some(cause) = source {
        let cause_text = cause.to_string();
        if !text.contains(&cause_text) {
            text = format!("{text}: {cause_text}");
        }
        source = cause.source();
    }
    text
}
