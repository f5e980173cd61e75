use api::{PageBody, PageQuery};
use area::Services;
use conversations::{list_deleted, purge_one, purge_trash, restore_all};
use identity::SignedIn;
use kernel::{ConversationId, Fallible};

use crate::history::hints::announce_list;
use crate::history::wire::DeletedBody;
use crate::problems::CONVERSATION_NOT_FOUND;

/// Lists a page of the conversations that the caller deleted and can restore, the newest first.
pub(crate) async fn list(
    services: &Services,
    caller: &SignedIn,
    page: &PageQuery,
) -> Fallible<PageBody<DeletedBody>> {
    let (cursor, limit) = page.bounds()?;
    let mut conn = services.db.read().await?;
    let page = list_deleted(&mut conn, &caller.payer(), cursor, limit).await?;
    let now = services.clock.now();
    Ok(page.map(|deleted| DeletedBody::of(deleted, now)).into())
}

/// Restores everything. Returns the number of conversations.
pub(crate) async fn restore(services: &Services, caller: &SignedIn) -> Fallible<u64> {
    let mut tx = services.db.begin().await?;
    let restored = restore_all(&mut tx, &caller.payer()).await?;
    tx.commit().await?;
    announce_list(services, caller.user_id);
    Ok(restored)
}

/// Removes everything for good.
pub(crate) async fn empty(services: &Services, caller: &SignedIn) -> Fallible<()> {
    let mut tx = services.db.begin().await?;
    purge_trash(&mut tx, &caller.payer()).await?;
    tx.commit().await?;
    announce_list(services, caller.user_id);
    Ok(())
}

/// Deletes one conversation in the trash permanently. Others count as missing.
pub(crate) async fn remove(
    services: &Services,
    caller: &SignedIn,
    id: ConversationId,
) -> Fallible<()> {
    let mut tx = services.db.begin().await?;
    if !purge_one(&mut tx, caller.user_id, id).await? {
        return Err(CONVERSATION_NOT_FOUND.into());
    }
    tx.commit().await?;
    announce_list(services, caller.user_id);
    Ok(())
}
