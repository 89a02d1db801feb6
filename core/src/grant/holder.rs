//! The agent's rules: when it asks for what, and what becomes of its lease file.
//!
//! - The server is asked first, then the file is written, then ids are made: the file never says more than the server did.
//! - A grant counts in the file that it was written to, since the start of the system in which it was. Elsewhere it is void: there the agent names none of its
//!   numbers, and takes a node anew.
//! - A release closes the file first, then the row: the other way round, a crash in between would leave the node to two.
//! - A number is drawn for each request and never used again. That of a request whose answer was lost stays the file's: the server may have it.

use super::pace::{Now, Pace};
use super::{Answer, Close, Grant, GrantId, Mine, Renew, Request, Rule, Take, keeps};

/// What a lease file holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Held {
    /// The node.
    pub node: u64,
    /// The end of its stretch, as the server said it, in Unix milliseconds.
    pub until_ms: i64,
    /// The ids that it was granted or asked for.
    pub mine: Mine,
    /// How often the node was granted.
    pub count: u64,
    /// Whether the grant counts: it was not closed, and was written to this file, since this start of the system.
    pub counts: bool,
}

impl Held {
    /// What a file holds to which a grant was written.
    pub const fn of(grant: &Grant, mine: &Mine) -> Self {
        Self {
            node: grant.node,
            until_ms: grant.until_ms,
            mine: *mine,
            count: grant.count,
            counts: true,
        }
    }
}

/// A lease file, as the agent sees it: it alone writes grants there, and any number of processes use them up.
pub trait LeaseFile {
    /// Why a file cannot be written.
    type Error;

    /// The last grant; none where there never was one.
    fn held(&self) -> Option<Held>;

    /// The end of the last millisecond of which ids may have been made, in Unix milliseconds; of a file without ids, anything as low as that.
    fn mark_ms(&self) -> i64;

    /// Writes a grant, and waits until it is on the disk. A grant of the node that the file has moves its end on. One of another node begins where it says, but
    /// above the mark, and ends the old one there. After an error the file has the old grant or the new one.
    ///
    /// # Errors
    /// Those of the file.
    fn write(&mut self, grant: &Grant, mine: &Mine) -> Result<(), Self::Error>;

    /// Ends the grant where ids of it may have been made, and forgets its numbers; on the disk before it returns. The answer is that end in Unix milliseconds:
    /// that of the mark's millisecond, or where the grant began, whichever is later.
    ///
    /// # Errors
    /// Those of the file: the grant may stand, or be closed.
    fn close(&mut self) -> Result<i64, Self::Error>;

    /// Makes no id below this time, in Unix milliseconds, from now on.
    ///
    /// # Errors
    /// Those of the file.
    fn raise(&mut self, above_ms: i64) -> Result<(), Self::Error>;

    /// Checks that the file is still the one at its path. If it was removed or replaced, opens the file at the path, or creates it, and returns `true`: that
    /// file has nothing of the old one, whose lease runs out.
    ///
    /// # Errors
    /// Those of the file: it is unreadable, or the file at the path cannot be opened.
    fn refresh(&mut self) -> Result<bool, Self::Error> {
        Ok(false)
    }
}

/// What an agent has to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ask {
    /// To wait for so many milliseconds, and then to ask again.
    Wait(i64),
    /// To send this, and to hand its answer over, or that there was none.
    Send(Request),
}

/// What an answer has changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Heard {
    /// The file has this grant; of its node it had none before if it is new.
    Has {
        /// What was written.
        grant: Grant,
        /// Whether the node is another one than the last, or was given back in between.
        is_new: bool,
    },
    /// The file's stretch cannot be renewed, and is closed: the next request takes a node.
    Lost,
    /// The node is given back.
    Released,
    /// Nothing: it is asked again later.
    Waits,
}

/// The state machine of an agent: one of a lease file, whose lock the caller holds.
///
/// [`ask`](Self::ask) says what is to be sent, [`hear`](Self::hear) takes what came back and writes the file, [`release`](Self::release) gives all back. Who
/// calls has the connection, the clocks and the randomness.
///
/// ```
/// use sortid::grant::{Answer, Ask, Grant, GrantId, Held, Holder, LeaseFile, Mine, Now, Request};
///
/// struct InMemory(Option<Held>);
///
/// impl LeaseFile for InMemory {
///     type Error = std::convert::Infallible;
///     fn held(&self) -> Option<Held> { self.0 }
///     fn mark_ms(&self) -> i64 { 0 }
///     fn write(&mut self, grant: &Grant, mine: &Mine) -> Result<(), Self::Error> {
///         self.0 = Some(Held::of(grant, mine));
///         Ok(())
///     }
///     fn close(&mut self) -> Result<i64, Self::Error> { self.0 = None; Ok(0) }
///     fn raise(&mut self, _above_ms: i64) -> Result<(), Self::Error> { Ok(()) }
/// }
///
/// let Ok(mut holder) = Holder::open(InMemory(None), 30_000, None);
/// let now = Now { unix_ms: 1_700_000_000_000, steady_ms: 0 };
/// let id = GrantId::from_random(7).expect("not 0");
/// let Ok(Ask::Send(Request::Take(asked))) = holder.ask(now, id) else { panic!("it has no node") };
/// assert_eq!((asked.wanted, asked.id), (None, id));
///
/// // What the server says goes into the file.
/// let grant = Grant { node: 16, from_ms: now.unix_ms, until_ms: now.unix_ms + 30_000, count: 1 };
/// let Ok(_) = holder.hear(&Answer::Granted { grant, now_ms: now.unix_ms }, now, 0);
/// assert_eq!(holder.grant().map(|held| held.node), Some(16));
/// assert_eq!(holder.ask(now, id), Ok(Ask::Wait(1000))); // a third of 30 s is used first, and looked at each second
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Holder<F> {
    file: F,
    pace: Pace,
    /// What was sent and not answered yet.
    sent: Option<Request>,
    /// The numbers of requests whose answers were lost, the newest first.
    doubtful: [Option<GrantId>; 3],
    /// Whether the server refused to renew the file's lease, and the file is not closed yet.
    is_over: bool,
    is_released: bool,
}

impl<F: LeaseFile> Holder<F> {
    /// The agent of a file, of a namespace with this stretch in milliseconds. Ids begin above a state file's mark, in Unix milliseconds, where one is given.
    ///
    /// # Errors
    /// Those of the file.
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
            doubtful: [None; 3],
            is_over: false,
            is_released: false,
        })
    }

    /// The file.
    pub const fn file(&self) -> &F {
        &self.file
    }

    /// The file's grant, if it counts.
    pub fn grant(&self) -> Option<Held> {
        self.file
            .held()
            .filter(|held| held.counts || !keeps(Rule::Here))
    }

    /// What there is to do now. `id` is the number of a new grant: drawn for each call, and used if the answer is a request. A request that was not answered
    /// is none any more: nobody waits for it.
    ///
    /// If the file was removed or replaced, the agent continues with the file that is at its path now, and takes a node for it.
    ///
    /// # Errors
    /// Those of the file: nothing is sent, and the next call says how long to wait.
    pub fn ask(&mut self, now: Now, id: GrantId) -> Result<Ask, F::Error> {
        if self.is_released {
            return Ok(Ask::Wait(i64::MAX));
        }
        self.lose_answer();
        let wait_ms = self.pace.wait_ms(now);
        if wait_ms > 0 {
            return Ok(Ask::Wait(wait_ms));
        }
        // The number is random: no other draw is needed to spread the retries of many agents.
        let jitter = id.get() as u32;
        let refreshed = self.file.refresh();
        if self.or_later(refreshed, now, jitter)? {
            (self.doubtful, self.is_over) = ([None; 3], false);
        }
        if self.is_over {
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
            return Ok(Ask::Wait(wait_ms));
        }
        let mine = self.mine(&held);
        if !keeps(Rule::ServerFirst) {
            let grant = Grant {
                node: held.node,
                from_ms: held.until_ms,
                // As much again as there is.
                until_ms: held.until_ms + (held.until_ms - mark_ms).max(1),
                count: held.count,
            };
            self.file.write(&grant, &mine).ok();
        }
        Ok(self.send(Request::Renew(Renew {
            node: held.node,
            mine,
            id,
            until_ms: held.until_ms,
            count: held.count,
            clock_ms: now.unix_ms,
            used_ms: Some(mark_ms),
        })))
    }

    /// Takes the answer to what was sent last, and writes the file. `jitter` is a random number: it spreads what many agents do next.
    ///
    /// # Errors
    /// Those of the file: then the answer counts as lost.
    pub fn hear(&mut self, answer: &Answer, now: Now, jitter: u32) -> Result<Heard, F::Error> {
        let Some(sent) = self.sent.clone() else {
            return Ok(Heard::Waits);
        };
        match (answer, &sent) {
            (Answer::Granted { grant, now_ms }, Request::Take(Take { id, .. })) => {
                self.write(grant, [Some(*id), None, None, None], now, jitter)?;
                self.pace.granted(now, (*now_ms, grant.until_ms), jitter);
                Ok(Heard::Has {
                    grant: *grant,
                    is_new: true,
                })
            }
            (Answer::Granted { grant, now_ms }, Request::Renew(Renew { id, mine, .. })) => {
                self.write(grant, [Some(*id), mine[0], mine[1], mine[2]], now, jitter)?;
                self.pace.granted(now, (*now_ms, grant.until_ms), jitter);
                Ok(Heard::Has {
                    grant: *grant,
                    is_new: false,
                })
            }
            (Answer::Superseded | Answer::RunOut, Request::Renew(_)) => {
                (self.sent, self.doubtful, self.is_over) = (None, [None; 3], true);
                self.end(now, jitter)?;
                Ok(Heard::Lost)
            }
            (Answer::Closed, Request::Close(_)) => {
                self.sent = None;
                if !keeps(Rule::FileFirst) {
                    self.file.close()?;
                }
                Ok(Heard::Released)
            }
            _ => {
                if *answer == Answer::Silence {
                    self.lose_answer();
                }
                // Else nothing has changed there, and the number was never seen.
                self.sent = None;
                let quiet_ms = match answer {
                    Answer::Quiet { floor_ms, now_ms } => floor_ms.saturating_sub(*now_ms),
                    _ => 0,
                };
                self.pace.refused(now, quiet_ms, jitter);
                Ok(Heard::Waits)
            }
        }
    }

    /// Closes the file, and says what is to be sent then, if anything; afterwards nothing is asked any more. What has no grant that counts has nothing to give back.
    ///
    /// # Errors
    /// Those of the file: then the call may be repeated.
    pub fn release(&mut self) -> Result<Option<Request>, F::Error> {
        self.lose_answer();
        self.is_released = true;
        let Some(held) = self.grant() else {
            return Ok(None);
        };
        let mine = self.mine(&held);
        let until_ms = match keeps(Rule::FileFirst) {
            true => self.file.close()?,
            false => self.file.mark_ms(),
        };
        // A mark ahead of the stretch is of times that were never granted.
        let until_ms = until_ms.min(held.until_ms);
        let close = Request::Close(Close {
            node: held.node,
            mine,
            until_ms,
        });
        self.sent = Some(close.clone());
        Ok(Some(close))
    }

    fn send(&mut self, request: Request) -> Ask {
        self.sent = Some(request.clone());
        Ask::Send(request)
    }

    /// Writes what was granted. What fails here was granted all the same.
    fn write(&mut self, grant: &Grant, mine: Mine, now: Now, jitter: u32) -> Result<(), F::Error> {
        let written = self.file.write(grant, &mine);
        match written {
            Ok(()) => (self.sent, self.doubtful) = (None, [None; 3]),
            Err(_) => self.lose_answer(),
        }
        self.or_later(written, now, jitter)
    }

    /// Closes a file whose lease the server refused to renew. Until that succeeds nothing is sent: the server would refuse it again.
    fn end(&mut self, now: Now, jitter: u32) -> Result<(), F::Error> {
        let closed = self.file.close();
        self.or_later(closed, now, jitter)?;
        self.is_over = false;
        Ok(())
    }

    /// Delays the next request if the file failed.
    fn or_later<R>(
        &mut self,
        done: Result<R, F::Error>,
        now: Now,
        jitter: u32,
    ) -> Result<R, F::Error> {
        if done.is_err() && keeps(Rule::Backoff) {
            self.pace.refused(now, 0, jitter);
        }
        done
    }

    /// The numbers by which the row may be known: those of lost answers, then those of the file.
    fn mine(&self, held: &Held) -> Mine {
        let known = self
            .doubtful
            .iter()
            .chain(&held.mine)
            .filter(|id| id.is_some());
        let mut mine = [None; 4];
        for (place, id) in mine.iter_mut().zip(known) {
            *place = *id;
        }
        mine
    }

    /// What was sent may have been done, or may be done yet.
    fn lose_answer(&mut self) {
        if let Some(Request::Renew(Renew { id, .. })) = self.sent.take() {
            let [newest, next, _] = self.doubtful;
            self.doubtful = [Some(id), newest, next];
        }
    }
}
