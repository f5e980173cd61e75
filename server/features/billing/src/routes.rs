use api::{ApiResult, Json, PageBody, PageQuery, ProblemBody, Query};
use area::{Routes, Services, routes};
use axum::extract::State;
use entitlements::{Meter, Window};
use identity::SignedIn;
use kernel::{Timestamp, Uuid};
use serde::Serialize;
use utoipa::ToSchema;

pub(crate) fn router() -> Routes {
    Routes::new().routes(routes!(get_usage)).routes(routes!(list_postings))
}

/// What the caller may use and has used.
#[derive(Debug, Serialize, ToSchema)]
struct UsageReport {
    /// Meters that the caller's plan has, or that something was granted of; the others are locked.
    meters: Vec<MeterUsage>,
}

#[derive(Debug, Serialize, ToSchema)]
struct MeterUsage {
    meter: Meter,
    /// Null is unlimited.
    granted: Option<i64>,
    /// With what running answers hold.
    used: i64,
    /// Null is unlimited.
    left: Option<i64>,
    /// How often the plan gives it anew; null where it does not.
    window: Option<Window>,
    resets_at: Option<Timestamp>,
}

/// One line of the usage record.
#[derive(Debug, Serialize, ToSchema)]
struct Posting {
    #[schema(value_type = String, format = "uuid")]
    id: Uuid,
    created_at: Timestamp,
    /// The area that used it, or what granted it.
    feature: String,
    /// The model, or what was granted for what.
    detail: String,
    meter: Meter,
    /// Negative where something was used.
    change: i64,
}

/// Tells what the caller may use and has used.
#[utoipa::path(get, path = "/api/billing/usage", tag = "billing",
    responses((status = 200, body = UsageReport), (status = 401, body = ProblemBody)))]
async fn get_usage(
    State(services): State<Services>,
    caller: SignedIn,
) -> ApiResult<Json<UsageReport>> {
    let mut conn = services.db.read().await?;
    let usage = services.ledger.usage(&mut conn, &caller.payer()).await?;
    Ok(Json(UsageReport { meters: usage.into_iter().map(MeterUsage::from).collect() }))
}

/// Lists what the caller used and was granted, newest first.
#[utoipa::path(get, path = "/api/billing/postings", tag = "billing", params(PageQuery),
    responses((status = 200, body = PageBody<Posting>), (status = 401, body = ProblemBody)))]
async fn list_postings(
    State(services): State<Services>,
    caller: SignedIn,
    Query(page): Query<PageQuery>,
) -> ApiResult<Json<PageBody<Posting>>> {
    let (cursor, limit) = page.bounds()?;
    let mut conn = services.db.read().await?;
    let postings = services.ledger.postings(&mut conn, &caller.payer(), cursor, limit).await?;
    Ok(Json(postings.map(Posting::from).into()))
}

impl From<ledger::MeterUsage> for MeterUsage {
    fn from(usage: ledger::MeterUsage) -> Self {
        let ledger::MeterUsage { meter, granted, used, left, window, resets_at } = usage;
        Self { meter, granted, used, left, window, resets_at }
    }
}

impl From<ledger::Posting> for Posting {
    fn from(posting: ledger::Posting) -> Self {
        let ledger::Posting { id, created_at, feature, detail, meter, change } = posting;
        Self { id, created_at, feature, detail, meter, change }
    }
}
