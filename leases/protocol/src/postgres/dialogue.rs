//! The protocol of one request, statement by statement.

use super::super::dialogue::{Cells, Decoded, Statement, Value, count, int, text};
use super::super::{
    Answer, Close, Grant, GrantId, GrantIds, Idle, Namespace, Record, Renew, Request, Take,
};
use super::{
    CLOSE, IDLE, READ, RENEW, RENEW_BY_FUNCTION, RENEW_LATE, SETTLE, SETTLE_ALL, TAKE,
    WHY_NOT_RENEWED, WHY_NOT_TAKEN, node_column, node_of_column,
};
use sortid::Error;

/// Maximum number of attempts if other clients win the race for a row, and the pause between two
/// attempts in milliseconds.
const TRIES: u32 = 20;
const PAUSE_MS: u32 = 5;

/// A request in progress. [`statements`](Self::statements) returns the statements to run in one
/// transaction, and [`process_result`](Self::process_result) processes the rows of the last one.
#[derive(Clone, Debug)]
pub struct Dialogue {
    name: String,
    holder: String,
    request: Request,
    /// Whether [`SETTLE`] has run on the connection.
    is_own: bool,
    /// The renewal statement.
    renewal: &'static str,
    stage: Stage,
    tries: u32,
}

#[derive(Clone, Copy, Debug)]
enum Stage {
    Asks,
    /// Queries the reason why nothing was granted.
    AsksWhy,
    /// All nodes are held. Queries the idle ones.
    AsksWho {
        next_ms: i64,
        now_ms: i64,
    },
    /// The lease has expired. Tries to renew it if it expired recently.
    AsksLate,
}

impl Dialogue {
    /// Begins a request. `is_own` states that [`SETTLE`] has run on the connection; otherwise it is
    /// part of each transaction.
    pub fn new(name: &str, request: Request, holder: &str, is_own: bool) -> Self {
        Self {
            name: name.to_owned(),
            holder: holder.to_owned(),
            request,
            is_own,
            renewal: RENEW,
            stage: Stage::Asks,
            tries: 0,
        }
    }

    /// Uses the function for renewals: see [`HAS_FUNCTION`](super::HAS_FUNCTION).
    #[must_use]
    pub fn by_function(self) -> Self {
        Self {
            renewal: RENEW_BY_FUNCTION,
            ..self
        }
    }

    /// Returns the statements to run next, in one transaction.
    pub fn statements(&self) -> Vec<Statement> {
        let name = || Value::from(self.name.as_str());
        let told = |text, values| Statement { text, values };
        let settle = |text| told(text, vec![name()]);
        let asked = match (&self.request, self.stage) {
            (_, Stage::AsksWho { .. }) => return vec![told(IDLE, vec![name()])],
            (Request::Take(take), Stage::Asks | Stage::AsksLate) => told(TAKE, self.take(take)),
            (Request::Take(take), Stage::AsksWhy) => {
                return vec![told(WHY_NOT_TAKEN, vec![name(), Value::Int(take.clock_ms)])];
            }
            (Request::Renew(renew), Stage::Asks) => told(self.renewal, self.renew(renew)),
            (Request::Renew(renew), Stage::AsksLate) => told(RENEW_LATE, self.renew(renew)),
            (Request::Renew(renew), Stage::AsksWhy) => {
                return vec![told(WHY_NOT_RENEWED, self.why(renew))];
            }
            (Request::Close(close), _) => told(CLOSE, self.close(close)),
        };
        match (&self.request, self.is_own) {
            (Request::Take(_), _) => vec![settle(SETTLE_ALL), asked],
            (_, true) => vec![asked],
            (_, false) => vec![settle(SETTLE), asked],
        }
    }

    /// Processes the rows of the last statement.
    pub fn process_result(&mut self, cells: &Cells) -> Decoded {
        let read = match self.stage {
            Stage::AsksLate if cells.is_empty() => Some(Decoded::Answer(Answer::RunOut)),
            Stage::Asks | Stage::AsksLate => self.granted(cells),
            Stage::AsksWhy => self.refused(cells),
            Stage::AsksWho { next_ms, now_ms } => {
                let idle = cells.chunks(4).filter_map(idle).collect();
                let answer = Answer::Exhausted {
                    next_ms,
                    idle,
                    now_ms,
                };
                Some(Decoded::Answer(answer))
            }
        };
        read.unwrap_or(Decoded::Malformed)
    }

    fn granted(&mut self, cells: &Cells) -> Option<Decoded> {
        let granted = |grant, now_ms| Some(Decoded::Answer(Answer::Granted { grant, now_ms }));
        match &self.request {
            Request::Close(_) => Some(Decoded::Answer(Answer::Closed)),
            _ if cells.is_empty() => {
                self.stage = Stage::AsksWhy;
                Some(Decoded::Again(0))
            }
            Request::Take(_) => {
                let grant = Grant {
                    node: node_of_column(int(cells, 0)?),
                    from_ms: int(cells, 1)?,
                    until_ms: int(cells, 2)?,
                    count: count(cells, 3)?,
                };
                granted(grant, int(cells, 4)?)
            }
            Request::Renew(renew) => {
                let grant = Grant {
                    node: renew.node,
                    from_ms: renew.until_ms,
                    until_ms: int(cells, 0)?,
                    count: count(cells, 1)?,
                };
                granted(grant, int(cells, 2)?)
            }
        }
    }

    fn refused(&mut self, cells: &Cells) -> Option<Decoded> {
        let now_ms = || int(cells, 1);
        let answer = match text(cells, 0) {
            Some("clocks") => Answer::Clocks { now_ms: now_ms()? },
            Some("quiet") => Answer::Quiet {
                floor_ms: int(cells, 2)?,
                now_ms: now_ms()?,
            },
            Some("exhausted") => {
                let (next_ms, now_ms) = (int(cells, 3)?, now_ms()?);
                self.stage = Stage::AsksWho { next_ms, now_ms };
                return Some(Decoded::Again(0));
            }
            Some("superseded") => Answer::Superseded,
            Some("run_out") => {
                self.stage = Stage::AsksLate;
                return Some(Decoded::Again(0));
            }
            Some("again") if self.tries + 1 < TRIES => {
                (self.stage, self.tries) = (Stage::Asks, self.tries + 1);
                return Some(Decoded::Again(PAUSE_MS));
            }
            Some("again") => return Some(Decoded::Busy),
            _ => Answer::Unknown,
        };
        Some(Decoded::Answer(answer))
    }

    fn take(&self, take: &Take) -> Vec<Value> {
        let wanted = take.wanted.map(node_column);
        vec![
            self.name.as_str().into(),
            wanted.map_or(Value::Null, Value::Int),
            number(take.id),
            Value::Int(take.clock_ms),
            self.holder.as_str().into(),
        ]
    }

    fn renew(&self, renew: &Renew) -> Vec<Value> {
        vec![
            self.name.as_str().into(),
            Value::Int(node_column(renew.node)),
            numbers(&renew.ids),
            number(renew.id),
            Value::Int(renew.until_ms),
            Value::Int(column(renew.count)),
            Value::Int(renew.clock_ms),
            renew.used_ms.map_or(Value::Null, Value::Int),
            self.holder.as_str().into(),
        ]
    }

    fn why(&self, renew: &Renew) -> Vec<Value> {
        vec![
            self.name.as_str().into(),
            Value::Int(node_column(renew.node)),
            numbers(&renew.ids),
            Value::Int(renew.until_ms),
            Value::Int(column(renew.count)),
            Value::Int(renew.clock_ms),
        ]
    }

    fn close(&self, close: &Close) -> Vec<Value> {
        vec![
            self.name.as_str().into(),
            Value::Int(node_column(close.node)),
            numbers(&close.ids),
            Value::Int(close.until_ms),
        ]
    }
}

/// Returns the statement that reads a namespace's record.
pub fn read(name: &str) -> Statement {
    Statement {
        text: READ,
        values: vec![name.into()],
    }
}

/// Parses the row of [`READ`]. Returns `None` if the namespace does not exist.
///
/// # Errors
/// `invalid_option`, `unknown_format` if the row was not written by these rules.
pub fn record(name: &str, cells: &Cells) -> Result<Option<Record>, Error> {
    if cells.is_empty() {
        return Ok(None);
    }
    let column = |nth| int(cells, nth).unwrap_or(0);
    let nodes = node_of_column(column(1))..=node_of_column(column(2));
    let kind = text(cells, 0).unwrap_or_default().parse()?;
    let namespace = Namespace::new(name, kind, Some(nodes))?;
    Ok(Some(Record {
        namespace: namespace.with_times(column(3), column(4))?,
        floor_ms: column(5),
        server: text(cells, 6).unwrap_or_default().to_owned(),
    }))
}

fn idle(row: &Cells) -> Option<Idle> {
    Some(Idle {
        node: node_of_column(int(row, 0)?),
        holder: text(row, 1).unwrap_or_default().to_owned(),
        used_ms: int(row, 2),
        free_ms: int(row, 3)?,
    })
}

/// Lease ids and counts are below 2^63.
fn column(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

fn number(id: GrantId) -> Value {
    Value::Int(column(id.get()))
}

fn numbers(ids: &GrantIds) -> Value {
    Value::Ints(ids.iter().flatten().map(|id| column(id.get())).collect())
}
