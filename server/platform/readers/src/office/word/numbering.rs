use std::collections::HashMap;

use parsing::ParseFailure;

use crate::xml::{Step, attribute, walk};

/// Levels of a list.
const LEVELS: usize = 9;

/// The list and the level by which a paragraph or a style is numbered, as far as it says.
#[derive(Debug, Default, Clone)]
pub(super) struct NumberRef {
    pub list: Option<String>,
    pub level: Option<usize>,
}

/// Lists with automatic numbers, and how far each has counted.
#[derive(Debug, Default)]
pub(super) struct Numbering {
    definitions: HashMap<String, Vec<Level>>,
    lists: HashMap<String, List>,
    /// Numbers reached, by definition: lists of one definition go on counting.
    counters: HashMap<String, [u32; LEVELS]>,
}

#[derive(Debug, Default)]
struct List {
    definition: String,
    /// Numbers from which levels begin anew.
    starts: HashMap<usize, u32>,
    is_begun: bool,
}

#[derive(Debug, Clone)]
struct Level {
    format: String,
    text: String,
    start: u32,
}

impl Default for Level {
    fn default() -> Self {
        Self { format: "decimal".to_owned(), text: String::new(), start: 1 }
    }
}

impl Numbering {
    pub fn read(xml: &str) -> Result<Self, ParseFailure> {
        let mut numbering = Self::default();
        let mut definition: Option<(String, Vec<Level>)> = None;
        let mut list: Option<(String, List)> = None;
        let mut level = 0;
        walk(xml, |step| match step {
            Step::Open("abstractNum", element) => {
                let id = attribute(element, "abstractNumId").unwrap_or_default();
                definition = Some((id, vec![Level::default(); LEVELS]));
            }
            Step::Close("abstractNum") => numbering.definitions.extend(definition.take()),
            Step::Open("num", element) => {
                list = Some((attribute(element, "numId").unwrap_or_default(), List::default()));
            }
            Step::Close("num") => numbering.lists.extend(list.take()),
            Step::Open("lvl" | "lvlOverride", element) => {
                let number = attribute(element, "ilvl").and_then(|level| level.parse().ok());
                level = number.unwrap_or(0).min(LEVELS - 1);
            }
            Step::Open(name, element) => {
                let value = || attribute(element, "val").unwrap_or_default();
                match (name, &mut definition, &mut list) {
                    ("numFmt", Some((_, levels)), _) => levels[level].format = value(),
                    ("lvlText", Some((_, levels)), _) => levels[level].text = value(),
                    ("start", Some((_, levels)), _) => {
                        levels[level].start = value().parse().unwrap_or(1);
                    }
                    ("abstractNumId", None, Some((_, list))) => list.definition = value(),
                    ("startOverride", None, Some((_, list))) => {
                        list.starts.insert(level, value().parse().unwrap_or(1));
                    }
                    _ => {}
                }
            }
            _ => {}
        })?;
        Ok(numbering)
    }

    /// Counts a paragraph and returns its number with a space after it; empty if it has none.
    pub fn count(&mut self, number: &NumberRef) -> String {
        let level = number.level.unwrap_or(0).min(LEVELS - 1);
        let found = number.list.as_ref().and_then(|list| self.lists.get_mut(list));
        let Some(list) = found else { return String::new() };
        let Some(levels) = self.definitions.get(&list.definition) else { return String::new() };
        let counters = self.counters.entry(list.definition.clone()).or_default();
        if !std::mem::replace(&mut list.is_begun, true) {
            for (level, start) in &list.starts {
                counters[*level] = start.saturating_sub(1);
            }
        }
        let from = |level: usize, count: u32| count.max(levels[level].start.saturating_sub(1));
        counters[level] = from(level, counters[level]).saturating_add(1);
        counters[level + 1..].fill(0);
        let label = match levels[level].format.as_str() {
            "bullet" => "-".to_owned(),
            "none" => String::new(),
            _ => {
                let mut text = levels[level].text.clone();
                for (at, counter) in counters.iter().enumerate() {
                    let counter = (*counter).max(levels[at].start);
                    let shown = in_format(counter, &levels[at].format);
                    text = text.replace(&format!("%{}", at + 1), &shown);
                }
                text
            }
        };
        let label = label.trim();
        if label.is_empty() { String::new() } else { format!("{label} ") }
    }
}

/// Writes a number in a format (ECMA-376, part 1, 17.18.59); unknown ones as digits.
fn in_format(number: u32, format: &str) -> String {
    match format {
        "lowerLetter" => letters(number),
        "upperLetter" => letters(number).to_uppercase(),
        "lowerRoman" => roman(number).to_lowercase(),
        "upperRoman" => roman(number),
        "decimalZero" => format!("{number:02}"),
        _ => number.to_string(),
    }
}

/// Writes 1 as a, 27 as aa, 53 as aaa.
fn letters(number: u32) -> String {
    let Some(index) = number.checked_sub(1) else { return number.to_string() };
    let letter = char::from(b'a' + (index % 26) as u8);
    letter.to_string().repeat((index / 26 + 1).min(20) as usize)
}

fn roman(number: u32) -> String {
    const NUMERALS: [(u32, &str); 13] = [
        (1_000, "M"),
        (900, "CM"),
        (500, "D"),
        (400, "CD"),
        (100, "C"),
        (90, "XC"),
        (50, "L"),
        (40, "XL"),
        (10, "X"),
        (9, "IX"),
        (5, "V"),
        (4, "IV"),
        (1, "I"),
    ];
    if number > 3_999 {
        return number.to_string();
    }
    let mut rest = number;
    let mut text = String::new();
    for (value, numeral) in NUMERALS {
        while rest >= value {
            text.push_str(numeral);
            rest -= value;
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_in_their_formats() {
        for (number, format, text) in [
            (3, "decimal", "3"),
            (3, "decimalZero", "03"),
            (27, "lowerLetter", "aa"),
            (2, "upperLetter", "B"),
            (14, "lowerRoman", "xiv"),
            (1_999, "upperRoman", "MCMXCIX"),
            (4_000, "upperRoman", "4000"),
        ] {
            assert_eq!(in_format(number, format), text);
        }
    }
}
