use jiff::ToSpan;
use jiff::tz::TimeZone;
use kernel::Timestamp;
use serde::{Deserialize, Serialize};

/// How often an allowance is given anew.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Window {
    /// At 00:00 UTC (spec §9).
    Daily,
    /// On the first of the month at 00:00 UTC.
    Monthly,
    /// Never: what is used up stays used up.
    Once,
}

/// One turn of a [`Window`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Period {
    /// What it is stored under: `2026-11-20`, `2026-11`, `once`.
    pub key: String,
    pub starts_at: Timestamp,
    /// The first moment that is no longer in it; `None` when it does not end.
    pub ends_at: Option<Timestamp>,
}

impl Window {
    /// The name in SQL and JSON.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Daily => "daily",
            Self::Monthly => "monthly",
            Self::Once => "once",
        }
    }

    /// The window of this name; `None` when a newer version wrote it.
    pub fn from_name(name: &str) -> Option<Self> {
        [Self::Daily, Self::Monthly, Self::Once].into_iter().find(|window| window.as_str() == name)
    }

    /// The turn that `now` lies in. Always UTC, so no daylight saving moves its borders.
    pub fn period(self, now: Timestamp) -> Period {
        match self {
            Self::Daily => {
                let ends_at = now.next_utc_midnight();
                let starts_at = ends_at.plus(-kernel::DAY);
                Period { key: now.utc_date(), starts_at, ends_at: Some(ends_at) }
            }
            Self::Monthly => month_of(now),
            Self::Once => Period {
                key: "once".to_owned(),
                starts_at: Timestamp::from_micros(0),
                ends_at: None,
            },
        }
    }
}

fn month_of(now: Timestamp) -> Period {
    let first = now.to_jiff().to_zoned(TimeZone::UTC).date().first_of_month();
    let at_midnight = |date: jiff::civil::Date| {
        date.to_zoned(TimeZone::UTC)
            .map(|zoned| Timestamp::from_micros(zoned.timestamp().as_microsecond()))
            .ok()
    };
    Period {
        key: first.strftime("%Y-%m").to_string(),
        starts_at: at_midnight(first).unwrap_or(now),
        ends_at: first.checked_add(1.month()).ok().and_then(at_midnight),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> Timestamp {
        let moment: jiff::Timestamp = text.parse().unwrap();
        Timestamp::from_micros(moment.as_microsecond())
    }

    // spec §9: "free daily 40 (reset 00:00 UTC)"
    #[test]
    fn the_last_microsecond_of_a_day_is_still_that_day() {
        let last = Window::Daily.period(at("2026-11-20T23:59:59.999999Z"));
        assert_eq!(last.key, "2026-11-20");
        assert_eq!(last.starts_at, at("2026-11-20T00:00:00Z"));
        assert_eq!(last.ends_at, Some(at("2026-11-21T00:00:00Z")));
    }

    #[test]
    fn midnight_begins_the_new_day() {
        let first = Window::Daily.period(at("2026-11-21T00:00:00Z"));
        assert_eq!(first.key, "2026-11-21");
        assert_eq!(first.starts_at, at("2026-11-21T00:00:00Z"));
    }

    #[test]
    fn a_month_runs_from_its_first_to_the_next_first() {
        let december = Window::Monthly.period(at("2026-12-31T23:59:59.999999Z"));
        assert_eq!(december.key, "2026-12");
        assert_eq!(december.starts_at, at("2026-12-01T00:00:00Z"));
        assert_eq!(december.ends_at, Some(at("2027-01-01T00:00:00Z")));
        assert_eq!(Window::Monthly.period(at("2028-02-29T12:00:00Z")).key, "2028-02");
    }

    #[test]
    fn once_does_not_end() {
        assert_eq!(Window::Once.period(at("2026-11-20T11:00:00Z")).ends_at, None);
    }
}
