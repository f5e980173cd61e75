use std::fs::File;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use sqlx::sqlite::SqlitePool;
use tokio::sync::{Mutex, OnceCell};

/// Makes commits of a SQLite database survive a power cut, many at a time.
///
/// Commits are made with `synchronous=NORMAL`: their frames stand in the write-ahead log, but the log is
/// not forced to the disk. Forcing it once makes every commit before it durable (which is all that
/// `FULL` does after each), so writers that come together share one sync instead of queueing for it.
pub(crate) struct WalSync {
    path: PathBuf,
    file: OnceCell<Arc<File>>,
    /// Commits that asked, and those that are known to be on the disk.
    asked: AtomicU64,
    synced: AtomicU64,
    turn: Mutex<()>,
    /// A sync failed: the system may have let go of what it could not write, and says so only once.
    is_doubted: AtomicBool,
    writer: SqlitePool,
}

impl WalSync {
    /// For the database file at `database`, into which `writer` writes.
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

    /// Writes all that stands in the log into the database and syncs that: a second sync of the log would succeed,
    /// whatever became of what the first could not write.
    async fn move_into_database(&self) -> std::io::Result<()> {
        let moving = sqlx::query_as("PRAGMA wal_checkpoint(PASSIVE)").fetch_one(&self.writer).await;
        let (is_busy, frames, moved): (i64, i64, i64) = moving.map_err(std::io::Error::other)?;
        match is_busy == 0 && frames == moved {
            true => Ok(()),
            false => {
                Err(std::io::Error::other("the log could not be synced, and is still read from"))
            }
        }
    }
}

#[cfg(test)]
mod tests {
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

        // Somebody reads what was there before.
        let mut reading = pool.begin().await.unwrap();
        sqlx::query("SELECT * FROM t").fetch_all(&mut *reading).await.unwrap();
        sqlx::query("INSERT INTO t VALUES (2)").execute(&pool).await.unwrap();
        assert!(elsewhere.sync().await.is_err());
        reading.rollback().await.unwrap();

        assert!(elsewhere.sync().await.is_ok());
        assert!(elsewhere.sync().await.is_err(), "the log itself is asked again");
    }
}
