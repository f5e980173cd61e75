use kernel::{Timestamp, UserId, WorkspaceId};
use store::{StoreResult, Tx, sql};

/// A program that a person has allowed, until it fetches its key.
pub(super) struct Grant {
    pub user_id: UserId,
    pub workspace_id: WorkspaceId,
    pub client_id: String,
    pub redirect_uri: String,
    pub challenge: String,
    pub expires_at: Timestamp,
}

pub(super) async fn add(tx: &mut Tx, code_hash: &[u8], grant: &Grant) -> StoreResult<()> {
    sql!(
        tx,
        execute,
        "INSERT INTO gateway_oauth_codes
             (code_hash, user_id, workspace_id, client_id, redirect_uri, challenge, expires_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7)",
        code_hash,
        grant.user_id,
        grant.workspace_id,
        &grant.client_id,
        &grant.redirect_uri,
        &grant.challenge,
        grant.expires_at
    )?;
    Ok(())
}

/// Takes the grant of a code: nobody finds it again.
pub(super) async fn take(tx: &mut Tx, code_hash: &[u8]) -> StoreResult<Option<Grant>> {
    let row = sql!(
        tx,
        optional(UserId, WorkspaceId, String, String, String, Timestamp),
        "DELETE FROM gateway_oauth_codes WHERE code_hash = $1
         RETURNING user_id, workspace_id, client_id, redirect_uri, challenge, expires_at",
        code_hash
    )?;
    Ok(row.map(|(user_id, workspace_id, client_id, redirect_uri, challenge, expires_at)| Grant {
        user_id,
        workspace_id,
        client_id,
        redirect_uri,
        challenge,
        expires_at,
    }))
}

pub(super) async fn forget_old(tx: &mut Tx, now: Timestamp) -> StoreResult<()> {
    sql!(tx, execute, "DELETE FROM gateway_oauth_codes WHERE expires_at <= $1", now)?;
    Ok(())
}
