use area::Services;
use conversations::{
    Conversation, MessageState, delete_conversation, find_conversation, find_message, index_title,
    keep_title, list_messages, lock_conversation, mark_read, owns_group, restore_conversation,
    update_conversation,
};
use identity::SignedIn;
use kernel::{ConversationId, Fallible};

use crate::history::hints::announce_deleted;
use crate::problems::{
    CHANGED_ELSEWHERE, CONVERSATION_NOT_FOUND, GROUP_NOT_FOUND, MESSAGE_NOT_FOUND,
};
use crate::rules::parse_title;
use crate::temporary::forget_if_left;
use crate::wire::{ConversationChange, ConversationSummary};

/// Changes title, model, branch or place in the list. `expected_version`: the version the client edits; if another one
/// is stored the result is [`CHANGED_ELSEWHERE`], and nothing is changed.
pub(crate) async fn change_conversation(
    services: &Services,
    caller: &SignedIn,
    id: ConversationId,
    change: ConversationChange,
    expected_version: Option<i64>,
) -> Fallible<ConversationSummary> {
    let mut tx = services.db.begin().await?;
    // Concurrent changes, such as a title from a model, must not be overwritten.
    lock_conversation(&mut tx, id).await?;
    let found = find_conversation(&mut tx, caller.user_id, id).await?;
    let mut conversation = found.ok_or(CONVERSATION_NOT_FOUND)?;
    if expected_version.is_some_and(|expected| expected != conversation.version) {
        return Err(CHANGED_ELSEWHERE.with("version", conversation.version).into());
    }
    if change.read {
        conversation.read_at = services.clock.now();
        mark_read(&mut tx, id, conversation.read_at).await?;
    }
    let is_changed = apply(&mut tx, caller, &mut conversation, change).await?;
    if is_changed {
        if !update_conversation(&mut tx, &conversation).await? {
            return Err(CHANGED_ELSEWHERE.into());
        }
        conversation.version += 1;
    }
    tx.commit().await?;
    services.generation.announce_change(caller.user_id, id);
    Ok(conversation.into())
}

/// Applies changes to `conversation`. Returns true if anything but the read mark changed.
async fn apply(
    tx: &mut store::Tx,
    caller: &SignedIn,
    conversation: &mut Conversation,
    change: ConversationChange,
) -> Fallible<bool> {
    let is_changed = change.title.is_some()
        || change.model.is_some()
        || change.leaf_id.is_some()
        || change.pinned.is_some()
        || change.favorited.is_some()
        || change.group_id.is_some();
    if let Some(title) = change.title {
        conversation.title = parse_title(&title)?;
        index_title(tx, caller.user_id, conversation.id, &conversation.title).await?;
        keep_title(tx, conversation.id).await?;
    }
    if let Some(group_id) = change.group_id {
        if let Some(id) = group_id
            && !owns_group(tx, caller.user_id, id).await?
        {
            return Err(GROUP_NOT_FOUND.into());
        }
        conversation.group_id = group_id;
    }
    if let Some(leaf_id) = change.leaf_id {
        let leaf = find_message(tx, caller.user_id, leaf_id).await?.ok_or(MESSAGE_NOT_FOUND)?;
        if leaf.conversation_id != conversation.id {
            return Err(MESSAGE_NOT_FOUND.into());
        }
        conversation.leaf_id = Some(leaf_id);
    }
    conversation.model = change.model.or(conversation.model.take());
    conversation.pinned = change.pinned.unwrap_or(conversation.pinned);
    conversation.favorited = change.favorited.unwrap_or(conversation.favorited);
    Ok(is_changed)
}

/// Moves a conversation to the trash; a temporary one is deleted permanently. Runs in it are cancelled.
pub(crate) async fn delete(
    services: &Services,
    caller: &SignedIn,
    id: ConversationId,
) -> Fallible<()> {
    let mut tx = services.db.begin().await?;
    if !delete_conversation(&mut tx, caller.user_id, id, services.clock.now()).await? {
        return Err(CONVERSATION_NOT_FOUND.into());
    }
    forget_if_left(&mut tx, caller.user_id, id).await?;
    tx.commit().await?;
    stop_runs(services, id).await?;
    announce_deleted(services, caller.user_id, id);
    Ok(())
}

/// Cancels the runs in a deleted conversation.
pub(crate) async fn stop_runs(services: &Services, id: ConversationId) -> Fallible<()> {
    let mut conn = services.db.read().await?;
    let messages = list_messages(&mut conn, id).await?;
    drop(conn);
    let running = messages.iter().filter(|message| message.state == MessageState::Running);
    for run_id in running.filter_map(|message| message.run_id) {
        services.generation.cancel(run_id).await?;
    }
    Ok(())
}

/// Restores a conversation from the trash.
pub(crate) async fn restore(
    services: &Services,
    caller: &SignedIn,
    id: ConversationId,
) -> Fallible<ConversationSummary> {
    let mut tx = services.db.begin().await?;
    if !restore_conversation(&mut tx, caller.user_id, id).await? {
        return Err(CONVERSATION_NOT_FOUND.into());
    }
    let conversation = find_conversation(&mut tx, caller.user_id, id).await?;
    tx.commit().await?;
    services.generation.announce_change(caller.user_id, id);
    Ok(conversation.ok_or(CONVERSATION_NOT_FOUND)?.into())
}
