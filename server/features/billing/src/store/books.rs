//! Queries for providers' notifications, and for the edited offer.

use kernel::Timestamp;
use store::{Conn, StoreResult, Tx, sql};

/// Stores a notification. Returns `false` if it was processed before.
pub(crate) async fn add_notice(
    tx: &mut Tx,
    provider: &str,
    notice_id: &str,
    reference: &str,
    body: &[u8],
    now: Timestamp,
) -> StoreResult<bool> {
    let added = sql!(
        tx,
        execute,
        "INSERT INTO billing_notices (provider, notice_id, reference, body, received_at)
         VALUES ($1, $2, $3, $4, $5) ON CONFLICT (provider, notice_id) DO NOTHING",
        provider,
        notice_id,
        reference,
        body,
        now
    )?;
    Ok(added == 1)
}

/// Forgets news from before `before`: providers send nothing again after that.
pub(crate) async fn delete_notices(tx: &mut Tx, before: Timestamp) -> StoreResult<()> {
    sql!(tx, execute, "DELETE FROM billing_notices WHERE received_at < $1", before)?;
    Ok(())
}

/// Returns the offer as the operator changed it.
pub(crate) async fn find_offer(conn: &mut Conn) -> StoreResult<Option<String>> {
    let row = sql!(conn, optional(String,), "SELECT body FROM billing_offer WHERE id = 1")?;
    Ok(row.map(|(body,)| body))
}

pub(crate) async fn save_offer(tx: &mut Tx, body: &str, now: Timestamp) -> StoreResult<()> {
    sql!(
        tx,
        execute,
        "INSERT INTO billing_offer (id, body, changed_at) VALUES (1, $1, $2)
         ON CONFLICT (id) DO UPDATE SET body = $1, changed_at = $2",
        body,
        now
    )?;
    Ok(())
}
