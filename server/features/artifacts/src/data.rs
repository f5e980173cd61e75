//! What running artifacts keep, for each person who runs them (decision 1064).

use std::collections::BTreeMap;

use area::Services;
use kernel::{Fallible, UserId, Uuid};
use store::{Conn, StoreResult, Tx, from_json, sql, to_json};

use crate::problems::NOT_FOUND;
use crate::rules::check_data;
use crate::store::find_artifact;

/// Returns what an artifact of the caller's keeps for them.
///
/// Problems: [`NOT_FOUND`].
pub(crate) async fn get(
    services: &Services,
    user_id: UserId,
    id: Uuid,
) -> Fallible<BTreeMap<String, String>> {
    let mut conn = services.db.read().await?;
    find_artifact(&mut conn, user_id, id).await?.ok_or(NOT_FOUND)?;
    Ok(find_entries(&mut conn, user_id, id).await?.unwrap_or_default())
}

/// Replaces what an artifact of the caller's keeps for them.
///
/// Problems: [`NOT_FOUND`], `artifacts.data_full`.
pub(crate) async fn set(
    services: &Services,
    user_id: UserId,
    id: Uuid,
    entries: &BTreeMap<String, String>,
) -> Fallible<()> {
    check_data(entries)?;
    let mut tx = services.db.begin().await?;
    find_artifact(&mut tx, user_id, id).await?.ok_or(NOT_FOUND)?;
    save_entries(&mut tx, user_id, id, entries).await?;
    Ok(tx.commit().await?)
}

/// Returns what an artifact keeps for a person; `None`: nothing yet.
pub(crate) async fn find_entries(
    conn: &mut Conn,
    user_id: UserId,
    id: Uuid,
) -> StoreResult<Option<BTreeMap<String, String>>> {
    let row = sql!(
        conn,
        optional(String,),
        "SELECT entries FROM artifact_data WHERE artifact_id = $1 AND user_id = $2",
        id,
        user_id
    )?;
    row.map(|(entries,)| from_json(&entries)).transpose()
}

pub(crate) async fn save_entries(
    tx: &mut Tx,
    user_id: UserId,
    id: Uuid,
    entries: &BTreeMap<String, String>,
) -> StoreResult<()> {
    sql!(
        tx,
        execute,
        "INSERT INTO artifact_data (artifact_id, user_id, entries) VALUES ($1, $2, $3)
         ON CONFLICT (artifact_id, user_id) DO UPDATE SET entries = excluded.entries",
        id,
        user_id,
        to_json(entries)?
    )?;
    Ok(())
}
