use api::{ApiResult, Json, Path};
use axum::extract::State;
use http::StatusCode;
use identity::{ClientType, EndReason, Session, SignedIn};
use kernel::{SessionId, Timestamp};
use serde::Serialize;
use utoipa::ToSchema;

use crate::Accounts;
use crate::problems::DEVICE_NOT_FOUND;

#[derive(Serialize, ToSchema)]
pub(super) struct Device {
    id: SessionId,
    client_type: ClientType,
    device_name: String,
    browser_name: String,
    os_name: String,
    os_version: String,
    ip: String,
    created_at: Timestamp,
    last_seen_at: Timestamp,
    /// True if it is the device of this request.
    current: bool,
}

#[derive(Serialize, ToSchema)]
pub(super) struct Devices {
    items: Vec<Device>,
}

/// Returns the devices the caller is signed in on, the one used last first.
#[utoipa::path(get, path = "/api/accounts/devices", tag = "accounts", responses((status = 200, body = Devices)))]
pub(super) async fn list_devices(
    State(accounts): State<Accounts>,
    caller: SignedIn,
) -> ApiResult<Json<Devices>> {
    let mut conn = accounts.db.read().await?;
    let sessions = accounts.identity.list_sessions(&mut conn, caller.user_id).await?;
    let current = Some(caller.session_id);
    let items = sessions.into_iter().map(|session| Device::of(session, current)).collect();
    Ok(Json(Devices { items }))
}

impl Device {
    /// Converts a session. `current`: that of this request.
    pub fn of(session: Session, current: Option<SessionId>) -> Self {
        let Session { id, device, created_at, last_seen_at } = session;
        Self {
            id,
            client_type: device.client_type,
            device_name: device.device_name,
            browser_name: device.browser_name,
            os_name: device.os_name,
            os_version: device.os_version,
            ip: device.ip,
            created_at,
            last_seen_at,
            current: Some(id) == current,
        }
    }
}

/// Signs one of the caller's devices out.
#[utoipa::path(
    delete, path = "/api/accounts/devices/{id}", tag = "accounts",
    params(("id" = SessionId, Path)), responses((status = 204)),
)]
pub(super) async fn end_device(
    State(accounts): State<Accounts>,
    caller: SignedIn,
    Path(id): Path<SessionId>,
) -> ApiResult<StatusCode> {
    let mut tx = accounts.db.begin().await?;
    let (by, user_id, reason) = (caller.actor(), caller.user_id, EndReason::SignedOut);
    if !accounts.identity.end_session(&mut tx, by, user_id, id, reason).await? {
        return Err(DEVICE_NOT_FOUND.into());
    }
    tx.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Signs all devices but this one out.
#[utoipa::path(delete, path = "/api/accounts/devices", tag = "accounts", responses((status = 204)))]
pub(super) async fn end_other_devices(
    State(accounts): State<Accounts>,
    caller: SignedIn,
) -> ApiResult<StatusCode> {
    let mut tx = accounts.db.begin().await?;
    let (staying, reason) = (Some(caller.session_id), EndReason::SignedOut);
    let user_id = caller.user_id;
    accounts.identity.end_sessions(&mut tx, caller.actor(), user_id, staying, reason).await?;
    tx.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}
