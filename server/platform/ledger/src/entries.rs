//! Entries: every change of a balance, written once and never changed.

use entitlements::Meter;
use kernel::{Timestamp, Uuid, WorkspaceId};
use store::{Conn, Cursor, Page, StoreResult, Tx, sql};

/// The reason why a balance changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Reason {
    /// A plan gave its amount for a period. Not shown among the postings: it is no use of the person's.
    Allowance,
    /// A reward or a purchase.
    Grant,
    /// A run used it.
    Usage,
    /// A refund revoked the remaining part of a grant.
    TakenBack,
}

impl Reason {
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Allowance => "allowance",
            Self::Grant => "grant",
            Self::Usage => "usage",
            Self::TakenBack => "taken_back",
        }
    }
}

/// An entry to be written.
pub(crate) struct NewEntry<'a> {
    pub bucket_id: Uuid,
    pub workspace_id: WorkspaceId,
    pub meter: &'a str,
    pub change: i64,
    pub reason: Reason,
    pub reference: &'a str,
    pub feature: &'a str,
    pub detail: &'a str,
}

/// One line of the credit usage record: date, feature, detail, change (spec §3).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Posting {
    pub id: Uuid,
    pub created_at: Timestamp,
    pub feature: String,
    pub detail: String,
    pub meter: Meter,
    /// Negative where something was used.
    pub change: i64,
}

pub(crate) async fn add_entry(
    tx: &mut Tx,
    entry: &NewEntry<'_>,
    now: Timestamp,
) -> StoreResult<()> {
    sql!(
        tx,
        deferred,
        "INSERT INTO ledger_entries (id, bucket_id, workspace_id, meter, change, reason, reference,
             feature, detail, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)",
        kernel::uuid_v7(now),
        entry.bucket_id,
        entry.workspace_id,
        entry.meter,
        entry.change,
        entry.reason.as_str(),
        entry.reference,
        entry.feature,
        entry.detail,
        now
    )
}

#[derive(::store::FromRow)]
struct PostingRow {
    id: Uuid,
    created_at: Timestamp,
    feature: String,
    detail: String,
    meter: String,
    change: i64,
}

/// Lists what a workspace used and was granted, newest first.
pub(crate) async fn list_postings(
    conn: &mut Conn,
    workspace_id: WorkspaceId,
    cursor: Cursor,
    limit: usize,
) -> StoreResult<Page<Posting>> {
    let rows = sql!(
        conn,
        all PostingRow,
        "SELECT id, created_at, feature, detail, meter, change FROM ledger_entries
         WHERE workspace_id = $1 AND reason <> 'allowance' AND (created_at, id) < ($2, $3)
         ORDER BY created_at DESC, id DESC LIMIT $4",
        workspace_id,
        cursor.at,
        cursor.id,
        i64::try_from(limit).unwrap_or(i64::MAX - 1) + 1
    )?;
    let page = Page::of(rows, limit, |row| Cursor { at: row.created_at, id: row.id });
    // A meter that only a newer version knows is not shown by this one.
    let items = page.items.into_iter().filter_map(to_posting).collect();
    Ok(Page { items, next: page.next })
}

fn to_posting(row: PostingRow) -> Option<Posting> {
    Some(Posting {
        meter: Meter::from_name(&row.meter)?,
        id: row.id,
        created_at: row.created_at,
        feature: row.feature,
        detail: row.detail,
        change: row.change,
    })
}
