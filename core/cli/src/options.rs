//! Flags for the library's options, built from the library's own list.

use std::sync::LazyLock;

use clap::{Arg, ArgMatches, Command};
use sortid::options::{OPTIONS, OptionInfo, OptionValue};
use sortid::{AnyId, Error, Format, Options, Timestamp};

use crate::failure::Failure;

/// Options without a meaning for a command that runs once: a manual clock and forks.
const NOT_FLAGS: &[&str] = &["clock", "allow_fork"];

/// An option as a flag.
struct Flag {
    option: &'static OptionInfo,
    name: &'static str,
    long: String,
    value: &'static str,
    help: String,
}

static FLAGS: LazyLock<Vec<Flag>> = LazyLock::new(|| {
    OPTIONS
        .iter()
        .filter(|option| !NOT_FLAGS.contains(&option.name))
        .map(|option| Flag {
            option,
            name: option.name,
            long: option.name.replace('_', "-"),
            value: match option.name.rsplit('_').next() {
                Some("ms") => "MS",
                Some("ns") => "NS",
                Some("bits") => "BITS",
                Some("file") => "PATH",
                Some("seed") => "HEX",
                _ => "VALUE",
            },
            help: help(option.summary),
        })
        .collect()
});

/// Converts an option's documentation to a help text: removes backticks, and writes options as
/// flags.
fn help(doc: &str) -> String {
    let parts = doc.trim().trim_end_matches('.').split('`').enumerate();
    parts
        .map(|(nth, part)| {
            let is_option = nth % 2 == 1 && OPTIONS.iter().any(|option| option.name == part);
            if is_option {
                format!("--{}", part.replace('_', "-"))
            } else {
                part.to_owned()
            }
        })
        .collect()
}

impl Flag {
    fn named(name: &str) -> Option<&'static Flag> {
        FLAGS.iter().find(|flag| flag.name == name)
    }

    fn arg(&'static self, heading: &'static str) -> Arg {
        Arg::new(self.name)
            .long(self.long.as_str())
            .value_name(self.value)
            .help(self.help.as_str())
            .help_heading(heading)
            // A negative epoch is a value, not a flag.
            .allow_negative_numbers(true)
            .value_parser(|text: &str| self.read(text))
    }

    fn read(&self, text: &str) -> Result<String, String> {
        match Options::new().set(self.name, OptionValue::Text(text)) {
            Ok(()) => Ok(text.to_owned()),
            Err(error) => Err(format!("{}: invalid value: {}", error.code(), self.help)),
        }
    }
}

/// How to read ids, by the code of their format. Empty without options, which saves the look-up for
/// each of many ids.
pub(crate) struct Readings(Vec<Options>);

impl Readings {
    pub(crate) fn of(&self, format: Format) -> Option<&Options> {
        self.0.get(usize::from(format.code()).checked_sub(1)?)
    }

    pub(crate) fn time_of(&self, id: &AnyId) -> Option<Timestamp> {
        match self.of(id.format()) {
            Some(options) => id.timestamp_with(options).ok(),
            None => id.timestamp().ok(),
        }
    }
}

/// The given options, by name.
#[derive(Clone, Debug, Default)]
pub(crate) struct GivenOptions(Vec<(&'static str, String)>);

impl GivenOptions {
    fn matched(matches: &ArgMatches, flags: impl Iterator<Item = &'static Flag>) -> Self {
        GivenOptions(
            flags
                .filter_map(|flag| {
                    let text = matches.get_one::<String>(flag.name)?;
                    Some((flag.name, text.clone()))
                })
                .collect(),
        )
    }

    /// Returns all options.
    pub(crate) fn all(&self) -> Result<Options, Failure> {
        self.only(|_| true)
    }

    /// Returns the reading options that apply to this format.
    pub(crate) fn reading(&self, format: Format) -> Result<Options, Failure> {
        self.only(|name| Flag::named(name).is_some_and(|flag| flag.option.reads_format(format)))
    }

    /// Returns how to read ids of every format. Fails like [`check_reading`](Self::check_reading).
    pub(crate) fn readings(&self) -> Result<Readings, Failure> {
        self.check_reading()?;
        let formats = match self.0.is_empty() {
            true => &[],
            false => Format::ALL,
        };
        let all = formats.iter().map(|&format| self.reading(format));
        Ok(Readings(all.collect::<Result<_, _>>()?))
    }

    /// Returns how to read ids that were made with these options.
    pub(crate) fn reading_of_made(&self, format: Format) -> Result<Options, Failure> {
        let options = self.reading(format)?;
        // A time whose layout the application chooses is only read if the layout is given.
        let chooses = format.options().contains(&"unit_ns") && options == Options::new();
        Ok(match chooses {
            true => options.unit_ns(1_000_000),
            false => options,
        })
    }

    fn only(&self, wanted: impl Fn(&str) -> bool) -> Result<Options, Failure> {
        let mut options = Options::new();
        for (name, text) in self.0.iter().filter(|(name, _)| wanted(name)) {
            options
                .set(name, OptionValue::Text(text))
                .map_err(|error| Failure::refused(name, error))?;
        }
        Ok(options)
    }

    /// Whether an epoch is given.
    pub(crate) fn gives_epoch(&self) -> bool {
        self.0.iter().any(|(name, _)| name.starts_with("epoch"))
    }

    /// Rejects a value that every format with such an option rejects. One format may accept what
    /// another does not.
    pub(crate) fn check_reading(&self) -> Result<(), Failure> {
        let [start, end] = [0, 1].map(Timestamp::from_unix_ms);
        let mut refusal = None;
        for &format in Format::ALL {
            let given = self.0.iter().map(|(name, _)| *name);
            let has = |name| Flag::named(name).is_some_and(|flag| flag.option.reads_format(format));
            if !given.into_iter().any(has) {
                continue;
            }
            let options = self.reading(format)?;
            match AnyId::range_with(start, end, format, &options) {
                Err(error) if error.code() == sortid::ErrorCode::InvalidOption => {
                    refusal.get_or_insert_with(|| self.refusal(format, error));
                }
                _ => return Ok(()),
            }
        }
        refusal.map_or(Ok(()), Err)
    }

    /// Converts an error of the library, which may name one of the options.
    pub(crate) fn refusal(&self, format: Format, error: Error) -> Failure {
        let is_of_option = error.code() == sortid::ErrorCode::InvalidOption;
        let subject = error.subject().filter(|_| is_of_option);
        let Some(flag) = subject.and_then(Flag::named) else {
            return Failure::refused(format, error);
        };
        let given = self.0.iter().find(|(name, _)| *name == flag.name);
        let what = match given {
            Some((_, text)) => format!("--{} {text}", flag.long),
            None => format!("--{}", flag.long),
        };
        let why = if !flag.option.is_for(format) {
            format!("{}: {format} has no such option", error.code())
        } else {
            format!(
                "{}: invalid value for {format}: {}",
                error.code(),
                flag.help
            )
        };
        Failure::refused(what, why)
    }
}

/// Flags for a subset of the options.
macro_rules! flags {
    ($(#[$doc:meta])* $name:ident, $heading:literal, $wanted:expr) => {
        $(#[$doc])*
        #[derive(Clone, Debug, Default)]
        pub(crate) struct $name(pub(crate) GivenOptions);

        impl clap::Args for $name {
            fn augment_args(command: Command) -> Command {
                let flags = FLAGS.iter().filter($wanted);
                command.args(flags.map(|flag| flag.arg($heading)))
            }

            fn augment_args_for_update(command: Command) -> Command {
                Self::augment_args(command)
            }
        }

        impl clap::FromArgMatches for $name {
            fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
                Ok($name(GivenOptions::matched(matches, FLAGS.iter().filter($wanted))))
            }

            fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
                *self = Self::from_arg_matches(matches)?;
                Ok(())
            }
        }
    };
}

flags! {
    /// Generator options.
    GeneratorOptions, "Generator options", |_| true
}

flags! {
    /// Reading options.
    ReadingOptions, "Reading options", |flag| flag.option.reads
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn excluded_options_exist() {
        for name in NOT_FLAGS {
            assert!(OPTIONS.iter().any(|option| option.name == *name), "{name}");
        }
    }
}
