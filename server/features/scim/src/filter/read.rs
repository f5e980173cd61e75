//! Reads filters.

use serde_json::Value;

use super::{Filter, Operator};
use crate::error::{ScimError, ScimResult};
use crate::json::without_schema;

/// Longest filter, and how deep it may be nested.
const FILTER_MAX_CHARS: usize = 4_000;
const DEPTH_MAX: usize = 20;

impl Filter {
    /// Reads a filter.
    ///
    /// Errors: `invalidFilter`.
    pub fn read(text: &str) -> ScimResult<Self> {
        if text.chars().count() > FILTER_MAX_CHARS {
            return Err(ScimError::invalid_filter("The filter is too long"));
        }
        let mut reader = Reader { rest: text.trim(), depth: 0 };
        let filter = reader.either()?;
        match reader.rest.trim_start() {
            "" => Ok(filter),
            rest => Err(wrong("an end", rest)),
        }
    }
}

struct Reader<'a> {
    rest: &'a str,
    depth: usize,
}

fn wrong(expected: &str, found: &str) -> ScimError {
    let found: String = found.chars().take(40).collect();
    ScimError::invalid_filter(format!("Expected {expected} at {found:?}"))
}

impl<'a> Reader<'a> {
    fn either(&mut self) -> ScimResult<Filter> {
        self.depth += 1;
        if self.depth > DEPTH_MAX {
            return Err(ScimError::invalid_filter("The filter is nested too deeply"));
        }
        let mut filter = self.both()?;
        while self.take_word("or") {
            filter = Filter::Or(Box::new(filter), Box::new(self.both()?));
        }
        self.depth -= 1;
        Ok(filter)
    }

    fn both(&mut self) -> ScimResult<Filter> {
        let mut filter = self.one()?;
        while self.take_word("and") {
            filter = Filter::And(Box::new(filter), Box::new(self.one()?));
        }
        Ok(filter)
    }

    fn one(&mut self) -> ScimResult<Filter> {
        if self.take("(") {
            return self.group(")");
        }
        let before = self.rest;
        if self.take_word("not") {
            if self.take("(") {
                return Ok(Filter::Not(Box::new(self.group(")")?)));
            }
            self.rest = before;
            return Err(wrong("a parenthesis after not", before));
        }
        let path = self.path()?;
        if self.take("[") {
            return Ok(Filter::Items { path, filter: Box::new(self.group("]")?) });
        }
        let word = self.word();
        if word.eq_ignore_ascii_case("pr") {
            return Ok(Filter::Present(path));
        }
        let operator = operator(word).ok_or_else(|| wrong("an operator such as eq", word))?;
        let value = self.value()?;
        Ok(Filter::Compare { path, operator, value })
    }

    fn group(&mut self, end: &str) -> ScimResult<Filter> {
        let filter = self.either()?;
        if self.take(end) { Ok(filter) } else { Err(wrong(end, self.rest)) }
    }

    fn take(&mut self, sign: &str) -> bool {
        let rest = self.rest.trim_start().strip_prefix(sign);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    fn take_word(&mut self, word: &str) -> bool {
        let before = self.rest;
        let is_found = self.word().eq_ignore_ascii_case(word);
        if !is_found {
            self.rest = before;
        }
        is_found
    }

    /// Takes everything up to a space, a parenthesis or a bracket.
    fn word(&mut self) -> &'a str {
        let text = self.rest.trim_start();
        let end = text.find(|c: char| c.is_whitespace() || "()[]\"".contains(c));
        let (word, rest) = text.split_at(end.unwrap_or(text.len()));
        self.rest = rest;
        word
    }

    fn path(&mut self) -> ScimResult<Vec<String>> {
        let before = self.rest;
        let word = self.word();
        read_path(word).ok_or_else(|| wrong("an attribute", before))
    }

    fn value(&mut self) -> ScimResult<Value> {
        let text = self.rest.trim_start();
        let value = if text.starts_with('"') {
            let mut values = serde_json::Deserializer::from_str(text).into_iter::<Value>();
            let value = values.next().and_then(Result::ok);
            self.rest = &text[values.byte_offset()..];
            value
        } else {
            let word = self.word();
            serde_json::from_str(&word.to_ascii_lowercase()).ok()
        };
        let value = value.filter(|value| !value.is_array() && !value.is_object());
        value.ok_or_else(|| wrong("a value in quotes, a number, true, false or null", text))
    }
}

fn operator(word: &str) -> Option<Operator> {
    Some(match word.to_ascii_lowercase().as_str() {
        "eq" => Operator::Equal,
        "ne" => Operator::NotEqual,
        "co" => Operator::Contains,
        "sw" => Operator::StartsWith,
        "ew" => Operator::EndsWith,
        "gt" => Operator::Greater,
        "ge" => Operator::GreaterOrEqual,
        "lt" => Operator::Less,
        "le" => Operator::LessOrEqual,
        _ => return None,
    })
}

/// Reads the path of an attribute: `name.familyName`. One of a schema that is not kept here is a path to nothing.
pub(crate) fn read_path(word: &str) -> Option<Vec<String>> {
    let Some(plain) = without_schema(word) else { return Some(vec![word.to_owned()]) };
    let is_name = |name: &&str| {
        !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || "-_$".contains(c))
    };
    let names: Vec<&str> = plain.split('.').collect();
    let is_right = names.iter().all(is_name) && names.len() <= 3;
    is_right.then(|| names.into_iter().map(str::to_owned).collect())
}
