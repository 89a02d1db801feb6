//! What is declared by hand in C and Kotlin is what the library has, name by name, with as many parameters.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// Every function in a file: its name after `start` up to a parenthesis, and its number of parameters.
fn functions(path: &str, start: &str) -> BTreeMap<String, usize> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(path);
    let text = fs::read_to_string(path).expect("a readable file");
    let functions = text.split(start).skip(1).filter_map(|rest| {
        let (name, rest) = rest.split_once('(')?;
        let (parameters, _) = rest.split_once(')')?;
        let count = parameters
            .split(',')
            .filter(|parameter| !parameter.trim().is_empty())
            .count();
        Some((name.to_owned(), count))
    });
    functions.collect()
}

/// Every function that is exported in C's way.
fn exported() -> BTreeMap<String, usize> {
    let mut exported = functions("uniffi/src/direct.rs", "extern \"C\" fn ");
    exported.extend(functions("uniffi/src/prefixed.rs", "extern \"C\" fn "));
    exported.extend(functions("uniffi/src/columns.rs", "extern \"C\" fn "));
    exported
}

#[test]
fn the_header_declares_what_is_exported() {
    let exported = exported();
    let declared = functions(
        "uniffi/swift/Sources/sortidFFI/sortidDirect.h",
        "int64_t sortid_",
    );
    let declared = declared
        .into_iter()
        .map(|(name, count)| (format!("sortid_{name}"), count));
    assert!(exported.len() > 5);
    assert_eq!(declared.collect::<BTreeMap<_, _>>(), exported);
}

#[test]
fn kotlin_declares_what_is_exported() {
    let internal = "uniffi/kotlin/src/main/kotlin/sortid/internal";
    for object in ["Direct", "Prefixes", "Columns"] {
        let native = functions(
            "uniffi/src/jni.rs",
            &format!("extern \"system\" fn Java_sortid_internal_{object}_"),
        );
        // Environment and class are the JVM's own. `native!` adds them.
        let native = native.into_iter().map(|(name, count)| (name, count - 2));
        let listed = format!("    Java_sortid_internal_{object}_");
        let native: BTreeMap<_, _> = native
            .chain(functions("uniffi/src/jni.rs", &listed))
            .collect();
        assert!(!native.is_empty());
        let declared = functions(&format!("{internal}/{object}.kt"), "external fun ");
        assert_eq!(declared, native);
    }
    let exported = exported();
    for (name, count) in functions(&format!("{internal}/Fills.kt"), "external fun ") {
        assert_eq!(exported.get(&name), Some(&count), "{name}");
    }
}
