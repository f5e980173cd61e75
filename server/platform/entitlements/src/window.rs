use jiff::ToSpan;
use jiff::tz::TimeZone;
use kernel::Timestamp;
use serde::{Deserialize, Serialize};

/// The interval at which an allowance is refilled.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Window {
    /// Refilled at 00:00 UTC (spec §9).
    Daily,
    /// Refilled on the first of the month at 00:00 UTC.
    Monthly,
    /// Never refilled: what is used up stays used up.
    Once,
}

/// One turn of a [`Window`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Period {
    /// Key it is stored under: `2026-11-20`, `2026-11`, `once`.
    pub key: String,
    pub starts_at: Timestamp,
    /// The first moment that is no longer in it; `None` when it does not end.
    pub ends_at: Option<Timestamp>,
}

impl Window {
    /// Returns the name in SQL and JSON.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Daily => "daily",
            Self::Monthly => "monthly",
            Self::Once => "once",
        }
    }

    /// Returns the window of this name; `None` when a newer version wrote it.
    pub fn from_name(name: &str) -> Option<Self> {
        [Self::Daily, Self::Monthly, Self::Once].into_iter().find(|window| window.as_str() == name)
    }

    /// Returns the period that contains `now`. Always UTC, so daylight saving never moves its borders.
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

impl Period {
    /// Returns the month that contains `now`, counting months from the day and time of `since`. If a month has no such
    /// day, it begins on its last one: 31 January, 28 February, 31 March.
    pub fn of_month_since(since: Timestamp, now: Timestamp) -> Self {
        let begun = whole_months_between(since, now);
        let starts_at = months_after(since, begun);
        Self {
            key: starts_at.to_string(),
            starts_at,
            ends_at: Some(months_after(since, begun + 1)),
        }
    }
}

/// Returns the moment so many calendar months after another, in UTC; on the last day of a month that is too short.
pub fn months_after(since: Timestamp, months: i32) -> Timestamp {
    let zoned = since.to_jiff().to_zoned(TimeZone::UTC);
    let later = zoned.checked_add(months.months());
    later.map_or(since, |later| {
        // jiff's digits below a microsecond are zero: the value came from microseconds.
        Timestamp::from_micros(later.timestamp().as_microsecond())
    })
}

/// Returns the number of whole months between two moments; 0 if `now` is earlier.
fn whole_months_between(since: Timestamp, now: Timestamp) -> i32 {
    let of = |moment: Timestamp| {
        let date = moment.to_jiff().to_zoned(TimeZone::UTC).date();
        i32::from(date.year()) * 12 + i32::from(date.month())
    };
    let months = (of(now) - of(since)).max(0);
    if months > 0 && months_after(since, months) > now { months - 1 } else { months }
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
    fn months_begin_on_the_day_on_which_they_were_begun() {
        let since = at("2027-01-31T22:30:00Z");
        let borders = [
            ("2027-01-31T22:30:00Z", "2027-01-31T22:30:00Z", "2027-02-28T22:30:00Z"),
            ("2027-02-28T22:29:59.999999Z", "2027-01-31T22:30:00Z", "2027-02-28T22:30:00Z"),
            ("2027-02-28T22:30:00Z", "2027-02-28T22:30:00Z", "2027-03-31T22:30:00Z"),
            ("2027-03-30T00:00:00Z", "2027-02-28T22:30:00Z", "2027-03-31T22:30:00Z"),
            // A leap year.
            ("2028-02-29T22:30:00Z", "2028-02-29T22:30:00Z", "2028-03-31T22:30:00Z"),
            // Before it began there is nothing to count.
            ("2026-01-01T00:00:00Z", "2027-01-31T22:30:00Z", "2027-02-28T22:30:00Z"),
        ];
        for (now, starts_at, ends_at) in borders {
            let month = Period::of_month_since(since, at(now));
            assert_eq!(
                (month.starts_at, month.ends_at),
                (at(starts_at), Some(at(ends_at))),
                "{now}"
            );
        }
    }

    #[test]
    fn a_year_from_a_leap_day_ends_on_the_last_of_february() {
        assert_eq!(months_after(at("2028-02-29T10:00:00Z"), 12), at("2029-02-28T10:00:00Z"));
        assert_eq!(months_after(at("2028-02-29T10:00:00Z"), 48), at("2032-02-29T10:00:00Z"));
    }

    #[test]
    fn once_does_not_end() {
        assert_eq!(Window::Once.period(at("2026-11-20T11:00:00Z")).ends_at, None);
    }
}
