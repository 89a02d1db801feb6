//! `sqlx` 0.9.

use ::sqlx_core_0_9 as sqlx_core;

/// Returns the type of the encoded arguments.
macro_rules! arguments {
    ($q:lifetime, $db:ident) => {
        <$db as Database>::ArgumentBuffer
    };
}

#[path = "sqlx.rs"]
mod bind;
