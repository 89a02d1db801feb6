//! Import cycles: files that import each other, directly or through others.
//!
//! A Rust file imports the file that defines a name, even through a `pub use`. `mod` lines and
//! names of parent modules do not count. Macros are not expanded.

use std::collections::{BTreeMap, BTreeSet};

/// Paths with their texts.
type Files<'a> = BTreeMap<&'a str, &'a str>;

/// Returns each cycle as the sorted paths of its files.
pub(super) fn cycles<'a>(files: &Files<'a>) -> BTreeSet<Vec<&'a str>> {
    let source = |(path, text): (&&'a str, &&'a str)| Some((module(path)?, Source::of(path, text)));
    let crates: Crates = files.iter().filter_map(source).collect();
    let mut imports: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for (own, source) in &crates {
        let used = source.uses.iter();
        let used = used.filter_map(|path| resolve(&crates, own, path, 0));
        let others = used.filter(|(_, names)| !own.1.starts_with(names));
        imports.insert(source.path, others.map(|used| crates[&used].path).collect());
    }
    for path in files.keys().filter(|path| !path.ends_with(".rs")) {
        imports.insert(path, relative(path, files));
    }
    let reachable = |from: &&'a str| {
        let (mut open, mut reached) = (vec![*from], BTreeSet::new());
        while let Some(path) = open.pop() {
            let others = imports.get(path).into_iter().flatten();
            open.extend(others.filter(|other| **other != path && reached.insert(**other)));
        }
        (*from, reached)
    };
    let reached: BTreeMap<_, _> = files.keys().map(reachable).collect();
    let cycle = |(path, others): (&&'a str, &BTreeSet<&'a str>)| {
        let mut others: Vec<&str> = others.iter().copied().collect();
        others.retain(|other| reached[other].contains(path));
        (!others.is_empty()).then_some(others)
    };
    reached.iter().filter_map(cycle).collect()
}

/// The folder of a crate, and the names from its root to a module.
type Module<'a> = (&'a str, Vec<&'a str>);

type Crates<'a> = BTreeMap<Module<'a>, Source<'a>>;

/// The module of a Rust file: `store::file` of `core/engine` for `core/engine/src/store/file.rs`.
fn module(path: &str) -> Option<Module<'_>> {
    let (folder, rest) = path.strip_suffix(".rs")?.split_once("/src/")?;
    let mut names: Vec<&str> = rest.split('/').collect();
    names.pop_if(|last| ["mod", "lib"].contains(last));
    Some((folder, names))
}

/// The module that defines a path's name; `None` for another crate.
fn resolve<'a>(
    crates: &Crates<'a>,
    of: &Module<'a>,
    path: &[&'a str],
    passed: u8,
) -> Option<Module<'a>> {
    let (folder, mut names) = of.clone();
    let has = |names: &[&'a str], name| crates.contains_key(&(folder, [names, &[name]].concat()));
    let mut rest = match *path.first()? {
        "crate" => &path[1..],
        name if ["self", "super"].contains(&name) || has(&names, name) => path,
        _ => return None,
    };
    if rest.len() < path.len() {
        names.clear();
    }
    while let Some((name, more)) = rest.split_first() {
        match *name {
            "self" => {}
            "super" => drop(names.pop()),
            name if has(&names, name) => names.push(name),
            _ => break,
        }
        rest = more;
    }
    let found = (folder, names);
    let mut reexports = crates.get(&found)?.reexports.iter();
    let passed_on = reexports.find(|path| passed < 8 && path.last() == rest.first());
    let passed_on = passed_on.and_then(|path| resolve(crates, &found, path, passed + 1));
    passed_on.or(Some(found))
}

/// The paths of a Rust source, their groups expanded.
struct Source<'a> {
    path: &'a str,
    reexports: Vec<Vec<&'a str>>,
    uses: BTreeSet<Vec<&'a str>>,
}

impl<'a> Source<'a> {
    /// Reads a source without comments, strings and unit tests.
    fn of(path: &'a str, text: &'a str) -> Self {
        let text = text.split("#[cfg(test)]\nmod ").next().unwrap_or(text);
        let (mut reexports, mut uses, mut end) = (Vec::new(), BTreeSet::new(), 0);
        for (at, _) in text.match_indices("::") {
            let before = text[..at].trim_end_matches(is_word);
            let (_, line) = before.rsplit_once('\n').unwrap_or(("", before));
            let is_code = !line.contains("//") && line.matches('"').count() % 2 == 0;
            let is_first = before.len() >= end && !before.ends_with("::");
            // Modules have lower-case names.
            if is_code && is_first && text[before.len()..].starts_with(char::is_lowercase) {
                let mut found = Vec::new();
                end = text.len() - expand(&text[before.len()..], &[], &mut found).len();
                let is_reexport = line.trim_start().starts_with("pub") && line.ends_with("use ");
                let is_use = |path: &mut Vec<&str>| !is_reexport || path.last() == Some(&"*");
                uses.extend(found.extract_if(.., is_use));
                reexports.extend(found);
            }
        }
        Self {
            path,
            reexports,
            uses,
        }
    }
}

fn is_word(char: char) -> bool {
    char.is_ascii_alphanumeric() || char == '_'
}

/// Reads a path or a group. Returns the rest of the text.
fn expand<'a>(text: &'a str, above: &[&'a str], found: &mut Vec<Vec<&'a str>>) -> &'a str {
    let mut path = above.to_vec();
    let mut rest = text;
    while !rest.starts_with('{') {
        let more = rest
            .strip_prefix('*')
            .unwrap_or(rest.trim_start_matches(is_word));
        path.extend(rest.strip_suffix(more).filter(|name| !name.is_empty()));
        let Some(next) = more.strip_prefix("::") else {
            found.push(path);
            return more;
        };
        rest = next;
    }
    while let Some(item) = rest.strip_prefix(['{', ',']) {
        rest = item.trim_start();
        if !rest.starts_with('}') {
            rest = expand(rest, &path, found);
            rest = &rest[rest.find([',', '}']).unwrap_or(rest.len())..];
        }
    }
    rest.strip_prefix('}').unwrap_or(rest)
}

/// The files that a JavaScript file imports by relative paths (`require("./a.cjs")`), or that a
/// Python file imports from its package at load time (`from .a import b`).
fn relative<'a>(path: &str, files: &Files<'a>) -> BTreeSet<&'a str> {
    let mut names: Vec<String> = Vec::new();
    if path.ends_with(".py") {
        let lines = files[path].lines();
        let imports = lines.filter_map(|line| line.strip_prefix("from .")?.split_once(" import "));
        for (from, imported) in imports {
            let module = from.trim_start_matches('.');
            let above = "../".repeat(from.len() - module.len());
            let base = format!("{above}{}", module.replace('.', "/"));
            for name in imported.split([',', ' ', '(', ')']) {
                let module = format!("{base}/{name}");
                let module = module.trim_end_matches('/');
                names.extend([format!("{module}.py"), format!("{module}/__init__.py")]);
                names.push(format!("{base}.py"));
            }
        }
    } else if [".js", ".cjs", ".mjs", ".ts"]
        .iter()
        .any(|end| path.ends_with(end))
    {
        let quoted = files[path].split(['"', '\'']).skip(1).step_by(2);
        names.extend(
            quoted
                .filter(|text| text.starts_with('.'))
                .map(str::to_owned),
        );
    }
    let resolved = names.iter().filter_map(|name| {
        let mut parts: Vec<&str> = path.split('/').collect();
        parts.pop();
        for part in name.split('/') {
            match part {
                "" | "." => {}
                ".." => drop(parts.pop()),
                part => parts.push(part),
            }
        }
        Some(*files.get_key_value(&*parts.join("/"))?.0)
    });
    resolved.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cycles_finds_files_that_import_each_other() {
        for (files, expected) in [
            (
                "src/a.rs=use crate::b::B; & src/b.rs=use super::a::{self, A,};",
                "src/a.rs src/b.rs",
            ),
            (
                "src/a.rs=crate::B & src/b.rs=a & src/lib.rs=pub use b::{C, B};",
                "",
            ),
            (
                "src/a.rs=crate::B & src/b.rs=crate::a::f() & src/lib.rs=pub use b::{C, B};",
                "src/a.rs src/b.rs",
            ),
            (
                "src/a.rs=crate::c::B & src/b.rs=crate::a::A & src/c.rs=pub use super::b::*;",
                "src/a.rs src/b.rs src/c.rs",
            ),
            (
                "src/a.rs=crate::b::B & src/b.rs=// crate::a\n\"crate::a::A\"\n#[cfg(test)]\nmod t{crate::a::A}",
                "",
            ),
            ("src/a/mod.rs=mod b; use b::B; & src/a/b.rs=super::A", ""),
            ("src/a.rs=crate::b::B & d/src/b.rs=crate::a::A", ""),
            (
                "p/a.py=from .b.c import d & p/b/c.py=from .. import a & p/e.py=from . import a",
                "p/a.py p/b/c.py",
            ),
            (
                "p/a.py=from .b import c & p/b.py=def f():\n    from . import a",
                "",
            ),
            (
                "a.cjs=require('./b/c.cjs') & b/c.cjs=import x from \"../a.cjs\"",
                "a.cjs b/c.cjs",
            ),
        ] {
            let files = files.replace("src/", "d/e/src/").replace("d/d/e/", "e/d/");
            let pairs = files.split(" & ").filter_map(|file| file.split_once('='));
            let found = cycles(&pairs.collect());
            let found: Vec<String> = found.iter().map(|cycle| cycle.join(" ")).collect();
            assert_eq!(found.join("; ").replace("d/e/", ""), expected, "{files}");
        }
    }
}
