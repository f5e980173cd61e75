use area::Services;
use conversations::{
    Message, MessageKind, Role, find_conversation, find_message, list_messages, path_to,
};
use generation::MemoryUse;
use identity::SignedIn;
use kernel::{Fallible, MessageId};
use store::Conn;

use crate::answers::asker::Asker;
use crate::answers::beside::{answer_beside, find_answering};
use crate::answers::start::{Place, Prepared, Question, prepare};
use crate::ensemble::prompt::{INSTRUCTIONS, Source, choose_sources, question_with};
use crate::problems::{MESSAGE_NOT_FOUND, NOT_A_QUESTION, NOT_AN_ANSWER};
use crate::settings::Stored;
use crate::wire::{Answering, NewAnswer, NewEnsemble};

/// Merges answers to one message into another answer beside them.
///
/// The model gets them numbered by their position among the plain answers to the message; answers are never removed, so
/// clients can map a number to its answer.
pub(crate) async fn merge(
    services: &Services,
    caller: &SignedIn,
    question_id: MessageId,
    new: NewEnsemble,
) -> Fallible<Answering> {
    let mut conn = services.db.read().await?;
    let question = find_message(&mut conn, caller.user_id, question_id).await?;
    let question = question.ok_or(MESSAGE_NOT_FOUND)?;
    if question.role != Role::User {
        return Err(NOT_A_QUESTION.into());
    }
    if let Some(known) = find_answering(&mut conn, caller, new.id, question_id).await? {
        return Ok(known);
    }
    let to_merge = read(&mut conn, &question, &new.answers).await?;
    let wanted = match new.model {
        Some(model) => Some(model),
        None => usual_model(services, &mut conn, caller, &question).await?,
    };
    drop(conn);
    let prepared = prepare_merge(services, &caller.into(), &to_merge, wanted.as_deref()).await?;
    let place = to_merge.place(new.id, services);
    answer_beside(services, caller, prepared, place).await
}

/// Merges once more what `old` merged: what its message's answers say now.
pub(crate) async fn merge_again(
    services: &Services,
    caller: &SignedIn,
    old: &Message,
    new: NewAnswer,
) -> Fallible<Answering> {
    let question_id = old.parent_id.ok_or(NOT_AN_ANSWER)?;
    let model = new.model.or(old.model.clone());
    let new = NewEnsemble { id: new.id, model, answers: Vec::new() };
    merge(services, caller, question_id, new).await
}

/// A message and the answers to it that are to be merged.
pub(crate) struct ToMerge {
    branch: Vec<Message>,
    sources: Vec<Source>,
    batch_id: Option<kernel::Uuid>,
}

/// Reads the answers to merge. `wanted`: their ids; empty: all that have text.
pub(crate) async fn read(
    conn: &mut Conn,
    question: &Message,
    wanted: &[MessageId],
) -> Fallible<ToMerge> {
    let messages = list_messages(conn, question.conversation_id).await?;
    let (sources, batch_id) = choose_sources(&messages, question.id, wanted)?;
    let branch = path_to(conn, question.id).await?;
    Ok(ToMerge { branch, sources, batch_id })
}

impl ToMerge {
    fn question(&self) -> &Message {
        self.branch.last().expect("a branch ends in its message")
    }

    /// Returns the position of the merged answer.
    pub fn place(&self, answer_id: MessageId, services: &Services) -> Place {
        let question = self.question();
        Place {
            answer_id,
            is_id_given: true,
            conversation_id: question.conversation_id,
            question_id: question.id,
            kind: MessageKind::Ensemble,
            batch_id: self.batch_id,
            bot_id: question.bot_id,
            created_at: services.clock.now().plus(1),
        }
    }
}

/// Prepares the input of the merging model: the branch as every model gets it, with the answers in its last message.
pub(crate) async fn prepare_merge(
    services: &Services,
    asker: &Asker,
    to_merge: &ToMerge,
    wanted: Option<&str>,
) -> Fallible<Prepared> {
    let question = to_merge.question();
    let (conversation_id, bot_id) = (question.conversation_id, question.bot_id);
    let asked = Question {
        conversation_id,
        group_id: None,
        branch: &to_merge.branch,
        bot_id,
        settings: Stored::Of(conversation_id),
        // The answers already contain what they knew about the person.
        memory: MemoryUse::default(),
    };
    let mut prepared = prepare(services, asker, &asked, wanted).await?;
    let request = &mut prepared.request;
    let own = request.system.take().map(|own| format!("{own}\n\n")).unwrap_or_default();
    request.system = Some(format!("{own}{INSTRUCTIONS}"));
    if let Some(last) = request.messages.last_mut() {
        last.text = question_with(&last.text, &to_merge.sources);
    }
    // The model only writes: the answers already contain what they found with tools.
    request.tools.clear();
    prepared.tools.clear();
    Ok(prepared)
}

/// Returns the default model for merging: the one the person chose for it, otherwise the conversation's model.
async fn usual_model(
    services: &Services,
    conn: &mut Conn,
    caller: &SignedIn,
    question: &Message,
) -> Fallible<Option<String>> {
    let user = services.identity.find_user(conn, caller.user_id).await?;
    if let Some(model) = user.and_then(|user| user.settings.merge_model) {
        return Ok(Some(model));
    }
    let found = find_conversation(conn, caller.user_id, question.conversation_id).await?;
    Ok(found.and_then(|conversation| conversation.model))
}
