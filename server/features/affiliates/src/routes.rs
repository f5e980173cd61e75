use std::sync::Arc;
use std::time::Duration;

use api::{
    ApiResult, Json, PageBody, PageQuery, ProblemBody, Query, RateExchange, RateLimit,
    RequestContext,
};
use area::{Routes, Services, routes};
use axum::Extension;
use axum::extract::State;
use http::{HeaderMap, StatusCode};
use identity::{SignedIn, Visitor};
use kernel::{Fallible, Timestamp, UserId, Uuid};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::clicks::{self, Browser};
use crate::program::{self, Program};
use crate::rules::{self, CLICK_DAYS, CLICKS_PER_IP};
use crate::settings::Settings;
use crate::store::{self, Affiliate, Commission, Sums};

pub(crate) fn router(rates: &RateExchange) -> Routes {
    let pace = Arc::new(RateLimit::new(
        rates,
        "affiliates.clicks",
        CLICKS_PER_IP,
        Duration::from_secs(10),
    ));
    Routes::new()
        .routes(routes!(get_own_affiliate, apply_as_affiliate))
        .routes(routes!(list_commissions))
        .routes(routes!(follow_link))
        .routes(routes!(claim_click))
        .layer(Extension(pace))
}

/// The terms of the affiliate program.
#[derive(Debug, Serialize, ToSchema)]
struct AffiliateProgram {
    /// Share of payments, in percent.
    percent: u8,
    /// Number of months after sign-up in which payments count.
    months: u16,
    /// Number of days until a commission is approved.
    hold_days: u16,
    /// For how many days after a click a registration counts.
    click_days: i64,
}

/// The caller's state in the program.
#[derive(Debug, Serialize, ToSchema)]
struct OwnAffiliate {
    program: AffiliateProgram,
    /// `applied`, `approved`, `refused`; null: they did not apply.
    state: Option<String>,
    about: String,
    payout_to: String,
    /// Their link; null unless they are approved.
    url: Option<String>,
    counts: AffiliateCounts,
    /// Newest first.
    payouts: Vec<AffiliatePayout>,
}

/// The results of an affiliate's link.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct AffiliateCounts {
    clicks: i64,
    sign_ups: i64,
    /// Totals by currency.
    sums: Vec<CommissionSums>,
}

/// Totals of commissions in one currency, in its smallest unit.
#[derive(Debug, Serialize, ToSchema)]
struct CommissionSums {
    currency: String,
    pending: i64,
    approved: i64,
    paid: i64,
    clawed_back: i64,
    /// Amount to pay out: approved commissions, less those paid out before and refunded since.
    due: i64,
}

#[derive(Debug, Serialize, ToSchema)]
struct AffiliatePayout {
    created_at: Timestamp,
    amount: i64,
    currency: String,
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct AffiliateApplication {
    /// The plan for bringing people.
    about: String,
    /// The details for payouts.
    payout_to: String,
}

/// The commission on one payment.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Commission)]
struct CommissionBody {
    #[schema(value_type = String, format = "uuid")]
    id: Uuid,
    amount: i64,
    currency: String,
    /// `pending`, `approved`, `paid`, `clawed_back`.
    state: String,
    created_at: Timestamp,
    /// Date of approval, unless the money is refunded before.
    due_at: Timestamp,
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct FollowedLink {
    code: String,
}

/// A link that was followed.
#[derive(Debug, Serialize, ToSchema)]
struct AffiliateClick {
    /// Id of the click; null: it is the caller's own link, and does not count.
    #[schema(value_type = Option<String>, format = "uuid")]
    click_id: Option<Uuid>,
    /// Name of the affiliate.
    name: String,
}

impl From<Sums> for CommissionSums {
    fn from(sums: Sums) -> Self {
        let Sums { currency, pending, approved, paid, clawed_back, owed_back } = sums;
        let due = rules::due(approved, owed_back);
        Self { currency, pending, approved, paid, clawed_back, due }
    }
}

impl From<Commission> for CommissionBody {
    fn from(row: Commission) -> Self {
        let Commission { id, amount, currency, state, created_at, due_at, .. } = row;
        Self { id, amount, currency, state, created_at, due_at }
    }
}

impl From<Program> for AffiliateProgram {
    fn from(Program(settings): Program) -> Self {
        let Settings { percent, months, hold_days, .. } = settings;
        Self { percent, months, hold_days, click_days: CLICK_DAYS }
    }
}

/// Returns the results of an affiliate's link with so many clicks.
pub(crate) async fn counts_of(
    conn: &mut ::store::Conn,
    user_id: UserId,
    clicks: i64,
) -> ::store::StoreResult<AffiliateCounts> {
    let sign_ups = store::count_referrals(conn, user_id).await?;
    let sums = store::sum_commissions(conn, user_id).await?;
    let sums = sums.into_iter().map(CommissionSums::from).collect();
    Ok(AffiliateCounts { clicks, sign_ups, sums })
}

/// Returns the caller's state in the program, and the results of their link.
#[utoipa::path(get, path = "/api/affiliates/own", tag = "affiliates",
    responses((status = 200, body = OwnAffiliate), (status = 404, body = ProblemBody)))]
async fn get_own_affiliate(
    State(services): State<Services>,
    context: RequestContext,
    caller: SignedIn,
    program: Program,
    headers: HeaderMap,
) -> ApiResult<(HeaderMap, Json<OwnAffiliate>)> {
    let (own, code) = read_own(&services, &caller, program).await?;
    let browser = Browser::new(&services, &context, &headers);
    let kept = code.map_or_else(HeaderMap::new, |code| browser.keep_own(&code));
    Ok((kept, Json(own)))
}

/// Maximum number of payouts shown.
const PAYOUTS_SHOWN: i64 = 100;

/// Reads the caller's state, with the code of an approved affiliate.
async fn read_own(
    services: &Services,
    caller: &SignedIn,
    program: Program,
) -> Fallible<(OwnAffiliate, Option<String>)> {
    let program = program.into();
    let mut conn = services.db.read().await?;
    let found = store::find_affiliate(&mut conn, caller.user_id).await?;
    let code = found.as_ref().filter(|it| it.is_approved()).map(|it| it.code.clone());
    let url = code.as_ref().map(|code| {
        let mut url = services.page("/invitation-affiliate-landing");
        url.query_pairs_mut().append_pair("code", code);
        url.into()
    });
    let clicks = found.as_ref().map_or(0, |it| it.clicks);
    let counts = counts_of(&mut conn, caller.user_id, clicks).await?;
    let payouts = store::list_payouts(&mut conn, caller.user_id, PAYOUTS_SHOWN).await?;
    let payouts = payouts.into_iter().map(|(created_at, amount, currency)| AffiliatePayout {
        created_at,
        amount,
        currency,
    });
    let payouts = payouts.collect();
    let (state, about, payout_to) = match found {
        Some(Affiliate { state, about, payout_to, .. }) => (Some(state), about, payout_to),
        None => (None, String::new(), String::new()),
    };
    Ok((OwnAffiliate { program, state, about, payout_to, url, counts, payouts }, code))
}

/// Submits or updates the caller's application.
#[utoipa::path(put, path = "/api/affiliates/own", tag = "affiliates",
    request_body = AffiliateApplication,
    responses((status = 200, body = OwnAffiliate), (status = 404, body = ProblemBody),
        (status = 409, body = ProblemBody), (status = 422, body = ProblemBody)))]
async fn apply_as_affiliate(
    State(services): State<Services>,
    caller: SignedIn,
    program: Program,
    Json(said): Json<AffiliateApplication>,
) -> ApiResult<Json<OwnAffiliate>> {
    program::apply(&services, &caller, (&said.about, &said.payout_to)).await?;
    Ok(Json(read_own(&services, &caller, program).await?.0))
}

/// Lists the caller's commissions, newest first.
#[utoipa::path(get, path = "/api/affiliates/commissions", tag = "affiliates", params(PageQuery),
    responses((status = 200, body = PageBody<CommissionBody>), (status = 404, body = ProblemBody)))]
async fn list_commissions(
    State(services): State<Services>,
    caller: SignedIn,
    _program: Program,
    Query(page): Query<PageQuery>,
) -> ApiResult<Json<PageBody<CommissionBody>>> {
    let (cursor, limit) = page.bounds()?;
    let mut conn = services.db.read().await?;
    let page = store::list_commissions(&mut conn, caller.user_id, cursor, limit).await?;
    Ok(Json(page.map(CommissionBody::from).into()))
}

/// Records that somebody followed an affiliate's link, and stores the click in their browser. Open to visitors.
#[utoipa::path(post, path = "/api/affiliates/clicks", tag = "affiliates", security(()),
    request_body = FollowedLink,
    responses((status = 200, body = AffiliateClick), (status = 404, body = ProblemBody),
        (status = 429, body = ProblemBody)))]
async fn follow_link(
    State(services): State<Services>,
    Extension(pace): Extension<Arc<RateLimit>>,
    context: RequestContext,
    Visitor(caller): Visitor,
    _program: Program,
    headers: HeaderMap,
    Json(link): Json<FollowedLink>,
) -> ApiResult<(HeaderMap, Json<AffiliateClick>)> {
    pace.check(&context.rate_key())?;
    let browser = Browser::new(&services, &context, &headers);
    let clicked = clicks::follow(&services, &browser, caller.as_ref(), &link.code).await?;
    let body = AffiliateClick { click_id: clicked.id, name: clicked.name };
    Ok((clicked.headers, Json(body)))
}

/// Attributes the caller, who is new, to the last link their browser followed.
#[utoipa::path(post, path = "/api/affiliates/claims", tag = "affiliates",
    responses((status = 204), (status = 404, body = ProblemBody), (status = 409, body = ProblemBody)))]
async fn claim_click(
    State(services): State<Services>,
    context: RequestContext,
    caller: SignedIn,
    _program: Program,
    headers: HeaderMap,
) -> ApiResult<(StatusCode, HeaderMap)> {
    let browser = Browser::new(&services, &context, &headers);
    clicks::claim(&services, &browser, &caller).await?;
    Ok((StatusCode::NO_CONTENT, browser.forget()))
}
