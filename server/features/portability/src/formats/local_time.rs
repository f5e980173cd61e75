//! Times as Google writes them for people, by language: `Mar 3, 2026, 6:25:05 AM PDT`,
//! `03.03.2026, 06:25:05 MEZ`, `2026/03/03 6:25:05 JST`.

use kernel::{SECOND, Timestamp};
use serde_json::Value;

/// A time as it was read.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct LocalTime {
    pub at: Timestamp,
    /// Name of the time zone, if it is unknown and UTC was used instead.
    pub unknown_zone: Option<String>,
}

/// Longest text that may be a time, in characters.
const LENGTH_MAX_CHARS: usize = 64;

/// Returns the time that `text` is, if it is one and nothing else.
pub(super) fn local_time(text: &str) -> Option<LocalTime> {
    if !is_like_a_time(text) {
        return None;
    }
    let pieces: Vec<String> = words_of(text);
    let place = pieces.iter().position(|piece| piece.matches(':').count() == 2)?;
    let mut clock = pieces[place].split(':').map(|number| number.parse::<i64>().ok());
    let (hour, minute, second) = (clock.next()??, clock.next()??, clock.next()??);
    let (before, behind) = (&pieces[..place], &pieces[place + 1..]);
    let half = |piece: &String| half_of_day(piece);
    let is_afternoon = behind.first().and_then(half).or(before.last().and_then(half));
    let hour = match is_afternoon {
        Some(true) if hour < 12 => hour + 12,
        Some(false) if hour == 12 => 0,
        _ => hour,
    };
    let (year, month, day) = date_of(before)?;
    let text = format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z");
    let utc: Timestamp = serde_json::from_value(Value::String(text)).ok()?;
    let zone = behind.iter().find(|piece| half_of_day(piece).is_none());
    let minutes = zone.map_or(Some(0), |zone| offset_of(zone, is_afternoon.is_some()));
    let unknown_zone = zone.filter(|_| minutes.is_none()).cloned();
    let at = utc.plus(-minutes.unwrap_or(0) * 60 * SECOND);
    Some(LocalTime { at, unknown_zone })
}

/// Returns true if a text is short and has a year and a time of day: then it is a time, even if it cannot be parsed.
pub(super) fn is_like_a_time(text: &str) -> bool {
    let pieces = words_of(text);
    let is_year = |piece: &String| piece.len() == 4 && piece.bytes().all(|b| b.is_ascii_digit());
    text.chars().count() <= LENGTH_MAX_CHARS
        && pieces.iter().any(|piece| is_clock(piece))
        && pieces.iter().any(is_year)
}

fn is_clock(piece: &str) -> bool {
    let parts: Vec<&str> = piece.split(':').collect();
    let is_number = |part: &&str| (1..=2).contains(&part.len()) && part.parse::<u8>().is_ok();
    parts.len() == 3 && parts.iter().all(is_number)
}

/// Splits a text into words and numbers, dropping separators. `6:25:05` is one, `GMT+2` too, `3月` are two.
fn words_of(text: &str) -> Vec<String> {
    let text = text.replace(['\u{a0}', '\u{202f}'], " ");
    let text = ["a.m.", "a. m."].iter().fold(text, |text, half| text.replace(half, "AM"));
    let text = ["p.m.", "p. m."].iter().fold(text, |text, half| text.replace(half, "PM"));
    let chars: Vec<char> = text.chars().map(latin_digit).collect();
    let run = |from: usize, is_in: fn(char) -> bool| {
        chars[from..].iter().position(|ch| !is_in(*ch)).map_or(chars.len(), |end| from + end)
    };
    let is_of_number = |ch: char| ch.is_ascii_digit() || ch == ':';
    let mut words = Vec::new();
    let mut at = 0;
    while at < chars.len() {
        let start = at;
        if chars[at].is_ascii_digit() {
            at = run(at, is_of_number);
        } else if chars[at].is_alphabetic() {
            at = run(at, char::is_alphabetic);
            if chars.get(at).is_some_and(|sign| matches!(sign, '+' | '-' | '−')) {
                at = run(at + 1, is_of_number);
            }
        } else {
            at += 1;
            continue;
        }
        words.push(chars[start..at].iter().collect());
    }
    words
}

/// Returns a digit of Arabic or Persian as the one that programs read.
fn latin_digit(ch: char) -> char {
    let number = match ch {
        '\u{0660}'..='\u{0669}' => ch as u32 - 0x0660,
        '\u{06f0}'..='\u{06f9}' => ch as u32 - 0x06f0,
        _ => return ch,
    };
    char::from_digit(number, 10).unwrap_or(ch)
}

/// Returns true if a word means afternoon, false if it means morning.
fn half_of_day(word: &str) -> Option<bool> {
    match word.to_lowercase().as_str() {
        "am" | "上午" | "午前" | "오전" | "ص" => Some(false),
        "pm" | "下午" | "午後" | "오후" | "م" => Some(true),
        _ => None,
    }
}

/// Parses year, month and day, in the order that the language uses.
fn date_of(pieces: &[String]) -> Option<(i64, i64, i64)> {
    let numbers: Vec<i64> = pieces.iter().filter_map(|piece| piece.parse().ok()).collect();
    let month = pieces.iter().find_map(|piece| month_of(piece));
    let is_year = |number: i64| (2000..3000).contains(&number);
    match (month, numbers.as_slice()) {
        (Some(month), [day, year] | [year, day]) if is_year(*year) && !is_year(*day) => {
            Some((*year, month, *day))
        }
        (None, [year, month, day]) if is_year(*year) => Some((*year, *month, *day)),
        // Languages that write the month first write it as a word.
        (None, [day, month, year]) if is_year(*year) => Some((*year, *month, *day)),
        _ => None,
    }
}

/// Beginnings of the months' names, in the languages that write them.
const MONTHS: [(&[&str], i64); 12] = [
    (&["jan", "ene", "gen", "янв", "يناير"], 1),
    (&["feb", "fev", "fév", "фев", "فبراير"], 2),
    (&["mar", "mär", "mrt", "мар", "مارس"], 3),
    (&["apr", "abr", "avr", "апр", "أبريل"], 4),
    (&["may", "mai", "mag", "mei", "мая", "май", "مايو"], 5),
    (&["jun", "juin", "giu", "июн", "يونيو"], 6),
    (&["jul", "juil", "lug", "июл", "يوليو"], 7),
    (&["aug", "ago", "aoû", "aou", "авг", "أغسطس"], 8),
    (&["sep", "set", "сен", "سبتمبر"], 9),
    (&["oct", "okt", "out", "ott", "окт", "أكتوبر"], 10),
    (&["nov", "ноя", "نوفمبر"], 11),
    (&["dec", "dez", "déc", "dic", "дек", "ديسمبر"], 12),
];

fn month_of(word: &str) -> Option<i64> {
    let word = word.to_lowercase();
    let is_named = |(names, _): &&(&[&str], i64)| names.iter().any(|name| word.starts_with(name));
    MONTHS.iter().find(is_named).map(|(_, month)| *month)
}

/// Returns the offset of a zone in minutes ahead of UTC. Some names are ambiguous: the time format decides.
fn offset_of(zone: &str, has_halves: bool) -> Option<i64> {
    let hours = match zone {
        "UTC" | "GMT" | "WET" | "Z" => 0,
        "WEST" | "BST" | "CET" | "MEZ" | "WAT" => 1,
        "CEST" | "MESZ" | "EET" | "OEZ" | "SAST" | "CAT" | "IDT" => 2,
        "EEST" | "OESZ" | "MSK" | "EAT" | "TRT" => 3,
        "GST" => 4,
        "PKT" => 5,
        "IST" => return Some(5 * 60 + 30),
        "ICT" | "WIB" => 7,
        "SGT" | "HKT" | "PHT" | "AWST" | "WITA" => 8,
        "CST" if !has_halves => 8,
        "JST" | "KST" => 9,
        "ACST" => return Some(9 * 60 + 30),
        "AEST" => 10,
        "AEDT" => 11,
        "NZST" => 12,
        "NZDT" => 13,
        "BRT" | "ART" | "ADT" => -3,
        "EDT" | "AST" => -4,
        "EST" | "CDT" | "COT" | "PET" => -5,
        "CST" | "MDT" => -6,
        "MST" | "PDT" => -7,
        "PST" | "AKDT" => -8,
        "AKST" => -9,
        "HST" => -10,
        _ => return shift_of(zone),
    };
    Some(hours * 60)
}

/// Parses the offset of `GMT+2`, `UTC-03:30`, `GMT+5:30`.
fn shift_of(zone: &str) -> Option<i64> {
    let shift = zone.strip_prefix("GMT").or(zone.strip_prefix("UTC"))?;
    let (sign, shift) = match shift.strip_prefix('+') {
        Some(shift) => (1, shift),
        None => (-1, shift.strip_prefix(['-', '−'])?),
    };
    let (hours, minutes) = shift.split_once(':').unwrap_or((shift, "0"));
    Some(sign * (hours.parse::<i64>().ok()? * 60 + minutes.parse::<i64>().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> Timestamp {
        serde_json::from_value(Value::String(text.to_owned())).unwrap()
    }

    #[test]
    fn times_are_read_in_the_ways_that_languages_write_them() {
        for (text, wanted) in [
            ("Mar 3, 2026, 6:25:05\u{202f}AM PDT", "2026-03-03T13:25:05Z"),
            ("Mar 3, 2026, 12:25:05 AM UTC", "2026-03-03T00:25:05Z"),
            ("Dec 31, 2025, 11:00:00 PM EST", "2026-01-01T04:00:00Z"),
            ("3 Mar 2026, 06:25:05 GMT", "2026-03-03T06:25:05Z"),
            ("03.03.2026, 06:25:05 MEZ", "2026-03-03T05:25:05Z"),
            ("3 mars 2026, 06:25:05 CET", "2026-03-03T05:25:05Z"),
            ("15 août 2025, 06:25:05 CEST", "2025-08-15T04:25:05Z"),
            ("3 de jul. de 2026, 06:25:05 BRT", "2026-07-03T09:25:05Z"),
            ("2026/03/03 6:25:05 JST", "2026-03-02T21:25:05Z"),
            ("2026年3月3日 06:25:05 GMT+8", "2026-03-02T22:25:05Z"),
            ("2024. 10. 19. 오후 9:15:07 KST", "2024-10-19T12:15:07Z"),
            ("3 мар. 2026 г., 06:25:05 MSK", "2026-03-03T03:25:05Z"),
            ("3 mar 2026, 6:25:05 p.\u{a0}m. CET", "2026-03-03T17:25:05Z"),
            ("Mar 3, 2026, 6:25:05 AM GMT+05:30", "2026-03-03T00:55:05Z"),
            ("٣ مارس ٢٠٢٦, ٦:٢٥:٠٥ م GMT+3", "2026-03-03T15:25:05Z"),
        ] {
            let read = local_time(text).unwrap_or_else(|| panic!("{text}"));
            assert_eq!(read, LocalTime { at: at(wanted), unknown_zone: None }, "{text}");
        }
    }

    #[test]
    fn a_zone_that_is_not_known_is_named() {
        let read = local_time("Mar 3, 2026, 6:25:05 AM XYZT").unwrap();
        assert_eq!(read.unknown_zone.as_deref(), Some("XYZT"));
        assert_eq!(read.at, at("2026-03-03T06:25:05Z"));
    }

    #[test]
    fn what_only_speaks_of_a_time_is_none() {
        for text in ["", "6:25:05", "In 2026 at noon", "Mar 3, 2026", "99.99.2026, 06:25:05 UTC"] {
            assert_eq!(local_time(text), None, "{text}");
        }
        assert!(is_like_a_time("१३ xyz 2026, 06:25:05 UTC"));
        assert!(!is_like_a_time(&format!("{} 2026 06:25:05", "word ".repeat(20))));
    }
}
