//! The random bytes that the page provides.

#[link(wasm_import_module = "sortid")]
unsafe extern "C" {
    /// Writes `len` random bytes. Returns 0, or another number if it has none.
    fn entropy(bytes: *mut u8, len: usize) -> i32;
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
