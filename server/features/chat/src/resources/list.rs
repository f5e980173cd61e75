//! Resources of a conversation: its files, the addresses it names and the passages its answers cite. Read from the
//! messages, so that they never go out of date.

use std::collections::HashMap;

use api::{PageBody, PageQuery};
use area::Services;
use conversations::{
    Message, MessageContent, Part, PartKind, Role, find_conversation, list_messages_with,
};
use identity::SignedIn;
use kernel::{ConversationId, Fallible, FileId, MessageId, Timestamp};
use serde::{Deserialize, Serialize};
use store::Cursor;
use utoipa::{IntoParams, ToSchema};

use crate::problems::CONVERSATION_NOT_FOUND;
use crate::resources::links::links_in;

kernel::limits! { "chat";
    /// Addresses of one message that are listed.
    LINKS_PER_MESSAGE_MAX: usize = 100, "links", "ours (decision 0718)";
    /// Longest address that is listed.
    LINK_MAX_BYTES: usize = 2_048, "bytes", "ours (decision 0718)";
}

/// Filter and page of the resources of a conversation.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct ResourceQuery {
    /// Kind of resources; default: files.
    #[serde(default)]
    #[param(inline)]
    pub kind: ResourceKind,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum ResourceKind {
    /// Attached files, and files made by tools.
    #[default]
    Files,
    /// Addresses in messages, and the sources of answers.
    Links,
}

impl From<ResourceKind> for MessageContent {
    fn from(kind: ResourceKind) -> Self {
        match kind {
            ResourceKind::Files => Self::Files,
            ResourceKind::Links => Self::Links,
        }
    }
}

/// A resource of a conversation.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
pub(crate) struct ConversationResource {
    /// The newest message that has it.
    pub message_id: MessageId,
    /// Role of that message's author: a resource in an answer was made or found for the person.
    pub role: Role,
    pub created_at: Timestamp,
    /// Number of messages that have it.
    pub places: usize,
    #[serde(flatten)]
    pub resource: Resource,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub(crate) enum Resource {
    File {
        file_id: FileId,
        name: String,
        media_type: String,
        size_bytes: i64,
    },
    Link {
        url: String,
        /// Title given by the text or the source.
        title: Option<String>,
        /// True if an answer cites it as its source.
        cited: bool,
    },
    /// A passage of a file or of another conversation that an answer gives as its source.
    Passage {
        title: String,
        file_id: Option<FileId>,
        page: Option<i64>,
        conversation_id: Option<ConversationId>,
        passage_message_id: Option<MessageId>,
    },
}

impl Resource {
    /// Returns the key that identifies the same resource in other messages.
    fn key(&self) -> String {
        match self {
            Self::File { file_id, .. } => file_id.to_string(),
            Self::Link { url, .. } => url.clone(),
            Self::Passage { title, file_id, page, conversation_id, passage_message_id } => {
                format!("{file_id:?} {page:?} {conversation_id:?} {passage_message_id:?} {title}")
            }
        }
    }

    /// Merges further details of the same resource from another message.
    fn learn(&mut self, other: Self) {
        if let (Self::Link { title, cited, .. }, Self::Link { title: more, cited: is_cited, .. }) =
            (self, other)
        {
            *cited |= is_cited;
            if title.is_none() {
                *title = more;
            }
        }
    }
}

/// Lists a page of the resources of the caller's conversation, the newest first, each once. A page is longer than
/// requested if its last message has more.
pub(crate) async fn list(
    services: &Services,
    caller: &SignedIn,
    id: ConversationId,
    query: &ResourceQuery,
    page: &PageQuery,
) -> Fallible<PageBody<ConversationResource>> {
    let (cursor, limit) = page.bounds()?;
    let mut conn = services.db.read().await?;
    find_conversation(&mut conn, caller.user_id, id).await?.ok_or(CONVERSATION_NOT_FOUND)?;
    let messages = list_messages_with(&mut conn, id, query.kind.into()).await?;
    drop(conn);
    Ok(page_of(gather(&messages, query.kind), cursor, limit))
}

/// Returns all resources of messages that come oldest first; the newest first, each once.
fn gather(messages: &[Message], kind: ResourceKind) -> Vec<ConversationResource> {
    let mut all: Vec<ConversationResource> = Vec::new();
    // Index of each resource in `all`, and the last message counted for it.
    let mut known: HashMap<String, (usize, MessageId)> = HashMap::new();
    for message in messages.iter().rev() {
        for resource in message.parts.iter().flat_map(|part| resources_of(part, kind)) {
            let key = resource.key();
            match known.get_mut(&key) {
                None => {
                    known.insert(key, (all.len(), message.id));
                    let Message { id: message_id, role, created_at, .. } = *message;
                    let places = 1;
                    all.push(ConversationResource {
                        message_id,
                        role,
                        created_at,
                        places,
                        resource,
                    });
                }
                Some((at, counted)) => {
                    all[*at].resource.learn(resource);
                    if *counted != message.id {
                        all[*at].places += 1;
                        *counted = message.id;
                    }
                }
            }
        }
    }
    all
}

fn resources_of(part: &Part, kind: ResourceKind) -> Vec<Resource> {
    match (&part.kind, kind) {
        (PartKind::File { file_id, name, media_type, size_bytes }, ResourceKind::Files) => {
            vec![Resource::File {
                file_id: *file_id,
                name: name.clone(),
                media_type: media_type.clone(),
                size_bytes: *size_bytes,
            }]
        }
        (PartKind::Text { text }, ResourceKind::Links) => {
            let links = links_in(text).into_iter();
            links.map(|it| Resource::Link { url: it.url, title: it.title, cited: false }).collect()
        }
        (
            PartKind::Citation { title, url, conversation_id, message_id, file_id, page, .. },
            ResourceKind::Links,
        ) => match url {
            Some(url) => {
                let title = Some(title.clone()).filter(|title| !title.trim().is_empty());
                vec![Resource::Link { url: url.clone(), title, cited: true }]
            }
            None => vec![Resource::Passage {
                title: title.clone(),
                file_id: *file_id,
                page: *page,
                conversation_id: *conversation_id,
                passage_message_id: *message_id,
            }],
        },
        _ => Vec::new(),
    }
}

/// Returns the page after `cursor`: `limit` resources, and the rest of those in the last one's message.
fn page_of(
    all: Vec<ConversationResource>,
    cursor: Cursor,
    limit: usize,
) -> PageBody<ConversationResource> {
    let place = |one: &ConversationResource| (one.created_at, one.message_id.0);
    let mut rest = all.into_iter().filter(|one| place(one) < (cursor.at, cursor.id)).peekable();
    let mut items: Vec<ConversationResource> = Vec::new();
    while let Some(next) = rest.peek() {
        let is_full = items.len() >= limit;
        if is_full && items.last().is_some_and(|last| last.message_id != next.message_id) {
            break;
        }
        items.extend(rest.next());
    }
    let last = items.last().filter(|_| rest.peek().is_some());
    let next = last.map(|last| Cursor { at: last.created_at, id: last.message_id.0 });
    PageBody { items, next_cursor: next.map(|cursor| cursor.encode()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message(second: i64, role: Role, parts: Vec<PartKind>) -> Message {
        let at = Timestamp::from_micros(1_795_176_000_000_000 + second * kernel::SECOND);
        let parts = parts.into_iter().enumerate();
        let parts = parts.map(|(at, kind)| Part { id: format!("p{at}"), kind }).collect();
        let (id, conversation_id) = (MessageId::new(at), ConversationId::new(at));
        Message { parts, ..Message::new(id, conversation_id, role, at) }
    }

    fn says(text: &str) -> PartKind {
        PartKind::Text { text: text.to_owned() }
    }

    fn cites(title: &str, url: Option<&str>, page: Option<i64>) -> PartKind {
        PartKind::Citation {
            title: title.to_owned(),
            url: url.map(str::to_owned),
            quote: None,
            conversation_id: None,
            message_id: None,
            file_id: None,
            page,
            cites: Vec::new(),
            web: None,
            given: None,
        }
    }

    #[test]
    fn what_several_messages_have_is_listed_once_with_its_newest_place() {
        let messages = [
            message(1, Role::User, vec![says("https://a.example twice https://a.example")]),
            message(2, Role::Assistant, vec![cites("A", Some("https://a.example"), None)]),
            message(3, Role::User, vec![says("https://b.example")]),
        ];
        let all = gather(&messages, ResourceKind::Links);
        assert_eq!(all.len(), 2);
        assert_eq!((all[1].message_id, all[1].places), (messages[1].id, 2));
        let title = Some("A".to_owned());
        let url = "https://a.example".to_owned();
        assert_eq!(all[1].resource, Resource::Link { url, title, cited: true });
        assert!(gather(&messages, ResourceKind::Files).is_empty());
    }

    #[test]
    fn passages_of_different_pages_are_different_ones() {
        let parts = [Some(1), Some(2), Some(2)].map(|page| cites("Book", None, page)).to_vec();
        let all = gather(&[message(1, Role::Assistant, parts)], ResourceKind::Links);
        assert_eq!(all.iter().map(|one| one.places).collect::<Vec<_>>(), [1, 1]);
    }

    #[test]
    fn a_page_ends_with_a_message() {
        let messages: Vec<Message> = (0..4)
            .map(|n| {
                let text = format!("https://a.example/{n} https://b.example/{n}");
                message(n, Role::User, vec![says(&text)])
            })
            .collect();
        let all = gather(&messages, ResourceKind::Links);
        let first = page_of(all.clone(), Cursor::FIRST, 3);
        assert_eq!(first.items, all[..4]);
        let cursor = Cursor::decode(&first.next_cursor.unwrap()).unwrap();
        let second = page_of(all.clone(), cursor, 100);
        assert_eq!(second.items, all[4..]);
        assert_eq!(second.next_cursor, None);
    }
}
