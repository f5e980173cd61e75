use area::Services;
use serde_json::json;

use crate::schedule::Schedule;

/// Tells the windows of a person that a schedule or its runs changed.
pub(crate) fn announce(services: &Services, schedule: &Schedule) {
    let hint = json!({ "event": "schedule.changed", "schedule_id": schedule.id });
    services.bus.notify_user(schedule.user_id, &hint.to_string());
}
