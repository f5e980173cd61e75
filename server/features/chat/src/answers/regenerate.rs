use area::Services;
use conversations::{MessageKind, Role, find_conversation, find_message, path_to};
use generation::MemoryUse;
use identity::SignedIn;
use kernel::{Fallible, MessageId};

use crate::answers::asker::Asker;
use crate::answers::beside::{answer_beside, find_answering};
use crate::answers::start::{Place, Question, prepare};
use crate::ensemble::merge::merge_again;
use crate::problems::{CONVERSATION_NOT_FOUND, MESSAGE_NOT_FOUND, NOT_AN_ANSWER};
use crate::settings::Stored;
use crate::wire::{Answering, NewAnswer};

/// Regenerates an answer: the new one is beside the old one, in its batch if it has one.
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
    if let Some(known) = find_answering(&mut conn, caller, new.id, question_id).await? {
        return Ok(known);
    }
    let branch = path_to(&mut conn, question_id).await?;
    let known = find_conversation(&mut conn, caller.user_id, old.conversation_id).await?;
    let known = known.ok_or(CONVERSATION_NOT_FOUND)?;
    drop(conn);
    if old.kind == MessageKind::Ensemble {
        return merge_again(services, caller, &old, new).await;
    }
    let asker = Asker::from(caller);
    let asked = Question {
        conversation_id: old.conversation_id,
        group_id: known.group_id,
        branch: &branch,
        bot_id: old.bot_id,
        settings: Stored::Known(known.settings.as_deref()),
        memory: MemoryUse { recall: !known.temporary && !new.without_memory, learn: false },
    };
    let wanted = new.model.as_deref().or(old.model.as_deref());
    let prepared = prepare(services, &asker, &asked, wanted).await?;
    let place = Place {
        answer_id: new.id,
        is_id_given: true,
        conversation_id: old.conversation_id,
        question_id,
        kind: MessageKind::Plain,
        batch_id: old.batch_id,
        bot_id: old.bot_id,
        created_at: services.clock.now().plus(1),
    };
    answer_beside(services, caller, prepared, place).await
}
