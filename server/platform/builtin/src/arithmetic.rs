//! Calculates, with fend: exact fractions, units, no variables, no network, no random numbers.

use std::time::{Duration, Instant};

use crate::answer::{Answer, Skill, cite_work};
use crate::expression::Calculation;
use crate::markdown::{code, escape};
use crate::texts::{Texts, fill};

/// The result of a calculation.
#[derive(Debug, PartialEq)]
pub enum Outcome {
    Value {
        /// Rounded, unless `is_rounded` says that nothing was.
        value: String,
        is_rounded: bool,
        /// The same as a fraction, when the value was rounded and has one.
        exact: Option<String>,
    },
    /// Aborted after [`TIME_LIMIT`].
    TooMuch,
    NoExchangeRates,
    /// The calculator's own words, in English, as in the rest.
    DivisionByZero(String),
    Incompatible(String),
    Invalid(String),
}

/// Time limit of one evaluation. A calculation that a person types takes about a millisecond.
const TIME_LIMIT: Duration = Duration::from_millis(400);
/// Memory is taken only as far as it is used.
const STACK_BYTES: usize = 64 * 1024 * 1024;
/// Maximum number of digits shown; longer numbers are shortened in the middle.
const SHOWN_MAX_DIGITS: usize = 400;
const SHOWN_END_DIGITS: usize = 40;
const FRACTION_MAX_CHARS: usize = 40;

pub fn answer(calculation: &Calculation, texts: &Texts) -> Answer {
    let mut markdown = outcome_text(calculation, texts);
    if ["sin", "cos", "tan"].iter().any(|function| calculation.expression.contains(function))
        && !["deg", "°", "rad"].iter().any(|unit| calculation.expression.contains(unit))
    {
        markdown.push_str("\n\n");
        markdown.push_str(texts.radians);
    }
    let version = fend_core::get_version();
    markdown.push_str("\n\n");
    markdown.push_str(&fill(texts.calculated_by, &[("version", &version)]));

    Answer {
        skill: Skill::Arithmetic,
        markdown,
        citations: vec![cite_work(format!("fend {version}"), "https://printfn.github.io/fend/")],
        needs_model: false,
    }
}

/// Evaluates one expression, in bounded time.
pub fn evaluate(expression: &str) -> Outcome {
    let text = match run(expression) {
        Ok(text) => text,
        Err(reason) => return failure(reason),
    };
    let Some(value) = text.strip_prefix("approx. ") else {
        return Outcome::Value { value: tidy(&text), is_rounded: false, exact: None };
    };
    let exact = run(&format!("({expression}) to fraction"))
        .ok()
        .filter(|fraction| fraction.contains('/') && fraction.len() <= FRACTION_MAX_CHARS)
        .filter(|fraction| fraction.chars().all(|c| c.is_ascii_digit() || " -/".contains(c)));
    Outcome::Value { value: tidy(value), is_rounded: true, exact }
}

struct Deadline(Instant);

impl fend_core::Interrupt for Deadline {
    fn should_interrupt(&self) -> bool {
        self.0.elapsed() > TIME_LIMIT
    }
}

/// Runs the calculator on a thread of its own: it recurses into brackets and powers, and the longest accepted
/// expression nests deeper than an ordinary stack allows.
fn run(expression: &str) -> Result<String, String> {
    let calculate = || {
        let deadline = Deadline(Instant::now());
        let mut context = fend_core::Context::new();
        fend_core::evaluate_with_interrupt(expression, &mut context, &deadline)
            .map(|result| result.get_main_result().to_owned())
    };
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(STACK_BYTES);
        let stopped = || Err("the calculator stopped".to_owned());
        match thread.spawn_scoped(scope, calculate) {
            Ok(running) => running.join().unwrap_or_else(|_| stopped()),
            Err(_) => stopped(),
        }
    })
}

fn failure(reason: String) -> Outcome {
    match reason.as_str() {
        "interrupted" => Outcome::TooMuch,
        "division by zero" => Outcome::DivisionByZero(reason),
        text if text.contains("exchange rate") => Outcome::NoExchangeRates,
        text if text.starts_with("cannot convert from") => Outcome::Incompatible(reason),
        _ => Outcome::Invalid(reason),
    }
}

/// Formats units: fend writes `m / s`; people write `m/s`.
fn tidy(value: &str) -> String {
    value.replace(" / ", "/")
}

fn outcome_text(calculation: &Calculation, texts: &Texts) -> String {
    let expression = code(&calculation.expression);
    let expression = ("expression", expression.as_str());
    match &calculation.outcome {
        Outcome::Value { value, .. } if digits(value) > SHOWN_MAX_DIGITS => {
            let figures: Vec<char> = value.chars().filter(char::is_ascii_digit).collect();
            let start: String = figures[..SHOWN_END_DIGITS].iter().collect();
            let end: String = figures[figures.len() - SHOWN_END_DIGITS..].iter().collect();
            let count = figures.len().to_string();
            let values = [expression, ("start", &start), ("end", &end), ("digits", count.as_str())];
            fill(texts.long_number, &values)
        }
        Outcome::Value { value, exact: Some(exact), .. } => fill(
            texts.equals_exactly,
            &[expression, ("exact", &escape(exact)), ("value", &escape(value))],
        ),
        Outcome::Value { value, is_rounded: true, .. } => {
            fill(texts.roughly_equals, &[expression, ("value", &escape(value))])
        }
        Outcome::Value { value, .. } => {
            fill(texts.equals, &[expression, ("value", &escape(value))])
        }
        Outcome::TooMuch => fill(texts.too_much_to_calculate, &[expression]),
        Outcome::NoExchangeRates => texts.no_exchange_rates.to_owned(),
        Outcome::DivisionByZero(reason)
        | Outcome::Incompatible(reason)
        | Outcome::Invalid(reason) => {
            fill(texts.cannot_calculate, &[expression, ("reason", &escape(reason))])
        }
    }
}

fn digits(value: &str) -> usize {
    value.chars().filter(char::is_ascii_digit).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn english(text: &str) -> String {
        let calculation = Calculation::find(text).expect("a calculation");
        answer(&calculation, Texts::of("en")).markdown
    }

    #[test]
    fn an_exact_result_is_told_with_its_source() {
        let text = english("15% of 240");
        assert!(text.starts_with("`15% of 240` = **36**"), "{text}");
        assert!(text.contains("fend"));
    }

    #[test]
    fn a_rounded_result_is_told_as_rounded_and_exactly_when_it_is_a_fraction() {
        let text = english("3/7 + 1/9");
        assert!(text.starts_with("`3/7 + 1/9` = **34/63** ≈ 0.5396825397"), "{text}");
        assert!(english("sqrt(2)").starts_with("`sqrt(2)` ≈ **1.4142135624**"));
    }

    #[test]
    fn a_very_long_number_is_shown_by_its_ends() {
        let text = english("2^5000");
        assert!(text.contains("**1506 digits**: 1412467032"), "{text}");
        assert!(text.len() < 400);
    }

    #[test]
    fn radians_are_mentioned_only_where_they_matter() {
        assert!(english("sin(1)").contains("radians"));
        assert!(!english("sin(30 degrees)").contains("radians"));
    }

    #[test]
    fn every_language_says_why_something_cannot_be_calculated() {
        let calculation = Calculation::find("1/0").expect("a calculation");
        for texts in Texts::all() {
            assert!(answer(&calculation, texts).markdown.contains("division by zero"));
        }
    }
}
