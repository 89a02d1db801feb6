//! Functions that the host provides.

use sortid::Timestamp;

#[link(wasm_import_module = "sortid")]
unsafe extern "C" {
    /// The time in milliseconds since 1970; 0 if the host provides none.
    safe fn now_ms() -> f64;

    /// Writes `len` random bytes. Returns 0, or another number if it has none.
    fn entropy(bytes: *mut u8, len: usize) -> i32;

    /// Receives bytes of texts, each of this width and padded with zeros.
    fn receive_texts(texts: *const u8, len: usize, width: usize);
}

/// The host's time.
pub(crate) fn now() -> Timestamp {
    Timestamp::from_unix_ms(now_ms() as i64)
}

/// Passes texts to the host, which calls the program's function.
pub(crate) fn pass_texts(texts: &[u8], width: usize) {
    // SAFETY: the host only reads these `texts.len()` bytes.
    unsafe { receive_texts(texts.as_ptr(), texts.len(), width) }
}

/// The source of random bytes that `getrandom` calls.
#[unsafe(no_mangle)]
unsafe extern "Rust" fn __getrandom_v03_custom(
    bytes: *mut u8,
    len: usize,
) -> Result<(), getrandom::Error> {
    // SAFETY: the caller passes `len` bytes that may be written.
    match unsafe { entropy(bytes, len) } {
        0 => Ok(()),
        _ => Err(getrandom::Error::UNSUPPORTED),
    }
}
