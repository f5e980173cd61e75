use kernel::{DAY, limits};

limits! { "audit";
    /// How long it is kept what was done.
    EVENTS_KEPT_MICROS: i64 = 400 * DAY, "microseconds", "ours (security §4.8)";
    /// How long it is kept from where exactly; then the /24 or /48 that it is in.
    ADDRESS_KEPT_MICROS: i64 = 30 * DAY, "microseconds", "ours (security §4.8)";
}
