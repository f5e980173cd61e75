use area::Services;
use conversations::{
    delete_conversation, find_conversation, mark_all_read, mark_read, owns_group,
    restore_conversation, update_conversation,
};
use identity::SignedIn;
use kernel::{ConversationId, Fallible};
use store::Tx;

use crate::history::hints::{announce_deleted, announce_list};
use crate::history::tree::stop_runs;
use crate::history::wire::{Batch, BatchAction};
use crate::problems::{GROUP_NOT_FOUND, TOO_MANY_AT_ONCE};
use crate::rules::BATCH_MAX_CONVERSATIONS;

/// Changes many conversations in one transaction. Returns those that changed: missing ones, other people's, and those
/// already in the wanted state are skipped.
pub(crate) async fn change_many(
    services: &Services,
    caller: &SignedIn,
    batch: Batch,
) -> Fallible<Vec<ConversationId>> {
    if batch.conversation_ids.len() > BATCH_MAX_CONVERSATIONS {
        return Err(TOO_MANY_AT_ONCE.with("max", BATCH_MAX_CONVERSATIONS).into());
    }
    let mut tx = services.db.begin().await?;
    if let BatchAction::Move { group_id: Some(group_id) } = batch.action
        && !owns_group(&mut tx, caller.user_id, group_id).await?
    {
        return Err(GROUP_NOT_FOUND.into());
    }
    let mut changed = Vec::new();
    for id in batch.conversation_ids {
        if change(services, &mut tx, caller, id, &batch.action).await? {
            changed.push(id);
        }
    }
    tx.commit().await?;
    if batch.action == BatchAction::Delete {
        for id in &changed {
            stop_runs(services, *id).await?;
            announce_deleted(services, caller.user_id, *id);
        }
    }
    if !changed.is_empty() {
        announce_list(services, caller.user_id);
    }
    Ok(changed)
}

async fn change(
    services: &Services,
    tx: &mut Tx,
    caller: &SignedIn,
    id: ConversationId,
    action: &BatchAction,
) -> Fallible<bool> {
    let (user_id, now) = (caller.user_id, services.clock.now());
    match action {
        BatchAction::Delete => return Ok(delete_conversation(tx, user_id, id, now).await?),
        BatchAction::Restore => return Ok(restore_conversation(tx, user_id, id).await?),
        BatchAction::Read | BatchAction::Move { .. } | BatchAction::Favorite { .. } => {}
    }
    let Some(found) = find_conversation(tx, user_id, id).await? else { return Ok(false) };
    let mut wished = found.clone();
    match action {
        BatchAction::Move { group_id } => wished.group_id = *group_id,
        BatchAction::Favorite { favorited } => wished.favorited = *favorited,
        BatchAction::Read | BatchAction::Delete | BatchAction::Restore => {
            mark_read(tx, id, now).await?;
            return Ok(found.is_unread());
        }
    }
    Ok(wished != found && update_conversation(tx, &wished).await?)
}

/// Marks all conversations as read.
pub(crate) async fn read_all(services: &Services, caller: &SignedIn) -> Fallible<()> {
    let mut tx = services.db.begin().await?;
    let any = mark_all_read(&mut tx, caller.user_id, services.clock.now()).await?;
    tx.commit().await?;
    if any {
        announce_list(services, caller.user_id);
    }
    Ok(())
}
