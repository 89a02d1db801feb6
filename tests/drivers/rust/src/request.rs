//! A parsed request.

use std::num::IntErrorKind;

use serde_json::{Map, Value};
use sortid::options::{OPTIONS, OptionValue};
use sortid::{AnyId, Error, ErrorCode, Form, Format, Options, Prefix, Timestamp};

/// The failure of an operation.
pub(crate) enum Failure {
    /// An operation or format that the driver does not know.
    Unsupported,
    /// The library's error, with the texts generated before it.
    Refused {
        error: Error,
        texts: Option<Vec<String>>,
    },
    /// A line that breaks the protocol.
    BadRequest(String),
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        Failure::Refused { error, texts: None }
    }
}

pub(crate) struct Request(Map<String, Value>);

impl Request {
    /// Parses a request, and renames its options from the names in the protocol to the library's.
    pub(crate) fn parse(line: &str) -> Result<Self, serde_json::Error> {
        let mut request: Map<String, Value> = serde_json::from_str(line)?;
        let own = match request.get("format").and_then(Value::as_str) {
            Some("tid") => "clock_id",
            Some("flake_idgen" | "snowflake" | "sonyflake" | "uid11_snowish") => "machine",
            Some("scru160" | "scru64") => "node_id",
            Some("sharding_id") => "shard",
            _ => return Ok(Self(request)),
        };
        if let Some(Value::Object(options)) = request.get_mut("options")
            && !options.contains_key("node")
            && let Some(node) = options.remove(own)
        {
            options.insert("node".to_owned(), node);
        }
        Ok(Self(request))
    }

    pub(crate) fn id(&self) -> &Value {
        self.0.get("id").unwrap_or(&Value::Null)
    }

    fn required(&self, key: &str) -> Result<&Value, Failure> {
        self.0
            .get(key)
            .ok_or_else(|| Failure::BadRequest(format!("`{key}` is missing in {:?}", self.0)))
    }

    pub(crate) fn text(&self, key: &str) -> Result<&str, Failure> {
        let text = self.required(key)?.as_str();
        text.ok_or_else(|| Failure::BadRequest(format!("`{key}` must be a text")))
    }

    pub(crate) fn has(&self, key: &str) -> bool {
        self.0.contains_key(key)
    }

    /// The prefix of the ids, if the request has one.
    pub(crate) fn prefix(&self) -> Result<Option<Prefix>, Failure> {
        match self.has("prefix") {
            true => Ok(Some(self.text("prefix")?.parse()?)),
            false => Ok(None),
        }
    }

    pub(crate) fn format(&self) -> Result<Format, Failure> {
        self.text("format")?
            .parse()
            .map_err(|_| Failure::Unsupported)
    }

    pub(crate) fn form(&self) -> Result<Form, Failure> {
        let name = self.text("form")?;
        let form = Form::ALL.iter().find(|form| form.name() == name);
        form.copied()
            .ok_or_else(|| Failure::BadRequest(name.into()))
    }

    /// Parses a text as an id of the request's format.
    pub(crate) fn parsed(&self, key: &str) -> Result<AnyId, Failure> {
        Ok(AnyId::parse(self.text(key)?, self.format()?)?)
    }

    /// The formats to search for, if the request names any.
    #[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
    pub(crate) fn formats(&self) -> Result<Option<Vec<Format>>, Failure> {
        if !self.has("formats") {
            return Ok(None);
        }
        let names = self.list("formats")?.iter();
        let formats = names.map(|name| name.as_str().unwrap_or_default().parse());
        let formats: Result<_, Error> = formats.collect();
        Ok(Some(formats?))
    }

    pub(crate) fn number(&self, key: &str) -> Result<usize, Failure> {
        self.required(key)?
            .as_u64()
            .and_then(|number| number.try_into().ok())
            .ok_or_else(|| Failure::BadRequest(format!("`{key}` must be a number")))
    }

    pub(crate) fn bytes(&self) -> Result<Vec<u8>, Failure> {
        bytes_of(self.text("hex")?)
    }

    pub(crate) fn list(&self, key: &str) -> Result<&[Value], Failure> {
        let list = self.required(key)?.as_array();
        let list = list.ok_or_else(|| Failure::BadRequest(format!("`{key}` must be a list")))?;
        Ok(list)
    }

    pub(crate) fn fields(&self) -> Result<Vec<(&str, i128)>, Failure> {
        let fields = self.required("fields")?.as_object();
        fields
            .into_iter()
            .flatten()
            .map(|(name, value)| Ok((name.as_str(), integer(value)?)))
            .collect()
    }

    pub(crate) fn timestamp(&self, key: &str) -> Result<Timestamp, Failure> {
        timestamp(self.required(key)?)
    }

    /// The scripted readings of a manual clock, if the request has them.
    pub(crate) fn times(&self) -> Result<Option<Vec<Timestamp>>, Failure> {
        match self.0.get("times").and_then(Value::as_array) {
            None => Ok(None),
            Some(times) => times
                .iter()
                .map(timestamp)
                .collect::<Result<_, _>>()
                .map(Some),
        }
    }

    /// The message of an error, with the invalid input.
    pub(crate) fn described(&self, error: Error) -> String {
        let input = self.input_at_fault(error);
        let prefix = self.0.get("prefix").and_then(Value::as_str);
        match (input, prefix.filter(|_| self.has("text"))) {
            (Some(input), Some(prefix)) => error.describe(&input).with_prefix(prefix).to_string(),
            (Some(input), None) => error.describe(&input).to_string(),
            (None, _) => error.to_string(),
        }
    }

    /// An option's value, the name of an unknown option or field, or a text.
    fn input_at_fault(&self, error: Error) -> Option<String> {
        let text = |key: &str| Some(self.0.get(key)?.as_str()?.to_owned());
        let unknown = |key: &str, names: &[&str]| {
            let given = self.0.get(key)?.as_object()?;
            given
                .keys()
                .find(|name| !names.contains(&name.as_str()))
                .cloned()
        };
        let fields = || {
            self.format()
                .map(|format| format.fields().map(|(name, _)| name).collect())
        };
        let options: Vec<_> = OPTIONS.iter().map(|option| option.name).collect();
        match (error.code(), error.subject()) {
            (ErrorCode::UnknownFormat, _) => text("to"),
            (ErrorCode::InvalidOption, None) => unknown("options", &options),
            (ErrorCode::InvalidField, None) => unknown("fields", &fields().unwrap_or(vec![])),
            (ErrorCode::InvalidOption, Some("prefix")) => text("prefix"),
            (ErrorCode::InvalidOption, Some(name)) => match self.0.get("options")?.get(name)? {
                Value::String(word) => Some(word.clone()),
                other => Some(other.to_string()),
            },
            _ => match (text("a"), text("b")) {
                (Some(a), Some(b)) => Some(if self.parsed("a").is_ok() { b } else { a }),
                _ => text("text").or(text("prefix")),
            },
        }
    }

    pub(crate) fn gives_option(&self, name: &str) -> bool {
        let options = self.0.get("options").and_then(Value::as_object);
        options.is_some_and(|options| options.contains_key(name))
    }

    /// The options, including the seed.
    pub(crate) fn options(&self) -> Result<Options, Failure> {
        let mut options = Options::new();
        let given = self.0.get("options").and_then(Value::as_object);
        for (name, value) in given.into_iter().flatten() {
            set(&mut options, name, value)?;
        }
        if let Some(seed) = self.0.get("seed") {
            set(&mut options, "seed", seed)?;
        }
        Ok(options)
    }
}

/// The bytes of hexadecimal digits.
pub(crate) fn bytes_of(hex: &str) -> Result<Vec<u8>, Failure> {
    let pairs = hex.as_bytes().chunks(2).map(|pair| {
        std::str::from_utf8(pair)
            .ok()
            .and_then(|pair| u8::from_str_radix(pair, 16).ok())
    });
    let bytes = pairs.collect::<Option<_>>();
    bytes.ok_or_else(|| Failure::BadRequest("`hex` must be hexadecimal digits".into()))
}

fn set(options: &mut Options, name: &str, value: &Value) -> Result<(), Failure> {
    let value = match value {
        Value::String(text) => OptionValue::Text(text),
        Value::Bool(flag) => OptionValue::Bool(*flag),
        // A value that is not an integer (1.5, null, a list) becomes one that no option accepts.
        other => other
            .as_number()
            .and_then(serde_json::Number::as_i128)
            .map_or(OptionValue::Bytes(&[]), OptionValue::Int),
    };
    Ok(options.set(name, value)?)
}

/// An integer; saturates beyond 128 bits, which is out of range everywhere.
fn integer(value: &Value) -> Result<i128, Failure> {
    let text = match value {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    };
    text.parse()
        .or_else(|error: std::num::ParseIntError| match error.kind() {
            IntErrorKind::PosOverflow => Ok(i128::MAX),
            IntErrorKind::NegOverflow => Ok(i128::MIN),
            _ => Err(Failure::BadRequest(format!("{value} is not an integer"))),
        })
}

fn timestamp(value: &Value) -> Result<Timestamp, Failure> {
    let part = |key| integer(value.get(key).unwrap_or(&Value::Null));
    let bad = || Failure::BadRequest(format!("{value} is not a time"));
    let seconds = part("seconds")?.try_into().map_err(|_| bad())?;
    let nanos = part("nanos")?.try_into().map_err(|_| bad())?;
    Ok(Timestamp::new(seconds, nanos)?)
}
