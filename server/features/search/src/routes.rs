use api::{ApiResult, Json, ProblemBody};
use area::{Routes, Services, routes};
use axum::Extension;
use axum::extract::State;
use identity::SignedIn;
use live_settings::Section;
use serde::Serialize;
use utoipa::ToSchema;

use crate::engines::EngineList;
use crate::{Settings, assistant, engines};

pub(crate) fn router(settings: Section<Settings>) -> Routes {
    Routes::new()
        .routes(routes!(list_engines))
        .routes(routes!(get_assistant))
        .layer(Extension(settings))
}

/// What the assistant beside search results may do for the caller.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct SearchAssistant {
    /// Whether searches may be answered unasked. On some plans people ask each time.
    pub automatic: bool,
    /// Whether so much is left of the allowance that an answer nobody asked for does no harm.
    pub plenty: bool,
}

/// Lists the search engines beside whose results the assistant can stand, and how to read them.
#[utoipa::path(get, path = "/api/search/engines", tag = "search",
    responses((status = 200, body = EngineList), (status = 401, body = ProblemBody)))]
async fn list_engines(
    Extension(settings): Extension<Section<Settings>>,
    _caller: SignedIn,
) -> Json<EngineList> {
    Json(engines::read(settings.get().engines_file.as_deref()).await)
}

/// Tells whether the caller's searches may be answered unasked.
#[utoipa::path(get, path = "/api/search/assistant", tag = "search",
    responses((status = 200, body = SearchAssistant), (status = 401, body = ProblemBody)))]
async fn get_assistant(
    State(services): State<Services>,
    caller: SignedIn,
) -> ApiResult<Json<SearchAssistant>> {
    Ok(Json(assistant::allowed(&services, &caller).await?))
}
