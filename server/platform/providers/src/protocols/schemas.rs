//! Schemas of tools' arguments, in the part of JSON Schema that a provider takes.

use serde_json::{Map, Value, json};

/// What a provider takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Dialect {
    /// Nearly everything below the top.
    Json,
    /// The same, with names of properties of a few letters.
    Anthropic,
    /// A list of keywords, without references.
    Gemini,
    /// What templates of models can print: no references.
    Plain,
}

/// Returns the schema as a provider takes it; an error says why no provider could.
pub(super) fn normalized(schema: &Value, dialect: Dialect) -> Result<Value, &'static str> {
    let mut root = match schema {
        Value::Object(root) => root.clone(),
        Value::Null | Value::Bool(true) => Map::new(),
        _ => return Err("its schema is no object"),
    };
    if !is_of_objects(&root) {
        return Err("its arguments are no object");
    }
    merge_variants(&mut root);
    for keyword in NOT_AT_THE_TOP {
        root.remove(keyword);
    }
    root.insert("type".to_owned(), json!("object"));
    let properties = object_at(&root, "properties");
    root.insert("properties".to_owned(), Value::Object(properties));
    let schema = Value::Object(root);
    let root = Normalizer { root: &schema, dialect }.schema(&schema, 0);
    match dialect {
        Dialect::Anthropic if has_odd_names(&root) => Err("a name of its arguments is not allowed"),
        _ => Ok(root),
    }
}

/// Keywords that providers refuse at the top of a schema.
const NOT_AT_THE_TOP: [&str; 10] =
    ["anyOf", "oneOf", "allOf", "not", "enum", "const", "if", "then", "else", "dependentSchemas"];

fn is_of_objects(root: &Map<String, Value>) -> bool {
    match root.get("type") {
        None | Some(Value::Null) => true,
        Some(Value::String(kind)) => type_name(kind) == "object",
        Some(Value::Array(kinds)) => {
            kinds.iter().any(|kind| kind.as_str().is_some_and(|kind| type_name(kind) == "object"))
        }
        Some(_) => false,
    }
}

/// Merges the variants at the top into one object: each property that any has; required is what all of them require.
fn merge_variants(root: &mut Map<String, Value>) {
    for keyword in ["allOf", "anyOf", "oneOf"] {
        let Some(Value::Array(variants)) = root.remove(keyword) else { continue };
        let definitions = Value::Object(root.clone());
        let variants: Vec<Map<String, Value>> = variants
            .iter()
            .filter_map(|variant| resolved(&definitions, variant).as_object().cloned())
            .filter(is_of_objects)
            .collect();
        let mut properties = object_at(root, "properties");
        let mut required = names_at(root, "required");
        let mut common: Option<Vec<String>> = None;
        for variant in &variants {
            for (name, schema) in object_at(variant, "properties") {
                properties.entry(name).or_insert(schema);
            }
            let wanted = names_at(variant, "required");
            match &mut common {
                _ if keyword == "allOf" => required.extend(wanted),
                Some(common) => common.retain(|name| wanted.contains(name)),
                None => common = Some(wanted),
            }
        }
        required.extend(common.unwrap_or_default());
        root.insert("properties".to_owned(), Value::Object(properties));
        root.insert("required".to_owned(), json!(required));
    }
}

fn object_at(object: &Map<String, Value>, name: &str) -> Map<String, Value> {
    object.get(name).and_then(Value::as_object).cloned().unwrap_or_default()
}

fn names_at(object: &Map<String, Value>, name: &str) -> Vec<String> {
    match object.get(name) {
        Some(Value::Array(names)) => {
            names.iter().filter_map(Value::as_str).map(str::to_owned).collect()
        }
        Some(Value::String(name)) => vec![name.clone()],
        _ => Vec::new(),
    }
}

/// Returns what a reference within the schema leads to; anything, if it leads nowhere.
fn resolved<'a>(root: &'a Value, schema: &'a Value) -> &'a Value {
    const ANYTHING: &Value = &Value::Bool(true);
    match schema.get("$ref").map(|to| to.as_str().unwrap_or_default()) {
        None => schema,
        Some(to) => to.strip_prefix('#').and_then(|to| root.pointer(to)).unwrap_or(ANYTHING),
    }
}

/// Deepest schema that is kept: deeper ones take anything. A recursive one ends there.
const DEPTH_MAX: usize = 12;

struct Normalizer<'a> {
    root: &'a Value,
    dialect: Dialect,
}

impl Normalizer<'_> {
    fn schema(&self, schema: &Value, depth: usize) -> Value {
        let Value::Object(fields) = schema else { return json!({}) };
        if depth > DEPTH_MAX {
            return json!({});
        }
        if fields.contains_key("$ref") && (self.has_no_references() || self.leads_nowhere(schema)) {
            let mut target = self.schema(resolved(self.root, schema), depth + 1);
            if let (Some(target), Some(said)) = (target.as_object_mut(), fields.get("description"))
            {
                target.insert("description".to_owned(), said.clone());
            }
            return target;
        }
        let mut kept = Map::new();
        for (keyword, value) in fields {
            if let Some(value) = self.keyword(keyword, value, depth) {
                kept.insert(keyword.clone(), value);
            }
        }
        self.complete(&mut kept);
        Value::Object(kept)
    }

    fn has_no_references(&self) -> bool {
        matches!(self.dialect, Dialect::Gemini | Dialect::Plain)
    }

    fn leads_nowhere(&self, schema: &Value) -> bool {
        !resolved(self.root, schema).is_object()
    }

    /// Returns the value of a keyword as it is taken; `None` if it is left out.
    fn keyword(&self, keyword: &str, value: &Value, depth: usize) -> Option<Value> {
        if value.is_null() && keyword != "default" && keyword != "const" {
            return None;
        }
        if self.dialect == Dialect::Gemini && !TAKEN_BY_GEMINI.contains(&keyword) {
            return None;
        }
        if self.has_no_references() && matches!(keyword, "$defs" | "definitions") {
            return None;
        }
        let each = |schemas: &Map<String, Value>| -> Value {
            schemas.iter().map(|(name, one)| (name.clone(), self.schema(one, depth + 1))).collect()
        };
        match keyword {
            "$schema" | "$id" | "$comment" => None,
            "properties" | "$defs" | "definitions" | "patternProperties" => {
                Some(each(value.as_object()?))
            }
            "items" | "additionalProperties" | "not" | "contains" => Some(match value {
                Value::Bool(_) if keyword == "additionalProperties" => value.clone(),
                // A list says the kind of each place.
                Value::Array(places) => self.any_of(places, depth),
                one => self.schema(one, depth + 1),
            }),
            "anyOf" | "oneOf" | "allOf" | "prefixItems" => {
                let variants = value.as_array().filter(|variants| !variants.is_empty())?;
                Some(variants.iter().map(|one| self.schema(one, depth + 1)).collect())
            }
            "type" => match value {
                Value::String(kind) => Some(json!(type_name(kind))).filter(|kind| *kind != ""),
                Value::Array(kinds) => {
                    let kinds = kinds.iter().filter_map(Value::as_str).map(type_name);
                    let kinds: Vec<_> = kinds.filter(|kind| !kind.is_empty()).collect();
                    (!kinds.is_empty()).then(|| json!(kinds))
                }
                _ => None,
            },
            "required" => {
                let object = json!({ "required": value });
                Some(json!(names_at(object.as_object()?, "required")))
            }
            "enum" => value.as_array().filter(|values| !values.is_empty()).map(|_| value.clone()),
            "description" | "title" | "format" | "pattern" => {
                value.as_str().map(|text| json!(text))
            }
            _ => Some(value.clone()),
        }
    }

    fn any_of(&self, places: &[Value], depth: usize) -> Value {
        let mut kinds: Vec<Value> = Vec::new();
        for place in places {
            let kind = self.schema(place, depth + 1);
            if !kinds.contains(&kind) {
                kinds.push(kind);
            }
        }
        match kinds.len() {
            0 => json!({}),
            1 => kinds.remove(0),
            _ => json!({ "anyOf": kinds }),
        }
    }

    /// Adds what providers miss, and takes out what does not fit together.
    fn complete(&self, schema: &mut Map<String, Value>) {
        let is_array = match schema.get("type") {
            Some(Value::String(kind)) => kind == "array",
            Some(Value::Array(kinds)) => kinds.iter().any(|kind| kind == "array"),
            _ => false,
        };
        if is_array && !schema.contains_key("items") {
            let places = match schema.remove("prefixItems") {
                Some(Value::Array(places)) => self.any_of(&places, 0),
                _ => json!({}),
            };
            schema.insert("items".to_owned(), places);
        }
        // Gemini wants to know the kind of the elements.
        if self.dialect == Dialect::Gemini && schema.get("items") == Some(&json!({})) {
            schema.insert("items".to_owned(), json!({ "type": "string" }));
        }
        let known = object_at(schema, "properties");
        let mut required = names_at(schema, "required");
        let mut seen = Vec::new();
        required.retain(|name| {
            let is_new = !seen.contains(name);
            seen.push(name.clone());
            is_new && known.contains_key(name)
        });
        match required.is_empty() {
            true => schema.remove("required"),
            false => schema.insert("required".to_owned(), json!(required)),
        };
        if self.has_no_references()
            && let Some(value) = schema.remove("const")
        {
            schema.insert("enum".to_owned(), json!([value]));
        }
    }
}

/// Keywords of Gemini's `parametersJsonSchema` (ai.google.dev/api/caching#Schema), and `const`, which becomes one of
/// them.
const TAKEN_BY_GEMINI: [&str; 21] = [
    "type",
    "format",
    "title",
    "description",
    "enum",
    "items",
    "prefixItems",
    "minItems",
    "maxItems",
    "minimum",
    "maximum",
    "minLength",
    "maxLength",
    "pattern",
    "anyOf",
    "oneOf",
    "properties",
    "additionalProperties",
    "required",
    "propertyOrdering",
    "const",
];

/// Returns the name of a type as JSON Schema has it; empty for one that takes anything.
fn type_name(name: &str) -> &'static str {
    match name.trim().to_ascii_lowercase().as_str() {
        "object" | "dict" | "map" | "record" => "object",
        "array" | "list" | "tuple" | "set" => "array",
        "string" | "str" | "text" | "date" | "datetime" => "string",
        "integer" | "int" | "long" => "integer",
        "number" | "float" | "double" | "decimal" => "number",
        "boolean" | "bool" => "boolean",
        "null" | "none" | "nonetype" => "null",
        _ => "",
    }
}

/// Returns true if a property has a name that Anthropic refuses.
fn has_odd_names(schema: &Value) -> bool {
    let is_plain = |name: &String| {
        let is_letter = |ch: char| ch.is_ascii_alphanumeric() || matches!(ch, '_' | '.' | '-');
        (1..=64).contains(&name.len()) && name.chars().all(is_letter)
    };
    schema.get("properties").and_then(Value::as_object).is_some_and(|properties| {
        properties.iter().any(|(name, schema)| !is_plain(name) || has_odd_names(schema))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn normal(dialect: Dialect, schema: Value) -> Value {
        normalized(&schema, dialect).unwrap()
    }

    #[test]
    fn odd_schemas_become_what_all_providers_take() {
        let empty = json!({ "type": "object", "properties": {} });
        let string = json!({ "type": "string" });
        let with_a = json!({ "type": "object", "properties": { "a": string } });
        for (name, schema, wanted) in [
            ("null", json!(null), empty.clone()),
            ("nothing", json!({}), empty.clone()),
            ("no properties", json!({ "type": "object" }), empty.clone()),
            ("properties are null", json!({ "type": "object", "properties": null }), empty.clone()),
            (
                "required is null",
                json!({ "properties": { "a": string }, "required": null }),
                with_a.clone(),
            ),
            (
                "required is a text",
                json!({ "properties": { "a": string }, "required": "a" }),
                json!({ "type": "object", "properties": { "a": string }, "required": ["a"] }),
            ),
            (
                "required of nothing",
                json!({ "properties": { "a": string }, "required": ["b", 7] }),
                with_a.clone(),
            ),
            (
                "the type is a list",
                json!({ "type": ["object", "null"], "properties": { "a": string } }),
                with_a.clone(),
            ),
            (
                "the type in capitals",
                json!({ "type": "OBJECT", "properties": { "a": { "type": "STRING" } } }),
                with_a.clone(),
            ),
            (
                "another language's type",
                json!({ "properties": { "a": { "type": "str" } } }),
                with_a.clone(),
            ),
            (
                "the schema's language",
                json!({ "$schema": "http://json-schema.org/draft-07/schema#", "properties": { "a": string } }),
                with_a.clone(),
            ),
            (
                "anything",
                json!({ "properties": { "a": true, "b": null } }),
                json!({ "type": "object", "properties": { "a": {}, "b": {} } }),
            ),
            (
                "variants at the top",
                json!({ "anyOf": [{ "properties": { "a": string }, "required": ["a"] }, { "properties": { "b": string }, "required": ["b"] }] }),
                json!({ "type": "object", "properties": { "a": string, "b": string } }),
            ),
            (
                "what all variants require",
                json!({ "oneOf": [{ "properties": { "a": string }, "required": ["a"] }, { "properties": { "a": string, "b": string }, "required": ["a", "b"] }] }),
                json!({ "type": "object", "properties": { "a": string, "b": string }, "required": ["a"] }),
            ),
            (
                "parts at the top",
                json!({ "allOf": [{ "properties": { "a": string }, "required": ["a"] }, { "properties": { "b": string }, "required": ["b"] }] }),
                json!({ "type": "object", "properties": { "a": string, "b": string }, "required": ["a", "b"] }),
            ),
            (
                "a choice of null at the top",
                json!({ "anyOf": [{ "type": "object", "properties": { "a": string } }, { "type": "null" }] }),
                with_a.clone(),
            ),
            (
                "conditions at the top",
                json!({ "properties": { "a": string }, "if": {}, "then": {}, "not": { "required": ["a"] } }),
                with_a.clone(),
            ),
            (
                "an array without items",
                json!({ "properties": { "a": { "type": "array", "items": { "type": "string" } }, "b": { "type": ["array", "null"], "items": { "type": "string" } } } }),
                json!({ "type": "object", "properties": { "a": { "type": "array", "items": string }, "b": { "type": ["array", "null"], "items": string } } }),
            ),
            (
                "items are a list",
                json!({ "properties": { "a": { "type": "array", "items": [{ "type": "string" }, { "type": "string" }] } } }),
                json!({ "type": "object", "properties": { "a": { "type": "array", "items": string } } }),
            ),
            (
                "a description of another shape",
                json!({ "properties": { "a": { "type": "string", "description": ["x"] } } }),
                with_a.clone(),
            ),
            (
                "an empty enumeration",
                json!({ "properties": { "a": { "type": "string", "enum": [] } } }),
                with_a.clone(),
            ),
            (
                "a reference to nowhere",
                json!({ "properties": { "a": { "$ref": "#/$defs/none" } } }),
                json!({ "type": "object", "properties": { "a": {} } }),
            ),
        ] {
            for dialect in [Dialect::Json, Dialect::Anthropic, Dialect::Gemini, Dialect::Plain] {
                assert_eq!(normal(dialect, schema.clone()), wanted, "{name} {dialect:?}");
            }
        }
    }

    #[test]
    fn what_one_provider_lacks_is_left_out_for_it() {
        let array = json!({ "properties": { "a": { "type": "array" } } });
        assert_eq!(normal(Dialect::Json, array.clone())["properties"]["a"]["items"], json!({}));
        let items = &normal(Dialect::Gemini, array)["properties"]["a"]["items"];
        assert_eq!(items, &json!({ "type": "string" }));

        let odd = json!({ "properties": { "a": { "type": "string", "const": "x", "x-odd": 1 } } });
        assert_eq!(normal(Dialect::Json, odd.clone())["properties"]["a"]["x-odd"], 1);
        let wanted = json!({ "type": "string", "enum": ["x"] });
        assert_eq!(normal(Dialect::Gemini, odd)["properties"]["a"], wanted);

        let tree = json!({ "$defs": { "node": { "type": "object", "properties": { "next": { "$ref": "#/$defs/node" } } } },
            "properties": { "a": { "$ref": "#/$defs/node" } } });
        let kept = normal(Dialect::Json, tree.clone());
        assert_eq!(kept["properties"]["a"], json!({ "$ref": "#/$defs/node" }));
        let unfolded = normal(Dialect::Gemini, tree);
        assert!(unfolded.get("$defs").is_none());
        assert_eq!(unfolded["properties"]["a"]["properties"]["next"]["type"], "object");
        assert!(!unfolded.to_string().contains("$ref"), "a recursive schema ends");
    }

    #[test]
    fn what_no_provider_could_take_is_refused() {
        for schema in
            [json!("x"), json!([]), json!(false), json!({ "type": "array" }), json!({ "type": 7 })]
        {
            assert!(normalized(&schema, Dialect::Json).is_err(), "{schema}");
        }
        let odd = json!({ "properties": { "名前": { "type": "string" } } });
        assert!(normalized(&odd, Dialect::Anthropic).is_err());
        assert!(normalized(&odd, Dialect::Json).is_ok());
    }
}
