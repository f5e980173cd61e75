//! Conversations, messages, parts: stored permanently and searchable by their words.
//!
//! Messages form a tree: a message names the one it answers, and a second answer to the same message is
//! a branch. Rows are added and never replaced, but for the one message that a run is writing. Start at
//! `message.rs` and `part.rs` for the types, `store.rs` for what can be done, `search.rs` for finding.

mod cited;
mod conversation;
mod feedback;
mod findable_words;
mod group;
mod imported;
mod list;
mod message;
mod message_content;
mod outline;
mod part;
mod question;
mod search;
mod snippet;
mod store;
mod title;
mod trash;
mod turn;
mod unused;
mod word_index;

pub use cited::{Answered, find_answered, replace_citations};
pub use conversation::{Conversation, NewConversation};
pub use feedback::{
    COMMENT_MAX_CHARS, FeedbackReason, MessageFeedback, ModelRatings, Rating, add_feedback,
    count_ratings, delete_feedback, save_feedback,
};
pub use group::{Group, delete_group, insert_group, list_groups, owns_group, rename_group};
pub use imported::{
    ImportedConversation, add_messages, find_places, insert_all_imported, insert_imported,
};
pub use list::{Filter, InGroup, list_conversations, list_filtered, mark_all_read};
pub use message::{Message, MessageKind, MessageState, Receipt, Role};
pub use message_content::{MessageContent, list_messages_with};
pub use outline::{MessageOutline, list_messages_of, list_outline};
pub use part::{
    CitedState, CitedStatement, GivenSource, NoticeAction, Part, PartKind, Reference,
    ToolCallState, WebSource, file_ids, references, references_in, text_of,
};
pub use question::{
    InvalidAnswer, InvalidReason, QuestionField, QuestionInput, QuestionOption, QuestionState,
    TextFormat, checked_answer, is_known_pattern,
};
pub use search::{
    SearchHit, delete_search_words, index_first_title, index_message, index_title, search,
    search_filtered,
};
pub use snippet::{Snippet, snippet};
pub use store::{
    FinishedMessage, conversation_bytes, find_conversation, find_conversation_for_update,
    find_message, find_message_owner, finish_message, insert_conversation, insert_message,
    insert_new_message, list_messages, lock_conversation, mark_read, mark_unread, path_to,
    set_answer_model, set_settings, touch_conversation, update_conversation,
};
pub use title::{Ending, keep_title, lock_ending, note_title_failed, write_made_title};
pub use trash::{
    Deleted, delete_conversation, is_abandoned, list_deleted, list_expired_temporary,
    purge_deleted, purge_one, purge_trash, purge_workspace, restore_all, restore_conversation,
};
pub use turn::{Turn, TurnStored, insert_first_turn, insert_turn};
pub use unused::find_unused_conversation;
pub use word_index::WORD_INDEX;

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
    ::store::Migration {
        name: "20261121_1440_conversations_groups",
        sql: include_str!("../migrations/20261121_1440_conversations_groups.sql"),
    },
    ::store::Migration {
        name: "20261128_0984_message_feedback",
        sql: include_str!("../migrations/20261128_0984_message_feedback.sql"),
    },
];
