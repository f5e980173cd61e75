use futures::TryStreamExt;
use sqlx::sqlite::SqliteRow;
use sqlx::{Either, Encode, Executor, FromRow, SqlSafeStr, Sqlite, SqliteConnection, Type};

use crate::later::Pending;

/// A connection to SQLite, and what has to be run on it before anything else.
pub struct SqliteConn<'a> {
    conn: &'a mut SqliteConnection,
    before: Option<Pending>,
}

impl<'a> SqliteConn<'a> {
    pub(crate) fn new(conn: &'a mut SqliteConnection, before: Option<Pending>) -> Self {
        Self { conn, before }
    }

    /// A statement whose outcome is asked for. It is run together with what has to be run before it: each
    /// step to SQLite's thread and back costs more than most statements.
    pub fn ask(self, sql: impl SqlSafeStr) -> Asked<'a> {
        let mut statements = self.before.unwrap_or_default();
        statements.add(sql.into_sql_str().as_str());
        Asked { conn: self.conn, statements }
    }

    /// The connection, when all that had to be run before has been.
    pub(crate) async fn caught_up(self) -> sqlx::Result<&'a mut SqliteConnection> {
        if let Some(before) = self.before {
            before.run(self.conn).await?;
        }
        Ok(self.conn)
    }
}

/// A statement for SQLite, for [`crate::sql!`].
#[must_use = "it is run by asking for its outcome"]
pub struct Asked<'a> {
    conn: &'a mut SqliteConnection,
    /// Those before it, and the asked one as the last. None of those before it gives rows.
    statements: Pending,
}

impl Asked<'_> {
    /// The next value of the statement.
    pub fn bind<'q, T: Encode<'q, Sqlite> + Type<Sqlite>>(mut self, value: T) -> Self {
        self.statements.bind(value);
        self
    }

    /// How many rows the statement changed.
    pub async fn execute(self) -> sqlx::Result<u64> {
        let (text, arguments) = self.statements.into_parts()?;
        let mut outcomes = self.conn.fetch_many(sqlx::query_with(text, arguments));
        let mut changed = 0;
        while let Some(outcome) = outcomes.try_next().await? {
            if let Either::Left(done) = outcome {
                changed = done.rows_affected();
            }
        }
        Ok(changed)
    }

    pub async fn fetch_one<R: ReadRow>(self) -> sqlx::Result<R> {
        let (text, arguments) = self.statements.into_parts()?;
        sqlx::query_as_with(text, arguments).fetch_one(self.conn).await
    }

    pub async fn fetch_optional<R: ReadRow>(self) -> sqlx::Result<Option<R>> {
        let (text, arguments) = self.statements.into_parts()?;
        sqlx::query_as_with(text, arguments).fetch_optional(self.conn).await
    }

    pub async fn fetch_all<R: ReadRow>(self) -> sqlx::Result<Vec<R>> {
        let (text, arguments) = self.statements.into_parts()?;
        sqlx::query_as_with(text, arguments).fetch_all(self.conn).await
    }
}

/// What can be read from a row of SQLite's.
pub trait ReadRow: for<'r> FromRow<'r, SqliteRow> + Send + Unpin {}

impl<R: for<'r> FromRow<'r, SqliteRow> + Send + Unpin> ReadRow for R {}
