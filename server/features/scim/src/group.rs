//! A group as a resource of SCIM, and what a provider asks to make of one.

use kernel::{Timestamp, UserId, Uuid, collapse_whitespace};
use serde_json::{Map, Value, json};

use crate::error::{ScimError, ScimResult};
use crate::json;
use crate::schemas::GROUP;

/// Longest name or external id of a group, and most members of one.
const TEXT_MAX_CHARS: usize = 256;
const MEMBERS_MAX: usize = 20_000;

/// A group, as the database has it.
#[derive(Debug, Clone, PartialEq, Eq, ::store::FromRow)]
pub(crate) struct GroupRow {
    pub id: Uuid,
    pub external_id: Option<String>,
    pub display_name: String,
    pub created_at: Timestamp,
    pub changed_at: Timestamp,
}

/// A group as a provider wants it.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct WantedGroup {
    pub display_name: String,
    pub external_id: Option<String>,
    pub members: Vec<UserId>,
}

/// Returns a group as a resource, without its version and place.
pub(crate) fn resource(row: &GroupRow, members: &[(UserId, String)]) -> Map<String, Value> {
    let member = |(id, name): &(UserId, String)| json!({ "value": id, "display": name });
    let mut resource = Map::new();
    resource.insert("schemas".to_owned(), json!([GROUP]));
    resource.insert("id".to_owned(), json!(row.id));
    resource.insert("displayName".to_owned(), json!(row.display_name));
    if let Some(external_id) = &row.external_id {
        resource.insert("externalId".to_owned(), json!(external_id));
    }
    resource.insert("members".to_owned(), members.iter().map(member).collect());
    resource
}

/// Reads what a provider wants a group to be. Groups in a group are left out.
///
/// Errors: `invalidValue`, `invalidSyntax`.
pub(crate) fn read(body: &Value) -> ScimResult<WantedGroup> {
    let body =
        body.as_object().ok_or_else(|| ScimError::invalid_syntax("The body is no object"))?;
    let is_short = |text: &String| text.chars().count() <= TEXT_MAX_CHARS;
    let name = json::text(body, "displayName").map(|name| collapse_whitespace(&name));
    let name = name.filter(|name| is_short(name) && !name.chars().any(char::is_control));
    let display_name = name.ok_or_else(|| ScimError::invalid_value("displayName is required"))?;
    let members = match json::get(body, "members") {
        None => Vec::new(),
        Some(Value::Array(all)) if all.len() <= MEMBERS_MAX => all.clone(),
        Some(one @ Value::Object(_)) => vec![one.clone()],
        Some(_) => return Err(ScimError::invalid_value("members is no list")),
    };
    let mut ids = members
        .iter()
        .filter_map(|item| member(item).transpose())
        .collect::<ScimResult<Vec<_>>>()?;
    ids.sort();
    ids.dedup();
    let external_id = json::text(body, "externalId").filter(is_short);
    Ok(WantedGroup { display_name, external_id, members: ids })
}

/// Returns the person of an item; `None`: it is a group.
fn member(item: &Value) -> ScimResult<Option<UserId>> {
    let wrong = || ScimError::invalid_value("A member is no person's id");
    let id = match item {
        Value::String(id) => id.clone(),
        Value::Object(item) => {
            if json::text(item, "type").is_some_and(|kind| kind.eq_ignore_ascii_case("group")) {
                return Ok(None);
            }
            json::text(item, "value").ok_or_else(wrong)?
        }
        _ => return Err(wrong()),
    };
    id.parse().map(Some).map_err(|_| wrong())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_group_has_a_name_and_people() {
        let (ana, ben) = (Uuid::from_u128(1), Uuid::from_u128(2));
        let read_group = read(&json!({
            "displayName": " Sales  team ", "externalId": "g1",
            "members": [{ "value": ben }, { "value": ana, "type": "User" }, { "value": ben },
                { "value": "a-group", "type": "Group" }],
        }))
        .unwrap();
        assert_eq!(read_group.display_name, "Sales team");
        assert_eq!(read_group.members, [UserId(ana), UserId(ben)]);
        assert_eq!(read(&json!({ "displayName": "x" })).unwrap().members, []);
        for wrong in [
            json!("x"),
            json!({}),
            json!({ "displayName": "" }),
            json!({ "displayName": "a".repeat(257) }),
            json!({ "displayName": "x", "members": "y" }),
            json!({ "displayName": "x", "members": [{ "value": "nobody" }] }),
            json!({ "displayName": "x", "members": [{}] }),
        ] {
            assert!(read(&wrong).is_err(), "{wrong}");
        }
    }
}
