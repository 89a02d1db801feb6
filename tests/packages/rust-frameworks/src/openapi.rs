//! utoipa schemas.

use serde_json::json;
use utoipa::OpenApi;

use crate::{Body, check};

#[derive(OpenApi)]
#[openapi(components(schemas(Body)))]
struct Api;

pub(crate) fn all() {
    let api = serde_json::to_value(Api::openapi()).expect("JSON");
    let schemas = &api["components"]["schemas"];
    let field = |name: &str| {
        let field = &schemas["Body"]["properties"][name];
        let reference = field["$ref"]
            .as_str()
            .and_then(|path| path.rsplit_once('/'));
        reference.map_or(field, |(_, name)| &schemas[name]).clone()
    };
    check(
        "utoipa, the format of Uuid",
        field("uuid")["format"].clone(),
        json!("uuid"),
    );
    check(
        "utoipa, the format",
        field("item")["format"].clone(),
        json!("uuid"),
    );
    check(
        "utoipa, a pattern",
        field("by")["pattern"].clone(),
        json!("^[2-7a-z]{13}$"),
    );
    check(
        "utoipa, lengths",
        field("by")["maxLength"].clone(),
        json!(13),
    );
    check(
        "utoipa, a pattern with a prefix",
        field("id")["pattern"].clone(),
        json!("^order_[0-7][0-9a-hjkmnp-tv-z]{25}$"),
    );
    let of_previous = <crate::OrderId as utoipa_5::PartialSchema>::schema();
    check(
        "utoipa 5, the same schema",
        serde_json::to_value(of_previous).expect("JSON"),
        field("id"),
    );
}
