use kernel::{DAY, limits};

limits! { "audit";
    /// Retention of events.
    EVENTS_KEPT_MICROS: i64 = 400 * DAY, "microseconds", "ours (security §4.8)";
    /// Retention of exact addresses; afterwards only their /24 or /48 is kept.
    ADDRESS_KEPT_MICROS: i64 = 30 * DAY, "microseconds", "ours (security §4.8)";
}
