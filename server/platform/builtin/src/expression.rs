//! Distinguishes calculations from prose, and converts them for the calculator.
//!
//! A text is a calculation only if it is made of numbers, operators and words that the
//! calculator knows: one unknown word, and it is prose. Dates, telephone numbers and ranges of
//! years look like calculations and are none, unless an "=" says so.

mod grammar;
mod lookalikes;
mod tokens;

use crate::arithmetic::{Outcome, evaluate};
use crate::texts::Texts;
use crate::words::{is_unspaced, strip_end, strip_start};
use tokens::{Token, read_tokens, write_tokens};

/// A calculation and its result.
#[derive(Debug, PartialEq)]
pub struct Calculation {
    /// The expression as the calculator read it.
    pub expression: String,
    pub outcome: Outcome,
}

/// Maximum length of an expression, in characters.
const EXPRESSION_MAX_CHARS: usize = 200;

/// The certainty that a calculation is wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Wanted {
    /// The text alone, without a question.
    Unsaid,
    /// An explicit question: "What is …", "… is how much".
    Asked,
    /// "… =": nothing else can be meant.
    Surely,
}

impl Calculation {
    /// Finds a calculation that is the whole of `text`.
    pub fn find(text: &str) -> Option<Self> {
        let text = text.trim();
        if text.contains('\n') || text.chars().count() > EXPRESSION_MAX_CHARS {
            return None;
        }
        let text = normalise(text);
        let text = turn_how_many(&text).unwrap_or(text);
        let (body, wanted) = strip_request(&text);
        if wanted < Wanted::Surely && lookalikes::is_lookalike(body, wanted == Wanted::Asked) {
            return None;
        }

        let tokens = read_tokens(&spell_out_chinese(body), wanted > Wanted::Unsaid)?;
        if !grammar::is_calculation(&tokens) {
            return None;
        }
        let tokens = grammar::relate_fraction(grammar::relate_percent(tokens));
        let tokens = grammar::group_divisors(tokens);
        let expression = write_tokens(&tokens);
        let has_words = tokens.iter().any(|token| matches!(token, Token::Word(_)));

        let mut outcome = evaluate(&expression);
        if matches!(&outcome, Outcome::Value { value, .. } if value.ends_with('%'))
            && grammar::mixes_percent(&tokens)
        {
            outcome = evaluate(&write_tokens(&grammar::spell_out_percent(&tokens)));
        }
        let is_answer = match &outcome {
            Outcome::Value { value, .. } => !same_number(value, &expression),
            Outcome::TooMuch | Outcome::DivisionByZero(_) => true,
            Outcome::NoExchangeRates | Outcome::Incompatible(_) => wanted > Wanted::Unsaid,
            // With words in it, this may just be a sentence.
            Outcome::Invalid(_) => wanted > Wanted::Unsaid && !has_words,
        };
        is_answer.then_some(Self { expression, outcome })
    }
}

/// Writes digits and operators of all scripts as ASCII.
fn normalise(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '×' | '✕' | '·' | '∙' | '＊' => plain.push('*'),
            '÷' | '／' => plain.push('/'),
            '−' | '–' | '－' => plain.push('-'),
            '＋' => plain.push('+'),
            '（' => plain.push('('),
            '）' => plain.push(')'),
            '％' | '٪' => plain.push('%'),
            '＝' => plain.push('='),
            '．' | '٫' => plain.push('.'),
            '，' | '٬' => plain.push(','),
            '？' | '؟' => plain.push('?'),
            '√' => plain.push_str(" sqrt "),
            '²' => plain.push_str("^2"),
            '³' => plain.push_str("^3"),
            '℃' => plain.push_str("°C"),
            '℉' => plain.push_str("°F"),
            '\u{a0}' | '\u{202f}' | '\u{3000}' => plain.push(' '),
            '\u{200e}' | '\u{200f}' => {}
            _ => plain.push(ascii_digit(c).unwrap_or(c)),
        }
    }
    plain
}

fn ascii_digit(c: char) -> Option<char> {
    let value = match u32::from(c) {
        point @ 0x0660..=0x0669 => point - 0x0660,
        point @ 0x06F0..=0x06F9 => point - 0x06F0,
        point @ 0xFF10..=0xFF19 => point - 0xFF10,
        _ => return None,
    };
    char::from_digit(value, 10)
}

/// Strips the words of a question ("what is", "= ?") and returns how certain the question is.
fn strip_request(text: &str) -> (&str, Wanted) {
    let mut wanted = Wanted::Unsaid;
    let mut body = text.trim_end_matches(['?', ' ', '。']);
    if let Some(rest) = body.strip_suffix('=') {
        (body, wanted) = (rest.trim_end(), Wanted::Surely);
    }
    for texts in Texts::all() {
        let phrases = &texts.listens_for;
        if let Some(rest) = strip_start(body, phrases.calculate) {
            body = rest.trim_start_matches([' ', ':', '：']);
            wanted = wanted.max(Wanted::Asked);
        }
        if let Some(rest) = strip_end(body, phrases.equals_what) {
            body = rest.trim_end();
            wanted = wanted.max(Wanted::Asked);
        }
    }
    (body.trim_end_matches('.'), wanted)
}

/// Turns "how many feet are in a mile" into "1 mile to feet =".
fn turn_how_many(text: &str) -> Option<String> {
    let asked = text.trim_end_matches(['?', ' ', '.']);
    Texts::all().into_iter().find_map(|texts| {
        let phrases = &texts.listens_for;
        let rest = strip_start(asked, phrases.how_many)?.trim_start();
        let (unit, whole) =
            rest.char_indices().filter(|(_, c)| *c == ' ').find_map(|(at, _)| {
                let whole = strip_start(rest[at..].trim_start(), phrases.how_many_in)?;
                Some((rest[..at].trim(), whole.trim()))
            })?;
        let one = strip_start(whole, &["a", "an", "one", "each", "the"]);
        let whole = one.map_or(whole.to_owned(), |rest| format!("1 {}", rest.trim()));
        let is_amount = whole.starts_with(|c: char| c.is_ascii_digit() || c == '.');
        is_amount.then(|| format!("{whole} to {unit} ="))
    })
}

/// Replaces Chinese operators and units in the text itself, because Chinese is written without spaces. Any Chinese left
/// over is prose, and stops tokenizing.
fn spell_out_chinese(text: &str) -> String {
    if !text.chars().any(is_unspaced) {
        return text.to_owned();
    }
    let mut text = text.to_owned();
    if let Some((whole, share)) = text.split_once('的')
        && share.trim_end().ends_with('%')
    {
        text = format!("{} of {}", share.trim(), whole.trim());
    }
    for (chinese, plain) in Texts::of("zh").listens_for.calculator_words {
        text = text.replace(chinese, plain);
    }
    text
}

/// Returns true if calculating changed nothing, so that there is nothing to answer.
fn same_number(value: &str, expression: &str) -> bool {
    let bare = |text: &str| text.replace([' ', ',', '(', ')'], "");
    bare(value) == bare(expression)
}

#[cfg(test)]
mod tests;
