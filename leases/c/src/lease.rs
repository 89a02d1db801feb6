//! Leases, each with a lease file.

use std::ffi::{CString, c_char};
use std::path::Path;
use std::ptr;

use sortid::{Error, ErrorCode};
use sortid_leasing::{Kind, Server, Session, Statement, Step, Value};

use crate::boundary::{
    Described, arg, array, describing, explained, output, required, status, text_bytes, value,
};
use crate::error::sortid_error;
use crate::options::{self, sortid_option};

/// A connection to PostgreSQL. The statements of one turn are one transaction.
pub const SORTID_LEASE_POSTGRES: u32 = 1;

/// A connection to Redis or Valkey. Each statement is a command.
pub const SORTID_LEASE_REDIS: u32 = 2;

/// `NULL`, for PostgreSQL of a 64-bit integer.
pub const SORTID_LEASE_NULL: u32 = 0;

/// A 64-bit integer: `number`.
pub const SORTID_LEASE_INT: u32 = 1;

/// An array of 64-bit integers: `numbers` and `count`.
pub const SORTID_LEASE_INTS: u32 = 2;

/// A text.
pub const SORTID_LEASE_TEXT: u32 = 3;

/// Maintains a lease file over the caller's connection. Opaque; for one thread at a time.
pub struct sortid_lease {
    _private: [u8; 0],
}

/// A parameter of a statement, or an argument of a command.
#[repr(C)]
pub struct sortid_lease_value {
    /// SORTID_LEASE_NULL, _INT, _INTS or _TEXT.
    pub kind: u32,
    /// Zero.
    pub reserved: u32,
    /// The integer; else 0.
    pub number: i64,
    /// The value as text with a terminator, for PostgreSQL and Redis; NULL for `NULL`.
    pub text: *const c_char,
    /// The length of the text in bytes, without the terminator.
    pub text_length: usize,
    /// The integers of an array; else NULL.
    pub numbers: *const i64,
    /// Their number.
    pub count: usize,
}

/// A statement or command to run.
#[repr(C)]
pub struct sortid_lease_statement {
    /// SQL with the parameters `$1`, `$2`, ...; or the name of a Redis command. It has a terminator.
    pub text: *const c_char,
    /// Its length in bytes, without the terminator.
    pub text_length: usize,
    /// The parameters, or the arguments of the command.
    pub values: *const sortid_lease_value,
    /// Their number.
    pub count: usize,
}

/// The next action. Its memory belongs to the lease and is readable until the next call with the
/// lease.
#[repr(C)]
pub struct sortid_lease_turn {
    /// The time to wait in milliseconds, before running the statements or, without statements, before
    /// asking again. INT64_MAX: nothing remains to do.
    pub wait_ms: i64,
    /// The statements to run next; NULL if there are none.
    pub statements: *const sortid_lease_statement,
    /// Their number.
    pub count: usize,
}

/// The lease behind the opaque pointer.
struct OpenLease {
    session: Session,
    statements: Statements,
    why: CString,
}

const NULL_LEASE: Error = Error::about(
    ErrorCode::NullArgument,
    "\0lease is NULL, expected a lease of sortid_lease_open",
);

/// Dereferences the pointer, for this call only.
///
/// # Safety
/// `lease` is null or came from [`sortid_lease_open`], is not freed, and is not used elsewhere during `'a`.
unsafe fn lease_of<'a>(lease: *mut sortid_lease) -> Result<&'a mut OpenLease, Error> {
    // SAFETY: the caller guarantees that a non-null pointer came from `sortid_lease_open` (see `#
    // Safety`).
    unsafe { lease.cast::<OpenLease>().as_mut() }.ok_or(NULL_LEASE)
}

/// Reads a text argument.
///
/// # Safety
/// `pointer` is null, or valid for reads of `length` bytes or up to its terminator while `'a` lasts.
unsafe fn text<'a>(
    pointer: *const c_char,
    length: usize,
    null: &'static str,
) -> Result<&'a str, Described<'a>> {
    // SAFETY: the caller guarantees that `pointer` is valid for `length` bytes or to its terminator
    // (see `# Safety`).
    let bytes = unsafe { text_bytes(pointer, length, null) }?;
    let text = str::from_utf8(bytes)
        .ok()
        .filter(|text| !text.contains('\0'));
    let invalid = "\0the text must be UTF-8 without zero bytes";
    let invalid = Error::about(ErrorCode::InvalidOption, invalid);
    text.ok_or_else(|| describing(bytes)(invalid))
}

/// Opens the lease file of a namespace, or creates it.
///
/// `options` are the generator's options for time and node; they may be NULL if `count` is 0. `server` is SORTID_LEASE_POSTGRES or
/// SORTID_LEASE_REDIS; `holder` names the holder for people. Allocates the lease: free it with `sortid_lease_free`. Writes `*lease`. `error`
/// may be NULL. No node is granted yet: call `sortid_lease_ask`.
///
/// Errors: `SORTID_ERR_NULL_ARGUMENT`, `SORTID_ERR_UNKNOWN_FORMAT`, `SORTID_ERR_INVALID_OPTION` for a format without a node, an option that
/// sets the node, an invalid name of a namespace, a text with a zero byte, an unknown server; `SORTID_ERR_INVALID_LENGTH`;
/// `SORTID_ERR_STORE_LOCKED` if another agent has the file open, `SORTID_ERR_STORE_FOREIGN` if it belongs to another namespace or kind or is
/// not a lease file, other `SORTID_ERR_STORE_...`.
/// Thread-safe. Since 0.1.0.
///
/// # Safety
/// Pointers are NULL or valid as described.
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
    // SAFETY: the caller guarantees valid pointers (see `# Safety`), for all calls in this block.
    unsafe {
        explained(error, || {
            let lease = arg!(output(lease))?;
            let file = path(arg!(text_bytes(file, file_length))?)?;
            let name = arg!(text(name, name_length))?;
            let kind = Kind::new(required(format)?, &options::read(options, count)?)?;
            let server = match server {
                SORTID_LEASE_POSTGRES => Server::Postgres,
                SORTID_LEASE_REDIS => Server::Redis,
                _ => {
                    let unknown = "\0server must be SORTID_LEASE_POSTGRES or SORTID_LEASE_REDIS";
                    return Err(Error::about(ErrorCode::InvalidOption, unknown).into());
                }
            };
            let holder = arg!(text(holder, holder_length))?;
            let session = Session::open(file, name, kind, server, holder);
            let boxed = Box::new(OpenLease {
                session: session.map_err(describing(name.as_bytes()))?,
                statements: Statements::default(),
                why: CString::default(),
            });
            lease.write(Box::into_raw(boxed).cast());
            Ok(())
        })
    }
}

#[cfg(unix)]
fn path(bytes: &[u8]) -> Result<&Path, Error> {
    use std::os::unix::ffi::OsStrExt;
    Ok(Path::new(std::ffi::OsStr::from_bytes(bytes)))
}

#[cfg(not(unix))]
fn path(bytes: &[u8]) -> Result<&Path, Error> {
    let invalid = Error::about(ErrorCode::InvalidOption, "\0file must be UTF-8");
    let text = str::from_utf8(bytes).map_err(|_| invalid)?;
    Ok(Path::new(text))
}

/// Frees a lease. NULL is allowed. A lease that was not released expires.
///
/// No thread may use it afterwards. Never fails. By one thread. Since 0.1.0.
///
/// # Safety
/// The pointer is NULL or came from `sortid_lease_open`, and is not used again.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sortid_lease_free(lease: *mut sortid_lease) {
    value((), || {
        if !lease.is_null() {
            // SAFETY: the caller guarantees that the pointer came from `sortid_lease_open`, which
            // boxed it.
            drop(unsafe { Box::from_raw(lease.cast::<OpenLease>()) });
        }
    });
}

/// Returns the next action. A previous action without a result counts as failed.
///
/// Writes `*turn`. In a forked child nothing remains to do. A lease file that was removed is created again, with a node of its own.
///
/// Errors: `SORTID_ERR_NULL_ARGUMENT`; `SORTID_ERR_STORE_...`: nothing is to be run, and the next call says how long to wait;
/// `SORTID_ERR_ENTROPY_UNAVAILABLE`. By one thread at a time. Since 0.1.0.
///
/// # Safety
/// Pointers are NULL or valid as described.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sortid_lease_ask(
    lease: *mut sortid_lease,
    turn: *mut sortid_lease_turn,
    error: *mut sortid_error,
) -> i32 {
    // SAFETY: the caller guarantees valid pointers (see `# Safety`), for all calls in this block.
    unsafe {
        explained(error, || {
            let (open, turn) = (lease_of(lease)?, arg!(output(turn))?);
            let (wait_ms, statements) = match open.session.next_step()? {
                Step::Wait(wait_ms) => (wait_ms, Statements::default()),
                Step::Run(pause_ms, list) => (pause_ms.into(), Statements::new(list)?),
            };
            open.statements = statements;
            let statements = &open.statements.list;
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

/// Processes the result of the last statement, and writes the file. Cells are the columns of all rows in order, or the elements of the reply.
///
/// Cells are text, NULL for a null. `lengths` are in bytes, or NULL if each cell has a terminator. `cells` may be NULL if `count` is 0: no row.
/// The subject of the error is `namespace` if the server has no such namespace, or one with other ids. After an error the request is
/// repeated later.
///
/// Errors: `SORTID_ERR_NULL_ARGUMENT`, `SORTID_ERR_INVALID_LENGTH`, `SORTID_ERR_INVALID_OPTION` if there is no such namespace,
/// `SORTID_ERR_STORE_FOREIGN` if it has other ids, other `SORTID_ERR_STORE_...`, `SORTID_ERR_ENTROPY_UNAVAILABLE`.
/// By one thread at a time. Since 0.1.0.
///
/// # Safety
/// Pointers are NULL or valid as described.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sortid_lease_hear(
    lease: *mut sortid_lease,
    cells: *const *const c_char,
    lengths: *const usize,
    count: usize,
    error: *mut sortid_error,
) -> i32 {
    // SAFETY: the caller guarantees valid pointers (see `# Safety`), for all calls in this block.
    unsafe {
        explained(error, || {
            let open = lease_of(lease)?;
            let lengths = if lengths.is_null() {
                None
            } else {
                Some(arg!(array(lengths, count))?)
            };
            let mut texts = Vec::with_capacity(count.min(1024));
            for (nth, &cell) in arg!(array(cells, count))?.iter().enumerate() {
                if cell.is_null() {
                    texts.push(None);
                    continue;
                }
                let length = lengths.map_or(usize::MAX, |lengths| lengths[nth]);
                let bytes = arg!(text_bytes(cell, length))?;
                texts.push(Some(String::from_utf8_lossy(bytes).into_owned()));
            }
            Ok(open.session.process_result(&texts)?)
        })
    }
}

/// Reports that no result came. The server may have run the statements nevertheless.
///
/// Errors: `SORTID_ERR_NULL_ARGUMENT`, `SORTID_ERR_ENTROPY_UNAVAILABLE`. By one thread at a time. Since 0.1.0.
///
/// # Safety
/// Pointers are NULL or valid as described.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sortid_lease_fail(
    lease: *mut sortid_lease,
    error: *mut sortid_error,
) -> i32 {
    // SAFETY: the caller guarantees valid pointers (see `# Safety`), for all calls in this block.
    unsafe { explained(error, || Ok(lease_of(lease)?.session.fail()?)) }
}

/// Closes the file: no more ids are generated from it, except reserved ones for a second at most. After that, `sortid_lease_ask` returns at
/// most one more action, which releases the node.
///
/// Errors: `SORTID_ERR_NULL_ARGUMENT`, `SORTID_ERR_STORE_...`: the call can be repeated. By one thread at a time. Since 0.1.0.
///
/// # Safety
/// Pointers are NULL or valid as described.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sortid_lease_release(
    lease: *mut sortid_lease,
    error: *mut sortid_error,
) -> i32 {
    // SAFETY: the caller guarantees valid pointers (see `# Safety`), for all calls in this block.
    unsafe { explained(error, || Ok(lease_of(lease)?.session.release()?)) }
}

/// Returns the node of the file, and the end of its lease in Unix milliseconds.
///
/// Writes `*is_held`; `*node` and `*until_ms` if it is true, else zeros.
///
/// Errors: `SORTID_ERR_NULL_ARGUMENT`. By one thread at a time. Since 0.1.0.
///
/// # Safety
/// Pointers are NULL or valid as described.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sortid_lease_grant(
    lease: *mut sortid_lease,
    is_held: *mut bool,
    node: *mut u64,
    until_ms: *mut i64,
    error: *mut sortid_error,
) -> i32 {
    // SAFETY: the caller guarantees valid pointers (see `# Safety`), for all calls in this block.
    unsafe {
        status(error, || {
            let open = lease_of(lease)?;
            let (is_held, node, until_ms) = (
                arg!(output(is_held))?,
                arg!(output(node))?,
                arg!(output(until_ms))?,
            );
            let grant = open.session.grant();
            let (number, end) = grant.map_or((0, 0), |grant| (grant.node, grant.until_ms));
            is_held.write(grant.is_some());
            node.write(number);
            until_ms.write(end);
            Ok(())
        })
    }
}

/// Returns why the last request failed: `quiet`, `exhausted`, `clocks`, `superseded`, `run_out`, `unknown`, `silence`.
///
/// Writes `*why`, NULL if it succeeded, readable until the next call with the lease; and `*later_ms`, the milliseconds until the reason may be
/// gone, 0 if unknown.
///
/// Errors: `SORTID_ERR_NULL_ARGUMENT`. By one thread at a time. Since 0.1.0.
///
/// # Safety
/// Pointers are NULL or valid as described.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sortid_lease_refused(
    lease: *mut sortid_lease,
    why: *mut *const c_char,
    later_ms: *mut i64,
    error: *mut sortid_error,
) -> i32 {
    // SAFETY: the caller guarantees valid pointers (see `# Safety`), for all calls in this block.
    unsafe {
        status(error, || {
            let open = lease_of(lease)?;
            let (why, later_ms) = (arg!(output(why))?, arg!(output(later_ms))?);
            let refused = open.session.refused();
            open.why = CString::new(refused.map_or("", |refused| refused.why)).unwrap_or_default();
            let (text, later) = refused.map_or((ptr::null(), 0), |refused| {
                (open.why.as_ptr(), refused.later_ms)
            });
            why.write(text);
            later_ms.write(later);
            Ok(())
        })
    }
}

/// Statements in C layout, with the memory that they point to.
#[derive(Default)]
struct Statements {
    list: Vec<sortid_lease_statement>,
    _values: Vec<Vec<sortid_lease_value>>,
    _texts: Vec<CString>,
    _numbers: Vec<Vec<i64>>,
}

impl Statements {
    /// Converts statements to the C layout.
    fn new(statements: Vec<Statement>) -> Result<Self, Error> {
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

/// Adds a terminator. Returns an error if the text contains a zero byte, which names cannot.
fn terminated(text: String) -> Result<CString, Error> {
    let invalid = "\0texts for the server cannot contain zero bytes";
    CString::new(text).map_err(|_| Error::about(ErrorCode::InvalidOption, invalid))
}
