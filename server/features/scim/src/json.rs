//! Attributes in JSON: their names are compared without letter case (RFC 7643 §2.1).

use serde_json::{Map, Value};

/// Returns an attribute.
pub(crate) fn get<'a>(object: &'a Map<String, Value>, name: &str) -> Option<&'a Value> {
    let found = object.iter().find(|(key, _)| key.eq_ignore_ascii_case(name));
    found.map(|(_, value)| value).filter(|value| !value.is_null())
}

/// Returns a text attribute that says something.
pub(crate) fn text(object: &Map<String, Value>, name: &str) -> Option<String> {
    let text = get(object, name)?.as_str()?.trim();
    Some(text.to_owned()).filter(|text| !text.is_empty())
}

/// Returns true or false, also where it is written as a text, as Entra does.
pub(crate) fn truth(value: &Value) -> Option<bool> {
    match value {
        Value::Bool(is_so) => Some(*is_so),
        Value::String(text) if text.eq_ignore_ascii_case("true") => Some(true),
        Value::String(text) if text.eq_ignore_ascii_case("false") => Some(false),
        _ => None,
    }
}

/// Returns the name under which an attribute is in `object`, or else `name` itself.
pub(crate) fn key(object: &Map<String, Value>, name: &str) -> String {
    let found = object.keys().find(|key| key.eq_ignore_ascii_case(name));
    found.map_or_else(|| name.to_owned(), String::clone)
}

/// Returns an attribute's name without the schema before it: `userName` for `urn:…:core:2.0:User:userName`. `None`: it is of
/// a schema that is not kept here.
pub(crate) fn without_schema(path: &str) -> Option<&str> {
    const OURS: &[&str] = &[
        "urn:ietf:params:scim:schemas:core:2.0:User:",
        "urn:ietf:params:scim:schemas:core:2.0:Group:",
    ];
    let has =
        |prefix: &str| path.get(..prefix.len()).is_some_and(|it| it.eq_ignore_ascii_case(prefix));
    match OURS.iter().find(|prefix| has(prefix)) {
        Some(prefix) => Some(&path[prefix.len()..]),
        None if has("urn:") => None,
        None => Some(path),
    }
}
