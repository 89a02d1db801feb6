//! What the host gives.

use sortid::Timestamp;

#[link(wasm_import_module = "sortid")]
unsafe extern "C" {
    /// The clock, in milliseconds since 1970; 0 where it tells no time.
    safe fn now_ms() -> f64;

    /// Writes so many random bytes, unless it answers another number than 0.
    fn entropy(bytes: *mut u8, len: usize) -> i32;

    /// Receives bytes of texts, each of this width and padded with zeros.
    fn give(texts: *const u8, len: usize, width: usize);
}

/// The clock's reading.
pub(crate) fn now() -> Timestamp {
    Timestamp::from_unix_ms(now_ms() as i64)
}

/// Gives texts to the function that the call is about.
pub(crate) fn give_texts(texts: &[u8], width: usize) {
    // SAFETY: the host reads them, and no more.
    unsafe { give(texts.as_ptr(), texts.len(), width) }
}

/// The source of random bytes that `getrandom` calls.
#[unsafe(no_mangle)]
unsafe extern "Rust" fn __getrandom_v03_custom(
    bytes: *mut u8,
    len: usize,
) -> Result<(), getrandom::Error> {
    // SAFETY: the caller's memory, as long as it says.
    match unsafe { entropy(bytes, len) } {
        0 => Ok(()),
        _ => Err(getrandom::Error::UNSUPPORTED),
    }
}
