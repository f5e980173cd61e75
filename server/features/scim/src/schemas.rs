//! What this server says of itself: its abilities, the kinds of resources, and their attributes (RFC 7643 §5 to §7).

use serde_json::{Value, json};

pub(crate) const USER: &str = "urn:ietf:params:scim:schemas:core:2.0:User";
pub(crate) const GROUP: &str = "urn:ietf:params:scim:schemas:core:2.0:Group";
pub(crate) const LIST: &str = "urn:ietf:params:scim:api:messages:2.0:ListResponse";

/// Most resources in one answer.
pub(crate) const RESULTS_MAX: usize = 200;

/// Returns the abilities of this server.
pub(crate) fn service_provider(base: &str) -> Value {
    json!({
        "schemas": ["urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig"],
        "patch": { "supported": true },
        "bulk": { "supported": false, "maxOperations": 0, "maxPayloadSize": 0 },
        "filter": { "supported": true, "maxResults": RESULTS_MAX },
        "changePassword": { "supported": false },
        "sort": { "supported": false },
        "etag": { "supported": true },
        "authenticationSchemes": [{
            "type": "oauthbearertoken", "name": "Bearer token",
            "description": "The token that the operator set as scim.token", "primary": true,
        }],
        "meta": {
            "resourceType": "ServiceProviderConfig", "location": format!("{base}/ServiceProviderConfig"),
        },
    })
}

/// Returns the kinds of resources.
pub(crate) fn resource_types(base: &str) -> Vec<Value> {
    let kind = |name: &str, path: &str, schema: &str, description: &str| {
        json!({
            "schemas": ["urn:ietf:params:scim:schemas:core:2.0:ResourceType"],
            "id": name, "name": name, "endpoint": path, "description": description, "schema": schema,
            "meta": { "resourceType": "ResourceType", "location": format!("{base}/ResourceTypes/{name}") },
        })
    };
    vec![
        kind("User", "/Users", USER, "People with an account here"),
        kind("Group", "/Groups", GROUP, "Groups of the company"),
    ]
}

/// Returns the attributes of each kind of resource: those that are kept. Others are taken and left out.
pub(crate) fn schemas(base: &str) -> Vec<Value> {
    let schema = |id: &str, name: &str, description: &str, attributes: Vec<Value>| {
        json!({
            "schemas": ["urn:ietf:params:scim:schemas:core:2.0:Schema"],
            "id": id, "name": name, "description": description, "attributes": attributes,
            "meta": { "resourceType": "Schema", "location": format!("{base}/Schemas/{id}") },
        })
    };
    vec![
        schema(USER, "User", "People with an account here", user_attributes()),
        schema(GROUP, "Group", "Groups of the company", group_attributes()),
    ]
}

fn user_attributes() -> Vec<Value> {
    let part = |name| attribute(name, "string", "The part of the name");
    vec![
        with(
            attribute("userName", "string", "The name by which the provider knows them"),
            json!({
                "required": true, "uniqueness": "server",
            }),
        ),
        with(
            attribute("name", "complex", "The name in parts"),
            json!({
                "subAttributes": [part("formatted"), part("familyName"), part("givenName")],
            }),
        ),
        attribute("displayName", "string", "The name that others see"),
        attribute("preferredLanguage", "string", "The language of the interface at first"),
        attribute("locale", "string", "The language of the interface at first"),
        attribute("active", "boolean", "False: the account is suspended"),
        with(
            attribute("emails", "complex", "Addresses; the primary one is the account's"),
            json!({
                "multiValued": true,
                "subAttributes": [
                    attribute("value", "string", "The address"),
                    attribute("type", "string", "work, home or other"),
                    attribute("primary", "boolean", "True for the account's address"),
                ],
            }),
        ),
        with(
            attribute("groups", "complex", "Groups of the person"),
            json!({
                "multiValued": true, "mutability": "readOnly",
                "subAttributes": [
                    with(attribute("value", "string", "Id of the group"), json!({ "mutability": "readOnly" })),
                    with(attribute("display", "string", "Name of the group"), json!({ "mutability": "readOnly" })),
                ],
            }),
        ),
    ]
}

fn group_attributes() -> Vec<Value> {
    vec![
        with(
            attribute("displayName", "string", "The name of the group"),
            json!({
                "required": true, "uniqueness": "server",
            }),
        ),
        with(
            attribute("members", "complex", "The people in the group"),
            json!({
                "multiValued": true,
                "subAttributes": [
                    with(attribute("value", "string", "Id of the person"), json!({ "mutability": "immutable" })),
                    with(attribute("display", "string", "Name of the person"), json!({ "mutability": "readOnly" })),
                ],
            }),
        ),
    ]
}

fn attribute(name: &str, kind: &str, description: &str) -> Value {
    json!({
        "name": name, "type": kind, "description": description, "multiValued": false,
        "required": false, "caseExact": false, "mutability": "readWrite", "returned": "default",
        "uniqueness": "none",
    })
}

fn with(mut attribute: Value, changes: Value) -> Value {
    for (name, value) in changes.as_object().into_iter().flatten() {
        attribute[name] = value.clone();
    }
    attribute
}
