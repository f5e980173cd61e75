//! Erasure of deleted data from SQLite's file (decision 0904).
//!
//! `PRAGMA secure_delete` writes over what is deleted from tables. Two places need more: the tables of words keep what
//! was in them until their pages are merged, and the write-ahead log keeps what was written until it is written over.

use sqlx::AssertSqlSafe;

use crate::{Db, Engine, StoreResult, sql};

/// Number of index pages merged in one transaction, some 250 KiB: other writers wait for no more than that.
const PAGES_AT_ONCE: i64 = 64;

/// First id of the rows in which FTS5 records deletions: segments have numbers of 16 bits above 37 bits of pages, and
/// these rows a number beyond them (`FTS5_TOMBSTONE_ROWID`).
const DELETED_FROM: i64 = 1 << (16 + 37);

impl Db {
    /// Erases from the file what was deleted since the last call. On PostgreSQL its own vacuum does that.
    ///
    /// Costs nothing if nothing was deleted; otherwise rewrites the full-text index of each table once.
    pub async fn scrub_deleted(&self) -> StoreResult<()> {
        // Merging writes the new data before the old is deleted: on a full disk that space is for essential writes.
        if self.engine() == Engine::Postgres || !self.has_free_space().await {
            return Ok(());
        }
        for table in self.word_tables().await? {
            self.scrub_deleted_words(&table).await?;
        }
        self.empty_log().await
    }

    async fn word_tables(&self) -> StoreResult<Vec<String>> {
        let mut conn = self.read().await?;
        let rows = sql!(
            &mut conn,
            all(String,),
            "SELECT name FROM sqlite_schema WHERE sql LIKE 'CREATE VIRTUAL TABLE%USING fts5%'"
        )?;
        Ok(rows.into_iter().map(|(name,)| name).collect())
    }

    /// Rewrites the full-text index of a table without deleted rows, if there are any, in short steps.
    async fn scrub_deleted_words(&self, table: &str) -> StoreResult<()> {
        let mut conn = self.read().await?;
        let noted =
            || AssertSqlSafe(format!("SELECT EXISTS (SELECT 1 FROM {table}_data WHERE id >= $1)"));
        let (is_any,) = sql!(&mut conn, one(bool,), noted(), DELETED_FROM)?;
        drop(conn);
        if !is_any {
            return Ok(());
        }
        // The first step requests a full merge; the others continue it.
        let mut pages = -PAGES_AT_ONCE;
        while self.merge(table, pages).await? {
            pages = PAGES_AT_ONCE;
        }
        Ok(())
    }

    /// Merges some pages; whether there may be more to merge.
    async fn merge(&self, table: &str, pages: i64) -> StoreResult<bool> {
        let mut tx = self.begin_low_priority().await?;
        let (before,) = sql!(&mut tx, one(i64,), "SELECT total_changes()")?;
        let merge =
            || AssertSqlSafe(format!("INSERT INTO {table} ({table}, rank) VALUES ('merge', $1)"));
        sql!(&mut tx, execute, merge(), pages)?;
        let (after,) = sql!(&mut tx, one(i64,), "SELECT total_changes()")?;
        tx.commit().await?;
        // One change is the statement itself.
        Ok(after - before >= 2)
    }
}
