//! Detection: the formats that a text may have, ids in any text, and descriptions of formats.

pub(crate) mod inspect;
pub(crate) mod near;
pub(crate) mod roles;
pub(crate) mod scan;
pub(crate) mod shape;
