//! The pieces of a calculation: reading them from text, writing them for the calculator.

use crate::texts::Texts;

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Token {
    Number(String),
    Word(String),
    Sign(char),
}

impl Token {
    pub fn is_word(&self, word: &str) -> bool {
        matches!(self, Self::Word(own) if own == word)
    }

    pub fn is_sign(&self, signs: &str) -> bool {
        matches!(self, Self::Sign(own) if signs.contains(*own))
    }
}

/// Splits `text` into tokens. `None` if it contains anything that cannot be part of a calculation.
///
/// With `asked`, an "x" between numbers is a multiplication; a bare "4x4" is a car.
pub fn read_tokens(text: &str, asked: bool) -> Option<Vec<Token>> {
    let mut tokens = Vec::new();
    let mut rest = text.trim();
    while let Some(first) = rest.chars().next() {
        let length = if first.is_whitespace() {
            first.len_utf8()
        } else if first.is_ascii_digit() || is_point_of_number(rest) {
            let number = number_at(rest)?;
            tokens.push(Token::Number(number.replace(',', "")));
            number.len()
        } else if first.is_alphabetic() || first == '°' {
            let end = |c: char| !(c.is_alphanumeric() || c == '°');
            let word = &rest[..rest.find(end).unwrap_or(rest.len())];
            push_word(&mut tokens, word, asked);
            word.len()
        } else if "+-*/^%()!'\"".contains(first) {
            tokens.push(Token::Sign(first));
            first.len_utf8()
        } else {
            return None;
        };
        rest = &rest[length..];
    }
    Some(replace_phrases(tokens))
}

/// Writes tokens the way a person would: `3/7 + 1/9`, `15% of 240`, `5 km/h to m/s`.
pub fn write_tokens(tokens: &[Token]) -> String {
    let mut written = String::new();
    for (index, token) in tokens.iter().enumerate() {
        let before = index.checked_sub(1).and_then(|index| tokens.get(index));
        if before.is_some_and(|_| is_spaced(tokens, index)) {
            written.push(' ');
        }
        match token {
            Token::Number(text) | Token::Word(text) => written.push_str(text),
            Token::Sign(sign) => written.push(*sign),
        }
    }
    written
}

fn is_point_of_number(rest: &str) -> bool {
    let mut chars = rest.chars();
    chars.next() == Some('.') && chars.next().is_some_and(|c| c.is_ascii_digit())
}

/// Returns the number at the beginning of `rest`: `1,234.5`, `1e-3`, `0x1F`. `None` for `1.2.3` and `1,2`.
fn number_at(rest: &str) -> Option<&str> {
    let bytes = rest.as_bytes();
    let digits = |from: usize| bytes[from..].iter().take_while(|b| b.is_ascii_digit()).count();
    if let Some(prefix) = rest.get(..2)
        && ["0x", "0b", "0o"].contains(&prefix)
    {
        let length = bytes[2..].iter().take_while(|b| b.is_ascii_hexdigit()).count();
        return (length > 0).then(|| &rest[..2 + length]);
    }

    let mut end = digits(0);
    while bytes.get(end) == Some(&b',') {
        // A comma parts thousands; a decimal comma would be read wrongly by half the world.
        if digits(end + 1) != 3 {
            return None;
        }
        end += 4;
    }
    if bytes.get(end) == Some(&b'.') && digits(end + 1) > 0 {
        end += 1 + digits(end + 1);
    }
    if matches!(bytes.get(end), Some(b'e' | b'E')) {
        let sign = usize::from(matches!(bytes.get(end + 1), Some(b'+' | b'-')));
        let power = if end + 1 + sign <= bytes.len() { digits(end + 1 + sign) } else { 0 };
        if power > 0 {
            end += 1 + sign + power;
        }
    }
    let goes_on = bytes.get(end) == Some(&b'.') && digits(end + 1) > 0;
    (!goes_on && bytes.get(end) != Some(&b',')).then(|| &rest[..end])
}

fn push_word(tokens: &mut Vec<Token>, word: &str, asked: bool) {
    let after_number = matches!(tokens.last(), Some(Token::Number(_) | Token::Sign(')')));
    if after_number && word.eq_ignore_ascii_case("x") {
        tokens.push(Token::Sign('*'));
        return;
    }
    if asked
        && after_number
        && let Some(factor) = word.strip_prefix(['x', 'X'])
        && factor.bytes().all(|b| b.is_ascii_digit())
    {
        tokens.extend([Token::Sign('*'), Token::Number(factor.to_owned())]);
        return;
    }
    tokens.push(Token::Word(word.to_owned()));
}

/// Replaces "divided by" by "/" and so on, in the languages that part words by spaces.
fn replace_phrases(tokens: Vec<Token>) -> Vec<Token> {
    let mut replaced = Vec::with_capacity(tokens.len());
    let mut rest = tokens.as_slice();
    while let Some(first) = rest.first() {
        match longest_phrase(rest) {
            Some((length, plain)) => {
                replaced.extend(plain_tokens(plain));
                rest = &rest[length..];
            }
            None => {
                replaced.push(first.clone());
                rest = &rest[1..];
            }
        }
    }
    replaced
}

fn longest_phrase(tokens: &[Token]) -> Option<(usize, &'static str)> {
    let spoken = ["en", "ar"].map(|language| Texts::of(language).listens_for.calculator_words);
    spoken
        .into_iter()
        .flatten()
        .filter_map(|(phrase, plain)| Some((phrase_length(tokens, phrase)?, *plain)))
        .max_by_key(|(length, _)| *length)
}

/// Returns the number of tokens that `phrase` matches at the beginning of `tokens`.
fn phrase_length(tokens: &[Token], phrase: &str) -> Option<usize> {
    let mut length = 0;
    for wanted in phrase.split(' ') {
        match tokens.get(length)? {
            Token::Word(word) if word.to_lowercase() == wanted => length += 1,
            _ => return None,
        }
    }
    Some(length)
}

fn plain_tokens(plain: &str) -> Vec<Token> {
    let mut tokens = Vec::new();
    for piece in plain.split(' ') {
        match piece {
            "^2" | "^3" => {
                tokens.extend([Token::Sign('^'), Token::Number(piece[1..].to_owned())]);
            }
            "% of" | "%" | "+" | "-" | "*" | "/" | "^" | "!" => {
                tokens.extend(piece.chars().next().map(Token::Sign));
            }
            word => tokens.push(Token::Word(word.to_owned())),
        }
    }
    tokens
}

fn is_spaced(tokens: &[Token], index: usize) -> bool {
    let (before, token) = (&tokens[index - 1], &tokens[index]);
    if token.is_sign(")%!^'\"") || before.is_sign("(^") || is_unary(tokens, index - 1) {
        return false;
    }
    if token.is_sign("(") {
        return !matches!(before, Token::Word(word) if !matches!(word.as_str(), "of" | "to" | "in"));
    }
    // "km/h" and "3/7", but "(1 + 2) / 3".
    let slash = if token.is_sign("/") { index } else { index - 1 };
    if tokens[slash].is_sign("/") && slash > 0 && slash + 1 < tokens.len() {
        let sides = [&tokens[slash - 1], &tokens[slash + 1]];
        return !sides.iter().all(|side| matches!(side, Token::Number(_)))
            && !sides.iter().all(|side| matches!(side, Token::Word(_)));
    }
    true
}

fn is_unary(tokens: &[Token], index: usize) -> bool {
    tokens[index].is_sign("+-")
        && (index == 0
            || tokens[index - 1].is_sign("+-*/^(")
            || ["of", "to"].iter().any(|word| tokens[index - 1].is_word(word)))
}
