use std::time::Duration;

use fair_queue::{FairQueue, Permit, Share};
use tokio::time::timeout;

/// The connections of a pool, given out fairly by person: who asks for many at once delays nobody else by more than one
/// transaction.
#[derive(Clone)]
pub(crate) struct Turns {
    queue: FairQueue,
    wait_max: Duration,
}

impl Turns {
    /// Creates the turns of a pool of `connections`, of which one person holds at most three quarters.
    pub fn new(connections: u32, wait_max: Duration) -> Self {
        let connections = connections.max(1) as usize;
        let share_max = (connections * 3 / 4).max(1);
        Self { queue: FairQueue::new(connections, share_max), wait_max }
    }

    /// Waits for the turn of the one that the current task works for.
    ///
    /// # Errors
    ///
    /// [`sqlx::Error::PoolTimedOut`], as from the pool itself.
    pub async fn next(&self) -> sqlx::Result<Permit> {
        let turn = self.queue.acquire(Share::current());
        timeout(self.wait_max, turn).await.map_err(|_| sqlx::Error::PoolTimedOut)
    }
}
