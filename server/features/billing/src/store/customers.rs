//! Queries for the customers of workspaces at payment providers.

use kernel::{Timestamp, Uuid, WorkspaceId};
use store::{Conn, StoreResult, Tx, sql};

/// A workspace's customer at a provider.
#[derive(Debug, Clone, PartialEq, Eq, ::store::FromRow)]
pub(crate) struct Customer {
    pub provider: String,
    /// The provider's id of it; empty while it is made.
    pub customer: String,
    pub attempt: i64,
}

/// Returns a workspace's customer at a provider, adding a row if there is none. `None`: the workspace has no
/// subscription row, so it is gone; otherwise it cannot be deleted until the transaction ends.
pub(crate) async fn note_customer(
    tx: &mut Tx,
    workspace_id: WorkspaceId,
    provider: &str,
    now: Timestamp,
) -> StoreResult<Option<Customer>> {
    // A change of nothing: on PostgreSQL it is the lock.
    let is_there = sql!(
        tx,
        execute,
        "UPDATE billing_subscriptions SET updated_at = updated_at WHERE workspace_id = $1",
        workspace_id
    )?;
    if is_there == 0 {
        return Ok(None);
    }
    sql!(
        tx,
        execute,
        "INSERT INTO billing_customers (workspace_id, provider, created_at) VALUES ($1, $2, $3)
         ON CONFLICT (workspace_id, provider) DO NOTHING",
        workspace_id,
        provider,
        now
    )?;
    find_customer(tx, workspace_id, provider).await
}

pub(crate) async fn find_customer(
    conn: &mut Conn,
    workspace_id: WorkspaceId,
    provider: &str,
) -> StoreResult<Option<Customer>> {
    sql!(
        conn,
        optional Customer,
        "SELECT provider, customer, attempt FROM billing_customers
         WHERE workspace_id = $1 AND provider = $2",
        workspace_id,
        provider
    )
}

/// Lists the customers that providers have of a workspace, by the providers' ids.
pub(crate) async fn list_customers(
    conn: &mut Conn,
    workspace_id: WorkspaceId,
) -> StoreResult<Vec<Customer>> {
    sql!(
        conn,
        all Customer,
        "SELECT provider, customer, attempt FROM billing_customers
         WHERE workspace_id = $1 AND customer <> '' ORDER BY provider",
        workspace_id
    )
}

/// Stores the customer that was created at this attempt. If another process did so first, or the workspace is gone,
/// nothing is changed.
pub(crate) async fn keep_customer(
    tx: &mut Tx,
    workspace_id: WorkspaceId,
    made: &Customer,
) -> StoreResult<()> {
    sql!(
        tx,
        execute,
        "UPDATE billing_customers SET customer = $4
         WHERE workspace_id = $1 AND provider = $2 AND attempt = $3 AND customer = ''",
        workspace_id,
        made.provider.as_str(),
        made.attempt,
        made.customer.as_str()
    )?;
    Ok(())
}

/// Forgets the customer of this attempt, which the provider no longer has: the next attempt creates another.
pub(crate) async fn forget_customer(
    tx: &mut Tx,
    workspace_id: WorkspaceId,
    gone: &Customer,
) -> StoreResult<()> {
    sql!(
        tx,
        execute,
        "UPDATE billing_customers SET customer = '', attempt = attempt + 1
         WHERE workspace_id = $1 AND provider = $2 AND attempt = $3",
        workspace_id,
        gone.provider.as_str(),
        gone.attempt
    )?;
    Ok(())
}

/// Deletes a workspace's customers here, and returns their ids at providers.
pub(crate) async fn take_customers(tx: &mut Tx, workspace_id: Uuid) -> StoreResult<Vec<Customer>> {
    sql!(
        tx,
        all Customer,
        "DELETE FROM billing_customers WHERE workspace_id = $1 RETURNING provider, customer, attempt",
        workspace_id
    )
}
