//! What the permission matrix knows of this area's operations.

use async_trait::async_trait;
use kernel::{MessageId, Uuid};
use serde_json::{Value, json};
use testing::TestPerson;

use crate::fixtures::{Content, Fixtures, IdField, Request, Wanted, body};
use crate::object::State;
use crate::setting::Setting;

/// Makes something that the owner has remembered, and something that is suggested to them.
async fn remembered(setting: &Setting, owner: &TestPerson) -> (String, String) {
    let message: MessageId =
        setting.conversation("message_id", owner, State::Live).await.parse().unwrap();
    let (item, suggestion) = (Uuid::now_v7(), Uuid::now_v7());
    let mut tx = setting.server.db().begin().await.unwrap();
    store::sql!(
        &mut tx,
        execute,
        "INSERT INTO memory_items (id, user_id, text, text_key, scope, version, added_at, updated_at)
         VALUES ($1, $2, 'I like tea', $3, 'everywhere', 1, 0, 0)",
        item,
        owner.user_id,
        item.to_string()
    )
    .unwrap();
    store::sql!(
        &mut tx,
        execute,
        "INSERT INTO memory_suggestions (id, user_id, text, text_key, quote, conversation_id, message_id,
             state, rewriting, created_at)
         SELECT $1, $2, 'I am vegan', $4, 'I am vegan', conversation_id, id, 'pending', FALSE, 0
         FROM messages WHERE id = $3",
        suggestion,
        owner.user_id,
        message,
        suggestion.to_string()
    )
    .unwrap();
    tx.commit().await.unwrap();
    (item.to_string(), suggestion.to_string())
}

pub struct Permissions;

#[async_trait]
impl Fixtures for Permissions {
    fn states(&self, parameter: &str) -> Option<&'static [State]> {
        let states = &[State::Live, State::Deleted, State::Unknown];
        matches!(parameter, "item_id" | "suggestion_id").then_some(states)
    }

    fn content(&self, request: &Request<'_>) -> Option<Content> {
        let is_new = (request.method, request.path) == ("post", "/api/memory/items");
        is_new.then(|| json!({ "id": request.new_id, "text": "I like tea" }).into())
    }

    async fn object(&self, setting: &Setting, wanted: &Wanted<'_>) -> Option<String> {
        match wanted.name {
            "item_id" => Some(remembered(setting, wanted.owner).await.0),
            "suggestion_id" => Some(remembered(setting, wanted.owner).await.1),
            _ => None,
        }
    }

    async fn delete(&self, name: &str, id: &str, owner: &TestPerson) -> bool {
        let how = match name {
            "item_id" => format!("/api/memory/items/{id}/forget"),
            "suggestion_id" => format!("/api/memory/suggestions/{id}/reject"),
            _ => return false,
        };
        owner.post(&how, json!({})).await.assert_status(200);
        true
    }

    fn id_fields(&self) -> Vec<IdField> {
        vec![
            IdField {
                method: "post",
                path: "/api/memory/items",
                name: "scope.bot_id",
                kind: "bot_id",
                send: |id| {
                    let scope = json!({ "kind": "bot", "bot_id": id });
                    body(json!({ "id": Uuid::new_v4(), "text": "I like tea", "scope": scope }))
                },
                status: 404,
            },
            IdField {
                method: "post",
                path: "/api/memory/items",
                name: "scope.group_id",
                kind: "group_id",
                send: |id| {
                    let scope = json!({ "kind": "group", "group_id": id });
                    body(json!({ "id": Uuid::new_v4(), "text": "I like tea", "scope": scope }))
                },
                status: 404,
            },
            IdField {
                method: "patch",
                path: "/api/memory/items/{item_id}",
                name: "scope.bot_id",
                kind: "bot_id",
                send: |id| body(json!({ "scope": { "kind": "bot", "bot_id": id } })),
                status: 404,
            },
            IdField {
                method: "patch",
                path: "/api/memory/items/{item_id}",
                name: "scope.group_id",
                kind: "group_id",
                send: |id| body(json!({ "scope": { "kind": "group", "group_id": id } })),
                status: 404,
            },
            IdField {
                method: "post",
                path: "/api/memory/suggestions/{suggestion_id}/adopt",
                name: "scope.bot_id",
                kind: "bot_id",
                send: |id| body(json!({ "scope": { "kind": "bot", "bot_id": id } })),
                status: 404,
            },
            IdField {
                method: "post",
                path: "/api/memory/suggestions/{suggestion_id}/adopt",
                name: "scope.group_id",
                kind: "group_id",
                send: |id| body(json!({ "scope": { "kind": "group", "group_id": id } })),
                status: 404,
            },
        ]
    }

    fn variants(&self) -> Vec<(&'static str, &'static str, Vec<Value>)> {
        let id = Uuid::nil();
        let scopes = [
            json!({ "kind": "everywhere" }),
            json!({ "kind": "bot", "bot_id": id }),
            json!({ "kind": "group", "group_id": id }),
        ];
        let scoped = |scope: &Value| json!({ "scope": scope });
        let item = |scope: &Value| json!({ "id": id, "text": "t", "scope": scope });
        let adopt = "post /api/memory/suggestions/{suggestion_id}/adopt";
        vec![
            ("post /api/memory/items", "/scope", scopes.iter().map(item).collect()),
            ("patch /api/memory/items/{item_id}", "/scope", scopes.iter().map(scoped).collect()),
            (adopt, "/scope", scopes.iter().map(scoped).collect()),
        ]
    }
}
