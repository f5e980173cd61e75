//! What the permission matrix knows of this area's operations.

use async_trait::async_trait;
use kernel::Uuid;
use serde_json::{Value, json};
use testing::TestPerson;

use crate::fixtures::{Content, Fixtures, IdField, Request, Wanted, body, made};
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

    fn id_fields(&self) -> Vec<IdField> {
        vec![
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
                path: "/api/images/download",
                name: "image_ids",
                kind: "image_id",
                send: |id| body(json!({ "image_ids": [id] })),
                status: 404,
            },
        ]
    }
}
