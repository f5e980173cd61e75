//! Buckets: the amount granted for a period, and what of it is used and held.

use entitlements::{Allowance, Meter};
use kernel::{Timestamp, Uuid, WorkspaceId};
use store::{Conn, StoreResult, Tx, sql};

/// The key of a bucket, and its validity period.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct BucketKey {
    pub workspace_id: WorkspaceId,
    pub meter: Meter,
    pub source: String,
    pub period: String,
    pub is_unlimited: bool,
    pub starts_at: Timestamp,
    pub ends_at: Option<Timestamp>,
}

impl BucketKey {
    /// Returns the key of a plan's allowance in the window that contains `now`.
    pub fn of_plan(
        workspace_id: WorkspaceId,
        plan: &str,
        allowance: Allowance,
        now: Timestamp,
    ) -> Self {
        let period = allowance.period(now);
        Self {
            workspace_id,
            meter: allowance.meter,
            source: format!("plan:{plan}"),
            period: period.key,
            is_unlimited: allowance.amount.is_none(),
            starts_at: period.starts_at,
            ends_at: period.ends_at,
        }
    }
}

#[derive(Debug, Clone, ::store::FromRow)]
pub(crate) struct Bucket {
    pub id: Uuid,
    pub meter: String,
    pub source: String,
    pub period: String,
    pub is_unlimited: bool,
    pub granted: i64,
    pub used: i64,
    pub held: i64,
    pub ends_at: Option<Timestamp>,
}

impl Bucket {
    /// Returns the amount that can still be held.
    pub fn balance(&self) -> i64 {
        if self.is_unlimited { i64::MAX } else { self.granted - self.used - self.held }
    }

    pub fn is_of(&self, key: &BucketKey) -> bool {
        self.source == key.source
            && self.period == key.period
            && self.is_unlimited == key.is_unlimited
    }

    /// Returns true if it comes from a plan, the current one or a former one.
    pub fn is_plans(&self) -> bool {
        self.source.starts_with("plan:")
    }
}

/// Expands to the order in which buckets are spent: unlimited ones, then what ends soonest. They are locked in it, too, so
/// that two holds never wait for each other.
macro_rules! spending_order {
    () => {
        "NOT is_unlimited, COALESCE(ends_at, 9223372036854775807), created_at, id"
    };
}
pub(crate) use spending_order;

/// Returns the buckets of a workspace that are good at `now`, in the order in which they are spent.
pub(crate) async fn list_buckets(
    conn: &mut Conn,
    workspace_id: WorkspaceId,
    now: Timestamp,
) -> StoreResult<Vec<Bucket>> {
    sql!(
        conn,
        all Bucket,
        concat!(
            "SELECT id, meter, source, period, is_unlimited, granted, used, held, ends_at
             FROM ledger_buckets
             WHERE workspace_id = $1 AND starts_at <= $2 AND (ends_at IS NULL OR ends_at > $2)
             ORDER BY ", spending_order!()
        ),
        workspace_id,
        now
    )
}

/// A bucket that is locked.
#[derive(Debug, ::store::FromRow)]
pub(crate) struct Locked {
    #[sqlx(flatten)]
    pub bucket: Bucket,
    /// True if monthly caps limit the use of this workspace. This is rare, and knowing it saves each reservation a
    /// query.
    pub is_capped: bool,
}

/// Like [`list_buckets`] for one meter, but locks them until the transaction ends. If the bucket of `plan` is required
/// and missing, returns none and locks none: a transaction that created it would otherwise wait for it with the others
/// locked, while one that has just seen it waits for those others.
///
/// Use under a cap cannot be summed here: on PostgreSQL a statement that waited for a lock sees the state from before
/// it waited. Whether there is a cap can be read: one that is set meanwhile is set after this reservation, and counts
/// it.
pub(crate) async fn lock_buckets(
    tx: &mut Tx,
    workspace_id: WorkspaceId,
    meter: Meter,
    plan: Option<&BucketKey>,
    now: Timestamp,
) -> StoreResult<Vec<Locked>> {
    sql!(
        tx,
        all Locked,
        {
            sqlite: concat!("SELECT b.id, b.meter, b.source, b.period, b.is_unlimited, b.granted, b.used, b.held, b.ends_at,
                         EXISTS (SELECT 1 FROM ledger_caps c WHERE c.workspace_id = $1) AS is_capped
                     FROM ledger_buckets b
                     WHERE b.workspace_id = $1 AND b.meter = $2
                       AND b.starts_at <= $3 AND (b.ends_at IS NULL OR b.ends_at > $3)
                       AND (NOT $4 OR EXISTS (SELECT 1 FROM ledger_buckets p
                           WHERE p.workspace_id = $1 AND p.meter = $2 AND p.source = $5 AND p.period = $6
                             AND p.is_unlimited = $7))
                     ORDER BY ", spending_order!()),
            postgres: concat!("SELECT b.id, b.meter, b.source, b.period, b.is_unlimited, b.granted, b.used, b.held, b.ends_at,
                           EXISTS (SELECT 1 FROM ledger_caps c WHERE c.workspace_id = $1) AS is_capped
                       FROM ledger_buckets b
                       WHERE b.workspace_id = $1 AND b.meter = $2
                         AND b.starts_at <= $3 AND (b.ends_at IS NULL OR b.ends_at > $3)
                         AND (NOT $4 OR EXISTS (SELECT 1 FROM ledger_buckets p
                             WHERE p.workspace_id = $1 AND p.meter = $2 AND p.source = $5 AND p.period = $6
                               AND p.is_unlimited = $7))
                       ORDER BY ", spending_order!(), " FOR UPDATE OF b"),
        },
        workspace_id,
        meter.as_str(),
        now,
        plan.is_some(),
        plan.map_or("", |key| key.source.as_str()),
        plan.map_or("", |key| key.period.as_str()),
        plan.is_some_and(|key| key.is_unlimited)
    )
}

/// Like [`lock_buckets`] on PostgreSQL, for the bucket `first` and those that are spent after it.
pub(crate) async fn lock_buckets_from(
    tx: &mut Tx,
    workspace_id: WorkspaceId,
    meter: Meter,
    first: Uuid,
    now: Timestamp,
) -> StoreResult<Vec<Bucket>> {
    sql!(
        tx,
        all Bucket,
        concat!(
            "SELECT id, meter, source, period, is_unlimited, granted, used, held, ends_at
             FROM ledger_buckets
             WHERE workspace_id = $1 AND meter = $2 AND starts_at <= $3 AND (ends_at IS NULL OR ends_at > $3)
                 AND (", spending_order!(), ") >=
                     (SELECT ", spending_order!(), " FROM ledger_buckets WHERE id = $4)
             ORDER BY ", spending_order!(), " FOR UPDATE"
        ),
        workspace_id,
        meter.as_str(),
        now,
        first
    )
}

/// Finds the bucket of a grant, and locks it until the transaction ends.
pub(crate) async fn lock_grant(
    tx: &mut Tx,
    workspace_id: WorkspaceId,
    meter: Meter,
    source: &str,
    reference: &str,
) -> StoreResult<Option<Bucket>> {
    sql!(
        tx,
        optional Bucket,
        {
            sqlite: "SELECT id, meter, source, period, is_unlimited, granted, used, held, ends_at
                     FROM ledger_buckets WHERE workspace_id = $1 AND meter = $2 AND source = $3
                         AND period = $4 AND NOT is_unlimited",
            postgres: "SELECT id, meter, source, period, is_unlimited, granted, used, held, ends_at
                       FROM ledger_buckets WHERE workspace_id = $1 AND meter = $2 AND source = $3
                           AND period = $4 AND NOT is_unlimited FOR UPDATE",
        },
        workspace_id,
        meter.as_str(),
        source,
        reference
    )
}

/// Ends a bucket: nothing more is spent from it after `now`. Returns `false` if it had already ended.
pub(crate) async fn end_bucket(tx: &mut Tx, bucket_id: Uuid, now: Timestamp) -> StoreResult<bool> {
    let ended = sql!(
        tx,
        execute,
        "UPDATE ledger_buckets SET ends_at = $2
         WHERE id = $1 AND (ends_at IS NULL OR ends_at > $2)",
        bucket_id,
        now
    )?;
    Ok(ended == 1)
}

/// Creates an empty bucket. Returns `None` if there is one with this key.
pub(crate) async fn add_bucket(
    tx: &mut Tx,
    key: &BucketKey,
    now: Timestamp,
) -> StoreResult<Option<Uuid>> {
    let id = kernel::uuid_v7(now);
    let added = sql!(
        tx,
        execute,
        "INSERT INTO ledger_buckets
             (id, workspace_id, meter, source, period, is_unlimited, starts_at, ends_at, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
         ON CONFLICT (workspace_id, meter, source, period, is_unlimited) DO NOTHING",
        id,
        key.workspace_id,
        key.meter.as_str(),
        key.source.as_str(),
        key.period.as_str(),
        key.is_unlimited,
        key.starts_at,
        key.ends_at,
        now
    )?;
    Ok((added == 1).then_some(id))
}

/// Raises the granted amount of a bucket.
pub(crate) async fn add_granted(tx: &mut Tx, bucket_id: Uuid, amount: i64) -> StoreResult<()> {
    sql!(
        tx,
        execute,
        "UPDATE ledger_buckets SET granted = granted + $2 WHERE id = $1",
        bucket_id,
        amount
    )?;
    Ok(())
}

/// Holds `amount` of a bucket. The table's check constraint refuses more than there is.
pub(crate) async fn add_held(tx: &mut Tx, bucket_id: Uuid, amount: i64) -> StoreResult<()> {
    sql!(
        tx,
        deferred,
        "UPDATE ledger_buckets SET held = held + $2 WHERE id = $1",
        bucket_id,
        amount
    )
}

/// Releases `held` of a bucket and counts `used` of it as used.
pub(crate) async fn settle_bucket(
    tx: &mut Tx,
    bucket_id: Uuid,
    held: i64,
    used: i64,
) -> StoreResult<()> {
    sql!(
        tx,
        deferred,
        "UPDATE ledger_buckets SET held = held - $2, used = used + $3 WHERE id = $1",
        bucket_id,
        held,
        used
    )
}
