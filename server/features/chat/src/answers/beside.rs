use area::Services;
use conversations::{MessageKind, Role, find_message, touch_conversation};
use identity::SignedIn;
use kernel::{Fallible, MessageId};
use store::Conn;

use crate::answers::access::{lock_live, summary};
use crate::answers::asker::Asker;
use crate::answers::start::{Place, Prepared, start};
use crate::problems::MESSAGE_ID_TAKEN;
use crate::wire::Answering;

/// Starts another answer to a message, in a transaction of its own. The conversation shows it, and continues with its
/// model unless it is one of several.
pub(crate) async fn answer_beside(
    services: &Services,
    caller: &SignedIn,
    prepared: Prepared,
    place: Place,
) -> Fallible<Answering> {
    let (conversation_id, now) = (place.conversation_id, services.clock.now());
    let is_alone = place.batch_id.is_none() && place.kind == MessageKind::Plain;
    let mut tx = services.db.begin().await?;
    let conversation = lock_live(&mut tx, caller.user_id, conversation_id).await?;
    let answer = start(services, &Asker::from(caller), &mut tx, prepared, place).await?;
    let model = answer.model.as_deref().filter(|_| is_alone);
    touch_conversation(&mut tx, conversation_id, answer.id, model, now).await?;
    let conversation = conversation.touched(answer.id, model, now).into();
    tx.commit().await?;
    services.generation.announce_change(caller.user_id, conversation_id);
    Ok(Answering { conversation, assistant_message: answer })
}

/// Returns the answer that an earlier request with the same id started; [`MESSAGE_ID_TAKEN`] when the id is that of
/// something else.
pub(crate) async fn find_answering(
    conn: &mut Conn,
    caller: &SignedIn,
    id: MessageId,
    question_id: MessageId,
) -> Fallible<Option<Answering>> {
    let Some(known) = find_message(conn, caller.user_id, id).await? else {
        return Ok(None);
    };
    if known.parent_id != Some(question_id) || known.role != Role::Assistant {
        return Err(MESSAGE_ID_TAKEN.into());
    }
    let conversation = summary(conn, caller, known.conversation_id).await?;
    Ok(Some(Answering { conversation, assistant_message: known }))
}
