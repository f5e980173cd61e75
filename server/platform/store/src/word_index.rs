use futures::future::BoxFuture;
use serde::Serialize;
use sqlx::AssertSqlSafe;

use crate::{Db, Engine, StoreResult, Tx, sql, to_json};

/// The words by which the rows of a table are found: on PostgreSQL columns of the table, on SQLite a full-text table beside
/// it. They are made of other columns, so a move between the engines makes them anew.
#[derive(Clone, Copy)]
pub struct WordIndex {
    /// The table, whose rows have a `row_id`.
    pub table: &'static str,
    /// SQLite's full-text table.
    pub words_table: &'static str,
    /// The first column of the full-text table, which has the token of those who may find the row.
    pub owner_column: &'static str,
    /// The columns of words, named the same on both engines.
    pub columns: &'static [&'static str],
    /// Writes the words of the next rows after a row id; returns the last row id, or `None` if there are no more rows.
    pub fill: for<'a> fn(&'a mut Tx, i64) -> Filled<'a>,
}

/// The outcome of [`WordIndex::fill`].
pub type Filled<'a> = BoxFuture<'a, StoreResult<Option<i64>>>;

/// Rows that one call of [`WordIndex::fill`] takes.
pub const WORD_ROWS_AT_ONCE: i64 = 1_000;

/// The words of one row.
#[derive(Debug, Clone, Serialize)]
pub struct RowWords {
    pub row_id: i64,
    pub owner: String,
    /// One text per column; `None`: the row is not found by these.
    pub texts: Vec<Option<String>>,
}

impl WordIndex {
    /// Writes the words of rows that have none yet.
    pub async fn write(&self, tx: &mut Tx, rows: &[RowWords]) -> StoreResult<()> {
        if rows.is_empty() {
            return Ok(());
        }
        let statement = match tx.engine_kind() {
            Engine::Sqlite => self.insert_on_sqlite(),
            Engine::Postgres => self.update_on_postgres(),
        };
        sql!(tx, execute, AssertSqlSafe(statement.as_str()), to_json(rows)?)?;
        Ok(())
    }

    /// Returns the number of rows that have no words, not even those of their owner.
    pub(crate) async fn count_missing(&self, db: &Db) -> StoreResult<i64> {
        let (table, words) = (self.table, self.words_table);
        let sqlite = format!(
            "SELECT COUNT(*) FROM {table} WHERE row_id NOT IN (SELECT id FROM {words}_docsize)"
        );
        let postgres = format!("SELECT COUNT(*) FROM {table} WHERE {} IS NULL", self.columns[0]);
        let mut conn = db.read().await?;
        let (count,) = sql!(
            &mut conn,
            one(i64,),
            { sqlite: AssertSqlSafe(sqlite.as_str()), postgres: AssertSqlSafe(postgres.as_str()) }
        )?;
        Ok(count)
    }

    fn insert_on_sqlite(&self) -> String {
        let columns = self.columns.join(", ");
        let text = |index| format!("COALESCE(value ->> '$.texts[{index}]', '')");
        let texts: Vec<String> = (0..self.columns.len()).map(text).collect();
        format!(
            "INSERT INTO {} (rowid, {}, {columns}) SELECT value ->> 'row_id', value ->> 'owner', {} FROM json_each($1)",
            self.words_table,
            self.owner_column,
            texts.join(", ")
        )
    }

    fn update_on_postgres(&self) -> String {
        let set = |(index, column): (usize, &&str)| {
            format!(
                "{column} = CASE WHEN value -> 'texts' ->> {index} IS NULL THEN ''::tsvector ELSE
                     array_to_tsvector(string_to_array(
                         TRIM((value ->> 'owner') || ' ' || (value -> 'texts' ->> {index})), ' ')) END"
            )
        };
        let set: Vec<String> = self.columns.iter().enumerate().map(set).collect();
        format!(
            "UPDATE {} SET {} FROM jsonb_array_elements($1::jsonb) AS value
             WHERE row_id = (value ->> 'row_id')::bigint",
            self.table,
            set.join(", ")
        )
    }
}
