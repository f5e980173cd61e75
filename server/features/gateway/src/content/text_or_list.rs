use std::fmt;
use std::marker::PhantomData;

use serde::de::value::SeqAccessDeserializer;
use serde::de::{Deserialize, Deserializer, Error, SeqAccess, Visitor};

/// A text, or a list. Unlike an untagged enum it reads the elements at once, so an error says what is wrong with them.
pub(crate) enum TextOrList<T> {
    Text(String),
    List(Vec<T>),
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for TextOrList<T> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_any(Read(PhantomData))
    }
}

struct Read<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for Read<T> {
    type Value = TextOrList<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a text or a list")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Self::Value, E> {
        Ok(TextOrList::Text(text.to_owned()))
    }

    fn visit_string<E: Error>(self, text: String) -> Result<Self::Value, E> {
        Ok(TextOrList::Text(text))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, list: A) -> Result<Self::Value, A::Error> {
        Vec::deserialize(SeqAccessDeserializer::new(list)).map(TextOrList::List)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[derive(serde::Deserialize)]
    struct Part {
        text: String,
    }

    #[test]
    fn the_elements_of_a_list_are_objects_where_objects_are_asked_for() {
        let read = |value| api::read_value::<TextOrList<Part>>(&value);
        assert!(matches!(read(json!("a")), Ok(TextOrList::Text(text)) if text == "a"));
        let list = read(json!([{ "text": "a" }]));
        assert!(matches!(list, Ok(TextOrList::List(parts)) if parts[0].text == "a"));
        for (wrong, words) in [
            (json!([["a"]]), "[0]: invalid type: sequence"),
            (json!([{ "text": 1 }]), "[0].text: invalid type"),
            (json!({ "text": "a" }), "invalid type: map, expected a text or a list"),
        ] {
            let Err(error) = read(wrong) else { panic!("{words}") };
            assert!(error.starts_with(words), "{error}");
        }
    }
}
