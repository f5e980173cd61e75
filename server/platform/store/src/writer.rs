use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use sqlx::sqlite::SqlitePool;
use tokio::sync::Notify;
use tokio::time::{Instant, timeout_at};

use crate::open_tx::OpenTx;
use crate::reserve::Reserve;
use crate::turns::Turns;

/// SQLite's one write connection, and its waiting line.
#[derive(Clone)]
pub(crate) struct Writer {
    pool: SqlitePool,
    turns: Turns,
    line: Arc<Line>,
    /// Reserved space, released if there is none for a commit.
    reserve: Option<Arc<Reserve>>,
    /// True to let others go first.
    is_patient: bool,
}

/// Counts the writers that wait for the connection, or hold it, with normal priority.
#[derive(Default)]
struct Line {
    length: AtomicUsize,
    emptied: Notify,
}

/// Maximum time that a low-priority writer yields to others: without a limit a busy server would never get to it.
const PATIENCE: Duration = Duration::from_millis(50);

impl Writer {
    pub fn new(pool: SqlitePool, turns: Turns, reserve: Option<Arc<Reserve>>) -> Self {
        Self { pool, turns, line: Arc::default(), reserve, is_patient: false }
    }

    /// Returns a writer for low-priority transactions.
    pub fn patient(&self) -> Self {
        Self { is_patient: true, ..self.clone() }
    }

    /// Acquires the connection when it is this one's turn.
    pub async fn acquire(&self) -> sqlx::Result<OpenTx> {
        // A writer that let others go takes no place in the line: the next low-priority one need not wait for it.
        let place = (!self.is_patient).then(|| Place::in_line(&self.line));
        if self.is_patient {
            self.line.let_others_go().await;
        }
        let turn = self.turns.next().await?;
        Ok(OpenTx::of(self.pool.acquire().await?, place, turn, self.reserve.clone()))
    }

    /// Returns the number of tasks that wait for the connection, including its holder.
    pub fn queue_length(&self) -> usize {
        self.line.length.load(Ordering::Acquire)
    }

    /// Returns the pool itself, for statements outside of transactions.
    pub fn pool(&self) -> &SqlitePool {
        &self.pool
    }
}

impl Line {
    /// Waits until no other writer waits, up to the maximum patience.
    async fn let_others_go(&self) {
        let until = Instant::now() + PATIENCE;
        loop {
            // Before checking, so that no notification is missed.
            let emptied = self.emptied.notified();
            let is_empty = self.length.load(Ordering::Acquire) == 0;
            if is_empty || timeout_at(until, emptied).await.is_err() {
                return;
            }
        }
    }
}

/// A place in the line, until dropped: also where its caller leaves meanwhile.
pub(crate) struct Place(Arc<Line>);

impl Place {
    fn in_line(line: &Arc<Line>) -> Self {
        line.length.fetch_add(1, Ordering::AcqRel);
        Self(line.clone())
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        if self.0.length.fetch_sub(1, Ordering::AcqRel) == 1 {
            self.0.emptied.notify_waiters();
        }
    }
}
