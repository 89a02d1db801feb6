//! Path parameters, queries and bodies of actix-web.

use actix_web::test::{TestRequest, call_service, init_service, read_body};
use actix_web::web::{Json, Path, Query};
use actix_web::{App, web};
use serde::Deserialize;
use sortid::{Tid, Uuid7};
use uuid::Uuid;

use crate::{Body, ID, NO_ID, NO_ORDER, NO_TID, ORDER, OrderId, TID, USER, body, check};

#[derive(Deserialize)]
struct Page {
    after: Option<Tid>,
}

async fn uuid(id: Path<Uuid>) -> String {
    id.to_string()
}

async fn uuid7(id: Path<Uuid7>) -> String {
    id.to_string()
}

async fn order(id: Path<OrderId>) -> String {
    id.to_string()
}

async fn tids(page: Query<Page>) -> String {
    format!("{:?}", page.after)
}

async fn orders(body: Json<Body>) -> Json<Body> {
    body
}

async fn answer(request: TestRequest) -> (u16, String) {
    let app = App::new()
        .route("/uuid/{id}", web::get().to(uuid))
        .route("/uuid7/{id}", web::get().to(uuid7))
        .route("/order/{id}", web::get().to(order))
        .route("/tids", web::get().to(tids))
        .route("/orders", web::post().to(orders));
    let response = call_service(&init_service(app).await, request.to_request()).await;
    let status = response.status().as_u16();
    (
        status,
        String::from_utf8_lossy(&read_body(response).await).into_owned(),
    )
}

async fn got(path: String) -> (u16, String) {
    answer(TestRequest::get().uri(&path)).await
}

pub(crate) async fn all() {
    check(
        "actix-web, a path of Uuid",
        got(format!("/uuid/{ID}")).await,
        (200, ID.to_owned()),
    );
    check(
        "actix-web, a path",
        got(format!("/uuid7/{ID}")).await,
        (200, ID.to_owned()),
    );
    check(
        "actix-web, a path with a prefix",
        got(format!("/order/{ORDER}")).await,
        (200, ORDER.to_owned()),
    );
    check(
        "actix-web, an invalid Uuid",
        got("/uuid/nonsense".to_owned()).await.0,
        404,
    );
    let invalid = |said: &str| (404, said.to_owned());
    check(
        "actix-web, an invalid id",
        got("/uuid7/nonsense".to_owned()).await,
        invalid(NO_ID),
    );
    check(
        "actix-web, another prefix",
        got(format!("/order/{USER}")).await,
        invalid(NO_ORDER),
    );
    check(
        "actix-web, an invalid id in a query",
        got("/tids?after=nonsense".to_owned()).await,
        (400, format!("Query deserialize error: {NO_TID}")),
    );
    let query = got(format!("/tids?after={TID}")).await;
    check(
        "actix-web, a query",
        query,
        (200, format!("Some(Tid({TID}))")),
    );
    let post = TestRequest::post()
        .uri("/orders")
        .insert_header(("content-type", "application/json"));
    check(
        "actix-web, a body",
        answer(post.set_payload(body())).await,
        (200, body()),
    );
    let post = TestRequest::post()
        .uri("/orders")
        .insert_header(("content-type", "application/json"));
    let post = post.set_payload(body().replacen(ID, "nonsense", 1));
    check(
        "actix-web, an invalid id in a body",
        answer(post).await,
        (
            400,
            format!("Json deserialize error: {NO_ID} at line 1 column 58"),
        ),
    );
}
