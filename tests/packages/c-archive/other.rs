//! Another static library in Rust, with the standard library and a caught panic inside.

/// Allocates a text and returns its length; panics, catches it and returns 0 if `panics`.
#[unsafe(no_mangle)]
pub extern "C" fn other_length(number: u64, panics: bool) -> usize {
    let text = std::panic::catch_unwind(|| {
        assert!(!panics, "as requested");
        format!("number {number}")
    });
    text.map_or(0, |text| text.len())
}
