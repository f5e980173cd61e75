//! Fixtures of this area's operations for the permission matrix.

use async_trait::async_trait;
use kernel::Uuid;
use serde_json::{Value, json};

use crate::fixtures::{Content, Fixtures, IdField, Request, Wanted, body, made};
use crate::setting::Setting;

pub struct Permissions;

fn definition() -> Value {
    json!({ "name": "t", "output": "document", "content": "t", "fields": [] })
}

#[async_trait]
impl Fixtures for Permissions {
    fn uses_workspace(&self) -> &[&'static str] {
        &["/api/templates/suggestions"]
    }

    fn query(&self, path: &str) -> Option<&'static str> {
        // No Word file, so that nothing is made under an id that is somebody else's by the next call.
        const TEXT: &str = "?id=01930000-0000-7000-8000-000000000000&name=a.txt";
        (path == "/api/templates/uploads").then_some(TEXT)
    }

    fn content(&self, request: &Request<'_>) -> Option<Content> {
        let body = match (request.method, request.path) {
            ("post", "/api/templates") => {
                json!({ "id": request.new_id, "definition": definition() })
            }
            ("put", "/api/templates/{template_key}") => definition(),
            ("post", "/api/templates/{template_key}/copies") => json!({ "id": request.new_id }),
            ("post", "/api/templates/documents") => {
                json!({ "id": request.new_id, "template": "invoice" })
            }
            ("put", "/api/templates/documents/{template_document_id}") => {
                json!({ "title": "t", "values": {} })
            }
            ("post", "/api/templates/documents/{template_document_id}/files") => {
                json!({ "format": "markdown" })
            }
            ("post", "/api/templates/batches") => {
                json!({ "template": "invoice", "file_id": request.new_id, "format": "docx" })
            }
            ("post", "/api/templates/suggestions") => {
                json!({ "template": "invoice", "instructions": "t" })
            }
            _ => return None,
        };
        Some(body.into())
    }

    async fn object(&self, _setting: &Setting, wanted: &Wanted<'_>) -> Option<String> {
        let id = Uuid::now_v7();
        match wanted.name {
            "template_key" => {
                let new = json!({ "id": id, "definition": definition() });
                wanted.owner.post("/api/templates", new).await.created();
                Some(id.to_string())
            }
            "template_document_id" => {
                let own = Uuid::now_v7();
                let template = json!({ "id": own, "definition": definition() });
                wanted.owner.post("/api/templates", template).await.created();
                let new = json!({ "id": id, "template": own });
                Some(made(wanted.owner, "/api/templates/documents", new).await)
            }
            _ => None,
        }
    }

    fn seen_at(&self, kind: &str, id: &str) -> Option<String> {
        (kind == "template_document_id").then(|| format!("/api/templates/documents/{id}"))
    }

    fn id_fields(&self) -> Vec<IdField> {
        vec![
            IdField {
                method: "post",
                path: "/api/templates/batches",
                name: "file_id",
                kind: "file_id",
                send: |id| body(json!({ "template": "invoice", "file_id": id, "format": "docx" })),
                status: 404,
            },
            IdField {
                method: "post",
                path: "/api/templates/suggestions",
                name: "document_id",
                kind: "template_document_id",
                send: |id| {
                    body(json!({ "template": "invoice", "document_id": id, "instructions": "t" }))
                },
                status: 404,
            },
        ]
    }
}
