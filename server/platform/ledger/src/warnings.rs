//! Balance warnings, each due once: lots that expire with something left in them, and monthly allowances that run low.
//! Recipients and wording are up to the caller.

use entitlements::Meter;
use kernel::{DAY, Timestamp, Uuid, WorkspaceId};
use store::{Conn, StoreResult, Tx, sql};

use crate::Ledger;

/// A grant on top of a plan that expires soon with something left.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EndingLot {
    pub id: Uuid,
    pub workspace_id: WorkspaceId,
    pub meter: Meter,
    pub left: i64,
    pub ends_at: Timestamp,
}

/// A plan's month of which little is left, with all other grants.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LowMonth {
    pub id: Uuid,
    pub workspace_id: WorkspaceId,
    pub meter: Meter,
}

impl Ledger {
    /// Lists lots that expire within `within` microseconds with something left and were not warned about, the first to
    /// expire first. A lot whose total lifetime was no longer than that is left out: its owner was told when it was
    /// granted.
    pub async fn ending_lots(
        &self,
        conn: &mut Conn,
        within: i64,
        limit: i64,
    ) -> StoreResult<Vec<EndingLot>> {
        let now = self.clock.now();
        let rows = sql!(
            conn,
            all(Uuid, WorkspaceId, String, i64, Timestamp),
            "SELECT id, workspace_id, meter, granted - used - held, ends_at FROM ledger_buckets
             WHERE warned_at IS NULL AND ends_at > $1 AND ends_at <= $2
                 AND source NOT LIKE 'plan:%' AND NOT is_unlimited
                 AND granted - used - held > 0 AND ends_at - starts_at > $3
             ORDER BY ends_at, id LIMIT $4",
            now,
            now.plus(within),
            within,
            limit
        )?;
        let to_lot = |(id, workspace_id, meter, left, ends_at): (_, _, String, _, _)| {
            Some(EndingLot { id, workspace_id, meter: Meter::from_name(&meter)?, left, ends_at })
        };
        Ok(rows.into_iter().filter_map(to_lot).collect())
    }

    /// Lists plan months after the id `after` of which less than `percent` is left, counting other grants, and which
    /// were not warned about. Daily allowances are no months. If one plan replaced another both may be listed: callers
    /// check [`Ledger::usage`] for what applies.
    pub async fn low_months(
        &self,
        conn: &mut Conn,
        percent: i64,
        after: Uuid,
        limit: i64,
    ) -> StoreResult<Vec<LowMonth>> {
        let now = self.clock.now();
        let rows = sql!(
            conn,
            all(Uuid, WorkspaceId, String),
            "SELECT b.id, b.workspace_id, b.meter FROM ledger_buckets b
             WHERE b.warned_at IS NULL AND b.ends_at > $1 AND b.starts_at <= $1 AND b.id > $2
                 AND b.source LIKE 'plan:%' AND NOT b.is_unlimited AND b.granted > 0
                 AND b.ends_at - b.starts_at > $3
                 AND (b.granted - b.used - b.held) * 100 < b.granted * $4
                 AND (b.granted - b.used - b.held + COALESCE((
                     SELECT CAST(SUM(o.granted - o.used - o.held) AS BIGINT) FROM ledger_buckets o
                     WHERE o.workspace_id = b.workspace_id AND o.meter = b.meter
                         AND o.source NOT LIKE 'plan:%' AND NOT o.is_unlimited
                         AND o.starts_at <= $1 AND (o.ends_at IS NULL OR o.ends_at > $1)), 0)) * 100
                     < b.granted * $4
             ORDER BY b.id LIMIT $5",
            now,
            after,
            DAY,
            percent,
            limit
        )?;
        let to_month = |(id, workspace_id, meter): (_, _, String)| {
            Some(LowMonth { id, workspace_id, meter: Meter::from_name(&meter)? })
        };
        Ok(rows.into_iter().filter_map(to_month).collect())
    }

    /// Records that a warning about a lot or a month was sent. Returns `false` if it was sent before.
    pub async fn note_warned(&self, tx: &mut Tx, id: Uuid) -> StoreResult<bool> {
        let noted = sql!(
            tx,
            execute,
            "UPDATE ledger_buckets SET warned_at = $2 WHERE id = $1 AND warned_at IS NULL",
            id,
            self.clock.now()
        )?;
        Ok(noted == 1)
    }
}
