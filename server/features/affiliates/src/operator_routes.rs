//! Routes of the operator for affiliates.

use ::store::{Conn, Page, StoreResult};
use api::{ApiResult, Json, PageBody, PageQuery, Path, ProblemBody, Query};
use area::{Routes, Services, routes};
use axum::extract::State;
use identity::Operator;
use kernel::{Fallible, Timestamp, UserId};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::problems::AFFILIATE_UNKNOWN;
use crate::program::Program;
use crate::routes::{AffiliateCounts, counts_of};
use crate::store::{self, Affiliate};
use crate::{payouts, program};

pub(crate) fn router() -> Routes {
    Routes::new()
        .routes(routes!(list_affiliates))
        .routes(routes!(approve_affiliate))
        .routes(routes!(refuse_affiliate))
        .routes(routes!(pay_affiliate))
}

/// Filter and page of the list of affiliates.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct AffiliateQuery {
    /// State: `applied`, `approved`, `refused`; default: all.
    state: Option<String>,
    /// `next_cursor` of the page before.
    cursor: Option<String>,
    /// Number of rows per page: 1 to 100, 50 by default.
    limit: Option<usize>,
}

/// An affiliate as the operator sees them.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Affiliate)]
struct AffiliateBody {
    user_id: UserId,
    name: String,
    email: String,
    /// `applied`, `approved`, `refused`.
    state: String,
    about: String,
    payout_to: String,
    applied_at: Timestamp,
    counts: AffiliateCounts,
}

/// The amount paid out: exactly what is due.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct NewPayout {
    amount: i64,
    currency: String,
}

async fn seen(services: &Services, conn: &mut Conn, is: Affiliate) -> StoreResult<AffiliateBody> {
    let Affiliate { user_id, state, about, payout_to, clicks, applied_at, .. } = is;
    let user = services.identity.find_user(conn, user_id).await?;
    let (name, email) = user.map(|user| (user.name, user.email)).unwrap_or_default();
    let counts = counts_of(conn, user_id, clicks).await?;
    Ok(AffiliateBody { user_id, name, email, state, about, payout_to, applied_at, counts })
}

async fn read(services: &Services, id: UserId) -> Fallible<AffiliateBody> {
    let mut conn = services.db.read().await?;
    let found = store::find_affiliate(&mut conn, id).await?;
    Ok(seen(services, &mut conn, found.ok_or(AFFILIATE_UNKNOWN)?).await?)
}

/// Lists affiliates, the last to apply first.
#[utoipa::path(get, path = "/api/affiliates/all", tag = "affiliates", params(AffiliateQuery),
    responses((status = 200, body = PageBody<AffiliateBody>), (status = 403, body = ProblemBody),
        (status = 404, body = ProblemBody)))]
async fn list_affiliates(
    State(services): State<Services>,
    _operator: Operator,
    _program: Program,
    Query(query): Query<AffiliateQuery>,
) -> ApiResult<Json<PageBody<AffiliateBody>>> {
    let (cursor, limit) = PageQuery { cursor: query.cursor, limit: query.limit }.bounds()?;
    let state = query.state.unwrap_or_default();
    let mut conn = services.db.read().await?;
    let page = store::list_affiliates(&mut conn, &state, cursor, limit).await?;
    let mut items = Vec::with_capacity(page.items.len());
    for affiliate in page.items {
        items.push(seen(&services, &mut conn, affiliate).await?);
    }
    Ok(Json(Page { items, next: page.next }.into()))
}

/// Approves an applicant as an affiliate.
#[utoipa::path(post, path = "/api/affiliates/all/{affiliate_id}/approve", tag = "affiliates",
    params(("affiliate_id" = UserId, Path)),
    responses((status = 200, body = AffiliateBody), (status = 403, body = ProblemBody),
        (status = 404, body = ProblemBody)))]
async fn approve_affiliate(
    State(services): State<Services>,
    _operator: Operator,
    _program: Program,
    Path(id): Path<UserId>,
) -> ApiResult<Json<AffiliateBody>> {
    program::decide(&services, id, true).await?;
    Ok(Json(read(&services, id).await?))
}

/// Rejects an applicant, or removes an affiliate. Earned commissions stay theirs.
#[utoipa::path(post, path = "/api/affiliates/all/{affiliate_id}/refuse", tag = "affiliates",
    params(("affiliate_id" = UserId, Path)),
    responses((status = 200, body = AffiliateBody), (status = 403, body = ProblemBody),
        (status = 404, body = ProblemBody)))]
async fn refuse_affiliate(
    State(services): State<Services>,
    _operator: Operator,
    _program: Program,
    Path(id): Path<UserId>,
) -> ApiResult<Json<AffiliateBody>> {
    program::decide(&services, id, false).await?;
    Ok(Json(read(&services, id).await?))
}

/// Records that an affiliate was paid the amount due.
#[utoipa::path(post, path = "/api/affiliates/all/{affiliate_id}/payouts", tag = "affiliates",
    params(("affiliate_id" = UserId, Path)), request_body = NewPayout,
    responses((status = 200, body = AffiliateBody), (status = 403, body = ProblemBody),
        (status = 404, body = ProblemBody), (status = 409, body = ProblemBody)))]
async fn pay_affiliate(
    State(services): State<Services>,
    _operator: Operator,
    _program: Program,
    Path(id): Path<UserId>,
    Json(paid): Json<NewPayout>,
) -> ApiResult<Json<AffiliateBody>> {
    payouts::pay(&services, id, (paid.amount, &paid.currency)).await?;
    Ok(Json(read(&services, id).await?))
}
