//! A person as a resource of SCIM, and what a provider asks to make of one.

use identity::{Email, NAME_MAX_CHARS};
use kernel::{Timestamp, UserId, Uuid, collapse_whitespace};
use serde_json::{Map, Value, json};

use crate::error::{ScimError, ScimResult};
use crate::json;
use crate::schemas::USER;

/// Longest user name, external id, or other text that is kept.
const TEXT_MAX_CHARS: usize = 320;

/// Most addresses of one person.
const EMAILS_MAX: usize = 20;

/// Attributes that are kept as they are sent.
const KEPT: &[&str] = &["name", "displayName", "preferredLanguage", "locale", "emails"];

/// A person, as the database has them.
#[derive(Debug, Clone, ::store::FromRow)]
pub(crate) struct UserRow {
    pub id: UserId,
    pub email: String,
    pub name: String,
    pub suspended: bool,
    pub created_at: Timestamp,
    pub external_id: Option<String>,
    pub user_name: Option<String>,
    pub attributes: Option<String>,
    pub changed_at: Option<Timestamp>,
    /// The names of their groups, and when each was made, in order; null: they are in none.
    pub group_names: Option<String>,
}

/// A person as a provider wants them.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct WantedUser {
    pub user_name: String,
    pub external_id: Option<String>,
    pub email: Email,
    pub name: String,
    pub locale: Option<String>,
    pub active: bool,
    /// The attributes that are kept as they are sent, as JSON.
    pub attributes: String,
}

/// Returns a person as a resource, without its version and place.
pub(crate) fn resource(row: &UserRow, groups: &[(Uuid, String)]) -> Map<String, Value> {
    let kept = row.attributes.as_deref().and_then(|json| serde_json::from_str(json).ok());
    let mut resource: Map<String, Value> = kept.unwrap_or_default();
    resource.insert("schemas".to_owned(), json!([USER]));
    resource.insert("id".to_owned(), json!(row.id));
    let user_name = row.user_name.as_ref().unwrap_or(&row.email);
    resource.insert("userName".to_owned(), json!(user_name));
    resource.insert("active".to_owned(), json!(!row.suspended));
    if let Some(external_id) = &row.external_id {
        resource.insert("externalId".to_owned(), json!(external_id));
    }
    if resource.get("displayName").is_none() {
        resource.insert("displayName".to_owned(), json!(row.name));
    }
    if resource.get("emails").is_none() {
        let email = json!([{ "value": row.email, "type": "work", "primary": true }]);
        resource.insert("emails".to_owned(), email);
    }
    if !groups.is_empty() {
        let group =
            |(id, name): &(Uuid, String)| json!({ "value": id, "display": name, "type": "direct" });
        resource.insert("groups".to_owned(), groups.iter().map(group).collect());
    }
    resource
}

/// Reads what a provider wants a person to be.
///
/// Errors: `invalidValue`, `invalidSyntax`.
pub(crate) fn read(body: &Value) -> ScimResult<WantedUser> {
    let body =
        body.as_object().ok_or_else(|| ScimError::invalid_syntax("The body is no object"))?;
    let user_name = json::text(body, "userName").filter(|name| is_short(name));
    let user_name = user_name.ok_or_else(|| ScimError::invalid_value("userName is required"))?;
    let external_id = json::get(body, "externalId").map(|value| match value {
        Value::String(id) if is_short(id) => Ok(id.trim().to_owned()),
        _ => Err(ScimError::invalid_value("externalId is no short text")),
    });
    let active = match json::get(body, "active") {
        None => true,
        Some(value) => json::truth(value)
            .ok_or_else(|| ScimError::invalid_value("active is neither true nor false"))?,
    };
    let emails = emails(body)?;
    let email = main_email(&emails, &user_name).ok_or_else(|| {
        ScimError::invalid_value("emails has no valid address, and userName is none")
    })?;
    let mut kept = Map::new();
    for name in KEPT {
        if let Some(value) = json::get(body, name).filter(|value| is_kept(value)) {
            kept.insert((*name).to_owned(), value.clone());
        }
    }
    if !emails.is_empty() {
        kept.insert("emails".to_owned(), Value::Array(emails));
    }
    let locale = ["preferredLanguage", "locale"].iter().find_map(|name| json::text(body, name));
    Ok(WantedUser {
        name: name(body, &email),
        external_id: external_id.transpose()?.filter(|id| !id.is_empty()),
        locale: locale.map(|text| text.replace('_', "-")).filter(|text| identity::is_locale(text)),
        attributes: Value::Object(kept).to_string(),
        user_name,
        email,
        active,
    })
}

fn is_short(text: &str) -> bool {
    text.chars().count() <= TEXT_MAX_CHARS
}

/// Returns true for a short text, or an object of short texts.
fn is_kept(value: &Value) -> bool {
    match value {
        Value::String(text) => is_short(text),
        Value::Object(parts) => {
            parts.len() <= 10 && parts.values().all(|part| part.as_str().is_some_and(is_short))
        }
        _ => false,
    }
}

/// Reads addresses: a list of objects, or of texts, or one of either.
fn emails(body: &Map<String, Value>) -> ScimResult<Vec<Value>> {
    let wrong = || ScimError::invalid_value("emails is no list of addresses");
    let all = match json::get(body, "emails") {
        None => return Ok(Vec::new()),
        Some(Value::Array(all)) => all.clone(),
        Some(one) => vec![one.clone()],
    };
    if all.len() > EMAILS_MAX {
        return Err(wrong());
    }
    let read = |item: &Value| -> ScimResult<Value> {
        if let Some(text) = item.as_str() {
            return Ok(json!({ "value": text.trim() }));
        }
        let item = item.as_object().ok_or_else(wrong)?;
        let mut email = Map::new();
        for name in ["value", "type", "display"] {
            if let Some(text) = json::text(item, name).filter(|text| is_short(text)) {
                email.insert(name.to_owned(), json!(text));
            }
        }
        if let Some(is_primary) = json::get(item, "primary").and_then(json::truth) {
            email.insert("primary".to_owned(), json!(is_primary));
        }
        Ok(Value::Object(email))
    };
    let all: Vec<Value> = all.iter().map(read).collect::<ScimResult<_>>()?;
    // Entra leaves an item without an address where a person has none.
    Ok(all.into_iter().filter(|email| email.get("value").is_some()).collect())
}

/// Returns the address of the account: the primary one, that of work, the first one, or the user name.
fn main_email(emails: &[Value], user_name: &str) -> Option<Email> {
    let is_primary = |email: &&Value| email["primary"] == true;
    let is_of_work =
        |email: &&Value| email["type"].as_str().is_some_and(|it| it.eq_ignore_ascii_case("work"));
    let main = emails.iter().find(is_primary).or_else(|| emails.iter().find(is_of_work));
    match main.or(emails.first()) {
        Some(email) => Email::parse(email["value"].as_str()?),
        None => Email::parse(user_name),
    }
}

/// Returns the name that others see.
fn name(body: &Map<String, Value>, email: &Email) -> String {
    let parts = json::get(body, "name").and_then(Value::as_object);
    let part = |name: &str| parts.and_then(|parts| json::text(parts, name));
    let both = [part("givenName"), part("familyName")].into_iter().flatten();
    let both = both.collect::<Vec<_>>().join(" ");
    let found = json::text(body, "displayName")
        .or_else(|| part("formatted"))
        .or_else(|| Some(both).filter(|name| !name.is_empty()));
    let shown =
        found.unwrap_or_else(|| email.as_str().split('@').next().unwrap_or_default().to_owned());
    let shown = collapse_whitespace(&kernel::strip_hidden(&shown));
    shown.chars().filter(|c| !c.is_control()).take(NAME_MAX_CHARS).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_person_is_read_as_providers_write_them() {
        let entra = json!({
            "schemas": [USER, "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User"],
            "externalId": "0a21f0f2", "userName": "ana@example.org", "active": "True",
            "emails": [{ "primary": true, "type": "work", "value": "Ana.Lima@example.org" }],
            "meta": { "resourceType": "User" },
            "name": { "formatted": "Ana Lima", "familyName": "Lima", "givenName": "Ana" },
            "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User": { "department": "Sales" },
            "roles": [],
        });
        let read_entra = read(&entra).unwrap();
        assert_eq!(read_entra.email.as_str(), "Ana.Lima@example.org");
        assert_eq!((read_entra.name.as_str(), read_entra.active), ("Ana Lima", true));
        assert!(!read_entra.attributes.contains("Sales"), "what is not needed is not kept");
        let okta = json!({
            "userName": "ana@example.org", "displayName": "Ana L", "locale": "en_US", "groups": [],
            "password": "secret", "name": { "givenName": "Ana", "familyName": "Lima" }, "active": true,
        });
        let read_okta = read(&okta).unwrap();
        assert_eq!(
            (read_okta.email.as_str(), read_okta.name.as_str()),
            ("ana@example.org", "Ana L")
        );
        assert_eq!(read_okta.locale.as_deref(), Some("en-US"));
        assert!(!read_okta.attributes.contains("secret"));
    }

    #[test]
    fn the_primary_address_counts_then_that_of_work_then_the_first() {
        let email = |emails: Value| {
            read(&json!({ "userName": "u@x.org", "emails": emails }))
                .map(|user| user.email.as_str().to_owned())
        };
        let (home, work) = (
            json!({ "value": "h@x.org", "type": "home" }),
            json!({ "value": "w@x.org", "type": "Work" }),
        );
        let primary = json!({ "value": "p@x.org", "primary": "true" });
        assert_eq!(email(json!([home, work, primary])).unwrap(), "p@x.org");
        assert_eq!(email(json!([home, work])).unwrap(), "w@x.org");
        assert_eq!(email(json!([home])).unwrap(), "h@x.org");
        assert_eq!(email(home).unwrap(), "h@x.org");
        assert_eq!(email(json!(["s@x.org"])).unwrap(), "s@x.org");
        assert_eq!(email(json!([])).unwrap(), "u@x.org");
        assert_eq!(email(json!([{ "type": "work" }])).unwrap(), "u@x.org");
        assert!(email(json!([{ "value": "nobody" }])).is_err());
    }

    #[test]
    fn what_is_missing_or_wrong_is_said() {
        for (body, kind) in [
            (json!([]), "invalidSyntax"),
            (json!({}), "invalidValue"),
            (json!({ "userName": " " }), "invalidValue"),
            (json!({ "userName": 7 }), "invalidValue"),
            (json!({ "userName": "no address" }), "invalidValue"),
            (json!({ "userName": "a@x.org", "active": "maybe" }), "invalidValue"),
            (json!({ "userName": "a@x.org", "externalId": 7 }), "invalidValue"),
            (json!({ "userName": "a@x.org", "emails": [7] }), "invalidValue"),
        ] {
            assert_eq!(read(&body).expect_err(&body.to_string()).kind, Some(kind), "{body}");
        }
    }
}
