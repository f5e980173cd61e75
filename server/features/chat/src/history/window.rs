//! Loads the newest part of a long conversation first, and the rest on demand.

use std::collections::{HashMap, HashSet};

use api::BAD_PARAMETER;
use area::Services;
use conversations::{
    Message, MessageKind, MessageOutline, MessageState, add_feedback, find_conversation,
    list_messages, list_messages_of, list_outline,
};
use identity::SignedIn;
use kernel::{ConversationId, Fallible, MessageId, Problem};
use memory_budget::Reservation;

use crate::problems::CONVERSATION_NOT_FOUND;
use crate::rules::MESSAGES_AT_ONCE;
use crate::settings::ConversationSettings;
use crate::wire::{ConversationDetail, MessagesBody};

/// Returns a conversation with all its branches. With `newest`, only so many messages at the end of the shown branch
/// are complete; of all others only the position. The reservation is for the time until the response is written.
pub(crate) async fn get_conversation(
    services: &Services,
    caller: &SignedIn,
    id: ConversationId,
    newest: Option<usize>,
) -> Fallible<(ConversationDetail, Option<Reservation>)> {
    let mut conn = services.db.read().await?;
    let conversation = find_conversation(&mut conn, caller.user_id, id).await?;
    let conversation = conversation.ok_or(CONVERSATION_NOT_FOUND)?;
    let leaf_id = conversation.leaf_id;
    let mut memory = None;
    if newest.is_none() {
        drop(conn);
        memory = services.reserve_whole_read(id).await?;
        conn = services.db.read().await?;
    }
    let settings = ConversationSettings::of(conversation.settings.as_deref());
    let (outline, mut messages) = match newest {
        None => (Vec::new(), list_messages(&mut conn, id).await?),
        Some(count) => {
            let outline = list_outline(&mut conn, id).await?;
            let wanted = newest_of(&outline, leaf_id, count);
            let messages = list_messages_of(&mut conn, id, &wanted).await?;
            (outline, messages)
        }
    };
    add_feedback(&mut conn, caller.user_id, id, &mut messages).await?;
    let conversation = conversation.into();
    Ok((ConversationDetail { conversation, leaf_id, messages, outline, settings }, memory))
}

/// Returns the messages of a conversation that `ids` lists, separated by commas.
pub(crate) async fn get_messages(
    services: &Services,
    caller: &SignedIn,
    id: ConversationId,
    ids: &str,
) -> Fallible<MessagesBody> {
    let ids = parse_ids(ids)?;
    let mut conn = services.db.read().await?;
    let found = find_conversation(&mut conn, caller.user_id, id).await?;
    found.ok_or(CONVERSATION_NOT_FOUND)?;
    let mut items: Vec<Message> = list_messages_of(&mut conn, id, &ids).await?;
    add_feedback(&mut conn, caller.user_id, id, &mut items).await?;
    Ok(MessagesBody { items })
}

fn parse_ids(text: &str) -> Result<Vec<MessageId>, Problem> {
    let ids: Result<Vec<MessageId>, _> =
        text.split(',').filter(|id| !id.is_empty()).map(str::parse).collect();
    match ids {
        Ok(ids) if ids.len() <= MESSAGES_AT_ONCE => Ok(ids),
        _ => Err(BAD_PARAMETER.with("detail", "ids")),
    }
}

/// Returns the newest `count` messages of the branch that ends in `leaf_id`, with all parallel answers of several
/// models, and all that are being written.
fn newest_of(
    outline: &[MessageOutline],
    leaf_id: Option<MessageId>,
    count: usize,
) -> Vec<MessageId> {
    let by_id: HashMap<MessageId, &MessageOutline> =
        outline.iter().map(|place| (place.id, place)).collect();
    let last = outline.last().map(|place| place.id);
    let mut next = leaf_id.filter(|id| by_id.contains_key(id)).or(last);
    let mut wanted: HashSet<MessageId> = HashSet::new();
    let mut beside: HashSet<Option<MessageId>> = HashSet::new();
    for _ in 0..count {
        let Some(place) = next.and_then(|id| by_id.get(&id)) else { break };
        wanted.insert(place.id);
        if place.batch_id.is_some() || place.kind == MessageKind::Ensemble {
            beside.insert(place.parent_id);
        }
        next = place.parent_id;
    }
    let is_wanted = |place: &&MessageOutline| {
        wanted.contains(&place.id)
            || beside.contains(&place.parent_id)
            || place.state == MessageState::Running
    };
    outline.iter().filter(is_wanted).map(|place| place.id).collect()
}

#[cfg(test)]
mod tests {
    use conversations::Role;
    use kernel::{Timestamp, Uuid};

    use super::*;

    const NOW: Timestamp = Timestamp::from_micros(1_780_000_000_000_000);

    fn place(parent_id: Option<MessageId>) -> MessageOutline {
        MessageOutline {
            id: MessageId::new(NOW),
            parent_id,
            role: Role::User,
            kind: MessageKind::Plain,
            state: MessageState::Completed,
            batch_id: None,
            length: 40,
        }
    }

    /// Returns a straight conversation.
    fn straight(count: usize) -> Vec<MessageOutline> {
        let mut all: Vec<MessageOutline> = Vec::new();
        for _ in 0..count {
            all.push(place(all.last().map(|last| last.id)));
        }
        all
    }

    #[test]
    fn the_newest_of_the_shown_branch_come_whole() {
        let all = straight(10);
        let whole = newest_of(&all, Some(all[7].id), 3);
        assert_eq!(whole, [all[5].id, all[6].id, all[7].id]);
        assert_eq!(newest_of(&all, None, 1), [all[9].id], "without a shown branch, the newest");
        assert_eq!(newest_of(&all, Some(all[2].id), 40).len(), 3);
        assert!(newest_of(&[], None, 40).is_empty());
    }

    #[test]
    fn answers_given_side_by_side_come_together() {
        let mut all = straight(3);
        let question = all[2].id;
        let batch_id = Some(Uuid::from_u128(7));
        let answers = [0, 1].map(|_| MessageOutline { batch_id, ..place(Some(question)) });
        all.extend(answers.clone());
        let whole = newest_of(&all, Some(answers[0].id), 1);
        assert_eq!(whole, [answers[0].id, answers[1].id]);
    }

    #[test]
    fn what_is_being_written_comes_whole_wherever_it_is() {
        let mut all = straight(6);
        all[1].state = MessageState::Running;
        let whole = newest_of(&all, Some(all[5].id), 1);
        assert_eq!(whole, [all[1].id, all[5].id]);
    }

    #[test]
    fn ids_stand_between_commas() {
        let id = MessageId::new(NOW);
        assert_eq!(parse_ids(&format!("{id},{id}")).unwrap(), [id, id]);
        assert!(parse_ids("").unwrap().is_empty());
        assert!(parse_ids("no-id").is_err());
        assert!(parse_ids(&vec![id.to_string(); MESSAGES_AT_ONCE + 1].join(",")).is_err());
    }
}
