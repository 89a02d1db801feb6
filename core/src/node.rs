//! Nodes and machine identifiers that the user chooses.

use crate::error::{Error, ErrorCode};
use crate::layout::{Layout, NodeLayout};
use crate::options::{Options, bounded};
use crate::value::Place;

impl NodeLayout {
    /// A node drawn from the numbers of `drawn_bits` bits.
    pub(crate) const fn drawn(spans: &[(u8, u8)], drawn_bits: u8) -> Self {
        Self {
            place: Place::new(spans),
            drawn_bits,
            chosen: None,
        }
    }
}

/// Sets the node that the user gave, if any.
pub(crate) fn choose_node(
    layout: &mut Layout,
    name: &'static str,
    given: Option<u64>,
) -> Result<(), Error> {
    let (Some(given), Some(node)) = (given, &mut layout.node) else {
        return Ok(());
    };
    if given as u128 > node.place.max() {
        return Err(Error::about(ErrorCode::InvalidOption, name));
    }
    node.chosen = Some(given);
    Ok(())
}

/// Puts the user's machine identifier on top of the random bits of a UUID, below time and
/// sequence (draft-peabody-01 section 7).
pub(crate) fn choose_machine_id(layout: &mut Layout, options: &Options) -> Result<(), Error> {
    let Some(machine_id) = options.machine_id else {
        return match options.machine_bits {
            None => Ok(()),
            Some(_) => Err(Error::about(ErrorCode::InvalidOption, "machine_bits")),
        };
    };
    let bits = bounded("machine_bits", options.machine_bits, 16, 1..=16)? as u8;
    let (top, rest) = layout.random.split(bits);
    if machine_id as u128 > top.max() {
        return Err(Error::about(ErrorCode::InvalidOption, "machine_id"));
    }
    layout.fixed = layout.fixed.or(top.write(machine_id as u128));
    layout.random = rest;
    Ok(())
}
