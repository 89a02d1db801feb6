//! The core's error messages as JavaScript functions, for modules that run without the core.

use std::collections::BTreeMap;

use sortid::options::OPTIONS;
use sortid::{AnyId, AnyTypeId, Error, ErrorCode, Format, Prefix, Timestamp};

use crate::names::{camel, screaming};

/// The messages about ids of a format: constants named like the codes, `INTERVAL` and `PREFIX`.
/// They are functions of the escaped text, or of the day of a time; the offset; the invalid
/// character; and the expected prefix. `id` is the format's smallest.
pub(crate) fn row(id: AnyId, is_prefixed: bool) -> Option<BTreeMap<&'static str, String>> {
    let format = id.format();
    let of_generators = [
        ErrorCode::ClockRollback,
        ErrorCode::CounterExhausted,
        ErrorCode::EntropyUnavailable,
    ];
    let mut all: BTreeMap<_, _> = of_generators
        .map(|code| (code.name(), of_generator(code)))
        .into();
    if let Some((sentence, interval)) = of_times(format) {
        all.insert(ErrorCode::TimestampOutOfRange.name(), sentence);
        all.insert("interval", interval);
    }
    if is_prefixed {
        let typed = of_prefixed(id, "type")?;
        let mut bare = of_prefixed(id, "")?;
        all.extend(typed.into_iter().filter_map(|(code, sentence)| {
            let of_bare = bare.remove(code)?;
            Some((code, format!("prefix ? {sentence} : {of_bare}")))
        }));
        let error = Prefix::new("Type").err()?;
        let sentence = error.describe("Type").to_string();
        all.insert("prefix", template(error, "Type", &sentence));
    } else {
        all.extend(of_texts(&id.to_string(), |text| {
            let error = AnyId::parse(text, format).err()?;
            Some((error, error.describe(text).to_string()))
        }));
    }
    let constant = |(name, body)| {
        let name: &str = screaming(name).leak();
        (name, format!("(text, at, found, prefix) => {body}"))
    };
    Some(all.into_iter().map(constant).collect())
}

fn of_prefixed(id: AnyId, prefix: &str) -> Option<BTreeMap<&'static str, String>> {
    let expected = Prefix::new(prefix).ok()?;
    let valid = AnyTypeId::new(expected, id).ok()?.to_string();
    let mut all = of_texts(&valid, |text| {
        let error = AnyTypeId::parse_expecting(text, id.format(), &expected).err()?;
        Some((error, error.describe(text).with_prefix(prefix).to_string()))
    });
    if !prefix.is_empty() {
        let (length, without) = (valid.len(), valid.len() - prefix.len());
        for sentence in all.values_mut() {
            *sentence = sentence.replace(prefix, "${prefix}").replace(
                &format!("expected {length}"),
                &format!("expected ${{prefix.length + {without}}}"),
            );
        }
    }
    Some(all)
}

/// The messages about invalid texts, by code.
fn of_texts(
    valid: &str,
    reject: impl Fn(&str) -> Option<(Error, String)>,
) -> BTreeMap<&'static str, String> {
    let mut all = BTreeMap::new();
    for text in mistakes(valid) {
        if let Some((error, sentence)) = reject(&text) {
            let sentence = template(error, &text, &sentence);
            all.entry(error.code().name()).or_insert(sentence);
        }
    }
    // For upper case, the core's message has an addition.
    if let Some((error, sentence)) = reject(&valid.to_uppercase())
        && let Some(usual) = all.get_mut(error.code().name())
        && let sentence = template(error, &valid.to_uppercase(), &sentence)
        && let Some(more) = sentence.strip_prefix(usual.trim_end_matches('`'))
        && more != "`"
    {
        usual.pop();
        usual.push_str(&format!("${{/[A-Z]/.test(found) ? `{more} : ''}}`"));
    }
    all
}

/// Texts of other lengths, and the valid text with each symbol at each offset.
fn mistakes(valid: &str) -> impl Iterator<Item = String> {
    let shorter = valid[..valid.len() - 1].to_owned();
    let others = ["!".repeat(39), "other_1".to_owned(), shorter];
    let greatest = (1..=26).flat_map(|length| ["9", "z", "Z"].map(|symbol| symbol.repeat(length)));
    let symbols = || "!0123456789abcdefz".chars();
    let places = (0..valid.len()).rev();
    let changed = places.flat_map(move |at| {
        symbols().map(move |symbol| format!("{}{symbol}{}", &valid[..at], &valid[at + 1..]))
    });
    others.into_iter().chain(changed).chain(greatest)
}

fn of_generator(code: ErrorCode) -> String {
    let sentence = Error::new(code).to_string();
    let rest = sentence.strip_prefix(code.name()).unwrap_or_default();
    let spelled = OPTIONS.iter().fold(rest.to_owned(), |rest, option| {
        rest.replace(option.name, &camel(option.name))
    });
    format!("`{code}{spelled}`")
}

/// The messages about a time outside the format's range and about an empty interval.
fn of_times(format: Format) -> Option<(String, String)> {
    const DAY: &str = "-271821-04-20";
    let (early, late) = (
        Timestamp::from_unix_ms(-8_640_000_000_000_000),
        Timestamp::from_unix_ms(0),
    );
    let outside = AnyId::min_at(early, format).err()?;
    let interval = AnyId::range(late, early, format).err()?;
    let outside = outside.to_string().replace(DAY, "${text}");
    Some((
        outside
            .contains("${text}")
            .then(|| format!("`{outside}`"))?,
        template(interval, "", &interval.to_string()),
    ))
}

/// A message as a template literal with expressions.
fn template(error: Error, text: &str, sentence: &str) -> String {
    let mut js = sentence
        .replace('`', "\\`")
        .replace(&format!("\"{text}\""), "\"${text}\"");
    if let Some(at) = error.offset() {
        js = js
            .replace(&format!(": {at} bytes"), ": ${at} byte${at - 1 ? 's' : ''}")
            .replace(&format!("at byte {at}"), "at byte ${at}");
        if let Some(found) = text.get(at..=at) {
            js = js
                .replace(&format!("'{found}'"), "'${found}'")
                .replace(&format!(" {found} at"), " ${found} at");
        }
    }
    format!("`{js}`")
}
