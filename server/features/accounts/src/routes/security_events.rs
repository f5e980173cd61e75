use api::{ApiResult, Json, PageBody, PageQuery, ProblemBody, Query};
use audit::{Kind, RecordedEvent};
use axum::extract::State;
use identity::SignedIn;
use kernel::{Timestamp, UserId, Uuid};
use serde::Serialize;
use utoipa::ToSchema;

use crate::Accounts;

/// The actor of an event, as its person is told.
#[derive(Debug, Serialize, ToSchema, PartialEq, Eq)]
#[serde(rename_all = "snake_case")]
enum DoneBy {
    You,
    /// Another person with an account here: an operator, a team admin.
    Another,
    /// Somebody who was not signed in.
    Unknown,
    Server,
}

/// An event concerning the caller's account.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = SecurityEvent)]
pub(super) struct SecurityEventBody {
    id: Uuid,
    at: Timestamp,
    kind: Kind,
    /// A detail: the reason why a session ended, the content of an export; empty if there is none.
    detail: String,
    amount: Option<i64>,
    by: DoneBy,
    /// The address, and after 30 days only its network. Null: the server, or another person.
    address: Option<String>,
}

impl SecurityEventBody {
    fn of(event: RecordedEvent, caller: UserId) -> Self {
        let by = match event.actor_id {
            Some(id) if id == caller => DoneBy::You,
            Some(_) => DoneBy::Another,
            None if event.network.is_empty() => DoneBy::Server,
            None => DoneBy::Unknown,
        };
        let known = event.address.unwrap_or(event.network);
        // The location of an operator or an admin is not revealed.
        let is_told = by != DoneBy::Another && !known.is_empty();
        Self {
            id: event.id,
            at: event.at,
            kind: event.kind,
            detail: event.detail,
            amount: event.amount,
            by,
            address: is_told.then_some(known),
        }
    }
}

/// Lists security-relevant events of the caller's account, newest first. They are kept for 400 days.
#[utoipa::path(get, path = "/api/accounts/security-events", tag = "accounts", params(PageQuery),
    responses((status = 200, body = PageBody<SecurityEventBody>), (status = 422, body = ProblemBody)))]
pub(super) async fn list_security_events(
    State(accounts): State<Accounts>,
    caller: SignedIn,
    Query(page): Query<PageQuery>,
) -> ApiResult<Json<PageBody<SecurityEventBody>>> {
    let (cursor, limit) = page.bounds()?;
    let mut conn = accounts.db.read().await?;
    let page = accounts.audit.list_about(&mut conn, caller.user_id, cursor, limit).await?;
    Ok(Json(page.map(|event| SecurityEventBody::of(event, caller.user_id)).into()))
}
