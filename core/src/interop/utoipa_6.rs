//! `utoipa` 6.

use ::utoipa_6 as utoipa;

#[path = "utoipa.rs"]
mod bind;
