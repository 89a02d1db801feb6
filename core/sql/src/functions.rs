//! SQL functions, or expressions for databases without user-defined functions.

use crate::bounds::{ALL_BYTES, End};
use crate::model::Dialect;
use crate::plan::Time;
use crate::storage::{Kind, Storage};
use crate::texts::{Steps, Written};

use Dialect::{Clickhouse, Duckdb, Mariadb, Mysql, Postgresql, Sqlite};

const DAY_US: i128 = 86_400_000_000;

/// PostgreSQL's attributes of a function that only depends on its arguments.
const PURE: &str = "IMMUTABLE STRICT PARALLEL SAFE";

/// An overflow that aborts a SQLite statement: expressions have no other way to raise an error.
const SQLITE_ERROR: &str = "abs(-9223372036854775807 - 1)";

/// The placeholder for microseconds since 1970 in SQLite expressions.
pub(crate) const SQLITE_TIME: &str = ":us";
/// The placeholder for a text.
pub(crate) const SQLITE_TEXT: &str = ":text";

impl Storage {
    fn function(&self, what: &str) -> String {
        format!("{}_{what}", self.format)
    }

    /// Returns the function that extracts the time of an id.
    pub(crate) fn time(&self, id: &str, time: &Time) -> String {
        let (name, kind) = (self.function("time"), self.type_name());
        let tick = self.tick(id, time);
        let micros = |tick: &str| self.micros(tick, time, 0);
        let error = format!("{}: a time out of range", name);
        match self.db {
            Postgresql => format!(
                "CREATE OR REPLACE FUNCTION {name}({id} {kind}) RETURNS timestamptz\n\
                LANGUAGE sql {PURE}\nAS $$\n  SELECT {}\n$$",
                self.postgres_time(&tick, time)
            ),
            Sqlite => match self.too_far(&tick, time) {
                None => micros(&tick),
                Some(far) => {
                    format!(
                        "CASE WHEN {far} THEN {SQLITE_ERROR} ELSE {} END",
                        micros(&tick)
                    )
                }
            },
            Mysql | Mariadb => {
                let far = self.too_far("tick", time);
                self.mysql_function(
                    &format!("{name}({id} {kind}) RETURNS DATETIME(6)"),
                    &[
                        format!("DECLARE tick BIGINT DEFAULT {tick}"),
                        far.map_or(String::new(), |far| mysql_signal(&far, &error)),
                        format!(
                            "RETURN TIMESTAMPADD(MICROSECOND, {}, \
                            TIMESTAMP'1970-01-01 00:00:00.000000')",
                            micros("tick")
                        ),
                    ],
                )
            }
            Duckdb => {
                let told = format!("make_timestamp({})", micros(&tick));
                let told = match self.too_far(&tick, time) {
                    None => told,
                    Some(far) => format!("CASE WHEN {far} THEN error('{error}') ELSE {told} END"),
                };
                format!("CREATE OR REPLACE MACRO {name}({id}) AS ({told})")
            }
            Clickhouse => {
                let far = self.too_far(&tick, time);
                let thrown =
                    far.map_or(String::new(), |far| format!(" + throwIf({far}, '{error}')"));
                format!(
                    "CREATE OR REPLACE FUNCTION {name} AS ({id}) -> \
                    fromUnixTimestamp64Micro({}{thrown}, 'UTC')",
                    micros(&tick)
                )
            }
        }
    }

    /// Returns an expression for the same time in microseconds since 1970, for places without
    /// functions.
    pub(crate) fn inline_us(&self, id: &str, time: &Time) -> String {
        self.micros(&self.tick(id, time), time, 0)
    }

    /// Adds the days as an integer, and the rest of the day as an interval: PostgreSQL multiplies
    /// intervals by a double, which holds the microseconds of a day exactly.
    fn postgres_time(&self, tick: &str, time: &Time) -> String {
        let base_us = time.us(time.lowest).div_euclid(DAY_US) * DAY_US;
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

    /// Returns the function that makes the id at an end of the tick of a time. It converts days and
    /// the time of day separately, since PostgreSQL rounds seconds since 1970 in its last years.
    pub(crate) fn bound(&self, end: End, time: &Time) -> String {
        let (name, kind) = (self.function(end.name()), self.type_name());
        let error = format!("{name}: a time out of range");
        let hole = time.hole;
        let is_hole = |tick: &str| hole.map(|hole| format!("{tick} = {}", self.db.int(hole)));
        let refused = |us: &str, tick: &str| {
            let conditions = self.out_of_range(us, time).into_iter().chain(is_hole(tick));
            conditions.collect::<Vec<_>>().join(" OR ")
        };
        match self.db {
            Postgresql => format!(
                "CREATE OR REPLACE FUNCTION {name}(t timestamptz) RETURNS {kind}\n\
                LANGUAGE plpgsql {PURE}\nAS $$\nDECLARE\n  \
                utc timestamp := t AT TIME ZONE 'UTC';\n  \
                us numeric := (utc::date - date '1970-01-01')::bigint * {DAY_US}\n    \
                + extract(epoch FROM utc::time)::numeric * 1000000;\n  \
                tick bigint;\nBEGIN\n  IF {} THEN\n    RAISE EXCEPTION '{error}' \
                USING ERRCODE = 'datetime_field_overflow';\n  END IF;\n  tick := {};\n{}  \
                RETURN {};\nEND\n$$",
                self.out_of_range("us", time).unwrap_or("false".to_owned()),
                self.tick_of("us", time),
                is_hole("tick").map_or(String::new(), |hole| format!(
                    "  IF {hole} THEN\n    RAISE EXCEPTION '{error}' \
                    USING ERRCODE = 'datetime_field_overflow';\n  END IF;\n"
                )),
                self.id_of("tick", end, time)
            ),
            Sqlite => {
                let bytes = match self.kind {
                    Kind::Binary => format!(", (SELECT X'{}' AS {ALL_BYTES})", all_bytes()),
                    _ => String::new(),
                };
                let id = self.id_of("tick", end, time);
                let refused = refused("us", "tick");
                let id = match refused.as_str() {
                    "" => id,
                    _ => format!("CASE WHEN {refused} THEN {SQLITE_ERROR} ELSE {id} END"),
                };
                format!(
                    "(SELECT {id} FROM (SELECT us, {} AS tick \
                    FROM (SELECT CAST({SQLITE_TIME} AS INTEGER) AS us)){bytes})",
                    self.tick_of("us", time)
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
                        signal(self.out_of_range("us", time)),
                        format!("SET tick = {}", self.tick_of("us", time)),
                        signal(is_hole("tick")),
                        format!("RETURN {}", self.id_of("tick", end, time)),
                    ],
                )
            }
            Duckdb => {
                let us = "epoch_us(t)";
                let tick = self.tick_of(us, time);
                let id = self.id_of(&tick, end, time);
                let id = match refused(us, &tick).as_str() {
                    "" => id,
                    refused => format!("CASE WHEN {refused} THEN error('{error}') ELSE {id} END"),
                };
                format!("CREATE OR REPLACE MACRO {name}(t) AS ({id})")
            }
            Clickhouse => {
                let us = "toUnixTimestamp64Micro(toDateTime64(t, 6, 'UTC'))";
                let tick = self.tick_of(us, time);
                let tick = match refused(us, &tick).as_str() {
                    "" => tick,
                    refused => format!("({tick} + throwIf({refused}, '{error}'))"),
                };
                let id = self.id_of(&tick, end, time);
                format!("CREATE OR REPLACE FUNCTION {name} AS (t) -> {id}")
            }
        }
    }

    /// Returns the conversions between the unsigned integer and the signed one that is stored.
    pub(crate) fn flips(&self) -> [(&'static str, String); 2] {
        let (to, from) = (self.function("stored"), self.function("unsigned"));
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
    pub(crate) fn text(&self, id: &str, written: &Written) -> String {
        let (name, kind) = (self.function("text"), self.type_name());
        let mut steps = Steps::new(self.db);
        let inner = match self.db {
            Sqlite => "id",
            _ => id,
        };
        let text = self.text_of(inner, written, &mut steps);
        let mysql_text = mysql_text(self.format.text_len());
        match self.db {
            Sqlite => self.sqlite_steps(&format!("SELECT {id} AS id"), &text, &steps),
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
    pub(crate) fn parse(&self, written: &Written) -> String {
        let (name, kind) = (self.function("parse"), self.type_name());
        let error = format!("{name}: no text of {}", self.format);
        let mut steps = Steps::new(self.db);
        let refused = self.no_text("t", written);
        let id = match self.db {
            // A ClickHouse function is one expression, so the error must be part of the result.
            Clickhouse => {
                let thrown = format!("throwIf({refused}, '{error}')");
                match self.kind {
                    Kind::Int(_) => {
                        let id = self.of_text("t", written, &mut steps);
                        format!("({id} + {thrown})")
                    }
                    _ => self.of_text(&format!("substring(t, 1 + {thrown})"), written, &mut steps),
                }
            }
            _ => self.of_text("t", written, &mut steps),
        };
        match self.db {
            Sqlite => {
                let id = format!("CASE WHEN {refused} THEN {SQLITE_ERROR} ELSE {id} END");
                self.sqlite_steps(&Self::sqlite_text(), &id, &steps)
            }
            Postgresql => {
                let raise = format!(
                    "IF {refused} THEN\n    RAISE EXCEPTION '{error}' \
                    USING ERRCODE = 'invalid_text_representation';\n  END IF"
                );
                postgres_function(
                    &format!("{name}(t text) RETURNS {kind}"),
                    &steps,
                    Some(&raise),
                    &id,
                )
            }
            Mysql | Mariadb => {
                let head = format!("{name}(t {}) RETURNS {kind}", mysql_text(255));
                let signal = mysql_signal_of("22018", &refused, &error);
                self.mysql_function(&head, &mysql_body(&steps, Some(signal), &id))
            }
            Duckdb => format!(
                "CREATE OR REPLACE MACRO {name}(t) AS (CASE WHEN {refused} THEN error('{error}') ELSE {id} END)"
            ),
            Clickhouse => format!("CREATE OR REPLACE FUNCTION {name} AS (t) -> {id}"),
        }
    }

    fn mysql_function(&self, head: &str, body: &[String]) -> String {
        let replace = match self.db {
            Mariadb => " OR REPLACE",
            _ => "",
        };
        let body = body.iter().filter(|line| !line.is_empty());
        let body = body.map(|line| format!("  {line};\n")).collect::<String>();
        format!("CREATE{replace} FUNCTION {head}\nDETERMINISTIC NO SQL\nBEGIN\n{body}END")
    }
}

/// Returns a text type with a binary collation. Parameters are longer than any id, so that a longer
/// text gets the function's own error.
fn mysql_text(letters: usize) -> String {
    format!("VARCHAR({letters}) CHARACTER SET ascii COLLATE ascii_bin")
}

/// Returns the type of a step, which is an integer or digits.
fn step_type(name: &str, text: &'static str) -> &'static str {
    match name {
        "digits" => text,
        _ => "bigint",
    }
}

fn postgres_function(head: &str, steps: &Steps, refused: Option<&str>, result: &str) -> String {
    let lines = refused.into_iter().map(|raise| format!("  {raise};\n"));
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

fn mysql_body(steps: &Steps, refused: Option<String>, result: &str) -> Vec<String> {
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
    declared.chain(refused).chain(set).chain([result]).collect()
}

fn mysql_signal(condition: &str, error: &str) -> String {
    mysql_signal_of("22008", condition, error)
}

fn mysql_signal_of(state: &str, condition: &str, error: &str) -> String {
    format!("IF {condition} THEN SIGNAL SQLSTATE '{state}' SET MESSAGE_TEXT = '{error}'; END IF")
}

pub(crate) fn all_bytes() -> String {
    (0..=u8::MAX).map(|byte| format!("{byte:02X}")).collect()
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
