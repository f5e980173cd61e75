//! Hints sent to a person's open windows.

use area::Services;
use kernel::UserId;

/// A person's prompts or quick actions have changed.
pub(crate) fn announce_change(services: &Services, user_id: UserId) {
    services.bus.tell_user(user_id, r#"{"event":"prompts.changed"}"#);
}
