//! Texts of ours, printed and read. As macros: the newtypes share `to_text` and `parse` by name only.

/// The side that prints ours.
macro_rules! printing {
    ($samples:expr) => {
        Side::over($samples, |id| {
            black_box(&id.to_text());
        })
    };
}

/// The side that parses ours.
macro_rules! parsing {
    ($type:ident, $samples:expr) => {
        Side::over($samples, |text| {
            let text: &[u8] = text.as_ref();
            black_box($type::parse(black_box(text)).expect("the text of an id"));
        })
    };
}
