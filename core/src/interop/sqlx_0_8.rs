//! `sqlx` 0.8.

use ::sqlx_core_0_8 as sqlx_core;

/// Returns the type of the encoded arguments.
macro_rules! arguments {
    ($q:lifetime, $db:ident) => { <$db as Database>::ArgumentBuffer<$q> };
}

#[path = "sqlx.rs"]
mod bind;
