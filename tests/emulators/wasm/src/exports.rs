//! The functions that the host calls and provides.

use std::sync::{Mutex, MutexGuard, PoisonError};

/// The request, later its answer.
static LINE: Mutex<Vec<u8>> = Mutex::new(Vec::new());

fn line() -> MutexGuard<'static, Vec<u8>> {
    LINE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Returns a buffer for a request of `len` bytes.
#[unsafe(no_mangle)]
extern "C" fn request(len: usize) -> *mut u8 {
    let mut line = line();
    line.clear();
    line.resize(len, 0);
    line.as_mut_ptr()
}

/// Answers the request and returns the answer's length. An invalid request aborts the module.
#[unsafe(no_mangle)]
extern "C" fn answer() -> usize {
    let mut line = line();
    let text = std::str::from_utf8(&line).expect("a request is text");
    *line = sortid_driver::answer(text).expect("a request").into_bytes();
    line.len()
}

/// Returns the address of the answer.
#[unsafe(no_mangle)]
extern "C" fn answered() -> *const u8 {
    line().as_ptr()
}

#[link(wasm_import_module = "host")]
unsafe extern "C" {
    /// Writes random bytes into the host's view of a buffer.
    fn entropy(bytes: *mut u8, len: usize);
}

/// The random source that `getrandom` calls.
#[unsafe(no_mangle)]
unsafe extern "Rust" fn __getrandom_v03_custom(
    bytes: *mut u8,
    len: usize,
) -> Result<(), getrandom::Error> {
    // SAFETY: the caller guarantees that `bytes` is valid for writes of `len` bytes.
    unsafe { entropy(bytes, len) };
    Ok(())
}
