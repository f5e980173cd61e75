use serde::{Deserialize, Deserializer, Serialize, Serializer};

pub const SECOND: i64 = 1_000_000;
pub const MINUTE: i64 = 60 * SECOND;
pub const HOUR: i64 = 60 * MINUTE;
/// One day in microseconds, the unit of [`Timestamp`] arithmetic.
pub const DAY: i64 = 24 * HOUR;

/// A moment in UTC: whole microseconds since 1970, in SQL a 64-bit integer, in JSON RFC 3339.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, sqlx_macros::Type, utoipa::ToSchema,
)]
#[sqlx(transparent)]
#[schema(value_type = String, format = "date-time")]
pub struct Timestamp(i64);

impl Timestamp {
    pub const fn from_micros(micros: i64) -> Self {
        Self(micros)
    }

    pub const fn micros(self) -> i64 {
        self.0
    }

    /// This moment plus `micros` microseconds (`7 * DAY`, `-30 * MINUTE`).
    #[must_use]
    pub const fn plus(self, micros: i64) -> Self {
        Self(self.0.saturating_add(micros))
    }

    /// Microseconds from `earlier` to this moment; negative when it is later.
    pub const fn since(self, earlier: Self) -> i64 {
        self.0.saturating_sub(earlier.0)
    }

    /// Returns the UTC day of this moment, as `2026-11-20`.
    pub fn utc_date(self) -> String {
        self.to_jiff().strftime("%Y-%m-%d").to_string()
    }

    /// Returns the beginning of a UTC day written `2026-11-20`; `None` for anything else.
    pub fn of_utc_date(text: &str) -> Option<Self> {
        let is_whole = text.len() == "2026-11-20".len();
        let date: jiff::civil::Date = text.parse().ok().filter(|_| is_whole)?;
        let midnight = date.to_zoned(jiff::tz::TimeZone::UTC).ok()?;
        Some(Self(midnight.timestamp().as_microsecond()))
    }

    /// Returns the next 00:00 UTC after this moment.
    #[must_use]
    pub const fn next_utc_midnight(self) -> Self {
        Self((self.0.div_euclid(DAY) + 1) * DAY)
    }

    pub fn to_jiff(self) -> jiff::Timestamp {
        jiff::Timestamp::from_microsecond(self.0).unwrap_or(jiff::Timestamp::UNIX_EPOCH)
    }
}

impl std::fmt::Display for Timestamp {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:.6}", self.to_jiff())
    }
}

impl Serialize for Timestamp {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Timestamp {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        let moment: jiff::Timestamp = text.parse().map_err(serde::de::Error::custom)?;
        Ok(Self(moment.as_microsecond()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_moment_is_rfc_3339_with_microseconds_in_json() {
        let moment = Timestamp::from_micros(1_795_172_400_000_001);
        let json = serde_json::to_string(&moment).unwrap();
        assert_eq!(json, "\"2026-11-20T11:00:00.000001Z\"");
        assert_eq!(serde_json::from_str::<Timestamp>(&json).unwrap(), moment);
    }

    #[test]
    fn a_day_begins_at_midnight_utc() {
        let day = Timestamp::of_utc_date("2026-11-20").unwrap();
        assert_eq!((day.utc_date().as_str(), day.micros() % DAY), ("2026-11-20", 0));
        for text in ["2026-02-30", "20261120", "2026-11-20T10", "today", ""] {
            assert_eq!(Timestamp::of_utc_date(text), None, "{text}");
        }
    }

    // spec §9: "Time: 1 minute, 1 hour, 1 day in milliseconds."
    #[test]
    fn the_day_ends_at_midnight_utc() {
        // This clock counts microseconds.
        assert_eq!([MINUTE, HOUR, DAY].map(|span| span / 1_000), [60_000, 3_600_000, 86_400_000]);
        let last = Timestamp::from_micros(DAY - 1);
        assert_eq!(last.utc_date(), "1970-01-01");
        assert_eq!(last.next_utc_midnight(), Timestamp::from_micros(DAY));
        assert_eq!(Timestamp::from_micros(DAY).next_utc_midnight().micros(), 2 * DAY);
    }
}
