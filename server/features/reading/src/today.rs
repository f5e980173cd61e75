//! How many pages and videos a person had summed up today.

use area::DailySource;
use async_trait::async_trait;
use entitlements::DailyUse;
use kernel::{Payer, Timestamp};
use store::{Conn, StoreResult};
use tasks::count_daily_use;

/// Counts what of the daily limits of readings is used up.
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
