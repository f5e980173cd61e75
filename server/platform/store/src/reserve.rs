use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use tokio::sync::Mutex;
use tokio::time::Instant;

/// Reserved space beside a SQLite database that is released when the disk is full (decision 0906), so that essential
/// writes still succeed: sign-ins, the words and ends of answers, and their charges.
pub(crate) struct Reserve {
    path: PathBuf,
    /// True in a program that serves: only that keeps a reserve, commands do not.
    is_kept: AtomicBool,
    is_spent: AtomicBool,
    looked_at: Mutex<Option<Instant>>,
}

/// Thousands of sign-ins, or the ends of thousands of answers.
const RESERVE_BYTES: usize = 8 * 1024 * 1024;
/// Interval at which free space is checked again.
const LOOK_EVERY: Duration = Duration::from_secs(1);

impl Reserve {
    /// Creates the reserve of the database file at `database`.
    pub fn beside(database: &Path) -> Self {
        Self {
            path: database.with_extension("reserve"),
            is_kept: AtomicBool::new(false),
            is_spent: AtomicBool::new(false),
            looked_at: Mutex::new(None),
        }
    }

    /// Allocates the space, unless it is allocated.
    pub async fn keep(&self) -> io::Result<()> {
        self.is_kept.store(true, Ordering::Release);
        let path = self.path.clone();
        let filled = tokio::task::spawn_blocking(move || fill(&path)).await?;
        self.is_spent.store(filled.is_err(), Ordering::Release);
        filled
    }

    /// Releases the space, because there was no other.
    pub fn spend(&self) {
        if !self.is_kept.load(Ordering::Acquire) || self.is_spent.load(Ordering::Acquire) {
            return;
        }
        // Before it counts as released: a check in between would find it, and mistake it for new space.
        let removed = std::fs::remove_file(&self.path);
        if self.is_spent.swap(true, Ordering::AcqRel) {
            return;
        }
        tracing::error!("the disk is full: only what may not wait is written until there is room");
        if let Err(error) = removed {
            tracing::error!(%error, "what was kept in reserve could not be given up");
        }
    }

    /// Returns true if it exists, or if there is space to restore it.
    #[expect(clippy::await_holding_invalid_type, reason = "one looks at the disk for all who wait")]
    pub async fn is_there(&self) -> bool {
        if !self.is_spent.load(Ordering::Acquire) {
            return true;
        }
        let mut looked_at = self.looked_at.lock().await;
        if looked_at.is_some_and(|at| at.elapsed() < LOOK_EVERY) {
            return false;
        }
        let is_there = self.keep().await.is_ok();
        *looked_at = Some(Instant::now());
        if is_there {
            tracing::info!("there is room on the disk again");
        }
        is_there
    }
}

/// Allocates the file completely, or removes it. Only if there is as much space besides: otherwise this space was
/// released a moment ago, and is for essential writes.
fn fill(path: &Path) -> io::Result<()> {
    if path.metadata().is_ok_and(|file| file.len() == RESERVE_BYTES as u64) {
        return Ok(());
    }
    let filled = File::create(path).and_then(|mut file| {
        let noise = noise();
        file.write_all(&noise)?;
        file.write_all(&noise)?;
        file.set_len(RESERVE_BYTES as u64)?;
        file.sync_all()
    });
    if filled.is_err() && path.exists() {
        std::fs::remove_file(path)?;
    }
    filled
}

/// Returns bytes that no file system can compress.
fn noise() -> Vec<u8> {
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let mut bytes = Vec::with_capacity(RESERVE_BYTES);
    while bytes.len() < RESERVE_BYTES {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        bytes.extend_from_slice(&state.to_le_bytes());
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn what_was_given_up_is_taken_again_when_there_is_room() {
        let dir = tempfile::tempdir().unwrap();
        let reserve = Reserve::beside(&dir.path().join("t.db"));
        let file = dir.path().join("t.reserve");
        reserve.spend();
        assert!(reserve.is_there().await, "who keeps none gives none up");
        reserve.keep().await.unwrap();
        assert_eq!(file.metadata().unwrap().len(), RESERVE_BYTES as u64);

        reserve.spend();

        assert!(!file.exists());
        assert!(reserve.is_there().await);
        assert_eq!(file.metadata().unwrap().len(), RESERVE_BYTES as u64, "and no more");
    }

    #[tokio::test]
    async fn without_room_it_is_not_there() {
        let dir = tempfile::tempdir().unwrap();
        let reserve = Reserve::beside(&dir.path().join("none/t.db"));
        assert!(reserve.keep().await.is_err());
        assert!(!reserve.is_there().await);
    }
}
