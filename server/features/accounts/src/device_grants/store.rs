use kernel::{SessionId, Timestamp, UserId};
use store::{StoreResult, Tx, sql};

/// One code's row.
#[derive(::store::FromRow)]
pub(super) struct Grant {
    pub user_id: UserId,
    pub granted_by: SessionId,
    pub client_type: String,
    pub redirect_url: String,
    pub challenge: String,
    pub device_name: String,
    pub expires_at: Timestamp,
    pub session_id: Option<SessionId>,
}

pub(super) async fn add(tx: &mut Tx, hash: &[u8], grant: &Grant) -> StoreResult<()> {
    sql!(
        tx,
        execute,
        "INSERT INTO account_device_grants (code_hash, user_id, granted_by, client_type, redirect_url,
            challenge, device_name, expires_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
        hash,
        grant.user_id,
        grant.granted_by,
        &grant.client_type,
        &grant.redirect_url,
        &grant.challenge,
        &grant.device_name,
        grant.expires_at
    )
    .map(|_| ())
}

/// Finds the grant of a code, and locks it against concurrent redemption.
pub(super) async fn find_locked(tx: &mut Tx, hash: &[u8]) -> StoreResult<Option<Grant>> {
    sql!(
        tx,
        optional Grant,
        {
            sqlite: "SELECT * FROM account_device_grants WHERE code_hash = $1",
            postgres: "SELECT * FROM account_device_grants WHERE code_hash = $1 FOR UPDATE",
        },
        hash
    )
}

pub(super) async fn set_session(
    tx: &mut Tx,
    hash: &[u8],
    session_id: SessionId,
) -> StoreResult<()> {
    sql!(
        tx,
        execute,
        "UPDATE account_device_grants SET session_id = $2 WHERE code_hash = $1",
        hash,
        session_id
    )
    .map(|_| ())
}

pub(super) async fn delete(tx: &mut Tx, hash: &[u8]) -> StoreResult<()> {
    sql!(tx, execute, "DELETE FROM account_device_grants WHERE code_hash = $1", hash).map(|_| ())
}

pub(super) async fn delete_expired_before(tx: &mut Tx, before: Timestamp) -> StoreResult<()> {
    sql!(tx, execute, "DELETE FROM account_device_grants WHERE expires_at < $1", before).map(|_| ())
}
