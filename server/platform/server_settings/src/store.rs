use kernel::Timestamp;
use live_settings::{Overrides, Value};
use store::{Conn, StoreResult, Tx, from_json, sql, to_json};

/// Returns how often something was changed.
pub(crate) async fn find_version(conn: &mut Conn) -> StoreResult<i64> {
    let row =
        sql!(conn, optional(i64,), "SELECT version FROM server_settings_version WHERE id = 1")?;
    Ok(row.map_or(0, |(version,)| version))
}

/// Raises the version, and locks it until the end of the transaction.
pub(crate) async fn raise_version(tx: &mut Tx) -> StoreResult<()> {
    sql!(tx, execute, "UPDATE server_settings_version SET version = version + 1 WHERE id = 1")
        .map(|_| ())
}

/// Returns what was chosen.
pub(crate) async fn list(conn: &mut Conn) -> StoreResult<Overrides> {
    let rows = sql!(conn, all(String, String), "SELECT key, value FROM server_settings")?;
    let mut overrides = Overrides::new();
    for (key, value) in rows {
        match from_json(&value) {
            Ok(value) => _ = overrides.insert(key, value),
            // A newer version wrote it.
            Err(error) => tracing::warn!(key, %error, "a setting of the server cannot be read"),
        }
    }
    Ok(overrides)
}

pub(crate) async fn set(tx: &mut Tx, key: &str, value: &Value, now: Timestamp) -> StoreResult<()> {
    sql!(
        tx,
        execute,
        "INSERT INTO server_settings (key, value, changed_at) VALUES ($1, $2, $3)
         ON CONFLICT (key) DO UPDATE SET value = excluded.value, changed_at = excluded.changed_at",
        key,
        to_json(value)?,
        now
    )
    .map(|_| ())
}

pub(crate) async fn remove(tx: &mut Tx, key: &str) -> StoreResult<()> {
    sql!(tx, execute, "DELETE FROM server_settings WHERE key = $1", key).map(|_| ())
}
