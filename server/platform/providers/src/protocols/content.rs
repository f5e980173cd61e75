//! Words of an answer: a text nearly always, else parts of several shapes.

use serde::de::{Deserialize, Deserializer};
use serde_json::Value;
use serde_json::value::RawValue;

/// The content that a delta adds.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Content {
    pub text: String,
    pub reasoning: String,
}

impl Content {
    /// Returns its words, whatever they are.
    pub fn words(self) -> String {
        self.reasoning + &self.text
    }
}

impl<'de> Deserialize<'de> for Content {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let raw = <&RawValue>::deserialize(from)?;
        let mut content = Self::default();
        // A text is not copied twice: this runs for every token.
        if raw.get().starts_with('"') {
            content.text = serde_json::from_str(raw.get()).unwrap_or_default();
        } else if let Ok(value) = serde_json::from_str(raw.get()) {
            content.add(&value, false);
        }
        Ok(content)
    }
}

/// Names of the words of a part.
const TEXTS: [&str; 4] = ["text", "content", "output_text", "refusal"];
const THOUGHTS: [&str; 4] = ["thinking", "reasoning", "reasoning_content", "summary"];

impl Content {
    fn add(&mut self, value: &Value, is_thought: bool) {
        match value {
            Value::String(text) if is_thought => self.reasoning.push_str(text),
            Value::String(text) => self.text.push_str(text),
            Value::Array(parts) => parts.iter().for_each(|part| self.add(part, is_thought)),
            Value::Object(part) => {
                let kind = part.get("type").and_then(Value::as_str).unwrap_or_default();
                let is_thought = is_thought || kind.contains("reason") || kind.contains("think");
                if let Some(thought) = THOUGHTS.iter().find_map(|name| part.get(*name)) {
                    self.add(thought, true);
                }
                if let Some(text) = TEXTS.iter().find_map(|name| part.get(*name)) {
                    self.add(text, is_thought);
                }
            }
            Value::Null | Value::Bool(_) | Value::Number(_) => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_content_is_a_text_nothing_or_parts() {
        let read = |json: &str| serde_json::from_str::<Content>(json).unwrap();
        assert_eq!(read("\"caf\\u00e9\"").text, "café");
        assert_eq!(read("null"), Content::default());
        let thinking = r#"[{"type":"thinking","thinking":[{"type":"text","text":"Hm"}]}]"#;
        assert_eq!(read(thinking).reasoning, "Hm");
        assert_eq!(read(r#"[{"type":"text","text":"Yes"}]"#).text, "Yes");
        assert_eq!(read(r#"{"text":"Yes"}"#).text, "Yes");
        assert_eq!(read(r#"["a","b"]"#).text, "ab");
        let details = r#"[{"type":"reasoning.summary","summary":"Hm"},{"type":"reasoning.encrypted","data":"x"}]"#;
        assert_eq!(read(details).words(), "Hm");
        assert_eq!(read("7"), Content::default());
    }
}
