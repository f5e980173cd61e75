//! How many pages and videos somebody may have summed up today.

use area::{DailySource, Services};
use async_trait::async_trait;
use entitlements::DailyUse;
use kernel::{Fallible, Payer, Timestamp};
use store::{Conn, StoreResult, Tx};

use crate::problems::{TOO_MANY_READINGS, TOO_MANY_VIDEOS};
use crate::source::Kind;
use crate::store::count_begun;

/// Whether one of `kind` that was begun in this transaction is not too many for today. It counts once a day, however often
/// it is summed up; one that failed counts for nothing, nor does one that was stopped before anything stood there.
///
/// Problems: [`TOO_MANY_READINGS`], [`TOO_MANY_VIDEOS`].
pub(crate) async fn check_today(
    services: &Services,
    tx: &mut Tx,
    whose: &Payer,
    kind: Kind,
) -> Fallible<()> {
    let (of, too_many) = match kind {
        Kind::Video => (DailyUse::Video, TOO_MANY_VIDEOS),
        Kind::Page | Kind::Pdf => (DailyUse::Reading, TOO_MANY_READINGS),
    };
    let now = services.clock.now();
    let limit = services.entitlements.limit_today(tx, whose, of, now).await?;
    let Some(limit) = limit else { return Ok(()) };
    let (readings, videos) = count_begun(tx, whose, limit.since).await?;
    let begun = if of == DailyUse::Video { videos } else { readings };
    if begun > limit.max { Err(too_many.with("max", limit.max).into()) } else { Ok(()) }
}

/// What of it is used up.
pub(crate) struct ReadToday;

#[async_trait]
impl DailySource for ReadToday {
    async fn count(
        &self,
        conn: &mut Conn,
        whose: &Payer,
        since: Timestamp,
    ) -> StoreResult<Vec<(DailyUse, i64)>> {
        let (readings, videos) = count_begun(conn, whose, since).await?;
        Ok(vec![(DailyUse::Reading, readings), (DailyUse::Video, videos)])
    }
}
