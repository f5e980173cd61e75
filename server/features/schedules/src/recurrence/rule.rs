use std::fmt::{self, Display, Formatter};
use std::str::FromStr;

use jiff::civil::{DateTime, Weekday};
use kernel::Problem;

use crate::problems::{RULE_INVALID, TOO_OFTEN};
use crate::rules::{INTERVAL_MAX, INTERVAL_MIN_MINUTES, RULE_MAX_CHARS};

/// The unit in which a rule repeats.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Frequency {
    Minutely,
    Hourly,
    Daily,
    Weekly,
    Monthly,
    Yearly,
}

const FREQUENCIES: [(&str, Frequency); 6] = [
    ("MINUTELY", Frequency::Minutely),
    ("HOURLY", Frequency::Hourly),
    ("DAILY", Frequency::Daily),
    ("WEEKLY", Frequency::Weekly),
    ("MONTHLY", Frequency::Monthly),
    ("YEARLY", Frequency::Yearly),
];

const WEEKDAYS: [(&str, Weekday); 7] = [
    ("MO", Weekday::Monday),
    ("TU", Weekday::Tuesday),
    ("WE", Weekday::Wednesday),
    ("TH", Weekday::Thursday),
    ("FR", Weekday::Friday),
    ("SA", Weekday::Saturday),
    ("SU", Weekday::Sunday),
];

/// The repeat rule of RFC 5545, section 3.3.10, without the parts that need seconds, or the number of a week or day in its
/// year.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Rule {
    pub frequency: Frequency,
    pub interval: i64,
    /// Days of the week; with a number, the one so far from the start (or, negative, the end) of the month or year.
    pub by_day: Vec<(Option<i8>, Weekday)>,
    pub by_month_day: Vec<i8>,
    pub by_month: Vec<i8>,
    pub by_hour: Vec<i8>,
    pub by_minute: Vec<i8>,
    /// Picks from the dates of one period; negative counts from its end.
    pub by_position: Vec<i16>,
    pub week_start: Weekday,
    pub count: Option<u32>,
    pub until: Option<Until>,
}

/// The last time that a rule may have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Until {
    Utc(DateTime),
    /// As clocks in the zone show it.
    Local(DateTime),
}

impl Rule {
    pub fn every(frequency: Frequency) -> Self {
        Self {
            frequency,
            interval: 1,
            by_day: Vec::new(),
            by_month_day: Vec::new(),
            by_month: Vec::new(),
            by_hour: Vec::new(),
            by_minute: Vec::new(),
            by_position: Vec::new(),
            week_start: Weekday::Monday,
            count: None,
            until: None,
        }
    }

    /// Reads a rule, with or without `RRULE:` before it.
    ///
    /// # Errors
    ///
    /// [`RULE_INVALID`] with the part that is not understood; [`TOO_OFTEN`] for a rule in seconds.
    pub fn parse(text: &str) -> Result<Self, Problem> {
        let invalid =
            |part: &str| RULE_INVALID.with("text", part.chars().take(60).collect::<String>());
        let upper = text.trim().to_ascii_uppercase();
        let body = upper.strip_prefix("RRULE:").unwrap_or(&upper);
        if body.len() > RULE_MAX_CHARS {
            return Err(invalid(body));
        }
        let mut rule = None;
        let parts: Vec<(&str, &str)> = body
            .split(';')
            .filter(|part| !part.is_empty())
            .map(|part| part.split_once('=').ok_or_else(|| invalid(part)))
            .collect::<Result<_, _>>()?;
        for (name, value) in &parts {
            if *name == "FREQ" && rule.is_none() {
                if *value == "SECONDLY" {
                    return Err(TOO_OFTEN.with("minutes", INTERVAL_MIN_MINUTES));
                }
                let known = FREQUENCIES.iter().find(|(name, _)| name == value);
                rule = Some(Self::every(known.ok_or_else(|| invalid(value))?.1));
            }
        }
        let mut rule = rule.ok_or_else(|| invalid(body))?;
        let mut seen = Vec::new();
        for (name, value) in parts {
            if seen.contains(&name) {
                return Err(invalid(name));
            }
            seen.push(name);
            rule.set(name, value).ok_or_else(|| invalid(&format!("{name}={value}")))?;
        }
        rule.is_consistent().then_some(rule).ok_or_else(|| invalid(body))
    }

    fn set(&mut self, name: &str, value: &str) -> Option<()> {
        match name {
            "FREQ" => {}
            "INTERVAL" => self.interval = numbers(value, 1, INTERVAL_MAX)?.pop()?,
            "COUNT" => self.count = Some(numbers(value, 1_u32, 10_000)?.pop()?),
            "UNTIL" => self.until = Some(parse_until(value)?),
            "BYDAY" => self.by_day = value.split(',').map(parse_day).collect::<Option<_>>()?,
            "BYMONTHDAY" => self.by_month_day = non_zero(numbers(value, -31_i8, 31)?)?,
            "BYMONTH" => self.by_month = numbers(value, 1_i8, 12)?,
            "BYHOUR" => self.by_hour = numbers(value, 0_i8, 23)?,
            "BYMINUTE" => self.by_minute = numbers(value, 0_i8, 59)?,
            "BYSECOND" => _ = numbers(value, 0_i8, 0)?,
            "BYSETPOS" => self.by_position = non_zero(numbers(value, -366_i16, 366)?)?,
            "WKST" => self.week_start = parse_day(value)?.1,
            _ => return None,
        }
        Some(())
    }

    fn is_consistent(&self) -> bool {
        let is_numbered = self.by_day.iter().any(|(number, _)| number.is_some());
        let takes_numbers = matches!(self.frequency, Frequency::Monthly | Frequency::Yearly);
        let is_timed = self.frequency >= Frequency::Daily;
        !(self.count.is_some() && self.until.is_some())
            && (!is_numbered || takes_numbers)
            && (is_timed || self.by_position.is_empty())
            // Days of the month say nothing of a week.
            && (self.frequency != Frequency::Weekly || self.by_month_day.is_empty())
    }
}

fn numbers<T: FromStr + PartialOrd + Ord + Copy>(value: &str, min: T, max: T) -> Option<Vec<T>> {
    let read = |part: &str| part.parse().ok().filter(|number| (min..=max).contains(number));
    let mut numbers: Vec<T> = value.split(',').map(read).collect::<Option<_>>()?;
    numbers.sort_unstable();
    numbers.dedup();
    Some(numbers)
}

fn non_zero<T: Default + PartialEq>(numbers: Vec<T>) -> Option<Vec<T>> {
    (!numbers.contains(&T::default())).then_some(numbers)
}

fn parse_day(text: &str) -> Option<(Option<i8>, Weekday)> {
    let (number, name) = text.split_at_checked(text.len().checked_sub(2)?)?;
    let (_, day) = WEEKDAYS.iter().find(|(known, _)| *known == name)?;
    match number {
        "" => Some((None, *day)),
        number => Some((Some(non_zero(numbers(number, -53_i8, 53)?)?.pop()?), *day)),
    }
}

fn parse_until(text: &str) -> Option<Until> {
    let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let (text, is_utc) = match text.strip_suffix('Z') {
        Some(text) => (text, true),
        None => (text, false),
    };
    let (date, time) = text.split_once('T').unwrap_or((text, "235959"));
    if date.len() != 8 || time.len() != 6 || !digits(date) || !digits(time) {
        return None;
    }
    let moment: DateTime = format!("{date}T{time}").parse().ok()?;
    Some(if is_utc { Until::Utc(moment) } else { Until::Local(moment) })
}

impl Display for Rule {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let name = FREQUENCIES.iter().find(|(_, known)| *known == self.frequency);
        write!(f, "FREQ={}", name.map_or("", |(name, _)| name))?;
        if self.interval > 1 {
            write!(f, ";INTERVAL={}", self.interval)?;
        }
        write_list(f, "BYMONTH", &self.by_month)?;
        write_list(f, "BYMONTHDAY", &self.by_month_day)?;
        let day = |(number, day): &(Option<i8>, Weekday)| {
            let name = WEEKDAYS.iter().find(|(_, known)| known == day).map_or("", |(name, _)| name);
            number.map_or(name.to_owned(), |number| format!("{number}{name}"))
        };
        write_list(f, "BYDAY", &self.by_day.iter().map(day).collect::<Vec<_>>())?;
        write_list(f, "BYHOUR", &self.by_hour)?;
        write_list(f, "BYMINUTE", &self.by_minute)?;
        write_list(f, "BYSETPOS", &self.by_position)?;
        if self.week_start != Weekday::Monday {
            write!(f, ";WKST={}", day(&(None, self.week_start)))?;
        }
        if let Some(count) = self.count {
            write!(f, ";COUNT={count}")?;
        }
        match self.until {
            Some(Until::Utc(until)) => write!(f, ";UNTIL={}", until.strftime("%Y%m%dT%H%M%SZ")),
            Some(Until::Local(until)) => write!(f, ";UNTIL={}", until.strftime("%Y%m%dT%H%M%S")),
            None => Ok(()),
        }
    }
}

fn write_list<T: Display>(f: &mut Formatter<'_>, name: &str, list: &[T]) -> fmt::Result {
    if list.is_empty() {
        return Ok(());
    }
    let list: Vec<String> = list.iter().map(T::to_string).collect();
    write!(f, ";{name}={}", list.join(","))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rule_is_written_as_it_was_read() {
        for text in [
            "FREQ=DAILY",
            "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,FR;BYHOUR=8;BYMINUTE=30",
            "FREQ=MONTHLY;BYDAY=-1FR",
            "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1;COUNT=12",
            "FREQ=YEARLY;BYMONTH=3;BYMONTHDAY=1;UNTIL=20301231T235959",
            "FREQ=WEEKLY;WKST=SU;UNTIL=20261201T120000Z",
        ] {
            assert_eq!(Rule::parse(text).unwrap().to_string(), text);
        }
        let loose = Rule::parse(" rrule:interval=2;freq=weekly;byday=fr;wkst=mo ").unwrap();
        assert_eq!(loose.to_string(), "FREQ=WEEKLY;INTERVAL=2;BYDAY=FR");
        let day = Rule::parse("FREQ=DAILY;UNTIL=20261201").unwrap();
        assert_eq!(day.to_string(), "FREQ=DAILY;UNTIL=20261201T235959");
    }

    #[test]
    fn what_is_no_rule_is_refused() {
        let long = format!("FREQ=DAILY;BYHOUR={}", "1,".repeat(400));
        for text in [
            "",
            "DAILY",
            "FREQ=",
            "FREQ=FORTNIGHTLY",
            "FREQ=DAILY;FREQ=WEEKLY",
            "INTERVAL=2",
            "FREQ=DAILY;INTERVAL=0",
            "FREQ=DAILY;INTERVAL=1001",
            "FREQ=DAILY;BYHOUR=24",
            "FREQ=DAILY;BYMINUTE=-1",
            "FREQ=MONTHLY;BYMONTHDAY=0",
            "FREQ=MONTHLY;BYMONTHDAY=32",
            "FREQ=WEEKLY;BYDAY=1MO",
            "FREQ=WEEKLY;BYDAY=XX",
            "FREQ=WEEKLY;BYDAY=É",
            "FREQ=DAILY;UNTIL=tomorrow",
            "FREQ=DAILY;UNTIL=20261340",
            "FREQ=DAILY;COUNT=2;UNTIL=20261201",
            "FREQ=YEARLY;BYWEEKNO=3",
            "FREQ=DAILY;BYSECOND=30",
            "FREQ=HOURLY;BYSETPOS=1",
            "FREQ=WEEKLY;BYMONTHDAY=1",
            "FREQ=DAILY;X",
            &long,
        ] {
            assert_eq!(Rule::parse(text).unwrap_err().kind, RULE_INVALID, "{text}");
        }
    }
}
