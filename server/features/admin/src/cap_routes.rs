use api::{ApiResult, Json, Path, ProblemBody};
use area::{Routes, Services, routes};
use axum::extract::State;
use entitlements::Meter;
use identity::Operator;
use kernel::{Timestamp, UserId};
use ledger::CappedUse;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::caps;

pub(crate) fn router() -> Routes {
    Routes::new().routes(routes!(get_person_caps, set_person_cap))
}

/// Use of a person's own workspace, or of a team, in this calendar month (UTC), and the operator's caps on it.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct PersonCaps {
    since: Timestamp,
    meters: Vec<PersonMeter>,
}

#[derive(Debug, Serialize, ToSchema)]
struct PersonMeter {
    meter: Meter,
    used: i64,
    /// Maximum use per month; null: limited by the plan only.
    cap: Option<i64>,
}

impl From<(Timestamp, Vec<CappedUse>)> for PersonCaps {
    fn from((since, meters): (Timestamp, Vec<CappedUse>)) -> Self {
        Self { since, meters: meters.into_iter().map(PersonMeter::from).collect() }
    }
}

impl From<CappedUse> for PersonMeter {
    fn from(CappedUse { meter, used, cap }: CappedUse) -> Self {
        Self { meter, used, cap }
    }
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewPersonCap {
    pub meter: Meter,
    /// Maximum use per calendar month (UTC); null: limited by the plan only.
    pub amount: Option<i64>,
}

/// Returns a person's use of their own workspace this month, and its caps.
#[utoipa::path(get, path = "/api/admin/users/{user_id}/caps", tag = "admin",
    params(("user_id" = UserId, Path)),
    responses((status = 200, body = PersonCaps), (status = 403, body = ProblemBody),
        (status = 404, body = ProblemBody)))]
async fn get_person_caps(
    State(services): State<Services>,
    Operator(caller): Operator,
    Path(id): Path<UserId>,
) -> ApiResult<Json<PersonCaps>> {
    let caps = read(&services, id).await?;
    services.audit.record_read(&services.db, caller.actor(), "limits", Some(id)).await?;
    Ok(Json(caps))
}

/// Sets a person's monthly cap for one meter of their own workspace.
#[utoipa::path(put, path = "/api/admin/users/{user_id}/caps", tag = "admin",
    params(("user_id" = UserId, Path)), request_body = NewPersonCap,
    responses((status = 200, body = PersonCaps), (status = 403, body = ProblemBody),
        (status = 404, body = ProblemBody), (status = 422, body = ProblemBody)))]
async fn set_person_cap(
    State(services): State<Services>,
    Operator(caller): Operator,
    Path(id): Path<UserId>,
    Json(new): Json<NewPersonCap>,
) -> ApiResult<Json<PersonCaps>> {
    caps::set(&services, caller.actor(), id, new.meter, new.amount).await?;
    Ok(Json(read(&services, id).await?))
}

async fn read(services: &Services, id: UserId) -> ApiResult<PersonCaps> {
    Ok(caps::read(services, id).await?.into())
}
