//! JSON schemas as the description of the API uses them: values that fit one, values that do not, and what does not fit in a
//! value that was answered.

use serde_json::{Map, Value, json};
use testing::Chance;

/// The schemas that others name.
#[derive(Clone, Copy)]
pub struct Schemas<'a>(pub &'a Value);

/// Deeper, only what must be there is.
const DEPTH: usize = 5;
const TEXTS: [&str; 10] = [
    "Tides",
    "a",
    "de",
    "gpt",
    "2026-11-20",
    "ana@example.com",
    "http://127.0.0.1:9/a",
    "潮汐 🌊 المد",
    "builtin/assistant",
    "",
];
const INTEGERS: [i64; 6] = [0, 1, 2, 7, 30, 100];

impl<'a> Schemas<'a> {
    fn resolve(self, schema: &'a Value) -> &'a Value {
        match schema["$ref"].as_str() {
            Some(name) => {
                let found = self.0.pointer(name.trim_start_matches('#'));
                self.resolve(found.expect("a schema that is named is there"))
            }
            None => schema,
        }
    }

    /// Returns a value that fits.
    pub fn fitting(self, schema: &'a Value, chance: &mut Chance, depth: usize) -> Value {
        let schema = self.resolve(schema);
        for several in ["oneOf", "anyOf"] {
            if let Some(kinds) = schema[several].as_array() {
                return self.fitting(chance.of_these(kinds), chance, depth);
            }
        }
        if let Some(all) = schema["allOf"].as_array() {
            let mut whole = Map::new();
            for part in all {
                if let Value::Object(fields) = self.fitting(part, chance, depth) {
                    whole.extend(fields);
                }
            }
            return Value::Object(whole);
        }
        if let Some(values) = schema["enum"].as_array() {
            return chance.of_these(values).clone();
        }
        let kinds = kinds_of(schema);
        if depth >= DEPTH && kinds.contains(&"null") {
            return Value::Null;
        }
        match kinds.get(chance.below(kinds.len())).copied() {
            Some("null") => Value::Null,
            Some("boolean") => json!(chance.one_in(2)),
            Some("integer") => json!(integer(schema, chance)),
            Some("number") => json!(integer(schema, chance) as f64 + 0.5),
            Some("string") => json!(text(schema, chance)),
            Some("array") => self.array(schema, chance, depth),
            Some("object") => self.object(schema, chance, depth),
            _ => json!({ "type": "text", "text": *chance.of_these(&TEXTS) }),
        }
    }

    fn array(self, schema: &'a Value, chance: &mut Chance, depth: usize) -> Value {
        if let Some(each) = schema["prefixItems"].as_array() {
            return each.iter().map(|item| self.fitting(item, chance, depth + 1)).collect();
        }
        let length = if depth >= DEPTH { 0 } else { chance.below(4) };
        (0..length).map(|_| self.fitting(&schema["items"], chance, depth + 1)).collect()
    }

    fn object(self, schema: &'a Value, chance: &mut Chance, depth: usize) -> Value {
        let mut fields = Map::new();
        for (name, field) in schema["properties"].as_object().into_iter().flatten() {
            let is_needed = required(schema).any(|needed| needed == name);
            if is_needed || (depth < DEPTH && chance.one_in(2)) {
                fields.insert(name.clone(), self.fitting(field, chance, depth + 1));
            }
        }
        if schema["additionalProperties"].is_object() && depth < DEPTH {
            for _ in 0..chance.below(3) {
                let name = (*chance.of_these(&TEXTS)).to_owned();
                fields
                    .insert(name, self.fitting(&schema["additionalProperties"], chance, depth + 1));
            }
        }
        Value::Object(fields)
    }

    /// Returns the part of `value` that does not match the schema, if any.
    pub fn misfit(self, schema: &'a Value, value: &Value) -> Option<String> {
        self.look(schema, value, "", true)
    }

    fn look(self, schema: &'a Value, value: &Value, at: &str, is_whole: bool) -> Option<String> {
        let schema = self.resolve(schema);
        for several in ["oneOf", "anyOf"] {
            if let Some(kinds) = schema[several].as_array() {
                let misfits: Option<Vec<String>> =
                    kinds.iter().map(|kind| self.look(kind, value, at, is_whole)).collect();
                return misfits.map(|misfits| format!("none of: {}", misfits.join("; ")));
            }
        }
        if let Some(all) = schema["allOf"].as_array() {
            return all.iter().find_map(|part| self.look(part, value, at, false));
        }
        if let Some(values) = schema["enum"].as_array() {
            let is_known = values.contains(value);
            return (!is_known).then(|| format!("{at}: {value} is none of {values:?}"));
        }
        let kinds = kinds_of(schema);
        if !kinds.is_empty() && !kinds.iter().any(|kind| is_of(kind, value)) {
            return Some(format!("{at}: {value} is no {kinds:?}"));
        }
        match value {
            Value::Object(fields) => self.look_at_fields(schema, fields, at, is_whole),
            Value::Array(items) => {
                let each = |(number, item)| {
                    let schema = match &schema["prefixItems"][number] {
                        Value::Null => &schema["items"],
                        own => own,
                    };
                    self.look(schema, item, &format!("{at}/{number}"), true)
                };
                items.iter().enumerate().find_map(each)
            }
            Value::Number(number) => {
                let least = schema["minimum"].as_f64();
                let is_less = least.zip(number.as_f64()).is_some_and(|(least, it)| it < least);
                is_less.then(|| format!("{at}: {number} is too small"))
            }
            Value::String(text) if schema["format"] == "uuid" => {
                let is_id = text.parse::<kernel::Uuid>().is_ok();
                (!is_id).then(|| format!("{at}: {text:?} is no id"))
            }
            _ => None,
        }
    }

    fn look_at_fields(
        self,
        schema: &'a Value,
        fields: &Map<String, Value>,
        at: &str,
        is_whole: bool,
    ) -> Option<String> {
        if let Some(missing) = required(schema).find(|name| !fields.contains_key(*name)) {
            return Some(format!("{at}: {missing} is missing"));
        }
        fields.iter().find_map(|(name, value)| {
            let at = format!("{at}/{name}");
            match (&schema["properties"][name], &schema["additionalProperties"]) {
                (Value::Null, Value::Bool(false)) if is_whole => Some(format!("{at} is not known")),
                (Value::Null, more @ Value::Object(_)) => self.look(more, value, &at, true),
                (Value::Null, _) => None,
                (field, _) => self.look(field, value, &at, true),
            }
        })
    }
}

fn required(schema: &Value) -> impl Iterator<Item = &str> {
    schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str)
}

fn kinds_of(schema: &Value) -> Vec<&str> {
    match &schema["type"] {
        Value::String(kind) => vec![kind],
        Value::Array(kinds) => kinds.iter().filter_map(Value::as_str).collect(),
        _ => Vec::new(),
    }
}

fn is_of(kind: &str, value: &Value) -> bool {
    match kind {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        "string" => value.is_string(),
        "array" => value.is_array(),
        _ => value.is_object(),
    }
}

fn integer(schema: &Value, chance: &mut Chance) -> i64 {
    let (least, most) = match schema["format"].as_str() {
        Some("int32") => (i64::from(i32::MIN), i64::from(i32::MAX)),
        _ => (i64::MIN, i64::MAX),
    };
    let least = schema["minimum"].as_i64().unwrap_or(least);
    let most = schema["maximum"].as_i64().unwrap_or(most);
    match chance.below(8) {
        0 => most,
        1 => least,
        _ => (*chance.of_these(&INTEGERS)).clamp(least, most),
    }
}

fn text(schema: &Value, chance: &mut Chance) -> String {
    match schema["format"].as_str() {
        Some("uuid") => {
            let high = u128::from(chance.number());
            kernel::Uuid::from_u128(high << 64 | u128::from(chance.number())).to_string()
        }
        Some("date-time") => "2026-11-20T12:00:00Z".to_owned(),
        _ => (*chance.of_these(&TEXTS)).to_owned(),
    }
}

/// Returns a value that is hardly meant.
pub fn hostile(chance: &mut Chance) -> Value {
    match chance.below(20) {
        0 => Value::Null,
        1 => json!(i64::MAX),
        2 => json!(i64::MIN),
        3 => json!(u64::MAX),
        4 => json!(-1),
        5 => json!(1e308),
        6 => json!(0.1),
        7 => json!(i64::from(i32::MAX) + 1),
        8 => json!("a".repeat(100_000)),
        9 => json!("\u{1}\u{7f}\u{202e}\u{feff}\u{fffd}\r\n\t"),
        10 => json!("🏳️‍🌈\u{10ffff}e\u{301}\u{0}".repeat(50)),
        11 => json!("'\";-- %s {{user}} ${HOME} <script>"),
        12 => json!("../../etc/passwd"),
        13 => json!([]),
        14 => json!({}),
        15 => json!(vec!["a"; 3_000]),
        16 => (0..100).fold(json!(1), |inner, _| json!([inner])),
        17 => json!("99999999999999999999999999999999"),
        18 => json!("0001-01-01T00:00:00Z"),
        _ => json!(true),
    }
}

/// Returns `value` with one invalid change.
pub fn broken(mut value: Value, chance: &mut Chance) -> Value {
    let mut places = Vec::new();
    list_places(&value, String::new(), &mut places);
    let place = chance.of_these(&places).clone();
    let found = value.pointer_mut(&place).expect("it was listed");
    match found {
        Value::Object(fields) if chance.one_in(3) => {
            fields.insert("surprise".to_owned(), hostile(chance));
        }
        Value::Object(fields) if !fields.is_empty() && chance.one_in(2) => {
            let names: Vec<String> = fields.keys().cloned().collect();
            fields.remove(chance.of_these(&names));
        }
        _ => *found = hostile(chance),
    }
    value
}

fn list_places(value: &Value, at: String, places: &mut Vec<String>) {
    let inner: Vec<(String, &Value)> = match value {
        Value::Object(fields) => fields.iter().map(|(name, it)| (name.clone(), it)).collect(),
        Value::Array(items) => {
            items.iter().enumerate().map(|(number, it)| (number.to_string(), it)).collect()
        }
        _ => Vec::new(),
    };
    for (name, it) in inner {
        let name = name.replace('~', "~0").replace('/', "~1");
        list_places(it, format!("{at}/{name}"), places);
    }
    places.push(at);
}

#[test]
fn what_is_made_to_fit_fits_and_what_does_not_is_named() {
    let openapi: Value =
        serde_json::from_str(include_str!("../../../../contract/openapi.json")).unwrap();
    let schemas = Schemas(&openapi);
    for (name, schema) in openapi["components"]["schemas"].as_object().unwrap() {
        for number in 0..5 {
            let made = schemas.fitting(schema, &mut Chance::of(&format!("{name}{number}")), 0);
            assert_eq!(schemas.misfit(schema, &made), None, "{name}: {made}");
        }
    }
    let schema = json!({
        "type": "object", "required": ["a"], "additionalProperties": false,
        "properties": { "a": { "type": ["integer", "null"], "minimum": 1 }, "b": { "enum": ["x"] } },
    });
    let misfit = |value: Value| Schemas(&Value::Null).misfit(&schema, &value);
    assert_eq!(misfit(json!({ "a": null, "b": "x" })), None);
    for bad in [json!({}), json!({ "a": 0 }), json!({ "a": "1" }), json!({ "a": 1, "b": "y" })] {
        assert!(misfit(bad.clone()).is_some(), "{bad}");
    }
    assert!(misfit(json!({ "a": 1, "c": 1 })).is_some());
}
