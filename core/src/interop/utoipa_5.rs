//! `utoipa` 5.

use ::utoipa_5 as utoipa;

#[path = "utoipa.rs"]
mod bind;
