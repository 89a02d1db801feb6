//! The agent's rules: when it sends which request, and how replies change its lease file.
//!
//! - Request from the server, then write the file, then generate ids: the file never claims more
//!   than the server granted.
//! - A lease is valid only in the file to which it was written, and only until the next boot. In
//!   any other file it is void: the agent there sends none of its ids, and takes a new node.
//! - A release closes the file first, then the row. In the opposite order, a crash in between would
//!   leave the node with two holders.
//! - A node is free before its end only if no copy of its file can be valid again: the file is
//!   replaced by a new one before the row is closed.
//! - Each request gets a fresh random id, which is never reused. The id of a request without a
//!   reply still belongs to the file: the server may have stored it.

use super::pace::{Now, Pace};
use super::{Answer, Close, Grant, GrantId, GrantIds, Renew, Request, Take};

/// The contents of a lease file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct StoredLease {
    /// The node.
    pub node: u64,
    /// The end of the lease term, as granted by the server, in Unix milliseconds.
    pub until_ms: i64,
    /// The ids of the file's recent requests.
    pub ids: GrantIds,
    /// How often the node was granted.
    pub count: u64,
    /// Whether the lease is valid: not closed, and written to this file since the last boot.
    pub is_valid: bool,
}

impl StoredLease {
    /// Returns the contents of a file to which a lease was just written.
    pub const fn of(grant: &Grant, ids: &GrantIds) -> Self {
        Self {
            node: grant.node,
            until_ms: grant.until_ms,
            ids: *ids,
            count: grant.count,
            is_valid: true,
        }
    }
}

/// A lease file, as the agent sees it. Only the agent writes leases to it; any number of processes
/// consume them.
pub trait LeaseFile {
    /// The error of a file operation.
    type Error;

    /// Returns the last lease, or `None` if there never was one.
    fn held(&self) -> Option<StoredLease>;

    /// Returns the end of the last millisecond for which ids may have been generated, in Unix
    /// milliseconds. For a file without ids, any earlier value.
    fn mark_ms(&self) -> i64;

    /// Writes a lease, and returns once it is on disk. A lease of the file's current node moves the
    /// end. A lease of another node begins at its start, but not below the high-water mark, and
    /// ends the old node's lease. After an error the file has the old lease or the new one.
    ///
    /// # Errors
    /// Errors of the file.
    fn write(&mut self, grant: &Grant, ids: &GrantIds) -> Result<(), Self::Error>;

    /// Ends the lease at the last time for which ids may have been generated, and erases its ids.
    /// Returns once that is on disk. The result is the end in Unix milliseconds: the end of the
    /// high-water mark's millisecond, or the start of the lease, whichever is later.
    ///
    /// # Errors
    /// Errors of the file. The lease may still be open, or closed.
    fn close(&mut self) -> Result<i64, Self::Error>;

    /// Replaces the closed file by a new one at the same path, so that the lease in any copy of the
    /// file is void, also if the copy is restored. Returns whether that was possible, once it is on
    /// disk. Called last.
    fn replace(&mut self) -> bool {
        false
    }

    /// Prevents ids below this time, in Unix milliseconds, from now on.
    ///
    /// # Errors
    /// Errors of the file.
    fn raise(&mut self, above_ms: i64) -> Result<(), Self::Error>;

    /// Checks that the file is still the one at its path, and intact. A damaged file is renamed. If
    /// it was removed, replaced or damaged, opens the file at the path, or creates it, and returns
    /// `true`. The old file's lease is not transferred, and expires.
    ///
    /// # Errors
    /// Errors of the file: it is unreadable, or the file at the path cannot be opened.
    fn refresh(&mut self) -> Result<bool, Self::Error> {
        Ok(false)
    }
}

/// The agent's next action.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// Wait for this many milliseconds, then ask again.
    Wait(i64),
    /// Send this request, then pass on its reply, or report that none came.
    Send(Request),
}

/// The effect of a reply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// The file has this lease.
    Granted {
        /// The lease that was written.
        grant: Grant,
        /// `true` if the node was taken, `false` if its lease was renewed. A taken node can be the
        /// same as before, if its lease ended in between.
        is_new: bool,
    },
    /// The lease cannot be renewed and is closed. The next request takes a node.
    Lost,
    /// The node is released.
    Released,
    /// Nothing changed. The agent retries later.
    Unchanged,
}

/// The agent's state machine. There is one per lease file, and the caller holds the file's lock.
///
/// [`next_action`](Self::next_action) returns the request to send,
/// [`process_reply`](Self::process_reply) writes the file, and [`release`](Self::release) releases
/// the node. The caller provides the connection, the clocks and the randomness.
///
/// ```
/// use sortid_leasing::{
///     Action, Answer, Grant, GrantId, GrantIds, Holder, LeaseFile, Now, Request, StoredLease,
/// };
///
/// struct InMemory(Option<StoredLease>);
///
/// impl LeaseFile for InMemory {
///     type Error = std::convert::Infallible;
///     fn held(&self) -> Option<StoredLease> { self.0 }
///     fn mark_ms(&self) -> i64 { 0 }
///     fn write(&mut self, grant: &Grant, ids: &GrantIds) -> Result<(), Self::Error> {
///         self.0 = Some(StoredLease::of(grant, ids));
///         Ok(())
///     }
///     fn close(&mut self) -> Result<i64, Self::Error> { self.0 = None; Ok(0) }
///     fn raise(&mut self, _above_ms: i64) -> Result<(), Self::Error> { Ok(()) }
/// }
///
/// let Ok(mut holder) = Holder::open(InMemory(None), 30_000, None);
/// let now = Now { unix_ms: 1_700_000_000_000, steady_ms: 0 };
/// let id = GrantId::from_random(7).expect("not 0");
/// let Ok(Action::Send(Request::Take(asked))) = holder.next_action(now, id) else {
///     panic!("it has no node")
/// };
/// assert_eq!((asked.wanted, asked.id), (None, id));
///
/// // The server's reply is written to the file.
/// let grant = Grant { node: 16, from_ms: now.unix_ms, until_ms: now.unix_ms + 30_000, count: 1 };
/// let Ok(_) = holder.process_reply(&Answer::Granted { grant, now_ms: now.unix_ms }, now, 0);
/// assert_eq!(holder.grant().map(|held| held.node), Some(16));
///
/// // A fifth of the 30 s is used before the renewal. Until then the file is checked every second.
/// assert_eq!(holder.next_action(now, id), Ok(Action::Wait(1000)));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Holder<F> {
    file: F,
    pace: Pace,
    /// The request that awaits its reply.
    sent: Option<Request>,
    /// The ids of renewals without a reply, newest first.
    unanswered: [Option<GrantId>; 3],
    /// Whether the server rejected a renewal and the file is not closed yet.
    must_close: bool,
    is_released: bool,
}

impl<F: LeaseFile> Holder<F> {
    /// Creates the agent of a file, for a namespace with a lease term of `stretch_ms` milliseconds.
    /// With `above_ms`, a state file's high-water mark in Unix milliseconds, ids begin above it.
    ///
    /// # Errors
    /// Errors of the file.
    pub fn open(mut file: F, stretch_ms: i64, above_ms: Option<i64>) -> Result<Self, F::Error> {
        if let Some(above_ms) = above_ms
            && file.mark_ms() < above_ms
        {
            file.raise(above_ms)?;
        }
        Ok(Self {
            file,
            pace: Pace::new(stretch_ms),
            sent: None,
            unanswered: [None; 3],
            must_close: false,
            is_released: false,
        })
    }

    /// The lease file.
    pub const fn file(&self) -> &F {
        &self.file
    }

    /// Returns the file's lease if it is valid.
    pub fn grant(&self) -> Option<StoredLease> {
        self.file
            .held()
            .filter(|held| held.is_valid || !guard!(Here))
    }

    /// Returns the next action. `id` is the id of a new lease: draw one for each call; it is used
    /// if the action is a request. A previous request without a reply is abandoned.
    ///
    /// If the file was removed or replaced, the agent continues with the file that is now at its
    /// path, and takes a node for it.
    ///
    /// # Errors
    /// Errors of the file. Nothing is sent, and the next call returns how long to wait.
    pub fn next_action(&mut self, now: Now, id: GrantId) -> Result<Action, F::Error> {
        if self.is_released {
            return Ok(Action::Wait(i64::MAX));
        }
        self.abandon_request();
        let wait_ms = self.pace.wait_ms(now);
        if wait_ms > 0 {
            return Ok(Action::Wait(wait_ms));
        }
        // The id is random, so no other draw is needed to spread the retries of many agents.
        let jitter = id.get() as u32;
        let refreshed = self.file.refresh();
        if self.delay_if_failed(refreshed, now, jitter)? {
            (self.unanswered, self.must_close) = ([None; 3], false);
        }
        if self.must_close {
            self.end(now, jitter)?;
        }
        let Some(held) = self.grant() else {
            let wanted = self.file.held().map(|held| held.node);
            return Ok(self.send(Request::Take(Take {
                wanted,
                id,
                clock_ms: now.unix_ms,
            })));
        };
        let mark_ms = self.file.mark_ms();
        let wait_ms = self.pace.renewal_ms(now, held.until_ms, mark_ms);
        if wait_ms > 0 {
            return Ok(Action::Wait(wait_ms));
        }
        let ids = self.known_ids(&held);
        if !guard!(ServerFirst) {
            let grant = Grant {
                node: held.node,
                from_ms: held.until_ms,
                // Double the remaining time.
                until_ms: held.until_ms + (held.until_ms - mark_ms).max(1),
                count: held.count,
            };
            self.file.write(&grant, &ids).ok();
        }
        Ok(self.send(Request::Renew(Renew {
            node: held.node,
            ids,
            id,
            until_ms: held.until_ms,
            count: held.count,
            clock_ms: now.unix_ms,
            used_ms: Some(mark_ms),
        })))
    }

    /// Processes the reply to the last request, and writes the file. `jitter` is a random number
    /// that spreads the next requests of many agents.
    ///
    /// # Errors
    /// Errors of the file. The reply to a request for a lease then counts as lost; a failed close
    /// is retried by the next [`next_action`](Self::next_action).
    pub fn process_reply(
        &mut self,
        answer: &Answer,
        now: Now,
        jitter: u32,
    ) -> Result<Effect, F::Error> {
        let Some(sent) = self.sent.clone() else {
            return Ok(Effect::Unchanged);
        };
        match (answer, &sent) {
            (Answer::Granted { grant, now_ms }, Request::Take(Take { id, .. })) => {
                self.write(grant, [Some(*id), None, None, None], now, jitter)?;
                self.pace.granted(now, (*now_ms, grant.until_ms), jitter);
                Ok(Effect::Granted {
                    grant: *grant,
                    is_new: true,
                })
            }
            (Answer::Granted { grant, now_ms }, Request::Renew(Renew { id, ids, .. })) => {
                self.write(grant, [Some(*id), ids[0], ids[1], ids[2]], now, jitter)?;
                self.pace.granted(now, (*now_ms, grant.until_ms), jitter);
                Ok(Effect::Granted {
                    grant: *grant,
                    is_new: false,
                })
            }
            (Answer::Superseded | Answer::RunOut, Request::Renew(_)) => {
                (self.sent, self.unanswered, self.must_close) = (None, [None; 3], true);
                self.end(now, jitter)?;
                Ok(Effect::Lost)
            }
            (Answer::Closed, Request::Close(_)) => {
                self.sent = None;
                if !guard!(FileFirst) {
                    self.file.close()?;
                }
                Ok(Effect::Released)
            }
            _ => {
                if *answer == Answer::Silence {
                    self.abandon_request();
                }
                // Any other reply: the server changed nothing and never stored the id.
                self.sent = None;
                let quiet_ms = match answer {
                    Answer::Quiet { floor_ms, now_ms } => floor_ms.saturating_sub(*now_ms),
                    _ => 0,
                };
                self.pace.refused(now, quiet_ms, jitter);
                Ok(Effect::Unchanged)
            }
        }
    }

    /// Closes the file, replaces it by a new one, and returns the request to send afterwards:
    /// `None` if there is no valid lease to release. No further request follows. If the file cannot
    /// be replaced, the node is free at the end of the term.
    ///
    /// # Errors
    /// Errors of the file. The call can be repeated.
    pub fn release(&mut self) -> Result<Option<Request>, F::Error> {
        self.abandon_request();
        self.is_released = true;
        let Some(held) = self.grant() else {
            return Ok(None);
        };
        let ids = self.known_ids(&held);
        let until_ms = match guard!(FileFirst) {
            true => self.file.close()?,
            false => self.file.mark_ms(),
        };
        // A lease in a copy that can be restored into the file is valid to the end of the term.
        let until_ms = match self.file.replace() || !guard!(CopiesEnd) {
            // A high-water mark beyond the term covers times that were never leased.
            true => until_ms.min(held.until_ms),
            false => held.until_ms,
        };
        let close = Request::Close(Close {
            node: held.node,
            ids,
            until_ms,
        });
        self.sent = Some(close.clone());
        Ok(Some(close))
    }

    fn send(&mut self, request: Request) -> Action {
        self.sent = Some(request.clone());
        Action::Send(request)
    }

    /// Writes a granted lease. If that fails, the server has granted it nevertheless.
    fn write(
        &mut self,
        grant: &Grant,
        ids: GrantIds,
        now: Now,
        jitter: u32,
    ) -> Result<(), F::Error> {
        let written = self.file.write(grant, &ids);
        match written {
            Ok(()) => (self.sent, self.unanswered) = (None, [None; 3]),
            Err(_) => self.abandon_request(),
        }
        self.delay_if_failed(written, now, jitter)
    }

    /// Closes a file after the server has rejected a renewal. Sends nothing until that succeeds,
    /// since the server would reject it again.
    fn end(&mut self, now: Now, jitter: u32) -> Result<(), F::Error> {
        let closed = self.file.close();
        self.delay_if_failed(closed, now, jitter)?;
        self.must_close = false;
        Ok(())
    }

    /// Delays the next request if the file operation failed.
    fn delay_if_failed<R>(
        &mut self,
        done: Result<R, F::Error>,
        now: Now,
        jitter: u32,
    ) -> Result<R, F::Error> {
        if done.is_err() && guard!(Backoff) {
            self.pace.refused(now, 0, jitter);
        }
        done
    }

    /// Returns the ids under which the row may be stored: first the ids of requests without a
    /// reply, then the file's.
    fn known_ids(&self, held: &StoredLease) -> GrantIds {
        let known = self
            .unanswered
            .iter()
            .chain(&held.ids)
            .filter(|id| id.is_some());
        let mut ids = [None; 4];
        for (place, id) in ids.iter_mut().zip(known) {
            *place = *id;
        }
        ids
    }

    /// Abandons the pending request. The server may have processed it, or may still do so.
    fn abandon_request(&mut self) {
        if let Some(Request::Renew(Renew { id, .. })) = self.sent.take() {
            let [newest, next, _] = self.unanswered;
            self.unanswered = [Some(id), newest, next];
        }
    }
}
