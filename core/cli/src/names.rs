//! Parsers for names of formats, in any spelling, and of text forms.

use std::ffi::OsStr;
use std::str::FromStr;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::error::{ContextKind, ContextValue};
use clap::{Arg, Command};
use sortid::{CONVERT_ALONE, Form, Format, is_same_spelling};

/// Parses names in any spelling. The error suggests a similar name; `sortid formats` lists them all.
#[derive(Clone)]
struct Names(PossibleValuesParser);

impl TypedValueParser for Names {
    type Value = String;

    fn parse_ref(
        &self,
        command: &Command,
        arg: Option<&Arg>,
        value: &OsStr,
    ) -> Result<String, clap::Error> {
        let wanted = value.to_str().unwrap_or_default();
        let mut names = self.0.possible_values().into_iter().flatten();
        let name = names.find(|name| is_same_spelling(name.get_name(), wanted));
        match name {
            Some(name) => Ok(name.get_name().to_owned()),
            None => self.0.parse_ref(command, arg, value).map_err(|mut error| {
                error.remove(ContextKind::ValidValue);
                let tip = vec!["`sortid formats` lists all formats".into()];
                error.insert(ContextKind::Suggested, ContextValue::StyledStrs(tip));
                error
            }),
        }
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        self.0.possible_values()
    }
}

fn format_values() -> impl Iterator<Item = PossibleValue> {
    let formats = Format::ALL.iter();
    formats.map(|&format| PossibleValue::new(format.name()).help(format.summary()))
}

pub(crate) fn format_parser() -> impl TypedValueParser<Value = Format> {
    Names(PossibleValuesParser::new(format_values())).try_map(|name| Format::from_str(&name))
}

pub(crate) fn convertible() -> impl TypedValueParser<Value = String> {
    let about: [&str; CONVERT_ALONE.len()] = [
        "a UUID that SQL Server's uniqueidentifier sorts like the id",
        "a UUID that ClickHouse's UUID sorts like the id",
    ];
    let more = CONVERT_ALONE
        .iter()
        .zip(about)
        .map(|(name, help)| PossibleValue::new(name).help(help));
    Names(PossibleValuesParser::new(format_values().chain(more)))
}

pub(crate) fn form_parser() -> impl TypedValueParser<Value = Form> {
    PossibleValuesParser::new(Form::ALL.iter().map(|form| form.name())).try_map(|name| {
        let mut forms = Form::ALL.iter().copied();
        forms
            .find(|form| form.name() == name)
            .ok_or("unknown text form")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed<T>(parser: impl TypedValueParser<Value = T>, name: &str) -> Option<T> {
        parser
            .parse_ref(&Command::new("sortid"), None, OsStr::new(name))
            .ok()
    }

    #[test]
    fn names_parse_in_any_spelling() {
        for (name, expected) in [
            ("uuid7", Some(Format::Uuid7)),
            ("UUIDv7", Some(Format::Uuid7)),
            ("uuid-v1", Some(Format::Uuid1)),
            ("ULID", Some(Format::Ulid)),
            ("ObjectId", Some(Format::ObjectId)),
            ("push-id", Some(Format::PushId)),
            ("uuid3", None),
            ("", None),
        ] {
            assert_eq!(parsed(format_parser(), name), expected, "{name}");
            assert_eq!(Format::from_any_spelling(name), expected, "{name}");
        }
        for name in CONVERT_ALONE {
            let spelled = name.to_uppercase().replace('_', "-");
            let found = parsed(convertible(), &spelled);
            assert_eq!(found.as_deref(), Some(*name), "{spelled}");
        }
    }
}
