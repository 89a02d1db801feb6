//! Lease files that are kept over connections of the caller's: sessions, which JavaScript holds as externals.

use std::cell::{RefCell, RefMut};
use std::path::PathBuf;

use napi::bindgen_prelude::{External, FromNapiRef};
use sortid_leasing::{Kind, Server, Session, Step, Value};

use crate::call::{Answer, Call, Failure, functions};
use crate::registers::format_of;

functions! {
    "open" open;
    "ask" ask;
    "hear" hear;
    "fail" fail;
    "release" release;
    "close" close;
    "grant" grant;
    "refused" refused;
    "replaced" replaced;
}

/// What an object of JavaScript holds: a session, until it is closed.
struct Held(RefCell<Option<Session>>);

impl Call<'_> {
    fn session(&self) -> Result<RefMut<'_, Session>, Failure> {
        let held = self.held()?.0.try_borrow_mut();
        let held = held.map_err(|_| Failure::State("another call uses the lease"))?;
        let session = RefMut::filter_map(held, Option::as_mut);
        session.map_err(|_| Failure::State("the lease is closed"))
    }

    fn held(&self) -> Result<&Held, Failure> {
        // SAFETY: the first argument of this call, which keeps the external alive; napi checks what it holds.
        let held =
            unsafe { External::<Held>::from_napi_ref(self.env().raw(), self.raw_argument(0)) };
        Ok(held.map_err(|_| Failure::Type("a lease"))?.as_ref())
    }
}

/// `([file, namespace, server, holder], code, names, values)`: a session.
fn open(call: &Call<'_>) -> Answer {
    let words = words(call, 0)?;
    let [file, namespace, server, holder] = &words[..] else {
        return Err(Failure::Type("a file, a namespace, a server and a holder"));
    };
    let server = match server.as_str() {
        "postgres" => Server::Postgres,
        "redis" => Server::Redis,
        _ => return Err(Failure::Type("postgres or redis")),
    };
    let kind = Kind::new(format_of(call.number(1)?)?, &call.options(2, 3)?)?;
    let session = Session::open(&PathBuf::from(file), namespace, kind, server, holder)?;
    call.value(External::new(Held(RefCell::new(Some(session)))))
}

/// How many milliseconds there is nothing to do; or a list of words: how many to wait, then of each statement how many values it has, its text and these. What is
/// null is an empty word.
fn ask(call: &Call<'_>) -> Answer {
    match call.session()?.next_step()? {
        Step::Wait(i64::MAX) => call.value(f64::INFINITY),
        Step::Wait(wait_ms) => call.value(wait_ms as f64),
        Step::Run(pause_ms, statements) => {
            let mut told = vec![pause_ms.to_string()];
            for statement in statements {
                told.push(statement.values.len().to_string());
                told.push(statement.text.to_owned());
                told.extend(statement.values.iter().map(Value::to_string));
            }
            call.value(told)
        }
    }
}

/// `(lease, words)`: takes what came back, which writes the file. What is null is an empty word.
fn hear(call: &Call<'_>) -> Answer {
    let words = words(call, 1)?.into_iter();
    let cells: Vec<_> = words
        .map(|word| (!word.is_empty()).then_some(word))
        .collect();
    call.session()?.process_result(&cells)?;
    call.nothing()
}

fn words(call: &Call<'_>, index: usize) -> Result<Vec<String>, Failure> {
    let words: Option<Vec<String>> = call.argument(index)?;
    Ok(words.unwrap_or_default())
}

/// Nothing came back.
fn fail(call: &Call<'_>) -> Answer {
    call.session()?.fail()?;
    call.nothing()
}

/// Closes the file: there is one thing more to do at most.
fn release(call: &Call<'_>) -> Answer {
    call.session()?.release()?;
    call.nothing()
}

/// Lets the file go. What is closed stays so.
fn close(call: &Call<'_>) -> Answer {
    let held = call.held()?.0.try_borrow_mut();
    drop(
        held.map_err(|_| Failure::State("another call uses the lease"))?
            .take(),
    );
    call.nothing()
}

/// The current node and the end of its term, as decimal digits; empty if there is none.
fn grant(call: &Call<'_>) -> Answer {
    let grant = call.session()?.grant();
    let told = grant.map(|held| vec![held.node.to_string(), held.until_ms.to_string()]);
    call.value(told.unwrap_or_default())
}

/// Why the last request came to nothing, and how many milliseconds that may last; no word where it did not.
fn refused(call: &Call<'_>) -> Answer {
    let refused = call.session()?.refused();
    let told = refused.map(|refused| vec![refused.why.to_owned(), refused.later_ms.to_string()]);
    call.value(told.unwrap_or_default())
}

/// How often another file took the place of the lease file.
fn replaced(call: &Call<'_>) -> Answer {
    call.value(call.session()?.replaced() as f64)
}
