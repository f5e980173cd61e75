use api::{ApiResult, Json, PageBody, PageQuery, Path, ProblemBody, Query};
use area::{Routes, Services, routes};
use axum::extract::State;
use identity::Operator;
use kernel::{Timestamp, WorkspaceId};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::cap_routes::{NewPersonCap, PersonCaps};
use crate::rules;
use crate::teams::{self, Team};

pub(crate) fn router() -> Routes {
    Routes::new().routes(routes!(list_teams)).routes(routes!(get_team_caps, set_team_cap))
}

/// A team, as the operator sees it.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ServerTeam)]
struct TeamBody {
    id: WorkspaceId,
    name: String,
    created_at: Timestamp,
    /// Number of confirmed members.
    members: i64,
}

impl From<Team> for TeamBody {
    fn from(Team { id, name, created_at, members }: Team) -> Self {
        Self { id, name, created_at, members }
    }
}

/// Filter and page of the list of teams.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct TeamQuery {
    /// Text that the name contains.
    q: Option<String>,
    /// `next_cursor` of the page before.
    cursor: Option<String>,
    /// Number of rows per page: 1 to 100, 50 by default.
    limit: Option<usize>,
}

/// Lists the teams of this server that match a search, newest first.
#[utoipa::path(get, path = "/api/admin/teams", tag = "admin", params(TeamQuery),
    responses((status = 200, body = PageBody<TeamBody>), (status = 403, body = ProblemBody)))]
async fn list_teams(
    State(services): State<Services>,
    _operator: Operator,
    Query(query): Query<TeamQuery>,
) -> ApiResult<Json<PageBody<TeamBody>>> {
    let (cursor, limit) = PageQuery { cursor: query.cursor, limit: query.limit }.bounds()?;
    let search = rules::search(query.q.as_deref());
    let page = teams::list(&services, &search, cursor, limit).await?;
    Ok(Json(page.map(TeamBody::from).into()))
}

/// Returns a team's use this month, and the operator's caps on it.
#[utoipa::path(get, path = "/api/admin/teams/{team_id}/caps", tag = "admin",
    params(("team_id" = WorkspaceId, Path)),
    responses((status = 200, body = PersonCaps), (status = 403, body = ProblemBody),
        (status = 404, body = ProblemBody)))]
async fn get_team_caps(
    State(services): State<Services>,
    Operator(caller): Operator,
    Path(id): Path<WorkspaceId>,
) -> ApiResult<Json<PersonCaps>> {
    let caps = read(&services, id).await?;
    services.audit.record_read(&services.db, caller.actor(), "team_limits", None).await?;
    Ok(Json(caps))
}

/// Sets the operator's monthly cap on a team for one meter. It counts besides the caps that the team's admins set.
#[utoipa::path(put, path = "/api/admin/teams/{team_id}/caps", tag = "admin",
    params(("team_id" = WorkspaceId, Path)), request_body = NewPersonCap,
    responses((status = 200, body = PersonCaps), (status = 403, body = ProblemBody),
        (status = 404, body = ProblemBody), (status = 422, body = ProblemBody)))]
async fn set_team_cap(
    State(services): State<Services>,
    Operator(caller): Operator,
    Path(id): Path<WorkspaceId>,
    Json(new): Json<NewPersonCap>,
) -> ApiResult<Json<PersonCaps>> {
    teams::set_cap(&services, caller.actor(), id, new.meter, new.amount).await?;
    Ok(Json(read(&services, id).await?))
}

async fn read(services: &Services, id: WorkspaceId) -> ApiResult<PersonCaps> {
    Ok(teams::read_caps(services, id).await?.into())
}
