//! The audit log, with the current names for its ids.

use std::collections::{BTreeMap, BTreeSet};

use area::Services;
use audit::{EventFilter, Kind, RecordedEvent};
use identity::{User, UserSearch};
use kernel::{Fallible, UserId};
use store::{Conn, Cursor, Page, StoreResult};

/// Maximum number of people that a search may match. A search for somebody should be more specific than that.
const PEOPLE_MAX: usize = 100;

/// An event with the names of its actor and of the person concerned, as far as they still have accounts.
pub(crate) struct NamedEvent {
    pub event: RecordedEvent,
    pub actor: Option<User>,
    pub person: Option<User>,
}

/// Lists the events that match, newest first.
///
/// `who`: text that a person's name or address contains, or the id of a person who may be gone. Empty: anybody.
pub(crate) async fn list(
    services: &Services,
    kind: Option<Kind>,
    who: &str,
    cursor: Cursor,
    limit: usize,
) -> Fallible<Page<NamedEvent>> {
    let mut conn = services.db.read().await?;
    let people = match who {
        "" => None,
        who => Some(find_people(services, &mut conn, who).await?),
    };
    let filter = EventFilter { kind, people };
    let page = services.audit.list(&mut conn, &filter, cursor, limit).await?;
    let ids = page.items.iter().flat_map(|event| [event.actor_id, event.person_id]).flatten();
    let ids: BTreeSet<UserId> = ids.collect();
    let mut known = BTreeMap::new();
    for id in ids {
        known.insert(id, services.identity.find_user(&mut conn, id).await?);
    }
    let named = |id: Option<UserId>| known.get(&id?).cloned().flatten();
    Ok(page.map(|event| NamedEvent {
        actor: named(event.actor_id),
        person: named(event.person_id),
        event,
    }))
}

async fn find_people(services: &Services, conn: &mut Conn, who: &str) -> StoreResult<Vec<UserId>> {
    if let Ok(id) = who.parse::<UserId>() {
        return Ok(vec![id]);
    }
    let search = UserSearch { text: who.to_owned(), ..UserSearch::default() };
    let found = services.identity.search_users(conn, &search, Cursor::FIRST, PEOPLE_MAX).await?;
    Ok(found.items.into_iter().map(|user| user.id).collect())
}
