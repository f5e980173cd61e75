//! Reasons for cancellations, for the operator.

use api::{ApiResult, Json, PageBody, ProblemBody, Query};
use area::{Routes, Services, routes};
use axum::extract::State;
use identity::Operator;
use kernel::{DAY, Timestamp, Uuid};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::store::{self, CancellationRow, ReasonCount};

pub(crate) fn router() -> Routes {
    Routes::new().routes(routes!(list_cancellations)).routes(routes!(count_cancellations))
}

/// Filter and page of the list of cancellations.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct CancellationQuery {
    /// One of the reasons; default: all.
    reason: Option<String>,
    /// `next_cursor` of the page before.
    cursor: Option<String>,
    /// Number of rows per page: 1 to 100, 50 by default.
    limit: Option<usize>,
}

/// A cancellation, or a switch to a lower plan instead.
#[derive(Debug, Serialize, ToSchema)]
struct PastCancellation {
    #[schema(value_type = String, format = "uuid")]
    id: Uuid,
    created_at: Timestamp,
    /// Email address; null: the account is gone.
    email: Option<String>,
    /// The plan that was cancelled.
    plan: String,
    /// `monthly` or `yearly`.
    cycle: String,
    /// `trial`, `active` or `past_due`.
    phase: String,
    /// The reason, as in `CancelReason`.
    reason: String,
    /// The person's own words; may be empty.
    feedback: String,
    /// Result of the offer of a lower plan: `none` (no offer was made), `refused`, or `taken`.
    offered: String,
    /// Time at which they had a continuing plan again; null: they did not come back.
    returned_at: Option<Timestamp>,
}

/// Number of cancellations per reason, the most frequent first.
#[derive(Debug, Serialize, ToSchema)]
struct CancellationCounts {
    reasons: Vec<CancellationCount>,
}

#[derive(Debug, Serialize, ToSchema)]
struct CancellationCount {
    /// The reason, as in `CancelReason`.
    reason: String,
    last_30_days: i64,
    all_time: i64,
    /// Number of cancellations that took the lower plan instead.
    took_less: i64,
    /// Number of cancellations whose workspace had a plan again later.
    came_back: i64,
}

impl From<ReasonCount> for CancellationCount {
    fn from(count: ReasonCount) -> Self {
        let ReasonCount { reason, total, recent, took_less, came_back } = count;
        Self { reason, last_30_days: recent, all_time: total, took_less, came_back }
    }
}

/// Lists why people cancelled, newest first.
#[utoipa::path(get, path = "/api/billing/cancellations", tag = "billing", params(CancellationQuery),
    responses((status = 200, body = PageBody<PastCancellation>), (status = 403, body = ProblemBody)))]
async fn list_cancellations(
    State(services): State<Services>,
    _operator: Operator,
    Query(query): Query<CancellationQuery>,
) -> ApiResult<Json<PageBody<PastCancellation>>> {
    let page = api::PageQuery { cursor: query.cursor, limit: query.limit };
    let (cursor, limit) = page.bounds()?;
    let reason = query.reason.unwrap_or_default();
    let mut conn = services.db.read().await?;
    let page = store::list_cancellations(&mut conn, &reason, cursor, limit).await?;
    let mut items = Vec::with_capacity(page.items.len());
    for row in page.items {
        let user = match row.user_id {
            Some(id) => services.identity.find_user(&mut conn, id).await?,
            None => None,
        };
        items.push(past(row, user.map(|user| user.email)));
    }
    Ok(Json(::store::Page { items, next: page.next }.into()))
}

fn past(row: CancellationRow, email: Option<String>) -> PastCancellation {
    let CancellationRow { id, plan, cycle, phase, reason, feedback, offered, .. } = row;
    let (created_at, returned_at) = (row.created_at, row.returned_at);
    PastCancellation {
        id,
        created_at,
        email,
        plan,
        cycle,
        phase,
        reason,
        feedback,
        offered,
        returned_at,
    }
}

/// Returns the number of cancellations by reason.
#[utoipa::path(get, path = "/api/billing/cancellation-counts", tag = "billing",
    responses((status = 200, body = CancellationCounts), (status = 403, body = ProblemBody)))]
async fn count_cancellations(
    State(services): State<Services>,
    _operator: Operator,
) -> ApiResult<Json<CancellationCounts>> {
    let since = services.clock.now().plus(-30 * DAY);
    let mut conn = services.db.read().await?;
    let counts = store::count_cancellations(&mut conn, since).await?;
    Ok(Json(CancellationCounts { reasons: counts.into_iter().map(Into::into).collect() }))
}
