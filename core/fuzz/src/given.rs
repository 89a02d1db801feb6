//! Options from fuzzer input, with a record of the accepted values to predict results.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use sortid::options::{Epoch, OPTIONS, OptionInfo, OptionValue, Precision};
use sortid::{ErrorCode, Format, Options};

use crate::input::Input;

/// The texts that are values of some option.
static WORDS: LazyLock<Vec<&str>> = LazyLock::new(|| {
    let epochs = Epoch::ALL.iter().map(|epoch| epoch.name());
    CHOICES.iter().copied().chain(epochs).collect()
});

const CHOICES: &[&str] = &[
    "system",
    "manual",
    "advance",
    "error",
    "reset",
    "random",
    "monotonic",
    "ms",
    "us",
    "ns",
    "default",
    "microsecond",
    "node_sequence",
    "sequence_node",
    "sonyflake_v2",
    "cockroachdb",
    "tiktok",
    "unlimited",
    "true",
    "false",
];

/// Bytes from here on choose among all options; lower bytes among the format's options.
const ANY: u8 = 128;

/// Options and the values that were accepted.
#[derive(Default)]
pub struct Given<'a> {
    /// The resulting options.
    pub options: Options,
    values: BTreeMap<&'static str, OptionValue<'a>>,
}

impl<'a> Given<'a> {
    /// Reads up to eight options. Checks that the error of a rejected option names it.
    pub fn read(
        input: &mut Input<'a>,
        format: Format,
        wanted: impl Fn(&OptionInfo) -> bool,
    ) -> Self {
        let mut given = Self::default();
        for _ in 0..input.byte() % 9 {
            let which = input.byte();
            let own: Vec<_> = OPTIONS
                .iter()
                .filter(|option| option.is_for(format) && wanted(option))
                .collect();
            let name = match own.get(usize::from(which) % own.len().max(1)) {
                Some(option) if which < ANY => option.name,
                _ => OPTIONS[usize::from(which % ANY) % OPTIONS.len()].name,
            };
            let value = value(input);
            // The fuzzer must not choose a path to write to.
            if !matches!(name, "state_file" | "lease_file") {
                given.set(name, value);
            }
        }
        given
    }

    fn set(&mut self, name: &'static str, value: OptionValue<'a>) {
        let before = self.options.clone();
        match self.options.set(name, value) {
            Ok(()) => {
                self.values.insert(name, value);
            }
            Err(error) => {
                assert_eq!(error.code(), ErrorCode::InvalidOption);
                assert_eq!(error.subject(), Some(name));
                assert_eq!(self.options, before, "a refused value was kept");
            }
        }
    }

    /// Returns whether the option is set.
    pub fn has(&self, name: &str) -> bool {
        self.values.contains_key(name)
    }

    /// Returns the value of an integer option.
    pub fn int(&self, name: &str) -> Option<i128> {
        match self.values.get(name)? {
            OptionValue::Int(int) => Some(*int),
            OptionValue::Text(text) => text.parse().ok(),
            _ => None,
        }
    }

    /// Returns the value of a text option.
    pub fn word(&self, name: &str) -> Option<&str> {
        match self.values.get(name)? {
            OptionValue::Text(text) => Some(text),
            _ => None,
        }
    }

    /// Returns the epoch in Unix milliseconds, set as a number or by name.
    pub fn epoch_ms(&self) -> Option<i128> {
        let of = |word| Epoch::ALL.iter().find(|epoch| epoch.name() == word);
        let word = self.word("epoch").and_then(of);
        let named = word.map(|epoch| i128::from(epoch.unix_ms()));
        self.int("epoch_unix_ms").or(named)
    }

    /// Returns the options for reading ids that were generated with all of these options.
    pub fn reading(&self, format: Format) -> Options {
        let mut options = match format {
            Format::Custom64 if self.has("preset") => Options::new(),
            // Their bits tell a time only if an option names the layout.
            Format::Uuid8 | Format::Custom64 => Options::new().unit_ns(1_000_000),
            // Floor to the tick: lower bits of the fraction are not time.
            Format::Uuid7Draft01 => Options::new().precision(Precision::Us),
            _ => Options::new(),
        };
        for option in OPTIONS.iter().filter(|option| option.reads_format(format)) {
            if let Some(value) = self.values.get(option.name) {
                let set = options.set(option.name, *value);
                assert_eq!(set, Ok(()), "{} was accepted before", option.name);
            }
        }
        options
    }

    /// Returns the tick in nanoseconds of times that are read with these options.
    pub fn unit_ns(&self, format: Format) -> i128 {
        match format {
            Format::Uuid8 => {
                let sixteen = self.int("timestamp_bits") == Some(64);
                self.int("unit_ns").unwrap_or(1_000_000) * if sixteen { 16 } else { 1 }
            }
            Format::Uuid7Draft01 => match self.word("precision") {
                Some("ms") => 1_000_000,
                Some("ns") => 1,
                _ => 1000,
            },
            Format::Uuid7 if self.word("precision") == Some("us") => 1000,
            Format::Custom64 => {
                let shape = format.time_shape(&self.reading(format));
                shape.map_or(1, |shape| shape.unit_ns)
            }
            _ => format.resolution_ns().map_or(1, i128::from),
        }
    }
}

fn value<'a>(input: &mut Input<'a>) -> OptionValue<'a> {
    let kind = input.byte();
    match kind % 8 {
        0 | 1 => OptionValue::Int(input.byte().into()),
        2 => OptionValue::Int(u16::from_le_bytes(input.array()).into()),
        3 => OptionValue::Int(i128::from_le_bytes(input.array())),
        4 => OptionValue::Text(WORDS[usize::from(input.byte()) % WORDS.len()]),
        5 => OptionValue::Bool(input.byte() & 1 == 1),
        6 => {
            let len = input.byte().into();
            OptionValue::Bytes(input.bytes(len))
        }
        _ => {
            let len = input.byte().into();
            OptionValue::Text(std::str::from_utf8(input.bytes(len)).unwrap_or("?"))
        }
    }
}

/// Writes an option in the encoding of [`Given::read`]. Returns `false` if it has none.
pub fn write_option(out: &mut Vec<u8>, name: &str, value: OptionValue<'_>) -> bool {
    let Some(which) = OPTIONS.iter().position(|option| option.name == name) else {
        return false;
    };
    out.push(ANY + which as u8);
    match value {
        OptionValue::Int(int) => {
            out.push(3);
            out.extend(int.to_le_bytes());
        }
        OptionValue::Bool(flag) => out.extend([5, flag.into()]),
        OptionValue::Bytes(bytes) => {
            out.extend([6, bytes.len() as u8]);
            out.extend(bytes);
        }
        OptionValue::Text(text) => match WORDS.iter().position(|word| *word == text) {
            Some(word) => out.extend([4, word as u8]),
            None => {
                out.extend([7, text.len() as u8]);
                out.extend(text.bytes());
            }
        },
    }
    true
}
