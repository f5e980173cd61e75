use std::ops::{Deref, DerefMut};
use std::panic::Location;

use futures::TryStreamExt;
use futures::future::BoxFuture;
use sqlx::Either;
use sqlx::error::BoxDynError;
use sqlx::postgres::{PgArguments, PgRow};
use sqlx::sqlite::{SqliteArguments, SqliteRow};
use sqlx::{
    Arguments, AssertSqlSafe, Encode, Executor, FromRow, Postgres, SqlSafeStr, SqlStr, Sqlite,
    SqliteConnection, Type,
};

use crate::conn::EngineConn;
use crate::deferred::Pending;
use crate::idle::Pooled;
use crate::trace::trace_statement;
use crate::{Conn, StoreError, StoreResult};

/// A statement for either engine, built by [`crate::sql!`].
///
/// Its type does not depend on those of its values and rows, so that the code that runs a statement is compiled once
/// and not for each of the hundreds there are (decision 0685).
#[must_use = "it is run by asking for its outcome"]
pub struct Statement<'a> {
    conn: &'a mut Conn,
    statement: EngineStatement,
}

enum EngineStatement {
    /// The statement, with the deferred ones before it: each round trip to SQLite's thread costs more than most
    /// statements. None of them returns rows.
    Sqlite(Pending),
    Postgres {
        text: SqlStr,
        values: PgArguments,
        failed: Option<BoxDynError>,
    },
}

impl<'a> Statement<'a> {
    /// Begins a statement for SQLite. Its text and values follow.
    #[track_caller]
    pub fn sqlite(conn: &'a mut Conn, sql: impl SqlSafeStr) -> Self {
        let (mut statements, text) = (conn.take_pending(), sql.into_sql_str());
        trace_statement(text.as_str(), Location::caller());
        statements.add(text.as_str());
        Self { conn, statement: EngineStatement::Sqlite(statements) }
    }

    /// Begins a statement for PostgreSQL. Its values follow.
    #[track_caller]
    pub fn postgres(conn: &'a mut Conn, sql: impl SqlSafeStr) -> Self {
        let (text, values) = (sql.into_sql_str(), PgArguments::default());
        trace_statement(text.as_str(), Location::caller());
        Self { conn, statement: EngineStatement::Postgres { text, values, failed: None } }
    }

    /// Adds the next value of the statement.
    pub fn bind<'q, T: Value<'q>>(&mut self, value: T) {
        match &mut self.statement {
            EngineStatement::Sqlite(statements) => {
                statements.bind(value);
            }
            EngineStatement::Postgres { values, failed, .. } => {
                if let Err(error) = values.add(value) {
                    failed.get_or_insert(error);
                }
            }
        }
    }

    /// Runs the statement; returns the number of changed rows.
    pub fn execute(self) -> BoxFuture<'a, StoreResult<u64>> {
        Box::pin(async move {
            match self.ready().await? {
                Ready::Sqlite(mut conn, text, values) => {
                    let mut outcomes = conn.fetch_many(sqlx::query_with(text, values));
                    let mut changed = 0;
                    while let Some(outcome) = outcomes.try_next().await? {
                        if let Either::Left(done) = outcome {
                            changed = done.rows_affected();
                        }
                    }
                    drop(outcomes);
                    conn.set_clean();
                    Ok(changed)
                }
                Ready::Postgres { conn, text, values, is_prepared } => {
                    let query = sqlx::query_with(text, values).persistent(is_prepared);
                    let done = query.execute(&mut **conn).await?;
                    conn.set_clean();
                    Ok(done.rows_affected())
                }
            }
        })
    }

    /// Returns the rows the statement gives.
    pub fn rows(self) -> BoxFuture<'a, StoreResult<Rows>> {
        Box::pin(async move {
            Ok(match self.ready().await? {
                Ready::Sqlite(mut conn, text, values) => {
                    let rows = sqlx::query_with(text, values).fetch_all(&mut *conn).await?;
                    conn.set_clean();
                    Rows::Sqlite(rows)
                }
                Ready::Postgres { conn, text, values, is_prepared } => {
                    let query = sqlx::query_with(text, values).persistent(is_prepared);
                    let rows = query.fetch_all(&mut **conn).await?;
                    conn.set_clean();
                    Rows::Postgres(rows)
                }
            })
        })
    }

    /// Returns the first row of the statement.
    pub fn first_row(self) -> BoxFuture<'a, StoreResult<Rows>> {
        Box::pin(async move {
            Ok(match self.ready().await? {
                Ready::Sqlite(mut conn, text, values) => {
                    let row = sqlx::query_with(text, values).fetch_optional(&mut *conn).await?;
                    conn.set_clean();
                    Rows::Sqlite(row.into_iter().collect())
                }
                Ready::Postgres { conn, text, values, is_prepared } => {
                    let query = sqlx::query_with(text, values).persistent(is_prepared);
                    let row = query.fetch_optional(&mut **conn).await?;
                    conn.set_clean();
                    Rows::Postgres(row.into_iter().collect())
                }
            })
        })
    }

    /// Returns the engine's connection, and the statements to run on it.
    async fn ready(self) -> sqlx::Result<Ready<'a>> {
        let Self { conn, statement } = self;
        let is_prepared = conn.is_prepared();
        match (statement, conn.engine().await?) {
            (EngineStatement::Sqlite(statements), EngineConn::SqliteReader(conn)) => {
                let (text, values) = statements.into_parts()?;
                Ok(Ready::Sqlite(SqliteUse::Reader(conn), text, values))
            }
            (EngineStatement::Sqlite(statements), EngineConn::SqliteWriter { conn, begins }) => {
                let statements = if begins { Pending::begin(statements) } else { statements };
                let (text, values) = statements.into_parts()?;
                Ok(Ready::Sqlite(SqliteUse::Writer(conn), text, values))
            }
            (EngineStatement::Postgres { failed: Some(error), .. }, _) => {
                Err(sqlx::Error::Encode(error))
            }
            (EngineStatement::Postgres { text, values, .. }, EngineConn::Postgres(conn)) => {
                Ok(Ready::Postgres { conn, text, values, is_prepared })
            }
            _ => unreachable!("a statement is made for its connection's engine"),
        }
    }
}

enum Ready<'a> {
    Sqlite(SqliteUse<'a>, AssertSqlSafe<String>, SqliteArguments),
    Postgres {
        conn: &'a mut Pooled<Postgres>,
        text: SqlStr,
        values: PgArguments,
        is_prepared: bool,
    },
}

/// The connection that a statement on SQLite runs on.
enum SqliteUse<'a> {
    Reader(&'a mut Pooled<Sqlite>),
    Writer(&'a mut SqliteConnection),
}

impl SqliteUse<'_> {
    fn set_clean(&mut self) {
        if let Self::Reader(conn) = self {
            conn.set_clean();
        }
    }
}

impl Deref for SqliteUse<'_> {
    type Target = SqliteConnection;

    fn deref(&self) -> &SqliteConnection {
        match self {
            Self::Reader(conn) => conn,
            Self::Writer(conn) => conn,
        }
    }
}

impl DerefMut for SqliteUse<'_> {
    fn deref_mut(&mut self) -> &mut SqliteConnection {
        match self {
            Self::Reader(conn) => conn,
            Self::Writer(conn) => conn,
        }
    }
}

/// Begins the one of the two texts that is for `conn`'s engine, for [`crate::sql!`].
#[doc(hidden)]
#[macro_export]
macro_rules! __statement {
    ($conn:expr, $sqlite:expr, $postgres:expr $(, $bind:expr)*) => {{
        #[allow(unused_mut, reason = "a statement may have no values")]
        let mut statement = match $crate::Conn::engine_kind($conn) {
            $crate::Engine::Sqlite => $crate::Statement::sqlite($conn, $sqlite),
            $crate::Engine::Postgres => $crate::Statement::postgres($conn, $postgres),
        };
        $(statement.bind($bind);)*
        statement
    }};
}

/// Rows of either engine, not read yet.
pub enum Rows {
    Sqlite(Vec<SqliteRow>),
    Postgres(Vec<PgRow>),
}

impl Rows {
    /// Reads all rows.
    pub fn read_all<R: Row>(self) -> StoreResult<Vec<R>> {
        let rows: sqlx::Result<Vec<R>> = match self {
            Self::Sqlite(rows) => rows.iter().map(R::from_row).collect(),
            Self::Postgres(rows) => rows.iter().map(R::from_row).collect(),
        };
        rows.map_err(StoreError::from)
    }

    /// Reads the first row, if there is one.
    pub fn read_optional<R: Row>(self) -> StoreResult<Option<R>> {
        let row: Option<sqlx::Result<R>> = match self {
            Self::Sqlite(rows) => rows.first().map(R::from_row),
            Self::Postgres(rows) => rows.first().map(R::from_row),
        };
        row.transpose().map_err(StoreError::from)
    }

    /// Reads the first row; an error if there is none.
    pub fn read_one<R: Row>(self) -> StoreResult<R> {
        self.read_optional()?.ok_or_else(|| sqlx::Error::RowNotFound.into())
    }
}

/// A type that rows of both engines can be read into.
pub trait Row: for<'r> FromRow<'r, SqliteRow> + for<'r> FromRow<'r, PgRow> {}

impl<R: for<'r> FromRow<'r, SqliteRow> + for<'r> FromRow<'r, PgRow>> Row for R {}

/// A type that both engines accept as a value.
pub trait Value<'q>:
    Encode<'q, Sqlite> + Type<Sqlite> + Encode<'q, Postgres> + Type<Postgres>
{
}

impl<'q, T: Encode<'q, Sqlite> + Type<Sqlite> + Encode<'q, Postgres> + Type<Postgres>> Value<'q>
    for T
{
}
