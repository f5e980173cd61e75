//! Holds and settlements of one bucket, each as one statement of PostgreSQL: the row of a team's common balance is locked
//! for one round trip and the commit, not for all that the transaction writes besides.
//!
//! On SQLite, whose one writer waits for nobody, the general way is as quick.

use entitlements::Allowance;
use kernel::{RunId, Timestamp, Uuid, uuid_v7};
use store::{StoreResult, Tx, sql};

use crate::Reservation;
use crate::buckets::{BucketKey, spending_order};
use crate::entries::Reason;
use crate::holds::{Hold, HoldLine};
use crate::rules::{HOLD_MICROS, clip};

/// The outcome of [`hold_at_once`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum AtOnce {
    Held,
    /// Nothing is changed, and nothing is locked.
    Unknown,
    /// Nothing is changed, but this bucket may be locked: it has become too small while others were waited for. Those before
    /// it must not be locked any more, and had nothing left.
    From(Uuid),
}

/// Makes a hold if the bucket that is spent first has all of it, nothing else limits it, and the plan's own bucket is up to
/// date.
///
/// The condition on the balance is part of the update, so that it also holds after waiting for another hold.
pub(crate) async fn hold_at_once(
    tx: &mut Tx,
    wanted: &Reservation<'_>,
    meter: &str,
    plan: Option<(&BucketKey, Allowance)>,
    now: Timestamp,
) -> StoreResult<AtOnce> {
    let key = plan.map(|(key, _)| key);
    let given = plan.and_then(|(_, allowance)| allowance.amount).unwrap_or(0);
    let (first, is_possible, held) = sql!(
        tx,
        one(Option<Uuid>, bool, i64),
        concat!("WITH first AS (
             SELECT id FROM ledger_buckets
             WHERE workspace_id = $2 AND meter = $4 AND starts_at <= $8 AND (ends_at IS NULL OR ends_at > $8)
                 AND (source NOT LIKE 'plan:%'
                     OR ($10 AND source = $11 AND period = $12 AND is_unlimited = $13))
                 AND (is_unlimited OR granted - used - held > 0)
             ORDER BY ", spending_order!(), "
             LIMIT 1
         ), possible AS (
             SELECT NOT EXISTS (SELECT 1 FROM ledger_caps c WHERE c.workspace_id = $2)
                 AND (NOT $10 OR EXISTS (SELECT 1 FROM ledger_buckets p
                     WHERE p.workspace_id = $2 AND p.meter = $4 AND p.source = $11 AND p.period = $12
                         AND p.is_unlimited = $13 AND p.granted >= $14)) AS is_possible
         ), bucket AS (
             UPDATE ledger_buckets SET held = held + $5
             WHERE id = (SELECT first.id FROM first, possible WHERE possible.is_possible)
                 AND (is_unlimited OR granted - used - held >= $5)
             RETURNING id
         ), hold AS (
             INSERT INTO ledger_holds (run_id, workspace_id, user_id, meter, amount, state, feature, detail,
                 created_at, expires_at)
             SELECT $1, $2, $3, $4, $5, 'open', $6, $7, $8, $9 FROM bucket
         ), line AS (
             INSERT INTO ledger_hold_lines (run_id, position, bucket_id, amount)
             SELECT $1, 0, id, $5 FROM bucket
         )
         SELECT (SELECT id FROM first), (SELECT is_possible FROM possible), (SELECT COUNT(*) FROM bucket)"),
        wanted.run_id,
        wanted.payer.workspace_id,
        wanted.payer.user_id,
        meter,
        wanted.charge.amount,
        wanted.feature,
        clip(wanted.detail),
        now,
        now.plus(HOLD_MICROS),
        key.is_some(),
        key.map_or("", |key| key.source.as_str()),
        key.map_or("", |key| key.period.as_str()),
        key.is_some_and(|key| key.is_unlimited),
        given
    )?;
    Ok(match first {
        Some(_) if held == 1 => AtOnce::Held,
        Some(first) if is_possible => AtOnce::From(first),
        _ => AtOnce::Unknown,
    })
}

/// Closes an open hold of one line, of which `hold.charged` is charged, changes its bucket and writes the entry.
pub(crate) async fn settle_at_once(
    tx: &mut Tx,
    run_id: RunId,
    hold: &Hold,
    line: &HoldLine,
    now: Timestamp,
) -> StoreResult<()> {
    sql!(
        tx,
        execute,
        "WITH closed AS (
             UPDATE ledger_holds SET state = 'settled', charged = $2 WHERE run_id = $1 AND state = 'open'
             RETURNING workspace_id, meter, feature, detail
         ), entry AS (
             INSERT INTO ledger_entries (id, bucket_id, workspace_id, meter, change, reason, reference, feature,
                 detail, created_at)
             SELECT $3, $4, workspace_id, meter, -$2, $5, $6, feature, detail, $7 FROM closed WHERE $2 > 0
         )
         UPDATE ledger_buckets SET held = held - $8, used = used + $2
         WHERE id = $4 AND EXISTS (SELECT 1 FROM closed)",
        run_id,
        hold.charged,
        uuid_v7(now),
        line.bucket_id,
        Reason::Usage.as_str(),
        run_id.to_string(),
        now,
        line.amount
    )
    .map(|_| ())
}
