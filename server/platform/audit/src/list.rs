use ::store::{Conn, Cursor, Page, StoreResult};
use kernel::{Timestamp, UserId, Uuid, WorkspaceId};

use crate::store::{self, Row};
use crate::{Audit, Kind};

/// A recorded event.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecordedEvent {
    pub id: Uuid,
    pub at: Timestamp,
    pub kind: Kind,
    pub actor_id: Option<UserId>,
    pub person_id: Option<UserId>,
    pub workspace_id: Option<WorkspaceId>,
    pub subject_id: Option<Uuid>,
    pub detail: String,
    pub amount: Option<i64>,
    /// Network it came from; empty: the server itself.
    pub network: String,
    /// Exact address, for as long as it is kept.
    pub address: Option<String>,
}

impl RecordedEvent {
    /// Converts a row; `None` if only a newer version knows its kind.
    fn of(row: Row) -> Option<Self> {
        Some(Self {
            kind: Kind::from_name(&row.kind)?,
            id: row.id,
            at: row.at,
            actor_id: row.actor_id.map(UserId),
            person_id: row.person_id.map(UserId),
            workspace_id: row.workspace_id.map(WorkspaceId),
            subject_id: row.subject_id,
            detail: row.detail,
            amount: row.amount,
            network: row.network,
            address: row.address,
        })
    }
}

/// Filter of events.
#[derive(Debug, Clone, Default)]
pub struct EventFilter {
    pub kind: Option<Kind>,
    /// Actors or subjects to filter by; `None`: anybody.
    pub people: Option<Vec<UserId>>,
}

impl Audit {
    /// Lists the events that concern a person, newest first.
    pub async fn list_about(
        &self,
        conn: &mut Conn,
        person_id: UserId,
        cursor: Cursor,
        limit: usize,
    ) -> StoreResult<Page<RecordedEvent>> {
        let rows = store::list_about(conn, person_id, cursor, limit as i64 + 1).await?;
        Ok(page(rows, limit))
    }

    /// Lists the events that match, newest first.
    pub async fn list(
        &self,
        conn: &mut Conn,
        filter: &EventFilter,
        cursor: Cursor,
        limit: usize,
    ) -> StoreResult<Page<RecordedEvent>> {
        let kind = filter.kind.map_or("", Kind::as_str);
        let rows = match &filter.people {
            None => store::list_all(conn, kind, cursor, limit as i64 + 1).await?,
            Some(people) => store::list_of(conn, people, kind, cursor, limit as i64 + 1).await?,
        };
        Ok(page(rows, limit))
    }
}

fn page(rows: Vec<Row>, limit: usize) -> Page<RecordedEvent> {
    let page = Page::of(rows, limit, |row| Cursor { at: row.at, id: row.id });
    Page { items: page.items.into_iter().filter_map(RecordedEvent::of).collect(), next: page.next }
}
