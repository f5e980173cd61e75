use api::{ApiResult, Json, PageBody, PageQuery, Path, ProblemBody, Query};
use area::{Routes, Services, routes};
use axum::extract::State;
use entitlements::Meter;
use http::StatusCode;
use identity::Operator;
use kernel::{Timestamp, Uuid, WorkspaceId};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::grants::{self, Given, GrantId, Lot, LotFilter, Recipient, Source};
use crate::problems::GRANT_NOT_FOUND;
use crate::rules::{self, Gift};

pub(crate) fn router() -> Routes {
    Routes::new()
        .routes(routes!(list_grants, give_grant))
        .routes(routes!(take_grant_back))
        .routes(routes!(list_recipients))
}

/// Filter and page of the list of lots.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct LotQuery {
    /// Source of the lots; by default all sources except plans.
    source: Option<Source>,
    /// Text that the name or the address of the recipient contains.
    q: Option<String>,
    /// `next_cursor` of the page before.
    cursor: Option<String>,
    /// Number of rows per page: 1 to 100, 50 by default.
    limit: Option<usize>,
}

/// A grant to a person or a team.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = GrantedLot)]
struct LotBody {
    id: Uuid,
    /// Id by which an operator's grant can be taken back; null if it is not one.
    grant_id: Option<GrantId>,
    source: Source,
    /// The plan that gave it; null where none did.
    plan: Option<String>,
    workspace_id: WorkspaceId,
    /// Name of the recipient: a person, or a team.
    name: String,
    /// Email address; null: a team.
    email: Option<String>,
    meter: Meter,
    /// Amount; null: unlimited.
    amount: Option<i64>,
    used: i64,
    /// Amount that running answers hold of it.
    held: i64,
    taken_back: i64,
    given_at: Timestamp,
    /// Expiry; null: never.
    ends_at: Option<Timestamp>,
    /// The pack that was bought, or why an operator gave it.
    note: String,
    /// The operator who granted it; null if none did, or their account is gone.
    given_by: Option<String>,
    /// Time at which an operator took it back.
    taken_at: Option<Timestamp>,
    taken_by: Option<String>,
}

impl LotBody {
    /// Converts a lot; `None`: only a newer version knows its meter.
    fn of((lot, said): (Lot, Option<Given>)) -> Option<Self> {
        Some(Self {
            meter: Meter::from_name(&lot.meter)?,
            id: lot.id,
            grant_id: lot.grant_id().map(GrantId),
            source: lot.source(),
            plan: lot.plan().map(str::to_owned),
            workspace_id: lot.workspace_id,
            amount: (!lot.is_unlimited).then_some(lot.given),
            used: lot.used,
            held: lot.held,
            taken_back: lot.taken_back,
            given_at: lot.created_at,
            ends_at: lot.ends_at,
            note: lot.detail,
            name: lot.name,
            email: lot.email,
            given_by: said.as_ref().and_then(|said| said.given_by.clone()),
            taken_at: said.as_ref().and_then(|said| said.taken_at),
            taken_by: said.and_then(|said| said.taken_by),
        })
    }
}

/// A grant to make: what, and to whom.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct NewGrant {
    /// Id made by the client: a repeated request grants only once.
    id: GrantId,
    workspace_id: WorkspaceId,
    meter: Meter,
    amount: i64,
    /// The first moment at which it can no longer be used; null: it is good for ever.
    ends_at: Option<Timestamp>,
    /// The reason, which the recipient reads.
    reason: String,
}

/// A person or a team that something may be given to.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Recipient)]
struct RecipientBody {
    workspace_id: WorkspaceId,
    name: String,
    /// Email address; null: it is a team.
    email: Option<String>,
}

impl From<Recipient> for RecipientBody {
    fn from(it: Recipient) -> Self {
        Self { workspace_id: it.workspace_id, name: it.name, email: it.email }
    }
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct RecipientQuery {
    /// Text that the name or address contains.
    q: Option<String>,
}

/// Lists what people and teams were given, newest first.
#[utoipa::path(get, path = "/api/admin/grants", tag = "admin", params(LotQuery),
    responses((status = 200, body = PageBody<LotBody>), (status = 403, body = ProblemBody)))]
async fn list_grants(
    State(services): State<Services>,
    _operator: Operator,
    Query(query): Query<LotQuery>,
) -> ApiResult<Json<PageBody<LotBody>>> {
    let (cursor, limit) = PageQuery { cursor: query.cursor, limit: query.limit }.bounds()?;
    let filter = LotFilter { source: query.source, search: rules::search(query.q.as_deref()) };
    let page = grants::list(&services, &filter, cursor, limit).await?;
    let items = page.items.into_iter().filter_map(LotBody::of).collect();
    Ok(Json(store::Page { items, next: page.next }.into()))
}

/// Grants queries or credits to a person or a team, once. They are notified.
#[utoipa::path(post, path = "/api/admin/grants", tag = "admin", request_body = NewGrant,
    responses((status = 201, body = LotBody), (status = 403, body = ProblemBody),
        (status = 404, body = ProblemBody), (status = 409, body = ProblemBody),
        (status = 422, body = ProblemBody)))]
async fn give_grant(
    State(services): State<Services>,
    Operator(caller): Operator,
    Json(new): Json<NewGrant>,
) -> ApiResult<(StatusCode, Json<LotBody>)> {
    let NewGrant { id, workspace_id, meter, amount, ends_at, reason } = new;
    let gift = Gift { meter, amount, ends_at, reason };
    let given = grants::give(&services, &caller, id, workspace_id, gift).await?;
    let lot = LotBody::of(given).ok_or(GRANT_NOT_FOUND)?;
    Ok((StatusCode::CREATED, Json(lot)))
}

/// Takes back what is left of an operator's grant. The recipients are notified.
#[utoipa::path(post, path = "/api/admin/grants/{grant_id}/take-back", tag = "admin",
    params(("grant_id" = GrantId, Path)),
    responses((status = 200, body = LotBody), (status = 403, body = ProblemBody),
        (status = 404, body = ProblemBody)))]
async fn take_grant_back(
    State(services): State<Services>,
    Operator(caller): Operator,
    Path(id): Path<GrantId>,
) -> ApiResult<Json<LotBody>> {
    let taken = grants::take_back(&services, &caller, id).await?;
    Ok(Json(LotBody::of(taken).ok_or(GRANT_NOT_FOUND)?))
}

/// Lists people and teams that something may be given to, by their names.
#[utoipa::path(get, path = "/api/admin/recipients", tag = "admin", params(RecipientQuery),
    responses((status = 200, body = Vec<RecipientBody>), (status = 403, body = ProblemBody)))]
async fn list_recipients(
    State(services): State<Services>,
    _operator: Operator,
    Query(query): Query<RecipientQuery>,
) -> ApiResult<Json<Vec<RecipientBody>>> {
    let search = rules::search(query.q.as_deref());
    let mut conn = services.db.read().await?;
    let found = grants::find_recipients(&mut conn, &search).await?;
    Ok(Json(found.into_iter().map(RecipientBody::from).collect()))
}
