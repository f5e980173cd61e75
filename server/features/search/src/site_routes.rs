//! Sites that the caller ranks first or excludes in all searches.

use api::{ApiResult, Json, ProblemBody};
use area::{Routes, Services, routes};
use axum::extract::State;
use identity::SignedIn;
use web_search::sites::{self, SiteChange, Sites};

pub(crate) fn router() -> Routes {
    Routes::new().routes(routes!(list_sites, change_site))
}

/// Lists the sites that the caller has come first, or never.
#[utoipa::path(get, path = "/api/search/sites", tag = "search",
    responses((status = 200, body = Sites)))]
async fn list_sites(State(services): State<Services>, caller: SignedIn) -> ApiResult<Json<Sites>> {
    Ok(Json(sites::get(&services, caller.user_id).await?))
}

/// Says where a site stands in what the caller finds from now on.
#[utoipa::path(patch, path = "/api/search/sites", tag = "search", request_body = SiteChange,
    responses((status = 200, body = Sites), (status = 422, body = ProblemBody)))]
async fn change_site(
    State(services): State<Services>,
    caller: SignedIn,
    Json(change): Json<SiteChange>,
) -> ApiResult<Json<Sites>> {
    Ok(Json(sites::change(&services, caller.user_id, change).await?))
}
