//! Another static library in Rust, with the standard library and a caught panic inside.

/// Returns the length of a text that is allocated, or 0 if `panics`.
#[unsafe(no_mangle)]
pub extern "C" fn other_length(number: u64, panics: bool) -> usize {
    let text = std::panic::catch_unwind(|| {
        assert!(!panics, "as requested");
        format!("number {number}")
    });
    text.map_or(0, |text| text.len())
}
