use std::fs::File;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use sqlx::sqlite::SqlitePool;
use tokio::sync::{Mutex, OnceCell};

/// Makes commits of a SQLite database survive a power cut, many at a time.
///
/// Commits use `synchronous=NORMAL`: their frames are in the write-ahead log, but the log is not synced to disk. One
/// sync makes every commit before it durable (which is all that `FULL` does after each), so concurrent writers share
/// one sync instead of queueing for it.
pub(crate) struct WalSync {
    path: PathBuf,
    file: OnceCell<Arc<File>>,
    /// Commits that asked, and those that are known to be on the disk.
    asked: AtomicU64,
    synced: AtomicU64,
    turn: Mutex<()>,
    /// True after a failed sync: the system may have dropped unwritten data, and reports that only once.
    is_doubted: AtomicBool,
    writer: SqlitePool,
}

impl WalSync {
    /// Creates the sync of the database file at `database`, into which `writer` writes.
    pub fn new(database: &std::path::Path, writer: SqlitePool) -> Self {
        let mut path = database.as_os_str().to_owned();
        path.push("-wal");
        Self {
            path: path.into(),
            file: OnceCell::new(),
            asked: AtomicU64::new(0),
            synced: AtomicU64::new(0),
            turn: Mutex::new(()),
            is_doubted: AtomicBool::new(false),
            writer,
        }
    }

    /// Returns when everything that was committed before the call is on the disk.
    #[expect(
        clippy::await_holding_invalid_type,
        reason = "one sync of the disk is for all who wait"
    )]
    pub async fn sync(&self) -> std::io::Result<()> {
        let mine = self.asked.fetch_add(1, Ordering::AcqRel) + 1;
        let _turn = self.turn.lock().await;
        if self.synced.load(Ordering::Acquire) >= mine {
            return Ok(());
        }
        let covered = self.asked.load(Ordering::Acquire);
        let done = match self.is_doubted.load(Ordering::Acquire) {
            true => self.move_into_database().await,
            false => self.force().await,
        };
        self.is_doubted.store(done.is_err(), Ordering::Release);
        done?;
        self.synced.store(covered, Ordering::Release);
        Ok(())
    }

    async fn force(&self) -> std::io::Result<()> {
        let file = self.file.get_or_try_init(|| async { File::open(&self.path).map(Arc::new) });
        let file = file.await?.clone();
        tokio::task::spawn_blocking(move || file.sync_data()).await?
    }

    /// Moves everything in the write-ahead log into the database and syncs that: a second sync of the log would
    /// succeed, whatever happened to the data that the first could not write. Nothing is appended to that log either:
    /// recovery after a power cut stops reading at a gap.
    async fn move_into_database(&self) -> std::io::Result<()> {
        match empty_log(&self.writer).await.map_err(std::io::Error::other)? {
            true => Ok(()),
            false => {
                Err(std::io::Error::other("the log could not be synced, and is still read from"))
            }
        }
    }
}

/// Moves the whole write-ahead log into the database, syncs that, and empties the log. `false`: a reader still uses it.
pub(crate) async fn empty_log(writer: &SqlitePool) -> sqlx::Result<bool> {
    let mut conn = writer.acquire().await?;
    // Other writers wait meanwhile. Prepared again each time, because this pragma takes effect when it is prepared: a
    // cached statement would do nothing.
    sqlx::raw_sql("PRAGMA busy_timeout = 500").execute(&mut *conn).await?;
    let moved: sqlx::Result<(i64, i64, i64)> =
        sqlx::query_as("PRAGMA wal_checkpoint(TRUNCATE)").fetch_one(&mut *conn).await;
    // Even after a failure: the next writer gets this connection.
    sqlx::raw_sql("PRAGMA busy_timeout = 10000").execute(&mut *conn).await?;
    let (is_busy, ..) = moved?;
    Ok(is_busy == 0)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use tokio::time::timeout;

    use super::*;

    async fn database(dir: &tempfile::TempDir) -> SqlitePool {
        let path = dir.path().join("t.db");
        let pool =
            SqlitePool::connect(&format!("sqlite://{}?mode=rwc", path.display())).await.unwrap();
        for text in ["PRAGMA journal_mode = WAL", "CREATE TABLE t (a)", "INSERT INTO t VALUES (1)"]
        {
            sqlx::query(text).execute(&pool).await.unwrap();
        }
        pool
    }

    #[tokio::test]
    async fn writers_that_come_together_share_a_sync() {
        let dir = tempfile::tempdir().unwrap();
        let pool = database(&dir).await;
        let sync = WalSync::new(&dir.path().join("t.db"), pool);
        let (a, b, c) = tokio::join!(sync.sync(), sync.sync(), sync.sync());
        assert!(a.is_ok() && b.is_ok() && c.is_ok());
        assert_eq!(sync.synced.load(Ordering::Acquire), 3);
    }

    #[tokio::test]
    async fn a_log_that_could_not_be_synced_is_moved_into_the_database_before_it_is_believed() {
        let dir = tempfile::tempdir().unwrap();
        let pool = database(&dir).await;
        let elsewhere = WalSync::new(&dir.path().join("none.db"), pool.clone());
        assert!(elsewhere.sync().await.is_err());
        assert_eq!(elsewhere.synced.load(Ordering::Acquire), 0);

        // A reader of the earlier state.
        let mut reading = pool.begin().await.unwrap();
        sqlx::query("SELECT * FROM t").fetch_all(&mut *reading).await.unwrap();
        sqlx::query("INSERT INTO t VALUES (2)").execute(&pool).await.unwrap();
        assert!(elsewhere.sync().await.is_err());
        reading.rollback().await.unwrap();

        assert!(elsewhere.sync().await.is_ok());
        let log = dir.path().join("t.db-wal").metadata().unwrap();
        assert_eq!(log.len(), 0, "nothing is written behind what may be gone");
        assert!(elsewhere.sync().await.is_err(), "the log itself is asked again");
    }

    #[tokio::test]
    async fn who_empties_the_log_waits_for_readers_for_a_moment_each_time_and_others_as_ever() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("t.db");
        drop(database(&dir).await);
        let writer = sqlx::sqlite::SqlitePoolOptions::new().max_connections(1);
        let writer = writer.connect(&format!("sqlite://{}", path.display())).await.unwrap();
        let reader = SqlitePool::connect(&format!("sqlite://{}", path.display())).await.unwrap();
        sqlx::query("INSERT INTO t VALUES (3)").execute(&writer).await.unwrap();
        let mut reading = reader.begin().await.unwrap();
        sqlx::query("SELECT * FROM t").fetch_all(&mut *reading).await.unwrap();

        for _ in 0..2 {
            let emptied = timeout(Duration::from_secs(5), empty_log(&writer)).await;
            assert!(
                !emptied.expect("it does not wait for long").unwrap(),
                "somebody reads from it"
            );
            let asked = sqlx::query_as::<sqlx::Sqlite, (i64,)>("PRAGMA busy_timeout");
            let (patience,) = asked.persistent(false).fetch_one(&writer).await.unwrap();
            assert_eq!(patience, 10_000);
        }
        reading.rollback().await.unwrap();
        assert!(empty_log(&writer).await.unwrap());
    }
}
