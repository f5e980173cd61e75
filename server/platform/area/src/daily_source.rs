use async_trait::async_trait;
use entitlements::DailyUse;
use kernel::{Payer, Timestamp};
use store::{Conn, StoreResult};

/// An area with something that plans limit by the day: it counts how often that was done.
#[async_trait]
pub trait DailySource: Send + Sync {
    /// Counts the actions of `whose` since the day began, in the order of [`DailyUse::ALL`].
    async fn count(
        &self,
        conn: &mut Conn,
        whose: &Payer,
        since: Timestamp,
    ) -> StoreResult<Vec<(DailyUse, i64)>>;
}
