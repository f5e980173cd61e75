//! Hints sent to a person's open windows.

use area::Services;
use kernel::{ConversationId, UserId};
use serde_json::json;

/// Several conversations changed, or the groups they are in.
pub(crate) fn announce_list(services: &Services, user_id: UserId) {
    tell(services, user_id, &json!({ "event": "conversations.changed" }));
}

/// A conversation went into the trash, or for good.
pub(crate) fn announce_deleted(services: &Services, user_id: UserId, id: ConversationId) {
    tell(services, user_id, &json!({ "event": "conversation.deleted", "conversation_id": id }));
}

fn tell(services: &Services, user_id: UserId, hint: &serde_json::Value) {
    services.bus.tell_user(user_id, &hint.to_string());
}
