//! What the permission matrix knows of this area's operations.

use async_trait::async_trait;
use serde_json::json;

use crate::fixtures::{Fixtures, IdField, Reason, Wanted, body, query};
use crate::setting::Setting;

pub struct Permissions;

#[async_trait]
impl Fixtures for Permissions {
    fn open(&self) -> &[&'static str] {
        &["/api/sharing/public/"]
    }

    fn known_by_address(&self) -> &[&'static str] {
        &["/api/sharing/public/"]
    }

    fn alike(&self) -> &[Reason] {
        &[("/api/sharing/public/{share_id}", "open to whoever knows its address")]
    }

    async fn object(&self, setting: &Setting, wanted: &Wanted<'_>) -> Option<String> {
        if wanted.name != "share_id" {
            return None;
        }
        let conversation =
            setting.conversation("conversation_id", wanted.owner, wanted.state).await;
        let body = json!({ "kind": "chat", "subject_id": conversation });
        let made = wanted.owner.post("/api/sharing/shares", body).await.created();
        Some(made["id"].as_str().unwrap().to_owned())
    }

    fn id_fields(&self) -> Vec<IdField> {
        vec![
            IdField {
                method: "get",
                path: "/api/sharing/shares",
                name: "subject_id",
                kind: "conversation_id",
                send: |id| query(format!("?kind=chat&subject_id={id}")),
                // One's own shares of it: none.
                status: 200,
            },
            IdField {
                method: "post",
                path: "/api/sharing/shares",
                name: "subject_id",
                kind: "conversation_id",
                send: |id| body(json!({ "kind": "chat", "subject_id": id })),
                status: 404,
            },
        ]
    }
}
