//! What is generated and checked in is what would be generated now.

use std::fs;

#[test]
fn generated_files_are_up_to_date() {
    let outputs = sortid_bindgen::outputs().expect("the library can be built and read");
    assert!(outputs.len() > 10, "too few files: {}", outputs.len());
    for output in outputs {
        let found =
            fs::read_to_string(sortid_bindgen::root().join(&output.path)).unwrap_or_default();
        assert!(
            found == output.text,
            "{} is out of date; run `cargo run -p sortid-bindgen`",
            output.path.display()
        );
    }
}
