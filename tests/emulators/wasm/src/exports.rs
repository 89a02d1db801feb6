//! What the host calls, and what it gives.

use std::sync::{Mutex, MutexGuard, PoisonError};

/// A request, then its answer.
static LINE: Mutex<Vec<u8>> = Mutex::new(Vec::new());

fn line() -> MutexGuard<'static, Vec<u8>> {
    LINE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Where the host writes a request of this number of bytes.
#[unsafe(no_mangle)]
extern "C" fn request(len: usize) -> *mut u8 {
    let mut line = line();
    line.clear();
    line.resize(len, 0);
    line.as_mut_ptr()
}

/// Answers the request; the length of the answer. What is no request ends the module.
#[unsafe(no_mangle)]
extern "C" fn answer() -> usize {
    let mut line = line();
    let text = std::str::from_utf8(&line).expect("a request is text");
    *line = sortid_driver::answer(text).expect("a request").into_bytes();
    line.len()
}

/// Where the answer is.
#[unsafe(no_mangle)]
extern "C" fn answered() -> *const u8 {
    line().as_ptr()
}

#[link(wasm_import_module = "host")]
unsafe extern "C" {
    /// Writes so many random bytes.
    fn entropy(bytes: *mut u8, len: usize);
}

/// The source of random bytes that `getrandom` calls.
#[unsafe(no_mangle)]
unsafe extern "Rust" fn __getrandom_v03_custom(
    bytes: *mut u8,
    len: usize,
) -> Result<(), getrandom::Error> {
    // SAFETY: the caller's memory, as long as it says.
    unsafe { entropy(bytes, len) };
    Ok(())
}
