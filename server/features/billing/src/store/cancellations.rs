//! Queries for cancellations and their feedback.

use kernel::{Timestamp, UserId, Uuid, WorkspaceId};
use store::{Conn, Cursor, Page, StoreResult, Tx, sql};

use super::orders::one_more;
use crate::rules::{CancelReason, Subscription};

/// State of the offer of a lower plan that is made on cancellation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Offered {
    None,
    Refused,
    Taken,
}

impl Offered {
    fn as_str(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Refused => "refused",
            Self::Taken => "taken",
        }
    }
}

/// Feedback given on cancellation.
#[derive(Debug, Clone, Copy)]
pub(crate) struct CancellationFeedback<'a> {
    pub user_id: UserId,
    pub reason: CancelReason,
    pub feedback: &'a str,
    pub offered: Offered,
}

/// A row with the feedback on a cancellation.
#[derive(Debug, Clone, ::store::FromRow)]
pub(crate) struct CancellationRow {
    pub id: Uuid,
    /// The user; `None`: the account is gone.
    pub user_id: Option<UserId>,
    pub plan: String,
    pub cycle: String,
    pub phase: String,
    pub reason: String,
    pub feedback: String,
    /// `none`, `refused`, `taken`.
    pub offered: String,
    pub created_at: Timestamp,
    pub returned_at: Option<Timestamp>,
}

/// Stores the feedback on cancelling `before`.
pub(crate) async fn add_cancellation(
    tx: &mut Tx,
    workspace_id: WorkspaceId,
    before: &Subscription,
    given: CancellationFeedback<'_>,
    now: Timestamp,
) -> StoreResult<()> {
    let terms = before.terms.as_ref();
    sql!(
        tx,
        execute,
        "INSERT INTO billing_cancellations
             (id, workspace_id, user_id, plan, cycle, phase, reason, feedback, offered, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)",
        kernel::uuid_v7(now),
        workspace_id,
        given.user_id,
        terms.map_or("", |terms| terms.plan.as_str()),
        terms.map_or("", |terms| terms.cycle.as_str()),
        before.phase.as_str(),
        given.reason.as_str(),
        given.feedback.trim(),
        given.offered.as_str(),
        now
    )?;
    Ok(())
}

/// Records that somebody who cancelled has a continuing plan again. A switch to a lower plan does not count as leaving.
pub(crate) async fn note_return(
    tx: &mut Tx,
    workspace_id: WorkspaceId,
    now: Timestamp,
) -> StoreResult<()> {
    sql!(
        tx,
        execute,
        "UPDATE billing_cancellations SET returned_at = $2
         WHERE workspace_id = $1 AND returned_at IS NULL AND offered <> 'taken'",
        workspace_id,
        now
    )?;
    Ok(())
}

/// Lists cancellations, newest first; for one reason, or all ('').
pub(crate) async fn list_cancellations(
    conn: &mut Conn,
    reason: &str,
    cursor: Cursor,
    limit: usize,
) -> StoreResult<Page<CancellationRow>> {
    let rows = sql!(
        conn,
        all CancellationRow,
        "SELECT id, user_id, plan, cycle, phase, reason, feedback, offered, created_at, returned_at
         FROM billing_cancellations
         WHERE ($1 = '' OR reason = $1) AND (created_at, id) < ($2, $3)
         ORDER BY created_at DESC, id DESC LIMIT $4",
        reason,
        cursor.at,
        cursor.id,
        one_more(limit)
    )?;
    Ok(Page::of(rows, limit, |row| Cursor { at: row.created_at, id: row.id }))
}

/// Number of cancellations for one reason.
#[derive(Debug, Clone, PartialEq, Eq, ::store::FromRow)]
pub(crate) struct ReasonCount {
    pub reason: String,
    pub total: i64,
    /// Since the moment that was asked for.
    pub recent: i64,
    pub took_less: i64,
    pub came_back: i64,
}

/// Counts cancellations by reason, in total and since `since`; the most frequent first.
pub(crate) async fn count_cancellations(
    conn: &mut Conn,
    since: Timestamp,
) -> StoreResult<Vec<ReasonCount>> {
    sql!(
        conn,
        all ReasonCount,
        "SELECT reason, count(*) AS total,
             CAST(SUM(CASE WHEN created_at >= $1 THEN 1 ELSE 0 END) AS BIGINT) AS recent,
             CAST(SUM(CASE WHEN offered = 'taken' THEN 1 ELSE 0 END) AS BIGINT) AS took_less,
             CAST(SUM(CASE WHEN returned_at IS NOT NULL THEN 1 ELSE 0 END) AS BIGINT) AS came_back
         FROM billing_cancellations GROUP BY reason ORDER BY count(*) DESC, reason",
        since
    )
}

/// Anonymizes the cancellations of a deleted workspace: only the counts stay.
pub(crate) async fn forget_cancellations(tx: &mut Tx, workspace_id: Uuid) -> StoreResult<()> {
    sql!(
        tx,
        execute,
        "UPDATE billing_cancellations SET workspace_id = NULL, user_id = NULL, feedback = ''
         WHERE workspace_id = $1",
        workspace_id
    )?;
    Ok(())
}

/// Forgets who cancelled for a team, and their words, when their account is deleted.
pub(crate) async fn forget_canceller(tx: &mut Tx, user_id: UserId) -> StoreResult<()> {
    sql!(
        tx,
        execute,
        "UPDATE billing_cancellations SET user_id = NULL, feedback = '' WHERE user_id = $1",
        user_id
    )?;
    Ok(())
}
