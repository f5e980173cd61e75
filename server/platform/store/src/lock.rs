use crate::{StoreResult, Tx, sql};

/// Lets one transaction at a time decide about `name`, row or no row, until it ends. SQLite has one writer anyway.
pub async fn lock(tx: &mut Tx, name: &str) -> StoreResult<()> {
    sql!(
        tx,
        optional (i32,),
        {
            sqlite: "SELECT 1 WHERE $1 IS NOT NULL",
            postgres: "SELECT 1 FROM (SELECT pg_advisory_xact_lock(hashtext($1))) AS held",
        },
        name
    )?;
    Ok(())
}
