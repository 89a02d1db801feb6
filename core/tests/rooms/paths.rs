//! The full paths that a source names: `use super::{a, b::C}` in `x/y.rs` names `x::a` and
//! `x::b::C`.

use std::collections::BTreeSet;

/// Splits code into words, `::`, and other single characters.
fn tokens(code: &str) -> Vec<&str> {
    let mut tokens = Vec::new();
    let mut rest = code.trim_start();
    while let Some(first) = rest.chars().next() {
        let is_word = |c: char| c.is_alphanumeric() || c == '_';
        let len = match first {
            first if is_word(first) => rest.find(|c| !is_word(c)).unwrap_or(rest.len()),
            ':' if rest.starts_with("::") => 2,
            first => first.len_utf8(),
        };
        tokens.push(&rest[..len]);
        rest = rest[len..].trim_start();
    }
    tokens
}

/// Returns the words in code.
pub(crate) fn words(code: &str) -> BTreeSet<&str> {
    let words = tokens(code).into_iter();
    words
        .filter(|word| word.starts_with(|c: char| c.is_alphabetic() || c == '_'))
        .collect()
}

/// Returns the full paths that code names in its own crate and in the standard library, but not its
/// re-exports (`pub use`).
///
/// `module` is the path of the code, and `children` are the modules that it declares.
pub(crate) fn named(code: &str, module: &str, children: &[&str]) -> BTreeSet<String> {
    let tokens = tokens(code);
    let mut named = BTreeSet::new();
    let mut at = 0;
    while at < tokens.len() {
        if is_reexport(&tokens, at) {
            at += tokens[at..]
                .iter()
                .take_while(|&&token| token != ";")
                .count();
            continue;
        }
        let begins = at == 0 || tokens[at - 1] != "::";
        let goes_on = tokens.get(at + 1) == Some(&"::");
        let is_used = at > 0 && tokens[at - 1] == "use";
        let is_root = matches!(tokens[at], "crate" | "super" | "self" | "std" | "core");
        let is_child = children.contains(&tokens[at]);
        // `pub(in crate::a)` is no import.
        let is_scope = at > 1 && tokens[at - 2..at] == ["(", "in"];
        if begins && !is_scope && (is_root || is_child) && (goes_on || is_used) {
            tree(&tokens, &mut at, &[], &mut |path| {
                named.insert(in_full(path, module, is_child));
            });
        } else {
            at += 1;
        }
    }
    named
}

fn is_reexport(tokens: &[&str], at: usize) -> bool {
    tokens[at] == "use" && at > 0 && (tokens[at - 1] == "pub" || tokens[at - 1] == ")")
}

/// Parses a path, or a tree of paths with a common prefix, from `at` on.
fn tree<'a>(tokens: &[&'a str], at: &mut usize, above: &[&'a str], with: &mut impl FnMut(&[&str])) {
    let mut path = above.to_vec();
    loop {
        match tokens.get(*at) {
            Some(&"{") => {
                *at += 1;
                while tokens.get(*at).is_some_and(|&token| token != "}") {
                    let before = *at;
                    tree(tokens, at, &path, with);
                    // Skips a new name (`as`) and a comma.
                    while tokens.get(*at).is_some_and(|t| !matches!(*t, "}" | ",")) {
                        *at += 1;
                    }
                    *at += usize::from(tokens.get(*at) == Some(&","));
                    assert!(*at > before, "unclosed path: {path:?}");
                }
                *at += 1;
                return;
            }
            Some(&"self") if !path.is_empty() => *at += 1,
            Some(name) => {
                path.push(name);
                *at += 1;
            }
            None => {}
        }
        match tokens.get(*at) {
            Some(&"::") => *at += 1,
            _ => return with(&path),
        }
    }
}

fn in_full(path: &[&str], module: &str, is_child: bool) -> String {
    let mut full: Vec<&str> = module.split("::").filter(|part| !part.is_empty()).collect();
    let mut rest = path;
    if matches!(path[0], "std" | "core") {
        full.clear();
    } else if !is_child {
        while let Some((&first, after)) = rest.split_first() {
            match first {
                "crate" => full.clear(),
                "super" => drop(full.pop()),
                "self" => {}
                _ => break,
            }
            rest = after;
        }
    }
    full.extend(rest);
    full.join("::")
}

#[test]
fn named_resolves_paths_in_every_form() {
    let code = "
        mod d;
        pub use d::Handed;
        pub(in crate::nowhere) fn f(x: crate::a::B) -> super::super::e::F { d::g(crate::h!()) }
        use super::{self as me, b::{self, c::D as E}, *};
        use crate::one; use d::Own; use std::io; use core::sync::atomic::{AtomicU8, Ordering};
        use other::crate_::x; y::d::z();
    ";
    let named = named(code, "x::y", &["d"]);
    let expected = [
        "a::B",
        "core::sync::atomic::AtomicU8",
        "core::sync::atomic::Ordering",
        "e::F",
        "h",
        "one",
        "std::io",
        "x",
        "x::*",
        "x::b",
        "x::b::c::D",
        "x::y::d::Own",
        "x::y::d::g",
    ];
    assert_eq!(named.iter().collect::<Vec<_>>(), expected);
}
