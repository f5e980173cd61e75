use api::{ApiResult, Json, ProblemBody};
use area::{Routes, Services, routes};
use axum::Extension;
use axum::extract::State;
use http::StatusCode;
use identity::{Operator, Visitor};
use kernel::Timestamp;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::gate::Gate;
use crate::notice::{self, Level, Notice};

pub(crate) fn router(gate: Gate) -> Routes {
    Routes::new()
        .routes(routes!(get_notice))
        .routes(routes!(get_own_notice, set_notice, remove_notice))
        .layer(Extension(gate))
}

/// The current notice; null if there is none.
#[derive(Debug, Serialize, ToSchema)]
struct Announcement {
    notice: Option<NoticeBody>,
}

/// The operator's notice to everybody.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Notice)]
struct NoticeBody {
    level: Level,
    /// Plain text. Empty only where the server is closed.
    text: String,
    /// Start; null: from when it was written.
    starts_at: Option<Timestamp>,
    /// End; null: until it is removed.
    ends_at: Option<Timestamp>,
    /// Version that distinguishes it from the one before.
    changed_at: Timestamp,
}

impl From<Notice> for NoticeBody {
    fn from(notice: Notice) -> Self {
        let Notice { level, text, starts_at, ends_at, changed_at } = notice;
        Self { level, text, starts_at, ends_at, changed_at }
    }
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct NewNotice {
    level: Level,
    text: String,
    starts_at: Option<Timestamp>,
    ends_at: Option<Timestamp>,
}

/// Returns the current notice. Visitors may read it, also while the server is closed.
#[utoipa::path(get, path = "/api/admin/notice", tag = "admin", security(()),
    responses((status = 200, body = Announcement)))]
async fn get_notice(
    State(services): State<Services>,
    _anybody: Visitor,
) -> ApiResult<Json<Announcement>> {
    let now = services.clock.now();
    let mut conn = services.db.read().await?;
    let shown = notice::find(&mut conn).await?.filter(|notice| notice.is_shown(now));
    Ok(Json(Announcement { notice: shown.map(NoticeBody::from) }))
}

/// Returns the notice as the operator edits it, also before and after it is shown.
#[utoipa::path(get, path = "/api/admin/own-notice", tag = "admin",
    responses((status = 200, body = Announcement), (status = 403, body = ProblemBody)))]
async fn get_own_notice(
    State(services): State<Services>,
    _operator: Operator,
) -> ApiResult<Json<Announcement>> {
    let mut conn = services.db.read().await?;
    let notice = notice::find(&mut conn).await?;
    Ok(Json(Announcement { notice: notice.map(NoticeBody::from) }))
}

/// Replaces the notice to everybody, or closes the server for maintenance.
#[utoipa::path(put, path = "/api/admin/own-notice", tag = "admin", request_body = NewNotice,
    responses((status = 200, body = NoticeBody), (status = 403, body = ProblemBody),
        (status = 422, body = ProblemBody)))]
async fn set_notice(
    State(services): State<Services>,
    Extension(gate): Extension<Gate>,
    _operator: Operator,
    Json(new): Json<NewNotice>,
) -> ApiResult<Json<NoticeBody>> {
    let NewNotice { level, text, starts_at, ends_at } = new;
    let changed_at = services.clock.now();
    let notice = Notice { level, text, starts_at, ends_at, changed_at };
    let set = notice::set(&services, notice).await?;
    gate.forget();
    Ok(Json(set.into()))
}

/// Removes the notice, and opens the server again.
#[utoipa::path(delete, path = "/api/admin/own-notice", tag = "admin",
    responses((status = 204), (status = 403, body = ProblemBody)))]
async fn remove_notice(
    State(services): State<Services>,
    Extension(gate): Extension<Gate>,
    _operator: Operator,
) -> ApiResult<StatusCode> {
    notice::remove(&services).await?;
    gate.forget();
    Ok(StatusCode::NO_CONTENT)
}
