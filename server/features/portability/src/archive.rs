//! A person's archive: everything they created here, as a ZIP of JSON lines that round-trips byte for byte.
//!
//! Lines and files stand in an order that depends on their content alone, times are whole microseconds, and
//! nothing in it names this server: so the archive of a restored account is the archive it came from.
//! `write.rs` makes it, `restore.rs` takes it back.

mod blobs;
mod restore;
mod write;

use bytes::Bytes;
use conversations::{Conversation, Group, Message, MessageState};
use identity::Person;
use kernel::{BotId, ConversationId, GroupId, MessageId, Timestamp};
use serde::{Deserialize, Serialize};
use serde_json::Value;

pub(crate) use restore::Restorer;
pub use write::write_archive;

pub(crate) const SCHEMA_FILE: &str = "schema.json";
/// The format's name in `schema.json`.
pub(crate) const FORMAT: &str = "ensemble-account";
pub(crate) const FORMAT_VERSION: u64 = 2;

/// The files of the platform, in the order in which they are put back; those of areas come between groups
/// and conversations.
pub(crate) const SETTINGS: &str = "settings";
pub(crate) const GROUPS: &str = "groups";
pub(crate) const CONVERSATIONS: &str = "conversations";
pub(crate) const MESSAGES: &str = "messages";
/// An entity of an area, but about messages.
const SUMMARIES: &str = "summaries";
const ANSWER_PAGES: &str = "answer_pages";

/// An item read from an archive.
#[derive(Serialize, Deserialize)]
pub(crate) enum ArchiveLine {
    Entity(Entity),
    /// The bytes that belong to a line follow, if they are wanted.
    BlobBegins {
        path: String,
    },
    /// It is handed over as it is.
    #[serde(skip)]
    BlobGoesOn(Bytes),
    BlobEnds {
        is_whole: bool,
    },
}

/// A line of one of an archive's files.
#[derive(Serialize, Deserialize)]
pub(crate) struct Entity {
    /// Name of the file without its extension, `messages` for `messages.jsonl`.
    pub name: String,
    pub value: Value,
}

/// Returns the position of a file among the others.
pub(crate) fn rank(name: &str) -> usize {
    match name.trim_end_matches(".jsonl") {
        SCHEMA_FILE => 0,
        SETTINGS => 1,
        GROUPS => 2,
        CONVERSATIONS => 4,
        MESSAGES => 5,
        SUMMARIES | ANSWER_PAGES => 6,
        other if other.starts_with("blobs/") => 7,
        other if other.starts_with("records/") => 8,
        _ => 3,
    }
}

/// One line of `groups.jsonl`.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct GroupLine {
    pub id: GroupId,
    pub name: String,
    pub created_at: Timestamp,
}

impl From<&Group> for GroupLine {
    fn from(group: &Group) -> Self {
        Self { id: group.id, name: group.name.clone(), created_at: group.created_at }
    }
}

/// One line of `conversations.jsonl`.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct ConversationLine {
    pub id: ConversationId,
    pub title: String,
    pub model: Option<String>,
    pub leaf_id: Option<MessageId>,
    pub pinned: bool,
    #[serde(default)]
    pub favorited: bool,
    #[serde(default)]
    pub group_id: Option<GroupId>,
    #[serde(default)]
    pub bot_id: Option<BotId>,
    #[serde(default)]
    pub settings: Option<Value>,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
}

impl From<&Conversation> for ConversationLine {
    fn from(conversation: &Conversation) -> Self {
        Self {
            id: conversation.id,
            title: conversation.title.clone(),
            model: conversation.model.clone(),
            leaf_id: conversation.leaf_id,
            pinned: conversation.pinned,
            favorited: conversation.favorited,
            group_id: conversation.group_id,
            bot_id: conversation.bot_id,
            // Written by us as JSON.
            settings: conversation
                .settings
                .as_deref()
                .and_then(|text| serde_json::from_str(text).ok()),
            created_at: conversation.created_at,
            updated_at: conversation.updated_at,
        }
    }
}

impl ConversationLine {
    pub fn into_conversation(self, person: Person) -> Conversation {
        Conversation {
            id: self.id,
            user_id: person.user_id,
            workspace_id: person.workspace_id,
            title: self.title,
            model: self.model,
            leaf_id: self.leaf_id,
            pinned: self.pinned,
            favorited: self.favorited,
            group_id: self.group_id,
            bot_id: self.bot_id,
            temporary: false,
            settings: self.settings.map(|settings| settings.to_string()),
            version: 1,
            created_at: self.created_at,
            updated_at: self.updated_at,
            answered_at: self.updated_at,
            read_at: self.updated_at,
            deleted_at: None,
            running: false,
        }
    }
}

/// Normalizes a message for export and import: its run stays behind, and it is no longer being written.
pub(crate) fn settled(mut message: Message) -> Message {
    message.run_id = None;
    if message.state == MessageState::Running {
        message.state = MessageState::Interrupted;
    }
    message
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_about_messages_comes_after_them_and_the_bytes_after_all_lines() {
        let mut names = [
            "blobs/readings/1",
            "answer_pages.jsonl",
            "messages.jsonl",
            "summaries.jsonl",
            "readings.jsonl",
            "conversations.jsonl",
            "schema.json",
        ];
        names.sort_by_key(|name| rank(name));
        let expected = [
            "schema.json",
            "readings.jsonl",
            "conversations.jsonl",
            "messages.jsonl",
            "answer_pages.jsonl",
            "summaries.jsonl",
            "blobs/readings/1",
        ];
        assert_eq!(names, expected);
    }
}
