//! Scalars of async-graphql.

use async_graphql::{EmptyMutation, EmptySubscription, Object, Schema};
use sortid::{Prefixed, Tid, Uuid7};

use crate::{ID, ORDER, OrderId, check};

sortid::prefix!(User = "user");

struct Query;

#[Object]
impl Query {
    async fn item(&self, id: Uuid7) -> Uuid7 {
        id
    }

    async fn order(&self, id: OrderId) -> OrderId {
        id
    }

    async fn user(&self, id: Option<Prefixed<Tid, User>>) -> Option<Prefixed<Tid, User>> {
        id
    }
}

pub(crate) async fn all() {
    let schema = Schema::new(Query, EmptyMutation, EmptySubscription);
    let answer = schema
        .execute(format!(
            r#"{{ item(id: "{ID}") order(id: "{ORDER}") user }}"#
        ))
        .await;
    let expected = format!(r#"{{"item":"{ID}","order":"{ORDER}","user":null}}"#);
    let data = serde_json::to_string(&answer.data).expect("JSON");
    check("async-graphql, scalars", data, expected);
    let wrong = schema.execute(format!(r#"{{ order(id: "{ID}") }}"#)).await;
    check("async-graphql, another prefix", wrong.errors.len(), 1);
    let sdl = schema.sdl();
    for line in [
        "scalar Uuid7",
        "scalar PrefixedId",
        "order(id: PrefixedId!): PrefixedId!",
        "item(id: Uuid7!): Uuid7!",
    ] {
        check(&format!("async-graphql, {line}"), sdl.contains(line), true);
    }
}
