//! Fields as clients send them: null for what is left out, whole numbers with a decimal point, objects in place of
//! their JSON.

use serde::{Deserialize, Deserializer, de};
use serde_json::Value;

/// Reads null like a field that is left out.
pub(crate) fn or_default<'de, D, T>(deserializer: D) -> Result<T, D::Error>
where
    D: Deserializer<'de>,
    T: Deserialize<'de> + Default,
{
    Ok(Option::deserialize(deserializer)?.unwrap_or_default())
}

/// Reads a whole number that may be written with a decimal point.
pub(crate) fn whole<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<u32>, D::Error> {
    let number = whole_signed(deserializer)?;
    let number = number.map(|number| u32::try_from(number).map_err(|_| out_of_range(number)));
    number.transpose()
}

/// Reads a whole number, which may be negative.
pub(crate) fn whole_signed<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<i64>, D::Error> {
    let Some(number) = Option::<serde_json::Number>::deserialize(deserializer)? else {
        return Ok(None);
    };
    let whole = number.as_i64().or_else(|| {
        // Larger ones are not exact in such a number.
        let is_whole = |float: &f64| float.fract() == 0.0 && float.abs() < 9e15;
        number.as_f64().filter(is_whole).map(|float| float as i64)
    });
    whole.map(Some).ok_or_else(|| out_of_range(number))
}

fn out_of_range<E: de::Error>(number: impl std::fmt::Display) -> E {
    E::custom(format!("{number} is no whole number in range"))
}

/// Reads JSON in a text, or as itself.
pub(crate) fn json_text<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    Ok(match Option::<Value>::deserialize(deserializer)? {
        None => String::new(),
        Some(Value::String(text)) => text,
        Some(value) => value.to_string(),
    })
}

/// Like [`json_text`], and `None` for what is left out.
pub(crate) fn optional_json_text<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<String>, D::Error> {
    Ok(Some(json_text(deserializer)?).filter(|text| !text.is_empty()))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[derive(Debug, Deserialize)]
    struct Fields {
        #[serde(default, deserialize_with = "or_default")]
        list: Vec<String>,
        #[serde(default, deserialize_with = "whole")]
        count: Option<u32>,
        #[serde(default, deserialize_with = "json_text")]
        json: String,
    }

    #[test]
    fn fields_are_read_as_clients_send_them() {
        for (sent, list, count, json) in [
            (json!({}), 0, None, ""),
            (json!({ "list": null, "count": null, "json": null }), 0, None, ""),
            (json!({ "list": ["a"], "count": 100.0, "json": "{}" }), 1, Some(100), "{}"),
            (json!({ "count": 7, "json": { "a": 1 } }), 0, Some(7), r#"{"a":1}"#),
        ] {
            let fields: Fields = serde_json::from_value(sent.clone()).unwrap();
            assert_eq!(
                (fields.list.len(), fields.count, &*fields.json),
                (list, count, json),
                "{sent}"
            );
        }
        for wrong in [json!({ "count": 1.5 }), json!({ "count": -1 }), json!({ "count": "1" })] {
            assert!(serde_json::from_value::<Fields>(wrong.clone()).is_err(), "{wrong}");
        }
    }
}
