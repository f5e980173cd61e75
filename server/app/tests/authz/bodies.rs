//! Ids in bodies and queries (security AZ2): a request that names a stranger's object there gets the response for a
//! missing one, and the object stays unchanged.

use std::collections::BTreeSet;

use serde_json::{Value, json};
use testing::{TestPerson, for_each_store};

use crate::object::{Content, State, parameter};
use crate::setting::{Answered, Setting, answer};

/// A place in a request that holds an id.
struct Field {
    method: &'static str,
    path: &'static str,
    /// Name of the field, as in [`fields_of`].
    name: &'static str,
    /// Kind of the id in it: the name that paths use for it.
    kind: &'static str,
    /// The request that names it.
    send: fn(&str) -> Sent,
    /// Expected status for an id that does not exist: 404, or the route's own refusal.
    status: u16,
}

/// The end of the path, and the body.
type Sent = (String, Option<Value>);

const FIELDS: &[Field] = &[
    Field {
        method: "post",
        path: "/api/chat/conversations/batch",
        name: "group_id",
        kind: "group_id",
        send: |id| body(json!({ "action": "move", "conversation_ids": [], "group_id": id })),
        status: 404,
    },
    Field {
        method: "post",
        path: "/api/chat/conversations/batch",
        name: "conversation_ids",
        kind: "conversation_id",
        send: |id| body(json!({ "action": "delete", "conversation_ids": [id] })),
        // Those that it was done to: none.
        status: 200,
    },
    Field {
        method: "get",
        path: "/api/chat/conversations",
        name: "bot_id",
        kind: "bot_id",
        send: |id| query(format!("?bot_id={id}")),
        // Lists one's own conversations with it: none.
        status: 200,
    },
    Field {
        method: "get",
        path: "/api/chat/conversations/{conversation_id}/context",
        name: "leaf_id",
        kind: "message_id",
        send: |id| query(format!("?leaf_id={id}")),
        status: 404,
    },
    Field {
        method: "patch",
        path: "/api/chat/conversations/{conversation_id}",
        name: "group_id",
        kind: "group_id",
        send: |id| body(json!({ "group_id": id })),
        status: 404,
    },
    Field {
        method: "patch",
        path: "/api/chat/conversations/{conversation_id}",
        name: "leaf_id",
        kind: "message_id",
        send: |id| body(json!({ "leaf_id": id })),
        status: 404,
    },
    Field {
        method: "post",
        path: "/api/chat/conversations/{conversation_id}/messages",
        name: "bot_id",
        kind: "bot_id",
        send: |id| body(message(json!({ "bot_id": id }))),
        status: 404,
    },
    Field {
        method: "post",
        path: "/api/chat/conversations/{conversation_id}/messages",
        name: "parent_id",
        kind: "message_id",
        send: |id| body(message(json!({ "parent_id": id }))),
        status: 404,
    },
    Field {
        method: "post",
        path: "/api/chat/conversations/{conversation_id}/messages",
        name: "attachments",
        kind: "file_id",
        send: |id| body(message(json!({ "attachments": [id] }))),
        status: 404,
    },
    Field {
        method: "post",
        path: "/api/chat/conversations/{conversation_id}/messages",
        name: "references.id",
        kind: "memo_id",
        send: |id| body(message(json!({ "references": [{ "kind": "memo", "id": id }] }))),
        status: 422,
    },
    Field {
        method: "post",
        path: "/api/documents/collections",
        name: "document_ids",
        kind: "document_id",
        send: |id| body(json!({ "id": new_id(), "name": "n", "document_ids": [id] })),
        status: 404,
    },
    Field {
        method: "patch",
        path: "/api/documents/collections/{collection_id}",
        name: "document_ids",
        kind: "document_id",
        send: |id| body(json!({ "document_ids": [id] })),
        status: 404,
    },
    Field {
        method: "post",
        path: "/api/memory/items",
        name: "scope.bot_id",
        kind: "bot_id",
        send: |id| {
            let scope = json!({ "kind": "bot", "bot_id": id });
            body(json!({ "id": new_id(), "text": "I like tea", "scope": scope }))
        },
        status: 404,
    },
    Field {
        method: "post",
        path: "/api/memory/items",
        name: "scope.group_id",
        kind: "group_id",
        send: |id| {
            let scope = json!({ "kind": "group", "group_id": id });
            body(json!({ "id": new_id(), "text": "I like tea", "scope": scope }))
        },
        status: 404,
    },
    Field {
        method: "patch",
        path: "/api/memory/items/{item_id}",
        name: "scope.bot_id",
        kind: "bot_id",
        send: |id| body(json!({ "scope": { "kind": "bot", "bot_id": id } })),
        status: 404,
    },
    Field {
        method: "patch",
        path: "/api/memory/items/{item_id}",
        name: "scope.group_id",
        kind: "group_id",
        send: |id| body(json!({ "scope": { "kind": "group", "group_id": id } })),
        status: 404,
    },
    Field {
        method: "post",
        path: "/api/memory/suggestions/{suggestion_id}/adopt",
        name: "scope.bot_id",
        kind: "bot_id",
        send: |id| body(json!({ "scope": { "kind": "bot", "bot_id": id } })),
        status: 404,
    },
    Field {
        method: "post",
        path: "/api/memory/suggestions/{suggestion_id}/adopt",
        name: "scope.group_id",
        kind: "group_id",
        send: |id| body(json!({ "scope": { "kind": "group", "group_id": id } })),
        status: 404,
    },
    Field {
        method: "post",
        path: "/api/memos",
        name: "file_id",
        kind: "file_id",
        send: |id| body(json!({ "id": new_id(), "title": "t", "file_id": id })),
        status: 422,
    },
    Field {
        method: "post",
        path: "/api/memos/batch",
        name: "memo_ids",
        kind: "memo_id",
        send: |id| body(json!({ "action": "delete", "memo_ids": [id] })),
        // Those that it was done to: none.
        status: 200,
    },
    Field {
        method: "get",
        path: "/api/portability/chats/{conversation_id}",
        name: "message_id",
        kind: "message_id",
        send: |id| query(format!("?format=json&message_id={id}")),
        status: 404,
    },
    Field {
        method: "post",
        path: "/api/portability/chats/{conversation_id}",
        name: "message_id",
        kind: "message_id",
        send: |id| (format!("?format=json&message_id={id}"), Some(json!({ "diagrams": [] }))),
        status: 404,
    },
    Field {
        method: "post",
        path: "/api/reading/readings",
        name: "source.file_id",
        kind: "file_id",
        send: |id| body(json!({ "id": new_id(), "source": { "type": "file", "file_id": id } })),
        status: 404,
    },
    Field {
        method: "get",
        path: "/api/sharing/shares",
        name: "subject_id",
        kind: "conversation_id",
        send: |id| query(format!("?kind=chat&subject_id={id}")),
        // Lists one's own shares of it: none.
        status: 200,
    },
    Field {
        method: "post",
        path: "/api/sharing/shares",
        name: "subject_id",
        kind: "conversation_id",
        send: |id| body(json!({ "kind": "chat", "subject_id": id })),
        status: 404,
    },
    Field {
        method: "post",
        path: "/api/teams/workspace",
        name: "team_id",
        kind: "team_id",
        send: |id| body(json!({ "team_id": id })),
        status: 404,
    },
];

/// Fields that name nobody's object, with the reason.
const OTHERS: &[(&str, &str, &str)] = &[
    ("/api/admin/grants", "workspace_id", "the operator gives to whom they want"),
    ("/api/documents/library", "source.file_id", "the id that the client chose for a new file"),
    ("/api/models/connections/test", "connection_id", "the operator's, like all connections"),
    ("/v1/chat/completions", "messages.tool_call_id", "the program's own word, for its own model"),
    ("/v1/responses", "previous_response_id", "nothing is kept that it could name"),
];

/// Ids that are not called so.
const CALLED_OTHERWISE: [&str; 2] = ["attachments", "references.id"];

fn body(json: Value) -> Sent {
    (String::new(), Some(json))
}

fn query(query: String) -> Sent {
    (query, None)
}

fn new_id() -> String {
    kernel::Uuid::new_v4().to_string()
}

/// Returns a message with one field changed.
fn message(change: Value) -> Value {
    let mut message = json!({
        "id": new_id(), "parent_id": null, "text": "Hi", "model": "builtin/assistant",
    });
    let Value::Object(change) = change else { panic!("a change is an object") };
    message.as_object_mut().unwrap().extend(change);
    message
}

for_each_store! {
    async fn a_strangers_id_in_a_request_is_as_good_as_none(store) {
        let setting = Setting::new(store).await;
        assert_eq!(fields_of(&setting.openapi), known(), "say in authz/bodies.rs what it names");
        let mut wrong = Vec::new();
        for field in FIELDS {
            let named = format!("{} {} with {}", field.method, field.path, field.name);
            let (stranger, ana) = (setting.person().await, setting.subscriber().await);
            let theirs = setting.object(field.kind, &stranger, None, State::Live).await;
            let before = seen(field.kind, &theirs, &stranger).await;
            let foreign = ask(&setting, field, &ana, &theirs).await;
            let unknown = ask(&setting, field, &ana, &new_id()).await;
            if foreign.status.as_u16() != field.status || foreign != unknown {
                wrong.push(format!("{named}: {foreign:?}, unknown {unknown:?}"));
            }
            if seen(field.kind, &theirs, &stranger).await != before {
                wrong.push(format!("{named}: the stranger's own is not what it was"));
            }
        }
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    }
}

/// Returns the answer to `ana` for a request that names `id`, on an object of her own if the operation needs one.
async fn ask(setting: &Setting, field: &Field, ana: &TestPerson, id: &str) -> Answered {
    let own = match parameter(field.path) {
        Some("team_id") | None => String::new(),
        Some(name) => setting.object(name, ana, None, State::Live).await,
    };
    let address = match field.path.split_once('{') {
        Some((before, after)) => format!("{before}{own}{}", after.split_once('}').unwrap().1),
        None => field.path.to_owned(),
    };
    let (query, json) = (field.send)(id);
    let address = format!("{address}{query}");
    let answered = answer(ana, field.method, address, json.map(Content::from)).await;
    Answered { body: answered.body.replace(id, "ID"), ..answered }
}

/// Returns an object as its owner sees it.
async fn seen(kind: &str, id: &str, owner: &TestPerson) -> Answered {
    let address = match kind {
        "bot_id" => format!("/api/bots/{id}"),
        "conversation_id" => format!("/api/chat/conversations/{id}"),
        "document_id" => format!("/api/documents/library/{id}"),
        "file_id" => format!("/api/documents/files/{id}"),
        "group_id" => "/api/chat/groups".to_owned(),
        "memo_id" => format!("/api/memos/{id}"),
        "message_id" => "/api/chat/conversations".to_owned(),
        "team_id" => format!("/api/teams/{id}"),
        other => panic!("say in authz/bodies.rs where a {other} is seen"),
    };
    let seen = answer(owner, "get", address, None).await;
    assert!(seen.status.is_success(), "{kind}: {seen:?}");
    seen
}

type Place = (String, String);

fn known() -> BTreeSet<Place> {
    let own = FIELDS.iter().filter(|field| !CALLED_OTHERWISE.contains(&field.name));
    let own = own.map(|field| (field.path.to_owned(), field.name.to_owned()));
    let others = OTHERS.iter().map(|(path, name, _)| ((*path).to_owned(), (*name).to_owned()));
    own.chain(others).collect()
}

/// Returns every field of a request that is called `…_id` or `…_ids`: what leads to it in the body, with dots; or its
/// name in the query.
fn fields_of(openapi: &Value) -> BTreeSet<Place> {
    let mut found = BTreeSet::new();
    for (path, item) in openapi["paths"].as_object().unwrap() {
        for (_, operation) in
            item.as_object().unwrap().iter().filter(|(key, _)| *key != "parameters")
        {
            let mut names = Vec::new();
            let body = &operation["requestBody"]["content"]["application/json"]["schema"];
            collect(openapi, body, "", &mut names);
            let parameters = operation["parameters"].as_array().into_iter().flatten();
            let queries = parameters.filter(|parameter| parameter["in"] == "query");
            names.extend(queries.map(|query| query["name"].as_str().unwrap().to_owned()));
            let ids =
                names.into_iter().filter(|name| name.ends_with("_id") || name.ends_with("_ids"));
            found.extend(ids.map(|name| (path.clone(), name)));
        }
    }
    found
}

fn collect(openapi: &Value, schema: &Value, before: &str, names: &mut Vec<String>) {
    if let Some(reference) = schema["$ref"].as_str() {
        let pointer = reference.trim_start_matches('#');
        return collect(openapi, openapi.pointer(pointer).unwrap(), before, names);
    }
    for (name, property) in schema["properties"].as_object().into_iter().flatten() {
        let name = format!("{before}{name}");
        collect(openapi, property, &format!("{name}."), names);
        names.push(name);
    }
    for key in ["oneOf", "anyOf", "allOf"] {
        for one in schema[key].as_array().into_iter().flatten() {
            collect(openapi, one, before, names);
        }
    }
    if schema["items"].is_object() {
        collect(openapi, &schema["items"], before, names);
    }
}
