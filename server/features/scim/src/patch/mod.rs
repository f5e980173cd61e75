//! Changes of a resource (RFC 7644 §3.5.2), as the standard writes them, and as Entra and Okta do.

mod path;

use serde_json::{Map, Value};

use crate::error::{ScimError, ScimResult};
use crate::filter::{Filter, Operator};
use crate::json;
use path::PatchPath;

const PATCH: &str = "urn:ietf:params:scim:api:messages:2.0:PatchOp";

/// Most operations in one request.
const OPERATIONS_MAX: usize = 1_000;

/// Attributes that only this server writes.
const READ_ONLY: &[&str] = &["id", "meta", "schemas", "groups"];

/// Lists of objects: one item is as good as a list of it.
const LISTS: &[&str] = &["emails", "members"];

/// An operation on a resource.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Action {
    Add,
    Replace,
    Remove,
}

/// Applies the operations of a request to a resource.
///
/// Errors: `invalidSyntax`, `invalidPath`, `invalidValue`, `noTarget`, `mutability`.
pub(crate) fn apply(resource: &mut Map<String, Value>, request: &Value) -> ScimResult<()> {
    let object = request.as_object();
    let object = object.ok_or_else(|| ScimError::invalid_syntax("The body is no object"))?;
    let schemas = json::get(object, "schemas").and_then(Value::as_array);
    if schemas.is_some_and(|all| !all.iter().any(|schema| schema == PATCH)) {
        return Err(ScimError::invalid_syntax(format!("schemas must be [\"{PATCH}\"]")));
    }
    let operations = json::get(object, "Operations").and_then(Value::as_array);
    let operations = operations.filter(|all| !all.is_empty() && all.len() <= OPERATIONS_MAX);
    let operations = operations
        .ok_or_else(|| ScimError::invalid_syntax("Operations must be a list of 1 to 1000"))?;
    for operation in operations {
        apply_one(resource, operation)?;
    }
    Ok(())
}

fn apply_one(resource: &mut Map<String, Value>, operation: &Value) -> ScimResult<()> {
    let operation = operation
        .as_object()
        .ok_or_else(|| ScimError::invalid_syntax("An operation is no object"))?;
    let action = match json::text(operation, "op").unwrap_or_default().to_ascii_lowercase().as_str()
    {
        "add" => Action::Add,
        "replace" => Action::Replace,
        "remove" => Action::Remove,
        _ => return Err(ScimError::invalid_syntax("op must be add, replace or remove")),
    };
    let value = json::get(operation, "value");
    match (json::text(operation, "path"), value) {
        (Some(path), value) => apply_at(resource, action, &path, value, true),
        (None, _) if action == Action::Remove => Err(ScimError::no_target("remove needs a path")),
        (None, Some(Value::Object(values))) => values.iter().try_for_each(|(path, value)| {
            // What only we write is sent along by Okta: it changes nothing.
            apply_at(resource, action, path, Some(value), false)
        }),
        (None, _) => {
            Err(ScimError::invalid_value("value must be an object where there is no path"))
        }
    }
}

fn apply_at(
    resource: &mut Map<String, Value>,
    action: Action,
    path: &str,
    value: Option<&Value>,
    is_named: bool,
) -> ScimResult<()> {
    // What is of a schema that is not kept here is taken and left out.
    let Some(path) = PatchPath::read(path)? else { return Ok(()) };
    if READ_ONLY.iter().any(|name| name.eq_ignore_ascii_case(&path.name)) {
        return match is_named {
            true => Err(ScimError::mutability(format!("{} is read-only", path.name))),
            false => Ok(()),
        };
    }
    if action != Action::Remove && value.is_none() {
        return Err(ScimError::invalid_value("add and replace need a value"));
    }
    let name = json::key(resource, &path.name);
    match (&path.filter, &path.part) {
        (Some(filter), part) => {
            change_items(resource, &name, filter, part.as_deref(), action, value)
        }
        (None, Some(part)) => change_part(resource, &name, part, action, value),
        (None, None) => change_whole(resource, &name, action, value),
    }
}

/// Changes a whole attribute.
fn change_whole(
    resource: &mut Map<String, Value>,
    name: &str,
    action: Action,
    value: Option<&Value>,
) -> ScimResult<()> {
    let is_list = LISTS.iter().any(|list| list.eq_ignore_ascii_case(name));
    let listed = |value: &Value| match value {
        Value::Array(all) => all.clone(),
        one => vec![one.clone()],
    };
    match (action, value) {
        (Action::Remove, Some(gone)) if is_list => {
            // Entra names the items to remove in the value.
            let gone: Vec<Value> = listed(gone).iter().map(|item| item_id(item).clone()).collect();
            if let Some(Value::Array(items)) = resource.get_mut(name) {
                items.retain(|item| !gone.contains(item_id(item)));
            }
        }
        (Action::Remove, _) => {
            resource.remove(name);
        }
        (Action::Add, Some(value)) if is_list => {
            let items = resource.entry(name).or_insert_with(|| Value::Array(Vec::new()));
            let items = items.as_array_mut().ok_or_else(|| ScimError::invalid_path("No list"))?;
            for new in listed(value) {
                items.retain(|item| item_id(item) != item_id(&new));
                items.push(new);
            }
        }
        (Action::Replace, Some(value)) if is_list => {
            resource.insert(name.to_owned(), Value::Array(listed(value)));
        }
        (_, Some(Value::Object(parts))) => {
            let whole = resource.entry(name).or_insert_with(|| Value::Object(Map::new()));
            match whole.as_object_mut() {
                Some(whole) => parts.iter().for_each(|(part, value)| {
                    whole.insert(json::key(whole, part), value.clone());
                }),
                None => *whole = Value::Object(parts.clone()),
            }
        }
        (_, value) => {
            resource.insert(name.to_owned(), value.cloned().unwrap_or_default());
        }
    }
    Ok(())
}

/// Returns what tells an item of a list from the others: its value.
fn item_id(item: &Value) -> &Value {
    item.as_object().and_then(|item| json::get(item, "value")).unwrap_or(item)
}

/// Changes one part of an attribute, in each item if it is a list.
fn change_part(
    resource: &mut Map<String, Value>,
    name: &str,
    part: &str,
    action: Action,
    value: Option<&Value>,
) -> ScimResult<()> {
    if action == Action::Remove && !resource.contains_key(name) {
        return Ok(());
    }
    match resource.entry(name).or_insert_with(|| Value::Object(Map::new())) {
        Value::Array(items) => items.iter_mut().filter_map(Value::as_object_mut).for_each(|item| {
            set_part(item, part, action, value);
        }),
        Value::Object(whole) => set_part(whole, part, action, value),
        _ => return Err(ScimError::invalid_path(format!("{name} has no parts"))),
    }
    Ok(())
}

fn set_part(item: &mut Map<String, Value>, part: &str, action: Action, value: Option<&Value>) {
    let key = json::key(item, part);
    match (action, value) {
        (Action::Remove, _) | (_, None) => {
            item.remove(&key);
        }
        (_, Some(value)) => {
            item.insert(key, value.clone());
        }
    }
}

/// Changes the items of a list that match a filter.
fn change_items(
    resource: &mut Map<String, Value>,
    name: &str,
    filter: &Filter,
    part: Option<&str>,
    action: Action,
    value: Option<&Value>,
) -> ScimResult<()> {
    let items = resource.entry(name).or_insert_with(|| Value::Array(Vec::new()));
    let items = items
        .as_array_mut()
        .ok_or_else(|| ScimError::invalid_path(format!("{name} is no list")))?;
    if action == Action::Remove && part.is_none() {
        items.retain(|item| !filter.matches(item));
        return Ok(());
    }
    if action != Action::Remove && !items.iter().any(|item| filter.matches(item)) {
        // Entra replaces the part of an item that there is not yet.
        let new = described(filter);
        let new = new.ok_or_else(|| ScimError::no_target(format!("Nothing in {name} matches")))?;
        items.push(Value::Object(new));
    }
    for item in items.iter_mut().filter(|item| filter.matches(item)) {
        match (part, item.as_object_mut(), value) {
            (Some(part), Some(item), value) => set_part(item, part, action, value),
            (None, Some(item), Some(Value::Object(parts))) => {
                parts.iter().for_each(|(part, value)| set_part(item, part, action, Some(value)));
            }
            _ => return Err(ScimError::invalid_value("The value of an item is an object")),
        }
    }
    Ok(())
}

/// Returns the item that a filter describes: `type eq "work"`.
fn described(filter: &Filter) -> Option<Map<String, Value>> {
    match filter {
        Filter::Compare { path, operator: Operator::Equal, value } if path.len() == 1 => {
            Some(Map::from_iter([(path[0].clone(), value.clone())]))
        }
        Filter::And(one, other) => {
            let mut item = described(one)?;
            item.extend(described(other)?);
            Some(item)
        }
        _ => None,
    }
}

#[cfg(test)]
#[path = "tests.rs"]
mod tests;
