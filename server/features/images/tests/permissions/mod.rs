//! What the permission matrix knows of this area's operations.

use async_trait::async_trait;
use kernel::Uuid;
use serde_json::{Value, json};
use testing::TestPerson;

use crate::fixtures::{
    Content, Fixtures, IdField, Reason, Request, Sent, Wanted, body, made, query,
};
use crate::object::State;
use crate::setting::Setting;

/// A PNG of 100 by 100 pixels, as far as its header.
const PNG: &[u8] = include_bytes!("../pictures/small.png");

fn logo(id: Uuid) -> Value {
    json!({ "id": id, "work": { "type": "tool", "tool": { "tool": "logo", "name": "Sea" } } })
}

async fn send_file(owner: &TestPerson) -> Uuid {
    let id = Uuid::new_v4();
    let path = format!("/api/images/files/{id}?name=small.png");
    owner.put_bytes(&path, PNG).await.ok();
    id
}

pub struct Permissions;

#[async_trait]
impl Fixtures for Permissions {
    fn uses_workspace(&self) -> &[&'static str] {
        &["/api/images", "/api/images/tasks", "/api/images/boards"]
    }

    fn alike(&self) -> &[Reason] {
        &[(
            "/api/images/tasks/{image_task_id}/draft",
            "only a task at work has a draft: `images` tests that only its owner sees it",
        )]
    }

    fn states(&self, parameter: &str) -> Option<&'static [State]> {
        match parameter {
            "image_id" => Some(&[State::Live, State::Deleted, State::Unknown]),
            _ => None,
        }
    }

    fn content(&self, request: &Request<'_>) -> Option<Content> {
        let json = match (request.method, request.path) {
            ("post", "/api/images/tasks") => logo(request.new_id),
            ("post", "/api/images/boards") => json!({ "id": request.new_id, "name": "n" }),
            ("patch", "/api/images/boards/{board_id}") => json!({ "name": "n" }),
            ("put", "/api/images/settings") => {
                json!({ "embed_prompt": true, "describe_model": null })
            }
            ("post", "/api/images/prompts/improve") => json!({ "prompt": "p" }),
            ("patch", "/api/images/{image_id}") => json!({ "starred": true }),
            _ => return None,
        };
        Some(json.into())
    }

    async fn object(&self, _setting: &Setting, wanted: &Wanted<'_>) -> Option<String> {
        match wanted.name {
            "image_id" => {
                let file_id = send_file(wanted.owner).await;
                Some(made(wanted.owner, "/api/images/uploads", json!({ "file_id": file_id })).await)
            }
            "board_id" => {
                let board = json!({ "id": Uuid::new_v4(), "name": "n" });
                Some(made(wanted.owner, "/api/images/boards", board).await)
            }
            "image_task_id" => {
                let id = Uuid::new_v4();
                wanted.owner.post("/api/images/tasks", logo(id)).await.accepted();
                Some(id.to_string())
            }
            _ => None,
        }
    }

    async fn delete(&self, name: &str, id: &str, owner: &TestPerson) -> bool {
        if name != "image_id" {
            return false;
        }
        owner.delete(&format!("/api/images/{id}")).await.no_content();
        true
    }

    fn seen_at(&self, kind: &str, id: &str) -> Option<String> {
        match kind {
            "image_id" => Some(format!("/api/images/{id}")),
            "board_id" => Some("/api/images/boards".to_owned()),
            _ => None,
        }
    }

    fn id_fields(&self) -> Vec<IdField> {
        let field = |path, name, kind, send| {
            let method = if path == "/api/images" { "get" } else { "post" };
            // A list of a board that is nobody's is empty; a model that nobody has is missed first.
            let status = match name {
                _ if method == "get" => 200,
                "work.references.file_id" => 422,
                _ => 404,
            };
            IdField { method, path, name, kind, send, status }
        };
        let tasks = "/api/images/tasks";
        vec![
            field("/api/images", "board_id", "board_id", |id| query(format!("?board_id={id}"))),
            field(tasks, "board_id", "board_id", |id| {
                let mut task = logo(Uuid::new_v4());
                task["board_id"] = json!(id);
                body(task)
            }),
            field(tasks, "work.parent_id", "image_id", |id| {
                let mut task = logo(Uuid::new_v4());
                task["work"]["parent_id"] = json!(id);
                body(task)
            }),
            field(tasks, "work.file_ids", "file_id", |id| with_files(json!({ "file_ids": [id] }))),
            field(tasks, "work.mask_file_id", "file_id", |id| {
                with_files(json!({ "mask_file_id": id }))
            }),
            field(tasks, "work.references.file_id", "file_id", |id| {
                let work = json!({ "type": "create", "model": "no/model", "prompt": "p",
                    "references": [{ "file_id": id }] });
                body(json!({ "id": Uuid::new_v4(), "work": work }))
            }),
            field("/api/images/uploads", "board_id", "board_id", |id| {
                body(json!({ "file_id": Uuid::new_v4(), "board_id": id }))
            }),
            IdField {
                method: "patch",
                path: "/api/images/{image_id}",
                name: "board_id",
                kind: "board_id",
                send: |id| body(json!({ "board_id": id })),
                status: 404,
            },
            IdField {
                method: "post",
                path: "/api/images/uploads",
                name: "file_id",
                kind: "file_id",
                send: |id| body(json!({ "file_id": id })),
                status: 404,
            },
            IdField {
                method: "post",
                path: "/api/images/uploads",
                name: "parent_id",
                kind: "image_id",
                send: |id| body(json!({ "file_id": Uuid::now_v7(), "parent_id": id })),
                status: 404,
            },
            IdField {
                method: "post",
                path: "/api/images/prompts/from_image",
                name: "file_id",
                kind: "file_id",
                send: |id| body(json!({ "file_id": id })),
                status: 404,
            },
            IdField {
                method: "post",
                path: "/api/images/download",
                name: "image_ids",
                kind: "image_id",
                send: |id| body(json!({ "image_ids": [id] })),
                status: 404,
            },
        ]
    }

    fn variants(&self) -> Vec<(&'static str, &'static str, Vec<Value>)> {
        let create = json!({ "type": "create", "model": "no/model", "prompt": "p" });
        let work = |work: Value| json!({ "id": Uuid::new_v4(), "work": work });
        let tool = logo(Uuid::new_v4())["work"].clone();
        vec![("post /api/images/tasks", "/work", vec![work(create), work(tool)])]
    }
}

/// Returns the request of a tool with these files.
fn with_files(files: Value) -> Sent {
    let mut work = json!({ "type": "tool", "tool": { "tool": "sketch" } });
    for (name, value) in files.as_object().unwrap() {
        work[name] = value.clone();
    }
    body(json!({ "id": Uuid::new_v4(), "work": work }))
}
