use kernel::Timestamp;
use sha2::{Digest, Sha256};
use sqlx::AssertSqlSafe;

use crate::{Conn, Db, Engine, FlushedConn, StoreError, Tx, sql};

/// One step of the schema, owned by one crate. Never edited once it was released: a later step changes it.
#[derive(Debug, Clone, Copy)]
pub struct Migration {
    /// Sorts all steps of all crates: date, time and owner, `20261120_0900_chat`.
    pub name: &'static str,
    /// SQL for both engines. `{uuid}`, `{bytes}` and `{serial}` become the engine's types; lines from
    /// `-- only sqlite` or `-- only postgres` to `-- end` are for that engine. A line `-- takes: 2 s per 100,000 messages`
    /// is the expected time of a step that depends on the amount of data; a line `-- contract` marks one after which the
    /// version before cannot serve any more (decision 1113).
    pub sql: &'static str,
}

impl Migration {
    /// Returns the expected time, for people.
    pub fn takes(&self) -> &'static str {
        let line = self.sql.lines().find_map(|line| line.trim().strip_prefix("-- takes:"));
        line.map_or("moments", str::trim)
    }

    /// Returns true if the version before cannot serve any more afterwards.
    pub fn contracts(&self) -> bool {
        self.sql.lines().any(|line| line.trim() == "-- contract")
    }
}

#[derive(Debug, thiserror::Error)]
pub enum MigrationError {
    #[error("migration {name}: {source}")]
    Failed { name: &'static str, source: StoreError },
    #[error("migration {0} was applied with another text: migrations are never edited")]
    Changed(&'static str),
    #[error(
        "the database has migration {0}, which this version does not know: use a newer version, or restore the backup \
         from before the upgrade"
    )]
    FromTheFuture(String),
    #[error(
        "the database is the target of a move that is not finished: run `ensemble move` again, from where the data is"
    )]
    HalfMoved,
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// The state of a database's schema for one version of the program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Schema {
    /// There is none: nothing was ever stored here.
    Missing,
    Current,
    /// The steps that would be applied.
    Older(Vec<&'static str>),
    /// Steps that this version does not know; it can serve if all of them only add something.
    Newer {
        unknown: Vec<String>,
        can_serve: bool,
    },
    HalfMoved,
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
        {
            let mut conn = self.read().await?;
            if has_table(&mut conn, MOVE_TABLE).await? {
                return Err(MigrationError::HalfMoved);
            }
        }
        self.migrate_any(migrations, now).await
    }

    /// Applies pending migrations, also to the target of a move.
    pub(crate) async fn migrate_any(
        &self,
        migrations: &[Migration],
        now: Timestamp,
    ) -> Result<usize, MigrationError> {
        let ordered = in_order(migrations);
        self.create_table().await?;
        let known = self.list_applied(true).await?;
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
            if migration.takes() != "moments" {
                tracing::info!(name = migration.name, takes = migration.takes(), "migrating");
            }
            apply(&mut tx, migration, self.engine(), &checksum, now)
                .await
                .map_err(|source| MigrationError::Failed { name: migration.name, source })?;
            tx.commit().await?;
            applied += 1;
        }
        Ok(applied)
    }

    /// Returns the state of the schema. Writes nothing.
    pub async fn schema(&self, migrations: &[Migration]) -> Result<Schema, MigrationError> {
        let has_marks = {
            let mut conn = self.read().await?;
            if has_table(&mut conn, MOVE_TABLE).await? {
                return Ok(Schema::HalfMoved);
            }
            if !has_table(&mut conn, "schema_migrations").await? {
                return Ok(Schema::Missing);
            }
            has_column(&mut conn, "schema_migrations", "expands").await?
        };
        let (ordered, applied) = (in_order(migrations), self.list_applied(has_marks).await?);
        let unknown: Vec<&Applied> =
            applied.iter().filter(|step| !is_known(step, &ordered)).collect();
        if !unknown.is_empty() {
            let can_serve = unknown.iter().all(|step| step.expands == Some(true));
            let unknown = unknown.into_iter().map(|step| step.name.clone()).collect();
            return Ok(Schema::Newer { unknown, can_serve });
        }
        let mut pending = Vec::new();
        for migration in ordered {
            if !is_applied(&applied, migration)? {
                pending.push(migration.name);
            }
        }
        Ok(if pending.is_empty() { Schema::Current } else { Schema::Older(pending) })
    }

    /// Returns true if there is such a table.
    pub async fn has_table(&self, name: &str) -> Result<bool, StoreError> {
        let mut conn = self.read().await?;
        has_table(&mut conn, name).await
    }

    async fn create_table(&self) -> Result<(), StoreError> {
        let is_whole = {
            let mut conn = self.read().await?;
            has_column(&mut conn, "schema_migrations", "expands").await?
        };
        if is_whole {
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
        if !has_column(&mut tx, "schema_migrations", "expands").await? {
            // Of steps from before there were marks nothing is known, and nothing has to be.
            sql!(&mut tx, execute, "ALTER TABLE schema_migrations ADD COLUMN expands BOOLEAN")?;
        }
        tx.commit().await
    }

    /// `has_marks`: the table says which steps only added something.
    async fn list_applied(&self, has_marks: bool) -> Result<Vec<Applied>, StoreError> {
        let mut conn = self.read().await?;
        match has_marks {
            true => {
                sql!(&mut conn, all Applied, "SELECT name, checksum, expands FROM schema_migrations")
            }
            false => sql!(
                &mut conn,
                all Applied,
                "SELECT name, checksum, CAST(NULL AS BOOLEAN) AS expands FROM schema_migrations"
            ),
        }
    }
}

/// Refuses a database that a newer version has changed, unless it only added something.
fn refuse_unknown(applied: &[Applied], known: &[&Migration]) -> Result<(), MigrationError> {
    for step in applied.iter().filter(|step| !is_known(step, known)) {
        if step.expands != Some(true) {
            return Err(MigrationError::FromTheFuture(step.name.clone()));
        }
        tracing::warn!(
            name = step.name,
            "a newer version added this to the database: it is left alone"
        );
    }
    Ok(())
}

/// A table that the target of a move has until it is complete.
pub(crate) const MOVE_TABLE: &str = "move_source";

#[derive(sqlx_macros::FromRow)]
struct Applied {
    name: String,
    checksum: String,
    /// True if the version before can serve with it.
    expands: Option<bool>,
}

fn in_order(migrations: &[Migration]) -> Vec<&Migration> {
    let mut ordered: Vec<&Migration> = migrations.iter().collect();
    ordered.sort_by_key(|migration| migration.name);
    ordered
}

fn is_known(step: &Applied, known: &[&Migration]) -> bool {
    known.iter().any(|migration| migration.name == step.name)
}

/// Returns true if there is such a table.
pub(crate) async fn has_table(conn: &mut Conn, name: &str) -> Result<bool, StoreError> {
    let found = sql!(
        conn,
        optional(i32,),
        {
            sqlite: "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = $1",
            postgres: "SELECT 1 WHERE to_regclass($1) IS NOT NULL",
        },
        name
    )?;
    Ok(found.is_some())
}

async fn has_column(conn: &mut Conn, table: &str, column: &str) -> Result<bool, StoreError> {
    let found = sql!(
        conn,
        optional(i32,),
        {
            sqlite: "SELECT 1 FROM pragma_table_info($1) WHERE name = $2",
            postgres: "SELECT 1 FROM information_schema.columns
                       WHERE table_schema = current_schema() AND table_name = $1 AND column_name = $2",
        },
        table,
        column
    )?;
    Ok(found.is_some())
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
        "INSERT INTO schema_migrations (name, checksum, applied_at, expands) VALUES ($1, $2, $3, $4)",
        migration.name,
        checksum,
        now,
        !migration.contracts()
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
        sql_on(&db, "UPDATE schema_migrations SET expands = NULL").await;
        assert!(matches!(db.migrate(&[], now).await, Err(MigrationError::FromTheFuture(_))));
    }

    async fn sql_on(db: &Db, text: &'static str) {
        let mut tx = db.begin().await.unwrap();
        sql!(&mut tx, execute, text).unwrap();
        tx.commit().await.unwrap();
    }

    const EXPANDS: Migration = Migration {
        name: "2_t",
        sql: "-- takes: 1 s per 1,000 rows\nALTER TABLE t ADD COLUMN n BIGINT;",
    };
    const CONTRACTS: Migration =
        Migration { name: "3_t", sql: "-- contract\nALTER TABLE t DROP COLUMN n;" };

    #[tokio::test]
    async fn the_version_before_serves_what_was_only_added_to_and_not_what_was_taken_from() {
        let (_dir, db) = memory().await;
        let now = Timestamp::from_micros(1);
        assert_eq!(db.schema(&[FIRST]).await.unwrap(), Schema::Missing);
        db.migrate(&[FIRST], now).await.unwrap();
        assert_eq!(db.schema(&[FIRST, EXPANDS]).await.unwrap(), Schema::Older(vec!["2_t"]));
        db.migrate(&[FIRST, EXPANDS], now).await.unwrap();

        let newer = |can_serve, names: &[&str]| Schema::Newer {
            unknown: names.iter().map(|name| (*name).to_owned()).collect(),
            can_serve,
        };
        assert_eq!(db.schema(&[FIRST]).await.unwrap(), newer(true, &["2_t"]));
        assert_eq!(db.migrate(&[FIRST], now).await.unwrap(), 0, "going back one version");
        assert_eq!(db.migrate(&[FIRST, EXPANDS], now).await.unwrap(), 0, "and forward again");

        db.migrate(&[FIRST, EXPANDS, CONTRACTS], now).await.unwrap();
        assert_eq!(db.schema(&[FIRST]).await.unwrap(), newer(false, &["2_t", "3_t"]));
        let refused = db.migrate(&[FIRST, EXPANDS], now).await.unwrap_err();
        assert!(refused.to_string().contains("restore the backup from before"), "{refused}");
    }

    #[tokio::test]
    async fn the_table_of_an_earlier_version_is_extended_and_its_steps_are_kept() {
        let (_dir, db) = memory().await;
        let now = Timestamp::from_micros(1);
        db.migrate(&[FIRST], now).await.unwrap();
        sql_on(&db, "ALTER TABLE schema_migrations DROP COLUMN expands").await;
        assert_eq!(db.schema(&[FIRST]).await.unwrap(), Schema::Current);
        assert_eq!(db.migrate(&[FIRST, EXPANDS], now).await.unwrap(), 1);
    }

    #[test]
    fn a_step_states_its_expected_time() {
        assert_eq!((FIRST.takes(), EXPANDS.takes()), ("moments", "1 s per 1,000 rows"));
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
