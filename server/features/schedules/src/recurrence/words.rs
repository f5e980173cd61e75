//! Reads times from what people write: "Summarize the news every weekday at 8". English, by rules alone.
//!
//! `tokens.rs` has words with their places, and numbers, days and clock times; `facts.rs` collects what is said of times;
//! this file makes a recurrence of that.

mod facts;
mod tokens;

use jiff::civil::{Date, DateTime, Time, Weekday};
use jiff::tz::TimeZone;
use jiff::{Span, ToSpan};
use kernel::{Problem, Timestamp};

use self::facts::{Facts, Repeat, collect};
use super::{Frequency, Recurrence, Rule};
use crate::problems::NOT_UNDERSTOOD;

/// The hour of a day that nobody named.
const USUAL_HOUR: i8 = 9;

/// A recurrence that was found in a text.
#[derive(Debug, PartialEq)]
pub(crate) struct Spoken {
    pub recurrence: Recurrence,
    /// The text without the words on times.
    pub rest: String,
}

/// Finds the time in a text, as seen at `now` in `zone`.
///
/// # Errors
///
/// [`NOT_UNDERSTOOD`] if it names none; `schedules.too_often` for seconds.
pub(crate) fn parse_words(text: &str, zone: &TimeZone, now: Timestamp) -> Result<Spoken, Problem> {
    let (facts, rest) = collect(text)?;
    let here = now.to_jiff().to_zoned(zone.clone()).datetime();
    let recurrence = match facts.repeat {
        Some(repeat) => repeated(&facts, repeat, here, zone, now),
        None => once(&facts, here, zone),
    };
    Ok(Spoken { recurrence: recurrence.ok_or(NOT_UNDERSTOOD)?, rest })
}

fn repeated(
    facts: &Facts,
    repeat: Repeat,
    here: DateTime,
    zone: &TimeZone,
    now: Timestamp,
) -> Option<Recurrence> {
    let mut rule = Rule { interval: repeat.interval, ..Rule::every(repeat.frequency) };
    let weekdays = || facts.weekdays.iter().map(|day| (None, *day)).collect::<Vec<_>>();
    match repeat.frequency {
        Frequency::Minutely | Frequency::Hourly => {
            rule.by_day = weekdays();
            let start = next_start(repeat.frequency, facts, here);
            return Some(Recurrence { start, zone: zone.clone(), rule: Some(rule) });
        }
        Frequency::Monthly => {
            rule.by_day = facts.numbered.clone();
            rule.by_month_day = facts.month_days.clone();
            if rule.by_day.is_empty() {
                rule.by_day = weekdays();
            }
        }
        Frequency::Yearly => {
            if let Some((month, day)) = facts.day_of_year {
                (rule.by_month, rule.by_month_day) = (vec![month], vec![day]);
            }
        }
        Frequency::Daily | Frequency::Weekly => rule.by_day = weekdays(),
    }
    let times = facts.times();
    let time = times.first().copied().unwrap_or_else(|| facts.usual_time());
    if times.len() > 1 {
        // A rule has hours and minutes, and all pairs of them.
        let minute = time.minute();
        times.iter().all(|time| time.minute() == minute).then_some(())?;
        rule.by_hour = times.iter().map(|time| time.hour()).collect();
        rule.by_hour.sort_unstable();
        rule.by_minute = vec![minute];
    }
    let from = Recurrence {
        start: here.date().to_datetime(time),
        zone: zone.clone(),
        rule: Some(rule.clone()),
    };
    // The first of the days that are named, from which every other week is counted.
    let names_days = !rule.by_day.is_empty() || !rule.by_month_day.is_empty();
    let next = Rule { interval: if names_days { 1 } else { rule.interval }, ..rule.clone() };
    let next = Recurrence { rule: Some(next), ..from.clone() };
    let first = next.next_after(now)?.to_jiff().to_zoned(zone.clone()).datetime();
    let start = if times.len() > 1 { first } else { first.date().to_datetime(time) };
    Some(Recurrence { start, ..from })
}

/// Returns the start of what comes by the hour or minute: the time that is named, or the next full hour or quarter.
fn next_start(frequency: Frequency, facts: &Facts, here: DateTime) -> DateTime {
    if let Some(time) = facts.times().first() {
        return here.date().to_datetime(*time);
    }
    let hour = here.date().at(here.hour(), 0, 0, 0);
    match frequency {
        Frequency::Minutely => {
            hour.saturating_add((i64::from(here.minute()) / 15 * 15 + 15).minutes())
        }
        _ => hour.saturating_add(1.hour()),
    }
}

fn once(facts: &Facts, here: DateTime, zone: &TimeZone) -> Option<Recurrence> {
    let zone = zone.clone();
    if let Some(minutes) = facts.after_minutes {
        let start = here.checked_add(Span::new().try_minutes(minutes).ok()?).ok()?;
        return Some(Recurrence {
            start: start.with().second(0).subsec_nanosecond(0).build().ok()?,
            zone,
            rule: None,
        });
    }
    let time = facts.times().first().copied();
    let day = day_of(facts, here.date())?;
    let start =
        |day: Date, time: Time| Recurrence { start: day.to_datetime(time), zone, rule: None };
    match (day, time) {
        (Some(day), time) => Some(start(day, time.unwrap_or_else(|| facts.usual_time()))),
        // "At 8": today, or tomorrow when that is past.
        (None, Some(time)) if here.time() < time => Some(start(here.date(), time)),
        (None, Some(time)) => Some(start(here.date().tomorrow().ok()?, time)),
        (None, None) => None,
    }
}

/// Returns the day that is named; the inner `None`: none is. The outer: there is no such day.
fn day_of(facts: &Facts, today: Date) -> Option<Option<Date>> {
    if let Some(days) = facts.in_days {
        return Some(Some(today.checked_add(Span::new().try_days(days).ok()?).ok()?));
    }
    if let Some(date) = facts.date {
        return Some(Some(date));
    }
    if let Some((month, day)) = facts.day_of_year {
        let in_year = |year: i16| Date::new(year, month, day).ok().filter(|date| *date >= today);
        return Some(Some((today.year()..).take(9).find_map(in_year)?));
    }
    Ok::<_, ()>(facts.weekdays.first().map(|day| next_weekday(today, *day))).ok()
}

fn next_weekday(today: Date, wanted: Weekday) -> Date {
    let days = i64::from(wanted.since(today.weekday()));
    today.saturating_add(if days == 0 { 7 } else { days }.days())
}

impl Facts {
    /// Returns the hour that is usual for the part of the day that is named.
    fn usual_time(&self) -> Time {
        Time::constant(self.part_of_day.map_or(USUAL_HOUR, |part| part.usual_hour()), 0, 0, 0)
    }
}

#[cfg(test)]
#[path = "words_tests.rs"]
mod tests;
