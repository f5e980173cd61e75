//! The grammar of calculations, and the meaning of percent and "per".

use super::tokens::Token;

/// Words of ordinary sentences that the calculator would take for units: "am" is an attometre.
const PROSE: [&str; 40] = [
    "a", "am", "an", "and", "any", "are", "as", "at", "be", "but", "by", "did", "do", "for", "go",
    "had", "has", "he", "her", "his", "if", "is", "it", "me", "my", "no", "not", "on", "or", "our",
    "she", "so", "than", "the", "then", "they", "us", "was", "we", "you",
];
const CONVERSIONS: [&str; 2] = ["to", "in"];
const OPERATORS: [&str; 8] = ["mod", "of", "off", "choose", "nCr", "permute", "nPr", "per"];
const FUNCTIONS: [&str; 17] = [
    "sqrt", "cbrt", "sin", "cos", "tan", "asin", "acos", "atan", "sinh", "cosh", "tanh", "ln",
    "log", "log2", "log10", "exp", "abs",
];
const CONSTANTS: [&str; 3] = ["pi", "π", "e"];

/// Maximum nesting depth of brackets.
const BRACKETS_MAX: usize = 8;

/// Returns true if there is something to calculate and to calculate with. Ignores the meaning.
pub fn is_calculation(tokens: &[Token]) -> bool {
    let has_prose = tokens.iter().any(|token| match token {
        Token::Word(word) => word == "I" || PROSE.contains(&word.to_lowercase().as_str()),
        _ => false,
    });
    let is_word_of = |token: &Token, words: &[&str]| words.iter().any(|word| token.is_word(word));
    let has_number = tokens
        .iter()
        .any(|token| matches!(token, Token::Number(_)) || is_word_of(token, &CONSTANTS));
    let has_operation = tokens.iter().enumerate().any(|(index, token)| {
        let inside = index > 0 && index + 1 < tokens.len();
        (inside && token.is_sign("+-*/^%"))
            || (index > 0 && token.is_sign("!"))
            || (inside && (is_word_of(token, &CONVERSIONS) || is_word_of(token, &OPERATORS)))
            || is_word_of(token, &FUNCTIONS)
    });
    let begins_well = match tokens.first() {
        Some(Token::Number(_)) => true,
        Some(Token::Sign(sign)) => "(-+".contains(*sign),
        Some(word) => is_word_of(word, &FUNCTIONS) || is_word_of(word, &CONSTANTS),
        None => false,
    };
    let converts_to_number = match tokens {
        [.., word, Token::Number(_)] => is_word_of(word, &CONVERSIONS), // "2 in 1"
        _ => false,
    };
    has_number
        && has_operation
        && begins_well
        && !has_prose
        && !converts_to_number
        && !is_too_deep(tokens)
}

/// Returns true if brackets nest too deep: the calculator's parser takes twice as long with each level, and cannot be
/// interrupted while it parses.
fn is_too_deep(tokens: &[Token]) -> bool {
    let mut open = 0_usize;
    tokens.iter().any(|token| {
        match token {
            Token::Sign('(') => open += 1,
            Token::Sign(')') => open = open.saturating_sub(1),
            _ => {}
        }
        open > BRACKETS_MAX
    })
}

/// Interprets `200 + 10%` and `10% off 200` as a shop does: as a share of the adjacent number.
pub fn relate_percent(tokens: Vec<Token>) -> Vec<Token> {
    if let [share @ Token::Number(_), Token::Sign('%'), off, whole @ ..] = tokens.as_slice()
        && off.is_word("off")
        && !whole.is_empty()
    {
        return part_of(whole, '-', share);
    }
    if let [whole @ .., Token::Sign(sign @ ('+' | '-')), share @ Token::Number(_), Token::Sign('%')] =
        tokens.as_slice()
        && !whole.is_empty()
        && !whole.iter().any(|token| token.is_sign("%") || matches!(token, Token::Word(_)))
        && !whole.last().is_some_and(|token| token.is_sign("+-*/^("))
    {
        return part_of(whole, *sign, share);
    }
    tokens
}

/// Reads `1/3 of 90` as a product. "3 of 5" stays prose.
pub fn relate_fraction(mut tokens: Vec<Token>) -> Vec<Token> {
    if let [Token::Number(_), slash, Token::Number(_), of, Token::Number(_), ..] = tokens.as_slice()
        && slash.is_sign("/")
        && of.is_word("of")
    {
        tokens[3] = Token::Sign('*');
    }
    tokens
}

/// Returns true if there are numbers beside the percentages, so that the result should be a number too: nobody wants
/// `1000 * 3%` to be `3000%`.
pub fn mixes_percent(tokens: &[Token]) -> bool {
    let follows = |index: usize| tokens.get(index + 1).is_some_and(|next| next.is_sign("%"));
    tokens
        .iter()
        .enumerate()
        .any(|(index, token)| matches!(token, Token::Number(_)) && !follows(index))
}

/// Writes `3%` as `(3/100)`.
pub fn spell_out_percent(tokens: &[Token]) -> Vec<Token> {
    let mut spelt = Vec::with_capacity(tokens.len() + 8);
    for token in tokens {
        match (token, spelt.pop()) {
            (Token::Sign('%'), Some(number @ Token::Number(_))) => spelt.extend([
                Token::Sign('('),
                number,
                Token::Sign('/'),
                Token::Number("100".into()),
                Token::Sign(')'),
            ]),
            (token, before) => {
                spelt.extend(before);
                spelt.push(token.clone());
            }
        }
    }
    spelt
}

fn part_of(whole: &[Token], sign: char, share: &Token) -> Vec<Token> {
    let mut tokens = whole.to_vec();
    tokens.extend([Token::Sign(sign), share.clone(), Token::Sign('%'), Token::Word("of".into())]);
    if whole.len() == 1 {
        tokens.extend_from_slice(whole);
    } else {
        tokens.push(Token::Sign('('));
        tokens.extend_from_slice(whole);
        tokens.push(Token::Sign(')'));
    }
    tokens
}

/// Brackets everything after "unit /": `100 km / 2 hours` means `100 km / (2 hours)`, but the calculator would multiply
/// by the hours.
pub fn group_divisors(tokens: Vec<Token>) -> Vec<Token> {
    let is_unit = |token: &Token| match token {
        Token::Word(word) => ![&CONVERSIONS[..], &OPERATORS, &FUNCTIONS]
            .iter()
            .any(|words| words.contains(&word.as_str())),
        _ => false,
    };
    let mut grouped = Vec::with_capacity(tokens.len() + 2);
    let mut index = 0;
    while index < tokens.len() {
        if let [unit, slash, number @ Token::Number(_), divisor, ..] = &tokens[index..]
            && is_unit(unit)
            && (slash.is_sign("/") || slash.is_word("per"))
            && is_unit(divisor)
        {
            grouped.extend([unit.clone(), Token::Sign('/'), Token::Sign('('), number.clone()]);
            grouped.extend([divisor.clone(), Token::Sign(')')]);
            index += 4;
        } else {
            grouped.push(tokens[index].clone());
            index += 1;
        }
    }
    grouped
}
