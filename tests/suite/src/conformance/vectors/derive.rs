//! The derived cases of a vector file, generated from the description in its head.
//!
//! `tests/vectors/reference/derive.py` derives the same cases for Python programs; a test compares
//! the two. README.md of the vectors lists the rules. This file does not depend on the runner, so
//! other test programs also compile it.

use std::collections::{BTreeMap, HashSet};

use serde_json::{Map, Value, json};

/// Every option that a format may lack, with a value that is valid where it is supported.
const OPTIONS: [(&str, &str); 28] = [
    ("max_lead_ms", "20"),
    ("on_exhausted", "\"advance\""),
    ("rollback_tolerance_ms", "5000"),
    ("on_rollback", "\"error\""),
    ("allow_other_owner", "false"),
    ("node", "1"),
    ("node_from_env", "true"),
    ("node_claim", "\"drawn\""),
    ("datacenter", "1"),
    ("worker", "1"),
    ("machine_id", "1"),
    ("machine_bits", "4"),
    ("order", "\"random\""),
    ("precision", "\"ms\""),
    ("as_uuid7", "true"),
    ("usage", "\"default\""),
    ("counter_bits", "1"),
    ("counter_seed_bits", "1"),
    ("node_bits", "4"),
    ("epoch_unix_ms", "0"),
    ("timestamp_bits", "48"),
    ("unit_ns", "1000"),
    ("epoch", "\"unix\""),
    ("preset", "\"yitter\""),
    ("field_order", "\"node_sequence\""),
    ("sequence_bits", "4"),
    ("state_file", "\"{scratch}/never.state\""),
    ("lease_file", "\"{scratch}/never.lease\""),
];

const FILES: [&str; 2] = ["state_file", "lease_file"];

/// The options that affect how a time is read.
const READING: [&str; 8] = [
    "epoch_unix_ms",
    "timestamp_bits",
    "unit_ns",
    "precision",
    "epoch",
    "preset",
    "field_order",
    "sequence_bits",
];

const WRONG_VALUES: [(&str, &str); 6] = [
    ("max_lead_ms", "-1"),
    ("on_exhausted", "\"wait\""),
    ("rollback_tolerance_ms", "-1"),
    ("rollback_tolerance_ms", "\"forever\""),
    ("on_rollback", "\"ignore\""),
    ("node_claim", "\"claimed\""),
];

const BAD: [(char, &str); 4] = [
    ('!', "a bad character"),
    (' ', "a blank"),
    ('\n', "a newline"),
    ('\0', "a NUL"),
];

/// The ASCII neighbours of the alphabets, and characters that look like their symbols.
const NEIGHBOURS: &str = "+,-./0189:=@AGIKLOUVWZ[_`agikloquvwz{~";

const WIDE: [&str; 3] = ["é", "２", "😀"];

/// The keys of a case that are not part of the request.
const ABOUT: [&str; 8] = [
    "name", "expect", "error", "offset", "message", "source", "ruling", "_comment",
];

/// The description in the head of a file.
struct Head<'a> {
    /// A sample of each text form, with its symbols.
    texts: Vec<(&'a str, HashSet<char>)>,
    /// The allowed lengths of texts, as pairs of shortest and longest.
    lengths: Vec<(u64, u64)>,
    /// Whether its ids have a time.
    time: bool,
    /// Whether its ids are generated.
    made: bool,
    /// The supported options.
    options: Vec<&'a str>,
    /// The supported conversions.
    conversions: Vec<&'a str>,
    /// The first text as written after a prefix, if the format allows prefixes.
    prefixed: Option<&'a str>,
}

/// The derived cases of a file that it does not write out. `names` are all conversion targets.
pub(crate) fn cases(file: &Map<String, Value>, names: &[String]) -> Result<Vec<Value>, String> {
    let Some(head) = file.get("derive") else {
        return Ok(Vec::new());
    };
    let head = read_head(head).ok_or("`derive` is not as README.md says")?;
    let format = file.get("format").cloned().unwrap_or_default();
    let written = file.get("cases").and_then(Value::as_array);
    let written = written.into_iter().flatten();
    let mut seen: HashSet<String> = written.map(|case| question(case, &format)).collect();
    let mut derived = Derived::default();
    derived.all(&head, names);
    let new = |case: &Value| seen.insert(question(case, &format));
    Ok(derived.0.into_iter().filter(new).collect())
}

/// A key of a case: cases with the same request have the same key.
fn question(case: &Value, format: &Value) -> String {
    let is_refused = case.get("error").is_some();
    let is_about = |key: &str| ABOUT.contains(&key) || (is_refused && key == "texts");
    let keys = case.as_object().into_iter().flatten();
    let inputs = keys.map(|(key, value)| (key.as_str(), value));
    let mut question = BTreeMap::from([("format", format)]);
    question.extend(inputs.filter(|(key, _)| !is_about(key)));
    json!(question).to_string()
}

fn read_head(head: &Value) -> Option<Head<'_>> {
    let words = |key: &str| -> Option<Vec<&str>> {
        let listed = head.get(key)?.as_array()?;
        listed.iter().map(Value::as_str).collect()
    };
    let length = |entry: &Value| match entry {
        Value::Array(ends) => Some((ends.first()?.as_u64()?, ends.get(1)?.as_u64()?)),
        entry => entry.as_u64().map(|length| (length, length)),
    };
    Some(Head {
        texts: head
            .get("texts")?
            .as_array()?
            .iter()
            .map(sample)
            .collect::<Option<_>>()?,
        lengths: head
            .get("lengths")?
            .as_array()?
            .iter()
            .map(length)
            .collect::<Option<_>>()?,
        time: head.get("time")?.as_bool()?,
        made: head.get("made")?.as_bool()?,
        options: words("options")?,
        conversions: words("conversions")?,
        prefixed: head.get("prefixed")?.as_str(),
    })
}

/// An ASCII text of at least five bytes, and its symbols.
fn sample(entry: &Value) -> Option<(&str, HashSet<char>)> {
    let text = entry.get("text")?.as_str()?;
    let is_usable = text.is_ascii() && text.len() > 4;
    is_usable.then_some((text, symbols(entry.get("alphabet")?.as_str()?)))
}

/// The symbols of an alphabet, where `a-f` is a range and a leading or trailing hyphen is literal.
fn symbols(alphabet: &str) -> HashSet<char> {
    let listed: Vec<char> = alphabet.chars().collect();
    let (mut found, mut at) = (HashSet::new(), 0);
    while let Some(&first) = listed.get(at) {
        match listed.get(at + 1..at + 3) {
            Some(&['-', last]) => {
                found.extend(first..=last);
                at += 3;
            }
            _ => {
                found.insert(first);
                at += 1;
            }
        }
    }
    found
}

/// The derived cases as JSON.
#[derive(Default)]
struct Derived(Vec<Value>);

impl Derived {
    /// Applies all rules in order.
    fn all(&mut self, head: &Head<'_>, names: &[String]) {
        let Some((first, _)) = head.texts.first() else {
            return;
        };
        for (text, alphabet) in &head.texts {
            self.characters(text, alphabet);
            self.wrong_lengths(text, &head.lengths);
        }
        self.refused_everywhere(first, head);
        self.spellings(first, head);
        match head.prefixed {
            Some(suffix) => self.prefixes(first, suffix, &head.lengths),
            None => self.no_prefixes(first),
        }
        self.conversions(first, head, names);
        self.options(first, head);
    }

    fn add(&mut self, name: impl AsRef<str>, mut case: Value) {
        let name = format!("derived: {}", name.as_ref());
        case["name"] = Value::from(name);
        case["source"] = Value::from("derived from the head of the file");
        self.0.push(case);
    }

    /// Characters outside the alphabet, at the first, middle and last place of a text.
    fn characters(&mut self, text: &str, alphabet: &HashSet<char>) {
        let last = text.len() - 1;
        let mut refused = |name: &str, changed: String, offset: usize| {
            let case = json!({"op": "parse", "text": changed, "error": "invalid_character", "offset": offset});
            self.add(format!("{text}: {name}"), case);
        };
        let mut middle = text.len() / 2;
        middle += usize::from(text.as_bytes()[middle] == b'-');
        for (place, at) in [("first", 0), ("in the middle", middle), ("last", last)] {
            for (character, what) in BAD {
                let changed = format!("{}{character}{}", &text[..at], &text[at + 1..]);
                refused(&format!("{what} {place}"), changed, at);
            }
        }
        for character in NEIGHBOURS.chars().filter(|one| !alphabet.contains(one)) {
            let changed = format!("{}{character}", &text[..last]);
            refused(&format!("{character} last"), changed, last);
        }
        for character in WIDE {
            let (size, at) = (character.len(), text.len() - character.len());
            let changed = format!("{character}{}", &text[size..]);
            refused(
                &format!("{character} first, the right number of bytes"),
                changed,
                0,
            );
            let changed = format!("{}{character}", &text[..at]);
            refused(
                &format!("{character} last, the right number of bytes"),
                changed,
                at,
            );
        }
        let changed = format!("{}!{}!", &text[..2], &text[3..last]);
        refused("two bad characters, the first is reported", changed, 2);
    }

    /// Texts that are one or two characters too long or too short, if no text has that length.
    fn wrong_lengths(&mut self, text: &str, lengths: &[(u64, u64)]) {
        let (but_last, last) = text.split_at(text.len() - 1);
        for (name, changed) in [
            ("one character less", but_last.to_owned()),
            ("one character more", format!("{text}{last}")),
            ("a leading blank", format!(" {text}")),
            ("a trailing blank", format!("{text} ")),
            ("a trailing newline", format!("{text}\n")),
            ("a trailing CR LF", format!("{text}\r\n")),
            ("a trailing NUL", format!("{text}\0")),
            ("é last, one byte too many", format!("{but_last}é")),
            ("nothing", String::new()),
            (
                "one character more, and none of the alphabet",
                "!".repeat(text.len() + 1),
            ),
        ] {
            let length = changed.len() as u64;
            let is_one = |ends: &(u64, u64)| (ends.0..=ends.1).contains(&length);
            if !lengths.iter().any(is_one) {
                let case = json!({"op": "parse", "text": changed, "error": "invalid_length"});
                self.add(format!("{text}: {name}"), case);
            }
        }
    }

    /// An invalid and an empty text, for every operation that takes a text.
    fn refused_everywhere(&mut self, sample: &str, head: &Head<'_>) {
        let offset = sample.len() - 1;
        let bad = format!("{}!", &sample[..offset]);
        let refused = |mut case: Value| {
            case["error"] = Value::from("invalid_character");
            case["offset"] = Value::from(offset);
            case
        };
        let invalid = json!({"valid": false});
        for (name, text) in [("a bad text", bad.as_str()), ("the empty text", "")] {
            let case = json!({"op": "is_valid", "text": text, "expect": invalid});
            self.add(format!("{name} is not valid"), case);
        }
        self.add(
            "forms of a bad text",
            refused(json!({"op": "forms", "text": bad})),
        );
        let empty = json!({"op": "forms", "text": "", "error": "invalid_length"});
        self.add("forms of the empty text", empty);
        let first = refused(json!({"op": "compare", "a": bad, "b": sample}));
        self.add("compare: the first text bad", first);
        let second = refused(json!({"op": "compare", "a": sample, "b": bad}));
        self.add("compare: the second text bad", second);
        let converted = refused(json!({"op": "convert", "text": bad, "to": "tid"}));
        self.add("conversion of a bad text", converted);
        if head.time && head.made {
            let after = json!({"op": "after", "options": {}, "times": [second_at(0)], "text": bad});
            self.add("after a bad text", refused(after));
            let after = json!({"op": "after", "options": {}, "times": [second_at(0)], "text": "", "error": "invalid_length"});
            self.add("after the empty text", after);
        }
    }

    /// The text unchanged, between blanks and with an invalid character, and spellings of 16 bytes.
    fn spellings(&mut self, sample: &str, head: &Head<'_>) {
        let last = sample.len() - 1;
        for (name, case) in [
            (
                "canonical",
                json!({"op": "parse_form", "text": sample, "form": "canonical", "expect": {"text": sample}}),
            ),
            (
                "lenient: strict",
                json!({"op": "parse_lenient", "text": sample, "expect": {"text": sample, "corrections": []}}),
            ),
            (
                "lenient: blanks around",
                json!({"op": "parse_lenient", "text": format!(" {sample}\r\n"), "expect": {"text": sample, "corrections": ["whitespace"]}}),
            ),
            (
                "lenient: a bad character",
                json!({"op": "parse_lenient", "text": format!("{}!", &sample[..last]), "error": "invalid_character", "offset": last}),
            ),
            (
                "near: none",
                json!({"op": "near_misses", "text": sample, "expect": {"misses": []}}),
            ),
        ] {
            self.add(name, case);
        }
        let is_uuid = |(text, _): &(&str, _)| text.starts_with("urn:uuid:");
        if !head.conversions.contains(&"sql_server_uuid") && !head.texts.iter().any(is_uuid) {
            self.add("no order guid", json!({"op": "byte_order", "text": sample, "order": "guid", "error": "not_applicable"}));
            self.add("no base58", json!({"op": "parse_form", "text": "1".repeat(22), "form": "base58", "error": "not_applicable"}));
        }
    }

    /// Prefixes of a format that writes its sample after a prefix as `suffix`.
    fn prefixes(&mut self, sample: &str, suffix: &str, lengths: &[(u64, u64)]) {
        let longest = "x".repeat(63);
        for (name, case) in [
            (
                "behind a prefix",
                json!({"op": "prefixed_parse", "text": format!("order_{suffix}"), "expect": {"prefix": "order", "id": sample}}),
            ),
            (
                "behind an empty prefix",
                json!({"op": "prefixed_parse", "text": suffix, "prefix": "", "expect": {"prefix": "", "id": sample}}),
            ),
            (
                "another type",
                json!({"op": "prefixed_parse", "text": format!("user_{suffix}"), "prefix": "order", "error": "wrong_prefix", "offset": 0}),
            ),
            (
                "gets a prefix",
                json!({"op": "prefixed_text", "text": sample, "prefix": "order", "expect": {"text": format!("order_{suffix}")}}),
            ),
            (
                "gets the longest prefix",
                json!({"op": "prefixed_text", "text": sample, "prefix": longest, "expect": {"text": format!("{longest}_{suffix}")}}),
            ),
            (
                "gets the empty prefix",
                json!({"op": "prefixed_text", "text": sample, "prefix": "", "expect": {"text": suffix}}),
            ),
            (
                "its prefix",
                json!({"op": "prefix_of", "text": format!("order_{suffix}"), "expect": {"prefix": "order"}}),
            ),
        ] {
            self.add(name, case);
        }
        let length = suffix.len() as u64 + 1;
        if !lengths
            .iter()
            .any(|ends| (ends.0..=ends.1).contains(&length))
        {
            self.add("behind a prefix: one character more", json!({"op": "prefixed_parse", "text": format!("order_{suffix}0"), "error": "invalid_length", "offset": length + 6}));
        }
    }

    /// Prefixes of a format that allows none.
    fn no_prefixes(&mut self, sample: &str) {
        let refused = "not_applicable";
        let parsed =
            json!({"op": "prefixed_parse", "text": format!("order_{sample}"), "error": refused});
        self.add("takes no prefix", parsed);
        let written =
            json!({"op": "prefixed_text", "text": sample, "prefix": "order", "error": refused});
        self.add("gets no prefix", written);
        let prefix = json!({"op": "prefix_of", "text": sample, "expect": {"prefix": ""}});
        self.add("has no prefix", prefix);
    }

    /// Every conversion that the format lacks.
    fn conversions(&mut self, sample: &str, head: &Head<'_>, names: &[String]) {
        for name in names {
            if !head.conversions.contains(&name.as_str()) {
                let case =
                    json!({"op": "convert", "text": sample, "to": name, "error": "not_applicable"});
                self.add(format!("no conversion to {name}"), case);
            }
        }
        let case =
            json!({"op": "convert", "text": sample, "to": "nonsense", "error": "unknown_format"});
        self.add("conversion to an unknown format", case);
    }

    /// Options that the format lacks, values that no format allows, options that exclude one another.
    fn options(&mut self, sample: &str, head: &Head<'_>) {
        // A read-only format has no options; unknown ones are still `invalid_option`.
        let code = match head.made {
            true => "invalid_option",
            false => "not_applicable",
        };
        for (name, value) in OPTIONS {
            if !head.options.contains(&name) {
                let case = generate(one_option(name, value), code);
                self.add(format!("generate: no option {name}"), case);
            }
        }
        for name in READING
            .into_iter()
            .filter(|name| !head.options.contains(name))
        {
            self.reading(sample, name, one_option(name, value_of(name)));
        }
        for (name, value) in OPTIONS {
            if !head.options.contains(&name) && !READING.contains(&name) {
                self.parsing(
                    sample,
                    &format!("no option {name}"),
                    one_option(name, value),
                );
            }
        }
        let unknown = json!({"colour": "blue"});
        self.add(
            "generate: an unknown option",
            generate(unknown.clone(), "invalid_option"),
        );
        let threads = json!({"op": "threads", "threads": 2, "per_thread": 5, "options": unknown, "error": "invalid_option"});
        self.add("threads: an unknown option", threads);
        let after = json!({"op": "after", "text": sample, "times": [second_at(0)], "options": unknown, "error": "invalid_option"});
        self.add("after: an unknown option", after);
        self.reading(sample, "colour", unknown);
        if !head.made {
            self.reading(sample, "clock", json!({"clock": "manual"}));
        }
        if head.time {
            self.intervals();
        }
        if head.made {
            self.values(sample, head);
        }
    }

    /// An option that does not affect how the format is read.
    fn reading(&mut self, sample: &str, name: &str, options: Value) {
        self.parsing(sample, &format!("no option {name}"), options.clone());
        let case = json!({"op": "range", "from": second_at(0), "to": second_at(1), "options": options, "error": "invalid_option"});
        self.add(format!("range: no option {name}"), case);
    }

    /// Options that the format lacks, or a value that it does not allow.
    fn parsing(&mut self, sample: &str, what: &str, options: Value) {
        let case =
            json!({"op": "parse", "text": sample, "options": options, "error": "invalid_option"});
        self.add(format!("parse: {what}"), case);
    }

    /// Empty intervals.
    fn intervals(&mut self) {
        let mut before = second_at(0);
        before["nanos"] = Value::from(480_309_999);
        for (name, end) in [("empty", second_at(0)), ("backwards", before)] {
            let case =
                json!({"op": "range", "from": second_at(0), "to": end, "error": "invalid_option"});
            self.add(format!("range: {name}"), case);
        }
    }

    /// Values that no format allows, and options that conflict.
    fn values(&mut self, sample: &str, head: &Head<'_>) {
        let refused = "invalid_option";
        for (name, value) in [("clock", "sundial"), ("allow_fork", "maybe")] {
            let case = generate(json!({name: value}), refused);
            self.add(format!("generate: {name} {value}"), case);
        }
        let mut seeded = generate(json!({}), refused);
        seeded["seed"] = Value::from("00");
        self.add("generate: a seed that is too short", seeded);
        let system = generate(json!({"clock": "system"}), refused);
        self.add("generate: the system clock with times", system);
        let manual = json!({"clock": "manual"});
        let case = json!({"op": "generate", "count": 1, "options": manual, "error": refused});
        self.add("generate: a manual clock without times", case);
        let case = json!({"op": "threads", "threads": 2, "per_thread": 5, "options": manual, "error": refused});
        self.add("threads: a manual clock", case);
        if head.time {
            let case = json!({"op": "after", "text": sample, "options": manual, "error": refused});
            self.add("after: a manual clock without times", case);
        }
        for (name, value) in WRONG_VALUES
            .into_iter()
            .filter(|(name, _)| head.options.contains(name))
        {
            let what = format!("{name} {}", value.trim_matches('"'));
            let case = generate(one_option(name, value), refused);
            self.add(format!("generate: {what}"), case);
            self.parsing(sample, &what, one_option(name, value));
        }
        // Reading accepts generator options.
        let case = json!({"op": "parse", "text": sample, "options": manual, "expect": {}});
        self.add("parse: a manual clock", case);
        let files = || FILES.into_iter().filter(|name| head.options.contains(name));
        for name in files() {
            let mut options = one_option(name, value_of(name));
            options["on_rollback"] = Value::from("reset");
            self.add(
                format!("generate: {name} and on_rollback reset"),
                generate(options, refused),
            );
        }
        if files().count() == FILES.len() {
            let both: Map<String, Value> = FILES
                .into_iter()
                .map(|name| (name.to_owned(), parsed(value_of(name))))
                .collect();
            self.add(
                "generate: a state file and a lease file",
                generate(both.into(), refused),
            );
        }
    }
}

/// The instant of all rules, some seconds later.
fn second_at(later: u64) -> Value {
    json!({"seconds": (1_721_407_246 + later).to_string(), "nanos": 480_310_000})
}

fn generate(options: Value, code: &str) -> Value {
    json!({"op": "generate", "times": [second_at(0)], "count": 1, "options": options, "error": code})
}

fn value_of(name: &str) -> &'static str {
    let found = OPTIONS.iter().find(|(option, _)| *option == name);
    found.map_or("null", |(_, value)| value)
}

/// Parses a value of the lists above.
fn parsed(value: &str) -> Value {
    serde_json::from_str(value).unwrap_or_default()
}

fn one_option(name: &str, value: &str) -> Value {
    Value::from(Map::from_iter([(name.to_owned(), parsed(value))]))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(cases: Value) -> Value {
        json!({"format": "tid", "cases": cases, "derive": {
            "texts": [{"text": "3jzfcijpj2z2a", "alphabet": "2-7a-z"}], "lengths": [13], "time": true, "made": true,
            "options": ["clock_id", "state_file"], "conversions": ["timeid"], "prefixed": "3jzfcijpj2z2a",
        }})
    }

    fn derived(file: &Value) -> Vec<Value> {
        let names = ["tid", "timeid"].map(str::to_owned);
        cases(file.as_object().expect("an object"), &names).expect("a head that can be read")
    }

    fn named<'a>(cases: &'a [Value], name: &str) -> Option<&'a Value> {
        cases
            .iter()
            .find(|case| case["name"] == format!("derived: {name}"))
    }

    #[test]
    fn alphabets_expand_ranges_and_hyphens() {
        let sorted = |alphabet| {
            let mut found: Vec<char> = symbols(alphabet).into_iter().collect();
            found.sort_unstable();
            String::from_iter(found)
        };
        assert_eq!(sorted("a-cx"), "abcx");
        assert_eq!(sorted("-a-b"), "-ab");
        assert_eq!(sorted("xy-"), "-xy");
    }

    #[test]
    fn heads_derive_errors_of_texts_options_and_conversions() {
        let cases = derived(&file(json!([])));
        let bad = named(&cases, "3jzfcijpj2z2a: a newline in the middle").expect("a bad text");
        assert_eq!(
            (&bad["text"], &bad["offset"]),
            (&json!("3jzfci\npj2z2a"), &json!(6))
        );
        assert!(named(&cases, "3jzfcijpj2z2a: 1 last").is_some());
        assert!(named(&cases, "3jzfcijpj2z2a: z last").is_none());
        assert!(named(&cases, "3jzfcijpj2z2a: one character more").is_some());
        assert!(named(&cases, "generate: no option node").is_some());
        assert!(named(&cases, "generate: no option clock_id").is_none());
        assert!(named(&cases, "no conversion to tid").is_some());
        assert!(named(&cases, "no conversion to timeid").is_none());
        assert!(named(&cases, "gets the longest prefix").is_some());
        assert!(named(&cases, "takes no prefix").is_none());
        let names: HashSet<String> = cases.iter().map(|case| case["name"].to_string()).collect();
        assert_eq!(names.len(), cases.len());
    }

    #[test]
    fn written_case_replaces_the_derived_one() {
        let written = json!([{"name": "own", "op": "convert", "text": "3jzfcijpj2z2a", "to": "tid", "error": "not_applicable"}]);
        let cases = derived(&file(written));
        assert!(named(&cases, "no conversion to tid").is_none());
        assert!(named(&cases, "conversion to an unknown format").is_some());
    }

    #[test]
    fn malformed_heads_are_reported() {
        let mut file = file(json!([]));
        file["derive"]["lengths"] = json!("13");
        let file = file.as_object().expect("an object");
        assert!(cases(file, &[]).is_err());
    }
}
