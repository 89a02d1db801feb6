//! Faster functions for UUIDs that use PostgreSQL's own functions.
//!
//! These functions are not STRICT: PostgreSQL does not inline a strict function whose body is a
//! CASE. They still return NULL for NULL.

use std::ops::RangeInclusive;

use sortid::Format;
use sortid::shape::{Must, Rule, TimeCoding};

use crate::column::Column;
use crate::functions::PURE;
use crate::model::{Dialect, Encoding, TimeLayout};
use crate::text::TextForm;

/// The attributes with which PostgreSQL inlines a function whose body is a CASE.
const INLINED: &str = "IMMUTABLE PARALLEL SAFE";

/// The first version whose `uuid_extract_timestamp` reads UUIDs of version 7.
const READS_VERSION_7: u32 = 180_000;

impl Column {
    /// Returns the statement that drops the format's functions with these names and parameter types
    /// if they return another type: `CREATE OR REPLACE` cannot change the return type.
    pub(crate) fn postgres_drop_others(&self, functions: &[(&str, &str)]) -> String {
        let (format, kind) = (self.format, self.type_name());
        let heads = functions.iter();
        let heads =
            heads.map(|(name, types)| format!("to_regprocedure('{format}_{name}({types})')"));
        let heads = heads.collect::<Vec<_>>();
        format!(
            "DO $do$\nDECLARE\n  other regprocedure;\nBEGIN\n  \
            FOR other IN SELECT oid FROM pg_proc\n    \
            WHERE oid IN ({})\n    \
            AND pronamespace = to_regnamespace(quote_ident(current_schema()))\n    \
            AND prorettype <> '{kind}'::regtype\n  \
            LOOP\n    EXECUTE format('DROP FUNCTION %s', other);\n  END LOOP;\nEND\n$do$",
            heads.join(",\n      ")
        )
    }

    /// Returns the statement that creates the function with this head, which extracts a time. It
    /// evaluates `ours`; for `uuid7`, the statement prefers the server's faster function if the
    /// server on which it runs has one.
    pub(crate) fn postgres_time_function(
        &self,
        head: &str,
        id: &str,
        time: &TimeLayout,
        ours: &str,
    ) -> String {
        let function = |attributes: &str, result: &str| {
            format!(
                "CREATE OR REPLACE FUNCTION {head}\nLANGUAGE sql {attributes}\n\
                AS $$\n  SELECT {result}\n$$"
            )
        };
        let ours_alone = function(PURE, ours);
        let is_unix_ms = time.coding == TimeCoding::Linear
            && (time.numerator, time.denominator, time.epoch_us) == (1000, 1, 0);
        if self.encoding != Encoding::Uuid || self.format != Format::Uuid7 || !is_unix_ms {
            return ours_alone;
        }
        let result = format!(
            "CASE WHEN uuid_extract_version({id}) = 7 THEN uuid_extract_timestamp({id})\n  ELSE {ours} END"
        );
        format!(
            "DO $do$\nBEGIN\nIF current_setting('server_version_num')::integer >= {READS_VERSION_7} THEN\n\
            {};\nELSE\n{ours_alone};\nEND IF;\nEND\n$do$",
            function(INLINED, &result)
        )
    }

    /// Returns the function with this head that parses the text of a UUID by a cast, or `None` if a
    /// rule of the format restricts several digits. Checks the spelling first, since the cast
    /// accepts others; the cast reports the error.
    pub(crate) fn postgres_parse_function(
        &self,
        head: &str,
        form: &TextForm,
        error: &str,
    ) -> Option<String> {
        let TextForm::Hex(hyphens) = form else {
            return None;
        };
        if self.dialect != Dialect::Postgresql || self.encoding != Encoding::Uuid {
            return None;
        }
        let each = (0..self.format.text_len()).map(|at| match hyphens.contains(&at) {
            true => '-',
            false => '_',
        });
        let mut patterns = vec![each.collect::<String>()];
        for rule in self.format.rules() {
            let (nth, digits) = digits_of(&rule)?;
            let at = hyphens
                .iter()
                .fold(nth, |at, &hyphen| at + usize::from(at >= hyphen));
            let with = |pattern: &String, digit: u128| {
                let (before, after) = (pattern.get(..at)?, pattern.get(at + 1..)?);
                Some(format!("{before}{digit:x}{after}"))
            };
            let all = patterns.iter();
            let all = all.flat_map(|pattern| digits.clone().map(move |digit| with(pattern, digit)));
            patterns = all.collect::<Option<_>>()?;
        }
        let like = |pattern: &String| format!("t COLLATE \"C\" LIKE '{pattern}'");
        let is_one = patterns.iter().map(like).collect::<Vec<_>>();
        Some(format!(
            "CREATE OR REPLACE FUNCTION {head}\nLANGUAGE sql {INLINED}\nAS $$\n  \
            SELECT CASE WHEN ({})\n    \
            AND t COLLATE \"C\" = lower(t COLLATE \"C\")\n  THEN t::uuid\n  \
            ELSE ('{error}: ' || t)::uuid END\n$$",
            is_one.join("\n    OR ")
        ))
    }
}

/// Returns the position of the hexadecimal digit that a rule restricts, and the allowed digits, or
/// `None` if the restricted bits are not the first ones of one digit.
fn digits_of(rule: &Rule) -> Option<(usize, RangeInclusive<u128>)> {
    let mut runs = rule.runs();
    let (Some((at, width @ 1..=4)), None) = (runs.next(), runs.next()) else {
        return None;
    };
    let below = 4 - width;
    match rule.must {
        Must::Be(value) if at % 4 == 0 => {
            let first = value << below;
            Some((at as usize / 4, first..=first + (1 << below) - 1))
        }
        _ => None,
    }
}
