//! A table of changes as providers send them.

use serde_json::json;

use super::*;

fn ana() -> Map<String, Value> {
    let ana = json!({
        "id": "A1", "userName": "ana", "active": true, "displayName": "Ana",
        "name": { "givenName": "Ana", "familyName": "Lima" },
        "emails": [{ "type": "work", "value": "ana@example.org", "primary": true }],
    });
    ana.as_object().unwrap().clone()
}

fn patched(operations: Value) -> ScimResult<Value> {
    let mut ana = ana();
    apply(&mut ana, &json!({ "schemas": [PATCH], "Operations": operations }))?;
    Ok(Value::Object(ana))
}

#[test]
fn entra_and_okta_are_understood() {
    for (operations, pointer, value) in [
        // Okta
        (json!([{ "op": "replace", "value": { "active": false } }]), "/active", json!(false)),
        (
            json!([{ "op": "replace", "value": { "id": "A1", "displayName": "B" } }]),
            "/displayName",
            json!("B"),
        ),
        // Entra, in both of its ways
        (
            json!([{ "op": "Replace", "path": "active", "value": "False" }]),
            "/active",
            json!("False"),
        ),
        (
            json!([{ "op": "Add", "path": "name.givenName", "value": "Eva" }]),
            "/name/givenName",
            json!("Eva"),
        ),
        (
            json!([{ "op": "Replace", "value": { "name.familyName": "Costa" } }]),
            "/name/familyName",
            json!("Costa"),
        ),
        (
            json!([{ "op": "Replace", "path": "emails[type eq \"work\"].value", "value": "n@x.org" }]),
            "/emails/0/value",
            json!("n@x.org"),
        ),
        (
            json!([{ "op": "Add", "path": "emails[type eq \"home\"].value", "value": "h@x.org" }]),
            "/emails/1",
            json!({ "type": "home", "value": "h@x.org" }),
        ),
        // The standard
        (json!([{ "op": "add", "value": { "nickName": "A" } }]), "/nickName", json!("A")),
        (
            json!([{ "op": "replace", "path": "name", "value": { "givenName": "Eva" } }]),
            "/name/familyName",
            json!("Lima"),
        ),
        (json!([{ "op": "remove", "path": "displayName" }]), "/displayName", Value::Null),
        (json!([{ "op": "remove", "path": "name.givenName" }]), "/name/givenName", Value::Null),
        (json!([{ "op": "remove", "path": "emails[type eq \"work\"]" }]), "/emails", json!([])),
        (json!([{ "op": "replace", "path": "USERNAME", "value": "b" }]), "/userName", json!("b")),
        (
            json!([{ "op": "add", "path": "emails", "value": [{ "value": "ana@example.org", "type": "home" }] }]),
            "/emails",
            json!([{ "value": "ana@example.org", "type": "home" }]),
        ),
        (
            json!([{ "op": "replace", "path": "urn:ietf:params:scim:schemas:core:2.0:User:displayName", "value": "C" }]),
            "/displayName",
            json!("C"),
        ),
        (
            json!([{ "op": "add", "path": "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department",
                "value": "Sales" }]),
            "/displayName",
            json!("Ana"),
        ),
    ] {
        let patched =
            patched(operations.clone()).unwrap_or_else(|error| panic!("{operations}: {error}"));
        assert_eq!(*patched.pointer(pointer).unwrap_or(&Value::Null), value, "{operations}");
    }
}

#[test]
fn members_come_and_go_as_each_provider_says_it() {
    let mut group = json!({ "members": [{ "value": "1" }, { "value": "2" }, { "value": "3" }] });
    let group = group.as_object_mut().unwrap();
    let mut change = |operation: Value, left: &[&str]| {
        apply(group, &json!({ "Operations": [operation.clone()] })).unwrap();
        let members = group.get("members").and_then(Value::as_array).cloned().unwrap_or_default();
        let ids: Vec<&str> = members.iter().filter_map(|member| member["value"].as_str()).collect();
        assert_eq!(ids, left, "{operation}");
    };
    change(json!({ "op": "remove", "path": "members[value eq \"1\"]" }), &["2", "3"]);
    change(json!({ "op": "Remove", "path": "members", "value": [{ "value": "2" }] }), &["3"]);
    change(
        json!({ "op": "Add", "path": "members", "value": [{ "value": "4" }, { "value": "3" }] }),
        &["4", "3"],
    );
    change(json!({ "op": "add", "path": "members", "value": { "value": "5" } }), &["4", "3", "5"]);
    change(
        json!({ "op": "add", "value": { "members": [{ "value": "6" }] } }),
        &["4", "3", "5", "6"],
    );
    change(json!({ "op": "replace", "path": "members", "value": [{ "value": "7" }] }), &["7"]);
    change(json!({ "op": "remove", "path": "members[value eq \"9\"]" }), &["7"]);
    change(json!({ "op": "remove", "path": "members" }), &[]);
}

#[test]
fn what_cannot_be_done_is_said_by_the_standards_word() {
    for (operations, kind) in [
        (json!([]), "invalidSyntax"),
        (json!("x"), "invalidSyntax"),
        (json!([{ "op": "copy", "path": "active" }]), "invalidSyntax"),
        (json!([{ "op": "remove" }]), "noTarget"),
        (json!([{ "op": "add", "value": 1 }]), "invalidValue"),
        (json!([{ "op": "replace", "path": "active" }]), "invalidValue"),
        (json!([{ "op": "replace", "path": "id", "value": "2" }]), "mutability"),
        (json!([{ "op": "add", "path": "groups", "value": [] }]), "mutability"),
        (json!([{ "op": "replace", "path": "a b", "value": 1 }]), "invalidPath"),
        (
            json!([{ "op": "replace", "path": "emails[type is 1].value", "value": 1 }]),
            "invalidFilter",
        ),
        (
            json!([{ "op": "replace", "path": "emails[value co \"z\"].value", "value": "z" }]),
            "noTarget",
        ),
        (json!([{ "op": "replace", "path": "displayName.x", "value": "z" }]), "invalidPath"),
    ] {
        let error = patched(operations.clone()).expect_err(&operations.to_string());
        assert_eq!(error.kind, Some(kind), "{operations}");
    }
    let other =
        json!({ "schemas": ["urn:other"], "Operations": [{ "op": "remove", "path": "x" }] });
    assert!(apply(&mut ana(), &other).is_err());
}
