use api::{ApiResult, Json, PageBody, PageQuery, Path, ProblemBody, Query};
use area::{Routes, Services, routes};
use axum::extract::State;
use axum::response::IntoResponse;
use http::StatusCode;
use identity::{Operator, SignedIn};
use kernel::BotId;

use crate::reviews;
use crate::routes::icon_headers;
use crate::wire::{BotBody, ReviewBody, ReviewSettlement};

pub(crate) fn router() -> Routes {
    Routes::new()
        .routes(routes!(list_reviews))
        .routes(routes!(settle_review))
        .routes(routes!(get_reviewed_icon))
        .routes(routes!(withdraw_review))
}

/// Lists public bots that wait for review, the last submitted first. For the operator.
#[utoipa::path(get, path = "/api/bots/reviews", tag = "bots", params(PageQuery),
    responses((status = 200, body = PageBody<ReviewBody>), (status = 403, body = ProblemBody)))]
async fn list_reviews(
    State(services): State<Services>,
    Operator(caller): Operator,
    Query(page): Query<PageQuery>,
) -> ApiResult<Json<PageBody<ReviewBody>>> {
    services.audit.record_read(&services.db, caller.actor(), "reviews", None).await?;
    Ok(Json(reviews::list(&services, &page).await?))
}

/// Approves a waiting bot, or rejects it with a reason; its author is told by mail. For the operator.
#[utoipa::path(patch, path = "/api/bots/reviews/{bot_id}", tag = "bots",
    params(("bot_id" = BotId, Path)), request_body = ReviewSettlement,
    responses((status = 204), (status = 403, body = ProblemBody), (status = 404, body = ProblemBody),
        (status = 409, body = ProblemBody), (status = 422, body = ProblemBody)))]
async fn settle_review(
    State(services): State<Services>,
    Operator(caller): Operator,
    Path(id): Path<BotId>,
    Json(settlement): Json<ReviewSettlement>,
) -> ApiResult<StatusCode> {
    reviews::settle(&services, &caller, id, settlement).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Returns the image of a bot that waits for review. For the operator.
#[utoipa::path(get, path = "/api/bots/reviews/{bot_id}/icon", tag = "bots",
    params(("bot_id" = BotId, Path)),
    responses((status = 200, content_type = "image/jpeg", body = Vec<u8>),
        (status = 403, body = ProblemBody), (status = 404, body = ProblemBody)))]
async fn get_reviewed_icon(
    State(services): State<Services>,
    _operator: Operator,
    Path(id): Path<BotId>,
) -> ApiResult<impl IntoResponse> {
    Ok((icon_headers(), reviews::read_icon(&services, id).await?))
}

/// Withdraws a bot of the caller's from review. Others keep seeing the version before.
#[utoipa::path(delete, path = "/api/bots/{bot_id}/review", tag = "bots",
    params(("bot_id" = BotId, Path)),
    responses((status = 200, body = BotBody), (status = 404, body = ProblemBody),
        (status = 409, body = ProblemBody)))]
async fn withdraw_review(
    State(services): State<Services>,
    caller: SignedIn,
    Path(id): Path<BotId>,
) -> ApiResult<Json<BotBody>> {
    Ok(Json(reviews::withdraw(&services, &caller, id).await?))
}
