//! What changed between two definitions. No I/O.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;

use crate::definition::Definition;

/// A field that changed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = PowerupChange)]
pub(crate) struct Change {
    /// Where in the definition: `prompt`, `parameters.0.label`.
    pub field: String,
    /// Null: it was not there.
    pub before: Option<String>,
    /// Null: it is not there any more.
    pub after: Option<String>,
}

/// Lists the fields in which two definitions differ, in the order of their names.
pub(crate) fn changes(before: &Definition, after: &Definition) -> Vec<Change> {
    let (before, after) = (fields(before), fields(after));
    let names: std::collections::BTreeSet<&String> = before.keys().chain(after.keys()).collect();
    let differing = names.into_iter().filter(|name| before.get(*name) != after.get(*name));
    let change = |name: &String| Change {
        field: name.clone(),
        before: before.get(name).cloned(),
        after: after.get(name).cloned(),
    };
    differing.map(change).collect()
}

fn fields(definition: &Definition) -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    let value = serde_json::to_value(definition).unwrap_or_default();
    collect(&value, String::new(), &mut found);
    found
}

fn collect(value: &Value, place: String, found: &mut BTreeMap<String, String>) {
    let inside = |name: &str| match place.is_empty() {
        true => name.to_owned(),
        false => format!("{place}.{name}"),
    };
    match value {
        Value::Object(fields) => {
            for (name, value) in fields {
                collect(value, inside(name), found);
            }
        }
        Value::Array(values) => {
            for (at, value) in values.iter().enumerate() {
                collect(value, inside(&at.to_string()), found);
            }
        }
        Value::Null => {}
        Value::String(text) if text.is_empty() => {}
        Value::String(text) => {
            found.insert(place, text.clone());
        }
        other => {
            found.insert(place, other.to_string());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_differs_is_told_field_by_field() {
        let before = Definition::tool("Explain.");
        assert_eq!(changes(&before, &before), []);
        let mut after = Definition { description: "For all".to_owned(), ..before.clone() };
        after.prompt = "Explain briefly.".to_owned();
        after.skills = vec![crate::definition::Skill::Keyword];
        let told = changes(&before, &after);
        let fields: Vec<&str> = told.iter().map(|change| change.field.as_str()).collect();
        assert_eq!(fields, ["description", "prompt", "skills.0"]);
        assert_eq!((told[0].before.as_deref(), told[0].after.as_deref()), (None, Some("For all")));
        assert_eq!(told[1].before.as_deref(), Some("Explain."));
        assert_eq!(changes(&after, &before)[2].after, None);
    }
}
