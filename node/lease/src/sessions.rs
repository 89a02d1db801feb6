//! Sessions that renew lease files over the program's connections, as externals in JavaScript.

use std::cell::{RefCell, RefMut};
use std::path::PathBuf;

use napi::bindgen_prelude::{External, FromNapiRef};
use sortid_leasing::{Kind, Server, Session, Step, Value};

use crate::call::{Answer, Call, Failure, functions};
use crate::registers::format_of;

functions! {
    "open" open;
    "nextStep" next_step;
    "processResult" process_result;
    "fail" fail;
    "release" release;
    "close" close;
    "grant" grant;
    "refused" refused;
    "replaced" replaced;
}

/// The content of an external: a session, until it is closed.
struct Handle(RefCell<Option<Session>>);

impl Call<'_> {
    fn session(&self) -> Result<RefMut<'_, Session>, Failure> {
        let handle = self.handle()?.0.try_borrow_mut();
        let handle = handle.map_err(|_| Failure::State("the lease is in use by another call"))?;
        let session = RefMut::filter_map(handle, Option::as_mut);
        session.map_err(|_| Failure::State("the lease is closed"))
    }

    fn handle(&self) -> Result<&Handle, Failure> {
        // SAFETY: the call keeps its first argument alive, and napi checks the external's type.
        let handle =
            unsafe { External::<Handle>::from_napi_ref(self.env().raw(), self.raw_argument(0)) };
        Ok(handle.map_err(|_| Failure::Type("a lease"))?.as_ref())
    }
}

/// `([file, namespace, server, holder], code, names, values)`: opens a session.
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
    call.value(External::new(Handle(RefCell::new(Some(session)))))
}

/// `(lease)`: the milliseconds until the next request; or a list of strings: the milliseconds to
/// wait, then for each statement the number of its values, its text and its values. Null is an
/// empty string.
fn next_step(call: &Call<'_>) -> Answer {
    match call.session()?.next_step()? {
        Step::Wait(i64::MAX) => call.value(f64::INFINITY),
        Step::Wait(wait_ms) => call.value(wait_ms as f64),
        Step::Run(pause_ms, statements) => {
            let mut words = vec![pause_ms.to_string()];
            for statement in statements {
                words.push(statement.values.len().to_string());
                words.push(statement.text.to_owned());
                words.extend(statement.values.iter().map(Value::to_string));
            }
            call.value(words)
        }
    }
}

/// `(lease, cells)`: processes a reply and updates the file. Null is an empty string.
fn process_result(call: &Call<'_>) -> Answer {
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

/// Reports a request without a reply.
fn fail(call: &Call<'_>) -> Answer {
    call.session()?.fail()?;
    call.nothing()
}

/// Releases the node. The session has at most one more request.
fn release(call: &Call<'_>) -> Answer {
    call.session()?.release()?;
    call.nothing()
}

/// Closes the file, if open.
fn close(call: &Call<'_>) -> Answer {
    let handle = call.handle()?.0.try_borrow_mut();
    drop(
        handle
            .map_err(|_| Failure::State("the lease is in use by another call"))?
            .take(),
    );
    call.nothing()
}

/// The current node and the end of its term, as decimal digits; empty if there is none.
fn grant(call: &Call<'_>) -> Answer {
    let grant = call.session()?.grant();
    let words = grant.map(|handle| vec![handle.node.to_string(), handle.until_ms.to_string()]);
    call.value(words.unwrap_or_default())
}

/// The reason if the last request was refused, and the maximum of milliseconds that it will persist.
fn refused(call: &Call<'_>) -> Answer {
    let refused = call.session()?.refused();
    let words = refused.map(|refused| vec![refused.why.to_owned(), refused.later_ms.to_string()]);
    call.value(words.unwrap_or_default())
}

/// The number of times the lease file was replaced.
fn replaced(call: &Call<'_>) -> Answer {
    call.value(call.session()?.replaced() as f64)
}
