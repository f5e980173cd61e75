use jiff::civil::{Time, Weekday};

/// A word of a text, in lower case, and its place.
#[derive(Debug)]
pub(super) struct Token {
    pub word: String,
    pub start: usize,
    pub end: usize,
}

/// Splits a text into words. Signs between letters and digits belong to them: `8:30`, `2026-12-24`, `a.m`.
pub(super) fn tokenize(text: &str) -> Vec<Token> {
    let mut tokens: Vec<Token> = Vec::new();
    let mut chars = text.char_indices().peekable();
    while let Some((start, char)) = chars.next() {
        if !char.is_alphanumeric() {
            continue;
        }
        let mut end = start + char.len_utf8();
        while let Some(&(at, char)) = chars.peek() {
            let is_inner = ":-.'’".contains(char)
                && text[at + char.len_utf8()..].chars().next().is_some_and(char::is_alphanumeric);
            if !char.is_alphanumeric() && !is_inner {
                break;
            }
            end = at + char.len_utf8();
            chars.next();
        }
        let word = text[start..end].to_lowercase().replace(['\'', '’'], "");
        let word = match word.as_str() {
            "a.m" => "am".to_owned(),
            "p.m" => "pm".to_owned(),
            _ => word,
        };
        tokens.push(Token { word, start, end });
    }
    tokens
}

const NUMBERS: [&str; 13] = [
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
    "eleven", "twelve",
];

/// Reads a number in digits, or up to twelve in words.
pub(super) fn number(word: &str) -> Option<i64> {
    let spelled = NUMBERS.iter().position(|known| *known == word);
    let spelled = spelled.map(|at| at as i64).filter(|number| *number > 0);
    spelled.or_else(|| word.parse().ok().filter(|number| (1..=10_000).contains(number)))
}

const ORDINALS: [(&str, i8); 7] = [
    ("first", 1),
    ("second", 2),
    ("third", 3),
    ("fourth", 4),
    ("fifth", 5),
    ("fifteenth", 15),
    ("last", -1),
];

/// Reads `1st`, `22nd`, `first`, `last`.
pub(super) fn ordinal(word: &str) -> Option<i8> {
    let spelled = ORDINALS.iter().find(|(known, _)| *known == word).map(|(_, number)| *number);
    let digits = || {
        let number = ["st", "nd", "rd", "th"].iter().find_map(|end| word.strip_suffix(end))?;
        number.parse().ok().filter(|number| (1..=31).contains(number))
    };
    spelled.or_else(digits)
}

const WEEKDAYS: [(&str, &str, Weekday); 7] = [
    ("monday", "mon", Weekday::Monday),
    ("tuesday", "tue", Weekday::Tuesday),
    ("wednesday", "wed", Weekday::Wednesday),
    ("thursday", "thu", Weekday::Thursday),
    ("friday", "fri", Weekday::Friday),
    ("saturday", "sat", Weekday::Saturday),
    ("sunday", "sun", Weekday::Sunday),
];

/// A day of the week, and whether it is in the plural: "Mondays" come again.
pub(super) fn weekday(word: &str) -> Option<(Weekday, bool)> {
    let extra =
        [("tues", Weekday::Tuesday), ("thur", Weekday::Thursday), ("thurs", Weekday::Thursday)];
    if let Some((_, day)) = extra.iter().find(|(known, _)| *known == word) {
        return Some((*day, false));
    }
    WEEKDAYS.iter().find_map(|(name, short, day)| {
        let is_plural = word.strip_suffix('s') == Some(*name);
        (is_plural || word == *name || word == *short).then_some((*day, is_plural))
    })
}

const MONTHS: [(&str, &str); 12] = [
    ("january", "jan"),
    ("february", "feb"),
    ("march", "mar"),
    ("april", "apr"),
    ("may", "may"),
    ("june", "jun"),
    ("july", "jul"),
    ("august", "aug"),
    ("september", "sep"),
    ("october", "oct"),
    ("november", "nov"),
    ("december", "dec"),
];

/// Reads a month's name; January is 1.
pub(super) fn month(word: &str) -> Option<i8> {
    let at = MONTHS.iter().position(|(name, short)| word == *name || word == *short)?;
    i8::try_from(at + 1).ok()
}

/// A part of the day.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum PartOfDay {
    Morning,
    Afternoon,
    Evening,
    Night,
}

impl PartOfDay {
    pub fn of(word: &str) -> Option<Self> {
        match word.strip_suffix('s').unwrap_or(word) {
            "morning" => Some(Self::Morning),
            "afternoon" => Some(Self::Afternoon),
            "evening" => Some(Self::Evening),
            "night" | "tonight" => Some(Self::Night),
            _ => None,
        }
    }

    pub fn usual_hour(self) -> i8 {
        match self {
            Self::Morning => 8,
            Self::Afternoon => 14,
            Self::Evening => 18,
            Self::Night => 21,
        }
    }

    /// Returns the time that is meant by one on a dial of twelve hours.
    pub fn place(self, time: Time) -> Time {
        let is_late = self != Self::Morning && (1..12).contains(&time.hour());
        if is_late { with_hour(time, time.hour() + 12) } else { time }
    }
}

/// A clock time, and whether nothing else can be meant by the word.
pub(super) struct ClockTime {
    pub time: Time,
    pub is_plain: bool,
}

/// Reads `8`, `8am`, `8:30`, `20:15pm`, `noon`, `midnight`; `next` is the word after it.
pub(super) fn clock_time(word: &str, next: Option<&str>) -> Option<(ClockTime, usize)> {
    match word {
        "noon" | "midday" => {
            return Some((ClockTime { time: Time::constant(12, 0, 0, 0), is_plain: true }, 1));
        }
        "midnight" => return Some((ClockTime { time: Time::MIN, is_plain: true }, 1)),
        _ => {}
    }
    let ends = [("am", false), ("pm", true)];
    let suffix = ends.iter().find_map(|(end, late)| Some((word.strip_suffix(end)?, *late)));
    let (digits, is_late, taken) = match (suffix, next) {
        (Some((digits, late)), _) => (digits, Some(late), 1),
        (None, Some("am")) => (word, Some(false), 2),
        (None, Some("pm")) => (word, Some(true), 2),
        (None, Some("oclock")) => (word, None, 2),
        (None, _) => (word, None, 1),
    };
    let (hour, minute) = digits.split_once([':', '.']).unwrap_or((digits, "0"));
    let has_minute = digits.len() != hour.len();
    if has_minute && minute.len() != 2 || hour.is_empty() || hour.len() > 2 {
        return None;
    }
    let (hour, minute) = (hour.parse::<i8>().ok()?, minute.parse::<i8>().ok()?);
    let hour = match is_late {
        None => hour,
        Some(_) if !(1..=12).contains(&hour) => return None,
        Some(false) => hour % 12,
        Some(true) => hour % 12 + 12,
    };
    let time = Time::new(hour, minute, 0, 0).ok()?;
    let is_plain = is_late.is_some() || has_minute && digits.contains(':') || taken == 2;
    Some((ClockTime { time, is_plain }, taken))
}

fn with_hour(time: Time, hour: i8) -> Time {
    time.with().hour(hour).build().unwrap_or(time)
}
