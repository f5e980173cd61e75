use std::fs::File;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

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
}

impl WalSync {
    /// For the database file at `database`.
    pub fn new(database: &std::path::Path) -> Self {
        let mut path = database.as_os_str().to_owned();
        path.push("-wal");
        Self {
            path: path.into(),
            file: OnceCell::new(),
            asked: AtomicU64::new(0),
            synced: AtomicU64::new(0),
            turn: Mutex::new(()),
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
        let file = self.file.get_or_try_init(|| async { File::open(&self.path).map(Arc::new) });
        let file = file.await?.clone();
        tokio::task::spawn_blocking(move || file.sync_data()).await??;
        self.synced.store(covered, Ordering::Release);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn writers_that_come_together_share_a_sync() {
        let dir = tempfile::tempdir().unwrap();
        std::fs::write(dir.path().join("t.db-wal"), b"frames").unwrap();
        let sync = WalSync::new(&dir.path().join("t.db"));
        let (a, b, c) = tokio::join!(sync.sync(), sync.sync(), sync.sync());
        assert!(a.is_ok() && b.is_ok() && c.is_ok());
        assert_eq!(sync.synced.load(Ordering::Acquire), 3);
    }

    #[tokio::test]
    async fn a_log_that_cannot_be_synced_is_an_error() {
        let dir = tempfile::tempdir().unwrap();
        assert!(WalSync::new(&dir.path().join("none.db")).sync().await.is_err());
    }
}
