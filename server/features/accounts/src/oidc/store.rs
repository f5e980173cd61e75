use kernel::Timestamp;
use sha2::{Digest, Sha256};
use store::{StoreResult, Tx, sql};

/// Records that a sign-in came back. Returns `false` if it already had.
pub(super) async fn add_return(tx: &mut Tx, state: &str, now: Timestamp) -> StoreResult<bool> {
    let added = sql!(
        tx,
        execute,
        "INSERT INTO account_oidc_returns (state_hash, returned_at) VALUES ($1, $2)
         ON CONFLICT (state_hash) DO NOTHING",
        Sha256::digest(state.as_bytes()).to_vec(),
        now
    )?;
    Ok(added == 1)
}

pub(super) async fn delete_returns_before(tx: &mut Tx, before: Timestamp) -> StoreResult<()> {
    sql!(tx, execute, "DELETE FROM account_oidc_returns WHERE returned_at < $1", before).map(|_| ())
}
