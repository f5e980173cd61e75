//! Moves a whole database to the other engine, table by table, and proves it.
//!
//! The target is made by the migrations, stripped (`strip.rs`), filled (`side.rs`), given its words ([`crate::WordIndex`]) and
//! its indexes, and then read back: of each table the number of rows and a checksum (`copy_text.rs`) must be those of the
//! source. Each step is recorded in the target, so a move that was broken off goes on where it was; until the last step the
//! target is marked, and no server uses it.

mod copy_text;
mod side;
mod strip;
mod tables;
#[cfg(test)]
mod tests;

use std::collections::HashMap;
use std::path::Path;

use futures::TryStreamExt;
use kernel::Timestamp;
use pg_address::PgAddress;

use crate::migrate::MOVE_TABLE;
use crate::{Db, Migration, MigrationError, Options, Schema, StoreError, WordIndex, sql};
use copy_text::Sum;
use side::Side;
use tables::{Table, in_both, list_on_postgres, list_on_sqlite};

/// A move to be done.
pub struct Transfer<'a> {
    /// Addresses, as for [`Db::open`], one of each engine.
    pub from: &'a str,
    pub to: &'a str,
    pub migrations: &'a [Migration],
    pub words: &'a [WordIndex],
    pub now: Timestamp,
}

/// A move that was done.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Transferred {
    pub tables: Vec<MovedTable>,
    /// Tables that only one of the databases has: not ours.
    pub left_out: Vec<String>,
    /// Rows with text that PostgreSQL does not store (NUL, invalid UTF-8), replaced by U+FFFD.
    pub mended_rows: u64,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MovedTable {
    pub name: String,
    pub rows: u64,
    pub checksum: String,
}

#[derive(Debug, thiserror::Error)]
pub enum TransferError {
    #[error("both addresses are of the same engine: use backup and restore")]
    SameEngine,
    #[error(
        "the source has an older or newer schema: run this version's `ensemble migrate` there first"
    )]
    OtherSchema,
    #[error("the target is not empty: name a new database")]
    NotEmpty,
    #[error(
        "the target has an unfinished move from elsewhere ({0}): finish that one, or name a new database"
    )]
    OtherMove(String),
    #[error("the table {0} has other columns in one database than in the other")]
    OtherColumns(String),
    #[error("{table}.{column} has the type {data_type}, which cannot be moved")]
    UnknownType { table: String, column: String, data_type: String },
    #[error("{table}.{column} has a value that does not belong there ({found})")]
    OddValue { table: String, column: String, found: String },
    #[error("the table {table} arrived with {found}, not with {expected}")]
    NotTheSame { table: String, expected: String, found: String },
    #[error("rows of {0} refer to rows that do not exist")]
    LooseRows(String),
    #[error(transparent)]
    Migration(#[from] MigrationError),
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(transparent)]
    Engine(#[from] sqlx::Error),
}

impl Transfer<'_> {
    /// Does the move, or goes on with it. Both databases must be without a server.
    pub async fn run(&self) -> Result<Transferred, TransferError> {
        let is_postgres = |url: &str| url.starts_with("postgres");
        if is_postgres(self.from) == is_postgres(self.to) {
            return Err(TransferError::SameEngine);
        }
        let source = Db::open_existing(self.from, &Options::connections(1)).await?;
        let schema = source.schema(self.migrations).await?;
        source.close().await;
        if schema != Schema::Current {
            return Err(TransferError::OtherSchema);
        }
        let target = Db::open(self.to, &Options::connections(2)).await?;
        let done = self.run_into(&target).await;
        target.close().await;
        done
    }

    async fn run_into(&self, target: &Db) -> Result<Transferred, TransferError> {
        let is_stripped = self.claim(target).await?;
        let mut from = Side::open(self.from).await?;
        let mut to = Side::open(self.to).await?;
        let (tables, left_out) = list_tables(&mut from, &mut to).await?;
        if !is_stripped {
            strip::strip(&mut to, &tables).await?;
        }
        let mended_rows = fill(&mut from, &mut to, &tables).await?;
        from.close().await?;
        for index in self.words {
            fill_words(target, index).await?;
        }
        strip::give_back(&mut to).await?;
        check_keys(&mut to).await?;
        let tables = verify(&mut to, &tables).await?;
        to.run(
            "BEGIN; DROP TABLE move_progress; DROP TABLE move_ddl; DROP TABLE move_source; COMMIT",
        )
        .await?;
        match &to {
            Side::Sqlite(_) => to.run("PRAGMA optimize = 0x10002").await?,
            Side::Postgres(_) => to.run("ANALYZE").await?,
        }
        to.close().await?;
        Ok(Transferred { tables, left_out, mended_rows })
    }

    /// Marks the target as that of this move and gives it the schema. Returns true if it is stripped already.
    async fn claim(&self, target: &Db) -> Result<bool, TransferError> {
        let place = place_of(self.from);
        match target.schema(self.migrations).await? {
            Schema::HalfMoved => {}
            Schema::Missing if is_empty(target).await? => mark(target, &place).await?,
            _ => return Err(TransferError::NotEmpty),
        }
        let (found, is_stripped) = {
            let mut conn = target.read().await?;
            sql!(&mut conn, one(String, bool), "SELECT place, is_stripped FROM move_source")?
        };
        if found != place {
            return Err(TransferError::OtherMove(found));
        }
        target.migrate_any(self.migrations, self.now).await?;
        Ok(is_stripped)
    }
}

/// Returns the name of a database for the record of a move, without a password.
fn place_of(url: &str) -> String {
    if let Ok(address) = url.parse::<PgAddress>() {
        return address.to_string();
    }
    let path = url.trim_start_matches("sqlite://").split('?').next().unwrap_or_default();
    std::fs::canonicalize(Path::new(path))
        .map_or_else(|_| path.to_owned(), |path| path.display().to_string())
}

async fn is_empty(target: &Db) -> Result<bool, StoreError> {
    let mut conn = target.read().await?;
    let (tables,) = sql!(
        &mut conn,
        one(i64,),
        {
            sqlite: "SELECT COUNT(*) FROM sqlite_master",
            postgres: "SELECT COUNT(*) FROM information_schema.tables WHERE table_schema = current_schema()",
        }
    )?;
    Ok(tables == 0)
}

async fn mark(target: &Db, place: &str) -> Result<(), StoreError> {
    debug_assert_eq!(MOVE_TABLE, "move_source");
    let mut tx = target.begin().await?;
    for statement in [
        "CREATE TABLE move_source (place TEXT NOT NULL, is_stripped BOOLEAN NOT NULL)",
        "CREATE TABLE move_ddl (position BIGINT PRIMARY KEY, statement TEXT NOT NULL)",
        "CREATE TABLE move_progress (step TEXT PRIMARY KEY, checksum TEXT NOT NULL, reached BIGINT NOT NULL)",
    ] {
        sql!(&mut tx, execute, statement)?;
    }
    sql!(
        &mut tx,
        execute,
        "INSERT INTO move_source (place, is_stripped) VALUES ($1, FALSE)",
        place
    )?;
    tx.commit().await
}

async fn list_tables(
    from: &mut Side,
    to: &mut Side,
) -> Result<(Vec<Table>, Vec<String>), TransferError> {
    let (postgres, sqlite) = match (from, to) {
        (Side::Postgres(postgres), Side::Sqlite(sqlite))
        | (Side::Sqlite(sqlite), Side::Postgres(postgres)) => (postgres, sqlite),
        _ => return Err(TransferError::SameEngine),
    };
    in_both(list_on_postgres(postgres).await?, list_on_sqlite(sqlite).await?)
}

/// Copies the tables that are not there yet. Returns the number of rows whose text was mended.
async fn fill(from: &mut Side, to: &mut Side, tables: &[Table]) -> Result<u64, TransferError> {
    let done = progress(to).await?;
    let mut mended = 0;
    for table in tables.iter().filter(|table| !done.contains_key(&table.name)) {
        to.run("BEGIN").await?;
        begin_reading(from).await?;
        let mut sum = Sum::default();
        {
            let mut lines = from.lines(table).await?;
            let mut sink = to.sink(table).await?;
            while let Some((line, is_mended)) = lines.try_next().await? {
                sum.add(&line);
                mended += u64::from(is_mended);
                sink.put(line).await?;
            }
            sink.finish().await?;
        }
        from.run("COMMIT").await?;
        strip::set_sequences(to, table).await?;
        let rows = i64::try_from(sum.rows).unwrap_or(i64::MAX);
        let keep = "INSERT INTO move_progress (step, checksum, reached) VALUES ($1, $2, $3)";
        to.run_with(keep, &[&table.name, &sum.checksum()], rows).await?;
        to.run("COMMIT").await?;
        if rows > 0 {
            tracing::info!(table = table.name, rows, "moved");
        }
    }
    Ok(mended)
}

/// Begins to read at one moment, with bytes in the form that a line has.
async fn begin_reading(side: &mut Side) -> Result<(), TransferError> {
    match side {
        Side::Sqlite(_) => side.run("BEGIN").await,
        Side::Postgres(_) => {
            side.run(
                "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL bytea_output = 'hex'",
            )
            .await
        }
    }
}

async fn progress(to: &mut Side) -> Result<HashMap<String, (String, i64)>, TransferError> {
    let rows = to.list("SELECT step, checksum, reached FROM move_progress").await?;
    Ok(rows.into_iter().map(|(step, checksum, reached)| (step, (checksum, reached))).collect())
}

/// Makes the words of a table, and checks that each row has some.
async fn fill_words(target: &Db, index: &WordIndex) -> Result<(), TransferError> {
    let step = format!("words of {}", index.table);
    let reached = {
        let mut conn = target.read().await?;
        let select = "SELECT reached FROM move_progress WHERE step = $1";
        sql!(&mut conn, optional(i64,), select, step.as_str())?
    };
    let mut after = reached.map_or(i64::MIN, |(reached,)| reached);
    loop {
        let mut tx = target.begin().await?;
        let Some(last) = (index.fill)(&mut tx, after).await? else {
            tx.commit().await?;
            break;
        };
        after = last;
        sql!(
            &mut tx,
            execute,
            "INSERT INTO move_progress (step, checksum, reached) VALUES ($1, '', $2)
             ON CONFLICT (step) DO UPDATE SET reached = excluded.reached",
            step.as_str(),
            after
        )?;
        tx.commit().await?;
    }
    let missing = index.count_missing(target).await?;
    if missing > 0 {
        let found = format!("{missing} rows without words");
        let (table, expected) = (index.table.to_owned(), "words in each".to_owned());
        return Err(TransferError::NotTheSame { table, expected, found });
    }
    Ok(())
}

/// Checks the references of SQLite's rows; PostgreSQL did when it got its keys back.
async fn check_keys(to: &mut Side) -> Result<(), TransferError> {
    let Side::Sqlite(_) = to else { return Ok(()) };
    let loose =
        to.list("SELECT \"table\", parent, 0 FROM pragma_foreign_key_check LIMIT 1").await?;
    match loose.into_iter().next() {
        Some((table, ..)) => Err(TransferError::LooseRows(table)),
        None => Ok(()),
    }
}

/// Reads the target's tables again, and compares them with what was read from the source.
async fn verify(to: &mut Side, tables: &[Table]) -> Result<Vec<MovedTable>, TransferError> {
    let expected = progress(to).await?;
    let mut moved = Vec::new();
    for table in tables {
        let mut sum = Sum::default();
        begin_reading(to).await?;
        {
            let mut lines = to.lines(table).await?;
            while let Some((line, _)) = lines.try_next().await? {
                sum.add(&line);
            }
        }
        to.run("COMMIT").await?;
        let (checksum, rows) = expected.get(&table.name).cloned().unwrap_or_default();
        let said = |rows: u64, checksum: &str| format!("{rows} rows, checksum {checksum}");
        let (rows, found) = (u64::try_from(rows).unwrap_or_default(), sum.checksum());
        if sum.rows != rows || found != checksum {
            return Err(TransferError::NotTheSame {
                table: table.name.clone(),
                expected: said(rows, &checksum),
                found: said(sum.rows, &found),
            });
        }
        moved.push(MovedTable { name: table.name.clone(), rows, checksum });
    }
    Ok(moved)
}
