//! Conversations as things of a person's own that searches find and models can be given.

use std::collections::HashSet;

use area::{LibraryItem, LibraryPassage, LibrarySource, Services};
use async_trait::async_trait;
use conversations::{
    Conversation, Message, Role, find_conversation, list_messages, path_to, search, text_of,
};
use kernel::{ConversationId, Fallible, UserId, Uuid};
use retrieval::plain_text;
use store::{Conn, Cursor, Db, StoreResult};

/// Number of matches read per wanted conversation: one conversation may contain the words often.
const PLACES_FOR_ONE: usize = 5;

pub(crate) struct ChatLibrary(Db);

impl ChatLibrary {
    pub fn new(services: &Services) -> Self {
        Self(services.db.clone())
    }
}

#[async_trait]
impl LibrarySource for ChatLibrary {
    fn kind(&self) -> &'static str {
        LibraryItem::CHAT
    }

    async fn find(&self, user_id: UserId, query: &str, limit: usize) -> Fallible<Vec<LibraryItem>> {
        let mut conn = self.0.read().await?;
        let places = limit * PLACES_FOR_ONE;
        let found = search(&mut conn, user_id, query, Cursor::FIRST, places).await?.items;
        let mut seen = HashSet::new();
        let first = found.into_iter().filter(|hit| seen.insert(hit.conversation_id));
        let things = first.take(limit).map(|hit| LibraryItem {
            id: hit.conversation_id.0,
            title: hit.title,
            path: path_of(hit.conversation_id),
            text: hit.snippet.text,
            changed_at: hit.created_at,
        });
        Ok(things.collect())
    }

    /// Reads the messages of the branch that is shown.
    async fn read(&self, user_id: UserId, id: Uuid) -> Fallible<Option<LibraryItem>> {
        let mut conn = self.0.read().await?;
        let found = find_conversation(&mut conn, user_id, ConversationId(id)).await?;
        let Some(conversation) = found else { return Ok(None) };
        let messages = shown(&mut conn, &conversation).await?;
        let said: Vec<String> = messages.iter().filter_map(turn).collect();
        Ok(Some(LibraryItem {
            id,
            title: conversation.title,
            path: path_of(conversation.id),
            text: said.join("\n\n"),
            changed_at: conversation.updated_at,
        }))
    }

    /// Returns its messages.
    async fn passages(&self, user_id: UserId, id: Uuid) -> Fallible<Vec<LibraryPassage>> {
        let mut conn = self.0.read().await?;
        let found = find_conversation(&mut conn, user_id, ConversationId(id)).await?;
        let Some(conversation) = found else { return Ok(Vec::new()) };
        let place = |message: &Message| LibraryPassage {
            message_id: Some(message.id),
            ..LibraryPassage::of(plain_text(&text_of(&message.parts)))
        };
        Ok(shown(&mut conn, &conversation).await?.iter().map(place).collect())
    }
}

/// Returns the messages of the branch that is shown.
async fn shown(conn: &mut Conn, conversation: &Conversation) -> StoreResult<Vec<Message>> {
    match conversation.leaf_id {
        Some(leaf_id) => path_to(conn, leaf_id).await,
        None => list_messages(conn, conversation.id).await,
    }
}

fn path_of(id: ConversationId) -> String {
    format!("/home/chat/chat/{id}")
}

/// Formats a message with its author; `None`: it has no text.
fn turn(message: &Message) -> Option<String> {
    let who = match message.role {
        Role::User => "The person",
        Role::Assistant => "The assistant",
    };
    let said = text_of(&message.parts);
    (!said.trim().is_empty()).then(|| format!("{who}: {said}"))
}
