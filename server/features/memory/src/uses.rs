//! Records of the memory that answers were given.

use area::Services;
use conversations::find_message;
use identity::SignedIn;
use kernel::{Fallible, MessageId, Timestamp, Uuid};
use store::{Conn, StoreResult, Tx, sql};

use crate::problems::ANSWER_NOT_FOUND;
use crate::store::{find_item, find_profile};
use crate::wire::{ItemBody, ItemId, UseBody, UseKind, UsesBody};

/// Represents "about you" among the ids that an answer was given.
pub(crate) const ABOUT: Uuid = Uuid::from_u128(1);
/// Represents "how to respond".
pub(crate) const RESPOND: Uuid = Uuid::from_u128(2);

pub(crate) async fn insert_use(
    tx: &mut Tx,
    message_id: MessageId,
    item_id: Uuid,
    now: Timestamp,
) -> StoreResult<()> {
    sql!(
        tx,
        deferred,
        "INSERT INTO memory_uses (message_id, item_id, used_at) VALUES ($1, $2, $3)
         ON CONFLICT DO NOTHING",
        message_id,
        item_id,
        now
    )
}

/// Lists the memory that an answer of the caller's was given, as it is now.
///
/// Problems: [`ANSWER_NOT_FOUND`], also for somebody else's.
pub(crate) async fn list(
    services: &Services,
    caller: &SignedIn,
    message_id: MessageId,
) -> Fallible<UsesBody> {
    let mut conn = services.db.read().await?;
    find_message(&mut conn, caller.user_id, message_id).await?.ok_or(ANSWER_NOT_FOUND)?;
    let profile = find_profile(&mut conn, caller.user_id).await?;
    let mut items = Vec::new();
    for (id, used_at) in list_uses(&mut conn, message_id).await? {
        let changed_since = |at: Option<Timestamp>| at.is_none_or(|at| at > used_at);
        items.push(match id {
            ABOUT => UseBody {
                kind: UseKind::About,
                item: None,
                changed: changed_since(profile.about_at),
            },
            RESPOND => UseBody {
                kind: UseKind::Respond,
                item: None,
                changed: changed_since(profile.respond_at),
            },
            id => {
                let item = find_item(&mut conn, caller.user_id, ItemId(id)).await?;
                let changed = changed_since(item.as_ref().map(|item| item.updated_at));
                UseBody { kind: UseKind::Item, item: item.map(ItemBody::from), changed }
            }
        });
    }
    Ok(UsesBody { items })
}

async fn list_uses(conn: &mut Conn, message_id: MessageId) -> StoreResult<Vec<(Uuid, Timestamp)>> {
    sql!(
        conn,
        all(Uuid, Timestamp),
        "SELECT item_id, used_at FROM memory_uses WHERE message_id = $1 ORDER BY item_id",
        message_id
    )
}
