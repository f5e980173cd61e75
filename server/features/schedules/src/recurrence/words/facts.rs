use jiff::civil::{Date, Time, Weekday};
use kernel::Problem;

use super::tokens::{PartOfDay, Token, clock_time, month, number, ordinal, tokenize, weekday};
use crate::problems::{NOT_UNDERSTOOD, TOO_OFTEN};
use crate::recurrence::Frequency;
use crate::rules::{INTERVAL_MAX, INTERVAL_MIN_MINUTES};

/// How often something comes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Repeat {
    pub frequency: Frequency,
    pub interval: i64,
}

/// What a text says of times.
#[derive(Debug, Default)]
pub(super) struct Facts {
    pub repeat: Option<Repeat>,
    pub weekdays: Vec<Weekday>,
    /// "The last Friday".
    pub numbered: Vec<(Option<i8>, Weekday)>,
    pub month_days: Vec<i8>,
    pub day_of_year: Option<(i8, i8)>,
    pub date: Option<Date>,
    pub in_days: Option<i64>,
    pub after_minutes: Option<i64>,
    pub part_of_day: Option<PartOfDay>,
    clock_times: Vec<Time>,
}

impl Facts {
    /// Returns the clock times, in the part of the day that is named.
    pub fn times(&self) -> Vec<Time> {
        let place = |time: &Time| self.part_of_day.map_or(*time, |part| part.place(*time));
        self.clock_times.iter().map(place).collect()
    }
}

/// Words before or between those that tell a time: they go with them.
const JOINTS: [&str; 9] = ["at", "on", "in", "the", "of", "and", "every", "each", "from"];

/// Collects what a text says of times, and returns the rest of it.
pub(super) fn collect(text: &str) -> Result<(Facts, String), Problem> {
    let tokens = tokenize(text);
    let mut reader = Reader { tokens: &tokens, at: 0, facts: Facts::default() };
    let mut is_taken = vec![false; tokens.len()];
    while reader.at < tokens.len() {
        let from = reader.at;
        let taken = reader.read()?;
        reader.at = from + taken.max(1);
        is_taken[from..from + taken].fill(true);
    }
    let facts = reader.facts;
    if facts.repeat.is_none() && !is_taken.contains(&true) {
        return Err(NOT_UNDERSTOOD.into());
    }
    Ok((facts, rest_of(text, &tokens, &mut is_taken)))
}

/// Returns a text without the words that were taken, and what joined them.
fn rest_of(text: &str, tokens: &[Token], is_taken: &mut [bool]) -> String {
    for at in (0..tokens.len().saturating_sub(1)).rev() {
        is_taken[at] |= is_taken[at + 1] && JOINTS.contains(&tokens[at].word.as_str());
    }
    let mut rest = String::new();
    let mut from = 0;
    for (token, is_taken) in tokens.iter().zip(is_taken.iter()) {
        if *is_taken {
            rest.push_str(&text[from..token.start]);
            from = token.end;
        }
    }
    rest.push_str(&text[from..]);
    let rest = kernel::collapse_whitespace(&rest);
    let rest = rest.trim_matches(|char: char| char.is_whitespace() || ",;:–—-".contains(char));
    rest.replace(" ,", ",").replace(" .", ".").replace(" ?", "?")
}

struct Reader<'a> {
    tokens: &'a [Token],
    at: usize,
    facts: Facts,
}

impl Reader<'_> {
    fn word(&self, ahead: usize) -> &str {
        self.tokens.get(self.at + ahead).map_or("", |token| token.word.as_str())
    }

    /// Reads what begins here; returns the number of words that it took.
    fn read(&mut self) -> Result<usize, Problem> {
        let first = self.word(0).to_owned();
        let taken = match first.as_str() {
            "every" | "each" => self.read_every()?,
            "at" => self.read_times(1, false),
            "in" => self.read_after(),
            "on" => self.read_on(1),
            "the" => self.read_numbered(1, false),
            "today" => self.set_day(0),
            "tomorrow" => self.set_day(1),
            "tonight" => {
                self.facts.part_of_day = Some(PartOfDay::Night);
                self.set_day(0)
            }
            "next" | "this" => self.read_next(),
            word => match adverb(word) {
                Some((frequency, interval)) => self.set_repeat(frequency, interval, 1),
                None => self.read_plain(),
            },
        };
        Ok(taken)
    }

    fn set_repeat(&mut self, frequency: Frequency, interval: i64, taken: usize) -> usize {
        let named = Repeat { frequency, interval };
        // "Daily … every Monday": what is said more exactly holds.
        let is_known = self.facts.repeat.is_some_and(|known| known.interval > 1);
        if !is_known {
            self.facts.repeat = Some(named);
        }
        taken
    }

    fn set_day(&mut self, days: i64) -> usize {
        self.facts.in_days = Some(days);
        1
    }

    /// Reads "every …".
    fn read_every(&mut self) -> Result<usize, Problem> {
        let (interval, at) = match self.word(1) {
            "other" => (2, 2),
            "second" if unit(self.word(2)).is_some() || weekday(self.word(2)).is_some() => (2, 2),
            "second" | "seconds" => return Err(TOO_OFTEN.with("minutes", INTERVAL_MIN_MINUTES)),
            word => match number(word).filter(|_| is_unit(self.word(2))) {
                Some(number) => (number, 2),
                None => (1, 1),
            },
        };
        let word = self.word(at).to_owned();
        if word.starts_with("second")
            && interval > 1
            && at == 2
            && unit(&word).is_none()
            && self.word(1) != "other"
        {
            return Err(TOO_OFTEN.with("minutes", INTERVAL_MIN_MINUTES));
        }
        if interval > INTERVAL_MAX {
            return Err(NOT_UNDERSTOOD.into());
        }
        if let Some((frequency, factor)) = unit(&word) {
            return Ok(self.set_repeat(frequency, interval * factor, at + 1));
        }
        if let Some(part) = PartOfDay::of(&word) {
            self.facts.part_of_day = Some(part);
            return Ok(self.set_repeat(Frequency::Daily, interval, at + 1));
        }
        if let Some(days) = day_group(&word) {
            self.facts.weekdays.extend(days);
            return Ok(self.set_repeat(Frequency::Weekly, interval, at + 1));
        }
        if weekday(&word).is_some() {
            let taken = self.read_weekdays(at);
            let taken = taken + self.read_part(taken);
            return Ok(self.set_repeat(Frequency::Weekly, interval, taken));
        }
        if month(&word).is_some() {
            let taken = self.read_day_of_year(at);
            return Ok(if taken > at { self.set_repeat(Frequency::Yearly, 1, taken) } else { 0 });
        }
        Ok(self.read_numbered(at, true))
    }

    /// Reads a list of weekdays; returns the number of words with those before.
    fn read_weekdays(&mut self, from: usize) -> usize {
        let mut at = from;
        let mut end = from;
        while let Some((day, _)) = weekday(self.word(at)) {
            if !self.facts.weekdays.contains(&day) {
                self.facts.weekdays.push(day);
            }
            end = at + 1;
            at = if self.word(end) == "and" { end + 1 } else { end };
        }
        end
    }

    /// Reads the part of the day after a weekday: "Monday morning".
    fn read_part(&mut self, at: usize) -> usize {
        let part = PartOfDay::of(self.word(at));
        self.facts.part_of_day = self.facts.part_of_day.or(part);
        usize::from(part.is_some())
    }

    /// Reads clock times; without "at" before, only what can be nothing else.
    fn read_times(&mut self, from: usize, plain_only: bool) -> usize {
        if !plain_only && self.word(from) == "night" {
            self.facts.part_of_day = Some(PartOfDay::Night);
            return from + 1;
        }
        let (mut at, mut end) = (from, 0);
        while let Some((clock, taken)) = clock_time(self.word(at), Some(self.word(at + 1))) {
            if plain_only && !clock.is_plain {
                break;
            }
            self.facts.clock_times.push(clock.time);
            end = at + taken;
            at = match self.word(end) {
                "and" => end + 1,
                "at" => break,
                _ => end,
            };
        }
        end
    }

    /// Reads "in 2 hours", "in the morning".
    fn read_after(&mut self) -> usize {
        if self.word(1) == "the" && PartOfDay::of(self.word(2)).is_some() {
            return 2 + self.read_part(2);
        }
        let (number, at) = match self.word(1) {
            "a" | "an" => (1, 2),
            "half" if self.word(2) == "an" && self.word(3) == "hour" => {
                self.facts.after_minutes = Some(30);
                return 4;
            }
            word => match number(word) {
                Some(number) => (number, 2),
                None => return 0,
            },
        };
        match unit(self.word(at)) {
            Some((Frequency::Minutely, _)) => self.facts.after_minutes = Some(number),
            Some((Frequency::Hourly, _)) => self.facts.after_minutes = Some(number * 60),
            Some((Frequency::Daily, _)) => self.facts.in_days = Some(number),
            Some((Frequency::Weekly, _)) => self.facts.in_days = Some(number * 7),
            _ => return 0,
        }
        at + 1
    }

    /// Reads what follows "on".
    fn read_on(&mut self, from: usize) -> usize {
        let word = self.word(from).to_owned();
        if let Some((_, is_plural)) = weekday(&word) {
            let taken = self.read_weekdays(from);
            if is_plural {
                self.set_repeat_if_new(Frequency::Weekly);
            }
            return taken + self.read_part(taken);
        }
        if let Some(days) = day_group(&word) {
            self.facts.weekdays.extend(days);
            self.set_repeat_if_new(Frequency::Weekly);
            return from + 1;
        }
        if let Ok(date) = word.parse::<Date>() {
            self.facts.date = Some(date);
            return from + 1;
        }
        let taken = self.read_day_of_year(from);
        if taken > from {
            return taken;
        }
        let after_the = from + usize::from(word == "the");
        self.read_numbered(after_the, false)
    }

    fn set_repeat_if_new(&mut self, frequency: Frequency) {
        self.facts.repeat.get_or_insert(Repeat { frequency, interval: 1 });
    }

    /// Reads "1st and 15th", "first Monday of the month", "last day of every month", "3rd of March".
    fn read_numbered(&mut self, from: usize, is_repeated: bool) -> usize {
        let Some(number) = ordinal(self.word(from)) else { return 0 };
        let mut at = from + 1;
        if let Some((day, _)) = weekday(self.word(at)) {
            let taken = at + 1 + self.read_of_month(at + 1);
            if taken == at + 1 && !is_repeated && self.facts.repeat.is_none() {
                return 0;
            }
            self.facts.numbered.push((Some(number), day));
            return self.set_repeat(Frequency::Monthly, 1, taken);
        }
        let of = usize::from(self.word(at) == "of");
        if let Some(month) = month(self.word(at + of)) {
            self.facts.day_of_year = Some((month, number));
            return at + of + 1;
        }
        let mut numbers = vec![number];
        at += usize::from(matches!(self.word(at), "day" | "days"));
        while self.word(at) == "and"
            && let Some(number) =
                ordinal(self.word(at + 1 + usize::from(self.word(at + 1) == "the")))
        {
            numbers.push(number);
            at += 2 + usize::from(self.word(at + 1) == "the");
        }
        let taken = at + self.read_of_month(at);
        let is_monthly =
            self.facts.repeat.is_some_and(|known| known.frequency == Frequency::Monthly);
        if taken == at && !is_repeated && !is_monthly {
            return 0;
        }
        self.facts.month_days.extend(numbers);
        match is_monthly {
            true => taken,
            false => self.set_repeat(Frequency::Monthly, 1, taken),
        }
    }

    /// Reads "of the month", "of every month", "each month".
    fn read_of_month(&self, at: usize) -> usize {
        let of = usize::from(self.word(at) == "of");
        let which = usize::from(matches!(self.word(at + of), "the" | "every" | "each" | "a"));
        if of + which > 0 && self.word(at + of + which) == "month" { of + which + 1 } else { 0 }
    }

    /// Reads "March 3", "3 March", "March 3rd, 2027".
    fn read_day_of_year(&mut self, from: usize) -> usize {
        let day = |word: &str| {
            let plain = number(word).and_then(|day| i8::try_from(day).ok());
            ordinal(word).or(plain).filter(|day| (1..=31).contains(day))
        };
        let (one, other) = (self.word(from), self.word(from + 1));
        let found = match (month(one), month(other)) {
            (Some(month), _) => day(other).map(|day| (month, day)),
            (None, Some(month)) => day(one).map(|day| (month, day)),
            _ => None,
        };
        let Some((month, day)) = found else { return from };
        let year =
            self.word(from + 2).parse::<i16>().ok().filter(|year| (2000..=2100).contains(year));
        match year.and_then(|year| Date::new(year, month, day).ok()) {
            Some(date) => {
                self.facts.date = Some(date);
                from + 3
            }
            None => {
                self.facts.day_of_year = Some((month, day));
                from + 2
            }
        }
    }

    /// Reads "next Monday", "this evening", "next week".
    fn read_next(&mut self) -> usize {
        if weekday(self.word(1)).is_some() {
            let taken = self.read_weekdays(1);
            return taken + self.read_part(taken);
        }
        if self.word(0) == "next" && self.word(1) == "week" {
            self.facts.in_days = Some(7);
            return 2;
        }
        if self.word(0) == "this" && PartOfDay::of(self.word(1)).is_some() {
            self.facts.in_days = Some(0);
            return 1 + self.read_part(1);
        }
        0
    }

    /// Reads words that tell a time without another before them.
    fn read_plain(&mut self) -> usize {
        let word = self.word(0).to_owned();
        if matches!(weekday(&word), Some((_, true)))
            || matches!(word.as_str(), "weekdays" | "weekends")
        {
            return self.read_on(0);
        }
        if word.len() == 10 && word.parse::<Date>().is_ok() {
            return self.read_on(0);
        }
        if month(&word).is_some() || month(self.word(1)).is_some() && number(&word).is_some() {
            let taken = self.read_day_of_year(0);
            if taken > 0 {
                return taken;
            }
        }
        self.read_times(0, true)
    }
}

fn adverb(word: &str) -> Option<(Frequency, i64)> {
    Some(match word {
        "hourly" => (Frequency::Hourly, 1),
        "daily" => (Frequency::Daily, 1),
        "weekly" => (Frequency::Weekly, 1),
        "biweekly" | "fortnightly" => (Frequency::Weekly, 2),
        "monthly" => (Frequency::Monthly, 1),
        "quarterly" => (Frequency::Monthly, 3),
        "yearly" | "annually" => (Frequency::Yearly, 1),
        _ => return None,
    })
}

fn is_unit(word: &str) -> bool {
    unit(word).is_some() || word.starts_with("second")
}

/// Returns the unit of a rule, and the number of them in the one that is named.
fn unit(word: &str) -> Option<(Frequency, i64)> {
    Some(match word.strip_suffix('s').unwrap_or(word) {
        "minute" | "min" => (Frequency::Minutely, 1),
        "hour" => (Frequency::Hourly, 1),
        "day" => (Frequency::Daily, 1),
        "week" => (Frequency::Weekly, 1),
        "fortnight" => (Frequency::Weekly, 2),
        "month" => (Frequency::Monthly, 1),
        "quarter" => (Frequency::Monthly, 3),
        "year" => (Frequency::Yearly, 1),
        _ => return None,
    })
}

fn day_group(word: &str) -> Option<Vec<Weekday>> {
    use Weekday::{Friday, Monday, Saturday, Sunday, Thursday, Tuesday, Wednesday};
    match word.strip_suffix('s').unwrap_or(word) {
        "weekday" | "workday" => Some(vec![Monday, Tuesday, Wednesday, Thursday, Friday]),
        "weekend" => Some(vec![Saturday, Sunday]),
        _ => None,
    }
}
