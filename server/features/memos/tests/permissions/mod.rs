//! What the permission matrix knows of this area's operations.

use async_trait::async_trait;
use kernel::Uuid;
use serde_json::{Value, json};
use testing::TestPerson;

use crate::fixtures::{Content, Fixtures, IdField, Request, Wanted, body, made};
use crate::object::State;
use crate::setting::Setting;

pub struct Permissions;

#[async_trait]
impl Fixtures for Permissions {
    fn states(&self, parameter: &str) -> Option<&'static [State]> {
        (parameter == "memo_id").then_some(&[State::Live, State::Deleted, State::Unknown])
    }

    fn content(&self, request: &Request<'_>) -> Option<Content> {
        let json = match (request.method, request.path) {
            ("post", "/api/memos") => json!({ "id": request.new_id, "title": "t" }),
            ("post", "/api/memos/batch") => json!({ "action": "delete", "memo_ids": [] }),
            ("post", "/api/memos/imports") => {
                let text = json!({ "type": "text", "text": "t" });
                json!({ "bookmarks": [{ "title": "t", "tags": [], "content": text }] })
            }
            ("post", "/api/memos/tags") | ("patch", "/api/memos/tags/{tag_id}") => {
                json!({ "name": "n" })
            }
            _ => return None,
        };
        Some(json.into())
    }

    async fn object(&self, _setting: &Setting, wanted: &Wanted<'_>) -> Option<String> {
        match wanted.name {
            "memo_id" | "thing_id" => {
                let memo = json!({ "id": Uuid::new_v4(), "title": "t" });
                Some(made(wanted.owner, "/api/memos", memo).await)
            }
            "tag_id" => Some(made(wanted.owner, "/api/memos/tags", json!({ "name": "n" })).await),
            _ => None,
        }
    }

    async fn delete(&self, name: &str, id: &str, owner: &TestPerson) -> bool {
        if name != "memo_id" {
            return false;
        }
        owner.delete(&format!("/api/memos/{id}")).await.no_content();
        true
    }

    fn seen_at(&self, kind: &str, id: &str) -> Option<String> {
        (kind == "memo_id").then(|| format!("/api/memos/{id}"))
    }

    fn id_fields(&self) -> Vec<IdField> {
        vec![
            IdField {
                method: "post",
                path: "/api/memos",
                name: "file_id",
                kind: "file_id",
                send: |id| body(json!({ "id": Uuid::new_v4(), "title": "t", "file_id": id })),
                status: 422,
            },
            IdField {
                method: "post",
                path: "/api/memos/batch",
                name: "memo_ids",
                kind: "memo_id",
                send: |id| body(json!({ "action": "delete", "memo_ids": [id] })),
                // Those that it was done to: none.
                status: 200,
            },
        ]
    }

    fn variants(&self) -> Vec<(&'static str, &'static str, Vec<Value>)> {
        let memos = |mut action: Value| {
            action["memo_ids"] = json!([]);
            action
        };
        vec![(
            "post /api/memos/batch",
            "",
            vec![
                memos(json!({ "action": "delete" })),
                memos(json!({ "action": "restore" })),
                memos(json!({ "action": "tag", "tag": "t" })),
                memos(json!({ "action": "untag", "tag": "t" })),
            ],
        )]
    }
}
