//! Ids in web frameworks, schemas and arguments, compared with `uuid::Uuid`. Prints its checks.

mod arguments;
mod by_actix;
mod by_axum;
mod graphql;
mod json;
mod openapi;

use std::fmt::Debug;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};

use serde::{Deserialize, Serialize};
use sortid::{Tid, Uuid7};
use utoipa::ToSchema;
use uuid::Uuid;

sortid::id_type!(type OrderId = TypeId<Order>, format = Uuid7, prefix = "order");

const ID: &str = "017f22e2-79b0-7cc3-98c4-dc0c0c07398f";
const TID: &str = "3jzfcijpj2z2a";
const ORDER: &str = "order_01fwhe4ydgfk1shh6w1g60eecf";
const USER: &str = "user_01fwhe4ydgfk1shh6w1g60eecf";

/// The errors for the text `nonsense`, and for [`USER`] as an order id.
const NO_ID: &str = r#"invalid_length: "nonsense" is not a valid uuid7: 8 bytes, expected 36"#;
const NO_TID: &str = r#"invalid_length: "nonsense" is not a valid tid: 8 bytes, expected 13"#;
const NO_ORDER: &str = r#"wrong_prefix: "user_01fwhe4ydgfk1shh6w1g60eecf" is not a valid order id: expected the prefix "order""#;

/// A JSON body.
#[derive(Serialize, Deserialize, ToSchema)]
struct Body {
    id: OrderId,
    item: Uuid7,
    by: Tid,
    uuid: Uuid,
}

/// The text of a [`Body`].
fn body() -> String {
    format!(r#"{{"id":"{ORDER}","item":"{ID}","by":"{TID}","uuid":"{ID}"}}"#)
}

static FAILED: AtomicBool = AtomicBool::new(false);

/// Prints whether a check holds.
fn check<T: PartialEq + Debug>(name: &str, found: T, expected: T) {
    if found == expected {
        println!("ok {name}");
    } else {
        println!("not ok {name}: {found:?}, not {expected:?}");
        FAILED.store(true, Ordering::Relaxed);
    }
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> ExitCode {
    by_axum::all().await;
    by_actix::all().await;
    graphql::all().await;
    json::all();
    openapi::all();
    arguments::all();
    ExitCode::from(u8::from(FAILED.load(Ordering::Relaxed)))
}
