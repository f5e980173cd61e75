//! Reads the fields of a piece one by one: a field of an unexpected shape counts as absent, and costs nothing else.

use serde::de::{Deserialize, DeserializeOwned, Deserializer};
use serde_json::Value;
use serde_json::value::RawValue;

use crate::answer::Fault;

/// Reads a field; its default if it is null or of another shape.
pub(crate) fn lenient<'de, D, T>(from: D) -> Result<T, D::Error>
where
    D: Deserializer<'de>,
    T: DeserializeOwned + Default,
{
    let raw = <&RawValue>::deserialize(from)?;
    Ok(read(raw.get()).unwrap_or_default())
}

/// Reads a list, without the elements of another shape; a single value is a list of one.
pub(crate) fn list<'de, D, T>(from: D) -> Result<Vec<T>, D::Error>
where
    D: Deserializer<'de>,
    T: DeserializeOwned,
{
    let raw = <&RawValue>::deserialize(from)?;
    let elements = serde_json::from_str::<Vec<&RawValue>>(raw.get()).unwrap_or_else(|_| vec![raw]);
    Ok(elements.iter().filter_map(|raw| read(raw.get())).collect())
}

/// Reads a count or an index, also one that is written as a text.
pub(crate) fn number<'de, D: Deserializer<'de>>(from: D) -> Result<Option<f64>, D::Error> {
    let raw = <&RawValue>::deserialize(from)?;
    Ok(raw.get().trim_matches('"').trim().parse().ok().filter(|number: &f64| number.is_finite()))
}

/// Reads an index.
pub(crate) fn index<'de, D: Deserializer<'de>>(from: D) -> Result<Option<u64>, D::Error> {
    Ok(number(from)?.filter(|number| *number >= 0.0).map(|number| number as u64))
}

/// Reads a name or an id; none if it is empty. An id may be a number.
pub(crate) fn name<'de, D: Deserializer<'de>>(from: D) -> Result<Option<String>, D::Error> {
    let raw = <&RawValue>::deserialize(from)?;
    Ok(match serde_json::from_str(raw.get()) {
        Ok(Value::String(text)) => Some(text).filter(|text| !text.is_empty()),
        Ok(Value::Number(number)) => Some(number.to_string()),
        _ => None,
    })
}

/// Reads a flag; false if it is anything but true.
pub(crate) fn flag<'de, D: Deserializer<'de>>(from: D) -> Result<bool, D::Error> {
    let raw = <&RawValue>::deserialize(from)?;
    Ok(raw.get().trim_matches('"').eq_ignore_ascii_case("true"))
}

/// Parses one piece.
pub(crate) fn parse<T: DeserializeOwned>(piece: &[u8]) -> Result<T, Fault> {
    std::str::from_utf8(piece).ok().and_then(read_object).ok_or(Fault::Unreadable)
}

fn read<T: DeserializeOwned>(json: &str) -> Option<T> {
    serde_json::from_str(json).ok().or_else(|| read_object(json))
}

/// Reads an object. A key that stands twice counts by its last value, as everywhere outside this library.
fn read_object<T: DeserializeOwned>(json: &str) -> Option<T> {
    if !json.starts_with('{') {
        return None;
    }
    serde_json::from_str(json).ok().or_else(|| {
        let value: Value = serde_json::from_str(json).ok()?;
        serde_json::from_str(&value.to_string()).ok()
    })
}
