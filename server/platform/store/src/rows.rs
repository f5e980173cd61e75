use std::borrow::Cow;
use std::panic::Location;

use sqlx::postgres::PgRow;
use sqlx::sqlite::SqliteRow;
use sqlx::types::Uuid;
use sqlx::{FromRow, Postgres, QueryBuilder, Sqlite};

use crate::trace::trace_statement;
use crate::{FlushedConn, StoreResult, Tx};

/// A value in a row that is written together with others.
pub enum Cell<'a> {
    Id(Option<Uuid>),
    Text(Option<Cow<'a, str>>),
    Number(i64),
    Flag(bool),
}

impl<'a> Cell<'a> {
    /// Creates a text cell.
    pub fn text(text: impl Into<Cow<'a, str>>) -> Self {
        Self::Text(Some(text.into()))
    }

    /// Creates a text cell that may be null.
    pub fn optional(text: Option<&'a str>) -> Self {
        Self::Text(text.map(Cow::Borrowed))
    }
}

/// The text before and after the values of a statement.
pub struct Frame {
    pub before: &'static str,
    pub behind: &'static str,
}

/// Rows per statement: a few sizes, so that each is prepared once.
const CHUNKS: [usize; 7] = [64, 32, 16, 8, 4, 2, 1];

/// Inserts many rows with few statements, and returns what these return.
pub async fn write_rows<T>(
    tx: &mut Tx,
    frame: &Frame,
    rows: Vec<Vec<Cell<'_>>>,
) -> StoreResult<Vec<T>>
where
    T: for<'r> FromRow<'r, SqliteRow> + for<'r> FromRow<'r, PgRow> + Send + Unpin,
{
    let is_prepared = tx.is_prepared();
    // Both engines have the same cells, each with its own types.
    macro_rules! write_chunk {
        ($engine:ty, $conn:expr, $chunk:expr) => {{
            let mut query = QueryBuilder::<$engine>::new(frame.before);
            query.push_values($chunk, |mut values, row| {
                for cell in row {
                    match cell {
                        Cell::Id(id) => values.push_bind(id),
                        Cell::Text(text) => values.push_bind(text),
                        Cell::Number(number) => values.push_bind(number),
                        Cell::Flag(flag) => values.push_bind(flag),
                    };
                }
            });
            let query = query.push(frame.behind).build_query_as::<T>();
            query.persistent(is_prepared).fetch_all($conn).await?
        }};
    }
    let mut given = Vec::new();
    let mut left = rows.len();
    let mut rows = rows.into_iter();
    while left > 0 {
        let size = CHUNKS.into_iter().find(|size| *size <= left).unwrap_or(1);
        let chunk = rows.by_ref().take(size);
        left -= size;
        trace_statement(frame.before, Location::caller());
        given.extend(match tx.flushed().await? {
            FlushedConn::Sqlite(conn) => write_chunk!(Sqlite, conn, chunk),
            FlushedConn::Postgres(conn) => write_chunk!(Postgres, conn, chunk),
        });
    }
    Ok(given)
}
