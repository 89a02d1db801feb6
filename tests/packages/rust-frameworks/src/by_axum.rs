//! Path parameters, queries and bodies of axum.

use axum::Router;
use axum::extract::{Json, Path, Query};
use axum::http::Request;
use axum::routing::{get, post};
use http_body_util::BodyExt;
use serde::Deserialize;
use sortid::{Tid, Uuid7};
use tower::ServiceExt;
use uuid::Uuid;

use crate::{Body, ID, NO_ID, NO_ORDER, NO_TID, ORDER, OrderId, TID, USER, body, check};

#[derive(Deserialize)]
struct Page {
    after: Option<Tid>,
}

fn app() -> Router {
    Router::new()
        .route(
            "/uuid/{id}",
            get(async |Path(id): Path<Uuid>| id.to_string()),
        )
        .route(
            "/uuid7/{id}",
            get(async |Path(id): Path<Uuid7>| id.to_string()),
        )
        .route(
            "/order/{id}",
            get(async |Path(id): Path<OrderId>| id.to_string()),
        )
        .route(
            "/tids",
            get(async |Query(page): Query<Page>| format!("{:?}", page.after)),
        )
        .route("/orders", post(async |Json(body): Json<Body>| Json(body)))
}

async fn answer(request: Request<axum::body::Body>) -> (u16, String) {
    let Ok(response) = app().oneshot(request).await;
    let status = response.status().as_u16();
    let body = response
        .into_body()
        .collect()
        .await
        .expect("a body")
        .to_bytes();
    (status, String::from_utf8_lossy(&body).into_owned())
}

async fn got(path: String) -> (u16, String) {
    answer(
        Request::get(path)
            .body(axum::body::Body::empty())
            .expect("a request"),
    )
    .await
}

pub(crate) async fn all() {
    check(
        "axum, a path of Uuid",
        got(format!("/uuid/{ID}")).await,
        (200, ID.to_owned()),
    );
    check(
        "axum, a path",
        got(format!("/uuid7/{ID}")).await,
        (200, ID.to_owned()),
    );
    check(
        "axum, a path with a prefix",
        got(format!("/order/{ORDER}")).await,
        (200, ORDER.to_owned()),
    );
    check(
        "axum, an invalid Uuid",
        got("/uuid/nonsense".to_owned()).await.0,
        400,
    );
    let invalid = |value: &str, said: &str| {
        let line = format!("Invalid URL: Cannot parse `id` with value `{value}`: {said}");
        (400, line)
    };
    check(
        "axum, an invalid id",
        got("/uuid7/nonsense".to_owned()).await,
        invalid("nonsense", NO_ID),
    );
    check(
        "axum, another prefix",
        got(format!("/order/{USER}")).await,
        invalid(USER, NO_ORDER),
    );
    check(
        "axum, an invalid id in a query",
        got("/tids?after=nonsense".to_owned()).await,
        (
            400,
            format!("Failed to deserialize query string: after: {NO_TID}"),
        ),
    );
    let query = got(format!("/tids?after={TID}")).await;
    check("axum, a query", query, (200, format!("Some(Tid({TID}))")));
    let post = Request::post("/orders").header("content-type", "application/json");
    let post = post.body(body().into()).expect("a request");
    check("axum, a body", answer(post).await, (200, body()));
    let post = Request::post("/orders").header("content-type", "application/json");
    let post = post
        .body(body().replacen(ID, "nonsense", 1).into())
        .expect("a request");
    check(
        "axum, an invalid id in a body",
        answer(post).await,
        (
            422,
            format!(
                "Failed to deserialize the JSON body into the target type: item: {NO_ID} at line 1 column 58"
            ),
        ),
    );
}
