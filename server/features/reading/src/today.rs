//! Daily limits of summarized pages and videos.

use area::DailySource;
use async_trait::async_trait;
use entitlements::DailyUse;
use kernel::{Payer, Timestamp};
use store::{Conn, StoreResult};
use tasks::count_daily_use;

/// Returns the usage of the daily limits of readings.
pub(crate) struct ReadToday;

#[async_trait]
impl DailySource for ReadToday {
    async fn count(
        &self,
        conn: &mut Conn,
        whose: &Payer,
        since: Timestamp,
    ) -> StoreResult<Vec<(DailyUse, i64)>> {
        let readings = count_daily_use(conn, whose, DailyUse::Reading, since).await?;
        let videos = count_daily_use(conn, whose, DailyUse::Video, since).await?;
        Ok(vec![(DailyUse::Reading, readings), (DailyUse::Video, videos)])
    }
}
