use async_trait::async_trait;
use kernel::RunId;
use store::{Conn, Db, StoreResult, Tx};

use crate::{Ledger, holds};

/// The fate of a run whose hold ran out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RunFate {
    /// It is still running: its hold is extended.
    Alive,
    /// It is over, or there is no such run: its hold is settled to `used`.
    Over { used: i64 },
}

/// Knows the runs: implemented by `generation`, which the ledger may not know.
#[async_trait]
pub trait RunFates: Send + Sync {
    async fn fate_of(&self, tx: &mut Tx, run_id: RunId) -> StoreResult<RunFate>;
}

/// Maximum number of holds per sweep; the next sweep continues.
const HOLDS_PER_SWEEP: i64 = 200;

impl Ledger {
    /// Lists runs with an expired open hold, oldest first.
    pub async fn find_expired_holds(&self, conn: &mut Conn) -> StoreResult<Vec<RunId>> {
        holds::list_expired(conn, self.clock.now(), HOLDS_PER_SWEEP).await
    }

    /// Settles the holds that a crash left behind (promise P7). Returns how many that were.
    ///
    /// Each in its own transaction, so any number of processes may sweep at once.
    pub async fn sweep(&self, db: &Db, fates: &dyn RunFates) -> StoreResult<usize> {
        let expired = {
            let mut conn = db.read().await?;
            self.find_expired_holds(&mut conn).await?
        };
        let mut settled = 0;
        for run_id in expired {
            let mut tx = db.begin().await?;
            match fates.fate_of(&mut tx, run_id).await? {
                RunFate::Alive => holds::extend_hold(&mut tx, run_id, self.clock.now()).await?,
                RunFate::Over { used } => {
                    self.settle(&mut tx, run_id, used).await?;
                    settled += 1;
                }
            }
            tx.commit().await?;
        }
        Ok(settled)
    }
}
