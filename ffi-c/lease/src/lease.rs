//! Leases, each with a lease file.

use std::ffi::{CString, c_char};
use std::path::Path;
use std::ptr;

use sortid::ErrorCode;
use sortid_leasing::{Kind, Server, Session, Statement, Turn, Value};

use crate::boundary::{Refusal, array, explained, output, required, status, text_bytes, value};
use crate::error::sortid_error;
use crate::options::{self, sortid_option};

/// A connection to PostgreSQL: the statements of one turn are one transaction.
pub const SORTID_LEASE_POSTGRES: u32 = 1;

/// A connection to Redis or Valkey: a statement is a command.
pub const SORTID_LEASE_REDIS: u32 = 2;

/// A value that is `NULL`, an integer of 64 bits for PostgreSQL.
pub const SORTID_LEASE_NULL: u32 = 0;

/// A value that is an integer of 64 bits: `number`.
pub const SORTID_LEASE_INT: u32 = 1;

/// A value that is an array of such integers: `numbers` and `count`.
pub const SORTID_LEASE_INTS: u32 = 2;

/// A value that is text.
pub const SORTID_LEASE_TEXT: u32 = 3;

/// Keeps a lease file over a connection of the caller's. Opaque; for one thread at a time.
pub struct sortid_lease {
    _private: [u8; 0],
}

/// A parameter of a statement, or a word behind a command.
#[repr(C)]
pub struct sortid_lease_value {
    /// SORTID_LEASE_NULL, _INT, _INTS or _TEXT.
    pub kind: u32,
    /// Zero.
    pub reserved: u32,
    /// The integer; else 0.
    pub number: i64,
    /// Every value as text with a terminator, as PostgreSQL reads it and Redis takes it; NULL for `NULL`.
    pub text: *const c_char,
    /// The length of the text in bytes, without the terminator.
    pub text_length: usize,
    /// The integers of an array; else NULL.
    pub numbers: *const i64,
    /// How many.
    pub count: usize,
}

/// Something to be run.
#[repr(C)]
pub struct sortid_lease_statement {
    /// SQL, whose parameters are `$1`, `$2`, ...; or the name of a command of Redis. It has a terminator.
    pub text: *const c_char,
    /// Its length in bytes, without the terminator.
    pub text_length: usize,
    /// The parameters, or what follows the name.
    pub values: *const sortid_lease_value,
    /// How many.
    pub count: usize,
}

/// What there is to do. Its memory is the lease's: readable until the next call that takes it.
#[repr(C)]
pub struct sortid_lease_turn {
    /// How many milliseconds to wait: before the statements are run; or until to ask again, where there are none. INT64_MAX: there is
    /// nothing to do any more.
    pub wait_ms: i64,
    /// What is to be run then; NULL where there is nothing.
    pub statements: *const sortid_lease_statement,
    /// How many.
    pub count: usize,
}

/// What is behind the pointer.
struct Kept {
    session: Session,
    statements: Statements,
    why: CString,
}

/// What is behind the pointer, for this call alone.
///
/// # Safety
/// `lease` is null or came from [`sortid_lease_open`], is not freed, and nobody else uses it while `'a` lasts.
unsafe fn kept<'a>(lease: *mut sortid_lease) -> Result<&'a mut Kept, Refusal> {
    // SAFETY: the caller's promise: what this library hands out is that.
    unsafe { lease.cast::<Kept>().as_mut() }.ok_or(Refusal::Here(ErrorCode::NullArgument))
}

/// A text of an argument.
///
/// # Safety
/// `pointer` is null, or valid for reads of `length` bytes or up to its terminator while `'a` lasts.
unsafe fn text<'a>(pointer: *const c_char, length: usize) -> Result<&'a str, Refusal> {
    // SAFETY: the caller's promise.
    let bytes = unsafe { text_bytes(pointer, length) }?;
    let text = str::from_utf8(bytes)
        .ok()
        .filter(|text| !text.contains('\0'));
    text.ok_or(Refusal::Here(ErrorCode::InvalidOption))
}

/// Opens a lease file, or makes it, to be kept for a namespace.
///
/// `options` are those of a generator that move time or node; they may be NULL where `count` is 0. `server` is SORTID_LEASE_POSTGRES or
/// SORTID_LEASE_REDIS; `holder` says for people who has it. Allocates the lease: to be given to `sortid_lease_free`. Writes `*lease`. `error`
/// may be NULL. Nothing is granted yet: that begins with `sortid_lease_ask`.
///
/// Errors: `SORTID_ERR_NULL_ARGUMENT`, `SORTID_ERR_UNKNOWN_FORMAT`, `SORTID_ERR_INVALID_OPTION` for a format without a node, an option that
/// chooses the node, no name of a namespace, a text with a zero byte, another server; `SORTID_ERR_INVALID_LENGTH`;
/// `SORTID_ERR_STORE_LOCKED` where somebody else keeps the file, `SORTID_ERR_STORE_FOREIGN` for one of another namespace or kind or without
/// a lease, other `SORTID_ERR_STORE_...`.
/// Thread-safe. Since 0.1.0.
///
/// # Safety
/// Pointers are NULL or valid for what is said of them.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sortid_lease_open(
    file: *const c_char,
    file_length: usize,
    name: *const c_char,
    name_length: usize,
    format: u32,
    options: *const sortid_option,
    count: usize,
    server: u32,
    holder: *const c_char,
    holder_length: usize,
    lease: *mut *mut sortid_lease,
    error: *mut sortid_error,
) -> i32 {
    // SAFETY: the caller's promise, here and below.
    unsafe {
        explained(error, || {
            let lease = output(lease)?;
            let file = path(text_bytes(file, file_length)?)?;
            let name = text(name, name_length)?;
            let kind = Kind::new(required(format)?, &options::read(options, count)?)?;
            let server = match server {
                SORTID_LEASE_POSTGRES => Server::Postgres,
                SORTID_LEASE_REDIS => Server::Redis,
                _ => return Err(ErrorCode::InvalidOption.into()),
            };
            let holder = text(holder, holder_length)?;
            let made = Box::new(Kept {
                session: Session::open(file, name, kind, server, holder)?,
                statements: Statements::default(),
                why: CString::default(),
            });
            lease.write(Box::into_raw(made).cast());
            Ok(())
        })
    }
}

#[cfg(unix)]
fn path(bytes: &[u8]) -> Result<&Path, Refusal> {
    use std::os::unix::ffi::OsStrExt;
    Ok(Path::new(std::ffi::OsStr::from_bytes(bytes)))
}

#[cfg(not(unix))]
fn path(bytes: &[u8]) -> Result<&Path, Refusal> {
    let text = str::from_utf8(bytes).map_err(|_| Refusal::Here(ErrorCode::InvalidOption))?;
    Ok(Path::new(text))
}

/// Frees a lease. NULL is fine. What was not released runs out by itself.
///
/// Nobody may use it any more. Never fails. By one thread. Since 0.1.0.
///
/// # Safety
/// The pointer is NULL or came from `sortid_lease_open`, and is not used again.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sortid_lease_free(lease: *mut sortid_lease) {
    value((), || {
        if !lease.is_null() {
            // SAFETY: the caller's promise: made from a box.
            drop(unsafe { Box::from_raw(lease.cast::<Kept>()) });
        }
    });
}

/// What there is to do. What was to be run before, and was neither heard of nor failed, counts as failed.
///
/// Writes `*turn`. In a child that was forked there is never anything to do. A lease file that was removed is created anew, and gets a node of
/// its own. `error` may be NULL.
///
/// Errors: `SORTID_ERR_NULL_ARGUMENT`, `SORTID_ERR_STORE_...`: then nothing is to be run, and the next call says how long to wait;
/// `SORTID_ERR_ENTROPY_UNAVAILABLE`. By one thread at a time. Since 0.1.0.
///
/// # Safety
/// Pointers are NULL or valid for what is said of them.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sortid_lease_ask(
    lease: *mut sortid_lease,
    turn: *mut sortid_lease_turn,
    error: *mut sortid_error,
) -> i32 {
    // SAFETY: the caller's promise, here and below.
    unsafe {
        explained(error, || {
            let (kept, turn) = (kept(lease)?, output(turn)?);
            let (wait_ms, statements) = match kept.session.ask()? {
                Turn::Wait(wait_ms) => (wait_ms, Statements::default()),
                Turn::Run(pause_ms, list) => (pause_ms.into(), Statements::new(list)?),
            };
            kept.statements = statements;
            let statements = &kept.statements.list;
            let there = !statements.is_empty();
            turn.write(sortid_lease_turn {
                wait_ms,
                statements: if there {
                    statements.as_ptr()
                } else {
                    ptr::null()
                },
                count: statements.len(),
            });
            Ok(())
        })
    }
}

/// Takes what the last statement answered, and writes the file: the columns of all rows, one after the other, or the elements of the reply.
///
/// Cells are text, NULL for a null. `lengths` are theirs in bytes, or NULL where each has a terminator. `cells` may be NULL where `count` is 0:
/// no row. `error` may be NULL, and names `namespace` where the server has none of this name, or one of other ids. After an error it is
/// asked for again later.
///
/// Errors: `SORTID_ERR_NULL_ARGUMENT`, `SORTID_ERR_INVALID_LENGTH`, `SORTID_ERR_INVALID_OPTION` where there is no such namespace,
/// `SORTID_ERR_STORE_FOREIGN` for one of other ids, other `SORTID_ERR_STORE_...`, `SORTID_ERR_ENTROPY_UNAVAILABLE`.
/// By one thread at a time. Since 0.1.0.
///
/// # Safety
/// Pointers are NULL or valid for what is said of them.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sortid_lease_hear(
    lease: *mut sortid_lease,
    cells: *const *const c_char,
    lengths: *const usize,
    count: usize,
    error: *mut sortid_error,
) -> i32 {
    // SAFETY: the caller's promise, here and below.
    unsafe {
        explained(error, || {
            let kept = kept(lease)?;
            let lengths = if lengths.is_null() {
                None
            } else {
                Some(array(lengths, count)?)
            };
            let mut texts = Vec::with_capacity(count.min(1024));
            for (nth, &cell) in array(cells, count)?.iter().enumerate() {
                if cell.is_null() {
                    texts.push(None);
                    continue;
                }
                let length = lengths.map_or(usize::MAX, |lengths| lengths[nth]);
                let bytes = text_bytes(cell, length)?;
                texts.push(Some(String::from_utf8_lossy(bytes).into_owned()));
            }
            Ok(kept.session.hear(&texts)?)
        })
    }
}

/// Nothing came back: what was sent may have been done all the same.
///
/// `error` may be NULL.
///
/// Errors: `SORTID_ERR_NULL_ARGUMENT`, `SORTID_ERR_ENTROPY_UNAVAILABLE`. By one thread at a time. Since 0.1.0.
///
/// # Safety
/// Pointers are NULL or valid for what is said of them.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sortid_lease_fail(
    lease: *mut sortid_lease,
    error: *mut sortid_error,
) -> i32 {
    // SAFETY: the caller's promise, here and below.
    unsafe { explained(error, || Ok(kept(lease)?.session.fail()?)) }
}

/// Closes the file: ids of it are made no more, but for what was set aside, for a second at most. Then `sortid_lease_ask` has one thing more
/// at most, by which the node is given back.
///
/// `error` may be NULL.
///
/// Errors: `SORTID_ERR_NULL_ARGUMENT`, `SORTID_ERR_STORE_...`: then the call may be repeated. By one thread at a time. Since 0.1.0.
///
/// # Safety
/// Pointers are NULL or valid for what is said of them.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sortid_lease_release(
    lease: *mut sortid_lease,
    error: *mut sortid_error,
) -> i32 {
    // SAFETY: the caller's promise, here and below.
    unsafe { explained(error, || Ok(kept(lease)?.session.release()?)) }
}

/// The node that the file has now, and the end of its stretch: Unix milliseconds.
///
/// Writes `*is_held`; `*node` and `*until_ms` where that is true, else zeros.
///
/// Errors: `SORTID_ERR_NULL_ARGUMENT`. By one thread at a time. Since 0.1.0.
///
/// # Safety
/// Pointers are NULL or valid for what is said of them.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sortid_lease_grant(
    lease: *mut sortid_lease,
    is_held: *mut bool,
    node: *mut u64,
    until_ms: *mut i64,
) -> i32 {
    status(|| {
        // SAFETY: the caller's promise, here and below.
        let kept = unsafe { kept(lease) }?;
        let (is_held, node, until_ms) = (output(is_held)?, output(node)?, output(until_ms)?);
        let held = kept.session.grant();
        let (number, end) = held.map_or((0, 0), |held| (held.node, held.until_ms));
        // SAFETY: not null, so valid for writes.
        unsafe {
            is_held.write(held.is_some());
            node.write(number);
            until_ms.write(end);
        }
        Ok(())
    })
}

/// Why the last request came to nothing: `quiet`, `exhausted`, `clocks`, `superseded`, `run_out`, `unknown`, `silence`.
///
/// Writes `*why`, NULL where it did not, readable until the next call that takes the lease; and `*later_ms`, in how many milliseconds that may
/// be over, 0 where that is not known.
///
/// Errors: `SORTID_ERR_NULL_ARGUMENT`. By one thread at a time. Since 0.1.0.
///
/// # Safety
/// Pointers are NULL or valid for what is said of them.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sortid_lease_refused(
    lease: *mut sortid_lease,
    why: *mut *const c_char,
    later_ms: *mut i64,
) -> i32 {
    status(|| {
        // SAFETY: the caller's promise, here and below.
        let kept = unsafe { kept(lease) }?;
        let (why, later_ms) = (output(why)?, output(later_ms)?);
        let refused = kept.session.refused();
        kept.why = CString::new(refused.map_or("", |refused| refused.why)).unwrap_or_default();
        let (text, later) = refused.map_or((ptr::null(), 0), |refused| {
            (kept.why.as_ptr(), refused.later_ms)
        });
        // SAFETY: not null, so valid for writes.
        unsafe {
            why.write(text);
            later_ms.write(later);
        }
        Ok(())
    })
}

/// Statements in memory that C reads.
#[derive(Default)]
struct Statements {
    list: Vec<sortid_lease_statement>,
    _values: Vec<Vec<sortid_lease_value>>,
    _texts: Vec<CString>,
    _numbers: Vec<Vec<i64>>,
}

impl Statements {
    /// Copies statements.
    fn new(statements: Vec<Statement>) -> Result<Self, Refusal> {
        let (mut texts, mut numbers) = (Vec::new(), Vec::new());
        let (mut values, mut list) = (Vec::new(), Vec::new());
        for statement in statements {
            let text = terminated(statement.text.to_owned())?;
            let mut row = Vec::with_capacity(statement.values.len());
            for value in statement.values {
                let written = terminated(value.to_string())?;
                let mut one = sortid_lease_value {
                    kind: SORTID_LEASE_TEXT,
                    reserved: 0,
                    number: 0,
                    text: written.as_ptr(),
                    text_length: written.as_bytes().len(),
                    numbers: ptr::null(),
                    count: 0,
                };
                match value {
                    Value::Null => {
                        (one.kind, one.text) = (SORTID_LEASE_NULL, ptr::null());
                    }
                    Value::Int(int) => (one.kind, one.number) = (SORTID_LEASE_INT, int),
                    Value::Ints(ints) => {
                        one.kind = SORTID_LEASE_INTS;
                        (one.numbers, one.count) = (ints.as_ptr(), ints.len());
                        numbers.push(ints);
                    }
                    Value::Text(_) => {}
                }
                texts.push(written);
                row.push(one);
            }
            list.push(sortid_lease_statement {
                text: text.as_ptr(),
                text_length: text.as_bytes().len(),
                values: row.as_ptr(),
                count: row.len(),
            });
            texts.push(text);
            values.push(row);
        }
        Ok(Self {
            list,
            _values: values,
            _texts: texts,
            _numbers: numbers,
        })
    }
}

/// Rejects text with a zero byte within. Names are checked on input.
fn terminated(text: String) -> Result<CString, Refusal> {
    CString::new(text).map_err(|_| ErrorCode::InvalidOption.into())
}
