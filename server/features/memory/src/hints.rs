//! Hints sent to a person's open windows.

use area::Services;
use bus::Bus;
use kernel::UserId;

/// Notifies a person's windows that their memory or suggestions changed.
pub(crate) fn announce_change(services: &Services, user_id: UserId) {
    tell(&services.bus, user_id);
}

pub(crate) fn tell(bus: &Bus, user_id: UserId) {
    bus.notify_user(user_id, r#"{"event":"memory.changed"}"#);
}
