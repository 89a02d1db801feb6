//! An operation, and its line in each driver.

use super::languages::Language;

/// An operation: its name, its heading in the suite's matrix, and its signature; then the call, or
/// the driver's function, for languages in which the rules give the wrong spelling.
///
/// A signature without a result is the signature of a function in each driver. Inputs are kinds,
/// followed by a colon and the key in the request if that differs. `?` marks optional ones.
pub(super) struct Operation(
    pub(super) &'static str,
    pub(super) &'static str,
    pub(super) &'static str,
    pub(super) &'static [(Language, &'static str)],
);

impl Operation {
    /// The line of a driver that answers the operation.
    pub(super) fn line(&self, language: Language) -> String {
        let Self(name, _, signature, spelled) = self;
        let mut spelled = spelled.iter();
        let spelled = spelled.find_map(|(of, text)| (*of == language).then(|| (*text).to_owned()));
        let (call, rest) = signature.split_once('(').unwrap_or_default();
        let Some((inputs, kind)) = rest.split_once(") -> ") else {
            let function = spelled.unwrap_or_else(|| language.name(name));
            let line = language.word("function").replace("$op", name);
            let line = line.replace("$function", &function);
            // JavaScript's shorthand.
            return line.replace(&format!("{name}: {name},"), &format!("{name},"));
        };
        let answer = language.word(&format!("-> {kind}"));
        let (outputs, answer) = answer.split_once(" => ").unwrap_or(("", answer));
        let call = spelled.unwrap_or_else(|| {
            let (receiver, function) = call.rsplit_once('.').unwrap_or(("package", call));
            let (receiver, function) = (language.word(receiver), language.name(function));
            let inputs = inputs.replace(", ", ", $");
            format!("{receiver}{function}(${inputs}{outputs})")
        });
        let answer = read(&answer.replace("$call", &call), language);
        let line = language.word("line").replace("$op", name);
        line.replace("$answer", &answer)
    }
}

/// Replaces each `$kind` or `$kind:key` by the expression that reads this input.
fn read(text: &str, language: Language) -> String {
    let mut parts = text.split('$');
    let mut replaced = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let end = part.find(|c: char| !c.is_ascii_lowercase() && c != ':');
        let (input, rest) = part.split_at(end.unwrap_or(part.len()));
        let (kind, key) = input.split_once(':').unwrap_or((input, input));
        replaced += &language.word(&format!("${kind}")).replace("$key", key);
        replaced += rest;
    }
    replaced
}
