use kernel::Timestamp;
use sha2::{Digest, Sha256};
use sqlx::AssertSqlSafe;

use crate::{Db, Engine, FlushedConn, StoreError, Tx, sql};

/// One step of the schema, owned by one crate. Never edited once it was released: a later step changes it.
#[derive(Debug, Clone, Copy)]
pub struct Migration {
    /// Sorts all steps of all crates: date, time and owner, `20261120_0900_chat`.
    pub name: &'static str,
    /// SQL for both engines. `{uuid}`, `{bytes}` and `{serial}` become the engine's types; lines from
    /// `-- only sqlite` or `-- only postgres` to `-- end` are for that engine.
    pub sql: &'static str,
}

#[derive(Debug, thiserror::Error)]
pub enum MigrationError {
    #[error("migration {name}: {source}")]
    Failed { name: &'static str, source: StoreError },
    #[error("migration {0} was applied with another text: migrations are never edited")]
    Changed(&'static str),
    #[error(
        "the database has migration {0}, which this version does not know: use a newer version"
    )]
    FromTheFuture(String),
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// PostgreSQL's advisory lock that lets one process migrate at a time (an arbitrary constant).
const MIGRATION_LOCK: i64 = 0x456e_7365_6d62_6c65;

impl Db {
    /// Applies pending migrations, in order of name, each in its own transaction.
    ///
    /// Returns how many were applied. If killed in the middle, the next call continues.
    pub async fn migrate(
        &self,
        migrations: &[Migration],
        now: Timestamp,
    ) -> Result<usize, MigrationError> {
        let mut ordered: Vec<&Migration> = migrations.iter().collect();
        ordered.sort_by_key(|migration| migration.name);
        self.create_table().await?;
        let known = self.list_applied().await?;
        refuse_unknown(&known, &ordered)?;

        let mut applied = 0;
        for migration in ordered {
            // Read once for all: a start on a database that is up to date writes nothing.
            if is_applied(&known, migration)? {
                continue;
            }
            let mut tx = self.begin().await?;
            if let Engine::Postgres = self.engine() {
                sql!(&mut tx, execute, "SELECT pg_advisory_xact_lock($1)", MIGRATION_LOCK)?;
            }
            let checksum = checksum(migration.sql);
            let known = sql!(
                &mut tx,
                optional(String,),
                "SELECT checksum FROM schema_migrations WHERE name = $1",
                migration.name
            )?;
            match known {
                Some((found,)) if found == checksum => continue,
                Some(_) => return Err(MigrationError::Changed(migration.name)),
                None => {}
            }
            apply(&mut tx, migration, self.engine(), &checksum, now)
                .await
                .map_err(|source| MigrationError::Failed { name: migration.name, source })?;
            tx.commit().await?;
            applied += 1;
        }
        Ok(applied)
    }

    async fn create_table(&self) -> Result<(), StoreError> {
        let exists = {
            let mut conn = self.read().await?;
            sql!(&mut conn, optional(i32,), "SELECT 1 FROM schema_migrations LIMIT 1")
        };
        if matches!(exists, Ok(Some(_))) {
            return Ok(());
        }
        let mut tx = self.begin().await?;
        if let Engine::Postgres = self.engine() {
            sql!(&mut tx, execute, "SELECT pg_advisory_xact_lock($1)", MIGRATION_LOCK)?;
        }
        sql!(
            &mut tx,
            execute,
            "CREATE TABLE IF NOT EXISTS schema_migrations (
                name TEXT PRIMARY KEY, checksum TEXT NOT NULL, applied_at BIGINT NOT NULL)"
        )?;
        tx.commit().await
    }

    async fn list_applied(&self) -> Result<Vec<Applied>, StoreError> {
        let mut conn = self.read().await?;
        sql!(&mut conn, all Applied, "SELECT name, checksum FROM schema_migrations")
    }
}

#[derive(sqlx_macros::FromRow)]
struct Applied {
    name: String,
    checksum: String,
}

fn refuse_unknown(applied: &[Applied], known: &[&Migration]) -> Result<(), MigrationError> {
    let is_known = |step: &&Applied| known.iter().any(|migration| migration.name == step.name);
    match applied.iter().find(|step| !is_known(step)) {
        Some(step) => Err(MigrationError::FromTheFuture(step.name.clone())),
        None => Ok(()),
    }
}

fn is_applied(applied: &[Applied], migration: &Migration) -> Result<bool, MigrationError> {
    match applied.iter().find(|step| step.name == migration.name) {
        Some(step) if step.checksum == checksum(migration.sql) => Ok(true),
        Some(_) => Err(MigrationError::Changed(migration.name)),
        None => Ok(false),
    }
}

async fn apply(
    tx: &mut Tx,
    migration: &Migration,
    engine: Engine,
    checksum: &str,
    now: Timestamp,
) -> Result<(), StoreError> {
    let text = AssertSqlSafe(for_engine(migration.sql, engine));
    match tx.flushed().await? {
        FlushedConn::Sqlite(conn) => sqlx::raw_sql(text).execute(conn).await.map(|_| ())?,
        FlushedConn::Postgres(conn) => sqlx::raw_sql(text).execute(conn).await.map(|_| ())?,
    }
    sql!(
        tx,
        execute,
        "INSERT INTO schema_migrations (name, checksum, applied_at) VALUES ($1, $2, $3)",
        migration.name,
        checksum,
        now
    )?;
    Ok(())
}

fn checksum(sql: &str) -> String {
    kernel::hex(&Sha256::digest(sql.as_bytes()))
}

/// Returns the text in the dialect of `engine`.
fn for_engine(sql: &str, engine: Engine) -> String {
    let (uuid, bytes, serial) = match engine {
        Engine::Sqlite => ("BLOB", "BLOB", "INTEGER PRIMARY KEY"),
        Engine::Postgres => ("UUID", "BYTEA", "BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY"),
    };
    let mut only = None;
    let mut lines = Vec::new();
    for line in sql.lines() {
        match line.trim() {
            "-- only sqlite" => only = Some(Engine::Sqlite),
            "-- only postgres" => only = Some(Engine::Postgres),
            "-- end" => only = None,
            _ if only.is_none_or(|wanted| wanted == engine) => lines.push(line),
            _ => {}
        }
    }
    lines.join("\n").replace("{uuid}", uuid).replace("{bytes}", bytes).replace("{serial}", serial)
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str =
        "CREATE TABLE t (id {uuid})\n-- only sqlite\nA;\n-- end\n-- only postgres\nB;\n-- end\nC;";

    #[test]
    fn each_engine_gets_its_own_types_and_lines() {
        assert_eq!(for_engine(TEXT, Engine::Sqlite), "CREATE TABLE t (id BLOB)\nA;\nC;");
        assert_eq!(for_engine(TEXT, Engine::Postgres), "CREATE TABLE t (id UUID)\nB;\nC;");
    }

    async fn memory() -> (tempfile::TempDir, Db) {
        let dir = tempfile::tempdir().unwrap();
        let url = format!("sqlite://{}/t.db", dir.path().display());
        let db = Db::open(&url, &crate::Options::default()).await.unwrap();
        (dir, db)
    }

    const FIRST: Migration =
        Migration { name: "1_t", sql: "CREATE TABLE t (id {uuid} PRIMARY KEY);" };

    #[tokio::test]
    async fn a_migration_is_applied_once() {
        let (_dir, db) = memory().await;
        let now = Timestamp::from_micros(1);
        assert_eq!(db.migrate(&[FIRST], now).await.unwrap(), 1);
        assert_eq!(db.migrate(&[FIRST], now).await.unwrap(), 0);
    }

    #[tokio::test]
    async fn an_edited_migration_is_refused() {
        let (_dir, db) = memory().await;
        let now = Timestamp::from_micros(1);
        db.migrate(&[FIRST], now).await.unwrap();
        let edited = Migration { sql: "CREATE TABLE t (id {uuid}, n BIGINT);", ..FIRST };
        let refused = db.migrate(&[edited], now).await;
        assert!(matches!(refused, Err(MigrationError::Changed("1_t"))));
    }

    #[tokio::test]
    async fn an_older_program_refuses_a_newer_database() {
        let (_dir, db) = memory().await;
        let now = Timestamp::from_micros(1);
        db.migrate(&[FIRST], now).await.unwrap();
        assert!(matches!(db.migrate(&[], now).await, Err(MigrationError::FromTheFuture(_))));
    }

    #[tokio::test]
    async fn a_transaction_that_is_dropped_leaves_nothing() {
        let (_dir, db) = memory().await;
        db.migrate(&[FIRST], Timestamp::from_micros(1)).await.unwrap();
        let mut tx = db.begin().await.unwrap();
        sql!(&mut tx, execute, "INSERT INTO t (id) VALUES ($1)", kernel::Uuid::max()).unwrap();
        drop(tx);
        let mut tx = db.begin().await.unwrap();
        let (count,) = sql!(&mut tx, one(i64,), "SELECT COUNT(*) FROM t").unwrap();
        assert_eq!(count, 0);
        tx.commit().await.unwrap();
    }
}
