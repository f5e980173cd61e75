//! Questions that a tool's server asks a person, and what their answers have to be like.

use regex::{Regex, RegexBuilder};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Number, Value};
use utoipa::ToSchema;

/// Memory that a pattern may take, compiled.
const PATTERN_MAX_BYTES: usize = 65_536;

/// One field of a question.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct QuestionField {
    /// Its name in the answer.
    pub name: String,
    /// The title that people see.
    pub title: String,
    pub description: Option<String>,
    pub required: bool,
    #[serde(flatten)]
    pub input: QuestionInput,
}

/// Values that a field takes.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "input", rename_all = "snake_case")]
pub enum QuestionInput {
    Text {
        format: Option<TextFormat>,
        min_length: Option<i64>,
        max_length: i64,
        /// Regular expression, checked by the server only.
        pattern: Option<String>,
        default: Option<String>,
    },
    Number {
        /// True if only whole numbers are taken.
        whole: bool,
        minimum: Option<f64>,
        maximum: Option<f64>,
        default: Option<f64>,
    },
    Boolean {
        default: Option<bool>,
    },
    /// One of several options.
    Choice {
        options: Vec<QuestionOption>,
        default: Option<String>,
    },
    /// Some of several options.
    Choices {
        options: Vec<QuestionOption>,
        min_items: Option<i64>,
        max_items: Option<i64>,
        default: Vec<String>,
    },
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct QuestionOption {
    pub value: String,
    pub title: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum TextFormat {
    Email,
    Uri,
    Date,
    DateTime,
}

/// The state of a question. All states but `waiting` are final.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum QuestionState {
    Waiting,
    Accepted,
    Declined,
    /// By the person, or because nobody answered in time, or because the tool ended.
    Cancelled,
}

/// An answer that is not like its question asks for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InvalidAnswer {
    pub field: String,
    pub reason: InvalidReason,
}

/// The reason why a value is not taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum InvalidReason {
    /// Nobody asked for it.
    Unknown,
    Missing,
    WrongType,
    TooShort,
    TooLong,
    TooSmall,
    TooLarge,
    Format,
    Option,
}

impl InvalidReason {
    /// Returns the reason as clients see it.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Unknown => "unknown",
            Self::Missing => "missing",
            Self::WrongType => "wrong_type",
            Self::TooShort => "too_short",
            Self::TooLong => "too_long",
            Self::TooSmall => "too_small",
            Self::TooLarge => "too_large",
            Self::Format => "format",
            Self::Option => "option",
        }
    }
}

/// Returns true if answers can be checked against a pattern.
pub fn is_known_pattern(pattern: &str) -> bool {
    compiled(pattern).is_some()
}

fn compiled(pattern: &str) -> Option<Regex> {
    RegexBuilder::new(pattern).size_limit(PATTERN_MAX_BYTES).build().ok()
}

/// Returns an answer as it is sent to who asked: checked, with whole numbers written as such. A null counts as left out.
pub fn checked_answer(
    fields: &[QuestionField],
    mut answer: Map<String, Value>,
) -> Result<Map<String, Value>, InvalidAnswer> {
    let mut checked = Map::new();
    for field in fields {
        let value = answer.remove(&field.name).filter(|value| !value.is_null());
        let value = match value {
            Some(value) => value_for(&field.input, value),
            None if field.required => Err(InvalidReason::Missing),
            None => continue,
        };
        let value = value.map_err(|reason| InvalidAnswer { field: field.name.clone(), reason })?;
        checked.insert(field.name.clone(), value);
    }
    match answer.keys().next() {
        Some(unknown) => {
            let field = unknown.chars().take(100).collect();
            Err(InvalidAnswer { field, reason: InvalidReason::Unknown })
        }
        None => Ok(checked),
    }
}

fn value_for(input: &QuestionInput, value: Value) -> Result<Value, InvalidReason> {
    match input {
        QuestionInput::Text { format, min_length, max_length, pattern, .. } => {
            let Value::String(text) = value else { return Err(InvalidReason::WrongType) };
            let length = text.chars().count() as i64;
            if length < min_length.unwrap_or(0) {
                return Err(InvalidReason::TooShort);
            }
            if length > *max_length {
                return Err(InvalidReason::TooLong);
            }
            let fits = pattern.as_deref().and_then(compiled).is_none_or(|it| it.is_match(&text));
            if !fits || !format.is_none_or(|format| has_format(format, &text)) {
                return Err(InvalidReason::Format);
            }
            Ok(Value::String(text))
        }
        QuestionInput::Number { whole, minimum, maximum, .. } => {
            let Value::Number(number) = value else { return Err(InvalidReason::WrongType) };
            let exact = number.as_f64().ok_or(InvalidReason::WrongType)?;
            if minimum.is_some_and(|least| exact < least) {
                return Err(InvalidReason::TooSmall);
            }
            if maximum.is_some_and(|most| exact > most) {
                return Err(InvalidReason::TooLarge);
            }
            if *whole { whole_number(number) } else { Ok(Value::Number(number)) }
        }
        QuestionInput::Boolean { .. } => match value {
            Value::Bool(_) => Ok(value),
            _ => Err(InvalidReason::WrongType),
        },
        QuestionInput::Choice { options, .. } => match value {
            Value::String(ref chosen) if is_option(options, chosen) => Ok(value),
            Value::String(_) => Err(InvalidReason::Option),
            _ => Err(InvalidReason::WrongType),
        },
        QuestionInput::Choices { options, min_items, max_items, .. } => {
            let Value::Array(items) = value else { return Err(InvalidReason::WrongType) };
            let mut chosen: Vec<String> = Vec::new();
            for item in items {
                let Value::String(item) = item else { return Err(InvalidReason::WrongType) };
                if !is_option(options, &item) {
                    return Err(InvalidReason::Option);
                }
                if !chosen.contains(&item) {
                    chosen.push(item);
                }
            }
            let count = chosen.len() as i64;
            if count < min_items.unwrap_or(0) {
                return Err(InvalidReason::TooShort);
            }
            if max_items.is_some_and(|most| count > most) {
                return Err(InvalidReason::TooLong);
            }
            Ok(chosen.into())
        }
    }
}

fn whole_number(number: Number) -> Result<Value, InvalidReason> {
    if number.is_i64() || number.is_u64() {
        return Ok(Value::Number(number));
    }
    let exact = number.as_f64().filter(|exact| exact.fract() == 0.0 && exact.abs() < 9e15);
    exact.map(|exact| Value::from(exact as i64)).ok_or(InvalidReason::Format)
}

fn is_option(options: &[QuestionOption], value: &str) -> bool {
    options.iter().any(|option| option.value == value)
}

fn has_format(format: TextFormat, text: &str) -> bool {
    match format {
        TextFormat::Email => {
            let is_plain = !text.chars().any(|c| c.is_whitespace() || c.is_control());
            let parts = text.rsplit_once('@');
            is_plain && parts.is_some_and(|(name, host)| !name.is_empty() && !host.is_empty())
        }
        TextFormat::Uri => url::Url::parse(text).is_ok(),
        TextFormat::Date => {
            text.len() == "2026-01-31".len() && text.parse::<jiff::civil::Date>().is_ok()
        }
        TextFormat::DateTime => text.parse::<jiff::Timestamp>().is_ok(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn field(input: QuestionInput) -> [QuestionField; 1] {
        let (name, title) = ("a".to_owned(), "A".to_owned());
        [QuestionField { name, title, description: None, required: true, input }]
    }

    fn text(format: Option<TextFormat>, pattern: Option<&str>) -> QuestionInput {
        let pattern = pattern.map(str::to_owned);
        QuestionInput::Text { format, min_length: Some(2), max_length: 30, pattern, default: None }
    }

    fn options() -> Vec<QuestionOption> {
        ["x", "y", "z"].map(|it| QuestionOption { value: it.into(), title: it.into() }).to_vec()
    }

    fn reason(input: &QuestionInput, value: Value) -> Option<&'static str> {
        let answer = json!({ "a": value }).as_object().unwrap().clone();
        let refused = checked_answer(&field(input.clone()), answer).err();
        refused.map(|refused| refused.reason.as_str())
    }

    #[test]
    fn a_value_is_taken_if_it_is_what_the_field_asks_for() {
        let number = |whole| {
            let (minimum, maximum) = (Some(1.0), Some(5.0));
            QuestionInput::Number { whole, minimum, maximum, default: None }
        };
        let choices = QuestionInput::Choices {
            options: options(),
            min_items: Some(1),
            max_items: Some(2),
            default: Vec::new(),
        };
        let choice = QuestionInput::Choice { options: options(), default: None };
        let boolean = QuestionInput::Boolean { default: None };
        for (input, value, expected) in [
            (text(None, None), json!("ab"), None),
            (text(None, None), json!(null), Some("missing")),
            (text(None, None), json!(1), Some("wrong_type")),
            (text(None, None), json!("é"), Some("too_short")),
            (text(None, None), json!("é".repeat(31)), Some("too_long")),
            (text(None, Some("^[a-z]+$")), json!("ab"), None),
            (text(None, Some("^[a-z]+$")), json!("a1"), Some("format")),
            (text(Some(TextFormat::Email), None), json!("ana@example.com"), None),
            (text(Some(TextFormat::Email), None), json!("ana"), Some("format")),
            (text(Some(TextFormat::Email), None), json!("a b@example.com"), Some("format")),
            (text(Some(TextFormat::Uri), None), json!("https://a.example"), None),
            (text(Some(TextFormat::Uri), None), json!("a.example"), Some("format")),
            (text(Some(TextFormat::Date), None), json!("2028-02-29"), None),
            (text(Some(TextFormat::Date), None), json!("2027-02-29"), Some("format")),
            (text(Some(TextFormat::DateTime), None), json!("2027-02-28T10:00:00Z"), None),
            (text(Some(TextFormat::DateTime), None), json!("2027-02-28"), Some("format")),
            (number(false), json!(1.5), None),
            (number(false), json!(0.5), Some("too_small")),
            (number(false), json!(5.5), Some("too_large")),
            (number(true), json!(3.0), None),
            (number(true), json!(3.5), Some("format")),
            (number(true), json!("3"), Some("wrong_type")),
            (boolean.clone(), json!(false), None),
            (boolean, json!("false"), Some("wrong_type")),
            (choice.clone(), json!("x"), None),
            (choice.clone(), json!("w"), Some("option")),
            (choice, json!(["x"]), Some("wrong_type")),
            (choices.clone(), json!(["x", "y"]), None),
            (choices.clone(), json!([]), Some("too_short")),
            (choices.clone(), json!(["x", "y", "z"]), Some("too_long")),
            (choices.clone(), json!(["x", "w"]), Some("option")),
            (choices, json!("x"), Some("wrong_type")),
        ] {
            assert_eq!(reason(&input, value.clone()), expected, "{input:?} {value}");
        }
    }

    #[test]
    fn whole_numbers_are_sent_as_such_and_options_once() {
        let whole =
            QuestionInput::Number { whole: true, minimum: None, maximum: None, default: None };
        assert_eq!(value_for(&whole, json!(3.0)), Ok(json!(3)));
        let choices = QuestionInput::Choices {
            options: options(),
            min_items: None,
            max_items: None,
            default: Vec::new(),
        };
        assert_eq!(value_for(&choices, json!(["x", "x"])), Ok(json!(["x"])));
    }

    #[test]
    fn what_was_not_asked_for_is_refused_and_what_is_not_required_may_be_left_out() {
        let mut fields = field(text(None, None));
        let unknown = json!({ "a": "ab", "b": 1 }).as_object().unwrap().clone();
        let refused = checked_answer(&fields, unknown).unwrap_err();
        assert_eq!((refused.field.as_str(), refused.reason), ("b", InvalidReason::Unknown));
        fields[0].required = false;
        assert_eq!(checked_answer(&fields, Map::new()), Ok(Map::new()));
    }

    #[test]
    fn patterns_that_cost_too_much_or_cannot_be_read_are_unknown() {
        assert!(is_known_pattern("^(a+)+$"));
        assert!(!is_known_pattern("(?=a)"));
        assert!(!is_known_pattern("((a{1,100}){1,100}){1,100}"));
    }
}
