use std::net::IpAddr;
use std::sync::Arc;

use api::{ApiError, RequestContext};
use audit::Actor;
use axum::extract::{FromRef, FromRequestParts};
use fair_queue::Share;
use http::header::AUTHORIZATION;
use http::request::Parts;
use kernel::{Payer, Problem, SessionId, UserId, WorkspaceId};

use crate::api_keys::KEY_START;
use crate::{
    ApiKeyId, ClientType, DEVICE_MAY_NOT, Ended, Identity, KEY_UNKNOWN, KeyScope, LOGIN_REQUIRED,
    OPERATOR_ONLY, Role, SESSION_ENDED, SessionToken, TEAM_ADMIN_ONLY, TWO_CREDENTIALS, TeamRole,
    UserSettings,
};

/// A signed-in person. As a handler's argument it refuses visitors.
#[derive(Debug, Clone)]
pub struct SignedIn {
    pub user_id: UserId,
    pub session_id: SessionId,
    /// The workspace they act in, and that pays.
    pub workspace_id: WorkspaceId,
    /// The person's role in the team that owns the workspace; `None`: it is their own workspace.
    pub team_role: Option<TeamRole>,
    pub role: Role,
    pub locale: Option<String>,
    /// Their settings when this request began.
    pub settings: Arc<UserSettings>,
    pub client_type: ClientType,
    /// The address of the request.
    pub ip: IpAddr,
}

impl SignedIn {
    /// Returns the payer of the person's actions.
    pub fn payer(&self) -> Payer {
        Payer { workspace_id: self.workspace_id, user_id: self.user_id }
    }

    /// Returns the actor for the audit log.
    pub fn actor(&self) -> Actor {
        Actor::person(self.user_id, self.ip)
    }

    /// Refuses members of a team who are not its admin: for purchases of the workspace.
    ///
    /// Problems: [`TEAM_ADMIN_ONLY`].
    pub fn check_manages_workspace(&self) -> Result<(), Problem> {
        match self.team_role {
            None | Some(TeamRole::Admin) => Ok(()),
            Some(TeamRole::Member) => Err(TEAM_ADMIN_ONLY.into()),
        }
    }
}

/// The operator, signed in. Everybody else is refused.
#[derive(Debug, Clone)]
pub struct Operator(pub SignedIn);

/// Any caller; with their identity if they are signed in.
#[derive(Debug, Clone)]
pub struct Visitor(pub Option<SignedIn>);

/// The state of a request's session: from a cookie, or from the token of one of our programs (`Authorization: Bearer
/// ensd_…`). For the few handlers that must tell why a session ended; others take [`SignedIn`] or [`Visitor`].
#[derive(Debug, Clone)]
pub enum SessionState {
    Nobody,
    Ended(Ended),
    SignedIn(SignedIn),
}

/// A program that calls with an API key: `Authorization: Bearer ens_…`, or the headers of Anthropic (`x-api-key`) and
/// Azure (`api-key`).
#[derive(Debug, Clone)]
pub struct KeyCaller {
    pub user_id: UserId,
    pub workspace_id: WorkspaceId,
    pub key_id: ApiKeyId,
    /// Scopes that the key grants.
    pub scopes: Vec<KeyScope>,
}

impl KeyCaller {
    /// Refuses when the key does not open `scope`.
    pub fn check(&self, scope: KeyScope) -> Result<(), Problem> {
        scope.check(&self.scopes)
    }

    /// Returns the payer of the program's actions.
    pub fn payer(&self) -> Payer {
        Payer { workspace_id: self.workspace_id, user_id: self.user_id }
    }
}

impl<S> FromRequestParts<S> for SessionState
where
    S: Send + Sync,
    Identity: FromRef<S>,
{
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        if let Some(known) = parts.extensions.get::<Self>() {
            return Ok(known.clone());
        }
        let identity = Identity::from_ref(state);
        let context = RequestContext::from_request_parts(parts, state).await?;
        let cookie = identity.cookies(&context).session(&parts.headers);
        let token = match cookie {
            // The same-origin rule lets requests with a key pass, so a key must not carry a cookie along. A password that
            // a proxy in front asks for is no key.
            Some(_) if bearer(parts).is_some() => {
                return Err(TWO_CREDENTIALS.into());
            }
            Some(token) => token,
            None => match bearer(parts).and_then(SessionToken::from_bearer) {
                Some(token) => token,
                None => return Ok(Self::Nobody),
            },
        };
        let state = identity.session_of(&token, context.ip).await?;
        if let Self::SignedIn(signed_in) = &state
            && !identity.opens(signed_in.client_type, parts.uri.path())
        {
            return Err(DEVICE_MAY_NOT.into());
        }
        if let Self::SignedIn(signed_in) = &state {
            Share::from(signed_in.user_id).identify();
        }
        parts.extensions.insert(state.clone());
        Ok(state)
    }
}

impl<S> FromRequestParts<S> for SignedIn
where
    S: Send + Sync,
    Identity: FromRef<S>,
{
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        match SessionState::from_request_parts(parts, state).await? {
            SessionState::SignedIn(signed_in) => Ok(signed_in),
            SessionState::Ended(ended) => Err(session_ended(&ended).into()),
            SessionState::Nobody => Err(LOGIN_REQUIRED.into()),
        }
    }
}

fn session_ended(ended: &Ended) -> Problem {
    let problem = SESSION_ENDED.with("reason", ended.reason.as_str());
    if ended.note.is_empty() { problem } else { problem.with("note", &ended.note) }
}

impl<S> FromRequestParts<S> for Operator
where
    S: Send + Sync,
    Identity: FromRef<S>,
{
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let signed_in = SignedIn::from_request_parts(parts, state).await?;
        match signed_in.role {
            Role::Operator => Ok(Self(signed_in)),
            Role::Member => Err(OPERATOR_ONLY.into()),
        }
    }
}

impl<S> FromRequestParts<S> for Visitor
where
    S: Send + Sync,
    Identity: FromRef<S>,
{
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        match SessionState::from_request_parts(parts, state).await? {
            SessionState::SignedIn(signed_in) => Ok(Self(Some(signed_in))),
            SessionState::Ended(_) | SessionState::Nobody => Ok(Self(None)),
        }
    }
}

impl<S> FromRequestParts<S> for KeyCaller
where
    S: Send + Sync,
    Identity: FromRef<S>,
{
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let identity = Identity::from_ref(state);
        let context = RequestContext::from_request_parts(parts, state).await?;
        let Some(secret) = api_key(parts) else {
            return Err(KEY_UNKNOWN.into());
        };
        if identity.cookies(&context).session(&parts.headers).is_some() {
            return Err(TWO_CREDENTIALS.into());
        }
        let caller = identity.key_caller(secret).await?.ok_or(KEY_UNKNOWN)?;
        Share::from(caller.user_id).identify();
        Ok(caller)
    }
}

/// Returns the key that a program sent. Where several headers have one, ours is meant.
fn api_key(parts: &Parts) -> Option<&str> {
    let named = |name: &str| parts.headers.get(name)?.to_str().ok().map(str::trim);
    let sent = [bearer(parts), named("x-api-key"), named("api-key")];
    let sent = || sent.iter().flatten().copied().filter(|key| !key.is_empty());
    sent().find(|key| key.starts_with(KEY_START)).or_else(|| sent().next())
}

fn bearer(parts: &Parts) -> Option<&str> {
    let value = parts.headers.get(AUTHORIZATION)?.to_str().ok()?;
    let (scheme, secret) = value.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then(|| secret.trim())
}
