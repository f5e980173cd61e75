use area::Services;
use conversations::{
    Message, MessageKind, MessageState, NewConversation, Part, Role, find_conversation,
    find_message, find_message_owner, index_message, index_title, insert_conversation,
    insert_message, list_messages, lock_conversation, path_to, text_of, touch_conversation,
};
use generation::RunRequest;
use identity::SignedIn;
use kernel::{ConversationId, Fallible, MessageId, RunId, Timestamp};
use ledger::Charge;
use providers::{ModelRequest, ResolvedModel};
use store::Tx;

use crate::model::choose;
use crate::problems::{
    CONVERSATION_NOT_FOUND, MESSAGE_ID_TAKEN, MESSAGE_NOT_FOUND, NOT_AN_ANSWER, STILL_ANSWERING,
};
use crate::rules::{CONTEXT_DEFAULT_TOKENS, MessageText, fit_context, title_of};
use crate::wire::{Answering, ConversationSummary, NewAnswer, NewMessage, Sent};

/// Sends a message and starts the run that answers it.
///
/// Message, run and hold are one transaction (promise P2). Sending the same message again gives the same
/// answer and starts nothing (P8). A message below one that has an answer already is a branch.
pub(crate) async fn send_message(
    services: &Services,
    caller: &SignedIn,
    conversation_id: ConversationId,
    new: NewMessage,
) -> Fallible<Sent> {
    let text = MessageText::parse(&new.text)?;
    if let Some(sent) = find_sent(services, caller, conversation_id, &new).await? {
        return Ok(sent);
    }
    let wanted = wanted_model(services, caller, conversation_id, new.model.as_deref()).await?;
    let (model, charge) = choose(services, caller, wanted.as_deref()).await?;

    let mut tx = services.db.begin().await?;
    let now = services.clock.now();
    open_conversation(&mut tx, caller, conversation_id, &text, now).await?;
    let mut branch = branch_to(&mut tx, caller, conversation_id, new.parent_id).await?;
    let user_message = Message {
        id: new.id,
        conversation_id,
        parent_id: new.parent_id,
        role: Role::User,
        parts: vec![Part::text("p1", text.as_str())],
        model: None,
        model_name: None,
        state: MessageState::Completed,
        run_id: None,
        problem: None,
        receipt: None,
        kind: MessageKind::Plain,
        batch_id: None,
        bot_id: None,
        created_at: now,
    };
    if !insert_message(&mut tx, &user_message).await? {
        // The same message came twice at once: the other one has been committed meanwhile.
        drop(tx);
        let sent = find_sent(services, caller, conversation_id, &new).await?;
        return sent.ok_or_else(|| MESSAGE_ID_TAKEN.into());
    }
    index_message(&mut tx, caller.user_id, conversation_id, new.id, &user_message.parts).await?;
    branch.push(user_message.clone());
    let answer_id = MessageId::new(now);
    let to_answer = ToAnswer { conversation_id, branch: &branch, model, charge, answer_id };
    let assistant_message = start_answer(services, caller, &mut tx, to_answer, now).await?;
    let conversation = find_conversation(&mut tx, caller.user_id, conversation_id).await?;
    tx.commit().await?;
    services.generation.announce_change(caller.user_id, conversation_id);
    let conversation = conversation.ok_or(CONVERSATION_NOT_FOUND)?.into();
    Ok(Sent { conversation, user_message, assistant_message })
}

/// Has a message answered once more: the new answer stands beside the old one.
pub(crate) async fn regenerate(
    services: &Services,
    caller: &SignedIn,
    answer_id: MessageId,
    new: NewAnswer,
) -> Fallible<Answering> {
    let mut conn = services.db.read().await?;
    let old = find_message(&mut conn, caller.user_id, answer_id).await?.ok_or(MESSAGE_NOT_FOUND)?;
    let (Role::Assistant, Some(question_id)) = (old.role, old.parent_id) else {
        return Err(NOT_AN_ANSWER.into());
    };
    if let Some(known) = find_message(&mut conn, caller.user_id, new.id).await? {
        if known.parent_id != old.parent_id || known.role != Role::Assistant {
            return Err(MESSAGE_ID_TAKEN.into());
        }
        let conversation = summary(&mut conn, caller, old.conversation_id).await?;
        return Ok(Answering { conversation, assistant_message: known });
    }
    drop(conn);
    let wanted = new.model.as_deref().or(old.model.as_deref());
    let (model, charge) = choose(services, caller, wanted).await?;

    let mut tx = services.db.begin().await?;
    let now = services.clock.now();
    let (conversation_id, answer_id) = (old.conversation_id, new.id);
    lock_live(&mut tx, caller, conversation_id).await?;
    if find_message_owner(&mut tx, answer_id).await?.is_some() {
        return Err(MESSAGE_ID_TAKEN.into());
    }
    let branch = path_to(&mut tx, question_id).await?;
    let to_answer = ToAnswer { conversation_id, branch: &branch, model, charge, answer_id };
    let assistant_message = start_answer(services, caller, &mut tx, to_answer, now).await?;
    let conversation = summary(&mut tx, caller, conversation_id).await?;
    tx.commit().await?;
    services.generation.announce_change(caller.user_id, conversation_id);
    Ok(Answering { conversation, assistant_message })
}

/// What is to be answered, by whom, at what price.
struct ToAnswer<'a> {
    conversation_id: ConversationId,
    /// The branch that ends in the person's message.
    branch: &'a [Message],
    model: ResolvedModel,
    charge: Charge,
    answer_id: MessageId,
}

async fn start_answer(
    services: &Services,
    caller: &SignedIn,
    tx: &mut Tx,
    to_answer: ToAnswer<'_>,
    now: Timestamp,
) -> Fallible<Message> {
    let ToAnswer { conversation_id, branch, model, charge, answer_id } = to_answer;
    let run_id = RunId::new(now);
    let answer = Message {
        id: answer_id,
        conversation_id,
        parent_id: branch.last().map(|message| message.id),
        role: Role::Assistant,
        parts: Vec::new(),
        model: Some(model.info.id.clone()),
        model_name: Some(model.info.name.clone()),
        state: MessageState::Running,
        run_id: Some(run_id),
        problem: None,
        receipt: None,
        kind: MessageKind::Plain,
        batch_id: None,
        bot_id: None,
        // A microsecond after what it answers, so that parents come before children.
        created_at: now.plus(1),
    };
    if !insert_message(tx, &answer).await? {
        return Err(MESSAGE_ID_TAKEN.into());
    }
    touch_conversation(tx, conversation_id, answer_id, Some(&model.info.id), now).await?;
    let window = model.info.context_tokens.map_or(CONTEXT_DEFAULT_TOKENS, |tokens| tokens as usize);
    let request = ModelRequest {
        messages: fit_context(branch, CONTEXT_DEFAULT_TOKENS.min(window)),
        locale: caller.locale.clone(),
        ..ModelRequest::default()
    };
    let run = RunRequest {
        run_id,
        payer: caller.payer(),
        conversation_id: Some(conversation_id),
        message_id: Some(answer_id),
        feature: "chat",
        model,
        request,
        tools: Vec::new(),
        charge,
    };
    services.generation.start(tx, run).await?;
    Ok(answer)
}

/// The conversation a message goes to: the caller's live one, or a new one.
async fn open_conversation(
    tx: &mut Tx,
    caller: &SignedIn,
    id: ConversationId,
    text: &MessageText,
    now: Timestamp,
) -> Fallible<()> {
    let title = title_of(text.as_str());
    let new = NewConversation {
        id,
        user_id: caller.user_id,
        workspace_id: caller.workspace_id,
        title: title.clone(),
        model: None,
        bot_id: None,
        temporary: false,
    };
    if insert_conversation(tx, &new, now).await? {
        index_title(tx, caller.user_id, id, &title).await?;
        return Ok(());
    }
    lock_live(tx, caller, id).await
}

/// Holds a live conversation of the caller's until the transaction ends.
async fn lock_live(tx: &mut Tx, caller: &SignedIn, id: ConversationId) -> Fallible<()> {
    match lock_conversation(tx, id).await? {
        Some((owner, None)) if owner == caller.user_id => Ok(()),
        _ => Err(CONVERSATION_NOT_FOUND.into()),
    }
}

/// The branch that ends in the message that is answered.
async fn branch_to(
    tx: &mut Tx,
    caller: &SignedIn,
    conversation_id: ConversationId,
    parent_id: Option<MessageId>,
) -> Fallible<Vec<Message>> {
    let Some(parent_id) = parent_id else {
        return Ok(Vec::new());
    };
    let parent = find_message(tx, caller.user_id, parent_id).await?;
    match parent {
        Some(parent) if parent.conversation_id != conversation_id => Err(MESSAGE_NOT_FOUND.into()),
        Some(parent) if parent.state == MessageState::Running => Err(STILL_ANSWERING.into()),
        Some(_) => Ok(path_to(tx, parent_id).await?),
        None => Err(MESSAGE_NOT_FOUND.into()),
    }
}

/// What an earlier sending of the same message gave; [`MESSAGE_ID_TAKEN`] when it was another message.
async fn find_sent(
    services: &Services,
    caller: &SignedIn,
    conversation_id: ConversationId,
    new: &NewMessage,
) -> Fallible<Option<Sent>> {
    let mut conn = services.db.read().await?;
    let Some(known) = find_message(&mut conn, caller.user_id, new.id).await? else {
        return match find_message_owner(&mut conn, new.id).await? {
            Some(_) => Err(MESSAGE_ID_TAKEN.into()),
            None => Ok(None),
        };
    };
    let is_same = known.conversation_id == conversation_id
        && known.parent_id == new.parent_id
        && known.role == Role::User
        && text_of(&known.parts) == new.text;
    if !is_same {
        return Err(MESSAGE_ID_TAKEN.into());
    }
    let messages = list_messages(&mut conn, conversation_id).await?;
    let answer = messages.into_iter().find(|message| message.parent_id == Some(known.id));
    let conversation = summary(&mut conn, caller, conversation_id).await?;
    let assistant_message = answer.ok_or(MESSAGE_NOT_FOUND)?;
    Ok(Some(Sent { conversation, user_message: known, assistant_message }))
}

async fn wanted_model(
    services: &Services,
    caller: &SignedIn,
    conversation_id: ConversationId,
    asked: Option<&str>,
) -> Fallible<Option<String>> {
    if let Some(asked) = asked {
        return Ok(Some(asked.to_owned()));
    }
    let mut conn = services.db.read().await?;
    let conversation = find_conversation(&mut conn, caller.user_id, conversation_id).await?;
    Ok(conversation.and_then(|conversation| conversation.model))
}

async fn summary(
    conn: &mut store::Conn,
    caller: &SignedIn,
    id: ConversationId,
) -> Fallible<ConversationSummary> {
    let conversation = find_conversation(conn, caller.user_id, id).await?;
    Ok(conversation.ok_or(CONVERSATION_NOT_FOUND)?.into())
}
