//! What the permission matrix knows of this area's operations.

use async_trait::async_trait;
use serde_json::json;

use crate::fixtures::{Content, Fixtures, IdField, Request, Wanted, query};
use crate::setting::Setting;

pub struct Permissions;

#[async_trait]
impl Fixtures for Permissions {
    fn query(&self, path: &str) -> Option<&'static str> {
        (path == "/api/portability/chats/{conversation_id}").then_some("?format=json")
    }

    fn content(&self, request: &Request<'_>) -> Option<Content> {
        let is_export =
            (request.method, request.path) == ("post", "/api/portability/chats/{conversation_id}");
        is_export.then(|| json!({ "diagrams": [] }).into())
    }

    async fn object(&self, _setting: &Setting, wanted: &Wanted<'_>) -> Option<String> {
        if wanted.name != "import_id" {
            return None;
        }
        let body = json!({ "name": "a.json", "size_bytes": 2 });
        let made = wanted.owner.post("/api/portability/imports", body).await.created();
        Some(made["id"].as_str().unwrap().to_owned())
    }

    fn id_fields(&self) -> Vec<IdField> {
        vec![
            IdField {
                method: "get",
                path: "/api/portability/chats/{conversation_id}",
                name: "message_id",
                kind: "message_id",
                send: |id| query(format!("?format=json&message_id={id}")),
                status: 404,
            },
            IdField {
                method: "post",
                path: "/api/portability/chats/{conversation_id}",
                name: "message_id",
                kind: "message_id",
                send: |id| {
                    (format!("?format=json&message_id={id}"), Some(json!({ "diagrams": [] })))
                },
                status: 404,
            },
        ]
    }
}
