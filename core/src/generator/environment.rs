//! The node of a generator from the environment: the option `node_from_env`.

use crate::Sys;
use crate::error::{Error, ErrorCode};
use crate::formats::Format;
use crate::formats::layout::{Layout, NodeLayout};
use crate::formats::options::{Invalid, OPTIONS, OptionValue, Options, Purpose, ReadOption};
use crate::sys::Os;

const XID_MACHINE_ID: &str = "XID_MACHINE_ID";
const SCRU64_NODE_SPEC: &str = "SCRU64_NODE_SPEC";
const SORTID_NODE: &str = "SORTID_NODE";

/// The bits of an xid's node below the machine: the process.
const PID_BITS: u8 = 16;

/// The variables of a format's original implementations.
const fn own_variables(format: Format) -> &'static [&'static str] {
    match format {
        Format::Xid => &[XID_MACHINE_ID],
        Format::Tsid => &["TSIDCREATOR_NODE", "TSID_NODE"],
        Format::Scru64 => &[SCRU64_NODE_SPEC],
        _ => &[],
    }
}

/// Replaces the option by the node of the environment, and returns the layout with the options.
pub(super) fn resolve(format: Format, options: &Options) -> Result<(Layout, Options), Error> {
    let row = format.row();
    row.check_options(options)?;
    let mut options = options.clone();
    options.node_from_env = None;
    let layout_with = |options: &Options| row.layout_with(options, Purpose::Generate);
    let Some((name, text)) = variable(format)? else {
        return Ok((layout_with(&options)?, options));
    };
    let malformed = Error::from(Invalid::Because(expected(name)));
    match name {
        XID_MACHINE_ID => {
            let machine = number(&text).filter(|machine| machine >> 24 == 0);
            let machine = machine.ok_or(malformed)?;
            let mut layout = layout_with(&options)?;
            layout.node = layout.node.map(|node| NodeLayout {
                drawn_bits: PID_BITS,
                drawn_with: machine << PID_BITS,
                ..node
            });
            return Ok((layout, options));
        }
        SCRU64_NODE_SPEC => {
            let (node, bits) = node_spec(&text).ok_or(malformed)?;
            if options.node_bits.is_some_and(|given| given != bits) {
                return Err(malformed);
            }
            (options.node, options.node_bits) = (Some(node), Some(bits));
        }
        SORTID_NODE if text == "drawn" => {}
        SORTID_NODE => options.node = Some(number(&text).ok_or(malformed)?),
        // The original reads leading zeros as another base.
        _ if text.len() > 1 && text.starts_with('0') => return Err(malformed),
        _ => options.node = Some(number(&text).ok_or(malformed)?),
    }
    let is_node = |subject| {
        let mut options = OPTIONS.iter();
        options.any(|option| Some(option.name) == subject && option.says_node())
    };
    match layout_with(&options) {
        Err(error) if is_node(error.subject()) => Err(malformed),
        layout => Ok((layout?, options)),
    }
}

/// A variable and, after a zero byte, what it must be.
fn expected(name: &str) -> &'static str {
    match name {
        SCRU64_NODE_SPEC => {
            "SCRU64_NODE_SPEC\0SCRU64_NODE_SPEC must be a node and its width, such as 42/8 or 0xb00/12, \
             not an id"
        }
        "TSIDCREATOR_NODE" => {
            "TSIDCREATOR_NODE\0TSIDCREATOR_NODE must be a decimal number below 2^`node_bits`, without \
             leading zeros"
        }
        "TSID_NODE" => {
            "TSID_NODE\0TSID_NODE must be a decimal number below 2^`node_bits`, without leading zeros"
        }
        XID_MACHINE_ID => {
            "XID_MACHINE_ID\0XID_MACHINE_ID must be a decimal number, at most 16777215"
        }
        _ => {
            "SORTID_NODE\0SORTID_NODE must be `drawn` or a decimal number that is a node of the format"
        }
    }
}

/// The first variable that is set, with its text.
fn variable(format: Format) -> Result<Option<(&'static str, String)>, Error> {
    for &name in own_variables(format).iter().chain([&SORTID_NODE]) {
        match Sys::variable(name) {
            Ok(Some(text)) => return Ok(Some((name, text))),
            Ok(None) => {}
            Err(error) if error.kind() == std::io::ErrorKind::Unsupported => {
                return Err(Error::about(
                    ErrorCode::NotApplicable,
                    "environment\0this platform has no environment variables for node_from_env",
                ));
            }
            Err(_) => return Err(Error::from(Invalid::Because(expected(name)))),
        }
    }
    Ok(None)
}

fn number(text: &str) -> Option<u64> {
    u64::read(OptionValue::Text(text))
}

/// Reads a node and its width from a node spec of SCRU64, such as `42/8` or `0xb00/12`. `None` for
/// the form with the last id of the node, which a generator would have to continue above.
fn node_spec(text: &str) -> Option<(u64, u64)> {
    let (node, bits) = text.split_once('/')?;
    let is_hex = node.starts_with("0x") || node.starts_with("0X");
    let (digits, radix) = match is_hex {
        true => (&node[2..], 16),
        false => (node, 10),
    };
    let all_digits = |text: &str, radix| text.chars().all(|digit| digit.is_digit(radix));
    if node.len() > 8 || bits.len() > 3 || !all_digits(digits, radix) || !all_digits(bits, 10) {
        return None;
    }
    let bits: u64 = bits.parse().ok()?;
    let node = u64::from_str_radix(digits, radix).ok()?;
    (matches!(bits, 1..=23) && node >> bits == 0).then_some((node, bits))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `EXAMPLE_NODE_SPECS` of scru64 2.0.1: text, node and width.
    const NODE_SPECS: &[(&str, u64, u64)] = &[
        ("0/1", 0, 1),
        ("1/1", 1, 1),
        ("0/8", 0, 8),
        ("42/8", 42, 8),
        ("255/8", 255, 8),
        ("0/16", 0, 16),
        ("334/16", 334, 16),
        ("65535/16", 65535, 16),
        ("0/23", 0, 23),
        ("123456/23", 123_456, 23),
        ("8388607/23", 8_388_607, 23),
        ("0x0/1", 0, 1),
        ("0x1/1", 1, 1),
        ("0xb/8", 11, 8),
        ("0x8f/8", 143, 8),
        ("0xd7/8", 215, 8),
        ("0xbaf/16", 2991, 16),
        ("0x10fa/16", 4346, 16),
        ("0xcc83/16", 52355, 16),
        ("0xc8cd1/23", 822_481, 23),
        ("0x26eff5/23", 2_551_797, 23),
        ("0x7c6bc4/23", 8_154_052, 23),
    ];

    /// Its specs that begin with an id.
    const SPECS_WITH_ID: &[&str] = &[
        "v0rbps7ay8ks/1",
        "v0rbps7ay8ks/8",
        "v0rbps7ay8ks/16",
        "v0rbps7ay8ks/23",
        "z0jndjt42op2/1",
        "z0jndjt42op2/8",
        "z0jndjt42op2/16",
        "z0jndjt42op2/23",
        "f2bembkd4zrb/1",
        "f2bembkd4zrb/8",
        "f2bembkd4zrb/16",
        "f2bembkd4zrb/23",
        "mkg0fd5p76pp/1",
        "mkg0fd5p76pp/8",
        "mkg0fd5p76pp/16",
        "mkg0fd5p76pp/23",
    ];

    #[test]
    fn node_spec_reads_the_examples_of_the_specification() {
        for &(text, node, bits) in NODE_SPECS {
            assert_eq!(node_spec(text), Some((node, bits)), "{text}");
        }
        for text in SPECS_WITH_ID {
            assert_eq!(node_spec(text), None, "{text}");
        }
    }

    #[test]
    fn node_spec_rejects_what_the_original_rejects() {
        for text in [
            "",
            "42",
            "/8",
            "42/",
            " 42/8",
            "42/8 ",
            " 42/8 ",
            "42 / 8",
            "+42/8",
            "42/+8",
            "-42/8",
            "42/-8",
            "ab/8",
            "1/2/3",
            "0/0",
            "0/24",
            "8/1",
            "1024/8",
            "0000000000001/8",
            "1/0016",
            "42/800",
            "0x/8",
            "0x+1/8",
            "٤/8",
        ] {
            assert_eq!(node_spec(text), None, "{text}");
        }
    }
}
