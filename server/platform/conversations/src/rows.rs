use kernel::Uuid;
use sqlx::postgres::PgRow;
use sqlx::sqlite::SqliteRow;
use sqlx::{FromRow, Postgres, QueryBuilder, Sqlite};
use store::{EngineConn, StoreResult, Tx};

/// A value in a row that is written together with others.
pub(crate) enum Cell {
    Id(Option<Uuid>),
    Text(Option<String>),
    Number(i64),
    Flag(bool),
}

/// What stands before and behind the values of a statement.
pub(crate) struct Frame {
    pub before: &'static str,
    pub behind: &'static str,
}

/// Rows per statement: a few sizes, so that each is prepared once.
const CHUNKS: [usize; 3] = [64, 8, 1];

/// Writes many rows with few statements, and gives what these return.
pub(crate) async fn write_rows<T>(
    tx: &mut Tx,
    frame: &Frame,
    rows: Vec<Vec<Cell>>,
) -> StoreResult<Vec<T>>
where
    T: for<'r> FromRow<'r, SqliteRow> + for<'r> FromRow<'r, PgRow> + Send + Unpin,
{
    let mut given = Vec::new();
    let mut left = rows.len();
    let mut rows = rows.into_iter();
    while left > 0 {
        let size = CHUNKS.into_iter().find(|size| *size <= left).unwrap_or(1);
        let chunk = rows.by_ref().take(size);
        left -= size;
        match tx.engine() {
            EngineConn::Sqlite(conn) => {
                let mut query = QueryBuilder::<Sqlite>::new(frame.before);
                query.push_values(chunk, |mut values, row| {
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
                given.extend(query.fetch_all(conn).await?);
            }
            EngineConn::Postgres(conn) => {
                let mut query = QueryBuilder::<Postgres>::new(frame.before);
                query.push_values(chunk, |mut values, row| {
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
                given.extend(query.fetch_all(conn).await?);
            }
        }
    }
    Ok(given)
}
