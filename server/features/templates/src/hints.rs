//! Hints sent to a person's open windows.

use area::Services;
use kernel::UserId;

/// Tells a person's windows that their templates or documents changed, so that they fetch them again.
pub(crate) fn announce_change(services: &Services, user_id: UserId) {
    services.bus.notify_user(user_id, r#"{"event":"templates.changed"}"#);
}
