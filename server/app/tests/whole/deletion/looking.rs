//! Searches a database for remaining data.

use std::collections::BTreeMap;

use store::sqlx::{AssertSqlSafe, query_as};
use store::{Db, Engine, FlushedConn};

/// Returns the number of rows of each table; for the tables behind full-text indexes, the number needed to find them.
pub async fn count_rows(db: &Db) -> BTreeMap<String, i64> {
    let mut counts = BTreeMap::new();
    let counted =
        |table: &String| !table.ends_with("_words_data") && !table.ends_with("_words_idx");
    for table in tables(db).await.into_iter().filter(counted) {
        let count = count(db, &format!("SELECT COUNT(*) FROM {table}")).await;
        counts.insert(table, count);
    }
    counts
}

/// Returns the tables in which `needle` occurs: in a text, in bytes, among indexed words, or as an id.
pub async fn tables_that_say(db: &Db, needle: &str) -> Vec<String> {
    let hex = kernel::hex(needle.as_bytes());
    // An id may be stored as raw bytes.
    let bare = needle.replace('-', "");
    let mut found = Vec::new();
    for table in tables(db).await {
        let says = match db.engine() {
            Engine::Postgres => format!("t::text LIKE '%{needle}%' OR t::text LIKE '%{hex}%'"),
            Engine::Sqlite => {
                let asked = columns(db, &table).await.into_iter().map(|column| {
                    format!(
                        "instr(lower(hex(\"{column}\")), '{hex}') > 0 \
                         OR instr(lower(hex(\"{column}\")), '{bare}') > 0"
                    )
                });
                asked.collect::<Vec<_>>().join(" OR ")
            }
        };
        if count(db, &format!("SELECT COUNT(*) FROM {table} t WHERE {says}")).await > 0 {
            found.push(table);
        }
    }
    found
}

/// Counts occurrences of `word` in the full-text indexes on SQLite. On PostgreSQL the words are in the rows.
pub async fn count_words(db: &Db, word: &str) -> i64 {
    let mut found = 0;
    if db.engine() == Engine::Sqlite {
        for table in word_tables(db).await {
            let query = format!("SELECT COUNT(*) FROM {table} WHERE {table} MATCH '{word}'");
            found += count(db, &query).await;
        }
    }
    found
}

/// Returns all tables, and on SQLite those behind the tables of words.
async fn tables(db: &Db) -> Vec<String> {
    let query = match db.engine() {
        Engine::Sqlite => {
            "SELECT name FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE '%VIRTUAL%'
             AND name NOT LIKE 'sqlite_%' ORDER BY name"
        }
        Engine::Postgres => {
            "SELECT CAST(table_name AS TEXT) FROM information_schema.tables
             WHERE table_schema = 'public' ORDER BY 1"
        }
    };
    texts(db, query).await
}

async fn word_tables(db: &Db) -> Vec<String> {
    texts(db, "SELECT name FROM sqlite_schema WHERE sql LIKE 'CREATE VIRTUAL TABLE%'").await
}

async fn columns(db: &Db, table: &str) -> Vec<String> {
    texts(db, &format!("SELECT name FROM pragma_table_info('{table}')")).await
}

async fn texts(db: &Db, query: &str) -> Vec<String> {
    let mut conn = db.read().await.unwrap();
    let text = AssertSqlSafe(query.to_owned());
    let rows: Result<Vec<(String,)>, _> = match conn.flushed().await.unwrap() {
        FlushedConn::Sqlite(conn) => query_as(text).fetch_all(conn).await,
        FlushedConn::Postgres(conn) => query_as(text).fetch_all(conn).await,
    };
    let rows = rows.unwrap_or_else(|error| panic!("{query}: {error}"));
    rows.into_iter().map(|(text,)| text).collect()
}

async fn count(db: &Db, query: &str) -> i64 {
    let mut conn = db.read().await.unwrap();
    let text = AssertSqlSafe(query.to_owned());
    let found: Result<(i64,), _> = match conn.flushed().await.unwrap() {
        FlushedConn::Sqlite(conn) => query_as(text).fetch_one(conn).await,
        FlushedConn::Postgres(conn) => query_as(text).fetch_one(conn).await,
    };
    found.unwrap_or_else(|error| panic!("{query}: {error}")).0
}
