//! Printing and parsing of our texts, as macros: no trait has the newtypes' `to_text` and `parse`.

/// The side that prints texts.
macro_rules! printing {
    ($samples:expr) => {
        Side::over($samples, |id| {
            black_box(&id.to_text());
        })
    };
}

/// The side that parses texts.
macro_rules! parsing {
    ($type:ident, $samples:expr) => {
        Side::over($samples, |text| {
            let text: &[u8] = text.as_ref();
            black_box($type::parse(black_box(text)).expect("the text of an id"));
        })
    };
}
