//! What the permission matrix knows of this area's operations.

use async_trait::async_trait;
use kernel::{FileId, Uuid};
use serde_json::{Value, json};
use testing::TestPerson;

use crate::fixtures::{Content, Filled, Fixtures, IdField, Request, Wanted, body, made};
use crate::object::State;
use crate::setting::{Setting, answer};

/// The whole of a file of three bytes.
fn chunk() -> Content {
    Content { kind: "application/offset+octet-stream", bytes: b"abc".to_vec() }
}

/// What is marked in a document.
fn highlight() -> Value {
    let marked = json!({ "x": 0.1, "y": 0.1, "width": 0.2, "height": 0.1 });
    json!({ "page": 1, "color": "yellow", "boxes": [marked], "quote": "q", "note": "" })
}

/// Makes a document that was not fetched: a plan keeps no more than one that was.
async fn document(setting: &Setting, owner: &TestPerson) -> String {
    let id = Uuid::now_v7();
    let problem = r#"{"type":"about:blank","title":"x","status":415,"code":"documents.not_a_pdf","message":"x","params":{}}"#;
    let mut tx = setting.server.db().begin().await.unwrap();
    store::sql!(
        &mut tx,
        execute,
        "INSERT INTO documents (id, user_id, workspace_id, name, url, problem, ignored, page_count, pages_kept,
             created_at)
         VALUES ($1, $2, $3, 'n', 'https://127.0.0.1/a.pdf', $4, FALSE, 1, 1, 0)",
        id,
        owner.user_id,
        owner.workspace_id,
        problem
    )
    .unwrap();
    tx.commit().await.unwrap();
    id.to_string()
}

pub struct Permissions;

#[async_trait]
impl Fixtures for Permissions {
    fn uses_workspace(&self) -> &[&'static str] {
        &["/api/documents/files", "/api/documents/library"]
    }

    fn states(&self, parameter: &str) -> Option<&'static [State]> {
        match parameter {
            "collection_id" => Some(&[State::Live, State::Deleted, State::Unknown]),
            "document_id" => Some(&[State::Live, State::Deleted, State::Locked, State::Unknown]),
            "file_id" => Some(&[State::Live, State::Locked, State::Unknown]),
            _ => None,
        }
    }

    fn content(&self, request: &Request<'_>) -> Option<Content> {
        let new_id = request.new_id;
        let json = match (request.method, request.path) {
            ("patch", "/api/documents/files/{file_id}") => return Some(chunk()),
            ("post", "/api/documents/files") => {
                json!({ "id": new_id, "name": "a.txt", "size_bytes": 3 })
            }
            ("post", "/api/documents/collections") => json!({ "id": new_id, "name": "n" }),
            ("post", "/api/documents/library") => json!({
                "id": new_id,
                "source": { "type": "upload", "file_id": new_id, "name": "a.pdf", "size_bytes": 3 },
            }),
            ("put", "/api/documents/library/{document_id}/highlights/{highlight_id}") => {
                highlight()
            }
            _ => return None,
        };
        Some(json.into())
    }

    async fn object(&self, setting: &Setting, wanted: &Wanted<'_>) -> Option<String> {
        match wanted.name {
            "file_id" => {
                let id = FileId::new(setting.server.clock().now());
                let body = json!({ "id": id, "name": "a.txt", "size_bytes": 3 });
                wanted.owner.post("/api/documents/files", body).await.created();
                Some(id.to_string())
            }
            "collection_id" => {
                let new = json!({ "id": Uuid::new_v4(), "name": "n" });
                Some(made(wanted.owner, "/api/documents/collections", new).await)
            }
            "document_id" => Some(document(setting, wanted.owner).await),
            _ => None,
        }
    }

    async fn delete(&self, name: &str, id: &str, owner: &TestPerson) -> bool {
        let folder = match name {
            "collection_id" => "/api/documents/collections",
            "document_id" => "/api/documents/library",
            _ => return false,
        };
        owner.delete(&format!("{folder}/{id}")).await.no_content();
        true
    }

    async fn fill(&self, setting: &Setting, filled: &Filled<'_>) {
        let Filled { address, id, part, owner, .. } = filled;
        match filled.operation {
            ("get", "/api/documents/files/{file_id}/content") => {
                let sent = answer(owner, "patch", (*address).to_owned(), Some(chunk())).await;
                assert!(sent.status.is_success(), "{sent:?}");
                let (db, files) = (setting.server.db(), &setting.server.services.files);
                let mut conn = db.read().await.unwrap();
                let id: FileId = id.parse().unwrap();
                let upload = files.find_upload(&mut conn, owner.user_id, id).await.unwrap();
                drop(conn);
                files.assemble(db, &upload.unwrap()).await.unwrap();
            }
            ("delete", "/api/documents/library/{document_id}/highlights/{highlight_id}") => {
                let address = format!("{address}/highlights/{part}");
                owner.put(&address, highlight()).await.assert_status(200);
            }
            _ => {}
        }
    }

    fn seen_at(&self, kind: &str, id: &str) -> Option<String> {
        match kind {
            "document_id" => Some(format!("/api/documents/library/{id}")),
            "file_id" => Some(format!("/api/documents/files/{id}")),
            _ => None,
        }
    }

    fn id_fields(&self) -> Vec<IdField> {
        vec![
            IdField {
                method: "post",
                path: "/api/documents/collections",
                name: "document_ids",
                kind: "document_id",
                send: |id| body(json!({ "id": Uuid::new_v4(), "name": "n", "document_ids": [id] })),
                status: 404,
            },
            IdField {
                method: "patch",
                path: "/api/documents/collections/{collection_id}",
                name: "document_ids",
                kind: "document_id",
                send: |id| body(json!({ "document_ids": [id] })),
                status: 404,
            },
        ]
    }

    fn other_ids(&self) -> &[(&'static str, &'static str, &'static str)] {
        &[(
            "/api/documents/library",
            "source.file_id",
            "the id that the client chose for a new file",
        )]
    }

    fn variants(&self) -> Vec<(&'static str, &'static str, Vec<Value>)> {
        let id = Uuid::nil();
        let sourced = |source: Value| json!({ "id": id, "source": source });
        vec![(
            "post /api/documents/library",
            "/source",
            vec![
                sourced(json!({
                    "type": "upload", "file_id": id, "name": "a.pdf", "size_bytes": 3,
                })),
                sourced(json!({ "type": "address", "url": "https://127.0.0.1/a.pdf" })),
            ],
        )]
    }
}
