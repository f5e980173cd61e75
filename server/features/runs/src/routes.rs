use api::{ApiResult, Json, Path, ProblemBody, Query, sse};
use area::{Routes, Services, routes};
use axum::extract::State;
use axum::response::Response;
use generation::{Decision, QuestionAction, RUN_NOT_FOUND, Run, RunState, Sequenced, find_run};
use http::{HeaderMap, StatusCode};
use identity::SignedIn;
use kernel::{ConversationId, Fallible, MessageId, RunId, Timestamp, Uuid};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::hints::follow_hints;

pub(crate) fn router() -> Routes {
    Routes::new()
        .routes(routes!(get_run))
        .routes(routes!(follow_run))
        .routes(routes!(cancel_run))
        .routes(routes!(decide_tool_call))
        .routes(routes!(answer_question))
        .routes(routes!(follow_changes))
}

#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Run)]
struct RunBody {
    id: RunId,
    state: RunState,
    message_id: Option<MessageId>,
    conversation_id: Option<ConversationId>,
    created_at: Timestamp,
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct After {
    /// The last event the reader has; `Last-Event-ID` goes before it.
    after: Option<i64>,
}

/// Returns the result of a run.
#[utoipa::path(get, path = "/api/runs/{run_id}", tag = "runs", params(("run_id" = RunId, Path)),
    responses((status = 200, body = RunBody), (status = 404, body = ProblemBody)))]
async fn get_run(
    State(services): State<Services>,
    caller: SignedIn,
    Path(id): Path<RunId>,
) -> ApiResult<Json<RunBody>> {
    let run = own_run(&services, &caller, id).await?;
    Ok(Json(RunBody {
        id: run.id,
        state: run.state,
        message_id: run.message_id,
        conversation_id: run.conversation_id,
        created_at: run.created_at,
    }))
}

/// Streams a run's events: those after `Last-Event-ID`, then live, up to the last and `done`.
///
/// Following starts nothing, and leaving stops nothing.
#[utoipa::path(get, path = "/api/runs/{run_id}/events", tag = "runs",
    params(("run_id" = RunId, Path), After, ("last-event-id" = Option<i64>, Header)),
    responses((status = 200, body = Sequenced, content_type = "text/event-stream")))]
async fn follow_run(
    State(services): State<Services>,
    caller: SignedIn,
    Path(id): Path<RunId>,
    Query(query): Query<After>,
    headers: HeaderMap,
) -> ApiResult<Response> {
    let run = match services.generation.find_live(id).filter(|run| run.user_id == caller.user_id) {
        Some(run) => run,
        None => own_run(&services, &caller, id).await?,
    };
    let last_event_id = headers.get("last-event-id").and_then(|value| value.to_str().ok());
    let after = last_event_id.and_then(|id| id.parse().ok()).or(query.after).unwrap_or(0);
    Ok(sse::response(services.generation.follow(run, after.max(0))))
}

/// Cancels a run. Its text so far is kept; one that is over stays as it is.
#[utoipa::path(post, path = "/api/runs/{run_id}/cancel", tag = "runs",
    params(("run_id" = RunId, Path)), responses((status = 202)))]
async fn cancel_run(
    State(services): State<Services>,
    caller: SignedIn,
    Path(id): Path<RunId>,
) -> ApiResult<StatusCode> {
    let run = own_run(&services, &caller, id).await?;
    services.generation.cancel(run.id).await?;
    Ok(StatusCode::ACCEPTED)
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct ToolCallDecision {
    decision: Decision,
}

/// Decides whether a tool that a run waits for may be used. The last decision resumes the run.
#[utoipa::path(post, path = "/api/runs/{run_id}/tool-calls/{call_id}", tag = "runs",
    params(("run_id" = RunId, Path), ("call_id" = String, Path)),
    request_body = ToolCallDecision,
    responses((status = 202), (status = 404, body = ProblemBody), (status = 409, body = ProblemBody)))]
async fn decide_tool_call(
    State(services): State<Services>,
    caller: SignedIn,
    Path((id, call_id)): Path<(RunId, String)>,
    Json(body): Json<ToolCallDecision>,
) -> ApiResult<StatusCode> {
    let run = own_run(&services, &caller, id).await?;
    services.generation.decide(&run, caller.actor(), &call_id, body.decision).await?;
    Ok(StatusCode::ACCEPTED)
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct QuestionAnswer {
    action: QuestionAction,
    /// The values of the fields by their names, for `accept`.
    #[serde(default)]
    #[schema(value_type = Object)]
    content: Option<serde_json::Map<String, serde_json::Value>>,
}

/// Answers a question that a tool's server asks while its tool runs. The first answer counts.
#[utoipa::path(post, path = "/api/runs/{run_id}/questions/{question_id}", tag = "runs",
    params(("run_id" = RunId, Path), ("question_id" = String, Path, format = "uuid")),
    request_body = QuestionAnswer,
    responses((status = 202), (status = 404, body = ProblemBody), (status = 409, body = ProblemBody),
        (status = 422, body = ProblemBody)))]
async fn answer_question(
    State(services): State<Services>,
    caller: SignedIn,
    Path((id, question_id)): Path<(RunId, Uuid)>,
    Json(body): Json<QuestionAnswer>,
) -> ApiResult<StatusCode> {
    let run = own_run(&services, &caller, id).await?;
    let content = body.content.unwrap_or_default();
    services.generation.answer_question(&run, question_id, body.action, content).await?;
    Ok(StatusCode::ACCEPTED)
}

/// Streams hints that something of the caller's changed elsewhere, so that it is asked for again.
#[utoipa::path(get, path = "/api/events", tag = "runs",
    responses((status = 200, body = String, content_type = "text/event-stream")))]
async fn follow_changes(State(services): State<Services>, caller: SignedIn) -> Response {
    sse::response(follow_hints(services, caller))
}

/// Returns the caller's run; another person's is not there.
async fn own_run(services: &Services, caller: &SignedIn, id: RunId) -> Fallible<Run> {
    let mut conn = services.db.read().await?;
    let run = find_run(&mut conn, id).await?.filter(|run| run.user_id == caller.user_id);
    Ok(run.ok_or(RUN_NOT_FOUND)?)
}
