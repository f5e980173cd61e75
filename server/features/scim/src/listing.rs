//! Lists (RFC 7644 §3.4.2): which resources, from where on, with which attributes; and one resource as it is sent.

use kernel::Timestamp;
use serde_json::{Map, Value, json};
use sha2::{Digest, Sha256};

use crate::error::{ScimError, ScimResult};
use crate::filter::Filter;
use crate::json::{self, without_schema};
use crate::schemas::{LIST, RESULTS_MAX};

/// Resources in one answer unless the provider says how many.
const RESULTS_USUAL: usize = 100;

/// A provider's question for resources: by the query of a request, or by the body of a search.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Asked {
    pub filter: Option<Filter>,
    /// Number of resources to leave out at the beginning.
    pub offset: usize,
    pub count: usize,
    pub shape: Shape,
}

/// The attributes to send.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Shape {
    only: Vec<String>,
    without: Vec<String>,
}

impl Asked {
    /// Reads what is asked for from names and values.
    ///
    /// Errors: `invalidFilter`, `invalidValue`.
    pub fn read(object: &Map<String, Value>) -> ScimResult<Self> {
        let filter = json::text(object, "filter").map(|text| Filter::read(&text)).transpose()?;
        let number = |name: &str| -> ScimResult<Option<i64>> {
            let wrong = || ScimError::invalid_value(format!("{name} is no whole number"));
            match json::get(object, name) {
                None => Ok(None),
                Some(Value::String(text)) => text.trim().parse().map(Some).map_err(|_| wrong()),
                Some(value) => value.as_i64().map(Some).ok_or_else(wrong),
            }
        };
        // Counted from one; less counts as one, and a negative count as none (§3.4.2.4).
        let start = number("startIndex")?.unwrap_or(1).max(1) as usize;
        let count = number("count")?.map_or(RESULTS_USUAL, |count| count.max(0) as usize);
        let shape = Shape {
            only: names(object, "attributes"),
            without: names(object, "excludedAttributes"),
        };
        Ok(Self { filter, offset: start - 1, count: count.min(RESULTS_MAX), shape })
    }
}

/// Reads names of attributes: a list, or a text with commas. Of parts, the whole attribute.
fn names(object: &Map<String, Value>, name: &str) -> Vec<String> {
    let written: Vec<String> = match json::get(object, name) {
        Some(Value::String(text)) => text.split(',').map(str::to_owned).collect(),
        Some(Value::Array(all)) => {
            all.iter().filter_map(Value::as_str).map(str::to_owned).collect()
        }
        _ => Vec::new(),
    };
    let name = |text: String| {
        let plain = without_schema(text.trim())?;
        plain.split('.').next().filter(|name| !name.is_empty()).map(str::to_ascii_lowercase)
    };
    written.into_iter().filter_map(name).collect()
}

impl Shape {
    /// Returns the shape of what a filter compares: all attributes, without `many` if the filter does not name it.
    pub fn compared_by(filter: &Filter, many: &str) -> Self {
        match filter.names(many) {
            true => Self::default(),
            false => Self { only: Vec::new(), without: vec![many.to_ascii_lowercase()] },
        }
    }

    /// Returns true if an attribute is sent.
    pub fn has(&self, name: &str) -> bool {
        let name = name.to_ascii_lowercase();
        if matches!(name.as_str(), "id" | "schemas") {
            return true;
        }
        (self.only.is_empty() || self.only.contains(&name)) && !self.without.contains(&name)
    }

    fn apply(&self, mut resource: Map<String, Value>) -> Value {
        resource.retain(|name, _| self.has(name));
        Value::Object(resource)
    }
}

/// The place and the times of a resource.
pub(crate) struct Place<'a> {
    pub kind: &'static str,
    pub location: String,
    pub created_at: Timestamp,
    pub changed_at: Timestamp,
    pub shape: &'a Shape,
    /// An attribute that may have many values, which are not always read, and a text that changes with them.
    pub many: (&'static str, String),
}

/// A resource as it is sent, with what a header says of it.
pub(crate) struct Sent {
    pub body: Value,
    pub version: String,
    pub location: String,
}

/// Completes a whole resource: what it is, where, and in which version. Of it, what is asked for is sent.
pub(crate) fn complete(mut resource: Map<String, Value>, place: Place<'_>) -> Sent {
    let (many, state) = &place.many;
    let version = version(&resource, many, state);
    let meta = json!({
        "resourceType": place.kind, "created": place.created_at,
        "lastModified": place.changed_at, "location": place.location, "version": version,
    });
    resource.insert("meta".to_owned(), meta);
    Sent { body: place.shape.apply(resource), version, location: place.location }
}

/// Returns the version of a resource: it changes when anything of it does. `state` stands for the values of the attribute `many`.
pub(crate) fn version(resource: &Map<String, Value>, many: &str, state: &str) -> String {
    let mut whole = resource.clone();
    whole.retain(|name, _| name != many);
    whole.insert(many.to_owned(), json!(state));
    let json = Value::Object(whole).to_string();
    let hash = Sha256::digest(json.as_bytes());
    let short: String = hash.iter().take(8).map(|byte| format!("{byte:02x}")).collect();
    format!("W/\"{short}\"")
}

/// Returns true if a header of versions names this one, or any.
pub(crate) fn names_version(header: &str, version: &str) -> bool {
    let plain = |text: &str| text.trim().trim_start_matches("W/").to_owned();
    header.split(',').any(|one| one.trim() == "*" || plain(one) == plain(version))
}

/// Returns an answer with resources. `total`: how many there are in all.
pub(crate) fn list(resources: Vec<Value>, total: usize, offset: usize) -> Value {
    json!({
        "schemas": [LIST], "totalResults": total, "startIndex": offset + 1,
        "itemsPerPage": resources.len(), "Resources": resources,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(query: Value) -> ScimResult<(usize, usize)> {
        Asked::read(query.as_object().unwrap()).map(|asked| (asked.offset, asked.count))
    }

    #[test]
    fn pages_begin_at_one_and_have_an_end() {
        assert_eq!(asked(json!({})), Ok((0, 100)));
        assert_eq!(asked(json!({ "startIndex": "3", "count": "5" })), Ok((2, 5)));
        assert_eq!(asked(json!({ "startIndex": 0, "count": -1 })), Ok((0, 0)));
        assert_eq!(asked(json!({ "startIndex": -5, "count": 9_999 })), Ok((0, 200)));
        assert!(asked(json!({ "count": "many" })).is_err());
        assert!(asked(json!({ "filter": "x" })).is_err());
    }

    #[test]
    fn attributes_are_sent_as_they_are_asked_for() {
        let shape = |query: Value| Asked::read(query.as_object().unwrap()).unwrap().shape;
        let only = shape(
            json!({ "attributes": "userName, name.givenName,urn:ietf:params:scim:schemas:core:2.0:User:active" }),
        );
        for (name, is_sent) in [
            ("userName", true),
            ("name", true),
            ("active", true),
            ("id", true),
            ("emails", false),
            ("meta", false),
        ] {
            assert_eq!(only.has(name), is_sent, "{name}");
        }
        let without = shape(json!({ "excludedAttributes": ["members"] }));
        assert!(!without.has("members") && without.has("displayName") && without.has("id"));
    }

    #[test]
    fn a_version_changes_with_the_resource() {
        let one = json!({ "a": 1 }).as_object().unwrap().clone();
        let other = json!({ "a": 2 }).as_object().unwrap().clone();
        let whole = json!({ "members": [1, 2], "a": 1 }).as_object().unwrap().clone();
        let version = |resource: &Map<String, Value>| version(resource, "members", "2");
        assert_eq!(version(&one), version(&one));
        assert_eq!(version(&one), version(&whole), "whether they were read or not");
        assert_ne!(version(&one), version(&other));
        assert_ne!(version(&one), super::version(&one, "members", "3"));
        let version = version(&one);
        assert!(names_version(&version, &version) && names_version("*", &version));
        assert!(names_version(&format!("\"x\", {}", version.trim_start_matches("W/")), &version));
        assert!(!names_version("W/\"x\"", &version));
    }
}
