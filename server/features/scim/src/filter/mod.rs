//! Filters (RFC 7644 §3.4.2.2): `userName eq "ana"`, `emails[type eq "work" and value co "@example.org"]`.

mod read;

use serde_json::Value;

use crate::json;

/// A filter, as it was written.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Filter {
    And(Box<Filter>, Box<Filter>),
    Or(Box<Filter>, Box<Filter>),
    Not(Box<Filter>),
    Present(Vec<String>),
    Compare {
        path: Vec<String>,
        operator: Operator,
        value: Value,
    },
    /// A filter of the items of a list.
    Items {
        path: Vec<String>,
        filter: Box<Filter>,
    },
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Operator {
    Equal,
    NotEqual,
    Contains,
    StartsWith,
    EndsWith,
    Greater,
    GreaterOrEqual,
    Less,
    LessOrEqual,
}

impl Filter {
    /// Returns true if a resource, or an item of a list in it, matches.
    pub fn matches(&self, resource: &Value) -> bool {
        match self {
            Self::And(one, other) => one.matches(resource) && other.matches(resource),
            Self::Or(one, other) => one.matches(resource) || other.matches(resource),
            Self::Not(filter) => !filter.matches(resource),
            Self::Present(path) => values(resource, path).iter().any(|value| is_present(value)),
            Self::Compare { path, operator, value } => compare(resource, path, *operator, value),
            Self::Items { path, filter } => {
                values(resource, path).iter().any(|item| filter.matches(item))
            }
        }
    }

    /// Returns true if an attribute of a resource is compared.
    pub fn names(&self, name: &str) -> bool {
        match self {
            Self::And(one, other) | Self::Or(one, other) => one.names(name) || other.names(name),
            Self::Not(filter) => filter.names(name),
            Self::Present(path) | Self::Compare { path, .. } | Self::Items { path, .. } => {
                path.first().is_some_and(|first| first.eq_ignore_ascii_case(name))
            }
        }
    }

    /// Returns the text that an attribute must equal in whatever matches.
    pub fn equal_text(&self, name: &str) -> Option<&str> {
        match self {
            Self::And(one, other) => one.equal_text(name).or_else(|| other.equal_text(name)),
            Self::Compare { path, operator: Operator::Equal, value } => {
                let is_named = path.len() == 1 && path[0].eq_ignore_ascii_case(name);
                value.as_str().filter(|text| is_named && !text.is_empty())
            }
            _ => None,
        }
    }
}

/// Returns the values of an attribute. Lists are taken apart.
fn values<'a>(resource: &'a Value, path: &[String]) -> Vec<&'a Value> {
    let mut found = vec![resource];
    for name in path {
        let inner = found.into_iter().filter_map(Value::as_object);
        let inner = inner.filter_map(|object| json::get(object, name));
        found = inner
            .flat_map(|value| match value {
                Value::Array(all) => all.iter().collect::<Vec<_>>(),
                other => vec![other],
            })
            .collect();
    }
    found
}

fn is_present(value: &Value) -> bool {
    match value {
        Value::Null => false,
        Value::String(text) => !text.is_empty(),
        Value::Array(all) => !all.is_empty(),
        Value::Object(parts) => !parts.is_empty(),
        Value::Bool(_) | Value::Number(_) => true,
    }
}

fn compare(resource: &Value, path: &[String], operator: Operator, wanted: &Value) -> bool {
    let is_exact = path.last().is_some_and(|name| {
        ["id", "externalId", "$ref"].iter().any(|exact| exact.eq_ignore_ascii_case(name))
    });
    let found = values(resource, path);
    // An item of a list is compared by its value.
    let mut found = found.into_iter().map(|value| match value {
        Value::Object(item) => json::get(item, "value").unwrap_or(value),
        other => other,
    });
    match operator {
        Operator::NotEqual => !found.any(|value| is_equal(value, wanted, is_exact)),
        Operator::Equal if wanted.is_null() => found.next().is_none(),
        Operator::Equal => found.any(|value| is_equal(value, wanted, is_exact)),
        _ => found.any(|value| holds(value, operator, wanted, is_exact)),
    }
}

fn is_equal(value: &Value, wanted: &Value, is_exact: bool) -> bool {
    match (value, wanted) {
        (Value::Bool(value), wanted) => json::truth(wanted) == Some(*value),
        (Value::String(one), Value::String(other)) if is_exact => one == other,
        (Value::String(one), Value::String(other)) => one.to_lowercase() == other.to_lowercase(),
        (one, other) => one == other,
    }
}

fn holds(value: &Value, operator: Operator, wanted: &Value, is_exact: bool) -> bool {
    let (Some(value), Some(wanted)) = (value.as_str(), wanted.as_str()) else { return false };
    let fold = |text: &str| if is_exact { text.to_owned() } else { text.to_lowercase() };
    let order = order(value, wanted, fold);
    let (value, wanted) = (fold(value), fold(wanted));
    match operator {
        Operator::Contains => value.contains(&wanted),
        Operator::StartsWith => value.starts_with(&wanted),
        Operator::EndsWith => value.ends_with(&wanted),
        Operator::Greater => order.is_gt(),
        Operator::GreaterOrEqual => order.is_ge(),
        Operator::Less => order.is_lt(),
        Operator::LessOrEqual => order.is_le(),
        Operator::Equal | Operator::NotEqual => false,
    }
}

/// Compares two times as times, and other texts letter by letter.
fn order(one: &str, other: &str, fold: impl Fn(&str) -> String) -> std::cmp::Ordering {
    let time = |text: &str| text.parse::<jiff::Timestamp>().ok();
    match (time(one), time(other)) {
        (Some(one), Some(other)) => one.cmp(&other),
        _ => fold(one).cmp(&fold(other)),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn ana() -> Value {
        json!({
            "id": "A1", "externalId": "Ext-1", "userName": "Ana@Example.org", "active": true,
            "name": { "familyName": "Lima" },
            "emails": [
                { "type": "work", "value": "ana@example.org", "primary": true },
                { "type": "home", "value": "ana@home.example" },
            ],
            "meta": { "lastModified": "2026-11-20T12:00:00Z" },
        })
    }

    #[test]
    fn a_filter_matches_as_the_standard_says() {
        for (filter, is_match) in [
            (r#"userName eq "ana@example.org""#, true),
            (r#"username EQ "ANA@example.org""#, true),
            (r#"urn:ietf:params:scim:schemas:core:2.0:User:userName eq "ana@example.org""#, true),
            (r#"userName ne "ana@example.org""#, false),
            (r#"userName co "EXAMPLE""#, true),
            (r#"userName sw "ana""#, true),
            (r#"userName sw "na""#, false),
            (r#"userName ew ".org""#, true),
            (r#"id eq "A1""#, true),
            (r#"id eq "a1""#, false),
            (r#"externalId eq "Ext-1""#, true),
            (r#"externalId eq "ext-1""#, false),
            (r#"name.familyName co "im""#, true),
            ("active eq true", true),
            (r#"active eq "True""#, true),
            ("active eq false", false),
            ("title pr", false),
            ("name pr", true),
            ("title eq null", true),
            (r#"emails eq "ana@home.example""#, true),
            (r#"emails.value eq "ana@home.example""#, true),
            (r#"emails.type eq "other""#, false),
            (r#"emails[type eq "work"]"#, true),
            (r#"emails[type eq "home" and value co "@example.org"]"#, false),
            (r#"emails[type eq "work" and value co "@example.org"]"#, true),
            (r#"userName sw "ana" and active eq true"#, true),
            (r#"userName sw "bob" or active eq true"#, true),
            (r#"userName sw "bob" or userName sw "x" and active eq true"#, false),
            (r#"(userName sw "bob" or userName sw "ana") and active eq true"#, true),
            (r#"not (userName sw "ana")"#, false),
            (r#"not(userName sw "bob")"#, true),
            (r#"meta.lastModified gt "2026-11-20T11:00:00Z""#, true),
            (r#"meta.lastModified ge "2026-11-20T13:00:00+01:00""#, true),
            (r#"meta.lastModified lt "2026-11-20T12:00:00Z""#, false),
            (r#"userName eq "a\"b""#, false),
        ] {
            let read = Filter::read(filter).unwrap_or_else(|error| panic!("{filter}: {error}"));
            assert_eq!(read.matches(&ana()), is_match, "{filter}");
        }
    }

    #[test]
    fn a_filter_names_what_it_compares() {
        let names = |filter: &str| Filter::read(filter).unwrap().names("members");
        assert!(names(r#"members.value eq "a""#));
        assert!(names(r#"displayName pr and Members[value eq "a"]"#));
        assert!(!names(r#"not (displayName eq "members")"#));
    }

    #[test]
    fn what_is_no_filter_is_said() {
        for filter in [
            "",
            "userName",
            "userName eq",
            "eq \"a\"",
            "userName is \"a\"",
            "userName eq \"a",
            "userName eq a",
            "(userName pr",
            "userName pr)",
            "userName pr and",
            "emails[type eq \"a\"",
            "not userName pr",
            "userName eq \"a\" \"b\"",
            "a..b pr",
            "userName eq {}",
        ] {
            let error = Filter::read(filter).expect_err(filter);
            assert_eq!(error.kind, Some("invalidFilter"), "{filter}");
        }
        assert!(Filter::read(&"(".repeat(1_000)).is_err(), "it is not read without end");
        let long = format!("userName eq \"{}\"", "a".repeat(5_000));
        assert!(Filter::read(&long).is_err());
    }

    #[test]
    fn an_equal_text_is_found_for_the_database() {
        let read = |text: &str| Filter::read(text).unwrap();
        let of = |text: &str| read(text).equal_text("userName").map(str::to_owned);
        assert_eq!(of(r#"userName eq "a""#).as_deref(), Some("a"));
        assert_eq!(of(r#"active eq true and username eq "a""#).as_deref(), Some("a"));
        assert_eq!(of(r#"userName eq "a" or active eq true"#), None);
        assert_eq!(of(r#"not (userName eq "a")"#), None);
        assert_eq!(of(r#"emails[userName eq "a"]"#), None);
    }
}
