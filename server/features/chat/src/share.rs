//! Shared chats: the public view of a chat, and the copy that readers can continue.

use std::collections::HashMap;

use area::{Services, ShareSource, Shared};
use async_trait::async_trait;
use conversations::{
    CitedStatement, Conversation, GivenSource, Message, MessageKind, MessageState, Part, PartKind,
    Role, WebSource, find_conversation, insert_imported, list_messages,
};
use identity::SignedIn;
use kernel::{
    ConversationId, Failure, Fallible, FileId, MessageId, Timestamp, UserId, Uuid,
    collapse_whitespace, truncate,
};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::problems::{CONVERSATION_NOT_FOUND, NOTHING_TO_SHARE};
use crate::rules::title_of;

/// Characters of the text on a preview card.
const DESCRIPTION_CHARS: usize = 200;

/// Chats, as something to share.
pub(crate) struct Chats {
    services: Services,
}

impl Chats {
    pub fn new(services: &Services) -> Self {
        Self { services: services.clone() }
    }
}

/// Options that the owner chose for sharing.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct Options {
    /// All branches; otherwise only the one that is shown.
    all_branches: bool,
    /// True if reasoning and tool calls are shown, too.
    steps: bool,
}

/// A stored shared chat.
#[derive(Debug, Serialize, Deserialize)]
struct Picture {
    leaf_id: Option<MessageId>,
    messages: Vec<Picked>,
}

/// A message of a shared chat, without references to hidden content.
#[derive(Debug, Serialize, Deserialize)]
struct Picked {
    id: MessageId,
    parent_id: Option<MessageId>,
    role: Role,
    parts: Vec<Part>,
    model_name: Option<String>,
    kind: MessageKind,
    created_at: Timestamp,
}

#[async_trait]
impl ShareSource for Chats {
    fn kind(&self) -> &'static str {
        "chat"
    }

    async fn snapshot(&self, owner: UserId, subject: Uuid, options: &Value) -> Fallible<Shared> {
        let options = Options::deserialize(options).unwrap_or_default();
        let id = ConversationId(subject);
        let _memory = self.services.reserve_whole_read(id).await?;
        let mut conn = self.services.db.read().await?;
        let found = find_conversation(&mut conn, owner, id).await?;
        let conversation = found.filter(|found| !found.temporary).ok_or(CONVERSATION_NOT_FOUND)?;
        let messages = list_messages(&mut conn, id).await?;
        let picture = picture_of(messages, conversation.leaf_id, &options);
        if picture.messages.is_empty() {
            return Err(NOTHING_TO_SHARE.into());
        }
        Ok(Shared {
            title: conversation.title,
            description: description_of(&picture),
            content: serde_json::to_value(&picture).map_err(Failure::internal)?,
            picture: None,
        })
    }

    async fn is_there(&self, owner: UserId, subject: Uuid) -> Fallible<bool> {
        let mut conn = self.services.db.read().await?;
        Ok(find_conversation(&mut conn, owner, ConversationId(subject)).await?.is_some())
    }

    async fn copy(&self, caller: &SignedIn, shared: &Shared) -> Fallible<Uuid> {
        let picture = Picture::deserialize(&shared.content).map_err(Failure::internal)?;
        let now = self.services.clock.now();
        let id = ConversationId::new(now);
        let messages = copied(&picture, id, now);
        let last = messages.last().map_or(now, |message| message.created_at);
        let leaf_id = picture.leaf_id.and_then(|leaf| {
            let at = picture.messages.iter().position(|message| message.id == leaf)?;
            Some(messages[at].id)
        });
        let conversation = Conversation {
            id,
            user_id: caller.user_id,
            workspace_id: caller.workspace_id,
            title: title_of(&shared.title),
            model: None,
            leaf_id: leaf_id.or(messages.last().map(|message| message.id)),
            pinned: false,
            favorited: false,
            group_id: None,
            bot_id: None,
            temporary: false,
            settings: None,
            version: 1,
            created_at: now,
            updated_at: last,
            answered_at: last,
            read_at: last,
            deleted_at: None,
            running: false,
        };
        let mut tx = self.services.db.begin().await?;
        insert_imported(&mut tx, &conversation, &messages).await?;
        tx.commit().await?;
        self.services.generation.announce_change(caller.user_id, id);
        Ok(id.0)
    }
}

/// Selects the messages that are shown, parents before children: those that are complete and not empty, on the shown
/// branch or on all of them.
fn picture_of(messages: Vec<Message>, leaf: Option<MessageId>, options: &Options) -> Picture {
    let parents: HashMap<MessageId, Option<MessageId>> =
        messages.iter().map(|message| (message.id, message.parent_id)).collect();
    let leaf = leaf.or(messages.last().map(|message| message.id));
    let branch: Vec<MessageId> = ancestry(&parents, leaf).collect();
    let mut shown: Vec<Picked> = Vec::new();
    for message in messages {
        let is_wanted = options.all_branches || branch.contains(&message.id);
        if !is_wanted || message.state == MessageState::Running {
            continue;
        }
        let parts: Vec<Part> =
            message.parts.into_iter().filter_map(|part| shown_part(part, options)).collect();
        if parts.is_empty() {
            continue;
        }
        shown.push(Picked {
            id: message.id,
            parent_id: message.parent_id,
            role: message.role,
            parts,
            model_name: message.model_name,
            kind: message.kind,
            created_at: message.created_at,
        });
    }
    let ids: std::collections::HashSet<MessageId> = shown.iter().map(|one| one.id).collect();
    let nearest = |from: Option<MessageId>| ancestry(&parents, from).find(|id| ids.contains(id));
    for one in &mut shown {
        one.parent_id = nearest(one.parent_id);
    }
    Picture { leaf_id: nearest(leaf), messages: shown }
}

/// Returns `from`, the message before it, and so on.
fn ancestry(
    parents: &HashMap<MessageId, Option<MessageId>>,
    from: Option<MessageId>,
) -> impl Iterator<Item = MessageId> {
    // A tree by construction; the bound holds even if it were not.
    std::iter::successors(from, |id| parents.get(id).copied().flatten()).take(parents.len())
}

/// Returns a part without what leads back into the owner's account.
fn shown_part(part: Part, options: &Options) -> Option<Part> {
    let kind = match part.kind {
        PartKind::Text { text } if text.trim().is_empty() => return None,
        kind @ PartKind::Text { .. } => kind,
        kind @ PartKind::Reasoning { .. } if options.steps => kind,
        kind @ PartKind::ToolCall { .. } if options.steps => kind,
        // References to the owner's own things are private: their titles and their content.
        PartKind::Citation { given: Some(given), cites, .. } => PartKind::Citation {
            title: format!("[#{}]", given.number),
            url: None,
            quote: None,
            conversation_id: None,
            message_id: None,
            file_id: None,
            page: None,
            cites: cites.into_iter().map(|cite| CitedStatement { quote: None, ..cite }).collect(),
            web: None,
            given: Some(GivenSource {
                number: given.number,
                of: None,
                thing_id: None,
                path: None,
                at_seconds: None,
            }),
        },
        PartKind::Citation { title, url, quote, page, cites, web, .. } => PartKind::Citation {
            title,
            url,
            quote,
            conversation_id: None,
            message_id: None,
            file_id: None,
            page,
            cites,
            web: web.map(|web| WebSource { kept_with: None, ..web }),
            given: None,
        },
        PartKind::File { name, media_type, size_bytes, .. } => {
            PartKind::File { file_id: FileId(Uuid::nil()), name, media_type, size_bytes }
        }
        _ => return None,
    };
    Some(Part { id: part.id, kind })
}

fn description_of(picture: &Picture) -> String {
    let said = picture.messages.iter().find(|message| message.role == Role::Assistant);
    let text = said.map(|message| conversations::text_of(&message.parts)).unwrap_or_default();
    let line = collapse_whitespace(&text);
    truncate(&line, DESCRIPTION_CHARS)
}

/// Copies the messages with new ids, one microsecond apart, so that they keep their order.
fn copied(picture: &Picture, conversation_id: ConversationId, now: Timestamp) -> Vec<Message> {
    let times: Vec<Timestamp> = (0..).take(picture.messages.len()).map(|n| now.plus(n)).collect();
    let ids: HashMap<MessageId, MessageId> = picture
        .messages
        .iter()
        .zip(&times)
        .map(|(message, at)| (message.id, MessageId::new(*at)))
        .collect();
    let each = picture.messages.iter().zip(times);
    each.map(|(message, created_at)| Message {
        parent_id: message.parent_id.and_then(|parent| ids.get(&parent).copied()),
        parts: message.parts.iter().cloned().map(copied_part).collect(),
        model_name: message.model_name.clone(),
        kind: message.kind,
        ..Message::new(ids[&message.id], conversation_id, message.role, created_at)
    })
    .collect()
}

/// Converts a part for a copy, which has no files: only their names were shared.
fn copied_part(part: Part) -> Part {
    match part.kind {
        PartKind::File { name, .. } => Part::text(part.id, format!("📎 {name}")),
        _ => part,
    }
}

#[cfg(test)]
mod tests {
    use conversations::CitedState;

    use super::*;

    #[test]
    fn what_the_owner_gave_is_named_by_its_number_alone() {
        let cite = CitedStatement {
            statement: "It is at noon".to_owned(),
            state: CitedState::Close,
            quote: Some("High water is at noon.".to_owned()),
        };
        let given = GivenSource {
            number: 2,
            of: Some("my_memo".to_owned()),
            thing_id: Some(Uuid::from_u128(1)),
            path: Some("/home/memo/1".to_owned()),
            at_seconds: None,
        };
        let part = Part {
            id: "s1".to_owned(),
            kind: PartKind::Citation {
                title: "My secret diary".to_owned(),
                url: None,
                quote: cite.quote.clone(),
                conversation_id: None,
                message_id: None,
                file_id: None,
                page: None,
                cites: vec![cite],
                web: None,
                given: Some(given),
            },
        };
        let shown = serde_json::to_string(&shown_part(part, &Options::default())).unwrap();
        assert!(shown.contains("[#2]") && shown.contains("It is at noon"), "{shown}");
        assert!(!shown.contains("diary") && !shown.contains("High water"), "{shown}");
    }
}
