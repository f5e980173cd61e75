//! Conversations, messages, parts: what was said, kept for good and found again by its words.
//!
//! Messages form a tree: a message names the one it answers, and a second answer to the same message is
//! a branch. Rows are added and never replaced, but for the one message that a run is writing. Start at
//! `message.rs` and `part.rs` for the types, `store.rs` for what can be done, `search.rs` for finding.

mod conversation;
mod message;
mod part;
mod search;
mod snippet;
mod store;

pub use conversation::{Conversation, NewConversation};
pub use message::{Message, MessageKind, MessageState, Receipt, Role};
pub use part::{NoticeAction, Part, PartKind, ToolCallState, text_of};
pub use search::{SearchHit, forget_words, index_message, index_title, search};
pub use snippet::{Snippet, snippet};
pub use store::{
    delete_conversation, find_conversation, find_message, find_message_owner, finish_message,
    insert_conversation, insert_message, list_conversations, list_messages, lock_conversation,
    mark_read, path_to, purge_deleted, restore_conversation, touch_conversation,
    update_conversation,
};

/// This crate's tables. They refer to `users` of `identity`.
pub const MIGRATIONS: &[::store::Migration] = &[
    ::store::Migration {
        name: "20261120_0400_conversations",
        sql: include_str!("../migrations/20261120_0400_conversations.sql"),
    },
    ::store::Migration {
        name: "20261121_0300_conversations_chat",
        sql: include_str!("../migrations/20261121_0300_conversations_chat.sql"),
    },
    ::store::Migration {
        name: "20261121_0310_conversations_search_by_user",
        sql: include_str!("../migrations/20261121_0310_conversations_search_by_user.sql"),
    },
];
