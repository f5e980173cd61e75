use std::path::Path;

use toml::{Table, Value};

use crate::SettingsError;
use crate::names::{nearest, nearest_variable};
use crate::origin::{Origin, Origins};

pub(crate) struct Layer {
    pub(crate) table: Table,
    pub(crate) origin: Origin,
}

impl Layer {
    pub(crate) fn read(path: &Path) -> Result<Self, SettingsError> {
        let text = std::fs::read_to_string(path)
            .map_err(|source| SettingsError::Unreadable { path: path.to_owned(), source })?;
        let origin = Origin::File(path.display().to_string());
        Ok(Self { table: parse(&text, &origin)?, origin })
    }
}

pub(crate) fn parse(text: &str, origin: &Origin) -> Result<Table, SettingsError> {
    text.parse().map_err(|error: toml::de::Error| SettingsError::NotToml {
        origin: origin.to_string(),
        message: error.to_string().trim().to_owned(),
    })
}

/// Merges `layer` into `base`. A key must already exist, with the same type; an empty table in the reference accepts
/// any key. `origins`: notes where each value comes from.
pub(crate) fn merge(
    base: &mut Table,
    layer: Table,
    origin: &Origin,
    path: &str,
    origins: &mut Origins,
) -> Result<(), SettingsError> {
    let is_free = base.is_empty();
    for (name, value) in layer {
        let key = join(path, &name);
        if is_free {
            base.insert(name, value);
            origins.insert(key, origin.clone());
            continue;
        }
        let nearest = nearest(base, &name).map(|name| join(path, name));
        let Some(slot) = base.get_mut(&name) else {
            return Err(SettingsError::UnknownKey { origin: origin.to_string(), key, nearest });
        };
        match (slot, value) {
            (Value::Table(base), Value::Table(layer)) => {
                merge(base, layer, origin, &key, origins)?;
                continue;
            }
            (slot, value) if slot.same_type(&value) => *slot = value,
            (Value::Float(slot), Value::Integer(whole)) => *slot = whole as f64,
            (slot, value) => return Err(wrong_type(origin, key, &value.to_string(), slot)),
        }
        origins.insert(key, origin.clone());
    }
    Ok(())
}

/// Sets the key that `names` lead to from the text of a variable or a credential. Below an empty table of the `reference`
/// any key is accepted (`PLANS__FREE__STANDARD_QUERY`).
pub(crate) fn set_from_text(
    base: &mut Table,
    reference: &Table,
    origin: &Origin,
    names: &[String],
    text: &str,
) -> Result<(), SettingsError> {
    let unknown = |key: String, nearest: Option<String>| {
        let variable = nearest_variable(reference, &names.join("_").to_uppercase())
            .filter(|_| matches!(origin, Origin::Variable(_)));
        let nearest = nearest.or(variable);
        SettingsError::UnknownKey { origin: origin.to_string(), key, nearest }
    };
    let (last, sections) = names.split_last().expect("a key has a name");
    let mut table = base;
    let mut known = Some(reference);
    let mut key = String::new();
    for (depth, name) in sections.iter().enumerate() {
        if known.is_some_and(Table::is_empty) {
            return set_any(table, origin, key, &names[depth..], text);
        }
        known = known.and_then(|known| known.get(name)).and_then(Value::as_table);
        let nearest = nearest(table, name).map(|name| join(&key, name));
        key = join(&key, name);
        table = match table.get_mut(name) {
            Some(Value::Table(inner)) => inner,
            _ => return Err(unknown(key, nearest)),
        };
    }
    if known.is_some_and(Table::is_empty) {
        return set_any(table, origin, key, std::slice::from_ref(last), text);
    }
    let nearest = nearest(table, last).map(|name| join(&key, name));
    key = join(&key, last);
    let Some(slot) = table.get_mut(last) else { return Err(unknown(key, nearest)) };
    match read_as(slot, text) {
        Some(value) => *slot = value,
        None => return Err(wrong_type(origin, key, &format!("{text:?}"), slot)),
    }
    Ok(())
}

/// Returns true if the reference names the key, or one that any key may be below.
pub(crate) fn knows(reference: &Table, names: &[String]) -> bool {
    let Some((first, rest)) = names.split_first() else { return false };
    match reference.get(first) {
        _ if reference.is_empty() => true,
        Some(Value::Table(inner)) if !rest.is_empty() => knows(inner, rest),
        Some(Value::Table(_)) | None => false,
        Some(_) => rest.is_empty(),
    }
}

/// Sets a key that the reference does not name: a number or true or false where the text is one, else a text.
fn set_any(
    table: &mut Table,
    origin: &Origin,
    key: String,
    names: &[String],
    text: &str,
) -> Result<(), SettingsError> {
    let (first, rest) = names.split_first().expect("a key has a name");
    let key = join(&key, first);
    if rest.is_empty() {
        let read = format!("value = {}", text.trim()).parse::<Table>().ok();
        let value = read.and_then(|mut table| table.remove("value"));
        table.insert(first.clone(), value.unwrap_or_else(|| Value::String(text.to_owned())));
        return Ok(());
    }
    match table.entry(first.clone()).or_insert_with(|| Value::Table(Table::new())) {
        Value::Table(inner) => set_any(inner, origin, key, rest, text),
        slot => Err(wrong_type(origin, key, &format!("{text:?}"), slot)),
    }
}

/// Returns a variable's text as the type that `like` has.
fn read_as(like: &Value, text: &str) -> Option<Value> {
    match like {
        Value::String(_) => Some(Value::String(text.to_owned())),
        Value::Integer(_) => text.trim().parse().ok().map(Value::Integer),
        Value::Float(_) => text.trim().parse().ok().map(Value::Float),
        Value::Boolean(_) => match text.trim() {
            "true" | "1" => Some(Value::Boolean(true)),
            "false" | "0" => Some(Value::Boolean(false)),
            _ => None,
        },
        Value::Array(_) if text.trim_start().starts_with('[') => {
            let table: Table = format!("value = {text}").parse().ok()?;
            table.get("value").cloned()
        }
        Value::Array(_) => {
            let items = text.split(',').map(str::trim).filter(|item| !item.is_empty());
            Some(Value::Array(items.map(|item| Value::String(item.to_owned())).collect()))
        }
        Value::Table(_) | Value::Datetime(_) => None,
    }
}

fn wrong_type(origin: &Origin, key: String, found: &str, like: &Value) -> SettingsError {
    let (expected, example) = match like {
        Value::String(text) => ("a text", format!("{text:?}")),
        Value::Integer(number) => ("a whole number", number.to_string()),
        Value::Float(number) => ("a number", number.to_string()),
        Value::Boolean(_) => ("true or false", "true or false".to_owned()),
        Value::Array(_) => {
            ("a list", "[\"first\", \"second\"], or first,second as a variable".into())
        }
        Value::Datetime(_) => ("a time", "2026-11-20T00:00:00Z".to_owned()),
        Value::Table(_) => ("a section", format!("[{key}] and its keys below it")),
    };
    SettingsError::WrongType {
        origin: origin.to_string(),
        key,
        found: found.to_owned(),
        expected,
        example,
    }
}

pub(crate) fn join(path: &str, name: &str) -> String {
    if path.is_empty() { name.to_owned() } else { format!("{path}.{name}") }
}
