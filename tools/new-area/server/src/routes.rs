use api::{ApiResult, Json, PageBody, PageQuery, Path, ProblemBody, Query};
use area::{Routes, Services, routes};
use axum::extract::State;
use http::StatusCode;
use identity::SignedIn;
use kernel::Uuid;

use crate::items;
use crate::wire::{ItemBody, NewItem};

pub(crate) fn router() -> Routes {
    Routes::new().routes(routes!(list_sample, create_sample)).routes(routes!(delete_sample))
}

/// Lists the caller's items, newest first.
#[utoipa::path(get, path = "/api/sample", tag = "sample", params(PageQuery),
    responses((status = 200, body = PageBody<ItemBody>)))]
async fn list_sample(
    State(services): State<Services>,
    caller: SignedIn,
    Query(page): Query<PageQuery>,
) -> ApiResult<Json<PageBody<ItemBody>>> {
    let page = items::list(&services, &caller, page.bounds()?).await?;
    Ok(Json(page.map(ItemBody::from).into()))
}

/// Creates an item.
#[utoipa::path(post, path = "/api/sample", tag = "sample", request_body = NewItem,
    responses((status = 201, body = ItemBody), (status = 404, body = ProblemBody),
        (status = 422, body = ProblemBody)))]
async fn create_sample(
    State(services): State<Services>,
    caller: SignedIn,
    Json(new): Json<NewItem>,
) -> ApiResult<(StatusCode, Json<ItemBody>)> {
    let item = items::create(&services, &caller, new).await?;
    Ok((StatusCode::CREATED, Json(item.into())))
}

/// Deletes an item of the caller's.
#[utoipa::path(delete, path = "/api/sample/{sample_id}", tag = "sample",
    params(("sample_id" = Uuid, Path)),
    responses((status = 204), (status = 404, body = ProblemBody)))]
async fn delete_sample(
    State(services): State<Services>,
    caller: SignedIn,
    Path(id): Path<Uuid>,
) -> ApiResult<StatusCode> {
    items::delete(&services, &caller, id).await?;
    Ok(StatusCode::NO_CONTENT)
}
