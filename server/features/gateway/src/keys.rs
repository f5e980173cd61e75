use api::{ApiResult, Json, Path, ProblemBody};
use area::Services;
use audit::{Event, Kind};
use axum::extract::State;
use http::StatusCode;
use identity::{ApiKey, ApiKeyId, KEY_NOT_FOUND, KeyScope, NewApiKey, SignedIn};
use kernel::{Problem, Timestamp, collapse_whitespace};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::problems::{
    KEY_CAP_TOO_SMALL, KEY_NAME_EMPTY, KEY_NAME_MAX_CHARS, KEY_NAME_TOO_LONG, KEY_SCOPES_EMPTY,
    TOO_MANY_KEYS,
};

/// An API key, without its secret.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ApiKey)]
pub(crate) struct KeyBody {
    pub id: ApiKeyId,
    pub name: String,
    /// The secret's first characters.
    pub prefix: String,
    /// Maximum amount that may be charged through it; null: no limit of its own.
    pub cap: Option<i64>,
    pub spent: i64,
    pub created_at: Timestamp,
    pub last_used_at: Option<Timestamp>,
    /// Scopes that it grants.
    pub scopes: Vec<KeyScope>,
}

impl From<ApiKey> for KeyBody {
    fn from(key: ApiKey) -> Self {
        Self {
            id: key.id,
            name: key.name,
            prefix: key.prefix,
            cap: key.cap,
            spent: key.spent,
            created_at: key.created_at,
            last_used_at: key.last_used_at,
            scopes: key.scopes,
        }
    }
}

#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ApiKeys)]
pub(crate) struct KeysBody {
    pub items: Vec<KeyBody>,
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = NewApiKey)]
pub(crate) struct NewKey {
    pub name: String,
    pub cap: Option<i64>,
    /// Scopes to grant; by default listing models and asking them.
    #[serde(default = "usual_scopes")]
    pub scopes: Vec<KeyScope>,
}

fn usual_scopes() -> Vec<KeyScope> {
    vec![KeyScope::Models, KeyScope::Chat]
}

/// A key that was just made, with its secret: it is shown this once.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = CreatedApiKey)]
pub(crate) struct CreatedKey {
    pub key: KeyBody,
    pub secret: String,
}

/// Lists the caller's API keys, newest first.
#[utoipa::path(get, path = "/api/gateway/keys", tag = "gateway",
    responses((status = 200, body = KeysBody)))]
pub(crate) async fn list_keys(
    State(services): State<Services>,
    caller: SignedIn,
) -> ApiResult<Json<KeysBody>> {
    let mut conn = services.db.read().await?;
    let keys = services.identity.list_keys(&mut conn, caller.user_id).await?;
    Ok(Json(KeysBody { items: keys.into_iter().map(KeyBody::from).collect() }))
}

/// Creates an API key and shows its secret, only this once.
#[utoipa::path(post, path = "/api/gateway/keys", tag = "gateway", request_body = NewKey,
    responses((status = 201, body = CreatedKey), (status = 409, body = ProblemBody),
        (status = 422, body = ProblemBody)))]
pub(crate) async fn create_key(
    State(services): State<Services>,
    caller: SignedIn,
    Json(new): Json<NewKey>,
) -> ApiResult<(StatusCode, Json<CreatedKey>)> {
    let name = key_name(&new.name)?;
    if new.cap.is_some_and(|cap| cap < 1) {
        return Err(KEY_CAP_TOO_SMALL.into());
    }
    let (user_id, workspace_id) = (caller.user_id, caller.workspace_id);
    if new.scopes.is_empty() {
        return Err(KEY_SCOPES_EMPTY.into());
    }
    let (cap, scopes) = (new.cap, new.scopes.as_slice());
    let new = NewApiKey { user_id, workspace_id, name: &name, cap, scopes };
    let mut tx = services.db.begin().await?;
    let created = services.identity.create_key(&mut tx, new).await?;
    if let Some((key, _)) = &created {
        let made = Event::new(Kind::KeyMade, caller.actor()).in_workspace(workspace_id);
        services.audit.record(&mut tx, made.subject(key.id.0)).await?;
    }
    tx.commit().await?;
    let (key, secret) = created.ok_or(TOO_MANY_KEYS)?;
    Ok((StatusCode::CREATED, Json(CreatedKey { key: key.into(), secret })))
}

/// Deletes one of the caller's API keys; programs that use it are refused at once.
#[utoipa::path(delete, path = "/api/gateway/keys/{key_id}", tag = "gateway",
    params(("key_id" = ApiKeyId, Path)),
    responses((status = 204), (status = 404, body = ProblemBody)))]
pub(crate) async fn delete_key(
    State(services): State<Services>,
    caller: SignedIn,
    Path(key_id): Path<ApiKeyId>,
) -> ApiResult<StatusCode> {
    let mut tx = services.db.begin().await?;
    if !services.identity.delete_key(&mut tx, caller.user_id, key_id).await? {
        return Err(KEY_NOT_FOUND.into());
    }
    let revoked = Event::new(Kind::KeyRevoked, caller.actor()).subject(key_id.0);
    services.audit.record(&mut tx, revoked).await?;
    tx.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Returns a key's name: trimmed, not empty, not too long.
fn key_name(text: &str) -> Result<String, Problem> {
    let name = collapse_whitespace(text);
    match name.chars().count() {
        0 => Err(KEY_NAME_EMPTY.into()),
        chars if chars > KEY_NAME_MAX_CHARS => {
            Err(KEY_NAME_TOO_LONG.with("max", KEY_NAME_MAX_CHARS))
        }
        _ => Ok(name),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_may_have_80_characters_but_not_81() {
        assert_eq!(key_name("  my   laptop ").as_deref(), Ok("my laptop"));
        assert!(key_name(&"é".repeat(80)).is_ok());
        assert_eq!(key_name(&"é".repeat(81)), Err(KEY_NAME_TOO_LONG.with("max", 80)));
        assert_eq!(key_name(" "), Err(KEY_NAME_EMPTY.into()));
    }
}
