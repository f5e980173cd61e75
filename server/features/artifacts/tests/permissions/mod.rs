//! Fixtures of this area's operations for the permission matrix.

use async_trait::async_trait;
use kernel::Uuid;
use serde_json::json;

use crate::fixtures::{Content, Fixtures, IdField, Request, Wanted, made, query};
use crate::setting::Setting;

pub struct Permissions;

#[async_trait]
impl Fixtures for Permissions {
    fn content(&self, request: &Request<'_>) -> Option<Content> {
        match (request.method, request.path) {
            ("post", "/api/artifacts") => Some(new(request.new_id).into()),
            ("patch", "/api/artifacts/{artifact_id}") => Some(json!({ "starred": true }).into()),
            ("post", "/api/artifacts/{artifact_id}/versions") => {
                Some(json!({ "content": "<b>b</b>", "base": 1 }).into())
            }
            ("put", "/api/artifacts/{artifact_id}/data") => Some(json!({ "entries": {} }).into()),
            ("post", "/api/artifacts/{artifact_id}/prompts") => {
                Some(json!({ "prompt": "p" }).into())
            }
            ("put", "/api/artifacts/settings") => Some(json!({ "in_chats": "on" }).into()),
            _ => None,
        }
    }

    fn id_fields(&self) -> Vec<IdField> {
        vec![IdField {
            method: "get",
            path: "/api/artifacts",
            name: "conversation_id",
            kind: "conversation_id",
            send: |id| query(format!("?conversation_id={id}")),
            // One's own artifacts of it: none.
            status: 200,
        }]
    }

    async fn object(&self, _setting: &Setting, wanted: &Wanted<'_>) -> Option<String> {
        match wanted.name {
            "artifact_id" => Some(made(wanted.owner, "/api/artifacts", new(Uuid::now_v7())).await),
            _ => None,
        }
    }
}

fn new(id: impl serde::Serialize) -> serde_json::Value {
    json!({ "id": id, "title": "t", "language": "html", "content": "<b>a</b>" })
}
