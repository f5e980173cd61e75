use std::sync::Arc;
use std::time::Duration;

use api::{ApiResult, Json, PageBody, Path, ProblemBody, Query, RateLimit};
use area::{Routes, Services, routes};
use axum::Extension;
use axum::extract::State;
use http::StatusCode;
use identity::SignedIn;
use tasks::{TaskId, TaskPageQuery};

use crate::agents::definition::Definition;
use crate::agents::own;
use crate::wire::{
    AgentAnswers, AgentBody, AgentContinuation, AgentDecision, AgentListBody, AgentTaskBody,
    AgentTaskEntry, NewAgent, NewAgentMessage, NewAgentTask,
};
use crate::work::actions;

/// The rate at which one person may start tasks (security RL1).
type Pace = Extension<Arc<RateLimit>>;

const START_BURST: u32 = 20;
const START_EVERY: Duration = Duration::from_secs(3);

pub(crate) fn router(services: &Services) -> Routes {
    let pace = RateLimit::new(&services.rates, "agents.start", START_BURST, START_EVERY);
    Routes::new()
        .routes(routes!(list_agents, create_agent))
        .routes(routes!(get_agent, change_agent, delete_agent))
        .routes(routes!(restore_agent))
        .routes(routes!(list_agent_tasks, start_agent_task))
        .routes(routes!(get_agent_task, delete_agent_task))
        .routes(routes!(send_to_agent))
        .routes(routes!(decide_for_agent))
        .routes(routes!(answer_agent))
        .routes(routes!(continue_agent_task))
        .routes(routes!(cancel_agent_task))
        .routes(routes!(retry_agent_task))
        .routes(routes!(restore_agent_task))
        .layer(Extension(Arc::new(pace)))
}

/// Lists the agents of the house and the caller's.
#[utoipa::path(get, path = "/api/agents", tag = "agents",
    responses((status = 200, body = AgentListBody)))]
async fn list_agents(
    State(services): State<Services>,
    caller: SignedIn,
) -> ApiResult<Json<AgentListBody>> {
    Ok(Json(own::list(&services, &caller).await?))
}

/// Makes an agent.
#[utoipa::path(post, path = "/api/agents", tag = "agents", request_body = NewAgent,
    responses((status = 201, body = AgentBody), (status = 409, body = ProblemBody),
        (status = 422, body = ProblemBody)))]
async fn create_agent(
    State(services): State<Services>,
    caller: SignedIn,
    Json(new): Json<NewAgent>,
) -> ApiResult<(StatusCode, Json<AgentBody>)> {
    Ok((StatusCode::CREATED, Json(own::create(&services, &caller, new).await?)))
}

/// Gives one agent.
#[utoipa::path(get, path = "/api/agents/{agent_key}", tag = "agents",
    params(("agent_key" = String, Path)),
    responses((status = 200, body = AgentBody), (status = 404, body = ProblemBody)))]
async fn get_agent(
    State(services): State<Services>,
    caller: SignedIn,
    Path(key): Path<String>,
) -> ApiResult<Json<AgentBody>> {
    Ok(Json(own::get(&services, &caller, &key).await?))
}

/// Changes an agent of the caller's. Tasks that go on keep what they began with.
#[utoipa::path(put, path = "/api/agents/{agent_key}", tag = "agents",
    params(("agent_key" = String, Path)), request_body = Definition,
    responses((status = 200, body = AgentBody), (status = 404, body = ProblemBody),
        (status = 422, body = ProblemBody)))]
async fn change_agent(
    State(services): State<Services>,
    caller: SignedIn,
    Path(key): Path<String>,
    Json(definition): Json<Definition>,
) -> ApiResult<Json<AgentBody>> {
    Ok(Json(own::change(&services, &caller, &key, definition).await?))
}

/// Deletes an agent of the caller's; it can be restored for 30 days.
#[utoipa::path(delete, path = "/api/agents/{agent_key}", tag = "agents",
    params(("agent_key" = String, Path)),
    responses((status = 204), (status = 404, body = ProblemBody)))]
async fn delete_agent(
    State(services): State<Services>,
    caller: SignedIn,
    Path(key): Path<String>,
) -> ApiResult<StatusCode> {
    own::delete(&services, &caller, &key).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Restores a deleted agent.
#[utoipa::path(post, path = "/api/agents/{agent_key}/restore", tag = "agents",
    params(("agent_key" = String, Path)),
    responses((status = 200, body = AgentBody), (status = 404, body = ProblemBody)))]
async fn restore_agent(
    State(services): State<Services>,
    caller: SignedIn,
    Path(key): Path<String>,
) -> ApiResult<Json<AgentBody>> {
    Ok(Json(own::restore(&services, &caller, &key).await?))
}

/// Lists the caller's tasks for agents, newest first.
#[utoipa::path(get, path = "/api/agents/tasks", tag = "agents", params(TaskPageQuery),
    responses((status = 200, body = PageBody<AgentTaskEntry>)))]
async fn list_agent_tasks(
    State(services): State<Services>,
    caller: SignedIn,
    Query(query): Query<TaskPageQuery>,
) -> ApiResult<Json<PageBody<AgentTaskEntry>>> {
    Ok(Json(actions::list(&services, &caller, &query).await?))
}

/// Starts a task for an agent, which works at it whether or not anybody looks on.
#[utoipa::path(post, path = "/api/agents/tasks", tag = "agents", request_body = NewAgentTask,
    responses((status = 202, body = AgentTaskBody), (status = 403, body = ProblemBody),
        (status = 404, body = ProblemBody), (status = 409, body = ProblemBody),
        (status = 422, body = ProblemBody)))]
async fn start_agent_task(
    State(services): State<Services>,
    Extension(pace): Pace,
    caller: SignedIn,
    Json(new): Json<NewAgentTask>,
) -> ApiResult<(StatusCode, Json<AgentTaskBody>)> {
    pace.check(&caller.user_id.to_string())?;
    Ok((StatusCode::ACCEPTED, Json(actions::start(&services, &caller, new).await?)))
}

/// Gives a task with all that was said and done.
#[utoipa::path(get, path = "/api/agents/tasks/{agent_task_id}", tag = "agents",
    params(("agent_task_id" = TaskId, Path)),
    responses((status = 200, body = AgentTaskBody), (status = 404, body = ProblemBody)))]
async fn get_agent_task(
    State(services): State<Services>,
    caller: SignedIn,
    Path(id): Path<TaskId>,
) -> ApiResult<Json<AgentTaskBody>> {
    Ok(Json(actions::get(&services, &caller, id).await?))
}

/// Deletes a task; it can be restored for 30 days. One that goes on is stopped.
#[utoipa::path(delete, path = "/api/agents/tasks/{agent_task_id}", tag = "agents",
    params(("agent_task_id" = TaskId, Path)),
    responses((status = 204), (status = 404, body = ProblemBody)))]
async fn delete_agent_task(
    State(services): State<Services>,
    caller: SignedIn,
    Path(id): Path<TaskId>,
) -> ApiResult<StatusCode> {
    actions::delete(&services, &caller, id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Sends a message to an agent: the next step takes it in.
#[utoipa::path(post, path = "/api/agents/tasks/{agent_task_id}/messages", tag = "agents",
    params(("agent_task_id" = TaskId, Path)), request_body = NewAgentMessage,
    responses((status = 202, body = AgentTaskBody), (status = 404, body = ProblemBody),
        (status = 409, body = ProblemBody), (status = 422, body = ProblemBody)))]
async fn send_to_agent(
    State(services): State<Services>,
    caller: SignedIn,
    Path(id): Path<TaskId>,
    Json(new): Json<NewAgentMessage>,
) -> ApiResult<(StatusCode, Json<AgentTaskBody>)> {
    Ok((StatusCode::ACCEPTED, Json(actions::send(&services, &caller, id, new).await?)))
}

/// Decides on a call of a tool that waits for an approval.
#[utoipa::path(post, path = "/api/agents/tasks/{agent_task_id}/decisions", tag = "agents",
    params(("agent_task_id" = TaskId, Path)), request_body = AgentDecision,
    responses((status = 202, body = AgentTaskBody), (status = 404, body = ProblemBody),
        (status = 409, body = ProblemBody)))]
async fn decide_for_agent(
    State(services): State<Services>,
    caller: SignedIn,
    Path(id): Path<TaskId>,
    Json(body): Json<AgentDecision>,
) -> ApiResult<(StatusCode, Json<AgentTaskBody>)> {
    let decided = actions::decide(&services, &caller, id, &body.call_id, body.decision).await?;
    Ok((StatusCode::ACCEPTED, Json(decided)))
}

/// Answers the questions of an agent.
#[utoipa::path(post, path = "/api/agents/tasks/{agent_task_id}/answers", tag = "agents",
    params(("agent_task_id" = TaskId, Path)), request_body = AgentAnswers,
    responses((status = 202, body = AgentTaskBody), (status = 404, body = ProblemBody),
        (status = 409, body = ProblemBody), (status = 422, body = ProblemBody)))]
async fn answer_agent(
    State(services): State<Services>,
    caller: SignedIn,
    Path(id): Path<TaskId>,
    Json(body): Json<AgentAnswers>,
) -> ApiResult<(StatusCode, Json<AgentTaskBody>)> {
    let call_id = body.call_id.clone();
    let answered = actions::answer(&services, &caller, id, &call_id, body).await?;
    Ok((StatusCode::ACCEPTED, Json(answered)))
}

/// Has a task go on that waits at its step limit or at its spending cap.
#[utoipa::path(post, path = "/api/agents/tasks/{agent_task_id}/continue", tag = "agents",
    params(("agent_task_id" = TaskId, Path)), request_body = AgentContinuation,
    responses((status = 202, body = AgentTaskBody), (status = 404, body = ProblemBody),
        (status = 409, body = ProblemBody), (status = 422, body = ProblemBody)))]
async fn continue_agent_task(
    State(services): State<Services>,
    caller: SignedIn,
    Path(id): Path<TaskId>,
    Json(body): Json<AgentContinuation>,
) -> ApiResult<(StatusCode, Json<AgentTaskBody>)> {
    Ok((StatusCode::ACCEPTED, Json(actions::proceed(&services, &caller, id, body).await?)))
}

/// Stops a task. What there is stays.
#[utoipa::path(post, path = "/api/agents/tasks/{agent_task_id}/cancel", tag = "agents",
    params(("agent_task_id" = TaskId, Path)),
    responses((status = 202), (status = 404, body = ProblemBody)))]
async fn cancel_agent_task(
    State(services): State<Services>,
    caller: SignedIn,
    Path(id): Path<TaskId>,
) -> ApiResult<StatusCode> {
    actions::cancel(&services, &caller, id).await?;
    Ok(StatusCode::ACCEPTED)
}

/// Tries the step again at which a task failed.
#[utoipa::path(post, path = "/api/agents/tasks/{agent_task_id}/retry", tag = "agents",
    params(("agent_task_id" = TaskId, Path)),
    responses((status = 202, body = AgentTaskBody), (status = 404, body = ProblemBody),
        (status = 409, body = ProblemBody)))]
async fn retry_agent_task(
    State(services): State<Services>,
    caller: SignedIn,
    Path(id): Path<TaskId>,
) -> ApiResult<(StatusCode, Json<AgentTaskBody>)> {
    Ok((StatusCode::ACCEPTED, Json(actions::retry(&services, &caller, id).await?)))
}

/// Restores a deleted task.
#[utoipa::path(post, path = "/api/agents/tasks/{agent_task_id}/restore", tag = "agents",
    params(("agent_task_id" = TaskId, Path)),
    responses((status = 200, body = AgentTaskBody), (status = 404, body = ProblemBody)))]
async fn restore_agent_task(
    State(services): State<Services>,
    caller: SignedIn,
    Path(id): Path<TaskId>,
) -> ApiResult<Json<AgentTaskBody>> {
    Ok(Json(actions::restore(&services, &caller, id).await?))
}
