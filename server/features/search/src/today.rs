//! Daily limits of searches: answered ones, and those in chats.

use area::{DailySource, Services};
use async_trait::async_trait;
use entitlements::{DailyUse, day_of};
use kernel::{Fallible, MessageId, Payer, Timestamp, Uuid};
use store::{Conn, StoreResult, Tx, sql};
use web_search::SearchResult;

use crate::problems::TOO_MANY_SEARCHES;

/// Checks that the web may be searched for a message: what is counted when it is ([`counted`]).
///
/// Problems: [`TOO_MANY_SEARCHES`].
pub(crate) async fn check_message(
    services: &Services,
    whose: &Payer,
    message_id: MessageId,
) -> Fallible<()> {
    let now = services.clock.now();
    let mut conn = services.db.read().await?;
    let plan = services.entitlements.plan_of(&mut conn, whose.workspace_id, now).await?;
    let Some(max) = plan.daily_limit(DailyUse::Search) else { return Ok(()) };
    match count_searches(&mut conn, whose, day_of(now), Some(message_id)).await? >= max {
        true => Err(TOO_MANY_SEARCHES.with("max", max).into()),
        false => Ok(()),
    }
}

/// Searches for a message, and counts it against the person's daily limit: once per message, and only if the search
/// succeeds. `None`: it took too long.
///
/// Problems: [`TOO_MANY_SEARCHES`], and those of `searching`.
pub(crate) async fn counted(
    services: &Services,
    whose: &Payer,
    message_id: MessageId,
    searching: impl Future<Output = Fallible<Option<Vec<SearchResult>>>>,
) -> Fallible<Option<Vec<SearchResult>>> {
    let is_counted = take(services, whose, message_id).await?;
    let found = searching.await;
    if is_counted && !matches!(&found, Ok(Some(results)) if !results.is_empty()) {
        give_back(services, whose, message_id).await?;
    }
    found
}

/// `true`: the message was not counted before.
async fn take(services: &Services, whose: &Payer, message_id: MessageId) -> Fallible<bool> {
    let now = services.clock.now();
    let mut tx = services.db.begin().await?;
    let limit = services.entitlements.limit_today(&mut tx, whose, DailyUse::Search, now).await?;
    let Some(limit) = limit else { return Ok(false) };
    let known = count_searches(&mut tx, whose, limit.since, None).await?;
    let others = count_searches(&mut tx, whose, limit.since, Some(message_id)).await?;
    if others >= limit.max {
        return Err(TOO_MANY_SEARCHES.with("max", limit.max).into());
    }
    insert_use(&mut tx, whose, message_id, now).await?;
    tx.commit().await?;
    Ok(known == others)
}

async fn give_back(services: &Services, whose: &Payer, message_id: MessageId) -> Fallible<()> {
    let mut tx = services.db.begin().await?;
    let delete = "DELETE FROM search_uses WHERE user_id = $1 AND message_id = $2";
    sql!(&mut tx, execute, delete, whose.user_id, message_id)?;
    Ok(tx.commit().await?)
}

/// Deletes the records of messages searched for on past days.
pub(crate) async fn forget_old(tx: &mut Tx, before: Timestamp) -> StoreResult<()> {
    sql!(tx, execute, "DELETE FROM search_uses WHERE used_at < $1", before)?;
    Ok(())
}

async fn insert_use(
    tx: &mut Tx,
    whose: &Payer,
    message_id: MessageId,
    now: Timestamp,
) -> StoreResult<()> {
    sql!(
        tx,
        execute,
        "INSERT INTO search_uses (user_id, workspace_id, message_id, used_at) VALUES ($1, $2, $3, $4)
         ON CONFLICT (user_id, message_id) DO UPDATE SET used_at = excluded.used_at",
        whose.user_id,
        whose.workspace_id,
        message_id,
        now
    )?;
    Ok(())
}

/// Counts a person's searches in a workspace since, deleted ones with them, but not those for the message `beside`.
async fn count_searches(
    conn: &mut Conn,
    whose: &Payer,
    since: Timestamp,
    beside: Option<MessageId>,
) -> StoreResult<i64> {
    let searches = tasks::count_daily_use(conn, whose, DailyUse::Search, since).await?;
    Ok(searches + count_messages(conn, whose, since, beside).await?)
}

/// Counts a person's messages for which the web was searched since, but not `beside`.
pub(crate) async fn count_messages(
    conn: &mut Conn,
    whose: &Payer,
    since: Timestamp,
    beside: Option<MessageId>,
) -> StoreResult<i64> {
    let (count,) = sql!(
        conn,
        one(i64,),
        "SELECT COUNT(*) FROM search_uses
         WHERE user_id = $1 AND workspace_id = $2 AND used_at >= $3 AND message_id <> $4",
        whose.user_id,
        whose.workspace_id,
        since,
        beside.map_or(Uuid::nil(), |id| id.0)
    )?;
    Ok(count)
}

/// Returns the usage of the daily limit of searches.
pub(crate) struct SearchedToday;

#[async_trait]
impl DailySource for SearchedToday {
    async fn count(
        &self,
        conn: &mut Conn,
        whose: &Payer,
        since: Timestamp,
    ) -> StoreResult<Vec<(DailyUse, i64)>> {
        Ok(vec![(DailyUse::Search, count_searches(conn, whose, since, None).await?)])
    }
}
