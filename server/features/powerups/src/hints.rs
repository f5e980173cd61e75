//! Hints sent to a person's open windows.

use area::Services;
use kernel::UserId;

/// Notifies a person's windows that their PowerUPs changed.
pub(crate) fn announce_change(services: &Services, user_id: UserId) {
    services.bus.notify_user(user_id, r#"{"event":"powerups.changed"}"#);
}
