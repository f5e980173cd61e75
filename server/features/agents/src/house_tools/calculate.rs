//! A calculator: models guess at arithmetic, this does not.

use async_trait::async_trait;
use generation::{Tool, ToolError, ToolOutput, ToolScope};
use providers::ToolSpec;
use serde_json::{Value, json};

use crate::house_tools::names::CALCULATE;
use crate::house_tools::web::text_of;

/// Longest expression, and how deep its brackets may be.
const EXPRESSION_MAX_CHARS: usize = 2_000;
const DEPTH_MAX: usize = 64;

pub(crate) struct Calculate;

#[async_trait]
impl Tool for Calculate {
    fn spec(&self) -> ToolSpec {
        ToolSpec {
            name: CALCULATE.to_owned(),
            description: "Calculates: + - * / % ^, brackets, sqrt, abs, round, floor, ceil, ln, log, exp, sin, cos, tan, \
                          min, max, sum, avg, pi, e."
                .to_owned(),
            parameters: json!({
                "type": "object",
                "properties": { "expression": { "type": "string" } },
                "required": ["expression"],
            }),
        }
    }

    fn title(&self) -> String {
        "Calculate".to_owned()
    }

    fn needs_approval(&self) -> bool {
        false
    }

    fn is_repeatable(&self) -> bool {
        true
    }

    async fn call(&self, arguments: Value, _scope: &ToolScope) -> Result<ToolOutput, ToolError> {
        let expression = text_of(&arguments, "expression")?;
        let value = calculate(expression).map_err(ToolError)?;
        Ok(ToolOutput { text: written(value), ..ToolOutput::default() })
    }
}

/// Returns a number as people write it, without the noise of binary fractions.
fn written(value: f64) -> String {
    if value.fract() == 0.0 && value.abs() < 1e15 {
        return format!("{value:.0}");
    }
    let digits = format!("{value:.12e}");
    digits.parse::<f64>().unwrap_or(value).to_string()
}

/// Returns the value of an expression.
///
/// # Errors
///
/// What is wrong with it.
pub(crate) fn calculate(expression: &str) -> Result<f64, String> {
    if expression.chars().count() > EXPRESSION_MAX_CHARS {
        return Err(format!("An expression has at most {EXPRESSION_MAX_CHARS} characters."));
    }
    let letters: Vec<char> = expression.chars().filter(|letter| !letter.is_whitespace()).collect();
    let mut reader = Reader { letters: &letters, at: 0, depth: 0 };
    let value = reader.sum()?;
    match reader.peek() {
        Some(letter) => Err(format!("Unexpected {letter:?} at character {}.", reader.at + 1)),
        None if value.is_finite() => Ok(value),
        None => Err("The result is not a number.".to_owned()),
    }
}

struct Reader<'a> {
    letters: &'a [char],
    at: usize,
    depth: usize,
}

impl Reader<'_> {
    fn peek(&self) -> Option<char> {
        self.letters.get(self.at).copied()
    }

    fn take(&mut self, wanted: &[char]) -> Option<char> {
        let found = self.peek().filter(|letter| wanted.contains(letter))?;
        self.at += 1;
        Some(found)
    }

    fn expect(&mut self, wanted: char) -> Result<(), String> {
        self.take(&[wanted]).map(|_| ()).ok_or_else(|| format!("{wanted:?} is missing."))
    }

    fn sum(&mut self) -> Result<f64, String> {
        let mut value = self.product()?;
        while let Some(sign) = self.take(&['+', '-', '−']) {
            let other = self.product()?;
            value = if sign == '+' { value + other } else { value - other };
        }
        Ok(value)
    }

    fn product(&mut self) -> Result<f64, String> {
        let mut value = self.signed()?;
        while let Some(sign) = self.take(&['*', '/', '%', '×', '÷', '·']) {
            let other = self.signed()?;
            value = match sign {
                '/' | '÷' if other == 0.0 => return Err("Division by zero.".to_owned()),
                '/' | '÷' => value / other,
                '%' if other == 0.0 => return Err("Division by zero.".to_owned()),
                '%' => value % other,
                _ => value * other,
            };
        }
        Ok(value)
    }

    /// -2^2 is -4, as in mathematics.
    fn signed(&mut self) -> Result<f64, String> {
        self.deeper()?;
        let value = match self.take(&['-', '−', '+']) {
            Some('+') => self.signed()?,
            Some(_) => -self.signed()?,
            None => self.power()?,
        };
        self.depth -= 1;
        Ok(value)
    }

    fn power(&mut self) -> Result<f64, String> {
        let base = self.atom()?;
        match self.take(&['^']) {
            Some(_) => Ok(base.powf(self.signed()?)),
            None => Ok(base),
        }
    }

    fn atom(&mut self) -> Result<f64, String> {
        match self.peek() {
            Some('(') => {
                self.at += 1;
                let value = self.sum()?;
                self.expect(')')?;
                Ok(value)
            }
            Some(letter) if letter.is_ascii_digit() || letter == '.' => self.number(),
            Some(letter) if letter.is_ascii_alphabetic() || letter == 'π' => self.named(),
            Some(letter) => Err(format!("Unexpected {letter:?} at character {}.", self.at + 1)),
            None => Err("The expression ends too early.".to_owned()),
        }
    }

    fn number(&mut self) -> Result<f64, String> {
        let start = self.at;
        while self.peek().is_some_and(|letter| letter.is_ascii_digit() || letter == '.') {
            self.at += 1;
        }
        if self.peek().is_some_and(|letter| matches!(letter, 'e' | 'E')) {
            let mut end = self.at + 1;
            if matches!(self.letters.get(end), Some('+' | '-')) {
                end += 1;
            }
            if self.letters.get(end).is_some_and(char::is_ascii_digit) {
                self.at = end;
                while self.peek().is_some_and(|letter| letter.is_ascii_digit()) {
                    self.at += 1;
                }
            }
        }
        let text: String = self.letters[start..self.at].iter().collect();
        text.parse()
            .map_err(|_| format!("{text:?} is not a number. Write 1234.5, without separators."))
    }

    fn named(&mut self) -> Result<f64, String> {
        let start = self.at;
        while self.peek().is_some_and(|letter| letter.is_alphanumeric()) {
            self.at += 1;
        }
        let name: String = self.letters[start..self.at].iter().collect::<String>().to_lowercase();
        match name.as_str() {
            "pi" | "π" => return Ok(std::f64::consts::PI),
            "e" => return Ok(std::f64::consts::E),
            _ => {}
        }
        self.expect('(')?;
        let mut values = vec![self.sum()?];
        while self.take(&[',', ';']).is_some() {
            values.push(self.sum()?);
        }
        self.expect(')')?;
        applied(&name, &values)
    }

    fn deeper(&mut self) -> Result<(), String> {
        self.depth += 1;
        match self.depth > DEPTH_MAX {
            true => Err("The brackets are too deep.".to_owned()),
            false => Ok(()),
        }
    }
}

fn applied(name: &str, values: &[f64]) -> Result<f64, String> {
    let sum: f64 = values.iter().sum();
    match (name, values) {
        ("min", _) => return Ok(values.iter().copied().fold(f64::INFINITY, f64::min)),
        ("max", _) => return Ok(values.iter().copied().fold(f64::NEG_INFINITY, f64::max)),
        ("sum", _) => return Ok(sum),
        ("avg", _) => return Ok(sum / values.len() as f64),
        ("round", [value, digits]) => {
            let scale = 10_f64.powf(digits.round());
            return Ok((value * scale).round() / scale);
        }
        _ => {}
    }
    let [value] = *values else { return Err(format!("{name} takes one number.")) };
    Ok(match name {
        "sqrt" => value.sqrt(),
        "abs" => value.abs(),
        "round" => value.round(),
        "floor" => value.floor(),
        "ceil" => value.ceil(),
        "ln" => value.ln(),
        "log" => value.log10(),
        "exp" => value.exp(),
        "sin" => value.sin(),
        "cos" => value.cos(),
        "tan" => value.tan(),
        _ => return Err(format!("There is no function {name:?}.")),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arithmetic_follows_its_rules() {
        for (expression, value) in [
            ("1 + 2 * 3", 7.0),
            ("(1 + 2) * 3", 9.0),
            ("2 ^ 3 ^ 2", 512.0),
            ("-2^2", -4.0),
            ("10 % 4 / 2", 1.0),
            ("sqrt(16) + max(1, 7, 3) - min(4, 2)", 9.0),
            ("round(2.345, 2)", 2.35),
            ("1.5e3 + avg(1, 2, 3)", 1_502.0),
            ("2×3−1", 5.0),
        ] {
            assert_eq!(calculate(expression), Ok(value), "{expression}");
        }
        assert_eq!(written(0.1 + 0.2), "0.3");
        assert_eq!(written(1e12), "1000000000000");
    }

    #[test]
    fn what_is_wrong_is_said() {
        for (expression, word) in [
            ("1 / 0", "zero"),
            ("(1", "missing"),
            ("1 2", "12"),
            ("1 +", "early"),
            ("boom(1)", "no function"),
            ("1..2", "not a number"),
            ("ln(0)", "not a number"),
            ("2 $ 3", "Unexpected"),
        ] {
            let outcome = calculate(expression);
            match &outcome {
                Ok(value) => assert_eq!(value.to_string(), word, "{expression}"),
                Err(why) => assert!(why.contains(word), "{expression}: {why}"),
            }
        }
        assert!(calculate(&"(".repeat(5_000)).is_err());
        assert!(calculate(&format!("{}1", "-".repeat(1_000))).unwrap_err().contains("deep"));
    }
}
