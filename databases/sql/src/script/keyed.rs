//! Functions for the id of a time and a key, like [`AnyId::keyed`] without a secret, in databases
//! with SHA-256. They write the hash to the free bits of the smallest id of the tick.

use sortid::shape::TimeCoding;
use sortid::{AnyId, Timestamp};

use crate::column::Column;
use crate::dialect::{Digits, hex};
use crate::functions::PURE;
use crate::model::{Dialect, Encoding, TimeLayout};

use Dialect::{Clickhouse, Duckdb, Mariadb, Mysql, Postgresql, Sqlite};

/// The first bytes of the hash input.
const HEAD: &[u8] = b"sortid keyed 1";

/// The number of bytes of an id converted at once. At any bit offset, their bits span at most seven
/// bytes of the digest.
const BYTES_AT_ONCE: usize = 6;

impl Column {
    /// Returns the function for the id of a time and a key, or `None` if the format does not
    /// support keys or the database has no SHA-256.
    pub(super) fn keyed_function(&self, time: &TimeLayout) -> Option<String> {
        let start = Timestamp::from_unix_ns(time.first_us * 1000).ok()?;
        AnyId::keyed(start, "key", self.format, "", None).ok()?;
        let is_binary = !matches!(self.encoding, Encoding::Int(_) | Encoding::Symbols(_));
        if !is_binary || time.coding != TimeCoding::Linear {
            return None;
        }
        let (format, kind) = (self.format, self.type_name());
        let error = format!("{format}_keyed: the key is empty");
        let (lowest, id) = (format!("{format}_min(t)"), self.with_digest(time));
        let tick = self.tick("lowest", time);
        // A function is one expression in ClickHouse, so the error must be part of the result.
        let digest = self.digest(&match self.dialect {
            Clickhouse => format!("({tick} + throwIf(key = '', '{error}'))"),
            _ => tick,
        });
        Some(match self.dialect {
            Sqlite => return None,
            Postgresql => format!(
                "CREATE OR REPLACE FUNCTION {format}_keyed\
                (t timestamptz, key text, namespace text DEFAULT '') RETURNS {kind}\n\
                LANGUAGE plpgsql {PURE}\nAS $$\nDECLARE\n  lowest {kind} := {lowest};\n  \
                digest text := {digest};\nBEGIN\n  IF key = '' THEN\n    \
                RAISE EXCEPTION '{error}' USING ERRCODE = 'invalid_parameter_value';\n  END IF;\n  \
                RETURN {id};\nEND\n$$"
            ),
            Mysql | Mariadb => {
                let replace = match self.dialect {
                    Mariadb => " OR REPLACE",
                    _ => "",
                };
                format!(
                    "CREATE{replace} FUNCTION {format}_keyed\
                    (t DATETIME(6), `key` LONGTEXT CHARACTER SET utf8mb4, \
                    namespace LONGTEXT CHARACTER SET utf8mb4) RETURNS {kind}\n\
                    DETERMINISTIC NO SQL\nBEGIN\n  DECLARE lowest {kind} DEFAULT {lowest};\n  \
                    DECLARE digest CHAR(64) CHARACTER SET ascii COLLATE ascii_bin DEFAULT {digest};\n  \
                    IF LENGTH(`key`) = 0 THEN \
                    SIGNAL SQLSTATE '22023' SET MESSAGE_TEXT = '{error}'; END IF;\n  \
                    RETURN {id};\nEND"
                )
            }
            Duckdb => format!(
                "CREATE OR REPLACE MACRO {format}_keyed(t, key, namespace := '') AS \
                (CASE WHEN key = '' THEN error('{error}') ELSE \
                (SELECT {id} FROM (SELECT lowest, {digest} AS digest \
                FROM (SELECT {lowest} AS lowest))) END)"
            ),
            Clickhouse => format!(
                "CREATE OR REPLACE FUNCTION {format}_keyed AS (t, key, namespace) -> \
                arrayMap(lowest -> arrayMap(digest -> {id}, [{digest}])[1], [{lowest}])[1]"
            ),
        })
    }

    /// Returns the hexadecimal digits of the hash, in lower case.
    fn digest(&self, tick: &str) -> String {
        let name = self.format.name().as_bytes();
        let head = hex(&[HEAD, &(name.len() as u32).to_be_bytes(), name].concat());
        let sized = |int: &str, digits: u32| match self.dialect {
            Duckdb => format!("unhex(lpad(hex({int}), {digits}, '0'))"),
            Clickhouse => format!("unhex(leftPad(hex(toInt64({int})), {digits}, '0'))"),
            _ => format!("UNHEX(LPAD(HEX({int}), {digits}, '0'))"),
        };
        let text = |name: &str| match self.dialect {
            Postgresql | Sqlite => [
                format!("int4send(octet_length(convert_to({name}, 'UTF8')))"),
                format!("convert_to({name}, 'UTF8')"),
            ],
            Mysql | Mariadb => [
                sized(&format!("LENGTH(`{name}`)"), 8),
                format!("CAST(`{name}` AS BINARY)"),
            ],
            Duckdb => [
                sized(&format!("octet_length(encode({name}))"), 8),
                format!("encode({name})"),
            ],
            Clickhouse => [sized(&format!("length({name})"), 8), name.to_owned()],
        };
        let (head, tick) = match self.dialect {
            Postgresql | Sqlite => (
                format!("'\\x{head}'::bytea"),
                format!("int8send(({tick})::bigint)"),
            ),
            Mysql | Mariadb => (format!("X'{head}'"), sized(tick, 16)),
            Duckdb | Clickhouse => (format!("unhex('{head}')"), sized(tick, 16)),
        };
        let ([namespace_length, namespace], [key_length, key]) = (text("namespace"), text("key"));
        let parts = [head, namespace_length, namespace, tick, key_length, key];
        match self.dialect {
            Postgresql | Sqlite => format!("encode(sha256({}), 'hex')", parts.join(" || ")),
            Mysql | Mariadb => format!("SHA2(CONCAT({}), 256)", parts.join(", ")),
            Duckdb => format!("sha256({})", parts.join(" || ")),
            Clickhouse => format!("lower(hex(SHA256(concat({}))))", parts.join(", ")),
        }
    }

    /// Returns `lowest` with its free bits replaced by the first bits of `digest`. Free bits are
    /// those in which the smallest and the largest id of a tick differ.
    fn with_digest(&self, time: &TimeLayout) -> String {
        let (dialect, lowest) = (self.dialect, self.digits("lowest"));
        let templates = time.min_template.iter().zip(&time.max_template);
        let free = templates.map(|(min, max)| min ^ max).collect::<Vec<_>>();
        let hyphens: &[usize] = match &self.encoding {
            Encoding::Hex(hyphens) => hyphens,
            _ => &[],
        };
        let (mut pieces, mut from, mut letters, mut digest_at) = (Vec::new(), 0, 0, 0);
        while from < free.len() {
            if hyphens.contains(&letters) {
                pieces.push("'-'".to_owned());
                letters += 1;
            }
            let ends = |count: &usize| hyphens.contains(&(letters + 2 * count));
            let most = BYTES_AT_ONCE.min(free.len() - from);
            let count = (1..most).find(ends).unwrap_or(most);
            let mut sum = vec![dialect.hex_int(&lowest, from, count)];
            let bytes = free.get(from..from + count).unwrap_or_default();
            let mask = bytes
                .iter()
                .fold(0_u64, |mask, byte| mask << 8 | u64::from(*byte));
            let mut left = 8 * count as u32;
            let mut rest = mask << (64 - left);
            while rest != 0 {
                let zeros = rest.leading_zeros();
                let width = (rest << zeros).leading_ones();
                left -= zeros + width;
                let bits = self.digest_bits(digest_at, width);
                sum.push(dialect.mul(&bits, 1 << left));
                digest_at += width;
                rest = rest.checked_shl(zeros + width).unwrap_or(0);
            }
            pieces.push(dialect.to_hex(&dialect.sum(&sum), count));
            letters += 2 * count;
            from += count;
        }
        self.value_of_hex(&dialect.concat(&pieces))
    }

    /// Returns some bits of the digest as an integer.
    fn digest_bits(&self, at: u32, width: u32) -> String {
        let digits = Digits {
            sql: "digest".to_owned(),
            alphabet: "123456789abcdef",
            hyphens: Vec::new(),
        };
        let (from, to) = (at / 8, (at + width).div_ceil(8));
        let bytes = self
            .dialect
            .hex_int(&digits, from as usize, (to - from) as usize);
        match to * 8 - at - width {
            0 if width == (to - from) * 8 => bytes,
            shift => self.dialect.bits(&bytes, shift, width),
        }
    }
}
