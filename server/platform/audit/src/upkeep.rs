//! Periodic work: links rows, forgets addresses, deletes old rows, and writes the head to the log.

use ::store::{Db, StoreResult, Tx, lock};

use crate::Audit;
use crate::chain::{Head, link};
use crate::limits::{ADDRESS_KEPT_MICROS, EVENTS_KEPT_MICROS};
use crate::store::{self, Start};

/// Maximum number of rows linked per transaction.
const LINKS_PER_STEP: i64 = 200;

impl Audit {
    /// Links the rows written since the last run, the oldest first. Returns their number.
    ///
    /// A chain has one end, so everybody who appends to it must wait for the previous row. To keep requests from
    /// waiting, rows are written without a position, and this assigns one, in one process at a time.
    pub async fn link(&self, db: &Db) -> StoreResult<usize> {
        let mut linked = 0;
        loop {
            // Most of the time there is nothing to do, and nothing to wait for.
            let waiting = store::list_unlinked(&mut db.read().await?, 1).await?;
            if waiting.is_empty() {
                return Ok(linked);
            }
            let mut tx = db.begin_low_priority().await?;
            linked += link_some(&mut tx).await?;
            tx.commit().await?;
        }
    }

    /// Forgets the addresses that are old, and deletes the rows that are.
    pub async fn sweep(&self, db: &Db) -> StoreResult<()> {
        let now = self.clock.now();
        let mut tx = db.begin_low_priority().await?;
        store::forget_addresses(&mut tx, now.plus(-ADDRESS_KEPT_MICROS)).await?;
        lock(&mut tx, CHAIN).await?;
        let first_kept = store::find_first_since(&mut tx, now.plus(-EVENTS_KEPT_MICROS)).await?;
        let last_old = store::find_before(&mut tx, first_kept.map(|(seq,)| seq)).await?;
        if let Some(start) = last_old {
            let before = store::find_start(&mut tx).await?;
            // A row may have been written down late: the start only moves on.
            let start = Start { at: start.at.max(before.at), ..start };
            store::set_start(&mut tx, &start).await?;
            let deleted = store::delete_until(&mut tx, start.seq).await?;
            tracing::info!(deleted, audit.start = start.seq, "old rows of the audit log deleted");
        }
        tx.commit().await
    }

    /// Logs the head of the chain. Whoever keeps that log elsewhere can verify later that the chain in the database is
    /// still the same.
    pub async fn log_head(&self, db: &Db) -> StoreResult<()> {
        self.link(db).await?;
        if let Some(head) = store::find_head(&mut db.read().await?).await? {
            tracing::info!(audit.seq = head.seq, audit.hash = head.hash(), "head of the audit log");
        }
        Ok(())
    }
}

/// Name of the lock that changes of the chain wait for.
const CHAIN: &str = "audit chain";

async fn link_some(tx: &mut Tx) -> StoreResult<usize> {
    lock(tx, CHAIN).await?;
    let mut head = match store::find_head(tx).await? {
        Some(head) => head,
        None => {
            let start = store::find_start(tx).await?;
            Head { seq: start.seq, hash: start.hash }
        }
    };
    let rows = store::list_unlinked(tx, LINKS_PER_STEP).await?;
    for row in &rows {
        let seq = head.seq + 1;
        head = Head { seq, hash: link(&head.hash, seq, row) };
        store::set_link(tx, row.id, seq, &head.hash).await?;
    }
    Ok(rows.len())
}
