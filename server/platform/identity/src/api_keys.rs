use audit::{Actor, Event, Kind};
use kernel::{MINUTE, Timestamp, UserId, WorkspaceId, id};
use store::{Conn, StoreResult, Tx, sql};

use crate::key_scopes::{from_text, to_text};
use crate::token::{hash_token, random_token};
use crate::users::lock_user;
use crate::{EndReason, Identity, KEYS_MAX, KeyCaller, KeyScope};

id! {
    /// One API key.
    ApiKeyId
}

/// An API key as its owner sees it: without its secret.
#[derive(Debug, Clone)]
pub struct ApiKey {
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

#[derive(::store::FromRow)]
struct ApiKeyRow {
    id: ApiKeyId,
    name: String,
    prefix: String,
    cap: Option<i64>,
    spent: i64,
    created_at: Timestamp,
    last_used_at: Option<Timestamp>,
    scopes: String,
}

impl From<ApiKeyRow> for ApiKey {
    fn from(row: ApiKeyRow) -> Self {
        Self {
            id: row.id,
            name: row.name,
            prefix: row.prefix,
            cap: row.cap,
            spent: row.spent,
            created_at: row.created_at,
            last_used_at: row.last_used_at,
            scopes: from_text(&row.scopes),
        }
    }
}

/// An API key to be made.
#[derive(Debug, Clone)]
pub struct NewApiKey<'a> {
    pub user_id: UserId,
    pub workspace_id: WorkspaceId,
    pub name: &'a str,
    pub cap: Option<i64>,
    pub scopes: &'a [KeyScope],
}

pub(crate) const KEY_START: &str = "ens_";
const PREFIX_CHARS: usize = KEY_START.len() + 6;
const LAST_USED_STEP: i64 = MINUTE;

impl Identity {
    /// Creates a key. Returns it with its secret, which cannot be read again; `None` if the person already has the
    /// maximum number of keys.
    pub async fn create_key(
        &self,
        tx: &mut Tx,
        new: NewApiKey<'_>,
    ) -> StoreResult<Option<(ApiKey, String)>> {
        lock_user(tx, new.user_id).await?;
        let (count,) =
            sql!(tx, one(i64,), "SELECT COUNT(*) FROM api_keys WHERE user_id = $1", new.user_id)?;
        if count >= KEYS_MAX {
            return Ok(None);
        }
        let now = self.0.clock.now();
        let secret = format!("{KEY_START}{}", random_token());
        let key = ApiKey {
            id: ApiKeyId::new(now),
            name: new.name.to_owned(),
            prefix: secret[..PREFIX_CHARS].to_owned(),
            cap: new.cap,
            spent: 0,
            created_at: now,
            last_used_at: None,
            scopes: from_text(&to_text(new.scopes)),
        };
        sql!(
            tx,
            execute,
            "INSERT INTO api_keys (id, user_id, workspace_id, name, prefix, secret_hash, cap, spent, created_at, scopes)
             VALUES ($1, $2, $3, $4, $5, $6, $7, 0, $8, $9)",
            key.id,
            new.user_id,
            new.workspace_id,
            &key.name,
            &key.prefix,
            hash_token(&secret),
            key.cap,
            now,
            to_text(new.scopes)
        )?;
        Ok(Some((key, secret)))
    }

    /// Returns a person's keys, newest first.
    pub async fn list_keys(&self, conn: &mut Conn, user_id: UserId) -> StoreResult<Vec<ApiKey>> {
        let rows = sql!(
            conn,
            all ApiKeyRow,
            "SELECT id, name, prefix, cap, spent, created_at, last_used_at, scopes FROM api_keys
             WHERE user_id = $1 ORDER BY created_at DESC, id DESC",
            user_id
        )?;
        Ok(rows.into_iter().map(ApiKey::from).collect())
    }

    /// Deletes one of a person's keys. Returns `false` when it is not theirs, or not there.
    pub async fn delete_key(
        &self,
        tx: &mut Tx,
        user_id: UserId,
        key_id: ApiKeyId,
    ) -> StoreResult<bool> {
        let deleted = sql!(
            tx,
            execute,
            "DELETE FROM api_keys WHERE id = $1 AND user_id = $2",
            key_id,
            user_id
        )?;
        Ok(deleted == 1)
    }

    /// Deletes all of a person's keys, for the reason that ended their sessions.
    pub(crate) async fn revoke_keys(
        &self,
        tx: &mut Tx,
        user_id: UserId,
        reason: EndReason,
    ) -> StoreResult<()> {
        let gone = sql!(
            tx,
            all(ApiKeyId,),
            "DELETE FROM api_keys WHERE user_id = $1 RETURNING id",
            user_id
        )?;
        self.note_revoked(tx, user_id, gone, reason).await
    }

    /// Deletes a person's keys of one workspace.
    pub(crate) async fn revoke_keys_in(
        &self,
        tx: &mut Tx,
        workspace_id: WorkspaceId,
        user_id: UserId,
        reason: EndReason,
    ) -> StoreResult<()> {
        let gone = sql!(
            tx,
            all(ApiKeyId,),
            "DELETE FROM api_keys WHERE workspace_id = $1 AND user_id = $2 RETURNING id",
            workspace_id,
            user_id
        )?;
        self.note_revoked(tx, user_id, gone, reason).await
    }

    async fn note_revoked(
        &self,
        tx: &mut Tx,
        user_id: UserId,
        keys: Vec<(ApiKeyId,)>,
        reason: EndReason,
    ) -> StoreResult<()> {
        for (key_id,) in keys {
            let event =
                Event::new(Kind::KeyRevoked, Actor::SYSTEM).about(user_id).subject(key_id.0);
            self.0.audit.record(tx, event.detail(reason.as_str())).await?;
        }
        Ok(())
    }

    /// Charges `amount` to a key's own limit. Returns `false`, and charges nothing, if the limit does not suffice. A
    /// negative amount gives back an excess charge.
    pub async fn spend_key(&self, tx: &mut Tx, key_id: ApiKeyId, amount: i64) -> StoreResult<bool> {
        let charged = sql!(
            tx,
            execute,
            "UPDATE api_keys SET spent = spent + $2
             WHERE id = $1 AND spent + $2 >= 0 AND ($2 <= 0 OR cap IS NULL OR spent + $2 <= cap)",
            key_id,
            amount
        )?;
        Ok(charged == 1)
    }

    /// Returns the caller with this key, unless the key is unknown, or its person is suspended or no longer in the
    /// workspace that it was created in.
    pub(crate) async fn key_caller(&self, secret: &str) -> StoreResult<Option<KeyCaller>> {
        if !secret.starts_with(KEY_START) {
            return Ok(None);
        }
        let mut conn = self.0.db.read().await?;
        let found = sql!(
            &mut conn,
            optional KeyRow,
            "SELECT k.id, k.user_id, k.workspace_id, k.last_used_at, k.scopes
             FROM api_keys k JOIN users u ON u.id = k.user_id
                 JOIN workspaces w ON w.id = k.workspace_id
                 JOIN workspace_members m
                     ON m.workspace_id = k.workspace_id AND m.user_id = k.user_id
             WHERE k.secret_hash = $1 AND NOT u.suspended AND m.status = 'confirmed'
                 AND w.closing_at IS NULL",
            hash_token(secret)
        )?;
        drop(conn);
        let Some(row) = found else {
            return Ok(None);
        };
        let now = self.0.clock.now();
        if row.last_used_at.is_none_or(|last| now.since(last) > LAST_USED_STEP) {
            // The caller is known; failing to record their last use is no reason to refuse them.
            if let Err(error) = self.note_used(row.id, now).await {
                tracing::warn!(%error, "the last use of an API key could not be noted");
            }
        }
        let (user_id, workspace_id, key_id) = (row.user_id, row.workspace_id, row.id);
        Ok(Some(KeyCaller { user_id, workspace_id, key_id, scopes: from_text(&row.scopes) }))
    }
}

impl Identity {
    async fn note_used(&self, key_id: ApiKeyId, now: Timestamp) -> StoreResult<()> {
        let mut tx = self.0.db.begin_relaxed().await?;
        let used = "UPDATE api_keys SET last_used_at = $2 WHERE id = $1";
        sql!(&mut tx, execute, used, key_id, now)?;
        tx.commit().await
    }
}

#[derive(::store::FromRow)]
struct KeyRow {
    id: ApiKeyId,
    user_id: UserId,
    workspace_id: WorkspaceId,
    last_used_at: Option<Timestamp>,
    scopes: String,
}
