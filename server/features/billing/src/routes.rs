pub(crate) mod cancellation;
pub(crate) mod education;
pub(crate) mod operator;
pub(crate) mod plan;
pub(crate) mod portal;
pub(crate) mod spending;

use api::{ApiResult, Json, PageBody, PageQuery, ProblemBody, Query};
use area::{Routes, Services, routes};
use axum::extract::State;
use entitlements::{DailyUse, Meter, Window, day_of};
use identity::SignedIn;
use kernel::{Payer, Timestamp, Uuid};
use ledger::{Lot, LotSource};
use serde::Serialize;
use store::{Conn, StoreResult};
use utoipa::ToSchema;

use crate::rules;

pub(crate) fn router() -> Routes {
    Routes::new().routes(routes!(get_usage)).routes(routes!(list_postings))
}

/// The caller's limits and usage.
#[derive(Debug, Serialize, ToSchema)]
struct UsageReport {
    /// Meters that the caller's plan has, or that something was granted of; the others are locked.
    meters: Vec<MeterUsage>,
    /// Daily limits of the caller's plan.
    daily: Vec<DailyUsage>,
}

/// Usage and limit of one daily allowance.
#[derive(Debug, Serialize, ToSchema)]
struct DailyUsage {
    what: DailyUse,
    used: i64,
    max: i64,
    resets_at: Timestamp,
}

#[derive(Debug, Serialize, ToSchema)]
struct MeterUsage {
    meter: Meter,
    /// Granted amount; null is unlimited.
    granted: Option<i64>,
    /// Amount used, with what running answers hold.
    used: i64,
    /// Remaining amount; null is unlimited.
    left: Option<i64>,
    /// The interval at which the plan refills it; null if it does not.
    window: Option<Window>,
    resets_at: Option<Timestamp>,
    /// True if so little of the plan's monthly allowance is left that the caller is warned.
    low: bool,
    /// The lots it consists of, in the order in which they are used; empty if unlimited.
    lots: Vec<CreditLot>,
}

/// A grant from one source, with its own expiry.
#[derive(Debug, Serialize, ToSchema)]
struct CreditLot {
    source: CreditSource,
    granted: i64,
    /// Amount used, with what running answers hold.
    used: i64,
    left: i64,
    /// The first moment at which it can no longer be used; null: it does not end.
    ends_at: Option<Timestamp>,
    /// True if it was bought or granted and expires within 7 days with something left.
    ends_soon: bool,
}

/// The source of a grant: the plan, a purchase, an invitation, or something else.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum CreditSource {
    Plan,
    AddOn,
    Reward,
    Other,
}

/// One line of the usage record.
#[derive(Debug, Serialize, ToSchema)]
struct Posting {
    #[schema(value_type = String, format = "uuid")]
    id: Uuid,
    created_at: Timestamp,
    /// The area that used it, or what granted it.
    feature: String,
    /// The model, or the reason of a grant.
    detail: String,
    meter: Meter,
    /// Negative where something was used.
    change: i64,
}

/// Returns the caller's limits and usage.
#[utoipa::path(get, path = "/api/billing/usage", tag = "billing",
    responses((status = 200, body = UsageReport), (status = 401, body = ProblemBody)))]
async fn get_usage(
    State(services): State<Services>,
    caller: SignedIn,
) -> ApiResult<Json<UsageReport>> {
    let mut conn = services.db.read().await?;
    let usage = services.ledger.usage(&mut conn, &caller.payer()).await?;
    let (now, percent) = (services.clock.now(), services.payments.settings().low_balance_percent);
    let meters = usage.into_iter().map(|usage| MeterUsage::new(usage, now, percent));
    let daily = daily_usage(&services, &mut conn, &caller.payer()).await?;
    Ok(Json(UsageReport { meters: meters.collect(), daily }))
}

/// Returns today's usage of everything that the payer's plan limits per day, as counted by the areas.
async fn daily_usage(
    services: &Services,
    conn: &mut Conn,
    payer: &Payer,
) -> StoreResult<Vec<DailyUsage>> {
    let now = services.clock.now();
    let plan = services.entitlements.plan_of(conn, payer.workspace_id, now).await?;
    if DailyUse::ALL.into_iter().all(|what| plan.daily_limit(what).is_none()) {
        return Ok(Vec::new());
    }
    let mut counted = Vec::new();
    for source in services.daily_sources.iter() {
        counted.extend(source.count(conn, payer, day_of(now)).await?);
    }
    let usage = |what: DailyUse| {
        let (_, used) = *counted.iter().find(|(known, _)| *known == what)?;
        let max = plan.daily_limit(what)?;
        Some(DailyUsage { what, used: used.min(max), max, resets_at: now.next_utc_midnight() })
    };
    Ok(DailyUse::ALL.into_iter().filter_map(usage).collect())
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

impl MeterUsage {
    fn new(usage: ledger::MeterUsage, now: Timestamp, low_percent: u8) -> Self {
        let low = rules::is_low(&usage, low_percent);
        let ledger::MeterUsage { meter, granted, used, left, window, resets_at, lots } = usage;
        let lots = lots.iter().map(|lot| CreditLot::new(lot, now)).collect();
        Self { meter, granted, used, left, window, resets_at, low, lots }
    }
}

impl CreditLot {
    fn new(lot: &Lot, now: Timestamp) -> Self {
        Self {
            source: match lot.source {
                LotSource::Plan => CreditSource::Plan,
                LotSource::AddOn => CreditSource::AddOn,
                LotSource::Reward => CreditSource::Reward,
                LotSource::Other => CreditSource::Other,
            },
            granted: lot.granted,
            used: lot.used,
            left: lot.left(),
            ends_at: lot.ends_at,
            ends_soon: rules::ends_soon(now, lot),
        }
    }
}

impl From<ledger::Posting> for Posting {
    fn from(posting: ledger::Posting) -> Self {
        let ledger::Posting { id, created_at, feature, detail, meter, change } = posting;
        Self { id, created_at, feature, detail, meter, change }
    }
}
