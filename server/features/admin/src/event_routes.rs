use api::{ApiResult, Json, PageBody, PageQuery, ProblemBody, Query};
use area::{Routes, Services, routes};
use audit::Kind;
use axum::extract::State;
use identity::{Operator, User};
use kernel::{Timestamp, UserId, Uuid, WorkspaceId};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::events::{self, NamedEvent};
use crate::rules;

pub(crate) fn router() -> Routes {
    Routes::new().routes(routes!(list_security_events))
}

/// Filter and page of the audit log.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct EventQuery {
    kind: Option<Kind>,
    /// Text that the name or address of the actor or subject contains, or their id, which also finds deleted accounts.
    q: Option<String>,
    /// `next_cursor` of the page before.
    cursor: Option<String>,
    /// Number of rows per page: 1 to 100, 50 by default.
    limit: Option<usize>,
}

/// A person in an event.
#[derive(Debug, Serialize, ToSchema)]
struct EventPerson {
    id: UserId,
    /// Name; null: their account is gone.
    name: Option<String>,
    email: Option<String>,
}

impl EventPerson {
    fn of(id: UserId, user: Option<User>) -> Self {
        let (name, email) = user.map(|user| (user.name, user.email)).unzip();
        Self { id, name, email }
    }
}

/// A security-relevant event on this server.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = AuditEvent)]
struct EventBody {
    id: Uuid,
    at: Timestamp,
    kind: Kind,
    /// A detail; empty if there is none.
    detail: String,
    amount: Option<i64>,
    /// The person who did it; null: unknown, or the server itself.
    actor: Option<EventPerson>,
    /// The person whose account it concerns.
    person: Option<EventPerson>,
    workspace_id: Option<WorkspaceId>,
    /// The object it was done to.
    subject_id: Option<Uuid>,
    /// The address, and after 30 days only its network. Null: the server itself.
    address: Option<String>,
}

impl From<NamedEvent> for EventBody {
    fn from(NamedEvent { event, actor, person }: NamedEvent) -> Self {
        let address = event.address.unwrap_or(event.network);
        Self {
            id: event.id,
            at: event.at,
            kind: event.kind,
            detail: event.detail,
            amount: event.amount,
            actor: event.actor_id.map(|id| EventPerson::of(id, actor)),
            person: event.person_id.map(|id| EventPerson::of(id, person)),
            workspace_id: event.workspace_id,
            subject_id: event.subject_id,
            address: (!address.is_empty()).then_some(address),
        }
    }
}

/// Lists security-relevant events on this server, newest first. They are kept for 400 days.
#[utoipa::path(get, path = "/api/admin/security-events", tag = "admin", params(EventQuery),
    responses((status = 200, body = PageBody<EventBody>), (status = 403, body = ProblemBody),
        (status = 422, body = ProblemBody)))]
async fn list_security_events(
    State(services): State<Services>,
    Operator(caller): Operator,
    Query(query): Query<EventQuery>,
) -> ApiResult<Json<PageBody<EventBody>>> {
    let (cursor, limit) = PageQuery { cursor: query.cursor, limit: query.limit }.bounds()?;
    let who = rules::search(query.q.as_deref());
    services.audit.record_read(&services.db, caller.actor(), "security_events", None).await?;
    let page = events::list(&services, query.kind, &who, cursor, limit).await?;
    Ok(Json(page.map(EventBody::from).into()))
}
