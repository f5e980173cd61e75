//! Hints sent to a person's open windows.

use area::Services;
use kernel::{ConversationId, UserId};
use serde_json::json;

/// Notifies windows that several conversations, or their groups, changed.
pub(crate) fn announce_list(services: &Services, user_id: UserId) {
    tell(services, user_id, &json!({ "event": "conversations.changed" }));
}

/// Notifies windows that a conversation was moved to the trash, or deleted permanently.
pub(crate) fn announce_deleted(services: &Services, user_id: UserId, id: ConversationId) {
    tell(services, user_id, &json!({ "event": "conversation.deleted", "conversation_id": id }));
}

fn tell(services: &Services, user_id: UserId, hint: &serde_json::Value) {
    services.bus.notify_user(user_id, &hint.to_string());
}
