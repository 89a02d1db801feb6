//! SQL functions, or expressions for databases without user-defined functions.

use crate::column::Column;
use crate::dialect::{ALL_BYTES, SQLITE_ERROR, SQLITE_LOSES_BYTES, SQLITE_TIME, all_bytes};
use crate::model::{Bound, Dialect, Encoding, TimeLayout};
use crate::text::{Steps, TextForm};

use Dialect::{Clickhouse, Duckdb, Mariadb, Mysql, Postgresql, Sqlite};

const DAY_US: i128 = 86_400_000_000;

/// PostgreSQL's attributes of a function that only depends on its arguments.
pub(crate) const PURE: &str = "IMMUTABLE STRICT PARALLEL SAFE";

impl Column {
    fn function_name(&self, suffix: &str) -> String {
        format!("{}_{suffix}", self.format)
    }

    /// Returns the function that extracts the time of an id.
    pub(crate) fn time_function(&self, id: &str, time: &TimeLayout) -> String {
        let (name, kind) = (self.function_name("time"), self.type_name());
        let tick = self.tick(id, time);
        let micros = |tick: &str| self.micros(tick, time, 0);
        let error = format!("{}: time out of range", name);
        match self.dialect {
            Postgresql => {
                let head = format!("{name}({id} {kind}) RETURNS timestamptz");
                self.postgres_time_function(&head, id, time, &self.postgres_time(&tick, time))
            }
            Sqlite => {
                let overflow = self.tick_out_of_range(&tick, time);
                sqlite_case(self.is_null(id), overflow, micros(&tick))
            }
            Mysql | Mariadb => {
                let overflow = self.tick_out_of_range("tick", time);
                self.mysql_function(
                    &format!("{name}({id} {kind}) RETURNS DATETIME(6)"),
                    &[
                        format!("DECLARE tick BIGINT DEFAULT {tick}"),
                        overflow.map_or(String::new(), |overflow| mysql_signal(&overflow, &error)),
                        format!(
                            "RETURN TIMESTAMPADD(MICROSECOND, {}, \
                            TIMESTAMP'1970-01-01 00:00:00.000000')",
                            micros("tick")
                        ),
                    ],
                )
            }
            Duckdb => {
                let result = format!("make_timestamp({})", micros(&tick));
                let result = match self.tick_out_of_range(&tick, time) {
                    None => result,
                    Some(overflow) => {
                        format!("CASE WHEN {overflow} THEN error('{error}') ELSE {result} END")
                    }
                };
                format!("CREATE OR REPLACE MACRO {name}({id}) AS ({result})")
            }
            Clickhouse => {
                let overflow = self.tick_out_of_range(&tick, time);
                let thrown = overflow.map_or(String::new(), |overflow| {
                    format!(" + throwIf({overflow}, '{error}')")
                });
                format!(
                    "CREATE OR REPLACE FUNCTION {name} AS ({id}) -> \
                    fromUnixTimestamp64Micro({}{thrown}, 'UTC')",
                    micros(&tick)
                )
            }
        }
    }

    /// Returns an expression for the time in microseconds since 1970, for places where functions
    /// are not allowed.
    pub(crate) fn unix_us(&self, id: &str, time: &TimeLayout) -> String {
        self.micros(&self.tick(id, time), time, 0)
    }

    /// Converts a tick to a `timestamptz`: adds the days as an integer, and the rest of the day as
    /// an interval. PostgreSQL multiplies intervals by a double, which is exact within a day.
    fn postgres_time(&self, tick: &str, time: &TimeLayout) -> String {
        let base_us = time.tick_start_us(time.min_tick).div_euclid(DAY_US) * DAY_US;
        let us = self.micros(tick, time, base_us);
        let days = match self.is_numeric(time) {
            true => format!("div({us}, {DAY_US})"),
            false => format!("({us} / {DAY_US})"),
        };
        format!(
            "((date '{}' + {days}::integer)\n    + {us} % {DAY_US} * interval '1 microsecond') \
            AT TIME ZONE 'UTC'",
            date(base_us.div_euclid(DAY_US))
        )
    }

    /// Returns the function for the smallest or the largest id of a time's tick. It converts days
    /// and the time of day separately, since PostgreSQL rounds seconds since 1970 in its last
    /// years.
    pub(crate) fn bound_function(&self, bound: Bound, time: &TimeLayout) -> String {
        let (name, kind) = (self.function_name(bound.name()), self.type_name());
        let error = format!("{name}: time out of range");
        let reserved = time.reserved_tick;
        let is_reserved = |tick: &str| {
            reserved.map(|reserved| format!("{tick} = {}", self.dialect.int(reserved)))
        };
        let invalid = |us: &str, tick: &str| {
            let conditions = self
                .us_out_of_range(us, time)
                .into_iter()
                .chain(is_reserved(tick));
            conditions.collect::<Vec<_>>().join(" OR ")
        };
        match self.dialect {
            Postgresql => format!(
                "CREATE OR REPLACE FUNCTION {name}(t timestamptz) RETURNS {kind}\n\
                LANGUAGE plpgsql {PURE}\nAS $$\nDECLARE\n  \
                utc timestamp := t AT TIME ZONE 'UTC';\n  \
                us numeric := (utc::date - date '1970-01-01')::bigint * {DAY_US}\n    \
                + extract(epoch FROM utc::time)::numeric * 1000000;\n  \
                tick bigint;\nBEGIN\n  IF {} THEN\n    RAISE EXCEPTION '{error}' \
                USING ERRCODE = 'datetime_field_overflow';\n  END IF;\n  tick := {};\n{}  \
                RETURN {};\nEND\n$$",
                self.us_out_of_range("us", time)
                    .unwrap_or("false".to_owned()),
                self.tick_at("us", time),
                is_reserved("tick").map_or(String::new(), |reserved| format!(
                    "  IF {reserved} THEN\n    RAISE EXCEPTION '{error}' \
                    USING ERRCODE = 'datetime_field_overflow';\n  END IF;\n"
                )),
                self.id_at("tick", bound, time)
            ),
            Sqlite => {
                let bytes = match self.encoding {
                    Encoding::Binary => format!(", (SELECT X'{}' AS {ALL_BYTES})", all_bytes()),
                    _ => String::new(),
                };
                let id = self.id_at("tick", bound, time);
                // `printf` writes NULL as 0.
                let is_hex = matches!(self.encoding, Encoding::Hex(_));
                let is_null = is_hex.then(|| "us IS NULL".to_owned());
                let invalid = Some(invalid("us", "tick")).filter(|invalid| !invalid.is_empty());
                let id = sqlite_case(is_null, self.or_lost_bytes(invalid), id);
                format!(
                    "(SELECT {id} FROM (SELECT us, {} AS tick \
                    FROM (SELECT CAST({SQLITE_TIME} AS INTEGER) AS us)){bytes})",
                    self.tick_at("us", time)
                )
            }
            Mysql | Mariadb => {
                let signal = |condition: Option<String>| {
                    condition.map_or(String::new(), |is| mysql_signal(&is, &error))
                };
                self.mysql_function(
                    &format!("{name}(t DATETIME(6)) RETURNS {kind}"),
                    &[
                        "DECLARE us BIGINT DEFAULT \
                        TIMESTAMPDIFF(MICROSECOND, TIMESTAMP'1970-01-01 00:00:00.000000', t)"
                            .to_owned(),
                        "DECLARE tick BIGINT".to_owned(),
                        signal(self.us_out_of_range("us", time)),
                        format!("SET tick = {}", self.tick_at("us", time)),
                        signal(is_reserved("tick")),
                        format!("RETURN {}", self.id_at("tick", bound, time)),
                    ],
                )
            }
            Duckdb => {
                let us = "epoch_us(t)";
                let tick = self.tick_at(us, time);
                let id = self.id_at(&tick, bound, time);
                let id = match invalid(us, &tick).as_str() {
                    "" => id,
                    invalid => format!("CASE WHEN {invalid} THEN error('{error}') ELSE {id} END"),
                };
                format!("CREATE OR REPLACE MACRO {name}(t) AS ({id})")
            }
            Clickhouse => {
                let us = "toUnixTimestamp64Micro(toDateTime64(t, 6, 'UTC'))";
                let tick = self.tick_at(us, time);
                let tick = match invalid(us, &tick).as_str() {
                    "" => tick,
                    invalid => format!("({tick} + throwIf({invalid}, '{error}'))"),
                };
                let id = self.id_at(&tick, bound, time);
                format!("CREATE OR REPLACE FUNCTION {name} AS (t) -> {id}")
            }
        }
    }

    /// Returns the conversions between the unsigned integer and the stored signed integer.
    pub(crate) fn offset_conversions(&self) -> [(&'static str, String); 2] {
        let (to, from) = (self.function_name("stored"), self.function_name("unsigned"));
        [
            (
                "stored",
                format!(
                    "CREATE OR REPLACE FUNCTION {to}(id numeric) RETURNS bigint\n\
                    LANGUAGE sql {PURE}\nAS $$ SELECT (id - 9223372036854775808)::bigint $$"
                ),
            ),
            (
                "unsigned",
                format!(
                    "CREATE OR REPLACE FUNCTION {from}(id bigint) RETURNS numeric\n\
                    LANGUAGE sql {PURE}\nAS $$ SELECT id + 9223372036854775808 $$"
                ),
            ),
        ]
    }

    /// Returns the function that writes the canonical text of an id.
    pub(crate) fn text_function(&self, id: &str, form: &TextForm) -> String {
        let (name, kind) = (self.function_name("text"), self.type_name());
        let mut steps = Steps::new(self.dialect);
        let inner = match self.dialect {
            Sqlite => "id",
            _ => id,
        };
        let text = self.format_text(inner, form, &mut steps);
        let mysql_text = mysql_text(self.format.text_len());
        match self.dialect {
            Sqlite => {
                let text = sqlite_case(self.is_null("id"), None, text);
                self.sqlite_steps(&format!("SELECT {id} AS id"), &text, &steps)
            }
            Postgresql => postgres_function(
                &format!("{name}({id} {kind}) RETURNS text"),
                &steps,
                None,
                &text,
            ),
            Mysql | Mariadb => {
                let head = format!("{name}({id} {kind}) RETURNS {mysql_text}");
                self.mysql_function(&head, &mysql_body(&steps, None, &text))
            }
            Duckdb => format!("CREATE OR REPLACE MACRO {name}({id}) AS ({text})"),
            Clickhouse => format!("CREATE OR REPLACE FUNCTION {name} AS ({id}) -> {text}"),
        }
    }

    /// Returns the function that parses a canonical text, and rejects any other.
    pub(crate) fn parse_function(&self, form: &TextForm) -> String {
        let (name, kind) = (self.function_name("parse"), self.type_name());
        let error = format!("{name}: not a valid {}", self.format);
        let head = format!("{name}(t text) RETURNS {kind}");
        if let Some(function) = self.postgres_parse_function(&head, form, &error) {
            return function;
        }
        let mut steps = Steps::new(self.dialect);
        let invalid = self.invalid_text_condition("t", form);
        let id = match self.dialect {
            // A ClickHouse function is one expression, so the error must be part of the result.
            Clickhouse => {
                let thrown = format!("throwIf({invalid}, '{error}')");
                match self.encoding {
                    Encoding::Int(_) => {
                        let id = self.parse_text("t", form, &mut steps);
                        format!("({id} + {thrown})")
                    }
                    _ => self.parse_text(&format!("substring(t, 1 + {thrown})"), form, &mut steps),
                }
            }
            _ => self.parse_text("t", form, &mut steps),
        };
        match self.dialect {
            Sqlite => {
                let id = sqlite_case(None, self.or_lost_bytes(Some(invalid)), id);
                self.sqlite_steps(&Self::sqlite_text(), &id, &steps)
            }
            Postgresql => {
                let raise = format!(
                    "IF {invalid} THEN\n    RAISE EXCEPTION '{error}' \
                    USING ERRCODE = 'invalid_text_representation';\n  END IF"
                );
                postgres_function(&head, &steps, Some(&raise), &id)
            }
            Mysql | Mariadb => {
                let head = format!("{name}(t {}) RETURNS {kind}", mysql_text(255));
                let signal = mysql_signal_of("22018", &invalid, &error);
                self.mysql_function(&head, &mysql_body(&steps, Some(signal), &id))
            }
            Duckdb => format!(
                "CREATE OR REPLACE MACRO {name}(t) AS (CASE WHEN {invalid} THEN error('{error}') ELSE {id} END)"
            ),
            Clickhouse => format!("CREATE OR REPLACE FUNCTION {name} AS (t) -> {id}"),
        }
    }

    /// Returns the condition that a value is NULL, where SQLite would read it as an empty blob.
    fn is_null(&self, id: &str) -> Option<String> {
        let is_blob = self.dialect == Sqlite && self.encoding == Encoding::Binary;
        is_blob.then(|| format!("{id} IS NULL"))
    }

    /// Extends an error condition by that of a SQLite that cannot concatenate bytes.
    fn or_lost_bytes(&self, condition: Option<String>) -> Option<String> {
        let is_concatenated = self.encoding == Encoding::Binary;
        let lost = is_concatenated.then(|| SQLITE_LOSES_BYTES.to_owned());
        let conditions = lost.into_iter().chain(condition).collect::<Vec<_>>();
        (!conditions.is_empty()).then(|| conditions.join(" OR "))
    }

    fn mysql_function(&self, head: &str, body: &[String]) -> String {
        let replace = match self.dialect {
            Mariadb => " OR REPLACE",
            _ => "",
        };
        let body = body.iter().filter(|line| !line.is_empty());
        let body = body.map(|line| format!("  {line};\n")).collect::<String>();
        format!("CREATE{replace} FUNCTION {head}\nDETERMINISTIC NO SQL\nBEGIN\n{body}END")
    }
}

/// Returns a text type with a binary collation. Parameter types are longer than any id, so that the
/// function reports texts that are too long.
fn mysql_text(letters: usize) -> String {
    format!("VARCHAR({letters}) CHARACTER SET ascii COLLATE ascii_bin")
}

/// Returns the type of a step's result: an integer, or digits of type `text`.
fn step_type(name: &str, text: &'static str) -> &'static str {
    match name {
        "digits" => text,
        _ => "bigint",
    }
}

fn postgres_function(head: &str, steps: &Steps, invalid: Option<&str>, result: &str) -> String {
    let lines = invalid.into_iter().map(|raise| format!("  {raise};\n"));
    let set = steps
        .named
        .iter()
        .map(|(name, sql)| format!("  {name} := {sql};\n"));
    let lines = lines.chain(set).collect::<String>();
    if lines.is_empty() {
        return format!(
            "CREATE OR REPLACE FUNCTION {head}\nLANGUAGE sql {PURE}\nAS $$ SELECT {result} $$"
        );
    }
    let declared = steps.named.iter();
    let declared = declared.map(|(name, _)| format!("  {name} {};\n", step_type(name, "text")));
    let declared = match steps.named.is_empty() {
        true => String::new(),
        false => format!("DECLARE\n{}", declared.collect::<String>()),
    };
    format!(
        "CREATE OR REPLACE FUNCTION {head}\nLANGUAGE plpgsql {PURE}\nAS $$\n{declared}BEGIN\n{lines}  \
        RETURN {result};\nEND\n$$"
    )
}

/// Returns a value: NULL if `is_null`, an error if `is_error`.
fn sqlite_case(is_null: Option<String>, is_error: Option<String>, value: String) -> String {
    let null = is_null.map_or(String::new(), |is_null| {
        format!(" WHEN {is_null} THEN NULL")
    });
    let error = is_error.map_or(String::new(), |is_error| {
        format!(" WHEN {is_error} THEN {SQLITE_ERROR}")
    });
    match format!("{null}{error}") {
        cases if cases.is_empty() => value,
        cases => format!("CASE{cases} ELSE {value} END"),
    }
}

fn mysql_body(steps: &Steps, invalid: Option<String>, result: &str) -> Vec<String> {
    let declare = |name: &str| {
        let kind = match step_type(name, "text") {
            "text" => mysql_text(255),
            _ => "BIGINT".to_owned(),
        };
        format!("DECLARE {name} {kind}")
    };
    let declared = steps.named.iter().map(|(name, _)| declare(name));
    let set = steps
        .named
        .iter()
        .map(|(name, sql)| format!("SET {name} = {sql}"));
    let result = format!("RETURN {result}");
    declared.chain(invalid).chain(set).chain([result]).collect()
}

fn mysql_signal(condition: &str, error: &str) -> String {
    mysql_signal_of("22008", condition, error)
}

fn mysql_signal_of(state: &str, condition: &str, error: &str) -> String {
    format!("IF {condition} THEN SIGNAL SQLSTATE '{state}' SET MESSAGE_TEXT = '{error}'; END IF")
}

/// Converts a day since 1970-01-01 to a date.
fn date(day: i128) -> String {
    let epoch = jiff::civil::date(1970, 1, 1);
    let span = i64::try_from(day)
        .ok()
        .map(|days| jiff::Span::new().try_days(days));
    let date = span
        .and_then(Result::ok)
        .map(|span| epoch.checked_add(span));
    // No format's time begins before the year -9999.
    date.and_then(Result::ok).unwrap_or(epoch).to_string()
}
