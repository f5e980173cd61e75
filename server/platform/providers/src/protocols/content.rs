//! The content of OpenAI's deltas: a text nearly always, a list of parts from Mistral's models that think.

use serde::de::{Deserialize, Deserializer, SeqAccess, Visitor};

/// The content that a delta adds.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Content {
    pub text: String,
    pub reasoning: String,
}

#[derive(serde::Deserialize)]
struct Part {
    #[serde(default)]
    text: String,
    #[serde(default)]
    thinking: Vec<ThinkingPart>,
}

#[derive(serde::Deserialize)]
struct ThinkingPart {
    #[serde(default)]
    text: String,
}

impl<'de> Deserialize<'de> for Content {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        // Not an untagged enum: that would copy each text twice.
        deserializer.deserialize_any(ContentVisitor)
    }
}

struct ContentVisitor;

impl<'de> Visitor<'de> for ContentVisitor {
    type Value = Content;

    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("a text, a list of parts, or null")
    }

    fn visit_str<E>(self, text: &str) -> Result<Content, E> {
        Ok(Content { text: text.to_owned(), reasoning: String::new() })
    }

    fn visit_unit<E>(self) -> Result<Content, E> {
        Ok(Content::default())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut parts: A) -> Result<Content, A::Error> {
        let mut content = Content::default();
        while let Some(part) = parts.next_element::<Part>()? {
            content.text += &part.text;
            content.reasoning.extend(part.thinking.into_iter().map(|thinking| thinking.text));
        }
        Ok(content)
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
    }
}
