//! async-graphql scalars.

use async_graphql::{EmptyMutation, EmptySubscription, Object, Schema};
use sortid::{Tid, Uuid7};

use crate::{ID, NO_ID, NO_ORDER, ORDER, OrderId, USER, check};

sortid::id_type!(type UserId = TypeId<User>, format = Tid, prefix = "user");

struct Query;

#[Object]
impl Query {
    async fn item(&self, id: Uuid7) -> Uuid7 {
        id
    }

    async fn order(&self, id: OrderId) -> OrderId {
        id
    }

    async fn user(&self, id: Option<UserId>) -> Option<UserId> {
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
    for (query, said) in [
        (
            r#"{ item(id: "nonsense") }"#.to_owned(),
            format!("Failed to parse \"Uuid7\": {NO_ID}"),
        ),
        (
            format!(r#"{{ order(id: "{USER}") }}"#),
            format!("Failed to parse \"AnyTypeId\": {NO_ORDER}"),
        ),
    ] {
        let errors = schema.execute(query).await.errors;
        let messages: Vec<&str> = errors.iter().map(|error| error.message.as_str()).collect();
        check("async-graphql, an invalid id", messages, vec![&said]);
    }
    let sdl = schema.sdl();
    for line in [
        "scalar Uuid7",
        "scalar AnyTypeId",
        "order(id: AnyTypeId!): AnyTypeId!",
        "item(id: Uuid7!): Uuid7!",
    ] {
        check(&format!("async-graphql, {line}"), sdl.contains(line), true);
    }
}
