//! Hints sent to a person's open windows.

use area::Services;
use kernel::UserId;

/// Something about the bots that a person made or keeps has changed.
pub(crate) fn announce_change(services: &Services, user_id: UserId) {
    services.bus.tell_user(user_id, r#"{"event":"bots.changed"}"#);
}
