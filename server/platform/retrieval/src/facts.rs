//! Facts that change a statement's meaning though nearly all of its words stay: its figures, and negation.

use std::collections::{BTreeSet, HashSet};

use store::words::tokens;

/// Returns the figures of a statement: written in digits of any script, or as a word from two to twelve.
pub fn figures(text: &str) -> BTreeSet<String> {
    let mut found = digits(text);
    found.extend(words(text).filter_map(|word| figure_word(&word)));
    // "one" is seldom a figure, and a source may write 1 for it.
    found
}

/// Returns true if a passage contains all figures of a statement, in digits or as words.
pub fn has_figures(passage: &str, wanted: &BTreeSet<String>) -> bool {
    if wanted.is_empty() {
        return true;
    }
    let mut held = figures(passage);
    if words(passage).any(|word| word == "one") {
        held.insert("1".to_owned());
    }
    held.extend(passage.chars().filter_map(chinese_figure).map(str::to_owned));
    wanted.is_subset(&held)
}

/// Returns true if a statement contains a negation.
pub fn denies(statement: &str) -> bool {
    has_negation(statement)
}

/// Returns true if a passage negates something that a statement with these words is about: in a clause with none of
/// them, a "not" concerns something else.
pub fn denies_of(passage: &str, said: &HashSet<String>) -> bool {
    clauses(passage)
        .into_iter()
        .any(|clause| has_negation(clause) && tokens(clause).iter().any(|word| said.contains(word)))
}

fn digits(text: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut figure = String::new();
    let mut chars = text.chars().peekable();
    while let Some(ch) = chars.next() {
        let follows = chars.peek().copied().and_then(digit).is_some();
        match digit(ch) {
            Some(digit) => figure.push(digit),
            None if matches!(ch, '.' | ',' | '٫' | '٬' | '’') && !figure.is_empty() && follows =>
            {
                figure.push(match ch {
                    '٫' => '.',
                    '٬' | '’' => ',',
                    other => other,
                });
            }
            None if !figure.is_empty() => {
                found.insert(plain_figure(&figure));
                figure.clear();
            }
            None => {}
        }
    }
    if !figure.is_empty() {
        found.insert(plain_figure(&figure));
    }
    found
}

/// Digits of Latin, Arabic, Persian and wide writing.
fn digit(ch: char) -> Option<char> {
    let zero = match ch {
        '0'..='9' => '0',
        '٠'..='٩' => '٠',
        '۰'..='۹' => '۰',
        '０'..='９' => '０',
        _ => return None,
    };
    char::from_digit(ch as u32 - zero as u32, 10)
}

/// Normalizes a figure, so that the same figure is one text: "1,850" becomes "1850", "3,5" and "3.50" become "3.5".
fn plain_figure(figure: &str) -> String {
    let mut pieces = figure.split(',');
    let mut plain = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        let thousands = piece.split('.').next().is_some_and(|digits| digits.len() == 3);
        if !thousands {
            plain.push('.');
        }
        plain.push_str(piece);
    }
    match plain.contains('.') {
        true => plain.trim_end_matches('0').trim_end_matches('.').to_owned(),
        false => plain,
    }
}

fn figure_word(word: &str) -> Option<String> {
    const WORDS: [&str; 11] = [
        "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
    ];
    let at = WORDS.iter().position(|known| *known == word)?;
    Some((at + 2).to_string())
}

fn chinese_figure(ch: char) -> Option<&'static str> {
    Some(match ch {
        '一' => "1",
        '二' | '两' => "2",
        '三' => "3",
        '四' => "4",
        '五' => "5",
        '六' => "6",
        '七' => "7",
        '八' => "8",
        '九' => "9",
        '十' => "10",
        _ => return None,
    })
}

/// Iterates over words with their apostrophes and hyphens, so that "non-profit" is no negation.
fn words(text: &str) -> impl Iterator<Item = String> + '_ {
    text.split(|ch: char| !ch.is_alphanumeric() && !matches!(ch, '\'' | '’' | '-'))
        .filter(|word| !word.is_empty())
        .map(|word| word.to_lowercase().replace('’', "'"))
}

fn has_negation(text: &str) -> bool {
    const WORDS: &[&str] = &[
        "not",
        "no",
        "never",
        "none",
        "neither",
        "nor",
        "without",
        "cannot",
        "nobody",
        "nothing",
        "nowhere",
        "لا",
        "لم",
        "لن",
        "ليس",
        "ليست",
        "ليسوا",
        "غير",
        "دون",
        "بدون",
        "ولا",
        "ولم",
        "ولن",
        "وليس",
        "nicht",
        "kein",
        "keine",
        "keinen",
        "keiner",
        "nie",
        "niemals",
        "ohne",
        "pas",
        "jamais",
        "aucun",
        "aucune",
        "sans",
        "nunca",
        "ningún",
        "ninguna",
        "non",
        "senza",
        "não",
        "nem",
        "не",
        "нет",
        "без",
    ];
    // Phrases that look like a negation and are none.
    const PHRASES: &[(&str, &str)] = &[("not", "only"), ("not", "just"), ("no", "doubt")];
    let words: Vec<String> = words(text).collect();
    let is_phrase = |at: usize| {
        let next = words.get(at + 1).map_or("", String::as_str);
        PHRASES.iter().any(|(first, second)| words[at] == *first && next == *second)
    };
    let by_word = words.iter().enumerate().any(|(at, word)| {
        (WORDS.contains(&word.as_str()) && !is_phrase(at)) || word.ends_with("n't")
    });
    by_word || has_chinese_negation(text)
}

fn has_chinese_negation(text: &str) -> bool {
    // Words with such a prefix that negate nothing.
    const OTHER: &[&str] = &[
        "不同", "不仅", "不但", "不过", "不断", "不管", "不论", "不久", "不少", "不错", "非常",
        "未来", "无论", "无数",
    ];
    let mut rest = text;
    while let Some(at) = rest.find(['不', '没', '无', '未', '非']) {
        let there = &rest[at..];
        if !OTHER.iter().any(|word| there.starts_with(word)) {
            return true;
        }
        rest = &there['不'.len_utf8()..];
    }
    false
}

/// Returns a sentence in its clauses, as far as signs and "but" tell them apart.
fn clauses(sentence: &str) -> Vec<&str> {
    sentence
        .split([',', ';', ':', '(', ')', '—', '–', '，', '；', '：', '、', '،', '؛'])
        .flat_map(|clause| clause.split(" but "))
        .flat_map(|clause| clause.split("但"))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Vec<String> {
        figures(text).into_iter().collect()
    }

    #[test]
    fn the_same_figure_is_one_however_it_is_written() {
        assert_eq!(found("1,850 euros"), ["1850"]);
        assert_eq!(found("3,5 or 3.50 m"), ["3.5"]);
        assert_eq!(found("١٨٥٠ یا ۱۸۵۰ １８５０"), ["1850"]);
        assert_eq!(found("1,234,567.80"), ["1234567.8"]);
        assert_eq!(found("two of the 1990s"), ["1990", "2"]);
        assert_eq!(found("no one"), [""; 0]);
    }

    #[test]
    fn a_figure_stands_in_digits_or_as_a_word() {
        let has = |passage: &str, statement: &str| has_figures(passage, &figures(statement));
        assert!(has("within one month", "within 1 month"));
        assert!(has("within 12 months", "within twelve months"));
        assert!(has("押金为两个月", "2 个月"));
        assert!(!has("within two months", "within 3 months"));
        assert!(!has("18500", "1850"));
        assert!(has("whatever", "no figure"));
    }

    #[test]
    fn a_denial_is_seen_in_several_languages() {
        for text in [
            "It does not rise",
            "It doesn’t rise",
            "Nobody never",
            "Pets cannot stay",
            "潮汐不高",
            "لا يسبب القمر المد",
            "Der Mond ist nicht schuld",
            "Он не поднимается",
        ] {
            assert!(denies(text), "{text}");
        }
        for text in [
            "It rises",
            "Not only the moon",
            "a non-profit house",
            "非常高，未来也不同",
            "no doubt it rises",
            "a note, a knot",
        ] {
            assert!(!denies(text), "{text}");
        }
    }

    #[test]
    fn a_not_counts_where_the_statement_is_spoken_of() {
        let passage = "The moon, not the sun, causes tides.";
        let of = |statement: &str| denies_of(passage, &crate::telling_words(statement));
        assert!(!of("The moon causes tides"));
        assert!(of("The sun causes tides"));
    }
}
