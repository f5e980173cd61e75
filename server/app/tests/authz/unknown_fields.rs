//! Requests with unknown fields are refused, not ignored (security AZ6).

use std::collections::BTreeSet;

use serde_json::{Value, json};
use testing::TestStore;

use crate::setting::{Setting, answer};

/// Operations whose requests accept unknown fields, with the reason.
const OPEN: &[(&str, &str)] = &[
    ("post /v1/chat/completions", THEIR_SHAPE),
    ("post /v1/embeddings", THEIR_SHAPE),
    ("post /v1/responses", THEIR_SHAPE),
];
const THEIR_SHAPE: &str = "OpenAI's shape: programs send what other services know";

/// Requests with a part of several kinds: the description cannot forbid unknown fields there. The location of the part,
/// and each of its kinds.
fn of_kinds() -> Vec<(&'static str, &'static str, Vec<Value>)> {
    let id = kernel::Uuid::nil().to_string();
    let chats = |action: Value| with(json!({ "conversation_ids": [] }), action);
    let memos = |action: Value| with(json!({ "memo_ids": [] }), action);
    let scopes = [
        json!({ "kind": "everywhere" }),
        json!({ "kind": "bot", "bot_id": id }),
        json!({ "kind": "group", "group_id": id }),
    ];
    let scoped = |scope: &Value| json!({ "scope": scope });
    let item = |scope: &Value| json!({ "id": id, "text": "t", "scope": scope });
    let sourced = |source: Value| json!({ "id": id, "source": source });
    vec![
        (
            "post /api/chat/conversations/batch",
            "",
            vec![
                chats(json!({ "action": "delete" })),
                chats(json!({ "action": "restore" })),
                chats(json!({ "action": "move", "group_id": null })),
                chats(json!({ "action": "favorite", "favorited": true })),
                chats(json!({ "action": "read" })),
            ],
        ),
        (
            "post /api/memos/batch",
            "",
            vec![
                memos(json!({ "action": "delete" })),
                memos(json!({ "action": "restore" })),
                memos(json!({ "action": "tag", "tag": "t" })),
                memos(json!({ "action": "untag", "tag": "t" })),
            ],
        ),
        ("post /api/memory/items", "/scope", scopes.iter().map(item).collect()),
        ("patch /api/memory/items/{item_id}", "/scope", scopes.iter().map(scoped).collect()),
        (
            "post /api/memory/suggestions/{suggestion_id}/adopt",
            "/scope",
            scopes.iter().map(scoped).collect(),
        ),
        (
            "post /api/documents/library",
            "/source",
            vec![
                sourced(json!({
                    "type": "upload", "file_id": id, "name": "a.pdf", "size_bytes": 3,
                })),
                sourced(json!({ "type": "address", "url": "https://127.0.0.1/a.pdf" })),
            ],
        ),
        (
            "post /api/reading/readings",
            "/source",
            vec![
                sourced(json!({ "type": "address", "url": "https://127.0.0.1/" })),
                sourced(json!({ "type": "text", "text": "t" })),
                sourced(json!({ "type": "file", "file_id": id })),
            ],
        ),
    ]
}

fn with(mut body: Value, more: Value) -> Value {
    let (Value::Object(fields), Value::Object(more)) = (&mut body, more) else {
        panic!("both are objects")
    };
    fields.extend(more);
    body
}

#[tokio::test]
async fn every_request_refuses_what_it_does_not_know() {
    let setting = Setting::new(TestStore::Sqlite).await;
    let of_kinds = of_kinds();
    let known = OPEN.iter().map(|(operation, _)| *operation);
    let known: BTreeSet<&str> = known.chain(of_kinds.iter().map(|it| it.0)).collect();
    let open = open_operations(&setting.openapi);
    let open: BTreeSet<&str> = open.iter().map(String::as_str).collect();
    assert_eq!(open, known, "add `deny_unknown_fields`");

    let ana = setting.person().await;
    let mut wrong = Vec::new();
    for (operation, place, bodies) in of_kinds {
        let (method, path) = operation.split_once(' ').unwrap();
        let nobodys = kernel::Uuid::new_v4().to_string();
        let address = match path.split_once('{') {
            Some((before, after)) => {
                format!("{before}{nobodys}{}", after.split_once('}').unwrap().1)
            }
            None => path.to_owned(),
        };
        for body in bodies {
            let taken = answer(&ana, method, address.clone(), Some(body.clone().into())).await;
            let mut more = body.clone();
            more.pointer_mut(place).unwrap()["role"] = json!("operator");
            let refused = answer(&ana, method, address.clone(), Some(more.into())).await;
            let is_malformed = |body: &str| body.contains("api.malformed_json");
            if is_malformed(&taken.body) || !is_malformed(&refused.body) {
                wrong.push(format!("{operation} with {body}: {taken:?}, with more: {refused:?}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Returns the operations whose body accepts unknown fields anywhere.
fn open_operations(openapi: &Value) -> BTreeSet<String> {
    let mut open = BTreeSet::new();
    for (path, item) in openapi["paths"].as_object().unwrap() {
        for (method, operation) in item.as_object().unwrap() {
            let body = &operation["requestBody"]["content"]["application/json"]["schema"];
            if is_open(openapi, body, &mut BTreeSet::new()) {
                open.insert(format!("{method} {path}"));
            }
        }
    }
    open
}

fn is_open<'a>(openapi: &'a Value, schema: &'a Value, seen: &mut BTreeSet<&'a str>) -> bool {
    if let Some(reference) = schema["$ref"].as_str() {
        let described = openapi.pointer(reference.trim_start_matches('#')).unwrap();
        return seen.insert(reference) && is_open(openapi, described, seen);
    }
    let properties = schema["properties"].as_object();
    if properties.is_some() && schema["additionalProperties"] != false {
        return true;
    }
    let inner = properties.into_iter().flat_map(|properties| properties.values());
    let several = ["oneOf", "anyOf", "allOf"].into_iter();
    let several = several.filter_map(|key| schema[key].as_array()).flatten();
    let items = schema["items"].is_object().then_some(&schema["items"]);
    inner.chain(several).chain(items).any(|inner| is_open(openapi, inner, seen))
}
