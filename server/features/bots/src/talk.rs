//! Beginning a conversation with a bot.

use area::Services;
use conversations::{
    Message, MessageKind, MessageState, NewConversation, Part, Role, find_conversation,
    find_unused_conversation, index_message, index_title, insert_conversation, insert_message,
    touch_conversation,
};
use identity::SignedIn;
use kernel::{BotId, ConversationId, Fallible, MessageId, Timestamp};
use store::Tx;

use crate::problems::CONVERSATION_ID_TAKEN;
use crate::rules::check_access;
use crate::store::{Bot, find_bot};
use crate::wire::{NewTalk, TalkBody};

/// Begins a conversation with a bot: it starts with the bot's welcome and the bot's model.
///
/// Returns an existing one in which nothing was written, if there is one.
pub(crate) async fn begin_talk(
    services: &Services,
    caller: &SignedIn,
    bot_id: BotId,
    new: NewTalk,
) -> Fallible<TalkBody> {
    let mut tx = services.db.begin().await?;
    let bot = find_bot(&mut tx, caller.user_id, bot_id).await?;
    let bot = check_access(bot, caller.user_id)?;
    let unused = find_unused_conversation(&mut tx, caller.user_id, bot_id, bot.updated_at).await?;
    if let Some((conversation_id, leaf_id)) = unused {
        return Ok(TalkBody { conversation_id, leaf_id });
    }
    let now = services.clock.now();
    let added = insert_conversation(&mut tx, &conversation(caller, &bot, new.id), now).await?;
    if !added {
        let known = find_conversation(&mut tx, caller.user_id, new.id).await?;
        let known = known.filter(|known| known.bot_id == Some(bot_id));
        let known = known.ok_or(CONVERSATION_ID_TAKEN)?;
        return Ok(TalkBody { conversation_id: known.id, leaf_id: known.leaf_id });
    }
    index_title(&mut tx, caller.user_id, new.id, &bot.name).await?;
    let leaf_id = welcome(&mut tx, caller, &bot, new.id, now).await?;
    tx.commit().await?;
    services.generation.announce_change(caller.user_id, new.id);
    Ok(TalkBody { conversation_id: new.id, leaf_id })
}

fn conversation(caller: &SignedIn, bot: &Bot, id: ConversationId) -> NewConversation {
    NewConversation {
        id,
        user_id: caller.user_id,
        workspace_id: caller.workspace_id,
        title: bot.name.chars().take(100).collect(),
        model: bot.model.clone(),
        bot_id: Some(bot.id),
        temporary: false,
    }
}

/// Returns the bot's welcome as the first message.
async fn welcome(
    tx: &mut Tx,
    caller: &SignedIn,
    bot: &Bot,
    conversation_id: ConversationId,
    now: Timestamp,
) -> Fallible<Option<MessageId>> {
    if bot.welcome.is_empty() {
        return Ok(None);
    }
    let message = Message {
        id: MessageId::new(now),
        conversation_id,
        parent_id: None,
        role: Role::Assistant,
        parts: vec![Part::text("p1", bot.welcome.as_str())],
        model: None,
        model_name: None,
        state: MessageState::Completed,
        run_id: None,
        problem: None,
        receipt: None,
        kind: MessageKind::Welcome,
        batch_id: None,
        bot_id: Some(bot.id),
        created_at: now,
        feedback: None,
    };
    insert_message(tx, &message).await?;
    index_message(tx, caller.user_id, conversation_id, message.id, &message.parts).await?;
    touch_conversation(tx, conversation_id, message.id, None, now).await?;
    Ok(Some(message.id))
}
