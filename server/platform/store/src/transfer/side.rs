//! One of the two databases of a move, over a connection of its own: the pools of [`crate::Db`] check foreign keys while the
//! tables are filled one by one.

use std::str::FromStr;
use std::time::Duration;

use futures::stream::{BoxStream, try_unfold};
use futures::{StreamExt, TryStreamExt};
use sqlx::postgres::PgCopyIn;
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqliteRow, SqliteSynchronous};
use sqlx::types::Uuid;
use sqlx::{
    AssertSqlSafe, Connection, Decode, PgConnection, QueryBuilder, Row, Sqlite, SqliteConnection,
    TypeInfo, ValueRef,
};

use super::TransferError;
use super::copy_text::{Line, fields};
use super::tables::{Kind, Table, quoted};
use crate::postgres::PgHosts;

pub enum Side {
    Sqlite(SqliteConnection),
    Postgres(PgConnection),
}

/// Bytes that are sent to PostgreSQL at once.
const SENT_BYTES: usize = 256 * 1024;
/// Rows and values of one statement on SQLite.
const ROWS_MAX: usize = 100;
const VALUES_MAX: usize = 10_000;

/// A row as a line of COPY, with whether a text of it was mended.
pub type Lines<'a> = BoxStream<'a, Result<(Vec<u8>, bool), TransferError>>;

impl Side {
    /// Connects to a database that is there.
    pub async fn open(url: &str) -> Result<Self, TransferError> {
        if url.starts_with("postgres") {
            let options = PgHosts::parse(url)?.pick().await?;
            return Ok(Self::Postgres(PgConnection::connect_with(&options).await?));
        }
        let options = SqliteConnectOptions::from_str(url)?
            .create_if_missing(false)
            .journal_mode(SqliteJournalMode::Wal)
            .synchronous(SqliteSynchronous::Normal)
            .foreign_keys(false)
            .busy_timeout(Duration::from_secs(10))
            .row_buffer_size(1_000)
            .pragma("cache_size", "-65536");
        Ok(Self::Sqlite(SqliteConnection::connect_with(&options).await?))
    }

    pub async fn close(self) -> Result<(), TransferError> {
        match self {
            Self::Sqlite(conn) => conn.close().await?,
            Self::Postgres(conn) => conn.close().await?,
        }
        Ok(())
    }

    /// Runs statements without values.
    pub async fn run(&mut self, statements: &str) -> Result<(), TransferError> {
        let statements = AssertSqlSafe(statements.to_owned());
        match self {
            Self::Sqlite(conn) => sqlx::raw_sql(statements).execute(conn).await.map(|_| ())?,
            Self::Postgres(conn) => sqlx::raw_sql(statements).execute(conn).await.map(|_| ())?,
        }
        Ok(())
    }

    /// Runs a statement with texts and numbers as values.
    pub async fn run_with(
        &mut self,
        statement: &'static str,
        texts: &[&str],
        number: i64,
    ) -> Result<(), TransferError> {
        macro_rules! run {
            ($conn:expr) => {{
                let mut query = sqlx::query(statement).persistent(false);
                for text in texts {
                    query = query.bind(*text);
                }
                query.bind(number).execute($conn).await.map(|_| ())?
            }};
        }
        match self {
            Self::Sqlite(conn) => run!(conn),
            Self::Postgres(conn) => run!(conn),
        }
        Ok(())
    }

    /// Returns rows of a text and a number.
    pub async fn list(
        &mut self,
        statement: &str,
    ) -> Result<Vec<(String, String, i64)>, TransferError> {
        let statement = AssertSqlSafe(statement.to_owned());
        Ok(match self {
            Self::Sqlite(conn) => {
                sqlx::query_as(statement).persistent(false).fetch_all(conn).await?
            }
            Self::Postgres(conn) => {
                sqlx::query_as(statement).persistent(false).fetch_all(conn).await?
            }
        })
    }

    /// Returns the rows of a table.
    pub async fn lines<'a>(&'a mut self, table: &'a Table) -> Result<Lines<'a>, TransferError> {
        match self {
            Self::Sqlite(conn) => {
                let select =
                    format!("SELECT {} FROM {}", table.columns_text(), quoted(&table.name));
                let rows = sqlx::query(AssertSqlSafe(select)).persistent(false).fetch(conn);
                Ok(rows.map(move |row| encode(&row?, table)).boxed())
            }
            Self::Postgres(conn) => {
                let (columns, name) = (table.columns_text(), quoted(&table.name));
                let copy = format!("COPY {name} ({columns}) TO STDOUT");
                let chunks = conn.copy_out_raw(&copy).await?;
                Ok(split_lines(chunks))
            }
        }
    }

    /// Returns what takes the rows of a table.
    pub async fn sink<'a>(&'a mut self, table: &'a Table) -> Result<Sink<'a>, TransferError> {
        match self {
            Self::Sqlite(conn) => {
                let at_once = (VALUES_MAX / table.columns.len().max(1)).clamp(1, ROWS_MAX);
                Ok(Sink::Sqlite { conn, table, at_once, waiting: Vec::new() })
            }
            Self::Postgres(conn) => {
                let (columns, name) = (table.columns_text(), quoted(&table.name));
                let copy = conn.copy_in_raw(&format!("COPY {name} ({columns}) FROM STDIN")).await?;
                Ok(Sink::Postgres { copy, waiting: Vec::new() })
            }
        }
    }
}

/// Takes the rows of one table.
pub enum Sink<'a> {
    Sqlite {
        conn: &'a mut SqliteConnection,
        table: &'a Table,
        at_once: usize,
        waiting: Vec<Vec<u8>>,
    },
    Postgres {
        copy: PgCopyIn<&'a mut PgConnection>,
        waiting: Vec<u8>,
    },
}

impl Sink<'_> {
    pub async fn put(&mut self, line: Vec<u8>) -> Result<(), TransferError> {
        match self {
            Self::Sqlite { conn, table, at_once, waiting } => {
                waiting.push(line);
                if waiting.len() == *at_once {
                    insert(conn, table, waiting).await?;
                    waiting.clear();
                }
            }
            Self::Postgres { copy, waiting } => {
                waiting.extend(line);
                waiting.push(b'\n');
                if waiting.len() >= SENT_BYTES {
                    copy.send(std::mem::take(waiting)).await?;
                }
            }
        }
        Ok(())
    }

    pub async fn finish(self) -> Result<(), TransferError> {
        match self {
            Self::Sqlite { conn, table, waiting, .. } if !waiting.is_empty() => {
                insert(conn, table, &waiting).await?;
            }
            Self::Sqlite { .. } => {}
            Self::Postgres { mut copy, waiting } => {
                copy.send(waiting).await?;
                copy.finish().await?;
            }
        }
        Ok(())
    }
}

/// Returns a row of SQLite as a line.
fn encode(row: &SqliteRow, table: &Table) -> Result<(Vec<u8>, bool), TransferError> {
    let mut line = Line::default();
    for (index, column) in table.columns.iter().enumerate() {
        let value = row.try_get_raw(index)?;
        if value.is_null() {
            line.push_null();
            continue;
        }
        let found = value.type_info().name().to_owned();
        let odd = || TransferError::OddValue {
            table: table.name.clone(),
            column: column.name.clone(),
            found: found.clone(),
        };
        let decoded = |error| TransferError::from(sqlx::Error::Decode(error));
        match (column.kind, found.as_str()) {
            (Kind::Number, "INTEGER") => {
                line.push_number(<i64 as Decode<Sqlite>>::decode(value).map_err(decoded)?);
            }
            (Kind::Flag, "INTEGER" | "BOOLEAN") => {
                line.push_flag(<i64 as Decode<Sqlite>>::decode(value).map_err(decoded)? != 0);
            }
            (Kind::Text, "TEXT" | "BLOB") => {
                line.push_text(<&[u8] as Decode<Sqlite>>::decode(value).map_err(decoded)?);
            }
            (Kind::Bytes, "TEXT" | "BLOB") => {
                line.push_bytes(<&[u8] as Decode<Sqlite>>::decode(value).map_err(decoded)?);
            }
            (Kind::Id, "BLOB") => {
                let bytes = <&[u8] as Decode<Sqlite>>::decode(value).map_err(decoded)?;
                line.push_id(Uuid::from_slice(bytes).map_err(|_| odd())?);
            }
            _ => return Err(odd()),
        }
    }
    let is_mended = line.is_mended;
    Ok((line.into_bytes(), is_mended))
}

/// Splits what PostgreSQL sends into lines.
fn split_lines<'a, C: AsRef<[u8]> + Send + 'a>(
    chunks: BoxStream<'a, sqlx::Result<C>>,
) -> Lines<'a> {
    let lines = try_unfold(
        (chunks, Vec::new(), 0_usize),
        |(mut chunks, mut buffer, mut begin)| async move {
            loop {
                let rest: &[u8] = &buffer[begin..];
                if let Some(end) = rest.iter().position(|byte| *byte == b'\n') {
                    let line = rest[..end].to_vec();
                    begin += end + 1;
                    let next = (chunks, buffer, begin);
                    return Ok::<_, TransferError>(Some(((line, false), next)));
                }
                buffer.drain(..begin);
                begin = 0;
                match chunks.try_next().await? {
                    Some(chunk) => buffer.extend_from_slice(chunk.as_ref()),
                    None => return Ok(None),
                }
            }
        },
    );
    lines.boxed()
}

async fn insert(
    conn: &mut SqliteConnection,
    table: &Table,
    lines: &[Vec<u8>],
) -> Result<(), TransferError> {
    let rows: Vec<Vec<Option<Vec<u8>>>> = lines.iter().map(|line| fields(line).collect()).collect();
    if rows.iter().any(|row| row.len() != table.columns.len()) {
        return Err(TransferError::OtherColumns(table.name.clone()));
    }
    let odd = |column: &str| TransferError::OddValue {
        table: table.name.clone(),
        column: column.to_owned(),
        found: "text that does not fit".to_owned(),
    };
    let head = format!("INSERT INTO {} ({}) ", quoted(&table.name), table.columns_text());
    let mut query = QueryBuilder::<Sqlite>::new(head);
    let mut failed = None;
    query.push_values(rows, |mut values, row| {
        for (field, column) in row.into_iter().zip(&table.columns) {
            let Some(field) = field else {
                values.push_bind(None::<i64>);
                continue;
            };
            let text = || std::str::from_utf8(&field).ok();
            let is_bound = match column.kind {
                Kind::Text => text().map(|text| values.push_bind(text.to_owned())).is_some(),
                Kind::Number => {
                    let number = text().and_then(|text| text.parse::<i64>().ok());
                    number.map(|number| values.push_bind(number)).is_some()
                }
                Kind::Flag => {
                    values.push_bind(field == b"t");
                    true
                }
                Kind::Id => {
                    let id = text().and_then(|text| Uuid::parse_str(text).ok());
                    id.map(|id| values.push_bind(id)).is_some()
                }
                Kind::Bytes => {
                    let bytes = text().and_then(|text| from_hex(text.strip_prefix("\\x")?));
                    bytes.map(|bytes| values.push_bind(bytes)).is_some()
                }
            };
            if !is_bound {
                values.push_bind(None::<i64>);
                failed.get_or_insert_with(|| odd(&column.name));
            }
        }
    });
    if let Some(failed) = failed {
        return Err(failed);
    }
    let is_whole = lines.len() == ROWS_MAX;
    query.build().persistent(is_whole).execute(conn).await?;
    Ok(())
}

fn from_hex(text: &str) -> Option<Vec<u8>> {
    let pairs = text.as_bytes().chunks(2);
    let byte = |pair: &[u8]| u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok();
    text.len().is_multiple_of(2).then(|| pairs.map(byte).collect())?
}
