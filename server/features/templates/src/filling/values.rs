//! Values of fields, and their rules.

use std::collections::BTreeMap;

use kernel::Problem;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::formula::Decimal;
use crate::definition::{Definition, Field, FieldKind};
use crate::limits::{LIST_ROWS_MAX, LONG_TEXT_MAX_CHARS, TEXT_MAX_CHARS};
use crate::problems::{
    DATE_INVALID, FIELD_UNKNOWN, FIELDS_MISSING, NUMBER_INVALID, OPTION_INVALID, TOO_MANY_ROWS,
    VALUE_KIND, VALUE_TOO_LONG,
};

/// Values of a template, by the names of its fields.
pub(crate) type Values = BTreeMap<String, FieldValue>;

/// The value of a field: a text, or rows of them by the names of the columns.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = TemplateValue)]
#[serde(untagged)]
pub(crate) enum FieldValue {
    Text(String),
    Rows(Vec<BTreeMap<String, String>>),
}

/// Returns the values of the template's fields, without spaces around them. What fills no field is left out.
///
/// # Errors
///
/// The first value that its field does not take.
pub(crate) fn check_values(definition: &Definition, values: &Values) -> Result<Values, Problem> {
    let mut checked = Values::new();
    for field in definition.fields.iter().filter(|field| field.is_filled()) {
        let value = match (values.get(&field.name), field.kind) {
            (None, _) => continue,
            (Some(FieldValue::Rows(rows)), FieldKind::List) => {
                FieldValue::Rows(check_rows(field, rows)?)
            }
            (Some(FieldValue::Text(text)), kind) if kind != FieldKind::List => {
                FieldValue::Text(check_text(field, text, &field.label)?)
            }
            (Some(_), _) => return Err(VALUE_KIND.with("label", &field.label)),
        };
        checked.insert(field.name.clone(), value);
    }
    Ok(checked)
}

/// Returns the name of a value that fills no field.
pub(crate) fn unknown_field(definition: &Definition, values: &Values) -> Option<Problem> {
    let is_known = |name: &String| definition.field(name).is_some_and(Field::is_filled);
    let unknown = values.keys().find(|name| !is_known(name))?;
    Some(FIELD_UNKNOWN.with("name", unknown))
}

/// Checks that all required fields are filled.
///
/// # Errors
///
/// [`FIELDS_MISSING`] with all that are not.
pub(crate) fn check_complete(definition: &Definition, values: &Values) -> Result<(), Problem> {
    let mut missing: Vec<(String, String)> = Vec::new();
    for field in &definition.fields {
        match values.get(&field.name) {
            Some(FieldValue::Text(text)) if !text.trim().is_empty() => {}
            Some(FieldValue::Rows(rows)) if !rows.is_empty() => {
                missing_in_rows(field, rows, &mut missing);
            }
            _ if field.required => missing.push((field.name.clone(), field.label.clone())),
            _ => {}
        }
    }
    if missing.is_empty() {
        return Ok(());
    }
    let (names, labels): (Vec<_>, Vec<_>) = missing.into_iter().unzip();
    Err(FIELDS_MISSING.with("fields", labels.join(", ")).with("names", names.join(",")))
}

fn missing_in_rows(
    field: &Field,
    rows: &[BTreeMap<String, String>],
    missing: &mut Vec<(String, String)>,
) {
    for (number, row) in (1..).zip(rows) {
        for column in field.columns.iter().filter(|column| column.required) {
            if row.get(&column.name).is_none_or(|text| text.trim().is_empty()) {
                let name = format!("{}.{}.{}", field.name, number - 1, column.name);
                missing.push((name, format!("{} {number}: {}", field.label, column.label)));
            }
        }
    }
}

fn check_rows(
    field: &Field,
    rows: &[BTreeMap<String, String>],
) -> Result<Vec<BTreeMap<String, String>>, Problem> {
    if rows.len() > LIST_ROWS_MAX {
        return Err(TOO_MANY_ROWS.with("label", &field.label).with("max", LIST_ROWS_MAX));
    }
    let mut checked = Vec::new();
    for (number, row) in (1..).zip(rows) {
        let mut cells = BTreeMap::new();
        for column in field.columns.iter().filter(|column| column.is_filled()) {
            let label = format!("{} {number}: {}", field.label, column.label);
            if let Some(text) = row.get(&column.name) {
                cells.insert(column.name.clone(), check_text(column, text, &label)?);
            }
        }
        // A row that was added and left is none.
        if cells.values().any(|text| !text.is_empty()) {
            checked.push(cells);
        }
    }
    Ok(checked)
}

fn check_text(field: &Field, text: &str, label: &str) -> Result<String, Problem> {
    let text = text.trim();
    let is_long = field.kind == FieldKind::LongText;
    let max = if is_long { LONG_TEXT_MAX_CHARS } else { TEXT_MAX_CHARS };
    if text.chars().count() > max {
        return Err(VALUE_TOO_LONG.with("label", label).with("max", max));
    }
    let refused = match field.kind {
        _ if text.is_empty() => None,
        FieldKind::Number if Decimal::parse(text).is_none() => Some(NUMBER_INVALID),
        FieldKind::Date if parse_date(text).is_none() => Some(DATE_INVALID),
        FieldKind::Choice if !field.options.iter().any(|option| option == text) => {
            Some(OPTION_INVALID)
        }
        _ => None,
    };
    match refused {
        Some(kind) => Err(kind.with("label", label)),
        None => Ok(text.replace('\0', "")),
    }
}

/// Parses `2026-11-30`.
pub(super) fn parse_date(text: &str) -> Option<jiff::civil::Date> {
    let is_plain =
        text.len() == 10 && text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-');
    is_plain.then(|| text.parse().ok()).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::definition::{Output, new_field};

    fn definition() -> Definition {
        let needed = |field: Field| Field { required: true, ..field };
        let columns = vec![
            needed(new_field("what", "What", FieldKind::Text)),
            new_field("price", "Price", FieldKind::Number),
        ];
        let choice = Field {
            options: vec!["Net".to_owned()],
            ..new_field("terms", "Terms", FieldKind::Choice)
        };
        Definition {
            name: "Invoice".to_owned(),
            description: String::new(),
            output: Output::Document,
            content: "x".to_owned(),
            fields: vec![
                needed(new_field("client", "Client", FieldKind::Text)),
                new_field("due", "Due", FieldKind::Date),
                choice,
                needed(Field { columns, ..new_field("items", "Items", FieldKind::List) }),
            ],
        }
    }

    fn values(json: serde_json::Value) -> Values {
        serde_json::from_value(json).unwrap()
    }

    #[test]
    fn all_missing_fields_are_named_at_once() {
        let some = values(serde_json::json!({ "client": " ", "items": [{ "price": "1" }] }));
        let problem = check_complete(&definition(), &some).unwrap_err();
        assert_eq!(problem.kind, FIELDS_MISSING);
        assert_eq!(problem.params["fields"], "Client, Items 1: What");
        assert_eq!(problem.params["names"], "client,items.0.what");
        let all = values(serde_json::json!({ "client": "A", "items": [{ "what": "b" }] }));
        assert!(check_complete(&definition(), &all).is_ok());
    }

    #[test]
    fn each_field_takes_its_kind_only() {
        for (json, kind) in [
            (serde_json::json!({ "due": "30.11.2026" }), DATE_INVALID),
            (serde_json::json!({ "due": "2026-02-30" }), DATE_INVALID),
            (serde_json::json!({ "terms": "Other" }), OPTION_INVALID),
            (serde_json::json!({ "items": "text" }), VALUE_KIND),
            (serde_json::json!({ "client": [] }), VALUE_KIND),
            (serde_json::json!({ "items": [{ "price": "cheap" }] }), NUMBER_INVALID),
            (serde_json::json!({ "client": "a".repeat(501) }), VALUE_TOO_LONG),
        ] {
            let refused = check_values(&definition(), &values(json.clone())).unwrap_err();
            assert_eq!(refused.kind, kind, "{json}");
        }
        let rows = vec![serde_json::json!({ "what": "x" }); LIST_ROWS_MAX + 1];
        let refused = check_values(&definition(), &values(serde_json::json!({ "items": rows })));
        assert_eq!(refused.unwrap_err().kind, TOO_MANY_ROWS);
    }

    #[test]
    fn empty_rows_and_unknown_fields_are_left_out() {
        let given = values(
            serde_json::json!({ "client": " A ", "no": "x", "items": [{ "what": " " }, { "what": "b", "x": "y" }] }),
        );
        let kept = check_values(&definition(), &given).unwrap();
        assert_eq!(kept, values(serde_json::json!({ "client": "A", "items": [{ "what": "b" }] })));
        assert_eq!(unknown_field(&definition(), &given).unwrap().params["name"], "no");
        assert!(unknown_field(&definition(), &kept).is_none());
    }
}
