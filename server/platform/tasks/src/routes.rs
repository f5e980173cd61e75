use api::{ApiResult, Json, PageBody, Path, ProblemBody, Query, sse};
use area::{Routes, Services, routes};
use axum::extract::State;
use axum::response::Response;
use http::{HeaderMap, StatusCode};
use identity::SignedIn;
use kernel::Fallible;

use crate::events::{body_of, follow};
use crate::task::Head;
use crate::wire::{TaskBody, TaskKindQuery, TaskPageQuery};
use crate::{TASK_NOT_FOUND, TaskId, actions};

/// The routes of all tasks, whatever their kind.
pub fn router() -> Routes {
    Routes::new()
        .routes(routes!(list_tasks))
        .routes(routes!(get_task, delete_task))
        .routes(routes!(follow_task))
        .routes(routes!(cancel_task))
        .routes(routes!(resume_task))
        .routes(routes!(retry_task))
        .routes(routes!(mark_task_seen))
        .routes(routes!(restore_task))
}

/// Lists the caller's tasks, newest first: of all kinds or of one, by words of their titles, or those in the trash.
#[utoipa::path(get, path = "/api/tasks", tag = "tasks", params(TaskPageQuery, TaskKindQuery),
    responses((status = 200, body = PageBody<TaskBody>)))]
async fn list_tasks(
    State(services): State<Services>,
    caller: SignedIn,
    Query(query): Query<TaskPageQuery>,
    Query(TaskKindQuery { kind }): Query<TaskKindQuery>,
) -> ApiResult<Json<PageBody<TaskBody>>> {
    let (filter, bounds) = query.of_kind(kind)?;
    let page = actions::list(&services, &caller.payer(), &filter, bounds).await?;
    let now = services.clock.now();
    Ok(Json(page.map(|head| TaskBody::new(head, now)).into()))
}

/// Returns a task.
#[utoipa::path(get, path = "/api/tasks/{task_id}", tag = "tasks", params(("task_id" = TaskId, Path)),
    responses((status = 200, body = TaskBody), (status = 404, body = ProblemBody)))]
async fn get_task(
    State(services): State<Services>,
    caller: SignedIn,
    Path(id): Path<TaskId>,
) -> ApiResult<Json<TaskBody>> {
    let head = own(&services, &caller, id).await?;
    Ok(Json(body_of(&services, head).await?))
}

/// Streams a task's events: those after `Last-Event-ID`, then live, up to its end and `done`.
#[utoipa::path(get, path = "/api/tasks/{task_id}/events", tag = "tasks",
    params(("task_id" = TaskId, Path), ("last-event-id" = Option<i64>, Header)),
    responses((status = 200, body = TaskBody, content_type = "text/event-stream"),
        (status = 404, body = ProblemBody)))]
async fn follow_task(
    State(services): State<Services>,
    caller: SignedIn,
    Path(id): Path<TaskId>,
    headers: HeaderMap,
) -> ApiResult<Response> {
    let head = own(&services, &caller, id).await?;
    let last = headers.get("last-event-id").and_then(|value| value.to_str().ok());
    let after = last.and_then(|id| id.parse().ok()).unwrap_or(0);
    Ok(sse::response(follow(services, head, after)))
}

/// Stops a task. What it has is kept; one that is over stays as it is.
#[utoipa::path(post, path = "/api/tasks/{task_id}/cancel", tag = "tasks", params(("task_id" = TaskId, Path)),
    responses((status = 202), (status = 404, body = ProblemBody)))]
async fn cancel_task(
    State(services): State<Services>,
    caller: SignedIn,
    Path(id): Path<TaskId>,
) -> ApiResult<StatusCode> {
    actions::cancel(&services, caller.user_id, id, TASK_NOT_FOUND).await?;
    Ok(StatusCode::ACCEPTED)
}

/// Resumes a task that waits for its person.
#[utoipa::path(post, path = "/api/tasks/{task_id}/resume", tag = "tasks", params(("task_id" = TaskId, Path)),
    responses((status = 202), (status = 403, body = ProblemBody), (status = 404, body = ProblemBody)))]
async fn resume_task(
    State(services): State<Services>,
    caller: SignedIn,
    Path(id): Path<TaskId>,
) -> ApiResult<StatusCode> {
    actions::resume(&services, caller.user_id, id, TASK_NOT_FOUND).await?;
    Ok(StatusCode::ACCEPTED)
}

/// Starts a task that is over once more.
#[utoipa::path(post, path = "/api/tasks/{task_id}/retry", tag = "tasks", params(("task_id" = TaskId, Path)),
    responses((status = 202), (status = 402, body = ProblemBody), (status = 403, body = ProblemBody),
        (status = 404, body = ProblemBody), (status = 409, body = ProblemBody)))]
async fn retry_task(
    State(services): State<Services>,
    caller: SignedIn,
    Path(id): Path<TaskId>,
) -> ApiResult<StatusCode> {
    actions::retry(&services, caller.user_id, id, TASK_NOT_FOUND).await?;
    Ok(StatusCode::ACCEPTED)
}

/// Marks a task as seen: its person is not notified of what they are looking at.
#[utoipa::path(post, path = "/api/tasks/{task_id}/seen", tag = "tasks", params(("task_id" = TaskId, Path)),
    responses((status = 204), (status = 404, body = ProblemBody)))]
async fn mark_task_seen(
    State(services): State<Services>,
    caller: SignedIn,
    Path(id): Path<TaskId>,
) -> ApiResult<StatusCode> {
    actions::mark_seen(&services, caller.user_id, id, TASK_NOT_FOUND).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Deletes a task; it can be restored from the trash for a while.
#[utoipa::path(delete, path = "/api/tasks/{task_id}", tag = "tasks", params(("task_id" = TaskId, Path)),
    responses((status = 204), (status = 404, body = ProblemBody)))]
async fn delete_task(
    State(services): State<Services>,
    caller: SignedIn,
    Path(id): Path<TaskId>,
) -> ApiResult<StatusCode> {
    actions::delete(&services, caller.user_id, id, TASK_NOT_FOUND).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Restores a deleted task.
#[utoipa::path(post, path = "/api/tasks/{task_id}/restore", tag = "tasks", params(("task_id" = TaskId, Path)),
    responses((status = 200, body = TaskBody), (status = 404, body = ProblemBody)))]
async fn restore_task(
    State(services): State<Services>,
    caller: SignedIn,
    Path(id): Path<TaskId>,
) -> ApiResult<Json<TaskBody>> {
    actions::restore(&services, caller.user_id, id, TASK_NOT_FOUND).await?;
    let head = own(&services, &caller, id).await?;
    Ok(Json(body_of(&services, head).await?))
}

async fn own(services: &Services, caller: &SignedIn, id: TaskId) -> Fallible<Head> {
    let mut conn = services.db.read().await?;
    let head = actions::find_head(&mut conn, caller.user_id, id).await?;
    Ok(head.ok_or(TASK_NOT_FOUND)?)
}
