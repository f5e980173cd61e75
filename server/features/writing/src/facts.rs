//! Facts that a rewriting must keep and that are checked: numbers, URLs, citation marks and quotations.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use kernel::collapse_whitespace;
use regex::Regex;

use crate::rules::FACTS_MAX;

/// Facts that a rewriting lost or added, as written in the text, in its order.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Changed {
    /// Numbers, addresses, marks of citations and quotations that only the text has.
    pub missing: Vec<String>,
    /// Numbers, addresses and marks of citations that only the rewriting has.
    pub added: Vec<String>,
}

/// Compares a rewriting with its text. Whether a number now refers to something else is left to the reader.
pub(crate) fn changed(text: &str, rewriting: &str) -> Changed {
    let (before, after) = (Facts::of(text), Facts::of(rewriting));
    let said = collapse_whitespace(rewriting);
    let quotes = quotes_in(text)
        .into_iter()
        .filter(|(_, quote)| !said.contains(&collapse_whitespace(quote)));
    let mut missing = before.beyond(&after);
    missing.extend(quotes.map(|(at, quote)| (at, quote.to_owned())));
    Changed { missing: in_order(missing), added: in_order(after.beyond(&before)) }
}

/// Facts of a text with their positions and the normalized forms by which they are compared.
struct Facts(Vec<Fact>);

struct Fact {
    at: usize,
    shown: String,
    /// More than one of a mark that names several sources.
    keys: Vec<String>,
}

const ADDRESS: &str = r#"(?i)(?:https?://|www\.)[^\s<>"“”«»「」『』。，、；：！？（）【】]+"#;
const MAIL: &str = r"[\p{L}\p{N}._%+\-]+@[\p{L}\p{N}\-]+(?:\.[\p{L}\p{N}\-]+)+";
const MARK: &str = r"\[\d{1,4}(?:\s*[,;–\-]\s*\d{1,4})*\]";
/// Digits with separators: 1,000.5, 10:30, 2024/03/01.
const NUMBER: &str = r"\d+(?:[.,:/'’\u{a0}\u{202f}]\d+)*";
const QUOTE: &str = r#"“([^“”]{1,400})”|„([^„“”]{1,400})[“”]|«([^«»]{1,400})»|「([^「」]{1,400})」|『([^『』]{1,400})』|"([^"\n]{1,400})""#;

static PATTERNS: LazyLock<[Regex; 5]> = LazyLock::new(|| {
    [ADDRESS, MAIL, MARK, NUMBER, QUOTE]
        .map(|pattern| Regex::new(pattern).expect("it is a proper pattern"))
});

/// Function that returns the part of a match that is the fact.
type Cut = fn(&str) -> &str;
type Keys = fn(&str) -> Vec<String>;

impl Facts {
    fn of(text: &str) -> Self {
        let [address, mail, mark, number, _] = &*PATTERNS;
        let mut rest = text.to_owned();
        let mut facts = Vec::new();
        let kinds: [(&Regex, Cut, Keys); 4] = [
            (address, trimmed, key_of_address),
            (mail, |found| found, |shown| vec![shown.to_lowercase()]),
            (mark, |found| found, keys_of_mark),
            (number, |found| found, |shown| vec![key_of_number(shown)]),
        ];
        for (pattern, fact_in, keys_of) in kinds {
            let mut left = rest.clone();
            for found in pattern.find_iter(&rest) {
                let shown = fact_in(found.as_str());
                let keys = keys_of(shown);
                facts.push(Fact { at: found.start(), shown: shown.to_owned(), keys });
                // A part of one fact is not another one.
                let blank = " ".repeat(found.len());
                left.replace_range(found.range(), &blank);
            }
            rest = left;
        }
        Self(facts)
    }

    /// Returns the facts that `other` lacks.
    fn beyond(&self, other: &Self) -> Vec<(usize, String)> {
        let known: BTreeSet<&String> = other.0.iter().flat_map(|fact| &fact.keys).collect();
        let is_new = |fact: &&Fact| fact.keys.iter().any(|key| !known.contains(key));
        self.0.iter().filter(is_new).map(|fact| (fact.at, fact.shown.clone())).collect()
    }
}

/// Trims the punctuation of the sentence around a URL.
fn trimmed(address: &str) -> &str {
    let ends = ['.', ',', ';', ':', '!', '?', '\'', '’', '*', '_', '`', ']'];
    let mut address = address.trim_end_matches(ends);
    // One that closes what was opened before the address.
    while address.ends_with(')') && address.matches(')').count() > address.matches('(').count() {
        address = address[..address.len() - 1].trim_end_matches(ends);
    }
    address
}

fn key_of_address(address: &str) -> Vec<String> {
    vec![address.trim_end_matches('/').to_lowercase()]
}

/// Returns a key for each source of a citation mark.
fn keys_of_mark(mark: &str) -> Vec<String> {
    let numbers = mark.split(|c: char| !c.is_numeric()).filter(|number| !number.is_empty());
    numbers.map(|number| format!("[{}]", key_of_number(number))).collect()
}

/// Returns a number in ASCII digits, without thousands separators.
fn key_of_number(number: &str) -> String {
    let digits: Vec<char> = number.chars().map(western).collect();
    let parts_thousands = |at: usize| {
        let after = &digits[at + 1..];
        let group = after.iter().take_while(|c| c.is_ascii_digit()).count();
        matches!(digits[at], ',' | '\'' | '’' | '\u{a0}' | '\u{202f}') && group == 3
    };
    let kept = (0..digits.len()).filter(|at| !parts_thousands(*at)).map(|at| digits[at]);
    kept.collect()
}

fn western(digit: char) -> char {
    // Arabic, Persian, Devanagari, and the wide ones of East Asia.
    for zero in ['\u{660}', '\u{6f0}', '\u{966}', '\u{ff10}'] {
        let place = u32::from(digit).checked_sub(u32::from(zero)).filter(|place| *place < 10);
        if let Some(western) = place.and_then(|place| char::from_digit(place, 10)) {
            return western;
        }
    }
    digit
}

/// Returns quotations with their positions.
fn quotes_in(text: &str) -> Vec<(usize, &str)> {
    let [.., quote] = &*PATTERNS;
    let quoted =
        |found: regex::Captures<'_>| found.iter().skip(1).flatten().next().map(|it| it.range());
    let ranges = quote.captures_iter(text).filter_map(quoted);
    let quotes = ranges.map(|range| (range.start, text[range].trim()));
    quotes.filter(|(_, quote)| !quote.is_empty()).collect()
}

fn in_order(mut facts: Vec<(usize, String)>) -> Vec<String> {
    facts.sort();
    let mut named = Vec::new();
    for (_, fact) in facts {
        if !named.contains(&fact) && named.len() < FACTS_MAX {
            named.push(fact);
        }
    }
    named
}

#[cfg(test)]
mod tests {
    use super::*;

    fn missing(text: &str, rewriting: &str) -> Vec<String> {
        changed(text, rewriting).missing
    }

    fn added(text: &str, rewriting: &str) -> Vec<String> {
        changed(text, rewriting).added
    }

    #[test]
    fn a_rewriting_that_keeps_all_facts_changes_none() {
        let text = "In 2024, 1,250 people [3] read https://example.org/a. They wrote to ana@example.org: “The sea rises.”";
        let kept = "“The sea rises”, wrote 1250 readers of https://example.org/a in 2024 [3]. Ask ana@example.org!";
        assert_eq!(missing(text, kept), ["The sea rises."], "a quotation stays to the letter");
        let kept = kept.replace("rises”,", "rises.”");
        assert_eq!(changed(text, &kept), Changed::default());
    }

    #[test]
    fn numbers_addresses_marks_and_quotations_that_are_gone_are_missing_in_their_order() {
        let text = "It cost 12.5 in 1999 [4], says “the old book” (see www.example.org/x_(y)) and a.b@c.example.";
        let gone =
            ["12.5", "1999", "[4]", "the old book", "www.example.org/x_(y)", "a.b@c.example"];
        assert_eq!(missing(text, "It was cheap."), gone);
        assert_eq!(added("It was cheap.", text).len(), 5, "words in quotation marks may be put so");
    }

    #[test]
    fn what_is_made_up_is_added() {
        assert_eq!(
            added("About ten [1].", "About 10, or 12 % [1][2], see https://made.up"),
            ["10", "12", "[2]", "https://made.up"]
        );
        assert_eq!(missing("In 1998.", "In 1989."), ["1998"]);
        assert_eq!(added("In 1998.", "In 1989."), ["1989"]);
    }

    #[test]
    fn the_same_number_in_other_digits_or_with_its_thousands_parted_is_the_same() {
        for same in
            ["1,000,000", "1'000'000", "1\u{202f}000\u{202f}000", "١٠٠٠٠٠٠", "１００００００"]
        {
            assert_eq!(changed("1000000", same), Changed::default(), "{same}");
        }
        assert_eq!(missing("1.5", "15"), ["1.5"]);
        assert_eq!(missing("3,14", "314"), ["3,14"]);
    }

    #[test]
    fn a_mark_of_several_sources_is_there_when_each_is_named() {
        assert!(missing("So it is [1, 3].", "So it is [1][3].").is_empty());
        assert_eq!(missing("So it is [1, 3].", "So it is [1]."), ["[1, 3]"]);
        assert_eq!(missing("[2]", "2"), ["[2]"], "a number is no mark");
    }

    #[test]
    fn an_address_ends_before_the_sentence_does_and_its_numbers_are_no_others() {
        assert!(
            missing("(https://example.org/2024/a), ok", "See https://example.org/2024/a.")
                .is_empty()
        );
        assert_eq!(missing("见https://example.org/7。", "见下。"), ["https://example.org/7"]);
        assert_eq!(
            missing("https://example.org/7", "https://example.org/8"),
            ["https://example.org/7"]
        );
    }

    #[test]
    fn quotations_of_many_scripts_are_kept_however_their_lines_break() {
        for (open, close) in [("“", "”"), ("„", "“"), ("«", "»"), ("「", "」"), ("『", "』")]
        {
            let text = format!("He said {open}so it\nis{close} then.");
            assert!(missing(&text, "Then he said: so it is").is_empty());
            assert_eq!(missing(&text, "He agreed."), ["so it\nis"]);
        }
        assert_eq!(missing("He said \"so it is\".", "He agreed."), ["so it is"]);
        assert!(missing("He said \"so it is", "He agreed.").is_empty(), "it does not end");
    }

    #[test]
    fn so_many_are_named_as_somebody_reads() {
        let many: Vec<String> = (0..200).map(|number| (number + 1_000).to_string()).collect();
        assert_eq!(missing(&many.join(" "), "none").len(), FACTS_MAX);
        assert_eq!(missing("7 7 7", "none"), ["7"]);
    }
}
