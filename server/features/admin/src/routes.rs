use api::{ApiResult, Json, PageBody, PageQuery, Path, ProblemBody, Query};
use area::{Routes, Services, routes};
use axum::Extension;
use axum::extract::State;
use identity::{Operator, Role, UserSearch};
use kernel::{Timestamp, UserId, WorkspaceId};
use mail::{MailId, OutboxMail};
use serde::{Deserialize, Serialize};
use store::Engine;
use utoipa::{IntoParams, ToSchema};

use crate::users::{Standing, UserChange};
use crate::{Installation, rules, users};

pub(crate) fn router(installation: Installation) -> Routes {
    Routes::new()
        .routes(routes!(list_outbox))
        .routes(routes!(list_users))
        .routes(routes!(change_user))
        .routes(routes!(get_status))
        .layer(Extension(installation))
}

/// A mail in the outbox.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Mail)]
struct MailBody {
    id: MailId,
    to: String,
    subject: String,
    /// Empty once it is sent.
    text: String,
    created_at: Timestamp,
    sent_at: Option<Timestamp>,
    /// State: `waiting`, `sent`, `kept` (there is no mail server), `failed`.
    state: &'static str,
    error: Option<String>,
}

impl From<OutboxMail> for MailBody {
    fn from(mail: OutboxMail) -> Self {
        Self {
            id: mail.id,
            to: mail.to,
            subject: mail.subject,
            text: mail.text,
            created_at: mail.created_at,
            sent_at: mail.sent_at,
            state: mail.state.as_str(),
            error: mail.error,
        }
    }
}

/// A person, as the operator sees them.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Person)]
struct PersonBody {
    id: UserId,
    email: String,
    name: String,
    role: Role,
    created_at: Timestamp,
    last_seen_at: Option<Timestamp>,
    suspended: bool,
    /// Reason of the suspension, as the person is told.
    suspended_reason: String,
    workspace_id: WorkspaceId,
    /// Plan of the person's own workspace: `free`, `pro`.
    plan: String,
    plan_name: String,
    /// Advanced credits that are left there; null: without a limit.
    credits_left: Option<i64>,
}

impl From<Standing> for PersonBody {
    fn from(Standing { user, plan, credits_left }: Standing) -> Self {
        Self {
            suspended_reason: user.suspended_reason,
            workspace_id: user.workspace_id,
            plan: plan.id.clone(),
            plan_name: plan.name.clone(),
            credits_left,
            id: user.id,
            email: user.email,
            name: user.name,
            role: user.role,
            created_at: user.created_at,
            last_seen_at: user.last_seen_at,
            suspended: user.suspended,
        }
    }
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct PersonChange {
    role: Option<Role>,
    suspended: Option<bool>,
    /// Reason of a suspension, required for one. The person is told.
    #[serde(default)]
    reason: String,
}

/// Filter and page of the list of people.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct PersonQuery {
    /// Text that the name or address contains.
    q: Option<String>,
    role: Option<Role>,
    suspended: Option<bool>,
    /// `next_cursor` of the page before.
    cursor: Option<String>,
    /// Number of rows per page: 1 to 100, 50 by default.
    limit: Option<usize>,
}

/// The setup of this server, and its current activity.
#[derive(Debug, Serialize, ToSchema)]
struct Status {
    version: &'static str,
    /// `sqlite` or `postgres`.
    store: &'static str,
    /// `disk` or `s3`.
    files: &'static str,
    /// `in-process`, `redis` or `redis (not connected)`.
    bus: &'static str,
    /// `smtp` or `outbox`.
    mail: &'static str,
    base_url: String,
    started_at: Timestamp,
    uptime_seconds: i64,
    /// Answers that this process is writing.
    active_runs: usize,
}

/// Lists the mails of the outbox, newest first.
#[utoipa::path(get, path = "/api/admin/outbox", tag = "admin", params(PageQuery),
    responses((status = 200, body = PageBody<MailBody>), (status = 403, body = ProblemBody)))]
async fn list_outbox(
    State(services): State<Services>,
    Operator(caller): Operator,
    Query(page): Query<PageQuery>,
) -> ApiResult<Json<PageBody<MailBody>>> {
    services.audit.record_read(&services.db, caller.actor(), "outbox", None).await?;
    let (cursor, limit) = page.bounds()?;
    let mut conn = services.db.read().await?;
    let page = services.mail.list_outbox(&mut conn, cursor, limit).await?;
    Ok(Json(page.map(MailBody::from).into()))
}

/// Lists the people of this server that match a search, newest first.
#[utoipa::path(get, path = "/api/admin/users", tag = "admin", params(PersonQuery),
    responses((status = 200, body = PageBody<PersonBody>), (status = 403, body = ProblemBody)))]
async fn list_users(
    State(services): State<Services>,
    Operator(caller): Operator,
    Query(query): Query<PersonQuery>,
) -> ApiResult<Json<PageBody<PersonBody>>> {
    services.audit.record_read(&services.db, caller.actor(), "people", None).await?;
    let (cursor, limit) = PageQuery { cursor: query.cursor, limit: query.limit }.bounds()?;
    let text = rules::search(query.q.as_deref());
    let search = UserSearch { text, role: query.role, suspended: query.suspended };
    let page = users::search(&services, &search, cursor, limit).await?;
    Ok(Json(page.map(PersonBody::from).into()))
}

/// Promotes, demotes, suspends or readmits a person.
#[utoipa::path(patch, path = "/api/admin/users/{user_id}", tag = "admin",
    params(("user_id" = UserId, Path)), request_body = PersonChange,
    responses((status = 200, body = PersonBody), (status = 403, body = ProblemBody),
        (status = 404, body = ProblemBody), (status = 409, body = ProblemBody),
        (status = 422, body = ProblemBody)))]
async fn change_user(
    State(services): State<Services>,
    Operator(caller): Operator,
    Path(id): Path<UserId>,
    Json(change): Json<PersonChange>,
) -> ApiResult<Json<PersonBody>> {
    let PersonChange { role, suspended, reason } = change;
    let change = UserChange { role, suspended, reason };
    let user = users::change_user(&services, caller.actor(), id, &change).await?;
    let mut conn = services.db.read().await?;
    Ok(Json(users::standing(&services, &mut conn, user).await?.into()))
}

/// Returns the setup of this server.
#[utoipa::path(get, path = "/api/admin/status", tag = "admin",
    responses((status = 200, body = Status), (status = 403, body = ProblemBody)))]
async fn get_status(
    State(services): State<Services>,
    _operator: Operator,
    Extension(installation): Extension<Installation>,
) -> ApiResult<Json<Status>> {
    let started_at = installation.started_at;
    Ok(Json(Status {
        version: installation.version,
        store: match services.db.engine() {
            Engine::Sqlite => "sqlite",
            Engine::Postgres => "postgres",
        },
        files: installation.files,
        bus: services.bus.describe(),
        mail: if services.mail.is_smtp() { "smtp" } else { "outbox" },
        base_url: services.base_url.to_string(),
        started_at,
        uptime_seconds: services.clock.now().since(started_at) / kernel::SECOND,
        active_runs: services.generation.active_runs(),
    }))
}
