use area::Services;
use conversations::{
    Conversation, Message, MessageKind, MessageState, NewConversation, Role, Turn, TurnStored,
    file_ids, find_conversation, find_message, find_message_owner, insert_first_turn, insert_turn,
    list_messages, path_to, text_of,
};
use generation::MemoryUse;
use identity::SignedIn;
use kernel::{ConversationId, Fallible, MessageId};
use store::Tx;

use crate::answers::access::{lock_live, summary};
use crate::answers::asker::Asker;
use crate::answers::attachments::{distinct, first_name, parts_of, tie};
use crate::answers::start::{Place, Prepared, Question, prepare, start};
use crate::ensemble::merge_job::merge_when_all_answered;
use crate::problems::{
    CONVERSATION_NOT_FOUND, MESSAGE_ID_TAKEN, MESSAGE_NOT_FOUND, STILL_ANSWERING,
};
use crate::references::source::are_same;
use crate::rules::{MessageText, check_models, first_answers, stands_beside, title_of};
use crate::settings::Stored;
use crate::wire::{NewMessage, Sent};

/// Sends a message and starts the run that answers it, or one for each of several models.
///
/// Message, runs and holds are one transaction (promise P2): all of them, or nothing. Sending the same message again
/// returns the same answers and starts nothing (P8). A message below one that already has an answer is a branch.
pub(crate) async fn send_message(
    services: &Services,
    caller: &SignedIn,
    conversation_id: ConversationId,
    new: NewMessage,
) -> Fallible<Sent> {
    let text = match new.attachments.is_empty() && new.references.is_empty() {
        true => MessageText::parse(&new.text)?,
        false => MessageText::parse_beside_files(&new.text)?,
    };
    check_models(&new.models)?;
    let known = find_known(services, caller, conversation_id).await?;
    // In a conversation that is not there, nothing was sent.
    if known.is_some()
        && let Some(sent) = find_sent(services, caller, conversation_id, &new).await?
    {
        return Ok(sent);
    }
    let mut branch = read_branch(services, caller, conversation_id, new.parent_id).await?;
    let known = known.as_ref();
    let user_message = Message {
        parent_id: new.parent_id,
        parts: parts_of(services, caller, &new, &text).await?,
        bot_id: new.bot_id.or(known.and_then(|known| known.bot_id)),
        ..Message::new(new.id, conversation_id, Role::User, services.clock.now())
    };
    branch.push(user_message.clone());
    let asker = Asker::from(caller);
    let settings = Stored::Known(known.and_then(|known| known.settings.as_deref()));
    let bot_id = user_message.bot_id;
    let is_temporary = known.map_or(new.temporary, |known| known.temporary);
    let memory = MemoryUse { recall: !is_temporary, learn: new.typed && !is_temporary };
    let group_id = known.and_then(|known| known.group_id);
    let asked = Question { conversation_id, group_id, branch: &branch, bot_id, settings, memory };
    let own_model = known.and_then(|known| known.model.as_deref());
    let mut prepared = Vec::new();
    for wanted in wanted_models(&new, own_model) {
        prepared.push(prepare(services, &asker, &asked, wanted).await?);
    }

    let mut tx = services.db.begin().await?;
    let now = user_message.created_at;
    let title = match first_name(&user_message.parts) {
        Some(name) if text.as_str().is_empty() => title_of(name),
        _ => title_of(text.as_str()),
    };
    let model = prepared[0].chosen.model.info.id.clone();
    let answer_ids: Vec<_> = prepared.iter().map(|_| MessageId::new(now)).collect();
    let turn = Turn {
        user_id: caller.user_id,
        message: &user_message,
        answer_id: answer_ids[0],
        model: Some(model.as_str()).filter(|_| !new.once),
    };
    let stored = store_turn(&mut tx, caller, &new, title, known.is_some(), &turn).await?;
    let Some((conversation, beside)) = stored else {
        // The same message arrived twice at once: the other one has been committed meanwhile.
        drop(tx);
        let sent = find_sent(services, caller, conversation_id, &new).await?;
        return sent.ok_or_else(|| MESSAGE_ID_TAKEN.into());
    };
    tie(services, caller, &mut tx, &new).await?;
    let answers = start_all(services, &asker, &mut tx, prepared, answer_ids, &user_message).await?;
    let conversation = conversation.into();
    tx.commit().await?;
    services.generation.announce_change(caller.user_id, conversation_id);
    Ok(Sent::new(conversation, user_message, answers, beside))
}

/// Returns the models that are to answer, in the asked order; `None` for the person's default.
fn wanted_models<'a>(new: &'a NewMessage, own_model: Option<&'a str>) -> Vec<Option<&'a str>> {
    match new.models.as_slice() {
        [] => vec![new.model.as_deref().or(own_model)],
        several => several.iter().map(|id| Some(id.as_str())).collect(),
    }
}

/// Starts all answers to a message, or none: a refusal of one undoes the others with the transaction.
async fn start_all(
    services: &Services,
    asker: &Asker,
    tx: &mut Tx,
    prepared: Vec<Prepared>,
    ids: Vec<MessageId>,
    question: &Message,
) -> Fallible<Vec<Message>> {
    let now = question.created_at;
    let batch_id = (prepared.len() > 1).then(|| kernel::uuid_v7(now));
    let mut answers = Vec::with_capacity(prepared.len());
    if batch_id.is_some() {
        let charges = prepared.iter().map(|it| (it.chosen.charge, &*it.chosen.plan));
        services.ledger.wait_for_buckets(tx, &asker.payer(), charges).await?;
    }
    for ((prepared, answer_id), microseconds) in prepared.into_iter().zip(ids).zip(1..) {
        let place = Place {
            answer_id,
            is_id_given: false,
            conversation_id: question.conversation_id,
            question_id: question.id,
            kind: MessageKind::Plain,
            batch_id,
            bot_id: question.bot_id,
            // Later than the question, so that parents come before children, and in the requested order.
            created_at: now.plus(microseconds),
        };
        answers.push(start(services, asker, tx, prepared, place).await?);
    }
    if let Some(batch_id) = batch_id {
        merge_when_all_answered(services, asker, tx, batch_id, &answers).await?;
    }
    Ok(answers)
}

/// Stores the message in the conversation it goes to: the caller's live one, which is locked until the transaction ends, or
/// a new one. Returns the conversation, and the newest sibling that its sender did not see; `None` if the id of the message
/// is taken.
async fn store_turn(
    tx: &mut Tx,
    caller: &SignedIn,
    new: &NewMessage,
    title: String,
    is_known: bool,
    turn: &Turn<'_>,
) -> Fallible<Option<(Conversation, Option<MessageId>)>> {
    let (message, now) = (turn.message, turn.message.created_at);
    let id = message.conversation_id;
    if !is_known {
        let opened = NewConversation {
            id,
            user_id: caller.user_id,
            workspace_id: caller.workspace_id,
            title,
            model: None,
            // A bot that is named for one message alone does not take over the conversation.
            bot_id: new.bot_id.filter(|_| !new.once),
            temporary: new.temporary,
        };
        match insert_first_turn(tx, &opened, turn).await? {
            TurnStored::Stored => {
                let conversation = Conversation::new(opened, now);
                return Ok(Some((conversation.touched(turn.answer_id, turn.model, now), None)));
            }
            TurnStored::MessageTaken => return Ok(None),
            // It was created meanwhile.
            TurnStored::ConversationTaken => {}
        }
    }
    let conversation = lock_live(tx, caller.user_id, id).await?;
    let beside = find_beside(tx, &conversation, message).await?;
    Ok(match insert_turn(tx, turn).await? {
        TurnStored::Stored => Some((conversation.touched(turn.answer_id, turn.model, now), beside)),
        _ => None,
    })
}

/// Returns the conversation as it is; `None` when it is new.
async fn find_known(
    services: &Services,
    caller: &SignedIn,
    id: ConversationId,
) -> Fallible<Option<Conversation>> {
    let mut conn = services.db.read().await?;
    Ok(find_conversation(&mut conn, caller.user_id, id).await?)
}

/// Reads the branch that ends in the answered message. Messages never change, so it is read before the transaction.
async fn read_branch(
    services: &Services,
    caller: &SignedIn,
    conversation_id: ConversationId,
    parent_id: Option<MessageId>,
) -> Fallible<Vec<Message>> {
    let Some(parent_id) = parent_id else { return Ok(Vec::new()) };
    let mut conn = services.db.read().await?;
    let parent = find_message(&mut conn, caller.user_id, parent_id).await?;
    match parent {
        Some(parent) if parent.conversation_id != conversation_id => Err(MESSAGE_NOT_FOUND.into()),
        Some(parent) if parent.state == MessageState::Running => Err(STILL_ANSWERING.into()),
        Some(_) => Ok(path_to(&mut conn, parent_id).await?),
        // It is the caller's own, in a conversation that is in the trash.
        None if find_message_owner(&mut conn, parent_id).await? == Some(caller.user_id) => {
            Err(CONVERSATION_NOT_FOUND.into())
        }
        None => Err(MESSAGE_NOT_FOUND.into()),
    }
}

/// Finds the result of an earlier attempt to send the same message; [`MESSAGE_ID_TAKEN`] if the id belongs to another
/// message.
async fn find_sent(
    services: &Services,
    caller: &SignedIn,
    conversation_id: ConversationId,
    new: &NewMessage,
) -> Fallible<Option<Sent>> {
    let mut conn = services.db.read().await?;
    if find_message_owner(&mut conn, new.id).await?.is_none() {
        return Ok(None);
    }
    let known = find_message(&mut conn, caller.user_id, new.id).await?.ok_or(MESSAGE_ID_TAKEN)?;
    let is_same = known.conversation_id == conversation_id
        && known.parent_id == new.parent_id
        && known.role == Role::User
        && text_of(&known.parts).trim() == new.text.trim()
        && file_ids(&known.parts).eq(distinct(&new.attachments))
        && are_same(&known.parts, &new.references);
    if !is_same {
        return Err(MESSAGE_ID_TAKEN.into());
    }
    let messages = list_messages(&mut conn, conversation_id).await?;
    let beside = messages.iter().rev().find(|message| stands_beside(message, &known));
    let beside = beside.map(|message| message.id);
    let answers = first_answers(messages, known.id);
    if answers.is_empty() {
        return Err(MESSAGE_NOT_FOUND.into());
    }
    let conversation = summary(&mut conn, caller, conversation_id).await?;
    Ok(Some(Sent::new(conversation, known, answers, beside)))
}

/// Finds the newest sibling of `new`, unless the shown branch ends there: the sender of `new` did not see it, or wanted
/// a branch.
async fn find_beside(
    tx: &mut Tx,
    conversation: &Conversation,
    new: &Message,
) -> Fallible<Option<MessageId>> {
    let shown = conversation.leaf_id;
    if shown.is_none() || shown == new.parent_id {
        return Ok(None);
    }
    let messages = list_messages(tx, new.conversation_id).await?;
    let beside = messages.iter().rev().find(|message| stands_beside(message, new));
    Ok(beside.map(|message| message.id))
}
