use api::{ApiResult, Json, PageBody, PageQuery, Path, ProblemBody, Query};
use area::{Routes, Services, routes};
use axum::extract::State;
use http::StatusCode;
use identity::Operator;

use crate::reviews;
use crate::store::PowerupId;
use crate::wire::{RemovalBody, ReviewBody, ReviewSettlement};

pub(crate) fn router() -> Routes {
    Routes::new()
        .routes(routes!(list_powerup_reviews))
        .routes(routes!(settle_powerup_review))
        .routes(routes!(remove_powerup))
}

/// Lists PowerUPs that wait for review, the last sent first. For the operator.
#[utoipa::path(get, path = "/api/powerups/reviews", tag = "powerups", params(PageQuery),
    responses((status = 200, body = PageBody<ReviewBody>), (status = 403, body = ProblemBody)))]
async fn list_powerup_reviews(
    State(services): State<Services>,
    Operator(caller): Operator,
    Query(page): Query<PageQuery>,
) -> ApiResult<Json<PageBody<ReviewBody>>> {
    services.audit.record_read(&services.db, caller.actor(), "reviews", None).await?;
    Ok(Json(reviews::list(&services, &caller, &page).await?))
}

/// Approves a waiting PowerUP, or rejects it with a reason; its author is told by mail. For the operator.
#[utoipa::path(patch, path = "/api/powerups/reviews/{powerup_id}", tag = "powerups",
    params(("powerup_id" = PowerupId, Path)), request_body = ReviewSettlement,
    responses((status = 204), (status = 403, body = ProblemBody), (status = 404, body = ProblemBody),
        (status = 409, body = ProblemBody), (status = 422, body = ProblemBody)))]
async fn settle_powerup_review(
    State(services): State<Services>,
    Operator(caller): Operator,
    Path(id): Path<PowerupId>,
    Json(settlement): Json<ReviewSettlement>,
) -> ApiResult<StatusCode> {
    reviews::settle(&services, &caller, id, settlement).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Takes a shared PowerUP from everybody but its author, who is told why by mail. For the operator.
#[utoipa::path(post, path = "/api/powerups/reviews/{powerup_id}/removal", tag = "powerups",
    params(("powerup_id" = PowerupId, Path)), request_body = RemovalBody,
    responses((status = 204), (status = 403, body = ProblemBody), (status = 404, body = ProblemBody),
        (status = 422, body = ProblemBody)))]
async fn remove_powerup(
    State(services): State<Services>,
    Operator(caller): Operator,
    Path(id): Path<PowerupId>,
    Json(removal): Json<RemovalBody>,
) -> ApiResult<StatusCode> {
    reviews::remove(&services, &caller, id, &removal.reason).await?;
    Ok(StatusCode::NO_CONTENT)
}
