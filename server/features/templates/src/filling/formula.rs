//! Calculations: `+ - * /`, parentheses, numbers, names of fields, and `sum(list.column)`. Numbers are decimal, with six
//! places, so that sums of money are exact (decision 1085).

/// A number with six decimal places.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Decimal(i128);

const ONE: i128 = 1_000_000;
const PLACES: usize = 6;
/// Digits before the point, at most.
const DIGITS_MAX: usize = 15;

impl Decimal {
    pub const ZERO: Self = Self(0);

    /// Parses `-1200.50`. Nothing else is understood: whether a comma separates thousands or cents differs.
    pub fn parse(text: &str) -> Option<Self> {
        let text = text.trim();
        let (is_negative, digits) = match text.strip_prefix('-') {
            Some(digits) => (true, digits),
            None => (false, text),
        };
        let (whole, part) = digits.split_once('.').unwrap_or((digits, "0"));
        let is_digits = |text: &str, max: usize| {
            (1..=max).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit())
        };
        if !is_digits(whole, DIGITS_MAX) || !is_digits(part, PLACES) {
            return None;
        }
        let part: i128 = format!("{part:0<PLACES$}").parse().ok()?;
        let number = whole.parse::<i128>().ok()? * ONE + part;
        Some(Self(if is_negative { -number } else { number }))
    }

    /// Returns the number as a document shows an amount: rounded to two places, half away from zero.
    pub fn to_amount(self) -> String {
        let cent = ONE.unsigned_abs() / 100;
        let cents = (self.0.unsigned_abs() + cent / 2) / cent;
        let sign = if self.0 < 0 && cents > 0 { "-" } else { "" };
        format!("{sign}{}.{:02}", cents / 100, cents % 100)
    }

    fn add(self, other: Self) -> Option<Self> {
        self.0.checked_add(other.0).map(Self)
    }

    fn subtract(self, other: Self) -> Option<Self> {
        self.0.checked_sub(other.0).map(Self)
    }

    fn multiply(self, other: Self) -> Option<Self> {
        Some(Self(self.0.checked_mul(other.0)? / ONE))
    }

    fn divide(self, other: Self) -> Option<Self> {
        self.0.checked_mul(ONE)?.checked_div(other.0).map(Self)
    }
}

/// A parsed calculation.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Formula(Term);

#[derive(Debug, PartialEq, Eq)]
enum Term {
    Number(Decimal),
    Name(String),
    Sum(String, String),
    Binary(char, Box<Term>, Box<Term>),
}

/// The numbers that a calculation refers to.
pub(crate) trait Numbers {
    /// Returns the number of a field; an empty one is 0.
    fn number(&self, name: &str) -> Option<Decimal>;
    /// Returns the numbers of a column.
    fn column(&self, list: &str, column: &str) -> Vec<Decimal>;
}

impl Formula {
    /// Parses a calculation; `None` if it is none.
    pub fn parse(text: &str) -> Option<Self> {
        let tokens = tokens(text)?;
        let mut parser = Parser { tokens: &tokens, depth: 0 };
        let term = parser.sum()?;
        parser.tokens.is_empty().then_some(Self(term))
    }

    /// Returns the fields that it refers to, those in sums with their list.
    pub fn names(&self) -> Vec<(Option<&str>, &str)> {
        let mut names = Vec::new();
        collect(&self.0, &mut names);
        names
    }

    /// Returns the result; `None` for a division by zero, a number that is none, or one that is too large.
    pub fn evaluate(&self, numbers: &impl Numbers) -> Option<Decimal> {
        evaluate(&self.0, numbers)
    }
}

fn collect<'a>(term: &'a Term, names: &mut Vec<(Option<&'a str>, &'a str)>) {
    match term {
        Term::Number(_) => {}
        Term::Name(name) => names.push((None, name)),
        Term::Sum(list, column) => names.push((Some(list), column)),
        Term::Binary(_, left, right) => {
            collect(left, names);
            collect(right, names);
        }
    }
}

fn evaluate(term: &Term, numbers: &impl Numbers) -> Option<Decimal> {
    match term {
        Term::Number(number) => Some(*number),
        Term::Name(name) => numbers.number(name),
        Term::Sum(list, column) => {
            numbers.column(list, column).into_iter().try_fold(Decimal::ZERO, Decimal::add)
        }
        Term::Binary(operator, left, right) => {
            let (left, right) = (evaluate(left, numbers)?, evaluate(right, numbers)?);
            match operator {
                '+' => left.add(right),
                '-' => left.subtract(right),
                '*' => left.multiply(right),
                _ => left.divide(right),
            }
        }
    }
}

#[derive(Debug, PartialEq, Eq)]
enum Token {
    Number(Decimal),
    Name(String),
    Sign(char),
}

fn tokens(text: &str) -> Option<Vec<Token>> {
    let mut tokens = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let is_number = first.is_ascii_digit();
        let is_word = first.is_ascii_alphabetic();
        let belongs = |one: char| match is_number {
            true => one.is_ascii_digit() || one == '.',
            false => one.is_ascii_alphanumeric() || one == '_',
        };
        let end = match is_number || is_word {
            true => rest.find(|one: char| !belongs(one)).unwrap_or(rest.len()),
            false => first.len_utf8(),
        };
        let (token, after) = rest.split_at(end);
        tokens.push(match (is_number, is_word) {
            (true, _) => Token::Number(Decimal::parse(token)?),
            (_, true) => Token::Name(token.to_owned()),
            _ if "+-*/().".contains(first) => Token::Sign(first),
            _ => return None,
        });
        rest = after.trim_start();
    }
    Some(tokens)
}

struct Parser<'a> {
    tokens: &'a [Token],
    depth: usize,
}

/// Parentheses and signs in each other, at most.
const DEPTH_MAX: usize = 20;

impl Parser<'_> {
    fn takes(&mut self, sign: char) -> bool {
        match self.tokens.split_first() {
            Some((Token::Sign(first), rest)) if *first == sign => {
                self.tokens = rest;
                true
            }
            _ => false,
        }
    }

    fn name(&mut self) -> Option<String> {
        let (Token::Name(name), rest) = self.tokens.split_first()? else { return None };
        self.tokens = rest;
        Some(name.clone())
    }

    fn sum(&mut self) -> Option<Term> {
        let mut left = self.product()?;
        loop {
            let operator = if self.takes('+') {
                '+'
            } else if self.takes('-') {
                '-'
            } else {
                return Some(left);
            };
            left = Term::Binary(operator, Box::new(left), Box::new(self.product()?));
        }
    }

    fn product(&mut self) -> Option<Term> {
        let mut left = self.factor()?;
        loop {
            let operator = if self.takes('*') {
                '*'
            } else if self.takes('/') {
                '/'
            } else {
                return Some(left);
            };
            left = Term::Binary(operator, Box::new(left), Box::new(self.factor()?));
        }
    }

    fn factor(&mut self) -> Option<Term> {
        if self.takes('-') {
            let zero = Box::new(Term::Number(Decimal::ZERO));
            self.depth += 1;
            let inner = if self.depth > DEPTH_MAX { return None } else { self.factor()? };
            self.depth -= 1;
            return Some(Term::Binary('-', zero, Box::new(inner)));
        }
        if self.takes('(') {
            self.depth += 1;
            let inner = if self.depth > DEPTH_MAX { return None } else { self.sum()? };
            self.depth -= 1;
            return self.takes(')').then_some(inner);
        }
        if let Some((Token::Number(number), rest)) = self.tokens.split_first() {
            let number = *number;
            self.tokens = rest;
            return Some(Term::Number(number));
        }
        let name = self.name()?;
        if name == "sum" && self.takes('(') {
            let list = self.name()?;
            let column = if self.takes('.') { self.name()? } else { return None };
            return self.takes(')').then_some(Term::Sum(list, column));
        }
        Some(Term::Name(name))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Two;

    impl Numbers for Two {
        fn number(&self, name: &str) -> Option<Decimal> {
            (name == "two").then_some(Decimal(2 * ONE))
        }

        fn column(&self, _: &str, _: &str) -> Vec<Decimal> {
            ["0.1", "0.2"].iter().filter_map(|text| Decimal::parse(text)).collect()
        }
    }

    fn result(text: &str) -> Option<String> {
        Some(Formula::parse(text)?.evaluate(&Two)?.to_amount())
    }

    #[test]
    fn products_come_before_sums_and_money_is_exact() {
        for (text, wanted) in [
            ("1 + 2 * 3", "7.00"),
            ("(1 + 2) * -two", "-6.00"),
            ("sum(items.price) * 100", "30.00"),
            ("10 / 4", "2.50"),
            ("1 / 3 * 3", "1.00"),
            ("0.005", "0.01"),
            ("-0.004", "0.00"),
            ("1.005 * 100", "100.50"),
        ] {
            assert_eq!(result(text).as_deref(), Some(wanted), "{text}");
        }
    }

    #[test]
    fn what_has_no_result_has_none() {
        for text in [
            "1 / 0",
            "nothing",
            "1 +",
            "(1",
            "1)",
            "a b",
            "sum(a)",
            "1 % 2",
            "2..3",
            "999999999999999 * 999999999999999 * 999999999999999",
        ] {
            assert_eq!(result(text), None, "{text}");
        }
        assert!(Formula::parse(&format!("{}1{}", "(".repeat(90), ")".repeat(90))).is_none());
        assert!(Formula::parse(&format!("{}1", "-".repeat(190))).is_none());
    }

    #[test]
    fn a_number_has_a_point_and_nothing_else() {
        for wrong in ["", "1,000", "1e3", "٣", "+1", "1.", ".5", "1.1234567", "--1", "1 0"] {
            assert_eq!(Decimal::parse(wrong), None, "{wrong}");
        }
        assert_eq!(Decimal::parse(" -1.50 "), Some(Decimal(-1_500_000)));
    }
}
