use std::net::IpAddr;
use std::sync::Arc;

use audit::{Actor, Event, Kind};
use kernel::{DAY, MINUTE, SessionId, Timestamp, UserId, WorkspaceId};
use store::{Conn, StoreResult, Tx, sql};

use crate::extract::{SessionState, SignedIn};
use crate::token::{hash_token, random_token};
use crate::users::lock_user;
use crate::{
    ClientType, DEVICES_MAX, Device, EndReason, Ended, Identity, Role, SESSION_IDLE_MICROS,
    SESSION_MAX_MICROS, TeamRole, UserSettings,
};

/// The secret that a device carries for its session: a browser in a cookie, a program of ours, which
/// has no cookie of this site, in a header.
#[derive(Clone)]
pub struct SessionToken(String);

/// Prefix that distinguishes device tokens from cookies, so that neither is accepted in place of the other.
const OF_DEVICE: &str = "ensd_";

impl SessionToken {
    fn new() -> Self {
        Self(random_token())
    }

    fn for_device() -> Self {
        Self(format!("{OF_DEVICE}{}", random_token()))
    }

    pub(crate) fn from_cookie(text: &str) -> Option<Self> {
        (!text.starts_with(OF_DEVICE)).then(|| Self(text.to_owned()))
    }

    pub(crate) fn from_bearer(text: &str) -> Option<Self> {
        text.starts_with(OF_DEVICE).then(|| Self(text.to_owned()))
    }

    /// Returns the secret itself: for the one answer that hands it over.
    pub fn expose(&self) -> &str {
        &self.0
    }

    fn hash(&self) -> Vec<u8> {
        hash_token(&self.0)
    }
}

/// One signed-in device.
#[derive(Debug, Clone)]
pub struct Session {
    pub id: SessionId,
    pub device: Device,
    pub created_at: Timestamp,
    pub last_seen_at: Timestamp,
}

/// Precision of the time of last use: updating it at each request would mean a write for each read.
const LAST_SEEN_STEP: i64 = 5 * MINUTE;

/// Time for which an ended session is remembered, so that its device can be told why it ended.
const ENDED_KEPT: i64 = 30 * DAY;

impl Identity {
    /// Signs a person in on a device. Beyond the device limit, the devices not used for longest are
    /// signed out.
    pub async fn start_session(
        &self,
        tx: &mut Tx,
        user_id: UserId,
        workspace_id: WorkspaceId,
        device: &Device,
    ) -> StoreResult<(SessionId, SessionToken)> {
        self.start(tx, user_id, workspace_id, device, SessionToken::new()).await
    }

    /// Like [`Self::start_session`], for a program that sends the secret in a header.
    pub async fn start_device_session(
        &self,
        tx: &mut Tx,
        user_id: UserId,
        workspace_id: WorkspaceId,
        device: &Device,
    ) -> StoreResult<(SessionId, SessionToken)> {
        self.start(tx, user_id, workspace_id, device, SessionToken::for_device()).await
    }

    async fn start(
        &self,
        tx: &mut Tx,
        user_id: UserId,
        workspace_id: WorkspaceId,
        device: &Device,
        token: SessionToken,
    ) -> StoreResult<(SessionId, SessionToken)> {
        lock_user(tx, user_id).await?;
        let now = self.0.clock.now();
        let live = live_sessions(tx, user_id, now).await?;
        for (id, _) in live.iter().skip(DEVICES_MAX - 1) {
            self.end(tx, Actor::SYSTEM, user_id, *id, EndReason::DeviceLimit).await?;
        }
        let id = SessionId::new(now);
        sql!(
            tx,
            execute,
            "INSERT INTO sessions (id, token_hash, user_id, workspace_id, client_type, device_name,
                browser_name, os_name, os_version, ip, security_epoch, created_at, last_seen_at)
             SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, u.security_epoch, $11, $11
             FROM users u WHERE u.id = $3",
            id,
            token.hash(),
            user_id,
            workspace_id,
            device.client_type.as_str(),
            &device.device_name,
            &device.browser_name,
            &device.os_name,
            &device.os_version,
            &device.ip,
            now
        )?;
        sql!(tx, execute, "UPDATE users SET last_seen_at = $2 WHERE id = $1", user_id, now)?;
        let event = Event::new(Kind::SignedIn, device.actor(Some(user_id))).subject(id.0);
        self.0.audit.record(tx, event.detail(device.client_type.as_str())).await?;
        Ok((id, token))
    }

    /// Returns the state of the session of `token`, for a request from `ip`.
    pub async fn session_of(&self, token: &SessionToken, ip: IpAddr) -> StoreResult<SessionState> {
        let mut conn = self.0.db.read().await?;
        let found = sql!(
            &mut conn,
            optional SessionRow,
            "SELECT s.id, s.user_id, s.workspace_id, s.client_type, s.security_epoch, s.created_at,
                    s.last_seen_at, s.ended_reason, u.role, u.settings, u.suspended,
                    u.suspended_reason,
                    u.security_epoch AS user_epoch, w.kind, w.closing_at,
                    m.role AS member_role, m.status AS member_status
             FROM sessions s LEFT JOIN users u ON u.id = s.user_id
                 LEFT JOIN workspaces w ON w.id = s.workspace_id
                 LEFT JOIN workspace_members m
                     ON m.workspace_id = s.workspace_id AND m.user_id = s.user_id
             WHERE s.token_hash = $1",
            token.hash()
        )?;
        drop(conn);
        let Some(row) = found else {
            return Ok(SessionState::Nobody);
        };
        let now = self.0.clock.now();
        let last_seen_at = row.last_seen_at;
        let state = row.judge(now, ip);
        if let SessionState::SignedIn(signed_in) = &state
            && now.since(last_seen_at) > LAST_SEEN_STEP
        {
            // The caller is known; failing to record their last use is no reason to refuse them.
            if let Err(error) = self.note_seen(signed_in, now).await {
                tracing::warn!(%error, "the last use of a session could not be noted");
            }
        }
        Ok(state)
    }

    async fn note_seen(&self, signed_in: &SignedIn, now: Timestamp) -> StoreResult<()> {
        let mut tx = self.0.db.begin_relaxed().await?;
        let (session_id, user_id) = (signed_in.session_id, signed_in.user_id);
        sql!(
            &mut tx,
            execute,
            "UPDATE sessions SET last_seen_at = $2 WHERE id = $1",
            session_id,
            now
        )?;
        sql!(&mut tx, execute, "UPDATE users SET last_seen_at = $2 WHERE id = $1", user_id, now)?;
        tx.commit().await
    }

    /// Returns a person's devices, the one used last first.
    pub async fn list_sessions(
        &self,
        conn: &mut Conn,
        user_id: UserId,
    ) -> StoreResult<Vec<Session>> {
        let now = self.0.clock.now();
        let rows = sql!(
            conn,
            all DeviceRow,
            "SELECT id, client_type, device_name, browser_name, os_name, os_version, ip, created_at,
                    last_seen_at
             FROM sessions WHERE user_id = $1 AND ended_at IS NULL
                AND last_seen_at > $2 AND created_at > $3
             ORDER BY last_seen_at DESC, id DESC",
            user_id,
            now.plus(-SESSION_IDLE_MICROS),
            now.plus(-SESSION_MAX_MICROS)
        )?;
        Ok(rows.into_iter().map(Session::from).collect())
    }

    /// Ends one of a person's sessions. Returns `false` if they have no such live session.
    pub async fn end_session(
        &self,
        tx: &mut Tx,
        by: Actor,
        user_id: UserId,
        session_id: SessionId,
        reason: EndReason,
    ) -> StoreResult<bool> {
        self.end(tx, by, user_id, session_id, reason).await
    }

    /// Ends all of a person's sessions, except one.
    pub async fn end_sessions(
        &self,
        tx: &mut Tx,
        by: Actor,
        user_id: UserId,
        except: Option<SessionId>,
        reason: EndReason,
    ) -> StoreResult<()> {
        lock_user(tx, user_id).await?;
        let live = live_sessions(tx, user_id, self.0.clock.now()).await?;
        for (id, _) in live.into_iter().filter(|(id, _)| Some(*id) != except) {
            self.end(tx, by, user_id, id, reason).await?;
        }
        Ok(())
    }

    /// Sets a new password: every other session and every API key ends. The session that stays, if
    /// one does, gets a new secret, because the old one may be why the password is changed.
    pub async fn set_password(
        &self,
        tx: &mut Tx,
        user_id: UserId,
        password_hash: &str,
        staying: Option<SessionId>,
    ) -> StoreResult<Option<SessionToken>> {
        let reason = EndReason::PasswordChanged;
        self.end_sessions(tx, Actor::SYSTEM, user_id, staying, reason).await?;
        sql!(
            tx,
            execute,
            "UPDATE users SET password_hash = $2, password_temporary = FALSE,
                 security_epoch = security_epoch + 1
             WHERE id = $1",
            user_id,
            password_hash
        )?;
        self.revoke_keys(tx, user_id, reason).await?;
        let Some(session_id) = staying else {
            return Ok(None);
        };
        let token = SessionToken::new();
        sql!(
            tx,
            execute,
            "UPDATE sessions SET token_hash = $2, security_epoch = security_epoch + 1 WHERE id = $1",
            session_id,
            token.hash()
        )?;
        Ok(Some(token))
    }

    /// Sets a password that somebody else knows: the person must choose another one at the next sign-in. Every session and
    /// every API key ends.
    pub async fn set_temporary_password(
        &self,
        tx: &mut Tx,
        user_id: UserId,
        password_hash: &str,
    ) -> StoreResult<()> {
        self.set_password(tx, user_id, password_hash, None).await?;
        sql!(tx, execute, "UPDATE users SET password_temporary = TRUE WHERE id = $1", user_id)?;
        Ok(())
    }

    /// Suspends a person for a reason, which they are told, or readmits them. A suspended person's sessions all end at
    /// once.
    pub async fn set_suspended(
        &self,
        tx: &mut Tx,
        user_id: UserId,
        reason: Option<&str>,
    ) -> StoreResult<bool> {
        let changed = sql!(
            tx,
            execute,
            "UPDATE users SET suspended = $2, suspended_reason = $3 WHERE id = $1",
            user_id,
            reason.is_some(),
            reason.unwrap_or_default()
        )?;
        if reason.is_some() {
            self.end_sessions(tx, Actor::SYSTEM, user_id, None, EndReason::Suspended).await?;
        }
        Ok(changed == 1)
    }

    pub(crate) async fn end(
        &self,
        tx: &mut Tx,
        by: Actor,
        user_id: UserId,
        session_id: SessionId,
        reason: EndReason,
    ) -> StoreResult<bool> {
        let ended = sql!(
            tx,
            execute,
            "UPDATE sessions SET ended_at = $3, ended_reason = $4
             WHERE id = $1 AND user_id = $2 AND ended_at IS NULL",
            session_id,
            user_id,
            self.0.clock.now(),
            reason.as_str()
        )?;
        if ended == 0 {
            return Ok(false);
        }
        tracing::info!(user.id = %user_id, session.id = %session_id, reason = reason.as_str(), "session ended");
        let event = Event::new(Kind::SessionEnded, by).about(user_id).subject(session_id.0);
        self.0.audit.record(tx, event.detail(reason.as_str())).await?;
        let bus = self.0.bus.clone();
        tx.after_commit(move || {
            let reason = reason.as_str();
            let hint = format!(
                r#"{{"event":"session.ended","session_id":"{session_id}","reason":"{reason}"}}"#
            );
            bus.publish("sessions", &hint);
            bus.notify_user(user_id, &hint);
        });
        Ok(true)
    }
}

/// Lists live sessions, the last used first.
async fn live_sessions(
    tx: &mut Tx,
    user_id: UserId,
    now: Timestamp,
) -> StoreResult<Vec<(SessionId, Timestamp)>> {
    sql!(
        tx,
        all(SessionId, Timestamp),
        "SELECT id, last_seen_at FROM sessions
         WHERE user_id = $1 AND ended_at IS NULL AND last_seen_at > $2 AND created_at > $3
         ORDER BY last_seen_at DESC, id DESC",
        user_id,
        now.plus(-SESSION_IDLE_MICROS),
        now.plus(-SESSION_MAX_MICROS)
    )
}

pub(crate) async fn delete_old(tx: &mut Tx, now: Timestamp) -> StoreResult<()> {
    sql!(
        tx,
        execute,
        "DELETE FROM sessions WHERE ended_at < $1 OR last_seen_at < $2 OR created_at < $3",
        now.plus(-ENDED_KEPT),
        now.plus(-SESSION_IDLE_MICROS - ENDED_KEPT),
        now.plus(-SESSION_MAX_MICROS - ENDED_KEPT)
    )
    .map(|_| ())
}

#[derive(::store::FromRow)]
struct SessionRow {
    id: SessionId,
    user_id: Option<UserId>,
    workspace_id: Option<WorkspaceId>,
    client_type: String,
    security_epoch: i64,
    created_at: Timestamp,
    last_seen_at: Timestamp,
    ended_reason: Option<String>,
    role: Option<String>,
    settings: Option<String>,
    suspended: Option<bool>,
    suspended_reason: Option<String>,
    user_epoch: Option<i64>,
    kind: Option<String>,
    closing_at: Option<Timestamp>,
    member_role: Option<String>,
    member_status: Option<String>,
}

impl SessionRow {
    fn judge(self, now: Timestamp, ip: IpAddr) -> SessionState {
        if let Some(reason) = &self.ended_reason {
            return SessionState::Ended(self.ended_for(EndReason::from_stored(reason)));
        }
        if now.since(self.last_seen_at) >= SESSION_IDLE_MICROS
            || now.since(self.created_at) >= SESSION_MAX_MICROS
        {
            return SessionState::Ended(EndReason::Expired.into());
        }
        let (Some(user_id), Some(workspace_id), Some(role)) =
            (self.user_id, self.workspace_id, self.role)
        else {
            return SessionState::Ended(EndReason::AccountDeleted.into());
        };
        if self.suspended != Some(false) {
            let note = self.suspended_reason.unwrap_or_default();
            return SessionState::Ended(Ended { reason: EndReason::Suspended, note });
        }
        if self.user_epoch != Some(self.security_epoch) {
            return SessionState::Ended(EndReason::SignedOut.into());
        }
        // Only a confirmed member has any right.
        if self.member_status.as_deref() != Some("confirmed") {
            return SessionState::Ended(EndReason::MemberRemoved.into());
        }
        if self.closing_at.is_some() {
            return SessionState::Ended(EndReason::TeamDisbanded.into());
        }
        let is_team = self.kind.as_deref() == Some("team");
        let settings = self.settings.as_deref().map(UserSettings::from_stored).unwrap_or_default();
        SessionState::SignedIn(SignedIn {
            user_id,
            session_id: self.id,
            workspace_id,
            team_role: is_team.then(|| TeamRole::from_stored(self.member_role.as_deref())),
            role: Role::from(role),
            locale: settings.locale.clone(),
            settings: Arc::new(settings),
            client_type: ClientType::from(self.client_type),
            ip,
        })
    }

    /// Returns what a device is told about its ended session. A person whose suspension was lifted is not told about
    /// it.
    fn ended_for(&self, reason: EndReason) -> Ended {
        match (reason, self.suspended) {
            (EndReason::Suspended, Some(true)) => {
                Ended { reason, note: self.suspended_reason.clone().unwrap_or_default() }
            }
            (EndReason::Suspended, _) => EndReason::SignedOut.into(),
            _ => reason.into(),
        }
    }
}

#[derive(::store::FromRow)]
struct DeviceRow {
    id: SessionId,
    client_type: String,
    device_name: String,
    browser_name: String,
    os_name: String,
    os_version: String,
    ip: String,
    created_at: Timestamp,
    last_seen_at: Timestamp,
}

impl From<DeviceRow> for Session {
    fn from(row: DeviceRow) -> Self {
        let device = Device {
            client_type: ClientType::from(row.client_type),
            device_name: row.device_name,
            browser_name: row.browser_name,
            os_name: row.os_name,
            os_version: row.os_version,
            ip: row.ip,
        };
        Self { id: row.id, device, created_at: row.created_at, last_seen_at: row.last_seen_at }
    }
}
