//! Parts a text into sentences and their words, in any language that Unicode can segment.

use rust_stemmers::{Algorithm, Stemmer};
use unicode_segmentation::UnicodeSegmentation;

use crate::words::is_unspaced;

/// A sentence, and the number of its paragraph.
#[derive(Debug, PartialEq, Eq)]
pub struct Sentence {
    pub text: String,
    pub paragraph: usize,
}

/// Minimum length in characters of a wrapped line. A shorter line is a heading, a longer one was wrapped by its sender.
const WRAPPED_LINE_MIN_CHARS: usize = 40;

/// Abbreviations after which a full stop does not end a sentence.
const ABBREVIATIONS: [&str; 34] = [
    "mr.", "mrs.", "ms.", "dr.", "prof.", "st.", "jr.", "sr.", "vs.", "etc.", "e.g.", "i.e.",
    "cf.", "no.", "vol.", "fig.", "approx.", "dept.", "est.", "inc.", "ltd.", "co.", "corp.",
    "gen.", "col.", "lt.", "sgt.", "capt.", "gov.", "sen.", "rep.", "z.b.", "p.", "pp.",
];

/// Splits `text` into at most `limit` sentences. Code blocks are left out.
pub fn split(text: &str, limit: usize) -> Vec<Sentence> {
    let mut sentences = Vec::new();
    for (paragraph, block) in paragraphs(text).into_iter().enumerate() {
        for sentence in sentences_of(&block) {
            if sentences.len() == limit {
                return sentences;
            }
            sentences.push(Sentence { text: sentence, paragraph });
        }
    }
    sentences
}

/// Splits a text into paragraphs: wrapped lines are joined, headings and items are separate.
fn paragraphs(text: &str) -> Vec<String> {
    let mut blocks: Vec<String> = Vec::new();
    let (mut joins, mut in_code) = (false, false);
    for line in text.lines().map(str::trim) {
        if line.starts_with("```") || line.starts_with("~~~") {
            (in_code, joins) = (!in_code, false);
            continue;
        }
        if in_code || line.is_empty() {
            joins = false;
            continue;
        }
        match blocks.last_mut() {
            Some(block) if joins && !begins_a_block(line) => {
                block.push(' ');
                block.push_str(line);
            }
            _ => blocks.push(without_marker(line).to_owned()),
        }
        joins = line.chars().count() >= WRAPPED_LINE_MIN_CHARS && !line.starts_with('#');
    }
    blocks
}

fn begins_a_block(line: &str) -> bool {
    without_marker(line).len() != line.len()
}

/// Returns a line without the "#", "-", ">" or "1." that makes it a heading or an item.
fn without_marker(line: &str) -> &str {
    let digits = line.bytes().take_while(u8::is_ascii_digit).count();
    let marker = match line[digits..].chars().next() {
        Some('.' | ')') if digits > 0 && digits <= 3 => digits + 1,
        Some('#' | '-' | '*' | '>' | '•' | '+') if digits == 0 => {
            line.len() - line.trim_start_matches(['#', '-', '*', '>', '•', '+']).len()
        }
        _ => return line,
    };
    let rest = &line[marker..];
    if rest.starts_with(' ') { rest.trim_start() } else { line }
}

fn sentences_of(block: &str) -> Vec<String> {
    let mut sentences: Vec<String> = Vec::new();
    let mut joins = false;
    for piece in block.split_sentence_bounds().map(str::trim).filter(|piece| !piece.is_empty()) {
        match sentences.last_mut() {
            Some(sentence) if joins => {
                sentence.push(' ');
                sentence.push_str(piece);
            }
            _ => sentences.push(piece.to_owned()),
        }
        joins = ends_in_abbreviation(piece);
    }
    sentences
}

fn ends_in_abbreviation(piece: &str) -> bool {
    let Some(word) = piece.split_whitespace().next_back() else { return false };
    let word = word.trim_start_matches(['(', '"', '“', '\'']).to_lowercase();
    let is_initial = word.chars().count() == 2
        && word.ends_with('.')
        && word.starts_with(char::is_alphabetic)
        && !word.starts_with(is_unspaced);
    is_initial || ABBREVIATIONS.contains(&word.as_str())
}

/// Extracts comparable terms from sentences: stems if there is a stemmer for the language, pairs of characters if words
/// are not separated by spaces.
pub struct Terms {
    stemmer: Option<Stemmer>,
    function_words: &'static [&'static str],
}

impl Terms {
    /// Chooses by the script, or else by which language's smallest words occur most.
    pub fn for_text(text: &str) -> Self {
        let sample: Vec<String> =
            text.unicode_words().take(600).map(|word| word.to_lowercase()).collect();
        let letters = |range: std::ops::RangeInclusive<char>| {
            sample.iter().filter(|word| word.starts_with(|c| range.contains(&c))).count() * 2
                > sample.len()
        };
        for (range, algorithm) in [
            ('\u{0600}'..='\u{06FF}', Algorithm::Arabic),
            ('\u{0400}'..='\u{04FF}', Algorithm::Russian),
            ('\u{0370}'..='\u{03FF}', Algorithm::Greek),
            ('\u{0B80}'..='\u{0BFF}', Algorithm::Tamil),
        ] {
            if letters(range) {
                return Self { stemmer: Some(Stemmer::create(algorithm)), function_words: &[] };
            }
        }
        let count = |words: &[&str]| sample.iter().filter(|w| words.contains(&w.as_str())).count();
        match LANGUAGES.iter().max_by_key(|(_, words)| count(words)) {
            Some((algorithm, words)) if count(words) * 20 > sample.len() => {
                Self { stemmer: Some(Stemmer::create(*algorithm)), function_words: words }
            }
            _ => Self { stemmer: None, function_words: &[] },
        }
    }

    pub fn of(&self, sentence: &str) -> Vec<String> {
        let mut terms = Vec::new();
        let mut before: Option<char> = None;
        for word in sentence.unicode_words() {
            let first = word.chars().next().filter(|c| is_unspaced(*c));
            if first.is_some() {
                // Unicode splits these scripts by character, so pairs serve as words.
                for c in word.chars() {
                    if let Some(before) = before {
                        terms.push(format!("{before}{c}"));
                    }
                    before = Some(c);
                }
                continue;
            }
            before = None;
            let word = word.to_lowercase();
            if self.function_words.contains(&word.as_str()) {
                continue;
            }
            terms.push(match &self.stemmer {
                Some(stemmer) => stemmer.stem(&word).into_owned(),
                None => word,
            });
        }
        terms
    }
}

/// The commonest small words of the languages there are stemmers for.
const LANGUAGES: [(Algorithm, &[&str]); 14] = [
    (
        Algorithm::English,
        &[
            "the", "of", "and", "to", "a", "in", "is", "that", "it", "was", "for", "on", "are",
            "as", "with", "his", "they", "at", "be", "this", "have", "from", "or", "had", "by",
            "not", "but", "we", "an", "were", "which", "been", "has", "will", "would", "their",
            "its", "i", "you", "he", "she", "who", "can", "if", "there", "than", "so", "no",
        ],
    ),
    (
        Algorithm::French,
        &[
            "le", "la", "les", "de", "des", "du", "et", "un", "une", "est", "que", "qui", "dans",
            "pour", "pas", "sur", "au", "avec", "ce", "il", "elle", "sont", "par", "plus", "en",
            "ne", "se", "aux", "nous", "vous", "cette", "ces", "mais", "ou", "leur", "été",
        ],
    ),
    (
        Algorithm::German,
        &[
            "der", "die", "das", "und", "ist", "nicht", "ein", "eine", "zu", "den", "von", "mit",
            "sich", "des", "auf", "für", "im", "dem", "es", "als", "auch", "werden", "wird", "aus",
            "sind", "bei", "einer", "einen", "hat", "dass", "nach", "oder", "er", "sie",
        ],
    ),
    (
        Algorithm::Spanish,
        &[
            "el", "la", "los", "las", "de", "que", "y", "en", "un", "una", "es", "por", "con",
            "para", "no", "se", "del", "al", "su", "lo", "como", "más", "pero", "sus", "fue",
            "este", "esta", "ha", "son", "también", "o", "le",
        ],
    ),
    (
        Algorithm::Portuguese,
        &[
            "o", "os", "as", "de", "que", "e", "em", "um", "uma", "é", "por", "com", "para", "não",
            "se", "do", "da", "dos", "das", "no", "na", "ao", "mais", "foi", "como", "são", "mas",
            "seu", "sua", "pelo", "pela",
        ],
    ),
    (
        Algorithm::Italian,
        &[
            "il", "lo", "la", "gli", "le", "di", "che", "e", "un", "una", "è", "per", "con", "non",
            "si", "del", "della", "dei", "delle", "in", "al", "nel", "nella", "sono", "più",
            "anche", "come", "da", "ha", "questo", "ma",
        ],
    ),
    (
        Algorithm::Dutch,
        &[
            "de", "het", "een", "en", "van", "is", "dat", "niet", "in", "op", "te", "met", "voor",
            "zijn", "aan", "er", "door", "ook", "als", "bij", "uit", "maar", "naar", "wordt", "om",
            "werd", "deze", "dit", "die",
        ],
    ),
    (
        Algorithm::Swedish,
        &["och", "att", "det", "är", "som", "en", "på", "av", "för", "med", "inte", "ett", "den"],
    ),
    (
        Algorithm::Danish,
        &["og", "at", "det", "er", "som", "en", "på", "af", "for", "med", "ikke", "et", "den"],
    ),
    (
        Algorithm::Norwegian,
        &["og", "at", "det", "er", "som", "en", "på", "av", "for", "med", "ikke", "et", "den"],
    ),
    (
        Algorithm::Finnish,
        &["ja", "on", "ei", "se", "että", "hän", "oli", "ovat", "mutta", "joka", "myös", "kun"],
    ),
    (
        Algorithm::Hungarian,
        &["a", "az", "és", "hogy", "nem", "egy", "is", "van", "ez", "volt", "meg", "csak", "mint"],
    ),
    (
        Algorithm::Romanian,
        &["și", "de", "la", "în", "a", "cu", "nu", "este", "pe", "un", "o", "că", "care", "din"],
    ),
    (
        Algorithm::Turkish,
        &["ve", "bir", "bu", "da", "de", "için", "ile", "olarak", "daha", "çok", "gibi", "olan"],
    ),
];

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(text: &str) -> Vec<String> {
        split(text, 100).into_iter().map(|sentence| sentence.text).collect()
    }

    #[test]
    fn an_abbreviation_does_not_end_a_sentence() {
        assert_eq!(
            texts("Dr. Smith met J. Doe, i.e. him. They left."),
            ["Dr. Smith met J. Doe, i.e. him.", "They left."]
        );
    }

    #[test]
    fn wrapped_lines_are_one_sentence_and_headings_and_items_stand_alone() {
        let text = "# Title\nThis sentence is long enough that somebody\nwrapped it over two lines.\n\n- One item\n- Two items\n";
        assert_eq!(
            texts(text),
            [
                "Title",
                "This sentence is long enough that somebody wrapped it over two lines.",
                "One item",
                "Two items"
            ]
        );
    }

    #[test]
    fn chinese_and_arabic_are_parted_at_their_own_marks() {
        assert_eq!(texts("今天下雨。我们在家！"), ["今天下雨。", "我们在家！"]);
        assert_eq!(texts("هل تمطر؟ نعم."), ["هل تمطر؟", "نعم."]);
    }

    #[test]
    fn code_is_no_sentence() {
        assert_eq!(
            texts("Before it.\n```\nlet a = 1;\n```\nAfter it."),
            ["Before it.", "After it."]
        );
    }

    #[test]
    fn forms_of_one_word_are_one_term() {
        let text = "The houses of the city and the house by the river are in the sun.";
        let terms = Terms::for_text(text).of(text);
        assert_eq!(terms.iter().filter(|term| *term == "hous").count(), 2);
        assert!(!terms.contains(&"the".to_owned()));
    }

    #[test]
    fn chinese_terms_are_pairs_of_characters() {
        assert_eq!(Terms::for_text("北京大学").of("北京大学"), ["北京", "京大", "大学"]);
    }
}
