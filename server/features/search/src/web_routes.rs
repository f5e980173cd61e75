use std::sync::Arc;
use std::time::Duration;

use api::{ApiResult, Json, PageBody, Path, ProblemBody, Query, RateLimit};
use area::{Routes, Services, routes};
use axum::Extension;
use axum::extract::State;
use http::StatusCode;
use identity::{Operator, SignedIn};
use kernel::{MessageId, Uuid};
use tasks::{TaskId, TaskPageQuery};
use web_search::operator::{self, SearchEngineBody, SearchEngineChange, SearchEngineTest};

use crate::in_chat::pages::find_answer_page;
use crate::in_chat::{self, ChatFile};
use crate::limits::{SEARCH_BURST, SEARCH_EVERY_MS};
use crate::problems::PAGE_NOT_READ;
use crate::searches;
use crate::web_wire::{
    EntryBody, NewSearch, OwnFind, OwnFinds, OwnKindQuery, OwnQuery, SearchBody, SearchEngineList,
    SearchId, SearchSources, SnapshotBody,
};

/// Rate limit of searches per person (security RL1).
type Pace = Extension<Arc<RateLimit>>;

pub(crate) fn router(services: &Services) -> Routes {
    let every = Duration::from_millis(SEARCH_EVERY_MS);
    let pace = RateLimit::new(&services.rates, "search.search", SEARCH_BURST, every);
    Routes::new()
        .routes(routes!(list_sources))
        .routes(routes!(find_own_things))
        .routes(routes!(get_own_thing))
        .routes(routes!(list_searches, begin_search))
        .routes(routes!(get_search, delete_search))
        .routes(routes!(cancel_search))
        .routes(routes!(restore_search))
        .routes(routes!(get_snapshot))
        .routes(routes!(get_answer_page))
        .routes(routes!(get_chat_web, set_chat_web))
        .routes(routes!(list_search_engines))
        .routes(routes!(change_search_engine))
        .routes(routes!(test_search_engine))
        .layer(Extension(Arc::new(pace)))
}

/// Lists the sources that can be searched now.
#[utoipa::path(get, path = "/api/search/sources", tag = "search",
    responses((status = 200, body = SearchSources)))]
async fn list_sources(
    State(services): State<Services>,
    caller: SignedIn,
) -> ApiResult<Json<SearchSources>> {
    Ok(Json(SearchSources { items: searches::sources(&services, caller.user_id).await? }))
}

/// Searches the caller's library.
#[utoipa::path(get, path = "/api/search/own", tag = "search", params(OwnQuery),
    responses((status = 200, body = OwnFinds)))]
async fn find_own_things(
    State(services): State<Services>,
    caller: SignedIn,
    Query(query): Query<OwnQuery>,
) -> ApiResult<Json<OwnFinds>> {
    Ok(Json(searches::find_own_things(&services, caller.user_id, query).await?))
}

/// Lists the caller's searches, newest first: all, by words of their titles, or those in the trash.
#[utoipa::path(get, path = "/api/search/searches", tag = "search", params(TaskPageQuery),
    responses((status = 200, body = PageBody<EntryBody>)))]
async fn list_searches(
    State(services): State<Services>,
    caller: SignedIn,
    Query(query): Query<TaskPageQuery>,
) -> ApiResult<Json<PageBody<EntryBody>>> {
    Ok(Json(searches::list(&services, &caller, &query).await?))
}

/// Starts a search in the background. Get its state by its id and its answer by its run.
#[utoipa::path(post, path = "/api/search/searches", tag = "search", request_body = NewSearch,
    responses((status = 202, body = SearchBody), (status = 409, body = ProblemBody),
        (status = 422, body = ProblemBody)))]
async fn begin_search(
    State(services): State<Services>,
    Extension(pace): Pace,
    caller: SignedIn,
    Json(new): Json<NewSearch>,
) -> ApiResult<(StatusCode, Json<SearchBody>)> {
    pace.check(&caller.user_id.to_string())?;
    let search = searches::begin(&services, &caller, new).await?;
    Ok((StatusCode::ACCEPTED, Json(search)))
}

/// Returns a search with its current state.
#[utoipa::path(get, path = "/api/search/searches/{search_id}", tag = "search",
    params(("search_id" = SearchId, Path)),
    responses((status = 200, body = SearchBody), (status = 404, body = ProblemBody)))]
async fn get_search(
    State(services): State<Services>,
    caller: SignedIn,
    Path(id): Path<SearchId>,
) -> ApiResult<Json<SearchBody>> {
    Ok(Json(searches::get(&services, &caller, TaskId(id.0)).await?))
}

/// Deletes a search; it can be restored for 30 days.
#[utoipa::path(delete, path = "/api/search/searches/{search_id}", tag = "search",
    params(("search_id" = SearchId, Path)),
    responses((status = 204), (status = 404, body = ProblemBody)))]
async fn delete_search(
    State(services): State<Services>,
    caller: SignedIn,
    Path(id): Path<SearchId>,
) -> ApiResult<StatusCode> {
    searches::delete(&services, &caller, TaskId(id.0)).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Stops a search. Its results so far are kept.
#[utoipa::path(post, path = "/api/search/searches/{search_id}/cancel", tag = "search",
    params(("search_id" = SearchId, Path)),
    responses((status = 202), (status = 404, body = ProblemBody)))]
async fn cancel_search(
    State(services): State<Services>,
    caller: SignedIn,
    Path(id): Path<SearchId>,
) -> ApiResult<StatusCode> {
    searches::cancel(&services, &caller, TaskId(id.0)).await?;
    Ok(StatusCode::ACCEPTED)
}

/// Restores a deleted search.
#[utoipa::path(post, path = "/api/search/searches/{search_id}/restore", tag = "search",
    params(("search_id" = SearchId, Path)),
    responses((status = 200, body = SearchBody), (status = 404, body = ProblemBody)))]
async fn restore_search(
    State(services): State<Services>,
    caller: SignedIn,
    Path(id): Path<SearchId>,
) -> ApiResult<Json<SearchBody>> {
    Ok(Json(searches::restore(&services, &caller, TaskId(id.0)).await?))
}

/// Returns the text of a page as it was read for a search.
#[utoipa::path(get, path = "/api/search/searches/{search_id}/pages/{number}", tag = "search",
    params(("search_id" = SearchId, Path), ("number" = i64, Path)),
    responses((status = 200, body = SnapshotBody), (status = 404, body = ProblemBody)))]
async fn get_snapshot(
    State(services): State<Services>,
    caller: SignedIn,
    Path((id, number)): Path<(SearchId, i64)>,
) -> ApiResult<Json<SnapshotBody>> {
    Ok(Json(searches::snapshot(&services, &caller, TaskId(id.0), number).await?))
}

/// Returns a library item of the caller with its current title and path.
#[utoipa::path(get, path = "/api/search/own/{thing_id}", tag = "search",
    params(("thing_id" = Uuid, Path), OwnKindQuery),
    responses((status = 200, body = OwnFind), (status = 404, body = ProblemBody)))]
async fn get_own_thing(
    State(services): State<Services>,
    caller: SignedIn,
    Path(id): Path<Uuid>,
    Query(query): Query<OwnKindQuery>,
) -> ApiResult<Json<OwnFind>> {
    Ok(Json(searches::get_own_thing(&services, caller.user_id, &query.kind, id).await?))
}

/// Returns the text of a page as it was read for an answer in one of the caller's chats.
#[utoipa::path(get, path = "/api/search/answers/{message_id}/pages/{number}", tag = "search",
    params(("message_id" = MessageId, Path), ("number" = i64, Path)),
    responses((status = 200, body = SnapshotBody), (status = 404, body = ProblemBody)))]
async fn get_answer_page(
    State(services): State<Services>,
    caller: SignedIn,
    Path((id, number)): Path<(MessageId, i64)>,
) -> ApiResult<Json<SnapshotBody>> {
    let mut conn = services.db.read().await?;
    let text = find_answer_page(&mut conn, caller.user_id, id, number).await?;
    Ok(Json(SnapshotBody { number, text: text.ok_or(PAGE_NOT_READ)? }))
}

/// Returns the caller's settings for the web in chats.
#[utoipa::path(get, path = "/api/search/chat", tag = "search",
    responses((status = 200, body = ChatFile)))]
async fn get_chat_web(
    State(services): State<Services>,
    caller: SignedIn,
) -> ApiResult<Json<ChatFile>> {
    Ok(Json(in_chat::get(&services, caller.user_id).await?))
}

/// Changes the caller's settings for the web in chats. Automatic searches are not in every plan.
#[utoipa::path(put, path = "/api/search/chat", tag = "search", request_body = ChatFile,
    responses((status = 200, body = ChatFile), (status = 403, body = ProblemBody)))]
async fn set_chat_web(
    State(services): State<Services>,
    caller: SignedIn,
    Json(chat): Json<ChatFile>,
) -> ApiResult<Json<ChatFile>> {
    let (user_id, workspace_id) = (caller.user_id, caller.workspace_id);
    Ok(Json(in_chat::set(&services, user_id, workspace_id, chat).await?))
}

/// Lists all search engines with the operator's settings.
#[utoipa::path(get, path = "/api/search/finders", tag = "search",
    responses((status = 200, body = SearchEngineList), (status = 403, body = ProblemBody)))]
async fn list_search_engines(
    State(services): State<Services>,
    _operator: Operator,
) -> ApiResult<Json<SearchEngineList>> {
    Ok(Json(SearchEngineList { items: operator::list(&services).await? }))
}

/// Changes the settings of a search engine. Its API key is never returned.
#[utoipa::path(patch, path = "/api/search/finders/{finder}", tag = "search",
    params(("finder" = String, Path)), request_body = SearchEngineChange,
    responses((status = 200, body = SearchEngineBody), (status = 404, body = ProblemBody),
        (status = 422, body = ProblemBody)))]
async fn change_search_engine(
    State(services): State<Services>,
    Operator(caller): Operator,
    Path(id): Path<String>,
    Json(change): Json<SearchEngineChange>,
) -> ApiResult<Json<SearchEngineBody>> {
    Ok(Json(operator::change(&services, caller.actor(), &id, change).await?))
}

/// Tests a search engine with a common query, and returns the outcome.
#[utoipa::path(post, path = "/api/search/finders/{finder}/test", tag = "search",
    params(("finder" = String, Path)),
    responses((status = 200, body = SearchEngineTest), (status = 404, body = ProblemBody)))]
async fn test_search_engine(
    State(services): State<Services>,
    _operator: Operator,
    Path(id): Path<String>,
) -> ApiResult<Json<SearchEngineTest>> {
    Ok(Json(operator::test(&services, &id).await?))
}
